//! The last-card call and the catch (R13). The windows are the engine's; the choices are here.

use crate::engine::definition::RuleSpec;

pub(super) fn rule() -> RuleSpec {
    let title = "with one card left one calls; who has not may be caught";
    RuleSpec::built_in("last_card_call", title, "R13 A17 A18 A19 A44 A45 A46")
        .one_of(
            "duty",
            "uno_duty",
            &["any_cause", "own_play", "off"],
            "when one must call: left with one card by anything, by one's own play, never (A44)",
        )
        .one_of(
            "self_call",
            "uno_self_call",
            &["until_caught", "with_play", "race"],
            "a late call helps until one is caught; only a call made with the play; or call and \
             catch are one race, which is until_caught with the options below (A18, A17b)",
        )
        .one_of(
            "catch_until",
            "catch_until",
            &["next_action", "next_play", "while_one"],
            "the window shuts with the next play, draw or pass; with the next play or the end of \
             a later turn; never by time (A17)",
        )
        .one_of(
            "catch_hits",
            "catch_hits",
            &["named", "all"],
            "a catch is meant for the seat that is named, or for all that may be caught (A17b)",
        )
        .one_of(
            "call_catches",
            "call_catches",
            &["nobody", "others"],
            "a late call of one's own catches nobody, or the others as well (A17b)",
        )
        .int("penalty", "uno_penalty", 2, 50, "cards for being caught (R13.3)")
        .int("false_call", "false_call", 0, 50, "cards for a call without need; 0 refuses it (A19)")
        .int("false_catch", "false_catch", 0, 50, "cards for a catch without need; 0 refuses it")
}
