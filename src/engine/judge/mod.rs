//! Questions to the rules. Nothing here changes anything.

use super::refusal::Refusal;
use crate::cards::{Kind, KindSet};
use crate::engine::host::{Fault, Look};
use crate::table::Seat;

/// What one rule said about an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The door or stage at which it was asked: `can_fit`, `can_play`, `turn` …
    pub door: String,
    /// The rule; none where the game itself speaks.
    pub rule: Option<String>,
    /// file:line of its hook.
    pub at: Option<String>,
    /// Its answer, in words.
    pub answer: String,
    /// Whether this answer decided.
    pub decided: bool,
}

/// Why an action is accepted or refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Each answer, in order.
    pub said: Vec<Said>,
    /// The verdict.
    pub verdict: Result<(), Refusal>,
}

impl Look<'_> {
    /// Whether this card fits, laid in turn by this seat, as `can_fit` says (`game:fits`).
    ///
    /// # Errors
    /// When a rule fails while it is asked.
    pub fn fits(&self, seat: Seat, card: Kind) -> Result<bool, Fault> {
        let _ = (seat, card);
        todo!()
    }
    /// The kinds that this seat could lay in turn, by the full verdict (`game:playable`).
    ///
    /// # Errors
    /// When a rule fails while it is asked.
    pub fn playable(&self, seat: Seat) -> Result<KindSet, Fault> {
        let _ = seat;
        todo!()
    }
    /// The seat that is next in line: where the next turn will go as things stand.
    pub fn next_in_line(&self) -> Seat {
        todo!()
    }
}
