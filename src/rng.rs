//! The one seeded generator. A stream is keyed by the game's seed and a name, so that one user of
//! randomness can never shift another's (decisions: keyed by name).

use blake3::hazmat::{ContextKey, HasherExt, hash_derive_key_context};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A stream of random numbers; part of the state, so undo and replay cover it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stream(Pcg64Mcg);

impl Stream {
    /// The stream of this name in the game of this seed.
    pub fn new(seed: u64, name: &str) -> Self {
        // What does not depend on seed and name is hashed once: streams are made for every round.
        static CONTEXT: LazyLock<ContextKey> =
            LazyLock::new(|| hash_derive_key_context("houserules 1 random stream"));
        let mut hasher = blake3::Hasher::new_from_context_key(&CONTEXT);
        hasher.update(&seed.to_le_bytes()).update(name.as_bytes());
        let mut key = [0; 16];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(Pcg64Mcg::from_seed(key))
    }
    /// A number from 0 to `n` − 1, all equally likely; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n < 2 { 0 } else { self.0.random_range(0..n) }
    }
    /// Shuffles in place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::Stream;

    /// A seed deals the same cards in every version: these are the values of the first one.
    #[test]
    fn streams_are_what_they_always_were() {
        let mut stream = Stream::new(7, "deal");
        let drawn: Vec<u32> = (0..6).map(|_| stream.below(1000)).collect();
        assert_eq!(drawn, [894, 722, 37, 485, 327, 291]);
    }

    #[test]
    fn streams_of_one_seed_differ_by_name_and_repeat() {
        let draw = |seed, name| {
            let mut stream = Stream::new(seed, name);
            (0..8).map(|_| stream.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1, "deal"), draw(1, "deal"));
        assert_ne!(draw(1, "deal"), draw(1, "rule:dig"));
        assert_ne!(draw(1, "deal"), draw(2, "deal"));
        assert_eq!(Stream::new(1, "deal").below(0), 0);
    }
}
