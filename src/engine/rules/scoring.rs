//! Points of a round and the end of a match (R16, R17).

use crate::engine::definition::RuleSpec;

pub(super) fn rule() -> RuleSpec {
    RuleSpec::built_in(
        "scoring",
        "points of a round, the end of a match",
        "R16 R17 R18 R22 A31 A31b A32 A33",
    )
    .one_of(
        "format",
        "format",
        &["winner_all", "own_hand", "places"],
        "the winner scores what the others hold; each is charged his own; play for places",
    )
    .int("target", "target", 500, 1_000_000, "the total that ends the match (R17)")
    .one_of("over", "over", &["reaches", "exceeds"], "the total must be reached or passed (A31)")
    .one_of(
        "at_target",
        "at_target",
        &["stop", "drop"],
        "where each is charged his own: the match ends, or who is over drops out and the \
             others go on (R17.4, R17.5)",
    )
    .int("left", "left", 1, 14, "seats that are left when a match of dropping out ends (R17.4)")
    .one_of(
        "over_limit_ties",
        "over_limit_ties",
        &["all", "highest"],
        "several are over in one round: all of them have lost or drop out, or only the highest \
         (A31b)",
    )
    .one_of(
        "ties",
        "match_ties",
        &["shared", "play_on"],
        "several are best when the match would end: they share it, or play on (A32)",
    )
    .int("rounds", "rounds", 0, 1000, "rounds after which the match ends; 0: by points only")
    .one_of(
        "partners",
        "partners",
        &["off", "opposite"],
        "seats opposite each other are one team, which wins and scores as one (R18.1)",
    )
    .one_of(
        "team_points",
        "team_points",
        &["full", "half"],
        "each partner is credited with all of the team's points, or with half (A33)",
    )
}
