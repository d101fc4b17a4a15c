//! What a result is about, in full: enough to know whether two results belong together, and to
//! make any of its rounds again.

use super::plan::{Case, Kind, Plan, Shard, Unit};
use super::player::load_case;
use super::react::React;
use crate::engine::Refusal;
use crate::script::bot_hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A rule in a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleHead {
    /// Its name.
    pub name: String,
    /// Whether it is part of the engine.
    pub built_in: bool,
    /// The hash of its text.
    pub hash: String,
    /// The values of its options.
    pub options: BTreeMap<String, String>,
}

/// A case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CaseHead {
    /// How it is called.
    pub label: String,
    /// The game's name or file, as it was given.
    pub game: String,
    /// The hash of the game's text.
    pub hash: String,
    /// The bot of each seat.
    pub bots: Vec<String>,
    /// The hashes of bots that are scripts, by name.
    pub scripts: BTreeMap<String, String>,
    /// The rules in force, sorted by name.
    pub rules: Vec<RuleHead>,
    /// The command line's words that make this case again.
    pub words: Vec<String>,
}

/// What a result is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The program and its version.
    pub program: String,
    /// How the cases belong together.
    pub kind: Kind,
    /// What is counted.
    pub unit: Unit,
    /// How many of it, in all parts together.
    pub total: u64,
    /// The seed of the run.
    pub seed: u64,
    /// Seats at the table.
    pub seats: usize,
    /// How quick the bots are, in thousandths.
    pub react: React,
    /// Whether faulty units are counted and left out.
    pub keep_going: bool,
    /// The cases.
    pub cases: Vec<CaseHead>,
    /// Which part this is.
    pub shard: Shard,
}

impl Head {
    /// What a plan is about.
    ///
    /// # Errors
    /// When a game cannot be loaded.
    pub fn of(plan: &Plan) -> Result<Self, Refusal> {
        let cases =
            plan.cases.iter().map(|case| case_head(case, plan)).collect::<Result<_, _>>()?;
        Ok(Self {
            program: concat!("houserules ", env!("CARGO_PKG_VERSION")).into(),
            kind: plan.kind,
            unit: plan.unit,
            total: plan.total,
            seed: plan.seed,
            seats: plan.seats,
            react: plan.react,
            keep_going: plan.keep_going,
            cases,
            shard: plan.shard,
        })
    }
    /// How two results differ in what they are about, apart from the part; nothing where they
    /// belong together.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let differ = |what: &str, a: &dyn std::fmt::Display, b: &dyn std::fmt::Display| {
            Some(format!("{what} {a} and {b}"))
        };
        if self.program != other.program {
            return differ("they were made by", &self.program, &other.program);
        }
        if self.seed != other.seed {
            return differ("their seeds are", &self.seed, &other.seed);
        }
        if (self.unit, self.total) != (other.unit, other.total) {
            let of = |head: &Self| format!("{} {}", head.total, head.unit.text());
            return differ("they are parts of", &of(self), &of(other));
        }
        if self.seats != other.seats {
            return differ("their tables have", &self.seats, &other.seats);
        }
        if self.shard.of != other.shard.of {
            return differ("they are cut into", &self.shard.of, &other.shard.of);
        }
        let words = |head: &Self| {
            let cases = head.cases.iter().map(|case| format!("`{}`", case.words.join(" ")));
            cases.collect::<Vec<_>>().join(" ")
        };
        if words(self) != words(other) {
            return differ("their games are", &words(self), &words(other));
        }
        if self.cases != other.cases {
            return Some("a game, a rule or an option has changed between them".into());
        }
        let same = self.kind == other.kind && self.react == other.react;
        if !same || self.keep_going != other.keep_going {
            return Some("their reactions or --keep-going differ".into());
        }
        None
    }
}

fn case_head(case: &Case, plan: &Plan) -> Result<CaseHead, Refusal> {
    let loaded = load_case(case)?;
    let game = &loaded.game;
    let rule = |rule: &crate::engine::definition::Rule| RuleHead {
        name: rule.name.clone(),
        built_in: rule.built_in(),
        hash: rule.hash.clone(),
        options: rule
            .options
            .iter()
            .zip(&rule.values)
            .map(|(option, value)| (option.name.clone(), value.show(&game.deck)))
            .collect(),
    };
    Ok(CaseHead {
        label: case.label.clone(),
        game: case.source.game.clone(),
        hash: game.hash.clone(),
        bots: case.bots.clone(),
        scripts: scripts(case)?,
        rules: game.rules().iter().map(rule).collect(),
        words: words(case, plan),
    })
}

/// The hashes of bots that are scripts.
fn scripts(case: &Case) -> Result<BTreeMap<String, String>, Refusal> {
    let mut hashes = BTreeMap::new();
    for bot in &case.bots {
        if let Some(hash) = bot_hash(bot)? {
            hashes.insert(bot.clone(), hash);
        }
    }
    Ok(hashes)
}

/// The words that make a case again.
fn words(case: &Case, plan: &Plan) -> Vec<String> {
    let source = &case.source;
    let mut words = vec!["--game".into(), source.game.clone()];
    words.extend(["--seats".into(), plan.seats.to_string()]);
    if !source.rules.is_empty() {
        words.extend(["--rules".into(), source.rules.join(",")]);
    }
    if !source.without.is_empty() {
        words.extend(["--without".into(), source.without.join(",")]);
    }
    for (rule, option, value) in &source.options {
        words.extend(["--option".into(), format!("{rule}.{option}={value}")]);
    }
    let first = case.bots.first();
    let same = case.bots.iter().all(|bot| Some(bot) == first);
    let bots = if same { first.cloned().unwrap_or_default() } else { case.bots.join(",") };
    words.extend(["--bots".into(), bots]);
    let (react, usual) = (plan.react, React::default());
    for (name, value, usual) in [
        ("jump", react.jump, usual.jump),
        ("catch", react.catch, usual.catch),
        ("call", react.call, usual.call),
        ("offer", react.offer, usual.offer),
    ] {
        if value != usual {
            words.extend(["--react".into(), format!("{name}={}", f64::from(value) / 1000.0)]);
        }
    }
    if plan.unit == Unit::Matches {
        words.push("--match".into());
    }
    words
}
