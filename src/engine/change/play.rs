//! A card is played: committed at once, going out judged before anything could refill the hand.

use super::Done;
use crate::cards::{Kind, KindSet};
use crate::engine::definition::{Format, GuiltyIf, Hook, Scope};
use crate::engine::host::{Entry, Fault, FaultCode, Subject};
use crate::engine::table_match::Match;
use crate::table::{
    Advance, By, Call, Effect, EndWhy, Ending, Event, How, May, Play, Seat, Stage, Standing, Task,
    TurnEnd, WentOut, Who,
};
use std::rc::Rc;

/// What was found when a hand had become empty.
enum Verdict {
    /// The seat stays in; a rule says why.
    Refused(String),
    /// A rule does something else.
    Replaced,
    /// The seat is out.
    Out(WentOut),
}

impl Match {
    /// The record of a play that is about to happen.
    #[inline]
    pub(super) fn play_record(&self, seat: Seat, card: Kind, how: How, call: bool) -> Play {
        let state = &self.state;
        let place = state.place(seat);
        let drawn = state.turn.seat == seat && state.turn.stage == Stage::Drawn(May::This(card));
        let mut play = Play {
            no: state.plays + 1,
            seat,
            card,
            more: Vec::new(),
            how,
            drawn,
            call,
            last: false,
            went_out: WentOut::No,
            before: state.before(),
            left: place.hand.clone(),
            alternatives: KindSet::EMPTY,
        };
        play.last = play.left.remove(card) && play.left.is_empty();
        play
    }

    /// What could have been laid instead, as in turn and without a debt (A25b): another card of
    /// the same symbol does not count.
    pub(super) fn alternatives(&self, play: &Play) -> Result<KindSet, Fault> {
        if !self.game.swift().judged.has(play.card) {
            return Ok(KindSet::EMPTY);
        }
        let challenge = self.game.policy.challenge;
        let any = challenge
            .is_some_and(|c| matches!(c.guilty_if, GuiltyIf::AnyPlayable | GuiltyIf::NotBlack));
        if !(any || self.game.needs.alternatives) {
            return Ok(KindSet::EMPTY);
        }
        let symbol = self.game.deck.card(play.card).symbol;
        let others = play.left.kinds().without(self.game.deck.of_symbol(symbol));
        self.look().in_turn(play.seat, others)
    }

    /// Commits a play, already judged.
    pub(super) fn commit_play(
        &mut self,
        seat: Seat,
        card: Kind,
        how: How,
        call: bool,
        by: By,
    ) -> Done {
        if self.plain(seat, card, how, call) {
            self.plain_play(seat, card, by);
            return Ok(());
        }
        let mut play = self.play_record(seat, card, how, call);
        play.alternatives = self.alternatives(&play)?;
        self.close_windows(true);
        let seat_before = self.state.turn.seat;
        let moved = how != How::Rule && seat != seat_before;
        if moved {
            self.overtake(seat, how);
        }
        self.lay(seat, card, how);
        let left = play.left.len() as u16;
        self.note_if(by, || Event::CardPlayed { seat, card, how, call, left });
        self.call_with_play(&play);
        if self.state.place(seat).hand.is_empty() {
            play.went_out = self.empty_hand(seat, &play)?;
        }
        if !moved && self.swift_effect(&play) {
            return self.effect_at_once(&play);
        }
        self.after_play(play, moved.then_some(seat_before));
        Ok(())
    }

    /// The turn moves to a seat that plays out of turn (X2).
    fn overtake(&mut self, seat: Seat, how: How) {
        self.counts.jumps += u64::from(how == How::Jump);
        let old = self.state.turn;
        let end = if how == How::Answer { TurnEnd::Answered } else { TurnEnd::Overtaken };
        self.note(Event::TurnEnded { seat: old.seat, no: old.no, how: end }, By::Game);
        let state = self.st();
        state.turn = crate::table::Turn {
            no: old.no + 1,
            seat,
            stage: Stage::Fresh,
            done: false,
            must_play: false,
        };
        state.advance = Advance { from: seat, skips: 0, to: None, must_play: false };
        state.down = None;
        self.note(Event::TurnStarted { seat, no: old.no + 1, how }, By::Game);
    }

    /// The card leaves the hand and becomes the top.
    pub(super) fn lay(&mut self, seat: Seat, card: Kind, how: How) {
        let color = self.game.deck.card(card).color;
        let answered = how == How::Answer || (how == How::Jump && !self.state.debts.is_empty());
        let state = self.st();
        let held = state.seats[seat.index()].hand.remove(card);
        debug_assert!(held, "a play is judged before it is committed");
        state.discard.push(card);
        state.color = color;
        state.symbol = None;
        state.plays += 1;
        state.idle = 0;
        if how != How::Rule {
            state.turn.stage = Stage::Fresh;
            state.turn.done = true;
        }
        if answered && let Some(debt) = state.debts.first_mut() {
            debt.seat = None;
        }
        self.forget(Scope::Top);
        self.touched(seat, false);
        if self.state.place(seat).hand.len() == 1 {
            self.st().down = Some(seat);
        }
    }

    /// Puts the work of a play on the stack: the last thing pushed runs first.
    fn after_play(&mut self, play: Play, overtaken: Option<Seat>) {
        let Play { seat, card, how, call, .. } = play;
        if self.game.hears(Hook::OnHandChanged) {
            let after = play.left.len() as u16;
            let before = after + 1;
            let event = Event::HandChanged { seat, before, after, cause: "play".into() };
            self.react(Hook::OnHandChanged, event, Some(&play));
        }
        if self.state.debts.first().is_some_and(|debt| debt.seat.is_none()) {
            self.st().work.push(Task::Land { answerer: seat });
        }
        if self.game.hears(Hook::InsteadOfCardEffect) || self.game.effect_kinds().has(card) {
            self.push_card_effect(play.clone(), 0);
        }
        if self.game.hears(Hook::OnCardPlayed) {
            let left = play.left.len() as u16;
            let played = Event::CardPlayed { seat, card, how, call, left };
            self.react(Hook::OnCardPlayed, played, Some(&play));
        }
        if play.went_out != WentOut::No && self.game.hears(Hook::OnWentOut) {
            let place = self.place_of(seat);
            self.react(Hook::OnWentOut, Event::WentOut { seat, place }, Some(&play));
        }
        let Some(old) = overtaken else { return };
        let no = self.state.turn.no;
        let how = play.how;
        self.react(Hook::OnTurnStarted, Event::TurnStarted { seat, no, how }, None);
        if self.game.remembers(Scope::Turn) {
            self.st().work.push(Task::ForgetTurn);
        }
        let end = if how == How::Answer { TurnEnd::Answered } else { TurnEnd::Overtaken };
        let event = Event::TurnEnded { seat: old, no: no - 1, how: end };
        self.react(Hook::OnTurnEnded, event, None);
    }

    /// What the card does, as an effect that can be replaced.
    pub(super) fn push_card_effect(&mut self, play: Play, used: u64) {
        let by = By::Player(play.seat);
        if self.game.hears(Hook::InsteadOfCardEffect) {
            let effect = Effect::CardEffect { play: Box::new(play) };
            let task = Task::Apply { effect, by, play: None, used, next: 0, tape: Vec::new() };
            self.st().work.push(task);
        } else if self.game.effect_kinds().has(play.card) {
            let event = Event::CardEffect { seat: play.seat, card: play.card };
            let play = Some(play);
            self.st().work.push(Task::React { event, play, next: 0, tape: Vec::new() });
        }
    }

    /// A hand has become empty by a play or by laying off: going out is judged (R23.7).
    pub(super) fn empty_hand(&mut self, seat: Seat, play: &Play) -> Result<WentOut, Fault> {
        if self.state.place(seat).standing != Standing::In {
            return Ok(WentOut::No);
        }
        match self.judge_out(seat, play)? {
            Verdict::Refused(why) => {
                self.note(Event::WinRefused { seat, why }, By::Game);
                Ok(WentOut::No)
            }
            Verdict::Replaced => Ok(WentOut::No),
            Verdict::Out(went_out) => Ok(went_out),
        }
    }

    fn judge_out(&mut self, seat: Seat, play: &Play) -> Result<Verdict, Fault> {
        let game = Rc::clone(&self.game);
        let subject = Subject::Out { seat };
        let look = self.look_at(Some(play));
        let listeners = game.listeners(Hook::CanGoOut).iter();
        let (_, forbidden) = look.fold_plain(listeners, subject, "can_go_out", None)?;
        if let Some((_, why)) = forbidden {
            return Ok(Verdict::Refused(why));
        }
        for listener in game.listeners(Hook::InsteadOfGoOut) {
            let look = self.look_at(Some(play));
            let (facts, card) = look.facts_of(&subject);
            if !listener.filter.holds(&game.deck, &facts, card) {
                continue;
            }
            if self.replaced_out(listener, subject, play)? {
                return Ok(Verdict::Replaced);
            }
        }
        Ok(Verdict::Out(self.go_out(seat)))
    }

    /// Asks one `instead_of_go_out`. Going out is judged in one breath, so it cannot ask anybody.
    fn replaced_out(
        &mut self,
        listener: &crate::engine::definition::Listener,
        subject: Subject<'_>,
        play: &Play,
    ) -> Result<bool, Fault> {
        use crate::engine::definition::Body;
        let Body::Script(function) = listener.body else { return Ok(false) };
        let look = self.look_at(Some(play));
        let entry = Entry { look, rule: listener.rule, function, hook: &listener.name, subject };
        let ran = look.host.run(&entry, &[], None)?;
        if ran.question.is_some() {
            return Err(Fault {
                kind: FaultCode::Error,
                rule: self.game.rule(listener.rule).name.clone(),
                hook: listener.name.clone(),
                at: Some(listener.at.clone()),
                text: "going out is judged in one breath; ask in a then_do instead".into(),
            });
        }
        if let Some(kept) = ran.kept {
            self.st().rules[listener.rule.index()] = *kept;
        }
        for effect in ran.effects.into_iter().rev() {
            let by = By::Rule(listener.rule);
            let play = Some(play.clone());
            let used = 1 << listener.rule.0;
            let task = Task::Apply { effect, by, play, used, next: 0, tape: Vec::new() };
            self.st().work.push(task);
        }
        Ok(ran.claimed)
    }

    /// The place that a finished seat has.
    pub(super) fn place_of(&self, seat: Seat) -> u8 {
        match self.state.place(seat).standing {
            Standing::Out(place) => place,
            _ => 0,
        }
    }

    /// The seat is finished; the round ends with it, or the others play on for places (R22).
    pub(super) fn go_out(&mut self, seat: Seat) -> WentOut {
        let out = |standing: &Standing| matches!(standing, Standing::Out(_));
        let place = 1 + self.state.seats.iter().filter(|p| out(&p.standing)).count() as u8;
        let state = self.st();
        let at = &mut state.seats[seat.index()];
        at.standing = Standing::Out(place);
        at.call = Call::Quiet;
        state.fresh.remove(seat);
        let by = self.told_by("going_out");
        self.note_if(by, || Event::WentOut { seat, place });
        let places = self.game.policy.format == Format::Places;
        if places && self.state.active_count() > 1 {
            return WentOut::Place;
        }
        let winners = if places { self.first_out() } else { vec![seat] };
        let winners = self.with_partners(winners);
        self.begin_ending(winners, EndWhy::Won);
        WentOut::Round
    }

    fn first_out(&self) -> Vec<Seat> {
        let first = |seat: &Seat| self.state.place(*seat).standing == Standing::Out(1);
        self.state.all().filter(first).collect()
    }

    /// The round is won, not yet over: every window shuts (R14.5). The first reason counts.
    pub(super) fn begin_ending(&mut self, winners: Vec<Seat>, why: EndWhy) {
        let state = self.st();
        if state.ending.is_some() || state.over.is_some() {
            return;
        }
        for place in &mut state.seats {
            if matches!(place.call, Call::Exposed { .. }) {
                place.call = Call::Quiet;
            }
        }
        state.ending = Some(Ending { winners, why });
    }

    /// A rule lays a seat's card (take-back's replacement).
    pub(super) fn play_by_effect(
        &mut self,
        seat: Seat,
        card: Kind,
        how: How,
        call: bool,
        by: By,
    ) -> Done {
        if self.state.place(seat).hand.count(card) == 0 {
            let text = self.game.deck.card_text(card);
            let text = format!("seat {seat} does not hold {text} and cannot play it");
            return Err(self.effect_fault(by, "play", text));
        }
        if how == How::Rule && !self.look().plays(seat) {
            return Ok(());
        }
        self.commit_play(seat, card, how, call, by)
    }

    /// An effect that makes no sense, as a fault of the rule behind it.
    pub(super) fn effect_fault(&self, by: By, verb: &str, text: String) -> Fault {
        let rule = match by {
            By::Rule(rule) => self.game.rule(rule).name.clone(),
            _ => "the game".into(),
        };
        Fault { kind: FaultCode::Error, rule, hook: format!("game:{verb}"), at: None, text }
    }
}

/// The one seat of an effect whose words have been looked up.
pub(super) const fn one(who: Who) -> Seat {
    match who {
        Who::Seat(seat) => seat,
        // Words are looked up before an effect is applied.
        _ => Seat(0),
    }
}
