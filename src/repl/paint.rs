//! Colors of the terminal, or none. Letters say the same, so nothing is lost without.

use crate::cards::{Color, Deck, Kind};
use anstyle::{AnsiColor, Style};

/// Whether to paint.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Paint {
    /// It does.
    pub on: bool,
    /// Only ASCII characters are printed.
    pub ascii: bool,
}

/// A text in ASCII, for terminals and fonts that have nothing else.
pub fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // The mark of a line keeps its one column.
            '→' if out.is_empty() || out.ends_with('\n') => out.push('>'),
            '→' => out.push_str("->"),
            '…' => out.push_str("..."),
            '·' => out.push('|'),
            '»' => out.push('>'),
            '×' => out.push('x'),
            'µ' => out.push('u'),
            '–' | '—' => out.push('-'),
            '♥' => out.push('h'),
            '♦' => out.push('d'),
            '♣' => out.push('c'),
            '♠' => out.push('s'),
            c if c.is_ascii() => out.push(c),
            _ => out.push('?'),
        }
    }
    out
}

const RED: Style = AnsiColor::Red.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const BLUE: Style = AnsiColor::Blue.on_default();
const OTHERS: [Style; 5] = [
    AnsiColor::Magenta.on_default(),
    AnsiColor::Cyan.on_default(),
    AnsiColor::BrightRed.on_default(),
    AnsiColor::BrightGreen.on_default(),
    AnsiColor::BrightBlue.on_default(),
];
const KEYWORD: Style = AnsiColor::Magenta.on_default();
const TEXT: Style = AnsiColor::Green.on_default();
const NUMBER: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

impl Paint {
    fn with(self, style: Style, text: &str) -> String {
        if self.on && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.into() }
    }
    /// Important.
    pub fn bold(self, text: &str) -> String {
        self.with(BOLD, text)
    }
    /// Less important.
    pub fn dim(self, text: &str) -> String {
        self.with(DIM, text)
    }
    /// What makes texts less important.
    pub fn dim_with(self) -> impl Fn(&str) -> String {
        move |text| self.dim(text)
    }
    /// Wrong.
    pub fn error(self, text: &str) -> String {
        self.with(RED.bold(), text)
    }
    /// A word of Lua.
    pub fn keyword(self, text: &str) -> String {
        self.with(KEYWORD, text)
    }
    /// A text in Lua.
    pub fn quoted(self, text: &str) -> String {
        self.with(TEXT, text)
    }
    /// A number in Lua.
    pub fn number(self, text: &str) -> String {
        self.with(NUMBER, text)
    }
    /// A text in a color of the deck.
    pub fn color(self, deck: &Deck, color: Option<Color>, text: &str) -> String {
        let style = match color.map(|color| (color.0, deck.color_name(color))) {
            None => BOLD,
            Some((_, "red" | "hearts")) => RED,
            Some((_, "yellow" | "diamonds")) => YELLOW,
            Some((_, "green" | "clubs")) => GREEN,
            Some((_, "blue" | "spades")) => BLUE,
            Some((at, _)) => OTHERS[usize::from(at) % OTHERS.len()],
        };
        self.with(style, text)
    }
    /// A card.
    pub fn card(self, deck: &Deck, kind: Kind) -> String {
        self.color(deck, deck.card(kind).color, deck.card_text(kind))
    }
    /// Cards, one space between.
    pub fn cards(self, deck: &Deck, kinds: impl IntoIterator<Item = Kind>) -> String {
        kinds.into_iter().map(|kind| self.card(deck, kind)).collect::<Vec<_>>().join(" ")
    }
}
