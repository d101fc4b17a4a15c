//! From what a session is loaded from to a match.

use super::history::Point;
use crate::engine::definition::{Game, LoadError};
use crate::engine::host::Host;
use crate::engine::{Code, Match, Refusal};
use crate::table::{TableAction, Told};
use std::rc::Rc;

pub use crate::script::GameSource;

/// A game, ready to be played.
pub type Loaded = (Rc<Game>, Rc<dyn Host>);

/// Loads a game and its rules.
///
/// # Errors
/// Every reason why they cannot be loaded, in one refusal.
pub fn load(source: &GameSource) -> Result<Loaded, Refusal> {
    let loaded = crate::script::load(source).map_err(|errors| refusal(&errors))?;
    Ok((loaded.game, loaded.host))
}

/// Load errors as one refusal.
fn refusal(errors: &[LoadError]) -> Refusal {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let first = errors.first();
    // Rules that exclude each other are no mistake in either file.
    let clash = |error: &LoadError| error.text.contains("cannot be played together with");
    let code = if errors.iter().all(clash) { Code::Conflict } else { Code::LoadError };
    Refusal {
        code,
        text: texts.join("\n"),
        rule: first.map(|error| error.rule.clone()),
        at: first.map(|error| error.at.clone()).filter(|at| !at.is_empty()),
    }
}

/// A match of this game, before its first deal.
///
/// # Errors
/// When it cannot be loaded, or not with so many seats.
pub fn fresh(source: &GameSource, seats: usize, seed: u64) -> Result<Point, Refusal> {
    let (game, host) = load(source)?;
    let table = Match::new(game, host, seats, seed)?;
    Ok(Point { table, source: source.clone(), seed })
}

/// A match with its first round dealt.
///
/// # Errors
/// When it cannot be loaded or dealt.
pub fn deal(source: &GameSource, seats: usize, seed: u64) -> Result<(Point, Vec<Told>), Refusal> {
    let mut point = fresh(source, seats, seed)?;
    let told = point.table.table(TableAction::Deal)?;
    Ok((point, told))
}

/// The same game under other rules: going on where it is, or, where the deck changed, dealt anew.
/// Says which.
///
/// # Errors
/// When the rules cannot be loaded or the game not go on under them.
pub fn change(from: &Point, source: &GameSource) -> Result<(Point, Vec<Told>, bool), Refusal> {
    let (game, host) = load(source)?;
    match from.table.change_rules(game, host) {
        Ok(table) => {
            let point = Point { table, source: source.clone(), seed: from.seed };
            Ok((point, Vec::new(), false))
        }
        Err(refusal) if refusal.code == Code::Conflict => {
            let (point, told) = deal(source, from.table.state().seats.len(), from.seed)?;
            Ok((point, told, true))
        }
        Err(refusal) => Err(refusal),
    }
}
