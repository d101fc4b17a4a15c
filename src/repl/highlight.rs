//! Paints what is being typed, and keeps away from the terminal what could steer it.

use super::command::named;
use super::paint::Paint;
use super::parse::actor;
use super::pieces::{LONG, units};
use super::tokens::{Kind, tokens};
use crate::cards::Deck;
use crate::script::steers;

/// A typed text in colors; what steers a terminal is left out, which takes no column either way.
pub fn painted(text: &str, paint: Paint, deck: &Deck) -> String {
    if !paint.on || text.len() > LONG {
        return clean(text);
    }
    let mut shown = String::new();
    for unit in units(text) {
        if unit.start > 0 {
            shown.push('\n');
        }
        shown += &if unit.lua { lua(unit.text, paint) } else { command(unit.text, paint, deck) };
    }
    shown
}

fn clean(text: &str) -> String {
    text.chars().filter(|c| matches!(c, '\n' | '\t') || !steers(*c)).collect()
}

fn lua(text: &str, paint: Paint) -> String {
    let piece = |kind, text: &str| match kind {
        Kind::Keyword => paint.keyword(text),
        Kind::Text => paint.quoted(text),
        Kind::Number => paint.number(text),
        Kind::Comment => paint.dim(text),
        _ => text.into(),
    };
    tokens(text).map(|token| piece(token.kind, &clean(token.text))).collect()
}

fn command(text: &str, paint: Paint, deck: &Deck) -> String {
    let (who, rest) = text.split_at(actor(text).1);
    let mut shown = paint.dim(&clean(who));
    let mut first = true;
    for piece in pieces(rest) {
        let word = clean(piece);
        shown += &match piece.chars().next() {
            Some('#') => paint.dim(&word),
            Some(c) if !c.is_whitespace() && first => {
                first = false;
                if named(&piece.to_lowercase()).is_some() { paint.bold(&word) } else { word }
            }
            _ => card(&word, paint, deck),
        };
    }
    shown
}

/// Words, quoted texts, what is between them, and a comment: together they are the line.
fn pieces(line: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), line);
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '#' => None,
            '"' | '\'' => rest[1..].find(first).map(|at| at + 2),
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()),
            _ => rest.find(char::is_whitespace),
        };
        let (piece, left) = rest.split_at(end.unwrap_or(rest.len()));
        found.push(piece);
        rest = left;
    }
    found
}

/// A word, in its color if it is a card or a color.
fn card(word: &str, paint: Paint, deck: &Deck) -> String {
    let bare = word.trim_matches(['"', '\'']);
    match (deck.parse_top(bare), deck.parse_color(bare)) {
        (Ok((kind, color)), _) => paint.color(deck, color.or(deck.card(kind).color), word),
        (_, Ok(color)) => paint.color(deck, Some(color), word),
        _ => word.into(),
    }
}

/// A candidate, in its color if it is a card or a color.
pub fn candidate(word: &str, paint: Paint, deck: &Deck) -> String {
    card(&clean(word), paint, deck)
}

/// What the session says, with nothing in it that steers a terminal but colors.
pub fn output(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c| c != '\n' && c != '\t' && steers(c)) {
        shown += &rest[..at];
        rest = &rest[at..];
        let color = rest.strip_prefix("\u{1b}[").and_then(|code| {
            let end = code.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            code[end..].starts_with('m').then_some(end + 3)
        });
        let length = color.unwrap_or_else(|| rest.chars().next().map_or(0, char::len_utf8));
        shown += if color.is_some() { &rest[..length] } else { "\u{fffd}" };
        rest = &rest[length..];
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Session};
    use super::*;

    fn shown(text: &str, on: bool) -> String {
        let session = Session::start(&Options::default()).unwrap();
        painted(text, Paint { on, ..Paint::default() }, &session.table().game().deck)
    }

    fn plain(text: &str) -> String {
        let mut plain = String::new();
        for (at, part) in text.split('\u{1b}').enumerate() {
            plain += if at == 0 { part } else { part.split_once('m').unwrap().1 };
        }
        plain
    }

    #[test]
    fn words_have_their_colors() {
        for (text, part) in [
            ("play r7", "\u{1b}[1mplay\u{1b}[0m \u{1b}[31mr7"),
            ("3: play w blue", "\u{1b}[34mblue"),
            ("top w:g # note", "\u{1b}[32mw:g"),
            ("top w:g # note", "\u{1b}[2m# note"),
            ("hand 1 \"red 7\"", "\u{1b}[31m\"red 7\""),
            ("local x = 'a'", "\u{1b}[35mlocal\u{1b}[0m x = \u{1b}[32m'a'"),
            ("x = 12 -- a", "\u{1b}[36m12\u{1b}[0m \u{1b}[2m-- a"),
        ] {
            let painted = shown(text, true);
            assert!(painted.contains(part), "{painted:?}");
            assert_eq!(plain(&painted), text);
            assert_eq!(shown(text, false), text);
        }
    }

    #[test]
    fn nothing_typed_steers_the_terminal() {
        let text = "play \u{1b}[2Jr7\u{7}\n3: x\u{9b}\n\ty = '\u{202e}'";
        let want = "play [2Jr7\n3: x\n\ty = ''";
        assert_eq!(shown(text, false), want);
        assert_eq!(plain(&shown(text, true)), want);
        let said = output("\u{1b}[1;31mred\u{1b}[0m \u{1b}[2J \u{1b} \u{9b}1m \n\tx");
        assert_eq!(said, "\u{1b}[1;31mred\u{1b}[0m \u{fffd}[2J \u{fffd} \u{fffd}1m \n\tx");
    }

    proptest::proptest! {
        #[test]
        fn painting_changes_no_text(text in "[a-z0-9:#. \"'\n=ä♥\\-\\[]{0,40}") {
            proptest::prop_assert_eq!(plain(&shown(&text, true)), text);
        }
    }
}
