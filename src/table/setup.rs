//! A position as written, and everything that can be wrong with one.
//!
//! The checks are the invariants of a state (R23): [`State::faults`] runs the same ones.

use super::{
    Advance, Ask, AskKind, Call, Debt, Delayed, Direction, Ending, LastDraw, May, Moment, Place,
    RoundEnd, RuleState, Seat, SeatSet, Stage, Standing, State, TableState, Task, Turn,
};
use crate::cards::{Color, Deck, Kind, Symbol};
use crate::limits::{SEATS_MAX, SEATS_MIN};
use crate::rng::Stream;

/// Any position, as written: every field of [`State`], not yet known to be possible.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are those of State, which documents them")]
pub struct Setup {
    pub seats: Vec<Place>,
    pub draw: Vec<Kind>,
    pub discard: Vec<Kind>,
    pub piles: Vec<Vec<Kind>>,
    pub aside: Vec<Kind>,
    pub color: Option<Color>,
    pub symbol: Option<Symbol>,
    pub direction: Direction,
    pub turn: Turn,
    pub advance: Advance,
    pub debts: Vec<Debt>,
    pub delayed: Vec<Delayed>,
    pub idle: u8,
    pub fresh: SeatSet,
    pub down: Option<Seat>,
    pub plays: u32,
    pub last_draw: Option<LastDraw>,
    pub ending: Option<Ending>,
    pub over: Option<RoundEnd>,
    pub ask: Option<Ask>,
    pub work: Vec<Task>,
    pub moments: Vec<Moment>,
    pub effects: u32,
    pub deal: Stream,
    pub rules: Vec<RuleState>,
    pub table: TableState,
}

/// One reason why a position is impossible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct SetupError {
    /// The invariant: the name of its check.
    pub check: &'static str,
    /// What is wrong, with names and counts.
    pub text: String,
}

type Check = fn(&State, &Deck, &mut Vec<String>);

/// Every invariant, with its name.
const CHECKS: &[(&str, Check)] = &[
    ("seat_count", seat_count),
    ("known_cards", known_cards),
    ("whole_deck", whole_deck),
    ("known_seats", known_seats),
    ("somebody_plays", somebody_plays),
    ("turn_plays", turn_plays),
    ("debtors_play", debtors_play),
    ("top_has_color", top_has_color),
    ("drawn_card_is_held", drawn_card_is_held),
    ("calls_need_one_card", calls_need_one_card),
    ("places_differ", places_differ),
    ("over_is_quiet", over_is_quiet),
    ("question_has_answers", question_has_answers),
    ("work_waits_on_a_question", work_waits_on_a_question),
];

impl Setup {
    /// The position of a state, to be edited.
    pub fn of(state: &State) -> Self {
        let s = state.clone();
        Self {
            seats: s.seats,
            draw: s.draw,
            discard: s.discard,
            piles: s.piles,
            aside: s.aside,
            color: s.color,
            symbol: s.symbol,
            direction: s.direction,
            turn: s.turn,
            advance: s.advance,
            debts: s.debts,
            delayed: s.delayed,
            idle: s.idle,
            fresh: s.fresh,
            down: s.down,
            plays: s.plays,
            last_draw: s.last_draw,
            ending: s.ending,
            over: s.over,
            ask: s.ask,
            work: s.work,
            moments: s.moments,
            effects: s.effects,
            deal: s.deal,
            rules: s.rules,
            table: s.table,
        }
    }

    /// The state that this position describes.
    ///
    /// # Errors
    /// Every reason why it is impossible, all at once.
    pub fn check(&self, deck: &Deck) -> Result<State, Vec<SetupError>> {
        let state = self.clone().unchecked();
        let errors = state.errors(deck);
        if errors.is_empty() { Ok(state) } else { Err(errors) }
    }

    fn unchecked(self) -> State {
        State {
            seats: self.seats,
            draw: self.draw,
            discard: self.discard,
            piles: self.piles,
            aside: self.aside,
            color: self.color,
            symbol: self.symbol,
            direction: self.direction,
            turn: self.turn,
            advance: self.advance,
            debts: self.debts,
            delayed: self.delayed,
            idle: self.idle,
            fresh: self.fresh,
            down: self.down,
            plays: self.plays,
            last_draw: self.last_draw,
            ending: self.ending,
            over: self.over,
            ask: self.ask,
            work: self.work,
            moments: self.moments,
            effects: self.effects,
            deal: self.deal,
            rules: self.rules,
            table: self.table,
        }
    }
}

impl State {
    /// What is impossible about this state; empty for every state that a game can reach.
    pub fn faults(&self, deck: &Deck) -> Vec<String> {
        self.errors(deck).into_iter().map(|error| error.text).collect()
    }

    fn errors(&self, deck: &Deck) -> Vec<SetupError> {
        let mut errors = Vec::new();
        for (name, check) in CHECKS {
            let mut texts = Vec::new();
            check(self, deck, &mut texts);
            errors.extend(texts.into_iter().map(|text| SetupError { check: name, text }));
        }
        errors
    }

    /// Whether a round is being played.
    fn running(&self) -> bool {
        self.over.is_none() && self.table.round > 0
    }

    /// Whether the seat plays; false for one that is not at the table.
    fn plays_on(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|place| place.standing == Standing::In)
    }

    /// Where cards lie: the place in words, and its cards.
    fn places(&self) -> Vec<(String, Vec<Kind>)> {
        let hand = |(at, place): (usize, &Place)| {
            (format!("hand {}", at + 1), place.hand.cards().collect())
        };
        let mut places: Vec<(String, Vec<Kind>)> =
            self.seats.iter().enumerate().map(hand).collect();
        places.push(("the draw pile".into(), self.draw.clone()));
        places.push(("the discard pile".into(), self.discard.clone()));
        places.push(("a pile of a rule".into(), self.piles.concat()));
        places.push(("aside".into(), self.aside.clone()));
        places
    }
}

fn seat_count(state: &State, _: &Deck, found: &mut Vec<String>) {
    let n = state.seats.len();
    if !(SEATS_MIN..=SEATS_MAX).contains(&n) {
        found.push(format!("{n} seats; a game has {SEATS_MIN} to {SEATS_MAX}"));
    }
}

fn known_cards(state: &State, deck: &Deck, found: &mut Vec<String>) {
    for (place, cards) in state.places() {
        for card in cards.iter().filter(|card| !deck.knows(**card)) {
            found.push(format!("{place} holds a card number {} that the deck has not", card.0));
        }
    }
}

fn whole_deck(state: &State, deck: &Deck, found: &mut Vec<String>) {
    let places = state.places();
    let count = |kind: Kind, cards: &[Kind]| cards.iter().filter(|card| **card == kind).count();
    for kind in deck.kinds() {
        let each = places.iter().map(|(place, cards)| (place, count(kind, cards)));
        let each: Vec<_> = each.filter(|(_, n)| *n > 0).collect();
        let n: usize = each.iter().map(|(_, n)| n).sum();
        if n != usize::from(deck.count(kind)) {
            let where_ = each.iter().map(|(place, n)| format!("{n} in {place}"));
            let where_ = where_.collect::<Vec<_>>().join(", ");
            let where_ = if where_.is_empty() { "nowhere".into() } else { where_ };
            let text = deck.card_text(kind);
            found.push(format!("{n} cards {text}, the deck has {} ({where_})", deck.count(kind)));
        }
    }
    let n: usize = places.iter().map(|(_, cards)| cards.len()).sum();
    if n != deck.size() {
        found.push(format!("{n} cards in all, the deck has {}", deck.size()));
    }
}

fn known_seats(state: &State, _: &Deck, found: &mut Vec<String>) {
    let mut named: Vec<(&str, Seat)> =
        vec![("the turn", state.turn.seat), ("the advance", state.advance.from)];
    named.extend(state.advance.to.map(|seat| ("the advance", seat)));
    named.extend(state.table.dealer.map(|seat| ("the dealer", seat)));
    named.push(("the starter", state.table.starter));
    let debts = state.debts.iter().chain(state.delayed.iter().map(|delayed| &delayed.debt));
    for debt in debts {
        let play = debt.play.as_ref().map(|play| play.seat);
        named.extend([debt.seat, debt.by, play].into_iter().flatten().map(|s| ("a debt", s)));
    }
    named.extend(state.down.map(|seat| ("the last card", seat)));
    named.extend(state.last_draw.iter().map(|draw| ("the last draw", draw.seat)));
    named.extend(state.fresh.iter().map(|seat| ("a changed hand", seat)));
    let ends = state.ending.iter().flat_map(|ending| &ending.winners);
    let ends = ends.chain(state.over.iter().flat_map(|over| &over.winners));
    named.extend(ends.map(|seat| ("a winner", *seat)));
    named.extend(state.table.winners.iter().flatten().map(|seat| ("a winner", *seat)));
    let asked = state.ask.iter().flat_map(|ask| &ask.seats).map(|asked| asked.seat);
    named.extend(asked.map(|seat| ("the question", seat)));
    for (what, seat) in named.into_iter().filter(|(_, seat)| !state.knows(*seat)) {
        let n = state.seats.len();
        found.push(format!("{what} names seat {seat}; this table has the seats 1 to {n}"));
    }
}

fn somebody_plays(state: &State, _: &Deck, found: &mut Vec<String>) {
    if state.running() && state.ending.is_none() && state.active_count() == 0 {
        found.push("no seat plays, and the round is not over".into());
    }
}

fn turn_plays(state: &State, _: &Deck, found: &mut Vec<String>) {
    let Turn { seat, done, no, .. } = state.turn;
    let going = state.running() && state.ending.is_none() && no > 0 && !done;
    if going && state.knows(seat) && !state.plays_on(seat) {
        found.push(format!("it is the turn of seat {seat}, which does not play"));
    }
}

fn debtors_play(state: &State, _: &Deck, found: &mut Vec<String>) {
    for debt in &state.debts {
        match debt.seat {
            Some(seat) if state.knows(seat) && !state.plays_on(seat) => {
                found.push(format!("seat {seat} owes, and does not play"));
            }
            None if state.ask.is_none() => found.push("a debt that nobody owes".into()),
            _ => {}
        }
        if let (Some(play), Some(by)) = (&debt.play, debt.by)
            && play.seat != by
        {
            found.push(format!("a debt by seat {by} with a play of seat {}", play.seat));
        }
    }
}

fn top_has_color(state: &State, deck: &Deck, found: &mut Vec<String>) {
    let going = state.running() && state.ending.is_none() && state.turn.no > 0;
    let Some(top) = state.top() else {
        if going && state.ask.is_none() {
            found.push("the discard pile is empty: it needs a top card".into());
        }
        return;
    };
    if state.color.is_some() || !deck.knows(top) || !going {
        return;
    }
    // While any question is open the color may still be to come (A23).
    let asked =
        state.ask.as_ref().is_some_and(|ask| ask.kind == AskKind::Color || !state.work.is_empty());
    if !asked && deck.colors().len() > 0 {
        let text = deck.card_text(top);
        found.push(format!("the top {text} has no color: declare one, as in {text}:{}", {
            deck.colors().next().map_or("r", |color| deck.color_letter(color))
        }));
    }
}

fn drawn_card_is_held(state: &State, deck: &Deck, found: &mut Vec<String>) {
    let Turn { seat, stage, done, .. } = state.turn;
    let Stage::Drawn(May::This(card)) = stage else { return };
    if !deck.knows(card) {
        found.push(format!("the card drawn is number {}, which the deck has not", card.0));
    } else if state.running() && !done && state.ask.is_none() && state.knows(seat) {
        let hand = &state.place(seat).hand;
        if hand.count(card) == 0 {
            let (text, all) = (deck.card_text(card), deck.cards_text(hand.cards()));
            found.push(format!("seat {seat} has drawn {text}, but holds {all}"));
        }
    }
}

fn calls_need_one_card(state: &State, _: &Deck, found: &mut Vec<String>) {
    for (at, place) in state.seats.iter().enumerate() {
        let what = match place.call {
            Call::Quiet => continue,
            Call::Called => "has called",
            Call::Exposed { .. } => "may be caught",
        };
        if place.hand.len() != 1 {
            found.push(format!("seat {} {what}, and holds {} cards", at + 1, place.hand.len()));
        }
    }
}

fn places_differ(state: &State, _: &Deck, found: &mut Vec<String>) {
    let place = |(at, p): (usize, &Place)| match p.standing {
        Standing::Out(place) => Some((at + 1, place)),
        _ => None,
    };
    let places: Vec<(usize, u8)> = state.seats.iter().enumerate().filter_map(place).collect();
    for (at, (seat, place)) in places.iter().enumerate() {
        if let Some((other, _)) = places[..at].iter().find(|(_, p)| p == place) {
            found.push(format!("seats {other} and {seat} are both in place {place}"));
        }
    }
}

fn over_is_quiet(state: &State, _: &Deck, found: &mut Vec<String>) {
    if state.over.is_some() {
        if !state.debts.is_empty() {
            found.push("the round is over, and a debt is open".into());
        }
        if state.ask.is_some() {
            found.push("the round is over, and a question is open".into());
        }
    }
}

fn question_has_answers(state: &State, _: &Deck, found: &mut Vec<String>) {
    let Some(ask) = &state.ask else { return };
    if ask.seats.iter().all(|asked| asked.answer.is_some()) {
        found.push("a question is open that nobody is left to answer".into());
    }
    for asked in &ask.seats {
        let n = asked.options.len();
        let inside = |at: u16| usize::from(at) < n;
        if !inside(asked.default) || asked.answer.is_some_and(|at| !inside(at)) {
            found.push(format!("seat {} is asked with {n} options, and another is meant", {
                asked.seat
            }));
        }
    }
}

fn work_waits_on_a_question(state: &State, _: &Deck, found: &mut Vec<String>) {
    if state.ask.is_none() && !state.work.is_empty() {
        found.push(format!("{} unfinished tasks, and no question open", state.work.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Hand, small_deck};
    use proptest::prelude::*;

    /// A position in mid-round: hands of these sizes, a colored top, the rest in the draw pile.
    fn position(deck: &Deck, seed: u64, sizes: &[usize]) -> State {
        let mut cards: Vec<Kind> = deck.cards().collect();
        Stream::new(seed, "test").shuffle(&mut cards);
        let top = cards.iter().position(|card| deck.card(*card).color.is_some()).unwrap();
        let top = cards.remove(top);
        let seat = |hand: Hand, team| Place {
            hand,
            team,
            standing: Standing::In,
            call: Call::Quiet,
            leaving: false,
            missing: 0,
            total: 0,
            points: 0,
            dropped: 0,
        };
        let mut seats = Vec::new();
        for (at, n) in sizes.iter().enumerate() {
            let rest = cards.split_off((*n).min(cards.len()));
            seats.push(seat(std::mem::replace(&mut cards, rest).into_iter().collect(), at as u8));
        }
        let from = Seat((seed % sizes.len() as u64) as u8);
        let stage = Stage::Fresh;
        Setup {
            seats,
            draw: cards,
            discard: vec![top],
            piles: Vec::new(),
            aside: Vec::new(),
            color: deck.card(top).color,
            symbol: None,
            direction: Direction::Cw,
            turn: Turn { no: 1, seat: from, stage, done: false, must_play: false },
            advance: Advance { from, skips: 0, to: None, must_play: false },
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
            deal: Stream::new(seed, "deal"),
            rules: Vec::new(),
            table: TableState {
                seed,
                round: 1,
                dealer: None,
                starter: from,
                winners: None,
                scores: crate::table::Scores::default(),
            },
        }
        .unchecked()
    }

    proptest! {
        #[test]
        fn a_state_is_its_own_setup(seed: u64, sizes in prop::collection::vec(1usize..8, 2..=15)) {
            let deck = Deck::build(&small_deck()).unwrap();
            let state = position(&deck, seed, &sizes);
            prop_assert_eq!(state.faults(&deck), Vec::<String>::new());
            prop_assert_eq!(Setup::of(&state).check(&deck), Ok(state));
        }
    }

    #[test]
    fn every_reason_is_named_at_once() {
        let deck = Deck::build(&small_deck()).unwrap();
        let mut setup = Setup::of(&position(&deck, 1, &[7, 7, 7]));
        let red_five = deck.parse_card("r5").unwrap();
        setup.seats[0].hand = std::iter::repeat_n(red_five, 3).collect();
        setup.seats[0].call = Call::Called;
        setup.seats[2].standing = Standing::KnockedOut;
        setup.turn.seat = Seat(2);
        setup.table.dealer = Some(Seat(8));
        setup.discard.push(deck.parse_card("w").unwrap());
        setup.color = None;
        let errors = setup.check(&deck).unwrap_err();
        let names: Vec<&str> = errors.iter().map(|error| error.check).collect();
        for name in
            ["whole_deck", "known_seats", "turn_plays", "top_has_color", "calls_need_one_card"]
        {
            assert!(names.contains(&name), "{name} in {errors:?}");
        }
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.contains("3 in hand 1")), "{texts:?}");
        assert!(texts.iter().any(|text| text.contains("seat 9")), "{texts:?}");
    }
}
