//! Wild: fits on everything; whoever lays it names the color (R6.2, R10).

use super::acts_also;
use crate::engine::definition::{Body, FilterSpec, Hook, RuleSpec};
use crate::engine::host::{Answer, Look, Subject};
use crate::table::{Effect, How, Who};

pub(super) fn rule() -> RuleSpec {
    let fits = FilterSpec::when(&[("symbol", &["wild"])]);
    let filter = acts_also("wild", &["no", "place"]);
    RuleSpec::built_in("wild", "a Wild fits always; its player names the color", "R5.3 R6.2 R10 A6")
        .one_of(
            "upcard",
            "wild_upcard",
            &["names_and_plays", "names"],
            "as upcard: who names its color has the first turn too, or the next seat has it (A6)",
        )
        .hook(Hook::CanFit, fits, Body::Say(Answer::Allow))
        .hook(Hook::OnCardEffect, filter, Body::Run(run))
}

fn run(look: &Look<'_>, subject: &Subject<'_>, queue: &mut Vec<Effect>) -> bool {
    let Subject::Play(play) = subject else { return false };
    // R5.3: the first upcard's color is named by the seat that is next.
    let who = if play.how == How::Start { Who::Next } else { Who::Seat(play.seat) };
    queue.push(Effect::ChooseColor { who });
    if play.how == How::Start && look.game.policy.wild_names_only {
        queue.push(Effect::Skip { who: Who::Next });
    }
    false
}
