//! Saved positions, and what they share with records: the rules under which they hold.

use super::history::Point;
use super::session::Session;
use super::source::GameSource;
use super::tour::{Kept, Tour};
use crate::engine::definition::Game;
use crate::engine::{Code, Match, Refusal};
use crate::table::{By, Setup, State, Task};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

const FORMAT: &str = "houserules save";
const VERSION: u32 = 1;

/// A rule as a file names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct RuleHead {
    name: String,
    source: String,
    hash: String,
    options: Vec<(String, String)>,
}

/// The game and its rules as a file names them, and what they were loaded from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    game: String,
    hash: String,
    loaded: Vec<String>,
    without: Vec<String>,
    options: Vec<(String, String, String)>,
    rules: Vec<RuleHead>,
}

/// The rules of a point.
pub fn head(point: &Point) -> Rules {
    head_of(point.table.game(), &point.source)
}

/// The rules of a game that was loaded from this.
pub fn head_of(game: &Game, source: &GameSource) -> Rules {
    let rules = game.order.iter().map(|id| game.rule(*id)).map(|rule| RuleHead {
        name: rule.name.clone(),
        source: rule.source.to_string(),
        hash: rule.hash.clone(),
        options: rule
            .options
            .iter()
            .zip(&rule.values)
            .map(|(option, value)| (option.name.clone(), value.show(&game.deck)))
            .collect(),
    });
    Rules {
        game: source.game.clone(),
        hash: game.hash.clone(),
        loaded: source.rules.clone(),
        without: source.without.clone(),
        options: source.options.clone(),
        rules: rules.collect(),
    }
}

impl Rules {
    /// What to load.
    pub fn source(&self) -> GameSource {
        GameSource {
            game: self.game.clone(),
            rules: self.loaded.clone(),
            without: self.without.clone(),
            options: self.options.clone(),
        }
    }
    /// How the rules that are there differ from these.
    pub fn changes(&self, now: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if (&self.game, &self.hash) != (&now.game, &now.hash) {
            let text = format!(
                "game {} has changed (was {}, is {} {})",
                self.game,
                { short(&self.hash) },
                now.game,
                short(&now.hash)
            );
            changes.push(text);
        }
        for was in &self.rules {
            match now.rules.iter().find(|rule| rule.name == was.name) {
                None => changes.push(format!("rule {} is missing", was.name)),
                Some(is) => changes.extend(was.changes(is)),
            }
        }
        for is in &now.rules {
            if !self.rules.iter().any(|rule| rule.name == is.name) {
                changes.push(format!("rule {} is new", is.name));
            }
        }
        let order = |rules: &[RuleHead]| rules.iter().map(|r| r.name.clone()).collect::<Vec<_>>();
        if changes.is_empty() && order(&self.rules) != order(&now.rules) {
            changes.push("the order of the rules has changed".into());
        }
        changes
    }
}

/// The beginning of a hash.
fn short(hash: &str) -> String {
    hash.chars().take(16).collect()
}

impl RuleHead {
    fn changes(&self, is: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.hash != is.hash {
            let (was, now) = (short(&self.hash), short(&is.hash));
            changes.push(format!("rule {} has changed (was {was}, is {now})", self.name));
        }
        for (name, was) in &self.options {
            let now = is.options.iter().find(|(other, _)| other == name);
            let now = now.map_or("no longer there", |(_, value)| value.as_str());
            if now != was {
                changes.push(format!("option {}.{name} was {was}, is {now}", self.name));
            }
        }
        changes
    }
}

/// A file that is cut short or is something else.
pub fn broken(path: &str, error: &serde_json::Error) -> Refusal {
    Refusal::new(Code::FileError, format!("{path} is no whole file of this kind: {error}"))
}

#[derive(Deserialize)]
struct Format {
    format: String,
    version: u32,
}

/// That the text says it is of this format.
///
/// # Errors
/// When it does not; the error says what it is.
pub fn check_format(text: &str, path: &str, format: &str, version: u32) -> Result<(), Refusal> {
    let found: Format = serde_json::from_str(text).map_err(|error| broken(path, &error))?;
    if found.format != format || found.version != version {
        let found = format!("{:?} version {}", found.format, found.version);
        let text = format!("{path}: expected {format:?} version {version}, found {found}");
        return Err(Refusal::new(Code::FileError, text));
    }
    Ok(())
}

/// That a state read from a file fits a game.
///
/// # Errors
/// When it does not; the error lists everything.
pub fn fits(state: &State, game: &Game, path: &str) -> Result<(), Refusal> {
    let mut faults = Vec::new();
    let (known, found) = (game.rules().len(), state.rules.len());
    if known != found || state.piles.len() != game.piles.len() {
        faults.push(format!("it keeps the memory of {found} rules, this game has {known}"));
    }
    for (rule, kept) in game.rules().iter().zip(&state.rules) {
        if rule.memory.len() != kept.memory.len() {
            faults.push(format!("the memory of rule {} is of another kind", rule.name));
        }
    }
    let rules = state.work.iter().filter_map(|task| match task {
        Task::Do { rule, .. } | Task::Apply { by: By::Rule(rule), .. } => Some(*rule),
        _ => None,
    });
    let rules = rules.chain(state.moments.iter().map(|moment| moment.rule));
    if rules.into_iter().any(|rule| rule.index() >= known) {
        faults.push("its unfinished work is of a rule that is not there".into());
    }
    if let Err(errors) = Setup::of(state).check(&game.deck) {
        faults.extend(errors.into_iter().map(|error| error.text));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(Code::FileError, format!("{path}: {}", faults.join("; "))))
}

/// A saved position as it is written down.
#[derive(Serialize, Deserialize)]
struct Saved {
    format: String,
    version: u32,
    rules: Rules,
    seed: u64,
    names: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tour: Option<Kept>,
    hash: String,
    state: State,
}

/// The position of a session, open question and all.
///
/// # Errors
/// When something in the state cannot be written.
pub fn text(session: &Session) -> Result<String, Refusal> {
    let state = session.state();
    let saved = Saved {
        format: FORMAT.into(),
        version: VERSION,
        rules: head(&session.now),
        seed: session.now.seed,
        names: session.names.clone(),
        tour: session.now.tour.as_ref().map(|tour| tour.kept()),
        hash: state.hash(),
        state: state.clone(),
    };
    let text = serde_json::to_string_pretty(&saved);
    text.map(|text| text + "\n").map_err(|error| {
        Refusal::new(Code::FileError, format!("the position cannot be written: {error}"))
    })
}

/// The position in a text, for a session that plays under the same rules.
///
/// # Errors
/// When it is no whole position, or was saved under other rules.
pub fn read(session: &Session, text: &str, path: &str) -> Result<(Point, Vec<String>), Refusal> {
    check_format(text, path, FORMAT, VERSION)?;
    let saved: Saved = serde_json::from_str(text).map_err(|error| broken(path, &error))?;
    let changes = saved.rules.changes(&head(&session.now));
    if !changes.is_empty() {
        let text = format!("{path} was saved under other rules: {}", changes.join("; "));
        return Err(Refusal::new(Code::Conflict, text));
    }
    let (game, host) = (Rc::clone(session.table().game()), Rc::clone(session.table().host()));
    fits(&saved.state, &game, path)?;
    let hash = saved.state.hash();
    if hash != saved.hash {
        let text = format!("{path}: the position was changed (hash was {}, is {hash})", saved.hash);
        return Err(Refusal::new(Code::FileError, text));
    }
    let tour = Tour::from_kept(game.schedule.as_ref(), saved.tour, path)?.map(Rc::new);
    let table = Match::at(game, host, Rc::new(saved.state));
    let source = session.now.source.clone();
    let scripts = Rc::clone(&session.now.scripts);
    Ok((Point { table, scripts, source, seed: saved.seed, tour }, saved.names))
}
