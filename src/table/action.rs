//! What a seat, or the table, may choose to do.

use super::Seat;
use crate::cards::Kind;
use serde::{Deserialize, Serialize};

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Actor {
    /// A seat.
    Seat(Seat),
    /// The table: deals, reports hints, removes seats.
    Table,
}

/// What a seat chooses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Lay a card, perhaps with the last-card call (R6, R13.1).
    Play {
        /// The card.
        card: Kind,
        /// Calls along with it.
        call: bool,
    },
    /// Draw one card in one's turn (R7.1).
    Draw,
    /// End the turn without playing (R7.2).
    Pass,
    /// Pay the open debt.
    Take,
    /// Answer a question, by the place of the answer among the options.
    Answer(u16),
    /// Make the last-card call late (R13.5).
    Call,
    /// Catch a seat that has not called (R13.2).
    Catch(Seat),
    /// Take up what a rule offers, by the offer's place in the game, with one of its arguments.
    Offer {
        /// The offer.
        offer: u8,
        /// The place of the argument among those offered now; 0 where there is none.
        argument: u16,
    },
}

/// What the table does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableAction {
    /// Deal the next round.
    Deal,
    /// Report that a seat hinted at a card (R19.1).
    Hint(Seat),
    /// Take a seat out of the game (E171).
    Remove(Seat),
}
