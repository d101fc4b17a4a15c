//! Arguments of the methods on `game`: checked one by one; every error names the method, the
//! argument, what was expected and what was found.

use std::rc::Rc;

use mlua::{Lua, MultiValue, Table, Value as LuaValue};

use super::desk::{Desk, Scope, error};
use super::value::{found, text, to_plain, whole};
use crate::cards::{Color, Kind, meant_then};
use crate::limits::OPTIONS_MAX;
use crate::table::{Play, Reason, Seat, Spot, Value, Who};

/// One call of a method on `game`.
pub(super) struct Call<'a> {
    pub lua: &'a Lua,
    pub desk: &'a Desk,
    /// The method.
    pub name: &'static str,
    args: Vec<LuaValue>,
}

/// One argument, or one field of an argument that is a table.
pub(super) struct Arg<'a> {
    call: &'a Call<'a>,
    label: &'static str,
    pub value: LuaValue,
}

/// An argument that is a table of named fields.
pub(super) struct Fields<'a> {
    call: &'a Call<'a>,
    table: Option<Table>,
}

impl<'a> Call<'a> {
    /// Takes the arguments apart; the first must be `game` itself.
    pub fn new(
        lua: &'a Lua,
        desk: &'a Desk,
        name: &'static str,
        args: MultiValue,
    ) -> mlua::Result<Self> {
        let mut args: Vec<LuaValue> = args.into_iter().collect();
        let itself = |value: &LuaValue| match (value, desk.object.get()) {
            (LuaValue::Table(table), Some(object)) => table.to_pointer() == object.to_pointer(),
            _ => false,
        };
        if !args.first().is_some_and(itself) {
            return Err(error(format!("write game:{name}(…), with a colon")));
        }
        args.remove(0);
        Ok(Self { lua, desk, name, args })
    }

    /// The argument at this place, from 1.
    pub fn arg(&'a self, at: usize, label: &'static str) -> Arg<'a> {
        let value = self.args.get(at - 1).cloned().unwrap_or(LuaValue::Nil);
        Arg { call: self, label, value }
    }

    /// The argument at this place, as a table of these fields; it may be missing.
    pub fn fields(
        &'a self,
        at: usize,
        label: &'static str,
        known: &[&str],
    ) -> mlua::Result<Fields<'a>> {
        let arg = self.arg(at, label);
        let table = match &arg.value {
            LuaValue::Nil => None,
            LuaValue::Table(table) => Some(table.clone()),
            _ => return arg.wrong(&format!("a table of {}", known.join(", "))),
        };
        for pair in table.iter().flat_map(|table| table.pairs::<LuaValue, LuaValue>()) {
            let (key, _) = pair?;
            let name = text(&key).unwrap_or_default();
            if !known.contains(&name.as_str()) {
                let near = meant_then(&name, known.iter().copied());
                let (key, known) = (found(&key), known.join(", "));
                return Err(self.error(format!("{label} has the field {key}{near} Known: {known}")));
            }
        }
        Ok(Fields { call: self, table })
    }

    /// An error of this call.
    pub fn error(&self, text: impl std::fmt::Display) -> mlua::Error {
        error(format!("game:{}: {text}", self.name))
    }

    /// A look at what is lent.
    pub fn with<R>(&self, f: impl FnOnce(&mut Scope) -> mlua::Result<R>) -> mlua::Result<R> {
        self.desk.with(f)
    }
}

impl<'a> Fields<'a> {
    /// A field; nil if missing.
    pub fn get(&self, label: &'static str) -> mlua::Result<Arg<'a>> {
        let value = match &self.table {
            Some(table) => table.raw_get(label)?,
            None => LuaValue::Nil,
        };
        Ok(Arg { call: self.call, label, value })
    }
}

impl Arg<'_> {
    /// The error of an argument that is not what is expected.
    pub fn wrong<T>(&self, expected: &str) -> mlua::Result<T> {
        let found = found(&self.value);
        Err(self.call.error(format!("{} must be {expected}, not {found}", self.label)))
    }

    /// Whether it is missing.
    pub const fn is_nil(&self) -> bool {
        matches!(self.value, LuaValue::Nil)
    }

    /// A whole number.
    pub fn int(&self, min: i64, max: i64) -> mlua::Result<i64> {
        match whole(&self.value) {
            Some(n) if (min..=max).contains(&n) => Ok(n),
            _ => self.wrong(&format!("a whole number from {min} to {max}")),
        }
    }

    /// A whole number, or this if it is missing.
    pub fn int_or(&self, otherwise: i64, min: i64, max: i64) -> mlua::Result<i64> {
        if self.is_nil() { Ok(otherwise) } else { self.int(min, max) }
    }

    /// True or false; false if it is missing.
    pub fn flag(&self) -> mlua::Result<bool> {
        match self.value {
            LuaValue::Nil => Ok(false),
            LuaValue::Boolean(flag) => Ok(flag),
            _ => self.wrong("true or false"),
        }
    }

    /// A text.
    pub fn text(&self) -> mlua::Result<String> {
        text(&self.value).map_or_else(|| self.wrong("a text"), Ok)
    }

    /// A seat of this table.
    pub fn seat(&self) -> mlua::Result<Seat> {
        let seats = self.call.with(|scope| {
            let seat = whole(&self.value).and_then(|number| scope.seat(number));
            Ok(seat.ok_or(scope.state.seats.len()))
        })?;
        seats.or_else(|seats| self.wrong(&format!("a seat, 1 to {seats}")))
    }

    /// A seat, or a word for some.
    pub fn who(&self) -> mlua::Result<Who> {
        match text(&self.value).as_deref() {
            Some("next") => Ok(Who::Next),
            Some("previous") => Ok(Who::Previous),
            Some("others") => Ok(Who::Others),
            Some("all") => Ok(Who::All),
            Some(_) => self.wrong("a seat or one of next, previous, others, all"),
            None => self.seat().map(Who::Seat),
        }
    }

    /// Seats: a list; nothing if it is missing.
    pub fn seats(&self) -> mlua::Result<Vec<Seat>> {
        let table = match &self.value {
            LuaValue::Nil => return Ok(Vec::new()),
            LuaValue::Table(table) => table,
            _ => return Ok(vec![self.seat()?]),
        };
        let mut seats = Vec::new();
        for value in table.sequence_values::<LuaValue>() {
            super::charge(1)?;
            let one = Arg { call: self.call, label: self.label, value: value? };
            seats.push(one.seat()?);
        }
        Ok(seats)
    }

    /// A card.
    pub fn card(&self) -> mlua::Result<Kind> {
        let card = match &self.value {
            LuaValue::Table(table) => self.call.desk.cards.kind(table),
            _ => None,
        };
        card.map_or_else(|| self.wrong("a card"), Ok)
    }

    /// Cards, and where they are if the list knows: a list, or one card.
    pub fn cards(&self) -> mlua::Result<(Vec<Kind>, Option<Spot>)> {
        let LuaValue::Table(table) = &self.value else { return self.wrong("a list of cards") };
        if let Some(card) = self.call.desk.cards.kind(table) {
            return Ok((vec![card], None));
        }
        let mut cards = Vec::new();
        for value in table.sequence_values::<LuaValue>() {
            super::charge(1)?;
            let one = Arg { call: self.call, label: self.label, value: value? };
            let LuaValue::Table(card) = &one.value else { return one.wrong("a list of cards") };
            match self.call.desk.cards.kind(card) {
                Some(kind) if cards.len() < OPTIONS_MAX => cards.push(kind),
                Some(_) => return one.wrong(&format!("a list of at most {OPTIONS_MAX} cards")),
                None => return one.wrong("a list of cards"),
            }
        }
        let last = self.call.desk.cards.menu.last();
        let spot = self.call.with(|scope| Ok(scope.place_of(table, last)))?;
        Ok((cards, spot))
    }

    /// A play that a hook was given, or `game.debt.play`.
    pub fn play(&self) -> mlua::Result<Rc<Play>> {
        let play = match &self.value {
            LuaValue::Table(table) => self.call.with(|scope| Ok(scope.play_of(table)))?,
            _ => None,
        };
        play.map_or_else(|| self.wrong("a play: what a hook is given, or game.debt.play"), Ok)
    }

    /// A color of the deck.
    pub fn color(&self) -> mlua::Result<Color> {
        let name = text(&self.value).unwrap_or_default();
        let color = self.call.with(|scope| Ok(scope.game.deck.parse_color(&name)))?;
        color.or_else(|_| {
            let known = self.call.with(|scope| {
                let deck = &scope.game.deck;
                let names = deck.colors().map(|color| deck.color_name(color).to_owned());
                Ok(names.collect::<Vec<_>>().join(", "))
            })?;
            self.wrong(&format!("a color ({known})"))
        })
    }

    /// Why cards are drawn.
    pub fn reason(&self) -> mlua::Result<Reason> {
        let word = text(&self.value).unwrap_or_default();
        let reason = Reason::ALL.iter().find(|(_, name)| *name == word);
        reason.map_or_else(
            || self.wrong("one of turn, debt, penalty, rule"),
            |(reason, _)| Ok(*reason),
        )
    }

    /// A place where cards lie.
    pub fn spot(&self) -> mlua::Result<Spot> {
        if let LuaValue::Table(table) = &self.value {
            let (word, seat): (LuaValue, LuaValue) = (table.raw_get(1)?, table.raw_get(2)?);
            if text(&word).as_deref() == Some("hand") {
                let seat = Arg { call: self.call, label: self.label, value: seat };
                return seat.seat().map(Spot::Hand);
            }
        }
        let word = text(&self.value).unwrap_or_default();
        match word.as_str() {
            "draw" => return Ok(Spot::Draw),
            "discard" => return Ok(Spot::Discard),
            _ => {}
        }
        let (pile, known) = self.call.with(|scope| {
            let piles = &scope.game.piles;
            Ok((piles.iter().position(|name| *name == word), piles.join(", ")))
        })?;
        match pile {
            Some(pile) => Ok(Spot::Pile(pile as u8)),
            None if known.is_empty() => self.wrong(
                "a place: { \"hand\", seat }, \"draw\", \"discard\", or a pile declared \
                            with `piles`",
            ),
            None => self.wrong(&format!(
                "a place: {{ \"hand\", seat }}, \"draw\", \"discard\", or a pile: {known}"
            )),
        }
    }

    /// Plain data.
    pub fn data(&self) -> mlua::Result<Value> {
        let path = format!("game:{}: {}", self.call.name, self.label);
        to_plain(&self.value, Some(&self.call.desk.cards), &path)
    }
}
