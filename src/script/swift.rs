//! The quick halves of what scripts use most: a field of `game` or `game.memory`, a number about a
//! seat, the other seats, a question for a seat, draws, hands that change places. What is unusual
//! in any way, all errors included, is left to the slow halves in `view.rs`, `memory.rs`, `ask.rs`
//! and `verbs.rs`, which do the same.

use std::rc::Rc;

use mlua::{Function, Lua, Table};

use super::desk::{Desk, May, Scope};
use super::sandbox::{Answer, Arg, Args, LIST_MAX, charge, quick, wait_for_answer};
use super::text::clean;
use crate::cards::Kind;
use crate::engine::host::Question;
use crate::limits::{DATA_MAX, DRAW_LIMIT, EFFECT_LIMIT, QUESTION_LIMIT};
use crate::table::{AskKind, AskMode, Direction, Effect, Reason, Seat, Spot, Stage, Value, Who};

/// A number about a seat.
type OfSeat = fn(&Scope, Seat) -> f64;

/// The methods of `game` that have a quick half.
const OF_SEAT: [(&str, OfSeat); 3] = [
    ("count", |scope, seat| scope.state.place(seat).hand.len() as f64),
    ("team", |scope, seat| f64::from(scope.state.place(seat).team) + 1.0),
    ("score", |scope, seat| scope.state.place(seat).total as f64),
];

/// Puts quick halves before the methods that have one.
pub(super) fn methods(lua: &Lua, desk: &Rc<Desk>, object: &Table) -> mlua::Result<()> {
    let itself = object.to_pointer() as usize;
    quick_verbs(lua, desk, object)?;
    quick_hand(lua, desk, object)?;
    for (name, of) in OF_SEAT {
        let (desk, slow) = (Rc::clone(desk), object.raw_get::<Function>(name)?);
        let run = move |[me, seat, ..]: Args<'_>| {
            game(me, itself)?;
            let answer = desk.glance(|scope| Some(of(scope, seat_in(scope, seat)?)))?;
            charge(1).ok()?;
            Some(Answer::Number(answer))
        };
        object.raw_set(name, quick(lua, slow, Box::new(run))?)?;
    }
    Ok(())
}

/// Whether this is `game`.
fn game(me: Arg<'_>, itself: usize) -> Option<()> {
    matches!(me, Arg::Other(me) if me.place() == itself).then_some(())
}

/// A quick half of a method: what is lent, and the arguments after `game`.
type Method = fn(&Desk, &mut Scope, &[Arg<'_>]) -> Option<Answer>;

/// Methods that make a list, ask, or let something happen.
const METHODS: [(&str, Method); 8] = [
    ("others", others),
    ("ask_seat", ask_seat),
    // After a question a hook may be left off, which only a function that may be quick can do.
    ("ask", |_, _, _| None),
    ("ask_card", |_, _, _| None),
    ("ask_color", |_, _, _| None),
    ("draw", draw),
    ("swap", swap),
    ("rotate_hands", rotate_hands),
];

fn quick_verbs(lua: &Lua, desk: &Rc<Desk>, object: &Table) -> mlua::Result<()> {
    let itself = object.to_pointer() as usize;
    for (name, of) in METHODS {
        let (desk, slow) = (Rc::clone(desk), object.raw_get::<Function>(name)?);
        let run = move |args: Args<'_>| {
            game(args[0], itself)?;
            desk.put(|scope| of(&desk, scope, &args[1..]))
        };
        object.raw_set(name, quick(lua, slow, Box::new(run))?)?;
    }
    Ok(())
}

/// `hand`, where there are few cards.
fn quick_hand(lua: &Lua, desk: &Rc<Desk>, object: &Table) -> mlua::Result<()> {
    let itself = object.to_pointer() as usize;
    let (desk, slow) = (Rc::clone(desk), object.raw_get::<Function>("hand")?);
    let run = move |[me, seat, ..]: Args<'_>| {
        game(me, itself)?;
        desk.put(|scope| {
            let (menu, seat) = (&desk.cards.menu, seat_in(scope, seat)?);
            let hand = &scope.state.place(seat).hand;
            if hand.len() > LIST_MAX {
                return None;
            }
            charge(1 + hand.len() as i64).ok()?;
            let last = menu.last();
            let listed = menu.list(hand.cards().map(Kind::index))?;
            scope.note_list(last);
            scope.listed = Some(Spot::Hand(seat));
            Some(Answer::Listed(listed))
        })
    };
    object.raw_set("hand", quick(lua, slow, Box::new(run))?)
}

fn others(desk: &Desk, scope: &mut Scope, args: &[Arg<'_>]) -> Option<Answer> {
    let seat = match args[0] {
        Arg::Nil => scope.state.turn.seat,
        seat => seat_in(scope, seat)?,
    };
    let (mut list, mut count) = ([0; LIST_MAX], 0);
    for other in scope.state.ring(seat).filter(|other| *other != seat) {
        *list.get_mut(usize::from(count))? = other.number() as u8;
        count += 1;
    }
    let (seats, numbers) = (scope.state.seats.len(), &list[..usize::from(count)]);
    let table = desk.seats.table(&desk.lua, seats, numbers);
    charge(1).ok()?;
    Some(table.map_or(Answer::Numbers(list, count), Answer::Kept))
}

/// The seats of a short list, as options of a question.
fn options(desk: &Desk, scope: &Scope, from: Arg<'_>) -> Option<Rc<[Value]>> {
    let Arg::Other(from) = from else { return None };
    if let Some(options) = desk.seats.options(from.place()) {
        return Some(options);
    }
    let (mut list, mut count) = ([0; LIST_MAX], 0);
    loop {
        match from.entry(count as i32 + 1)? {
            Arg::Nil => break,
            other => *list.get_mut(count)? = seat_in(scope, other)?.number() as u8,
        }
        count += 1;
    }
    Some(list[..count].iter().map(|number| Value::Int(i64::from(*number))).collect())
}

/// Asks one seat for one of a short list, with a default and plain words.
fn ask_seat(desk: &Desk, scope: &mut Scope, args: &[Arg<'_>]) -> Option<Answer> {
    let seat = seat_in(scope, args[0])?;
    let options = options(desk, scope, args[1])?;
    let text = match args[2] {
        Arg::Nil => "which seat?",
        Arg::Text(text) => std::str::from_utf8(text).ok().filter(|text| clean(text))?,
        _ => return None,
    };
    if options.is_empty() || scope.may != May::Act || scope.asked >= QUESTION_LIMIT {
        return None;
    }
    let answer = match scope.tape.get(scope.asked) {
        Some(tape) if tape.text != text => return None,
        Some(tape) => match tape.answers.first()? {
            (_, Value::Int(number)) => Answer::Number(*number as f64),
            _ => return None,
        },
        None => Answer::Wait,
    };
    charge(1 + options.len() as i64).ok()?;
    scope.asked += 1;
    if answer == Answer::Wait {
        scope.question.get_or_insert_with(|| {
            Rc::new(Question {
                kind: AskKind::Seat,
                text: text.into(),
                mode: AskMode::One,
                private: false,
                seats: vec![(seat, options, 0)],
            })
        });
        wait_for_answer();
    }
    Some(answer)
}

/// Draws for one seat, or one word for some, with a cause in plain words.
fn draw(_: &Desk, scope: &mut Scope, args: &[Arg<'_>]) -> Option<Answer> {
    let who = match args[0] {
        Arg::Text(b"next") => Who::Next,
        Arg::Text(b"others") => Who::Others,
        Arg::Text(b"all") => Who::All,
        seat => Who::Seat(seat_in(scope, seat)?),
    };
    let n = match args[1] {
        Arg::Number(n) if n.fract() == 0.0 && (0.0..=f64::from(DRAW_LIMIT)).contains(&n) => n,
        _ => return None,
    };
    let Arg::Text(word) = args[2] else { return None };
    let (reason, _) = Reason::ALL.iter().find(|(_, name)| name.as_bytes() == word)?;
    let cause = match args[3] {
        Arg::Nil => None,
        Arg::Text(text) => {
            Some(std::str::from_utf8(text).ok().filter(|text| clean(text))?.to_owned())
        }
        _ => return None,
    };
    queue(scope, Effect::Draw { who, n: n as u16, reason: *reason, cause })
}

fn swap(_: &Desk, scope: &mut Scope, args: &[Arg<'_>]) -> Option<Answer> {
    let hand = |scope: &Scope, place: Arg<'_>| match place {
        Arg::Other(place) => match place.entries()? {
            [Arg::Text(b"hand"), seat] => seat_in(scope, seat).map(Spot::Hand),
            _ => None,
        },
        _ => None,
    };
    let (a, b) = (hand(scope, args[0])?, hand(scope, args[1])?);
    queue(scope, Effect::Swap { a, b })
}

fn rotate_hands(_: &Desk, scope: &mut Scope, _: &[Arg<'_>]) -> Option<Answer> {
    queue(scope, Effect::RotateHands)
}

/// Takes an effect in, where that can be done.
fn queue(scope: &mut Scope, effect: Effect) -> Option<Answer> {
    if scope.may != May::Act || scope.queue.len() >= EFFECT_LIMIT as usize {
        return None;
    }
    charge(1).ok()?;
    scope.queue.push(effect);
    Some(Answer::Nothing)
}

fn seat_in(scope: &Scope, seat: Arg<'_>) -> Option<Seat> {
    match seat {
        Arg::Number(n) if n.fract() == 0.0 && (1.0..=255.0).contains(&n) => scope.seat(n as i64),
        _ => None,
    }
}

/// A field of `game`.
pub(super) fn fields(lua: &Lua, desk: &Rc<Desk>, slow: Function) -> mlua::Result<Function> {
    let desk = Rc::clone(desk);
    let run = move |[_, name, ..]: Args<'_>| {
        let Arg::Text(name) = name else { return None };
        let answer = match name {
            b"memory" => Answer::Kept(*desk.memory_kept.get()?),
            b"options" => Answer::Kept(*desk.options_kept.get()?),
            _ => desk.glance(|scope| field(&desk, scope, name))?,
        };
        // Where nothing is lent every look is an error, which the slow half tells.
        if !desk.lending() {
            return None;
        }
        charge(1).ok()?;
        Some(answer)
    };
    quick(lua, slow, Box::new(run))
}

fn field(desk: &Desk, scope: &Scope, name: &[u8]) -> Option<Answer> {
    let state = &scope.state;
    let text = |kept: Option<&super::sandbox::Kept>| kept.copied().map(Answer::Kept);
    Some(match name {
        b"seat" => Answer::Number(state.turn.seat.number() as f64),
        b"turn" => Answer::Number(f64::from(state.turn.no)),
        b"round" => Answer::Number(f64::from(state.table.round)),
        b"drawn" => Answer::Bool(matches!(state.turn.stage, Stage::Drawn(_))),
        b"direction" => Answer::Kept(desk.word(Direction::text(state.direction)).ok()?),
        b"color" => match state.color {
            Some(color) => text(desk.colors.get(color.0 as usize))?,
            None => Answer::Nil,
        },
        b"symbol" => {
            let printed = || state.top().map(|card| scope.game.deck.card(card).symbol);
            match state.symbol.or_else(printed) {
                Some(symbol) => text(desk.symbols.get(symbol.0 as usize))?,
                None => Answer::Nil,
            }
        }
        b"top" => Answer::Kept(desk.cards.kept(state.top()?)?),
        _ => return None,
    })
}

/// A value in `game.memory` that is no text and no table.
pub(super) fn memory(lua: &Lua, desk: &Rc<Desk>, slow: Function) -> mlua::Result<Function> {
    let desk = Rc::clone(desk);
    let run = move |[_, name, ..]: Args<'_>| {
        let Arg::Text(name) = name else { return None };
        let answer = desk.glance(|scope| {
            let rule = scope.rule?;
            let declared = &scope.game.rule(rule).memory;
            let at = declared.iter().position(|def| def.name.as_bytes() == name)?;
            if declared[at].per.is_some() {
                return None;
            }
            let kept = scope.kept.as_deref().or_else(|| scope.state.rules.get(rule.index()))?;
            Some(match kept.memory.get(at)? {
                Value::Nil => Answer::Nil,
                Value::Bool(b) => Answer::Bool(*b),
                Value::Int(n) => Answer::Number(*n as f64),
                Value::Num(n) => Answer::Number(*n),
                Value::Card(card) => Answer::Kept(desk.cards.kept(*card)?),
                Value::Text(_) | Value::List(_) | Value::Map(_) => return None,
            })
        })?;
        charge(1).ok()?;
        Some(answer)
    };
    quick(lua, slow, Box::new(run))
}

/// The same to be written.
pub(super) fn remember(lua: &Lua, desk: &Rc<Desk>, slow: Function) -> mlua::Result<Function> {
    let desk = Rc::clone(desk);
    let run = move |[_, name, value, ..]: Args<'_>| {
        let Arg::Text(name) = name else { return None };
        let value = match value {
            Arg::Nil => Value::Nil,
            Arg::Bool(b) => Value::Bool(b),
            Arg::Number(n) if n.fract() == 0.0 && n.abs() < 1e9 => Value::Int(n as i64),
            _ => return None,
        };
        desk.put(|scope| {
            let declared = &scope.game.rule(scope.rule?).memory;
            let at = declared.iter().position(|def| def.name.as_bytes() == name)?;
            if declared[at].per.is_some() || scope.may != May::Act {
                return None;
            }
            let memory = &mut scope.keep().ok()?.memory;
            let others = memory.iter().enumerate().filter(|(place, _)| *place != at);
            let size = others.map(|(_, other)| other.size()).sum::<usize>() + value.size();
            if at >= memory.len() || size > DATA_MAX {
                return None;
            }
            charge(2).ok()?;
            memory[at] = value;
            Some(Answer::Nothing)
        })
    };
    quick(lua, slow, Box::new(run))
}
