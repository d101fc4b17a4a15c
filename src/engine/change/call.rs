//! The last-card call: who must, who has, who may be caught, and when a window shuts (R13).

use crate::engine::definition::{CatchUntil, Duty, Hook};
use crate::engine::table_match::Match;
use crate::table::{Action, By, Call, Effect, Event, Play, Reason, Seat, Who};

impl Match {
    /// A turn action shuts the windows of earlier omissions; which ones, is an option (A17).
    pub(super) fn close_windows(&mut self, play: bool) {
        let Some(policy) = self.game.policy.call else { return };
        let shuts = match policy.until {
            CatchUntil::NextAction => true,
            CatchUntil::NextPlay => play,
            CatchUntil::WhileOne => false,
        };
        if shuts && self.someone_exposed() {
            for place in &mut self.st().seats {
                if matches!(place.call, Call::Exposed { .. }) {
                    place.call = Call::Quiet;
                }
            }
        }
    }

    fn someone_exposed(&self) -> bool {
        self.state.seats.iter().any(|place| matches!(place.call, Call::Exposed { .. }))
    }

    /// The end of a later turn shuts windows that stay open until the next play.
    pub(super) fn close_by_turn_end(&mut self, no: u32) {
        let Some(policy) = self.game.policy.call else { return };
        if policy.until != CatchUntil::NextPlay || !self.someone_exposed() {
            return;
        }
        for place in &mut self.st().seats {
            if matches!(place.call, Call::Exposed { turn, .. } if turn < no) {
                place.call = Call::Quiet;
            }
        }
    }

    /// A hand has changed: a call belongs to a hand of exactly one card (A44, A45).
    pub(super) fn touched(&mut self, seat: Seat, replaced: bool) {
        let state = self.st();
        let place = &mut state.seats[seat.index()];
        if replaced || place.hand.len() != 1 {
            place.call = Call::Quiet;
        }
        state.fresh.insert(seat);
        if replaced && state.down == Some(seat) {
            state.down = None;
        }
    }

    /// The call made along with a play (R13.1).
    pub(super) fn call_with_play(&mut self, play: &Play) {
        if !play.call {
            return;
        }
        let seat = play.seat;
        if play.left.len() == 1 {
            self.counts.called += 1;
            self.st().seats[seat.index()].call = Call::Called;
            self.called(seat);
        } else {
            self.false_call(seat);
        }
    }

    fn called(&mut self, seat: Seat) {
        let event = Event::Called { seat };
        self.note(event.clone(), By::Player(seat));
        self.react(Hook::OnCalled, event, None);
    }

    fn false_call(&mut self, seat: Seat) {
        let n = self.game.policy.call.map_or(0, |call| call.false_call);
        self.counts.false_alarms += 1;
        self.note(Event::CalledFalsely { seat }, By::Player(seat));
        self.fine(seat, n, "false_call");
    }

    /// Cards for a breach of the call.
    fn fine(&mut self, seat: Seat, n: u16, cause: &str) {
        let by = self.by_rule("last_card_call");
        let who = Who::Seat(seat);
        let cause = Some(cause.into());
        self.request(Effect::Draw { who, n, reason: Reason::Penalty, cause }, by);
    }

    /// [`Action::Call`].
    pub(super) fn call_action(&mut self, seat: Seat) {
        let late = self.look().admit(seat, Action::Call).is_ok()
            && matches!(self.state.place(seat).call, Call::Exposed { by_play, .. }
                if !(by_play && self.game.policy.call.is_some_and(|c| c.with_play)));
        if late {
            self.counts.called_late += 1;
            self.st().seats[seat.index()].call = Call::Called;
            if self.game.policy.call.is_some_and(|call| call.call_catches) {
                self.catch_all(seat);
            }
            self.called(seat);
        } else {
            self.false_call(seat);
        }
    }

    /// One catch for all seats that may be caught, but for the one that catches (A17b).
    fn catch_all(&mut self, seat: Seat) {
        let exposed = |of: &Seat| matches!(self.state.place(*of).call, Call::Exposed { .. });
        let caught: Vec<Seat> = self.state.all().filter(|of| *of != seat && exposed(of)).collect();
        for of in caught.into_iter().rev() {
            self.caught(seat, of);
        }
    }

    fn caught(&mut self, seat: Seat, of: Seat) {
        self.st().seats[of.index()].call = Call::Quiet;
        self.counts.caught += 1;
        let event = Event::Caught { seat, of };
        self.note(event.clone(), By::Player(seat));
        // Without the built-in rule a script says what a catch costs (`on_caught`).
        if let Some(policy) = self.game.policy.call {
            self.fine(of, policy.penalty, "caught");
        }
        self.react(Hook::OnCaught, event, None);
    }

    /// [`Action::Catch`].
    pub(super) fn catch_action(&mut self, seat: Seat, of: Seat) {
        let policy = self.game.policy.call;
        if matches!(self.state.place(of).call, Call::Exposed { .. }) {
            if policy.is_some_and(|policy| policy.catch_all) {
                self.catch_all(seat);
            } else {
                self.caught(seat, of);
            }
        } else {
            self.counts.false_alarms += 1;
            self.note(Event::CaughtFalsely { seat, of }, By::Player(seat));
            self.fine(seat, policy.map_or(0, |call| call.false_catch), "false_catch");
        }
    }

    /// The seat may be caught from now on.
    pub(super) fn expose(&mut self, seat: Seat, by_play: bool, by: By) {
        let turn = self.state.turn.no;
        self.st().seats[seat.index()].call = Call::Exposed { turn, by_play };
        self.counts.exposed += 1;
        let event = Event::Exposed { seat };
        self.note(event.clone(), by);
        self.react(Hook::OnExposed, event, None);
    }

    /// Hands that changed are judged once the play they changed in is done (state machine §3.4).
    pub(super) fn judge_duty(&mut self) {
        if self.state.fresh.is_empty() {
            return;
        }
        let turn = self.state.turn;
        let down = self.state.down;
        let waits = |seat: Seat| seat == turn.seat && !turn.done;
        let ending = self.state.ending.is_some();
        for seat in self.state.fresh.iter() {
            if waits(seat) && !ending {
                continue;
            }
            self.st().fresh.remove(seat);
            if ending || !self.state.active(seat) {
                continue;
            }
            let count = self.state.place(seat).hand.len() as u16;
            let own_play = down == Some(seat);
            if self.game.hears(Hook::OnHandSettled) {
                self.react(Hook::OnHandSettled, Event::HandSettled { seat, count, own_play }, None);
            }
            let Some(policy) = self.game.policy.call else { continue };
            let duty = match policy.duty {
                Duty::AnyCause => true,
                Duty::OwnPlay => own_play,
                Duty::Off => false,
            };
            if duty && count == 1 && self.state.place(seat).call == Call::Quiet {
                let by = self.by_rule("last_card_call");
                self.expose(seat, own_play, by);
            }
        }
    }
}
