//! A hardened Luau machine for one untrusted script: what it may call, how long, with how much.
//!
//! Four things must hold together. The script sees only an allow-list of functions, none of which
//! reaches outside, runs on unbounded between safepoints, or differs from run to run. Every entry
//! goes through [`Vm::enter`], whose interrupt counts safepoints (deterministic) and looks at the
//! clock and the memory now and then. A limit that was reached stays reached until that entry
//! ends, so that `pcall` cannot go on. And the garbage collector, which Luau paces by the clock,
//! runs only when asked to.
#![allow(unsafe_code)] // The interrupt, upvalues and read-only marks have no safe interface.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ffi::c_int;
use std::sync::OnceLock;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, LuaOptions, Nil, StdLib, Table, Value, ffi};

mod budget;
mod gate;
mod menu;
mod plain;
mod raw;

use super::fault::PRELUDE;
pub use super::fault::{Fault, FaultKind};
use super::text::clean_text;
use crate::limits::{SCRIPT_MEMORY_LIMIT, SOURCE_MAX, WATCHDOG_MILLIS};
use budget::{Entry, Paused, Stop, interrupt};
pub use budget::{charge, suspend, wait_for_answer};
pub use gate::Shape;
pub use menu::{Listed, Menu};
pub use plain::{Answer, Field, Fill, Given, LIST_MAX, Mark, Plain, Row};
pub use raw::{Arg, Args, Kept, Quick, keep, make, quick};

/// Memory that must be left for a table to be filled outside of a protected call.
const ROOM: usize = 1 << 16;
const BASE: &[&str] = &[
    "assert",
    "error",
    "getmetatable",
    "ipairs",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
    "xpcall",
    "_VERSION",
    "math",
    "string",
    "table",
];
const STRING: &[&str] = &[
    "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse",
    "split", "sub", "upper",
];
// Without `move` (unbounded), `foreach`, `getn` and the like (old).
const TABLE: &[&str] = &[
    "clear", "clone", "concat", "create", "find", "freeze", "insert", "isfrozen", "pack", "remove",
    "sort", "unpack",
];
// Without `random` (the engine's streams are the only chance) and without what libm rounds
// differently from system to system.
const MATH: &[&str] = &[
    "abs", "ceil", "clamp", "floor", "fmod", "huge", "max", "min", "modf", "pi", "round", "sign",
    "sqrt",
];

/// The names that every script finds: those without a library first, then each library's.
pub const LIBRARY: &[(&str, &[&str])] =
    &[("", BASE), ("string", STRING), ("table", TABLE), ("math", MATH)];

/// The functions that a value reaches ([`Vm::freeze_and_list`]).
#[derive(Default)]
pub struct Reached {
    /// Those of scripts: source and line.
    pub functions: BTreeSet<(String, usize)>,
    /// There is one that the library has made, such as an iterator: it remembers where it is.
    pub made: bool,
}

/// How a hook came out.
pub enum Came {
    /// It returned this.
    Back(Value),
    /// It asked a question and was left off.
    Asked,
    /// It failed, or was stopped.
    Failed(Box<Fault>),
}

/// One Luau machine, for one rule or for the prompt.
pub struct Vm {
    lua: Lua,
    environment: Table,
    gate: gate::Gate,
    /// Names of the sources compiled here, by which places in error texts are known.
    chunks: RefCell<Vec<String>>,
    spoiled: Cell<bool>,
    spent: Cell<i64>,
    paused: Cell<Option<Paused>>,
}

impl Vm {
    /// A machine for a rule: globals that a source has read once count as constant, which makes
    /// calls of built-in functions fast. What the engine adds to the environment must be there
    /// before the source is compiled.
    pub fn new() -> Result<Vm, Fault> {
        Vm::build(true)
    }

    /// A machine for the prompt, where a later line may replace what an earlier one has used.
    pub fn for_prompt() -> Result<Vm, Fault> {
        Vm::build(false)
    }

    fn build(constant_globals: bool) -> Result<Vm, Fault> {
        let build = || -> mlua::Result<Vm> {
            let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH;
            let lua = Lua::new_with(libraries, LuaOptions::new())?;
            lua.set_compiler(compiler());
            let globals = lua.globals(); // the table itself: sandbox() puts a proxy in its place
            harden(&lua, &globals)?;
            lua.sandbox(true)?;
            lua.set_memory_limit(SCRIPT_MEMORY_LIMIT)?;
            // SAFETY: the callbacks live as long as the state; the interrupt needs no data.
            unsafe {
                lua.exec_raw::<()>((), |state| {
                    (*ffi::lua_callbacks(state)).interrupt = Some(interrupt);
                })?;
            }
            let environment = environment(&lua, globals)?;
            environment.set_safeenv(constant_globals);
            let gate = gate::Gate::new(&lua)?;
            let vm = Vm {
                lua,
                environment,
                gate,
                chunks: RefCell::new(Vec::new()),
                spoiled: Cell::new(false),
                spent: Cell::new(0),
                paused: Cell::new(None),
            };
            vm.collect();
            Ok(vm)
        };
        build().map_err(|error| Fault::read(&error, &[]))
    }

    /// The machine itself, to make values and engine functions for it. Script code must not be
    /// called through it: outside of [`Vm::enter`] it fails at its first safepoint.
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// The table that a script sees as its globals. It holds what the engine and the script put
    /// there; the allowed functions of Lua show through from behind.
    pub fn globals_env(&self) -> Table {
        self.environment.clone()
    }

    /// Compiles a source, without running any of it. `name` is what error texts call it.
    pub fn compile(&self, name: &str, source: &str) -> Result<Function, Fault> {
        let syntax = FaultKind::Syntax { incomplete: false };
        let at = Some(clean_text(name));
        if source.len() > SOURCE_MAX {
            let text = format!("{} bytes of source; the most is {SOURCE_MAX}", source.len());
            return Err(Fault { at, ..Fault::new(syntax, text) });
        }
        // Luau's bytecode begins with two small version numbers (the first looks like a tab in some
        // versions), that of other Luas with an escape.
        if source.bytes().take(2).any(|b| b < b'\t' || (b'\r' < b && b < b' ')) {
            let text = "this is compiled bytecode, which is not accepted; give the Lua source";
            return Err(Fault { at, ..Fault::new(syntax, text) });
        }
        if !self.chunks.borrow().iter().any(|known| known == name) {
            self.chunks.borrow_mut().push(name.to_owned());
        }
        self.lua
            .load(source)
            .set_name(format!("@{name}"))
            .set_mode(ChunkMode::Text)
            .set_environment(self.environment.clone())
            .into_function()
            .map_err(|error| self.fault(&error))
    }

    /// Calls a function of the script under a budget of `fuel` safepoints, memory and time.
    ///
    /// An engine function may enter again while it serves a script; the budget of the outermost
    /// entry then goes on, and `fuel` is not looked at. An entry in which a limit was reached or
    /// a question asked fails, even if the script caught the error and returned.
    pub fn enter<R: FromLuaMulti>(
        &self,
        function: &Function,
        args: impl IntoLuaMulti,
        fuel: i64,
    ) -> Result<R, Fault> {
        let entry = Entry::begin(self.gate.state(), fuel);
        self.leave(entry, function.call::<R>(args))
    }

    /// The same for a function that is given `game` and one thing more, which need nothing of
    /// mlua: the short way for hooks.
    pub fn call(&self, function: Kept, game: Kept, about: &Given<'_>, fuel: i64) -> Came {
        let roomy = self.roomy();
        self.paused.set(None);
        let entry = Entry::begin(self.gate.state(), fuel);
        if !matches!(about, Given::Plain(_)) {
            entry.pay(1); // the making of a table
        }
        self.hook(entry, || self.gate.call(&self.lua, function, game, about, roomy))
    }

    /// Whether the hook that asked last can go on with the answer, instead of being called again.
    /// It can as long as nothing else is called here.
    pub fn waits(&self) -> bool {
        self.gate.waits()
    }

    /// Goes on with that hook, which had asked for this.
    pub fn go_on(&self, answer: &Plain) -> Came {
        let Some(paused) = self.paused.take() else {
            let fault = Fault::new(FaultKind::Error, "no hook waits for an answer");
            return Came::Failed(Box::new(fault));
        };
        let roomy = self.roomy();
        let entry = Entry::resume(self.gate.state(), paused);
        self.hook(entry, || self.gate.go_on(answer, roomy))
    }

    /// That hook shall never go on.
    pub fn forget(&self) {
        self.paused.set(None);
        self.gate.forget();
    }

    /// Whether there is memory left for some tables.
    fn roomy(&self) -> bool {
        self.lua.used_memory() + ROOM <= SCRIPT_MEMORY_LIMIT
    }

    fn hook(&self, entry: Entry, call: impl FnOnce() -> mlua::Result<Value>) -> Came {
        let result = call();
        let (stop, spent) = entry.outcome();
        self.spent.set(spent);
        match (stop, result) {
            (None, Ok(value)) => Came::Back(value),
            (Some(Stop::Asked), _) => {
                self.paused.set(Some(entry.pause()));
                Came::Asked
            }
            (_, result) => match self.leave(entry, result) {
                Ok(value) => Came::Back(value),
                Err(fault) => Came::Failed(Box::new(fault)),
            },
        }
    }

    /// Tables with these fields and a metatable, some of the fields the same in every one: to be
    /// filled for each entry anew.
    pub fn shape(&self, keys: Vec<Kept>, fixed: Vec<(Plain, Plain)>, meta: Option<Kept>) -> Shape {
        self.gate.shape(keys, fixed, meta)
    }

    /// Where the table of a shape lies that the next entry is given.
    pub fn place(&self, shape: Shape, with: &Fill) -> Result<usize, Fault> {
        self.gate.place(&self.lua, shape, with).map_err(|error| self.fault(&error))
    }

    fn leave<R>(&self, entry: Entry, result: mlua::Result<R>) -> Result<R, Fault> {
        let ((stop, spent), given) = (entry.outcome(), entry.pause().given);
        drop(entry);
        self.spent.set(spent);
        match (stop, result) {
            (None, Ok(value)) => Ok(value),
            (None, Err(error)) => Err(self.fault(&error)),
            (Some(Stop::Asked), _) => Err(self.stopped(Stop::Asked, 0, None)),
            (Some(stop), result) => {
                let place = result.err().map(|error| self.fault(&error));
                Err(self.stopped(stop, given, place))
            }
        }
    }

    /// Fuel that the last entry used, for reports and tests. Of a nested entry, with that of the
    /// entry around it.
    pub fn spent(&self) -> i64 {
        self.spent.get()
    }

    /// Makes all that `value` reaches read-only, and the environment: tables, their metatables,
    /// and what functions hold on to. After this no function of the script can keep anything in a
    /// table. The engine's own writes to these tables fail as well.
    pub fn freeze(&self, value: &Value) -> Result<(), Fault> {
        self.freeze_into(value).map(drop).map_err(|error| self.fault(&error))
    }

    /// Freezes as [`Vm::freeze`] does, and gives the source and line of every function of the
    /// script that was reached. Variables cannot be frozen: compare with [`Report::keepers`] to
    /// find the functions that keep something in one.
    ///
    /// [`Report::keepers`]: super::lint::Report::keepers
    pub fn freeze_and_list(&self, value: &Value) -> Result<Reached, Fault> {
        let list = || -> mlua::Result<Reached> {
            let mut reached = Reached::default();
            let library = self.freeze_into(&Value::Nil)?;
            for pair in self.freeze_into(value)?.pairs::<Value, bool>() {
                let Value::Function(function) = pair?.0 else { continue };
                let info = function.info();
                let name = info.source.as_deref().and_then(|source| source.strip_prefix('@'));
                match (name, info.line_defined) {
                    (Some(name), Some(line)) if name != PRELUDE => {
                        reached.functions.insert((name.to_owned(), line));
                    }
                    _ => reached.made |= library.raw_get::<Option<bool>>(function)?.is_none(),
                }
            }
            Ok(reached)
        };
        list().map_err(|error| self.fault(&error))
    }

    /// Freezes, and gives a table whose keys are all that was reached.
    fn freeze_into(&self, value: &Value) -> mlua::Result<Table> {
        let work = self.lua.create_table()?;
        let seen = self.lua.create_table()?;
        for root in [&Value::Table(self.environment.clone()), value] {
            if matches!(root, Value::Table(_) | Value::Function(_)) {
                work.raw_push(root)?;
                seen.raw_set(root, true)?;
            }
        }
        // SAFETY: freeze_all finds the two tables on the stack that it expects, and keeps nothing
        // with a destructor while it makes calls that may raise.
        unsafe { self.lua.exec_raw::<()>((work, &seen), |state| freeze_all(state))? };
        Ok(seen)
    }

    /// Collects garbage, which never happens by itself. To be called at points that the game's
    /// course determines, since what is collected shows in later memory use.
    pub fn collect(&self) {
        // The collector starts itself again with this, hence the stop.
        let collected = self.lua.gc_collect();
        self.lua.gc_stop();
        if collected.is_err() {
            self.spoiled.set(true);
        }
    }

    /// Whether this machine has run into its budget, its memory or the watchdog: its owner must
    /// then drop it, for the script was stopped anywhere.
    pub fn spoiled(&self) -> bool {
        self.spoiled.get()
    }

    /// Turns an error into a fault; one for want of memory spoils the machine.
    fn fault(&self, error: &mlua::Error) -> Fault {
        let mut fault = Fault::read(error, &self.chunks.borrow());
        if fault.kind == FaultKind::Memory {
            fault.text = memory_text();
            self.spoiled.set(true);
        }
        fault
    }

    /// The fault for an entry that was stopped; `place` is the error it ended with, if it did.
    fn stopped(&self, stop: Stop, given: i64, place: Option<Fault>) -> Fault {
        let (kind, text) = match stop {
            Stop::Fuel => (
                FaultKind::Budget,
                format!("more than {given} steps; is there a loop that does not end?"),
            ),
            Stop::Clock => (FaultKind::Watchdog, format!("more than {WATCHDOG_MILLIS} ms")),
            Stop::Memory => (FaultKind::Memory, memory_text()),
            Stop::Asked => (FaultKind::Asked, "waits for an answer".to_owned()),
            Stop::Outside => (FaultKind::Error, "script code outside of an entry".to_owned()),
        };
        if kind != FaultKind::Asked {
            self.spoiled.set(true);
        }
        let (at, trace) = place.map_or((None, Vec::new()), |fault| (fault.at, fault.trace));
        Fault { at, trace, ..Fault::new(kind, text) }
    }
}

fn memory_text() -> String {
    format!("more than {} KiB of memory", SCRIPT_MEMORY_LIMIT >> 10)
}

/// Fixed, since fuel counts depend on it.
fn compiler() -> Compiler {
    Compiler::new().set_optimization_level(1).set_debug_level(1)
}

/// Removes from the globals all that is not allowed, and replaces what is only nearly good.
fn harden(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    static BYTECODE: OnceLock<Vec<u8>> = OnceLock::new();
    let bytecode = match BYTECODE.get() {
        Some(bytecode) => bytecode,
        None => {
            let bytecode = compiler().compile(include_str!("prelude.luau"))?;
            BYTECODE.get_or_init(|| bytecode)
        }
    };
    let prelude = lua.load(bytecode).set_name(format!("@{PRELUDE}")).set_mode(ChunkMode::Binary);
    let (tostring, format, find, pairs): (Function, Function, Function, Function) =
        prelude.call(())?;
    for (library, allowed) in [("string", STRING), ("table", TABLE), ("math", MATH)] {
        keep_only(&globals.raw_get(library)?, allowed)?;
    }
    keep_only(globals, BASE)?;
    let string: Table = globals.raw_get("string")?;
    string.raw_set("format", format)?;
    string.raw_set("find", find)?;
    globals.raw_set("tostring", tostring)?;
    globals.raw_set("pairs", pairs)
}

fn keep_only(table: &Table, allowed: &[&str]) -> mlua::Result<()> {
    let mut names = Vec::new();
    for pair in table.pairs::<String, Value>() {
        names.push(pair?.0);
    }
    for name in names {
        if !allowed.contains(&name.as_str()) {
            table.raw_set(name, Nil)?;
        }
    }
    Ok(())
}

/// A script's own globals, with the allowed functions behind them.
fn environment(lua: &Lua, globals: Table) -> mlua::Result<Table> {
    let behind = lua.create_table()?;
    behind.raw_set("__index", globals)?;
    behind.raw_set("__metatable", "locked")?;
    behind.set_readonly(true);
    let environment = lua.create_table()?;
    environment.set_metatable(Some(behind))?;
    environment.raw_set("_G", &environment)?;
    Ok(environment)
}

/// Makes everything read-only that can be reached from the values in the array `work`, which lies
/// on the stack below the table `seen`, whose keys they are. Not recursive, so that the depth of
/// the data does not matter; what is left to do lies in `work`, as memory of the script.
///
/// # Safety
/// `state` must be live, with exactly these two tables on its stack, and the call protected.
unsafe fn freeze_all(state: *mut ffi::lua_State) {
    const WORK: c_int = 1;
    const OBJECT: c_int = 3;
    // SAFETY: all indices stay within what the comments count; room is made for them first.
    unsafe {
        ffi::lua_rawcheckstack(state, 8);
        let mut left = ffi::lua_objlen(state, WORK) as c_int;
        while left > 0 {
            ffi::lua_rawgeti_(state, WORK, left); // 3: the object
            left -= 1;
            if ffi::lua_type(state, OBJECT) == ffi::LUA_TTABLE {
                ffi::lua_setreadonly(state, OBJECT, 1);
                if ffi::lua_getmetatable(state, OBJECT) != 0 {
                    left = offer(state, left);
                }
                ffi::lua_pushnil(state);
                while ffi::lua_next(state, OBJECT) != 0 {
                    left = offer(state, left); // the value; then a copy of the key, 4
                    ffi::lua_pushvalue(state, -1);
                    left = offer(state, left);
                }
            } else {
                let mut upvalue = 1;
                while !ffi::lua_getupvalue(state, OBJECT, upvalue).is_null() {
                    left = offer(state, left);
                    upvalue += 1;
                }
                if ffi::lua_iscfunction(state, OBJECT) == 0 {
                    ffi::lua_getfenv(state, OBJECT);
                    left = offer(state, left);
                }
            }
            ffi::lua_settop(state, 2);
        }
    }
}

/// Takes the value on top of the stack and puts it on the list of things to freeze, which has
/// `left` entries, if it is a table or function not seen before. Returns the list's new length.
///
/// # Safety
/// As for [`freeze_all`], with four more free slots.
unsafe fn offer(state: *mut ffi::lua_State, left: c_int) -> c_int {
    const WORK: c_int = 1;
    const SEEN: c_int = 2;
    // SAFETY: pushes at most three values above the one it takes, and pops them all.
    unsafe {
        let kind = ffi::lua_type(state, -1);
        if kind != ffi::LUA_TTABLE && kind != ffi::LUA_TFUNCTION {
            ffi::lua_pop(state, 1);
            return left;
        }
        ffi::lua_pushvalue(state, -1);
        if ffi::lua_rawget(state, SEEN) != ffi::LUA_TNIL {
            ffi::lua_pop(state, 2);
            return left;
        }
        ffi::lua_pop(state, 1);
        ffi::lua_pushvalue(state, -1);
        ffi::lua_pushboolean(state, 1);
        ffi::lua_rawset(state, SEEN);
        ffi::lua_rawseti_(state, WORK, left + 1);
        left + 1
    }
}
