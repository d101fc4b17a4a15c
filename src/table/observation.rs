//! What one seat may know: no other hand, no order of the draw pile, no seed (R23.6, B52).

use super::{Call, Debt, Direction, Seat, Stage, Standing, State, Status};
use crate::cards::{Color, Hand, Kind, Symbol};

/// The table as one seat sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// Whose view it is.
    pub seat: Seat,
    /// Who is due.
    pub status: Status,
    /// The seat's own cards.
    pub hand: Hand,
    /// Cards in each hand.
    pub counts: Vec<usize>,
    /// Whether each seat plays.
    pub standing: Vec<Standing>,
    /// The last-card call of each seat.
    pub calls: Vec<Call>,
    /// Points of the match.
    pub totals: Vec<i64>,
    /// The top card.
    pub top: Option<Kind>,
    /// The color in force.
    pub color: Option<Color>,
    /// A declared symbol.
    pub symbol: Option<Symbol>,
    /// The direction of play.
    pub direction: Direction,
    /// The count of the turn and whose it is.
    pub turn: (u32, Seat),
    /// How far the turn is; what another seat drew is left out.
    pub stage: Stage,
    /// Cards in the draw pile.
    pub draw: usize,
    /// The discard pile lies open: every card of it, the last is the top.
    pub discard: Vec<Kind>,
    /// Open debts, without the hands that a challenge would judge.
    pub debts: Vec<Debt>,
}

impl Observation {
    /// What this seat may know of the state.
    pub fn of(state: &State, seat: Seat) -> Self {
        let own = state.turn.seat == seat;
        let stage = match state.turn.stage {
            Stage::Drawn(_) if !own => Stage::Drawn(super::May::Any),
            stage => stage,
        };
        let hide = |debt: &Debt| Debt { play: None, ..debt.clone() };
        let each = || state.seats.iter();
        Self {
            seat,
            status: state.status(),
            hand: state.place(seat).hand.clone(),
            counts: each().map(|place| place.hand.len()).collect(),
            standing: each().map(|place| place.standing).collect(),
            calls: each().map(|place| place.call).collect(),
            totals: each().map(|place| place.total).collect(),
            top: state.top(),
            color: state.color,
            symbol: state.symbol,
            direction: state.direction,
            turn: (state.turn.no, state.turn.seat),
            stage,
            draw: state.draw.len(),
            discard: state.discard.clone(),
            debts: state.debts.iter().map(hide).collect(),
        }
    }
}
