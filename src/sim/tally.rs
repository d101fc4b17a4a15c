//! What is counted: whole numbers only, so that parts of a run add up to the whole exactly.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers, their sum and the sum of their squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Sums {
    /// How many.
    pub n: u64,
    /// Their sum.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
}

impl Sums {
    /// One more number.
    pub fn add(&mut self, x: i64) {
        self.n += 1;
        self.sum += i128::from(x);
        self.squares += i128::from(x) * i128::from(x);
    }
    /// The numbers of another part.
    pub const fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

macro_rules! figures {
    ($($id:ident $name:literal $unit:literal $doc:literal;)*) => {
        /// What is counted in every round.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[allow(missing_docs, reason = "FIGURES documents each")]
        pub enum Figure { $($id),* }

        /// Every figure: its name in JSON and CSV, its unit, and what it is.
        pub const FIGURES: &[(Figure, &str, &str, &str)] =
            &[$((Figure::$id, $name, $unit, $doc)),*];
    };
}

figures! {
    Turns "turns" "turns" "goes of a player; a skipped player has none";
    Plays "plays" "plays" "cards laid by players";
    Draws "draws" "cards" "cards drawn for any reason, the deal not counted";
    Reshuffles "reshuffles" "reshuffles" "times the discard pile became the draw pile";
    Points "points" "points" "points scored in the round by all seats together";
    LeadChanges "lead_changes" "changes" "times another seat came to hold the fewest cards alone";
    Decisions "decisions" "decisions" "actions of all seats";
    Jumps "jumps" "plays" "cards laid out of turn";
    Called "calls" "calls" "last-card calls made along with the play";
    Late "calls_late" "calls" "last-card calls made late, before anybody caught";
    Missed "calls_missed" "hands" "hands that could be caught because the call was missing";
    Caught "caught" "catches" "seats caught";
    FalseAlarms "false_alarms" "alarms" "calls and catches without need";
    Challenges "challenges" "challenges" "challenges of a play";
}

/// How many figures there are.
pub const FIGURE_COUNT: usize = FIGURES.len();

/// What came of one round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The case it belongs to.
    pub case: u16,
    /// The number of the unit in the run, from 1.
    pub unit: u64,
    /// The count of the round in its match, from 1.
    pub round: u32,
    /// The seed of the unit.
    pub seed: u64,
    /// The figures, in the order of [`FIGURES`].
    pub figures: [i64; FIGURE_COUNT],
    /// Goes that were counted, and those of them with a real choice.
    pub goes: (u64, u64),
    /// Winners, one bit for each seat; none where nobody won.
    pub winners: u16,
    /// The seat that had the first turn, from 0.
    pub starter: u8,
    /// Why it ended, by its word.
    pub end: &'static str,
    /// The points of each seat.
    pub points: Vec<i64>,
}

impl Row {
    /// One figure.
    pub const fn get(&self, figure: Figure) -> i64 {
        self.figures[figure as usize]
    }
}

/// The round in which something was greatest, or smallest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Extreme {
    /// How great.
    pub value: i64,
    /// The number of its unit, from 1.
    pub unit: u64,
    /// The count of the round in its match.
    pub round: u32,
    /// The seed of the unit.
    pub seed: u64,
}

/// Rounds that stand out; of equal ones the first.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Extremes {
    /// The most turns.
    pub longest: Option<Extreme>,
    /// The fewest turns.
    pub shortest: Option<Extreme>,
    /// The most points.
    pub dearest: Option<Extreme>,
    /// The most changes of the lead.
    pub closest: Option<Extreme>,
}

fn keep(best: &mut Option<Extreme>, new: Option<Extreme>, sign: i64) {
    let Some(new) = new else { return };
    let better = best.is_none_or(|best| {
        let (a, b) = (sign * new.value, sign * best.value);
        a > b || (a == b && (new.unit, new.round) < (best.unit, best.round))
    });
    if better {
        *best = Some(new);
    }
}

impl Extremes {
    fn add(&mut self, row: &Row) {
        let of = |figure| {
            let (unit, round, seed) = (row.unit, row.round, row.seed);
            Some(Extreme { value: row.get(figure), unit, round, seed })
        };
        keep(&mut self.longest, of(Figure::Turns), 1);
        keep(&mut self.shortest, of(Figure::Turns), -1);
        keep(&mut self.dearest, of(Figure::Points), 1);
        keep(&mut self.closest, of(Figure::LeadChanges), 1);
    }
    fn merge(&mut self, other: &Self) {
        keep(&mut self.longest, other.longest, 1);
        keep(&mut self.shortest, other.shortest, -1);
        keep(&mut self.dearest, other.dearest, 1);
        keep(&mut self.closest, other.closest, 1);
    }
}

/// A unit that could not be finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Faulty {
    /// The case, by its label.
    pub case: String,
    /// The number of the unit, from 1.
    pub unit: u64,
    /// The seed of the unit.
    pub seed: u64,
    /// The rule, where one is at fault.
    pub rule: Option<String>,
    /// file:line, where known.
    pub at: Option<String>,
    /// What went wrong.
    pub text: String,
}

/// Faults of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Faults {
    /// How many units.
    pub count: u64,
    /// The first of them.
    pub first: Faulty,
}

/// What came of whole matches.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct MatchTally {
    /// Matches.
    pub matches: u64,
    /// Rounds of a match.
    pub rounds: Sums,
    /// Turns of a match.
    pub turns: Sums,
    /// Matches won, by seat.
    pub wins: Vec<u64>,
    /// Matches that reached the limit on rounds.
    pub endless: u64,
    /// Changes of the lead in points, by match.
    pub lead_changes: Sums,
}

impl MatchTally {
    fn merge(&mut self, other: &Self) {
        self.matches += other.matches;
        self.rounds.merge(&other.rounds);
        self.turns.merge(&other.turns);
        self.lead_changes.merge(&other.lead_changes);
        self.endless += other.endless;
        add_all(&mut self.wins, &other.wins);
    }
}

fn add_all(to: &mut Vec<u64>, more: &[u64]) {
    to.resize(to.len().max(more.len()), 0);
    for (to, more) in to.iter_mut().zip(more) {
        *to += more;
    }
}

/// What a hook was asked and what came of it, of all hooks of one name of one rule together.
pub type HookCounts = BTreeMap<String, BTreeMap<String, [u64; 3]>>;

/// What came of the rounds of one case.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Rounds.
    pub rounds: u64,
    /// Sums of each figure, in the order of [`FIGURES`].
    pub figures: Vec<Sums>,
    /// How many rounds had how many turns.
    pub lengths: BTreeMap<u32, u64>,
    /// Rounds won, by seat; where a team wins, all of it does.
    pub wins: Vec<u64>,
    /// Rounds won, by the place in the order of play from the seat that had the first turn.
    pub wins_in_order: Vec<u64>,
    /// Points of each seat.
    pub points: Vec<Sums>,
    /// Rounds that nobody won.
    pub unwon: u64,
    /// Rounds by why they ended.
    pub ends: BTreeMap<String, u64>,
    /// Goes that were counted.
    pub goes: u64,
    /// Goes with a real choice.
    pub choices: u64,
    /// For every rule, how often each hook was asked, answered, and changed something.
    pub hooks: HookCounts,
    /// Rounds that stand out.
    pub extremes: Extremes,
    /// Units that could not be finished, by where they went wrong.
    pub faults: BTreeMap<String, Faults>,
    /// Whole matches, where they were played.
    pub matches: Option<MatchTally>,
}

impl Tally {
    /// Takes a round in.
    pub fn add(&mut self, row: &Row) {
        let seats = row.points.len();
        self.rounds += 1;
        self.figures.resize(FIGURE_COUNT, Sums::default());
        self.points.resize(seats, Sums::default());
        self.wins.resize(seats, 0);
        self.wins_in_order.resize(seats, 0);
        for (sums, x) in self.figures.iter_mut().zip(row.figures) {
            sums.add(x);
        }
        for (sums, x) in self.points.iter_mut().zip(&row.points) {
            sums.add(*x);
        }
        let turns = row.get(Figure::Turns).unsigned_abs() as u32;
        *self.lengths.entry(turns).or_default() += 1;
        for seat in (0..seats).filter(|seat| row.winners >> seat & 1 == 1) {
            self.wins[seat] += 1;
            self.wins_in_order[(seat + seats - usize::from(row.starter)) % seats] += 1;
        }
        self.unwon += u64::from(row.winners == 0);
        if let Some(count) = self.ends.get_mut(row.end) {
            *count += 1;
        } else {
            self.ends.insert(row.end.into(), 1);
        }
        self.goes += row.goes.0;
        self.choices += row.goes.1;
        self.extremes.add(row);
    }
    /// Takes a fault in.
    pub fn fault(&mut self, fault: Faulty) {
        let key = fault.at.clone().or_else(|| fault.rule.clone()).unwrap_or_default();
        let one = Faults { count: 0, first: fault };
        self.faults.entry(key).or_insert(one).count += 1;
    }
    /// Units that could not be finished.
    pub fn faulty(&self) -> u64 {
        self.faults.values().map(|faults| faults.count).sum()
    }
    /// Rounds that ended without anybody going out: nobody could move, or the turn limit.
    pub fn stalled(&self) -> u64 {
        let of = |word: &str| self.ends.get(word).copied().unwrap_or(0);
        of("blocked") + of("limit")
    }
    /// The sums of a figure.
    pub fn sums(&self, figure: Figure) -> Sums {
        self.figures.get(figure as usize).copied().unwrap_or_default()
    }
    /// Takes another part in.
    pub fn merge(&mut self, other: &Self) {
        self.rounds += other.rounds;
        merge_sums(&mut self.figures, &other.figures);
        merge_sums(&mut self.points, &other.points);
        for (turns, count) in &other.lengths {
            *self.lengths.entry(*turns).or_default() += count;
        }
        add_all(&mut self.wins, &other.wins);
        add_all(&mut self.wins_in_order, &other.wins_in_order);
        self.unwon += other.unwon;
        for (end, count) in &other.ends {
            *self.ends.entry(end.clone()).or_default() += count;
        }
        self.goes += other.goes;
        self.choices += other.choices;
        self.merge_hooks(&other.hooks);
        self.extremes.merge(&other.extremes);
        for (key, faults) in &other.faults {
            match self.faults.get_mut(key) {
                Some(own) => {
                    own.count += faults.count;
                    if faults.first.unit < own.first.unit {
                        own.first = faults.first.clone();
                    }
                }
                None => {
                    self.faults.insert(key.clone(), faults.clone());
                }
            }
        }
        match (&mut self.matches, &other.matches) {
            (Some(own), Some(other)) => own.merge(other),
            (own @ None, Some(other)) => *own = Some(other.clone()),
            (_, None) => {}
        }
    }
    fn merge_hooks(&mut self, other: &HookCounts) {
        for (rule, hooks) in other {
            let own = self.hooks.entry(rule.clone()).or_default();
            for (hook, counts) in hooks {
                let own = own.entry(hook.clone()).or_default();
                for (own, count) in own.iter_mut().zip(counts) {
                    *own += count;
                }
            }
        }
    }
}

pub(super) fn merge_sums(to: &mut Vec<Sums>, more: &[Sums]) {
    to.resize(to.len().max(more.len()), Sums::default());
    for (to, more) in to.iter_mut().zip(more) {
        to.merge(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(unit: u64, turns: i64) -> Row {
        let mut figures = [0; FIGURE_COUNT];
        figures[0] = turns;
        let points = vec![0, 5, 0];
        let goes = (3, 1);
        Row {
            case: 0,
            unit,
            round: 1,
            seed: unit,
            figures,
            goes,
            winners: 2,
            starter: 2,
            end: "won",
            points,
        }
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let rows: Vec<Row> = (1..=40).map(|unit| row(unit, (unit as i64 * 7) % 11)).collect();
        let tally = |rows: &[Row]| {
            let mut tally = Tally::default();
            rows.iter().for_each(|row| tally.add(row));
            tally
        };
        let whole = tally(&rows);
        for cut in [0, 1, 17, 40] {
            let (mut a, mut b) = (tally(&rows[..cut]), tally(&rows[cut..]));
            let other = a.clone();
            a.merge(&b);
            b.merge(&other);
            assert_eq!((&a, &b), (&whole, &whole));
        }
        assert_eq!(whole.wins_in_order, [0, 0, 40]);
        assert_eq!(whole.extremes.longest.map(|e| (e.value, e.unit)), Some((10, 3)));
    }
}
