//! Draw Two: the next seat takes two and loses its turn (R8.1).

use super::acts_also;
use crate::engine::definition::{Body, Hook, RuleSpec};
use crate::engine::host::{Look, Subject};
use crate::table::{Effect, How, Owe, Who};

pub(super) fn rule() -> RuleSpec {
    let filter = acts_also("draw2", &["no", "place", "round"]);
    RuleSpec::built_in(
        "draw_two",
        "a Draw Two costs the next seat two cards and its turn",
        "R5.4 R8.1 R14.2",
    )
    .hook(Hook::OnCardEffect, filter, Body::Run(run))
}

fn run(look: &Look<'_>, subject: &Subject<'_>, queue: &mut Vec<Effect>) -> bool {
    let Subject::Play(play) = subject else { return false };
    let draw = u16::from(look.deck().card(play.card).draws);
    let closed = play.how == How::Start && !look.game.policy.upcard_open;
    queue.push(Effect::Owe { who: Who::Next, owe: Owe { draw, closed, ..Owe::default() } });
    false
}
