//! The figures of a result, computed once for every way to show them.

use crate::sim::head::{CaseHead, Head};
use crate::sim::pairs::{Duel, Pair};
use crate::sim::plan::Unit;
use crate::sim::stats::{Mean, Share, holm, mean, p_value, quantile, wilson};
use crate::sim::tally::{Extreme, FIGURES, Figure, Sums, Tally};

/// A figure with its name and unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// Which.
    pub figure: Figure,
    /// Its name in JSON and CSV.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its mean.
    pub mean: Mean,
}

/// What a hook was asked and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HookRow {
    /// The rule.
    pub rule: String,
    /// The hook.
    pub hook: String,
    /// Times asked, answered, and changed something.
    pub counts: [u64; 3],
}

/// The quantiles that are shown.
pub const QUANTILES: [(&str, f64); 7] = [
    ("p1", 0.01),
    ("p5", 0.05),
    ("p25", 0.25),
    ("p50", 0.5),
    ("p75", 0.75),
    ("p95", 0.95),
    ("p99", 0.99),
];

/// The figures of one case.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseFigures {
    /// How it is called.
    pub label: String,
    /// Rounds.
    pub rounds: u64,
    /// Every figure of a round.
    pub figures: Vec<Named>,
    /// The share of rounds, or of matches, that each seat won.
    pub wins: Vec<Share>,
    /// The share of rounds won by the place in the order of play from the first turn.
    pub in_order: Vec<Share>,
    /// Points of each seat in a round.
    pub points: Vec<Mean>,
    /// Turns of a round: the quantiles of `QUANTILES`.
    pub quantiles: Vec<(&'static str, u32)>,
    /// Turns of a round: how many rounds had how many.
    pub histogram: Vec<(u32, u64)>,
    /// Rounds that nobody could end: blocked, or the turn limit.
    pub stalled: Share,
    /// Rounds that nobody won.
    pub unwon: u64,
    /// Rounds by why they ended.
    pub ends: Vec<(String, u64)>,
    /// Goes with a real choice.
    pub choice: Share,
    /// Calls missed, of those that were due.
    pub missed: Share,
    /// Seats caught, of those that could be.
    pub caught: Share,
    /// Hooks of every rule that was asked.
    pub hooks: Vec<HookRow>,
    /// Rounds that stand out: what they are, and the round.
    pub extremes: Vec<(&'static str, Extreme)>,
    /// The command line's words that make the case again.
    pub words: Vec<String>,
    /// Units left out because something failed in them.
    pub faulty: u64,
    /// Whole matches: rounds and turns of one, and how many had no winner.
    pub matches: Option<MatchFigures>,
}

/// The figures of whole matches.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchFigures {
    /// How many.
    pub matches: u64,
    /// Rounds of a match.
    pub rounds: Mean,
    /// Turns of a match.
    pub turns: Mean,
    /// Changes of the lead in points.
    pub lead_changes: Mean,
    /// Matches without a winner at the limit on rounds.
    pub endless: u64,
}

impl CaseFigures {
    /// The figures of a tally.
    pub fn of(head: &CaseHead, tally: &Tally, all: &Head) -> Self {
        let n = tally.rounds;
        let named = |(figure, name, unit, _): &(Figure, &'static str, &'static str, &str)| Named {
            figure: *figure,
            name,
            unit,
            mean: mean(&tally.sums(*figure)),
        };
        let by_match = tally.matches.as_ref().filter(|_| all.unit == Unit::Matches);
        let wins = match by_match {
            Some(matches) => matches.wins.iter().map(|k| wilson(*k, matches.matches)).collect(),
            None => tally.wins.iter().map(|k| wilson(*k, n)).collect(),
        };
        let sum = |figure| tally.sums(figure).sum as u64;
        let (called, missed) = (sum(Figure::Called), sum(Figure::Missed));
        let extremes = &tally.extremes;
        let extremes = [
            ("longest", extremes.longest),
            ("shortest", extremes.shortest),
            ("most points", extremes.dearest),
            ("most lead changes", extremes.closest),
        ];
        let hooks = tally.hooks.iter().flat_map(|(rule, hooks)| {
            let row = |(hook, counts): (&String, &[u64; 3])| HookRow {
                rule: rule.clone(),
                hook: hook.clone(),
                counts: *counts,
            };
            hooks.iter().map(row)
        });
        Self {
            label: head.label.clone(),
            rounds: n,
            figures: FIGURES.iter().map(named).collect(),
            wins,
            in_order: tally.wins_in_order.iter().map(|k| wilson(*k, n)).collect(),
            points: tally.points.iter().map(mean).collect(),
            quantiles: QUANTILES
                .iter()
                .filter_map(|(name, at)| Some((*name, quantile(&tally.lengths, *at)?)))
                .collect(),
            histogram: tally.lengths.iter().map(|(turns, count)| (*turns, *count)).collect(),
            stalled: wilson(tally.stalled(), n),
            unwon: tally.unwon,
            ends: tally.ends.iter().map(|(end, count)| (end.clone(), *count)).collect(),
            choice: wilson(tally.choices, tally.goes),
            missed: wilson(missed, called + missed),
            caught: wilson(sum(Figure::Caught).min(missed), missed),
            hooks: hooks.collect(),
            extremes: extremes.into_iter().filter_map(|(name, e)| Some((name, e?))).collect(),
            words: head.words.clone(),
            faulty: tally.faulty(),
            matches: by_match.map(|matches| MatchFigures {
                matches: matches.matches,
                rounds: mean(&matches.rounds),
                turns: mean(&matches.turns),
                lead_changes: mean(&matches.lead_changes),
                endless: matches.endless,
            }),
        }
    }
    /// One figure.
    pub fn get(&self, figure: Figure) -> Mean {
        self.figures[figure as usize].mean
    }
}

/// A difference between two cases, by pairs of the same deal.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Its name in JSON and CSV: `turns`, `wins.1`.
    pub name: String,
    /// Which figure; none for wins and stalls.
    pub figure: Option<Figure>,
    /// The seat, from 1, where it is about one.
    pub seat: Option<usize>,
    /// Its unit.
    pub unit: &'static str,
    /// The mean difference, with its interval.
    pub mean: Mean,
    /// How likely so great a difference is by chance alone.
    pub p: f64,
    /// The same, adjusted for all the differences of the pair together (Holm).
    pub p_adjusted: f64,
}

impl Difference {
    /// Whether it is hardly chance: 5 % for all differences of the pair together.
    pub fn significant(&self) -> bool {
        self.p_adjusted < 0.05
    }
}

/// How one case differs from another: `of` − `against`.
#[derive(Clone, PartialEq, Debug)]
pub struct Differences {
    /// The case that is judged.
    pub of: String,
    /// What it is compared with.
    pub against: String,
    /// What was compared.
    pub unit: Unit,
    /// Units in which both were played.
    pub n: u64,
    /// The differences.
    pub rows: Vec<Difference>,
}

/// The differences of a pair: of a sweep the other value less the first one; of a comparison the
/// first case less the other.
pub fn differences(pair: &Pair, head: &Head) -> Differences {
    let flip = head.kind == crate::sim::plan::Kind::Compare;
    let signed = |sums: &Sums| if flip { Sums { sum: -sums.sum, ..*sums } } else { *sums };
    let (first, other) = (head.cases[0].label.clone(), head.cases[pair.case].label.clone());
    let (of, against) = if flip { (first, other) } else { (other, first) };
    let mut rows = Vec::new();
    let mut push = |name: String, figure, seat, unit, sums: &Sums| {
        let sums = signed(sums);
        let (mean, p) = (mean(&sums), p_value(&sums));
        rows.push(Difference { name, figure, seat, unit, mean, p, p_adjusted: 1.0 });
    };
    for (figure, name, unit, _) in FIGURES {
        push((*name).into(), Some(*figure), None, unit, &pair.sums(*figure));
    }
    push("stalled".into(), None, None, "share", &pair.stalled);
    for (at, sums) in pair.wins.iter().enumerate() {
        push(format!("wins.{}", at + 1), None, Some(at + 1), "share", sums);
    }
    // What is the same in every single pair is no question to chance.
    let asked: Vec<usize> = (0..rows.len()).filter(|at| varies(&rows[*at])).collect();
    let p: Vec<f64> = asked.iter().map(|at| rows[*at].p).collect();
    for (at, adjusted) in asked.into_iter().zip(holm(&p)) {
        rows[at].p_adjusted = adjusted;
    }
    Differences { of, against, unit: head.unit, n: pair.stalled.n, rows }
}

fn varies(row: &Difference) -> bool {
    row.mean.sd > 0.0 || row.mean.mean != 0.0
}

/// How a bot of a duel did under one set of rules: shares and points of a round.
#[derive(Clone, PartialEq, Debug)]
pub struct BotFigures {
    /// The bot.
    pub bot: String,
    /// The share of rounds that it won, all its seats together.
    pub wins: Mean,
    /// Its points.
    pub points: Mean,
    /// The share of rounds won, less that under the first set of rules.
    pub gain: Mean,
    /// How likely so great a gain is by chance alone.
    pub p: f64,
}

/// The bots of a duel, in the order in which they were named. Every deal is played once for each
/// bot.
pub fn bots(duel: &Duel) -> Vec<BotFigures> {
    let bot = |at: usize| BotFigures {
        bot: duel.bots[at].clone(),
        wins: shared(&duel.wins[at], duel),
        points: shared(&duel.points[at], duel),
        gain: shared(&duel.gains[at], duel),
        p: p_value(&duel.gains[at]),
    };
    (0..duel.bots.len()).map(bot).collect()
}

/// The mean of what a deal gave in all the ways around the table, of one of them.
pub fn shared(sums: &Sums, duel: &Duel) -> Mean {
    let (found, times) = (mean(sums), duel.bots.len().max(1) as f64);
    let half = found.half.map(|half| half / times);
    Mean { mean: found.mean / times, sd: found.sd / times, half, ..found }
}
