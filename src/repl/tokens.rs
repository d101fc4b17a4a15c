//! Takes Lua text apart into words and signs: for painting, and to tell where a block ends.

use crate::limits::SOURCE_MAX;
use crate::script::incomplete;

/// What a piece of Lua text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A word of the language.
    Keyword,
    /// Any other word.
    Name,
    /// A number.
    Number,
    /// A string, whole or not yet closed.
    Text,
    /// A comment.
    Comment,
    /// A sign, one character.
    Sign,
    /// Spaces and tabs.
    Space,
    /// The end of a line.
    Break,
}

/// A piece of Lua text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// As it is written.
    pub text: &'a str,
    /// Where it begins.
    pub start: usize,
}

/// The words of the language; `continue` and `type` are words only in their places.
pub const KEYWORDS: &[&str] = &[
    "and", "break", "continue", "do", "else", "elseif", "end", "false", "for", "function", "if",
    "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// The pieces of a text, in order; together they are the text.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

/// Takes a text apart.
pub const fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;
    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let (kind, length) = piece(rest, first);
        let token = Token { kind, text: &rest[..length], start: self.at };
        self.at += length;
        Some(token)
    }
}

/// How many bytes of the text have this property.
fn run(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

fn piece(rest: &str, first: char) -> (Kind, usize) {
    let wordy = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match first {
        '\n' => (Kind::Break, 1),
        c if c.is_whitespace() => (Kind::Space, run(rest, |c| c.is_whitespace() && c != '\n')),
        c if c.is_ascii_digit() => (Kind::Number, run(rest, |c| wordy(c) || c == '.')),
        c if wordy(c) => {
            let length = run(rest, wordy);
            let known = KEYWORDS.contains(&&rest[..length]);
            (if known { Kind::Keyword } else { Kind::Name }, length)
        }
        '-' if rest.starts_with("--") => {
            let long = long_bracket(&rest[2..]).map(|length| length + 2);
            (Kind::Comment, long.unwrap_or_else(|| run(rest, |c| c != '\n')))
        }
        '[' => match long_bracket(rest) {
            Some(length) => (Kind::Text, length),
            None => (Kind::Sign, 1),
        },
        '"' | '\'' | '`' => (Kind::Text, quoted(rest, first)),
        c => (Kind::Sign, c.len_utf8()),
    }
}

/// The length of `[[…]]` or `[=[…]=]`, up to the end of the text where it is not closed.
fn long_bracket(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('[')?;
    let level = run(inner, |c| c == '=');
    inner[level..].strip_prefix('[')?;
    let closing = format!("]{}]", "=".repeat(level));
    let found = rest[level + 2..].find(&closing);
    Some(found.map_or(rest.len(), |at| level + 2 + at + closing.len()))
}

/// The length of a quoted text, which ends with its line unless a backslash stands before that.
fn quoted(rest: &str, quote: char) -> usize {
    let mut skip = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if skip => skip = false,
            '\\' => skip = true,
            '\n' => return at,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Blocks up to so many lines are tried after each line.
const PATIENCE: usize = 64;

/// Where the Lua block at the beginning of a text ends: before the first line break at which it is
/// whole or beyond repair. Says as well whether it is neither up to the end of the text.
///
/// Trying after each line of a long block would cost the square of its length; past the first
/// lines it is tried only where its brackets and blocks are closed, and from time to time, for
/// the count of blocks is a guess.
pub fn block_end(text: &str) -> (usize, bool) {
    let (mut depth, mut lines) = (0, 0usize);
    let mut before = "";
    for token in tokens(text) {
        if token.kind == Kind::Break {
            lines += 1;
            let try_it = depth <= 0 || lines <= PATIENCE || lines.is_power_of_two();
            if token.start > SOURCE_MAX || (try_it && !incomplete(&text[..token.start])) {
                return (token.start, false);
            }
        }
        depth += opens(token, before);
        if !matches!(token.kind, Kind::Space | Kind::Break | Kind::Comment) {
            before = token.text;
        }
    }
    (text.len(), incomplete(text))
}

/// How many blocks or brackets a token opens.
fn opens(token: Token<'_>, before: &str) -> i32 {
    // After these an `if` is an expression, which has no `end`.
    const EXPRESSION: &[&str] = &[
        "=", "(", ",", "{", "[", "+", "-", "*", "/", "%", "^", "#", ".", "<", ">", "~", "return",
        "and", "or", "not",
    ];
    match (token.kind, token.text) {
        (Kind::Keyword, "if") if EXPRESSION.contains(&before) => 0,
        (Kind::Keyword, "function" | "do" | "repeat" | "if") => 1,
        (Kind::Sign, "(" | "[" | "{") => 1,
        (Kind::Keyword, "end" | "until") | (Kind::Sign, ")" | "]" | "}") => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_is_taken_apart() {
        let text = "for i = 1, 0x1F do x.y = 'a\\'b' .. [[c\nd]] --[=[ e ]] ]=] end -- f";
        let kinds: Vec<(Kind, &str)> = tokens(text)
            .filter(|token| !matches!(token.kind, Kind::Space | Kind::Sign | Kind::Name))
            .map(|token| (token.kind, token.text))
            .collect();
        let want = [
            (Kind::Keyword, "for"),
            (Kind::Number, "1"),
            (Kind::Number, "0x1F"),
            (Kind::Keyword, "do"),
            (Kind::Text, "'a\\'b'"),
            (Kind::Text, "[[c\nd]]"),
            (Kind::Comment, "--[=[ e ]] ]=]"),
            (Kind::Keyword, "end"),
            (Kind::Comment, "-- f"),
        ];
        assert_eq!(kinds, want);
    }

    #[test]
    fn a_block_ends_where_it_is_whole_or_wrong() {
        for (text, first) in [
            ("x = 1\ny = 2", "x = 1"),
            ("for i = 1, 2 do\n  f()\nend\ndraw", "for i = 1, 2 do\n  f()\nend"),
            ("x =\nif a then b else c\npass", "x =\nif a then b else c"),
            ("f([[a\nb]])\npass", "f([[a\nb]])"),
            ("for = do\nend", "for = do"),
            ("--[[\nx\n]]\npass", "--[[\nx\n]]"),
        ] {
            assert_eq!(block_end(text), (first.len(), false), "{text}");
        }
        for text in ["for i = 1, 2 do\n f()", "x = [[", "f(", "function f()\nif x then\nend"] {
            assert_eq!(block_end(text), (text.len(), true), "{text}");
        }
    }

    #[test]
    fn a_long_block_is_found_in_bearable_time() {
        let body = "  if x then f(function() return { [1] = 2 } end) end\n".repeat(4_000);
        let text = format!("for i = 1, 2 do\n{body}end");
        assert_eq!(block_end(&format!("{text}\npass")), (text.len(), false));
    }

    proptest! {
        #[test]
        fn pieces_are_the_whole(text in "[a-z0-9 \n\"'`\\[\\]=\\\\{}().ä-]{0,60}") {
            let pieces: String = tokens(&text).map(|token| token.text).collect();
            prop_assert_eq!(&pieces, &text);
            let (end, _) = block_end(&text);
            prop_assert!(text.is_char_boundary(end));
        }
    }
}
