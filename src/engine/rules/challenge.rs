//! The challenge of a Wild Draw Four (R12): an offer about an open debt.

use crate::cards::Kind;
use crate::engine::definition::StackFigures;
use crate::engine::definition::{Body, DoSpec, FilterSpec, OfferSpec, OfferTo, RuleSpec};
use crate::engine::host::{Look, Subject};
use crate::engine::judge::{guilty, judged_hand};
use crate::table::{Effect, Owe, Reason, Seat, SeatSet, Standing, Who};

pub(super) fn rule() -> RuleSpec {
    let title = "a Wild Draw Four may be challenged by the seat that owes";
    let mut rule = RuleSpec::built_in("challenge", title, "R12 A11 A11b A13 A13b A14 A16 A24 A43")
        .flag("enabled", "challenge", true, "whether a challenge is possible at all")
        .one_of("who", "challenge_who", &["next", "anyone"], "who may challenge (A13)")
        .one_of(
            "guilty_if",
            "wd4_guilty_if",
            &["color", "color_not_action", "any_playable", "not_black"],
            "what was held: the color in force, a number of it, any playable card, one that is \
             not black (A11b, A25b)",
        )
        .one_of(
            "color",
            "challenge_color",
            &["in_force", "printed", "named"],
            "the color that must not be held: the one in force before the card, the one printed on \
             the card below, or the one named with it (A11)",
        )
        .one_of(
            "fail_extra",
            "fail_extra",
            &["per_card", "flat2", "last"],
            "figures of a stack: a failed challenge costs `fail` for each card, or once more than \
             the debt; or the last card alone counts (A24)",
        )
        .one_of("last", "challenge_last", &["on", "off"], "a last card may be challenged (A43)")
        .int("fail", "challenge_fail", 6, 50, "cards that a failed challenge costs in all (R12.3)")
        .one_of(
            "won",
            "challenge_won",
            &["plays", "skipped"],
            "the seat that owed and has challenged rightly has a normal turn, or loses it all the \
             same (A14)",
        )
        .one_of(
            "stranger",
            "challenge_stranger",
            &["all", "extra"],
            "who does not owe and fails takes all of it, or only what it costs more (A13b)",
        )
        .one_of(
            "stacked",
            "challenge_stacked",
            &["judged", "justified"],
            "a card laid on an open debt is judged like any other, or always right (A25)",
        )
        .one_of(
            "judges",
            "challenge_judges",
            &["at_play", "now"],
            "the hand that counts: as it was at the play, or as it is (A12)",
        );
    let at = rule.at.clone();
    rule.offers.push(OfferSpec {
        name: "challenge".into(),
        to: OfferTo::Native(who),
        filter: FilterSpec::when(&[("debt_symbol", &["draw4"])]),
        with: None,
        label: Some("challenge the Wild Draw Four".into()),
        while_ending: true,
        at: at.clone(),
    });
    rule.dos.push(DoSpec { name: "challenge".into(), body: Body::Run(challenge), at });
    rule
}

/// Who may challenge now.
fn who(look: &Look<'_>) -> SeatSet {
    let nobody = SeatSet::default();
    let (Some(policy), Some(debt)) = (look.game.policy.challenge, look.state.debts.first()) else {
        return nobody;
    };
    let (Some(owes), Some(play)) = (debt.seat, debt.play.as_deref()) else { return nobody };
    let accused = look.state.place(play.seat);
    let there = accused.standing != Standing::Gone && !accused.leaving;
    if debt.owe.closed || !there || (look.state.ending.is_some() && !policy.last) {
        return nobody;
    }
    if !policy.anyone {
        return [owes].into_iter().collect();
    }
    look.everybody().iter().filter(|seat| *seat != play.seat).collect()
}

fn challenge(look: &Look<'_>, subject: &Subject<'_>, queue: &mut Vec<Effect>) -> bool {
    let Subject::Offer { seat, .. } = subject else { return false };
    let (Some(policy), Some(debt)) = (look.game.policy.challenge, look.state.debts.first()) else {
        return false;
    };
    let (Some(owes), Some(play)) = (debt.seat, debt.play.as_deref()) else { return false };
    let upheld = guilty(look, play);
    // The hand that is shown is the hand that is judged (R12.2), to the challenger only.
    let cards: Vec<Kind> = judged_hand(look, play).cards().collect();
    queue.push(Effect::Show { cards, owner: Some(play.seat), to: Who::Seat(*seat) });
    queue.push(Effect::Verdict { seat: *seat, of: play.seat, upheld });
    let draw = debt.owe.draw;
    let one = u16::from(look.deck().card(play.card).draws);
    let more = policy.fail.saturating_sub(one);
    let extra =
        if policy.stack == StackFigures::PerCard { more * u16::from(debt.alike) } else { more };
    let last_only = policy.stack == StackFigures::Last;
    if upheld {
        // A14: the offender draws, the card stays, and the seat that owed has a normal turn.
        queue.push(Effect::ClearDebt);
        queue.push(fine(play.seat, if last_only { one } else { draw }));
        if policy.winner_skipped && *seat == owes {
            queue.push(Effect::Skip { who: Who::Seat(owes) });
        }
    } else if last_only && *seat == owes {
        queue.push(Effect::ClearDebt);
        queue.push(fine(owes, policy.fail));
        queue.push(Effect::Skip { who: Who::Seat(owes) });
    } else if policy.stranger_extra && *seat != owes {
        queue.push(fine(*seat, extra));
        queue.push(Effect::PayDebt);
    } else if *seat == owes {
        let owe = Owe { draw: extra, closed: true, ..Owe::default() };
        queue.push(Effect::Owe { who: Who::Seat(owes), owe });
        queue.push(Effect::PayDebt);
    } else {
        // A13b: he takes all of it, the debtor only loses the turn.
        queue.push(Effect::ClearDebt);
        queue.push(fine(*seat, draw + extra));
        queue.push(Effect::Skip { who: Who::Seat(owes) });
    }
    false
}

fn fine(seat: Seat, n: u16) -> Effect {
    let cause = Some("challenge".into());
    Effect::Draw { who: Who::Seat(seat), n, reason: Reason::Penalty, cause }
}
