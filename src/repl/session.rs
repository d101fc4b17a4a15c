//! A session: a line goes in, an output comes out.

use super::cause::{trace_lines, watched};
use super::command::{self, Command, Group};
use super::draft::Draft;
use super::events::event_lines;
use super::history::{Act, Did, Entry, Log, Point, Step};
use super::journal::Found;
use super::lua::Console;
use super::output::{Output, Reply};
use super::paint::{Paint, ascii};
use super::parse::{Args, Line, bearable, seat_of};
use super::source::{self, GameSource, Rulebook};
use crate::engine::{Code, Match, Refusal};
use crate::interrupt;
use crate::script::trace::Note;
use crate::table::{Action, Actor, Seat, State, Status, TableAction, Told};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How a session begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The game and its rules.
    pub source: GameSource,
    /// Seats at the table.
    pub seats: usize,
    /// The seed of the deal.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            source: GameSource { game: "standard".into(), ..GameSource::default() },
            seats: 4,
            seed: 1,
        }
    }
}

/// A line of history with a name of its own.
pub(super) struct Branch {
    pub(super) now: Point,
    pub(super) log: Log,
    pub(super) base: (Point, Did),
}

/// A session.
pub struct Session {
    /// Where the game stands.
    pub(super) now: Point,
    /// Where the history begins.
    pub(super) base: (Point, Did),
    /// The history.
    pub(super) log: Log,
    /// Other histories, by name, and the name of this one.
    pub(super) branches: BTreeMap<String, Branch>,
    pub(super) branch: String,
    /// Marked points, by name.
    pub(super) marks: BTreeMap<String, Point>,
    /// The mark that was set last.
    pub(super) last_mark: Option<String>,
    /// Who sits at the seats.
    pub(super) names: Vec<String>,
    /// Seats for which a bot chooses.
    pub(super) bots: BTreeMap<Seat, String>,
    /// Events of the last command that could have some.
    pub(super) events: Vec<Told>,
    /// Colors, or none.
    pub(super) paint: Paint,
    /// A position that is being written, and its lines.
    pub(super) block: Option<Draft>,
    block_lines: Vec<String>,
    /// What the running command has done so far.
    pub(super) steps: Vec<Step>,
    pub(super) did: Option<Did>,
    pub(super) told: Vec<Told>,
    /// How many of these are in the text already.
    shown: usize,
    /// Whether scripts are watched, and what was seen.
    pub(super) tracing: bool,
    notes: Vec<Note>,
    console: Option<Console>,
    /// Lines of an unfinished Lua block.
    pending: String,
    count: usize,
    leave: bool,
    /// Whether it is run as a test.
    pub(super) nested: bool,
    /// Whether a person sits at a terminal.
    pub(super) at_prompt: bool,
    /// Earlier sessions that can be brought back, and the one that just was.
    pub(super) recoverable: Vec<Found>,
    pub(super) recovered: Option<PathBuf>,
}

impl Session {
    /// A session with a dealt game.
    ///
    /// # Errors
    /// When the game cannot be loaded or dealt.
    pub fn start(options: &Options) -> Result<Self, Refusal> {
        let rules = Rulebook::load(&options.source)?;
        let (now, told) = source::deal(&rules, options.seats, options.seed)?;
        Ok(Self::at((now, Did::Dealt), told))
    }
    /// A session whose history begins here.
    pub(super) fn at(base: (Point, Did), told: Vec<Told>) -> Self {
        Self {
            now: base.0.clone(),
            base,
            log: Log::default(),
            branches: BTreeMap::new(),
            branch: "main".into(),
            marks: BTreeMap::new(),
            last_mark: None,
            names: Vec::new(),
            bots: BTreeMap::new(),
            events: told,
            paint: Paint::default(),
            block: None,
            block_lines: Vec::new(),
            steps: Vec::new(),
            did: None,
            told: Vec::new(),
            shown: 0,
            tracing: false,
            notes: Vec::new(),
            console: None,
            pending: String::new(),
            count: 0,
            leave: false,
            nested: false,
            at_prompt: false,
            recoverable: Vec::new(),
            recovered: None,
        }
    }
    /// Paints cards from now on, or no longer.
    pub const fn paint(&mut self, paint: Paint) {
        self.paint = paint;
    }
    /// The match.
    pub const fn table(&self) -> &Match {
        &self.now.table
    }
    /// The state.
    pub fn state(&self) -> &State {
        self.now.table.state()
    }
    /// What was done so far.
    pub fn done(&self) -> &[Entry] {
        self.log.done()
    }
    /// The first seat that is due.
    pub fn due(&self) -> Option<Seat> {
        match self.state().status() {
            Status::Turn(seat) | Status::Debt(seat) => Some(seat),
            Status::Ask(seats) => seats.iter().next(),
            Status::Over => None,
        }
    }
    /// The seat that a line is about.
    fn who(&self, actor: Option<Seat>) -> Option<Seat> {
        actor.or_else(|| self.due())
    }
    /// How a seat is called.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.seat_names().get(seat.index()).map(String::as_str)
    }
    /// What the seats are called: by the tournament, or by `names`.
    pub(super) fn seat_names(&self) -> &[String] {
        self.now.tour.as_ref().map_or(&self.names, |tour| tour.seat_names())
    }
    /// A seat with its name: `2 ann`.
    pub fn seat_text(&self, seat: Seat) -> String {
        self.name(seat).map_or_else(|| seat.to_string(), |name| format!("{seat} {name}"))
    }
    /// Whether a block of lines is not finished yet, and which.
    pub fn unfinished(&self) -> Option<&'static str> {
        if self.block.is_some() {
            return Some("setup without end");
        }
        (!self.pending.is_empty()).then_some("a Lua block that is not finished")
    }
    /// Whether a Lua block is not finished yet.
    pub(super) const fn unfinished_lua(&self) -> bool {
        !self.pending.is_empty()
    }
    /// The names that lines of Lua have given values to.
    pub(super) fn globals(&self) -> Vec<String> {
        self.console.as_ref().map(Console::globals).unwrap_or_default()
    }
    /// Drops an unfinished block.
    pub fn forget(&mut self) {
        self.pending.clear();
        self.block = None;
    }

    /// Executes a line.
    pub fn line(&mut self, text: &str) -> Output {
        self.count += 1;
        let mut output =
            Output { line: self.count, command: text.trim().into(), ..Output::default() };
        let blank = text.trim().is_empty() || text.trim_start().starts_with('#');
        if self.pending.is_empty() && blank {
            output.idle = true;
            return output;
        }
        match bearable(text).and_then(|()| self.execute(text)) {
            Ok(done) => {
                output.text = done.text;
                output.extra = done.extra;
                output.request = done.request;
            }
            Err(refusal) => output.error = Some(self.with_legal(text, refusal)),
        }
        output.more = !self.pending.is_empty();
        output.idle = output.more;
        output.leave = self.leave;
        output.events = std::mem::take(&mut self.told);
        let shown = std::mem::take(&mut self.shown).min(output.events.len());
        let notes = std::mem::take(&mut self.notes);
        let mut lines: Vec<String> =
            trace_lines(&notes).iter().map(|line| self.paint.dim(line)).collect();
        lines.extend(event_lines(self, &output.events[shown..]));
        if !output.text.is_empty() {
            lines.push(std::mem::take(&mut output.text));
        }
        output.text = lines.join("\n");
        if self.paint.ascii {
            output.text = ascii(&output.text);
            if let Some(refusal) = &mut output.error {
                refusal.text = ascii(&refusal.text);
            }
        }
        output
    }

    /// A refusal to a seat, with what it may do instead.
    fn with_legal(&self, text: &str, refusal: Refusal) -> Refusal {
        use Code::{AlreadyDrawn, DebtOpen, DoesNotFit, Forbidden, MustDrawFirst, NotInHand};
        let code = refusal.code;
        let no = [AlreadyDrawn, DebtOpen, DoesNotFit, Forbidden, MustDrawFirst, NotInHand];
        let line = Line::read(text).ok();
        let command = line.as_ref().and_then(|line| command::find(line, text));
        if !no.contains(&code) || command.is_none_or(|command| command.group != Group::Play) {
            return refusal;
        }
        let seats = self.state().seats.len();
        let named = line.and_then(|line| line.actor).and_then(|n| seat_of(n, seats).ok());
        let legal = |seat: Seat| self.table().legal_actions(seat).ok().map(|all| (seat, all));
        let Some((seat, all)) = self.who(named).and_then(legal).filter(|(_, all)| !all.is_empty())
        else {
            return refusal;
        };
        let texts = all.iter().take(8).map(|action| self.table().action_text(seat, *action));
        let more = if all.len() > 8 { ", …" } else { "" };
        let legal = texts.collect::<Vec<_>>().join(", ");
        Refusal { text: format!("{}; legal: {legal}{more}", refusal.text), ..refusal }
    }

    /// Executes a line: a command, or Lua.
    pub(super) fn execute(&mut self, text: &str) -> Reply {
        if !self.pending.is_empty() {
            return self.lua(text);
        }
        let line = Line::read(text);
        let Some(command) = line.as_ref().ok().and_then(|line| command::find(line, text)) else {
            return self.lua(text);
        };
        self.command(command, &line?)
    }

    /// Executes a command: all of it, or nothing.
    pub(super) fn command(&mut self, command: &'static Command, line: &Line) -> Reply {
        if self.block.is_some() && command.group != Group::Position {
            let text = format!("a setup is being written; finish it with `end` before {}", {
                command.name
            });
            return Err(Refusal::new(Code::BadValue, text));
        }
        let seats = self.state().seats.len();
        let actor = line.actor.map(|number| seat_of(number, seats)).transpose()?;
        if actor.is_some() && !command.acts() {
            let text = format!("{} is not what a seat does; leave out the seat", command.name);
            return Err(Refusal::new(Code::BadValue, text));
        }
        let before = self.now.clone();
        let outer = (std::mem::take(&mut self.steps), self.did.take());
        let told = self.told.len();
        let reply = (command.run)(self, &mut Args::new(line, command.usage, actor, seats));
        let steps = std::mem::replace(&mut self.steps, outer.0);
        let did = std::mem::replace(&mut self.did, outer.1);
        if let Err(refusal) = &reply {
            self.now = before;
            self.told.truncate(told);
            // A rule's no to a seat is worth keeping; a slip of the pen is not.
            let no = !matches!(refusal.code, Code::BadCard | Code::BadSeat | Code::BadValue);
            if let (Some(seat), true) = (self.who(actor), no && command.group == Group::Play) {
                let line = line.raw.trim().trim_start_matches(|c: char| c.is_ascii_digit());
                let line = line.trim_start_matches(':').trim();
                self.log.note(format!("refuse {seat}: {line} code {}", refusal.code.text()));
            }
            return reply;
        }
        // Marks are not written down, so nothing can be compared with them.
        if command.group == Group::Test && !line.words.iter().any(|word| word.text == "same") {
            self.log.note(line.raw.trim().to_string());
        }
        if command.group.changes() {
            self.events = self.told[told..].to_vec();
        }
        self.write_block(command, line);
        let stepped = if steps.is_empty() { None } else { Some(Did::Steps(steps)) };
        if let Some(did) = did.or(stepped) {
            let lines = match std::mem::take(&mut self.block_lines) {
                block if block.is_empty() => vec![line.raw.trim().to_string()],
                block => block,
            };
            let command = match &lines[..] {
                [one] => one.clone(),
                lines => format!("setup of {} lines", lines.len() - 2),
            };
            let told = self.told[told..].into();
            self.push(Entry { command, lines, did, told, before, after: self.now.clone() });
        }
        reply
    }

    /// Keeps the lines of a setup: they are its command.
    fn write_block(&mut self, command: &Command, line: &Line) {
        if command.name == "setup" {
            self.block_lines.clear();
        }
        if self.block.is_some() || command.name == "end" {
            self.block_lines.push(line.raw.trim().to_string());
        }
    }

    /// Takes over what another session has done.
    pub(super) fn become_again(&mut self, other: Self) {
        let Self { now, base, log, branches, branch, marks, last_mark, names, bots, .. } = other;
        (self.now, self.base, self.log) = (now, base, log);
        (self.branches, self.branch) = (branches, branch);
        (self.marks, self.last_mark) = (marks, last_mark);
        (self.names, self.bots) = (names, bots);
        self.console = other.console;
    }

    /// Adds to the history.
    pub(super) fn push(&mut self, entry: Entry) {
        if let Some(point) = self.log.push(entry) {
            self.base = (point, Did::Edited);
        }
    }

    /// Lines that are no command are Lua.
    fn lua(&mut self, text: &str) -> Reply {
        if !self.pending.is_empty() {
            self.pending.push('\n');
        }
        self.pending.push_str(text);
        let mut console = match self.console.take() {
            Some(console) => console,
            None => Console::new()?,
        };
        let source = std::mem::take(&mut self.pending);
        let reply = console.execute(self, &source);
        self.console = Some(console);
        match reply {
            Ok(None) => {
                self.pending = source;
                Ok(super::output::Done::default())
            }
            Ok(Some(text)) => super::output::say(text),
            Err(refusal) => Err(refusal),
        }
    }

    /// Executes a line that a Lua script asked for.
    ///
    /// # Errors
    /// As the line's own.
    pub(super) fn run_from_lua(&mut self, text: &str) -> Result<String, Refusal> {
        if interrupt::pressed() {
            return Err(Refusal::new(Code::NoEffect, "stopped by Ctrl-C; what was done stays"));
        }
        bearable(text)?;
        let line = Line::read(text)?;
        let Some(command) = command::find(&line, text) else {
            return Err(command::unknown(&line));
        };
        let told = self.told.len();
        let done = self.command(command, &line)?;
        let mut lines = event_lines(self, &self.told[told..]);
        self.shown = self.told.len();
        if !done.text.is_empty() {
            lines.push(done.text);
        }
        Ok(lines.join("\n"))
    }

    /// A seat acts; the step is part of the running command.
    ///
    /// # Errors
    /// When the game refuses.
    pub(super) fn act(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let text = self.now.table.action_text(seat, action);
        let told = self.on_table(|table| table.apply(seat, action))?;
        self.step(Actor::Seat(seat), text, Act::Seat(action), told);
        Ok(())
    }
    /// A listed action of a seat as a command of its own. Returns what happened.
    pub(super) fn do_action(&mut self, seat: Seat, action: Action) -> Vec<Told> {
        let text = self.now.table.action_text(seat, action);
        self.line(&format!("{seat}: {text}")).events
    }
    /// The table acts; the step is part of the running command.
    ///
    /// # Errors
    /// When the game refuses.
    pub(super) fn table_act(&mut self, text: &str, action: TableAction) -> Result<(), Refusal> {
        let told = self.on_table(|table| table.table(action))?;
        self.step(Actor::Table, text.into(), Act::Table(action), told);
        Ok(())
    }
    /// Lets the match go on, watched where that is wanted.
    fn on_table<R>(&mut self, act: impl FnOnce(&mut Match) -> R) -> R {
        if !self.tracing {
            return act(&mut self.now.table);
        }
        let (result, notes) = watched(&mut self.now.table, act);
        self.notes.extend(notes);
        result
    }
    fn step(&mut self, actor: Actor, text: String, act: Act, told: Vec<Told>) {
        let hash = self.state().hash();
        self.steps.push(Step { actor, text, act, hash });
        self.told.extend(told);
    }
    /// Puts the game elsewhere: what a record cannot repeat.
    pub(super) fn put(&mut self, point: Point, did: Did, told: Vec<Told>) {
        self.now = point;
        self.did = Some(did);
        self.told.extend(told);
    }
    /// The session ends with this line.
    pub(super) const fn quit(&mut self) {
        self.leave = true;
    }
    /// The JSON of a line just executed.
    pub fn json(&self, output: &Output) -> String {
        super::json::line(self, output)
    }
}
