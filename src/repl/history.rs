//! What has been done in a session: entries with the point before and after each.

use super::source::GameSource;
use crate::engine::Match;
use crate::table::{Action, Actor, TableAction};
use serde::{Deserialize, Serialize};

/// What was done in one step of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Act {
    /// A seat's action.
    Seat(Action),
    /// An action of the table.
    Table(TableAction),
}

/// One step of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Who acted.
    pub actor: Actor,
    /// The action as it is written.
    pub text: String,
    /// The action.
    pub act: Act,
    /// The hash of the state after it.
    pub hash: String,
}

/// A point to which a session can go back.
#[derive(Clone)]
pub struct Point {
    /// The match.
    pub table: Match,
    /// What it was loaded from.
    pub source: GameSource,
    /// The seed of the deal.
    pub seed: u64,
}

/// What an entry did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Did {
    /// A new game, dealt from its seed alone.
    Dealt,
    /// Anything that a record cannot repeat: it then starts from the whole state.
    Edited,
    /// Actions.
    Steps(Vec<Step>),
}

/// One command that changed the game.
#[derive(Clone)]
pub struct Entry {
    /// The line.
    pub command: String,
    /// What it did.
    pub did: Did,
    /// Before it.
    pub before: Point,
    /// After it.
    pub after: Point,
}

/// The entries, and how many of them are done: those after it can be redone.
#[derive(Clone, Default)]
pub struct Log {
    /// Every entry.
    pub entries: Vec<Entry>,
    /// How many are done.
    pub at: usize,
}

impl Log {
    /// Adds an entry; what could have been redone is forgotten.
    pub fn push(&mut self, entry: Entry) {
        self.entries.truncate(self.at);
        self.entries.push(entry);
        self.at += 1;
    }
    /// The entries that are done.
    pub fn done(&self) -> &[Entry] {
        &self.entries[..self.at]
    }
}
