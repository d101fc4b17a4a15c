//! `keep NAME`: what was done since the last mark, as a session with expectations.

use super::command::{self, Group};
use super::expect_table::status_of;
use super::history::{Act, Did, Entry, Point, Step};
use super::output::{Reply, say};
use super::parse::{Args, Line, bad};
use super::session::{Options, Session};
use super::{cause, files, script_file};
use crate::cards::Deck;
use crate::engine::{Code, Refusal};
use crate::table::{
    Action, Actor, Call, Direction, Event, May, Seat, Stage, Standing, State, Status,
};

/// `keep NAME`
pub fn keep(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let name = args.word("a name for the session")?;
    args.end()?;
    let path = if name.ends_with(".session") { name.into() } else { format!("{name}.session") };
    if files::exists(&path) {
        let text = format!("{path} is there already; choose another name, or remove it first");
        return Err(bad(Code::FileError, text));
    }
    let from = last_mark(session);
    if session.done()[from..].is_empty() {
        let text = "nothing has been done since the last mark; do something, or `mark` elsewhere";
        return Err(bad(Code::NoEffect, text));
    }
    let text = sound(session, from, name)?;
    files::write(&path, &text)?;
    let lines = text.lines().count();
    say(format!("{lines} lines kept in {path}; `test {path}` runs it"))
}

/// How many commands were done when the last mark was set, as far as it is in this history.
fn last_mark(session: &Session) -> usize {
    let Some(mark) = session.last_mark.as_ref().and_then(|name| session.marks.get(name)) else {
        return 0;
    };
    let hash = mark.table.state().hash();
    let done = session.done();
    let here = |point: &Point| point.source == mark.source && point.table.state().hash() == hash;
    let after = done.iter().rposition(|entry| here(&entry.after)).map(|at| at + 1);
    after.or_else(|| done.iter().position(|entry| here(&entry.before))).unwrap_or(0)
}

/// The text, run once: from a position if that gives the same, or else from the game's start.
fn sound(session: &Session, from: usize, name: &str) -> Result<String, Refusal> {
    let texts = [from_position(session, from, name), from_start(session, from, name)];
    let mut why = String::new();
    for text in texts.into_iter().flatten() {
        let mut fresh = Session::start(&Options::default())?;
        match script_file::run_text(&mut fresh, &text, |_, _| true) {
            Ok(()) => return Ok(text),
            Err(failure) => why = format!(" (line {}: {})", failure.line, failure.refusal.text),
        }
    }
    let text = format!(
        "this game cannot be written as a session{why}; `record` and `save` keep it as it is"
    );
    Err(bad(Code::FileError, text))
}

/// Lines that begin a game under the rules of a point.
pub fn begin(point: &Point) -> Vec<String> {
    let source = &point.source;
    let seats = point.table.state().seats.len();
    let mut lines = vec![format!("new {} seats {seats} seed {}", source.game, point.seed)];
    for (word, names) in [("unload", &source.without), ("load", &source.rules)] {
        if !names.is_empty() {
            lines.push(format!("{word} {}", names.join(" ")));
        }
    }
    let options = source.options.iter();
    lines.extend(options.map(|(rule, name, value)| format!("option {rule}.{name} {value}")));
    lines
}

/// The head of a kept session.
fn head(point: &Point, name: &str) -> Vec<String> {
    let mut lines = vec![format!("# {name}: say here what this session holds")];
    lines.extend(begin(point));
    lines.push(String::new());
    lines
}

fn from_position(session: &Session, from: usize, name: &str) -> Option<String> {
    let done = session.done();
    // A position that was written by hand is better begun with its own lines.
    let edits = done[from..].iter().take_while(|entry| entry.did == Did::Edited).count();
    let written = done[..from].last().filter(|entry| entry.did == Did::Edited);
    let point = done.get(from).map(|entry| &entry.before)?;
    let mut lines = head(point, name);
    match written {
        Some(entry) if edits == 0 => lines.extend(indented(&entry.lines)),
        _ if edits == 0 => lines.extend(position(point, drawn(&done[from..]))?),
        _ => {}
    }
    lines.push(String::new());
    lines.extend(commands(session, from));
    Some(lines.join("\n") + "\n")
}

fn from_start(session: &Session, from: usize, name: &str) -> Option<String> {
    let done = &session.done()[..from];
    let dealt = done.iter().rposition(|entry| entry.did == Did::Dealt);
    let (base, seeded) = match dealt {
        Some(at) => (&done[at].after, true),
        None => (&session.base.0, session.base.1.seeded()),
    };
    if !seeded {
        return None;
    }
    let mut lines = head(base, name);
    for entry in &done[dealt.map_or(0, |at| at + 1)..] {
        let again = entry_lines(entry);
        let steps = matches!(entry.did, Did::Steps(_));
        lines.extend(if steps { again } else { indented(&again) });
    }
    lines.push(String::new());
    lines.extend(commands(session, from));
    Some(lines.join("\n") + "\n")
}

/// The commands from there on, each with what it led to, and what was refused in between.
fn commands(session: &Session, from: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let forgotten = session.log.forgotten;
    let notes = |at: usize| {
        let here = move |note: &&(usize, String)| note.0 == forgotten + at;
        session.log.notes.iter().filter(here).map(|note| note.1.clone())
    };
    lines.extend(notes(from));
    for (at, entry) in session.done().iter().enumerate().skip(from) {
        lines.extend(told(entry));
        lines.extend(notes(at + 1));
    }
    lines.push(String::new());
    lines.extend(end(session));
    lines
}

/// The lines that do an entry again, each with what it led to.
fn told(entry: &Entry) -> Vec<String> {
    let lines = entry_lines(entry);
    let Did::Steps(steps) = &entry.did else { return indented(&lines) };
    let deck = &entry.after.table.game().deck;
    if lines.len() == 1 {
        let (was, is) = (entry.before.table.state(), entry.after.table.state());
        return lines.into_iter().chain(expectations(was, is, deck)).collect();
    }
    let mut table = entry.before.table.clone();
    let mut out = Vec::new();
    for (line, step) in lines.into_iter().zip(steps) {
        let was = table.snapshot();
        out.push(line);
        if cause::take(&mut table, step).is_ok() {
            out.extend(expectations(&was, table.state(), deck));
        }
    }
    out
}

/// The lines of a setup, those between its ends indented.
fn indented(lines: &[String]) -> Vec<String> {
    let last = lines.len().saturating_sub(1);
    let line = |(at, line): (usize, &String)| {
        if at == 0 || at == last { line.clone() } else { format!("  {line}") }
    };
    lines.iter().enumerate().map(line).collect()
}

/// The lines that do an entry again, whoever chose its actions.
fn entry_lines(entry: &Entry) -> Vec<String> {
    let Did::Steps(steps) = &entry.did else { return entry.lines.clone() };
    if let ([line], Some(step)) = (&entry.lines[..], steps.first()) {
        let read = Line::read(line).ok();
        let command = read.as_ref().and_then(|read| command::find(read, line));
        if command.is_some_and(|command| command.group == Group::Play && !command.by_chance()) {
            let named = read.is_some_and(|read| read.actor.is_some());
            return vec![match step.actor {
                Actor::Seat(seat) if !named => format!("{seat}: {line}"),
                _ => line.clone(),
            }];
        }
    }
    steps.iter().map(step_line).collect()
}

fn step_line(step: &Step) -> String {
    let Actor::Seat(seat) = step.actor else { return step.text.clone() };
    let offer = matches!(step.act, Act::Seat(Action::Offer { .. }));
    let text = if offer && !step.text.starts_with("do ") {
        format!("do {}", step.text)
    } else {
        step.text.clone()
    };
    format!("{seat}: {text}")
}

/// What a command led to: status, top, direction, hands that changed, calls.
fn expectations(was: &State, is: &State, deck: &Deck) -> Vec<String> {
    let mut lines = vec![status_line(is)];
    if let Some(top) = is.top().filter(|_| (was.top(), was.color) != (is.top(), is.color)) {
        lines.push(format!("expect top {}", deck.top_text(top, is.color)));
    }
    if was.direction != is.direction {
        lines.push(format!("expect direction {}", is.direction.text()));
    }
    for seat in is.all().filter(|seat| was.knows(*seat)) {
        let (before, after) = (&was.place(seat).hand, &is.place(seat).hand);
        if before != after {
            lines.push(format!("expect count {seat} {}", after.len()));
        }
        let exposed = |state: &State| matches!(state.place(seat).call, Call::Exposed { .. });
        if exposed(is) && !exposed(was) {
            lines.push(seats_line("exposed", is, exposed_seat));
        }
    }
    lines
}

fn status_line(state: &State) -> String {
    match (state.status(), state.debts.first(), &state.ask) {
        (Status::Turn(seat), ..) => format!("expect turn {seat}"),
        (Status::Debt(seat), Some(debt), _) => format!("expect debt {seat} {}", debt.owe.draw),
        (Status::Ask(seats), _, Some(ask)) => match seats.iter().next() {
            Some(seat) => format!("expect ask {seat} {}", ask.kind.text()),
            None => "expect status ask".into(),
        },
        _ => {
            let status = status_of(state);
            let kind = status.split(' ').next().unwrap_or_default();
            format!("expect status {kind}")
        }
    }
}

fn exposed_seat(state: &State, seat: Seat) -> bool {
    matches!(state.place(seat).call, Call::Exposed { .. })
}

fn seats_line(what: &str, state: &State, test: fn(&State, Seat) -> bool) -> String {
    let seats = state.all().filter(|seat| test(state, *seat));
    let seats: Vec<String> = seats.map(|seat| seat.to_string()).collect();
    let seats = if seats.is_empty() { "none".into() } else { seats.join(" ") };
    format!("expect {what} {seats}")
}

/// Where it ends: every hand, and the points of a round that is over.
fn end(session: &Session) -> Vec<String> {
    let (state, deck) = (session.state(), &session.table().game().deck);
    let hand = |seat: Seat| {
        let cards = deck.cards_text(state.place(seat).hand.cards());
        format!("expect hand {seat} {cards}").trim_end().to_string()
    };
    let mut lines: Vec<String> = state.all().map(hand).collect();
    if state.over.is_some() {
        let points = |seat: Seat| format!("expect points {seat} {}", state.place(seat).points);
        lines.extend(state.all().map(points));
    }
    let total = state.every_card().len() - state.aside.len();
    lines.push(format!("expect total {total}"));
    lines
}

/// How many cards were drawn from the pile in these commands.
fn drawn(entries: &[Entry]) -> usize {
    let told = entries.iter().flat_map(|entry| entry.told.iter());
    let cards = told.map(|told| match &told.event {
        Event::Drew { cards, .. } => cards.len(),
        _ => 0,
    });
    cards.sum()
}

/// The lines of a setup that lays this position; none where a setup cannot say it.
fn position(point: &Point, drawn: usize) -> Option<Vec<String>> {
    let (state, deck) = (point.table.state(), &point.table.game().deck);
    if state.ask.is_some() || state.over.is_some() {
        return None;
    }
    let text = |cards: &[crate::cards::Kind]| deck.cards_text(cards.iter().copied());
    let only = !state.aside.is_empty();
    let mut lines = vec![if only { "setup only" } else { "setup" }.to_string()];
    for seat in state.all() {
        match state.place(seat).standing {
            Standing::In => {
                let cards = deck.cards_text(state.place(seat).hand.cards());
                lines.push(format!("  hand {seat} {cards}").trim_end().to_string());
            }
            Standing::Out(place) => lines.push(format!("  out {seat} {place}")),
            _ => return None,
        }
        if state.place(seat).total != 0 {
            lines.push(format!("  total {seat} {}", state.place(seat).total));
        }
    }
    lines.push(format!("  top {}", deck.top_text(state.top()?, state.color)));
    let under = &state.discard[..state.discard.len() - 1];
    if only && !under.is_empty() {
        lines.push(format!("  discard {}", text(under)));
    }
    let n = if only { state.draw.len() } else { drawn.min(state.draw.len()) };
    let pile: Vec<_> = state.draw.iter().rev().take(n).copied().collect();
    if !pile.is_empty() {
        lines.push(format!("  pile {}", text(&pile)));
    }
    lines.extend(course(state, deck)?);
    lines.push("end".into());
    Some(lines)
}

/// Turn, direction, dealer, debts and calls.
fn course(state: &State, deck: &Deck) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    if state.direction == Direction::Ccw {
        lines.push("  direction ccw".to_string());
    }
    if let Some(dealer) = state.table.dealer {
        lines.push(format!("  dealer {dealer}"));
    }
    let drawn = match state.turn.stage {
        Stage::Fresh => String::new(),
        Stage::Drawn(May::This(card)) => format!(" drawn {}", deck.card_text(card)),
        Stage::Drawn(_) => return None,
    };
    lines.push(format!("  turn {}{drawn}", state.turn.seat));
    for debt in &state.debts {
        let symbol = deck.symbol_name(debt.symbol?);
        let (seat, by) = (debt.seat?, debt.by?);
        lines.push(format!("  debt {seat} {} {symbol} by {by}", debt.owe.draw));
    }
    let called = |state: &State, seat: Seat| state.place(seat).call == Call::Called;
    lines.extend(["called", "exposed"].into_iter().filter_map(|word| {
        let test = |seat: &Seat| match word {
            "called" => called(state, *seat),
            _ => exposed_seat(state, *seat),
        };
        let seats: Vec<String> = state.all().filter(test).map(|seat| seat.to_string()).collect();
        (!seats.is_empty()).then(|| format!("  {word} {}", seats.join(" ")))
    }));
    Some(lines)
}
