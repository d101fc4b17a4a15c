//! Skip: the next seat loses its turn (R8.3). A debt of no cards and one turn, so that rules can
//! let it be answered.

use super::acts_also;
use crate::cards::Kind;
use crate::engine::definition::{Body, Game, Hook, RuleSpec};
use crate::table::{How, Owe};

pub(super) fn rule() -> RuleSpec {
    let filter = acts_also("skip", &["no", "place"]);
    RuleSpec::built_in("skip", "a Skip costs the next seat its turn", "R5.5b R8.3 R9.2").hook(
        Hook::OnCardEffect,
        filter,
        Body::Owe(owe),
    )
}

/// Nobody answers what the upcard does (R5.5b).
fn owe(_: &Game, _: Kind, how: How) -> Owe {
    Owe { skip: 1, closed: how == How::Start, ..Owe::default() }
}
