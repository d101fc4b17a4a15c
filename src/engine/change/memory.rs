//! Declared memory: its lives begin and end here.

use crate::engine::definition::{Game, Scope};
use crate::engine::table_match::Match;
use crate::rng::Stream;
use crate::table::{RuleId, RuleState};

/// What a rule keeps when a game begins.
pub(super) fn begin(game: &Game, rule: RuleId, seed: u64) -> RuleState {
    let memory = game.rule(rule).memory.iter().map(|memory| memory.fresh()).collect();
    RuleState { stream: stream(game, rule, seed), memory }
}

/// The stream of a rule in the game of this seed.
pub(super) fn stream(game: &Game, rule: RuleId, seed: u64) -> Stream {
    let rule = game.rule(rule);
    // Rules of the engine have no way to draw.
    match rule.built_in() {
        true => Stream::unused(),
        false => Stream::new(seed, &format!("rule {}", rule.name)),
    }
}

impl Match {
    /// Memory of this scope begins anew.
    #[inline]
    pub(super) fn forget(&mut self, scope: Scope) {
        if self.game.remembers(scope) {
            self.forget_all(scope);
        }
    }

    fn forget_all(&mut self, scope: Scope) {
        let game = std::rc::Rc::clone(&self.game);
        for (rule, at) in game.memories(scope) {
            let memory = &game.rule(*rule).memory[*at];
            // Nearly always it is as it began, and nothing is to be written.
            if self.state.rules[rule.index()].memory.get(*at).is_some_and(|now| !memory.is(now)) {
                self.st().rules[rule.index()].memory[*at] = memory.fresh();
            }
        }
    }

    /// Memory of the window ends with any action that is not an offer.
    pub(super) fn forget_window(&mut self) {
        self.forget(Scope::Window);
    }
}
