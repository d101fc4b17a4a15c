//! Other rules in the middle of a game: what each rule keeps is carried over by its name.

use crate::engine::definition::Game;
use crate::engine::host::Host;
use crate::engine::refusal::{Code, Refusal};
use crate::engine::table_match::Match;
use crate::table::{By, RuleId, State};
use std::rc::Rc;

impl Match {
    /// The same position under other rules. Memory and streams of rules that stay are kept, new
    /// rules begin anew, and what a rule that is gone had asked for is dropped.
    ///
    /// # Errors
    /// While a question is open, and when the deck or the seats of the new game do not fit.
    pub fn change_rules(&self, game: Rc<Game>, host: Rc<dyn Host>) -> Result<Self, Refusal> {
        let old = &self.game;
        if self.state.ask.is_some() {
            let text = "answer the open question first; rules change between actions";
            return Err(Refusal::new(Code::QuestionOpen, text));
        }
        if old.deck != game.deck {
            let text = "these rules change the deck, so the cards must be dealt anew";
            return Err(Refusal::new(Code::Conflict, text));
        }
        let mut state = State::clone(&self.state);
        let new_id = |id: RuleId| game.rule_named(&old.rule(id).name);
        let keep = |id: RuleId| {
            let rule = game.rule(id);
            let Some(was) = old.rule_named(&rule.name) else {
                return super::memory::begin(&game, id);
            };
            let mut kept = super::memory::begin(&game, id);
            let before = &self.state.rules[was.index()];
            kept.stream = before.stream.clone();
            for (memory, value) in rule.memory.iter().zip(&mut kept.memory) {
                let at = old.rule(was).memory.iter().position(|m| m == memory);
                if let Some(at) = at {
                    value.clone_from(&before.memory[at]);
                }
            }
            kept
        };
        state.rules = (0..game.rules().len() as u8).map(|id| keep(RuleId(id))).collect();
        state.moments.retain_mut(|moment| {
            let id = new_id(moment.rule).filter(|id| game.work(*id, &moment.name).is_some());
            id.map(|id| moment.rule = id).is_some()
        });
        for debt in state.debts.iter_mut().chain(state.delayed.iter_mut().map(|d| &mut d.debt)) {
            if let By::Rule(rule) = debt.from {
                debt.from = new_id(rule).map_or(By::Game, By::Rule);
            }
        }
        let mut piles = vec![Vec::new(); game.piles.len()];
        for (name, cards) in old.piles.iter().zip(std::mem::take(&mut state.piles)) {
            match game.piles.iter().position(|pile| pile == name) {
                Some(at) => piles[at] = cards,
                None => state.draw.splice(0..0, cards).for_each(drop),
            }
        }
        state.piles = piles;
        let mut changed = Self::at(game, host, Rc::new(state));
        changed.tell(self.telling);
        // A debt that nobody can answer any more is paid at once.
        changed.go_on()?;
        changed.told.clear();
        Ok(changed)
    }
}
