//! `help`: one screen, or one command.

use super::columns::wrap;
use super::command::{COMMANDS, Command, Group, named};
use super::expect_table::CHECKS;
use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::Session;
use crate::cards::meant;
use crate::engine::Code;

/// Columns of a line.
const WIDTH: usize = 80;

/// What stands under the commands.
const FOOTER: &[&str] = &[
    "",
    "`help COMMAND` says more. `3: draw` acts for seat 3, `draw` for who is due.",
    "Cards: r7 gs yr b+2 w w4; a declared color: w:b; in quotes: \"red 7\".",
    "What is no command is Lua: game.top, run \"step\".",
];

/// `help [COMMAND]`
pub fn help(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let Some(name) = args.maybe() else { return say(screen()) };
    args.end()?;
    let name = name.to_lowercase();
    let Some(command) = named(&name) else {
        let near = meant(&name, COMMANDS.iter().map(|command| command.name));
        return Err(bad(Code::UnknownCommand, format!("{name:?} is no command{near}")));
    };
    say(page(session, command))
}

fn screen() -> String {
    let mut lines = Vec::new();
    for (group, word) in Group::ALL {
        let mut line = format!("{word:<9}");
        for command in COMMANDS.iter().filter(|command| command.group == group) {
            if line.len() + command.name.len() + 1 > WIDTH {
                lines.push(std::mem::replace(&mut line, " ".repeat(9)));
            }
            line.push(' ');
            line.push_str(command.name);
        }
        lines.push(line);
    }
    lines.extend(FOOTER.iter().map(|line| (*line).to_string()));
    lines.join("\n")
}

fn page(session: &Session, command: &Command) -> String {
    let mut lines = vec![session.paint.bold(command.usage)];
    lines.extend(wrap(command.help, WIDTH - 2).iter().map(|line| format!("  {}", line.trim())));
    if command.name == "expect" {
        lines.extend(CHECKS.iter().map(|check| format!("  expect {}", check.usage)));
    }
    if !command.examples.is_empty() {
        lines.push("examples:".into());
        lines.extend(command.examples.iter().map(|example| format!("  {example}")));
    }
    lines.join("\n")
}
