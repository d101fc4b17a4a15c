//! Lines that are no command: the prompt's Lua.

use super::command;
use super::history::Point;
use super::parse::Line;
use super::session::Session;
use crate::engine::{Code, Refusal};
use crate::script::{self, Bench, Bound, Fault, FaultKind, Ran};
use std::rc::Rc;

/// The prompt's Lua.
pub struct Console(script::Console);

/// What the prompt's Lua reaches.
struct Desk<'a> {
    session: &'a mut Session,
    /// The last command that was refused.
    refused: Option<Refusal>,
}

impl Bench for Desk<'_> {
    fn run(&mut self, line: &str) -> Result<String, String> {
        self.session.run_from_lua(line).map_err(|refusal| {
            let text = refusal.text.clone();
            self.refused = Some(refusal);
            text
        })
    }
    fn table(&self) -> Bound {
        let Point { table, scripts, .. } = &self.session.now;
        (Rc::clone(table.game()), table.snapshot(), Rc::clone(scripts))
    }
}

fn refusal(fault: &Fault) -> Refusal {
    let code = match fault.kind {
        FaultKind::Budget | FaultKind::Watchdog => Code::RuleBudget,
        FaultKind::Memory => Code::RuleMemory,
        _ => Code::RuleError,
    };
    Refusal { code, text: fault.text.clone(), rule: None, at: fault.at.clone() }
}

impl Console {
    /// A fresh one.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new() -> Result<Self, Refusal> {
        script::Console::new().map(Self).map_err(|fault| refusal(&fault))
    }

    /// The names that lines have given values to.
    pub fn globals(&self) -> Vec<String> {
        self.0.globals()
    }

    /// Runs a line or block; gives no text where more lines are needed.
    ///
    /// # Errors
    /// When it is neither Lua nor a command, when it fails, or a command in it is refused.
    pub fn execute(
        &mut self,
        session: &mut Session,
        source: &str,
    ) -> Result<Option<String>, Refusal> {
        let line = Line::read(source);
        let word = line.as_ref().ok().filter(|line| looks_like_command(line));
        if let Some(line) = word.filter(|line| line.actor.is_some()) {
            return Err(command::unknown(line));
        }
        let mut desk = Desk { session, refused: None };
        match self.0.run(source, &mut desk) {
            Ok(Ran::More) => Ok(None),
            Ok(Ran::Text(text)) => Ok(Some(text)),
            Ok(Ran::Nothing) => {
                Err(line.map_or_else(|error| error, |line| command::unknown(&line)))
            }
            Err(fault) => {
                if let Some(line) = word.filter(|_| matches!(fault.kind, FaultKind::Syntax { .. }))
                {
                    return Err(command::unknown(line));
                }
                match desk.refused {
                    Some(mut refused)
                        if fault.text.contains(&script::clean_text(&refused.text)) =>
                    {
                        refused.at = refused.at.or(fault.at);
                        Err(refused)
                    }
                    _ => Err(refusal(&fault)),
                }
            }
        }
    }
}

/// Whether a line is built like a command: words side by side, the first a plain one.
fn looks_like_command(line: &Line) -> bool {
    const LUA: &[&str] = &["local", "for", "if", "while", "repeat", "function", "return", "do"];
    let name = line.name();
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    let second = line.words.get(1).map(|word| word.text.as_str());
    let side_by_side = second.is_none_or(|word| word.starts_with(|c: char| c.is_alphanumeric()));
    plain && side_by_side && !LUA.contains(&name.as_str())
}
