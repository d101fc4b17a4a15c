//! What a hook is given beside `game`: plays, debts, draws, turns … as frozen tables.

use std::rc::Rc;

use mlua::{Lua, Table, Value as LuaValue};

use super::desk::{Desk, Scope, Stands, error};
use super::sandbox::{Mark, Plain, Row as PlainRow, make};
use super::value::{whole, written};
use super::view::{Field, seats_listed};
use crate::cards::{Color, Kind};
use crate::engine::host::Subject;
use crate::table::{
    Before, Debt, Effect, Event, Owe, Play, Reason, Seat, Spot, Standing, Value, WentOut, Who,
};

/// Fields of a play.
pub(super) const PLAY: &[Field] = &[
    ("seat", "number", "who plays"),
    ("card", "Card", "the card; in can_add the one that may be added"),
    ("cards", "{Card}", "all cards of the play so far"),
    ("index", "number", "the place of the card in its play"),
    ("count", "number", "how many cards the play has"),
    ("how", "string", "\"turn\", \"answer\", \"jump\", \"add\", \"rule\" or \"start\""),
    ("top", "boolean", "whether it is the last card of its play"),
    ("last", "boolean", "whether it empties the hand"),
    ("drawn", "boolean", "whether it is the card just drawn"),
    ("pile", "string", "where it goes: \"discard\""),
    ("went_out", "string | false", "\"place\" or \"round\" when the play emptied the hand"),
    ("before", "Before", "what was there just before: card, color, symbol, debt"),
    ("left", "{Card}", "the hand just after"),
    (
        "alternatives",
        "{Card}",
        "what could have been played instead (needs = { \"alternatives\" })",
    ),
];
/// Fields of `play.before`.
pub(super) const BEFORE: &[Field] = &[
    ("card", "Card?", "the top card"),
    ("color", "string?", "the color in force"),
    ("symbol", "string?", "the symbol in force: declared, or that of the card"),
    ("debt", "number", "cards of the open debt"),
];
/// Fields of a card.
pub(super) const CARD: &[Field] = &[
    ("kind", "string", "the card in notation: \"r7\""),
    ("color", "string?", "its color; nil for a black card"),
    ("symbol", "string", "what must match: \"7\", \"skip\", \"draw4\""),
    ("number", "number?", "its figure, on number cards"),
    ("black", "boolean", "whether it has no color"),
    ("points", "number", "its points in a hand"),
    ("draws", "number", "how many cards its victim draws"),
];
/// Fields of a debt.
pub(super) const DEBT: &[Field] = &[
    ("seat", "number?", "who owes; nil while the answering card is resolved"),
    ("draw", "number", "cards to draw"),
    ("skip", "number", "turns that paying costs at least"),
    ("by", "number?", "who laid the card that opened it or grew it last"),
    ("card", "Card?", "that card"),
    ("cards", "number", "how many cards were laid into it"),
    ("alike", "number", "how many of them, the last ones, have the symbol of the last"),
    ("play", "Play?", "the play of that card"),
    ("due", "number", "turn starts until it falls due; 0 is now"),
    ("keep_turn", "boolean", "whether paying costs no turn"),
];
/// Fields of a draw.
pub(super) const DRAW: &[Field] = &[
    ("seat", "number", "who draws"),
    ("n", "number", "how many cards"),
    ("reason", "string", "\"turn\", \"debt\", \"penalty\" or \"rule\""),
    ("cause", "string?", "more about the reason"),
    ("card", "Card?", "the card, in on_card_drawn"),
    ("by", "number?", "who laid the card that led to it"),
];
/// Fields of other subjects.
pub(super) const OTHERS: &[(&str, &[Field])] = &[
    (
        "Out",
        &[
            ("seat", "number", "whose hand is empty"),
            ("play", "Play?", "the play that emptied it"),
            ("place", "number", "the place that the seat takes"),
        ],
    ),
    (
        "Change",
        &[
            ("seat", "number", "whose hand"),
            ("before", "number", "cards before"),
            ("after", "number", "cards after"),
            ("cause", "string", "what changed it"),
        ],
    ),
    (
        "Turn",
        &[
            ("seat", "number", "whose turn"),
            ("no", "number", "its count in the round"),
            ("how", "string?", "how it began or ended"),
        ],
    ),
    ("Points", &[("seat", "number", "whose card"), ("card", "Card", "the card")]),
    ("Score", &[("seat", "number", "who scores"), ("points", "number", "how much")]),
    (
        "Act",
        &[
            ("seat", "number", "who acts"),
            ("at", "number?", "at whom, in can_catch"),
            ("with", "any", "the argument chosen, in do_NAME of an offer"),
        ],
    ),
    (
        "Round",
        &[
            ("round", "number", "its count"),
            ("winners", "{number}", "who won, once that is known"),
            ("why", "string?", "why it ends, once it does"),
        ],
    ),
];

/// A table under construction.
struct Row<'a> {
    desk: &'a Rc<Desk>,
    row: PlainRow,
}

impl<'a> Row<'a> {
    fn new(desk: &'a Rc<Desk>) -> Self {
        let fields = Vec::with_capacity(12);
        Self { desk, row: PlainRow { fields, meta: None, mark: None } }
    }
    fn set(mut self, name: &'static str, value: impl Into<Plain>) -> mlua::Result<Self> {
        self.row.fields.push((Plain::Kept(self.desk.word(name)?), value.into()));
        Ok(self)
    }
    /// A word of the engine's.
    fn word(self, name: &'static str, word: &'static str) -> mlua::Result<Self> {
        let word = self.desk.word(word)?;
        self.set(name, word)
    }
    fn seat(self, name: &'static str, seat: Seat) -> mlua::Result<Self> {
        self.set(name, seat.number())
    }
    fn maybe_seat(self, name: &'static str, seat: Option<Seat>) -> mlua::Result<Self> {
        match seat {
            Some(seat) => self.seat(name, seat),
            None => Ok(self),
        }
    }
    fn card(self, name: &'static str, card: Kind) -> mlua::Result<Self> {
        let card = self.desk.cards.plain(card);
        self.set(name, card)
    }
    fn cards(self, name: &'static str, cards: &[Kind], place: Option<Spot>) -> mlua::Result<Self> {
        let cards = match (cards, place) {
            ([one], None) => self.desk.cards.alone(*one),
            _ => self.desk.cards_list(cards.iter().copied(), place)?,
        };
        self.set(name, cards)
    }
    fn who(self, name: &'static str, who: Who) -> mlua::Result<Self> {
        match who {
            Who::Seat(seat) => self.seat(name, seat),
            Who::Next => self.word(name, "next"),
            Who::Previous => self.word(name, "previous"),
            Who::Others => self.word(name, "others"),
            Who::All => self.word(name, "all"),
        }
    }
    fn done(self) -> Plain {
        Plain::Row(self.row)
    }
}

/// What has no shape of its own, or not there.
pub(super) fn build(desk: &Rc<Desk>, subject: &Subject<'_>) -> mlua::Result<Plain> {
    let row = || Row::new(desk);
    Ok(match subject {
        Subject::Play(play) => play_table(desk, &Rc::new((*play).clone()))?,
        Subject::Seat(seat) => seat.number().into(),
        Subject::Event(event) => event_table(desk, event)?,
        Subject::Effect(effect) => effect_table(desk, effect)?,
        Subject::Draw { seat, n, reason } => draw(row(), *seat, *n, *reason)?,
        Subject::Owe { seat, owe } => owe_table(row(), *seat, owe)?,
        Subject::Candidate(_) | Subject::Turn { .. } => return Err(error("this has a shape")),
        Subject::Card { seat, card } => row().seat("seat", *seat)?.card("card", *card)?.done(),
        Subject::Score { seat, points } => {
            row().seat("seat", *seat)?.set("points", *points as f64)?.done()
        }
        Subject::Out { seat } => out(desk, *seat)?,
        Subject::Data(value) => written(Some(&desk.cards), value)?,
        Subject::Offer { seat, with } => {
            let with = written(Some(&desk.cards), with)?;
            row().seat("seat", *seat)?.set("with", with)?.done()
        }
        Subject::Action { seat, at } => row().seat("seat", *seat)?.maybe_seat("at", *at)?.done(),
        Subject::Round => round(row())?.done(),
    })
}

fn out(desk: &Rc<Desk>, seat: Seat) -> mlua::Result<Plain> {
    let (place, play) = desk.with(|scope| {
        let out = |s: &Standing| matches!(s, Standing::Out(_));
        let finished = scope.state.seats.iter().filter(|place| out(&place.standing)).count();
        let place = match scope.state.place(seat).standing {
            Standing::Out(place) => place as usize,
            _ => finished + 1,
        };
        Ok((place, scope.play.clone()))
    })?;
    let row = Row::new(desk).seat("seat", seat)?.set("place", place)?;
    Ok(match play {
        Some(play) => row.set("play", play_table(desk, &play)?)?.done(),
        None => row.done(),
    })
}

fn round(row: Row<'_>) -> mlua::Result<Row<'_>> {
    let desk = row.desk;
    let (round, winners, why) = desk.with(|scope| {
        let state = &scope.state;
        let over = state.over.as_ref().map(|over| (over.winners.clone(), over.why));
        let ending = state.ending.as_ref().map(|ending| (ending.winners.clone(), ending.why));
        let (winners, why) = over.or(ending).unzip();
        Ok((state.table.round, winners.unwrap_or_default(), why))
    })?;
    row.set("round", round)?
        .set("winners", seats_listed(winners))?
        .set("why", why.map(|why| why.text()))
}

fn draw(row: Row<'_>, seat: Seat, n: u16, reason: Reason) -> mlua::Result<Plain> {
    let by = row.desk.with(|scope| Ok(scope.play.as_ref().map(|play| play.seat)))?;
    let row = row.seat("seat", seat)?.set("n", n)?.word("reason", reason.text())?;
    Ok(row.maybe_seat("by", by)?.done())
}

fn owe_table(row: Row<'_>, seat: Seat, owe: &Owe) -> mlua::Result<Plain> {
    let desk = row.desk;
    let play = desk.with(|scope| Ok(scope.play.clone()))?;
    let row = row
        .seat("seat", seat)?
        .set("draw", owe.draw)?
        .set("skip", owe.skip)?
        .set("due", owe.due)?
        .set("keep_turn", owe.keep_turn)?
        .set("cards", 1)?;
    Ok(match play {
        Some(play) => row
            .seat("by", play.seat)?
            .card("card", play.card)?
            .set("play", play_table(desk, &play)?)?
            .done(),
        None => row.done(),
    })
}

/// Every open debt, made once for an entry.
pub(super) fn debts(lua: &Lua, desk: &Rc<Desk>) -> mlua::Result<Table> {
    let (made, debts) = desk.with(|scope| {
        let debts = if scope.debts.is_some() { Vec::new() } else { scope.state.debts.clone() };
        Ok((scope.debts.clone(), debts))
    })?;
    if let Some(made) = made {
        return Ok(made);
    }
    let list = debts.iter().map(|debt| debt_table(desk, debt)).collect::<mlua::Result<_>>()?;
    let LuaValue::Table(list) = make(lua, &Plain::List(list, None))? else {
        return Err(error("debts are a list"));
    };
    desk.with(|scope| Ok(scope.debts.insert(list).clone()))
}

fn debt_table(desk: &Rc<Desk>, debt: &Debt) -> mlua::Result<Plain> {
    // A debt that was set up has no play; its card is then any with its symbol, the top first.
    let card = desk.with(|scope| {
        let deck = &scope.game.deck;
        let of_symbol = |symbol| {
            let kinds = deck.of_symbol(symbol);
            let top = scope.state.top().filter(|top| kinds.has(*top));
            top.or_else(|| kinds.iter().next())
        };
        let laid = debt.play.as_ref().map(|play| play.card);
        Ok(laid.or_else(|| debt.symbol.and_then(of_symbol)))
    })?;
    let mut row = Row::new(desk)
        .maybe_seat("seat", debt.seat)?
        .set("draw", debt.owe.draw)?
        .set("skip", debt.owe.skip)?
        .set("due", debt.owe.due)?
        .set("keep_turn", debt.owe.keep_turn)?
        .set("cards", debt.cards)?
        .set("alike", debt.alike)?
        .maybe_seat("by", debt.by)?;
    if let Some(card) = card {
        row = row.card("card", card)?;
    }
    if let Some(play) = &debt.play {
        row = row.set("play", play_table(desk, &Rc::new((**play).clone()))?)?;
    }
    Ok(row.done())
}

/// `game.last_draw`.
pub(super) fn last_draw(lua: &Lua, desk: &Rc<Desk>) -> mlua::Result<LuaValue> {
    let last = desk.with(|scope| Ok(scope.state.last_draw.clone()))?;
    let Some(last) = last else { return Ok(LuaValue::Nil) };
    let place = Some(Spot::Hand(last.seat));
    let row = Row::new(desk).seat("seat", last.seat)?.cards("cards", &last.cards, place)?;
    make(lua, &row.done())
}

/// The table of a play; it can be handed back to the engine.
fn play_table(desk: &Rc<Desk>, play: &Rc<Play>) -> mlua::Result<Plain> {
    let cards = match play.more.as_slice() {
        [] => desk.cards.alone(play.card),
        more => desk.cards_list(more.iter().copied().chain([play.card]), None)?,
    };
    let went_out: Plain = match play.went_out {
        WentOut::No => false.into(),
        WentOut::Place => desk.word("place")?.into(),
        WentOut::Round => desk.word("round")?.into(),
    };
    super::charge(1)?; // as for the table that a hook is given
    let count = play.more.len() + 1;
    let mark = Mark::default();
    let mut row = Row::new(desk)
        .seat("seat", play.seat)?
        .card("card", play.card)?
        .set("cards", cards)?
        .set("index", count)?
        .set("count", count)?
        .word("how", play.how.text())?
        .set("top", true)?
        .set("last", play.last)?
        .set("drawn", play.drawn)?
        .word("pile", "discard")?
        .set("went_out", went_out)?;
    row.row.meta = desk.play_meta.get().copied();
    row.row.mark = Some(Rc::clone(&mark));
    desk.with(|scope| {
        scope.plays.push((mark, Stands::Play(Rc::clone(play))));
        Ok(())
    })?;
    Ok(row.done())
}

/// Fields of a play that are made when they are looked at.
pub(super) const COSTLY: &[&str] = &["before", "left", "alternatives"];

/// The metatable of plays: makes the costly fields when they are looked at.
pub(super) fn play_meta(lua: &Lua, desk: &Rc<Desk>) -> mlua::Result<Table> {
    let desk = Rc::clone(desk);
    let meta = lua.create_table()?;
    let index = lua.create_function(move |lua, (table, key): (Table, LuaValue)| {
        super::charge(1)?;
        let Some(name) = super::value::text(&key) else { return Ok(LuaValue::Nil) };
        if !COSTLY.contains(&name.as_str()) {
            return Ok(LuaValue::Nil);
        }
        let (before, left, alternatives, seat) = desk.with(|scope| costly(scope, &table))?;
        let place = Some(Spot::Hand(seat));
        Ok(match name.as_str() {
            "before" => make(lua, &before_table(&desk, &before)?)?,
            "left" => desk.list(lua, left, place)?,
            _ => desk.list(lua, alternatives, place)?,
        })
    })?;
    meta.raw_set("__index", index)?;
    meta.raw_set("__metatable", "locked")?;
    meta.set_readonly(true);
    Ok(meta)
}

fn costly(scope: &Scope, table: &Table) -> mlua::Result<(Before, Vec<Kind>, Vec<Kind>, Seat)> {
    match scope.stands(table) {
        Some(Stands::Play(play)) => Ok((
            play.before,
            play.left.cards().collect(),
            play.alternatives.iter().collect(),
            play.seat,
        )),
        Some(Stands::Candidate(card)) => {
            let mut left = scope.state.place(card.seat).hand.clone();
            let _ = left.remove(card.card);
            Ok((scope.state.before(), left.cards().collect(), Vec::new(), card.seat))
        }
        None => Err(error("this play is over; keep what you need of it in `memory`")),
    }
}

fn before_table(desk: &Rc<Desk>, before: &Before) -> mlua::Result<Plain> {
    let (color, symbol) = desk.with(|scope| {
        let deck = &scope.game.deck;
        let printed = || before.card.map(|card| deck.card(card).symbol);
        let symbol = before.symbol.or_else(printed);
        let color = before.color.map(|color| deck.color_name(color).to_owned());
        Ok((color, symbol.map(|symbol| deck.symbol_name(symbol).to_owned())))
    })?;
    let mut row =
        Row::new(desk).set("color", color)?.set("symbol", symbol)?.set("debt", before.debt)?;
    if let Some(card) = before.card {
        row = row.card("card", card)?;
    }
    Ok(row.done())
}

fn color_name(desk: &Desk, color: Color) -> mlua::Result<String> {
    desk.with(|scope| Ok(scope.game.deck.color_name(color).to_owned()))
}

/// An event by its fields.
fn event_table(desk: &Rc<Desk>, event: &Event) -> mlua::Result<Plain> {
    let row = Row::new(desk);
    Ok(match event {
        Event::CardDrawn { seat, card, reason, cause } => row
            .seat("seat", *seat)?
            .card("card", *card)?
            .set("n", 1)?
            .word("reason", reason.text())?
            .set("cause", cause.as_deref())?
            .done(),
        Event::HandChanged { seat, before, after, cause } => row
            .seat("seat", *seat)?
            .set("before", *before)?
            .set("after", *after)?
            .set("cause", cause.as_str())?
            .done(),
        Event::HandSettled { seat, count, own_play } => {
            row.seat("seat", *seat)?.set("count", *count)?.set("own_play", *own_play)?.done()
        }
        Event::DebtChanged { change, seat, draw, skip } => debt_event(row, *seat, *draw, *skip)?
            .set("change", format!("{change:?}").to_lowercase())?
            .done(),
        Event::DebtPaid { seat, draw, skip } => debt_event(row, Some(*seat), *draw, *skip)?.done(),
        Event::WentOut { seat, .. } => out(desk, *seat)?,
        Event::Offered { seat, name, with } => row
            .seat("seat", *seat)?
            .set("name", name.as_str())?
            .set("with", written(Some(&desk.cards), with)?)?
            .done(),
        Event::RoundStarted { .. }
        | Event::Dealt { .. }
        | Event::RoundEnded { .. }
        | Event::MatchEnded { .. } => round_event(row, event)?,
        Event::ColorSet { seat, color } => {
            let color = color_name(desk, *color)?;
            row.maybe_seat("seat", *seat)?.set("color", color)?.done()
        }
        other => plain_event(row, other)?,
    })
}

fn debt_event(row: Row<'_>, seat: Option<Seat>, draw: u16, skip: u8) -> mlua::Result<Row<'_>> {
    row.maybe_seat("seat", seat)?.set("draw", draw)?.set("skip", skip)
}

fn round_event(row: Row<'_>, event: &Event) -> mlua::Result<Plain> {
    let row = round(row)?;
    Ok(match event {
        Event::RoundStarted { round, dealer } => {
            row.set("round", *round)?.maybe_seat("dealer", *dealer)?
        }
        Event::Dealt { each } => row.set("each", *each)?,
        Event::RoundEnded { winners, why } => {
            row.set("winners", seats_listed(winners.iter().copied()))?.set("why", why.text())?
        }
        Event::MatchEnded { winners } => {
            row.set("winners", seats_listed(winners.iter().copied()))?
        }
        _ => row,
    }
    .done())
}

/// Events that no hook has a shape of its own for: the fields that people see.
fn plain_event(mut row: Row<'_>, event: &Event) -> mlua::Result<Plain> {
    use serde_json::Value as Json;
    let fields = row.desk.with(|scope| Ok(event.fields(&scope.game.deck)))?;
    for (name, field) in fields {
        let card = |text: &str| row.desk.with(|scope| Ok(scope.game.deck.parse_card(text).ok()));
        row = match (name, &field) {
            ("card", Json::String(text)) => match card(text)? {
                Some(kind) => row.card(name, kind)?,
                None => row,
            },
            ("cards", Json::Array(texts)) => {
                let mut kinds = Vec::new();
                for text in texts.iter().filter_map(Json::as_str) {
                    kinds.extend(card(text)?);
                }
                row.cards(name, &kinds, None)?
            }
            (_, Json::Array(items)) => {
                let items = items.iter().filter_map(Json::as_f64).map(Plain::Number).collect();
                row.set(name, Plain::List(items, None))?
            }
            (_, Json::Bool(flag)) => row.set(name, *flag)?,
            (_, Json::Number(n)) => row.set(name, n.as_f64())?,
            (_, Json::String(text)) => row.set(name, text.as_str())?,
            _ => row,
        };
    }
    Ok(row.done())
}

/// An effect about to be applied, by its arguments.
fn effect_table(desk: &Rc<Desk>, effect: &Effect) -> mlua::Result<Plain> {
    let row = Row::new(desk).set("verb", effect.verb())?;
    Ok(match effect {
        Effect::Play { seat, card, .. } => row.seat("seat", *seat)?.card("card", *card)?,
        Effect::CardEffect { play } | Effect::TakeBack { play } => {
            let play = Rc::new((**play).clone());
            let table = play_table(desk, &play)?;
            row.seat("seat", play.seat)?.card("card", play.card)?.set("play", table)?
        }
        Effect::Draw { who, n, reason, cause } => row
            .who("seat", *who)?
            .set("n", *n)?
            .word("reason", reason.text())?
            .set("cause", cause.as_deref())?,
        Effect::DrawUntil { who, reason, .. } => {
            row.who("seat", *who)?.word("reason", reason.text())?
        }
        Effect::Discard { seat, cards } => {
            row.seat("seat", *seat)?.cards("cards", cards, Some(Spot::Hand(*seat)))?
        }
        Effect::Move { cards, from, to, bottom } => {
            place(place(row.cards("cards", cards, Some(*from))?, "from", *from)?, "to", *to)?
                .set("at", if *bottom { "bottom" } else { "top" })?
        }
        Effect::Swap { a, b } => place(place(row, "a", *a)?, "b", *b)?,
        Effect::Shuffle { pile } => place(row, "place", *pile)?,
        Effect::Deal { pile, from, each } => {
            place(row, "place", *pile)?.who("from", *from)?.set("each", *each)?
        }
        Effect::Show { cards, owner, to } => row
            .cards("cards", cards, owner.map(Spot::Hand))?
            .maybe_seat("owner", *owner)?
            .who("to", *to)?,
        Effect::Declare { color, symbol } => {
            let symbol = desk.with(|scope| {
                Ok(symbol.map(|symbol| scope.game.deck.symbol_name(symbol).to_owned()))
            })?;
            let color = color.map(|color| color_name(desk, color)).transpose()?;
            row.set("color", color)?.set("symbol", symbol)?
        }
        Effect::Owe { who, owe } => row
            .who("seat", *who)?
            .set("draw", owe.draw)?
            .set("skip", owe.skip)?
            .set("due", owe.due)?
            .set("keep_turn", owe.keep_turn)?,
        other => more_effects(row, other)?,
    }
    .done())
}

fn more_effects<'a>(row: Row<'a>, effect: &Effect) -> mlua::Result<Row<'a>> {
    match effect {
        Effect::ChooseColor { who }
        | Effect::MoveDebt { who }
        | Effect::Skip { who }
        | Effect::NextSeat { who }
        | Effect::GoOut { who }
        | Effect::KnockOut { who }
        | Effect::BringBack { who }
        | Effect::Drop { who }
        | Effect::Expose { who }
        | Effect::Quiet { who } => row.who("seat", *who),
        Effect::ExtraTurn { who, must_play } => {
            row.who("seat", *who)?.set("must", must_play.then_some("play"))
        }
        Effect::Score { who, points } => row.who("seat", *who)?.set("points", *points as f64),
        Effect::EndRound { winners } | Effect::EndMatch { winners } => {
            row.set("winners", seats_listed(winners.iter().copied()))
        }
        Effect::ThenDo { name, .. } | Effect::DoAt { name, .. } | Effect::Cancel { name } => {
            row.set("name", name.as_str())
        }
        Effect::Tell { text, .. } => row.set("text", text.as_str()),
        Effect::Verdict { seat, of, upheld } => {
            row.seat("seat", *seat)?.seat("of", *of)?.set("upheld", *upheld)
        }
        _ => Ok(row),
    }
}

fn place<'a>(row: Row<'a>, name: &'static str, spot: Spot) -> mlua::Result<Row<'a>> {
    let desk = row.desk;
    match spot {
        Spot::Hand(seat) => {
            let pair = vec![desk.word("hand")?.into(), seat.number().into()];
            row.set(name, Plain::List(pair, None))
        }
        Spot::Draw => row.set(name, "draw"),
        Spot::Discard => row.set(name, "discard"),
        Spot::Pile(at) => {
            let pile = desk.with(|scope| Ok(scope.game.piles.get(at as usize).cloned()))?;
            row.set(name, pile)
        }
    }
}

/// The seats in what an offer's `to` answered, or the arguments in what its `with` did.
pub(super) fn answers(desk: &Desk, value: &LuaValue, path: &str) -> mlua::Result<Vec<Value>> {
    if matches!(value, LuaValue::Nil | LuaValue::Boolean(false)) {
        return Ok(Vec::new());
    }
    if let Some(n) = whole(value) {
        return Ok(vec![Value::Int(n)]);
    }
    match super::value::to_plain(value, Some(&desk.cards), path)? {
        Value::List(items) if items.len() <= crate::limits::OPTIONS_MAX => Ok(items),
        Value::List(items) => Err(error(format!(
            "{path} has {} entries; at most {} are allowed",
            items.len(),
            crate::limits::OPTIONS_MAX
        ))),
        Value::Map(_) => Err(error(format!("{path} must be a list"))),
        one => Ok(vec![one]),
    }
}
