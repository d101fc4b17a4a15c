//! The `game` object: fields that are worked out when looked at, and methods.

use std::rc::Rc;

use mlua::{Lua, MultiValue, Table, Value as LuaValue};

use super::args::Call;
use super::desk::{Desk, Scope, error};
use super::sandbox::{Plain, keep, make};
use super::value::{found, to_lua};
use super::{ask, memory, subject, swift, verbs};
use crate::cards::{Kind, meant};
use crate::table::{Direction, Seat, Spot, Stage, Standing};

/// A field of a table that scripts see: name, type, what it is.
pub(super) type Field = (&'static str, &'static str, &'static str);

/// The fields of `game`.
pub(super) const FIELDS: &[Field] = &[
    ("seat", "number", "the seat whose turn it is"),
    ("direction", "string", "\"cw\" or \"ccw\""),
    ("color", "string?", "the color in force; nil where none is"),
    ("symbol", "string?", "the symbol in force: declared, or that of the top card"),
    ("top", "Card?", "the top of the discard pile"),
    ("debt", "Debt?", "the open debt that is due"),
    ("debts", "{Debt}", "every open debt, the one that is due first"),
    ("drawn", "boolean", "whether the seat has drawn in this turn"),
    ("last_draw", "Draw?", "who drew last, and what: seat, cards"),
    ("options", "{[string]: any}", "the values of this rule's options"),
    ("memory", "{[string]: any}", "this rule's declared memory"),
    ("phase", "string", "\"dealing\", \"playing\", \"ending\" (won, not yet over) or \"over\""),
    ("round", "number", "the count of the round, from 1"),
    ("turn", "number", "the count of the turn in the round; 0 while dealing"),
];

/// A method of `game` that reads: name, arguments, result, what it gives.
pub(super) type Method = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    fn(&Call<'_>) -> mlua::Result<LuaValue>,
);

/// The methods of `game` that read.
pub(super) const METHODS: &[Method] = &[
    ("seats", "", "{number}", "seats that play, in order of play from the one acting", seats),
    (
        "players",
        "",
        "{number}",
        "seats of the match, finished ones too; not those that dropped out or left",
        players,
    ),
    (
        "others",
        "seat: number?",
        "{number}",
        "the same without this seat, from the one after it",
        others,
    ),
    (
        "next",
        "seat: number?, k: number?",
        "number",
        "the k-th seat that plays after this one, now",
        next,
    ),
    ("previous", "seat: number?", "number", "the seat that plays before this one", previous),
    ("hand", "seat: number", "{Card}", "the cards of a seat, sorted", hand),
    ("count", "seat: number", "number", "how many cards a seat holds", count),
    ("status", "seat: number", "string", "\"in\", \"out\", \"knocked_out\" or \"dropped\"", status),
    ("team", "seat: number", "number", "the team of a seat", team),
    ("total", "seat: number", "number", "the points of a seat in the match", total),
    ("cards", "place: Place", "{Card}", "the cards of a place, its top first", cards),
    (
        "fits",
        "card: Card",
        "boolean",
        "whether the card fits, laid in turn by the seat acting",
        fits,
    ),
    (
        "playable",
        "seat: number?",
        "{Card}",
        "the cards that a seat could lay in turn, each kind once",
        playable,
    ),
    ("random", "n: number", "number", "a number from 1 to n, from the rule's own stream", random),
    (
        "shuffled",
        "list: {any}",
        "{any}",
        "the list in another order, from the rule's own stream",
        shuffled,
    ),
];

/// Builds the `game` object of a machine.
pub(super) fn build(lua: &Lua, desk: &Rc<Desk>) -> mlua::Result<Table> {
    let object = lua.create_table()?;
    for (name, .., run) in METHODS {
        method(lua, desk, &object, name, |call| run(call).map(|value| vec![value]))?;
    }
    for verb in verbs::VERBS {
        let run = verb.run;
        method(lua, desk, &object, verb.name, move |call| {
            let effect = run(call)?;
            call.with(|scope| scope.queue(verb.name, effect))?;
            Ok(Vec::new())
        })?;
    }
    for (name, .., run) in ask::METHODS {
        method(lua, desk, &object, name, run)?;
    }
    swift::methods(lua, desk, &object)?;
    let meta = lua.create_table()?;
    let at = Rc::clone(desk);
    let index =
        lua.create_function(move |lua, (_, key): (LuaValue, LuaValue)| field(lua, &at, &key))?;
    meta.raw_set("__index", swift::fields(lua, desk, index)?)?;
    meta.raw_set(
        "__newindex",
        lua.create_function(|_, (_, key): (LuaValue, LuaValue)| refuse_write(&key))?,
    )?;
    meta.raw_set("__metatable", "locked")?;
    meta.set_readonly(true);
    object.set_metatable(Some(meta))?;
    object.set_readonly(true);
    let _ = desk.object.set(object.clone());
    let memory = memory::build(lua, desk)?;
    let _ = desk.memory_kept.set(keep(lua, &memory)?);
    let _ = desk.memory.set(memory);
    Ok(object)
}

fn method<F>(
    lua: &Lua,
    desk: &Rc<Desk>,
    object: &Table,
    name: &'static str,
    run: F,
) -> mlua::Result<()>
where
    F: Fn(&Call<'_>) -> mlua::Result<Vec<LuaValue>> + 'static,
{
    let desk = Rc::clone(desk);
    let function = lua.create_function(move |lua, args: MultiValue| {
        super::charge(1)?;
        let call = Call::new(lua, &desk, name, args)?;
        Ok(MultiValue::from_vec(run(&call)?))
    })?;
    object.raw_set(name, function)
}

fn refuse_write(key: &LuaValue) -> mlua::Result<()> {
    let key = found(key);
    Err(error(format!(
        "game cannot be written to ({key}); effects change the game, and what a rule wants to \
         remember is declared in `memory`"
    )))
}

fn field(lua: &Lua, desk: &Rc<Desk>, key: &LuaValue) -> mlua::Result<LuaValue> {
    super::charge(1)?;
    let LuaValue::String(name) = key else { return Err(unknown(&found(key))) };
    let name = name.to_string_lossy();
    match name.as_str() {
        "debt" => return subject::debts(lua, desk)?.raw_get(1),
        "debts" => return Ok(LuaValue::Table(subject::debts(lua, desk)?)),
        "options" => return options(lua, desk),
        "memory" => return Ok(desk.memory.get().cloned().map_or(LuaValue::Nil, LuaValue::Table)),
        "last_draw" => return subject::last_draw(lua, desk),
        _ => {}
    }
    desk.with(|scope| plain_field(lua, desk, scope, &name))
}

fn plain_field(lua: &Lua, desk: &Desk, scope: &Scope, name: &str) -> mlua::Result<LuaValue> {
    let (state, deck) = (&scope.state, &scope.game.deck);
    let text = |text: &str| lua.create_string(text).map(LuaValue::String);
    Ok(match name {
        "seat" => number(state.turn.seat.number()),
        "direction" => text(state.direction.text())?,
        "color" => state.color.map_or(Ok(LuaValue::Nil), |color| text(deck.color_name(color)))?,
        "symbol" => {
            let printed = || state.top().map(|card| deck.card(card).symbol);
            let symbol = state.symbol.or_else(printed);
            symbol.map_or(Ok(LuaValue::Nil), |symbol| text(deck.symbol_name(symbol)))?
        }
        "top" => state.top().map_or(LuaValue::Nil, |card| desk.cards.table(card)),
        "drawn" => LuaValue::Boolean(matches!(state.turn.stage, Stage::Drawn(_))),
        "phase" => text(if state.over.is_some() {
            "over"
        } else if state.ending.is_some() {
            "ending"
        } else if state.turn.no == 0 {
            "dealing"
        } else {
            "playing"
        })?,
        "round" => number(state.table.round as usize),
        "turn" => number(state.turn.no as usize),
        _ => return Err(unknown(name)),
    })
}

fn unknown(name: &str) -> mlua::Error {
    let fields = FIELDS.iter().map(|(name, ..)| *name);
    let methods = METHODS.iter().map(|(name, ..)| *name);
    let verbs = verbs::VERBS.iter().map(|verb| verb.name);
    let asks = ask::METHODS.iter().map(|(name, ..)| *name);
    let near = meant(name, fields.chain(methods).chain(verbs).chain(asks));
    let name = super::text::clean_text(name);
    error(format!("game has no {name:?}{near}"))
}

fn options(lua: &Lua, desk: &Desk) -> mlua::Result<LuaValue> {
    if let Some(options) = desk.options.get() {
        return Ok(options.clone());
    }
    let options = desk.with(|scope| {
        let table = lua.create_table()?;
        if let Some(rule) = scope.rule {
            let rule = scope.game.rule(rule);
            for (option, value) in rule.options.iter().zip(&rule.values) {
                table.raw_set(option.name.as_str(), to_lua(lua, None, value)?)?;
            }
        }
        Ok(table)
    })?;
    let meta = lua.create_table()?;
    meta.raw_set(
        "__index",
        lua.create_function(|_, (options, key): (Table, LuaValue)| {
            let mut known = Vec::new();
            for pair in options.pairs::<LuaValue, LuaValue>() {
                known.extend(super::value::text(&pair?.0));
            }
            known.sort();
            let (key, known) = (found(&key), known.join(" "));
            Err::<LuaValue, _>(error(format!("this rule has no option {key}; it has: {known}")))
        })?,
    )?;
    meta.set_readonly(true);
    options.set_metatable(Some(meta))?;
    options.set_readonly(true);
    let _ = desk.options_kept.set(keep(lua, &options)?);
    Ok(desk.options.get_or_init(|| LuaValue::Table(options)).clone())
}

pub(super) fn number(n: usize) -> LuaValue {
    LuaValue::Number(n as f64)
}

/// A frozen list of seats.
pub(super) fn seat_list(
    lua: &Lua,
    seats: impl IntoIterator<Item = Seat>,
) -> mlua::Result<LuaValue> {
    make(lua, &seats_listed(seats))
}

/// The same, to be written.
pub(super) fn seats_listed(seats: impl IntoIterator<Item = Seat>) -> Plain {
    Plain::List(seats.into_iter().map(|seat| seat.number().into()).collect(), None)
}

/// The seat of the first argument; the one acting if it is missing.
fn seat_or_acting(call: &Call<'_>) -> mlua::Result<Seat> {
    let arg = call.arg(1, "seat");
    if arg.is_nil() { call.with(|scope| Ok(scope.state.turn.seat)) } else { arg.seat() }
}

/// A question to a seat of the state.
fn of_seat(
    call: &Call<'_>,
    answer: impl FnOnce(&Scope, Seat) -> LuaValue,
) -> mlua::Result<LuaValue> {
    let seat = call.arg(1, "seat").seat()?;
    call.with(|scope| Ok(answer(scope, seat)))
}

fn seats(call: &Call<'_>) -> mlua::Result<LuaValue> {
    call.with(|scope| seat_list(call.lua, scope.state.ring(scope.state.turn.seat)))
}

fn players(call: &Call<'_>) -> mlua::Result<LuaValue> {
    call.with(|scope| {
        let there = |seat: &Seat| scope.state.place(*seat).standing != Standing::Gone;
        seat_list(call.lua, scope.state.all().filter(there))
    })
}

fn others(call: &Call<'_>) -> mlua::Result<LuaValue> {
    let seat = seat_or_acting(call)?;
    call.with(|scope| seat_list(call.lua, others_of(scope, seat)))
}

/// The seats that play but this one, in order of play from the one after it.
pub(super) fn others_of(scope: &Scope, seat: Seat) -> Vec<Seat> {
    scope.state.ring(seat).filter(|other| *other != seat).collect()
}

fn next(call: &Call<'_>) -> mlua::Result<LuaValue> {
    let seat = seat_or_acting(call)?;
    let k = call.arg(2, "k").int_or(1, 0, 1000)? as u32;
    call.with(|scope| Ok(number(scope.state.step(seat, k).number())))
}

fn previous(call: &Call<'_>) -> mlua::Result<LuaValue> {
    let seat = seat_or_acting(call)?;
    call.with(|scope| {
        let back: Direction = scope.state.direction.flipped();
        Ok(number(scope.state.step_in(seat, back, 1).number()))
    })
}

fn hand(call: &Call<'_>) -> mlua::Result<LuaValue> {
    let seat = call.arg(1, "seat").seat()?;
    let cards: Vec<Kind> = call.with(|scope| Ok(scope.state.place(seat).hand.cards().collect()))?;
    super::charge(cards.len() as i64)?;
    call.desk.list(call.lua, cards, Some(Spot::Hand(seat)))
}

fn count(call: &Call<'_>) -> mlua::Result<LuaValue> {
    of_seat(call, |scope, seat| number(scope.state.place(seat).hand.len()))
}

fn status(call: &Call<'_>) -> mlua::Result<LuaValue> {
    let seat = call.arg(1, "seat").seat()?;
    let word = call.with(|scope| {
        Ok(match scope.state.place(seat).standing {
            Standing::In => "in",
            Standing::Out(_) => "out",
            Standing::KnockedOut => "knocked_out",
            Standing::Gone => "dropped",
        })
    })?;
    call.lua.create_string(word).map(LuaValue::String)
}

fn team(call: &Call<'_>) -> mlua::Result<LuaValue> {
    of_seat(call, |scope, seat| number(scope.state.place(seat).team as usize + 1))
}

fn total(call: &Call<'_>) -> mlua::Result<LuaValue> {
    of_seat(call, |scope, seat| LuaValue::Number(scope.state.place(seat).total as f64))
}

fn cards(call: &Call<'_>) -> mlua::Result<LuaValue> {
    let spot = call.arg(1, "place").spot()?;
    let cards: Vec<Kind> = call.with(|scope| {
        let state = &scope.state;
        let top_first = |pile: &[Kind]| pile.iter().rev().copied().collect();
        Ok(match spot {
            Spot::Hand(seat) => state.place(seat).hand.cards().collect(),
            Spot::Draw => top_first(&state.draw),
            Spot::Discard => top_first(&state.discard),
            Spot::Pile(at) => state.piles.get(at as usize).map_or_else(Vec::new, |p| top_first(p)),
        })
    })?;
    super::charge(cards.len() as i64)?;
    call.desk.list(call.lua, cards, Some(spot))
}

/// `fits` and `playable` ask the hooks below them, so these cannot use them.
fn asked_from_above(call: &Call<'_>) -> mlua::Result<()> {
    call.with(|scope| match &*scope.hook {
        hook @ ("can_fit" | "can_answer" | "can_jump" | "can_add" | "can_play") => {
            Err(call.error(format!("not inside {hook}, which is itself a part of the answer")))
        }
        _ => Ok(()),
    })
}

fn fits(call: &Call<'_>) -> mlua::Result<LuaValue> {
    asked_from_above(call)?;
    let card = call.arg(1, "card").card()?;
    let seat = call.with(|scope| Ok(scope.state.turn.seat))?;
    let fits = call.desk.look(|look| look.fits(seat, card).map_err(mlua::Error::external))?;
    Ok(LuaValue::Boolean(fits))
}

fn playable(call: &Call<'_>) -> mlua::Result<LuaValue> {
    asked_from_above(call)?;
    let seat = seat_or_acting(call)?;
    let kinds = call.desk.look(|look| look.playable(seat).map_err(mlua::Error::external))?;
    call.desk.list(call.lua, kinds.iter(), Some(Spot::Hand(seat)))
}

fn random(call: &Call<'_>) -> mlua::Result<LuaValue> {
    let n = call.arg(1, "n").int(1, i64::from(u32::MAX))? as u32;
    call.with(|scope| {
        scope.must_act("random")?;
        Ok(LuaValue::Number(f64::from(scope.stream()?.below(n)) + 1.0))
    })
}

fn shuffled(call: &Call<'_>) -> mlua::Result<LuaValue> {
    let arg = call.arg(1, "list");
    let LuaValue::Table(list) = &arg.value else { return arg.wrong("a list") };
    let mut items = Vec::new();
    for item in list.sequence_values::<LuaValue>() {
        super::charge(1)?;
        items.push(item?);
    }
    call.with(|scope| {
        scope.must_act("shuffled")?;
        scope.stream()?.shuffle(&mut items);
        Ok(())
    })?;
    let list = call.lua.create_sequence_from(items)?;
    Ok(LuaValue::Table(list))
}
