//! A hand: how many of each kind, with the set of kinds at hand as a mask.

use super::{Deck, Kind, KindSet};
use crate::limits::{DECK_MAX, KINDS_MAX};
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
        let of = |kind| i64::from(deck.card(kind).points) * i64::from(self.count(kind));
        self.kinds.iter().map(of).sum()
    }
    /// Takes out every card.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Cards counted by kind, to lay them out in the deck's order: there are few kinds.
#[derive(Clone, Debug)]
pub struct CardCount {
    counts: [u8; KINDS_MAX],
    all: usize,
}

impl Default for CardCount {
    fn default() -> Self {
        Self { counts: [0; KINDS_MAX], all: 0 }
    }
}

impl CardCount {
    const AT_ONCE: usize = 4;
    /// Counts these cards as well.
    pub fn add(&mut self, cards: &[Kind]) {
        for card in cards {
            self.counts[card.index()] += 1;
        }
        self.all += cards.len();
    }
    /// Counts the cards of a hand as well.
    pub fn add_hand(&mut self, hand: &Hand) {
        for kind in hand.kinds.iter() {
            self.counts[kind.index()] += hand.counts[kind.index()];
        }
        self.all += hand.len();
    }
    /// Puts all of them on a pile, sorted.
    pub fn lay_out(&self, pile: &mut Vec<Kind>) {
        let mut cards = [Kind(0); DECK_MAX + Self::AT_ONCE];
        let mut len = 0;
        for (kind, count) in self.counts.iter().enumerate() {
            let (kind, count) = (Kind(kind as u8), *count as usize);
            // Written at once, the more of them again: few cards of a kind, nearly always.
            cards[len..len + Self::AT_ONCE].fill(kind);
            if count > Self::AT_ONCE {
                cards[len..len + count].fill(kind);
            }
            len += count;
            if len == self.all {
                break;
            }
        }
        pile.extend_from_slice(&cards[..len]);
    }
}

/// Whether cards lie in the deck's order.
pub fn are_sorted(cards: &[Kind]) -> bool {
    let pairs = cards.iter().zip(cards.iter().skip(1));
    pairs.fold(true, |sorted, (a, b)| sorted & (a.0 <= b.0))
}

/// Sorts cards.
pub fn sort_cards(cards: &mut Vec<Kind>) {
    let mut count = CardCount::default();
    count.add(cards);
    cards.clear();
    count.lay_out(cards);
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
        sort_cards(&mut Vec::new());
    }
}
