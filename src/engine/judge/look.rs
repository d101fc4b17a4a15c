//! What follows from the state alone: who is next, what can be drawn, whether a debt waits.

use crate::cards::{Kind, KindSet};
use crate::engine::definition::{Facts, Offer, OfferTo};
use crate::engine::host::{Look, Subject};

use crate::table::{Debt, Event, How, May, Seat, SeatSet, Stage, Standing, Status, WentOut};

impl<'a> Look<'a> {
    /// The seat that is next in line: where the next turn will go as things stand.
    pub fn next_in_line(&self) -> Seat {
        let advance = &self.state.advance;
        advance.to.unwrap_or_else(|| self.state.step(advance.from, 1 + u32::from(advance.skips)))
    }

    /// Cards that can still be drawn, reshuffling included (R15, A15).
    pub fn available(&self) -> usize {
        self.state.draw.len() + self.state.discard.len().saturating_sub(self.pinned())
    }

    /// Cards on top of the discard pile that no reshuffle takes.
    pub fn pinned(&self) -> usize {
        let may_go_back =
            self.game.needs.take_back && self.state.debts.iter().any(|debt| debt.play.is_some());
        if may_go_back { 2 } else { 1 }
    }

    /// How this seat would play a card now, if it may at all.
    pub fn way(&self, seat: Seat) -> Option<How> {
        if self.state.ending.is_some() || !self.plays(seat) {
            return None;
        }
        match self.state.status() {
            Status::Over | Status::Ask(_) => None,
            Status::Turn(due) if due == seat => Some(How::Turn),
            Status::Debt(due) if due == seat => Some(How::Answer),
            Status::Turn(_) | Status::Debt(_) => Some(How::Jump),
        }
    }

    /// Whether the seat plays and is not about to leave.
    pub fn plays(&self, seat: Seat) -> bool {
        self.state.knows(seat) && self.state.active(seat) && !self.state.place(seat).leaving
    }

    /// Whether the debt waits for an answer. Only public facts count, never a hand (X1).
    pub fn waits(&self, debt: &Debt) -> bool {
        if debt.owe.closed {
            return false;
        }
        let ending = self.state.ending.is_some();
        (!ending && self.game.debt_answerable(debt.symbol)) || self.challengeable(debt)
    }

    /// Whether, by public facts, some offer about this debt can be taken up: a challenge.
    fn challengeable(&self, debt: &Debt) -> bool {
        let Some(play) = debt.play.as_deref() else { return false };
        let accused = self.state.place(play.seat);
        if accused.standing == Standing::Gone || accused.leaving {
            return false;
        }
        let open = |offer: &Offer| {
            offer.judges.has(debt.symbol)
                && match offer.to {
                    OfferTo::Native(to) => !to(self).is_empty(),
                    _ => true,
                }
        };
        self.game.offers.iter().any(open)
    }

    /// What a filter looks at, for something that this seat does or that happens to it.
    pub(in crate::engine) fn facts(&self, seat: Seat) -> Facts<'a> {
        Facts {
            state: self.state,
            seat,
            how: None,
            drawn: KindSet::EMPTY,
            last: false,
            went_out: WentOut::No,
            color: self.state.color,
            symbol: self.symbol_in_force(),
            top: self.state.top(),
            reason: None,
            playable: None,
        }
    }

    /// The same for a card that the seat might lay in this way.
    pub(in crate::engine) fn facts_to_play(&self, seat: Seat, how: How) -> Facts<'a> {
        let drawn = match self.state.turn.stage {
            Stage::Drawn(May::This(kind)) if self.state.turn.seat == seat => KindSet::one(kind),
            _ => KindSet::EMPTY,
        };
        let last = self.state.place(seat).hand.len() == 1;
        Facts { how: Some(how), drawn, last, ..self.facts(seat) }
    }

    /// The same for a subject of an effect or event, with the card that it is about.
    pub(in crate::engine) fn facts_of(&self, subject: &Subject<'_>) -> (Facts<'a>, Option<Kind>) {
        let seat = self.seat_of(subject);
        let mut facts = self.facts(seat);
        let mut card = None;
        let play = match subject {
            Subject::Play(play) => Some(*play),
            Subject::Event(Event::CardDrawn { card: drawn, reason, .. }) => {
                facts.reason = Some(*reason);
                card = Some(*drawn);
                None
            }
            Subject::Draw { reason, .. } => {
                facts.reason = Some(*reason);
                self.play
            }
            Subject::Card { card: which, .. } => {
                card = Some(*which);
                None
            }
            _ => self.play,
        };
        if let Some(play) = play {
            card = Some(play.card);
            facts.how = Some(play.how);
            facts.last = play.last;
            facts.went_out = play.went_out;
            facts.drawn = if play.drawn { KindSet::one(play.card) } else { KindSet::EMPTY };
            facts.color = play.before.color;
            facts.top = play.before.card;
            let printed = play.before.card.map(|top| self.deck().card(top).symbol);
            facts.symbol = play.before.symbol.or(printed);
        }
        (facts, card)
    }

    /// The seat that a subject is about.
    pub fn seat_of(&self, subject: &Subject<'_>) -> Seat {
        use crate::table::{Effect, Who};
        let of_who = |who: &Who| match who {
            Who::Seat(seat) => *seat,
            _ => self.state.turn.seat,
        };
        match subject {
            Subject::Candidate(candidate) => candidate.seat,
            Subject::Play(play) => play.seat,
            Subject::Seat(seat)
            | Subject::Draw { seat, .. }
            | Subject::Owe { seat, .. }
            | Subject::Turn { seat, .. }
            | Subject::Card { seat, .. }
            | Subject::Score { seat, .. }
            | Subject::Out { seat }
            | Subject::Offer { seat, .. }
            | Subject::Action { seat, .. } => *seat,
            Subject::Effect(effect) => match effect {
                Effect::Play { seat, .. } | Effect::Discard { seat, .. } => *seat,
                Effect::ChooseColor { who }
                | Effect::MoveDebt { who }
                | Effect::Skip { who }
                | Effect::NextSeat { who }
                | Effect::ExtraTurn { who, .. }
                | Effect::GoOut { who }
                | Effect::KnockOut { who }
                | Effect::BringBack { who }
                | Effect::Drop { who }
                | Effect::Score { who, .. } => of_who(who),
                _ => self.state.turn.seat,
            },
            Subject::Event(event) => event.seat().unwrap_or(self.state.turn.seat),
            Subject::Data(_) | Subject::Round => self.state.turn.seat,
        }
    }

    /// The symbol that must be matched: a declared one, or the top's.
    pub(in crate::engine) fn symbol_in_force(&self) -> Option<crate::cards::Symbol> {
        self.state.symbol.or_else(|| self.state.top().map(|top| self.deck().card(top).symbol))
    }

    /// The seats that a word names now, in order of play.
    pub(in crate::engine) fn seats_of(&self, who: crate::table::Who) -> Vec<Seat> {
        use crate::table::Who;
        let acting = self.state.turn.seat;
        match who {
            Who::Seat(seat) => vec![seat],
            Who::Next => vec![self.next_in_line()],
            Who::Previous => {
                let back = self.state.direction.flipped();
                vec![self.state.step_in(acting, back, 1)]
            }
            Who::All => self.state.ring(acting).collect(),
            Who::Others => self.state.ring(acting).filter(|seat| *seat != acting).collect(),
        }
    }

    /// Seats to whom an offer may go, whatever its filter says.
    pub(in crate::engine) fn everybody(&self) -> SeatSet {
        self.state.all().filter(|seat| self.plays(*seat)).collect()
    }
}
