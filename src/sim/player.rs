//! One case at one table: plays a round or a match from its seed, and says what came of it.

use super::driver::Driver;
use super::plan::{Case, Unit};
use super::react::React;
use super::tally::{FIGURE_COUNT, HookCounts, Row};
use crate::engine::definition::Format;
use crate::engine::{Match, Refusal};
use crate::limits::{DECISION_LIMIT, MATCH_ROUND_LIMIT};
use crate::script::{Loaded, bot_named, load};
use crate::table::{EndWhy, Place, Seat, Standing, State, TableAction};
use std::rc::Rc;

/// One case at one table.
pub struct Player {
    table: Match,
    driver: Driver,
    case: u16,
    seats: usize,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchEnd {
    /// Winners, one bit for each seat; none where the limit on rounds was reached.
    pub winners: u16,
    /// It reached the limit on rounds.
    pub endless: bool,
    /// Changes of the lead in points.
    pub lead_changes: i64,
}

/// What is watched while a round is played.
struct Watch {
    /// The go that is going on: the count of the turn, and the seat that is due.
    go: (u32, Seat),
    goes: u64,
    choices: u64,
    decisions: u64,
    leader: Option<Seat>,
    lead_changes: i64,
}

/// Loads a game with its rules.
///
/// # Errors
/// Every reason why it cannot be loaded, in one refusal.
pub fn load_case(case: &Case) -> Result<Loaded, Refusal> {
    load(&case.source).map_err(|errors| crate::script::refusal(&errors))
}

impl Player {
    /// A table for a case.
    ///
    /// # Errors
    /// When the game cannot be loaded, or not be played by so many seats and these bots.
    pub fn new(case: &Case, number: u16, seats: usize, react: React) -> Result<Self, Refusal> {
        let Loaded { game, host } = load_case(case)?;
        let mut table = Match::new(game, host, seats, 0)?;
        table.tell(false);
        let bots = case.bots.iter().map(|name| bot_named(name)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { table, driver: Driver::new(bots, react), case: number, seats })
    }
    /// The table.
    pub const fn table(&self) -> &Match {
        &self.table
    }
    /// Begins a unit: the same seed deals the same cards. A single round is dealt by the last
    /// seat, so that seat 1 has the first turn wherever somebody deals (R3).
    ///
    /// # Errors
    /// When it cannot be dealt.
    pub fn begin(&mut self, unit: Unit, seed: u64) -> Result<(), Refusal> {
        let last = Seat(self.seats as u8 - 1);
        self.driver.begin(seed);
        self.table.take_counts();
        self.table.start(seed, (unit == Unit::Rounds).then_some(last))
    }
    /// Plays one unit; its rounds are put into `rows`.
    ///
    /// # Errors
    /// When a rule or a bot fails; `rows` then has the rounds before, and no hook of the unit
    /// counts.
    pub fn play(
        &mut self,
        unit: Unit,
        number: u64,
        seed: u64,
        rows: &mut Vec<Row>,
    ) -> Result<Option<MatchEnd>, Refusal> {
        let played = self.play_unit(unit, number, seed, rows);
        if played.is_err() {
            self.uncount(unit, number, seed);
        }
        played
    }

    /// Takes away what hooks were asked for a unit that failed: played once more, it fails alike.
    fn uncount(&mut self, unit: Unit, number: u64, seed: u64) {
        let game = Rc::clone(self.table.game());
        let all: Vec<[u64; 3]> = game.uses().map(|(.., uses)| uses.get()).collect();
        game.uses().for_each(|(.., uses)| uses.clear());
        let again = self.play_unit(unit, number, seed, &mut Vec::new());
        debug_assert!(again.is_err(), "a unit goes as its seed says");
        for ((.., uses), all) in game.uses().zip(all) {
            let own = uses.get();
            uses.put([0, 1, 2].map(|at| all[at].saturating_sub(own[at])));
        }
    }

    fn play_unit(
        &mut self,
        unit: Unit,
        number: u64,
        seed: u64,
        rows: &mut Vec<Row>,
    ) -> Result<Option<MatchEnd>, Refusal> {
        self.begin(unit, seed)?;
        let mut row = self.round()?;
        (row.unit, row.seed) = (number, seed);
        rows.push(row);
        if unit == Unit::Rounds {
            return Ok(None);
        }
        let mut leader = leader_in_points(&self.table);
        let mut lead_changes = 0;
        for _ in 1..MATCH_ROUND_LIMIT {
            if let Some(winners) = &self.table.state().table.winners {
                let winners = seats(winners);
                return Ok(Some(MatchEnd { winners, endless: false, lead_changes }));
            }
            if players(self.table.state()) < crate::limits::SEATS_MIN {
                break;
            }
            self.table.table(TableAction::Deal)?;
            let mut row = self.round()?;
            (row.unit, row.seed) = (number, seed);
            rows.push(row);
            let now = leader_in_points(&self.table);
            if now.is_some() && now != leader {
                lead_changes += i64::from(leader.is_some());
                leader = now;
            }
        }
        let winners = self.table.state().table.winners.as_deref().map_or(0, seats);
        Ok(Some(MatchEnd { winners, endless: winners == 0, lead_changes }))
    }

    /// Plays the round that is dealt to its end.
    fn round(&mut self) -> Result<Row, Refusal> {
        let mut watch = Watch {
            go: (0, Seat(0)),
            goes: 0,
            choices: 0,
            decisions: 0,
            leader: None,
            lead_changes: 0,
        };
        let mut limit = false;
        while let Some(step) = self.driver.next(&self.table)? {
            watch.decisions += 1;
            let go = (self.table.state().turn.no, step.seat);
            if step.due && go != watch.go {
                watch.go = go;
                watch.new_go(self.table.state(), self.driver.had_choice());
            }
            self.table.apply_listed(step.seat, step.action)?;
            if watch.decisions >= DECISION_LIMIT {
                limit = true;
                break;
            }
        }
        Ok(self.row(&watch, limit))
    }

    fn row(&mut self, watch: &Watch, limit: bool) -> Row {
        let counts = self.table.take_counts();
        let state = self.table.state();
        // Places are no points.
        let scores = self.table.game().policy.format != Format::Places;
        let points = |place: &Place| if scores { place.points } else { 0 };
        let points: Vec<i64> = state.seats.iter().map(points).collect();
        let over = state.over.as_ref();
        let number = |n: u64| n as i64;
        let figures: [i64; FIGURE_COUNT] = [
            i64::from(state.turn.no),
            i64::from(state.plays),
            number(counts.drawn),
            number(counts.reshuffles),
            points.iter().sum(),
            watch.lead_changes,
            number(watch.decisions),
            number(counts.jumps),
            number(counts.called),
            number(counts.called_late),
            number(counts.exposed),
            number(counts.caught),
            number(counts.false_alarms),
            number(counts.challenges),
        ];
        Row {
            case: self.case,
            unit: 0,
            round: state.table.round,
            seed: 0,
            figures,
            goes: (watch.goes, watch.choices),
            winners: over.map_or(0, |over| seats(&over.winners)),
            starter: state.table.starter.0,
            end: match over {
                _ if limit => EndWhy::Limit.text(),
                over => over.map_or(EndWhy::Limit, |over| over.why).text(),
            },
            points,
        }
    }

    /// What hooks were asked since the last time, and what came of it.
    pub fn take_hooks(&mut self) -> HookCounts {
        let game = Rc::clone(self.table.game());
        let mut counts = HookCounts::new();
        for (rule, kind, hook, uses) in game.uses() {
            let [asked, answered, changed] = uses.get();
            uses.clear();
            if asked == 0 {
                continue;
            }
            let rule = counts.entry(game.rule(rule).name.clone()).or_default();
            let of = rule.entry(format!("{kind}{hook}")).or_default();
            *of = [of[0] + asked, of[1] + answered, of[2] + changed];
        }
        counts
    }
}

impl Watch {
    /// A new go begins, with something to choose from or without.
    #[inline(never)]
    fn new_go(&mut self, state: &State, choice: bool) {
        self.goes += 1;
        self.choices += u64::from(choice);
        // The round is won: who is out has not lost the lead, and what is owed is no race.
        let leader = if state.ending.is_some() { None } else { leader(state) };
        if leader.is_some() && leader != self.leader {
            self.lead_changes += i64::from(self.leader.is_some());
            self.leader = leader;
        }
    }
}

fn seats(seats: &[Seat]) -> u16 {
    seats.iter().fold(0, |bits, seat| bits | 1 << seat.0)
}

fn players(state: &State) -> usize {
    state.seats.iter().filter(|place| place.standing != Standing::Gone).count()
}

/// Who alone holds the fewest cards.
fn leader(state: &State) -> Option<Seat> {
    // The seat is the lower half of a number, so that the least one names it: no branches.
    let (mut least, mut next) = (u32::MAX, u32::MAX);
    for (at, place) in (0..).zip(&state.seats) {
        if place.standing == Standing::In {
            let held = (place.hand.len() as u32) << 16 | at;
            next = next.min(held.max(least));
            least = least.min(held);
        }
    }
    (least >> 16 < next >> 16).then_some(Seat(least as u8))
}

/// Which team alone has the best total: the most points, or the fewest where points are a charge
/// (R17). Without partners every seat is a team.
fn leader_in_points(table: &Match) -> Option<u8> {
    let state = table.state();
    let less = matches!(table.game().policy.format, Format::OwnHand | Format::Places);
    let sign = if less { 1 } else { -1 };
    least(state.seats.iter().map(|place| (sign * place.total, place.team)))
}

fn least(all: impl Iterator<Item = (i64, u8)>) -> Option<u8> {
    let mut best: Option<(i64, Option<u8>)> = None;
    for (value, team) in all {
        best = match best {
            Some((least, _)) if value > least => continue,
            Some((least, leads)) if value == least => {
                Some((least, leads.filter(|leads| *leads == team)))
            }
            _ => Some((value, Some(team))),
        };
    }
    best.and_then(|(_, team)| team)
}

#[cfg(test)]
mod tests {
    use super::least;

    #[test]
    fn partners_lead_together_and_equals_not_at_all() {
        assert_eq!(least([(5, 0), (7, 1), (5, 0), (7, 1)].into_iter()), Some(0));
        assert_eq!(least([(5, 0), (5, 1), (5, 0), (5, 1)].into_iter()), None);
        assert_eq!(least([(5, 0), (5, 1), (4, 2)].into_iter()), Some(2));
        assert_eq!(least([(5, 0), (5, 1), (5, 0)].into_iter()), None);
    }
}
