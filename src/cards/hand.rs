//! A hand: how many of each kind, with the set of kinds at hand as a mask.

use super::{Deck, Kind, KindSet};
use crate::limits::KINDS_MAX;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The cards that a seat holds. A multiset: the order of arrival carries no meaning (R4.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    counts: [u8; KINDS_MAX],
    kinds: KindSet,
    len: u16,
}

impl Default for Hand {
    fn default() -> Self {
        Self { counts: [0; KINDS_MAX], kinds: KindSet::EMPTY, len: 0 }
    }
}

impl Hand {
    /// Cards in the hand.
    pub const fn len(&self) -> usize {
        self.len as usize
    }
    /// Whether the hand holds no card.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The kinds at hand.
    pub const fn kinds(&self) -> KindSet {
        self.kinds
    }
    /// How many cards of this kind.
    pub const fn count(&self, kind: Kind) -> u8 {
        self.counts[kind.index()]
    }
    /// Takes a card in.
    pub const fn add(&mut self, kind: Kind) {
        self.counts[kind.index()] += 1;
        self.kinds.insert(kind);
        self.len += 1;
    }
    /// Gives a card away; false when there was none.
    #[must_use]
    pub const fn remove(&mut self, kind: Kind) -> bool {
        let count = &mut self.counts[kind.index()];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        if *count == 0 {
            self.kinds = self.kinds.without(KindSet::one(kind));
        }
        self.len -= 1;
        true
    }
    /// Every card, sorted by the deck's order, equal cards one after the other.
    pub fn cards(&self) -> impl Iterator<Item = Kind> + '_ {
        self.kinds.iter().flat_map(|kind| std::iter::repeat_n(kind, self.count(kind) as usize))
    }
    /// The points of the cards (R16).
    pub fn points(&self, deck: &Deck) -> i64 {
        self.cards().map(|kind| i64::from(deck.card(kind).points)).sum()
    }
    /// Takes out every card.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Sorts cards by counting them: there are few kinds.
pub fn sort_cards(cards: &mut [Kind]) {
    let mut counts = [0_usize; KINDS_MAX];
    for card in cards.iter() {
        counts[card.index()] += 1;
    }
    let mut rest = cards;
    for (kind, count) in counts.iter().enumerate() {
        let (these, others) = rest.split_at_mut(*count);
        these.fill(Kind(kind as u8));
        rest = others;
    }
}

impl FromIterator<Kind> for Hand {
    fn from_iter<I: IntoIterator<Item = Kind>>(cards: I) -> Self {
        let mut hand = Self::default();
        cards.into_iter().for_each(|kind| hand.add(kind));
        hand
    }
}

/// Stored as its sorted cards, so that equal hands have equal bytes.
impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards().map(|kind| kind.0).collect::<Vec<u8>>())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<u8>::deserialize(deserializer)?;
        if cards.len() > crate::limits::DECK_MAX || cards.iter().any(|k| *k as usize >= KINDS_MAX) {
            return Err(serde::de::Error::custom(
                "a hand with more cards or kinds than a deck has",
            ));
        }
        Ok(cards.into_iter().map(Kind).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_sorts_as_comparing_does() {
        let mut cards: Vec<Kind> = (0..250_u32).map(|n| Kind((n * 89 % 127) as u8)).collect();
        let mut sorted = cards.clone();
        sorted.sort_unstable();
        sort_cards(&mut cards);
        assert_eq!(cards, sorted);
        sort_cards(&mut []);
    }
}
