//! `greedy`: sheds points and keeps black cards. Lays the colored card with the most points, a
//! black one only when nothing else fits, and draws only when nothing fits; answers a debt if it
//! can; names the color it holds most of; calls, catches and jumps in whenever it notices.

use super::{Bot, View, answer, best, call_or_catch, reaction};
use crate::engine::Refusal;
use crate::rng::Stream;
use crate::table::Action;

/// Sheds points, keeps black cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// What a greedy player thinks of an action.
fn worth(view: &View<'_>, action: &Action) -> i64 {
    match action {
        Action::Play { card, call } => {
            let card = view.deck().card(*card);
            let colored = if card.color.is_some() { 100_000 } else { 10_000 };
            colored + 2 * i64::from(card.points) + i64::from(*call)
        }
        Action::Draw => 3,
        Action::Pass | Action::Take => 2,
        Action::Offer { .. } => 1,
        Action::Call | Action::Catch(_) | Action::Answer(_) => 0,
    }
}

impl Bot for Greedy {
    fn choose(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<usize, Refusal> {
        if matches!(actions[0], Action::Answer(_)) {
            return Ok(answer(view, actions, random));
        }
        if let Some(action) = call_or_catch(view, actions) {
            return Ok(action);
        }
        Ok(best(actions, random, |action| worth(view, action)).unwrap_or(0))
    }
    fn react(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Option<usize>, Refusal> {
        Ok(reaction(view, actions, random, worth))
    }
    fn reacts(&self) -> bool {
        true
    }
}
