//! One play: what was laid, by whom, and what was true at that moment (A12).

use super::Seat;
use crate::cards::{Color, Hand, Kind, KindSet, Symbol};
use serde::{Deserialize, Serialize};

/// How a card came to be played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum How {
    /// In turn.
    Turn,
    /// By the debtor, on an open debt.
    Answer,
    /// Out of turn (R20).
    Jump,
    /// One more card of the same play.
    Add,
    /// By a rule.
    Rule,
    /// The first upcard (R5).
    Start,
}

impl How {
    /// Every way, with its word.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Turn, "turn"),
        (Self::Answer, "answer"),
        (Self::Jump, "jump"),
        (Self::Add, "add"),
        (Self::Rule, "rule"),
        (Self::Start, "start"),
    ];
    /// Its word.
    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// Whether a play emptied its player's hand, and what followed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum WentOut {
    /// It did not, or a rule kept the player in.
    #[default]
    No,
    /// It did, and the others play on for places.
    Place,
    /// It did, and the round ends with it.
    Round,
}

/// What was there just before a play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Before {
    /// The top card.
    pub card: Option<Kind>,
    /// The color in force.
    pub color: Option<Color>,
    /// The symbol in force, where a rule declared one.
    pub symbol: Option<Symbol>,
    /// Cards of the open debt (A15b, A24).
    pub debt: u16,
    /// Plays in that debt that count each for itself.
    pub debt_cards: u8,
}

/// A play, as recorded at the moment the card left the hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Play {
    /// The count of this play in the round, from 1.
    pub no: u32,
    /// Who played.
    pub seat: Seat,
    /// The card; the last one where several were laid.
    pub card: Kind,
    /// The cards laid before it in the same play.
    pub more: Vec<Kind>,
    /// How it came to be played.
    pub how: How,
    /// It was the card just drawn.
    pub drawn: bool,
    /// The last-card call was made with it (R13.1).
    pub call: bool,
    /// It emptied the hand.
    pub last: bool,
    /// What followed from that.
    pub went_out: WentOut,
    /// What was there just before.
    pub before: Before,
    /// The hand just after: the hand that a challenge judges (A12).
    pub left: Hand,
    /// Kinds of `left` that would have been legal instead (A25b); only where a rule needs it.
    pub alternatives: KindSet,
}
