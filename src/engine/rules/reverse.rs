//! Reverse: the direction of play flips; between two it acts as Skip (R8.2, R9.1, A21).

use super::acts_also;
use crate::engine::definition::{Body, Hook, RuleSpec};
use crate::engine::host::{Look, Subject};
use crate::table::{Effect, How, Who};

pub(super) fn rule() -> RuleSpec {
    let filter = acts_also("reverse", &["no", "place"]);
    RuleSpec::built_in("reverse", "a Reverse flips the direction", "R5.5a R8.2 R9 A21 A22")
        .one_of(
            "two_seats",
            "two_player_reverse",
            &["skip", "flip"],
            "between two seats: acts as Skip, or the other one plays (A21)",
        )
        .one_of(
            "extra_turn",
            "extra_turn",
            &["turn", "play_only"],
            "the further play between two seats: an ordinary turn, or only a play (A22)",
        )
        .hook(Hook::OnCardEffect, filter, Body::Run(run))
}

fn run(look: &Look<'_>, subject: &Subject<'_>, queue: &mut Vec<Effect>) -> bool {
    let Subject::Play(play) = subject else { return false };
    queue.push(Effect::Reverse);
    if play.how == How::Start {
        // R5.5a: the dealer plays first, then the seat on his right.
        queue.push(Effect::NextSeat { who: Who::Seat(play.seat) });
        return false;
    }
    // Exactly two still play, and the one who laid it is one of them (E39, E43).
    let two = look.state.active_count() == 2 && look.state.active(play.seat);
    if two && look.game.policy.two_seats_skip {
        queue.push(Effect::Skip { who: Who::Next });
    }
    false
}
