//! The state of a table: plain data, `Clone`, and everything here is hashed.
//!
//! Nothing derived is stored: who is due is worked out from the state by [`State::status`].

use super::{
    Before, By, CardTest, Direction, Effect, EndWhy, Event, MomentWhen, Owe, Play, Reason, Scores,
    Seat, SeatSet, Value,
};
use crate::cards::{Color, Hand, Kind, Symbol};
use crate::rng::Stream;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::rc::Rc;

/// A rule of the game, by its rank among the names of all rules: the order of loading cannot
/// change it (decisions: keyed by name).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RuleId(pub u8);

impl RuleId {
    /// The place in the game's table of rules.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One round at a table, with the match around it.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The places at the table.
    pub seats: Vec<Place>,
    /// The draw pile; the last card is drawn first.
    pub draw: Vec<Kind>,
    /// The discard pile; the last card is its top.
    pub discard: Vec<Kind>,
    /// Piles that rules declared, in the game's order.
    pub piles: Vec<Vec<Kind>>,
    /// Cards that are out of this game (`setup only`); counted, never drawn.
    pub aside: Vec<Kind>,
    /// The color in force: of the top card, or declared (R1.8).
    pub color: Option<Color>,
    /// A symbol that a rule declared for the top card.
    pub symbol: Option<Symbol>,
    /// The direction of play.
    pub direction: Direction,
    /// The turn.
    pub turn: Turn,
    /// How the next turn will be found.
    pub advance: Advance,
    /// Open debts; the first is due.
    pub debts: Vec<Debt>,
    /// Debts that fall due later.
    pub delayed: Vec<Delayed>,
    /// Passes in a row with nothing to draw (A9).
    pub idle: u8,
    /// Hands that changed in this step and are not judged yet for the last-card call.
    pub fresh: SeatSet,
    /// Who went to one card by his own play in this turn.
    pub down: Option<Seat>,
    /// Plays of this round.
    pub plays: u32,
    /// Who drew last, and what.
    pub last_draw: Option<LastDraw>,
    /// Won, not yet over (R14.5).
    pub ending: Option<Ending>,
    /// The round is over.
    pub over: Option<RoundEnd>,
    /// The open question.
    pub ask: Option<Ask>,
    /// Unfinished work, the last is next. Empty unless a question is open.
    pub work: Vec<Task>,
    /// What rules asked to be done at a moment.
    pub moments: Vec<Moment>,
    /// Effects of this action so far.
    pub effects: u32,
    /// The stream for dealing and reshuffling.
    pub deal: Stream,
    /// What each rule keeps, by rule.
    pub rules: Vec<RuleState>,
    /// The match.
    pub table: TableState,
}

/// The match around a round.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableState {
    /// The seed of the game. Hidden from every view (R23.6).
    pub seed: u64,
    /// The count of the round, from 1; 0 before the first deal.
    pub round: u32,
    /// Who dealt; nobody where the first player is drawn by lot (R3.3).
    pub dealer: Option<Seat>,
    /// Who had the first turn.
    pub starter: Seat,
    /// Winners of the match, once it is over.
    pub winners: Option<Vec<Seat>>,
    /// Points of the rounds so far: one after the other, a number for each seat.
    pub scores: Scores,
}

/// One place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The cards.
    pub hand: Hand,
    /// The team; every seat its own where there are none.
    pub team: u8,
    /// Whether the seat plays.
    pub standing: Standing,
    /// The last-card call.
    pub call: Call,
    /// Removed, as soon as the step is done (E194).
    pub leaving: bool,
    /// Turns still to be passed over.
    pub missing: u8,
    /// Points of the match.
    pub total: i64,
    /// Points of this round, once it is over.
    pub points: i64,
    /// The round after which it dropped out of the match; 0: it has not.
    pub dropped: u32,
}

/// Whether a seat plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Standing {
    /// It does.
    In,
    /// It has emptied its hand, in this place.
    Out(u8),
    /// A rule put it out of this round.
    KnockedOut,
    /// It is out of the match, or was removed.
    Gone,
}

/// The last-card call of a hand (R13).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Call {
    /// Nothing to call, or not judged yet.
    #[default]
    Quiet,
    /// Called.
    Called,
    /// May be caught.
    Exposed {
        /// The turn in which that began.
        turn: u32,
        /// By the seat's own play.
        by_play: bool,
    },
}

/// The turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// The count of the turn in the round; 0 while dealing.
    pub no: u32,
    /// Whose it is.
    pub seat: Seat,
    /// How far it is.
    pub stage: Stage,
    /// The act that ends it is done; debts and effects may still be open.
    pub done: bool,
    /// It may only be used to play (A22).
    pub must_play: bool,
}

/// How far a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// Nothing done yet.
    #[default]
    Fresh,
    /// Drawn; what may still be played (R7.4).
    Drawn(May),
}

/// What may be played after drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum May {
    /// Nothing: no card came.
    Nothing,
    /// The drawn card only.
    This(Kind),
    /// Any card.
    Any,
}

/// How the next turn will be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Advance {
    /// Counting starts here.
    pub from: Seat,
    /// Seats to be passed over.
    pub skips: u8,
    /// Or simply this seat.
    pub to: Option<Seat>,
    /// With this restriction (A22).
    pub must_play: bool,
}

/// What a seat owes: the one mechanism of +2, +4, Skip, stacking, deflection (design §4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Debt {
    /// Who owes; nobody while the answering card is being resolved ("in the air", X14).
    pub seat: Option<Seat>,
    /// What.
    pub owe: Owe,
    /// Symbol of the card that opened it or grew it last; none where a rule did.
    pub symbol: Option<Symbol>,
    /// Who laid that card.
    pub by: Option<Seat>,
    /// The rule that opened it.
    pub from: By,
    /// How many cards were laid into it.
    pub cards: u8,
    /// How many of them, the last ones, have its symbol.
    pub alike: u8,
    /// It costs the turn of the seat that is next anyway.
    pub in_line: bool,
    /// The play of that card, for a challenge (A12).
    pub play: Option<Box<Play>>,
}

/// A debt that falls due later (C61).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Delayed {
    /// Turn starts until then.
    pub turns: u8,
    /// The debt.
    pub debt: Debt,
}

/// Who drew last, and what.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastDraw {
    /// Who.
    pub seat: Seat,
    /// The cards, in order.
    pub cards: Vec<Kind>,
}

/// Won, not yet over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; empty for nobody.
    pub winners: Vec<Seat>,
    /// Why the round ends.
    pub why: EndWhy,
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundEnd {
    /// Who won; empty for nobody.
    pub winners: Vec<Seat>,
    /// Why it ended.
    pub why: EndWhy,
}

/// An open question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// Who asks.
    pub by: By,
    /// What kind of answer.
    pub kind: AskKind,
    /// The words.
    pub text: Cow<'static, str>,
    /// How several seats answer.
    pub mode: AskMode,
    /// Only the asked see the options and the answer.
    pub private: bool,
    /// Who is asked.
    pub seats: Vec<Asked>,
    /// Who has answered, in order.
    pub order: Vec<Seat>,
}

/// What kind of answer is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AskKind {
    /// A color.
    Color,
    /// A seat.
    Seat,
    /// A card.
    Card,
    /// One of some words.
    Choice,
}

impl AskKind {
    /// Its word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Color => "color",
            Self::Seat => "seat",
            Self::Card => "card",
            Self::Choice => "choice",
        }
    }
}

/// How several seats answer one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AskMode {
    /// One seat.
    One,
    /// Each for itself, sealed.
    Each,
    /// The first who does not decline.
    First,
    /// All, in the order of their answers (X19).
    Order,
}

/// One seat that is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// Who.
    pub seat: Seat,
    /// What it may answer. In the modes First and Order the last one is `Nil`: it stays silent.
    pub options: Rc<[Value]>,
    /// The answer that counts for a seat that leaves.
    pub default: u16,
    /// What it has answered.
    pub answer: Option<u16>,
}

/// The answers to one question, as recorded for a hook that is run again (X6).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tape {
    /// The question's words, to notice when a hook asks something else the second time.
    pub text: String,
    /// Each answer, in the order given.
    pub answers: Vec<(Seat, Value)>,
}

/// A piece of unfinished work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Listeners of an event, from the `next` on.
    React {
        /// What happened.
        event: Event,
        /// The play it belongs to.
        play: Option<Play>,
        /// The next listener.
        next: u16,
        /// Answers that listener has had so far.
        tape: Vec<Tape>,
    },
    /// An effect: replacements from the `next` on, then the effect itself.
    Apply {
        /// What.
        effect: Effect,
        /// Who asked for it.
        by: By,
        /// The play it grew out of.
        play: Option<Play>,
        /// Rules that have replaced what it grew out of, one bit each.
        used: u64,
        /// The next replacement to ask.
        next: u16,
        /// Answers that replacement has had so far.
        tape: Vec<Tape>,
    },
    /// `do_NAME` of a rule.
    Do {
        /// Whose.
        rule: RuleId,
        /// Its name.
        name: String,
        /// What it was given.
        data: Value,
        /// It was offered, and this seat took it up; `data` is the argument it chose.
        taker: Option<Seat>,
        /// The play it grew out of.
        play: Option<Play>,
        /// Rules that have replaced what it grew out of.
        used: u64,
        /// Answers it has had so far.
        tape: Vec<Tape>,
    },
    /// Cards still to be drawn, one by one.
    Drawing {
        /// Who draws.
        seat: Seat,
        /// How many more.
        left: u16,
        /// Until this test passes.
        until: Option<CardTest>,
        /// Cards that had come when a listener interrupted: what it draws itself is another draw.
        came: Vec<Kind>,
        /// Why.
        reason: Reason,
        /// More about the reason.
        cause: Option<String>,
        /// Who asked for it.
        by: By,
    },
    /// Waits for the color that this seat names.
    Color {
        /// Who is asked.
        seat: Seat,
        /// Who asked for it.
        by: By,
    },
    /// The answering card is resolved: a debt still in the air comes down on the next seat (X14).
    Land {
        /// Who answered: it never comes back to that seat.
        answerer: Seat,
    },
    /// The draw of the turn is finished: what came may be played.
    Drawn,
    /// Memory that lives for a turn ends.
    ForgetTurn,
    /// The turn goes on to the next seat.
    NextTurn,
    /// The cards are dealt; these are turned up first, in this order.
    Deal(Vec<Kind>),
    /// The upcard is resolved: the first turn may begin.
    Dealt,
    /// The round has ended: points.
    Points,
    /// The points are counted, and who drops out is out: is the match over?
    MatchOver,
}

/// Something to be done at a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// When.
    pub when: MomentWhen,
    /// Whose `do_NAME`.
    pub rule: RuleId,
    /// Its name.
    pub name: String,
    /// What it is given.
    pub data: Value,
}

/// What a rule keeps: its random stream and its declared memory, slot by slot.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleState {
    /// The rule's own stream, once it has drawn: most rules never do.
    pub stream: Option<Stream>,
    /// Declared memory, in the order of the declaration sorted by name.
    pub memory: Vec<Value>,
}

impl RuleState {
    /// The stream of the rule of this name in the game of this seed, to be drawn from.
    pub fn stream(&mut self, seed: u64, rule: &str) -> &mut Stream {
        self.stream.get_or_insert_with(|| Stream::new(seed, &format!("rule {rule}")))
    }
}

/// Copies field by field, so that `clone_from` uses again what was allocated before.
macro_rules! clone_by_field {
    ($name:ident: $($field:ident)*) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }
            fn clone_from(&mut self, from: &Self) {
                $(self.$field.clone_from(&from.$field);)*
            }
        }
    };
}
clone_by_field!(State: seats draw discard piles aside color symbol direction turn advance debts
    delayed idle fresh down plays last_draw ending over ask work moments effects deal rules table);
clone_by_field!(TableState: seed round dealer starter winners scores);
clone_by_field!(LastDraw: seat cards);
clone_by_field!(RuleState: stream memory);

/// Who is due, and for what. Derived, never stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This seat is to act.
    Turn(Seat),
    /// This seat is to pay or answer a debt.
    Debt(Seat),
    /// These seats are asked.
    Ask(SeatSet),
    /// The round is over.
    Over,
}

impl State {
    /// Who is due, and for what.
    ///
    /// A debt that nobody can answer never waits: settling takes it at once.
    pub fn status(&self) -> Status {
        if self.over.is_some() {
            Status::Over
        } else if let Some(ask) = &self.ask {
            let open = ask.seats.iter().filter(|asked| asked.answer.is_none());
            Status::Ask(open.map(|asked| asked.seat).collect())
        } else if let Some(seat) = self.debts.first().and_then(|debt| debt.seat) {
            Status::Debt(seat)
        } else {
            Status::Turn(self.turn.seat)
        }
    }
    /// The top of the discard pile.
    pub fn top(&self) -> Option<Kind> {
        self.discard.last().copied()
    }
    /// Every seat.
    pub fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len() as u8).map(Seat)
    }
    /// The place of a seat.
    ///
    /// # Panics
    /// When the seat is not at this table.
    pub fn place(&self, seat: Seat) -> &Place {
        &self.seats[seat.index()]
    }
    /// Whether there is such a seat.
    pub fn knows(&self, seat: Seat) -> bool {
        seat.index() < self.seats.len()
    }
    /// Whether the seat plays.
    pub fn active(&self, seat: Seat) -> bool {
        self.place(seat).standing == Standing::In
    }
    /// How many seats play.
    pub fn active_count(&self) -> usize {
        self.seats.iter().filter(|place| place.standing == Standing::In).count()
    }
    /// The seat beside this one in the direction given, playing or not.
    pub fn beside(&self, seat: Seat, direction: Direction) -> Seat {
        let (at, n) = (seat.0, self.seats.len() as u8);
        match direction {
            Direction::Cw if at + 1 >= n => Seat(0),
            Direction::Cw => Seat(at + 1),
            Direction::Ccw if at == 0 => Seat(n - 1),
            Direction::Ccw => Seat(at - 1),
        }
    }
    /// The `k`-th active seat from this one in the direction of play (R2.3); the seat itself
    /// where no other plays. It need not play itself.
    pub fn step(&self, from: Seat, k: u32) -> Seat {
        self.step_in(from, self.direction, k)
    }
    /// The same in a direction of choice.
    pub fn step_in(&self, from: Seat, direction: Direction, k: u32) -> Seat {
        let mut at = from;
        for _ in 0..k {
            for _ in 0..self.seats.len() {
                at = self.beside(at, direction);
                if self.active(at) {
                    break;
                }
            }
        }
        at
    }
    /// Active seats in order of play, starting with this one if it plays.
    pub fn ring(&self, from: Seat) -> impl Iterator<Item = Seat> + '_ {
        let mut at = from;
        (0..self.seats.len()).filter_map(move |_| {
            let seat = at;
            at = self.beside(at, self.direction);
            self.active(seat).then_some(seat)
        })
    }
    /// What was there just before a play that comes now.
    pub fn before(&self) -> Before {
        let debt = self.debts.first();
        Before {
            card: self.top(),
            color: self.color,
            symbol: self.symbol,
            debt: debt.map_or(0, |debt| debt.owe.draw),
            debt_cards: debt.map_or(0, |debt| debt.cards),
        }
    }
    /// Every card of the game, wherever it lies; equals the deck at all times (R23.1).
    pub fn every_card(&self) -> Hand {
        let piles = self.piles.iter().flatten();
        let lying = self.draw.iter().chain(&self.discard).chain(piles).chain(&self.aside).copied();
        lying.chain(self.seats.iter().flat_map(|place| place.hand.cards())).collect()
    }
    /// The canonical bytes of the state, and their hash: equal positions have equal hashes,
    /// however they were reached.
    pub fn hash(&self) -> String {
        let bytes = postcard::to_stdvec(self).expect("plain data can always be written");
        blake3::hash(&bytes).to_hex().chars().take(16).collect()
    }
}
