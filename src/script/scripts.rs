//! The door to scripts from the engine's side: one machine for each rule, entered hook by hook.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::{Function, Table, Value as LuaValue};

use super::desk::{Desk, May, Scope};
use super::loader::{LoadedScript, reload};
use super::reads::{Fields, Reads};
use super::sandbox::{Came, Fault as ScriptFault, FaultKind, Fill, Given, Kept, Plain, Vm, keep};
use super::shapes::Wants;
use super::store::Text;
use super::text::clean_text;
use super::value::{found, text, whole, written};
use super::{shapes, subject, view};
use crate::engine::definition::Game;
use crate::engine::host::{Adjust, Answer, Entry, Fault, FaultCode, Host, Question, Ran, Ticket};
use crate::limits::{HOOK_BUDGET, SCRIPT_MEMORY_LIMIT};
use crate::table::{AskMode, RuleId, Seat, Tape, Value};

/// The scripts of a game, each in a machine of its own. A clone is another handle to the same.
#[derive(Clone)]
pub struct Scripts(Rc<Slots>);

/// The scripts, by rule.
struct Slots {
    rules: Vec<Option<Slot>>,
    /// How often a hook was left off.
    waits: Cell<u64>,
}

/// The script of one rule.
struct Slot {
    source: Text,
    unit: RefCell<Rc<Unit>>,
}

/// A machine, furnished.
struct Unit {
    vm: Vm,
    functions: Vec<Hook>,
    desk: Rc<Desk>,
    object: Kept,
    path: String,
    /// Memory in use after garbage was last collected.
    base: Cell<usize>,
    /// The scope of the last entry, to be used again.
    spare: Cell<Option<Box<Scope>>>,
    /// That of a hook that waits for an answer, with its ticket.
    waiting: Cell<Option<(Ticket, Box<Scope>)>>,
}

/// A function of the script.
struct Hook {
    function: Function,
    kept: Kept,
    /// As what it was entered last.
    name: RefCell<Rc<str>>,
    /// What it may look at of what it is about; many take `game` alone.
    wants: Option<Wants>,
}

/// Garbage from which it is collected before the next entry; at the end of a round, a quarter of
/// it. No game depends on when: scripts see no collection, and keep nothing between entries.
const GARBAGE: usize = SCRIPT_MEMORY_LIMIT / 4;

impl std::fmt::Debug for Scripts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.0.rules.iter().flatten().map(|slot| &slot.source.name);
        f.debug_list().entries(names).finish()
    }
}

/// What a function may look at of its second argument, if it takes one.
fn wants(function: &Function, source: &Text, reads: &Reads) -> Option<Wants> {
    let info = function.info();
    let own = info.source.as_deref().and_then(|name| name.strip_prefix('@'));
    let line = info.line_defined.filter(|_| own == Some(&*source.path));
    let fields = line.map_or(&Fields::Any, |line| reads.at(line));
    (info.num_params > 1 || info.is_vararg).then(|| Wants::of(fields))
}

impl Unit {
    fn new(script: LoadedScript, source: &Text, game: &Game) -> Result<Self, ScriptFault> {
        let LoadedScript { vm, functions, reads } = script;
        let (desk, object) = furnish(&vm, game)?;
        let lua = vm.lua();
        let hook = |function: Function| -> mlua::Result<Hook> {
            let wants = wants(&function, source, &reads);
            let name = RefCell::new("".into());
            Ok(Hook { kept: keep(lua, &function)?, function, name, wants })
        };
        let failed = |error: mlua::Error| ScriptFault::new(FaultKind::Error, error.to_string());
        let object = keep(lua, object).map_err(failed)?;
        let functions = functions.into_iter().map(hook).collect::<mlua::Result<Vec<_>>>();
        let functions = functions.map_err(failed)?;
        let base = Cell::new(lua.used_memory());
        let (path, spare, waiting) = (source.path.clone(), Cell::default(), Cell::default());
        Ok(Self { vm, functions, desk, object, path, base, spare, waiting })
    }
}

impl Unit {
    /// The hook's name; where several share a function it may be another's, hence the look.
    fn name(&self, entry: &Entry<'_>) -> Rc<str> {
        match self.functions.get(entry.function.0 as usize) {
            Some(hook) => {
                let mut name = hook.name.borrow_mut();
                if **name != *entry.hook {
                    *name = entry.hook.into();
                }
                Rc::clone(&name)
            }
            None => entry.hook.into(),
        }
    }

    /// A hook that waits for an answer will not go on.
    fn give_up(&self) {
        if let Some((_, scope)) = self.waiting.take() {
            self.vm.forget();
            self.keep(scope);
        }
    }

    /// Keeps a scope to be used again.
    fn keep(&self, mut scope: Box<Scope>) {
        scope.rest();
        self.spare.set(Some(scope));
    }

    /// Collects garbage if there is more than so many bytes of it.
    fn collect_beyond(&self, garbage: usize) {
        if self.vm.lua().used_memory() > self.base.get() + garbage {
            self.give_up();
            self.vm.collect();
            self.base.set(self.vm.lua().used_memory());
        }
    }
}

/// Puts the engine's tables into a machine.
fn furnish(vm: &Vm, game: &Game) -> Result<(Rc<Desk>, Table), ScriptFault> {
    let furnish = || -> mlua::Result<(Rc<Desk>, Table)> {
        let lua = vm.lua();
        let desk = Rc::new(Desk::new(lua, game)?);
        let object = view::build(lua, &desk)?;
        let _ = desk.play_meta.set(keep(lua, subject::play_meta(lua, &desk)?)?);
        let _ = desk.shapes.set(shapes::shapes(vm, &desk)?);
        Ok((desk, object))
    };
    furnish().map_err(|error| ScriptFault::new(FaultKind::Error, error.to_string()))
}

/// What came of an entry: what the function returned, if it did, and what it asked for.
struct Entered {
    came: Came,
    unit: Rc<Unit>,
    scope: Option<Box<Scope>>,
}

impl Scripts {
    /// The scripts of a game, as they were loaded.
    ///
    /// # Errors
    /// When a machine cannot be furnished.
    pub fn new(
        game: &Rc<Game>,
        scripts: Vec<(String, Text, LoadedScript)>,
    ) -> Result<Self, ScriptFault> {
        let mut slots: Vec<Option<Slot>> = game.rules().iter().map(|_| None).collect();
        for (rule, source, script) in scripts {
            let Some(id) = game.rule_named(&rule) else { continue };
            let unit = RefCell::new(Rc::new(Unit::new(script, &source, game)?));
            slots[id.index()] = Some(Slot { source, unit });
        }
        Ok(Self(Rc::new(Slots { rules: slots, waits: Cell::new(0) })))
    }

    /// The machine of a rule; one that was spoiled is made anew from the source.
    fn unit(&self, game: &Game, rule: RuleId) -> Result<Rc<Unit>, ScriptFault> {
        let slot = self.0.rules.get(rule.index()).and_then(Option::as_ref);
        let missing = || ScriptFault::new(FaultKind::Error, "the script of this rule is missing");
        let slot = slot.ok_or_else(missing)?;
        let now = Rc::clone(&slot.unit.borrow());
        if !now.vm.spoiled() {
            return Ok(now);
        }
        let fresh = Rc::new(Unit::new(reload(&slot.source)?, &slot.source, game)?);
        slot.unit.replace(Rc::clone(&fresh));
        Ok(fresh)
    }

    /// Enters a hook. Gives what it returned, if it did, and what came of it.
    fn enter(
        &self,
        entry: &Entry<'_>,
        may: May,
        tape: &[Tape],
        seat: Option<Option<Seat>>,
    ) -> Result<Entered, Fault> {
        let look = &entry.look;
        let unit = self.unit(look.game, entry.rule).map_err(|fault| told(entry, fault))?;
        unit.give_up();
        let scope = unit.spare.take().filter(|scope| Rc::ptr_eq(&scope.game, look.game));
        let mut scope = scope.unwrap_or_else(|| Scope::new(look.game, Some(entry.rule)));
        if *scope.hook != *entry.hook {
            scope.hook = unit.name(entry);
        }
        scope.may = may;
        scope.play = look.play.map(|play| Rc::new(play.clone()));
        scope.tape.extend_from_slice(tape);
        if !unit.desk.lending() {
            unit.collect_beyond(GARBAGE);
        }
        Ok(self.lend(entry, &unit, scope, || call(&unit, entry, seat)))
    }

    /// Goes on with the hook that asked last, if it is the one meant and waits. It is not entered
    /// anew then: what it did before it asked counts.
    fn go_on(&self, entry: &Entry<'_>, tape: &[Tape], ticket: Ticket) -> Option<Entered> {
        let unit = self.unit(entry.look.game, entry.rule).ok()?;
        let (_, scope) = unit.waiting.take().filter(|(waiting, _)| *waiting == ticket)?;
        let [.., Tape { answers, .. }] = tape else { return None };
        let answer = answers.first().map_or(&Value::Nil, |(_, answer)| answer);
        let answer = written(Some(&unit.desk.cards), answer).ok()?;
        Some(self.lend(entry, &unit, scope, || unit.vm.go_on(&answer)))
    }

    /// Lends the state to a scope while `run` runs.
    fn lend(
        &self,
        entry: &Entry<'_>,
        unit: &Rc<Unit>,
        mut scope: Box<Scope>,
        run: impl FnOnce() -> Came,
    ) -> Entered {
        scope.lend(entry.look.state, self);
        let lent = unit.desk.lend(scope);
        let came = run();
        let scope = lent.end();
        Entered { came, unit: Rc::clone(unit), scope }
    }

    /// A hook that has asked one seat may go on when it answers, rather than run again: if the
    /// engine was not asked anything meanwhile, which would count as asked twice.
    fn wait(&self, unit: &Unit, mut scope: Box<Scope>) -> (Option<Rc<Question>>, Option<Ticket>) {
        let question = scope.question.take();
        let one = question.as_ref().is_some_and(|question| question.mode == AskMode::One);
        if !one || scope.looked || !unit.vm.waits() {
            unit.vm.forget();
            unit.keep(scope);
            return (question, None);
        }
        let ticket = Ticket(self.0.waits.get() + 1);
        self.0.waits.set(ticket.0);
        scope.wait();
        unit.waiting.set(Some((ticket, scope)));
        (question, Some(ticket))
    }

    fn ask<R>(
        &self,
        entry: &Entry<'_>,
        seat: Option<Option<Seat>>,
        read: impl FnOnce(&Unit, &LuaValue) -> Result<R, String>,
    ) -> Result<R, Fault> {
        let Entered { came, unit, scope } = self.enter(entry, May::Answer, &[], seat)?;
        let read = match came {
            Came::Failed(fault) => return Err(told(entry, *fault)),
            Came::Back(value) => read(&unit, &value),
            Came::Asked => Err("this hook only answers; it cannot ask".into()),
        };
        scope.into_iter().for_each(|scope| unit.keep(scope));
        read.map_err(|text| wrong_answer(entry, &unit, text))
    }
}

/// Calls the function of an entry: with the subject, or with a seat where an offer is asked.
fn call(unit: &Unit, entry: &Entry<'_>, seat: Option<Option<Seat>>) -> Came {
    let failed = |text: String| Came::Failed(Box::new(ScriptFault::new(FaultKind::Error, text)));
    let Some(hook) = unit.functions.get(entry.function.0 as usize) else {
        return failed("this hook has no function".into());
    };
    let mut fields = Fill::default();
    let subject = match (seat, hook.wants) {
        (None, Some(wants)) => {
            match shapes::given(&unit.vm, &unit.desk, &entry.subject, wants, &mut fields) {
                Ok(given) => given,
                Err(error) => return failed(error.to_string()),
            }
        }
        (None | Some(None), _) => Given::Plain(Plain::Nil),
        (Some(Some(seat)), _) => Given::Plain(seat.number().into()),
    };
    unit.vm.call(hook.kept, unit.object, &subject, HOOK_BUDGET)
}

fn told(entry: &Entry<'_>, fault: ScriptFault) -> Fault {
    Fault {
        kind: match fault.kind {
            FaultKind::Budget | FaultKind::Watchdog => FaultCode::Budget,
            FaultKind::Memory => FaultCode::Memory,
            FaultKind::Error | FaultKind::Syntax { .. } | FaultKind::Asked => FaultCode::Error,
        },
        rule: entry.look.game.rule(entry.rule).name.clone(),
        hook: entry.hook.into(),
        at: fault.at,
        text: fault.text,
    }
}

/// The fault of an answer that the hook may not give, at the hook's function.
fn wrong_answer(entry: &Entry<'_>, unit: &Unit, text: String) -> Fault {
    let hook = unit.functions.get(entry.function.0 as usize);
    let info = hook.map(|hook| hook.function.info());
    let at = info.and_then(|info| Some(format!("{}:{}", unit.path, info.line_defined?)));
    told(entry, ScriptFault { at, ..ScriptFault::new(FaultKind::Error, text) })
}

fn adjustment(hook: &str, value: &LuaValue) -> Result<Adjust, String> {
    let table = match value {
        LuaValue::Nil | LuaValue::Boolean(false) => return Ok(Adjust::default()),
        LuaValue::Table(table) => table,
        other => {
            return Err(format!(
                "{hook} answered {}; it answers a table of set, add, times, at_least, at_most, \
                 such as {{ set = 3 }}, or nothing",
                found(other)
            ));
        }
    };
    let mut adjust = Adjust::default();
    for pair in table.pairs::<LuaValue, LuaValue>() {
        let (key, value) = pair.map_err(|error| error.to_string())?;
        let number = whole(&value)
            .filter(|n| n.abs() <= 1_000_000)
            .ok_or_else(|| format!("{hook}: {} must be a whole number", found(&key)))?;
        match text(&key).as_deref() {
            Some("set") => adjust.set = Some(number),
            Some("add") => adjust.add = Some(number),
            Some("times") => adjust.times = Some(number),
            Some("at_least") => adjust.at_least = Some(number),
            Some("at_most") => adjust.at_most = Some(number),
            _ => {
                return Err(format!(
                    "{hook} answered a table with {}; it knows set, add, times, at_least, at_most",
                    found(&key)
                ));
            }
        }
    }
    Ok(adjust)
}

impl Host for Scripts {
    fn can(&self, entry: &Entry<'_>) -> Result<Answer, Fault> {
        self.ask(entry, None, |_, value| match value {
            LuaValue::Nil | LuaValue::Boolean(false) => Ok(Answer::Silent),
            LuaValue::Boolean(true) => Ok(Answer::Allow),
            LuaValue::String(why) => Ok(Answer::Forbid(clean_text(&why.to_string_lossy()))),
            other => Err(format!(
                "{} answered {}; it answers true (allow), a string (forbid, and why) or nothing",
                entry.hook,
                found(other)
            )),
        })
    }

    fn adjust(&self, entry: &Entry<'_>) -> Result<Adjust, Fault> {
        self.ask(entry, None, |_, value| adjustment(entry.hook, value))
    }

    fn run(&self, entry: &Entry<'_>, tape: &[Tape], ticket: Option<Ticket>) -> Result<Ran, Fault> {
        let gone_on = ticket.and_then(|ticket| self.go_on(entry, tape, ticket));
        let entered = gone_on.map_or_else(|| self.enter(entry, May::Act, tape, None), Ok)?;
        let Entered { came, unit, scope } = entered;
        let lost = || ScriptFault::new(FaultKind::Error, "the view was lost");
        let mut scope = scope.ok_or_else(|| told(entry, lost()))?;
        let value = match came {
            Came::Back(value) => value,
            Came::Failed(fault) => return Err(told(entry, *fault)),
            Came::Asked if scope.question.is_some() => {
                let (question, ticket) = self.wait(&unit, scope);
                return Ok(Ran { question, ticket, ..Ran::default() });
            }
            Came::Asked => {
                let text = "waits for an answer to no question";
                return Err(told(entry, ScriptFault::new(FaultKind::Error, text)));
            }
        };
        let claimed = match value {
            LuaValue::Boolean(claimed) => claimed,
            LuaValue::Nil => false,
            other if entry.hook.starts_with("instead_of_") => {
                let text = format!(
                    "{} answered {}; it answers true (replaced) or nothing",
                    entry.hook,
                    found(&other)
                );
                return Err(wrong_answer(entry, &unit, text));
            }
            _ => false,
        };
        let (effects, kept) = (std::mem::take(&mut scope.queue), scope.kept.take());
        unit.keep(scope);
        Ok(Ran { effects, claimed, kept, question: None, ticket: None })
    }

    fn list(&self, entry: &Entry<'_>, seat: Option<Seat>) -> Result<Vec<Value>, Fault> {
        let hook = entry.hook;
        self.ask(entry, Some(seat), |unit, value| {
            subject::answers(&unit.desk, value, &format!("the answer of {hook}"))
                .map_err(|error| error.to_string())
        })
    }

    fn tidy(&self) {
        for slot in self.0.rules.iter().flatten() {
            slot.unit.borrow().collect_beyond(GARBAGE / 4);
        }
    }

    fn spent(&self, rule: RuleId) -> i64 {
        let slot = self.0.rules.get(rule.index()).and_then(Option::as_ref);
        slot.map_or(0, |slot| slot.unit.borrow().vm.spent())
    }
}

/// The `game` object of the prompt: the same view, which only looks.
pub struct PromptView {
    desk: Rc<Desk>,
    object: Table,
}

impl PromptView {
    /// Makes the object in the prompt's machine.
    ///
    /// # Errors
    /// When the machine is full.
    pub fn new(vm: &Vm, game: &Game) -> Result<Self, ScriptFault> {
        let (desk, object) = furnish(vm, game)?;
        Ok(Self { desk, object })
    }
    /// The object, to be put among the prompt's globals.
    pub const fn object(&self) -> &Table {
        &self.object
    }
    /// Lends the state while `f` runs.
    pub fn lend<R>(
        &self,
        game: &Rc<Game>,
        state: &Rc<crate::table::State>,
        host: &Scripts,
        f: impl FnOnce() -> R,
    ) -> R {
        let mut scope = Scope::new(game, None);
        scope.hook = "the prompt".into();
        scope.lend(state, host);
        let lent = self.desk.lend(scope);
        let result = f();
        drop(lent);
        result
    }
}
