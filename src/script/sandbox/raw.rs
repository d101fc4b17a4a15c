//! Crossing into Lua and back in one protected call, with plain values that are written straight
//! onto Lua's stack. mlua's general ways make a closure and a protected call for every table,
//! every field and every argument, which costs ten times what a short hook does.
//!
//! What keeps this sound: everything that may raise runs inside `lua_pcall`; while it runs, no
//! Rust frame above holds anything with a destructor; and what is referred to by address (frames,
//! functions of the engine) outlives the call, or the machine.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use mlua::{Error, Function, IntoLua, Lua, Table, Value, ffi};

/// A value of a machine, kept for as long as the machine lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept(c_int);

/// Where a table lies, once it is made: by it the engine knows it again. It stays unique while an
/// entry lasts, since nothing is collected then.
pub type Mark = Rc<Cell<usize>>;

/// A value for Lua.
#[derive(Clone, Debug)]
pub enum Plain {
    /// Nothing.
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(Box<str>),
    /// Something kept.
    Kept(Kept),
    /// A frozen table of named fields.
    Row(Row),
    /// A frozen list.
    List(Vec<Plain>, Option<Mark>),
    /// A frozen table that a function of the engine in Lua makes of its arguments.
    Made(Made),
}

/// A frozen table that a function of the engine in Lua makes, which is the fastest way.
#[derive(Clone, Debug)]
pub struct Made {
    /// The function.
    pub by: Kept,
    /// Its arguments.
    pub args: Vec<Plain>,
    /// The metatable of the table.
    pub meta: Option<Kept>,
    /// Where it will lie.
    pub mark: Option<Mark>,
}

/// A frozen table of named fields.
#[derive(Clone, Default, Debug)]
pub struct Row {
    /// The fields, by name.
    pub fields: Vec<(Plain, Plain)>,
    /// Its metatable.
    pub meta: Option<Kept>,
    /// Where it will lie.
    pub mark: Option<Mark>,
}

macro_rules! plain_from {
    ($($from:ty, $value:ident => $plain:expr;)*) => {
        $(impl From<$from> for Plain {
            fn from($value: $from) -> Plain {
                $plain
            }
        })*
    };
}
plain_from! {
    bool, b => Plain::Bool(b);
    f64, n => Plain::Number(n);
    u8, n => Plain::Number(f64::from(n));
    u16, n => Plain::Number(f64::from(n));
    u32, n => Plain::Number(f64::from(n));
    i32, n => Plain::Number(f64::from(n));
    usize, n => Plain::Number(n as f64);
    &str, text => Plain::Text(text.into());
    String, text => Plain::Text(text.into());
    Kept, kept => Plain::Kept(kept);
}
impl<T: Into<Plain>> From<Option<T>> for Plain {
    fn from(value: Option<T>) -> Plain {
        value.map_or(Plain::Nil, Into::into)
    }
}

/// An argument of a quick function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arg<'a> {
    /// None, or nil.
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(&'a [u8]),
    /// Anything else, by its address.
    Other(usize),
}

/// What a quick function answers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Answer {
    /// Nothing.
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Something kept.
    Kept(Kept),
}

/// Arguments of a quick function; more are never quick.
const ARGS_MAX: usize = 3;

/// The arguments of a quick function, `self` among them.
pub type Args<'a> = [Arg<'a>; ARGS_MAX];

/// A function of the engine that answers at once, or leaves it to the slow one.
pub type Quick = Box<dyn Fn(Args<'_>) -> Option<Answer>>;

/// The quick functions of a machine, which it owns: each at an address that stays.
#[derive(Default)]
#[allow(clippy::vec_box, reason = "a list that grows moves what lies in it")]
struct Quicks(Vec<Box<Quick>>);

/// Keeps a value.
///
/// # Errors
/// When the machine is full.
pub fn keep(lua: &Lua, value: impl IntoLua) -> mlua::Result<Kept> {
    // SAFETY: one value lies on the stack, and is replaced by a number.
    let place = unsafe {
        lua.exec_raw::<i32>((value,), |state| {
            let place = ffi::lua_ref(state, 1);
            ffi::lua_settop(state, 0);
            ffi::lua_pushnumber(state, f64::from(place));
        })?
    };
    Ok(Kept(place))
}

/// Makes a value.
///
/// # Errors
/// When the machine is full.
pub fn make(lua: &Lua, plain: &Plain) -> mlua::Result<Value> {
    // SAFETY: protected by `exec_raw`; the closure owns nothing.
    unsafe { lua.exec_raw::<Value>((), |state| push(state, plain)) }
}

/// A function that answers by `run` where it can, and else is `slow`. `run` must not change
/// anything when it gives nothing.
///
/// # Errors
/// When the machine is full.
pub fn quick(lua: &Lua, slow: Function, run: Quick) -> mlua::Result<Function> {
    if lua.app_data_ref::<Quicks>().is_none() {
        lua.set_app_data(Quicks::default());
    }
    let place: *const Quick = {
        let mut quicks = lua.app_data_mut::<Quicks>().ok_or_else(|| Error::runtime("no place"))?;
        quicks.0.push(Box::new(run));
        &raw const **quicks.0.last().ok_or_else(|| Error::runtime("no place"))?
    };
    // SAFETY: the address belongs to a box that the machine owns as long as it lives.
    unsafe {
        lua.exec_raw::<Function>((slow,), |state| {
            ffi::lua_pushlightuserdata(state, place.cast_mut().cast::<c_void>());
            ffi::lua_insert(state, 1);
            ffi::lua_pushcclosurek(state, run_quick, c"engine".as_ptr(), 2, None);
        })
    }
}

/// Writes something kept onto the stack; allocates nothing.
///
/// # Safety
/// There is a free slot.
unsafe fn get(state: *mut ffi::lua_State, kept: Kept) {
    // SAFETY: as required.
    unsafe { ffi::lua_rawgeti_(state, ffi::LUA_REGISTRYINDEX, kept.0) };
}

impl Plain {
    /// Whether writing it needs no memory.
    const fn is_small(&self) -> bool {
        matches!(self, Plain::Nil | Plain::Bool(_) | Plain::Number(_) | Plain::Kept(_))
    }
}

/// Writes a small value onto the stack.
///
/// # Safety
/// There is a free slot.
unsafe fn push_small(state: *mut ffi::lua_State, plain: &Plain) {
    // SAFETY: as required.
    unsafe {
        match plain {
            Plain::Bool(b) => ffi::lua_pushboolean(state, c_int::from(*b)),
            Plain::Number(n) => ffi::lua_pushnumber(state, *n),
            Plain::Kept(kept) => get(state, *kept),
            _ => ffi::lua_pushnil(state),
        }
    }
}

/// Writes a value onto the stack.
///
/// # Safety
/// In a protected call; the caller holds nothing with a destructor.
unsafe fn push(state: *mut ffi::lua_State, plain: &Plain) {
    // SAFETY: room is made first; every table is filled before it is frozen.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        match plain {
            Plain::Nil | Plain::Bool(_) | Plain::Number(_) | Plain::Kept(_) => {
                push_small(state, plain);
            }
            Plain::Text(text) => {
                ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len());
            }
            Plain::Row(row) => {
                ffi::lua_createtable(state, 0, row.fields.len() as c_int);
                for (name, value) in &row.fields {
                    if !matches!(value, Plain::Nil) {
                        push(state, name);
                        push(state, value);
                        ffi::lua_rawset(state, -3);
                    }
                }
                if let Some(meta) = row.meta {
                    get(state, meta);
                    ffi::lua_setmetatable(state, -2);
                }
                frozen(state, row.mark.as_ref());
            }
            Plain::Made(made) => {
                ffi::lua_rawcheckstack(state, made.args.len() as c_int + 1);
                get(state, made.by);
                for arg in &made.args {
                    push(state, arg);
                }
                ffi::lua_call(state, made.args.len() as c_int, 1);
                if let Some(meta) = made.meta {
                    get(state, meta);
                    ffi::lua_setmetatable(state, -2);
                }
                frozen(state, made.mark.as_ref());
            }
            Plain::List(items, mark) => {
                ffi::lua_createtable(state, items.len() as c_int, 0);
                for (at, item) in items.iter().enumerate() {
                    push(state, item);
                    ffi::lua_rawseti_(state, -2, at as c_int + 1);
                }
                frozen(state, mark.as_ref());
            }
        }
    }
}

/// Freezes the table on top, and notes where it lies.
///
/// # Safety
/// A table is on top of the stack.
unsafe fn frozen(state: *mut ffi::lua_State, mark: Option<&Mark>) {
    // SAFETY: as required.
    unsafe {
        ffi::lua_setreadonly(state, -1, 1);
        if let Some(mark) = mark {
            mark.set(ffi::lua_topointer(state, -1) as usize);
        }
    }
}

/// Writes the arguments whose address is given: a protected call, since tables need memory.
unsafe extern "C-unwind" fn write(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the one argument is the address of values that live until the call is over;
    // nothing here has a destructor.
    unsafe {
        let args = &*ffi::lua_tolightuserdata(state, 1).cast::<&[Plain]>();
        ffi::lua_settop(state, 0);
        for arg in *args {
            push(state, arg);
        }
        args.len() as c_int
    }
}

/// Turns the error on top of the thread whose address is given into a text with its stack, as
/// mlua's own handler does; an error of the engine (the only userdata there is) stays what it is.
unsafe extern "C-unwind" fn describe(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: runs protected; the one argument is the address of a thread that has failed, with
    // its error on top, and stays so until this is over; nothing here has a destructor.
    unsafe {
        let thread = ffi::lua_tolightuserdata(state, 1).cast::<ffi::lua_State>();
        ffi::lua_settop(state, 0);
        ffi::lua_xpush(thread, state, -1);
        let full = ffi::lua_totalbytes(state, -1) > super::MEMORY_FULL;
        if !full && ffi::lua_type(state, 1) != ffi::LUA_TUSERDATA {
            let text = ffi::luaL_tolstring(state, 1, std::ptr::null_mut());
            ffi::luaL_traceback(state, thread, text, 0);
        }
        1
    }
}

/// Reads the arguments, asks the quick function, and else calls the slow one with them.
unsafe extern "C-unwind" fn run_quick(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the upvalues are those of `quick`; the slots up to the top are arguments, and a C
    // function has room for twenty more; texts stay on the stack while they are looked at.
    unsafe {
        let place = ffi::lua_tolightuserdata(state, ffi::lua_upvalueindex(1));
        let run = &*place.cast::<Quick>();
        let given = ffi::lua_gettop(state);
        if given as usize <= ARGS_MAX {
            let mut args = [Arg::Nil; ARGS_MAX];
            for (arg, at) in args.iter_mut().zip(1..=given) {
                *arg = read(state, at);
            }
            // A panic is left to the slow function, where mlua carries it on.
            let answer = catch_unwind(AssertUnwindSafe(|| run(args))).unwrap_or_default();
            if let Some(answer) = answer {
                match answer {
                    Answer::Nil => ffi::lua_pushnil(state),
                    Answer::Bool(b) => ffi::lua_pushboolean(state, c_int::from(b)),
                    Answer::Number(n) => ffi::lua_pushnumber(state, n),
                    Answer::Kept(kept) => get(state, kept),
                }
                return 1;
            }
        }
        ffi::lua_checkstack(state, 2);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(2));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, given, ffi::LUA_MULTRET);
        ffi::lua_gettop(state)
    }
}

/// # Safety
/// There is such a slot, and the value stays there while the argument is used.
unsafe fn read<'a>(state: *mut ffi::lua_State, at: c_int) -> Arg<'a> {
    // SAFETY: as required; each is read as what it is, so that nothing is converted.
    unsafe {
        match ffi::lua_type(state, at) {
            ffi::LUA_TNIL => Arg::Nil,
            ffi::LUA_TBOOLEAN => Arg::Bool(ffi::lua_toboolean(state, at) != 0),
            ffi::LUA_TNUMBER => Arg::Number(ffi::lua_tonumberx(state, at, std::ptr::null_mut())),
            ffi::LUA_TSTRING => {
                let mut length = 0;
                let text = ffi::lua_tolstring(state, at, &raw mut length);
                Arg::Text(std::slice::from_raw_parts(text.cast(), length))
            }
            _ => Arg::Other(ffi::lua_topointer(state, at) as usize),
        }
    }
}

/// The way into one machine: threads of it on which hooks run, one for each entry within an
/// entry. On a thread of its own a hook that asks a question can simply be left off, where an
/// error would have to unwind through everything.
pub(super) struct Gate {
    main: *mut ffi::lua_State,
    threads: RefCell<Vec<*mut ffi::lua_State>>,
    depth: Cell<usize>,
    write: Kept,
    describe: Kept,
    /// Where results and errors lie until mlua reads them.
    result: Table,
    result_kept: Kept,
}

/// The depth of an entry, taken back whatever happens.
struct Deeper<'a>(&'a Cell<usize>);

impl Drop for Deeper<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl Gate {
    pub(super) fn new(lua: &Lua) -> mlua::Result<Gate> {
        let result = lua.create_sequence_from([false])?;
        let result_kept = keep(lua, &result)?;
        let mut main = std::ptr::null_mut();
        // SAFETY: two functions without data are put on the stack; the main state is as old as
        // the machine.
        let (write, describe) = unsafe {
            lua.exec_raw::<(Function, Function)>((), |state| {
                main = ffi::lua_mainthread(state);
                ffi::lua_pushcclosurek(state, write, c"write".as_ptr(), 0, None);
                ffi::lua_pushcclosurek(state, describe, c"describe".as_ptr(), 0, None);
            })?
        };
        let (write, describe) = (keep(lua, write)?, keep(lua, describe)?);
        let (threads, depth) = (RefCell::default(), Cell::new(0));
        Ok(Gate { main, threads, depth, write, describe, result, result_kept })
    }

    /// The machine's own state, for a look at its memory.
    pub(super) const fn state(&self) -> *mut ffi::lua_State {
        self.main
    }

    /// The thread for an entry at this depth, made when it is first needed.
    fn thread(&self, lua: &Lua, depth: usize) -> mlua::Result<*mut ffi::lua_State> {
        if let Some(thread) = self.threads.borrow().get(depth) {
            return Ok(*thread);
        }
        let mut thread = std::ptr::null_mut();
        // SAFETY: protected; the thread is kept, so that it lives as long as the machine.
        unsafe {
            lua.exec_raw::<()>((), |state| {
                thread = ffi::lua_newthread(state);
                ffi::lua_ref(state, -1);
                ffi::lua_settop(state, 0);
            })?;
        }
        self.threads.borrow_mut().push(thread);
        Ok(thread)
    }

    /// Calls a function with these arguments. The machine must be alive, which its owner is for.
    pub(super) fn call(&self, lua: &Lua, function: Kept, args: &[Plain]) -> mlua::Result<Value> {
        let depth = self.depth.get();
        let thread = self.thread(lua, depth)?;
        let from = match depth {
            0 => self.main,
            _ => self.threads.borrow()[depth - 1],
        };
        self.depth.set(depth + 1);
        let _deeper = Deeper(&self.depth);
        // SAFETY: the machine is alive; the thread is empty, with room for twenty values; the
        // stack of the state we come from has room for three more and is left as it was found.
        // What needs memory is done in protected calls. A thread that has not come to its end is
        // reset, which frees what it held.
        let (status, simple) = unsafe {
            let base = ffi::lua_gettop(from);
            get(thread, function);
            let mut status = self.give(from, thread, args);
            if status == ffi::LUA_OK {
                status = ffi::lua_resume_(thread, from, args.len() as c_int);
            } else {
                ffi::lua_xmove(from, thread, 1);
            }
            let simple = if status == ffi::LUA_OK {
                if ffi::lua_gettop(thread) == 0 {
                    ffi::lua_pushnil(thread);
                }
                ffi::lua_settop(thread, 1);
                self.simple(thread)
            } else if status == ffi::LUA_YIELD || status == ffi::LUA_BREAK {
                Some(Value::Nil)
            } else {
                get(from, self.describe);
                ffi::lua_pushlightuserdata(from, thread.cast::<c_void>());
                if ffi::lua_pcall(from, 1, 1, 0) != ffi::LUA_OK && status != ffi::LUA_ERRMEM {
                    status = ffi::LUA_ERRERR;
                }
                self.set_aside(from);
                None
            };
            if status == ffi::LUA_OK {
                ffi::lua_settop(thread, 0);
            } else {
                ffi::lua_resetthread(thread);
            }
            ffi::lua_settop(from, base);
            (status, simple)
        };
        let value = match simple {
            Some(value) => value,
            None => {
                let value = self.result.raw_get(1)?;
                self.result.raw_set(1, false)?;
                value
            }
        };
        match status {
            // Left off at a question, which the budget knows.
            ffi::LUA_OK | ffi::LUA_YIELD | ffi::LUA_BREAK => Ok(value),
            _ => Err(error(status, value)),
        }
    }

    /// Puts the arguments on a thread. On an error it lies on the stack we come from.
    ///
    /// # Safety
    /// As in `call`.
    unsafe fn give(
        &self,
        from: *mut ffi::lua_State,
        thread: *mut ffi::lua_State,
        args: &[Plain],
    ) -> c_int {
        // SAFETY: as in `call`; what is small is written without any need of memory.
        unsafe {
            if args.iter().all(Plain::is_small) {
                for arg in args {
                    push_small(thread, arg);
                }
                return ffi::LUA_OK;
            }
            get(from, self.write);
            let place = &raw const args;
            ffi::lua_pushlightuserdata(from, place.cast_mut().cast::<c_void>());
            let status = ffi::lua_pcall(from, 1, args.len() as c_int, 0);
            if status == ffi::LUA_OK {
                ffi::lua_xmove(from, thread, args.len() as c_int);
            }
            status
        }
    }

    /// The value on top, if it is nil or a boolean; else it is set aside.
    ///
    /// # Safety
    /// There is one, and room for two more.
    unsafe fn simple(&self, state: *mut ffi::lua_State) -> Option<Value> {
        // SAFETY: as required.
        unsafe {
            match ffi::lua_type(state, -1) {
                ffi::LUA_TNIL => Some(Value::Nil),
                ffi::LUA_TBOOLEAN => Some(Value::Boolean(ffi::lua_toboolean(state, -1) != 0)),
                _ => {
                    self.set_aside(state);
                    None
                }
            }
        }
    }

    /// Stores the value on top where mlua can read it; the place is there already.
    ///
    /// # Safety
    /// As for `simple`.
    unsafe fn set_aside(&self, state: *mut ffi::lua_State) {
        // SAFETY: as required.
        unsafe {
            get(state, self.result_kept);
            ffi::lua_pushvalue(state, -2);
            ffi::lua_rawseti_(state, -2, 1);
        }
    }
}

/// An error as mlua gives it.
fn error(status: c_int, value: Value) -> Error {
    let text = match value {
        Value::Error(error) => return *error,
        Value::String(text) => text.to_string_lossy(),
        other => format!("<{}>", other.type_name()),
    };
    if status == ffi::LUA_ERRMEM { Error::MemoryError(text) } else { Error::RuntimeError(text) }
}
