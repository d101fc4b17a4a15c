//! Commands that measure the rules in force: sim, compare. And one simulated round, shown again.

use super::events::event_lines;
use super::history::{Did, Entry};
use super::output::{Reply, say};
use super::paint::Paint;
use super::parse::{Args, bad};
use super::progress::Bar;
use super::session::Session;
use super::show::View;
use super::source::{self, GameSource, Rulebook};
use crate::cards::closest;
use crate::engine::{Code, Refusal};
use crate::script::bot_named;
use crate::sim::cases::{label, stem};
use crate::sim::{
    Case, Driver, Kind, Nobody, Plan, React, Report, Step, Unit, fault_text, head::Head, report,
    run,
};
use crate::table::{Seat, TableAction};

/// Rounds that are played where nobody says how many.
const ROUNDS: u64 = 10_000;

/// The bots at the table; `random` where nobody chose one.
fn bots(session: &Session) -> Vec<String> {
    let name = |seat: Seat| session.bots.get(&seat).cloned().unwrap_or_else(|| "random".into());
    session.state().all().map(name).collect()
}

fn measure(session: &Session, kind: Kind, cases: Vec<Case>, unit: Unit, total: u64) -> Reply {
    let plan = Plan { seed: session.now.seed, ..Plan::new(kind, cases, unit, total) };
    let head = Head::of(&plan)?;
    let outcome = match session.at_prompt {
        true => run(&plan, &mut Bar::new(&plan, None))?,
        false => run(&plan, &mut Nobody)?,
    };
    if let Some(fault) = &outcome.fault {
        let (text, sound) = (fault_text(fault, unit), report::plain(outcome.sound() as i64));
        let text = format!("{text}\n{sound} {} before it were sound", unit.text());
        let refusal = Refusal::new(Code::RuleError, text);
        let rule = fault.rule.clone().unwrap_or_default();
        return Err(refusal.by(&rule, fault.at.as_deref().unwrap_or_default()));
    }
    say(report::text(&Report { head, outcome, rounds_per_second: None }))
}

/// `sim [N] [rounds|matches]`
pub fn sim(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let total = if args.is_done() { ROUNDS } else { args.number("a number of rounds")? };
    let unit = match args.maybe() {
        None | Some("rounds") => Unit::Rounds,
        Some("matches") => Unit::Matches,
        other => return Err(args.wrong(Code::BadValue, "rounds or matches", other)),
    };
    args.end()?;
    let source = session.now.source.clone();
    let case = Case { label: label(&source), source, bots: bots(session) };
    measure(session, Kind::Single, vec![case], unit, total)
}

/// `compare -RULE|+RULE|RULE.OPTION=VALUE [N]`
pub fn compare(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let expected = "-RULE, +RULE or RULE.OPTION=VALUE";
    let word = args.word(expected)?;
    let total = if args.is_done() { ROUNDS } else { args.number("a number of rounds")? };
    args.end()?;
    let now = &session.now.source;
    if let Some(rule) = word.strip_prefix('-') {
        let mut names = session.table().game().rules().iter().map(|rule| rule.name.as_str());
        if !names.clone().any(|name| name == stem(rule)) {
            let near = closest(rule, names.by_ref());
            let more = match near {
                Some(near) => format!("did you mean -{near}?"),
                None => format!("`compare +{rule}` would add it"),
            };
            return Err(bad(Code::BadValue, format!("{rule} is not in force; {more}")));
        }
    }
    let (of, against) = other_rules(now, word)
        .ok_or_else(|| args.wrong(Code::BadValue, expected, Some(word)))??;
    let case = |(label, source): (String, GameSource)| Case { label, source, bots: bots(session) };
    measure(session, Kind::Compare, vec![case(of), case(against)], Unit::Rounds, total)
}

type Sides = ((String, GameSource), (String, GameSource));

/// The rules with and without what a word names; nothing where the word names nothing.
fn other_rules(now: &GameSource, word: &str) -> Option<Result<Sides, Refusal>> {
    let mut other = now.clone();
    if let Some(rule) = word.strip_prefix('-') {
        let before = other.rules.len();
        other.rules.retain(|name| name != rule && stem(name) != rule);
        if other.rules.len() == before {
            other.without.push(rule.into());
        }
        other.options.retain(|(of, ..)| of != rule);
        return Some(Ok(((rule.into(), now.clone()), ("without it".into(), other))));
    }
    if let Some(rule) = word.strip_prefix('+') {
        if other.rules.iter().any(|name| name == rule) {
            let text = format!("{rule} is loaded already; `compare -{rule}` leaves it out");
            return Some(Err(bad(Code::BadValue, text)));
        }
        other.rules.push(rule.into());
        return Some(Ok(((rule.into(), other), ("without it".into(), now.clone()))));
    }
    let (path, value) = word.split_once('=')?;
    let (rule, option) = path.split_once('.').unwrap_or(("", path));
    other.options.retain(|(of, name, _)| of != rule || name != option);
    other.options.push((rule.into(), option.into(), value.into()));
    Some(Ok(((word.into(), other), ("as it is".into(), now.clone()))))
}

/// Which round of a run is to be shown.
pub struct Shown {
    /// The game, its rules and options.
    pub source: GameSource,
    /// The bot of each seat.
    pub bots: Vec<String>,
    /// How quick they are.
    pub react: React,
    /// The seed of the round, or of its match.
    pub seed: u64,
    /// The count of the round in its match; none where it stands alone.
    pub round: Option<u32>,
}

/// Plays a simulated round again. Gives the session in which it was played, which can be recorded,
/// and its lines.
///
/// # Errors
/// When the game cannot be loaded or dealt, a rule fails, or the match has no such round.
pub fn again(shown: &Shown, paint: Paint) -> Result<(Session, Vec<String>), Refusal> {
    let seats = shown.bots.len();
    let mut point = source::fresh(&Rulebook::load(&shown.source)?, seats, shown.seed)?;
    let bots = shown.bots.iter().map(|name| bot_named(name)).collect::<Result<Vec<_>, _>>()?;
    let mut driver = Driver::new(bots, shown.react);
    driver.begin(shown.seed);
    let (told, did) = match shown.round {
        None => (point.table.deal_stacked(Some(Seat(seats as u8 - 1)), &[])?, Did::Edited),
        Some(_) => (point.table.table(TableAction::Deal)?, Did::Dealt),
    };
    let mut session = Session::at((point, did), told.clone());
    session.paint = paint;
    let wanted = shown.round.unwrap_or(1);
    while session.state().table.round < wanted {
        play(&mut session, &mut driver, None)?;
        if session.state().table.winners.is_some() {
            let text = format!("the match is over after {} rounds", session.state().table.round);
            return Err(bad(Code::BadValue, text));
        }
        let before = session.now.clone();
        session.table_act("deal", TableAction::Deal)?;
        note(&mut session, "deal".into(), before);
    }
    let dealt = session.log.done().last().map_or(&told[..], |entry| &entry.told);
    let mut lines = event_lines(&session, dealt);
    let view = View { table: session.table(), names: &[], paint, viewer: None };
    lines.push(view.table());
    play(&mut session, &mut driver, Some(&mut lines))?;
    Ok((session, lines))
}

/// Plays the round to its end.
fn play(
    session: &mut Session,
    driver: &mut Driver,
    mut lines: Option<&mut Vec<String>>,
) -> Result<(), Refusal> {
    while let Some(Step { seat, action, .. }) = driver.next(session.table())? {
        let before = session.now.clone();
        let text = session.table().action_text(seat, action);
        session.act(seat, action)?;
        let command = format!("{seat}: {text}");
        if let Some(lines) = lines.as_deref_mut() {
            lines.push(command.clone());
            lines.extend(event_lines(session, &session.told));
        }
        note(session, command, before);
    }
    Ok(())
}

/// Writes what was just done into the history.
fn note(session: &mut Session, command: String, before: super::history::Point) {
    let told = std::mem::take(&mut session.told).into();
    let did = Did::Steps(std::mem::take(&mut session.steps));
    let after = session.now.clone();
    let lines = vec![command.clone()];
    session.push(Entry { command, lines, did, told, before, after });
}
