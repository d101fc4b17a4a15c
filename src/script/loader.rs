//! A rule file's text becomes a rule: its header, options, memory, cards, and its machine.

use mlua::{Function, Table, Value as LuaValue};

use super::read::{Reader, freeze, good_name, run};
use super::reads::Reads;
use super::sandbox::{Fault, FaultKind, Vm};
use super::store::Text;
use super::value::{found, text, to_plain, whole};
use crate::cards::{CardNumber, CardSpec, meant, meant_then};
use crate::engine::definition::{
    Body, HOOKS, LoadError, MemoryDef, OptionDef, Other, Per, Range, RuleSpec, Scope, ScriptFn,
};
use crate::table::Value;

/// Keys of the returned table beside hooks, offers and `do_` functions.
pub(super) const HEADER: &[&str] = &[
    "name",
    "title",
    "version",
    "api",
    "cites",
    "options",
    "memory",
    "needs",
    "before",
    "after",
    "conflicts",
    "warns",
    "replaces",
    "lifts",
    "secret",
    "cards",
    "piles",
];
const OPTION_KEYS: &[&str] = &["default", "help", "min", "max", "one_of", "also"];
const MEMORY_KEYS: &[&str] = &["scope", "start", "per"];
const CARD_KEYS: &[&str] =
    &["symbol", "short", "also", "color", "count", "number", "points", "draws"];
/// The largest number of an option without bounds.
const INT_MAX: i64 = 1_000_000;
/// The version of the authors' API.
const API: i64 = 1;

/// A rule's machine and its functions, by their places.
pub struct LoadedScript {
    pub(super) vm: Vm,
    pub(super) functions: Vec<Function>,
    pub(super) reads: Reads,
}

/// A rule being read.
pub(super) struct Rule<'a> {
    pub reader: Reader<'a>,
    pub spec: RuleSpec,
    pub functions: Vec<Function>,
}

impl std::fmt::Debug for LoadedScript {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LoadedScript of {} functions", self.functions.len())
    }
}

/// Loads a rule.
///
/// # Errors
/// Every mistake that is found, with its line.
pub fn load_rule(source: &Text) -> Result<(RuleSpec, LoadedScript), Vec<LoadError>> {
    let whole = |fault: Fault| {
        let at = fault.at.unwrap_or_else(|| source.path.clone());
        vec![LoadError { at, rule: source.name.clone(), text: fault.text }]
    };
    let vm = Vm::new().map_err(whole)?;
    let (table, report) = run(&vm, source)?;
    let mut rule = Rule::new(source);
    rule.read(&table);
    let Rule { reader, spec, functions, .. } = rule;
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    freeze(&vm, source, table, &report.keepers)?;
    vm.collect();
    Ok((spec, LoadedScript { vm, functions, reads: report.reads }))
}

/// Loads a rule again whose source was fine before.
pub(super) fn reload(source: &Text) -> Result<LoadedScript, Fault> {
    load_rule(source).map(|(_, script)| script).map_err(|errors| {
        let text = errors.first().map(ToString::to_string).unwrap_or_default();
        Fault::new(FaultKind::Error, text)
    })
}

impl<'a> Rule<'a> {
    fn new(source: &'a Text) -> Self {
        let mut spec = RuleSpec::built_in(&source.name, "", "");
        spec.source = source.source.clone();
        spec.hash = source.hash.clone();
        spec.version = String::new();
        spec.at = format!("{}:1", source.path);
        Self { reader: Reader::new(source), spec, functions: Vec::new() }
    }

    fn read(&mut self, table: &Table) {
        let entries = self.reader.entries(table, "return");
        self.name(&entries);
        for (key, value) in &entries {
            if HEADER.contains(&key.as_str()) {
                self.header(key, value);
            } else if !self.hook_key(key, value) {
                let hooks = HOOKS.iter().map(|info| info.name);
                let near = meant_then(key, hooks.chain(HEADER.iter().copied()));
                let line = self.reader.line(key);
                self.reader.fail(
                    line,
                    format!(
                        "unknown key {key:?}{near} A rule has hooks (can_, adjust_, offer_, \
                         instead_of_, on_), do_ functions, and: {}",
                        HEADER.join(" ")
                    ),
                );
            }
        }
    }

    /// The rule's name: its `name`, or that of its file.
    fn name(&mut self, entries: &[(String, LuaValue)]) {
        let mut line = 1;
        if let Some((_, value)) = entries.iter().find(|(key, _)| key == "name") {
            line = self.reader.line("name");
            self.spec.name = self.reader.text(value, "name", line);
        }
        self.reader.name.clone_from(&self.spec.name);
        if !good_name(&self.spec.name) {
            self.reader.fail(
                line,
                format!(
                    "{:?} cannot be a rule's name: lower-case letters, digits and _, a letter \
                     first; give the rule a `name` or its file another one",
                    self.spec.name
                ),
            );
        }
    }

    fn header(&mut self, key: &str, value: &LuaValue) {
        let line = self.reader.line(key);
        match key {
            "title" => self.spec.title = self.reader.text(value, key, line),
            "version" => self.spec.version = self.reader.text(value, key, line),
            "cites" => self.spec.cites = self.reader.text(value, key, line),
            "secret" => self.spec.secret = self.reader.flag(value, key, line),
            "api" if whole(value) != Some(API) => {
                let found = found(value);
                self.reader.fail(line, format!("api is {API} in this program, not {found}"));
            }
            "before" => self.spec.before = self.others(value, key),
            "after" => self.spec.after = self.others(value, key),
            "conflicts" => self.spec.conflicts = self.others(value, key),
            "warns" => self.warns(value, line),
            "replaces" => self.spec.replaces = self.reader.words(value, key),
            "lifts" => self.spec.lifts = self.reader.words(value, key),
            "needs" => self.needs(value, line),
            "piles" => self.piles(value, line),
            "options" => self.tables(value, key, Self::option),
            "memory" => self.tables(value, key, Self::memory),
            "cards" => {
                for card in self.reader.list(value, key) {
                    if let Some(card) = card_spec(&mut self.reader, &card) {
                        self.spec.cards.push(card);
                    }
                }
            }
            _ => {}
        }
    }

    fn needs(&mut self, value: &LuaValue, line: usize) {
        for word in self.reader.words(value, "needs") {
            match word.as_str() {
                "alternatives" => self.spec.needs.alternatives = true,
                "take_back" => self.spec.needs.take_back = true,
                other => {
                    let near = meant(other, ["alternatives", "take_back"]);
                    self.reader.fail(
                        line,
                        format!("needs knows alternatives and take_back, not {other:?}{near}"),
                    );
                }
            }
        }
    }

    /// A list of rules: a name, or `{ rule =, when = { OPTION = value } }`.
    fn others(&mut self, value: &LuaValue, what: &str) -> Vec<Other> {
        let mut others = Vec::new();
        for item in self.reader.list(value, what) {
            let line = self.reader.line(what);
            let mut other = Other { name: String::new(), when: Vec::new() };
            match (text(&item), &item) {
                (Some(name), _) => other.name = name,
                (None, LuaValue::Table(table)) => self.other(&mut other, table, what, line),
                (None, item) => {
                    let found = found(item);
                    let text = format!("{what} must hold names of rules, not {found}");
                    self.reader.fail(line, text);
                }
            }
            others.push(other);
        }
        others
    }

    fn other(&mut self, other: &mut Other, table: &Table, what: &str, line: usize) {
        for (key, value) in self.reader.entries(table, what) {
            match (key.as_str(), &value) {
                ("rule", _) => other.name = self.reader.text(&value, "rule", line),
                ("when", LuaValue::Table(options)) => {
                    for (option, value) in self.reader.entries(options, "when") {
                        let list = to_plain(&value, None, &option);
                        let values = match list {
                            Ok(Value::List(values)) => values,
                            Ok(value) => vec![value],
                            Err(error) => {
                                self.reader.fail(line, error.to_string());
                                Vec::new()
                            }
                        };
                        other.when.push((option, values));
                    }
                }
                (key, _) => self.reader.unknown(key, what, line, &["rule", "when"]),
            }
        }
    }

    /// `{ RULE = "what to think of" }`.
    fn warns(&mut self, value: &LuaValue, line: usize) {
        let LuaValue::Table(table) = value else {
            let found = found(value);
            self.reader.fail(line, format!("warns must be {{ RULE = \"text\" }}, not {found}"));
            return;
        };
        for (rule, value) in self.reader.entries(table, "warns") {
            let text = self.reader.text(&value, &rule, line);
            self.spec.warns.push((rule, text));
        }
    }

    /// `{ gathered = {} }`, or a list of names.
    fn piles(&mut self, value: &LuaValue, line: usize) {
        let names = match value {
            LuaValue::Table(table) if table.raw_len() == 0 => {
                let mut names = Vec::new();
                for (name, props) in self.reader.entries(table, "piles") {
                    if !matches!(&props, LuaValue::Table(props) if props.is_empty()) {
                        let found = found(&props);
                        let text = format!("the pile {name} must be {{}}, not {found}");
                        self.reader.fail(line, text);
                    }
                    names.push(name);
                }
                names
            }
            other => self.reader.words(other, "piles"),
        };
        for name in names {
            if !good_name(&name) || ["draw", "discard", "hand"].contains(&name.as_str()) {
                self.reader.fail(line, format!("{name:?} cannot be the name of a pile"));
            }
            self.spec.piles.push(name);
        }
    }

    /// A table of named tables.
    fn tables(&mut self, value: &LuaValue, what: &str, read: fn(&mut Self, &str, &Table, usize)) {
        let LuaValue::Table(table) = value else {
            let (line, found) = (self.reader.line(what), found(value));
            self.reader.fail(line, format!("{what} must be a table, not {found}"));
            return;
        };
        let begin = self.reader.line(what);
        for (name, value) in self.reader.entries(table, what) {
            let line = self.reader.line_from(begin, &name);
            if !good_name(&name) {
                self.reader.fail(line, format!("{name:?} cannot be a name in {what}"));
            }
            match value {
                LuaValue::Table(table) => read(self, &name, &table, line),
                other => {
                    let found = found(&other);
                    let example =
                        if what == "memory" { "scope = \"round\"" } else { "default = 1" };
                    let text = format!("{what}.{name} must be {{ {example} }}, not {found}");
                    self.reader.fail(line, text);
                }
            }
        }
    }

    fn option(&mut self, name: &str, table: &Table, line: usize) {
        let what = format!("options.{name}");
        let (mut default, mut help, mut also) = (None, String::new(), None);
        let (mut min, mut max, mut one_of) = (None, None, None);
        for (key, value) in self.reader.entries(table, &what) {
            match key.as_str() {
                "default" => default = to_plain(&value, None, "default").ok(),
                "help" => help = self.reader.text(&value, "help", line),
                "also" => also = Some(self.reader.text(&value, "also", line)),
                "min" => min = Some(self.reader.int(&value, "min", line, (-INT_MAX, INT_MAX))),
                "max" => max = Some(self.reader.int(&value, "max", line, (-INT_MAX, INT_MAX))),
                "one_of" => one_of = Some(self.reader.words(&value, "one_of")),
                other => self.reader.unknown(other, &what, line, OPTION_KEYS),
            }
        }
        let Some(default) = default else {
            self.reader.fail(line, format!("{what} needs a default"));
            return;
        };
        let range = match (&default, one_of) {
            (Value::Bool(_), None) => Range::Flag,
            (Value::Int(_), None) => Range::Int(min.unwrap_or(0), max.unwrap_or(INT_MAX)),
            (Value::Text(_), Some(words)) => Range::OneOf(words),
            (Value::Text(_), None) => Range::Text,
            _ => {
                self.reader.fail(
                    line,
                    format!(
                        "{what}: default is true, false, a whole number or a word, and only a \
                             word has one_of"
                    ),
                );
                return;
            }
        };
        if !matches!(range, Range::Int(..)) && (min.is_some() || max.is_some()) {
            self.reader.fail(line, format!("{what}: min and max are for whole numbers"));
        }
        let option = OptionDef { name: name.into(), also, default, range, help };
        if let Err(text) = option.check(&option.default) {
            self.reader.fail(line, format!("{what}: the default is not allowed: {text}"));
        }
        self.spec.options.push(option);
    }

    fn memory(&mut self, name: &str, table: &Table, line: usize) {
        let what = format!("memory.{name}");
        let (mut scope, mut start, mut per) = (None, Value::Nil, None);
        for (key, value) in self.reader.entries(table, &what) {
            let word = text(&value).unwrap_or_default();
            match key.as_str() {
                "scope" => scope = Scope::ALL.iter().find(|(_, name)| *name == word),
                "start" => match to_plain(&value, None, "start") {
                    Ok(value) => start = value,
                    Err(error) => self.reader.fail(line, format!("{what}: {error}")),
                },
                "per" => {
                    per = match word.as_str() {
                        "seat" => Some(Per::Seat),
                        "card" => Some(Per::Card),
                        _ => {
                            let found = found(&value);
                            let text = format!("{what}: per is \"seat\" or \"card\", not {found}");
                            self.reader.fail(line, text);
                            None
                        }
                    }
                }
                other => self.reader.unknown(other, &what, line, MEMORY_KEYS),
            }
        }
        match scope {
            Some((scope, _)) => {
                self.spec.memory.push(MemoryDef { name: name.into(), scope: *scope, start, per });
            }
            None => {
                let known = Scope::ALL.iter().map(|(_, word)| *word).collect::<Vec<_>>();
                let text = format!("{what} needs a scope, one of {}", known.join(", "));
                self.reader.fail(line, text);
            }
        }
    }

    /// Takes a function in, and gives the body of its hook.
    pub(super) fn function(&mut self, function: &Function) -> Body {
        Body::Script(self.script_fn(function))
    }

    /// Takes a function in.
    pub(super) fn script_fn(&mut self, function: &Function) -> ScriptFn {
        self.functions.push(function.clone());
        if self.functions.len() > usize::from(u16::MAX) {
            self.reader.fail(1, "too many functions");
        }
        ScriptFn((self.functions.len() - 1) as u16)
    }
}

/// An entry of `cards`.
pub(super) fn card_spec(reader: &mut Reader<'_>, value: &LuaValue) -> Option<CardSpec> {
    let line = reader.line("cards");
    let LuaValue::Table(table) = value else {
        let found = found(value);
        reader.fail(line, format!("a card must be {{ symbol =, count = }}, not {found}"));
        return None;
    };
    let mut card = CardSpec { count: 1, ..CardSpec::default() };
    let amount = |reader: &mut Reader<'_>, value: &LuaValue, key: &str, max: i64| {
        reader.int(value, key, line, (0, max))
    };
    for (key, value) in reader.entries(table, "a card") {
        match key.as_str() {
            "symbol" => card.symbol = reader.text(&value, "symbol", line),
            "short" => card.short = Some(reader.text(&value, "short", line)),
            "also" => card.also = reader.words(&value, "also"),
            "color" => match text(&value) {
                Some(word) => card.colors = vec![word],
                None => card.colors = reader.words(&value, "color"),
            },
            "number" => card.number = Some(amount(reader, &value, "number", 99) as u8),
            "count" | "points" | "draws" => number_or_option(reader, &mut card, &key, &value, line),
            other => reader.unknown(other, "a card", line, CARD_KEYS),
        }
    }
    if card.symbol.is_empty() {
        reader.fail(line, "a card needs a symbol");
        return None;
    }
    Some(card)
}

/// A number of a card: written, or given by an option. An option of the rule's own goes by its
/// name, another one by `RULE.OPTION`.
fn number_or_option(
    reader: &mut Reader<'_>,
    card: &mut CardSpec,
    key: &str,
    value: &LuaValue,
    line: usize,
) {
    let (which, most) = match key {
        "count" => (CardNumber::Count, 250),
        "points" => (CardNumber::Points, 1000),
        _ => (CardNumber::Draws, 100),
    };
    match text(value) {
        Some(path) => {
            let own = format!("{}.{path}", reader.name);
            let path = if path.contains('.') { path } else { own };
            card.from_options.push((which, path));
        }
        None => card.set(which, reader.int(value, key, line, (0, most))),
    }
}
