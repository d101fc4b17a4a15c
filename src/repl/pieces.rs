//! Takes what was typed or pasted apart into what is executed as one: a command is a line, Lua may
//! be several.

use super::command;
use super::parse::Line;
use super::tokens::block_end;

/// A piece of what was typed, to be executed as one: a command is a line, Lua may be several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit<'a> {
    /// What it says.
    pub text: &'a str,
    /// Where it begins.
    pub start: usize,
    /// It is Lua.
    pub lua: bool,
    /// It needs more lines.
    pub open: bool,
}

/// The pieces of what was typed or pasted, in order.
pub fn units(text: &str) -> impl Iterator<Item = Unit<'_>> {
    let mut at = Some(0);
    std::iter::from_fn(move || {
        let start = at?;
        let rest = &text[start..];
        let line = rest.split('\n').next().unwrap_or_default();
        let lua = is_lua(line);
        let (length, open) = if lua { block_end(rest) } else { (line.len(), false) };
        at = (start + length < text.len()).then_some(start + length + 1);
        Some(Unit { text: &rest[..length], start, lua, open })
    })
}

/// Whether a line that begins something is Lua: neither a command, nor blank, nor a comment.
fn is_lua(line: &str) -> bool {
    let words = line.trim_start();
    if words.is_empty() || words.starts_with('#') {
        return false;
    }
    let line = Line::read(line);
    line.ok().and_then(|read| command::find(&read, &read.raw)).is_none()
}

/// Whether what was typed can be executed: Lua may need more lines.
pub fn whole(text: &str) -> bool {
    units(text).last().is_none_or(|unit| !unit.open)
}

/// What is typed last.
pub fn last(text: &str) -> Unit<'_> {
    let none = Unit { text: "", start: text.len(), lua: false, open: false };
    // Lines that are pasted are not looked at one by one: this is done for every key.
    let from = if text.len() > LONG { text.rfind('\n').map_or(0, |at| at + 1) } else { 0 };
    let unit = units(&text[from..]).last().unwrap_or(none);
    Unit { start: from + unit.start, ..unit }
}

/// Texts longer than this get no hint and no color.
pub const LONG: usize = 2_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_executed_in_pieces() {
        let text = "draw\nfor i = 1, 2 do\n  run 'step'\nend\n\n# note\npass";
        let pieces: Vec<(&str, bool)> = units(text).map(|unit| (unit.text, unit.lua)).collect();
        let block = "for i = 1, 2 do\n  run 'step'\nend";
        let want =
            [("draw", false), (block, true), ("", false), ("# note", false), ("pass", false)];
        assert_eq!(pieces, want);
        assert!(whole(text) && whole("") && whole("play \"red") && whole("setup"));
        assert!(!whole("draw\nfor i = 1, 2 do") && !whole("x = [["));
        assert_eq!(units(&"draw\n".repeat(10_000)).count(), 10_001);
    }
}
