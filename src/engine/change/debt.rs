//! Debts: opened, grown, moved, paid. +2, +4, Skip, stacking and challenges are this one thing.

use super::Done;
use crate::engine::definition::{Hook, Short};
use crate::engine::host::{Fault, Subject};
use crate::engine::table_match::Match;
use crate::table::{
    By, Debt, DebtChange, Delayed, Event, Owe, Play, Reason, Seat, Standing, WentOut,
};

impl Match {
    /// A seat comes to owe.
    pub(super) fn owe(&mut self, seat: Seat, owe: Owe, by: By, play: Option<&Play>) -> Done {
        let subject = Subject::Owe { seat, owe };
        let draw = self.look_at(play).adjust(Hook::AdjustOwe, i64::from(owe.draw), subject)?;
        let owe = Owe { draw: draw.min(i64::from(crate::limits::DRAW_LIMIT)) as u16, ..owe };
        if self.state.over.is_some() || (owe.draw == 0 && owe.skip == 0) {
            return Ok(());
        }
        let debt = self.new_debt(seat, owe, play, by);
        if owe.due > 0 {
            self.tell_debt(DebtChange::Delayed, &debt, by);
            self.st().delayed.push(Delayed { turns: owe.due, debt });
            return Ok(());
        }
        let in_air = self.state.debts.first().is_some_and(|first| first.seat.is_none());
        let standing = self.state.debts.iter().position(|d| d.seat == Some(seat));
        if in_air {
            self.grow(0, &debt, by);
        } else if let Some(at) = standing {
            self.grow(at, &debt, by);
        } else {
            let quiet = debt.owe.draw == 0 && !self.game.debt_answerable(debt.symbol);
            if !quiet {
                self.tell_debt(DebtChange::Opened, &debt, by);
            }
            // A calm table stays so if it is paid at once.
            self.calm_st().debts.push(debt);
        }
        Ok(())
    }

    fn new_debt(&self, seat: Seat, owe: Owe, play: Option<&Play>, by: By) -> Debt {
        let deck = &self.game.deck;
        let symbol = play.map(|play| deck.card(play.card).symbol);
        let next = self.look().next_in_line();
        // A start card has no player (R5.7), and a debt of a rule's own is not about a card.
        let played = play.filter(|play| play.how != crate::table::How::Start);
        let judged = play.is_some_and(|play| self.game.swift().judged.has(play.card));
        let record = if judged { played.cloned().map(Box::new) } else { None };
        Debt {
            seat: Some(seat),
            owe,
            symbol,
            by: played.map(|play| play.seat),
            from: by,
            cards: 1,
            alike: 1,
            in_line: seat == next,
            play: record,
        }
    }

    /// Amounts add up; turns only where `skip` does.
    fn grow(&mut self, at: usize, more: &Debt, by: By) {
        let state = self.st();
        let debt = &mut state.debts[at];
        debt.seat = more.seat;
        debt.owe.draw = debt.owe.draw.saturating_add(more.owe.draw);
        debt.owe.skip = debt.owe.skip.saturating_add(more.owe.skip);
        debt.owe.closed |= more.owe.closed;
        if more.symbol.is_some() && more.by.is_some() && more.play != debt.play {
            debt.alike = if debt.symbol == more.symbol { debt.alike.saturating_add(1) } else { 1 };
            debt.symbol = more.symbol;
            debt.by = more.by;
            debt.cards = debt.cards.saturating_add(1);
            debt.play.clone_from(&more.play);
            debt.in_line = more.in_line;
        }
        let debt = debt.clone();
        self.tell_debt(DebtChange::Grown, &debt, by);
    }

    fn tell_debt(&mut self, change: DebtChange, debt: &Debt, by: By) {
        let (draw, skip) = (debt.owe.draw, debt.owe.skip);
        let event = || Event::DebtChanged { change, seat: debt.seat, draw, skip };
        self.happened(Hook::OnDebtChanged, by, debt.play.as_deref(), event);
    }

    /// A debt still in the air comes down on the next seat, never on the one that answered.
    pub(super) fn land(&mut self, answerer: Seat) {
        if self.state.debts.first().is_none_or(|debt| debt.seat.is_some()) {
            return;
        }
        let mut seat = self.look().next_in_line();
        if seat == answerer {
            seat = self.state.step(answerer, 1);
        }
        self.move_debt(seat, By::Game);
    }

    /// The open debt goes to another seat.
    pub(super) fn move_debt(&mut self, seat: Seat, by: By) {
        let in_line = seat == self.look().next_in_line();
        let Some(debt) = self.st().debts.first_mut() else { return };
        debt.seat = Some(seat);
        debt.in_line = in_line;
        let debt = debt.clone();
        self.tell_debt(DebtChange::Moved, &debt, by);
    }

    /// The open debt is forgiven.
    pub(super) fn clear_debt(&mut self, by: By) {
        if self.state.debts.is_empty() {
            return;
        }
        let debt = self.st().debts.remove(0);
        self.tell_debt(DebtChange::Forgiven, &debt, by);
    }

    /// The debt is paid: its cards are drawn, and its turns are lost.
    pub(super) fn pay(&mut self, debt: Debt) -> Done {
        let Some(seat) = debt.seat else { return Ok(()) };
        if self.state.place(seat).standing != Standing::In {
            return Ok(());
        }
        let Owe { draw, skip, keep_turn, .. } = debt.owe;
        let by = debt.from;
        let turns = if keep_turn { 0 } else { skip.max(u8::from(draw > 0)) };
        let now = self.lose_turns(seat, turns, debt.in_line);
        if draw > 0 {
            let event = || Event::DebtPaid { seat, draw, skip };
            self.happened(Hook::OnDebtPaid, By::Player(seat), debt.play.as_deref(), event);
            if by == By::Game {
                // The rest of a draw, whose number the rules have adjusted.
                return self.draw_cards(seat, draw, None, Reason::Debt, None, by);
            }
            if !self.game.hears(Hook::InsteadOfDraw) {
                return self.draw(seat, draw, Reason::Debt, None, by);
            }
            let who = crate::table::Who::Seat(seat);
            let effect =
                crate::table::Effect::Draw { who, n: draw, reason: Reason::Debt, cause: None };
            self.request(effect, by);
        } else if now {
            self.skipped(seat, by);
        }
        Ok(())
    }

    /// Whether one of the turns is lost now; the others are told of when they are missed.
    fn lose_turns(&mut self, seat: Seat, turns: u8, in_line: bool) -> bool {
        if turns == 0 {
            return false;
        }
        let state = self.st();
        let own_turn = state.turn.seat == seat && !state.turn.done;
        if in_line {
            state.advance.from = seat;
            state.advance.skips = 0;
        } else if own_turn {
            state.turn.done = true;
        }
        let now = in_line || own_turn;
        let rest = turns - u8::from(now);
        let missing = &mut state.seats[seat.index()].missing;
        *missing = missing.saturating_add(rest);
        now
    }

    /// A seat is passed over.
    pub(super) fn skipped(&mut self, seat: Seat, by: By) {
        self.happened(Hook::OnSeatSkipped, by, None, || Event::SeatSkipped { seat });
    }

    /// `skip(seat)`: its next chance is passed over.
    pub(super) fn skip(&mut self, seat: Seat, by: By) {
        let in_line = self.state.turn.done || self.state.turn.seat != seat;
        let next = in_line && seat == self.look().next_in_line();
        if self.lose_turns(seat, 1, next) {
            self.skipped(seat, by);
        }
    }

    /// Debts that are due whatever anybody does are paid at once. Whether one was.
    pub(super) fn settle_debt(&mut self) -> Result<bool, Fault> {
        let Some(debt) = self.state.debts.first() else { return Ok(false) };
        let Some(seat) = debt.seat else { return Ok(false) };
        let ending = self.state.ending.is_some();
        let place = self.state.place(seat);
        let gone = place.standing != Standing::In || place.leaving;
        let dropped = ending && !self.game.policy.last_draw_counts;
        let forgiven = gone
            || dropped
            || self.state.ending.as_ref().is_some_and(|e| e.why != crate::table::EndWhy::Won);
        if forgiven {
            if gone {
                // Whoever owed is gone; the seat after him acts (E194).
                let (in_line, owe) = (debt.in_line, debt.owe);
                if in_line && !owe.keep_turn {
                    let state = self.st();
                    state.advance.from = seat;
                    state.advance.skips = 0;
                }
            }
            self.clear_debt(By::Game);
            return Ok(true);
        }
        if self.look().waits(debt) {
            return Ok(false);
        }
        let debt = self.st().debts.remove(0);
        self.pay(debt)?;
        Ok(true)
    }

    /// Cards that were not there are owed from the next turn on in which there are some (A9).
    pub(super) fn owe_the_rest(&mut self, seat: Seat, draw: u16) {
        if self.state.place(seat).standing != Standing::In {
            return;
        }
        let owe = Owe { draw, due: 1, keep_turn: true, closed: true, ..Owe::default() };
        let debt = self.new_debt(seat, owe, None, By::Game);
        self.tell_debt(DebtChange::Delayed, &debt, By::Game);
        self.st().delayed.push(Delayed { turns: owe.due, debt });
    }

    /// A turn has begun: debts that fall due now are owed now (C61).
    pub(super) fn debts_fall_due(&mut self) {
        if self.state.delayed.is_empty() {
            return;
        }
        let nothing = self.game.policy.short == Short::Owe && self.look().available() == 0;
        let state = self.st();
        for delayed in &mut state.delayed {
            delayed.turns = delayed.turns.saturating_sub(1);
        }
        let due =
            |delayed: &mut Delayed| delayed.turns == 0 && !(nothing && delayed.debt.owe.draw > 0);
        let due: Vec<Delayed> = state.delayed.extract_if(.., due).collect();
        for Delayed { mut debt, .. } in due {
            debt.owe.due = 0;
            debt.in_line = false;
            let (change, by) = (DebtChange::Opened, By::Game);
            self.tell_debt(change, &debt, by);
            self.st().debts.push(debt);
        }
    }
}

/// Whether a play that emptied its hand ended the round.
pub(super) fn ends_round(play: Option<&Play>) -> bool {
    play.is_some_and(|play| play.went_out == WentOut::Round)
}
