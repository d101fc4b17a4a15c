//! The command `match`: the format, points by round, the standings, and other matches of the game.

use super::columns::wrap;
use super::history::{Did, Point};
use super::json::{Node, leaf, object};
use super::output::{Done, Extra, Reply};
use super::parse::{Args, bad};
use super::session::Session;
use super::source::{self, GameSource, Rulebook};
use super::tour::Tour;
use crate::cards::meant_then;
use crate::engine::definition::Format;
use crate::engine::{Code, Refusal};
use crate::table::{Seat, Standing, State};
use std::rc::Rc;

/// Rounds that are shown one by one; of more only the last ones are.
const ROUNDS: usize = 20;
/// Columns of a line.
const WIDTH: usize = 80;
/// Columns of a seat in the table of points.
const COLUMN: usize = 9;

/// `match [NAME [PLAYER…]]`
pub fn matches(session: &mut Session, args: &mut Args<'_>) -> Reply {
    match args.maybe() {
        None => {
            let text = format!("{}\n{}", summary(session), offered(session));
            Ok(Done { text, extra: Extra::Field("match", node(session)), ..Done::default() })
        }
        Some(name) => {
            let names = args.words();
            let names: Vec<String> =
                names.iter().map(|name| crate::script::clean_text(name)).collect();
            check_names(&names)?;
            begin(session, name, names)
        }
    }
}

/// That every name is one, and everybody has another.
///
/// # Errors
/// When a name is empty or there twice.
pub fn check_names(names: &[String]) -> Result<(), Refusal> {
    let twice = |at: usize| names[..at].contains(&names[at]);
    let at = (0..names.len()).find(|at| names[*at].trim().is_empty() || twice(*at));
    at.map_or(Ok(()), |at| {
        let text = match names[at].trim() {
            "" => format!("player {} has no name", at + 1),
            name => {
                format!("two players are called {name}; their accounts could not be told apart")
            }
        };
        Err(bad(Code::BadValue, text))
    })
}

/// The game without the name of its match.
fn plain(game: &str) -> &str {
    game.rsplit_once(':').map_or(game, |(game, _)| game)
}

/// A match of the game that is played, from its first round.
fn begin(session: &mut Session, name: &str, names: Vec<String>) -> Reply {
    let now = &session.now;
    let known = &now.table.game().matches;
    if !known.iter().any(|one| one.name == name) && name != "main" {
        let names = || known.iter().map(|one| one.name.as_str()).chain(["main"]);
        let near = meant_then(name, names());
        let all = names().collect::<Vec<_>>().join(" ");
        let text = format!("this game has no match {name:?}{near} It has: {all}");
        return Err(bad(Code::BadValue, text));
    }
    let game = plain(&now.source.game);
    let game = if name == "main" { game.into() } else { format!("{game}:{name}") };
    let source = GameSource { game, ..now.source.clone() };
    let rules = Rulebook::load(&source)?;
    let seats = match &rules.loaded.game.schedule {
        Some(_) => rules.loaded.game.seats.0,
        None if names.is_empty() => now.table.state().seats.len(),
        None => names.len(),
    };
    let (mut point, told) = source::deal(&rules, seats, now.seed)?;
    if let Some(schedule) = &rules.loaded.game.schedule {
        if !names.is_empty() && names.len() != schedule.players {
            let text = format!(
                "{} is for {} players, not {}; name as many",
                rules.loaded.game.name,
                schedule.players,
                names.len()
            );
            return Err(bad(Code::BadValue, text));
        }
        point.tour = Some(Rc::new(Tour::new(schedule, &names)));
    } else if !names.is_empty() {
        session.names = names;
    }
    session.names.truncate(seats);
    session.put(point, Did::Dealt, told);
    let head = format!("{}: {}", rules.loaded.game.name, rules.loaded.game.title);
    super::output::say(wrap(&head, WIDTH).join("\n"))
}

/// The players of the tournament that is played get names.
pub fn name_players(session: &mut Session, names: &[String]) {
    if let Some(schedule) = &session.table().game().schedule {
        let tour = Tour::new(schedule, names);
        session.now.tour = Some(Rc::new(tour));
    }
}

/// The next match of the tournament, if this one is over; none without a tournament.
///
/// # Errors
/// When the tournament is over, or the match cannot be dealt.
pub fn next_table(session: &Session) -> Result<Option<Point>, Refusal> {
    let now = &session.now;
    let Some(tour) = now.tour.as_ref().filter(|_| now.table.state().table.winners.is_some()) else {
        return Ok(None);
    };
    let next = tour.after(now.table.state());
    if next.is_over() {
        let text = "the tournament is over; `match` shows how it ended";
        return Err(Refusal::new(Code::RoundOver, text));
    }
    let seats = next.seated().len();
    let mut point = source::fresh(&Rulebook::of(now), seats, now.seed.wrapping_add(1))?;
    point.tour = Some(Rc::new(next));
    Ok(Some(point))
}

/// The tournament with the match that is over counted in.
pub fn counted(session: &Session) -> Option<Tour> {
    let now = &session.now;
    let tour = now.tour.as_deref()?;
    let over = now.table.state().table.winners.is_some();
    Some(if over && !tour.is_over() { tour.after(now.table.state()) } else { tour.clone() })
}

/// What is played, the points of each round, and the standings.
pub fn summary(session: &Session) -> String {
    let game = session.table().game();
    let mut head = wrap(&format!("{}: {}", game.name, game.title), WIDTH);
    if let Some(first) = head.first_mut() {
        *first = first.replacen(&game.name, &session.paint.bold(&game.name), 1);
    }
    let mut lines = head;
    if let Some(tour) = session.now.tour.as_deref() {
        let ((no, all), (stage, table)) = (tour.place(), tour.stage());
        let names = tour.seat_names().join(" ");
        lines.push(format!("match {no} of {all}: stage {stage}, table {table}: {names}"));
    }
    lines.extend(points(session));
    lines.extend(standings(session));
    if let Some(tour) = counted(session) {
        lines.extend(accounts(&tour));
    }
    lines.join("\n")
}

/// Whether the place counts in each round, instead of points.
fn places(session: &Session) -> bool {
    session.table().game().policy.format == Format::Places
}

/// Points by round, or places, a column for each seat.
pub fn points(session: &Session) -> Vec<String> {
    let state = session.state();
    let n = state.seats.len();
    let cut = |text: String| text.chars().take(COLUMN - 1).collect::<String>();
    let row = |head: &str, cells: Vec<String>| {
        let cells: String = cells.into_iter().map(|cell| format!("{cell:>COLUMN$}")).collect();
        format!("{head:<8}{cells}")
    };
    let rounds = state.table.scores.rounds(n);
    if rounds.is_empty() {
        return vec!["no round is over yet".into()];
    }
    // Wide tables are shown in several pieces.
    let wide = (80 - 8) / COLUMN;
    let mut lines = Vec::new();
    for from in (0..n).step_by(wide) {
        let part = from..n.min(from + wide);
        let name = |at: usize| cut(session.seat_text(Seat(at as u8)));
        lines.push(row(
            if places(session) { "place" } else { "round" },
            part.clone().map(name).collect(),
        ));
        let first = rounds.len().saturating_sub(ROUNDS);
        if first > 0 {
            lines.push(format!("({first} earlier rounds)"));
        }
        for (at, round) in rounds.iter().enumerate().skip(first) {
            let cells = part.clone().map(|seat| round[seat].to_string()).collect();
            lines.push(row(&(at + 1).to_string(), cells));
        }
        let total = |seat: usize| state.seats[seat].total.to_string();
        lines.push(row(if places(session) { "sum" } else { "total" }, part.map(total).collect()));
    }
    lines
}

/// The seats, best first.
fn standings(session: &Session) -> Vec<String> {
    let state = session.state();
    let mut lines = Vec::new();
    for ranked in session.table().standings() {
        let place = state.place(ranked.seat);
        let note = match (place.standing, place.dropped) {
            (_, round) if round > 0 => format!("  dropped out in round {round}"),
            (Standing::Gone, _) => "  left the table".into(),
            (Standing::Out(at), _) if state.over.is_none() => format!("  out, place {at}"),
            _ => String::new(),
        };
        let name = session
            .name(ranked.seat)
            .map_or_else(|| format!("seat {}", ranked.seat), |_| session.seat_text(ranked.seat));
        lines.push(format!("{:>3}. {name:<20} {:>6}{note}", ranked.rank, ranked.total));
    }
    let won = state.table.winners.as_ref().map(|winners| {
        let names: Vec<String> = winners.iter().map(|seat| session.seat_text(*seat)).collect();
        format!("the match is won by {}", names.join(", "))
    });
    lines.extend(won);
    lines
}

/// The accounts of a tournament: each player with every partner.
fn accounts(tour: &Tour) -> Vec<String> {
    let n = tour.players().len();
    let cut = |name: &str| name.chars().take(5).collect::<String>();
    let head: String = tour.players().iter().map(|name| format!("{:>6}", cut(name))).collect();
    let mut lines = vec![format!("{:<18}{head}{:>7}", "points with", "all")];
    for (rank, player, total) in tour.standings() {
        let cell = |with: usize| match tour.with(player, with) {
            0 if with == player => "     ·".to_string(),
            points => format!("{points:>6}"),
        };
        let cells: String = (0..n).map(cell).collect();
        let name: String = tour.players()[player].chars().take(13).collect();
        lines.push(format!("{rank:>3}. {name:<13}{cells}{total:>7}"));
    }
    if tour.is_over() {
        let first = tour.standings();
        let first = first.iter().take_while(|(rank, ..)| *rank == 1);
        let names: Vec<&str> =
            first.map(|(_, player, _)| tour.players()[*player].as_str()).collect();
        lines.push(format!("the tournament is won by {}", names.join(", ")));
    }
    lines
}

/// The matches that the game offers.
fn offered(session: &Session) -> String {
    let game = session.table().game();
    let mut lines = vec!["matches of this game (`match NAME`):".to_string()];
    lines.push(format!("  {:<16} as the game says", "main"));
    for one in &game.matches {
        // Further lines stand under the title, not under the name.
        for (at, piece) in wrap(&one.title, WIDTH - 19).iter().enumerate() {
            let name = if at == 0 { one.name.as_str() } else { "" };
            lines.push(format!("  {name:<16} {piece}"));
        }
    }
    lines.join("\n")
}

fn node(session: &Session) -> Node {
    let (table, state) = (session.table(), session.state());
    let n = state.seats.len();
    let list = |points: Vec<i64>| Node::List(points.into_iter().map(leaf).collect());
    let ranked = table.standings().into_iter().map(|ranked| {
        object([
            ("rank", leaf(ranked.rank)),
            ("seat", leaf(ranked.seat.number())),
            ("points", leaf(ranked.total)),
        ])
    });
    let tour = counted(session).map_or(leaf(serde_json::Value::Null), |tour| tour_node(&tour));
    object([
        ("game", leaf(table.game().name.as_str())),
        ("round", leaf(state.table.round)),
        ("rounds", Node::List(state.table.scores.rounds(n).into_iter().map(list).collect())),
        ("standings", Node::List(ranked.collect())),
        ("winners", winners(state)),
        ("tournament", tour),
    ])
}

fn winners(state: &State) -> Node {
    match &state.table.winners {
        Some(seats) => Node::List(seats.iter().map(|seat| leaf(seat.number())).collect()),
        None => leaf(serde_json::Value::Null),
    }
}

fn tour_node(tour: &Tour) -> Node {
    let player = |(rank, player, points): (usize, usize, i64)| {
        let with = (0..tour.players().len()).map(|with| leaf(tour.with(player, with)));
        object([
            ("rank", leaf(rank)),
            ("player", leaf(tour.players()[player].as_str())),
            ("points", leaf(points)),
            ("with", Node::List(with.collect())),
        ])
    };
    let (no, all) = tour.place();
    object([
        ("match", leaf(no)),
        ("of", leaf(all)),
        ("over", leaf(tour.is_over())),
        ("players", Node::List(tour.standings().into_iter().map(player).collect())),
    ])
}
