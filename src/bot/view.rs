//! What a bot sees: a window on a match that shows one seat's knowledge only (R23.6).

use crate::cards::{Color, Deck, Hand, Kind, KindSet};
use crate::engine::Match;
use crate::engine::definition::Game;
use crate::rng::Stream;
use crate::table::{
    AskKind, Before, Call, Direction, Observation, Seat, Stage, Standing, State, Status, Value,
};
use std::rc::Rc;

/// A window on a match that shows one seat's knowledge only.
#[derive(Clone, Copy)]
pub struct View<'a> {
    table: &'a Match,
    seat: Seat,
}

impl<'a> View<'a> {
    /// The view of a seat.
    pub const fn new(table: &'a Match, seat: Seat) -> Self {
        Self { table, seat }
    }
    fn state(&self) -> &'a State {
        self.table.state()
    }
    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }
    /// The definition of the game: public.
    pub const fn game(&self) -> &'a Rc<Game> {
        self.table.game()
    }
    /// The deck: public.
    pub fn deck(&self) -> &'a Deck {
        &self.table.game().deck
    }
    /// The seat's own cards.
    pub fn hand(&self) -> &'a Hand {
        &self.state().place(self.seat).hand
    }
    /// Every seat, playing or not.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.state().all()
    }
    /// Seats that play, but for this one.
    pub fn others(&self) -> impl Iterator<Item = Seat> + 'a {
        let (state, own) = (self.state(), self.seat);
        state.all().filter(move |seat| *seat != own && state.active(*seat))
    }
    /// How many cards a seat holds.
    pub fn count(&self, seat: Seat) -> usize {
        self.state().place(seat).hand.len()
    }
    /// Whether a seat may be caught (R13.2).
    pub fn exposed(&self, seat: Seat) -> bool {
        matches!(self.state().place(seat).call, Call::Exposed { .. })
    }
    /// The top card.
    pub fn top(&self) -> Option<Kind> {
        self.state().top()
    }
    /// The color in force.
    pub fn color(&self) -> Option<Color> {
        self.state().color
    }
    /// The discard pile, which lies open; its last card is the top.
    pub fn discard(&self) -> &'a [Kind] {
        &self.state().discard
    }
    /// The direction of play.
    pub fn direction(&self) -> Direction {
        self.state().direction
    }
    /// The next seat that plays, in the direction of play.
    pub fn next(&self) -> Seat {
        self.state().step(self.seat, 1)
    }
    /// Cards of the debt that is open, and who laid its last card.
    pub fn debt(&self) -> (u16, Option<Seat>) {
        let debt = self.state().debts.first();
        debt.map_or((0, None), |debt| (debt.owe.draw, debt.by))
    }
    /// The color that was in force before the card of the open debt was laid.
    pub fn debt_color(&self) -> Option<Color> {
        let play = self.state().debts.first().and_then(|debt| debt.play.as_deref());
        play.and_then(|play| play.before.color)
    }
    /// Who is due.
    pub fn status(&self) -> Status {
        self.state().status()
    }
    /// The answers that the seat is asked to choose from; none when it is not asked.
    pub fn answers(&self) -> &'a [Value] {
        let ask = self.state().ask.as_ref();
        let asked = ask.and_then(|ask| ask.seats.iter().find(|asked| asked.seat == self.seat));
        asked.map_or(&[], |asked| &asked.options)
    }
    /// What kind of answer is asked for.
    pub fn asked(&self) -> Option<AskKind> {
        self.state().ask.as_ref().map(|ask| ask.kind)
    }
    /// Whether the seat has drawn in this turn.
    pub fn has_drawn(&self) -> bool {
        let turn = &self.state().turn;
        turn.seat == self.seat && turn.stage != Stage::Fresh
    }
    /// How many cards of this kind the seat does not see: in other hands or in the draw pile.
    pub fn hidden(&self, kind: Kind) -> usize {
        let all = usize::from(self.deck().count(kind));
        let lying = self.discard().iter().filter(|other| **other == kind).count();
        all.saturating_sub(lying + usize::from(self.hand().count(kind)))
    }
    /// How many cards of these kinds the seat does not see.
    pub fn hidden_of(&self, kinds: KindSet) -> usize {
        let hidden = |kind| usize::from(self.deck().count(kind));
        let all: usize = kinds.iter().map(hidden).sum();
        let lying = self.discard().iter().filter(|kind| kinds.has(**kind)).count();
        let own: usize =
            kinds.and(self.hand().kinds()).iter().map(|k| usize::from(self.hand().count(k))).sum();
        all.saturating_sub(lying + own)
    }
    /// Everything that the seat may know, as plain data.
    pub fn observation(&self) -> Observation {
        Observation::of(self.state(), self.seat)
    }
    /// A match that looks the same from this seat: cards that it does not see are dealt anew among
    /// the other hands and the draw pile, and all chance to come is new. What a rule remembers is
    /// kept, since the rule could not go on without; the bot never looks at it.
    pub fn imagined(&self, game: &Rc<Game>, random: &mut Stream) -> Match {
        let mut state = self.state().clone();
        imagine(&mut state, self.seat, self.deck(), random);
        let mut table = Match::at(Rc::clone(game), Rc::clone(self.table.host()), Rc::new(state));
        table.tell(false);
        table
    }
}

/// Deals anew what this seat does not see.
fn imagine(state: &mut State, viewer: Seat, deck: &Deck, random: &mut Stream) {
    let mut unseen: Vec<Kind> = state.draw.drain(..).collect();
    let sizes: Vec<usize> = state.seats.iter().map(|place| place.hand.len()).collect();
    for (at, place) in state.seats.iter().enumerate() {
        if at != viewer.index() {
            unseen.extend(place.hand.cards());
        }
    }
    // The order in which they lay must not shine through.
    unseen.sort_unstable();
    random.shuffle(&mut unseen);
    for (at, place) in state.seats.iter_mut().enumerate() {
        if at != viewer.index() {
            let from = unseen.len() - sizes[at];
            place.hand = unseen.drain(from..).collect();
        }
    }
    state.draw = unseen;
    let seed = u64::from(random.below(u32::MAX)) << 32 | u64::from(random.below(u32::MAX));
    state.table.seed = seed;
    state.deal = Stream::new(seed, "imagined deal");
    state.rules.iter_mut().for_each(|kept| kept.stream = None);
    forget_secrets(state, viewer, deck);
}

/// Facts about other hands that lie elsewhere in the state: they are made to fit what was dealt.
fn forget_secrets(state: &mut State, viewer: Seat, deck: &Deck) {
    let State { seats, debts, delayed, last_draw, turn, ask, work, .. } = state;
    let hand = |seat: Seat| seats[seat.index()].hand.clone();
    if let Some(last) = last_draw.as_mut().filter(|last| last.seat != viewer) {
        let n = last.cards.len();
        last.cards = hand(last.seat).cards().take(n).collect();
    }
    if let Stage::Drawn(crate::table::May::This(kind)) = &mut turn.stage
        && turn.seat != viewer
        && let Some(other) = hand(turn.seat).cards().next()
    {
        *kind = other;
    }
    let plays = debts.iter_mut().chain(delayed.iter_mut().map(|later| &mut later.debt));
    let plays = plays.filter_map(|debt| debt.play.as_deref_mut());
    let tasks = work.iter_mut().filter_map(|task| match task {
        crate::table::Task::React { play, .. }
        | crate::table::Task::Apply { play, .. }
        | crate::table::Task::Do { play, .. } => play.as_mut(),
        _ => None,
    });
    for play in plays.chain(tasks).filter(|play| play.seat != viewer) {
        if seats[play.seat.index()].standing == Standing::In {
            play.left = hand(play.seat);
            play.alternatives = would_fit(&play.before, deck).and(play.left.kinds());
        }
    }
    let Some(ask) = ask else { return };
    let sealed = ask.private || ask.mode == crate::table::AskMode::Each;
    for asked in ask.seats.iter_mut().filter(|asked| asked.seat != viewer) {
        if sealed && asked.answer.take().is_some() {
            ask.order.retain(|seat| *seat != asked.seat);
        }
        if ask.kind == AskKind::Card && !seats[asked.seat.index()].hand.is_empty() {
            let kinds = seats[asked.seat.index()].hand.kinds();
            asked.options = kinds.iter().map(Value::Card).collect();
            asked.default = 0;
            asked.answer = asked.answer.map(|at| at.min(asked.options.len() as u16 - 1));
        }
    }
}

/// What fits on a card by color or symbol, or is black.
fn would_fit(before: &Before, deck: &Deck) -> KindSet {
    let color = before.color.map(|color| deck.of_color(color)).unwrap_or_default();
    let symbol = before.symbol.or_else(|| before.card.map(|kind| deck.card(kind).symbol));
    let symbol = symbol.map(|symbol| deck.of_symbol(symbol)).unwrap_or_default();
    color.or(symbol).or(deck.black())
}
