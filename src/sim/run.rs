//! A run: blocks of units are handed out to threads and put together in their order, so that no
//! figure depends on the number of threads.

use super::pairs::{Duel, Pair, Sum};
use super::plan::{Kind, Plan, unit_seed};
use super::player::{MatchEnd, Player};
use super::tally::{Faulty, MatchTally, Row, Tally};
use crate::engine::{Code, Refusal};
use crate::interrupt;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Units that a thread takes at once, at most.
const BLOCK_MAX: u64 = 256;
/// Blocks for each thread, at least, where there are so many units.
const BLOCKS: u64 = 16;
/// How often whoever watches is told.
const TICK: Duration = Duration::from_millis(100);

/// What came of a run, or of a part of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Units that were played, faulty ones included.
    pub done: u64,
    /// What came of each case.
    pub tallies: Vec<Tally>,
    /// Differences between the first case and each other one.
    pub pairs: Vec<Pair>,
    /// The duel of bots under each set of rules, where it was one.
    pub duels: Vec<Duel>,
    /// The fault that ended the run.
    pub fault: Option<Faulty>,
    /// It was stopped before its end.
    pub interrupted: bool,
}

/// Whoever watches a run.
pub trait Watcher {
    /// So many units are done; `false` stops the run.
    fn progress(&mut self, done: u64) -> bool;
    /// Rounds, in the order of their numbers.
    fn rows(&mut self, rows: &[Row]);
    /// Whether [`Watcher::rows`] is of any use.
    fn wants_rows(&self) -> bool;
}

/// Nobody watches.
#[derive(Clone, Copy, Default, Debug)]
pub struct Nobody;

impl Watcher for Nobody {
    fn progress(&mut self, _: u64) -> bool {
        true
    }
    fn rows(&mut self, _: &[Row]) {}
    fn wants_rows(&self) -> bool {
        false
    }
}

/// What came of a block.
#[derive(Default)]
struct Part {
    outcome: Outcome,
    rows: Vec<Row>,
}

/// What the threads of a run share.
struct Shared<'a> {
    plan: &'a Plan,
    /// Units that a thread takes at once.
    block: u64,
    next: AtomicU64,
    done: AtomicU64,
    stop: AtomicBool,
    wants_rows: bool,
}

/// Plays a plan.
///
/// # Errors
/// When nothing could be played: bad figures, rules that do not load, too many seats. A fault of
/// a rule in the middle is part of the outcome.
pub fn run(plan: &Plan, watcher: &mut dyn Watcher) -> Result<Outcome, Refusal> {
    plan.check()?;
    let (from, to) = plan.range();
    let threads = plan.threads as u64;
    // Many at once, so that threads seldom wait for each other; few of few, so that all have work.
    let block = ((to - from) / threads.saturating_mul(BLOCKS)).clamp(1, BLOCK_MAX);
    let shared = Shared {
        plan,
        block,
        next: AtomicU64::new(from),
        done: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        wants_rows: watcher.wants_rows(),
    };
    let threads = threads.min((to - from).div_ceil(block));
    // A bounded channel: whoever is far ahead waits, so that memory stays flat.
    let (send, receive) = mpsc::sync_channel(4 * threads as usize);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (shared, send) = (&shared, send.clone());
            scope.spawn(move || work(shared, &send));
        }
        drop(send);
        gather(&shared, &receive, watcher)
    })
}

/// Puts the parts together in their order.
fn gather(
    shared: &Shared<'_>,
    receive: &mpsc::Receiver<(u64, Result<Part, Refusal>)>,
    watcher: &mut dyn Watcher,
) -> Result<Outcome, Refusal> {
    let (mut next, end) = shared.plan.range();
    let mut waiting: BTreeMap<u64, Result<Part, Refusal>> = BTreeMap::new();
    let mut whole = Outcome::default();
    let stop = || shared.stop.store(true, Ordering::Relaxed);
    let mut result = Ok(());
    let mut over = false;
    loop {
        match receive.recv_timeout(TICK) {
            Ok((at, part)) => {
                waiting.insert(at, part);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
        while !over && let Some(part) = waiting.remove(&next) {
            match part {
                Ok(part) => {
                    watcher.rows(&part.rows);
                    whole.merge(&part.outcome);
                    next += part.outcome.done;
                }
                Err(refusal) => result = Err(refusal),
            }
            // After a fault, or a block that was cut short, nothing that follows counts.
            over = result.is_err() || whole.fault.is_some() || whole.interrupted;
            if over {
                stop();
            }
        }
        if over {
            waiting.clear();
        } else if !watcher.progress(shared.done.load(Ordering::Relaxed)) || interrupt::pressed() {
            stop();
        }
    }
    result?;
    whole.interrupted |= whole.fault.is_none() && next < end;
    Ok(whole)
}

impl Outcome {
    /// Adds another part.
    pub fn merge(&mut self, part: &Self) {
        self.done += part.done;
        self.tallies.resize(self.tallies.len().max(part.tallies.len()), Tally::default());
        for (own, other) in self.tallies.iter_mut().zip(&part.tallies) {
            own.merge(other);
        }
        for (at, other) in part.pairs.iter().enumerate() {
            match self.pairs.get_mut(at) {
                Some(own) => own.merge(other),
                None => self.pairs.push(other.clone()),
            }
        }
        for (at, other) in part.duels.iter().enumerate() {
            match self.duels.get_mut(at) {
                Some(own) => own.merge(other),
                None => self.duels.push(other.clone()),
            }
        }
        if self.fault.is_none() {
            self.fault.clone_from(&part.fault);
        }
        self.interrupted |= part.interrupted;
    }
    /// Units that were played to their end in every case.
    pub fn sound(&self) -> u64 {
        self.done - u64::from(self.fault.is_some())
    }
}

/// A thread: takes one block after the other.
fn work(shared: &Shared<'_>, send: &mpsc::SyncSender<(u64, Result<Part, Refusal>)>) {
    let (_, end) = shared.plan.range();
    let mut table = None;
    loop {
        let from = shared.next.fetch_add(shared.block, Ordering::Relaxed);
        if from >= end || shared.stop.load(Ordering::Relaxed) {
            return;
        }
        let to = (from + shared.block).min(end);
        let part = match &mut table {
            Some(table) => Ok(Table::block(table, shared, from, to)),
            none => Table::new(shared.plan).map(|new| none.insert(new).block(shared, from, to)),
        };
        if send.send((from, part)).is_err() {
            return;
        }
    }
}

/// The tables of all cases, side by side in one thread.
struct Table {
    players: Vec<Player>,
    /// The duels before any deal, and which bot sits at each seat in each case.
    duels: Vec<Duel>,
    seated: Vec<Vec<usize>>,
}

impl Table {
    fn new(plan: &Plan) -> Result<Self, Refusal> {
        let player = |(at, case)| Player::new(case, at as u16, plan.seats, plan.react);
        let players: Vec<Player> =
            plan.cases.iter().enumerate().map(player).collect::<Result<_, _>>()?;
        let bots =
            if plan.kind == Kind::Duel { different(&plan.cases[0].bots) } else { Vec::new() };
        let place = |name: &String| bots.iter().position(|bot| bot == name).unwrap_or(0);
        let seated = plan.cases.iter().map(|case| case.bots.iter().map(place).collect()).collect();
        let rules = plan.cases.iter().step_by(bots.len().max(1));
        let rules = rules.map(|case| super::cases::label(&case.source));
        let duel = |rules| (!bots.is_empty()).then(|| Duel::new(rules, &bots));
        let duels = rules.map_while(duel).collect();
        let mut table = Self { players, duels, seated };
        table.try_deal(plan)?;
        Ok(table)
    }

    /// That a first round can be dealt in every case: too many seats are found before the start.
    /// What only fails for other reasons is a fault of its round.
    fn try_deal(&mut self, plan: &Plan) -> Result<(), Refusal> {
        for player in &mut self.players {
            let dealt = player.begin(plan.unit, unit_seed(plan.seed, 1));
            // What hooks were asked for it counts for no round.
            player.take_hooks();
            let setup = [Code::BadValue, Code::BadSeat];
            match dealt {
                Err(refusal) if setup.contains(&refusal.code) => return Err(refusal),
                _ => {}
            }
        }
        Ok(())
    }

    fn block(&mut self, shared: &Shared<'_>, from: u64, to: u64) -> Part {
        let plan = shared.plan;
        let mut part = Part::default();
        let cases = self.players.len();
        part.outcome.tallies.resize(cases, Tally::default());
        let paired = matches!(plan.kind, Kind::Compare | Kind::Sweep);
        if paired {
            let pair = |case| Pair { case, ..Pair::default() };
            part.outcome.pairs = (1..cases).map(pair).collect();
        }
        part.outcome.duels.clone_from(&self.duels);
        let mut rows = Vec::new();
        for number in from + 1..=to {
            // Blocks of slow bots take long: who wants to stop is heard between units.
            if shared.stop.load(Ordering::Relaxed) {
                part.outcome.interrupted = true;
                break;
            }
            self.unit(plan, number, &mut rows, &mut part.outcome);
            if shared.wants_rows {
                part.rows.append(&mut rows);
            }
            shared.done.fetch_add(1, Ordering::Relaxed);
            if part.outcome.fault.is_some() {
                break;
            }
        }
        for (player, tally) in self.players.iter_mut().zip(&mut part.outcome.tallies) {
            tally.hooks = player.take_hooks();
        }
        part
    }

    /// One unit in every case; its rounds are in `rows` afterwards.
    fn unit(&mut self, plan: &Plan, number: u64, rows: &mut Vec<Row>, outcome: &mut Outcome) {
        rows.clear();
        outcome.done += 1;
        let seed = unit_seed(plan.seed, number);
        let mut played = Vec::new();
        for (at, player) in self.players.iter_mut().enumerate() {
            let begin = rows.len();
            match player.play(plan.unit, number, seed, rows) {
                Ok(end) => played.push((at, begin..rows.len(), end)),
                Err(refusal) => {
                    // A unit that failed counts in no figure.
                    rows.truncate(begin);
                    let fault = faulty(plan, at, number, seed, refusal);
                    if !plan.keep_going {
                        outcome.fault = Some(fault);
                        rows.clear();
                        return;
                    }
                    outcome.tallies[at].fault(fault);
                }
            }
        }
        let compared = plan.cases.len() > 1;
        let mut sums: Vec<Sum> = Vec::new();
        for (at, range, end) in played {
            let tally = &mut outcome.tallies[at];
            let rows = &rows[range];
            rows.iter().for_each(|row| tally.add(row));
            if let Some(end) = end {
                tally.matches.get_or_insert_default().add(rows, end);
            }
            if compared {
                sums.push(Sum::of(rows, end.map(|end| end.winners)));
            }
        }
        if sums.len() < self.players.len() || !compared {
            return;
        }
        for pair in &mut outcome.pairs {
            pair.add(&sums[0], &sums[pair.case]);
        }
        Duel::deal(&mut outcome.duels, &sums, &self.seated);
    }
}

fn faulty(plan: &Plan, case: usize, unit: u64, seed: u64, refusal: Refusal) -> Faulty {
    let Refusal { rule, at, text, .. } = refusal;
    Faulty { case: plan.cases[case].label.clone(), unit, seed, rule, at, text }
}

/// Names without repetition, in their order.
fn different(names: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if !found.contains(name) {
            found.push(name.clone());
        }
    }
    found
}

impl MatchTally {
    fn add(&mut self, rows: &[Row], end: MatchEnd) {
        let seats = rows.first().map_or(0, |row| row.points.len());
        self.matches += 1;
        self.rounds.add(rows.len() as i64);
        self.turns.add(rows.iter().map(|row| row.get(super::tally::Figure::Turns)).sum());
        self.lead_changes.add(end.lead_changes);
        self.endless += u64::from(end.endless);
        self.wins.resize(seats, 0);
        for seat in (0..seats).filter(|seat| end.winners >> seat & 1 == 1) {
            self.wins[seat] += 1;
        }
    }
}
