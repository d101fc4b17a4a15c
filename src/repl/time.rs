//! Commands that go back and on: undo, redo, goto, mark, branch, save, restore, record, replay.

use super::history::Did;
use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::{Branch, Session};
use super::{files, record, save};
use crate::engine::{Code, Refusal};

/// How many, 1 where nothing is said.
fn amount(args: &mut Args<'_>) -> Result<usize, Refusal> {
    let n = if args.is_done() { 1 } else { args.number("a number of commands")? };
    args.end()?;
    Ok(n)
}

/// Goes to just after so many entries.
fn go(session: &mut Session, at: usize) {
    session.now = match at.checked_sub(1) {
        Some(last) => session.log.entries[last].after.clone(),
        None => session.log.entries.first().map_or(&session.base.0, |first| &first.before).clone(),
    };
    session.log.at = at;
}

/// `undo [N]`
pub fn undo(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let n = amount(args)?;
    let at = session.log.at;
    if n > at {
        return Err(bad(Code::NoEffect, format!("there are {at} commands to undo, not {n}")));
    }
    go(session, at - n);
    say(if n == 1 {
        format!("undone: {}", session.log.entries[at - 1].command)
    } else {
        format!("{n} undone")
    })
}

/// `redo [N]`
pub fn redo(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let n = amount(args)?;
    let (at, all) = (session.log.at, session.log.entries.len());
    if n > all - at {
        return Err(bad(
            Code::NoEffect,
            format!("there are {} commands to redo, not {n}", all - at),
        ));
    }
    go(session, at + n);
    say(if n == 1 {
        format!("done again: {}", session.log.entries[at].command)
    } else {
        format!("{n} done again")
    })
}

/// `goto N`
pub fn goto(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let number: usize = args.number("the number of a command in the history")?;
    args.end()?;
    let first = session.log.forgotten;
    let last = first + session.log.entries.len();
    if !(first..=last).contains(&number) {
        let text = format!("the history has {first} to {last}, not {number}");
        return Err(bad(Code::BadValue, text));
    }
    go(session, number - first);
    say("")
}

/// `mark NAME`
pub fn mark(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let name = args.word("a name")?.to_string();
    args.end()?;
    session.marks.insert(name.clone(), session.now.clone());
    session.last_mark = Some(name);
    say("")
}

/// `branch NAME`
pub fn branch(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let name = args.word("a name")?.to_string();
    args.end()?;
    if name == session.branch {
        return Err(bad(Code::NoEffect, format!("this is the branch {name} already")));
    }
    let here =
        Branch { now: session.now.clone(), log: session.log.clone(), base: session.base.clone() };
    let left = std::mem::replace(&mut session.branch, name.clone());
    session.branches.insert(left, here);
    let Some(there) = session.branches.remove(&name) else {
        return say(format!("branch {name} starts here"));
    };
    session.now = there.now;
    session.log = there.log;
    session.base = there.base;
    say(format!("branch {name}"))
}

/// `save FILE`
pub fn save(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let path = args.word("a file")?;
    args.end()?;
    files::write(path, &save::text(session)?)?;
    say(format!("saved to {path}"))
}

/// `restore FILE`
pub fn restore(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let path = args.word("a file")?;
    args.end()?;
    let (point, names) = save::read(session, &files::read(path)?, path)?;
    session.names = names;
    session.put(point, Did::Read, Vec::new());
    say(format!("restored from {path}"))
}

/// `record FILE`
pub fn record(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let path = args.word("a file")?;
    args.end()?;
    let (text, steps) = record::text(session)?;
    files::write(path, &text)?;
    say(format!("{steps} steps recorded in {path}"))
}

/// `replay FILE`
pub fn replay(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let path = args.word("a file")?;
    args.end()?;
    let replayed = record::replay(&files::read(path)?, path)?;
    let text = replayed.report(path);
    session.names = replayed.names;
    session.base = replayed.base;
    session.log = replayed.log;
    session.now = replayed.now;
    say(text)
}
