//! Reads a line: who acts, the words, and what each command expects of them.

use crate::cards::{CardError, Color, Deck, Kind};
use crate::engine::{Code, Refusal};
use crate::limits::LINE_MAX;
use crate::script::steers;
use crate::table::Seat;

/// A word of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word, without its quotes.
    pub text: String,
    /// Where it begins in the line.
    pub start: usize,
}

/// A line, taken apart.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// The seat before the colon.
    pub actor: Option<usize>,
    /// The words after it.
    pub words: Vec<Word>,
    /// The whole line.
    pub raw: String,
}

/// A refusal for a line that cannot be read.
pub fn bad(code: Code, text: impl Into<String>) -> Refusal {
    Refusal::new(code, text)
}

/// That a line, or a block of lines, can be taken at all.
///
/// # Errors
/// When a line is far too long, or holds a character that steers a terminal: what is typed is
/// shown again, in the history and in errors.
pub fn bearable(text: &str) -> Result<(), Refusal> {
    for line in text.split('\n') {
        if line.len() > LINE_MAX {
            let text = format!("a line of {} bytes; LINE_MAX is {LINE_MAX}", line.len());
            return Err(bad(Code::BadValue, text));
        }
    }
    let steering = |c: &char| !matches!(c, '\n' | '\r' | '\t') && steers(*c);
    match text.chars().find(steering) {
        None => Ok(()),
        Some(c) => {
            let text = format!("{c:?} steers a terminal and has no place in a line");
            Err(bad(Code::BadValue, text))
        }
    }
}

impl Line {
    /// Takes a line apart. `#` begins a comment where a word could begin.
    ///
    /// # Errors
    /// When a quote is not closed.
    pub fn read(raw: &str) -> Result<Self, Refusal> {
        let (actor, begin) = actor(raw);
        let mut words = Vec::new();
        let mut chars = raw.char_indices().skip_while(|(at, _)| *at < begin).peekable();
        while let Some((start, c)) = chars.next() {
            if c.is_whitespace() {
                continue;
            }
            if c == '#' {
                break;
            }
            let mut text = String::new();
            if c == '"' || c == '\'' {
                let mut closed = false;
                for (_, next) in chars.by_ref() {
                    if next == c {
                        closed = true;
                        break;
                    }
                    text.push(next);
                }
                if !closed {
                    let text = format!("the quote {c} before {text:?} is not closed");
                    return Err(bad(Code::BadValue, text));
                }
            } else {
                text.push(c);
                while let Some((_, next)) = chars.next_if(|(_, next)| !next.is_whitespace()) {
                    text.push(next);
                }
            }
            words.push(Word { text, start });
        }
        Ok(Self { actor, words, raw: raw.into() })
    }
    /// The first word, in lower case: the command's name.
    pub fn name(&self) -> String {
        self.words.first().map(|word| word.text.to_lowercase()).unwrap_or_default()
    }
}

/// The seat number before a colon, and where the rest begins.
pub fn actor(raw: &str) -> (Option<usize>, usize) {
    let trimmed = raw.trim_start();
    let lead = raw.len() - trimmed.len();
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    match trimmed[..digits].parse() {
        Ok(number) if trimmed[digits..].starts_with(':') => (Some(number), lead + digits + 1),
        _ => (None, 0),
    }
}

/// The seat of this number at a table of so many.
///
/// # Errors
/// When there is none.
pub fn seat_of(number: usize, seats: usize) -> Result<Seat, Refusal> {
    match Seat::from_number(number) {
        Some(seat) if number <= seats => Ok(seat),
        _ => {
            let text = format!("there is no seat {number}; this table has the seats 1 to {seats}");
            Err(bad(Code::BadSeat, text))
        }
    }
}

/// A card that cannot be read.
pub fn bad_card(error: &CardError) -> Refusal {
    let code =
        if matches!(error, CardError::NoCard { .. }) { Code::BadCard } else { Code::BadValue };
    bad(code, error.to_string())
}

/// The words of a command, read one after the other.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    /// The seat before the colon.
    pub actor: Option<Seat>,
    /// How many seats the table has.
    pub seats: usize,
    line: &'a Line,
    at: usize,
    usage: &'a str,
}

impl<'a> Args<'a> {
    /// The words after the command's name.
    pub fn new(line: &'a Line, usage: &'a str, actor: Option<Seat>, seats: usize) -> Self {
        Self { actor, seats, line, at: 1, usage }
    }
    /// The next word without reading it.
    pub fn peek(&self) -> Option<&'a str> {
        self.line.words.get(self.at).map(|word| word.text.as_str())
    }
    /// Whether there is no further word.
    pub fn is_done(&self) -> bool {
        self.at >= self.line.words.len()
    }
    /// The next word, if there is one.
    pub fn maybe(&mut self) -> Option<&'a str> {
        let word = self.peek();
        self.at += usize::from(word.is_some());
        word
    }
    /// Reads this word if it comes next.
    pub fn take(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.at += usize::from(there);
        there
    }
    /// The next word.
    ///
    /// # Errors
    /// When there is none; `what` says what was expected.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Refusal> {
        self.maybe().ok_or_else(|| self.wrong(Code::BadValue, what, None))
    }
    /// All further words.
    pub fn words(&mut self) -> Vec<&'a str> {
        let rest = self.line.words.get(self.at..).unwrap_or_default();
        self.at = self.line.words.len();
        rest.iter().map(|word| word.text.as_str()).collect()
    }
    /// The rest of the line as it was written.
    pub fn rest(&mut self) -> &'a str {
        let start = self.line.words.get(self.at).map_or(self.line.raw.len(), |word| word.start);
        self.at = self.line.words.len();
        self.line.raw[start..].trim_end()
    }
    /// That nothing is left.
    ///
    /// # Errors
    /// When something is.
    pub fn end(&self) -> Result<(), Refusal> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(self.wrong(Code::BadValue, "the end of the line", Some(word))),
        }
    }
    /// A refusal that says what was expected and what was found.
    pub fn wrong(&self, code: Code, expected: &str, found: Option<&str>) -> Refusal {
        let found = found.map_or("the line ends".into(), |word| format!("found {word:?}"));
        bad(code, format!("expected {expected}, {found}; usage: {}", self.usage))
    }
    /// A seat.
    ///
    /// # Errors
    /// When the next word is none.
    pub fn seat(&mut self) -> Result<Seat, Refusal> {
        let what = format!("a seat from 1 to {}", self.seats);
        let word = self.maybe().ok_or_else(|| self.wrong(Code::BadSeat, &what, None))?;
        let number = word.parse().map_err(|_| self.wrong(Code::BadSeat, &what, Some(word)))?;
        seat_of(number, self.seats)
    }
    /// All further words as seats.
    ///
    /// # Errors
    /// When one is none.
    pub fn all_seats(&mut self) -> Result<Vec<Seat>, Refusal> {
        let mut seats = Vec::new();
        while !self.is_done() {
            seats.push(self.seat()?);
        }
        Ok(seats)
    }
    /// A whole number.
    ///
    /// # Errors
    /// When the next word is none, or out of range.
    pub fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, Refusal> {
        let word = self.word(what)?;
        word.parse().map_err(|_| self.wrong(Code::BadValue, what, Some(word)))
    }
    /// A card.
    ///
    /// # Errors
    /// When the next word is none of the deck.
    pub fn card(&mut self, deck: &Deck) -> Result<Kind, Refusal> {
        let word = self.maybe().ok_or_else(|| self.wrong(Code::BadCard, "a card", None))?;
        deck.parse_card(word).map_err(|error| bad_card(&error))
    }
    /// All further words as cards.
    ///
    /// # Errors
    /// When one is none of the deck.
    pub fn cards(&mut self, deck: &Deck) -> Result<Vec<Kind>, Refusal> {
        let mut cards = Vec::new();
        while !self.is_done() {
            cards.push(self.card(deck)?);
        }
        Ok(cards)
    }
    /// A top card with its color.
    ///
    /// # Errors
    /// When the next word is none.
    pub fn top(&mut self, deck: &Deck) -> Result<(Kind, Option<Color>), Refusal> {
        let word = self.maybe().ok_or_else(|| self.wrong(Code::BadCard, "a card", None))?;
        deck.parse_top(word).map_err(|error| bad_card(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_taken_apart() {
        let line = Line::read("  3: play \"red 7\" blue # not w").unwrap();
        let words: Vec<&str> = line.words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!((line.actor, words), (Some(3), vec!["play", "red 7", "blue"]));
        assert_eq!(Line::read("# only this").unwrap().words, vec![]);
        assert_eq!(Line::read("3:pass").unwrap().name(), "pass");
        assert!(Line::read("play \"red").unwrap_err().text.contains("not closed"));
    }

    #[test]
    fn a_line_has_bounds() {
        for text in ["", "play r7", "\tplay r7\r", "x = 'ä ♥'\nprint(x)"] {
            assert_eq!(bearable(text), Ok(()), "{text}");
        }
        let long = bearable(&"x".repeat(LINE_MAX + 1)).unwrap_err().text;
        assert!(long.contains("LINE_MAX"), "{long}");
        for text in ["\u{1b}[2J", "names \u{7}", "\u{9b}31m", "\u{202e}x", "\0", "\u{7f}"] {
            let refused = bearable(text).unwrap_err();
            assert!(refused.text.is_ascii() && !refused.text.contains('\u{1b}'), "{refused}");
        }
        assert!(bearable(&format!("{}\n", "x".repeat(LINE_MAX)).repeat(3)).is_ok());
    }

    #[test]
    fn the_rest_is_kept_as_written() {
        let line = Line::read("refuse 1: play \"red 7\" code not_due").unwrap();
        let mut args = Args::new(&line, "refuse COMMAND", None, 4);
        assert_eq!(args.rest(), "1: play \"red 7\" code not_due");
        assert!(args.end().is_ok());
    }

    #[test]
    fn errors_say_what_was_expected_and_found() {
        let line = Line::read("hand ann r7").unwrap();
        let mut args = Args::new(&line, "hand SEAT CARD…", None, 4);
        let error = args.seat().unwrap_err();
        assert_eq!(error.code, Code::BadSeat);
        let want = "expected a seat from 1 to 4, found \"ann\"; usage: hand SEAT CARD…";
        assert_eq!(error.text, want);
        assert_eq!(seat_of(9, 4).unwrap_err().code, Code::BadSeat);
    }
}
