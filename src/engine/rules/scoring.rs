//! Points of a round and the end of a match (R16, R17).

use crate::engine::definition::RuleSpec;

pub(super) fn rule() -> RuleSpec {
    RuleSpec::built_in("scoring", "points of a round, the end of a match", "R16 R17 R22 A31 A32")
        .one_of(
            "format",
            "format",
            &["winner_all", "own_hand", "places"],
            "the winner scores what the others hold; each is charged his own; play for places",
        )
        .int("target", "target", 500, 1_000_000, "the total that ends the match")
        .one_of(
            "over",
            "over",
            &["reaches", "exceeds"],
            "the total must be reached or passed (A31)",
        )
}
