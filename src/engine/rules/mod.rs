//! The built-in rules, one file each, of the same interface as scripts.

use super::definition::RuleSpec;

/// Every built-in rule, in the order of the base game.
pub fn all() -> Vec<RuleSpec> {
    Vec::new()
}

/// Their names.
pub fn names() -> Vec<&'static str> {
    vec![
        "deal",
        "drawing",
        "match_color",
        "match_symbol",
        "skip",
        "reverse",
        "draw_two",
        "wild",
        "draw_four",
        "challenge",
        "last_card_call",
        "going_out",
        "hints",
        "scoring",
    ]
}
