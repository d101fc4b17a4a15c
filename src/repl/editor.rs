//! `edit RULE`: which file is meant, and the person's editor.

use super::output::{Done, Reply, Request};
use super::parse::{Args, bad};
use super::session::Session;
use crate::cards::meant;
use crate::engine::definition::{Rule, Source};
use crate::engine::{Code, Refusal};
use std::path::{Path, PathBuf};

/// The files on disk from which the game and its rules were loaded.
pub fn files_of(session: &Session) -> Vec<PathBuf> {
    let game = session.table().game();
    let rules = game.order.iter().map(|id| &game.rule(*id).source);
    let sources = std::iter::once(&game.source).chain(rules);
    let path = |source: &Source| match source {
        Source::Disk(path) => Some(PathBuf::from(path)),
        Source::BuiltIn | Source::Embedded(_) => None,
    };
    sources.filter_map(path).collect()
}

/// That somebody sits at a terminal.
///
/// # Errors
/// Where lines come from a file or a pipe.
pub fn at_prompt(session: &Session, what: &str) -> Result<(), Refusal> {
    if session.at_prompt {
        return Ok(());
    }
    Err(bad(Code::Conflict, format!("{what} needs a person at the prompt")))
}

/// `edit [RULE]`
pub fn edit(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let name = args.maybe();
    args.end()?;
    at_prompt(session, "edit")?;
    let path = match name {
        Some(name) if name.contains('/') || name.ends_with(".lua") => name.to_string(),
        Some(name) => on_disk(rule(session, name)?)?,
        None => last(session)?,
    };
    let (text, request) = (String::new(), Some(Request::Edit(path)));
    Ok(Done { text, request, ..Done::default() })
}

fn rule<'a>(session: &'a Session, name: &str) -> Result<&'a Rule, Refusal> {
    let rules = session.table().game().rules();
    rules.iter().find(|rule| rule.name == name).ok_or_else(|| {
        let near = meant(name, rules.iter().map(|rule| rule.name.as_str()));
        let file = format!("{name}.lua");
        let there = if Path::new(&file).exists() { format!(" `edit ./{file}`?") } else { near };
        bad(Code::NoSuchRule, format!("there is no rule {name:?} in this game{there}"))
    })
}

fn on_disk(rule: &Rule) -> Result<String, Refusal> {
    match &rule.source {
        Source::Disk(path) => Ok(path.clone()),
        Source::Embedded(_) => Err(bad(
            Code::FileError,
            format!(
                "{0} is part of the program; `new-rule my_{0} from {0}` makes a copy to edit",
                rule.name
            ),
        )),
        Source::BuiltIn => {
            let text =
                format!("{} is a rule of the engine; it has options, and no file", rule.name);
            Err(bad(Code::FileError, text))
        }
    }
}

/// The file of the rule that was loaded last.
fn last(session: &Session) -> Result<String, Refusal> {
    files_of(session).pop().map(|path| path.to_string_lossy().into_owned()).ok_or_else(|| {
        let text = "no rule of this game is a file on disk; `new-rule NAME` writes one";
        bad(Code::FileError, text)
    })
}

/// Opens a file in the person's editor and waits for its end.
///
/// # Errors
/// When no editor is set, or it cannot be started, or it says that it failed.
pub fn open(path: &str) -> Result<(), Refusal> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let line = set("VISUAL").or_else(|| set("EDITOR")).ok_or_else(|| {
        let text = "no editor is set; leave, type `export EDITOR=nano` (or another), and return";
        bad(Code::FileError, text)
    })?;
    let words = shlex::split(&line).filter(|words| !words.is_empty());
    let words = words
        .ok_or_else(|| bad(Code::FileError, format!("$EDITOR cannot be understood: {line:?}")))?;
    let status = std::process::Command::new(&words[0]).args(&words[1..]).arg(path).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(bad(Code::FileError, format!("the editor {} ended: {status}", words[0]))),
        Err(error) => {
            let text = format!("the editor {:?} cannot be started: {error}; see $EDITOR", words[0]);
            Err(bad(Code::FileError, text))
        }
    }
}
