//! `diff MARK`: what differs between a marked position and this one.

use super::events::owed;
use super::expect_table::status_of;
use super::history::Point;
use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::save::head;
use super::session::Session;
use crate::cards::{Deck, Hand};
use crate::engine::Code;
use crate::table::{Call, Debt, Standing, State};

/// The point of a mark.
///
/// # Errors
/// When there is none of this name.
pub fn point_of<'a>(session: &'a Session, name: &str) -> Result<&'a Point, crate::engine::Refusal> {
    session.marks.get(name).ok_or_else(|| {
        let known: Vec<&str> = session.marks.keys().map(String::as_str).collect();
        let near = crate::cards::closest(name, known.iter().copied());
        let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        let known = if known.is_empty() { "none".into() } else { known.join(" ") };
        bad(Code::BadValue, format!("there is no mark {name:?}{near}; marks: {known}"))
    })
}

/// `diff MARK`
pub fn diff(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let name = args.word("a mark")?.to_string();
    args.end()?;
    let was = point_of(session, &name)?;
    let now = &session.now;
    let mut lines = head(was).changes(&head(now));
    let (deck, old_deck) = (&now.table.game().deck, &was.table.game().deck);
    if deck == old_deck {
        lines.extend(hands(deck, was.table.state(), now.table.state()));
    }
    let (old, new) = (facts(was), facts(now));
    let missing = || "nothing".to_string();
    for (what, is) in &new {
        let before = old.iter().find(|(other, _)| other == what);
        let before = before.map_or_else(missing, |(_, was)| was.clone());
        if before != *is {
            lines.push(format!("{what:<14} {before} → {is}"));
        }
    }
    for (what, was) in &old {
        if !new.iter().any(|(other, _)| other == what) {
            lines.push(format!("{what:<14} {was} → nothing"));
        }
    }
    if lines.is_empty() {
        let same = was.table.state().hash() == now.table.state().hash();
        let text = if same { "the same position" } else { "only hidden parts differ: chance" };
        lines.push(format!("{name}: {text}"));
    }
    say(lines.join("\n"))
}

/// What each hand has got and lost.
fn hands(deck: &Deck, was: &State, now: &State) -> Vec<String> {
    let line = |seat| {
        let (was, is) = (&was.place(seat).hand, &now.place(seat).hand);
        let (gone, new) = (without(was, is), without(is, was));
        let part = |sign: &str, hand: &Hand| {
            hand.cards().map(|c| format!(" {sign}{}", deck.card_text(c))).collect::<String>()
        };
        let changed = gone.len() + new.len() > 0;
        changed.then(|| {
            let (n, m) = (was.len(), is.len());
            format!("hand {seat:<9} {n} → {m}:{}{}", part("-", &gone), part("+", &new))
        })
    };
    let seats = was.all().filter(|seat| now.knows(*seat));
    seats.filter_map(line).collect()
}

/// The cards of one hand that the other has not.
fn without(hand: &Hand, other: &Hand) -> Hand {
    let mut rest: Vec<_> = other.cards().collect();
    let left = hand.cards().filter(|card| match rest.iter().position(|c| c == card) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    });
    left.collect()
}

/// Everything else that a person would look at, by name.
fn facts(point: &Point) -> Vec<(String, String)> {
    let (state, game) = (point.table.state(), point.table.game());
    let deck = &game.deck;
    let mut facts: Vec<(String, String)> = Vec::new();
    let mut fact = |what: &str, is: String| facts.push((what.into(), is));
    fact("seats", state.seats.len().to_string());
    fact("round", state.table.round.to_string());
    fact("status", status_of(state));
    fact("top", state.top().map_or("none".into(), |top| deck.top_text(top, state.color)));
    fact("color", state.color.map_or("none".into(), |color| deck.color_name(color).into()));
    fact("direction", state.direction.text().into());
    fact("draw pile", state.draw.len().to_string());
    fact("discard pile", state.discard.len().to_string());
    let debts = state.debts.iter().chain(state.delayed.iter().map(|later| &later.debt));
    let debts: Vec<String> = debts.map(debt).collect();
    fact("debts", if debts.is_empty() { "none".into() } else { debts.join("; ") });
    for seat in state.all() {
        let place = state.place(seat);
        let standing = match place.standing {
            Standing::In => "in".into(),
            Standing::Out(at) => format!("out, place {at}"),
            Standing::KnockedOut => "knocked out".into(),
            Standing::Gone => "gone".into(),
        };
        let call = match place.call {
            Call::Quiet => "",
            Call::Called => ", has called",
            Call::Exposed { .. } => ", may be caught",
        };
        fact(&format!("seat {seat}"), format!("{standing}{call}"));
        fact(&format!("score {seat}"), place.total.to_string());
    }
    for id in &game.order {
        let rule = game.rule(*id);
        for (memory, value) in rule.memory.iter().zip(&state.rules[id.index()].memory) {
            fact(&format!("{}.{}", rule.name, memory.name), value.show(deck));
        }
    }
    facts
}

fn debt(debt: &Debt) -> String {
    let seat = debt.seat.map_or("the next".into(), |seat| seat.to_string());
    format!("{seat} owes {}", owed(debt.owe.draw, debt.owe.skip))
}
