//! Whether a Wild Draw Four was laid unfairly (A11, A11b, A25b).

use crate::cards::KindSet;
use crate::engine::definition::GuiltyIf;
use crate::engine::host::Look;
use crate::table::Play;

/// Whether this play was judged guilty (A11, A11b, A25b): the built-in challenge asks.
pub(in crate::engine) fn guilty(look: &Look<'_>, play: &Play) -> bool {
    let guilty_if = look.game.policy.challenge.map_or(GuiltyIf::Color, |c| c.guilty_if);
    let of_color = || {
        let color = play.before.color.map_or(KindSet::EMPTY, |color| look.deck().of_color(color));
        play.left.kinds().and(color)
    };
    match guilty_if {
        GuiltyIf::Color => !of_color().is_empty(),
        GuiltyIf::ColorNotAction => {
            of_color().iter().any(|kind| look.deck().card(kind).number.is_some())
        }
        GuiltyIf::AnyPlayable => !play.alternatives.is_empty(),
    }
}
