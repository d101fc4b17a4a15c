//! Drawing in one's turn and reshuffling (R7, R15). The mechanism is the engine's; the choices
//! are here.

use crate::engine::definition::RuleSpec;

pub(super) fn rule() -> RuleSpec {
    RuleSpec::built_in("drawing", "one card a turn; the reshuffle", "R7 R15 A7 A9 A9b")
        .one_of(
            "reshuffle_when",
            "reshuffle_when",
            &["needed", "empty"],
            "reshuffle when a card is needed, or as soon as the pile is empty (A9b)",
        )
        .one_of(
            "reshuffle",
            "reshuffle",
            &["keep_top", "all"],
            "the top stays where it is, or is shuffled in and a new one is turned (A8)",
        )
        .one_of(
            "empty",
            "nothing_to_draw",
            &["pass", "must_play"],
            "with nothing left to draw anybody may pass, or only who cannot play (R15.4, A9)",
        )
        .one_of(
            "short",
            "draw_short",
            &["forgive", "owe", "end"],
            "cards that are not there to be drawn: forgiven, owed until there are some, or the \
             round ends blocked (A9)",
        )
        .one_of(
            "play_after",
            "play_after",
            &["drawn", "any"],
            "what may be played after drawing: the drawn card only, or any (R7.4, A7)",
        )
}
