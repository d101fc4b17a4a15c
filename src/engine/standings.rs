//! The order of the seats in a match, as things stand.

use super::definition::Format;
use super::table_match::Match;
use crate::table::{Seat, Standing};

/// A seat in the standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// Its rank, from 1; seats that are level share it.
    pub rank: usize,
    /// Which seat.
    pub seat: Seat,
    /// Its points of the match.
    pub total: i64,
}

/// What decides between two seats: less is better, the first difference counts.
type Key = [i64; 4];

impl Match {
    /// Every seat, best first: by points, where points are made, by the sum of the places of the
    /// rounds in play for places. Who has dropped out stands after those who have not, the later
    /// the better. Who was removed from the table is last.
    pub fn standings(&self) -> Vec<Ranked> {
        let mut keyed: Vec<(Key, Seat)> =
            self.state.all().map(|seat| (self.key(seat), seat)).collect();
        keyed.sort_unstable();
        let mut ranked: Vec<Ranked> = Vec::with_capacity(keyed.len());
        for (at, (key, seat)) in keyed.iter().enumerate() {
            let level = at > 0 && keyed[at - 1].0 == *key;
            let rank = if level { ranked[at - 1].rank } else { at + 1 };
            ranked.push(Ranked { rank, seat: *seat, total: self.state.place(*seat).total });
        }
        ranked
    }

    fn key(&self, seat: Seat) -> Key {
        let place = self.state.place(seat);
        let left = i64::from(place.standing == Standing::Gone && place.dropped == 0);
        let dropped = match place.dropped {
            0 => 0,
            // Who dropped out in the last round is better than who did before.
            round => i64::from(u32::MAX - round),
        };
        let by_points = match self.game.policy.format {
            Format::WinnerAll | Format::Script => -place.total,
            Format::OwnHand | Format::Places => place.total,
        };
        // While a round is played only who is out has a place: what others hold is hidden.
        let now = match (self.game.policy.format, place.standing) {
            (Format::Places, Standing::Out(at)) if self.state.over.is_none() => i64::from(at),
            (Format::Places, _) if self.state.over.is_none() => i64::from(u8::MAX),
            _ => 0,
        };
        [left, dropped, by_points, now]
    }

    /// The seats in the order of play for places: as they went out, then by fewest cards, fewest
    /// points in them, and the order of the seats (A9). Who was removed from the table is last.
    pub fn round_order(&self) -> Vec<Seat> {
        let key = |seat: &Seat| {
            let place = self.state.place(*seat);
            let out = match place.standing {
                Standing::Out(at) => i64::from(at),
                _ => i64::from(u8::MAX),
            };
            let points = |card| i64::from(self.game.deck.card(card).points);
            let held: i64 = place.hand.cards().map(points).sum();
            (place.standing == Standing::Gone, out, place.hand.len(), held)
        };
        let mut seats: Vec<Seat> = self.state.all().collect();
        seats.sort_by_key(key);
        seats
    }
}
