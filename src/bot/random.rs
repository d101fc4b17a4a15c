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
    ) -> Result<Action, Refusal> {
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
            // With nothing to play: draw, pass, take, in this order; else the first there is.
            let wanted = [Action::Draw, Action::Pass, Action::Take];
            let found = wanted.into_iter().find(|wanted| actions.contains(wanted));
            return Ok(found.unwrap_or(actions[0]));
        }
        let mut at = random.below(all);
        for action in actions {
            let copies = copies(action);
            if at < copies {
                return Ok(*action);
            }
            at -= copies;
        }
        Ok(actions[0])
    }
}
