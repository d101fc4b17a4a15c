//! A match at a table: the definition, the state, the door to scripts. The engine's outside.

use super::definition::Game;
use super::host::Host;
use super::judge::Why;
use super::refusal::Refusal;
use crate::table::{Action, Seat, State, TableAction, Told};
use std::rc::Rc;

/// A match at a table.
#[derive(Clone)]
pub struct Match {
    pub(super) game: Rc<Game>,
    pub(super) state: Rc<State>,
    pub(super) host: Rc<dyn Host>,
    pub(super) told: Vec<Told>,
    pub(super) telling: bool,
}

impl Match {
    /// A match before its first deal.
    ///
    /// # Errors
    /// When the game cannot be played with so many seats.
    pub fn new(
        game: Rc<Game>,
        host: Rc<dyn Host>,
        seats: usize,
        seed: u64,
    ) -> Result<Self, Refusal> {
        let _ = (game, host, seats, seed);
        todo!()
    }
    /// A match at a position; the state must fit the game.
    pub fn at(game: Rc<Game>, host: Rc<dyn Host>, state: Rc<State>) -> Self {
        Self { game, state, host, told: Vec::new(), telling: true }
    }
    /// The definition.
    pub const fn game(&self) -> &Rc<Game> {
        &self.game
    }
    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }
    /// The state to keep: cheap, since it is copied only when the match goes on.
    pub fn snapshot(&self) -> Rc<State> {
        Rc::clone(&self.state)
    }
    /// The door to scripts.
    pub const fn host(&self) -> &Rc<dyn Host> {
        &self.host
    }
    /// Goes back (or on) to a state that was kept.
    pub fn restore(&mut self, state: Rc<State>) {
        self.state = state;
    }
    /// Whether events are told; the bulk simulator needs none.
    pub const fn tell(&mut self, telling: bool) {
        self.telling = telling;
    }
    /// A seat acts. Returns what happened.
    ///
    /// # Errors
    /// When it may not, or a rule fails: then nothing has changed.
    pub fn apply(&mut self, seat: Seat, action: Action) -> Result<Vec<Told>, Refusal> {
        let _ = (seat, action);
        todo!()
    }
    /// The table acts: deals, reports a hint, removes a seat.
    ///
    /// # Errors
    /// When it may not, or a rule fails: then nothing has changed.
    pub fn table(&mut self, action: TableAction) -> Result<Vec<Told>, Refusal> {
        let _ = action;
        todo!()
    }
    /// Deals a round whose first upcards are these, in this order: for tests and demonstrations.
    ///
    /// # Errors
    /// As [`Match::table`], and when the deck does not have these cards.
    pub fn deal_stacked(
        &mut self,
        dealer: Option<Seat>,
        upcards: &[crate::cards::Kind],
    ) -> Result<Vec<Told>, Refusal> {
        let _ = (dealer, upcards);
        todo!()
    }
    /// Everything that this seat may do now: exactly what [`Match::apply`] accepts, sorted.
    ///
    /// # Errors
    /// When a rule fails while it is asked.
    pub fn legal_actions(&self, seat: Seat) -> Result<Vec<Action>, Refusal> {
        let _ = seat;
        todo!()
    }
    /// Who says what about an action of a seat, and who decides.
    pub fn why(&self, seat: Seat, action: Action) -> Why {
        let _ = (seat, action);
        todo!()
    }
    /// An action as it is written: `play r7 uno`, `catch 2`, `answer blue`.
    pub fn action_text(&self, seat: Seat, action: Action) -> String {
        let _ = (seat, action);
        todo!()
    }
    /// The arguments that an offer has for a seat now; `Nil` alone where it takes none.
    ///
    /// # Errors
    /// When its rule fails.
    pub fn offer_arguments(
        &self,
        seat: Seat,
        offer: u8,
    ) -> Result<Vec<crate::table::Value>, Refusal> {
        let _ = (seat, offer);
        todo!()
    }
}
