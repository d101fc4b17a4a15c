//! What has been done in a session: entries with the point before and after each.

use super::source::GameSource;
use super::tour::Tour;
use crate::engine::Match;
use crate::limits::HISTORY_MAX;
use crate::script::Scripts;
use crate::table::{Action, Actor, Seat, TableAction, Told};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

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
    /// Its scripts, for the prompt's view of the game.
    pub scripts: Rc<Scripts>,
    /// What it was loaded from.
    pub source: GameSource,
    /// The seed of the deal.
    pub seed: u64,
    /// The tournament that the match is part of.
    pub tour: Option<Rc<Tour>>,
}

/// What an entry did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Did {
    /// A new game, dealt from its seed alone.
    Dealt,
    /// A new game whose dealer or upcards were chosen.
    Stacked {
        /// Who deals.
        dealer: Option<Seat>,
        /// The upcards, as they were written.
        upcards: Vec<String>,
    },
    /// A position that was read from a file.
    Read,
    /// A position written by hand.
    Edited,
    /// Other rules.
    Ruled {
        /// In the position as it was, instead of in the game replayed from its start.
        here: bool,
        /// Nothing has been done since the deal, so the seed alone gives the position.
        dealt: bool,
    },
    /// Actions.
    Steps(Vec<Step>),
}

impl Did {
    /// Whether a game begins with it, or is taken as it stands.
    pub const fn starts(&self) -> bool {
        matches!(self, Self::Dealt | Self::Stacked { .. } | Self::Read)
            || matches!(self, Self::Ruled { here: true, .. })
    }
    /// Whether it is about rules.
    pub const fn rules(&self) -> bool {
        matches!(self, Self::Ruled { .. })
    }
    /// Whether the seed and the rules alone give the position after it.
    pub const fn seeded(&self) -> bool {
        matches!(self, Self::Dealt | Self::Ruled { dealt: true, .. })
    }
}

/// One command that changed the game.
#[derive(Clone)]
pub struct Entry {
    /// What it is called in the history.
    pub command: String,
    /// The lines that do it again.
    pub lines: Vec<String>,
    /// What it did.
    pub did: Did,
    /// What happened.
    pub told: Rc<[Told]>,
    /// Before it.
    pub before: Point,
    /// After it.
    pub after: Point,
}

/// The entries, and how many of them are done: those after it can be redone.
#[derive(Clone, Default)]
pub struct Log {
    /// Every entry that is kept.
    pub entries: Vec<Entry>,
    /// How many are done.
    pub at: usize,
    /// How many before them are forgotten.
    pub forgotten: usize,
    /// Lines that held or were refused as they should be, after so many commands.
    pub notes: Vec<(usize, String)>,
}

impl Log {
    /// Adds an entry; what could have been redone is forgotten. Gives the point from which the
    /// history goes on where old entries had to go, so that memory stays bounded.
    pub fn push(&mut self, entry: Entry) -> Option<Point> {
        self.entries.truncate(self.at);
        let here = self.forgotten + self.at;
        self.notes.retain(|(at, _)| *at <= here);
        self.entries.push(entry);
        self.at += 1;
        if self.at <= HISTORY_MAX {
            return None;
        }
        let old = HISTORY_MAX / 10;
        let last = self.entries.drain(..old).next_back().map(|entry| entry.after);
        self.at -= old;
        self.forgotten += old;
        let first = self.forgotten;
        self.notes.retain(|(at, _)| *at >= first);
        last
    }
    /// Remembers a line that was tried here.
    pub fn note(&mut self, line: String) {
        let at = self.forgotten + self.at;
        if self.notes.len() < HISTORY_MAX && self.notes.last().is_none_or(|last| last.1 != line) {
            self.notes.push((at, line));
        }
    }
    /// The entries that are done.
    pub fn done(&self) -> &[Entry] {
        &self.entries[..self.at]
    }
}
