//! The built-in rules, one file each, of the same interface as scripts: listed, replaceable.

mod challenge;
mod deal;
mod draw_four;
mod draw_two;
mod drawing;
mod going_out;
mod hints;
mod last_card_call;
mod match_color;
mod match_symbol;
mod reverse;
mod scoring;
mod skip;
mod wild;

use super::definition::{FilterSpec, RuleSpec};
use crate::table::{How, Value};

/// A rule's name, and what makes it.
type Row = (&'static str, fn() -> RuleSpec);

/// Every built-in rule, in the order of the base game.
const RULES: &[Row] = &[
    ("deal", deal::rule),
    ("drawing", drawing::rule),
    ("match_color", match_color::rule),
    ("match_symbol", match_symbol::rule),
    ("skip", skip::rule),
    ("reverse", reverse::rule),
    ("draw_two", draw_two::rule),
    ("wild", wild::rule),
    ("draw_four", draw_four::rule),
    ("challenge", challenge::rule),
    ("last_card_call", last_card_call::rule),
    ("going_out", going_out::rule),
    ("hints", hints::rule),
    ("scoring", scoring::rule),
];

/// Every built-in rule, in the order of the base game.
pub fn all() -> Vec<RuleSpec> {
    RULES.iter().map(|(_, rule)| rule()).collect()
}

/// Their names.
pub fn names() -> Vec<&'static str> {
    RULES.iter().map(|(name, _)| *name).collect()
}

/// What a card of this symbol does, as the upcard as well, and when its play emptied the hand as
/// said (R14.4): no, place, round.
fn acts_also(symbol: &str, went_out: &[&str]) -> FilterSpec {
    let texts = |words: &[&str]| words.iter().map(|word| Value::text(*word)).collect();
    let hows: Vec<&str> = How::ALL.iter().map(|(_, word)| *word).collect();
    let when = vec![
        ("symbol".into(), texts(&[symbol])),
        ("how".into(), texts(&hows)),
        ("went_out".into(), texts(went_out)),
    ];
    FilterSpec { when, except: Vec::new() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_rule_is_listed_under_its_own_name() {
        for (name, rule) in super::RULES {
            assert_eq!(*name, rule().name);
            assert!(!rule().title.is_empty() && !rule().cites.is_empty());
        }
    }
}
