//! A result as people and programs read it: the figures that follow from the counts, as a table,
//! JSON, CSV or a page.

mod charts;
mod csv;
mod figures;
mod html;
mod json;
mod sentence;
mod text;

pub use csv::{csv, field};
pub use figures::{
    BotFigures, CaseFigures, Difference, Differences, HookRow, Named, bots, differences, shared,
};
pub use html::html;
pub use json::{from_json, json};
pub use sentence::plain;
pub use text::{fault_text, text};

use super::head::Head;
use super::plan::Kind;
use super::react::React;
use super::run::Outcome;

/// A result: what was played, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// What was played.
    pub head: Head,
    /// What came of it.
    pub outcome: Outcome,
    /// Rounds in a second, where the time was taken. No other figure depends on the clock.
    pub rounds_per_second: Option<f64>,
}

impl Report {
    /// Rounds of all cases.
    pub fn rounds(&self) -> u64 {
        self.outcome.tallies.iter().map(|tally| tally.rounds).sum()
    }
    /// The figures of each case.
    pub fn cases(&self) -> Vec<CaseFigures> {
        let cases = self.head.cases.iter().zip(&self.outcome.tallies);
        cases.map(|(head, tally)| CaseFigures::of(head, tally, &self.head)).collect()
    }
}

/// The bots of a table: one name where all are the same.
fn bots_text(bots: &[String]) -> String {
    let first = bots.first().cloned().unwrap_or_default();
    if bots.iter().all(|bot| *bot == first) { first } else { bots.join(", ") }
}

/// The values of a sweep: `deal.cards=3, 4, 5`.
fn sweep_text(labels: &[String]) -> String {
    let value = |label: &String| label.split_once('=').map_or("", |(_, value)| value).to_string();
    let more: Vec<String> = labels.iter().skip(1).map(value).collect();
    let first = labels.first().map(String::as_str).unwrap_or_default();
    std::iter::once(first.to_string()).chain(more).collect::<Vec<_>>().join(", ")
}

/// The command that shows a round again.
pub fn replay_command(words: &[String], seed: u64, round: u32) -> String {
    let mut line = format!("houserules replay --seed {seed}");
    for word in words {
        let plain = |c: char| c.is_alphanumeric() || "-_.,=/:+".contains(c);
        match word.chars().all(plain) {
            true => line.push_str(&format!(" {word}")),
            false => line.push_str(&format!(" '{}'", word.replace('\'', r"'\''"))),
        }
    }
    if words.iter().any(|word| word == "--match") {
        line.push_str(&format!(" --round {round}"));
    }
    line
}

/// The game, the options that were set, and how quick the bots are where that is not as usual.
pub(super) fn setting(head: &Head) -> String {
    let mut parts = vec![format!("game {}", head.cases[0].game)];
    for case in &head.cases {
        let values = case.words.iter().zip(case.words.iter().skip(1));
        for (word, value) in values {
            let name = word.strip_prefix("--").unwrap_or_default();
            // Of a sweep every case is called by its value.
            let own = head.kind == Kind::Sweep && case.label == *value;
            let part = format!("{name} {value}");
            if ["option", "match"].contains(&name) && !own && !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    if head.react != React::default() {
        parts.push(format!("reactions {}", head.react.words()));
    }
    parts.join("; ")
}
