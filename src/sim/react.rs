//! How quick and attentive bots are: who gets in first, who notices, who forgets to call.

use crate::engine::{Code, Refusal};
use serde::{Deserialize, Serialize};

/// Probabilities in thousandths. After every action each seat that is not due, in random order,
/// notices each kind of chance with its probability; the first that notices and wants to, acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct React {
    /// A card that may be laid out of turn.
    pub jump: u16,
    /// A seat that may be caught.
    pub catch: u16,
    /// One's own call, when laying the last card but one, and late.
    pub call: u16,
    /// Anything that a rule offers to a seat that is not due.
    pub offer: u16,
}

impl Default for React {
    fn default() -> Self {
        Self { jump: 500, catch: 500, call: 900, offer: 500 }
    }
}

impl React {
    /// All of them, as people write them: `jump=0.5 catch=0.5 …`.
    pub fn words(&self) -> String {
        let all = [
            ("jump", self.jump),
            ("catch", self.catch),
            ("call", self.call),
            ("offer", self.offer),
        ];
        all.map(|(name, n)| format!("{name}={}", f64::from(n) / 1000.0)).join(" ")
    }
    /// Reads `jump=0.5`, and changes that one.
    ///
    /// # Errors
    /// When there is no such kind, or the number is no probability.
    pub fn set(&mut self, text: &str) -> Result<(), Refusal> {
        let bad = |text: String| Err(Refusal::new(Code::BadValue, text));
        let Some((name, value)) = text.split_once('=') else {
            return bad(format!("expected KIND=PROBABILITY such as jump=0.5, found {text:?}"));
        };
        let number = value.trim().parse::<f64>().ok().filter(|p| (0.0..=1.0).contains(p));
        let Some(number) = number else {
            return bad(format!("{name}: expected a probability from 0 to 1, found {value:?}"));
        };
        let field = match name.trim() {
            "jump" => &mut self.jump,
            "catch" => &mut self.catch,
            "call" => &mut self.call,
            "offer" => &mut self.offer,
            other => {
                let known = ["jump", "catch", "call", "offer"];
                let near = crate::cards::meant_then(other, known);
                return bad(format!("there is no {other:?}{near} Known: {}", known.join(" ")));
            }
        };
        *field = (number * 1000.0).round() as u16;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_read() {
        let mut react = React::default();
        react.set("jump=0.25").unwrap();
        react.set("call=1").unwrap();
        assert_eq!((react.jump, react.call), (250, 1000));
        for wrong in ["jump", "jump=2", "jump=-0.1", "jmp=0.5", "catch=often", "call=NaN"] {
            assert!(react.set(wrong).is_err(), "{wrong}");
        }
    }
}
