//! What a seat may do: exactly what is admitted, listed without asking one action at a time.

use super::admit::is_fault;
use crate::cards::KindSet;
use crate::engine::definition::{Hook, Listener, OfferTo};
use crate::engine::host::{Entry, Look, Subject};
use crate::engine::refusal::Refusal;
use crate::table::{Action, Call, How, Place, Seat, SeatSet, Stage, Status, Value};

impl Look<'_> {
    /// Everything that this seat may do now, sorted.
    #[inline(never)]
    pub(in crate::engine) fn legal_actions(
        &self,
        seat: Seat,
        out: &mut Vec<Action>,
    ) -> Result<(), Refusal> {
        out.clear();
        if self.simple(seat) {
            return self.turn_alone(seat, out);
        }
        if !self.state.knows(seat) || self.state.over.is_some() {
            return Ok(());
        }
        if let Some(ask) = &self.state.ask {
            let asked = ask.seats.iter().find(|a| a.seat == seat && a.answer.is_none());
            let count = asked.map_or(0, |asked| asked.options.len() as u16);
            out.extend((0..count).map(Action::Answer));
            return Ok(());
        }
        if !self.plays(seat) {
            return Ok(());
        }
        let plays = self.plays_now(seat)?;
        self.list_plays(seat, plays, out);
        match self.state.status() {
            Status::Turn(due) if due == seat && self.state.ending.is_none() => {
                self.turn_actions(seat, plays, out)?;
            }
            Status::Debt(due) if due == seat => out.push(Action::Take),
            _ => {}
        }
        self.calls(seat, out)?;
        out.extend(self.offers_to(seat)?);
        Ok(())
    }

    /// The same where all that there could be is to play, to draw and to pass.
    pub(in crate::engine) fn turn_alone(
        &self,
        seat: Seat,
        out: &mut Vec<Action>,
    ) -> Result<(), Refusal> {
        out.clear();
        let plays = self.layable(seat, How::Turn, self.at_hand(seat), None)?;
        self.list_plays(seat, plays, out);
        self.turn_actions(seat, plays, out)
    }

    /// The same at a calm table (`change/calm.rs`).
    pub(in crate::engine) fn calm_turn(
        &self,
        seat: Seat,
        out: &mut Vec<Action>,
    ) -> Result<(), Refusal> {
        let state = &**self.state;
        let Some(fits) = self.game.fits() else { return self.turn_alone(seat, out) };
        // Without a debt the top alone stays where it is.
        let left = state.draw.len() + state.discard.len() > 1;
        if !left || !self.game.swift().free || self.call_along(seat) {
            return self.turn_alone(seat, out);
        }
        let cards = self.at_hand(seat);
        let mut plays = self.simply_fits(fits).and(cards);
        if !plays.and(self.game.last_word()).is_empty() {
            plays = self.layable(seat, How::Turn, cards, None)?;
        }
        out.clear();
        for card in plays.iter() {
            out.push(Action::Play { card, call: false });
        }
        let fresh = state.turn.stage == Stage::Fresh;
        out.push(if fresh { Action::Draw } else { Action::Pass });
        Ok(())
    }

    /// Whether it is this seat's turn, nothing is open, and plays, drawing and passing are all that
    /// there could be.
    fn simple(&self, seat: Seat) -> bool {
        let state = &**self.state;
        let exposed = |place: &Place| matches!(place.call, Call::Exposed { .. });
        self.game.swift().actions
            && state.turn.seat == seat
            && state.debts.is_empty()
            && state.ask.is_none()
            && state.ending.is_none()
            && state.over.is_none()
            && self.plays(seat)
            && !state.seats.iter().any(exposed)
    }

    #[inline]
    fn list_plays(&self, seat: Seat, plays: KindSet, out: &mut Vec<Action>) {
        if plays.is_empty() || !self.call_along(seat) {
            for card in plays.iter() {
                out.push(Action::Play { card, call: false });
            }
            return;
        }
        for card in plays.iter() {
            out.push(Action::Play { card, call: false });
            out.push(Action::Play { card, call: true });
        }
    }

    /// The kinds that the seat may lay now.
    pub(in crate::engine) fn plays_now(&self, seat: Seat) -> Result<KindSet, Refusal> {
        let Some(how) = self.way(seat) else { return Ok(KindSet::EMPTY) };
        let cards = match how {
            How::Turn => self.at_hand(seat),
            How::Jump => self.state.place(seat).hand.kinds().and(self.could_jump()),
            _ => self.state.place(seat).hand.kinds(),
        };
        Ok(self.layable(seat, how, cards, None)?)
    }

    /// The kinds that anybody might jump in with: nearly always nobody holds one of them, and no
    /// more need be asked.
    fn could_jump(&self) -> KindSet {
        let Some(top) = self.state.top().filter(|_| self.game.hears(Hook::CanJump)) else {
            return KindSet::EMPTY;
        };
        let could = |l: &Listener| l.filter.could_fit(self.deck(), top, self.state.color);
        let all = self.game.listeners(Hook::CanJump).iter();
        all.fold(KindSet::EMPTY, |set, listener| set.or(could(listener)))
    }

    /// Draw and pass, for the seat whose turn it is: as they are admitted, without words.
    #[inline]
    fn turn_actions(
        &self,
        seat: Seat,
        plays: KindSet,
        out: &mut Vec<Action>,
    ) -> Result<(), Refusal> {
        let turn = &self.state.turn;
        let (fresh, left) = (turn.stage == Stage::Fresh, self.available() > 0);
        let draw = fresh && !turn.must_play && left && !self.said(seat, Hook::CanDraw)?.1;
        if draw {
            out.push(Action::Draw);
        }
        let (allowed, forbidden) = self.said(seat, Hook::CanPass)?;
        let nothing = !left && !self.game.policy.empty_must_play;
        let open = !fresh || nothing || turn.must_play || allowed;
        let stuck =
            || Ok::<_, Refusal>(plays.is_empty() && !draw && self.offers_to(seat)?.is_empty());
        if open && !forbidden || stuck()? {
            out.push(Action::Pass);
        }
        Ok(())
    }

    /// Whether somebody allows, and whether somebody forbids, at a door for seats.
    #[inline]
    fn said(&self, seat: Seat, hook: Hook) -> Result<(bool, bool), Refusal> {
        if !self.game.hears(hook) {
            return Ok((false, false));
        }
        self.said_by(seat, hook)
    }

    fn said_by(&self, seat: Seat, hook: Hook) -> Result<(bool, bool), Refusal> {
        let listeners = self.game.listeners(hook);
        if !listeners.iter().any(|l| l.filter.may_hold(self.state, seat)) {
            return Ok((false, false));
        }
        let (listeners, subject) = (listeners.iter(), Subject::Seat(seat));
        let (allowed, forbidden) = self.fold_plain(listeners, subject, hook.info().name, None)?;
        Ok((allowed, forbidden.is_some()))
    }

    fn if_admitted(
        &self,
        seat: Seat,
        action: Action,
        out: &mut Vec<Action>,
    ) -> Result<(), Refusal> {
        match self.admit(seat, action) {
            Ok(()) => out.push(action),
            Err(refusal) if is_fault(refusal.code) => return Err(refusal),
            Err(_) => {}
        }
        Ok(())
    }

    fn calls(&self, seat: Seat, out: &mut Vec<Action>) -> Result<(), Refusal> {
        let exposed = |seat: &Seat| {
            matches!(self.state.place(*seat).call, crate::table::Call::Exposed { .. })
        };
        let always = self.game.policy.call.filter(|c| c.false_call > 0 || c.false_catch > 0);
        if always.is_none() && !self.state.all().any(|seat| exposed(&seat)) {
            return Ok(());
        }
        self.if_admitted(seat, Action::Call, out)?;
        for of in self.state.all() {
            self.if_admitted(seat, Action::Catch(of), out)?;
        }
        Ok(())
    }

    /// The offers that the seat may take up now.
    pub(super) fn offers_to(&self, seat: Seat) -> Result<Vec<Action>, Refusal> {
        let mut out = Vec::new();
        for offer in 0..self.game.offers.len() as u8 {
            let about_debt = self.game.offers[offer as usize].filter.names_debt();
            if about_debt && self.state.debts.is_empty() || !self.offered(seat, offer)? {
                continue;
            }
            let name = &self.game.offers[offer as usize].name;
            let subject = Subject::Action { seat, at: None };
            let door = format!("can_{name}");
            if self.fold_plain(self.game.on_action(name), subject, &door, None)?.1.is_some() {
                continue;
            }
            let arguments = self.arguments(seat, offer)?.len() as u16;
            out.extend((0..arguments).map(|argument| Action::Offer { offer, argument }));
        }
        Ok(out)
    }

    /// Whether an offer is made to this seat now; what other rules say comes after.
    pub(super) fn offered(&self, seat: Seat, offer: u8) -> Result<bool, Refusal> {
        let what = &self.game.offers[offer as usize];
        if self.state.ending.is_some() && !what.while_ending {
            return Ok(false);
        }
        if !matches!(self.state.status(), Status::Turn(_) | Status::Debt(_)) {
            return Ok(false);
        }
        // An offer about a debt is about one that is open to an answer.
        if what.filter.names_debt() && self.state.debts.first().is_none_or(|d| d.owe.closed) {
            return Ok(false);
        }
        let mut facts = self.facts(seat);
        if what.filter.asks_playable() {
            facts.playable = Some(!self.playable(seat)?.is_empty());
        }
        Ok(what.filter.holds(self.deck(), &facts, None) && self.offer_seats(offer)?.has(seat))
    }

    fn offer_seats(&self, offer: u8) -> Result<SeatSet, Refusal> {
        let what = &self.game.offers[offer as usize];
        let acting = self.state.turn.seat;
        let everybody = self.everybody();
        Ok(match what.to {
            OfferTo::Acting => [acting].into_iter().filter(|seat| everybody.has(*seat)).collect(),
            OfferTo::Owing => self.state.debts.first().and_then(|d| d.seat).into_iter().collect(),
            OfferTo::Others => everybody.iter().filter(|seat| *seat != acting).collect(),
            OfferTo::All => everybody,
            OfferTo::Native(native) => native(self),
            OfferTo::Script(function) => {
                let entry = self.offer_entry(offer, function);
                let seats = self.host.list(&entry, None)?;
                let number = |value: &Value| {
                    let number = usize::try_from(value.as_int()?).ok()?;
                    Seat::from_number(number).filter(|seat| everybody.has(*seat))
                };
                seats.iter().filter_map(number).collect()
            }
        })
    }

    fn offer_entry(&self, offer: u8, function: crate::engine::definition::ScriptFn) -> Entry<'_> {
        let what = &self.game.offers[offer as usize];
        Entry { look: *self, rule: what.rule, function, hook: &what.name, subject: Subject::Round }
    }

    /// The arguments that an offer has for a seat; `Nil` alone where it takes none.
    pub(in crate::engine) fn arguments(
        &self,
        seat: Seat,
        offer: u8,
    ) -> Result<Vec<Value>, Refusal> {
        match self.game.offers[offer as usize].with {
            None => Ok(vec![Value::Nil]),
            Some(function) => {
                let entry = self.offer_entry(offer, function);
                Ok(self.host.list(&entry, Some(seat))?)
            }
        }
    }
}
