//! Skip: the next seat loses its turn (R8.3). A debt of no cards and one turn, so that rules can
//! let it be answered.

use super::acts_also;
use crate::engine::definition::{Body, Hook, RuleSpec};
use crate::engine::host::{Look, Subject};
use crate::table::{Effect, How, Owe, Who};

pub(super) fn rule() -> RuleSpec {
    let filter = acts_also("skip", &["no", "place"]);
    RuleSpec::built_in("skip", "a Skip costs the next seat its turn", "R5.5b R8.3 R9.2").hook(
        Hook::OnCardEffect,
        filter,
        Body::Run(run),
    )
}

fn run(_: &Look<'_>, subject: &Subject<'_>, queue: &mut Vec<Effect>) -> bool {
    let Subject::Play(play) = subject else { return false };
    let closed = play.how == How::Start;
    queue.push(Effect::Owe { who: Who::Next, owe: Owe { skip: 1, closed, ..Owe::default() } });
    false
}
