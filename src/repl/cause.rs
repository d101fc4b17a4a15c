//! What scripts do while a command runs (`trace`), and why something in the history happened
//! (`why N`).

use super::events::lines_of;
use super::history::{Act, Did, Entry, Step};
use super::look::explained;
use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::Session;
use crate::engine::host::Host;
use crate::engine::{Code, Match, Refusal};
use crate::limits::HOOK_BUDGET;
use crate::script::trace::{Entered, Note, Traced};
use crate::table::{Actor, By, Told};
use std::rc::Rc;

/// Does something with a match while its scripts are watched.
pub fn watched<R>(table: &mut Match, act: impl FnOnce(&mut Match) -> R) -> (R, Vec<Note>) {
    let traced = Rc::new(Traced::new(Rc::clone(table.host())));
    let host = Rc::clone(&traced) as Rc<dyn Host>;
    let mut watched = Match::at(Rc::clone(table.game()), host, table.snapshot());
    let result = act(&mut watched);
    table.restore(watched.snapshot());
    (result, traced.take())
}

/// The last part of a path: `stacking.lua:12`.
fn short(at: &str) -> &str {
    at.rsplit(['/', '\\']).next().unwrap_or(at)
}

/// The lines of a trace; what repeats itself is counted.
pub fn trace_lines(notes: &[Note]) -> Vec<String> {
    let mut lines: Vec<(String, &Entered, usize)> = Vec::new();
    for note in notes {
        let Note::Entered(entered) = note else { continue };
        let Entered { hook, at, answer, .. } = entered;
        let answer: String = answer.chars().take(28).collect();
        let head = format!("{hook:<16} {:<20} {answer:<28}", short(at));
        match lines.last_mut() {
            Some((last, _, times)) if *last == head => *times += 1,
            _ => lines.push((head, entered, 1)),
        }
    }
    let line = |(head, entered, times): &(String, &Entered, usize)| {
        let times = if *times > 1 { format!(" ×{times}") } else { String::new() };
        format!("~ {head}{:>4} µs{:>5}{times}", entered.time.as_micros(), entered.spent)
    };
    lines.iter().map(line).collect()
}

/// `trace [on|off]`
pub fn trace(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let word = args.maybe().map(str::to_lowercase);
    args.end()?;
    session.tracing = match word.as_deref() {
        None => session.tracing,
        Some("on") => true,
        Some("off") => false,
        Some(other) => return Err(args.wrong(Code::BadValue, "on or off", Some(other))),
    };
    say(if session.tracing {
        format!(
            "trace on: each entry into a script while seats act: the hook, its line, what it \
             says,\nits time, and how many of its {HOOK_BUDGET} safepoints it used"
        )
    } else {
        "trace off".into()
    })
}

/// What `why N` and `why N.K` mean, if the words mean that.
pub fn number(words: &[&str]) -> Option<(usize, Option<usize>)> {
    let [one] = words else { return None };
    let (no, step) = match one.split_once('.') {
        Some((no, step)) => (no, Some(step.parse().ok()?)),
        None => (*one, None),
    };
    Some((no.parse().ok()?, step))
}

/// `why N[.K]`: the command of this number, or the K-th action of it.
pub fn why(session: &Session, no: usize, step: Option<usize>) -> Result<String, Refusal> {
    let log = &session.log;
    let (first, last) = (log.forgotten + 1, log.forgotten + log.at);
    let entry = no.checked_sub(first).and_then(|at| log.done().get(at)).ok_or_else(|| {
        let text = if last < first {
            "nothing has been done yet".into()
        } else {
            format!("the history has the commands {first} to {last}, not {no}")
        };
        bad(Code::BadValue, text)
    })?;
    let steps: &[Step] = if let Did::Steps(steps) = &entry.did { steps } else { &[] };
    let at = match step {
        Some(step) => step.checked_sub(1).filter(|at| *at < steps.len()).ok_or_else(|| {
            bad(Code::BadValue, format!("command {no} has {} actions, not {step}", steps.len()))
        })?,
        None if steps.len() > 1 => return Ok(list(session, no, entry, steps)),
        None => 0,
    };
    let mut lines = vec![format!("{no}: {}", entry.command)];
    match steps.get(at) {
        Some(step) => lines.extend(of_step(session, entry, &steps[..at], step)?),
        None => {
            lines.push(match &entry.did {
                Did::Dealt | Did::Stacked { .. } => "a new game was dealt".into(),
                Did::Read => "a position was read from a file".into(),
                Did::Edited => "a position was written by hand".into(),
                Did::Ruled { here: true, .. } => "other rules, in the position as it was".into(),
                Did::Ruled { .. } => "other rules, and the game so far played under them".into(),
                Did::Steps(_) => String::new(),
            });
            lines.extend(events(session, &entry.after.table, &entry.told, &[]));
        }
    }
    Ok(lines.join("\n"))
}

fn who(session: &Session, step: &Step) -> String {
    match step.actor {
        Actor::Table => step.text.clone(),
        Actor::Seat(seat) => match session.name(seat) {
            Some(name) => format!("{seat} {name}: {}", step.text),
            None => format!("{seat}: {}", step.text),
        },
    }
}

fn list(session: &Session, no: usize, entry: &Entry, steps: &[Step]) -> String {
    let mut lines = vec![format!("{no}: {}, {} actions:", entry.command, steps.len())];
    let line = |(at, step): (usize, &Step)| format!("  {no}.{:<4} {}", at + 1, who(session, step));
    lines.extend(steps.iter().enumerate().map(line));
    lines.push(format!("`why {no}.1` explains the first of them"));
    lines.join("\n")
}

/// Takes the step again, watched.
fn of_step(
    session: &Session,
    entry: &Entry,
    before: &[Step],
    step: &Step,
) -> Result<Vec<String>, Refusal> {
    let mut table = entry.before.table.clone();
    for step in before {
        take(&mut table, step)?;
    }
    let mut lines = match (step.actor, step.act) {
        (Actor::Seat(seat), Act::Seat(action)) => {
            let why = table.why(seat, action);
            explained(&who(session, step), &why).lines().map(String::from).collect()
        }
        _ => vec![format!("{}: an action of the table", step.text)],
    };
    let (told, notes) = watched(&mut table, |table| take(table, step));
    lines.extend(events(session, &table, &told?, &notes));
    lines.extend(notes.iter().filter_map(number_line));
    Ok(lines)
}

/// Takes a step of the history.
pub fn take(table: &mut Match, step: &Step) -> Result<Vec<Told>, Refusal> {
    match (step.actor, step.act) {
        (Actor::Seat(seat), Act::Seat(action)) => table.apply(seat, action),
        (_, Act::Table(action)) => table.table(action),
        (Actor::Table, Act::Seat(_)) => {
            Err(bad(Code::BadSeat, "the table does not act for a seat"))
        }
    }
}

/// What happened, each line with the hooks behind it.
fn events(session: &Session, table: &Match, told: &[Told], notes: &[Note]) -> Vec<String> {
    let mut lines = vec!["what happened:".to_string()];
    for one in told {
        lines.extend(lines_of(table, session.seat_names(), std::slice::from_ref(one)));
        let By::Rule(rule) = one.by else { continue };
        let Some(rule) = table.game().rules().get(rule.index()) else { continue };
        let mut hooks: Vec<String> = Vec::new();
        for note in notes {
            let Note::Entered(entered) = note else { continue };
            let text = format!("{}, {}: {}", entered.hook, entered.at, entered.answer);
            if entered.acted && entered.rule == rule.name && !hooks.contains(&text) {
                hooks.push(text);
            }
        }
        let last = lines.last().cloned().unwrap_or_default();
        if last.ends_with(&format!("[{}]", rule.name)) {
            lines.extend(hooks.into_iter().map(|hook| format!("      {hook}")));
        }
    }
    if lines.len() == 1 {
        lines[0] = "nothing was told".into();
    }
    lines
}

/// The stages of a number.
fn number_line(note: &Note) -> Option<String> {
    let Note::Number { hook, start, said, number } = note else { return None };
    let said: Vec<String> =
        said.iter().map(|(rule, at, stages)| format!("{rule}: {stages} ({at})")).collect();
    Some(format!("{hook}: {start} becomes {number}; {}", said.join("; ")))
}
