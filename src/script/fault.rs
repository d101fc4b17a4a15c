//! What a script did wrong, in words for its author.

use std::fmt;
use std::sync::Arc;

use mlua::Error;

use super::text::clean_text;

/// Lines of a stack trace that are kept.
const TRACE_MAX: usize = 20;
/// The name of the chunk that replaces some of Luau's functions; authors need not hear of it.
pub(super) const PRELUDE: &str = "prelude";

/// What a script did wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which sort of fault, for the engine to act on.
    pub kind: FaultKind,
    /// What happened, on one line that is safe to print, without the place.
    pub text: String,
    /// The place, such as `stacking.lua:12`, where it is known.
    pub at: Option<String>,
    /// The calls that led there, innermost first.
    pub trace: Vec<String>,
}

/// The sorts of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The source is not Lua.
    Syntax {
        /// Further lines could still make it so.
        incomplete: bool,
    },
    /// The script raised an error, or the engine refused what it asked for.
    Error,
    /// The script passed more safepoints than it was given. Deterministic, so a game outcome.
    Budget,
    /// The script held more memory than it was given.
    Memory,
    /// The clock ended the script before its budget did: never a game outcome.
    Watchdog,
    /// Not a mistake: the script asked a question and waits to be run again with the answer.
    Asked,
}

impl Fault {
    /// A fault without a place.
    pub fn new(kind: FaultKind, text: impl AsRef<str>) -> Fault {
        Fault { kind, text: clean_text(text.as_ref()), at: None, trace: Vec::new() }
    }

    /// Reads mlua's error; `chunks` are the names of the sources that may be a place.
    pub(super) fn read(error: &Error, chunks: &[String]) -> Fault {
        let mut raw = Raw { kind: FaultKind::Error, message: String::new(), traces: Vec::new() };
        match raw.read(error) {
            Some(fault) => fault,
            None => raw.finish(chunks),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = &self.at {
            write!(f, "{at}: ")?;
        }
        f.write_str(&self.text)
    }
}

impl std::error::Error for Fault {}

/// A fault raised on from an engine function stays the same fault.
impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::external(fault)
    }
}

/// An error's parts before they are made presentable.
struct Raw {
    kind: FaultKind,
    message: String,
    traces: Vec<String>,
}

impl Raw {
    /// Takes the error apart, or finds the fault that was raised in its guise.
    fn read(&mut self, error: &Error) -> Option<Fault> {
        match error {
            Error::SyntaxError { message, incomplete_input } => {
                self.kind = FaultKind::Syntax { incomplete: *incomplete_input };
                self.message = message.clone();
            }
            Error::MemoryError(_) => {
                self.kind = FaultKind::Memory;
                self.message = "out of memory".to_owned();
            }
            Error::RuntimeError(text) => self.split(text),
            Error::CallbackError { traceback, cause } => {
                self.traces.push(traceback.clone());
                return self.read(cause);
            }
            Error::WithContext { context, cause } => {
                let fault = self.read(cause);
                self.message = format!("{context}: {}", self.message);
                return fault;
            }
            Error::ExternalError(cause) => match Arc::as_ref(cause).downcast_ref::<Fault>() {
                Some(fault) => return Some(fault.clone()),
                None => self.message = cause.to_string(),
            },
            other => self.message = other.to_string(),
        }
        None
    }

    /// A message and the stack trace that mlua appended to it.
    fn split(&mut self, text: &str) {
        match text.rsplit_once("\nstack traceback:") {
            Some((message, trace)) => {
                self.message = message.to_owned();
                self.traces.push(trace.to_owned());
            }
            None => self.message = text.to_owned(),
        }
    }

    fn finish(self, chunks: &[String]) -> Fault {
        let mut trace: Vec<&str> = Vec::new();
        for line in self.traces.iter().flat_map(|trace| trace.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with("[C]") && place(line, PRELUDE).is_none() {
                trace.push(line);
            }
        }
        let known = |text: &str| -> Option<(String, usize)> {
            chunks.iter().filter_map(|name| place(text, name)).max_by_key(|found| found.1)
        };
        let mut message = self.message.as_str();
        if let Some((_, length)) = place(message, PRELUDE) {
            message = &message[length..];
        }
        let mut at = None;
        if let Some((found, length)) = known(message) {
            message = &message[length..];
            at = Some(found);
        }
        let at = at.or_else(|| trace.iter().find_map(|line| known(line)).map(|found| found.0));
        Fault {
            kind: self.kind,
            text: clean_text(without_address(message)),
            at: at.map(|at| clean_text(&at)),
            trace: trace.iter().take(TRACE_MAX).map(|line| clean_text(line)).collect(),
        }
    }
}

/// `name:12: rest` gives `name:12` and how many bytes stand before the rest.
fn place(text: &str, name: &str) -> Option<(String, usize)> {
    let rest = text.strip_prefix(name)?.strip_prefix(':')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = rest[digits..].strip_prefix(':')?;
    if digits == 0 {
        return None;
    }
    let spaces = usize::from(after.starts_with(' '));
    let end = name.len() + 1 + digits;
    Some((text[..end].to_owned(), end + 1 + spaces))
}

/// Luau shows a table that was raised as an error by its address, which differs in every run.
fn without_address(message: &str) -> &str {
    let Some((kind, address)) = message.split_once(": 0x") else { return message };
    let is_address = !address.is_empty() && address.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_address {
        return message;
    }
    match kind {
        "table" => "an error that is a table without __tostring",
        "function" => "an error that is a function",
        _ => "an error without a text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Fault {
        let chunks = ["a.lua".to_owned(), "dir/b.lua".to_owned()];
        Fault::read(&Error::RuntimeError(text.to_owned()), &chunks)
    }

    #[test]
    fn place_and_trace_are_taken_apart() {
        let fault = read(
            "a.lua:2: no x\nstack traceback:\n\t[C]: in ?\n\ta.lua:2: in function 'f'\n\
             \ta.lua:9: in ?",
        );
        assert_eq!(fault.to_string(), "a.lua:2: no x");
        assert_eq!(fault.trace, ["a.lua:2: in function 'f'", "a.lua:9: in ?"]);
    }

    #[test]
    fn a_place_is_only_believed_of_a_known_source() {
        let fault = read("12:30: late\nstack traceback:\n\tdir/b.lua:7: in ?");
        assert_eq!(fault.at.as_deref(), Some("dir/b.lua:7"));
        assert_eq!(fault.text, "12:30: late");
        assert_eq!(read("nowhere").at, None);
    }

    #[test]
    fn the_prelude_is_not_mentioned() {
        let fault = read(
            "prelude:33: bad format\nstack traceback:\n\tprelude:33: in function 'format'\n\
             \ta.lua:4: in ?",
        );
        assert_eq!(fault.to_string(), "a.lua:4: bad format");
        assert_eq!(fault.trace, ["a.lua:4: in ?"]);
    }

    #[test]
    #[allow(clippy::arc_with_non_send_sync, reason = "mlua's own type")]
    fn a_raised_fault_stays_itself() {
        let inner = Fault::new(FaultKind::Budget, "too long");
        let raised = Error::CallbackError {
            traceback: String::new(),
            cause: Arc::new(Error::from(inner.clone())),
        };
        assert_eq!(Fault::read(&raised, &[]), inner);
    }

    #[test]
    fn no_address_is_shown() {
        assert!(!read("table: 0x55d0c0ffee").text.contains("0x"));
        assert_eq!(read("color: 0xzz").text, "color: 0xzz");
    }
}
