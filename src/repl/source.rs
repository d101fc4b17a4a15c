//! From what a session is loaded from to a match.

use super::history::Point;
use super::tour::Tour;
use crate::cards::Kind;
use crate::engine::definition::Game;
use crate::engine::host::Host;
use crate::engine::{Code, Match, Refusal};
use crate::table::{Seat, TableAction, Told};
use std::rc::Rc;

use crate::script::{Loaded, Scripts};

pub use crate::script::GameSource;

/// A game and its rules, loaded, and what from.
pub struct Rulebook {
    /// What from.
    pub source: GameSource,
    /// What it is.
    pub loaded: Loaded,
}

impl Rulebook {
    /// Loads a game and its rules.
    ///
    /// # Errors
    /// Every reason why they cannot be loaded, in one refusal.
    pub fn load(source: &GameSource) -> Result<Self, Refusal> {
        let loaded =
            crate::script::load(source).map_err(|errors| crate::script::refusal(&errors))?;
        Ok(Self { source: source.clone(), loaded })
    }
    /// The rules in force at a point, as they were loaded then.
    pub fn of(point: &Point) -> Self {
        let (game, host) = (Rc::clone(point.table.game()), Rc::clone(&point.scripts));
        Self { source: point.source.clone(), loaded: Loaded { game, host } }
    }
    fn parts(&self) -> (Rc<Game>, Rc<Scripts>, Rc<dyn Host>) {
        let Loaded { game, host } = &self.loaded;
        (Rc::clone(game), Rc::clone(host), Rc::clone(host) as Rc<dyn Host>)
    }
}

/// A match of this game, before its first deal.
///
/// # Errors
/// When it cannot be played with so many seats.
pub fn fresh(rules: &Rulebook, seats: usize, seed: u64) -> Result<Point, Refusal> {
    let (game, scripts, host) = rules.parts();
    let table = Match::new(game, host, seats, seed)?;
    let schedule = table.game().schedule.as_ref();
    let tour = schedule.map(|schedule| Rc::new(Tour::new(schedule, &[])));
    Ok(Point { table, scripts, source: rules.source.clone(), seed, tour })
}

/// A match with its first round dealt.
///
/// # Errors
/// When it cannot be dealt.
pub fn deal(rules: &Rulebook, seats: usize, seed: u64) -> Result<(Point, Vec<Told>), Refusal> {
    let mut point = fresh(rules, seats, seed)?;
    let told = point.table.table(TableAction::Deal)?;
    Ok((point, told))
}

/// Deals a first round whose dealer or upcards are chosen.
///
/// # Errors
/// When the deck has no such cards, or the deal fails.
pub fn stacked(
    point: &mut Point,
    dealer: Option<Seat>,
    upcards: &[String],
) -> Result<Vec<Told>, Refusal> {
    let deck = &point.table.game().deck;
    let read =
        |word: &String| deck.parse_card(word).map_err(|error| super::parse::bad_card(&error));
    let upcards = upcards.iter().map(read).collect::<Result<Vec<Kind>, Refusal>>()?;
    point.table.deal_stacked(dealer, &upcards)
}

/// The same game under other rules: going on where it is, or, where the deck changed, dealt anew.
/// Says which.
///
/// # Errors
/// When the game cannot go on under them.
pub fn change(from: &Point, rules: &Rulebook) -> Result<(Point, Vec<Told>, bool), Refusal> {
    let (game, scripts, host) = rules.parts();
    match from.table.change_rules(game, host) {
        Ok(table) => {
            let (source, seed, tour) = (rules.source.clone(), from.seed, from.tour.clone());
            let point = Point { table, scripts, source, seed, tour };
            Ok((point, Vec::new(), false))
        }
        Err(refusal) if refusal.code == Code::Conflict => {
            let (mut point, told) = deal(rules, from.table.state().seats.len(), from.seed)?;
            point.tour.clone_from(&from.tour);
            Ok((point, told, true))
        }
        Err(refusal) => Err(refusal),
    }
}
