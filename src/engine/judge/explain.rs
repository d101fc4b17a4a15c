//! Why: what each rule said, in order, and who decided.

use crate::engine::definition::{Game, Listener};
use crate::engine::host::Answer;
use crate::engine::refusal::Refusal;

/// What one rule said about an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The door or stage at which it was asked: `can_fit`, `can_play`, `turn` …
    pub door: String,
    /// The rule; none where the game itself speaks.
    pub rule: Option<String>,
    /// file:line of its hook.
    pub at: Option<String>,
    /// Its answer, in words.
    pub answer: String,
    /// Whether this answer decided.
    pub decided: bool,
}

/// Why an action is accepted or refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Each answer, in order.
    pub said: Vec<Said>,
    /// The verdict.
    pub verdict: Result<(), Refusal>,
}

impl Said {
    pub(super) fn of(game: &Game, door: &str, listener: &Listener, answer: &Answer) -> Self {
        let rule = game.rule(listener.rule);
        let words = match answer {
            Answer::Silent => "says nothing".into(),
            Answer::Allow => "allows".into(),
            Answer::Forbid(_) if rule.secret => "forbids".into(),
            Answer::Forbid(why) => format!("forbids: {why}"),
        };
        Self {
            door: door.into(),
            rule: Some(rule.name.clone()),
            at: place_of(game, listener),
            answer: words,
            decided: matches!(answer, Answer::Forbid(_)),
        }
    }
    /// A listener whose filter does not match.
    pub(super) fn not_asked(game: &Game, door: &str, listener: &Listener) -> Self {
        Self {
            door: door.into(),
            rule: Some(game.rule(listener.rule).name.clone()),
            at: place_of(game, listener),
            answer: "does not apply".into(),
            decided: false,
        }
    }
    pub(super) fn game(door: &str, answer: impl Into<String>, decided: bool) -> Self {
        Self { door: door.into(), rule: None, at: None, answer: answer.into(), decided }
    }
}

/// file:line of a script's hook; a built-in rule is known by its name.
fn place_of(game: &Game, listener: &Listener) -> Option<String> {
    (!game.rule(listener.rule).built_in()).then(|| listener.at.clone())
}
