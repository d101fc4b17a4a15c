//! The prompt: reads lines from a person, prints what comes out.

use super::columns::fold;
use super::complete::Known;
use super::editor;
use super::expect_table::status_text;
use super::files;
use super::game::UNCHANGED;
use super::highlight::{self, painted};
use super::journal::{self, Journal};
use super::output::{Output, Request};
use super::paint::Paint;
use super::parse::bearable;
use super::past::{self, Past};
use super::pieces::{LONG, units, whole};
use super::session::Session;
use super::watch;
use crate::engine::Refusal;
use crate::interrupt;
use crate::limits::LINE_MAX;
use rustyline::completion::{Completer, Pair};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event,
    EventContext, EventHandler, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Lines that are kept.
const LINES_MAX: usize = 5_000;
/// Candidates that are shown.
const CANDIDATES_MAX: usize = 500;

/// What helps a person who types.
#[derive(Helper)]
struct Typing {
    known: Known,
    paint: Paint,
    /// Columns of the terminal, less those of what stands before the line.
    columns: usize,
    /// The line as it was last seen, to go on with after a mishap.
    seen: RefCell<(String, usize)>,
}

impl Completer for Typing {
    type Candidate = Pair;
    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, words) = self.known.complete(line, at);
        let pair = |word: String| {
            let space = if word.ends_with(['(', '.', '/', ':']) { "" } else { " " };
            Pair { replacement: format!("{word}{space}"), display: word }
        };
        Ok((start, words.into_iter().take(CANDIDATES_MAX).map(pair).collect()))
    }
}

/// Words behind the line that cannot be taken over: they name kinds of word.
struct Rest(String);

impl Hint for Rest {
    fn display(&self) -> &str {
        &self.0
    }
    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Typing {
    type Hint = Rest;
    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<Rest> {
        *self.seen.borrow_mut() = (line.into(), at);
        // Without a color of its own it would look as if it had been typed.
        if !self.paint.on || at < line.len() {
            return None;
        }
        let rest = self.known.hint(line)?;
        let last = line.rsplit('\n').next().unwrap_or_default();
        let used = last.chars().count() + rest.chars().count();
        (used < self.columns).then_some(Rest(rest))
    }
}

impl Highlighter for Typing {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        painted(line, self.paint, self.known.deck()).into()
    }
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        self.paint.bold(&highlight::output(prompt)).into()
    }
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        self.paint.dim(hint).into()
    }
    fn highlight_candidate<'c>(&self, word: &'c str, _: CompletionType) -> Cow<'c, str> {
        highlight::candidate(word, self.paint, self.known.deck()).into()
    }
    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        self.paint.on && kind == CmdKind::Other && line.len() <= LONG
    }
}

impl Validator for Typing {
    fn validate(&self, typed: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = typed.input();
        Ok(if bearable(text).is_err() || whole(text) {
            ValidationResult::Valid(None)
        } else {
            ValidationResult::Incomplete
        })
    }
}

/// Takes no more letters once a line is too long: it will be refused as it is.
struct Full;

impl ConditionalEventHandler for Full {
    fn handle(&self, key: &Event, _: RepeatCount, _: bool, at: &EventContext<'_>) -> Option<Cmd> {
        let letter = matches!(key.get(0), Some(KeyEvent(KeyCode::Char(_), Modifiers::NONE)));
        let text = at.line();
        let full = letter && text.len() > LINE_MAX && {
            let last = text.rfind('\n').map_or(0, |at| at + 1);
            text.len() - last > LINE_MAX
        };
        full.then_some(Cmd::Noop)
    }
}

/// A person at a terminal.
struct Talk<'a> {
    work: Work<'a>,
    editor: Editor<Typing, DefaultHistory>,
    past: Past,
}

/// Talks with a person until they leave.
///
/// # Errors
/// When the terminal cannot be used.
pub fn talk(session: &mut Session) -> rustyline::Result<()> {
    // Painting is ours, so that without colors it is still looked after what is shown.
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .color_mode(ColorMode::Forced)
        .max_history_size(LINES_MAX)?
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_history_ignore_dups(true)?;
    // Quoted letters would be ones that steer the terminal.
    editor.bind_sequence(KeyEvent::ctrl('V'), Cmd::Noop);
    editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(Full)));
    let place = past::place();
    let work = Work::begin(session, place.as_ref().and_then(|file| file.parent()));
    let (past, warning) = Past::read(place, editor.history_mut());
    let mut talk = Talk { work, editor, past };
    talk.warn(warning);
    talk.all()?;
    talk.work.end();
    Ok(())
}

impl Talk<'_> {
    fn all(&mut self) -> rustyline::Result<()> {
        let mut begun = (String::new(), 0);
        loop {
            let prompt = self.prompt();
            self.refresh(prompt.chars().count());
            let (text, at) = std::mem::take(&mut begun);
            let (left, right) = text.split_at_checked(at).unwrap_or((&text, ""));
            match self.editor.readline_with_initial(&prompt, (left, right)) {
                Ok(text) => {
                    if !self.execute(&text)? {
                        return Ok(());
                    }
                }
                Err(ReadlineError::Interrupted) => {
                    if let Some(what) = self.work.session.unfinished() {
                        say(&self.work.session.paint.dim(&format!("dropped: {what}")));
                    }
                    self.work.session.forget();
                }
                Err(ReadlineError::Eof) => return Ok(()),
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    begun = self.seen();
                    let text = "these bytes are no UTF-8 text; they and what came with them are \
                                left out";
                    say(&self.work.session.paint.error(text));
                }
                Err(ReadlineError::Signal(_)) => begun = self.seen(),
                Err(error) => return Err(error),
            }
        }
    }

    fn prompt(&self) -> String {
        match self.work.session.unfinished() {
            Some(_) if self.work.session.paint.ascii => "... ".into(),
            Some(_) => "… ".into(),
            None => format!("{}> ", status_text(self.work.session)),
        }
    }

    /// Looks at the session anew, for the line that comes.
    fn refresh(&mut self, used: usize) {
        let known = Known::of(self.work.session, files::beginning);
        let columns = self.editor.dimensions().map_or(80, |(columns, _)| usize::from(columns));
        let columns = columns.saturating_sub(used);
        let (paint, seen) = (self.work.session.paint, RefCell::default());
        self.editor.set_helper(Some(Typing { known, paint, columns, seen }));
    }

    fn seen(&self) -> (String, usize) {
        self.editor.helper().map(|typing| typing.seen.take()).unwrap_or_default()
    }

    /// Executes what was typed or pasted, piece by piece; says whether to go on.
    fn execute(&mut self, text: &str) -> rustyline::Result<bool> {
        // Known holds on to the state, which would then be copied for every line.
        self.editor.set_helper(None);
        if bearable(text).is_err() || self.work.session.unfinished_lua() {
            return self.work.line(text);
        }
        for unit in units(text).filter(|unit| !unit.text.trim().is_empty()) {
            self.editor.add_history_entry(unit.text.trim_end())?;
        }
        let warning = self.past.write(self.editor.history_mut());
        self.warn(warning);
        let several = text.trim_end().contains('\n') && units(text).nth(1).is_some();
        for unit in units(text) {
            if several && !unit.text.trim().is_empty() {
                let (deck, paint) =
                    (&self.work.session.table().game().deck, self.work.session.paint);
                let echo = painted(unit.text.trim_end(), paint, deck);
                let prompt = paint.bold(&self.prompt());
                say(&format!("{prompt}{echo}"));
            }
            if !self.work.line(unit.text)? {
                return Ok(false);
            }
            if several && interrupt::pressed() {
                say(&self.work.session.paint.dim("the lines after this one are left out"));
                break;
            }
        }
        Ok(true)
    }

    fn warn(&self, warning: Option<String>) {
        if let Some(text) = warning {
            say(&self.work.session.paint.dim(&format!("warning: {text}")));
        }
    }
}

/// A session at a terminal: what it says is printed, kept on disk, and asked of the system.
struct Work<'a> {
    session: &'a mut Session,
    journal: Option<Journal>,
}

impl<'a> Work<'a> {
    /// Begins; the session so far is kept in a folder beside the history.
    fn begin(session: &'a mut Session, place: Option<&Path>) -> Self {
        session.at_prompt = true;
        interrupt::watch();
        let folder = place.map(|place| place.join("sessions"));
        let mut journal = None;
        if let Some(folder) = &folder {
            session.recoverable = journal::found(folder);
            match Journal::begin(folder, session) {
                Ok(begun) => journal = Some(begun),
                Err(error) => say(&format!(
                    "warning: {}: {error}; a crash would lose this session",
                    folder.display()
                )),
            }
        }
        if let Some(found) = session.recoverable.first().filter(|found| found.cut) {
            say(&session.paint.bold(&format!(
                "a session of {} lines was cut off; `recover` brings it back",
                found.lines
            )));
        }
        Self { session, journal }
    }

    /// Executes a line and prints what comes out. Says whether to go on.
    fn line(&mut self, line: &str) -> rustyline::Result<bool> {
        interrupt::clear();
        let output = self.session.line(line);
        self.tell(&output);
        self.keep(&output, line);
        match &output.request {
            Some(Request::Edit(path)) => match editor::open(path) {
                Ok(()) => return self.line("reload"),
                Err(refusal) => self.refused(&refusal),
            },
            Some(Request::Watch(files)) => {
                let ended = watch::watch(files, interrupt::pressed, || {
                    let output = self.session.line("reload");
                    if output.text != UNCHANGED {
                        self.tell(&output);
                        self.keep(&output, "reload");
                    }
                });
                if let Err(refusal) = ended {
                    self.refused(&refusal);
                }
                interrupt::clear();
            }
            None => {}
        }
        Ok(!output.leave)
    }

    fn tell(&self, output: &Output) {
        if !output.text.is_empty() {
            say(&output.text);
        }
        if let Some(refusal) = &output.error {
            self.refused(refusal);
        }
    }

    fn refused(&self, refusal: &Refusal) {
        let place = refusal.at.as_ref().filter(|at| !refusal.text.contains(at.as_str()));
        let place = place.map(|at| format!("{at}: ")).unwrap_or_default();
        let text = format!("{place}{} ({})", refusal.text, refusal.code.text());
        say(&self.session.paint.error(&fold(&text, 80)));
    }

    fn keep(&mut self, output: &Output, line: &str) {
        let Some(journal) = &mut self.journal else { return };
        if let Err(error) = journal.add(self.session, output, line) {
            say(&format!("warning: this session is no longer kept on disk: {error}"));
            self.journal = None;
        }
    }

    fn end(self) {
        if let Some(journal) = self.journal {
            journal.end();
        }
    }
}

/// Prints, with nothing in it that steers the terminal; where nobody reads any more there is
/// nothing to be done about it.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{}", highlight::output(text));
}
