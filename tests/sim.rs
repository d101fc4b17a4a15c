//! The simulator: right by an independent program, the same for any threads and shards, and
//! helpful with bad input.

use houserules::script::GameSource;
use houserules::sim::rows::{RowWriter, columns};
use houserules::sim::{
    Case, Figure, Kind, Nobody, Outcome, Plan, Row, Shard, Unit, Watcher, cases, head::Head,
    merge::merge, report, report::Report, run,
};

#[allow(dead_code, unsafe_code, clippy::all, missing_docs, reason = "kept as it was measured")]
#[path = "../benches/limit/mod.rs"]
mod limit;

fn source(rules: &[&str], options: &[(&str, &str, &str)]) -> GameSource {
    let option = |(rule, name, value): &(&str, &str, &str)| {
        (rule.to_string(), name.to_string(), value.to_string())
    };
    GameSource {
        game: "standard".into(),
        rules: rules.iter().map(ToString::to_string).collect(),
        without: Vec::new(),
        options: options.iter().map(option).collect(),
    }
}

fn single(source: GameSource, bots: &str, total: u64) -> Plan {
    let bots = vec![bots.to_string(); 4];
    plan(Kind::Single, vec![Case { label: cases::label(&source), source, bots }], total)
}

fn plan(kind: Kind, cases: Vec<Case>, total: u64) -> Plan {
    Plan { seed: 7, threads: 2, ..Plan::new(kind, cases, Unit::Rounds, total) }
}

fn report_of(plan: &Plan) -> Report {
    let outcome = run(plan, &mut Nobody).expect("a run");
    Report { head: Head::of(plan).expect("a head"), outcome, rounds_per_second: None }
}

/// Keeps the rows of a run, or writes them.
struct Rows<F: FnMut(&[Row])>(F);

impl<F: FnMut(&[Row])> Watcher for Rows<F> {
    fn progress(&mut self, _: u64) -> bool {
        true
    }
    fn rows(&mut self, rows: &[Row]) {
        (self.0)(rows);
    }
    fn wants_rows(&self) -> bool {
        true
    }
}

/// The rules and bots of the reference loops (benches/limit/mod.rs).
fn as_the_reference(total: u64) -> Plan {
    let options = [("draw_four", "wd4", "strict"), ("last_card_call", "duty", "off")];
    single(source(&[], &options), "random", total)
}

/// How far two means are apart, in standard errors of their difference.
fn apart(a: f64, b: f64, variance: f64, na: f64, nb: f64) -> f64 {
    (a - b).abs() / (variance / na + variance / nb).sqrt()
}

/// Compares with the reference loops; every figure within 4.5 standard errors, which chance
/// oversteps once in 150,000 comparisons. `docs/SIMULATOR.md` has the same with a million rounds.
fn agrees(rounds: u64) {
    let outcome = run(&as_the_reference(rounds), &mut Nobody).expect("a run");
    let own = &outcome.tallies[0];
    let other = limit::array::play(4 * rounds, 99, &mut limit::NoHook);
    let (na, nb) = (rounds as f64, other.games as f64);
    let theirs = [
        (Figure::Turns, other.turns),
        (Figure::Plays, other.plays),
        (Figure::Reshuffles, other.reshuffles),
        (Figure::Points, other.score),
    ];
    for (figure, total) in theirs {
        let sums = own.sums(figure);
        let mean = sums.sum as f64 / na;
        let variance = sums.squares as f64 / na - mean * mean;
        let sigma = apart(mean, total as f64 / nb, variance, na, nb);
        println!("{figure:?}: {mean:.4} and {:.4}, {sigma:.2} σ", total as f64 / nb);
        assert!(sigma < 4.5, "{figure:?}: {mean} and {}, {sigma} σ", total as f64 / nb);
    }
    for seat in 0..4 {
        let (a, b) = (own.wins[seat] as f64 / na, other.wins[seat] as f64 / nb);
        let sigma = apart(a, b, b * (1.0 - b), na, nb);
        println!("seat {}: {a:.5} and {b:.5}, {sigma:.2} σ", seat + 1);
        assert!(sigma < 4.5, "seat {}: {a} and {b}, {sigma} σ", seat + 1);
    }
}

#[test]
fn figures_agree_with_an_independent_program() {
    agrees(20_000);
}

#[test]
#[ignore = "takes a minute: cargo test --release --test sim -- --ignored --nocapture million"]
fn figures_agree_over_a_million_rounds() {
    agrees(1_000_000);
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let five = ["jump_in", "seven_swap", "zero_rotation", "stacking", "no_black_finish"];
    let mut plan = single(source(&five, &[]), "greedy", 300);
    let mut texts = Vec::new();
    for threads in [1, 2, 4] {
        plan.threads = threads;
        texts.push(report::json(&report_of(&plan)).unwrap());
    }
    assert!(texts.iter().all(|text| *text == texts[0]));
}

#[test]
fn parts_merge_to_the_bytes_of_the_whole() {
    let sets = [vec!["stacking".to_string()], vec!["none".into()]];
    let base = source(&[], &[("stacking", "draw2", "true")]);
    let compared = cases::compare(&base, &sets, 4, &["careful".into()]).unwrap();
    let bots = ["greedy".to_string(), "random".into()];
    let duel = cases::duel(&source(&[], &[]), &sets, 4, &bots).unwrap();
    let mut matches = single(source(&[], &[]), "greedy", 9);
    matches.unit = Unit::Matches;
    for whole in [plan(Kind::Compare, compared, 250), plan(Kind::Duel, duel, 90), matches] {
        let want = report::json(&report_of(&whole)).unwrap();
        let mut parts = Vec::new();
        for part in [3, 1, 2] {
            let part = Plan { shard: Shard { part, of: 3 }, ..whole.clone() };
            let text = report::json(&report_of(&part)).unwrap();
            parts.push((
                format!("part {}", part.shard.part),
                report::from_json(&text, "x").unwrap(),
            ));
        }
        assert_eq!(report::json(&merge(parts).unwrap()).unwrap(), want);
    }
}

#[test]
fn parts_that_do_not_belong_together_are_told() {
    let part = |part, of, seed, rules: &[&str]| {
        let mut plan = single(source(rules, &[]), "random", 30);
        (plan.shard, plan.seed) = (Shard { part, of }, seed);
        (format!("{part}.json"), report_of(&plan))
    };
    let told = |parts| merge(parts).unwrap_err().text;
    let first = || part(1, 3, 7, &[]);
    assert!(told(vec![first(), part(2, 3, 8, &[])]).contains("their seeds are 7 and 8"));
    assert!(told(vec![first(), first()]).contains("are both part 1 of 3"));
    assert!(told(vec![first(), part(3, 3, 7, &[])]).contains("missing: 2"));
    assert!(told(vec![first(), part(2, 4, 7, &[])]).contains("they are cut into 3 and 4"));
    assert!(told(vec![first(), part(2, 3, 7, &["stacking"])]).contains("their games are"));
    assert!(told(Vec::new()).contains("nothing to merge"));
    assert!(report::from_json("{}", "x.json").unwrap_err().text.starts_with("x.json: "));
}

/// A comparison is what two runs by hand give, deal by deal.
#[test]
fn a_comparison_is_the_difference_of_two_runs_on_the_same_deals() {
    let sets = [vec!["seven_swap".to_string()], vec!["none".into()]];
    let compared = cases::compare(&source(&[], &[]), &sets, 4, &["random".into()]).unwrap();
    let whole = report_of(&plan(Kind::Compare, compared, 200));
    let by_hand = |rules: &[&str]| {
        let mut rows = Vec::new();
        let mut keep = Rows(|more| rows.extend_from_slice(more));
        run(&single(source(rules, &[]), "random", 200), &mut keep).unwrap();
        assert!(rows.windows(2).all(|pair| pair[0].unit + 1 == pair[1].unit));
        rows.iter().map(|row| row.get(Figure::Turns) as f64).collect::<Vec<_>>()
    };
    let (a, b) = (by_hand(&["seven_swap"]), by_hand(&[]));
    let d: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
    let mean = d.iter().sum::<f64>() / 200.0;
    let sd = (d.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 199.0).sqrt();
    let pair = report::differences(&whole.outcome.pairs[0], &whole.head);
    let turns = &pair.rows[0];
    assert_eq!((pair.of.as_str(), pair.against.as_str(), pair.n), ("seven_swap", "none", 200));
    assert!((turns.mean.mean - mean).abs() < 1e-9 && (turns.mean.sd - sd).abs() < 1e-9);
    // Student's quantile for 199 degrees of freedom: 1.971957 (R: qt(0.975, 199)).
    assert!((turns.mean.half.unwrap() - 1.971_957 * sd / 200f64.sqrt()).abs() < 1e-5);
}

fn faulty_rule(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("trap.lua");
    let text = "return { name = \"trap\", title = \"a trap\",\n  on_card_effect = {\n    when = { symbol = \"draw4\" },\n    run = function(game, play)\n      if game:count(play.seat) == 1 then error(\"sprung\") end\n    end,\n  },\n}\n";
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn a_fault_is_told_with_rule_line_round_and_seed_and_the_rest_counts() {
    let folder = tempfile::tempdir().unwrap();
    let rule = faulty_rule(&folder);
    let mut plan = single(source(&[&rule], &[]), "random", 400);
    let found = |plan: &Plan| -> Outcome { run(plan, &mut Nobody).unwrap() };
    let first = found(&plan);
    let fault = first.fault.clone().expect("the trap springs");
    assert_eq!(fault.rule.as_deref(), Some("trap"));
    assert!(fault.at.as_deref().unwrap().ends_with("trap.lua:5"), "{fault:?}");
    assert!(fault.text.contains("sprung"));
    assert_eq!(first.sound(), fault.unit - 1);
    assert_eq!(first.tallies[0].rounds, fault.unit - 1);
    assert_eq!(fault.seed, houserules::sim::unit_seed(7, fault.unit));
    plan.threads = 1;
    assert_eq!(found(&plan), first, "the same fault for any number of threads");
    plan.keep_going = true;
    let on = found(&plan);
    let faulty = on.tallies[0].faulty();
    assert!(on.fault.is_none() && faulty > 1);
    assert_eq!(on.tallies[0].rounds + faulty, 400);
    // No hook counts for a round that does not: they are those of the sound rounds alone.
    plan.keep_going = false;
    plan.total = fault.unit - 1;
    assert_eq!(found(&plan).tallies[0].hooks, first.tallies[0].hooks);
}

#[test]
fn nonsense_is_refused_before_anything_is_played() {
    let base = single(source(&[], &[]), "random", 10);
    let told = |change: &dyn Fn(&mut Plan)| {
        let mut plan = base.clone();
        change(&mut plan);
        run(&plan, &mut Nobody).unwrap_err().text
    };
    assert!(told(&|p| p.total = 0).contains("0 rounds give no figures"));
    assert!(told(&|p| p.seats = 16).contains("a table has 2 to 15"));
    assert!(told(&|p| p.threads = 0).contains("0 threads"));
    assert!(told(&|p| p.shard = Shard { part: 1, of: 11 }).contains("is empty"));
    let bot = told(&|p| p.cases[0].bots[2] = "gredy".into());
    assert!(bot.contains("did you mean greedy?"), "{bot}");
    let cards = told(&|p| {
        p.seats = 15;
        p.cases[0].bots = vec!["random".into(); 15];
        p.cases[0].source.options = vec![("deal".into(), "cards".into(), "10".into())];
    });
    assert!(cards.contains("need 151 cards; the deck has 108"), "{cards}");
}

#[test]
fn rows_are_written_one_for_each_round_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let plan = single(source(&[], &[]), "random", 200);
    let path = folder.path().join("rows.csv");
    let file = Box::new(std::fs::File::create(&path).unwrap());
    let mut writer = RowWriter::csv(file, vec!["a, \"b\"".into()], 4);
    let outcome = run(&plan, &mut Rows(|rows| writer.write(rows))).unwrap();
    writer.finish().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (201, columns(4).join(",").as_str()));
    for (at, line) in lines[1..].iter().enumerate() {
        let seed = houserules::sim::unit_seed(7, at as u64 + 1);
        let begin = format!("\"a, \"\"b\"\"\",{},1,{seed},", at + 1);
        assert!(line.starts_with(&begin), "{line}");
    }
    let turns: i128 = lines[1..]
        .iter()
        .map(|line| line.rsplit(',').nth(columns(4).len() - 5).unwrap().parse::<i128>().unwrap())
        .sum();
    assert_eq!(turns, outcome.tallies[0].sums(Figure::Turns).sum);
    // A full disk is told at the end, and costs no figure.
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let mut writer = RowWriter::csv(Box::new(full), vec!["x".into()], 4);
        assert_eq!(run(&plan, &mut Rows(|rows| writer.write(rows))).unwrap(), outcome);
        assert!(writer.finish().unwrap_err().to_string().contains("No space left"));
    }
}

/// `cargo test --features parquet --test sim parquet`
#[cfg(feature = "parquet")]
#[test]
fn parquet_is_read_by_its_own_crate() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.parquet");
    let file = Box::new(std::fs::File::create(&path).unwrap());
    let mut writer = RowWriter::parquet(file, vec!["standard".into()], 4).unwrap();
    let plan = single(source(&[], &[]), "random", 150);
    let outcome = run(&plan, &mut Rows(|rows| writer.write(rows))).unwrap();
    writer.finish().unwrap();
    let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
    let at = columns(4).iter().position(|name| name == "turns").unwrap();
    let mut turns = 0;
    for (no, row) in reader.get_row_iter(None).unwrap().enumerate() {
        let row = row.unwrap();
        assert_eq!(row.get_long(1).unwrap(), no as i64 + 1);
        assert_eq!(row.get_ulong(3).unwrap(), houserules::sim::unit_seed(7, no as u64 + 1));
        turns += i128::from(row.get_long(at).unwrap());
    }
    assert_eq!(turns, outcome.tallies[0].sums(Figure::Turns).sum);
}
