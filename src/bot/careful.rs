//! `careful`: counts colors. Of the cards that fit it prefers one after which it still holds much
//! of the color in force and something of every color, and by which the others can hardly go on;
//! keeps black cards to the end; lays cards that hinder when the next seat is close to going out;
//! sheds points where what is left over is charged. Challenges only when guilt is likely.

use super::{Bot, View, answer, best, call_or_catch, reaction};
use crate::cards::Kind;
use crate::engine::Refusal;
use crate::engine::definition::Format;
use crate::rng::Stream;
use crate::table::{Action, AskKind, Value};

/// Counts colors, calls and catches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Careful;

/// Cards in the smallest hand of the others.
fn closest(view: &View<'_>) -> usize {
    view.others().map(|seat| view.count(seat)).min().unwrap_or(7)
}

/// What a careful player thinks of laying a card. What it keeps afterwards counts most: cards of
/// the
/// color that will be in force, and a card of every color. Each unseen card by which others
/// could go on, or turn the color, counts against it.
fn lay(view: &View<'_>, kind: Kind) -> i64 {
    let deck = view.deck();
    let card = deck.card(kind);
    let charged = view.game().policy.format == Format::OwnHand;
    let close = closest(view);
    let hinder = if card.number.is_none() && view.count(view.next()) <= 2 { 300 } else { 0 };
    let Some(color) = card.color else {
        // A black card always fits: it is kept to the end, unless what is left over is charged.
        return hinder + if charged && close <= 2 { 150 } else { -600 };
    };
    let of_color = deck.of_color(color);
    let mut left = view.hand().clone();
    let _ = left.remove(kind);
    let own: i64 = of_color.and(left.kinds()).iter().map(|kind| i64::from(left.count(kind))).sum();
    let held = |color| !deck.of_color(color).and(left.kinds()).is_empty();
    let colors = deck.colors().filter(|color| held(*color)).count() as i64;
    let follow = view.hidden_of(of_color) as i64;
    let turn = view.hidden_of(deck.of_symbol(card.symbol).without(of_color)) as i64;
    let shed = match (charged, close <= 2) {
        (true, true) => 5,
        (true, false) | (false, true) => 1,
        (false, false) => 0,
    };
    60 * own + 100 * colors - 8 * (follow + turn) + shed * i64::from(card.points) + hinder
}

/// How likely the seat that laid the card of the open debt holds the color before it.
fn guilt(view: &View<'_>) -> f64 {
    let (Some(color), (_, Some(by))) = (view.debt_color(), view.debt()) else { return 0.0 };
    let deck = view.deck();
    let all: usize = deck.kinds().map(|kind| view.hidden(kind)).sum();
    let share = view.hidden_of(deck.of_color(color)) as f64 / all.max(1) as f64;
    let mut innocent = 1.0;
    for _ in 0..view.count(by) {
        innocent *= 1.0 - share;
    }
    1.0 - innocent
}

/// What a careful player thinks of an action.
pub(super) fn worth(view: &View<'_>, action: &Action) -> i64 {
    match action {
        Action::Play { card, call } => 10_000 + 2 * lay(view, *card) + i64::from(*call),
        Action::Offer { offer, .. } => {
            let challenge = view.game().offers[*offer as usize].name == "challenge";
            if challenge && guilt(view) > 0.9 { 100 } else { 0 }
        }
        Action::Draw => 3,
        Action::Pass | Action::Take => 2,
        Action::Call | Action::Catch(_) | Action::Answer(_) => -1,
    }
}

/// The color to name: much of it at hand, little of it elsewhere.
fn color(view: &View<'_>, actions: &[Action], random: &mut Stream) -> Option<usize> {
    let deck = view.deck();
    best(actions, random, |action| {
        let Action::Answer(at) = action else { return 0 };
        let name = view.answers().get(*at as usize).and_then(Value::as_text).unwrap_or_default();
        let Ok(color) = deck.parse_color(name) else { return 0 };
        let kinds = deck.of_color(color);
        let own: i64 = kinds.iter().map(|kind| i64::from(view.hand().count(kind))).sum();
        60 * own - 4 * view.hidden_of(kinds) as i64
    })
}

impl Bot for Careful {
    fn choose(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<usize, Refusal> {
        if matches!(actions[0], Action::Answer(_)) {
            if view.asked() == Some(AskKind::Color) {
                return Ok(color(view, actions, random).unwrap_or(0));
            }
            return Ok(answer(view, actions, random));
        }
        if let Some(action) = call_or_catch(view, actions) {
            return Ok(action);
        }
        Ok(best(actions, random, |action| worth(view, action)).unwrap_or(0))
    }
    fn react(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Option<usize>, Refusal> {
        Ok(reaction(view, actions, random, worth))
    }
    fn reacts(&self) -> bool {
        true
    }
}
