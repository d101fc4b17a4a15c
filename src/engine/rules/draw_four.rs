//! Wild Draw Four: names the color, and the next seat takes four and loses its turn (R11).

use super::acts_also;
use crate::cards::{Kind, KindSet};
use crate::engine::definition::{Body, FilterSpec, Hook, RuleSpec, Wd4};
use crate::engine::host::{Answer, Look, Subject};
use crate::table::{Effect, Owe, WentOut, Who};

pub(super) fn rule() -> RuleSpec {
    let card = || FilterSpec::when(&[("symbol", &["draw4"])]);
    let acts = acts_also("draw4", &["no", "place", "round"]);
    let title = "a Wild Draw Four names the color and costs the next seat four cards and its turn";
    let not_first = Answer::Forbid("a Wild Draw Four does not start (R5.2)".into());
    let mut rule = RuleSpec::built_in("draw_four", title, "R5.2 R11 A10")
        .one_of(
            "wd4",
            "wd4",
            &["bluff", "strict", "free"],
            "bluff: always, a challenge punishes it; strict: only without the color; free (A10)",
        )
        .int("points", "wd4_value", 50, 1000, "its points in a hand (R16.4)")
        .hook(Hook::CanStart, card(), Body::Say(not_first))
        .hook(Hook::CanFit, card(), Body::Say(Answer::Allow))
        .hook(Hook::CanPlay, card(), Body::Can(strict))
        .hook(Hook::OnCardEffect, acts, Body::Run(run));
    rule.veto = Some("draw_four_strict".into());
    rule
}

/// R11.2 as a law of the table instead of an offence (A10 b).
fn strict(look: &Look<'_>, subject: &Subject<'_>, words: bool) -> Answer {
    let Subject::Candidate(candidate) = subject else { return Answer::Silent };
    if look.game.policy.wd4 != Wd4::Strict {
        return Answer::Silent;
    }
    let color = look.state.color.map_or(KindSet::EMPTY, |color| look.deck().of_color(color));
    let held: Option<Kind> = look.state.place(candidate.seat).hand.kinds().and(color).iter().next();
    held.map_or(Answer::Silent, |held| {
        if !words {
            return Answer::Forbid(String::new());
        }
        let held = look.deck().card_text(held);
        Answer::Forbid(format!("not while a card of the color in force is held: {held} (R11.2)"))
    })
}

fn run(look: &Look<'_>, subject: &Subject<'_>, queue: &mut Vec<Effect>) -> bool {
    let Subject::Play(play) = subject else { return false };
    if play.went_out != WentOut::Round {
        queue.push(Effect::ChooseColor { who: Who::Seat(play.seat) });
    }
    let draw = u16::from(look.deck().card(play.card).draws);
    queue.push(Effect::Owe { who: Who::Next, owe: Owe { draw, ..Owe::default() } });
    false
}
