//! The prompt: reads lines from a person, prints what comes out.

use super::command::COMMANDS;
use super::editor;
use super::expect_table::status_text;
use super::journal::{self, Journal};
use super::output::{Output, Request};
use super::session::Session;
use super::watch;
use crate::engine::Refusal;
use crate::interrupt;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Completes the names of commands.
#[derive(Helper, Hinter, Highlighter, Validator)]
struct Words;

impl Completer for Words {
    type Candidate = Pair;
    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let start = line[..at].rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let before = line[..start].trim();
        let first = before.is_empty() || before.ends_with(':');
        let word = &line[start..at];
        if !(first || before == "help" || before == "refuse") {
            return Ok((at, Vec::new()));
        }
        let fits = COMMANDS.iter().filter(|command| command.name.starts_with(word));
        let pair = |name: &str| Pair { display: name.into(), replacement: format!("{name} ") };
        Ok((start, fits.map(|command| pair(command.name)).collect()))
    }
}

/// Where the lines of earlier sessions are kept.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = set("XDG_STATE_HOME").map(PathBuf::from);
    let base = base.or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".local/state")));
    Some(base?.join("houserules").join("history"))
}

/// Talks with a person until they leave.
///
/// # Errors
/// When the terminal cannot be used.
pub fn talk(session: &mut Session) -> rustyline::Result<()> {
    let mut editor: Editor<Words, DefaultHistory> = Editor::new()?;
    editor.set_helper(Some(Words));
    let file = history_file();
    if let Some(file) = &file {
        // A history that cannot be read or written is no reason to stop.
        let _ = editor.load_history(file);
    }
    let mut work = Work::begin(session, file.as_ref().and_then(|file| file.parent()));
    loop {
        let more = work.session.unfinished().is_some();
        let prompt = if more { "… ".into() } else { format!("{}> ", status_text(work.session)) };
        match editor.readline(&prompt) {
            Ok(line) => {
                let _ = editor.add_history_entry(&line);
                if !work.line(&line)? {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => work.session.forget(),
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error),
        }
    }
    work.end();
    if let Some(file) = &file {
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = editor.save_history(file);
    }
    Ok(())
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
                    self.tell(&output);
                    self.keep(&output, "reload");
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
        say(&self.session.paint.error(&text));
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

/// Prints; where nobody reads any more there is nothing to be done about it.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}
