//! The prompt: reads lines from a person, prints what comes out.

use super::command::COMMANDS;
use super::expect_table::status_text;
use super::session::Session;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};
use std::io::Write;
use std::path::PathBuf;

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
    let mut out = std::io::stdout();
    loop {
        let more = session.unfinished().is_some();
        let prompt = if more { "… ".into() } else { format!("{}> ", status_text(session)) };
        match editor.readline(&prompt) {
            Ok(line) => {
                let _ = editor.add_history_entry(&line);
                let output = session.line(&line);
                if !output.text.is_empty() && writeln!(out, "{}", output.text).is_err() {
                    break;
                }
                if let Some(refusal) = &output.error {
                    let place = refusal.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
                    let text = format!("{place}{} ({})", refusal.text, refusal.code.text());
                    if writeln!(out, "{}", session.paint.error(&text)).is_err() {
                        break;
                    }
                }
                if output.leave {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => session.forget(),
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error),
        }
    }
    if let Some(file) = &file {
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = editor.save_history(file);
    }
    Ok(())
}
