//! A position being written: what a setup names, and how it is laid on the table.
//!
//! Cards come from the draw pile and go back to it, so the deck stays whole. What a setup names is
//! always as named: where a card of it lies in a hand or pile that the setup does not name, another
//! card takes its place there.

use crate::cards::{Color, Deck, Kind, Symbol};
use crate::engine::definition::Game;
use crate::table::{
    Advance, Before, By, Call, Debt, Direction, How, LastDraw, May, Owe, Play, Seat, SeatSet,
    Setup, Stage, Standing, State, Turn, WentOut,
};
use std::collections::BTreeMap;

/// A debt as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebtLine {
    /// Who owes.
    pub seat: Seat,
    /// Cards.
    pub draw: u16,
    /// The symbol of the card that opened it.
    pub symbol: Symbol,
    /// Who laid that card.
    pub by: Seat,
}

/// What a setup names.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Draft {
    /// Cards not named are out of the game.
    pub only: bool,
    /// Whole hands.
    pub hands: BTreeMap<Seat, Vec<Kind>>,
    /// The top card and its color.
    pub top: Option<(Kind, Option<Color>)>,
    /// The cards under it, deepest first.
    pub discard: Option<Vec<Kind>>,
    /// The next cards of the draw pile, drawn first first.
    pub pile: Option<Vec<Kind>>,
    /// Whose turn it is, and the card it has drawn.
    pub turn: Option<(Seat, Option<Kind>)>,
    /// The direction of play.
    pub direction: Option<Direction>,
    /// Who dealt.
    pub dealer: Option<Seat>,
    /// Debts.
    pub debts: Vec<DebtLine>,
    /// Who has called.
    pub called: Vec<Seat>,
    /// Who may be caught.
    pub exposed: Vec<Seat>,
    /// Who has finished, and in which place.
    pub out: Vec<(Seat, u8)>,
    /// Points of the match.
    pub totals: Vec<(Seat, i64)>,
}

/// Where a card was taken from that must be replaced there.
#[derive(Clone, Copy)]
enum Hole {
    Hand(usize),
    Discard(usize),
}

/// A position while cards move.
struct Table<'a> {
    deck: &'a Deck,
    draft: &'a Draft,
    setup: Setup,
    holes: Vec<Hole>,
    /// The named top lies on the discard pile already.
    top_laid: bool,
    errors: Vec<String>,
}

impl Draft {
    /// Lays the draft on the table.
    ///
    /// # Errors
    /// Every reason why that is impossible.
    pub fn apply(&self, state: &State, game: &Game) -> Result<State, Vec<String>> {
        let deck = &game.deck;
        let mut table = Table {
            deck,
            draft: self,
            setup: Setup::of(state),
            holes: Vec::new(),
            top_laid: false,
            errors: Vec::new(),
        };
        table.clear();
        table.lay();
        table.fill();
        if !table.errors.is_empty() {
            return Err(table.errors);
        }
        self.seats(&mut table.setup);
        self.course(&mut table.setup, game);
        table
            .setup
            .check(deck)
            .map_err(|errors| errors.into_iter().map(|error| error.text).collect())
    }

    /// What is said about seats.
    fn seats(&self, setup: &mut Setup) {
        for (seat, cards) in &self.hands {
            let place = &mut setup.seats[seat.index()];
            place.call = Call::Quiet;
            if !cards.is_empty() && matches!(place.standing, Standing::Out(_)) {
                place.standing = Standing::In;
            }
        }
        for place in setup.seats.iter_mut().filter(|place| place.hand.len() != 1) {
            place.call = Call::Quiet;
        }
        for (seat, place) in &self.out {
            setup.seats[seat.index()].standing = Standing::Out(*place);
        }
        for (seat, points) in &self.totals {
            setup.seats[seat.index()].total = *points;
        }
        if let Some(dealer) = self.dealer {
            setup.table.dealer = Some(dealer);
        }
    }

    /// What is said about turn, debts and windows.
    fn course(&self, setup: &mut Setup, game: &Game) {
        setup.direction = self.direction.unwrap_or(setup.direction);
        if let Some((seat, drawn)) = self.turn {
            fresh_turn(setup, seat);
            if let Some(card) = drawn {
                setup.turn.stage = Stage::Drawn(May::This(card));
                setup.last_draw = Some(LastDraw { seat, cards: vec![card] });
            }
        }
        if let Some(first) = self.debts.first() {
            fresh_turn(setup, first.by);
            setup.turn.done = true;
            setup.debts = self.debts.iter().map(|line| debt(line, setup, game)).collect();
        }
        for seat in &self.called {
            setup.seats[seat.index()].call = Call::Called;
        }
        if !self.exposed.is_empty() {
            // It began in the turn before, so that the end of this one may close it (A17).
            setup.turn.no = setup.turn.no.max(2);
            let turn = setup.turn.no - 1;
            for seat in &self.exposed {
                setup.seats[seat.index()].call = Call::Exposed { turn, by_play: true };
            }
        }
    }
}

/// A turn of this seat in which nothing has happened yet, with nothing left open.
fn fresh_turn(setup: &mut Setup, seat: Seat) {
    let no = setup.turn.no.max(1);
    setup.turn = Turn { no, seat, stage: Stage::Fresh, done: false, must_play: false };
    setup.advance = Advance { from: seat, skips: 0, to: None, must_play: false };
    setup.debts.clear();
    setup.delayed.clear();
    setup.ask = None;
    setup.work.clear();
    setup.fresh = SeatSet::default();
    setup.down = None;
    setup.last_draw = None;
    setup.idle = 0;
    setup.ending = None;
    setup.over = None;
    setup.table.winners = None;
    for place in &mut setup.seats {
        if matches!(place.call, Call::Exposed { .. }) {
            place.call = Call::Quiet;
        }
    }
}

/// A debt, with the play that opened it where a challenge may judge it.
fn debt(line: &DebtLine, setup: &Setup, game: &Game) -> Debt {
    let deck = &game.deck;
    let card = deck.of_symbol(line.symbol).iter().next();
    let draws = card.map_or(0, |card| u16::from(deck.card(card).draws));
    let cards = line.draw.checked_div(draws).unwrap_or(1).max(1);
    let older = line.draw.saturating_sub(draws);
    let black = card.filter(|card| deck.card(*card).color.is_none() && draws > 0);
    let play = black.map(|card| {
        let left = setup.seats[line.by.index()].hand.clone();
        let below = setup.discard.iter().rev().nth(1).copied();
        let before = Before {
            card: below,
            color: below.and_then(|below| deck.card(below).color),
            symbol: None,
            debt: older,
            debt_cards: (cards - 1) as u8,
        };
        Box::new(Play {
            no: setup.plays,
            seat: line.by,
            card,
            more: Vec::new(),
            how: if older > 0 { How::Answer } else { How::Turn },
            drawn: false,
            call: false,
            last: left.is_empty(),
            went_out: WentOut::No,
            before,
            left,
            alternatives: crate::cards::KindSet::EMPTY,
        })
    });
    let skip = u8::from(draws == 0);
    Debt {
        seat: Some(line.seat),
        owe: Owe { draw: line.draw, skip, ..Owe::default() },
        symbol: Some(line.symbol),
        by: Some(line.by),
        from: opener(game, deck.symbol_name(line.symbol)),
        cards: cards as u8,
        alike: cards as u8,
        in_line: true,
        play,
    }
}

/// The rule that opens debts for cards of this symbol, as far as built-in rules do.
fn opener(game: &Game, symbol: &str) -> By {
    let rule = match symbol {
        "draw2" => "draw_two",
        "draw4" => "draw_four",
        other => other,
    };
    game.rule_named(rule).map_or(By::Game, By::Rule)
}

impl Table<'_> {
    /// Places that the draft names give their cards back to the bottom of the draw pile.
    fn clear(&mut self) {
        let Self { draft, setup, deck, .. } = self;
        let mut back = Vec::new();
        if draft.only {
            for place in &mut setup.seats {
                place.hand.clear();
            }
            setup.piles.iter_mut().for_each(Vec::clear);
            setup.discard.clear();
            setup.aside.clear();
            setup.draw = deck.cards().collect();
            return;
        }
        let leaving = draft.out.iter().map(|(seat, _)| seat);
        for seat in draft.hands.keys().chain(leaving) {
            let hand = &mut setup.seats[seat.index()].hand;
            back.extend(hand.cards());
            hand.clear();
        }
        let top = setup.discard.pop();
        if draft.discard.is_some() {
            back.append(&mut setup.discard);
        }
        match top {
            Some(top) if draft.top.is_some() => back.push(top),
            Some(top) => setup.discard.push(top),
            None => {}
        }
        setup.draw.splice(0..0, back);
    }

    /// Puts every named card where it belongs.
    fn lay(&mut self) {
        let draft = self.draft;
        for (seat, cards) in &draft.hands {
            for card in self.take_all(cards) {
                self.setup.seats[seat.index()].hand.add(card);
            }
        }
        let old_top = if draft.top.is_none() { self.setup.discard.pop() } else { None };
        if let Some(cards) = &draft.discard {
            let cards = self.take_all(cards);
            self.setup.discard.extend(cards);
        }
        if let Some((card, color)) = draft.top {
            let top = self.take(card);
            self.top_laid = top.is_some();
            self.setup.discard.extend(top);
            self.setup.color = color;
            self.setup.symbol = None;
        }
        self.setup.discard.extend(old_top);
        let pile = draft.pile.as_ref().map(|cards| self.take_all(cards)).unwrap_or_default();
        if draft.only {
            self.setup.aside = std::mem::take(&mut self.setup.draw);
        }
        self.fill();
        self.setup.draw.extend(pile.into_iter().rev());
    }

    fn take_all(&mut self, cards: &[Kind]) -> Vec<Kind> {
        cards.iter().filter_map(|card| self.take(*card)).collect()
    }

    /// Takes a card: from the draw pile, bottom first; else from where the draft names nothing.
    fn take(&mut self, card: Kind) -> Option<Kind> {
        let Self { draft, setup, holes, .. } = self;
        if let Some(at) = setup.draw.iter().position(|other| *other == card) {
            return Some(setup.draw.remove(at));
        }
        for (at, place) in setup.seats.iter_mut().enumerate() {
            let named = draft.hands.contains_key(&Seat(at as u8));
            if !named && place.hand.remove(card) {
                holes.push(Hole::Hand(at));
                return Some(card);
            }
        }
        // Holes keep their place in the pile, so that the top stays the top.
        let open =
            |at: &usize| !holes.iter().any(|hole| matches!(hole, Hole::Discard(h) if h == at));
        let lies = |at: &usize| setup.discard[*at] == card && open(at);
        let end = setup.discard.len() - usize::from(self.top_laid);
        if draft.discard.is_none()
            && let Some(at) = (0..end).find(lies)
        {
            holes.push(Hole::Discard(at));
            return Some(card);
        }
        let all = self.deck.count(card);
        let named = self.named(card);
        let text = self.deck.card_text(card);
        let mut error = format!("{text} is named {} times, the deck has {all}", named.len());
        if named.len() <= usize::from(all) {
            error = format!("{text} is not there: it is out of this game, or in a rule's pile");
        } else {
            error.push_str(&format!(" ({})", named.join(", ")));
        }
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
        None
    }

    /// Where the draft names a card, once for each time.
    fn named(&self, card: Kind) -> Vec<String> {
        let draft = self.draft;
        let mut places: Vec<(String, Vec<Kind>)> = Vec::new();
        for (seat, cards) in &draft.hands {
            places.push((format!("hand {seat}"), cards.clone()));
        }
        places.push(("top".into(), draft.top.iter().map(|(top, _)| *top).collect()));
        places.push(("discard".into(), draft.discard.clone().unwrap_or_default()));
        places.push(("pile".into(), draft.pile.clone().unwrap_or_default()));
        let each = places.into_iter().flat_map(|(place, cards)| {
            let n = cards.iter().filter(|other| **other == card).count();
            std::iter::repeat_n(place, n)
        });
        each.collect()
    }

    /// Fills the holes with cards of the draw pile, bottom first.
    fn fill(&mut self) {
        for hole in std::mem::take(&mut self.holes) {
            let setup = &mut self.setup;
            match hole {
                Hole::Hand(at) if !setup.draw.is_empty() => {
                    setup.seats[at].hand.add(setup.draw.remove(0));
                }
                Hole::Hand(_) => {}
                Hole::Discard(at) => {
                    let plain = |card: &Kind| self.deck.card(*card).number.is_some();
                    let Some(found) = setup.draw.iter().position(plain) else {
                        self.errors.push("no card is left for the discard pile".into());
                        continue;
                    };
                    let card = setup.draw.remove(found);
                    setup.discard[at] = card;
                    if at + 1 == setup.discard.len() {
                        setup.color = self.deck.card(card).color;
                        setup.symbol = None;
                    }
                }
            }
        }
    }
}
