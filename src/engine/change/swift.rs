//! What nobody can have a say in is done at once, without records for listeners and without the
//! work stack: cards that do nothing, and what a card does of whose play nobody hears otherwise.
//!
//! It comes to the same as the long way: `Match::short_ways` switches it off, and tests/ways.rs
//! compares the two.

use super::Done;
use super::work::{Outcome, Run};
use crate::cards::Kind;
use crate::engine::definition::{Body, Hook, Listener, Scope};
use crate::engine::host::{Fault, Subject};
use crate::engine::table_match::Match;
use crate::limits::{EFFECT_LIMIT, TURN_LIMIT};
use crate::table::{
    By, Call, Effect, Event, How, Play, Seat, Stage, Standing, Task, Turn, TurnEnd, WentOut, Who,
};
use std::rc::Rc;

impl Match {
    /// Whether this play does nothing but to lay the card.
    pub(super) fn plain(&self, seat: Seat, card: Kind, how: How, call: bool) -> bool {
        let state = &self.state;
        self.swift
            && self.game.swift().plain.has(card)
            && how == How::Turn
            && !call
            && state.turn.seat == seat
            && state.debts.is_empty()
            && state.place(seat).hand.len() > 1
    }

    /// Lays such a card.
    pub(super) fn plain_play(&mut self, seat: Seat, card: Kind, by: By) {
        self.close_windows(true);
        self.forget(Scope::Top);
        let color = self.game.deck.card(card).color;
        let state = self.st();
        let place = &mut state.seats[seat.index()];
        let held = place.hand.remove(card);
        debug_assert!(held, "a play is judged before it is committed");
        let left = place.hand.len() as u16;
        if left == 1 {
            state.down = Some(seat);
        } else {
            place.call = Call::Quiet;
        }
        state.fresh.insert(seat);
        state.discard.push(card);
        state.color = color;
        state.symbol = None;
        state.plays += 1;
        state.idle = 0;
        state.turn.stage = Stage::Fresh;
        state.turn.done = true;
        let how = How::Turn;
        self.note_if(by, || Event::CardPlayed { seat, card, how, call: false, left });
    }

    /// The turn goes on to the next seat where nothing is open, nobody hears of its end and no
    /// seat has anything to be judged. Whether it did.
    pub(super) fn next_at_once(&mut self) -> Result<bool, Fault> {
        let state = &*self.state;
        let Turn { no, seat, .. } = state.turn;
        let advance = state.advance;
        if !state.work.is_empty() || !state.debts.is_empty() || !self.turn_is_over() {
            return Ok(false);
        }
        let next = state.step(advance.from, 1 + u32::from(advance.skips));
        if next == seat {
            return Ok(false); // a further turn, which may be for playing only
        }
        self.forget(Scope::Turn);
        super::calm::begin_turn(self.st(), next);
        let started = Event::TurnStarted { seat: next, no: no + 1, how: How::Turn };
        self.note_if(By::Game, || Event::TurnEnded { seat, no, how: TurnEnd::Done });
        self.note_if(By::Game, || started.clone());
        if self.game.swift().may_be_heard(self.state.place(next).hand.len()) {
            self.hear_at_once(Hook::OnTurnStarted, started)?;
        }
        Ok(true)
    }

    /// Whether the turn is done, and nothing comes before the next one but work and debts.
    pub(super) fn turn_is_over(&self) -> bool {
        let state = &*self.state;
        let Turn { no, done, .. } = state.turn;
        let open = !state.delayed.is_empty()
            || !state.moments.is_empty()
            || state.ask.is_some()
            || state.ending.is_some()
            || state.over.is_some();
        done && no > 0
            && no + 1 < TURN_LIMIT
            && state.idle == 0
            && !open
            && state.advance.to.is_none()
            && !state.advance.must_play
            && self.swift
            && self.game.swift().turns
            && self.seats_are_quiet()
    }

    /// Whether no seat leaves, misses a turn, may be caught or has to call, and at least two play
    /// against each other.
    fn seats_are_quiet(&self) -> bool {
        let state = &*self.state;
        let duty = self.game.swift().duty;
        let (mut first, mut others) = (None, false);
        for (at, place) in state.seats.iter().enumerate() {
            let judged = duty && place.hand.len() == 1 && state.fresh.has(Seat(at as u8));
            let exposed = matches!(place.call, Call::Exposed { .. });
            if place.leaving || place.missing > 0 || judged || exposed {
                return false;
            }
            if place.standing == Standing::In {
                others |= first.is_some_and(|team| team != place.team);
                first = first.or(Some(place.team));
            }
        }
        others
    }

    /// Tells listeners of an event while nothing else is to be done, until something has to wait.
    pub(super) fn hear_at_once(&mut self, hook: Hook, event: Event) -> Done {
        let game = Rc::clone(&self.game);
        let listeners = game.listeners(hook);
        self.calm_st().effects += 1;
        for (at, listener) in listeners.iter().enumerate() {
            let seat = event.seat().unwrap_or(self.state.turn.seat);
            if !listener.filter.may_hold(&self.state, seat) {
                continue;
            }
            if !listener.filter.is_plain() {
                let (facts, card) = self.look().facts_of(&Subject::Event(&event));
                if !listener.filter.holds(&game.deck, &facts, card) {
                    continue;
                }
            }
            let (rule, uses) = (listener.rule, &listener.uses);
            let run = Run { rule, play: None, used: 0, uses };
            let subject = Subject::Event(&event);
            let outcome = self.enter(&run, &listener.body, &listener.name, subject, &[])?;
            let next = match outcome {
                Outcome::Asked => at,
                Outcome::Done(_) => at + 1,
            };
            if next == listeners.len() {
                return Ok(());
            }
            self.calm_st().effects += 1;
            if !self.state.work.is_empty() || self.state.ask.is_some() {
                self.st().effects -= 1;
                let next = next as u16;
                let rest = Task::React { event, play: None, next, tape: Vec::new() };
                self.st().work.insert(0, rest);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether nobody hears of this play, and nothing but what the card does is left.
    pub(super) fn swift_effect(&self, play: &Play) -> bool {
        self.swift
            && play.went_out == WentOut::No
            && self.game.swift().effects
            && self.state.work.is_empty()
            && self.state.ask.is_none()
            && self.state.debts.is_empty()
    }

    /// What the card does, until something has to wait.
    pub(super) fn effect_at_once(&mut self, play: &Play) -> Done {
        if !self.game.effect_kinds().has(play.card) {
            return Ok(());
        }
        let game = Rc::clone(&self.game);
        let fixed = game.swift().fixed.has(play.card) && play.how == How::Turn;
        let heard = game.hearing(play.card);
        let listeners = &game.listeners(Hook::OnCardEffect)[heard.clone()];
        let mut effects = std::mem::take(&mut self.queue);
        // Counted as the tasks of the long way are.
        self.calm_st().effects += 1;
        for (at, listener) in heard.clone().zip(listeners) {
            if !listener.filter.kinds().has(play.card) {
                continue;
            }
            let look = self.look_at(Some(play));
            let subject = Subject::Play(play);
            if !fixed {
                let (facts, card) = look.facts_of(&subject);
                if !listener.filter.holds(&game.deck, &facts, card) {
                    continue;
                }
            }
            let more = at + 1 < heard.end;
            let done = if let Body::Run(_) | Body::Owe(_) = &listener.body {
                effects.clear();
                if let Body::Run(native) = &listener.body {
                    native(&look, &subject, &mut effects);
                } else if let Body::Owe(owes) = &listener.body {
                    let owe = owes(&game, play.card, play.how);
                    effects.push(Effect::Owe { who: Who::Next, owe });
                }
                listener.uses.add(!effects.is_empty(), !effects.is_empty());
                self.effects_at_once(&mut effects, By::Rule(listener.rule), play, !more)?
            } else if let Some(mut effects) = self.script_at_once(listener, play)? {
                self.effects_at_once(&mut effects, By::Rule(listener.rule), play, !more)?
            } else {
                self.listen_later(play, at as u16);
                break;
            };
            if done {
                self.calm_st().effects += u32::from(more);
                continue;
            }
            if more {
                self.listen_later(play, at as u16 + 1);
            }
            break;
        }
        self.queue = effects;
        Ok(())
    }

    /// Applies what cards do most, where nobody can replace it. Whether it is done.
    #[inline]
    fn effect_quickly(
        &mut self,
        effect: &Effect,
        by: By,
        play: &Play,
        last: bool,
    ) -> Result<bool, Fault> {
        match *effect {
            Effect::Owe { who: Who::Next, owe } if !self.game.hears(Hook::InsteadOfOwe) => {
                if !last || !self.owe_calmly(owe, play) {
                    self.owe(self.look().next_in_line(), owe, by, Some(play))?;
                }
            }
            Effect::Reverse if !self.game.hears(Hook::InsteadOfReverse) => self.reverse(by),
            Effect::ChooseColor { who: Who::Seat(seat) }
                if !self.game.hears(Hook::InsteadOfChooseColor) =>
            {
                self.ask_color(seat, by);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Applies effects one after the other as long as nothing has to wait; what is left then lies
    /// under what is waited for. `last`: nothing of the play comes after them. Whether all of it
    /// is done.
    pub(super) fn effects_at_once(
        &mut self,
        effects: &mut Vec<Effect>,
        by: By,
        play: &Play,
        last: bool,
    ) -> Result<bool, Fault> {
        let count = effects.len();
        for at in 0..count {
            self.calm_st().effects += 1;
            let quick = self.state.effects < EFFECT_LIMIT;
            if !quick || !self.effect_quickly(&effects[at], by, play, last && at + 1 == count)? {
                let effect = std::mem::replace(&mut effects[at], Effect::ClearDebt);
                self.effect_slowly(effect, by, play, quick)?;
            }
            if !self.state.work.is_empty() || self.state.ask.is_some() {
                if at + 1 < count {
                    self.rest_later(effects.drain(at + 1..), by, play);
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for any effect.
    #[inline(never)]
    fn effect_slowly(&mut self, effect: Effect, by: By, play: &Play, allowed: bool) -> Done {
        let replaced = super::effect::replacement_of(&effect);
        if replaced.is_some_and(|hook| self.game.hears(hook)) || !allowed {
            self.st().effects -= 1; // it counts when it is taken from the stack
            self.st().work.push(later(effect, by, play));
        } else if let Some(effect) = self.look_seats_up(effect, by, Some(play), 0) {
            self.do_effect(effect, by, Some(play), 0)?;
        }
        Ok(())
    }

    /// Effects that wait lie under what they wait for.
    #[inline(never)]
    fn rest_later(&mut self, rest: std::vec::Drain<'_, Effect>, by: By, play: &Play) {
        for effect in rest {
            self.st().work.insert(0, later(effect, by, play));
        }
    }

    /// Enters a script about what a card does. What it wants done, unless it asks first.
    #[inline(never)]
    fn script_at_once(
        &mut self,
        listener: &Listener,
        play: &Play,
    ) -> Result<Option<Vec<Effect>>, Fault> {
        let (rule, uses) = (listener.rule, &listener.uses);
        let run = Run { rule, play: Some(play), used: 0, uses };
        let subject = Subject::Play(play);
        let entered = self.entered(&run, &listener.body, &listener.name, subject, &[])?;
        Ok(match entered {
            (Outcome::Done(_), effects) => Some(effects),
            (Outcome::Asked, _) => None,
        })
    }

    /// So do listeners, from this one on.
    #[inline(never)]
    fn listen_later(&mut self, play: &Play, next: u16) {
        let event = Event::CardEffect { seat: play.seat, card: play.card };
        let play = Some(play.clone());
        self.st().work.insert(0, Task::React { event, play, next, tape: Vec::new() });
    }
}

fn later(effect: Effect, by: By, play: &Play) -> Task {
    let play = Some(play.clone());
    Task::Apply { effect, by, play, used: 0, next: 0, tape: Vec::new() }
}
