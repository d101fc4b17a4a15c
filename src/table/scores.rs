//! The points of the rounds of a match: a list that only grows, and is cheap to copy however long
//! it is.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::rc::Rc;

/// Numbers beyond which the new ones become a block.
const NEW_MAX: usize = 64;

/// One number after the other: for each round, one for each seat.
#[derive(Default, Debug)]
pub struct Scores {
    /// Shared by all copies: blocks, each longer than the one after it, so that there are few and a
    /// number is seldom moved.
    old: Vec<Rc<Vec<i64>>>,
    new: Vec<i64>,
}

impl Scores {
    /// The numbers, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = i64> {
        self.old.iter().flat_map(|block| block.iter()).chain(&self.new).copied()
    }
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.old.iter().map(|block| block.len()).sum::<usize>() + self.new.len()
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
        if self.new.len() <= NEW_MAX {
            return;
        }
        let mut block = std::mem::take(&mut self.new);
        while let Some(before) = self.old.pop_if(|before| before.len() <= block.len()) {
            block = before.iter().chain(&block).copied().collect();
        }
        self.old.push(Rc::new(block));
    }
}

/// Memory of before is used again.
impl Clone for Scores {
    fn clone(&self) -> Self {
        Self { old: self.old.clone(), new: self.new.clone() }
    }
    fn clone_from(&mut self, from: &Self) {
        self.old.clone_from(&from.old);
        self.new.clone_from(&from.new);
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
        let mut numbers = to.serialize_seq(Some(self.len()))?;
        self.iter().try_for_each(|number| numbers.serialize_element(&number))?;
        numbers.end()
    }
}

impl<'de> Deserialize<'de> for Scores {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self { old: vec![Rc::new(Vec::deserialize(from)?)], new: Vec::new() })
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
        // Some formats want the length first.
        let numbers: Vec<i64> = scores.iter().collect();
        let bytes = postcard::to_stdvec(&scores).unwrap();
        assert_eq!(bytes, postcard::to_stdvec(&numbers).unwrap());
        let text = serde_json::to_string(&scores).unwrap();
        assert!(text.starts_with("[0,0,7,1,0,7,"), "{text}");
        assert_eq!(serde_json::from_str::<Scores>(&text).unwrap(), scores);
    }

    /// However long a match is, a copy is short and a number is moved but a few times.
    #[test]
    fn it_does_not_mind_how_long_a_match_is() {
        let mut scores = Scores::default();
        let mut moved = 0;
        for round in 0..20_000 {
            let before: Vec<usize> = scores.old.iter().map(|block| block.len()).collect();
            scores.extend([round, 1, 2, 3]);
            let same = scores.old.iter().zip(&before).filter(|(now, was)| now.len() == **was);
            moved += scores.old.iter().skip(same.count()).map(|block| block.len()).sum::<usize>();
            assert!(scores.old.len() < 20 && scores.new.len() <= NEW_MAX);
        }
        assert_eq!(scores.len(), 80_000);
        assert!(scores.iter().step_by(4).eq(0..20_000));
        assert!(moved < 80_000 * 12, "{moved}");
    }
}
