//! Numbers: the stages set, add, times, at least, at most, each over all rules in turn.

use crate::engine::definition::{Body, Hook, Listener};
use crate::engine::host::{Adjust, Adjusted, Entry, Fault, FaultCode, Look, Subject};

/// What one rule alone would make of a number.
fn alone(start: i64, adjust: &Adjust) -> i64 {
    let number = adjust.set.unwrap_or(start).saturating_add(adjust.add.unwrap_or(0));
    let number = number.saturating_mul(adjust.times.unwrap_or(1));
    let number = number.max(adjust.at_least.unwrap_or(i64::MIN));
    number.min(adjust.at_most.unwrap_or(i64::MAX))
}

impl Look<'_> {
    /// A number after every rule has had its say; never below 0.
    pub(in crate::engine) fn adjust(
        &self,
        hook: Hook,
        start: i64,
        subject: Subject<'_>,
    ) -> Result<i64, Fault> {
        let listeners = self.game.listeners(hook);
        if listeners.is_empty() {
            return Ok(start);
        }
        let (facts, card) = self.facts_of(&subject);
        let mut said: Vec<(&Listener, Adjust)> = Vec::new();
        for listener in listeners {
            if listener.filter.holds(self.deck(), &facts, card) {
                let adjust = self.ask_number(listener, subject)?;
                listener.uses.add(adjust != Adjust::default(), alone(start, &adjust) != start);
                said.push((listener, adjust));
            }
        }
        let mut number = self.set(hook, start, &said)?;
        for (_, adjust) in &said {
            number = number.saturating_add(adjust.add.unwrap_or(0));
        }
        for (_, adjust) in &said {
            number = number.saturating_mul(adjust.times.unwrap_or(1));
        }
        for (_, adjust) in &said {
            number = number.max(adjust.at_least.unwrap_or(i64::MIN));
        }
        for (_, adjust) in &said {
            number = number.min(adjust.at_most.unwrap_or(i64::MAX));
        }
        let number = number.clamp(0, 1_000_000);
        if !said.is_empty() {
            let game = self.game;
            self.host.adjusted(&Adjusted { game, hook, start, said: &said, number });
        }
        Ok(number)
    }

    fn ask_number(&self, listener: &Listener, subject: Subject<'_>) -> Result<Adjust, Fault> {
        match &listener.body {
            Body::SayAdjust(adjust) => Ok(*adjust),
            Body::Script(function) => self.host.adjust(&Entry {
                look: *self,
                rule: listener.rule,
                function: *function,
                hook: &listener.name,
                subject,
            }),
            _ => Ok(Adjust::default()),
        }
    }

    fn set(&self, hook: Hook, start: i64, said: &[(&Listener, Adjust)]) -> Result<i64, Fault> {
        let mut set: Option<(&Listener, i64)> = None;
        for (listener, adjust) in said {
            let Some(number) = adjust.set else { continue };
            match set {
                Some((first, other)) if other != number => {
                    let first = &self.game.rule(first.rule).name;
                    return Err(Fault {
                        kind: FaultCode::Error,
                        rule: self.game.rule(listener.rule).name.clone(),
                        hook: hook.info().name.into(),
                        at: Some(listener.at.clone()),
                        text: format!(
                            "sets the number to {number}, and {first} sets it to {other}; use add \
                             or times, or unload one of the two"
                        ),
                    });
                }
                _ => set = Some((listener, number)),
            }
        }
        Ok(set.map_or(start, |(_, number)| number))
    }
}
