//! Seats, sets of seats, and the direction of play.

use crate::limits::SEATS_MAX;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A place at the table. Stored from 0; people and scripts see it from 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
pub struct Seat(pub u8);

impl Seat {
    /// The number that people see: 1, 2, 3 …
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
    /// The seat that people call by this number, if there could be one.
    pub const fn from_number(number: usize) -> Option<Self> {
        if number >= 1 && number <= SEATS_MAX { Some(Self((number - 1) as u8)) } else { None }
    }
    /// The place in a list of seats.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A set of seats: one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SeatSet(pub u16);

impl SeatSet {
    /// Whether the seat is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }
    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }
    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }
    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many seats.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// The seats, in the table's order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let seat = Seat(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::default();
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

/// The direction of play (R2.2).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Direction {
    /// Clockwise: towards the left neighbour, 1 → 2 → 3.
    #[default]
    Cw,
    /// Counter-clockwise.
    Ccw,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Cw => Self::Ccw,
            Self::Ccw => Self::Cw,
        }
    }
    /// `cw`, `ccw`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Cw => "cw",
            Self::Ccw => "ccw",
        }
    }
}
