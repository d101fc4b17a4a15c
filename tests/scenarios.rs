//! Every session file is a test: it is run, and then again from its record, from a saved position
//! before each action, and from its history undone and redone.

use houserules::engine::{Match, Refusal};
use houserules::repl::{Act, Did, Entry, Options, Session, record, run_text};
use houserules::table::{Actor, State};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::rc::Rc;

fn main() {
    let arguments = Arguments::from_args();
    let folders = ["tests/scenarios", "scripts/sessions"];
    let files = folders.iter().flat_map(|folder| session_files(Path::new(folder)));
    let trials = files.map(|file| {
        let name = file.to_string_lossy().into_owned();
        Trial::test(name, move || scenario(&file))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn session_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ext| ext == "session")).collect();
    files.sort();
    files
}

fn scenario(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let name = file.to_string_lossy();
    let mut session = Session::start(&Options::default())?;
    run_text(&mut session, &text, |_, _| true)
        .map_err(|failure| format!("{name}:{}: {}", failure.line, failure.refusal.text))?;
    if session.state().ask.is_some() && !ends_on_a_question(&text) {
        return Err("the file leaves a question open, and does not expect it".into());
    }
    for (at, entry) in session.done().iter().enumerate() {
        let place = format!("{name}: command {} `{}`", at + 1, entry.command);
        sound(entry).map_err(|text| format!("{place}: {text}"))?;
        from_saved(entry).map_err(|text| format!("{place}, from the saved position: {text}"))?;
    }
    replayed(&session)?;
    undone_and_redone(&mut session)
}

/// Whether the lines after the last action expect a question.
fn ends_on_a_question(text: &str) -> bool {
    let looks = |line: &&str| {
        ["expect", "refuse", "#"].iter().any(|word| line.starts_with(word)) || line.is_empty()
    };
    let tail = text.lines().rev().map(str::trim).take_while(looks);
    tail.into_iter().any(|line| line.starts_with("expect ask"))
}

/// Every position is possible.
fn sound(entry: &Entry) -> Result<(), String> {
    let table = &entry.after.table;
    let faults = table.state().faults(&table.game().deck);
    if faults.is_empty() { Ok(()) } else { Err(format!("impossible position: {faults:?}")) }
}

fn apply(table: &mut Match, actor: Actor, act: Act) -> Result<(), Refusal> {
    match (actor, act) {
        (Actor::Seat(seat), Act::Seat(action)) => table.apply(seat, action).map(|_| ()),
        (_, Act::Table(action)) => table.table(action).map(|_| ()),
        (Actor::Table, Act::Seat(_)) => unreachable!("the table takes no seat's action"),
    }
}

/// Each step gives the same from a state that was written down and read again.
fn from_saved(entry: &Entry) -> Result<(), String> {
    let Did::Steps(steps) = &entry.did else { return Ok(()) };
    let mut table = entry.before.table.clone();
    for step in steps {
        let text = serde_json::to_string(table.state()).map_err(|error| error.to_string())?;
        let state: State = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if state.hash() != table.state().hash() {
            return Err("the position reads back as another".into());
        }
        table = Match::at(Rc::clone(table.game()), Rc::clone(table.host()), Rc::new(state));
        apply(&mut table, step.actor, step.act).map_err(|refusal| refusal.text)?;
        if table.state().hash() != step.hash {
            return Err(format!("`{}` leads elsewhere", step.text));
        }
        let faults = table.state().faults(&table.game().deck);
        if !faults.is_empty() {
            return Err(format!("`{}` leads to an impossible position: {faults:?}", step.text));
        }
    }
    Ok(())
}

fn replayed(session: &Session) -> Result<(), Failed> {
    let (text, _) = record::text(session)?;
    let replayed = record::replay(&text, "the record")?;
    if replayed.hash() != session.state().hash() {
        return Err("the record replays to another position".into());
    }
    Ok(())
}

fn undone_and_redone(session: &mut Session) -> Result<(), Failed> {
    let hashes: Vec<String> =
        session.done().iter().map(|entry| entry.after.table.state().hash()).collect();
    for _ in &hashes {
        let output = session.line("undo");
        if let Some(refusal) = output.error {
            return Err(format!("undo: {}", refusal.text).into());
        }
    }
    for (at, hash) in hashes.iter().enumerate() {
        session.line("redo");
        if session.state().hash() != *hash {
            return Err(format!("command {} redone leads elsewhere", at + 1).into());
        }
    }
    Ok(())
}
