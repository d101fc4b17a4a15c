//! A card of the same number or symbol as the top fits (R6.1, R6.3, A5).

use crate::engine::definition::{Body, FilterSpec, Hook, RuleSpec};
use crate::engine::host::Answer;

pub(super) fn rule() -> RuleSpec {
    let filter = FilterSpec::flag("same_symbol");
    RuleSpec::built_in("match_symbol", "a card of the same symbol fits", "R6.1 R6.3 A5").hook(
        Hook::CanFit,
        filter,
        Body::Say(Answer::Allow),
    )
}
