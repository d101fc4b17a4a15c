//! What can be expected: one table, one small function each.

use super::diff::point_of;
use super::expect::{failed, same};
use super::json::{by_text, status_words};
use super::parse::{Args, bad};
use super::position::read_direction;
use super::session::Session;
use crate::cards::Hand;
use crate::engine::{Code, Refusal};
use crate::table::{Call, Seat, Standing, State, Told};
use serde_json::Value as Json;

type Verdict = Result<(), Refusal>;

/// Something that can be expected.
pub struct Check {
    /// Its word.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// Looks whether it is so.
    pub run: fn(&Session, &mut Args<'_>) -> Verdict,
}

const fn row(
    name: &'static str,
    usage: &'static str,
    run: fn(&Session, &mut Args<'_>) -> Verdict,
) -> Check {
    Check { name, usage, run }
}

/// Everything that can be expected.
pub static CHECKS: &[Check] = &[
    row("turn", "turn SEAT", turn),
    row("status", "status turn|debt|ask|over", status),
    row("hand", "hand SEAT CARD… (in any order; no card: empty)", hand),
    row("count", "count SEAT N", count),
    row("top", "top CARD", top),
    row("color", "color COLOR|none", color),
    row("direction", "direction cw|ccw", direction),
    row("debt", "debt SEAT N | debt none", debt),
    row("ask", "ask SEAT KIND | ask none", ask),
    row("pile", "pile N", pile),
    row("discard", "discard N", discard),
    row("total", "total N (cards in the game)", total),
    row("exposed", "exposed SEAT… | exposed none", exposed),
    row("called", "called SEAT… | called none", called),
    row("actions", "actions SEAT ACTION… (all of them)", actions),
    row("offers", "offers SEAT ACTION", offers),
    row("no", "no SEAT ACTION | no event NAME [KEY=VALUE…]", no),
    row("winner", "winner SEAT… | winner none", winner),
    row("points", "points SEAT N (this round)", points),
    row("score", "score SEAT N (the match)", score),
    row("player", "player NAME POINTS [with NAME] (the tournament)", player),
    row("place", "place SEAT N", place),
    row("event", "event NAME [KEY=VALUE…] (in the last command's events)", event),
    row("same", "same MARK", marked),
];

fn seats_text(seats: impl IntoIterator<Item = Seat>) -> String {
    let mut seats: Vec<Seat> = seats.into_iter().collect();
    seats.sort_unstable();
    let texts: Vec<String> = seats.iter().map(ToString::to_string).collect();
    if texts.is_empty() { "none".into() } else { texts.join(" ") }
}

/// The status in words: `turn 2`, `ask 1`, `over`.
pub fn status_text(session: &Session) -> String {
    status_of(session.state())
}

/// The same of a state.
pub fn status_of(state: &State) -> String {
    let (kind, due) = status_words(state.status());
    if due.is_empty() { kind.into() } else { format!("{kind} {}", seats_text(due)) }
}

fn turn(session: &Session, args: &mut Args<'_>) -> Verdict {
    let seat = args.seat()?;
    let found = session.state().turn.seat;
    if seat != found || session.state().over.is_some() {
        let status = status_text(session);
        return Err(failed(&format!("turn {seat}"), &format!("turn {found} (status {status})")));
    }
    Ok(())
}

fn status(session: &Session, args: &mut Args<'_>) -> Verdict {
    let want = args.word("turn, debt, ask or over")?.to_lowercase();
    if !["turn", "debt", "ask", "over"].contains(&want.as_str()) {
        return Err(args.wrong(Code::BadValue, "turn, debt, ask or over", Some(&want)));
    }
    let (kind, _) = status_words(session.state().status());
    if kind == want {
        return Ok(());
    }
    Err(failed(&format!("status {want}"), &status_text(session)))
}

fn hand(session: &Session, args: &mut Args<'_>) -> Verdict {
    let deck = &session.table().game().deck;
    let seat = args.seat()?;
    let want: Hand = args.cards(deck)?.into_iter().collect();
    let found = &session.state().place(seat).hand;
    same(&format!("hand {seat}"), &deck.cards_text(want.cards()), &deck.cards_text(found.cards()))
}

fn number(what: &str, args: &mut Args<'_>, found: i64) -> Verdict {
    let want: i64 = args.number("a number")?;
    same(what, &want.to_string(), &found.to_string())
}

fn count(session: &Session, args: &mut Args<'_>) -> Verdict {
    let seat = args.seat()?;
    let found = session.state().place(seat).hand.len();
    number(&format!("count {seat}"), args, found as i64)
}

fn top(session: &Session, args: &mut Args<'_>) -> Verdict {
    let (deck, state) = (&session.table().game().deck, session.state());
    let (card, color) = args.top(deck)?;
    let Some(top) = state.top() else { return Err(failed("a top card", "an empty pile")) };
    // A black card written without a color is met with any.
    let found = if color.is_none() { None } else { state.color };
    let found = if deck.card(top).color.is_some() { deck.card(top).color } else { found };
    same("top", &deck.top_text(card, color), &deck.top_text(top, found))
}

fn color(session: &Session, args: &mut Args<'_>) -> Verdict {
    let deck = &session.table().game().deck;
    let word = args.word("a color, or none")?;
    let want = if word.eq_ignore_ascii_case("none") {
        "none"
    } else {
        let color = deck.parse_color(word);
        deck.color_name(color.map_err(|error| bad(Code::BadValue, error.to_string()))?)
    };
    same("color", want, session.state().color.map_or("none", |color| deck.color_name(color)))
}

fn direction(session: &Session, args: &mut Args<'_>) -> Verdict {
    let want = read_direction(args)?;
    same("direction", want.text(), session.state().direction.text())
}

fn debt(session: &Session, args: &mut Args<'_>) -> Verdict {
    let debt = session.state().debts.first();
    let found = debt.map_or("none".into(), |debt| {
        let seat = debt.seat.map_or("nobody".into(), |seat| seat.to_string());
        format!("{seat} {}", debt.owe.draw)
    });
    if args.take("none") {
        return same("debt", "none", &found);
    }
    let seat = args.seat()?;
    let draw: u16 = args.number("how many cards")?;
    same("debt", &format!("{seat} {draw}"), &found)
}

fn ask(session: &Session, args: &mut Args<'_>) -> Verdict {
    let asked = session.state().ask.as_ref();
    let found = asked.map_or("none".into(), |ask| {
        let open = ask.seats.iter().filter(|asked| asked.answer.is_none());
        format!("{} {}", seats_text(open.map(|asked| asked.seat)), ask.kind.text())
    });
    if args.take("none") {
        return same("ask", "none", &found);
    }
    let seat = args.seat()?;
    let kind = args.word("color, seat, card or choice")?.to_lowercase();
    let fits = asked.is_some_and(|ask| {
        let open = |asked: &&crate::table::Asked| asked.answer.is_none() && asked.seat == seat;
        ask.kind.text() == kind && ask.seats.iter().any(|asked| open(&asked))
    });
    if fits { Ok(()) } else { Err(failed(&format!("ask {seat} {kind}"), &found)) }
}

fn player(session: &Session, args: &mut Args<'_>) -> Verdict {
    let Some(tour) = super::matches::counted(session) else {
        return Err(bad(Code::NoEffect, "no tournament is played"));
    };
    let find = |name: &str| {
        let known = tour.players();
        known.iter().position(|player| player == name).ok_or_else(|| {
            bad(Code::BadValue, format!("no player {name:?}; there are: {}", known.join(" ")))
        })
    };
    let who = find(args.word("a player")?)?;
    let points: i64 = args.number("points")?;
    let (what, found) = if args.take("with") {
        ("points with that partner", tour.with(who, find(args.word("a player")?)?))
    } else {
        ("points", tour.total(who))
    };
    same(what, &points.to_string(), &found.to_string())
}

fn pile(session: &Session, args: &mut Args<'_>) -> Verdict {
    number("pile", args, session.state().draw.len() as i64)
}
fn discard(session: &Session, args: &mut Args<'_>) -> Verdict {
    number("discard", args, session.state().discard.len() as i64)
}
fn total(session: &Session, args: &mut Args<'_>) -> Verdict {
    let state = session.state();
    number("total", args, (state.every_card().len() - state.aside.len()) as i64)
}

fn calls(session: &Session, args: &mut Args<'_>, what: &str, is: impl Fn(Call) -> bool) -> Verdict {
    let want = if args.take("none") { Vec::new() } else { args.all_seats()? };
    let state = session.state();
    let found = state.all().filter(|seat| is(state.place(*seat).call));
    same(what, &seats_text(want), &seats_text(found))
}

fn exposed(session: &Session, args: &mut Args<'_>) -> Verdict {
    calls(session, args, "exposed", |call| matches!(call, Call::Exposed { .. }))
}
fn called(session: &Session, args: &mut Args<'_>) -> Verdict {
    calls(session, args, "called", |call| call == Call::Called)
}

/// What a seat may do, as it is written.
fn legal(session: &Session, seat: Seat) -> Result<Vec<String>, Refusal> {
    let table = session.table();
    let actions = table.legal_actions(seat)?;
    Ok(actions.into_iter().map(|action| table.action_text(seat, action)).collect())
}

/// Words as actions: each begins with its verb; `uno` after a card belongs to the play.
fn split(session: &Session, words: &[&str]) -> Vec<String> {
    const VERBS: &[&str] =
        &["play", "draw", "pass", "take", "uno", "catch", "answer", "done", "add"];
    let game = session.table().game();
    let verb = |word: &str| VERBS.contains(&word) || game.offer_named(word).is_some();
    let mut actions: Vec<Vec<String>> = Vec::new();
    for word in words {
        let lower = word.to_lowercase();
        // A quoted action is a whole one.
        if lower.contains(' ') {
            actions.push(lower.split_whitespace().map(String::from).collect());
            continue;
        }
        let after_verb = actions.last().is_some_and(|last| last.len() == 1 && takes(&last[0]));
        let with_play = lower == "uno"
            && actions.last().is_some_and(|last| last.len() == 2 && last[0] == "play");
        match actions.last_mut() {
            Some(last) if after_verb || with_play || !verb(&lower) => last.push(lower),
            _ => actions.push(vec![lower]),
        }
    }
    actions.into_iter().map(|words| spelled(session, &words)).collect()
}

/// Whether a verb takes a further word.
fn takes(verb: &str) -> bool {
    ["play", "catch", "answer", "add"].contains(&verb)
}

/// An action as the game writes it: cards in their shortest form.
fn spelled(session: &Session, words: &[String]) -> String {
    let deck = &session.table().game().deck;
    let mut words: Vec<String> = words.to_vec();
    if words.len() > 1
        && let Ok(card) = deck.parse_card(&words[1])
    {
        words[1] = deck.card_text(card).into();
    }
    words.join(" ")
}

fn actions(session: &Session, args: &mut Args<'_>) -> Verdict {
    let seat = args.seat()?;
    let mut want = split(session, &args.words());
    let mut found = legal(session, seat)?;
    // A play may be named without its call: unless a call is written, plays with one are left out.
    if !want.iter().any(|action| action.starts_with("play ") && action.ends_with(" uno")) {
        found.retain(|action| !(action.starts_with("play ") && action.ends_with(" uno")));
    }
    want.sort();
    found.sort();
    same(&format!("actions {seat}"), &want.join(", "), &found.join(", "))
}

fn one_action(session: &Session, args: &mut Args<'_>) -> Result<String, Refusal> {
    let actions = split(session, &args.words());
    match &actions[..] {
        [action] => Ok(action.clone()),
        _ => Err(bad(Code::BadValue, format!("expected one action, found {}", actions.len()))),
    }
}

/// Whether the action is among those found; an offer's name alone stands for any argument.
fn among(found: &[String], action: &str) -> bool {
    let prefix = format!("{action} ");
    let open = !action.contains(' ') && !takes(action);
    found.iter().any(|text| text == action || open && text.starts_with(&prefix))
}

fn offers(session: &Session, args: &mut Args<'_>) -> Verdict {
    let seat = args.seat()?;
    let action = one_action(session, args)?;
    let found = legal(session, seat)?;
    if among(&found, &action) {
        return Ok(());
    }
    Err(failed(&format!("that seat {seat} may {action}"), &found.join(", ")))
}

fn no(session: &Session, args: &mut Args<'_>) -> Verdict {
    if args.take("event") {
        let (name, want) = pattern(args)?;
        if matching(session, &name, &want) {
            return Err(failed(&format!("no event {name}"), &all_events(session)));
        }
        return Ok(());
    }
    let seat = args.seat()?;
    let action = one_action(session, args)?;
    if among(&legal(session, seat)?, &action) {
        return Err(failed(&format!("that seat {seat} may not {action}"), "that it may"));
    }
    Ok(())
}

fn winner(session: &Session, args: &mut Args<'_>) -> Verdict {
    let want = if args.take("none") { Vec::new() } else { args.all_seats()? };
    let over = session.state().over.as_ref();
    let Some(over) = over else {
        return Err(failed("a round that is over", &status_text(session)));
    };
    same("winner", &seats_text(want), &seats_text(over.winners.iter().copied()))
}

fn points(session: &Session, args: &mut Args<'_>) -> Verdict {
    let seat = args.seat()?;
    number(&format!("points {seat}"), args, session.state().place(seat).points)
}
fn score(session: &Session, args: &mut Args<'_>) -> Verdict {
    let seat = args.seat()?;
    number(&format!("score {seat}"), args, session.state().place(seat).total)
}
fn place(session: &Session, args: &mut Args<'_>) -> Verdict {
    let seat = args.seat()?;
    let want: u8 = args.number("a place")?;
    let state = session.state();
    let found = match state.place(seat).standing {
        // When the round is over everybody has a place, whether out or not (R22.1, A9).
        Standing::In if state.over.is_some() => {
            let order = session.table().round_order();
            order.iter().position(|other| *other == seat).map_or(0, |at| at + 1).to_string()
        }
        Standing::In => "still playing".into(),
        Standing::Out(place) => place.to_string(),
        Standing::KnockedOut => "knocked out".into(),
        Standing::Gone => "gone".into(),
    };
    same(&format!("place {seat}"), &want.to_string(), &found)
}

/// An event's name, and what its fields must be.
type Pattern = (String, Vec<(String, String)>);

fn pattern(args: &mut Args<'_>) -> Result<Pattern, Refusal> {
    let name = args.word("an event's name")?.to_lowercase();
    let mut fields = Vec::new();
    while let Some(word) = args.maybe() {
        let Some((key, value)) = word.split_once('=') else {
            return Err(args.wrong(Code::BadValue, "KEY=VALUE", Some(word)));
        };
        fields.push((key.to_lowercase(), value.to_lowercase()));
    }
    Ok((name, fields))
}

/// A field as it is written after `=`.
fn field_text(value: &Json) -> String {
    match value {
        Json::Null => "none".into(),
        Json::String(text) => text.to_lowercase(),
        Json::Array(items) => items.iter().map(field_text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

fn event_fields(session: &Session, told: &Told) -> Vec<(String, String)> {
    let table = session.table();
    let mut fields = vec![("by".to_string(), by_text(table, told.by))];
    let own = told.event.fields(&table.game().deck);
    fields.extend(own.iter().map(|(key, value)| ((*key).to_string(), field_text(value))));
    fields
}

fn matching(session: &Session, name: &str, want: &[(String, String)]) -> bool {
    session.events.iter().any(|told| {
        let fields = event_fields(session, told);
        told.event.name() == name && want.iter().all(|pair| fields.contains(pair))
    })
}

fn all_events(session: &Session) -> String {
    let text = |told: &Told| {
        let fields = event_fields(session, told).into_iter().filter(|(key, _)| key != "by");
        let fields: Vec<String> = fields.map(|(key, value)| format!(" {key}={value}")).collect();
        format!("{}{}", told.event.name(), fields.concat())
    };
    let all: Vec<String> = session.events.iter().map(text).collect();
    if all.is_empty() { "no event at all".into() } else { all.join("; ") }
}

fn event(session: &Session, args: &mut Args<'_>) -> Verdict {
    let (name, want) = pattern(args)?;
    if matching(session, &name, &want) {
        return Ok(());
    }
    let fields: Vec<String> = want.iter().map(|(key, value)| format!(" {key}={value}")).collect();
    Err(failed(&format!("event {name}{}", fields.concat()), &all_events(session)))
}

fn marked(session: &Session, args: &mut Args<'_>) -> Verdict {
    let name = args.word("a mark")?;
    let want = point_of(session, name)?;
    same(&format!("the position {name},"), &want.table.state().hash(), &session.state().hash())
}
