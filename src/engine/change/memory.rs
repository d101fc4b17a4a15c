//! Declared memory: its lives begin and end here.

use crate::engine::definition::{Game, Rule, Scope};
use crate::engine::table_match::Match;
use crate::rng::Stream;
use crate::table::{RuleId, RuleState};

/// What a rule keeps when a game begins.
pub(super) fn begin(game: &Game, rule: RuleId, seed: u64) -> RuleState {
    let rule = game.rule(rule);
    let memory = rule.memory.iter().map(|memory| memory.fresh()).collect();
    RuleState { stream: stream(rule, seed), memory }
}

fn stream(rule: &Rule, seed: u64) -> Stream {
    // Rules of the engine have no way to draw.
    match rule.built_in() {
        true => Stream::unused(),
        false => Stream::new(seed, &format!("rule {}", rule.name)),
    }
}

/// What all rules keep when another game begins: the same as [`begin`], where they lie.
pub(super) fn begin_anew(game: &Game, rules: &mut [RuleState], seed: u64) {
    for (rule, kept) in game.rules().iter().zip(rules) {
        kept.stream = stream(rule, seed);
        for (memory, now) in rule.memory.iter().zip(&mut kept.memory) {
            if !memory.is(now) {
                *now = memory.fresh();
            }
        }
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
