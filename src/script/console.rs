//! The prompt's own machine: lines that are no command run here, under the same limits as rules.

use std::cell::RefCell;

use mlua::{Function, Lua, MultiValue, Table, Value};

use super::incomplete::incomplete;
use super::sandbox::Vm;
use super::text::clean_text;
use super::{Fault, FaultKind};
use crate::table::{Key, Value as Plain};

/// Safepoints of one line at the prompt; what its commands make rules do counts as well.
const LINE_BUDGET: i64 = 20_000_000;
/// Tables inside tables that are shown.
const DEPTH_MAX: usize = 4;
/// Entries of one table that are shown.
const ENTRIES_MAX: usize = 40;

/// What the prompt's Lua reaches: the session, and the game to look at.
pub trait Bench {
    /// Executes a line of the session; gives its text.
    ///
    /// # Errors
    /// When it is refused; the text says why.
    fn run(&mut self, line: &str) -> Result<String, String>;
    /// A field of `game`, or what a method of it gives for a seat; none where there is no such.
    fn look(&self, name: &str, seat: Option<i64>) -> Option<Datum>;
}

/// What `game` gives.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// Plain data.
    Plain(crate::table::Value),
    /// It is a method, to be called with a seat.
    Method,
}

/// What a line of Lua gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ran {
    /// It needs more lines.
    More,
    /// It is a bare name without a value: probably a mistyped command.
    Nothing,
    /// What it printed and returned, as text.
    Text(String),
}

/// The prompt's machine. Its globals last as long as it does and reach no rule.
pub struct Console {
    vm: Vm,
}

impl Console {
    /// A fresh machine.
    ///
    /// # Errors
    /// When there is no memory for one.
    pub fn new() -> Result<Self, Fault> {
        Ok(Self { vm: Vm::for_prompt()? })
    }

    /// Runs a line or block.
    ///
    /// # Errors
    /// When it is not Lua, or fails.
    pub fn run(&mut self, source: &str, bench: &mut dyn Bench) -> Result<Ran, Fault> {
        if self.vm.spoiled() {
            self.vm = Vm::for_prompt()?;
        }
        if incomplete(source) {
            return Ok(Ran::More);
        }
        let expression = self.vm.compile("prompt", &format!("return {source}"));
        let bare = source.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let function = match expression {
            Ok(function) => function,
            Err(_) => self.vm.compile("prompt", source)?,
        };
        let (values, mut printed) = self.enter(&function, bench)?;
        if bare && values.iter().all(Value::is_nil) {
            return Ok(Ran::Nothing);
        }
        if !values.is_empty() {
            let shown: Vec<String> = values.iter().map(|value| show(value, 0)).collect();
            printed.push(shown.join("  "));
        }
        self.vm.collect();
        Ok(Ran::Text(printed.join("\n")))
    }

    /// Enters the function with `run`, `print` and `game` in reach.
    fn enter(
        &self,
        function: &Function,
        bench: &mut dyn Bench,
    ) -> Result<(MultiValue, Vec<String>), Fault> {
        let printed = RefCell::new(Vec::new());
        let bench = RefCell::new(bench);
        let (environment, lua) = (self.vm.globals_env(), self.vm.lua());
        let entered = lua.scope(|scope| {
            let run = scope.create_function(|_, line: String| {
                let text = bench.borrow_mut().run(&line).map_err(mlua::Error::runtime)?;
                if !text.is_empty() {
                    printed.borrow_mut().push(text);
                }
                Ok(())
            })?;
            let print = scope.create_function(|_, values: MultiValue| {
                let shown: Vec<String> = values.iter().map(plain).collect();
                printed.borrow_mut().push(shown.join("  "));
                Ok(())
            })?;
            let look =
                scope.create_function(|lua, (name, seat): (String, Option<i64>)| {
                    match bench.borrow().look(&name, seat) {
                        Some(Datum::Plain(value)) => to_lua(lua, &value).map(Some),
                        Some(Datum::Method) => Ok(None),
                        None => Err(mlua::Error::runtime(format!("game has no {name:?}"))),
                    }
                })?;
            environment.set("run", run)?;
            environment.set("print", print)?;
            environment.set("game", game(lua, look)?)?;
            Ok(self.vm.enter::<MultiValue>(function, (), LINE_BUDGET))
        });
        let values = entered.map_err(|error| Fault::new(FaultKind::Error, error.to_string()))??;
        Ok((values, printed.into_inner()))
    }
}

/// The `game` object: fields by name, methods as functions of a seat.
fn game(lua: &Lua, look: Function) -> mlua::Result<Table> {
    let meta = lua.create_table()?;
    meta.raw_set(
        "__index",
        lua.create_function(move |lua, (_, name): (Value, String)| {
            if let Some(value) = look.call::<Option<Value>>((name.as_str(), None::<i64>))? {
                return Ok(value);
            }
            let look = look.clone();
            let method = lua.create_function(move |_, (_, seat): (Value, Option<i64>)| {
                look.call::<Option<Value>>((name.as_str(), Some(seat.unwrap_or(0))))
            })?;
            Ok(Value::Function(method))
        })?,
    )?;
    let game = lua.create_table()?;
    game.set_metatable(Some(meta))?;
    game.set_readonly(true);
    Ok(game)
}

/// Plain data as Lua has it.
fn to_lua(lua: &Lua, value: &Plain) -> mlua::Result<Value> {
    Ok(match value {
        Plain::Nil => Value::Nil,
        Plain::Bool(yes) => Value::Boolean(*yes),
        Plain::Int(n) => Value::Number(*n as f64),
        Plain::Num(n) => Value::Number(*n),
        Plain::Text(text) => Value::String(lua.create_string(text)?),
        Plain::Card(kind) => Value::Number(f64::from(kind.0)),
        Plain::List(items) => {
            let table = lua.create_table()?;
            for item in items {
                table.raw_push(to_lua(lua, item)?)?;
            }
            Value::Table(table)
        }
        Plain::Map(items) => {
            let table = lua.create_table()?;
            for (key, item) in items {
                match key {
                    Key::Int(n) => table.raw_set(*n, to_lua(lua, item)?)?,
                    Key::Text(name) => table.raw_set(name.as_str(), to_lua(lua, item)?)?,
                }
            }
            Value::Table(table)
        }
    })
}

/// A text as it is, anything else as [`show`] has it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => clean_text(&text.to_string_lossy()),
        other => show(other, 0),
    }
}

/// A value as people read it; never runs code of the script.
fn show(value: &Value, depth: usize) -> String {
    match value {
        Value::Nil => "nil".into(),
        Value::Boolean(yes) => yes.to_string(),
        Value::Integer(n) => n.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(text) => format!("\"{}\"", clean_text(&text.to_string_lossy())),
        Value::Table(table) if depth < DEPTH_MAX => show_table(table, depth),
        Value::Table(_) => "{…}".into(),
        other => other.type_name().into(),
    }
}

fn show_table(table: &Table, depth: usize) -> String {
    let length = table.raw_len();
    let mut list = Vec::new();
    let mut named = Vec::new();
    let mut cut = false;
    let each = table.for_each::<Value, Value>(|key, value| {
        if list.len() + named.len() >= ENTRIES_MAX {
            cut = true;
            return Ok(());
        }
        let shown = show(&value, depth + 1);
        match key {
            Value::Integer(n) if n >= 1 && n as usize <= length => list.push((n, shown)),
            Value::Number(n) if n >= 1.0 && n <= length as f64 => list.push((n as i64, shown)),
            Value::String(name) => named.push(format!("{} = {shown}", plain_name(&name))),
            key => named.push(format!("[{}] = {shown}", show(&key, depth + 1))),
        }
        Ok(())
    });
    list.sort();
    named.sort();
    let mut parts: Vec<String> = list.into_iter().map(|(_, shown)| shown).chain(named).collect();
    if cut || each.is_err() {
        parts.push("…".into());
    }
    format!("{{{}}}", parts.join(", "))
}

fn plain_name(name: &mlua::LuaString) -> String {
    clean_text(&name.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Bench for Echo {
        fn run(&mut self, line: &str) -> Result<String, String> {
            Ok(format!("ran {line}"))
        }
        fn look(&self, name: &str, seat: Option<i64>) -> Option<Datum> {
            match (name, seat) {
                ("seat", None) => Some(Datum::Plain(Plain::Int(2))),
                ("count", None) => Some(Datum::Method),
                ("count", Some(n)) => Some(Datum::Plain(Plain::Int(10 + n))),
                _ => None,
            }
        }
    }

    fn text(console: &mut Console, source: &str) -> String {
        match console.run(source, &mut Echo).unwrap() {
            Ran::Text(text) => text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn expressions_are_printed_and_globals_last() {
        let mut console = Console::new().unwrap();
        assert_eq!(text(&mut console, "x = {3, 4, a = {b = \"c\"}}"), "");
        assert_eq!(text(&mut console, "x"), "{3, 4, a = {b = \"c\"}}");
        assert_eq!(text(&mut console, "#x + 1"), "3");
        assert_eq!(text(&mut console, "for i = 1, 2 do run 'step' end"), "ran step\nran step");
        assert_eq!(text(&mut console, "print('a', 1)"), "a  1");
        assert_eq!(text(&mut console, "for i = 1, 2 do"), "More");
        assert_eq!(text(&mut console, "shwo"), "Nothing");
        assert_eq!(text(&mut console, "game.seat + game:count(3)"), "15");
        assert!(console.run("game.nothing", &mut Echo).unwrap_err().text.contains("no \"nothing"));
        assert!(console.run("game.seat = 3", &mut Echo).is_err());
    }

    #[test]
    fn a_line_that_never_ends_is_ended() {
        let mut console = Console::new().unwrap();
        let fault = console.run("while true do end", &mut Echo).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Budget | FaultKind::Watchdog), "{fault:?}");
        assert_eq!(text(&mut console, "1 + 1"), "2");
    }
}
