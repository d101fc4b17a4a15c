//! A seat leaves the table, at any moment (E171–E173, E194).

use crate::engine::definition::Hook;
use crate::engine::table_match::Match;
use crate::table::{By, Call, Event, Seat, Standing, TurnEnd};

impl Match {
    /// Marks a seat as leaving; it goes when the step is done, never beneath a half-run hook.
    pub(super) fn leave(&mut self, seat: Seat) {
        self.st().seats[seat.index()].leaving = true;
        self.answer_by_default(seat);
    }

    /// The seats that are leaving go.
    pub(super) fn seats_leave(&mut self) {
        if self.state.ask.is_some() || !self.state.seats.iter().any(|place| place.leaving) {
            return;
        }
        let leaving: Vec<Seat> =
            self.state.all().filter(|seat| self.state.place(*seat).leaving).collect();
        for seat in leaving {
            self.seat_leaves(seat);
        }
    }

    fn seat_leaves(&mut self, seat: Seat) {
        let was_in = self.state.active(seat);
        let state = self.st();
        let place = &mut state.seats[seat.index()];
        let cards: Vec<_> = place.hand.cards().collect();
        place.hand.clear();
        place.call = Call::Quiet;
        place.leaving = false;
        place.missing = 0;
        // A winner has won, whether or not he stays (E194).
        if was_in || !matches!(place.standing, Standing::Out(_)) {
            place.standing = Standing::Gone;
        }
        state.discard.splice(0..0, cards);
        state.fresh.remove(seat);
        if state.advance.to == Some(seat) {
            state.advance.to = None;
        }
        let event = Event::SeatLeft { seat };
        self.note(event.clone(), By::Table);
        self.react(Hook::OnSeatLeft, event, None);
        // Nobody is there any more to be challenged (B11).
        for debt in &mut self.st().debts {
            if debt.play.as_ref().is_some_and(|play| play.seat == seat) {
                debt.play = None;
            }
        }
        if !was_in || self.state.over.is_some() {
            return;
        }
        let state = self.st();
        let turn = state.turn;
        if turn.seat == seat && !turn.done && turn.no > 0 {
            state.turn.done = true;
            state.advance = crate::table::Advance { from: seat, ..state.advance };
            let event = Event::TurnEnded { seat, no: turn.no, how: TurnEnd::Removed };
            self.note(event, By::Table);
        }
    }
}
