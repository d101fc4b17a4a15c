//! The quick halves of what scripts read most: a field of `game` or `game.memory`, a number about a
//! seat. They look and answer; what is unusual in any way, all errors included, is left to the
//! slow halves in `view.rs` and `memory.rs`, which say the same.

use std::rc::Rc;

use mlua::{Function, Lua, Table};

use super::desk::{Desk, Scope};
use super::sandbox::{Answer, Arg, Args, charge, quick};
use crate::table::{Direction, Seat, Stage, Value};

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
    let itself = Arg::Other(object.to_pointer() as usize);
    for (name, of) in OF_SEAT {
        let (desk, slow) = (Rc::clone(desk), object.raw_get::<Function>(name)?);
        let run = move |[me, seat, _]: Args<'_>| {
            if me != itself {
                return None;
            }
            let answer = desk.glance(|scope| Some(of(scope, seat_in(scope, seat)?)))?;
            charge(1).ok()?;
            Some(Answer::Number(answer))
        };
        object.raw_set(name, quick(lua, slow, Box::new(run))?)?;
    }
    Ok(())
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
    let run = move |[_, name, _]: Args<'_>| {
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
    let run = move |[_, name, _]: Args<'_>| {
        let Arg::Text(name) = name else { return None };
        let answer = desk.glance(|scope| {
            let rule = scope.rule?;
            let declared = &scope.game.rule(rule).memory;
            let at = declared.iter().position(|def| def.name.as_bytes() == name)?;
            if declared[at].per.is_some() {
                return None;
            }
            let kept = scope.kept.as_ref().or_else(|| scope.state.rules.get(rule.index()))?;
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
