//! Whether an action is admitted: the one verdict behind `apply`, `legal_actions` and `why`.

use super::doors::{Forbidden, Trace};
use super::explain::{Said, Why};
use crate::cards::{Kind, KindSet};
use crate::engine::definition::Hook;
use crate::engine::host::{Look, Subject};
use crate::engine::refusal::{Code, Refusal};
use crate::table::{Action, Call, How, May, Seat, Stage, Status};

type Admitted = Result<(), Refusal>;

fn no(code: Code, text: impl Into<String>) -> Admitted {
    Err(Refusal::new(code, text))
}

impl Look<'_> {
    /// Whether this seat may do this now.
    pub(in crate::engine) fn admit(&self, seat: Seat, action: Action) -> Admitted {
        self.verdict(seat, action, None)
    }

    /// The same, with each rule's answer.
    pub(in crate::engine) fn why(&self, seat: Seat, action: Action) -> Why {
        let mut said = Vec::new();
        let verdict = self.verdict(seat, action, Some(&mut said));
        if !said.iter().any(|s| s.decided) {
            match &verdict {
                Ok(()) => {
                    if let Some(last) = said.iter_mut().rev().find(|s| s.answer == "allows") {
                        last.decided = true;
                    }
                }
                Err(refusal) => said.push(Said::game("game", refusal.text.clone(), true)),
            }
        }
        Why { said, verdict }
    }

    fn verdict(&self, seat: Seat, action: Action, mut trace: Trace<'_>) -> Admitted {
        if !self.state.knows(seat) {
            return no(Code::BadSeat, format!("there is no seat {seat} at this table"));
        }
        if self.state.over.is_some() {
            return no(Code::RoundOver, "the round is over; deal the next one");
        }
        if let Action::Answer(answer) = action {
            return self.answer(seat, answer);
        }
        if let Some(ask) = &self.state.ask {
            let who = ask.seats.iter().filter(|asked| asked.answer.is_none());
            let who = who.map(|asked| asked.seat.to_string()).collect::<Vec<_>>().join(", ");
            let text = format!("seat {who} must first answer: {}", ask.text);
            return no(Code::QuestionOpen, text);
        }
        if !self.plays(seat) {
            return no(Code::NotDue, format!("seat {seat} does not play any more"));
        }
        let ends = matches!(action, Action::Take | Action::Offer { .. });
        if self.state.ending.is_some() && !ends {
            let text = "the round is won; only the last debt is still open";
            return no(Code::RoundOver, text);
        }
        match action {
            Action::Play { card, call } => self.play(seat, card, call, &mut trace),
            Action::Draw => self.draw(seat, &mut trace),
            Action::Pass => self.pass(seat, &mut trace),
            Action::Take => self.take(seat),
            Action::Call => self.call(seat, &mut trace),
            Action::Catch(of) => self.catch(seat, of, &mut trace),
            Action::Offer { offer, argument } => self.offer(seat, offer, argument, &mut trace),
            Action::Answer(_) => Ok(()),
        }
    }

    fn answer(&self, seat: Seat, answer: u16) -> Admitted {
        let Some(ask) = &self.state.ask else {
            return no(Code::NotDue, "no question is open");
        };
        let Some(asked) = ask.seats.iter().find(|asked| asked.seat == seat) else {
            return no(Code::NotDue, format!("seat {seat} is not asked"));
        };
        if asked.answer.is_some() {
            return no(Code::NotDue, format!("seat {seat} has answered already"));
        }
        if answer as usize >= asked.options.len() {
            let options =
                asked.options.iter().map(|v| v.show_answer(self.deck())).collect::<Vec<_>>();
            let text = format!("that is no answer; choose one of {}", options.join(", "));
            return no(Code::BadValue, text);
        }
        Ok(())
    }

    fn play(&self, seat: Seat, card: Kind, call: bool, trace: &mut Trace<'_>) -> Admitted {
        if !self.deck().knows(card) {
            return no(Code::BadCard, "no such card");
        }
        let text = self.deck().card_text(card);
        if self.state.place(seat).hand.count(card) == 0 {
            return no(Code::NotInHand, format!("seat {seat} does not hold {text}"));
        }
        let how = self.way(seat).unwrap_or(How::Jump);
        if how == How::Turn && !self.at_hand(seat).has(card) {
            let what = match self.state.turn.stage {
                Stage::Drawn(May::This(drawn)) => {
                    format!("only the drawn card, {}", self.deck().card_text(drawn))
                }
                _ => "no card".into(),
            };
            let text = format!("seat {seat} has drawn and may play {what} (R7.4), or pass");
            return no(Code::AlreadyDrawn, text);
        }
        let fine = self.layable(seat, how, KindSet::one(card), trace.as_deref_mut())?;
        if fine.is_empty() {
            return Err(self.why_not_play(seat, card, how));
        }
        if call && !self.call_along(seat) {
            let text = "a call goes with the last card but one, where the call is a duty";
            return no(Code::NoEffect, text);
        }
        Ok(())
    }

    /// The refusal of a card that no door lets through, after asking who forbids.
    fn why_not_play(&self, seat: Seat, card: Kind, how: How) -> Refusal {
        let mut said = Vec::new();
        let text = self.deck().card_text(card);
        if let Err(fault) = self.layable(seat, how, KindSet::one(card), Some(&mut said)) {
            return fault.into();
        }
        let forbids = said.iter().find(|s| s.decided);
        let opened = said.iter().any(|s| s.answer == "allows");
        if let (Some(Said { rule: Some(rule), at, answer, .. }), true) = (forbids, opened) {
            let why = answer.strip_prefix("forbids: ").unwrap_or("a rule forbids it");
            let at = at.as_deref().unwrap_or_default();
            return Refusal::new(Code::Forbidden, format!("{text}: {why} ({rule})")).by(rule, at);
        }
        match how {
            How::Jump => {
                let due = self.due_text();
                let text = format!("{text} cannot be laid out of turn: {due}");
                Refusal::new(Code::NotDue, text)
            }
            How::Answer => {
                let debt = self.state.debts.first().map_or(0, |debt| debt.owe.draw);
                let text =
                    format!("{text} does not answer the open debt of {debt}; take it instead");
                Refusal::new(Code::DoesNotFit, text)
            }
            _ => {
                let top = self
                    .state
                    .top()
                    .map_or_else(String::new, |top| self.deck().top_text(top, self.state.color));
                let text = format!("{text} does not fit on {top}");
                Refusal::new(Code::DoesNotFit, text)
            }
        }
    }

    /// Who is due, in words.
    fn due_text(&self) -> String {
        match self.state.status() {
            Status::Turn(seat) => format!("it is the turn of seat {seat}"),
            Status::Debt(seat) => format!("seat {seat} must answer a debt"),
            Status::Ask(_) => "a question is open".into(),
            Status::Over => "the round is over".into(),
        }
    }

    /// Whether the call may be made along with a play that leaves one card.
    pub(super) fn call_along(&self, seat: Seat) -> bool {
        use crate::engine::definition::Duty;
        self.game.policy.call.is_some_and(|call| {
            let one_left = self.state.place(seat).hand.len() == 2;
            (one_left && call.duty != Duty::Off) || call.false_call > 0
        })
    }

    /// Whether it is this seat's turn and nothing else is open.
    fn in_turn_now(&self, seat: Seat) -> Admitted {
        match self.state.status() {
            Status::Turn(due) if due == seat => Ok(()),
            Status::Debt(due) if due == seat => {
                no(Code::DebtOpen, "a debt is open: answer it or take it")
            }
            _ => no(Code::NotDue, self.due_text()),
        }
    }

    fn draw(&self, seat: Seat, trace: &mut Trace<'_>) -> Admitted {
        self.in_turn_now(seat)?;
        if self.state.turn.stage != Stage::Fresh {
            return no(Code::AlreadyDrawn, "one card is drawn in a turn (R7.6); play it or pass");
        }
        if self.state.turn.must_play {
            return no(Code::Forbidden, "this further turn is for playing only (A22)");
        }
        if self.available() == 0 {
            return no(Code::NothingToDraw, "there is nothing left to draw; play or pass (R15.4)");
        }
        let listeners = self.game.listeners(Hook::CanDraw).iter();
        let subject = Subject::Seat(seat);
        let (_, forbidden) =
            self.fold_plain(listeners, subject, "can_draw", trace.as_deref_mut())?;
        self.unless(forbidden)
    }

    /// A refusal, where some rule forbids.
    fn unless(&self, forbidden: Option<Forbidden<'_>>) -> Admitted {
        let Some((listener, why)) = forbidden else { return Ok(()) };
        let rule = &self.game.rule(listener.rule).name;
        Err(Refusal::new(Code::Forbidden, format!("{why} ({rule})")).by(rule, &listener.at))
    }

    fn pass(&self, seat: Seat, trace: &mut Trace<'_>) -> Admitted {
        self.in_turn_now(seat)?;
        let turn = &self.state.turn;
        let drawn = turn.stage != Stage::Fresh;
        let nothing = self.available() == 0;
        let listeners = self.game.listeners(Hook::CanPass).iter();
        let (allowed, forbidden) =
            self.fold_plain(listeners, Subject::Seat(seat), "can_pass", trace.as_deref_mut())?;
        let nothing = nothing && (!self.game.policy.empty_must_play || self.stuck(seat)?);
        let open = drawn || nothing || turn.must_play || allowed;
        if open && forbidden.is_none() {
            return Ok(());
        }
        // Nobody is ever left without an action (R23.2): told as `stuck`.
        if self.stuck(seat)? {
            return Ok(());
        }
        if !open {
            return no(Code::MustDrawFirst, "draw first; then you may pass (R7.5)");
        }
        self.unless(forbidden)
    }

    /// Whether the seat whose turn it is can neither play nor draw nor take up an offer.
    pub(in crate::engine) fn stuck(&self, seat: Seat) -> Result<bool, Refusal> {
        if !self.layable(seat, How::Turn, self.at_hand(seat), None)?.is_empty() {
            return Ok(false);
        }
        match self.draw(seat, &mut None) {
            Ok(()) => return Ok(false),
            Err(refusal) if is_fault(refusal.code) => return Err(refusal),
            Err(_) => {}
        }
        Ok(self.offers_to(seat)?.is_empty())
    }

    fn take(&self, seat: Seat) -> Admitted {
        match self.state.status() {
            Status::Debt(due) if due == seat => Ok(()),
            Status::Debt(_) => no(Code::NotDue, self.due_text()),
            _ => no(Code::NotDue, "no debt is open"),
        }
    }

    /// Whether calls and catches are possible at all now.
    fn calling(&self) -> bool {
        self.state.ending.is_none()
            && matches!(self.state.status(), Status::Turn(_) | Status::Debt(_))
    }

    fn call(&self, seat: Seat, trace: &mut Trace<'_>) -> Admitted {
        let late = |by_play| by_play && self.game.policy.call.is_some_and(|call| call.with_play);
        let useful = match self.state.place(seat).call {
            Call::Exposed { by_play, .. } => !late(by_play),
            _ => false,
        };
        let false_call = self.game.policy.call.is_some_and(|call| call.false_call > 0);
        if !self.calling() || !(useful || false_call) {
            return no(Code::NoEffect, format!("seat {seat} has nothing to call now"));
        }
        self.action_allowed("uno", Subject::Action { seat, at: None }, trace)
    }

    fn catch(&self, seat: Seat, of: Seat, trace: &mut Trace<'_>) -> Admitted {
        if !self.state.knows(of) {
            return no(Code::BadSeat, format!("there is no seat {of} at this table"));
        }
        let exposed = matches!(self.state.place(of).call, Call::Exposed { .. });
        let false_catch = self.game.policy.call.is_some_and(|call| call.false_catch > 0);
        let fair = of != seat && self.plays(of);
        if !self.calling() || !fair || !(exposed || false_catch) {
            return no(Code::NoEffect, format!("there is nothing to catch seat {of} at"));
        }
        self.action_allowed("catch", Subject::Action { seat, at: Some(of) }, trace)
    }

    fn action_allowed(&self, name: &str, subject: Subject<'_>, trace: &mut Trace<'_>) -> Admitted {
        let door = format!("can_{name}");
        let listeners = self.game.on_action(name);
        let (_, forbidden) = self.fold_plain(listeners, subject, &door, trace.as_deref_mut())?;
        self.unless(forbidden)
    }

    fn offer(&self, seat: Seat, offer: u8, argument: u16, trace: &mut Trace<'_>) -> Admitted {
        let Some(what) = self.game.offers.get(offer as usize) else {
            return no(Code::BadValue, "there is no such offer");
        };
        if !self.offered(seat, offer)? {
            let text = format!("{} is not offered to seat {seat} now", what.name);
            return no(Code::NotDue, text);
        }
        let arguments = self.arguments(seat, offer)?;
        if argument as usize >= arguments.len() {
            return no(Code::BadValue, format!("{} has no such argument", what.name));
        }
        self.action_allowed(&what.name, Subject::Action { seat, at: None }, trace)
    }
}

/// Whether a refusal comes from a rule that failed, not from one that said no.
pub(super) const fn is_fault(code: Code) -> bool {
    matches!(code, Code::RuleError | Code::RuleBudget | Code::RuleMemory)
}
