//! The work stack: listeners and effects, depth first. A listener's effects are finished before
//! the next listener of the same event is called, with a fresh view.

use super::Done;
use crate::engine::definition::{Body, Hook, Listener, Uses};
use crate::engine::host::{Entry, Fault, FaultCode, Ran, Subject};
use crate::engine::table_match::Match;
use crate::limits::{EFFECT_LIMIT, STACK_LIMIT};
use crate::table::{By, Effect, Event, Play, RuleId, Tape, Task, Value, Who};
use std::rc::Rc;

/// What a run is about, and what it grew out of.
pub(super) struct Run<'a> {
    pub(super) rule: RuleId,
    pub(super) play: Option<&'a Play>,
    pub(super) used: u64,
    pub(super) uses: &'a Uses,
}

/// What came of a run.
pub(super) enum Outcome {
    /// It is done; `true`: it claimed what it was asked about.
    Done(bool),
    /// It asked, and waits.
    Asked,
}

/// The hook that hears of an event, if there is one.
const fn hook_of(event: &Event) -> Option<Hook> {
    Some(match event {
        Event::CardPlayed { .. } => Hook::OnCardPlayed,
        Event::CardEffect { .. } => Hook::OnCardEffect,
        Event::CardDrawn { .. } => Hook::OnCardDrawn,
        Event::HandChanged { .. } => Hook::OnHandChanged,
        Event::HandSettled { .. } => Hook::OnHandSettled,
        Event::DebtChanged { .. } => Hook::OnDebtChanged,
        Event::DebtPaid { .. } => Hook::OnDebtPaid,
        Event::SeatSkipped { .. } => Hook::OnSeatSkipped,
        Event::TurnStarted { .. } => Hook::OnTurnStarted,
        Event::TurnEnded { .. } => Hook::OnTurnEnded,
        Event::WentOut { .. } => Hook::OnWentOut,
        Event::KnockedOut { .. } => Hook::OnKnockedOut,
        Event::CameBack { .. } => Hook::OnCameBack,
        Event::RoundStarted { .. } => Hook::OnRoundStarted,
        Event::Dealt { .. } => Hook::OnDealt,
        Event::RoundEnded { .. } => Hook::OnRoundEnded,
        Event::MatchEnded { .. } => Hook::OnMatchEnded,
        Event::Called { .. } => Hook::OnCalled,
        Event::Exposed { .. } => Hook::OnExposed,
        Event::Caught { .. } => Hook::OnCaught,
        Event::Reshuffled { .. } => Hook::OnReshuffled,
        Event::SeatLeft { .. } => Hook::OnSeatLeft,
        Event::Passed { .. } => Hook::OnStuck,
        _ => return None,
    })
}

impl Match {
    /// Works until the stack is empty or a question is open.
    pub(super) fn run(&mut self) -> Done {
        while self.state.ask.is_none() {
            let Some(task) = self.st().work.pop() else { return Ok(()) };
            self.count(&task)?;
            self.task(task)?;
        }
        Ok(())
    }

    /// Counts a task against the limits of one action.
    fn count(&mut self, task: &Task) -> Done {
        let state = self.st();
        state.effects += 1;
        if state.effects <= EFFECT_LIMIT && state.work.len() <= STACK_LIMIT {
            return Ok(());
        }
        let mut names: Vec<String> = Vec::new();
        let tasks = std::iter::once(task).chain(self.state.work.iter().rev());
        for rule in tasks.filter_map(rule_of) {
            let name = &self.game.rule(rule).name;
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let known = names.first().cloned().unwrap_or_else(|| "the game".into());
        Err(Fault {
            kind: FaultCode::Budget,
            rule: known,
            hook: "effects".into(),
            at: None,
            text: format!(
                "one action caused more than {EFFECT_LIMIT} effects, or {STACK_LIMIT} unfinished \
                 ones; rules that go on and on: {}",
                if names.is_empty() { "none named".into() } else { names.join(", ") }
            ),
        })
    }

    fn task(&mut self, task: Task) -> Done {
        match task {
            Task::React { event, play, next, tape } => self.react_step(event, play, next, tape),
            Task::Apply { effect, by, play, used, next, tape } => {
                self.apply_step(effect, by, play, used, next, tape)
            }
            Task::Do { rule, name, data, taker, play, used, tape } => {
                self.do_step(rule, name, data, taker, play, used, tape)
            }
            Task::Drawing { .. } => self.drawing_step(task),
            // Only ever on top while its question is open; then the answer takes it off.
            Task::Color { .. } => Ok(()),
            Task::Land { answerer } => {
                self.land(answerer);
                Ok(())
            }
            Task::Drawn => {
                self.drawn();
                Ok(())
            }
            Task::ForgetTurn => {
                self.forget(crate::engine::definition::Scope::Turn);
                Ok(())
            }
            Task::NextTurn => self.next_turn(),
            Task::Deal(upcards) => self.deal_cards(upcards),
            Task::Dealt => {
                self.dealt();
                Ok(())
            }
            Task::Points => self.points(),
            Task::MatchOver => self.match_over(),
        }
    }

    /// The next listener of an event whose filter holds.
    fn react_step(&mut self, event: Event, play: Option<Play>, next: u16, tape: Vec<Tape>) -> Done {
        let Some(hook) = hook_of(&event) else { return Ok(()) };
        let game = Rc::clone(&self.game);
        if let (Event::CardEffect { card, .. }, true) = (&event, tape.is_empty())
            && game.hearing(*card).end <= next as usize
        {
            return Ok(()); // Nobody who is left could hear of this card.
        }
        let listeners = game.listeners(hook);
        // A listener that has asked is the one to go on with, whatever its filter says by now.
        let found = if tape.is_empty() {
            let look = self.look_at(play.as_ref());
            let (facts, card) = look.facts_of(&subject_of(&event, play.as_ref()));
            let holds = |at: &usize| listeners[*at].filter.holds(&game.deck, &facts, card);
            (next as usize..listeners.len()).find(holds)
        } else {
            Some(next as usize)
        };
        let Some(at) = found else { return Ok(()) };
        let end = match &event {
            Event::CardEffect { card, .. } => game.hearing(*card).end,
            _ => listeners.len(),
        };
        let more = at + 1 < end;
        let listener = &listeners[at];
        let depth = self.state.work.len();
        if more {
            let task = Task::React {
                event: event.clone(),
                play: play.clone(),
                next: at as u16 + 1,
                tape: Vec::new(),
            };
            self.st().work.push(task);
        }
        let (rule, uses) = (listener.rule, &listener.uses);
        let run = Run { rule, play: play.as_ref(), used: 0, uses };
        let subject = subject_of(&event, play.as_ref());
        let at_once = self.swift && self.state.work.is_empty();
        let (outcome, mut effects) =
            self.entered(&run, &listener.body, &listener.name, subject, &tape)?;
        match (outcome, &play) {
            (Outcome::Done(_), Some(play)) if at_once => {
                self.effects_at_once(&mut effects, By::Rule(rule), play, false)?;
            }
            (Outcome::Done(_), _) => self.effects_later(effects, &run),
            (Outcome::Asked, _) => {
                self.st().work.truncate(depth);
                self.st().work.push(Task::React { event, play, next: at as u16, tape });
            }
        }
        Ok(())
    }

    /// The replacements of an effect, then the effect itself.
    fn apply_step(
        &mut self,
        effect: Effect,
        by: By,
        play: Option<Play>,
        used: u64,
        next: u16,
        tape: Vec<Tape>,
    ) -> Done {
        let Some(effect) = self.look_seats_up(effect, by, play.as_ref(), used) else {
            return Ok(());
        };
        let Some(hook) = super::effect::replacement_of(&effect) else {
            return self.effect_now(effect, by, play.as_ref(), used);
        };
        if !self.game.hears(hook) {
            return self.effect_now(effect, by, play.as_ref(), used);
        }
        let game = Rc::clone(&self.game);
        let listeners = game.listeners(hook);
        for at in next as usize..listeners.len() {
            let listener = &listeners[at];
            let asked_before = at == next as usize && !tape.is_empty();
            if used >> listener.rule.0 & 1 == 1 {
                continue;
            }
            if !asked_before && !self.effect_holds(listener, &effect, play.as_ref()) {
                continue;
            }
            let tape = if asked_before { tape.clone() } else { Vec::new() };
            let used_now = used | 1 << listener.rule.0;
            let (rule, uses) = (listener.rule, &listener.uses);
            let run = Run { rule, play: play.as_ref(), used: used_now, uses };
            // What it queues comes first; then, unless it claimed, the effect goes on.
            let rest = Task::Apply {
                effect: effect.clone(),
                by,
                play: play.clone(),
                used,
                next: at as u16 + 1,
                tape: Vec::new(),
            };
            let depth = self.state.work.len();
            self.st().work.push(rest);
            let body = &listener.body;
            let outcome = self.with_effect(&run, body, &listener.name, &effect, &tape)?;
            match outcome {
                Outcome::Done(true) => {
                    self.st().work.remove(depth);
                    self.contested(listeners, at, &effect, play.as_ref(), used);
                }
                Outcome::Done(false) => {}
                Outcome::Asked => {
                    let work = &mut self.st().work;
                    work.truncate(depth);
                    let next = at as u16;
                    work.push(Task::Apply { effect, by, play, used, next, tape });
                }
            }
            return Ok(());
        }
        self.effect_now(effect, by, play.as_ref(), used)
    }

    /// The effect itself, when its turn on the stack has come.
    fn effect_now(&mut self, effect: Effect, by: By, play: Option<&Play>, used: u64) -> Done {
        match effect {
            Effect::Owe { who: Who::Seat(seat), owe } if self.owe_at_once(seat, owe, play) => {
                Ok(())
            }
            effect => self.do_effect(effect, by, play, used),
        }
    }

    /// Tells of rules that would have replaced what another has replaced already.
    fn contested(
        &mut self,
        listeners: &[Listener],
        at: usize,
        effect: &Effect,
        play: Option<&Play>,
        used: u64,
    ) {
        for listener in &listeners[at + 1..] {
            let same = listener.rule == listeners[at].rule;
            let out = used >> listener.rule.0 & 1 == 1;
            if !same && !out && self.effect_holds(listener, effect, play) {
                let rule = self.game.rule(listener.rule).name.clone();
                let verb = effect.verb().into();
                self.note(Event::Contested { verb, rule }, By::Rule(listeners[at].rule));
            }
        }
    }

    fn effect_holds(&self, listener: &Listener, effect: &Effect, play: Option<&Play>) -> bool {
        let look = self.look_at(play);
        let candidate;
        let subject = match effect {
            Effect::Play { seat, card, how, call } => {
                candidate = self.play_record(*seat, *card, *how, *call);
                Subject::Play(&candidate)
            }
            Effect::CardEffect { play } => Subject::Play(play),
            effect => effect_subject(effect),
        };
        let (facts, card) = look.facts_of(&subject);
        listener.filter.holds(&self.game.deck, &facts, card)
    }

    fn with_effect(
        &mut self,
        run: &Run<'_>,
        body: &Body,
        name: &str,
        effect: &Effect,
        tape: &[Tape],
    ) -> Result<Outcome, Fault> {
        match effect {
            Effect::Play { seat, card, how, call } => {
                let candidate = self.play_record(*seat, *card, *how, *call);
                self.enter(run, body, name, Subject::Play(&candidate), tape)
            }
            Effect::CardEffect { play } => self.enter(run, body, name, Subject::Play(play), tape),
            effect => self.enter(run, body, name, effect_subject(effect), tape),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the fields of one task")]
    fn do_step(
        &mut self,
        rule: RuleId,
        name: String,
        data: Value,
        taker: Option<crate::table::Seat>,
        play: Option<Play>,
        used: u64,
        tape: Vec<Tape>,
    ) -> Done {
        let game = Rc::clone(&self.game);
        let Some((work, uses)) = game.work(rule, &name) else { return Ok(()) };
        let subject = match taker {
            Some(seat) => Subject::Offer { seat, with: &data },
            None => Subject::Data(&data),
        };
        let run = Run { rule, play: play.as_ref(), used, uses };
        let hook = format!("do_{name}");
        if let Outcome::Asked = self.enter(&run, &work.body, &hook, subject, &tape)? {
            self.st().work.push(Task::Do { rule, name, data, taker, play, used, tape });
        }
        Ok(())
    }

    /// Runs one hook and queues what it asks for.
    pub(super) fn enter(
        &mut self,
        run: &Run<'_>,
        body: &Body,
        hook: &str,
        subject: Subject<'_>,
        tape: &[Tape],
    ) -> Result<Outcome, Fault> {
        let (outcome, effects) = self.entered(run, body, hook, subject, tape)?;
        if !effects.is_empty() {
            self.effects_later(effects, run);
        }
        Ok(outcome)
    }

    /// Puts what a hook asked for on the work stack.
    fn effects_later(&mut self, effects: Vec<Effect>, run: &Run<'_>) {
        let by = By::Rule(run.rule);
        for effect in effects.into_iter().rev() {
            let (play, used) = (run.play.cloned(), run.used);
            let task = Task::Apply { effect, by, play, used, next: 0, tape: Vec::new() };
            self.st().work.push(task);
        }
    }

    /// Runs one hook; what it asks for is given back.
    pub(super) fn entered(
        &mut self,
        run: &Run<'_>,
        body: &Body,
        hook: &str,
        subject: Subject<'_>,
        tape: &[Tape],
    ) -> Result<(Outcome, Vec<Effect>), Fault> {
        let ran = match body {
            Body::Run(native) => {
                let mut effects = Vec::new();
                let claimed = native(&self.look_at(run.play), &subject, &mut effects);
                Ran { effects, claimed, ..Ran::default() }
            }
            Body::Owe(owes) => {
                let owe = |play: &Play| owes(&self.game, play.card, play.how);
                let owe = |play| Effect::Owe { who: Who::Next, owe: owe(play) };
                Ran { effects: run.play.map(owe).into_iter().collect(), ..Ran::default() }
            }
            Body::Script(function) => {
                let look = self.look_at(run.play);
                let entry = Entry { look, rule: run.rule, function: *function, hook, subject };
                look.host.run(&entry, tape, None)?
            }
            _ => Ran::default(),
        };
        if let Some(question) = ran.question {
            if tape.len() >= crate::limits::QUESTION_LIMIT {
                return Err(Fault {
                    kind: FaultCode::Budget,
                    rule: self.game.rule(run.rule).name.clone(),
                    hook: hook.into(),
                    at: None,
                    text: format!("asks more than {} questions", crate::limits::QUESTION_LIMIT),
                });
            }
            self.open(&question, run.rule);
            return Ok((Outcome::Asked, Vec::new()));
        }
        let changed = ran.claimed || !ran.effects.is_empty();
        run.uses.add(changed || ran.kept.is_some(), changed);
        if let Some(kept) = ran.kept {
            self.st().rules[run.rule.index()] = *kept;
        }
        Ok((Outcome::Done(ran.claimed), ran.effects))
    }

    /// Looks seat words up, now that the effect's turn has come (X13). An effect on several seats
    /// becomes one for each; then `None`.
    pub(super) fn look_seats_up(
        &mut self,
        mut effect: Effect,
        by: By,
        play: Option<&Play>,
        used: u64,
    ) -> Option<Effect> {
        let Some(who) = effect.who_mut() else { return Some(effect) };
        if matches!(who, Who::Seat(_)) {
            return Some(effect);
        }
        if *who == Who::Next {
            *who = Who::Seat(self.look().next_in_line());
            return Some(effect);
        }
        let seats = self.look_at(play).seats_of(*who);
        if let [seat] = seats[..] {
            *who = Who::Seat(seat);
            return Some(effect);
        }
        for seat in seats.into_iter().rev() {
            let mut one = effect.clone();
            if let Some(who) = one.who_mut() {
                *who = Who::Seat(seat);
            }
            let play = play.cloned();
            let task = Task::Apply { effect: one, by, play, used, next: 0, tape: Vec::new() };
            self.st().work.push(task);
        }
        None
    }
}

fn rule_of(task: &Task) -> Option<RuleId> {
    match task {
        Task::Apply { by: By::Rule(rule), .. } | Task::Do { rule, .. } => Some(*rule),
        Task::Drawing { by: By::Rule(rule), .. } => Some(*rule),
        _ => None,
    }
}

fn subject_of<'a>(event: &'a Event, play: Option<&'a Play>) -> Subject<'a> {
    match (event, play) {
        (Event::CardPlayed { .. } | Event::CardEffect { .. }, Some(play)) => Subject::Play(play),
        _ => Subject::Event(event),
    }
}

fn effect_subject(effect: &Effect) -> Subject<'_> {
    match effect {
        Effect::Draw { who: Who::Seat(seat), n, reason, .. } => {
            Subject::Draw { seat: *seat, n: *n, reason: *reason }
        }
        Effect::DrawUntil { who: Who::Seat(seat), reason, .. } => {
            Subject::Draw { seat: *seat, n: 0, reason: *reason }
        }
        Effect::Owe { who: Who::Seat(seat), owe } => Subject::Owe { seat: *seat, owe: *owe },
        Effect::GoOut { who: Who::Seat(seat) } => Subject::Out { seat: *seat },
        effect => Subject::Effect(effect),
    }
}
