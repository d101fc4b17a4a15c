//! Reading what a file returned, strictly: every table key is looked at, every mistake is told with
//! its line and, where something close is known, with what may have been meant.

use std::collections::BTreeSet;

use mlua::{Function, Table, Value as LuaValue};

use super::lint;
use super::sandbox::{Fault, Vm};
use super::store::Text;
use super::text::clean_text;
use super::value::{found, text, whole};
use crate::cards::meant_then;
use crate::engine::definition::LoadError;
use crate::limits::LOAD_BUDGET;

/// Collects mistakes while a file is read.
pub(super) struct Reader<'a> {
    pub source: &'a Text,
    /// The rule's name, for errors.
    pub name: String,
    pub errors: Vec<LoadError>,
}

/// Compiles and runs a file; gives the table it returned, and what is known of its source.
pub(super) fn run(vm: &Vm, source: &Text) -> Result<(Table, lint::Report), Vec<LoadError>> {
    let mut reader = Reader::new(source);
    let chunk = match vm.compile(&source.path, &source.text) {
        Ok(chunk) => chunk,
        Err(fault) => return Err(reader.faulty(fault)),
    };
    let report = lint::examine(&source.text);
    for finding in &report.findings {
        reader.fail(finding.line, &finding.message);
    }
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    match vm.enter::<LuaValue>(&chunk, (), LOAD_BUDGET) {
        Ok(LuaValue::Table(table)) if table.metatable().is_none() => Ok((table, report)),
        Ok(other) => {
            let found = found(&other);
            reader.fail(1, format!("the file must return a plain table, not {found}"));
            Err(reader.errors)
        }
        Err(fault) => Err(reader.faulty(fault)),
    }
}

/// Makes all that the table reaches read-only, and sees to it that none of it has a memory of its
/// own: what a script remembers from one hook to the next lies in the game, or runs would differ.
pub(super) fn freeze(
    vm: &Vm,
    source: &Text,
    table: Table,
    keepers: &BTreeSet<usize>,
) -> Result<(), Vec<LoadError>> {
    let mut reader = Reader::new(source);
    let reached = match vm.freeze_and_list(&LuaValue::Table(table)) {
        Ok(reached) => reached,
        Err(fault) => return Err(reader.faulty(fault)),
    };
    for (_, line) in reached.functions.iter().filter(|(_, line)| keepers.contains(line)) {
        let text = "this function writes to a variable of the function that made it, and is still \
                    there after loading: what it remembers would be lost on undo and differ \
                    between runs; keep it in game.memory, or make the function in the hook that \
                    needs it";
        reader.fail(*line, text);
    }
    if reached.made {
        let text = "an iterator (of gmatch, say) was made while loading and is still there: where \
                    it is would be lost on undo and differ between runs; make it in the hook that \
                    needs it";
        reader.fail(1, text);
    }
    if reader.errors.is_empty() { Ok(()) } else { Err(reader.errors) }
}

/// Whether a text can be the name of a rule, an option, an offer …
pub(super) fn good_name(name: &str) -> bool {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.len() <= 40 && name.chars().all(fine)
}

impl<'a> Reader<'a> {
    pub fn new(source: &'a Text) -> Self {
        Self { source, name: source.name.clone(), errors: Vec::new() }
    }

    /// `file:line`.
    pub fn at(&self, line: usize) -> String {
        format!("{}:{line}", self.source.path)
    }

    /// Notes a mistake.
    pub fn fail(&mut self, line: usize, text: impl AsRef<str>) {
        let (at, rule) = (self.at(line), self.name.clone());
        self.errors.push(LoadError { at, rule, text: clean_text(text.as_ref()) });
    }

    fn faulty(mut self, fault: Fault) -> Vec<LoadError> {
        let at = fault.at.unwrap_or_else(|| self.at(1));
        self.errors.push(LoadError { at, rule: self.name, text: fault.text });
        self.errors
    }

    /// The line on which a key is set, from this line on: the first `key =` or `["key"] =`, else
    /// the first line with the word.
    pub fn line_from(&self, from: usize, key: &str) -> usize {
        let lines = || self.source.text.lines().enumerate().skip(from.saturating_sub(1));
        let sets = |line: &str| {
            places(line, key).any(|end| {
                let rest = line[end..].trim_start_matches(['"', '\'', ']', ' ', '\t']);
                rest.starts_with('=') && !rest.starts_with("==")
            })
        };
        let found = lines().find(|(_, line)| sets(line));
        let found = found.or_else(|| lines().find(|(_, line)| places(line, key).next().is_some()));
        found.map_or(from.max(1), |(at, _)| at + 1)
    }

    /// The line on which a key is set.
    pub fn line(&self, key: &str) -> usize {
        self.line_from(1, key)
    }

    /// The line on which a function begins.
    pub fn line_of(&self, function: &Function, key: &str) -> usize {
        function.info().line_defined.unwrap_or_else(|| self.line(key))
    }

    /// The entries of a table with words as keys, sorted by them.
    pub fn entries(&mut self, table: &Table, what: &str) -> Vec<(String, LuaValue)> {
        let mut entries = Vec::new();
        if table.metatable().is_some() {
            let line = self.line(what);
            self.fail(line, format!("{what} has a metatable; write a plain table"));
        }
        for pair in table.pairs::<LuaValue, LuaValue>() {
            let Ok((key, value)) = pair else { continue };
            match text(&key) {
                Some(key) => entries.push((key, value)),
                None => {
                    let (line, key) = (self.line(what), found(&key));
                    self.fail(line, format!("{what} has the key {key}; its keys are names"));
                }
            }
        }
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries
    }

    /// The entries of a list.
    pub fn list(&mut self, value: &LuaValue, what: &str) -> Vec<LuaValue> {
        if let LuaValue::Table(table) = value {
            let items: Vec<LuaValue> =
                table.sequence_values::<LuaValue>().filter_map(Result::ok).collect();
            let all = table.pairs::<LuaValue, LuaValue>().count();
            if items.len() == all {
                return items;
            }
        }
        let line = self.line(what);
        self.fail(line, format!("{what} must be a list, not {}", found(value)));
        Vec::new()
    }

    /// A list of words.
    pub fn words(&mut self, value: &LuaValue, what: &str) -> Vec<String> {
        let mut words = Vec::new();
        for item in self.list(value, what) {
            match text(&item) {
                Some(word) => words.push(word),
                None => {
                    let line = self.line(what);
                    self.fail(line, format!("{what} must hold words, not {}", found(&item)));
                }
            }
        }
        words
    }

    /// A text on one line; empty after a mistake.
    pub fn text(&mut self, value: &LuaValue, what: &str, line: usize) -> String {
        text(value).map(|text| clean_text(&text)).unwrap_or_else(|| {
            self.fail(line, format!("{what} must be a text, not {}", found(value)));
            String::new()
        })
    }

    /// A flag; false after a mistake.
    pub fn flag(&mut self, value: &LuaValue, what: &str, line: usize) -> bool {
        match value {
            LuaValue::Boolean(flag) => *flag,
            other => {
                self.fail(line, format!("{what} must be true or false, not {}", found(other)));
                false
            }
        }
    }

    /// A whole number within bounds; the lower bound after a mistake.
    pub fn int(&mut self, value: &LuaValue, what: &str, line: usize, bounds: (i64, i64)) -> i64 {
        let (min, max) = bounds;
        match whole(value) {
            Some(n) if (min..=max).contains(&n) => n,
            _ => {
                let found = found(value);
                self.fail(
                    line,
                    format!("{what} must be a whole number from {min} to {max}, not {found}"),
                );
                min
            }
        }
    }

    /// Notes a key that is not among the known ones.
    pub fn unknown(&mut self, key: &str, what: &str, line: usize, known: &[&str]) {
        let near = meant_then(key, known.iter().copied());
        let known = known.join(" ");
        self.fail(line, format!("{what} has the unknown key {key:?}{near} It knows: {known}"));
    }
}

/// The ends of all places where `key` stands as a word.
fn places<'b>(line: &'b str, key: &'b str) -> impl Iterator<Item = usize> + 'b {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let code = line.find("--").unwrap_or(line.len());
    line[..code].match_indices(key).filter_map(move |(at, _)| {
        let end = at + key.len();
        let free = !line[..at].ends_with(word) && !line[end..].starts_with(word);
        (free && !key.is_empty()).then_some(end)
    })
}
