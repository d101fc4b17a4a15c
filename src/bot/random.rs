//! `random`: plays as the reference loops in benches/limit do. Every playable card at hand is
//! equally likely, each copy for itself; it draws only with nothing playable, plays a drawn card
//! with probability one half, answers evenly, and never calls, catches or jumps in.

use super::{Bot, View};
use crate::engine::Refusal;
use crate::rng::Stream;
use crate::table::Action;

/// Plays a random card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Bot for Random {
    fn choose(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<usize, Refusal> {
        if matches!(actions[0], Action::Answer(_)) {
            return Ok(super::any(actions, random));
        }
        let hand = view.hand();
        let copies = |action: &Action| match action {
            Action::Play { card, call: false } => u32::from(hand.count(*card)),
            _ => 0,
        };
        let all: u32 = actions.iter().map(copies).sum();
        if all == 0 || (view.has_drawn() && random.below(2) == 0) {
            // With nothing to play: draw, pass, take, in this order, as they are listed.
            let idle = |a: &Action| matches!(a, Action::Draw | Action::Pass | Action::Take);
            return Ok(actions.iter().position(idle).unwrap_or(0));
        }
        let at = random.below(all);
        let mut before = 0;
        let chosen = actions.iter().position(|action| {
            before += copies(action);
            at < before
        });
        Ok(chosen.unwrap_or(0))
    }
}
