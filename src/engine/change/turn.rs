//! Settling: leaving seats, calls, debts, the end of the round, the next turn. In this order.

use super::Done;
use crate::engine::definition::{Hook, Scope, Short};
use crate::engine::host::{Fault, Subject};
use crate::engine::table_match::Match;
use crate::limits::TURN_LIMIT;
use crate::table::{Advance, By, Event, How, MomentWhen, Seat, Stage, Task, Turn, TurnEnd, Value};

impl Match {
    /// One pass; `true`: there is new work.
    pub(super) fn settle(&mut self) -> Result<bool, Fault> {
        self.seats_leave();
        if self.state.over.is_some() {
            return Ok(!self.state.work.is_empty());
        }
        if self.state.turn.no == 0 && !self.state.turn.done {
            return Ok(!self.state.work.is_empty());
        }
        self.judge_duty();
        if !self.state.work.is_empty() {
            return Ok(true);
        }
        if self.settle_debt()? {
            return Ok(true);
        }
        if !self.state.debts.is_empty() {
            return Ok(false);
        }
        if self.state.ending.is_some() {
            self.finish();
            return Ok(true);
        }
        let active = self.state.active_count();
        if active <= 1 || self.one_team() {
            self.alone();
            return Ok(true);
        }
        let passes = if self.game.policy.short == Short::End { 1 } else { active };
        if usize::from(self.state.idle) >= passes {
            self.blocked();
            return Ok(true);
        }
        if !self.state.turn.done {
            return Ok(false);
        }
        self.end_turn()?;
        // Nothing is left to settle where a turn has begun and nobody hears of it.
        let state = &self.state;
        let more = !state.work.is_empty() || !state.debts.is_empty() || state.ending.is_some();
        Ok(more || state.turn.done || !state.fresh.is_empty())
    }

    /// The turn ends: its listeners first, then the next one.
    fn end_turn(&mut self) -> Done {
        let Turn { no, seat, .. } = self.state.turn;
        if no == 0 {
            return self.next_turn();
        }
        let event = || Event::TurnEnded { seat, no, how: TurnEnd::Done };
        self.note_if(By::Game, event);
        self.close_by_turn_end(no);
        let moments = self.due_moments(|when| matches!(when, MomentWhen::TurnEnd));
        let waits = self.game.hears(Hook::OnTurnEnded) || !moments.is_empty();
        if waits {
            self.st().work.push(Task::NextTurn);
            self.push_moments(moments);
            self.react(Hook::OnTurnEnded, event(), None);
            return Ok(());
        }
        self.next_turn()
    }

    /// The turn goes on to the next seat.
    pub(super) fn next_turn(&mut self) -> Done {
        if self.state.ending.is_some() || self.state.over.is_some() {
            return Ok(());
        }
        self.forget(Scope::Turn);
        let old = self.state.turn;
        let (next, must_play) = self.find_next()?;
        if old.no + 1 >= TURN_LIMIT {
            self.begin_ending(Vec::new(), crate::table::EndWhy::Limit);
            return Ok(());
        }
        let reached = self.reached(old.seat, next);
        let state = self.st();
        let no = old.no + 1;
        state.turn = Turn { no, seat: next, stage: Stage::Fresh, done: false, must_play };
        state.advance = Advance { from: next, skips: 0, to: None, must_play: false };
        state.down = None;
        let event = || Event::TurnStarted { seat: next, no, how: How::Turn };
        self.note_if(By::Game, event);
        let moments = self.count_reached(&reached);
        self.debts_fall_due();
        if self.game.hears(Hook::OnTurnStarted) {
            self.react(Hook::OnTurnStarted, event(), None);
        }
        if !moments.is_empty() {
            self.push_moments(moments);
        }
        Ok(())
    }

    fn find_next(&mut self) -> Result<(Seat, bool), Fault> {
        let advance = self.state.advance;
        let mut next = match advance.to {
            Some(seat) if self.state.active(seat) => seat,
            _ => {
                let Turn { seat, no, .. } = self.state.turn;
                let subject = Subject::Turn { seat, no };
                let steps = self.look().adjust(Hook::AdjustSteps, 1, subject)?;
                let steps = u32::try_from(steps).unwrap_or(1).min(64);
                self.state.step(advance.from, steps + u32::from(advance.skips))
            }
        };
        let mut must_play = advance.must_play;
        let mut bound = self.state.seats.iter().map(|place| u32::from(place.missing)).sum::<u32>();
        while self.state.place(next).missing > 0 && bound > 0 {
            bound -= 1;
            self.st().seats[next.index()].missing -= 1;
            self.skipped(next, By::Game);
            next = self.state.step(next, 1);
            must_play = false;
        }
        // A further turn of one among two may be for playing only (A22).
        let again = next == self.state.turn.seat && self.state.turn.no > 0;
        if again && self.state.active_count() == 2 && self.game.policy.extra_play_only {
            must_play = true;
        }
        Ok((next, must_play))
    }

    /// Places that the turn passes on its way, the last one included.
    fn reached(&self, from: Seat, to: Seat) -> Vec<Seat> {
        if self.state.moments.is_empty() {
            return Vec::new();
        }
        let mut at = from;
        let mut places = Vec::new();
        for _ in 0..self.state.seats.len() {
            at = self.state.beside(at, self.state.direction);
            places.push(at);
            if at == to {
                break;
            }
        }
        places
    }

    fn count_reached(&mut self, places: &[Seat]) -> Vec<(crate::table::RuleId, String, Value)> {
        if places.is_empty() {
            return Vec::new();
        }
        for moment in &mut self.st().moments {
            if let MomentWhen::TurnReaches { seat, count } = &mut moment.when
                && places.contains(seat)
            {
                *count = count.saturating_sub(1);
            }
        }
        self.due_moments(|when| matches!(when, MomentWhen::TurnReaches { count: 0, .. }))
    }

    /// Takes out the moments that have come.
    pub(super) fn due_moments(
        &mut self,
        due: impl Fn(&MomentWhen) -> bool,
    ) -> Vec<(crate::table::RuleId, String, Value)> {
        if self.state.moments.is_empty() {
            return Vec::new();
        }
        let come = self.st().moments.extract_if(.., |moment| due(&moment.when));
        come.map(|moment| (moment.rule, moment.name, moment.data)).collect()
    }

    pub(super) fn push_moments(&mut self, moments: Vec<(crate::table::RuleId, String, Value)>) {
        for (rule, name, data) in moments.into_iter().rev() {
            let task =
                Task::Do { rule, name, data, taker: None, play: None, used: 0, tape: Vec::new() };
            self.st().work.push(task);
        }
    }
}
