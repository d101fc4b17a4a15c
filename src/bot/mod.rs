//! Bots: something that chooses for a seat, from what that seat may know and the actions it has.

mod random;
mod uniform;

pub use random::Random;
pub use uniform::Uniform;

use crate::cards::Hand;
use crate::rng::Stream;
use crate::table::{Action, Seat, State, Value};

/// What a bot sees: a window on the state that shows one seat's knowledge only (R23.6).
#[derive(Clone, Copy)]
pub struct View<'a> {
    state: &'a State,
    seat: Seat,
}

impl<'a> View<'a> {
    /// The view of a seat.
    pub const fn new(state: &'a State, seat: Seat) -> Self {
        Self { state, seat }
    }
    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }
    /// The seat's own cards.
    pub fn hand(&self) -> &'a Hand {
        &self.state.place(self.seat).hand
    }
    /// The answers that the seat is asked to choose from; none when it is not asked.
    pub fn answers(&self) -> &'a [Value] {
        let ask = self.state.ask.as_ref();
        let asked = ask.and_then(|ask| ask.seats.iter().find(|asked| asked.seat == self.seat));
        asked.map_or(&[], |asked| &asked.options)
    }
    /// Whether the seat has drawn in this turn.
    pub fn has_drawn(&self) -> bool {
        let turn = &self.state.turn;
        turn.seat == self.seat && turn.stage != crate::table::Stage::Fresh
    }
}

/// Something that chooses for a seat.
pub trait Bot {
    /// One of the actions, which are all that the seat may do now and never none.
    fn choose(&mut self, view: &View<'_>, actions: &[Action], random: &mut Stream) -> Action;
}

/// The bot of this name.
pub fn named(name: &str) -> Option<Box<dyn Bot>> {
    match name {
        "random" => Some(Box::new(Random)),
        "uniform" => Some(Box::new(Uniform)),
        _ => None,
    }
}

/// The names of all bots.
pub const NAMES: &[&str] = &["random", "uniform"];
