//! Records: a game as its start and its actions, replayed and compared step by step.

use super::history::{Act, Did, Entry, Log, Point, Step};
use super::output::many;
use super::save::{Rules, broken, fits, head};
use super::session::Session;
use super::source::{self, Rulebook};
use super::tour::{Kept, Tour};
use crate::engine::{Code, Match, Refusal};
use crate::table::{Actor, State, Told};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

const FORMAT: &str = "houserules record";
const VERSION: u32 = 1;

/// Where a record starts.
#[derive(Serialize, Deserialize)]
enum Start {
    /// A first round, dealt from the seed.
    Dealt,
    /// A position written by hand, or one reached under other rules.
    Position(Box<State>),
}

/// A record as it is written down.
#[derive(Serialize, Deserialize)]
struct Record {
    format: String,
    version: u32,
    rules: Rules,
    seats: usize,
    seed: u64,
    names: Vec<String>,
    /// The tournament before this match of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tour: Option<Kept>,
    start: Start,
    start_hash: String,
    steps: Vec<Step>,
}

/// A record that was replayed without a difference.
pub struct Replayed {
    pub(super) base: (Point, Did),
    pub(super) now: Point,
    pub(super) log: Log,
    pub(super) names: Vec<String>,
    /// How rules differ from those of the record, without any consequence.
    pub changed: Vec<String>,
    /// How many steps were compared.
    pub steps: usize,
}

impl Replayed {
    /// What is said about it.
    pub fn report(&self, path: &str) -> String {
        let hash = self.now.table.state().hash();
        let mut text =
            format!("{path}: {}, every hash is the same ({hash})", many(self.steps, "step"));
        for change in &self.changed {
            text.push_str(&format!("\n{change}, which made no difference"));
        }
        text
    }
    /// The hash at the end.
    pub fn hash(&self) -> String {
        self.now.table.state().hash()
    }
}

/// The record of a session since its last deal or edit, and how many steps it has.
///
/// # Errors
/// When something in the state cannot be written.
pub fn text(session: &Session) -> Result<(String, usize), Refusal> {
    let mut start = (session.base.0.clone(), session.base.1.seeded());
    let mut steps = Vec::new();
    for entry in session.done() {
        match &entry.did {
            Did::Steps(more) => steps.extend(more.iter().cloned()),
            did => {
                steps.clear();
                start = (entry.after.clone(), did.seeded());
            }
        }
    }
    let (point, dealt) = start;
    let state = point.table.state();
    let n = steps.len();
    let record = Record {
        format: FORMAT.into(),
        version: VERSION,
        rules: head(&point),
        seats: state.seats.len(),
        seed: point.seed,
        names: session.names.clone(),
        tour: point.tour.as_ref().map(|tour| tour.kept()),
        start_hash: state.hash(),
        start: if dealt { Start::Dealt } else { Start::Position(Box::new(state.clone())) },
        steps,
    };
    let text = serde_json::to_string_pretty(&record);
    text.map(|text| (text + "\n", n)).map_err(|error| {
        Refusal::new(Code::FileError, format!("the record cannot be written: {error}"))
    })
}

fn differs(text: String, changed: &[String]) -> Refusal {
    let more: Vec<String> = changed.iter().map(|change| format!("; {change}")).collect();
    Refusal::new(Code::ReplayDiffers, format!("{text}{}", more.concat()))
}

/// Replays a record; `path` is what it is called in errors.
///
/// # Errors
/// When it is no whole record, or a step differs; the error says which, and which rules changed.
pub fn replay(text: &str, path: &str) -> Result<Replayed, Refusal> {
    super::save::check_format(text, path, FORMAT, VERSION)?;
    let record: Record = serde_json::from_str(text).map_err(|error| broken(path, &error))?;
    let mut point =
        source::fresh(&Rulebook::load(&record.rules.source())?, record.seats, record.seed)?;
    let schedule = point.table.game().schedule.clone();
    point.tour = Tour::from_kept(schedule.as_ref(), record.tour, path)?.map(Rc::new);
    let changed = record.rules.changes(&head(&point));
    let did = match record.start {
        Start::Dealt => {
            point.table.table(crate::table::TableAction::Deal)?;
            Did::Dealt
        }
        Start::Position(state) => {
            fits(&state, point.table.game(), path).map_err(|error| {
                if changed.is_empty() { error } else { differs(error.text, &changed) }
            })?;
            let (game, host) = (Rc::clone(point.table.game()), Rc::clone(point.table.host()));
            point.table = Match::at(game, host, Rc::new(*state));
            Did::Read
        }
    };
    let hash = point.table.state().hash();
    if hash != record.start_hash {
        let text = format!("the start differs (hash was {}, is {hash})", record.start_hash);
        return Err(differs(text, &changed));
    }
    let base = (point.clone(), did);
    let mut log = Log::default();
    let steps = record.steps.len();
    for (at, step) in record.steps.into_iter().enumerate() {
        let before = point.clone();
        let told = one(&mut point, &step, at + 1, &changed)?.into();
        let command = line(&step);
        let (lines, did) = (vec![command.clone()], Did::Steps(vec![step]));
        log.push(Entry { command, lines, did, told, before, after: point.clone() });
    }
    Ok(Replayed { base, now: point, log, names: record.names, changed, steps })
}

/// A step as a line.
fn line(step: &Step) -> String {
    match step.actor {
        Actor::Seat(seat) => format!("{seat}: {}", step.text),
        Actor::Table => step.text.clone(),
    }
}

fn one(
    point: &mut Point,
    step: &Step,
    no: usize,
    changed: &[String],
) -> Result<Vec<Told>, Refusal> {
    let done = match (step.actor, step.act) {
        (Actor::Seat(seat), Act::Seat(action)) if point.table.state().knows(seat) => {
            point.table.apply(seat, action)
        }
        (Actor::Table, Act::Table(action)) => point.table.table(action),
        _ => Err(Refusal::new(Code::BadSeat, "no such seat acts like this")),
    };
    let line = line(step);
    let told = done.map_err(|refusal| {
        differs(format!("step {no}: `{line}` is refused: {refusal}"), changed)
    })?;
    let hash = point.table.state().hash();
    if hash != step.hash {
        let text = format!("step {no}: `{line}`: hash differs (was {}, is {hash})", step.hash);
        return Err(differs(text, changed));
    }
    Ok(told)
}
