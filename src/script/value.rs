//! Values of Lua as plain data and back. Nothing is coerced: what is no plain data is refused, with
//! the path that leads to it.

use mlua::{Lua, Table, Value as LuaValue};

use super::card::Cards;
use super::sandbox::{Plain, Row, charge, make};
use crate::limits::{DATA_DEPTH_MAX, DATA_MAX, TEXT_MAX};
use crate::table::{Key, Value};

/// The largest whole number that every number up to it can be told from.
const WHOLE_MAX: f64 = 9_007_199_254_740_992.0;

/// Reads a value as plain data. `path` is what errors call it.
pub(super) fn to_plain(value: &LuaValue, cards: Option<&Cards>, path: &str) -> mlua::Result<Value> {
    let mut reader = Reader { cards, size: 0, path: path.into() };
    reader.read(value, 0)
}

/// What a value is, in a word for errors.
pub(super) fn found(value: &LuaValue) -> String {
    match value {
        LuaValue::Nil => "nil".into(),
        LuaValue::Boolean(b) => b.to_string(),
        LuaValue::Integer(n) => n.to_string(),
        LuaValue::Number(n) => n.to_string(),
        LuaValue::String(text) => {
            let text = super::text::clean_text(&text.to_string_lossy());
            let short: String = text.chars().take(40).collect();
            format!("{short:?}")
        }
        other => format!("a {}", other.type_name()),
    }
}

/// The whole number in a value, if it is one.
pub(super) fn whole(value: &LuaValue) -> Option<i64> {
    match value {
        LuaValue::Integer(n) => Some(*n),
        LuaValue::Number(n) if n.fract() == 0.0 && n.abs() <= WHOLE_MAX => Some(*n as i64),
        _ => None,
    }
}

/// The text in a value, if it is one.
pub(super) fn text(value: &LuaValue) -> Option<String> {
    match value {
        LuaValue::String(text) => text.to_str().ok().map(|text| text.to_string()),
        _ => None,
    }
}

struct Reader<'a> {
    cards: Option<&'a Cards>,
    size: usize,
    path: String,
}

impl Reader<'_> {
    fn refuse<T>(&self, what: impl std::fmt::Display) -> mlua::Result<T> {
        Err(mlua::Error::runtime(format!("{} {what}", self.path)))
    }

    fn grow(&mut self, bytes: usize) -> mlua::Result<()> {
        charge(1)?;
        self.size += bytes;
        if self.size > DATA_MAX {
            return self.refuse(format!("is too large; {DATA_MAX} bytes of data are allowed"));
        }
        Ok(())
    }

    fn read(&mut self, value: &LuaValue, depth: usize) -> mlua::Result<Value> {
        self.grow(8)?;
        Ok(match value {
            LuaValue::Nil => Value::Nil,
            LuaValue::Boolean(b) => Value::Bool(*b),
            LuaValue::Integer(n) => Value::Int(*n),
            LuaValue::Number(n) if !n.is_finite() => {
                return self.refuse(format!("is {n}, which is no number to keep"));
            }
            LuaValue::Number(n) => whole(value).map_or(Value::Num(*n), Value::Int),
            LuaValue::String(text) => {
                self.grow(text.as_bytes().len())?;
                match text.to_str() {
                    Ok(text) => Value::Text(text.to_string()),
                    Err(_) => return self.refuse("is a string that is not UTF-8"),
                }
            }
            LuaValue::Table(table) => match self.cards.and_then(|cards| cards.kind(table)) {
                Some(kind) => Value::Card(kind),
                None => self.table(table, depth)?,
            },
            other => {
                let kind = other.type_name();
                return self.refuse(format!("is a {kind}; only plain data can be kept"));
            }
        })
    }

    fn table(&mut self, table: &Table, depth: usize) -> mlua::Result<Value> {
        if depth >= DATA_DEPTH_MAX {
            return self.refuse(format!(
                "is nested deeper than {DATA_DEPTH_MAX} tables, or contains itself"
            ));
        }
        if table.metatable().is_some() {
            return self.refuse(
                "is a table of the engine or has a metatable; keep the seats, cards or words in \
                 it instead",
            );
        }
        let mut items = Vec::new();
        for pair in table.pairs::<LuaValue, LuaValue>() {
            let (key, value) = pair?;
            let (key, name) = self.key(&key)?;
            let length = self.path.len();
            self.path.push_str(&name);
            items.push((key, self.read(&value, depth + 1)?));
            self.path.truncate(length);
        }
        items.sort_by(|a, b| a.0.cmp(&b.0));
        let listed = |(at, (key, _)): (usize, &(Key, Value))| *key == Key::Int(at as i64 + 1);
        Ok(if items.iter().enumerate().all(listed) {
            Value::List(items.into_iter().map(|(_, value)| value).collect())
        } else {
            Value::Map(items)
        })
    }

    fn key(&mut self, key: &LuaValue) -> mlua::Result<(Key, String)> {
        if let Some(n) = whole(key) {
            self.grow(8)?;
            return Ok((Key::Int(n), format!("[{n}]")));
        }
        match text(key) {
            Some(name) if name.len() <= TEXT_MAX => {
                self.grow(8 + name.len())?;
                let shown = format!(".{}", super::text::clean_text(&name));
                Ok((Key::Text(name), shown))
            }
            Some(_) => self.refuse("has a key that is too long"),
            None => {
                self.refuse(format!("has the key {}; keys are whole numbers or words", found(key)))
            }
        }
    }
}

/// Writes plain data as a value of Lua; tables are frozen.
pub(super) fn to_lua(lua: &Lua, cards: Option<&Cards>, value: &Value) -> mlua::Result<LuaValue> {
    Ok(match value {
        Value::Nil => LuaValue::Nil,
        Value::Bool(b) => LuaValue::Boolean(*b),
        Value::Int(n) => LuaValue::Number(*n as f64),
        Value::Num(n) => LuaValue::Number(*n),
        Value::Card(kind) => cards.map_or(LuaValue::Nil, |cards| cards.table(*kind)),
        Value::Text(_) | Value::List(_) | Value::Map(_) => make(lua, &written(cards, value)?)?,
    })
}

/// The same, to be written.
pub(super) fn written(cards: Option<&Cards>, value: &Value) -> mlua::Result<Plain> {
    Ok(match value {
        Value::Nil => Plain::Nil,
        Value::Bool(b) => Plain::Bool(*b),
        Value::Int(n) => Plain::Number(*n as f64),
        Value::Num(n) => Plain::Number(*n),
        Value::Text(text) => text.as_str().into(),
        Value::Card(kind) => cards.map_or(Plain::Nil, |cards| cards.plain(*kind)),
        Value::List(items) => {
            charge(items.len() as i64)?;
            let items = items.iter().map(|item| written(cards, item));
            Plain::List(items.collect::<mlua::Result<_>>()?, None)
        }
        Value::Map(items) => {
            charge(items.len() as i64)?;
            let mut row = Row::default();
            for (key, item) in items {
                let key = match key {
                    Key::Int(n) => Plain::Number(*n as f64),
                    Key::Text(name) => name.as_str().into(),
                };
                row.fields.push((key, written(cards, item)?));
            }
            Plain::Row(row)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Deck, Kind, small_deck};
    use crate::script::Vm;

    fn eval(vm: &Vm, source: &str) -> LuaValue {
        vm.enter(&vm.compile("t", &format!("return {source}")).unwrap(), (), 10_000).unwrap()
    }

    fn error(source: &str) -> String {
        let vm = Vm::new().unwrap();
        to_plain(&eval(&vm, source), None, "data").unwrap_err().to_string()
    }

    #[test]
    fn plain_data_comes_back_as_it_went() {
        let vm = Vm::new().unwrap();
        let cards = Cards::new(vm.lua(), &Deck::build(&small_deck()).unwrap()).unwrap();
        let pair = |name: &str, value| (Key::Text(name.into()), value);
        for value in [
            Value::Nil,
            Value::Bool(false),
            Value::Int(-3),
            Value::Num(0.5),
            Value::text("ä"),
            Value::Card(Kind(5)),
            Value::List(vec![Value::Int(1), Value::Card(Kind(0)), Value::List(vec![])]),
            Value::Map(vec![(Key::Int(2), Value::Bool(true)), pair("x", Value::text("y"))]),
        ] {
            let lua = to_lua(vm.lua(), Some(&cards), &value).unwrap();
            assert_eq!(to_plain(&lua, Some(&cards), "data").unwrap(), value);
        }
        assert_eq!(to_plain(&eval(&vm, "10 / 2"), None, "data").unwrap(), Value::Int(5));
    }

    #[test]
    fn what_is_not_plain_is_refused_by_its_path() {
        assert!(error("{ a = { print or type } }").contains("data.a[1] is a function"));
        assert!(error("{ [true] = 1 }").contains("has the key true"));
        assert!(error("setmetatable({}, {})").contains("metatable"));
        assert!(error("0 / 0").contains("no number"));
        assert!(error("'\\xff'").contains("not UTF-8"));
        assert!(error("{ a = string.rep('x', 70000) }").contains("data.a is too large"));
    }

    #[test]
    fn a_table_in_itself_ends() {
        let vm = Vm::new().unwrap();
        let looped = eval(&vm, "(function() local t = {} t.t = t return t end)()");
        let error = to_plain(&looped, None, "data").unwrap_err().to_string();
        assert!(error.contains("contains itself"), "{error}");
    }
}
