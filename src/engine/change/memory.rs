//! Declared memory: its lives begin and end here.

use crate::engine::definition::{Game, Scope};
use crate::engine::table_match::Match;
use crate::table::{RuleId, RuleState};

/// What a rule keeps when a game begins.
pub(super) fn begin(game: &Game, rule: RuleId) -> RuleState {
    let memory = game.rule(rule).memory.iter().map(|memory| memory.fresh()).collect();
    RuleState { stream: None, memory }
}

/// What all rules keep when another game begins: the same as [`begin`], where they lie.
pub(super) fn begin_anew(game: &Game, rules: &mut [RuleState]) {
    for (rule, kept) in game.rules().iter().zip(rules) {
        kept.stream = None;
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
