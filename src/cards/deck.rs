//! A deck: its colors, symbols and kinds, how many of each, and look-up tables for the engine.

use super::{CardDef, Color, Kind, KindSet, Symbol};
use crate::limits::{COLORS_MAX, DECK_MAX, KINDS_MAX};
use std::collections::BTreeMap;

/// A color as a game file writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColorSpec {
    /// The long name: `red`.
    pub name: String,
    /// The letter of the notation: `r`.
    pub letter: String,
}

/// Cards as a game file or a rule's `cards` writes them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CardSpec {
    /// The symbol's name: `7`, `skip`, `draw4`.
    pub symbol: String,
    /// The symbol's notation (`s`, `+2`); none: cards are written `red:symbol`.
    pub short: Option<String>,
    /// Other notations that are understood.
    pub also: Vec<String>,
    /// Empty: a black card. Otherwise the colors it is printed in, by name; the one word `each`
    /// stands for every color of the deck.
    pub colors: Vec<String>,
    /// How many of each.
    pub count: u8,
    /// The figure of a number card.
    pub number: Option<u8>,
    /// Points in a hand.
    pub points: u16,
    /// Cards its victim draws.
    pub draws: u8,
    /// Numbers that an option of a rule gives: which, and `RULE.OPTION`.
    pub from_options: Vec<(CardNumber, String)>,
}

/// A number of a card that an option may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardNumber {
    /// How many of each.
    Count,
    /// Points in a hand.
    Points,
    /// Cards its victim draws.
    Draws,
}

impl CardSpec {
    /// Sets a number that an option gives.
    pub fn set(&mut self, which: CardNumber, value: i64) {
        match which {
            CardNumber::Count => self.count = u8::try_from(value).unwrap_or(u8::MAX),
            CardNumber::Points => self.points = u16::try_from(value).unwrap_or(u16::MAX),
            CardNumber::Draws => self.draws = u8::try_from(value).unwrap_or(u8::MAX),
        }
    }
}

/// A deck as a game file writes it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DeckSpec {
    /// The colors, in order.
    pub colors: Vec<ColorSpec>,
    /// The cards, in order; entries of one symbol belong together.
    pub cards: Vec<CardSpec>,
    /// Ordinary cards are written rank first: `10h`.
    pub suit_last: bool,
}

/// A deck, ready to play with. Kinds are sorted by color, black last, then by symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    pub(super) colors: Vec<ColorSpec>,
    pub(super) symbols: Vec<String>,
    kinds: Vec<CardDef>,
    counts: Vec<u8>,
    /// Every card, sorted.
    cards: Vec<Kind>,
    of_color: Vec<KindSet>,
    of_symbol: Vec<KindSet>,
    black: KindSet,
    /// Every understood notation, in lower case.
    pub(super) by_text: BTreeMap<String, Kind>,
}

/// Why a deck cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeckError {
    /// Too much of something.
    #[error("the deck has {found} {what}; at most {most} are allowed")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// No card at all.
    #[error("the deck has no cards")]
    Empty,
    /// A card in a color that the deck does not have.
    #[error("symbol {symbol}: the deck has no color {color}; its colors are {known}")]
    NoColor {
        /// The card's symbol.
        symbol: String,
        /// The unknown color.
        color: String,
        /// The known ones.
        known: String,
    },
    /// Two kinds that would be written alike.
    #[error("two kinds of card are both written {0}; give one of them another `short`")]
    SameText(String),
    /// A name that the notation cannot hold.
    #[error("{0:?} is no name for a color or symbol: use letters, digits, + - _ and no space")]
    BadName(String),
}

fn good_name(name: &str) -> Result<(), DeckError> {
    let fine = |c: char| c.is_ascii_alphanumeric() || "+-_".contains(c);
    if name.is_empty() || name.len() > 24 || !name.chars().all(fine) {
        return Err(DeckError::BadName(name.chars().take(24).collect()));
    }
    Ok(())
}

fn at_most(what: &'static str, found: usize, most: usize) -> Result<(), DeckError> {
    if found > most { Err(DeckError::TooMany { what, found, most }) } else { Ok(()) }
}

impl Deck {
    /// Builds a deck.
    ///
    /// # Errors
    /// When there is no card, too many of something, an unknown color, or two kinds that would be
    /// written alike.
    pub fn build(spec: &DeckSpec) -> Result<Self, DeckError> {
        at_most("colors", spec.colors.len(), COLORS_MAX)?;
        let mut symbols: Vec<String> = Vec::new();
        for card in &spec.cards {
            good_name(&card.symbol)?;
            if !symbols.contains(&card.symbol) {
                symbols.push(card.symbol.clone());
            }
        }
        for color in &spec.colors {
            good_name(&color.name)?;
            good_name(&color.letter)?;
        }
        let mut found: Vec<(Option<Color>, Symbol, &CardSpec, u8)> = Vec::new();
        for card in &spec.cards {
            let symbol = Symbol(symbols.iter().position(|s| *s == card.symbol).unwrap_or(0) as u8);
            for color in Self::colors_of(spec, card)? {
                match found.iter_mut().find(|f| f.0 == color && f.1 == symbol) {
                    Some(same) => same.3 = same.3.saturating_add(card.count),
                    None => found.push((color, symbol, card, card.count)),
                }
            }
        }
        found.retain(|f| f.3 > 0);
        // Black (no color) sorts last.
        found.sort_by_key(|f| (f.0.map_or(u8::MAX, |c| c.0), f.1));
        at_most("kinds of card", found.len(), KINDS_MAX)?;
        let size = found.iter().map(|f| f.3 as usize).sum();
        at_most("cards", size, DECK_MAX)?;
        if found.is_empty() {
            return Err(DeckError::Empty);
        }
        let mut deck = Self {
            colors: spec.colors.clone(),
            of_color: vec![KindSet::EMPTY; spec.colors.len()],
            of_symbol: vec![KindSet::EMPTY; symbols.len()],
            symbols,
            kinds: Vec::new(),
            counts: Vec::new(),
            cards: Vec::with_capacity(size),
            black: KindSet::EMPTY,
            by_text: BTreeMap::new(),
        };
        for (color, symbol, card, count) in found {
            deck.push(color, symbol, card, count, spec.suit_last)?;
        }
        Ok(deck)
    }

    fn colors_of(spec: &DeckSpec, card: &CardSpec) -> Result<Vec<Option<Color>>, DeckError> {
        if card.colors.is_empty() {
            return Ok(vec![None]);
        }
        if card.colors == ["each"] {
            return Ok((0..spec.colors.len()).map(|i| Some(Color(i as u8))).collect());
        }
        let place = |name: &String| {
            let at = spec.colors.iter().position(|c| c.name == *name || c.letter == *name);
            at.map(|i| Some(Color(i as u8))).ok_or_else(|| DeckError::NoColor {
                symbol: card.symbol.clone(),
                color: name.clone(),
                known: spec.colors.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(" "),
            })
        };
        card.colors.iter().map(place).collect()
    }

    fn push(
        &mut self,
        color: Option<Color>,
        symbol: Symbol,
        card: &CardSpec,
        count: u8,
        suit_last: bool,
    ) -> Result<(), DeckError> {
        let kind = Kind(self.kinds.len() as u8);
        let texts = self.texts(color, card, suit_last);
        for text in &texts {
            if self.by_text.insert(text.clone(), kind).is_some_and(|other| other != kind) {
                return Err(DeckError::SameText(text.clone()));
            }
        }
        match color {
            Some(color) => self.of_color[color.0 as usize].insert(kind),
            None => self.black.insert(kind),
        }
        self.of_symbol[symbol.0 as usize].insert(kind);
        self.counts.push(count);
        self.cards.extend(std::iter::repeat_n(kind, count.into()));
        let text = texts.into_iter().next().unwrap_or_default();
        let CardSpec { number, points, draws, .. } = *card;
        self.kinds.push(CardDef { color, symbol, number, points, draws, text });
        Ok(())
    }

    /// Every way to write a card; the first is the way it is printed.
    fn texts(&self, color: Option<Color>, card: &CardSpec, suit_last: bool) -> Vec<String> {
        let mut texts = Vec::new();
        let words = || card.short.iter().chain(&card.also).chain(std::iter::once(&card.symbol));
        match color.map(|c| &self.colors[c.0 as usize]) {
            Some(ColorSpec { name, letter }) => {
                for word in card.short.iter().chain(&card.also) {
                    texts.push(if suit_last {
                        format!("{word}{letter}")
                    } else {
                        format!("{letter}{word}")
                    });
                }
                texts.push(format!("{name}:{}", card.symbol));
                for word in words() {
                    texts.push(format!("{name} {word}"));
                }
                texts.push(format!("{name} {}", card.symbol.replace('_', " ")));
            }
            None => {
                texts.extend(card.short.clone());
                texts.push(format!("black:{}", card.symbol));
                texts.extend(words().cloned());
                texts.push(card.symbol.replace('_', " "));
            }
        }
        for text in &mut texts {
            *text = text.to_lowercase();
        }
        texts
    }

    /// What is printed on this kind.
    ///
    /// # Panics
    /// When the kind is of another deck.
    pub fn card(&self, kind: Kind) -> &CardDef {
        &self.kinds[kind.index()]
    }
    /// Whether the kind is one of this deck's.
    pub fn knows(&self, kind: Kind) -> bool {
        kind.index() < self.kinds.len()
    }
    /// Every kind, in order.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + use<> {
        (0..self.kinds.len() as u8).map(Kind)
    }
    /// How many cards of this kind the deck has.
    pub fn count(&self, kind: Kind) -> u8 {
        self.counts[kind.index()]
    }
    /// All cards, sorted.
    pub fn cards(&self) -> impl Iterator<Item = Kind> + '_ {
        self.cards.iter().copied()
    }
    /// The same, as they lie before they are shuffled.
    pub fn sorted(&self) -> &[Kind] {
        &self.cards
    }
    /// How many cards there are (R1.6).
    pub const fn size(&self) -> usize {
        self.cards.len()
    }
    /// Every color, in order.
    pub fn colors(&self) -> impl ExactSizeIterator<Item = Color> + use<> {
        (0..self.colors.len() as u8).map(Color)
    }
    /// The name of a color: `red`.
    pub fn color_name(&self, color: Color) -> &str {
        &self.colors[color.0 as usize].name
    }
    /// The letter of a color: `r`.
    pub fn color_letter(&self, color: Color) -> &str {
        &self.colors[color.0 as usize].letter
    }
    /// The names of all symbols, in order.
    pub fn symbols(&self) -> &[String] {
        &self.symbols
    }
    /// The name of a symbol: `draw4`.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize]
    }
    /// The symbol of this name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.iter().position(|s| s == name).map(|i| Symbol(i as u8))
    }
    /// The kinds of a color.
    pub fn of_color(&self, color: Color) -> KindSet {
        self.of_color[color.0 as usize]
    }
    /// The kinds with a symbol.
    pub fn of_symbol(&self, symbol: Symbol) -> KindSet {
        self.of_symbol[symbol.0 as usize]
    }
    /// The black kinds.
    pub const fn black(&self) -> KindSet {
        self.black
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The 108 cards of R1.6, for tests of the lower floors; games take theirs from their files.
    pub(crate) fn small_deck() -> DeckSpec {
        let colors = ["red", "yellow", "green", "blue"];
        let each = || colors.map(String::from).to_vec();
        let card = |symbol: &str, short: &str, count, points| CardSpec {
            symbol: symbol.into(),
            short: Some(short.into()),
            count,
            points,
            ..CardSpec::default()
        };
        let mut cards = Vec::new();
        for n in 0..10u8 {
            let text = n.to_string();
            let count = if n == 0 { 1 } else { 2 };
            cards.push(CardSpec {
                number: Some(n),
                colors: each(),
                ..card(&text, &text, count, u16::from(n))
            });
        }
        cards.push(CardSpec { colors: each(), ..card("skip", "s", 2, 20) });
        cards.push(CardSpec { colors: each(), ..card("reverse", "r", 2, 20) });
        cards.push(CardSpec { colors: each(), draws: 2, ..card("draw2", "+2", 2, 20) });
        cards.push(card("wild", "w", 4, 50));
        let also = vec!["+4".into(), "wild draw four".into()];
        cards.push(CardSpec { draws: 4, also, ..card("draw4", "w4", 4, 50) });
        let color = |name: &str| ColorSpec { name: name.into(), letter: name[..1].to_string() };
        DeckSpec { colors: colors.map(color).to_vec(), cards, suit_last: false }
    }

    /// R1.11: 76 number, 24 action and 8 black cards, 1240 points.
    #[test]
    fn r1_11_the_printed_checks() {
        let deck = Deck::build(&small_deck()).unwrap();
        assert_eq!(deck.size(), 108);
        assert_eq!(deck.cards().filter(|k| deck.card(*k).number.is_some()).count(), 76);
        assert_eq!(deck.cards().filter(|k| deck.black().has(*k)).count(), 8);
        assert_eq!(deck.cards().map(|k| u32::from(deck.card(k).points)).sum::<u32>(), 1240);
    }

    #[test]
    fn a_deck_says_what_is_wrong_with_it() {
        let mut spec = small_deck();
        spec.cards[3].colors = vec!["pink".into()];
        let error = Deck::build(&spec).unwrap_err().to_string();
        assert!(error.contains("no color pink") && error.contains("red yellow"), "{error}");
        assert_eq!(Deck::build(&DeckSpec::default()), Err(DeckError::Empty));
    }
}
