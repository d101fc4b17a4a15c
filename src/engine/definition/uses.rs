//! How often a hook was asked and what came of it: figures for the simulator, never for the game.

use std::cell::Cell;

/// Counts of one hook of one rule. They count up while the definition is used and have no
/// influence on any game, so they are no part of what the definition is.
#[derive(Clone, Default, Debug)]
pub struct Uses(Cell<[u64; 3]>);

impl Uses {
    /// It was asked; it said or did something (`answered`), and that made a difference.
    pub(in crate::engine) fn add(&self, answered: bool, changed: bool) {
        let [a, b, c] = self.0.get();
        self.0.set([a + 1, b + u64::from(answered), c + u64::from(changed)]);
    }
    /// Times asked, answered, and changed something.
    pub const fn get(&self) -> [u64; 3] {
        self.0.get()
    }
    /// As they were.
    pub fn put(&self, counts: [u64; 3]) {
        self.0.set(counts);
    }
    /// Begins anew.
    pub fn clear(&self) {
        self.0.set([0; 3]);
    }
}
