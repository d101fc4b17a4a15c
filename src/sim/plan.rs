//! What is to be simulated: games, seats, bots, seeds, how much, and which part of it.

use super::react::React;
use crate::engine::{Code, Refusal};
use crate::limits::{SEATS_MAX, SEATS_MIN};
use crate::script::GameSource;
use serde::{Deserialize, Serialize};

/// One of the things that are compared: a game with its rules, and who plays it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// How it is called: `stacking`, `deal.cards=5`.
    pub label: String,
    /// The game, its rules and options.
    pub source: GameSource,
    /// The bot of each seat.
    pub bots: Vec<String>,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Single rounds, each dealt anew by the last seat.
    Rounds,
    /// Whole matches.
    Matches,
}

impl Unit {
    /// Its word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Matches => "matches",
        }
    }
    /// The word for one of it.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Rounds => "round",
            Self::Matches => "match",
        }
    }
}

/// How several cases belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// There is one case.
    Single,
    /// Values of one option; the first is the base.
    Sweep,
    /// The first case is compared with each of the others.
    Compare,
    /// The same game with the bots moved around the table.
    Duel,
}

/// A part of a run: `3/16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which, from 1.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// The units of this part: the first one, counted from 0, and the one after the last.
    pub fn range(self, total: u64) -> (u64, u64) {
        let at = |part: u64| {
            let cut = u128::from(total) * u128::from(part) / u128::from(self.of.max(1));
            cut as u64
        };
        (at(self.part - 1), at(self.part))
    }
    /// Reads `3/16`.
    ///
    /// # Errors
    /// When it is no such part.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected PART/OF such as 3/16, found {text:?}");
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let (part, of) = (number(part)?, number(of)?);
        if part == 0 || part > of {
            return Err(format!("there is no part {part} of {of}: parts count from 1 to {of}"));
        }
        Ok(Self { part, of })
    }
}

/// What is to be simulated.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What is compared; one case where nothing is.
    pub cases: Vec<Case>,
    /// How the cases belong together.
    pub kind: Kind,
    /// Seats at the table.
    pub seats: usize,
    /// The seed of the run: every round has one of its own, made of this and its number.
    pub seed: u64,
    /// What is counted.
    pub unit: Unit,
    /// How many of it, in all parts together.
    pub total: u64,
    /// Which part of the run this is.
    pub shard: Shard,
    /// How quick the bots are.
    pub react: React,
    /// A faulty unit is counted and left out instead of ending the run.
    pub keep_going: bool,
    /// Threads; no figure depends on it.
    pub threads: usize,
}

impl Plan {
    /// All of a run with the seed 1 on every processor, its seats as many as the cases have bots.
    pub fn new(kind: Kind, cases: Vec<Case>, unit: Unit, total: u64) -> Self {
        Self {
            kind,
            seats: cases.first().map_or(0, |case| case.bots.len()),
            cases,
            seed: 1,
            unit,
            total,
            shard: Shard::WHOLE,
            react: React::default(),
            keep_going: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
    /// The units of this part: the first one, counted from 0, and the one after the last.
    pub fn range(&self) -> (u64, u64) {
        self.shard.range(self.total)
    }
    /// Checks what can be checked without loading a game.
    ///
    /// # Errors
    /// When it makes no sense; the text says what to do.
    pub fn check(&self) -> Result<(), Refusal> {
        let bad = |text: String| Err(Refusal::new(Code::BadValue, text));
        if self.total == 0 {
            let what = self.unit.text();
            return bad(format!("0 {what} give no figures; ask for one or more"));
        }
        if self.seats < SEATS_MIN || self.seats > SEATS_MAX {
            let text = format!("{} seats; a table has {SEATS_MIN} to {SEATS_MAX}", self.seats);
            return Err(Refusal::new(Code::BadSeat, text));
        }
        if self.threads == 0 {
            return bad("0 threads do no work; ask for one or more".into());
        }
        let (from, to) = self.range();
        if from == to {
            let (part, of) = (self.shard.part, self.shard.of);
            let (total, what) = (self.total, self.unit.text());
            return bad(format!("part {part} of {of} is empty: there are {total} {what} in all"));
        }
        Ok(())
    }
}

/// The seed of a unit: of the run's seed and the unit's number, from 1.
pub fn unit_seed(run: u64, number: u64) -> u64 {
    // SplitMix64 (Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014):
    // the number-th output of the generator with this seed.
    let mut z = run.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The bot of each seat: one name for all seats, or one for each.
///
/// # Errors
/// When there are neither one nor as many as seats.
pub fn seat_bots(names: &[String], seats: usize) -> Result<Vec<String>, Refusal> {
    match names {
        [one] => Ok(vec![one.clone(); seats]),
        _ if names.len() == seats => Ok(names.to_vec()),
        _ => {
            let text = format!(
                "{} bots for {seats} seats; name one for all seats, or one for each",
                names.len()
            );
            Err(Refusal::new(Code::BadValue, text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_whole_without_gaps() {
        for (total, of) in [(1_000_000, 16), (7, 3), (5, 5), (100, 7)] {
            let mut next = 0;
            for part in 1..=of {
                let (from, to) = Shard { part, of }.range(total);
                assert_eq!(from, next);
                next = to;
            }
            assert_eq!(next, total);
        }
        assert_eq!(Shard::parse("3/16"), Ok(Shard { part: 3, of: 16 }));
        for wrong in ["0/4", "5/4", "3", "a/b", "3/"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seeds_are_those_of_the_published_generator() {
        // The first outputs for the seed 1234567: Rosetta Code, "Pseudo-random numbers/Splitmix64".
        let want = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        for (at, want) in want.into_iter().enumerate() {
            assert_eq!(unit_seed(1_234_567, at as u64 + 1), want);
        }
    }
}
