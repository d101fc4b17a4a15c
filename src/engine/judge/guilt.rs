//! Whether a Wild Draw Four was laid unfairly (A11, A11b, A25b).

use crate::cards::{Hand, KindSet};
use crate::engine::definition::{GuiltyIf, JudgedColor};
use crate::engine::host::Look;
use crate::table::Play;

/// Whether this play was judged guilty (A11, A11b, A25b): the built-in challenge asks.
pub(in crate::engine) fn guilty(look: &Look<'_>, play: &Play) -> bool {
    let guilty_if = look.game.policy.challenge.map_or(GuiltyIf::Color, |c| c.guilty_if);
    if play.before.debt > 0 && look.game.policy.challenge.is_some_and(|c| c.stacked_right) {
        return false;
    }
    let of_color = || {
        let color = match look.game.policy.challenge.map(|challenge| challenge.color) {
            None | Some(JudgedColor::InForce) => play.before.color,
            Some(JudgedColor::Printed) => play.before.card.and_then(|c| look.deck().card(c).color),
            Some(JudgedColor::Named) => look.state.color,
        };
        let color = color.map_or(KindSet::EMPTY, |color| look.deck().of_color(color));
        judged_hand(look, play).kinds().and(color)
    };
    match guilty_if {
        GuiltyIf::Color => !of_color().is_empty(),
        GuiltyIf::ColorNotAction => {
            of_color().iter().any(|kind| look.deck().card(kind).number.is_some())
        }
        GuiltyIf::AnyPlayable => !play.alternatives.is_empty(),
        GuiltyIf::NotBlack => !play.alternatives.without(look.deck().black()).is_empty(),
    }
}

/// The hand that is judged: as the card left it, or as it is now (A12).
pub(in crate::engine) fn judged_hand<'a>(look: &Look<'a>, play: &'a Play) -> &'a Hand {
    let now = look.game.policy.challenge.is_some_and(|challenge| challenge.judges_now);
    if now { &look.state.place(play.seat).hand } else { &play.left }
}
