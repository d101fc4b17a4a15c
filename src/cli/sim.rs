//! The commands of the simulator: sim, compare, duel, merge, and the replay of one round.

use super::{Failed, GameArgs, read};
use crate::interrupt;
use crate::repl::Paint;
use crate::repl::evidence::{self, Shown};
use crate::repl::progress::Bar;
use crate::script::GameSource;
use crate::sim::{
    Case, Kind, Plan, React, Report, Shard, Unit, cases, fault_text, head::Head, merge::merge,
    report, rows::RowWriter, run, seat_bots,
};
use anyhow::{Context, bail};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Rounds that are played where nobody says how many.
const ROUNDS: u64 = 10_000;

/// What every run is told.
#[derive(Args)]
pub(super) struct RunArgs {
    /// Which match of the game; `match` at the prompt lists them.
    #[arg(long = "match", value_name = "NAME")]
    which: Option<String>,
    /// Rounds to play, each dealt anew [default: 10000].
    #[arg(long, value_name = "N", conflicts_with = "matches")]
    rounds: Option<u64>,
    /// Whole matches to play instead.
    #[arg(long, value_name = "N")]
    matches: Option<u64>,
    /// Threads; no figure depends on it [default: one for each processor].
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Plays only this part of the run, to be merged with the others: 3/16.
    #[arg(long, value_name = "PART/OF", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// Writes one row for each round: FILE.csv, or FILE.parquet where that is built in.
    #[arg(long = "rows", value_name = "FILE")]
    rows_file: Option<PathBuf>,
    /// Counts what a faulty rule spoils and leaves it out, instead of ending the run.
    #[arg(long)]
    keep_going: bool,
    #[command(flatten)]
    react: ReactArgs,
    #[command(flatten)]
    out: OutArgs,
}

#[derive(Args)]
pub(super) struct ReactArgs {
    /// How likely a bot notices a chance out of turn: jump, catch, call or offer.
    #[arg(long = "react", value_name = "KIND=PROBABILITY", value_delimiter = ',')]
    react: Vec<String>,
}

#[derive(Args)]
pub(super) struct OutArgs {
    /// Prints the result as JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Prints the figures as CSV.
    #[arg(long)]
    csv: bool,
    /// Writes the result as JSON without the time it took: the same bytes on any machine.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes one self-contained page with charts.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// `sim`
#[derive(Args)]
pub(super) struct SimArgs {
    /// The bot of every seat, or one for each seat.
    #[arg(long, value_delimiter = ',', default_value = "random", value_name = "BOT,…")]
    bots: Vec<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// `compare`
#[derive(Args)]
pub(super) struct CompareArgs {
    /// Rules to compare --rules with, or `none`; may be given several times.
    #[arg(long, required = true, value_name = "RULE,…")]
    against: Vec<String>,
    /// The bot of every seat, or one for each seat.
    #[arg(long, value_delimiter = ',', default_value = "random", value_name = "BOT,…")]
    bots: Vec<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// `duel`
#[derive(Args)]
pub(super) struct DuelArgs {
    /// The bots; every deal is played once for each way around the table.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "random,uniform,greedy,careful",
        value_name = "BOT,…"
    )]
    bots: Vec<String>,
    /// Rules to rank them under as well, or `none`; may be given several times.
    #[arg(long, value_name = "RULE,…")]
    against: Vec<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// `merge`
#[derive(Args)]
pub(super) struct MergeArgs {
    /// The results of all parts, as `sim --shard … --out FILE` writes them.
    #[arg(required = true)]
    files: Vec<String>,
    #[command(flatten)]
    out: OutArgs,
}

impl RunArgs {
    fn source(&self, game: &GameArgs) -> GameSource {
        game.source(self.which.as_deref())
    }
    fn plan(&self, game: &GameArgs, kind: Kind, cases: Vec<Case>) -> anyhow::Result<Plan> {
        let (unit, total) = match self.matches {
            Some(n) => (Unit::Matches, n),
            None => (Unit::Rounds, self.rounds.unwrap_or(ROUNDS)),
        };
        let plan = Plan::new(kind, cases, unit, total);
        Ok(Plan {
            seed: game.seed.unwrap_or(plan.seed),
            shard: self.shard.unwrap_or(plan.shard),
            react: self.react.read()?,
            keep_going: self.keep_going,
            threads: self.threads.unwrap_or(plan.threads),
            ..plan
        })
    }
}

impl ReactArgs {
    pub(super) fn read(&self) -> anyhow::Result<React> {
        let mut react = React::default();
        for text in &self.react {
            react.set(text)?;
        }
        Ok(react)
    }
}

/// `houserules sim`
pub(super) fn sim(game: &GameArgs, args: &SimArgs) -> anyhow::Result<()> {
    let cases = cases::sweep(&args.run.source(game), game.seats, &args.bots)?;
    let kind = if cases.len() > 1 { Kind::Sweep } else { Kind::Single };
    play(&args.run.plan(game, kind, cases)?, &args.run)
}

/// The game without its added rules, and the sets of rules: those of --rules first.
fn rule_sets(game: &GameArgs, run: &RunArgs, against: &[String]) -> (GameSource, Vec<Vec<String>>) {
    let list = |text: &String| text.split(',').map(|rule| rule.trim().to_string()).collect();
    let mut sets: Vec<Vec<String>> = vec![game.rules.clone()];
    sets.extend(against.iter().map(list));
    (GameSource { rules: Vec::new(), ..run.source(game) }, sets)
}

/// `houserules compare`
pub(super) fn compare(game: &GameArgs, args: &CompareArgs) -> anyhow::Result<()> {
    let (base, sets) = rule_sets(game, &args.run, &args.against);
    let cases = cases::compare(&base, &sets, game.seats, &args.bots)?;
    play(&args.run.plan(game, Kind::Compare, cases)?, &args.run)
}

/// `houserules duel`
pub(super) fn duel(game: &GameArgs, args: &DuelArgs) -> anyhow::Result<()> {
    let (base, sets) = rule_sets(game, &args.run, &args.against);
    let cases = cases::duel(&base, &sets, game.seats, &args.bots)?;
    play(&args.run.plan(game, Kind::Duel, cases)?, &args.run)
}

/// `houserules merge`
pub(super) fn merge_files(args: &MergeArgs) -> anyhow::Result<()> {
    let mut parts = Vec::new();
    for file in &args.files {
        parts.push((file.clone(), report::from_json(&read(file)?, file)?));
    }
    let whole = merge(parts)?;
    show(&whole, &args.out)?;
    ended(&whole)
}

/// The exit code of a run that was stopped by Ctrl-C: 128 + SIGINT, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;

/// A run was stopped by Ctrl-C; what was done is told already.
#[derive(Debug, thiserror::Error)]
#[error("stopped; these are the figures of what was done")]
pub(super) struct Interrupted;

#[allow(clippy::disallowed_methods, reason = "how long a run took, for people")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

fn play(plan: &Plan, args: &RunArgs) -> anyhow::Result<()> {
    let head = Head::of(plan)?;
    interrupt::watch();
    for path in [&args.out.html, &args.out.out].into_iter().flatten() {
        // What cannot be written is told before the run, not after it.
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
        file.with_context(|| format!("{}", path.display()))?;
    }
    let rows = args.rows_file.as_ref().map(|path| row_writer(path, plan)).transpose()?;
    let mut bar = Bar::new(plan, rows);
    let start = now();
    let outcome = run(plan, &mut bar);
    let seconds = start.elapsed().as_secs_f64();
    let rows = bar.finish();
    let mut result = Report { head, outcome: outcome?, rounds_per_second: None };
    result.rounds_per_second = Some(result.rounds() as f64 / seconds.max(1e-9));
    show(&result, &args.out)?;
    if let (Some(rows), Some(path)) = (rows, &args.rows_file) {
        rows.finish().with_context(|| format!("{}", path.display()))?;
    }
    ended(&result)
}

/// Rows to a file: its name says in which format.
fn row_writer(path: &PathBuf, plan: &Plan) -> anyhow::Result<RowWriter> {
    let parquet = path.extension().is_some_and(|end| end == "parquet");
    if parquet && cfg!(not(feature = "parquet")) {
        bail!(
            "{}: this program was built without Parquet; build it with \
             `cargo build --release --features parquet`, or name a .csv file",
            path.display()
        );
    }
    let file = std::fs::File::create(path).with_context(|| format!("{}", path.display()))?;
    let out = Box::new(std::io::BufWriter::new(file));
    let labels: Vec<String> = plan.cases.iter().map(|case| case.label.clone()).collect();
    #[cfg(feature = "parquet")]
    if parquet {
        return Ok(RowWriter::parquet(out, labels, plan.seats)?);
    }
    Ok(RowWriter::csv(out, labels, plan.seats))
}

/// Prints a result, then writes what else was asked for: a full disk costs no figure.
fn show(result: &Report, out: &OutArgs) -> anyhow::Result<()> {
    let text = if out.json {
        report::json(result)?
    } else if out.csv {
        report::csv(result)
    } else {
        report::text(result) + "\n"
    };
    let mut stdout = std::io::stdout().lock();
    let printed = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    printed.context("standard output")?;
    if let Some(path) = &out.html {
        write(path, report::html(result)?.as_bytes())?;
    }
    if let Some(path) = &out.out {
        let timeless = Report { rounds_per_second: None, ..result.clone() };
        write(path, report::json(&timeless)?.as_bytes())?;
    }
    Ok(())
}

fn write(path: &PathBuf, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{}", path.display()))
}

/// How a run ended, where it did not end well.
fn ended(result: &Report) -> anyhow::Result<()> {
    let Report { head, outcome, .. } = result;
    if let Some(fault) = &outcome.fault {
        let (what, sound) = (fault_text(fault, head.unit), report::plain(outcome.sound() as i64));
        let unit = head.unit.text();
        let text = format!(
            "{what}\n{sound} {unit} before it were sound; --keep-going counts faults and goes on"
        );
        return Err(Failed(text).into());
    }
    if outcome.interrupted {
        bail!(Interrupted);
    }
    Ok(())
}

/// `replay --seed`
#[derive(Args)]
pub(super) struct AgainArgs {
    /// Who played the round: as in the run.
    #[arg(long, value_delimiter = ',', default_value = "random", value_name = "BOT,…")]
    bots: Vec<String>,
    #[command(flatten)]
    react: ReactArgs,
    /// The seed is that of a match.
    #[arg(long = "match")]
    whole: bool,
    /// Which round of the match.
    #[arg(long, default_value_t = 1, value_name = "N", requires = "whole")]
    round: u32,
    /// Writes the round as a record that can be replayed and looked at in a session.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// `houserules replay --seed N`: a round of a run, shown again.
pub(super) fn again(game: &GameArgs, args: &AgainArgs, paint: Paint) -> anyhow::Result<()> {
    let Some(seed) = game.seed else {
        bail!("replay needs a record, or the seed of a simulated round: --seed N");
    };
    let shown = Shown {
        source: game.source(None),
        bots: seat_bots(&args.bots, game.seats)?,
        react: args.react.read()?,
        seed,
        round: args.whole.then_some(args.round),
    };
    let (session, lines) = evidence::again(&shown, paint)?;
    let mut out = std::io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    let state = session.state();
    writeln!(out, "{} turns, {} cards laid", state.turn.no, state.plays)?;
    if let Some(path) = &args.record {
        let (text, steps) = crate::repl::record::text(&session)?;
        write(path, text.as_bytes())?;
        writeln!(out, "{}: {steps} steps", path.display())?;
    }
    Ok(())
}
