//! Who deals, how many cards, and which upcard may start (R3–R5).

use crate::engine::definition::{Body, FilterSpec, Hook, RuleSpec};
use crate::engine::host::{Answer, Look, Subject};

pub(super) fn rule() -> RuleSpec {
    let starter = "who starts: draw for dealer, other cards than numbers drawn again or counting \
                   zero; or the first player by lot";
    let upcard = "which card may start: any but a Wild Draw Four, its effect applies; or numbers";
    RuleSpec::built_in("deal", "dealing, the starter, the first upcard", "R3 R4 R5 A2 A3 A6b")
        .int_within("cards", "deal", 7, (1, 50), "cards dealt to each seat (R4.1, R4.2)")
        .one_of("starter", "starter", &["dealer_draw_redraw", "dealer_draw_zero", "lot"], starter)
        .one_of("upcard", "upcard", &["effects", "numbers_only"], upcard)
        .one_of(
            "ties",
            "dealer_ties",
            &["tied", "all", "first"],
            "several drew the highest: those draw again, all do, or the first of them deals (A2)",
        )
        .one_of(
            "next",
            "next_start",
            &["left", "winner", "loser", "lot"],
            "the next round: the deal (or the start) passes to the left; the winner starts; who \
             had most points in hand starts; a new draw or lot (A3)",
        )
        .one_of(
            "upcard_debt",
            "upcard_debt",
            &["taken", "answerable"],
            "cards that the upcard costs are taken at once, or may be answered by stacking (R5.7)",
        )
        .one_of(
            "rejected",
            "upcard_rejected",
            &["shuffled", "bottom"],
            "upcards that may not start are shuffled in, or go to the bottom (A6b)",
        )
        .hook(Hook::CanStart, FilterSpec::default(), Body::Can(may_start))
}

/// R5.6: where only a number may start, everything else is turned past.
fn may_start(look: &Look<'_>, subject: &Subject<'_>, _: bool) -> Answer {
    let Subject::Card { card, .. } = subject else { return Answer::Silent };
    if look.game.policy.numbers_only && look.deck().card(*card).number.is_none() {
        return Answer::Forbid("only a number card may start (R5.6)".into());
    }
    Answer::Silent
}
