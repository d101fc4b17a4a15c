//! Bots by name: those of the program, and those in Lua, which see an observation as plain tables.

use std::rc::Rc;

use mlua::{Function, Lua, Table, Value as LuaValue};

use super::card::Cards;
use super::load::refusal;
use super::read::{Reader, freeze, run};
use super::sandbox::{Fault, FaultKind, Vm};
use super::store::{Shelf, Text};
use super::value::{found, to_lua, whole};
use crate::bot::{Bot, NAMES, View, named};
use crate::cards::meant_then;
use crate::engine::definition::Game;
use crate::engine::{Code, Refusal};
use crate::limits::{HOOK_BUDGET, SCRIPT_MEMORY_LIMIT};
use crate::rng::Stream;
use crate::table::{Action, Direction, Standing};

/// Keys of the table that a bot's file returns.
const KEYS: &[&str] = &["name", "title", "choose", "react"];
/// Garbage from which it is collected before the next decision; no choice depends on when.
const GARBAGE: usize = SCRIPT_MEMORY_LIMIT / 4;

/// The bot of this name, or of the file at this path.
///
/// # Errors
/// When there is none, or its file cannot be loaded.
pub fn bot_named(name: &str) -> Result<Box<dyn Bot>, Refusal> {
    if let Some(bot) = named(name) {
        return bot;
    }
    let text = find(name)?;
    Ok(Box::new(LuaBot::load(text)?))
}

/// The hash of a bot's text; nothing for one of the program.
///
/// # Errors
/// When there is no such bot, or it has no such settings.
pub fn bot_hash(name: &str) -> Result<Option<String>, Refusal> {
    match named(name) {
        Some(bot) => bot.map(|_| None),
        None => Ok(Some(find(name)?.hash)),
    }
}

/// Every name of a bot that can be given without a path.
pub fn bot_names() -> Vec<String> {
    let mut names: Vec<String> = NAMES.iter().map(ToString::to_string).collect();
    names.extend(Shelf::Bots.names());
    names
}

fn find(name: &str) -> Result<Text, Refusal> {
    Shelf::Bots.find(name).map_err(|error| {
        if name.contains(['/', '\\']) || name.ends_with(".lua") {
            return Refusal::new(Code::FileError, error);
        }
        let names = bot_names();
        // What stands behind a colon are settings.
        let plain = name.split(':').next().unwrap_or(name);
        let near = meant_then(plain, names.iter().map(String::as_str));
        let known = names.join(" ");
        let text =
            format!("there is no bot {name:?}{near} Known: {known}. A file is given with its path");
        Refusal::new(Code::BadValue, text)
    })
}

/// A bot in Lua.
struct LuaBot {
    source: Text,
    unit: Unit,
    /// The cards of the game that it plays, made once.
    cards: Option<(Rc<Game>, Cards)>,
}

/// Its machine.
struct Unit {
    vm: Vm,
    choose: Function,
    react: Option<Function>,
    base: usize,
}

impl Unit {
    fn load(source: &Text) -> Result<Self, Refusal> {
        let wrong = |fault: Fault| {
            let at = fault.at.unwrap_or_else(|| source.path.clone());
            Refusal::new(Code::LoadError, format!("{at}: {}", fault.text))
        };
        let vm = Vm::new().map_err(wrong)?;
        let (table, report) = run(&vm, source).map_err(|errors| refusal(&errors))?;
        let mut reader = Reader::new(source);
        let (mut choose, mut react) = (None, None);
        for (key, value) in reader.entries(&table, "return") {
            let line = reader.line(&key);
            match (key.as_str(), value) {
                ("name" | "title", value) => drop(reader.text(&value, &key, line)),
                ("choose", LuaValue::Function(function)) => choose = Some(function),
                ("react", LuaValue::Function(function)) => react = Some(function),
                ("choose" | "react", other) => {
                    let text = format!("{key} must be a function, not {}", found(&other));
                    reader.fail(line, text);
                }
                (other, _) => reader.unknown(other, "the bot", line, KEYS),
            }
        }
        if choose.is_none() && reader.errors.is_empty() {
            reader.fail(1, "a bot needs choose = function(view, actions) … end");
        }
        let (Some(choose), true) = (choose, reader.errors.is_empty()) else {
            return Err(refusal(&reader.errors));
        };
        freeze(&vm, source, table, &report.keepers).map_err(|errors| refusal(&errors))?;
        vm.collect();
        let base = vm.lua().used_memory();
        Ok(Self { vm, choose, react, base })
    }
}

impl LuaBot {
    fn load(source: Text) -> Result<Self, Refusal> {
        let unit = Unit::load(&source)?;
        Ok(Self { source, unit, cards: None })
    }

    /// What one of its functions answers: a place in the list, or nothing.
    fn ask(
        &mut self,
        react: bool,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Option<usize>, Refusal> {
        if self.unit.vm.spoiled() {
            self.unit = Unit::load(&self.source)?;
            self.cards = None;
        }
        if self.unit.vm.lua().used_memory() > self.unit.base + GARBAGE {
            self.unit.vm.collect();
        }
        let lot = random.below(1_000_000_000);
        let hook = if react { "react" } else { "choose" };
        let failed = |fault: Fault, source: &Text| {
            let at = fault.at.unwrap_or_else(|| source.path.clone());
            let text = format!("bot {}, {hook} ({at}): {}", source.name, fault.text);
            let code = match fault.kind {
                FaultKind::Budget | FaultKind::Watchdog => Code::RuleBudget,
                FaultKind::Memory => Code::RuleMemory,
                _ => Code::RuleError,
            };
            Refusal { code, text, rule: Some(source.name.clone()), at: Some(at) }
        };
        let function = match (react, &self.unit.react) {
            (true, Some(function)) => function.clone(),
            (true, None) => return Ok(None),
            (false, _) => self.unit.choose.clone(),
        };
        let made = self.arguments(view, actions, lot);
        let arguments = made.map_err(|error| {
            failed(Fault::new(FaultKind::Error, error.to_string()), &self.source)
        })?;
        let answer = self.unit.vm.enter::<LuaValue>(&function, arguments, HOOK_BUDGET);
        let answer = answer.map_err(|fault| failed(fault, &self.source))?;
        match (&answer, whole(&answer)) {
            (LuaValue::Nil, _) if react => Ok(None),
            (_, Some(at)) if at >= 1 && at as usize <= actions.len() => Ok(Some(at as usize - 1)),
            _ => {
                let (n, answer) = (actions.len(), found(&answer));
                let text = format!("answered {answer}; it answers a place from 1 to {n}");
                Err(failed(Fault::new(FaultKind::Error, text), &self.source))
            }
        }
    }

    /// The two arguments: what the seat may know, and what it may do.
    fn arguments(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        lot: u32,
    ) -> mlua::Result<(Table, Table)> {
        let lua = self.unit.vm.lua().clone();
        if self.cards.as_ref().is_none_or(|(game, _)| !Rc::ptr_eq(game, view.game())) {
            self.cards = Some((Rc::clone(view.game()), Cards::new(&lua, view.deck())?));
            self.unit.base = lua.used_memory();
        }
        let Some((_, cards)) = &self.cards else { return Err(mlua::Error::runtime("no cards")) };
        let seen = observed(&lua, cards, view)?;
        seen.raw_set("lot", lot)?;
        seen.set_readonly(true);
        let list = lua.create_table_with_capacity(actions.len(), 0)?;
        for action in actions {
            list.raw_push(action_table(&lua, cards, view, *action)?)?;
        }
        list.set_readonly(true);
        Ok((seen, list))
    }
}

/// The observation as a table.
fn observed(lua: &Lua, cards: &Cards, view: &View<'_>) -> mlua::Result<Table> {
    let seen = view.observation();
    let (game, deck) = (view.game(), view.deck());
    let list = |values: Vec<LuaValue>| -> mlua::Result<Table> {
        let table = lua.create_sequence_from(values)?;
        table.set_readonly(true);
        Ok(table)
    };
    let table = lua.create_table()?;
    table.raw_set("seat", seen.seat.number())?;
    table.raw_set("seats", seen.counts.len())?;
    table.raw_set("hand", list(seen.hand.cards().map(|kind| cards.table(kind)).collect())?)?;
    let number = |n: i64| LuaValue::Number(n as f64);
    let counts = seen.counts.iter().map(|n| number(*n as i64));
    table.raw_set("counts", list(counts.collect())?)?;
    table.raw_set("totals", list(seen.totals.iter().map(|n| number(*n)).collect())?)?;
    let playing = seen.standing.iter().map(|s| LuaValue::Boolean(*s == Standing::In));
    table.raw_set("playing", list(playing.collect())?)?;
    let exposed = view.seats().map(|seat| LuaValue::Boolean(view.exposed(seat)));
    table.raw_set("exposed", list(exposed.collect())?)?;
    table.raw_set("top", seen.top.map_or(LuaValue::Nil, |kind| cards.table(kind)))?;
    table.raw_set("color", seen.color.map(|color| deck.color_name(color)))?;
    table.raw_set("symbol", seen.symbol.map(|symbol| deck.symbol_name(symbol)))?;
    table.raw_set("clockwise", seen.direction == Direction::Cw)?;
    table.raw_set("turn", seen.turn.0)?;
    table.raw_set("whose", seen.turn.1.number())?;
    table.raw_set("drawn", view.has_drawn())?;
    table.raw_set("draw", seen.draw)?;
    table.raw_set("discard", list(seen.discard.iter().map(|k| cards.table(*k)).collect())?)?;
    table.raw_set("debt", view.debt().0)?;
    table.raw_set("asked", view.asked().map(|kind| kind.text()))?;
    table.raw_set("game", game.name.as_str())?;
    Ok(table)
}

/// An action as a table.
fn action_table(lua: &Lua, cards: &Cards, view: &View<'_>, action: Action) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let kind = match action {
        Action::Play { card, call } => {
            table.raw_set("card", cards.table(card))?;
            table.raw_set("call", call)?;
            "play"
        }
        Action::Draw => "draw",
        Action::Pass => "pass",
        Action::Take => "take",
        Action::Call => "uno",
        Action::Catch(seat) => {
            table.raw_set("seat", seat.number())?;
            "catch"
        }
        Action::Answer(at) => {
            if let Some(value) = view.answers().get(usize::from(at)) {
                table.raw_set("value", to_lua(lua, Some(cards), value)?)?;
            }
            "answer"
        }
        Action::Offer { offer, argument } => {
            table.raw_set("name", view.game().offers[usize::from(offer)].name.as_str())?;
            table.raw_set("argument", argument + 1)?;
            "offer"
        }
    };
    table.raw_set("kind", kind)?;
    table.set_readonly(true);
    Ok(table)
}

impl Bot for LuaBot {
    fn choose(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<usize, Refusal> {
        Ok(self.ask(false, view, actions, random)?.unwrap_or_default())
    }
    fn react(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Option<usize>, Refusal> {
        self.ask(true, view, actions, random)
    }
    fn reacts(&self) -> bool {
        self.unit.react.is_some()
    }
}
