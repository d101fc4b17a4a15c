//! A result as JSON: figures for programs, and the exact counts from which parts are merged. The
//! fields are described in docs/SIMULATOR.md.

use super::figures::{BotFigures, CaseFigures, Differences, bots, differences};
use super::{Report, replay_command};
use crate::engine::{Code, Refusal};
use crate::sim::head::Head;
use crate::sim::pairs::{Duel, Pair};
use crate::sim::plan::Kind;
use crate::sim::run::Outcome;
use crate::sim::stats::{Mean, Share};
use crate::sim::tally::{Faulty, Tally};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const FORMAT: &str = "houserules result";
const VERSION: u32 = 1;

/// The exact counts: what `merge` adds up.
#[derive(Serialize, Deserialize)]
struct Exact {
    done: u64,
    interrupted: bool,
    fault: Option<Faulty>,
    tallies: Vec<Tally>,
    pairs: Vec<Pair>,
    #[serde(default)]
    duels: Vec<Duel>,
}

impl Exact {
    /// By which damage is found out.
    fn hash(&self) -> String {
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&bytes).to_hex().chars().take(16).collect()
    }
}

/// What is read back from a result.
#[derive(Deserialize)]
struct Read {
    format: String,
    version: u32,
    run: Head,
    check: String,
    exact: Exact,
}

#[derive(Serialize)]
struct Whole<'a> {
    format: &'static str,
    version: u32,
    run: &'a Head,
    /// Units that were played.
    done: u64,
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a Faulty>,
    rounds_per_second: Option<f64>,
    #[serde(flatten)]
    only: Option<CaseOut>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<CaseOut>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<DifferencesOut>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    duels: Vec<DuelOut>,
    /// What a duel says, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sentences: Vec<String>,
    check: String,
    exact: Exact,
}

/// Few enough digits that no platform's last bit shows.
fn round(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return 0.0;
    }
    format!("{x:.8e}").parse().unwrap_or(x)
}

#[derive(Serialize)]
struct MeanOut {
    mean: f64,
    sd: f64,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<&Mean> for MeanOut {
    fn from(mean: &Mean) -> Self {
        let end = |sign: f64| mean.half.map(|half| round(mean.mean + sign * half));
        Self { mean: round(mean.mean), sd: round(mean.sd), low: end(-1.0), high: end(1.0) }
    }
}

#[derive(Serialize)]
struct ShareOut {
    rate: f64,
    low: f64,
    high: f64,
}

impl From<&Share> for ShareOut {
    fn from(share: &Share) -> Self {
        Self { rate: round(share.rate), low: round(share.low), high: round(share.high) }
    }
}

#[derive(Serialize)]
struct HookOut {
    rule: String,
    hook: String,
    asked: u64,
    answered: u64,
    changed: u64,
}

#[derive(Serialize)]
struct ExtremeOut {
    value: i64,
    number: u64,
    round: u32,
    seed: u64,
    replay: String,
}

#[derive(Serialize)]
struct MatchesOut {
    matches: u64,
    rounds: MeanOut,
    turns: MeanOut,
    lead_changes: MeanOut,
    endless: u64,
}

#[derive(Serialize)]
struct CaseOut {
    label: String,
    rounds: u64,
    #[serde(flatten)]
    figures: BTreeMap<&'static str, MeanOut>,
    /// Rounds won, by seat; of a run of matches, matches won.
    wins: Vec<u64>,
    win_rate: Vec<ShareOut>,
    win_rate_in_order: Vec<ShareOut>,
    points_by_seat: Vec<MeanOut>,
    length: BTreeMap<&'static str, u32>,
    histogram: Vec<(u32, u64)>,
    stalled: u64,
    stall_rate: ShareOut,
    unwon: u64,
    ends: BTreeMap<String, u64>,
    choice_rate: ShareOut,
    missed_rate: ShareOut,
    caught_rate: ShareOut,
    hooks: Vec<HookOut>,
    extremes: BTreeMap<String, ExtremeOut>,
    faulty: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<MatchesOut>,
}

impl From<&CaseFigures> for CaseOut {
    fn from(case: &CaseFigures) -> Self {
        let hook = |row: &super::HookRow| {
            let [asked, answered, changed] = row.counts;
            HookOut { rule: row.rule.clone(), hook: row.hook.clone(), asked, answered, changed }
        };
        let extreme = |(name, e): &(&'static str, crate::sim::tally::Extreme)| {
            let replay = replay_command(&case.words, e.seed, e.round);
            let out =
                ExtremeOut { value: e.value, number: e.unit, round: e.round, seed: e.seed, replay };
            (name.replace(' ', "_"), out)
        };
        let mut length: BTreeMap<&'static str, u32> = case.quantiles.iter().copied().collect();
        length.extend(case.histogram.first().map(|(turns, _)| ("min", *turns)));
        length.extend(case.histogram.last().map(|(turns, _)| ("max", *turns)));
        Self {
            label: case.label.clone(),
            rounds: case.rounds,
            figures: case.figures.iter().map(|row| (row.name, (&row.mean).into())).collect(),
            wins: case.wins.iter().map(|share| share.k).collect(),
            win_rate: case.wins.iter().map(ShareOut::from).collect(),
            win_rate_in_order: case.in_order.iter().map(ShareOut::from).collect(),
            points_by_seat: case.points.iter().map(MeanOut::from).collect(),
            length,
            histogram: case.histogram.clone(),
            stalled: case.stalled.k,
            stall_rate: (&case.stalled).into(),
            unwon: case.unwon,
            ends: case.ends.iter().cloned().collect(),
            choice_rate: (&case.choice).into(),
            missed_rate: (&case.missed).into(),
            caught_rate: (&case.caught).into(),
            hooks: case.hooks.iter().map(hook).collect(),
            extremes: case.extremes.iter().map(extreme).collect(),
            faulty: case.faulty,
            matches: case.matches.as_ref().map(|matches| MatchesOut {
                matches: matches.matches,
                rounds: (&matches.rounds).into(),
                turns: (&matches.turns).into(),
                lead_changes: (&matches.lead_changes).into(),
                endless: matches.endless,
            }),
        }
    }
}

#[derive(Serialize)]
struct DifferenceOut {
    name: String,
    #[serde(flatten)]
    mean: MeanOut,
    p: f64,
    p_adjusted: f64,
    significant: bool,
}

#[derive(Serialize)]
struct DifferencesOut {
    of: String,
    against: String,
    n: u64,
    rows: Vec<DifferenceOut>,
    sentences: Vec<String>,
}

impl DifferencesOut {
    fn of(pair: &Differences, cases: &[CaseFigures]) -> Self {
        let case = |label: &str| cases.iter().find(|case| case.label == label);
        let sentences = case(&pair.of).zip(case(&pair.against));
        let row = |row: &super::Difference| DifferenceOut {
            name: row.name.clone(),
            mean: (&row.mean).into(),
            p: round(row.p),
            p_adjusted: round(row.p_adjusted),
            significant: row.significant(),
        };
        Self {
            of: pair.of.clone(),
            against: pair.against.clone(),
            n: pair.n,
            rows: pair.rows.iter().map(row).collect(),
            sentences: sentences.map_or_else(Vec::new, |(of, against)| {
                super::sentence::sentences(pair, of, against)
            }),
        }
    }
}

#[derive(Serialize)]
struct DuelOut {
    rules: String,
    bots: Vec<BotOut>,
}

#[derive(Serialize)]
struct BotOut {
    bot: String,
    /// Share of the rounds won, and points a round.
    win_rate: MeanOut,
    points: MeanOut,
    /// Win rate, less that under the first rules.
    gain: MeanOut,
}

impl From<&Duel> for DuelOut {
    fn from(duel: &Duel) -> Self {
        let bot = |bot: &BotFigures| BotOut {
            bot: bot.bot.clone(),
            win_rate: (&bot.wins).into(),
            points: (&bot.points).into(),
            gain: (&bot.gain).into(),
        };
        Self { rules: duel.rules.clone(), bots: bots(duel).iter().map(bot).collect() }
    }
}

/// The result as JSON, on several lines.
///
/// # Errors
/// When something cannot be written as JSON.
pub fn json(report: &Report) -> Result<String, Refusal> {
    let Report { head, outcome, .. } = report;
    let figures = report.cases();
    let mut cases: Vec<CaseOut> = figures.iter().map(CaseOut::from).collect();
    let single = head.kind == Kind::Single;
    let only = if single { cases.pop() } else { None };
    let pairs = outcome.pairs.iter().map(|pair| differences(pair, head));
    let whole = Whole {
        format: FORMAT,
        version: VERSION,
        run: head,
        done: outcome.done,
        interrupted: outcome.interrupted,
        fault: outcome.fault.as_ref(),
        rounds_per_second: report.rounds_per_second.map(|speed| speed.round()),
        only,
        cases,
        differences: pairs.map(|pair| DifferencesOut::of(&pair, &figures)).collect(),
        duels: outcome.duels.iter().map(DuelOut::from).collect(),
        sentences: super::sentence::duel_sentences(&outcome.duels),
        check: String::new(),
        exact: Exact {
            done: outcome.done,
            interrupted: outcome.interrupted,
            fault: outcome.fault.clone(),
            tallies: outcome.tallies.clone(),
            pairs: outcome.pairs.clone(),
            duels: outcome.duels.clone(),
        },
    };
    let whole = Whole { check: whole.exact.hash(), ..whole };
    let text = serde_json::to_string_pretty(&whole);
    text.map(|text| text + "\n").map_err(|error| {
        Refusal::new(Code::FileError, format!("the result cannot be written: {error}"))
    })
}

/// Reads a result; `path` is what it is called in errors.
///
/// # Errors
/// When it is no whole result of this program.
pub fn from_json(text: &str, path: &str) -> Result<Report, Refusal> {
    let bad = |text: String| Refusal::new(Code::FileError, format!("{path}: {text}"));
    let read: Read = serde_json::from_str(text).map_err(|error| {
        bad(format!("this is no result of `houserules sim --json` or `--out`: {error}"))
    })?;
    if read.format != FORMAT || read.version != VERSION {
        let (format, version) = (read.format, read.version);
        return Err(bad(format!("{format:?} {version}; this program reads {FORMAT:?} {VERSION}")));
    }
    if read.check != read.exact.hash() {
        return Err(bad("its exact counts are not those that were written: it is damaged".into()));
    }
    let Exact { done, interrupted, fault, tallies, pairs, duels } = read.exact;
    if tallies.len() != read.run.cases.len() {
        return Err(bad("it has counts of other cases than it names".into()));
    }
    let outcome = Outcome { done, tallies, pairs, duels, fault, interrupted };
    Ok(Report { head: read.run, outcome, rounds_per_second: None })
}
