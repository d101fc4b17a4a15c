//! What comes out of a line.

use super::json::Node;
use crate::engine::Refusal;
use crate::table::Told;
use std::path::PathBuf;

/// What a line gave besides events.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Extra {
    /// Nothing.
    #[default]
    Nothing,
    /// The table, as one field of the JSON.
    Field(&'static str, Node),
}

/// What a command gave.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Done {
    /// The text for people; without the events.
    pub text: String,
    /// More for the JSON.
    pub extra: Extra,
    /// What the prompt is to do.
    pub request: Option<Request>,
}

/// What only the prompt can do, after a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Opens a file in the person's editor; changed files are then read anew.
    Edit(String),
    /// Watches files and reads them anew whenever they change.
    Watch(Vec<PathBuf>),
}

/// What a command gives, or why it was not done.
pub type Reply = Result<Done, Refusal>;

/// A reply of this text.
///
/// # Errors
/// Never: a reply is what commands return.
pub fn say(text: impl Into<String>) -> Reply {
    Ok(Done { text: text.into(), ..Done::default() })
}

/// What came out of a line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Output {
    /// The count of the line.
    pub line: usize,
    /// The line.
    pub command: String,
    /// Why it was not done.
    pub error: Option<Refusal>,
    /// What happened.
    pub events: Vec<Told>,
    /// The text for people, events included; ends without a line break.
    pub text: String,
    /// More for the JSON.
    pub extra: Extra,
    /// A blank line, a comment, or a block that is not finished: nothing was executed.
    pub idle: bool,
    /// A Lua block that needs more lines.
    pub more: bool,
    /// The session is to be left.
    pub leave: bool,
    /// What the prompt is to do.
    pub request: Option<Request>,
}

impl Output {
    /// Whether the line was done.
    pub const fn ok(&self) -> bool {
        self.error.is_none()
    }
}

/// So many of something: `1 file`, `2 files`.
pub fn many(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
