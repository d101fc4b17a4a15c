//! The command line: what to run, where it prints, and the exit codes 0, 1, 2.

mod sim;

use crate::repl::{self, GameSource, Options, Output, Paint, Session};
use anyhow::Context;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;

const EXAMPLES: &str = "Examples:
  houserules --seats 3 --seed 7             a game of three at the prompt
  houserules --rules jump_in,stacking       with house rules
  houserules run party.session              the lines of a file
  echo 'show' | houserules run - --json     the same from a pipe, as JSON
  houserules play --people ann,bob          two people and two bots at this terminal
  houserules test                           every session under tests/ and scripts/
  houserules completions bash               completion for a shell
  houserules replay game.json               plays a record again and compares it
  houserules sim --rules stacking           what 10,000 rounds are like
  houserules compare --rules stacking --against none

Exit codes: 0 done, 1 a line failed or a rule did, 2 the command line or a file cannot be used.";

/// A sandbox for house rules of UNO-family card games.
#[derive(Parser)]
#[command(name = "houserules", version, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    game: GameArgs,
    /// When to paint cards.
    #[arg(long, value_enum, global = true, default_value = "auto")]
    color: When,
    /// Prints ASCII characters only.
    #[arg(long, global = true)]
    ascii: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Args)]
struct GameArgs {
    /// The game: a name or a file.
    #[arg(long, global = true, default_value = "standard")]
    game: String,
    /// Seats at the table.
    #[arg(long, global = true, default_value_t = 4, value_name = "N")]
    seats: usize,
    /// The seed of the deal: the same seed deals the same cards.
    #[arg(long, global = true, value_name = "N")]
    seed: Option<u64>,
    /// House rules to load: names or files, separated by commas.
    #[arg(long, global = true, value_delimiter = ',', value_name = "RULE,…")]
    rules: Vec<String>,
    /// Rules of the game to leave out.
    #[arg(long, global = true, value_delimiter = ',', value_name = "RULE,…")]
    without: Vec<String>,
    /// The value of an option of a rule; `sim` takes several, A,B,C or 5..9, and compares them.
    #[arg(long = "option", global = true, value_name = "[RULE.]NAME=VALUE", value_parser = option)]
    options: Vec<(String, String, String)>,
}

impl GameArgs {
    /// The game with its rules and options; `which`: one of its matches.
    fn source(&self, which: Option<&str>) -> GameSource {
        GameSource {
            game: which.map_or(self.game.clone(), |which| format!("{}:{which}", self.game)),
            rules: self.rules.iter().filter(|rule| !rule.is_empty()).cloned().collect(),
            without: self.without.clone(),
            options: self.options.clone(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
enum Command {
    /// The prompt: what `houserules` does without a command.
    Repl,
    /// Runs the lines of a file; `-` reads standard input.
    Run {
        /// The file, or `-`.
        file: String,
        /// Prints one JSON object for each executed line.
        #[arg(long)]
        json: bool,
    },
    /// People and bots play a match at this terminal.
    Play {
        /// The people, in the order of their seats; bots take the others.
        #[arg(long, value_delimiter = ',', value_name = "NAME,…", default_value = "you")]
        people: Vec<String>,
        /// Which match of the game; `match` at the prompt lists them.
        #[arg(long = "match", value_name = "NAME")]
        which: Option<String>,
        /// The bot that plays for the other seats.
        #[arg(long, value_name = "BOT", default_value = "careful")]
        bot: String,
        #[command(flatten)]
        react: sim::ReactArgs,
    },
    /// Plays a record again and compares every step; with --seed, shows a simulated round.
    Replay {
        /// The record; without one --seed says which round.
        file: Option<String>,
        #[command(flatten)]
        again: sim::AgainArgs,
    },
    /// Plays many rounds by bots, and says what they are like.
    Sim(sim::SimArgs),
    /// Plays the same deals under two or more sets of rules, and says what differs.
    Compare(sim::CompareArgs),
    /// Ranks bots under a set of rules.
    Duel(sim::DuelArgs),
    /// Puts the parts of a run together.
    Merge(sim::MergeArgs),
    /// Runs session files as tests.
    Test {
        /// Files, folders, or patterns with `*`; by default those of the project and of this
        /// folder.
        paths: Vec<String>,
    },
    /// Prints what a shell needs to complete this command line.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Prints the manual page.
    Man,
}

fn option(text: &str) -> Result<(String, String, String), String> {
    let wrong = || format!("expected RULE.NAME=VALUE or NAME=VALUE, found {text:?}");
    let (path, value) = text.split_once('=').ok_or_else(wrong)?;
    // Without a rule the option is looked for in all of them.
    let (rule, name) = path.split_once('.').unwrap_or(("", path));
    Ok((rule.into(), name.into(), value.into()))
}

/// A line failed, or a record differs: exit code 1. Every other error is of the command line, of a
/// file or of the terminal: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Failed(String);

/// Whether nobody reads any more what is printed.
fn closed(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let end = match &cli.command {
        None | Some(Command::Repl) if std::io::stdin().is_terminal() => prompt(&cli),
        None | Some(Command::Repl) => run(&cli, "-", false),
        Some(Command::Run { file, json }) => run(&cli, file, *json),
        Some(Command::Play { people, which, bot, react }) => {
            play(&cli, people, which.as_deref(), (bot, react))
        }
        Some(Command::Replay { file: Some(file), .. }) => replay(file),
        Some(Command::Replay { file: None, again }) => sim::again(&cli.game, again, paint(&cli)),
        Some(Command::Test { paths }) => test(&cli, paths),
        Some(Command::Completions { shell }) => completions(*shell),
        Some(Command::Man) => man(),
        Some(Command::Sim(args)) => sim::sim(&cli.game, args),
        Some(Command::Compare(args)) => sim::compare(&cli.game, args),
        Some(Command::Duel(args)) => sim::duel(&cli.game, args),
        Some(Command::Merge(args)) => sim::merge_files(args),
    };
    match end {
        Err(error) if !closed(&error) => {
            let _ = writeln!(std::io::stderr(), "{error:#}");
            ExitCode::from(if error.is::<sim::Interrupted>() {
                sim::INTERRUPTED
            } else if error.is::<Failed>() {
                1
            } else {
                2
            })
        }
        _ => ExitCode::SUCCESS,
    }
}

fn completions(shell: clap_complete::Shell) -> anyhow::Result<()> {
    // Into memory first: the generator cannot tell that nobody reads any more.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "houserules", &mut text);
    Ok(std::io::stdout().write_all(&text)?)
}

fn man() -> anyhow::Result<()> {
    Ok(clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?)
}

fn paint(cli: &Cli) -> Paint {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let on = match cli.color {
        When::Always => true,
        When::Never => false,
        When::Auto => std::io::stdout().is_terminal() && !plain,
    };
    Paint { on, ascii: cli.ascii }
}

fn options(cli: &Cli, seed: u64) -> Options {
    options_of(cli, None, seed)
}

fn options_of(cli: &Cli, which: Option<&str>, seed: u64) -> Options {
    let source = cli.game.source(which);
    Options { source, seats: cli.game.seats, seed: cli.game.seed.unwrap_or(seed) }
}

fn session(cli: &Cli, seed: u64) -> anyhow::Result<Session> {
    let mut session = Session::start(&options(cli, seed))?;
    session.paint(paint(cli));
    Ok(session)
}

/// A seed that nobody named: any will do, since the prompt shows it and `record` keeps it.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}

fn prompt(cli: &Cli) -> anyhow::Result<()> {
    let seed = cli.game.seed.unwrap_or_else(any_seed);
    let mut session = session(cli, seed)?;
    let mut out = std::io::stdout();
    writeln!(out, "{}, seed {seed}. `help` lists the commands.", cli.game.game)?;
    for text in repl::warnings(&session) {
        writeln!(out, "{}", paint(cli).dim(&text))?;
    }
    let table = session.line("show");
    writeln!(out, "{}", table.text)?;
    repl::prompt::talk(&mut session).context("the terminal cannot be used")
}

/// The hot seat: what is shown, and a line for each question, until the match is over.
fn play(
    cli: &Cli,
    people: &[String],
    which: Option<&str>,
    (bot, react): (&str, &sim::ReactArgs),
) -> anyhow::Result<()> {
    let options = options_of(cli, which, cli.game.seed.unwrap_or_else(any_seed));
    let mut session = Session::start(&options)?;
    session.paint(paint(cli));
    let warnings = repl::warnings(&session);
    let mut table = repl::hotseat::Hotseat::new(session, people, bot, react.read()?)?;
    let mut out = std::io::stdout();
    let screen = out.is_terminal();
    for text in warnings {
        writeln!(out, "{}", paint(cli).dim(&text))?;
    }
    loop {
        let scene = table.scene();
        if scene.wipe {
            // The hand of the one before is not to be seen, not even by scrolling back.
            write!(out, "{}", if screen { "\x1b[2J\x1b[3J\x1b[H" } else { "\n\n" })?;
        }
        writeln!(out, "{}", scene.text)?;
        if scene.over {
            return Ok(());
        }
        loop {
            write!(out, "{}", scene.ask)?;
            out.flush()?;
            let mut line = String::new();
            let read = std::io::stdin().read_line(&mut line).context("standard input")?;
            if read == 0 || ["quit", "q"].contains(&line.trim()) {
                writeln!(out)?;
                return Ok(());
            }
            match table.reply(&line) {
                Ok(()) => break,
                Err(text) => writeln!(out, "{}", repl::fold(&text, 80))?,
            }
        }
    }
}

fn read(file: &str) -> anyhow::Result<String> {
    if file != "-" {
        return Ok(repl::read_file(file)?);
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("standard input")?;
    Ok(text)
}

fn run(cli: &Cli, file: &str, json: bool) -> anyhow::Result<()> {
    let text = read(file)?;
    let mut session = session(cli, 1)?;
    let mut out = std::io::stdout().lock();
    let mut printed = Ok(());
    let done = repl::run_text(&mut session, &text, |session, output| {
        printed = print(&mut out, session, output, json);
        printed.is_ok()
    });
    printed?;
    out.flush()?;
    Ok(done.map_err(|failure| Failed(failed(file, &failure)))?)
}

fn print(
    out: &mut impl Write,
    session: &Session,
    output: &Output,
    json: bool,
) -> std::io::Result<()> {
    if json && !output.idle {
        writeln!(out, "{}", session.json(output))
    } else if !json && !output.text.is_empty() {
        writeln!(out, "{}", output.text)
    } else {
        Ok(())
    }
}

fn failed(file: &str, failure: &repl::Failure) -> String {
    let file = if file == "-" { "stdin" } else { file };
    format!("{file}:{}: {}", failure.line, failure.refusal.text)
}

fn replay(file: &str) -> anyhow::Result<()> {
    let text = read(file)?;
    let replayed = repl::record::replay(&text, file).map_err(|refusal| match refusal.code {
        crate::engine::Code::ReplayDiffers => anyhow::Error::new(Failed(refusal.text)),
        _ => refusal.into(),
    })?;
    writeln!(std::io::stdout(), "{}", replayed.report(file))?;
    Ok(())
}

fn test(cli: &Cli, paths: &[String]) -> anyhow::Result<()> {
    let files = repl::testing::session_files(paths)?;
    let options = options(cli, 1);
    let mut out = std::io::stdout().lock();
    let mut bad = 0;
    for file in &files {
        match repl::testing::run_file(&options, file) {
            Ok(()) => writeln!(out, "ok      {}", file.display())?,
            Err(refusal) => {
                bad += 1;
                writeln!(out, "FAILED  {}", refusal.text)?;
            }
        }
    }
    writeln!(out, "{}, {bad} failed", repl::many(files.len(), "file"))?;
    if bad > 0 {
        return Err(Failed(format!("{bad} of {} files failed", files.len())).into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
        assert_eq!(option("a.b=c"), Ok(("a".into(), "b".into(), "c".into())));
        assert_eq!(option("wd4=free"), Ok(("".into(), "wd4".into(), "free".into())));
        assert!(option("a.b").is_err());
    }
}
