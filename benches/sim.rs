//! Rounds through the simulator with one thread: bots, tallies, hooks counted, rows not written.
//!
//! `cargo bench --bench sim`. One iteration is a run of 200 rounds, start-up included.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use houserules::script::GameSource;
use houserules::sim::{Case, Kind, Nobody, Plan, Unit, cases, run};
use std::hint::black_box;

const ROUNDS: u64 = 200;
const FIVE: [&str; 5] = ["jump_in", "seven_swap", "zero_rotation", "stacking", "no_black_finish"];

fn source(game: &str, rules: &[&str]) -> GameSource {
    let rules = rules.iter().map(ToString::to_string).collect();
    GameSource { game: game.into(), rules, ..GameSource::default() }
}

fn plan(kind: Kind, cases: Vec<Case>) -> Plan {
    Plan { threads: 1, ..Plan::new(kind, cases, Unit::Rounds, ROUNDS) }
}

fn single(game: &str, rules: &[&str], bot: &str) -> Plan {
    let cases = cases::sweep(&source(game, rules), 4, &[bot.to_string()]).expect("one case");
    plan(Kind::Single, cases)
}

fn sim(c: &mut Criterion) {
    let sets = [vec!["stacking".to_string()], vec!["none".into()]];
    let compared = cases::compare(&source("standard", &[]), &sets, 4, &["random".into()]);
    let plans = [
        ("random", single("standard", &[], "random")),
        ("greedy", single("standard", &[], "greedy")),
        ("careful", single("standard", &[], "careful")),
        ("hoarder", single("standard", &[], "hoarder")),
        ("latvian", single("latvian", &[], "greedy")),
        ("five_variants", single("standard", &FIVE, "random")),
        ("compare", plan(Kind::Compare, compared.expect("two sets"))),
    ];
    let mut group = c.benchmark_group("sim");
    group.sample_size(10);
    for (name, plan) in plans {
        group.throughput(Throughput::Elements(ROUNDS * plan.cases.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| black_box(run(&plan, &mut Nobody).expect("a run").done));
        });
    }
    group.finish();
}

criterion_group!(benches, sim);
criterion_main!(benches);
