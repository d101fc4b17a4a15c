//! What happened, in the past tense. Every event names who is behind it and who may see its cards.

use super::{By, How, Reason, Seat, Value};
use crate::cards::{Color, Deck, Kind, Symbol};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Why a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EndWhy {
    /// A hand was emptied, or one seat was left with cards (R14.1, R22.1).
    Won,
    /// Nobody could play or draw for a whole round of passes (A9).
    Blocked,
    /// Only one seat, or one team, still plays (E173).
    Alone,
    /// The turn limit.
    Limit,
    /// A rule ended it.
    Rule,
}

impl EndWhy {
    /// Its word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Blocked => "blocked",
            Self::Alone => "alone",
            Self::Limit => "limit",
            Self::Rule => "rule",
        }
    }
}

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TurnEnd {
    /// It was done.
    Done,
    /// Somebody jumped in (R20.3).
    Overtaken,
    /// Its debt was answered by the seat that owes.
    Answered,
    /// Its seat was removed.
    Removed,
}

impl TurnEnd {
    /// Its word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Overtaken => "overtaken",
            Self::Answered => "answered",
            Self::Removed => "removed",
        }
    }
}

/// What became of a debt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DebtChange {
    /// It came to be.
    Opened,
    /// It grew.
    Grown,
    /// It went to another seat.
    Moved,
    /// It was forgiven.
    Forgiven,
    /// It was set aside until later.
    Delayed,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names and fields are the documentation: see docs/HOOKS.md")]
pub enum Event {
    RoundStarted { round: u32, dealer: Option<Seat> },
    DealerDrew { seat: Seat, card: Kind },
    Dealt { each: u16 },
    UpcardTurned { card: Kind },
    UpcardReturned { card: Kind },
    Reshuffled { cards: u16 },
    TurnStarted { seat: Seat, no: u32, how: How },
    TurnEnded { seat: Seat, no: u32, how: TurnEnd },
    CardPlayed { seat: Seat, card: Kind, how: How, call: bool, left: u16 },
    CardEffect { seat: Seat, card: Kind },
    CardTakenBack { seat: Seat, card: Kind },
    ColorSet { seat: Option<Seat>, color: Color },
    SymbolSet { symbol: Symbol },
    DirectionChanged { clockwise: bool },
    SeatSkipped { seat: Seat },
    DebtChanged { change: DebtChange, seat: Option<Seat>, draw: u16, skip: u8 },
    DebtPaid { seat: Seat, draw: u16, skip: u8 },
    CardDrawn { seat: Seat, card: Kind, reason: Reason, cause: Option<String> },
    Drew { seat: Seat, cards: Vec<Kind>, short: u16, reason: Reason, cause: Option<String> },
    HandChanged { seat: Seat, before: u16, after: u16, cause: String },
    HandSettled { seat: Seat, count: u16, own_play: bool },
    HandsSwapped { a: Seat, b: Seat },
    HandsRotated { clockwise: bool },
    CardsMoved { cards: Vec<Kind>, from: String, to: String, owner: Option<Seat> },
    Discarded { seat: Seat, cards: Vec<Kind> },
    HandShown { owner: Option<Seat>, to: Seat, cards: Vec<Kind> },
    Asked { seat: Seat, kind: String, text: String, options: Vec<Value>, private: bool },
    Answered { seat: Seat, answer: Value, private: bool },
    Offered { seat: Seat, name: String, with: Value },
    Challenged { seat: Seat, of: Seat, upheld: bool },
    Called { seat: Seat },
    CalledFalsely { seat: Seat },
    Exposed { seat: Seat },
    Caught { seat: Seat, of: Seat },
    CaughtFalsely { seat: Seat, of: Seat },
    Hinted { seat: Seat },
    Passed { seat: Seat, stuck: bool },
    WentOut { seat: Seat, place: u8 },
    WinRefused { seat: Seat, why: String },
    KnockedOut { seat: Seat },
    CameBack { seat: Seat },
    SeatLeft { seat: Seat },
    RoundEnded { winners: Vec<Seat>, why: EndWhy },
    Scored { seat: Seat, points: i64, total: i64 },
    DroppedOut { seat: Seat, total: i64 },
    MatchEnded { winners: Vec<Seat> },
    Said { text: String, to: Option<Vec<Seat>> },
    Contested { verb: String, rule: String },
}

/// An event as it is told: with who is behind it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// What happened.
    pub event: Event,
    /// Who is behind it.
    pub by: By,
}

impl Event {
    /// Its name: `card_played`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundStarted { .. } => "round_started",
            Self::DealerDrew { .. } => "dealer_drew",
            Self::Dealt { .. } => "dealt",
            Self::UpcardTurned { .. } => "upcard_turned",
            Self::UpcardReturned { .. } => "upcard_returned",
            Self::Reshuffled { .. } => "reshuffled",
            Self::TurnStarted { .. } => "turn_started",
            Self::TurnEnded { .. } => "turn_ended",
            Self::CardPlayed { .. } => "card_played",
            Self::CardEffect { .. } => "card_effect",
            Self::CardTakenBack { .. } => "card_taken_back",
            Self::ColorSet { .. } => "color_set",
            Self::SymbolSet { .. } => "symbol_set",
            Self::DirectionChanged { .. } => "direction_changed",
            Self::SeatSkipped { .. } => "seat_skipped",
            Self::DebtChanged { change, .. } => match change {
                DebtChange::Opened => "debt_opened",
                DebtChange::Grown => "debt_grown",
                DebtChange::Moved => "debt_moved",
                DebtChange::Forgiven => "debt_forgiven",
                DebtChange::Delayed => "debt_delayed",
            },
            Self::DebtPaid { .. } => "debt_paid",
            Self::CardDrawn { .. } => "card_drawn",
            Self::Drew { .. } => "drew",
            Self::HandChanged { .. } => "hand_changed",
            Self::HandSettled { .. } => "hand_settled",
            Self::HandsSwapped { .. } => "hands_swapped",
            Self::HandsRotated { .. } => "hands_rotated",
            Self::CardsMoved { .. } => "cards_moved",
            Self::Discarded { .. } => "discarded",
            Self::HandShown { .. } => "hand_shown",
            Self::Asked { .. } => "asked",
            Self::Answered { .. } => "answered",
            Self::Offered { .. } => "offer_taken",
            Self::Challenged { .. } => "challenged",
            Self::Called { .. } => "called",
            Self::CalledFalsely { .. } => "called_falsely",
            Self::Exposed { .. } => "exposed",
            Self::Caught { .. } => "caught",
            Self::CaughtFalsely { .. } => "caught_falsely",
            Self::Hinted { .. } => "hinted",
            Self::Passed { .. } => "passed",
            Self::WentOut { .. } => "went_out",
            Self::WinRefused { .. } => "win_refused",
            Self::KnockedOut { .. } => "knocked_out",
            Self::CameBack { .. } => "came_back",
            Self::SeatLeft { .. } => "seat_left",
            Self::RoundEnded { .. } => "round_ended",
            Self::Scored { .. } => "scored",
            Self::DroppedOut { .. } => "dropped_out",
            Self::MatchEnded { .. } => "match_ended",
            Self::Said { .. } => "said",
            Self::Contested { .. } => "contested",
        }
    }

    /// Its fields, as JSON writes them: seats as numbers, cards in notation.
    pub fn fields(&self, deck: &Deck) -> Vec<(&'static str, Json)> {
        let card = |kind: &Kind| json!(deck.card_text(*kind));
        let cards = |list: &[Kind]| json!(list.iter().map(card).collect::<Vec<_>>());
        let seat = |seat: &Seat| json!(seat.number());
        let maybe = |s: &Option<Seat>| s.as_ref().map_or(Json::Null, seat);
        let seats = |list: &[Seat]| json!(list.iter().map(seat).collect::<Vec<_>>());
        let value = |v: &Value| match v {
            Value::Int(n) => json!(n),
            Value::Nil => Json::Null,
            other => json!(other.show(deck)),
        };
        match self {
            Self::RoundStarted { round, dealer } => {
                vec![("round", json!(round)), ("dealer", maybe(dealer))]
            }
            Self::DealerDrew { seat: s, card: c } | Self::CardTakenBack { seat: s, card: c } => {
                vec![("seat", seat(s)), ("card", card(c))]
            }
            Self::CardEffect { seat: s, card: c } => vec![("seat", seat(s)), ("card", card(c))],
            Self::Dealt { each } => vec![("each", json!(each))],
            Self::UpcardTurned { card: c } | Self::UpcardReturned { card: c } => {
                vec![("card", card(c))]
            }
            Self::Reshuffled { cards } => vec![("cards", json!(cards))],
            Self::TurnStarted { seat: s, no, how } => {
                vec![("seat", seat(s)), ("no", json!(no)), ("how", json!(how.text()))]
            }
            Self::TurnEnded { seat: s, no, how } => {
                vec![("seat", seat(s)), ("no", json!(no)), ("how", json!(how.text()))]
            }
            Self::CardPlayed { seat: s, card: c, how, call, left } => vec![
                ("seat", seat(s)),
                ("card", card(c)),
                ("how", json!(how.text())),
                ("call", json!(call)),
                ("left", json!(left)),
            ],
            Self::ColorSet { seat: s, color } => {
                vec![("seat", maybe(s)), ("color", json!(deck.color_name(*color)))]
            }
            Self::SymbolSet { symbol } => vec![("symbol", json!(deck.symbol_name(*symbol)))],
            Self::DirectionChanged { clockwise } | Self::HandsRotated { clockwise } => {
                vec![("direction", json!(if *clockwise { "cw" } else { "ccw" }))]
            }
            Self::DebtChanged { seat: s, draw, skip, .. } => {
                vec![("seat", maybe(s)), ("draw", json!(draw)), ("skip", json!(skip))]
            }
            Self::DebtPaid { seat: s, draw, skip } => {
                vec![("seat", seat(s)), ("draw", json!(draw)), ("skip", json!(skip))]
            }
            Self::CardDrawn { seat: s, card: c, reason, cause } => vec![
                ("seat", seat(s)),
                ("card", card(c)),
                ("reason", json!(reason.text())),
                ("cause", json!(cause)),
            ],
            Self::Drew { seat: s, cards: c, short, reason, cause } => vec![
                ("seat", seat(s)),
                ("n", json!(c.len())),
                ("cards", cards(c)),
                ("short", json!(short)),
                ("reason", json!(reason.text())),
                ("cause", json!(cause)),
            ],
            Self::HandChanged { seat: s, before, after, cause } => vec![
                ("seat", seat(s)),
                ("before", json!(before)),
                ("after", json!(after)),
                ("cause", json!(cause)),
            ],
            Self::HandSettled { seat: s, count, own_play } => {
                vec![("seat", seat(s)), ("count", json!(count)), ("own_play", json!(own_play))]
            }
            Self::HandsSwapped { a, b } => vec![("seat", seat(a)), ("with", seat(b))],
            Self::CardsMoved { cards: c, from, to, .. } => vec![
                ("n", json!(c.len())),
                ("cards", cards(c)),
                ("from", json!(from)),
                ("to", json!(to)),
            ],
            Self::Discarded { seat: s, cards: c } => vec![("seat", seat(s)), ("cards", cards(c))],
            Self::HandShown { owner, to, cards: c } => {
                vec![("seat", maybe(owner)), ("to", seat(to)), ("cards", cards(c))]
            }
            Self::Asked { seat: s, kind, text, options, .. } => vec![
                ("seat", seat(s)),
                ("kind", json!(kind)),
                ("text", json!(text)),
                ("options", json!(options.iter().map(value).collect::<Vec<_>>())),
            ],
            Self::Answered { seat: s, answer, .. } => {
                vec![("seat", seat(s)), ("answer", value(answer))]
            }
            Self::Offered { seat: s, name, with } => {
                vec![("seat", seat(s)), ("name", json!(name)), ("with", value(with))]
            }
            Self::Challenged { seat: s, of, upheld } => {
                vec![("seat", seat(s)), ("of", seat(of)), ("upheld", json!(upheld))]
            }
            Self::Caught { seat: s, of } | Self::CaughtFalsely { seat: s, of } => {
                vec![("seat", seat(s)), ("of", seat(of))]
            }
            Self::SeatSkipped { seat: s }
            | Self::Called { seat: s }
            | Self::CalledFalsely { seat: s }
            | Self::Exposed { seat: s }
            | Self::Hinted { seat: s }
            | Self::KnockedOut { seat: s }
            | Self::CameBack { seat: s }
            | Self::SeatLeft { seat: s } => vec![("seat", seat(s))],
            Self::Passed { seat: s, stuck } => vec![("seat", seat(s)), ("stuck", json!(stuck))],
            Self::WentOut { seat: s, place } => vec![("seat", seat(s)), ("place", json!(place))],
            Self::WinRefused { seat: s, why } => vec![("seat", seat(s)), ("why", json!(why))],
            Self::RoundEnded { winners, why } => {
                vec![("winners", seats(winners)), ("why", json!(why.text()))]
            }
            Self::DroppedOut { seat: s, total } => {
                vec![("seat", seat(s)), ("total", json!(total))]
            }
            Self::Scored { seat: s, points, total } => {
                vec![("seat", seat(s)), ("points", json!(points)), ("total", json!(total))]
            }
            Self::MatchEnded { winners } => vec![("winners", seats(winners))],
            Self::Said { text, to } => {
                vec![("text", json!(text)), ("to", json!(to.as_deref().map(seats)))]
            }
            Self::Contested { verb, rule } => vec![("verb", json!(verb)), ("rule", json!(rule))],
        }
    }

    /// The event as this seat may know it (R23.6): cards of others are left out; `None` where the
    /// whole event is not for it.
    #[must_use]
    pub fn seen_by(&self, viewer: Seat) -> Option<Self> {
        let mut seen = self.clone();
        match &mut seen {
            Self::CardDrawn { seat, .. } if *seat != viewer => return None,
            Self::Drew { seat, cards, .. } if *seat != viewer => cards.clear(),
            Self::HandShown { to, owner, cards } if *to != viewer && *owner != Some(viewer) => {
                cards.clear();
            }
            Self::CardsMoved { cards, owner, .. } if owner.is_some_and(|seat| seat != viewer) => {
                cards.clear();
            }
            // Options may be cards of a hand (X24).
            Self::Asked { seat, options, kind, private, .. }
                if *seat != viewer && (*private || kind == "card") =>
            {
                options.clear();
            }
            Self::Answered { seat, answer, private } if *seat != viewer && *private => {
                *answer = Value::Nil;
            }
            Self::Said { to: Some(to), .. } if !to.contains(&viewer) => return None,
            _ => {}
        }
        Some(seen)
    }
}

impl Event {
    /// The seat that it is about.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Self::DealerDrew { seat, .. }
            | Self::TurnStarted { seat, .. }
            | Self::TurnEnded { seat, .. }
            | Self::CardPlayed { seat, .. }
            | Self::CardEffect { seat, .. }
            | Self::CardTakenBack { seat, .. }
            | Self::SeatSkipped { seat }
            | Self::DebtPaid { seat, .. }
            | Self::CardDrawn { seat, .. }
            | Self::Drew { seat, .. }
            | Self::HandChanged { seat, .. }
            | Self::HandSettled { seat, .. }
            | Self::HandsSwapped { a: seat, .. }
            | Self::Discarded { seat, .. }
            | Self::Asked { seat, .. }
            | Self::Answered { seat, .. }
            | Self::Offered { seat, .. }
            | Self::Challenged { seat, .. }
            | Self::Called { seat }
            | Self::CalledFalsely { seat }
            | Self::Exposed { seat }
            | Self::Caught { seat, .. }
            | Self::CaughtFalsely { seat, .. }
            | Self::Hinted { seat }
            | Self::Passed { seat, .. }
            | Self::WentOut { seat, .. }
            | Self::WinRefused { seat, .. }
            | Self::KnockedOut { seat }
            | Self::CameBack { seat }
            | Self::SeatLeft { seat }
            | Self::DroppedOut { seat, .. }
            | Self::Scored { seat, .. } => Some(*seat),
            Self::ColorSet { seat, .. } | Self::DebtChanged { seat, .. } => *seat,
            Self::RoundStarted { .. }
            | Self::Dealt { .. }
            | Self::UpcardTurned { .. }
            | Self::UpcardReturned { .. }
            | Self::Reshuffled { .. }
            | Self::SymbolSet { .. }
            | Self::DirectionChanged { .. }
            | Self::HandsRotated { .. }
            | Self::CardsMoved { .. }
            | Self::HandShown { .. }
            | Self::RoundEnded { .. }
            | Self::MatchEnded { .. }
            | Self::Said { .. }
            | Self::Contested { .. } => None,
        }
    }
}
