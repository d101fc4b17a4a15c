//! Bots by name: those of the program.

use crate::bot::{Bot, NAMES, named};
use crate::cards::closest;
use crate::engine::{Code, Refusal};

/// The bot of this name.
///
/// # Errors
/// When there is none.
pub fn bot_named(name: &str) -> Result<Box<dyn Bot>, Refusal> {
    named(name).ok_or_else(|| {
        let near = closest(name, NAMES.iter().copied());
        let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        let known = NAMES.join(" ");
        Refusal::new(Code::BadValue, format!("there is no bot {name:?}{near} Known: {known}"))
    })
}
