//! The points of the rounds of a match: a list that only grows, and is cheap to copy however long
//! it is.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::rc::Rc;

/// Numbers beyond which the new ones are put to the old ones.
const NEW_MAX: usize = 64;

/// One number after the other: for each round, one for each seat.
#[derive(Clone, Default, Debug)]
pub struct Scores {
    /// Shared by all copies.
    old: Rc<Vec<i64>>,
    new: Vec<i64>,
}

impl Scores {
    /// The numbers, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = i64> {
        self.old.iter().chain(&self.new).copied()
    }
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.old.len() + self.new.len()
    }
    /// Whether no round is over.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The rounds, at so many seats.
    pub fn rounds(&self, seats: usize) -> Vec<Vec<i64>> {
        let all: Vec<i64> = self.iter().collect();
        all.chunks(seats.max(1)).map(<[i64]>::to_vec).collect()
    }
    /// Puts the points of a round to it.
    pub(crate) fn extend(&mut self, round: impl IntoIterator<Item = i64>) {
        self.new.extend(round);
        if self.new.len() > NEW_MAX {
            let mut all = Vec::with_capacity(self.len() + self.old.len() / 2);
            all.extend(self.iter());
            *self = Self { old: Rc::new(all), new: Vec::new() };
        }
    }
}

/// Where they lie makes no difference.
impl PartialEq for Scores {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}
impl Eq for Scores {}

impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Scores {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self { old: Rc::new(Vec::deserialize(from)?), new: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_list() {
        let mut scores = Scores::default();
        for round in 0..100 {
            assert_eq!(scores.len(), 3 * round);
            scores.extend([round as i64, 0, 7]);
        }
        assert_eq!(scores.iter().step_by(3).sum::<i64>(), 99 * 50);
        assert_eq!(scores.rounds(3)[98], [98, 0, 7]);
        let text = serde_json::to_string(&scores).unwrap();
        assert!(text.starts_with("[0,0,7,1,0,7,"), "{text}");
        assert_eq!(serde_json::from_str::<Scores>(&text).unwrap(), scores);
    }
}
