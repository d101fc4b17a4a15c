//! Dealing: who deals and starts, the cards, the first upcard and what it does (R3–R5).

use super::Done;
use crate::cards::{CardCount, Deck, Hand, Kind, KindSet, sort_cards};
use crate::engine::definition::{DealTies, Hook, NextStart, Starter};
use crate::engine::host::{Fault, FaultCode, Subject};
use crate::engine::refusal::{Code, Refusal};
use crate::engine::table_match::Match;
use crate::rng::Stream;
use crate::table::{
    Advance, By, Call, Direction, Event, How, Play, Seat, SeatSet, Stage, Standing, State,
    TableState, Task, Turn, WentOut,
};
use std::rc::Rc;

impl Match {
    /// The state before the first deal: the whole deck lies in the draw pile.
    pub(in crate::engine) fn undealt(
        game: &crate::engine::definition::Game,
        seats: usize,
        seed: u64,
    ) -> State {
        let place = |seat: usize| crate::table::Place {
            hand: Hand::default(),
            team: team_of(game, seats, seat),
            standing: Standing::In,
            call: Call::Quiet,
            leaving: false,
            missing: 0,
            total: 0,
            points: 0,
            dropped: 0,
        };
        let rules = (0..game.rules().len() as u8).map(crate::table::RuleId);
        State {
            seats: (0..seats).map(place).collect(),
            draw: game.deck.cards().collect(),
            discard: Vec::new(),
            piles: vec![Vec::new(); game.piles.len()],
            aside: Vec::new(),
            color: None,
            symbol: None,
            direction: Direction::Cw,
            turn: Turn { no: 0, seat: Seat(0), stage: Stage::Fresh, done: false, must_play: false },
            advance: Advance { from: Seat(0), skips: 0, to: None, must_play: false },
            debts: Vec::new(),
            delayed: Vec::new(),
            idle: 0,
            fresh: SeatSet::default(),
            down: None,
            plays: 0,
            last_draw: None,
            ending: None,
            over: None,
            ask: None,
            work: Vec::new(),
            moments: Vec::new(),
            effects: 0,
            deal: Self::deal_stream(seed),
            rules: rules.map(|rule| super::memory::begin(game, rule)).collect(),
            table: TableState {
                seed,
                round: 0,
                dealer: None,
                starter: Seat(0),
                winners: None,
                scores: crate::table::Scores::default(),
            },
        }
    }

    fn deal_stream(seed: u64) -> Stream {
        Stream::new(seed, "deal")
    }

    /// Another match begins at this table: memory of the one before is used again.
    pub(in crate::engine) fn clear_table(&mut self, seed: u64) {
        let (game, seats) = (Rc::clone(&self.game), self.state.seats.len());
        let undealt = || Rc::new(State { rules: Vec::new(), ..Self::undealt(&game, seats, 0) });
        let undealt = Rc::clone(self.undealt.get_or_insert_with(undealt));
        let state = self.st();
        let mut rules = std::mem::take(&mut state.rules);
        super::memory::begin_anew(&game, &mut rules);
        state.clone_from(&undealt);
        state.rules = rules;
        state.table.seed = seed;
        state.deal = Self::deal_stream(seed);
    }

    pub(super) fn admit_deal(&self) -> Result<(), Refusal> {
        let state = self.state();
        if state.table.winners.is_some() {
            return Err(Refusal::new(Code::RoundOver, "the match is over; start a new one"));
        }
        if state.over.is_none() && state.table.round > 0 {
            return Err(Refusal::new(Code::NotDue, "this round is not over yet"));
        }
        let players = state.seats.iter().filter(|p| p.standing != Standing::Gone).count();
        if players < crate::limits::SEATS_MIN {
            return Err(Refusal::new(Code::RoundOver, "fewer than two seats are left"));
        }
        let cards = self.game.deck.size() - state.aside.len();
        let needed = players * self.game.policy.deal as usize + 1;
        if needed > cards {
            let text = format!(
                "{players} seats of {} cards and an upcard need {needed} cards; the deck has \
                 {cards} (R2.1)",
                self.game.policy.deal
            );
            return Err(Refusal::new(Code::BadValue, text));
        }
        Ok(())
    }

    /// Begins the next round; `upcards` are turned first, in this order.
    pub(super) fn deal(&mut self, dealer: Option<Seat>, upcards: Vec<Kind>) -> Done {
        let chosen = self.next_by_result();
        self.gather();
        let by = self.told_by("deal");
        let next = self.game.policy.next;
        let first = self.state.table.round == 0 || next == NextStart::Lot;
        let lot = self.game.policy.starter == Starter::Lot;
        let chosen = if dealer.is_none() { chosen } else { None };
        // Who starts by the last round has the deal at his right.
        let right = chosen.map(|seat| self.state.step_in(seat, Direction::Ccw, 1));
        let dealer = dealer.or(right).or_else(|| self.choose_dealer(first, by));
        let starter = match dealer {
            _ if chosen.is_some() => chosen.unwrap_or_default(),
            Some(dealer) if !lot => self.left_of(dealer),
            _ if first => self.lot(),
            _ => self.left_of(self.state.table.starter),
        };
        let state = self.st();
        state.table.round += 1;
        state.table.starter = starter;
        state.table.dealer = if lot { None } else { dealer };
        // The turn before the first one is the dealer's; without one, that of the seat before.
        let zero = match dealer {
            Some(dealer) if !lot => dealer,
            _ => state.step_in(starter, Direction::Ccw, 1),
        };
        state.turn = Turn { no: 0, seat: zero, stage: Stage::Fresh, done: false, must_play: false };
        state.advance = Advance { from: zero, skips: 0, to: None, must_play: false };
        let (round, dealer) = (state.table.round, state.table.dealer);
        let event = || Event::RoundStarted { round, dealer };
        self.note_if(By::Table, event);
        self.st().work.push(Task::Deal(upcards));
        if self.game.hears(Hook::OnRoundStarted) {
            self.react(Hook::OnRoundStarted, event(), None);
        }
        Ok(())
    }

    /// Who starts by the result of the last round, where the option says so (A3).
    fn next_by_result(&self) -> Option<Seat> {
        let state = &self.state;
        let there = |seat: &Seat| state.place(*seat).standing != Standing::Gone;
        let over = state.over.as_ref()?;
        match self.game.policy.next {
            NextStart::Winner => over.winners.iter().copied().find(there),
            NextStart::Loser => {
                let held = |seat: Seat| {
                    let cards = state.place(seat).hand.cards();
                    cards.map(|card| u32::from(self.game.deck.card(card).points)).sum::<u32>()
                };
                let others = state.all().filter(there).filter(|s| !over.winners.contains(s));
                others.max_by_key(|seat| (held(*seat), std::cmp::Reverse(*seat)))
            }
            NextStart::Left | NextStart::Lot => None,
        }
    }

    /// Every card goes back; nothing of the last round is left (R4.6, R23.4).
    fn gather(&mut self) {
        let game = Rc::clone(&self.game);
        let state = self.st();
        gather_cards(&game.deck, state);
        for place in &mut state.seats {
            place.hand.clear();
            place.call = Call::Quiet;
            place.missing = 0;
            place.points = 0;
            if place.standing != Standing::Gone {
                place.standing = Standing::In;
            }
        }
        state.color = None;
        state.symbol = None;
        state.direction = Direction::Cw;
        state.debts.clear();
        state.delayed.clear();
        state.idle = 0;
        state.fresh = SeatSet::default();
        state.down = None;
        state.plays = 0;
        state.last_draw = None;
        state.ending = None;
        state.over = None;
        state.moments.clear();
    }

    fn left_of(&self, seat: Seat) -> Seat {
        self.state.step_in(seat, Direction::Cw, 1)
    }

    fn lot(&mut self) -> Seat {
        let seats: Vec<Seat> = self.state.all().filter(|s| self.state.active(*s)).collect();
        let at = self.st().deal.below(seats.len() as u32);
        seats[at as usize]
    }

    /// Who deals: the first time by drawing cards (R3.1, R3.2), then the seat to the left (R3.6).
    fn choose_dealer(&mut self, first: bool, by: By) -> Option<Seat> {
        if self.game.policy.starter == Starter::Lot {
            return None;
        }
        if let (false, Some(last)) = (first, self.state.table.dealer) {
            return Some(self.left_of(last));
        }
        let mut drawing: Vec<Seat> = self.state.all().filter(|s| self.state.active(*s)).collect();
        // Ties draw again among themselves (A2); bounded, since a deck may hold equal cards only.
        for _ in 0..64 {
            let mut best: Vec<Seat> = Vec::new();
            let mut highest = -1;
            let mut pile = self.state.draw.clone();
            self.st().deal.shuffle(&mut pile);
            for seat in &drawing {
                let value = self.dealer_draw(*seat, &mut pile, by);
                if value > highest {
                    highest = value;
                    best.clear();
                }
                if value == highest {
                    best.push(*seat);
                }
            }
            match self.game.policy.ties {
                DealTies::First => return best.first().copied(),
                DealTies::All if best.len() > 1 => continue,
                _ => drawing = best,
            }
            if drawing.len() == 1 {
                break;
            }
        }
        drawing.first().copied()
    }

    /// One seat draws for dealer; what its card counts.
    fn dealer_draw(&mut self, seat: Seat, pile: &mut Vec<Kind>, by: By) -> i64 {
        let redraw = self.game.policy.starter == Starter::DrawRedraw;
        let has_number = pile.iter().any(|kind| self.game.deck.card(*kind).number.is_some());
        loop {
            let Some(card) = pile.pop() else { return 0 };
            self.note(Event::DealerDrew { seat, card }, by);
            match self.game.deck.card(card).number {
                Some(number) => return i64::from(number),
                None if redraw && has_number => {
                    let at = self.st().deal.below(pile.len() as u32 + 1);
                    pile.insert(at as usize, card);
                }
                None => return 0,
            }
        }
    }

    /// The cards are shuffled and dealt one by one from the dealer's left (R4.3), then the upcard.
    pub(super) fn deal_cards(&mut self, upcards: Vec<Kind>) -> Done {
        let by = self.told_by("deal");
        let state = self.st();
        let mut cards = std::mem::take(&mut state.draw);
        if !crate::cards::are_sorted(&cards) {
            sort_cards(&mut cards);
        }
        state.deal.shuffle(&mut cards);
        state.draw = cards;
        // Stacked upcards are kept out of the hands.
        let mut stacked = Vec::new();
        for card in &upcards {
            let found = state.draw.iter().rposition(|other| other == card);
            stacked.extend(found.map(|at| state.draw.remove(at)));
        }
        let starter = self.state.table.starter;
        let seats: Vec<Seat> = {
            let clockwise = |seat: &Seat| self.state.beside(*seat, Direction::Cw);
            let around = std::iter::successors(Some(starter), |seat| Some(clockwise(seat)));
            let around = around.take(self.state.seats.len());
            around.filter(|seat| self.state.active(*seat)).collect()
        };
        let mut wanted = vec![i64::from(self.game.policy.deal); seats.len()];
        if self.game.hears(Hook::AdjustDeal) {
            for (seat, n) in seats.iter().zip(&mut wanted) {
                *n = self.look().adjust(Hook::AdjustDeal, *n, Subject::Seat(*seat))?;
            }
        }
        let most = wanted.iter().copied().max().unwrap_or(0);
        let state = self.st();
        for round in 0..most {
            for (seat, wanted) in seats.iter().zip(&wanted) {
                if round < *wanted
                    && let Some(card) = state.draw.pop()
                {
                    state.seats[seat.index()].hand.add(card);
                }
            }
        }
        self.note_if(by, || Event::Dealt { each: most as u16 });
        self.st().draw.extend(stacked.into_iter().rev());
        self.upcard(by)
    }

    /// Turns cards until one may start (R5, A6b).
    fn upcard(&mut self, by: By) -> Done {
        let first = self.state.draw.last().copied();
        let mut good = KindSet::EMPTY;
        // Nearly always the first card will do, and the others need not be asked about.
        match first {
            Some(first) if self.may_start(first)? => good.insert(first),
            _ => {
                for kind in self.game.deck.kinds() {
                    if self.may_start(kind)? {
                        good.insert(kind);
                    }
                }
            }
        }
        let found = first.is_some_and(|first| good.has(first));
        if !found && !self.state.draw.iter().any(|kind| good.has(*kind)) {
            return Err(Fault {
                kind: FaultCode::Error,
                rule: "deal".into(),
                hook: "upcard".into(),
                at: None,
                text: format!(
                    "no card of the pile may start the discard pile; the deck needs a card that \
                     the rules allow as first upcard (R5){}",
                    if self.game.policy.numbers_only {
                        ": a number card, or set deal.upcard to effects (R5.6)"
                    } else {
                        ""
                    }
                ),
            });
        }
        let mut rejected = Vec::new();
        let card = loop {
            let Some(card) = self.st().draw.pop() else { return Ok(()) };
            if good.has(card) {
                break card;
            }
            self.note(Event::UpcardReturned { card }, by);
            rejected.push(card);
            // Stacked cards that follow are still turned in their order.
            if !self.game.policy.numbers_only && !self.state.draw.iter().any(|k| good.has(*k)) {
                break card;
            }
        };
        let color = self.game.deck.card(card).color;
        let bottom = self.game.policy.rejected_bottom;
        let state = self.st();
        if !rejected.is_empty() {
            if bottom {
                state.draw.splice(0..0, rejected);
            } else {
                state.draw.append(&mut rejected);
                state.deal.shuffle(&mut state.draw);
            }
        }
        state.discard.push(card);
        state.color = color;
        self.note_if(by, || Event::UpcardTurned { card });
        self.start_effect(card);
        Ok(())
    }

    fn may_start(&self, card: Kind) -> Result<bool, Fault> {
        let seat = self.state.turn.seat;
        let listeners = self.game.listeners(Hook::CanStart).iter();
        let subject = Subject::Card { seat, card };
        let (_, forbidden) = self.look().fold_plain(listeners, subject, "can_start", None)?;
        Ok(forbidden.is_none())
    }

    /// What the upcard does: it has no player, so nothing of it can be challenged (R5.7).
    fn start_effect(&mut self, card: Kind) {
        let seat = self.state.turn.seat;
        let play = Play {
            no: 0,
            seat,
            card,
            more: Vec::new(),
            how: How::Start,
            drawn: false,
            call: false,
            last: false,
            went_out: WentOut::No,
            before: crate::table::Before::default(),
            left: Hand::default(),
            alternatives: KindSet::EMPTY,
        };
        self.st().work.push(Task::Dealt);
        self.push_card_effect(play, 0);
    }

    /// The upcard is resolved: the first turn may begin.
    pub(super) fn dealt(&mut self) {
        let state = self.st();
        state.turn.done = true;
        state.fresh = SeatSet::default();
        let each = self.game.policy.deal;
        if self.game.hears(Hook::OnDealt) {
            self.react(Hook::OnDealt, Event::Dealt { each }, None);
        }
    }

    /// Deals with a dealer and upcards of choice.
    pub(in crate::engine) fn deal_with(
        &mut self,
        dealer: Option<Seat>,
        upcards: &[Kind],
    ) -> Result<(), Refusal> {
        self.admit_deal()?;
        if let Some(seat) = dealer
            && !(self.state.knows(seat) && self.state.place(seat).standing != Standing::Gone)
        {
            return Err(Refusal::new(Code::BadSeat, format!("seat {seat} cannot deal")));
        }
        let mut wanted = Hand::default();
        for card in upcards {
            wanted.add(*card);
            if wanted.count(*card) > self.state.every_card().count(*card) {
                let text = format!("the deck has no more {}", self.game.deck.card_text(*card));
                return Err(Refusal::new(Code::BadCard, text));
            }
        }
        self.st().effects = 0;
        self.deal(dealer, upcards.to_vec())?;
        Ok(self.go_on()?)
    }
}

/// Every card lies in the draw pile, sorted.
fn gather_cards(deck: &Deck, state: &mut State) {
    let held: usize = state.seats.iter().map(|place| place.hand.len()).sum();
    let State { seats, draw, discard, piles, .. } = state;
    if held + draw.len() + discard.len() == deck.size() {
        // No card is ever lost or made (R23.1): these are all there are.
        discard.clear();
        draw.clear();
        draw.extend_from_slice(deck.sorted());
        return;
    }
    let mut count = CardCount::default();
    for pile in [&mut *draw, discard].into_iter().chain(piles) {
        count.add(pile);
        pile.clear();
    }
    seats.iter().for_each(|place| count.add_hand(&place.hand));
    count.lay_out(draw);
}

/// The team of a seat: its own, or the one of the seat opposite (R2.4).
pub(super) const fn team_of(
    game: &crate::engine::definition::Game,
    seats: usize,
    seat: usize,
) -> u8 {
    if game.policy.partners { (seat % (seats / 2)) as u8 } else { seat as u8 }
}
