//! Draw Two: the next seat takes two and loses its turn (R8.1).

use super::acts_also;
use crate::cards::Kind;
use crate::engine::definition::{Body, Game, Hook, RuleSpec};
use crate::table::{How, Owe};

pub(super) fn rule() -> RuleSpec {
    let filter = acts_also("draw2", &["no", "place", "round"]);
    RuleSpec::built_in(
        "draw_two",
        "a Draw Two costs the next seat two cards and its turn",
        "R5.4 R8.1 R14.2",
    )
    .hook(Hook::OnCardEffect, filter, Body::Owe(owe))
}

fn owe(game: &Game, card: Kind, how: How) -> Owe {
    let draw = u16::from(game.deck.card(card).draws);
    Owe { draw, closed: how == How::Start && !game.policy.upcard_open, ..Owe::default() }
}
