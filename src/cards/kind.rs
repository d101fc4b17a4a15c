//! The small words of a deck: color, symbol, kind, and a set of kinds as one mask.

use serde::{Deserialize, Serialize};

/// A color of the deck, by its place in the deck's list. Black cards have none (R1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Color(pub u8);

/// A symbol of the deck (`7`, `skip`, `draw4` …), by its place in the deck's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Symbol(pub u8);

/// A kind of card, by its place in the deck's table. Equal kinds are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Kind(pub u8);

impl Kind {
    /// The place in the deck's table of kinds.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is printed on the cards of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardDef {
    /// `None` for a black card.
    pub color: Option<Color>,
    /// The symbol that must match (R6.1).
    pub symbol: Symbol,
    /// The figure of a number card (R1.2).
    pub number: Option<u8>,
    /// Points in a hand at the end of a round (R16).
    pub points: u16,
    /// Cards that its victim draws: 2 on a Draw Two, 4 on a Wild Draw Four, else 0.
    pub draws: u8,
    /// The shortest notation: `r7`, `gs`, `w4`.
    pub text: String,
}

/// A set of kinds: one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct KindSet(pub u128);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self(u128::MAX);

    /// The set of one kind.
    pub const fn one(kind: Kind) -> Self {
        Self(1 << kind.0)
    }
    /// Whether the kind is in the set.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }
    /// Whether there is no kind in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Adds a kind.
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind.0;
    }
    /// The kinds in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// The kinds in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// The kinds of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// How many kinds.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// The kinds, in the deck's order.
    pub const fn iter(self) -> Kinds {
        Kinds { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

/// The kinds of a set, in the deck's order. Most decks have no kind in the upper half.
#[derive(Clone, Debug)]
pub struct Kinds {
    low: u64,
    high: u64,
}

impl Iterator for Kinds {
    type Item = Kind;
    #[inline]
    fn next(&mut self) -> Option<Kind> {
        if self.low != 0 {
            let kind = Kind(self.low.trailing_zeros() as u8);
            self.low &= self.low - 1;
            return Some(kind);
        }
        if self.high == 0 {
            return None;
        }
        let kind = Kind(64 + self.high.trailing_zeros() as u8);
        self.high &= self.high - 1;
        Some(kind)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (self.low.count_ones() + self.high.count_ones()) as usize;
        (count, Some(count))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut set = Self::EMPTY;
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}
