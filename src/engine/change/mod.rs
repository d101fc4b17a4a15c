//! The only code that changes a [`State`]: one action, from its admission to the next decision.
//!
//! admit → commit → work stack → settle. Everything happens or nothing does: where a script could
//! fail half-way, the state before is kept until the action is done.

mod ask;
mod backup;
mod call;
mod calm;
mod deal;
mod debt;
mod draw;
mod effect;
mod end;
mod leave;
mod match_end;
mod memory;
mod play;
mod recorder;
mod rules_change;
mod swift;
mod turn;
mod work;

use super::host::{Fault, FaultCode, Look};
use super::refusal::{Code, Refusal};
use super::table_match::Match;
use crate::engine::definition::Hook;
use crate::table::{
    Action, By, Effect, Event, Play, Reason, RuleId, Seat, Stage, State, TableAction, Task, Told,
    Value, Who,
};
use std::rc::Rc;

pub(super) use backup::Backup;
pub(super) use recorder::Recorder;

pub(super) type Done = Result<(), Fault>;

impl Match {
    /// The state, to be changed. Copied only while somebody keeps the one before.
    #[inline(always)]
    fn st(&mut self) -> &mut State {
        self.calm = false;
        self.calm_st()
    }

    /// The same for a change that leaves a calm table calm (`calm.rs`).
    #[inline(always)]
    fn calm_st(&mut self) -> &mut State {
        if Rc::get_mut(&mut self.state).is_none() {
            self.copy_state();
        }
        Rc::get_mut(&mut self.state).expect("a copy that nobody else has")
    }

    #[cold]
    #[inline(never)]
    fn copy_state(&mut self) {
        self.state = Rc::new(State::clone(&self.state));
    }

    /// What may be read, as things stand.
    pub(super) fn look(&self) -> Look<'_> {
        Look { game: &self.game, state: &self.state, play: None, host: &self.host }
    }

    fn look_at<'a>(&'a self, play: Option<&'a Play>) -> Look<'a> {
        Look { play, ..self.look() }
    }

    /// Runs `change` as a whole: on an error nothing has happened.
    pub(super) fn whole(
        &mut self,
        change: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<Vec<Told>, Refusal> {
        self.told.clear();
        self.backup.forget();
        self.host.forget();
        let scripted = self.game.scripted();
        // Somebody keeps it in any case, or it is copied to where memory is used again.
        let kept = (scripted && Rc::strong_count(&self.state) > 1).then(|| Rc::clone(&self.state));
        if scripted && kept.is_none() {
            self.backup.copy(&self.state);
        }
        match change(self) {
            Ok(()) => Ok(std::mem::take(&mut self.told)),
            Err(refusal) => {
                let copy = || self.backup.copied().filter(|_| scripted);
                if let Some(before) = kept.or_else(copy) {
                    self.set_state(before);
                }
                self.told.clear();
                Err(refusal)
            }
        }
    }

    /// A seat's action, already admitted.
    #[inline]
    pub(super) fn act(&mut self, seat: Seat, action: Action) -> Done {
        if self.calm {
            if self.act_calmly(seat, action, false) {
                return self.turn_is_heard(action);
            }
            if let Action::Play { card, call: false } = action
                && self.effect_calmly(seat, card)?
            {
                return Ok(());
            }
        }
        self.act_in_full(seat, action)
    }

    #[inline(never)]
    fn act_in_full(&mut self, seat: Seat, action: Action) -> Done {
        if self.state.ask.is_none() {
            self.st().effects = 0;
        }
        if !matches!(action, Action::Offer { .. } | Action::Answer(_)) {
            self.forget_window();
        }
        match action {
            Action::Play { card, call } => {
                let how = self.look().way(seat).unwrap_or(crate::table::How::Jump);
                let by = By::Player(seat);
                if self.game.hears(Hook::InsteadOfPlay) {
                    self.request(Effect::Play { seat, card, how, call }, by);
                } else {
                    self.commit_play(seat, card, how, call, by)?;
                }
            }
            Action::Draw => self.draw_action(seat)?,
            Action::Pass => self.pass_action(seat),
            Action::Take => {
                let debt = self.st().debts.remove(0);
                self.pay(debt)?;
            }
            Action::Answer(answer) => self.answer(seat, answer),
            Action::Call => self.call_action(seat),
            Action::Catch(of) => self.catch_action(seat, of),
            Action::Offer { offer, argument } => self.offer_action(seat, offer, argument)?,
        }
        self.go_on()
    }

    fn draw_action(&mut self, seat: Seat) -> Done {
        self.close_windows(false);
        let at_once = self.swift && self.game.swift().draws;
        let state = self.st();
        if let Some(last) = &mut state.last_draw {
            last.cards.clear();
        }
        state.idle = 0;
        if at_once {
            self.draw(seat, 1, Reason::Turn, None, By::Player(seat))?;
            self.drawn();
            return Ok(());
        }
        state.work.push(Task::Drawn);
        if !self.game.hears(Hook::InsteadOfDraw) {
            return self.draw(seat, 1, Reason::Turn, None, By::Player(seat));
        }
        let who = Who::Seat(seat);
        let effect = Effect::Draw { who, n: 1, reason: Reason::Turn, cause: None };
        self.request(effect, By::Player(seat));
        Ok(())
    }

    fn pass_action(&mut self, seat: Seat) {
        let nothing = self.look().available() == 0 && self.state.turn.stage == Stage::Fresh;
        let stuck = self.state.turn.stage == Stage::Fresh && !nothing && self.left_alone(seat);
        self.close_windows(false);
        let state = self.st();
        state.idle = if nothing { state.idle + 1 } else { 0 };
        state.turn.done = true;
        let event = || Event::Passed { seat, stuck };
        self.note_if(By::Player(seat), event);
        if stuck {
            self.react(Hook::OnStuck, event(), None);
        }
    }

    /// Whether the seat passes because nothing else is left to it.
    fn left_alone(&self, seat: Seat) -> bool {
        !self.state.turn.must_play && self.look().stuck(seat).unwrap_or(false)
    }

    fn offer_action(&mut self, seat: Seat, offer: u8, argument: u16) -> Done {
        let what = &self.game.offers[offer as usize];
        let (rule, name) = (what.rule, what.name.clone());
        let with =
            self.look().arguments(seat, offer).map_err(|refusal| self.fault(rule, refusal))?;
        let with = with.get(argument as usize).cloned().unwrap_or(Value::Nil);
        let event = Event::Offered { seat, name: name.clone(), with: with.clone() };
        self.note(event, By::Player(seat));
        let play = self.state.debts.first().and_then(|debt| debt.play.as_deref().cloned());
        let task =
            Task::Do { rule, name, data: with, taker: Some(seat), play, used: 0, tape: Vec::new() };
        self.st().work.push(task);
        Ok(())
    }

    fn fault(&self, rule: RuleId, refusal: Refusal) -> Fault {
        Fault {
            kind: FaultCode::Error,
            rule: refusal.rule.unwrap_or_else(|| self.game.rule(rule).name.clone()),
            hook: "offer".into(),
            at: refusal.at,
            text: refusal.text,
        }
    }

    /// Whether the table may do this now.
    pub(super) fn admit_table(&self, action: TableAction) -> Result<(), Refusal> {
        let no = |code, text: &str| Err(Refusal::new(code, text));
        let state = self.state();
        let known = |seat: Seat| {
            let text = format!("there is no seat {seat} at this table");
            if state.knows(seat) { Ok(()) } else { Err(Refusal::new(Code::BadSeat, text)) }
        };
        match action {
            TableAction::Deal => self.admit_deal(),
            TableAction::Hint(seat) => {
                known(seat)?;
                if self.game.policy.hint == 0 {
                    return no(Code::NoEffect, "hints cost nothing in this game");
                }
                if state.over.is_some() || state.ending.is_some() {
                    return no(Code::RoundOver, "the round is over");
                }
                if state.ask.is_some() {
                    return no(Code::QuestionOpen, "a question is open");
                }
                if !self.look().plays(seat) {
                    return no(Code::NoEffect, "that seat does not play");
                }
                Ok(())
            }
            TableAction::Remove(seat) => {
                known(seat)?;
                let place = state.place(seat);
                if place.leaving || place.standing == crate::table::Standing::Gone {
                    return no(Code::NoEffect, "that seat has left already");
                }
                Ok(())
            }
        }
    }

    /// The table's action, already admitted.
    pub(super) fn act_table(&mut self, action: TableAction) -> Done {
        if self.state.ask.is_none() {
            self.st().effects = 0;
        }
        match action {
            TableAction::Deal => self.deal(None, Vec::new())?,
            TableAction::Hint(seat) => {
                self.note(Event::Hinted { seat }, By::Table);
                let n = self.game.policy.hint;
                let who = Who::Seat(seat);
                let cause = Some("hint".into());
                let effect = Effect::Draw { who, n, reason: Reason::Penalty, cause };
                let by = self.by_rule("hints");
                self.request(effect, by);
            }
            TableAction::Remove(seat) => self.leave(seat),
        }
        self.go_on()
    }

    /// Works until somebody has to decide or the round is over.
    pub(super) fn go_on(&mut self) -> Done {
        loop {
            if !self.state.work.is_empty() {
                self.run()?;
            }
            if self.state.ask.is_some() {
                return Ok(());
            }
            let begun = self.next_at_once()?;
            if begun && self.state.work.is_empty() || !begun && !self.settle()? {
                // Equal positions have equal bytes, whatever it took to come there.
                self.st().effects = 0;
                self.calm = begun && self.nothing_passes();
                return Ok(());
            }
        }
    }

    /// The same where it is only told of.
    fn told_by(&self, name: &str) -> By {
        if self.telling { self.by_rule(name) } else { By::Game }
    }

    /// The built-in rule of this name, as who is behind something; the game itself without it.
    fn by_rule(&self, name: &str) -> By {
        self.game.rule_named(name).map_or(By::Game, By::Rule)
    }

    /// Tells what happened, to whom wants to know.
    #[inline]
    fn note(&mut self, event: Event, by: By) {
        if self.telling {
            self.told.push(Told { event, by });
        }
    }

    /// The same for what happens all the time: the event is made only if somebody wants it.
    #[inline]
    fn note_if(&mut self, by: By, event: impl FnOnce() -> Event) {
        if self.telling {
            self.told.push(Told { event: event(), by });
        }
    }

    /// Tells what happened and puts its listeners on the work stack, if anybody wants it.
    fn happened(&mut self, hook: Hook, by: By, play: Option<&Play>, event: impl FnOnce() -> Event) {
        if self.telling || self.game.hears(hook) {
            let event = event();
            self.note(event.clone(), by);
            self.react(hook, event, play);
        }
    }

    /// Puts the listeners of an event on the work stack, if there are any.
    fn react(&mut self, hook: Hook, event: Event, play: Option<&Play>) {
        if self.game.hears(hook) {
            let play = play.cloned();
            self.st().work.push(Task::React { event, play, next: 0, tape: Vec::new() });
        }
    }

    /// Puts an effect on the work stack.
    fn request(&mut self, effect: Effect, by: By) {
        let task = Task::Apply { effect, by, play: None, used: 0, next: 0, tape: Vec::new() };
        self.st().work.push(task);
    }
}
