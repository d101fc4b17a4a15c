//! The notation of cards: `r7 gs yr b+2 w w4`, a declared color after a colon (`w:b`).

use super::{Color, Deck, Kind};

/// A text that is no card of the deck.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CardError {
    /// Nothing is written like this.
    #[error("{text:?} is no card of this deck{}", in_brackets(.near))]
    NoCard {
        /// What was written.
        text: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// No color has this name.
    #[error("{text:?} is no color; the colors are {known}{}", in_brackets(.near))]
    NoColor {
        /// What was written.
        text: String,
        /// The colors of the deck.
        known: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// A color was declared for a card that has one.
    #[error("{0} has its own color; only a black card takes one after a colon")]
    HasColor(String),
}

fn in_brackets(near: &Option<String>) -> String {
    near.as_ref().map(|word| format!(" (did you mean {word}?)")).unwrap_or_default()
}

/// The word that is closest to `text`, if any is close enough to have been meant.
pub fn closest<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let near = words.into_iter().map(|word| (strsim::osa_distance(&text, word), word));
    let (distance, word) = near.min_by_key(|(distance, word)| (*distance, word.len()))?;
    let allowed = 1 + text.chars().count() / 4;
    (distance <= allowed && distance < text.chars().count().max(2)).then_some(word)
}

/// `; did you mean …?`, if something is close; else nothing.
pub fn meant<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    closest(text, words).map(|near| format!("; did you mean {near}?")).unwrap_or_default()
}

/// The same where another sentence follows: a full stop if nothing is close.
pub fn meant_then<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    closest(text, words).map_or_else(|| ".".into(), |near| format!("; did you mean {near}?"))
}

fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

impl Deck {
    /// Reads a card: `r7`, `W4`, `+4`, `red 7`, `red:roulette`.
    ///
    /// # Errors
    /// When no card of the deck is written like this; the error says what may have been meant.
    pub fn parse_card(&self, text: &str) -> Result<Kind, CardError> {
        let lower = text.trim().to_lowercase();
        self.by_text.get(&lower).copied().ok_or_else(|| CardError::NoCard {
            text: shown(text),
            near: closest(&lower, self.by_text.keys().map(String::as_str)).map(String::from),
        })
    }

    /// Reads a color: `r`, `red`.
    ///
    /// # Errors
    /// When the deck has no such color; `black` is none (R1.7).
    pub fn parse_color(&self, text: &str) -> Result<Color, CardError> {
        let lower = text.trim().to_lowercase();
        let at = self.colors.iter().position(|c| {
            c.name.eq_ignore_ascii_case(&lower) || c.letter.eq_ignore_ascii_case(&lower)
        });
        at.map(|i| Color(i as u8)).ok_or_else(|| {
            let names = || self.colors.iter().map(|c| c.name.as_str());
            CardError::NoColor {
                text: shown(text),
                known: names().collect::<Vec<_>>().join(" "),
                near: closest(&lower, names()).map(String::from),
            }
        })
    }

    /// Reads the top of a pile: a card, and for a black one its declared color (`w:b`).
    ///
    /// # Errors
    /// When the card or the color is unknown, or a colored card is given a color.
    pub fn parse_top(&self, text: &str) -> Result<(Kind, Option<Color>), CardError> {
        if let Ok(kind) = self.parse_card(text) {
            return Ok((kind, self.card(kind).color));
        }
        let Some((card, color)) = text.rsplit_once(':') else {
            return Err(self.parse_card(text).unwrap_err());
        };
        let kind = self.parse_card(card)?;
        if self.card(kind).color.is_some() {
            return Err(CardError::HasColor(self.card_text(kind).into()));
        }
        Ok((kind, Some(self.parse_color(color)?)))
    }

    /// The shortest notation of a card: `r7`.
    pub fn card_text(&self, kind: Kind) -> &str {
        &self.card(kind).text
    }

    /// The top of a pile as it is written: `r7`, `w:b`.
    pub fn top_text(&self, kind: Kind, color: Option<Color>) -> String {
        match color {
            Some(color) if self.card(kind).color.is_none() => {
                format!("{}:{}", self.card_text(kind), self.color_letter(color))
            }
            _ => self.card_text(kind).into(),
        }
    }

    /// Cards as they are written, one space between.
    pub fn cards_text(&self, cards: impl IntoIterator<Item = Kind>) -> String {
        cards.into_iter().map(|kind| self.card_text(kind)).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::{CardError, Deck, small_deck};

    #[test]
    fn every_card_is_read_as_it_is_written() {
        let deck = Deck::build(&small_deck()).unwrap();
        for kind in deck.kinds() {
            assert_eq!(deck.parse_card(&deck.card_text(kind).to_uppercase()), Ok(kind));
        }
        for (text, short) in
            [("red 7", "r7"), ("+4", "w4"), ("Wild Draw Four", "w4"), ("B+2", "b+2")]
        {
            assert_eq!(deck.card_text(deck.parse_card(text).unwrap()), short);
        }
    }

    #[test]
    fn a_declared_color_belongs_to_black_cards_only() {
        let deck = Deck::build(&small_deck()).unwrap();
        let (kind, color) = deck.parse_top("w:b").unwrap();
        assert_eq!(deck.top_text(kind, color), "w:b");
        assert!(matches!(deck.parse_top("r7:b"), Err(CardError::HasColor(_))));
        assert!(matches!(deck.parse_top("w:black"), Err(CardError::NoColor { .. })));
    }

    #[test]
    fn a_mistyped_card_is_guessed() {
        let deck = Deck::build(&small_deck()).unwrap();
        let error = deck.parse_card("red skp").unwrap_err().to_string();
        assert!(error.contains("did you mean red skip"), "{error}");
        assert!(deck.parse_card("zzzzzzzz").unwrap_err().to_string().ends_with("this deck"));
    }
}
