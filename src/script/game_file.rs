//! A game file's text becomes a game: its seats, deck, rules in order, and option values.

use mlua::{Table, Value as LuaValue};

use super::loader::card_spec;
use super::read::{Reader, good_name, run};
use super::sandbox::Vm;
use super::store::Text;
use super::value::{found, to_plain, whole};
use crate::cards::{ColorSpec, DeckSpec};
use crate::engine::definition::{GameSpec, LoadError};
use crate::limits::{SEATS_MAX, SEATS_MIN};

const KEYS: &[&str] = &["name", "title", "seats", "deck", "rules", "options"];
const DECK_KEYS: &[&str] = &["colors", "cards", "suit_last"];

/// Reads a game file.
///
/// # Errors
/// Every mistake that is found, with its line.
pub(super) fn read_game(source: &Text) -> Result<GameSpec, Vec<LoadError>> {
    let vm = Vm::new().map_err(|fault| {
        let at = source.path.clone();
        vec![LoadError { at, rule: source.name.clone(), text: fault.text }]
    })?;
    let table = run(&vm, source)?;
    let mut reader = Reader::new(source);
    let mut game = GameSpec {
        name: source.name.clone(),
        title: String::new(),
        source: source.source.clone(),
        hash: source.hash.clone(),
        deck: DeckSpec::default(),
        rules: Vec::new(),
        options: Vec::new(),
        seats: (SEATS_MIN, SEATS_MAX.min(10)),
    };
    for (key, value) in reader.entries(&table, "return") {
        let line = reader.line(&key);
        match key.as_str() {
            "name" => game.name = reader.text(&value, "name", line),
            "title" => game.title = reader.text(&value, "title", line),
            "seats" => game.seats = seats(&mut reader, &value, line),
            "deck" => match &value {
                LuaValue::Table(table) => game.deck = deck(&mut reader, table),
                other => reader.fail(line, format!("deck must be a table, not {}", found(other))),
            },
            "rules" => game.rules = reader.words(&value, "rules"),
            "options" => match &value {
                LuaValue::Table(table) => options(&mut reader, table, &mut game, line),
                other => {
                    reader.fail(line, format!("options must be a table, not {}", found(other)));
                }
            },
            other => reader.unknown(other, "the game", line, KEYS),
        }
    }
    if !good_name(&game.name) {
        reader.fail(1, format!("{:?} cannot be a game's name", game.name));
    }
    if reader.errors.is_empty() { Ok(game) } else { Err(reader.errors) }
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

fn deck(reader: &mut Reader<'_>, table: &Table) -> DeckSpec {
    let mut deck = DeckSpec::default();
    for (key, value) in reader.entries(table, "deck") {
        let line = reader.line(&key);
        match key.as_str() {
            "colors" => {
                for color in reader.list(&value, "colors") {
                    deck.colors.extend(color_spec(reader, &color, line));
                }
            }
            "cards" => {
                for card in reader.list(&value, "cards") {
                    deck.cards.extend(card_spec(reader, &card));
                }
            }
            "suit_last" => deck.suit_last = reader.flag(&value, "suit_last", line),
            other => reader.unknown(other, "deck", line, DECK_KEYS),
        }
    }
    deck
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

fn options(reader: &mut Reader<'_>, table: &Table, game: &mut GameSpec, line: usize) {
    for (key, value) in reader.entries(table, "options") {
        let line = reader.line_from(line, &key);
        match (key.split_once('.'), to_plain(&value, None, &key)) {
            (Some((rule, option)), Ok(value)) => {
                game.options.push((rule.into(), option.into(), value));
            }
            (None, _) => {
                let text = format!("{key:?} names no option: write [\"rule.option\"] = …");
                reader.fail(line, text);
            }
            (_, Err(error)) => reader.fail(line, error.to_string()),
        }
    }
}
