//! The penalty for telling another what to play (R19.1), on human report only (A42).

use crate::engine::definition::RuleSpec;

pub(super) fn rule() -> RuleSpec {
    RuleSpec::built_in("hints", "a hint costs its giver cards", "R19.1 A42").int(
        "penalty",
        "hint_penalty",
        4,
        50,
        "cards for a hint; 0: hints cost nothing",
    )
}
