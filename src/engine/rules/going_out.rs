//! Going out with the last card (R14). Judged by the engine before any other effect (R23.7).

use crate::engine::definition::RuleSpec;

pub(super) fn rule() -> RuleSpec {
    RuleSpec::built_in("going_out", "the first hand emptied ends the round", "R14 R22 A28 A43")
        .one_of(
            "last_draw_card",
            "last_draw_card",
            &["counts", "dropped"],
            "the draw of a last card is taken before the points are counted, or not (R14.2)",
        )
}
