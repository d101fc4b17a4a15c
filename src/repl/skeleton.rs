//! `new-rule NAME`: a commented rule file with a session that tests it.

use super::files;
use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::Session;
use crate::engine::{Code, Refusal, rules};
use crate::script::store::Shelf;

const RULE: &str = include_str!("skeleton/rule.lua");
const SESSION: &str = include_str!("skeleton/rule.session");

/// `new-rule NAME [from RULE]`
pub fn new_rule(_: &mut Session, args: &mut Args<'_>) -> Reply {
    let name = args.word("a name for the rule: lower-case letters, digits and _")?;
    let from = if args.take("from") { Some(args.word("a rule that is a file")?) } else { None };
    args.end()?;
    let (rule, session) = (format!("{name}.lua"), format!("{name}.session"));
    check(name, &[&rule, &session])?;
    if let Some(from) = from {
        return copy(name, from, &rule);
    }
    files::write(&rule, &RULE.replace("NAME", name))?;
    files::write(&session, &SESSION.replace("NAME", name))?;
    let next = [
        (format!("load ./{rule}"), "takes it into this game"),
        (format!("edit {name}"), "opens it; reload then plays the game so far again"),
        (format!("test {session}"), "says whether it does what it should"),
    ];
    let width = next.iter().map(|(line, _)| line.len()).max().unwrap_or_default();
    let next = next.iter().map(|(line, what)| format!("\n  {line:<width$}  {what}"));
    let text = format!("{rule} and {session} are written: a rule that works, and its test");
    say(text + &next.collect::<String>())
}

/// A rule of this name that says what another one says.
fn copy(name: &str, from: &str, path: &str) -> Reply {
    let found = Shelf::Rules.find(from).map_err(|text| bad(Code::NoSuchRule, text))?;
    let was = |quote: char| format!("name = {quote}{}{quote}", found.name);
    let lua = found.text.replacen(&was('"'), &format!("name = \"{name}\""), 1);
    let lua = lua.replacen(&was('\''), &format!("name = \"{name}\""), 1);
    files::write(path, &lua)?;
    say(format!(
        "{path} is written, a copy of {}; `load ./{path}` takes it into this game",
        found.path
    ))
}

fn check(name: &str, paths: &[&str]) -> Result<(), Refusal> {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(letters) {
        let text = format!("{name:?} is no name for a rule; use lower-case letters, digits and _");
        return Err(bad(Code::BadValue, text));
    }
    let known = Shelf::Rules.names();
    if known.iter().any(|known| known == name) || rules::names().contains(&name) {
        let text = format!("there is a rule {name} already; choose another name");
        return Err(bad(Code::BadValue, text));
    }
    match paths.iter().find(|path| files::exists(path)) {
        Some(path) => {
            let text = format!("{path} is there already; nothing was written");
            Err(bad(Code::FileError, text))
        }
        None => Ok(()),
    }
}
