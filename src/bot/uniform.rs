//! `uniform`: every legal action is equally likely.

use super::{Bot, View, any};
use crate::engine::Refusal;
use crate::rng::Stream;
use crate::table::Action;

/// Chooses evenly among all legal actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Bot for Uniform {
    fn choose(
        &mut self,
        _: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<usize, Refusal> {
        Ok(any(actions, random))
    }
    fn react(
        &mut self,
        _: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Option<usize>, Refusal> {
        Ok(Some(any(actions, random)))
    }
    fn reacts(&self) -> bool {
        true
    }
    fn forgets(&self) -> bool {
        false
    }
}
