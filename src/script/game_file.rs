//! A game file's text becomes a game: its seats, deck, rules in order, option values, and the
//! matches it offers. A file may be `like` another one, and then says only what differs.

use mlua::{Table, Value as LuaValue};

use super::loader::card_spec;
use super::read::{Reader, good_name, run};
use super::sandbox::Vm;
use super::store::{Shelf, Text};
use super::value::{found, text, to_plain, whole};
use crate::cards::{CardSpec, ColorSpec, DeckSpec, meant};
use crate::engine::definition::{GameSpec, LoadError, MatchSpec, Schedule};
use crate::limits::{SEATS_MAX, SEATS_MIN};
use crate::table::Value;

const KEYS: &[&str] =
    &["name", "title", "like", "seats", "deck", "rules", "with", "without", "options", "matches"];
const DECK_KEYS: &[&str] = &["colors", "cards", "suit_last"];
const MATCH_KEYS: &[&str] = &["title", "seats", "with", "without", "options", "schedule"];
/// Files that may stand on each other's shoulders.
const LIKE_MAX: usize = 8;

/// Finds a game by name or path, `NAME:MATCH` for one of its matches.
///
/// # Errors
/// Every mistake that is found, with its line.
pub(super) fn find_game(name: &str) -> Result<GameSpec, Vec<LoadError>> {
    let (game, which) = match name.rsplit_once(':') {
        Some((game, which)) if !game.is_empty() && !which.contains(['/', '\\']) => {
            (game, Some(which))
        }
        _ => (name, None),
    };
    let error = |text: String| vec![LoadError { at: String::new(), rule: String::new(), text }];
    let file = Shelf::Games.find(game).map_err(error)?;
    let mut spec = read_game(&file, &[])?;
    if let Some(which) = which {
        play_as(&mut spec, which).map_err(error)?;
    }
    Ok(spec)
}

/// The game is played as one of its matches.
fn play_as(spec: &mut GameSpec, which: &str) -> Result<(), String> {
    let Some(chosen) = spec.matches.iter().find(|one| one.name == which).cloned() else {
        let names = || spec.matches.iter().map(|one| one.name.as_str());
        let near = meant(which, names());
        let known = names().collect::<Vec<_>>().join(" ");
        let known = if known.is_empty() { "it has none".into() } else { format!("known: {known}") };
        return Err(format!("{} has no match {which:?}{near} ({known})", spec.name));
    };
    spec.name = format!("{}:{which}", spec.name);
    if !chosen.title.is_empty() {
        spec.title = format!("{}; {}", spec.title, chosen.title);
    }
    leave_out(spec, &chosen.without);
    add(&mut spec.rules, chosen.with);
    spec.options.extend(chosen.options);
    spec.seats = chosen.seats.unwrap_or(spec.seats);
    if let Some(schedule) = &chosen.schedule {
        let seated = schedule.stages.iter().flatten().map(Vec::len).next().unwrap_or(0);
        if spec.seats != (seated, seated) {
            return Err(format!(
                "the tables of {which} have {seated} players; write seats = {{ {seated}, \
                 {seated} }}"
            ));
        }
    }
    spec.schedule = chosen.schedule;
    Ok(())
}

fn leave_out(spec: &mut GameSpec, rules: &[String]) {
    spec.rules.retain(|rule| !rules.contains(rule));
    spec.options.retain(|(rule, ..)| !rules.contains(rule));
}

fn add(rules: &mut Vec<String>, more: Vec<String>) {
    for rule in more {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
}

/// Reads a game file; `above` are the files that are like it.
fn read_game(source: &Text, above: &[String]) -> Result<GameSpec, Vec<LoadError>> {
    let vm = Vm::new().map_err(|fault| {
        let at = source.path.clone();
        vec![LoadError { at, rule: source.name.clone(), text: fault.text }]
    })?;
    let (table, _) = run(&vm, source)?;
    let mut reader = Reader::new(source);
    reader.name.clear(); // a game is no rule
    let entries = reader.entries(&table, "return");
    let mut game = based_on(&mut reader, &entries, above)?;
    game.name.clone_from(&source.name);
    game.source = source.source.clone();
    // What a file is like is part of it.
    game.hash = if game.hash.is_empty() {
        source.hash.clone()
    } else {
        let both = format!("{} {}", source.hash, game.hash);
        blake3::hash(both.as_bytes()).to_hex().chars().take(16).collect()
    };
    // Rules are left out before some are added, whatever the order of the letters.
    let without = entries.iter().find(|(key, _)| key == "without");
    if let Some((_, value)) = without {
        let rules = reader.words(value, "without");
        for rule in rules.iter().filter(|rule| !game.rules.contains(rule)) {
            let line = reader.line("without");
            let near = meant(rule, game.rules.iter().map(String::as_str));
            reader.fail(line, format!("without: there is no rule {rule:?} to leave out{near}"));
        }
        leave_out(&mut game, &rules);
    }
    for (key, value) in &entries {
        entry(&mut reader, &mut game, key, value);
    }
    if !good_name(&game.name) {
        reader.fail(1, format!("{:?} cannot be a game's name", game.name));
    }
    if reader.errors.is_empty() { Ok(game) } else { Err(reader.errors) }
}

/// The game that a file is like, or one without anything.
fn based_on(
    reader: &mut Reader<'_>,
    entries: &[(String, LuaValue)],
    above: &[String],
) -> Result<GameSpec, Vec<LoadError>> {
    let Some((_, value)) = entries.iter().find(|(key, _)| key == "like") else {
        return Ok(GameSpec {
            name: String::new(),
            title: String::new(),
            source: reader.source.source.clone(),
            hash: String::new(),
            deck: DeckSpec::default(),
            rules: Vec::new(),
            options: Vec::new(),
            seats: (SEATS_MIN, SEATS_MAX.min(10)),
            matches: Vec::new(),
            schedule: None,
        });
    };
    let line = reader.line("like");
    let name = reader.text(value, "like", line);
    another(reader, &name, line, above)
}

/// Another game file that this one names.
fn another(
    reader: &mut Reader<'_>,
    name: &str,
    line: usize,
    above: &[String],
) -> Result<GameSpec, Vec<LoadError>> {
    let mut above = above.to_vec();
    above.push(reader.source.path.clone());
    let found = match Shelf::Games.find(name) {
        Ok(text) if above.contains(&text.path) || above.len() > LIKE_MAX => {
            Err(format!("{name} is like this game in turn: the files go round in a circle"))
        }
        other => other,
    };
    match found {
        Ok(text) => read_game(&text, &above),
        Err(error) => {
            reader.fail(line, error);
            Err(std::mem::take(&mut reader.errors))
        }
    }
}

/// One entry of a game file.
fn entry(reader: &mut Reader<'_>, game: &mut GameSpec, key: &str, value: &LuaValue) {
    let line = reader.line(key);
    match key {
        "name" => game.name = reader.text(value, key, line),
        "title" => game.title = reader.text(value, key, line),
        "like" | "without" => {}
        "seats" => game.seats = seats(reader, value, line),
        "deck" => match (value, text(value)) {
            (LuaValue::Table(table), _) => deck(reader, table, &mut game.deck),
            // The deck of another game.
            (_, Some(name)) => match another(reader, &name, line, &[]) {
                Ok(other) => game.deck = other.deck,
                Err(errors) => reader.errors.extend(errors),
            },
            (other, None) => {
                let text = format!("deck must be a table or a game's name, not {}", found(other));
                reader.fail(line, text);
            }
        },
        "rules" => game.rules = reader.words(value, key),
        "with" => add(&mut game.rules, reader.words(value, key)),
        "options" => game.options.extend(options(reader, value, line)),
        "matches" => matches(reader, value, line, game),
        other => reader.unknown(other, "the game", line, KEYS),
    }
}

fn seats(reader: &mut Reader<'_>, value: &LuaValue, line: usize) -> (usize, usize) {
    let numbers = reader.list(value, "seats");
    let seat = |value: &LuaValue| whole(value).and_then(|n| usize::try_from(n).ok());
    match numbers.iter().map(seat).collect::<Vec<_>>()[..] {
        [Some(min), Some(max)] => (min, max),
        _ => {
            reader.fail(line, "seats is a list of the fewest and the most: { 2, 10 }");
            (SEATS_MIN, SEATS_MAX)
        }
    }
}

/// Colors stand in the place of those before; cards in that of the cards of the same symbol.
fn deck(reader: &mut Reader<'_>, table: &Table, deck: &mut DeckSpec) {
    for (key, value) in reader.entries(table, "deck") {
        let line = reader.line(&key);
        match key.as_str() {
            "colors" => {
                let colors = reader.list(&value, "colors");
                deck.colors = colors.iter().filter_map(|c| color_spec(reader, c, line)).collect();
            }
            "cards" => {
                let cards = reader.list(&value, "cards");
                let cards: Vec<CardSpec> =
                    cards.iter().filter_map(|card| card_spec(reader, card)).collect();
                deck.cards.retain(|old| !cards.iter().any(|new| new.symbol == old.symbol));
                deck.cards.extend(cards);
            }
            "suit_last" => deck.suit_last = reader.flag(&value, "suit_last", line),
            other => reader.unknown(other, "deck", line, DECK_KEYS),
        }
    }
}

fn color_spec(reader: &mut Reader<'_>, value: &LuaValue, line: usize) -> Option<ColorSpec> {
    let LuaValue::Table(table) = value else {
        let found = found(value);
        reader.fail(line, format!("a color must be {{ name =, letter = }}, not {found}"));
        return None;
    };
    let (mut name, mut letter) = (String::new(), String::new());
    for (key, value) in reader.entries(table, "a color") {
        match key.as_str() {
            "name" => name = reader.text(&value, "name", line),
            "letter" => letter = reader.text(&value, "letter", line),
            other => reader.unknown(other, "a color", line, &["name", "letter"]),
        }
    }
    Some(ColorSpec { name, letter })
}

/// `{ ["rule.option"] = value }`.
fn options(reader: &mut Reader<'_>, value: &LuaValue, line: usize) -> Vec<(String, String, Value)> {
    let mut read = Vec::new();
    let LuaValue::Table(table) = value else {
        reader.fail(line, format!("options must be a table, not {}", found(value)));
        return read;
    };
    for (key, value) in reader.entries(table, "options") {
        let line = reader.line_from(line, &key);
        match (key.split_once('.'), to_plain(&value, None, &key)) {
            (Some((rule, option)), Ok(value)) => read.push((rule.into(), option.into(), value)),
            (None, _) => {
                let text = format!("{key:?} names no option: write [\"rule.option\"] = …");
                reader.fail(line, text);
            }
            (_, Err(error)) => reader.fail(line, error.to_string()),
        }
    }
    read
}

/// `{ NAME = { title =, options = … } }`; one of the same name stands in the place of an older one.
fn matches(reader: &mut Reader<'_>, value: &LuaValue, line: usize, game: &mut GameSpec) {
    let LuaValue::Table(table) = value else {
        reader.fail(line, format!("matches must be a table of tables, not {}", found(value)));
        return;
    };
    for (name, value) in reader.entries(table, "matches") {
        let line = reader.line_from(line, &name);
        let LuaValue::Table(table) = value else {
            reader.fail(line, format!("the match {name} must be a table, not {}", found(&value)));
            continue;
        };
        if !good_name(&name) {
            reader.fail(line, format!("{name:?} cannot be the name of a match"));
        }
        let one = one_match(reader, &name, &table, line);
        game.matches.retain(|other| other.name != name);
        game.matches.push(one);
    }
}

fn one_match(reader: &mut Reader<'_>, name: &str, table: &Table, begin: usize) -> MatchSpec {
    let mut one = MatchSpec { name: name.into(), ..MatchSpec::default() };
    for (key, value) in reader.entries(table, name) {
        let line = reader.line_from(begin, &key);
        match key.as_str() {
            "title" => one.title = reader.text(&value, &key, line),
            "seats" => one.seats = Some(seats(reader, &value, line)),
            "with" => one.with = reader.words(&value, &key),
            "without" => one.without = reader.words(&value, &key),
            "options" => one.options = options(reader, &value, line),
            "schedule" => one.schedule = schedule(reader, &value, line),
            other => reader.unknown(other, "a match", line, MATCH_KEYS),
        }
    }
    one
}

/// `{ { "ACBD" }, { "ABCD" } }`: a line for each stage, a word for each table.
fn schedule(reader: &mut Reader<'_>, value: &LuaValue, line: usize) -> Option<Schedule> {
    let stages = reader.list(value, "schedule");
    let stages: Vec<Vec<String>> =
        stages.iter().map(|tables| reader.words(tables, "schedule")).collect();
    match Schedule::read(&stages) {
        Ok(schedule) => Some(schedule),
        Err(error) => {
            reader.fail(line, format!("schedule: {error}"));
            None
        }
    }
}
