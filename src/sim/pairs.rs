//! Cases side by side: what differs between them on the same deals.

use super::tally::{FIGURE_COUNT, Figure, Row, Sums, merge_sums};
use serde::{Deserialize, Serialize};

/// Differences between another case and the first one, unit by unit: other − first. A unit's
/// figure is the sum over its rounds; of a match, its points and wins are those of the match.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The other case.
    pub case: usize,
    /// Differences of each figure, in the order of the figures.
    pub figures: Vec<Sums>,
    /// Differences of the wins of each seat.
    pub wins: Vec<Sums>,
    /// Differences of the points of each seat.
    pub points: Vec<Sums>,
    /// Differences of whether the unit stalled.
    pub stalled: Sums,
}

/// What came of one unit, for comparison.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sum {
    figures: [i64; FIGURE_COUNT],
    wins: Vec<i64>,
    points: Vec<i64>,
    stalled: i64,
}

impl Sum {
    /// The rounds of one unit, and who won it where that is not who won its only round.
    pub fn of(rows: &[Row], winners: Option<u16>) -> Self {
        let seats = rows.first().map_or(0, |row| row.points.len());
        let mut sum = Self { wins: vec![0; seats], points: vec![0; seats], ..Self::default() };
        for row in rows {
            for (sum, x) in sum.figures.iter_mut().zip(row.figures) {
                *sum += x;
            }
            for (sum, x) in sum.points.iter_mut().zip(&row.points) {
                *sum += x;
            }
            sum.stalled += i64::from(matches!(row.end, "blocked" | "limit"));
        }
        let winners = winners.unwrap_or_else(|| rows.last().map_or(0, |row| row.winners));
        for (seat, wins) in sum.wins.iter_mut().enumerate() {
            *wins = i64::from(winners >> seat & 1);
        }
        sum
    }
}

impl Pair {
    /// Takes a unit in.
    pub fn add(&mut self, first: &Sum, other: &Sum) {
        let seats = first.wins.len();
        self.figures.resize(FIGURE_COUNT, Sums::default());
        self.wins.resize(seats, Sums::default());
        self.points.resize(seats, Sums::default());
        for (at, sums) in self.figures.iter_mut().enumerate() {
            sums.add(other.figures[at] - first.figures[at]);
        }
        for (at, sums) in self.wins.iter_mut().enumerate() {
            sums.add(other.wins[at] - first.wins[at]);
        }
        for (at, sums) in self.points.iter_mut().enumerate() {
            sums.add(other.points[at] - first.points[at]);
        }
        self.stalled.add(other.stalled - first.stalled);
    }
    /// The differences of a figure.
    pub fn sums(&self, figure: Figure) -> Sums {
        self.figures.get(figure as usize).copied().unwrap_or_default()
    }
    /// Takes another part in.
    pub fn merge(&mut self, other: &Self) {
        merge_sums(&mut self.figures, &other.figures);
        merge_sums(&mut self.wins, &other.wins);
        merge_sums(&mut self.points, &other.points);
        self.stalled.merge(&other.stalled);
    }
}

/// How the bots of a duel did under one set of rules, deal by deal: every deal is played once for
/// each way around the table, so that every bot sits everywhere.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Duel {
    /// The rules, as they are called.
    pub rules: String,
    /// The bots.
    pub bots: Vec<String>,
    /// Wins of each bot in one deal.
    pub wins: Vec<Sums>,
    /// Points of each bot in one deal.
    pub points: Vec<Sums>,
    /// Wins of one bot less those of another in one deal: first, second, differences.
    pub pairs: Vec<(usize, usize, Sums)>,
    /// Wins of each bot in one deal, less its wins in the same deal under the first set of rules.
    pub gains: Vec<Sums>,
}

impl Duel {
    /// A duel that is still to be played.
    pub fn new(rules: String, bots: &[String]) -> Self {
        let n = bots.len();
        let none = vec![Sums::default(); n];
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b, Sums::default())));
        Self {
            rules,
            bots: bots.to_vec(),
            wins: none.clone(),
            points: none.clone(),
            pairs: pairs.collect(),
            gains: none,
        }
    }
    /// Takes a deal in: what came of it under each set of rules and each way around the table, in
    /// this order, and which bot sat at each seat then.
    pub fn deal(duels: &mut [Self], sums: &[Sum], seated: &[Vec<usize>]) {
        let ways = duels.first().map_or(1, |duel| duel.bots.len()).max(1);
        let mut first = Vec::new();
        let dealt = sums.chunks(ways).zip(seated.chunks(ways));
        for (duel, (sums, seated)) in duels.iter_mut().zip(dealt) {
            let wins = duel.add(sums, seated);
            if first.is_empty() {
                first.clone_from(&wins);
            }
            for ((gain, now), before) in duel.gains.iter_mut().zip(&wins).zip(&first) {
                gain.add(now - before);
            }
        }
    }
    /// Takes a deal in; the wins of each bot.
    fn add(&mut self, sums: &[Sum], seated: &[Vec<usize>]) -> Vec<i64> {
        let n = self.bots.len();
        let (mut wins, mut points) = (vec![0; n], vec![0; n]);
        for (sum, seated) in sums.iter().zip(seated) {
            for (seat, bot) in seated.iter().enumerate() {
                wins[*bot] += sum.wins[seat];
                points[*bot] += sum.points[seat];
            }
        }
        for bot in 0..n {
            self.wins[bot].add(wins[bot]);
            self.points[bot].add(points[bot]);
        }
        for (a, b, sums) in &mut self.pairs {
            sums.add(wins[*a] - wins[*b]);
        }
        wins
    }
    /// Takes another part in.
    pub fn merge(&mut self, other: &Self) {
        merge_sums(&mut self.wins, &other.wins);
        merge_sums(&mut self.points, &other.points);
        merge_sums(&mut self.gains, &other.gains);
        for ((.., own), (.., other)) in self.pairs.iter_mut().zip(&other.pairs) {
            own.merge(other);
        }
    }
}
