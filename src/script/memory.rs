//! `game.memory`: what a rule has declared, kept by the engine; writes go to a copy first.

use std::rc::Rc;

use mlua::{Lua, Table, Value as LuaValue};

use super::desk::{Desk, Scope, error};
use super::value::{found, text, to_lua, to_plain, whole};
use crate::cards::meant_then;
use crate::engine::definition::{MemoryDef, Per};
use crate::limits::DATA_MAX;
use crate::table::{Key, Value};

/// Builds `game.memory` of a machine.
pub(super) fn build(lua: &Lua, desk: &Rc<Desk>) -> mlua::Result<Table> {
    let entries = lua.create_table()?; // proxies of `per` memory, made when first looked at
    let (read, write) = (Rc::clone(desk), Rc::clone(desk));
    let index = lua.create_function(move |lua, (_, key): (LuaValue, LuaValue)| {
        super::charge(1)?;
        let name = name_of(&key)?;
        let (at, def) = read.with(|scope| declared(scope, &name))?;
        match def.per {
            None => {
                let value = read.with(|scope| Ok(slot(scope, at)))?;
                to_lua(lua, Some(&read.cards), &value)
            }
            Some(_) => match entries.raw_get(name.as_str())? {
                LuaValue::Nil => {
                    let proxy = per(lua, &read, &name)?;
                    entries.raw_set(name.as_str(), &proxy)?;
                    Ok(LuaValue::Table(proxy))
                }
                proxy => Ok(proxy),
            },
        }
    })?;
    let newindex =
        lua.create_function(move |_, (_, key, value): (LuaValue, LuaValue, LuaValue)| {
            super::charge(1)?;
            let name = name_of(&key)?;
            let (at, def) = write.with(|scope| declared(scope, &name))?;
            if let Some(per) = def.per {
                let each = if per == Per::Seat { "seat" } else { "card" };
                return Err(error(format!(
                    "game.memory.{name} is kept per {each}: assign game.memory.{name}[{each}]"
                )));
            }
            let value = to_plain(&value, Some(&write.cards), &format!("game.memory.{name}"))?;
            write.with(|scope| store(scope, at, value))
        })?;
    let index = super::swift::memory(lua, desk, index)?;
    let newindex = super::swift::remember(lua, desk, newindex)?;
    proxy_table(lua, index, newindex)
}

fn proxy_table(lua: &Lua, index: mlua::Function, newindex: mlua::Function) -> mlua::Result<Table> {
    let meta = lua.create_table()?;
    meta.raw_set("__index", index)?;
    meta.raw_set("__newindex", newindex)?;
    meta.raw_set("__metatable", "locked")?;
    meta.set_readonly(true);
    let proxy = lua.create_table()?;
    proxy.set_metatable(Some(meta))?;
    proxy.set_readonly(true);
    Ok(proxy)
}

/// One value for each seat or card: missing entries read as `start`.
fn per(lua: &Lua, desk: &Rc<Desk>, name: &str) -> mlua::Result<Table> {
    let (read, write) = (Rc::clone(desk), Rc::clone(desk));
    let (read_name, write_name) = (name.to_owned(), name.to_owned());
    let index = lua.create_function(move |lua, (_, key): (LuaValue, LuaValue)| {
        super::charge(1)?;
        let value = read.with(|scope| {
            let (at, def) = declared(scope, &read_name)?;
            let key = key_of(&read, scope, &def, &key)?;
            Ok(match slot(scope, at) {
                Value::Map(items) => {
                    let entry = items.into_iter().find(|(known, _)| *known == key);
                    entry.map_or(def.start, |(_, value)| value)
                }
                _ => def.start,
            })
        })?;
        to_lua(lua, Some(&read.cards), &value)
    })?;
    let newindex =
        lua.create_function(move |_, (_, key, value): (LuaValue, LuaValue, LuaValue)| {
            super::charge(1)?;
            let path = format!("game.memory.{write_name}[…]");
            let value = to_plain(&value, Some(&write.cards), &path)?;
            write.with(|scope| {
                let (at, def) = declared(scope, &write_name)?;
                let key = key_of(&write, scope, &def, &key)?;
                let mut items = match slot(scope, at) {
                    Value::Map(items) => items,
                    _ => Vec::new(),
                };
                items.retain(|(known, _)| *known != key);
                if value != def.start && value != Value::Nil {
                    items.push((key, value));
                    items.sort_by(|a, b| a.0.cmp(&b.0));
                }
                store(scope, at, Value::Map(items))
            })
        })?;
    proxy_table(lua, index, newindex)
}

fn name_of(key: &LuaValue) -> mlua::Result<String> {
    text(key).ok_or_else(|| {
        error(format!("game.memory has names, not {}; declare one in `memory`", found(key)))
    })
}

/// The declaration of a name, with its place.
fn declared(scope: &Scope, name: &str) -> mlua::Result<(usize, MemoryDef)> {
    let rule = scope.rule.ok_or_else(|| error("the prompt has no memory"))?;
    let memory = &scope.game.rule(rule).memory;
    if let Some(at) = memory.iter().position(|def| def.name == name) {
        return Ok((at, memory[at].clone()));
    }
    let near = meant_then(name, memory.iter().map(|def| def.name.as_str()));
    let name = super::text::clean_text(name);
    Err(error(format!(
        "game.memory.{name} is not declared{near} Declare it in the returned table: memory = {{ \
         {name} = {{ scope = \"round\" }} }}"
    )))
}

/// What is kept at a place: in the copy if there is one, else in the state.
fn slot(scope: &Scope, at: usize) -> Value {
    let lent = || scope.rule.and_then(|rule| scope.state.rules.get(rule.index()));
    let kept = scope.kept.as_deref().or_else(lent);
    kept.and_then(|kept| kept.memory.get(at)).cloned().unwrap_or_default()
}

fn store(scope: &mut Scope, at: usize, value: Value) -> mlua::Result<()> {
    scope.must_act("write to game.memory")?;
    let kept = scope.keep()?;
    match kept.memory.get_mut(at) {
        Some(slot) => *slot = value,
        None => return Err(error("this memory does not exist at this table")),
    }
    let size: usize = kept.memory.iter().map(Value::size).sum();
    if size > DATA_MAX {
        return Err(error(format!("game.memory holds {size} bytes; {DATA_MAX} are allowed")));
    }
    Ok(())
}

fn key_of(desk: &Desk, scope: &Scope, def: &MemoryDef, key: &LuaValue) -> mlua::Result<Key> {
    let name = &def.name;
    let found = || found(key);
    match def.per {
        Some(Per::Card) => {
            let kind = match key {
                LuaValue::Table(table) => desk.cards.kind(table),
                _ => None,
            };
            let text = |kind| Key::Text(scope.game.deck.card_text(kind).into());
            kind.map(text).ok_or_else(|| {
                error(format!("game.memory.{name} is kept per card, not for {}", found()))
            })
        }
        _ => {
            let seat = whole(key).and_then(|number| scope.seat(number));
            seat.map(|seat| Key::Int(seat.number() as i64)).ok_or_else(|| {
                error(format!("game.memory.{name} is kept per seat, not for {}", found()))
            })
        }
    }
}
