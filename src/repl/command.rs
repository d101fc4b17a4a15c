//! The one table of commands: what there is, how it is written, what it does.

use super::output::Reply;
use super::parse::{Args, Line};
use super::session::Session;
use super::{
    bots, cause, diff, editor, expect, game, help, journal, keep, look, matches, play, position,
    skeleton,
};
use super::{evidence, testing, tests_commands, time};
use crate::cards::closest;
use crate::engine::{Code, Refusal};

/// What a command is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Games and rules.
    Game,
    /// The position on the table.
    Position,
    /// What seats do.
    Play,
    /// Looking without changing.
    Look,
    /// Back and on.
    Time,
    /// Expectations.
    Test,
    /// Files of one's own: rules and sessions.
    Keep,
}

impl Group {
    /// Every group, with its word.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Game, "game"),
        (Self::Position, "position"),
        (Self::Play, "play"),
        (Self::Look, "look"),
        (Self::Time, "time"),
        (Self::Test, "test"),
        (Self::Keep, "files"),
    ];
    /// Whether commands of this group change the game, so that the last events are theirs.
    pub const fn changes(self) -> bool {
        !matches!(self, Self::Look | Self::Test | Self::Keep)
    }
}

/// A command.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// How it is written.
    pub usage: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Lines that show it.
    pub examples: &'static [&'static str],
    /// What it does.
    pub run: fn(&mut Session, &mut Args<'_>) -> Reply,
}

impl Command {
    /// Whether a seat may stand before it.
    pub fn acts(&self) -> bool {
        self.group == Group::Play || self.name == "why"
    }
    /// Whether chance or a bot says what is done.
    pub fn by_chance(&self) -> bool {
        ["step", "auto", "until", "bot"].contains(&self.name)
    }
}

type Run = fn(&mut Session, &mut Args<'_>) -> Reply;

const fn row(
    group: Group,
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    examples: &'static [&'static str],
    run: Run,
) -> Command {
    Command { name, group, usage, help, examples, run }
}

use Group::{Game, Keep, Look, Play, Position, Test, Time};

/// Every command, in the order of the help.
#[rustfmt::skip]
pub static COMMANDS: &[Command] = &[
    row(Game, "new", "new [GAME] [seats N] [seed S] [dealer SEAT] [upcard CARD…]",
        "a new game; naming the GAME drops the rules loaded so far",
        &["new standard seats 4 seed 1", "new seed 7 dealer 4 upcard w4 r5"], game::new),
    row(Game, "names", "names NAME…", "who sits at the seats", &["names ann bob cleo"], game::names),
    row(Game, "option", "option RULE.NAME [VALUE] [here]",
        "an option of a rule: shown, or set; the game so far is played again under it",
        &["option drawing.play_after", "option drawing.play_after any"], game::option),
    row(Game, "load", "load FILE-or-NAME… [here]",
        "adds rules, in this order, and plays the game so far again under them; the first \
         difference is shown. With `here` the game goes on in this position instead",
        &["load jump_in", "draw", "load draw_until_playable"], game::load),
    row(Game, "unload", "unload NAME… [here]", "takes rules out of the game, and plays it again without them",
        &["unload hints"], game::unload),
    row(Game, "reload", "reload [--watch]",
        "reads changed files and plays the whole history again under them; the first \
         difference is shown, and a file with a mistake changes nothing. With `--watch` again at \
         each change, until Ctrl-C",
        &["reload"], game::reload),
    row(Game, "rules", "rules", "the rules in order, their sources and options", &["rules"], look::rules),
    row(Game, "deal", "deal [dealer SEAT] [upcard CARD…]", "the next round", &["until over", "deal"], game::deal),
    row(Game, "match", "match [NAME [PLAYER…]]",
        "points by round and standings; with a NAME that match of the game, from its first round",
        &["match", "new serbian", "match elimination", "match rotation ann bob cleo dan"],
        matches::matches),
    row(Game, "quit", "quit", "leaves", &["quit"], game::quit),
    row(Position, "setup", "setup [only] … end",
        "a position: the lines until `end` apply together; with `only` no other card is in the game",
        &["setup", "hand 1 r7 g2", "top r5", "turn 1", "end"], position::setup),
    row(Position, "end", "end", "the position is written", &["setup", "top r5", "end"], position::end),
    row(Position, "hand", "hand SEAT CARD…", "all cards of a seat", &["hand 2 r7 w \"green skip\""],
        position::hand),
    row(Position, "top", "top CARD", "the top card, a color declared after a colon", &["top w:b"],
        position::top),
    row(Position, "pile", "pile CARD…", "the next cards of the draw pile, drawn first first",
        &["pile r9 b3"], position::pile),
    row(Position, "discard", "discard CARD…", "the cards under the top, deepest first",
        &["discard g1 g2"], position::discard),
    row(Position, "turn", "turn SEAT [drawn CARD]", "whose turn it is, afresh or after drawing",
        &["turn 3"], position::turn),
    row(Position, "direction", "direction cw|ccw", "the direction of play", &["direction ccw"],
        position::direction),
    row(Position, "dealer", "dealer SEAT", "who dealt", &["dealer 4"], position::dealer),
    row(Position, "debt", "debt SEAT N SYMBOL by SEAT", "what a seat owes, and for whose card",
        &["setup", "hand 1 r1 b2", "top w4:g", "debt 2 4 draw4 by 1", "end"], position::debt),
    row(Position, "called", "called SEAT…", "seats that have called their last card",
        &["setup", "hand 1 r1", "called 1", "end"], position::called),
    row(Position, "exposed", "exposed SEAT…", "seats that may be caught",
        &["setup", "hand 1 r1", "turn 2", "exposed 1", "end"], position::exposed),
    row(Position, "out", "out SEAT PLACE", "a seat that has finished, in this place",
        &["setup", "hand 2", "out 2 1", "turn 1", "end"], position::out),
    row(Position, "total", "total SEAT POINTS", "the points of a seat in the match", &["total 1 480"],
        position::total),
    row(Play, "play", "play CARD [COLOR] [with SEAT] [uno]",
        "lays a card, and answers the question it leads to; all or nothing",
        &["setup", "hand 1 r7 w4 b1", "top r5", "turn 1", "end", "play r7", "undo",
          "1: play w4 blue"], play::play),
    row(Play, "draw", "draw", "draws the one card of a turn", &["draw"], play::draw),
    row(Play, "pass", "pass", "ends the turn without playing", &["draw", "pass"], play::pass),
    row(Play, "take", "take", "pays the open debt",
        &["setup", "hand 1 w4 b1", "top r5", "turn 1", "end", "play w4 g", "take"], play::take),
    row(Play, "challenge", "challenge", "challenges the card that opened the debt",
        &["setup", "hand 1 w4 b1", "top r5", "turn 1", "end", "play w4 g", "challenge"],
        play::challenge),
    row(Play, "uno", "uno", "calls the last card late",
        &["setup", "hand 1 r1", "exposed 1", "turn 2", "end", "1: uno"], play::uno),
    row(Play, "catch", "catch SEAT", "catches a seat that has not called",
        &["setup", "hand 1 r1", "exposed 1", "turn 2", "end", "2: catch 1"], play::catch),
    row(Play, "answer", "answer VALUE", "answers the open question",
        &["setup", "hand 1 w b1", "top r5", "turn 1", "end", "play w", "answer blue"], play::answer),
    row(Play, "do", "do OFFER [VALUE…]", "takes up what a rule offers",
        &["setup", "hand 1 w4 b1", "top r5", "turn 1", "end", "play w4 g", "do challenge"],
        play::take_up),
    row(Play, "hint", "hint SEAT", "reports that a seat hinted at a card", &[], play::hint),
    row(Play, "remove", "remove SEAT", "takes a seat out of the game", &["remove 3"], play::remove),
    row(Play, "bot", "bot SEAT random|uniform|greedy|careful|rollout|none", "lets a bot choose for a seat", &["bot 2 random"], bots::bot),
    row(Look, "sim", "sim [N] [rounds|matches]",
        "plays N rounds by bots under the rules in force, and says what they are like",
        &["sim 20"], evidence::sim),
    row(Look, "compare", "compare -RULE|+RULE|RULE.OPTION=VALUE [N]",
        "plays N deals with and without it, and says what differs",
        &["compare -challenge 20", "compare +stacking 20"], evidence::compare),
    row(Play, "step", "step", "one action of the seat that is due, chosen by chance", &["step"], bots::step),
    row(Play, "auto", "auto [N]", "N steps; without N until a seat without a bot is due",
        &["auto 5"], bots::auto),
    row(Play, "until", "until over|ask|debt|turn SEAT", "steps until then", &["until turn 3"], bots::until),
    row(Look, "help", "help [COMMAND]", "this page, or more about a command", &["help play"], help::help),
    row(Look, "show", "show", "the table", &["show"], look::show),
    row(Look, "as", "as SEAT", "the table as a seat sees it", &["as 2"], look::as_seat),
    row(Look, "actions", "actions [SEAT]", "what seats may do now", &["actions", "actions 2"],
        look::actions),
    row(Look, "why", "why [not] [SEAT:] ACTION | why N[.K] | why",
        "each rule's answer about an action, in order, and who decides; a card alone is its play. \
         `why N` explains command N of the history: why it was allowed, and which hook is behind \
         each event. `why` alone goes through the hand",
        &["why r5", "why 3: r5", "why draw", "why not catch 2", "draw", "why 2", "why"], look::why),
    row(Look, "trace", "trace [on|off]",
        "tells each entry into a script while seats act: hook, line, answer, time, budget",
        &["trace on", "load stacking", "draw", "trace off"], cause::trace),
    row(Look, "hooks", "hooks [NAME]", "who listens to what", &["hooks can_fit"], look::hooks),
    row(Look, "history", "history", "what was done", &["history"], look::history),
    row(Look, "limits", "limits", "every limit, with its name", &["limits"], look::limits),
    row(Time, "undo", "undo [N]", "takes back N commands", &["draw", "undo"], time::undo),
    row(Time, "redo", "redo [N]", "does N undone commands again", &["draw", "undo", "redo"], time::redo),
    row(Time, "goto", "goto N", "goes to just after command N of the history; 0 is the start",
        &["draw", "goto 0"], time::goto),
    row(Time, "mark", "mark NAME", "names this position", &["mark before"], time::mark),
    row(Time, "diff", "diff MARK", "what differs between the marked position and this one",
        &["mark before", "draw", "diff before"], diff::diff),
    row(Time, "branch", "branch NAME", "starts a second history here, or goes to it",
        &["branch other", "draw", "branch main"], time::branch),
    row(Time, "save", "save FILE", "writes the position to a file", &[], time::save),
    row(Time, "restore", "restore FILE", "reads a position that was saved under the same rules", &[],
        time::restore),
    row(Time, "record", "record FILE", "writes the game so far to a file, to be replayed", &[],
        time::record),
    row(Time, "replay", "replay FILE", "plays a record again and compares every step", &[],
        time::replay),
    row(Test, "expect", "expect WHAT …", "fails unless it is so; `help expect` lists WHAT",
        &["expect status turn", "expect total 108"], expect::expect),
    row(Test, "refuse", "refuse COMMAND [code CODE]", "fails unless the command is refused and nothing changes",
        &["refuse pass code must_draw_first"], tests_commands::refuse),
    row(Keep, "keep", "keep NAME",
        "writes what was done since the last mark, with what it led to, as NAME.session: a test \
         ready to be committed", &[], keep::keep),
    row(Keep, "test", "test [FILE…]", "runs session files, folders or patterns as tests",
        &["test scripts/sessions"], testing::test),
    row(Keep, "new-rule", "new-rule NAME [from RULE]",
        "writes a commented rule, NAME.lua, and its test; or a copy of RULE to be changed", &[],
        skeleton::new_rule),
    row(Keep, "edit", "edit [RULE]",
        "opens a rule's file in $VISUAL or $EDITOR, then reads it anew; the last rule by itself", &[],
        editor::edit),
    row(Keep, "recover", "recover", "brings back a session that was cut off, or the last one", &[],
        journal::recover),
];

/// The command of this name.
pub fn named(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// The command of a line; none where the line is Lua.
pub fn find(line: &Line, raw: &str) -> Option<&'static Command> {
    let command = named(&line.name())?;
    let first = line.words.first()?;
    if raw[first.start..].starts_with(['"', '\'']) {
        return None;
    }
    let after = &raw[first.start + first.text.len()..];
    let rest = after.trim();
    // `load.x` is a field of a Lua variable, `load ./x.lua` a file.
    let assigns = rest.starts_with('=') || rest.starts_with("+=") || after.starts_with('.');
    let block = command.name == "do"
        && (rest.contains(['=', '(']) || rest.split_whitespace().last() == Some("end"));
    (!assigns && !block).then_some(command)
}

/// Whether a line, once executed, belongs to what the session has done.
pub fn is_told(raw: &str) -> bool {
    const NOT: &[&str] =
        &["quit", "save", "record", "keep", "test", "new-rule", "edit", "recover", "limits"];
    let line = Line::read(raw);
    let Some(command) = line.as_ref().ok().and_then(|line| find(line, raw)) else { return true };
    let only_here = NOT.contains(&command.name) || raw.contains("--watch");
    command.group != Group::Look && !only_here
}

/// A refusal for a line that is neither a command nor Lua.
pub fn unknown(line: &Line) -> Refusal {
    let name = line.name();
    let near = closest(&name, COMMANDS.iter().map(|command| command.name));
    let near =
        near.map_or("; `help` lists the commands".into(), |near| format!("; did you mean {near}?"));
    Refusal::new(Code::UnknownCommand, format!("{name:?} is no command{near}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_command(raw: &str) -> bool {
        find(&Line::read(raw).unwrap(), raw).is_some()
    }

    #[test]
    fn lua_is_told_from_commands() {
        for raw in
            ["play r7", "3: PASS", "do challenge", "top w:b", "end", "load ./costly.lua", "do bend"]
        {
            assert!(is_command(raw), "{raw}");
        }
        for raw in ["top = 3", "do x = 1 end", "x = 1", "1 + 1", "for i = 1, 2 do", "hand.x = 1"] {
            assert!(!is_command(raw), "{raw}");
        }
        let error = unknown(&Line::read("paly r7").unwrap());
        assert!(error.text.contains("did you mean play"), "{}", error.text);
    }

    #[test]
    fn the_table_is_tidy() {
        for (at, command) in COMMANDS.iter().enumerate() {
            assert!(command.usage.starts_with(command.name));
            assert!(COMMANDS[..at].iter().all(|other| other.name != command.name));
        }
    }
}
