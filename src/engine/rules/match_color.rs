//! A card of the color in force fits (R6.1).

use crate::engine::definition::{Body, FilterSpec, Hook, RuleSpec};
use crate::engine::host::Answer;

pub(super) fn rule() -> RuleSpec {
    let filter = FilterSpec::flag("same_color");
    RuleSpec::built_in("match_color", "a card of the color in force fits", "R6.1 R6.5").hook(
        Hook::CanFit,
        filter,
        Body::Say(Answer::Allow),
    )
}
