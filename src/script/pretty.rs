//! A Lua value as people read it. No code of a script runs for it, and no address is shown.

use std::cmp::Ordering;
use std::ffi::c_void;

use mlua::{Table, Value};

use super::text::clean_text;

/// Columns that a value fills before it is broken into lines.
const WIDTH: usize = 78;
/// Tables inside tables that are shown.
const DEPTH_MAX: usize = 6;
/// Entries of one table that are shown.
const ENTRIES_MAX: usize = 40;
/// Entries that are shown in all.
const ALL_MAX: usize = 400;
/// Keys of one table that are sorted; those past them are counted.
const KEYS_MAX: usize = 10_000;

/// A key, for sorting; what is neither number nor text is kept with its value.
enum Key {
    Number(f64),
    Name(String),
    Other(&'static str, Value),
}

/// What is shown of a value.
enum Shown {
    /// A word.
    Word(String),
    /// The entries of a table: each with its key, where it has one that is shown.
    Table(Vec<(Option<String>, Shown)>),
}

/// A value on one line, or on several where it is long.
pub fn show(value: &Value) -> String {
    let shown = Walk { path: Vec::new(), left: ALL_MAX }.value(value);
    let mut text = String::new();
    shown.write(&mut text, 0, 0);
    text
}

struct Walk {
    /// The tables around.
    path: Vec<*const c_void>,
    /// Entries that may still be shown.
    left: usize,
}

impl Walk {
    fn value(&mut self, value: &Value) -> Shown {
        Shown::Word(match value {
            Value::Nil => "nil".into(),
            Value::Boolean(yes) => yes.to_string(),
            Value::Integer(n) => n.to_string(),
            Value::Number(n) => number(*n),
            Value::String(text) => quoted(&text.to_string_lossy()),
            Value::Table(table) => return self.table(table),
            other => other.type_name().into(),
        })
    }

    fn table(&mut self, table: &Table) -> Shown {
        if let Some(card) = card(table) {
            return Shown::Word(card);
        }
        let place = table.to_pointer();
        if self.path.contains(&place) {
            return Shown::Word("<cycle>".into());
        }
        let (mut keys, count) = keys(table);
        if count > 0 && (self.path.len() >= DEPTH_MAX || self.left == 0) {
            return Shown::Word("{…}".into());
        }
        keys.sort_by(order);
        self.path.push(place);
        let mut entries = Vec::new();
        let mut listed = 0;
        for key in keys.into_iter().take(ENTRIES_MAX) {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let (name, value) = match key {
                Key::Number(n) => {
                    // A list is written without its keys.
                    let next = n == f64::from(listed + 1);
                    listed += i32::from(next);
                    ((!next).then(|| format!("[{}]", number(n))), table.raw_get(n))
                }
                Key::Name(name) => (Some(named(&name)), table.raw_get(name)),
                Key::Other(kind, value) => (Some(format!("[{kind}]")), Ok(value)),
            };
            let shown = self.value(&value.unwrap_or(Value::Nil));
            entries.push((name, shown));
        }
        self.path.pop();
        if count > entries.len() {
            entries.push((None, Shown::Word(format!("… {} more", count - entries.len()))));
        }
        Shown::Table(entries)
    }
}

/// The keys of a table, and how many there are.
fn keys(table: &Table) -> (Vec<Key>, usize) {
    let (mut keys, mut count) = (Vec::new(), 0);
    // Ends early only where the machine fails; what was found is then all there is to show.
    let _ = table.for_each::<Value, Value>(|key, value| {
        count += 1;
        match key {
            _ if keys.len() >= KEYS_MAX => {}
            Value::Integer(n) => keys.push(Key::Number(n as f64)),
            Value::Number(n) => keys.push(Key::Number(n)),
            Value::String(name) if name.to_str().is_ok() => {
                keys.push(Key::Name(name.to_string_lossy()));
            }
            Value::Boolean(yes) => {
                keys.push(Key::Other(if yes { "true" } else { "false" }, value));
            }
            other => keys.push(Key::Other(other.type_name(), value)),
        }
        Ok(())
    });
    (keys, count)
}

fn order(one: &Key, other: &Key) -> Ordering {
    match (one, other) {
        // The list first, other numbers behind it.
        (Key::Number(a), Key::Number(b)) => (*a < 1.0).cmp(&(*b < 1.0)).then(a.total_cmp(b)),
        (Key::Name(a), Key::Name(b)) => a.cmp(b),
        (Key::Other(a, _), Key::Other(b, _)) => a.cmp(b),
        (Key::Number(_), _) | (Key::Name(_), Key::Other(..)) => Ordering::Less,
        _ => Ordering::Greater,
    }
}

/// A card, as it is written.
fn card(table: &Table) -> Option<String> {
    let word = |name| match table.raw_get::<Value>(name) {
        Ok(Value::String(word)) => Some(word.to_string_lossy()),
        _ => None,
    };
    word("symbol").and_then(|_| word("kind")).map(|kind| clean_text(&kind))
}

fn number(n: f64) -> String {
    let plain = n == 0.0 || !n.is_finite() || (1e-5..1e15).contains(&n.abs());
    if plain { n.to_string() } else { format!("{n:e}") }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", clean_text(&text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// A key that is a text: as a name, where it is one.
fn named(name: &str) -> String {
    let wordy = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let plain = wordy && !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.into() } else { format!("[{}]", quoted(name)) }
}

impl Shown {
    /// Columns on one line; once they are too many they are no longer counted.
    fn width(&self) -> usize {
        match self {
            Self::Word(word) => word.chars().count(),
            Self::Table(entries) => {
                let mut width = 2;
                for (name, shown) in entries {
                    width += name.as_ref().map_or(0, |name| name.chars().count() + 3);
                    width += shown.width() + 2;
                    if width > WIDTH + 4 {
                        break;
                    }
                }
                width.saturating_sub(2).max(2)
            }
        }
    }

    /// Writes it from this column on, in a block that is indented so far.
    fn write(&self, text: &mut String, indent: usize, column: usize) {
        let entries = match self {
            Self::Word(word) => return text.push_str(word),
            Self::Table(entries) => entries,
        };
        text.push('{');
        if column + self.width() <= WIDTH {
            for (at, (name, shown)) in entries.iter().enumerate() {
                text.push_str(if at > 0 { ", " } else { "" });
                name_it(text, name.as_deref());
                shown.write(text, indent, 0);
            }
            return text.push('}');
        }
        let inner = indent + 2;
        // Words of a list stand side by side, everything else on a line of its own.
        let mut used = None;
        for (name, shown) in entries {
            let width = shown.width() + 1;
            let word = name.is_none() && matches!(shown, Self::Word(_));
            match used.filter(|used| word && used + width < WIDTH) {
                Some(so_far) => {
                    text.push(' ');
                    used = Some(so_far + width + 1);
                }
                None => {
                    text.push('\n');
                    text.push_str(&" ".repeat(inner));
                    used = word.then_some(inner + width);
                }
            }
            let column = inner + name_it(text, name.as_deref());
            shown.write(text, inner, column + 1);
            text.push(',');
        }
        // The comma behind the last says no more than the bracket.
        text.pop();
        text.push('\n');
        text.push_str(&" ".repeat(indent));
        text.push('}');
    }
}

/// Writes a key; gives its columns.
fn name_it(text: &mut String, name: Option<&str>) -> usize {
    let Some(name) = name else { return 0 };
    text.push_str(name);
    text.push_str(" = ");
    name.chars().count() + 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Vm;

    fn shown(source: &str) -> String {
        let vm = Vm::for_prompt().unwrap();
        let function = vm.compile("test", source).unwrap();
        show(&vm.enter::<Value>(&function, (), 1_000_000).unwrap())
    }

    #[test]
    fn short_values_are_one_line() {
        for (source, want) in [
            ("return nil", "nil"),
            ("return 1e300", "1e300"),
            ("return 0.5", "0.5"),
            ("return -3", "-3"),
            ("return 0/0 ~= 0/0", "true"),
            ("return pcall", "function"),
            ("return {}", "{}"),
            ("return { 3, 4, a = { b = 'c' } }", "{3, 4, a = {b = \"c\"}}"),
            (
                "return { [3] = 3, [1] = 1, [-1] = 0, [0.5] = 2 }",
                "{1, [3] = 3, [-1] = 0, [0.5] = 2}",
            ),
            (
                "return { z = 1, a = 2, M = 3, ['two words'] = 4, ['1'] = 5 }",
                "{[\"1\"] = 5, M = 3, a = 2, [\"two words\"] = 4, z = 1}",
            ),
            ("return { [true] = 1, [{}] = 2 }", "{[table] = 2, [true] = 1}"),
            ("return 'a\"b\\\\c\\n\\27[2J'", "\"a\\\"b\\\\c\\n\\u{1b}[2J\""),
            ("local t = { 1 } t.me = t return t", "{1, me = <cycle>}"),
            ("local t = {} return { t, t }", "{{}, {}}"),
            ("return { kind = 'r7', symbol = '7', color = 'red' }", "r7"),
            ("return {{{{{{{1}}}}}}}", "{{{{{{{…}}}}}}}"),
        ] {
            assert_eq!(shown(source), want, "{source}");
        }
    }

    #[test]
    fn long_values_are_broken_into_lines() {
        let source = "local list = {} for i = 1, 30 do list[i] = 'w' .. i end
            return { list = list, b = { deep = { a = string.rep('x', 60), b = 2 } }, a = 1 }";
        let want = "{\n  a = 1,\n  b = {\n    deep = {\n      a = \"XX\",\n      b = 2\n    }\n  \
                    },\n  list = {\n    \"w1\", \"w2\",";
        let text = shown(source);
        assert!(text.starts_with(&want.replace("XX", &"x".repeat(60))), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.ends_with("\"w30\"\n  }\n}"), "{text}");
    }

    #[test]
    fn no_value_is_too_much() {
        let text = shown("local t = {} for i = 1, 5000 do t['k' .. i] = i end return t");
        assert!(text.contains("… 4960 more") && text.lines().count() < 50, "{text}");
        // Few tables, but very many ways to them.
        let text = shown("local t = { 1 } for i = 1, 30 do t = { t, t, t, t } end return t");
        assert!(text.len() < 100_000, "{}", text.len());
        let text = shown("local t = {} for i = 1, 5000 do t = { t } end return t");
        assert!(text.contains("{…}"), "{text}");
    }
}
