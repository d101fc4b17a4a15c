//! `uniform`: every legal action is equally likely.

use super::{Bot, View};
use crate::rng::Stream;
use crate::table::Action;

/// Chooses evenly among all legal actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Bot for Uniform {
    fn choose(&mut self, _: &View<'_>, actions: &[Action], random: &mut Stream) -> Action {
        actions[random.below(actions.len() as u32) as usize]
    }
}
