//! Whole rounds of four seats with random bots: the engine beside the reference loops of `limit/`.
//!
//! `cargo bench --bench rounds`. What counts is the ratio in one sitting: docs/PERFORMANCE.md.

use criterion::{BenchmarkId, Criterion, criterion_group};
use houserules::bot::{Bot, Random, View};
use houserules::engine::Match;
use houserules::rng::Stream;
use houserules::script::{GameSource, load};
use houserules::table::{Action, Seat, State, Status, TableAction};
use std::hint::black_box;
use std::rc::Rc;

#[allow(dead_code, unsafe_code, clippy::all, missing_docs, reason = "kept as it was measured")]
#[path = "limit/mod.rs"]
mod limit;

/// One of the reference loops: rounds and seed in, statistics out.
type Loop = fn(u64, u64, &mut limit::NoHook) -> limit::Stats;

/// A table that plays one round after the other.
struct Table {
    table: Match,
    fresh: Rc<State>,
    random: Stream,
    actions: Vec<Action>,
}

impl Table {
    /// The rules of the reference loops (`limit/mod.rs`), and those named.
    fn new(rules: &[&str]) -> Self {
        let option = |rule: &str, name: &str, value: &str| {
            (rule.to_string(), name.to_string(), value.to_string())
        };
        let source = GameSource {
            game: "standard".into(),
            rules: rules.iter().map(ToString::to_string).collect(),
            without: Vec::new(),
            options: vec![
                option("draw_four", "wd4", "strict"),
                option("last_card_call", "duty", "off"),
                option("scoring", "target", "1000000"),
            ],
        };
        let loaded = load(&source).unwrap_or_else(|errors| panic!("{errors:?}"));
        let mut table = Match::new(loaded.game, loaded.host, 4, 1).expect("four seats");
        table.tell(false);
        let fresh = table.snapshot();
        Self { table, fresh, random: Stream::new(1, "bots"), actions: Vec::new() }
    }

    /// Plays one round, dealt anew; returns the seats' points. Matches are long, so that drawing for
    /// dealer, which the reference loops do not do, does not count.
    fn round(&mut self) -> i64 {
        let mut bot = Random;
        if self.table.state().table.winners.is_some() {
            self.table.restore(Rc::clone(&self.fresh));
        }
        self.table.table(TableAction::Deal).expect("a deal");
        loop {
            let seat: Seat = match self.table.state().status() {
                Status::Over => break,
                Status::Turn(seat) | Status::Debt(seat) => seat,
                Status::Ask(seats) => seats.iter().next().expect("somebody is asked"),
            };
            self.table.legal_actions_into(seat, &mut self.actions).expect("no rule fails");
            let view = View::new(&self.table, seat);
            let chosen =
                bot.choose(&view, &self.actions, &mut self.random).expect("random never fails");
            self.table.apply_listed(seat, self.actions[chosen]).expect("no rule fails");
        }
        self.table.state().seats.iter().map(|place| place.points).sum()
    }
}

/// The reference loops by name.
const LOOPS: [(&str, Loop); 3] =
    [("naive", limit::naive::play), ("array", limit::array::play), ("bits", limit::bits::play)];
/// Games by name, with the rules added to the base game. The last two enter Lua in every turn,
/// without a filter before it.
const GAMES: [(&str, &[&str]); 4] = [
    ("base", &[]),
    ("five_variants", &FIVE),
    ("bare_hook", &["benches/rules/bare_hook.lua"]),
    ("turn_hook", &["benches/rules/turn_hook.lua"]),
];
const FIVE: [&str; 5] = ["jump_in", "seven_swap", "zero_rotation", "stacking", "no_black_finish"];

fn rounds(c: &mut Criterion) {
    let mut group = c.benchmark_group("round");
    group.sample_size(20);
    for (name, play) in LOOPS {
        let mut seed = 0;
        group.bench_function(BenchmarkId::new("limit", name), |b| {
            b.iter(|| {
                seed += 1;
                black_box(play(100, seed, &mut limit::NoHook).turns)
            });
        });
    }
    for (name, rules) in GAMES {
        let mut table = Table::new(rules);
        group.bench_function(BenchmarkId::new("engine", name), |b| {
            b.iter(|| black_box((0..100).map(|_| table.round()).sum::<i64>()));
        });
    }
    group.finish();
}

/// `ROUNDS_OF=NAME`: exactly this much work and nothing else, for `perf stat -e instructions:u`,
/// which is steadier than time on a machine with other work. `ROUNDS=N` plays so many rounds.
fn exactly(name: &str) {
    let rounds = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok());
    if let Some((_, play)) = LOOPS.iter().find(|(known, _)| *known == name) {
        let rounds: u64 = rounds.unwrap_or(80_000);
        let stats = play(rounds, 1, &mut limit::NoHook);
        println!("{name}: {rounds} rounds, {} turns, {} plays", stats.turns, stats.plays);
    } else if let Some((_, rules)) = GAMES.iter().find(|(known, _)| *known == name) {
        let rounds: u64 = rounds.unwrap_or(4_000);
        let mut table = Table::new(rules);
        let points: i64 = (0..rounds).map(|_| table.round()).sum();
        println!("{name}: {rounds} rounds, {points} points");
    } else {
        let names = LOOPS.map(|(name, _)| name).into_iter().chain(GAMES.map(|(name, _)| name));
        println!("ROUNDS_OF is one of {}", names.collect::<Vec<_>>().join(" "));
    }
}

criterion_group!(benches, rounds);

fn main() {
    match std::env::var("ROUNDS_OF") {
        Ok(name) => exactly(&name),
        Err(_) => {
            benches();
            Criterion::default().configure_from_args().final_summary();
        }
    }
}
