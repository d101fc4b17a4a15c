//! Crossing into Lua and back in one protected call, with plain values that are written straight
//! onto Lua's stack. mlua's general ways make a closure and a protected call for every table,
//! every field and every argument, which costs ten times what a short hook does.
//!
//! What keeps this sound: everything that may raise runs inside `lua_pcall`; while it runs, no
//! Rust frame above holds anything with a destructor; and what is referred to by address (frames,
//! functions of the engine) outlives the call, or the machine.

use std::cell::Cell;
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

/// A function of the engine that answers at once, or leaves it to the slow one.
pub type Quick = Box<dyn Fn([Arg<'_>; ARGS_MAX]) -> Option<Answer>>;

/// The quick functions of a machine, which it owns: each at an address that stays.
#[derive(Default)]
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

/// Writes a value onto the stack.
///
/// # Safety
/// In a protected call; the caller holds nothing with a destructor.
unsafe fn push(state: *mut ffi::lua_State, plain: &Plain) {
    // SAFETY: room is made first; every table is filled before it is frozen.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        match plain {
            Plain::Nil => ffi::lua_pushnil(state),
            Plain::Bool(b) => ffi::lua_pushboolean(state, c_int::from(*b)),
            Plain::Number(n) => ffi::lua_pushnumber(state, *n),
            Plain::Text(text) => {
                ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len());
            }
            Plain::Kept(kept) => get(state, *kept),
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

/// What is called, and with what.
struct Frame<'a> {
    function: Kept,
    args: &'a [Plain],
}

/// Makes the arguments and calls the script's function.
unsafe extern "C-unwind" fn enter(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the one argument is the address of a frame that lives until the call is over; this
    // is a protected call, and nothing here has a destructor.
    unsafe {
        let frame = &*ffi::lua_tolightuserdata(state, 1).cast::<Frame<'_>>();
        ffi::lua_settop(state, 0);
        get(state, frame.function);
        for arg in frame.args {
            push(state, arg);
        }
        ffi::lua_call(state, frame.args.len() as c_int, 1);
        1
    }
}

/// Turns an error into a text with the stack, as mlua's own handler does; an error of the engine
/// (the only userdata there is) stays what it is.
unsafe extern "C-unwind" fn handler(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: runs protected, with the error as its one argument; nothing has a destructor.
    unsafe {
        let full = ffi::lua_totalbytes(state, -1) > super::MEMORY_FULL;
        let own = ffi::lua_type(state, 1) == ffi::LUA_TUSERDATA;
        if !full && !own && ffi::lua_checkstack(state, ffi::LUA_MINSTACK) != 0 {
            let text = ffi::luaL_tolstring(state, 1, std::ptr::null_mut());
            ffi::luaL_traceback(state, state, text, 0);
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

/// The way into one machine.
pub(super) struct Gate {
    state: *mut ffi::lua_State,
    enter: Kept,
    handler: Kept,
    /// Where results and errors lie until mlua reads them.
    result: Table,
    result_kept: Kept,
}

impl Gate {
    pub(super) fn new(lua: &Lua) -> mlua::Result<Gate> {
        let result = lua.create_sequence_from([false])?;
        let result_kept = keep(lua, &result)?;
        let mut main = std::ptr::null_mut();
        // SAFETY: two functions without data are put on the stack; the main state is as old as
        // the machine.
        let (enter, handler) = unsafe {
            lua.exec_raw::<(Function, Function)>((), |state| {
                main = ffi::lua_mainthread(state);
                ffi::lua_pushcclosurek(state, enter, c"enter".as_ptr(), 0, None);
                ffi::lua_pushcclosurek(state, handler, c"handler".as_ptr(), 0, None);
            })?
        };
        let (enter, handler) = (keep(lua, enter)?, keep(lua, handler)?);
        Ok(Gate { state: main, enter, handler, result, result_kept })
    }

    /// The machine's own state, for a look at its memory.
    pub(super) const fn state(&self) -> *mut ffi::lua_State {
        self.state
    }

    /// Calls a function with these arguments. The machine must be alive, which its owner is for.
    pub(super) fn call(&self, function: Kept, args: &[Plain]) -> mlua::Result<Value> {
        let frame = Frame { function, args };
        let state = self.state;
        // SAFETY: the machine is alive. Pushing what is kept and an address allocates nothing and
        // needs three slots, of which twenty are free at the bottom of the stack and in a
        // function of mlua's that came to call us. The stack is left as it was found.
        let (status, simple) = unsafe {
            let base = ffi::lua_gettop(state);
            get(state, self.handler);
            get(state, self.enter);
            ffi::lua_pushlightuserdata(state, (&raw const frame).cast_mut().cast::<c_void>());
            let status = ffi::lua_pcall(state, 1, 1, base + 1);
            let simple = match ffi::lua_type(state, -1) {
                ffi::LUA_TNIL => Some(Value::Nil),
                ffi::LUA_TBOOLEAN => Some(Value::Boolean(ffi::lua_toboolean(state, -1) != 0)),
                _ => {
                    get(state, self.result_kept);
                    ffi::lua_pushvalue(state, -2);
                    ffi::lua_rawseti_(state, -2, 1);
                    None
                }
            };
            ffi::lua_settop(state, base);
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
        if status == ffi::LUA_OK { Ok(value) } else { Err(error(status, value)) }
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
