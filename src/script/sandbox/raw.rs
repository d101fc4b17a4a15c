//! Crossing into Lua and back in one protected call, with plain values that are written straight
//! onto Lua's stack. mlua's general ways make a closure and a protected call for every table,
//! every field and every argument, which costs ten times what a short hook does.
//!
//! What keeps this sound: everything that may raise runs inside `lua_pcall`; while it runs, no
//! Rust frame above holds anything with a destructor; and what is referred to by address (frames,
//! functions of the engine) outlives the call, or the machine.

use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mlua::{Error, Function, IntoLua, Lua, Value, ffi};

use super::budget::{asked, leave_off};
use super::menu::Listed;
use super::plain::{Answer, Mark, Plain};

/// A value of a machine, kept for as long as the machine lives: on the stack of a thread of it that
/// never runs, from where it is copied faster than out of the registry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    pantry: *mut ffi::lua_State,
    at: c_int,
}

/// That thread.
struct Pantry(*mut ffi::lua_State);

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
    /// Anything else.
    Other(Peek<'a>),
}

/// A value that is looked into while the function runs that it was given to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Peek<'a> {
    state: *mut ffi::lua_State,
    at: c_int,
    of: PhantomData<&'a ()>,
}

impl<'a> Peek<'a> {
    /// Its address.
    pub fn place(self) -> usize {
        // SAFETY: the value lies at this slot while `'a` lasts.
        unsafe { ffi::lua_topointer(self.state, self.at) as usize }
    }

    /// The first entries of a table, as `rawget` gives them; of anything else, or where one is no
    /// plain value, nothing.
    pub fn entries<const N: usize>(self) -> Option<[Arg<'a>; N]> {
        self.entries_from(1)
    }

    /// The entry of a table at this place, from 1.
    pub fn entry(self, place: c_int) -> Option<Arg<'a>> {
        self.entries_from::<1>(place).map(|[entry]| entry)
    }

    fn entries_from<const N: usize>(self, first: c_int) -> Option<[Arg<'a>; N]> {
        let mut entries = [Arg::Nil; N];
        // SAFETY: as above; a C function has free slots, of which a few are used and left. A text
        // stays where it is: the table holds it, and nothing is collected during an entry.
        unsafe {
            if ffi::lua_type(self.state, self.at) != ffi::LUA_TTABLE {
                return None;
            }
            for (place, entry) in (first..).zip(&mut entries) {
                let kind = ffi::lua_rawgeti_(self.state, self.at, place);
                *entry = read_as(self.state, -1, kind);
            }
            ffi::lua_settop(self.state, -1 - N as c_int);
        }
        let plain = entries.iter().all(|entry| !matches!(entry, Arg::Other(_)));
        plain.then_some(entries)
    }
}

/// Arguments of a quick function; more are never quick.
const ARGS_MAX: usize = 5;

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
    let known = lua.app_data_ref::<Pantry>().map(|pantry| pantry.0);
    let mut pantry = known.unwrap_or(std::ptr::null_mut());
    // SAFETY: one value lies on the stack, and is replaced by a number; the thread is referred to
    // by the registry, so that it lives as long as the machine, and gets room for the value.
    let at = unsafe {
        lua.exec_raw::<i32>((value,), |state| {
            if pantry.is_null() {
                pantry = ffi::lua_newthread(state);
                ffi::lua_ref(state, -1);
                ffi::lua_settop(state, 1);
            }
            if ffi::lua_checkstack(pantry, 2) == 0 {
                ffi::luaL_error(state, c"too many values are kept".as_ptr());
            }
            ffi::lua_xmove(state, pantry, 1);
            ffi::lua_pushnumber(state, f64::from(ffi::lua_gettop(pantry)));
        })?
    };
    if known.is_none() {
        lua.set_app_data(Pantry(pantry));
    }
    Ok(Kept { pantry, at })
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
/// There is a free slot; the machine is that of the value.
pub(super) unsafe fn get(state: *mut ffi::lua_State, kept: Kept) {
    // SAFETY: as required.
    unsafe { ffi::lua_xpush(kept.pantry, state, kept.at) };
}

/// Writes a small value onto the stack.
///
/// # Safety
/// There is a free slot.
pub(super) unsafe fn push_small(state: *mut ffi::lua_State, plain: &Plain) {
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
pub(super) unsafe fn push(state: *mut ffi::lua_State, plain: &Plain) {
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

/// Writes an answer onto the stack.
///
/// # Safety
/// There are two free slots; for a list the call is protected. A menu is the machine's.
unsafe fn push_answer(state: *mut ffi::lua_State, answer: Answer) {
    // SAFETY: as required.
    unsafe {
        match answer {
            Answer::Nil | Answer::Nothing | Answer::Wait => ffi::lua_pushnil(state),
            Answer::Bool(b) => ffi::lua_pushboolean(state, c_int::from(b)),
            Answer::Number(n) => ffi::lua_pushnumber(state, n),
            Answer::Kept(kept) => get(state, kept),
            Answer::Numbers(list, count) => {
                ffi::lua_createtable(state, c_int::from(count), 0);
                for (at, number) in list.iter().take(count.into()).enumerate() {
                    ffi::lua_pushnumber(state, f64::from(*number));
                    ffi::lua_rawseti_(state, -2, at as c_int + 1);
                }
                ffi::lua_setreadonly(state, -1, 1);
            }
            Answer::Listed(Listed { menu, items, count }) => {
                ffi::lua_createtable(state, c_int::from(count), 0);
                for (at, item) in items.iter().take(count.into()).enumerate() {
                    get(state, (&(*menu).items)[usize::from(*item)]);
                    ffi::lua_rawseti_(state, -2, at as c_int + 1);
                }
                ffi::lua_setreadonly(state, -1, 1);
                (*menu).last.set(ffi::lua_topointer(state, -1) as usize);
            }
        }
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
                    Answer::Nothing => return 0,
                    Answer::Wait => return wait(state),
                    _ => {}
                }
                push_answer(state, answer);
                return 1;
            }
        }
        ffi::lua_checkstack(state, 2);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(2));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, given, ffi::LUA_MULTRET);
        if asked() { wait(state) } else { ffi::lua_gettop(state) }
    }
}

/// Leaves the hook off until the answer is there, which this call then returns; where it cannot
/// be, the call returns nothing, and the script is stopped at its next safepoint.
///
/// # Safety
/// To be returned from a C function, with nothing alive that has a destructor.
unsafe fn wait(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: as required; a yield is only asked for where it can be done.
    unsafe {
        if ffi::lua_isyieldable(state) != 0 && leave_off() {
            return ffi::lua_yield(state, 0);
        }
    }
    0
}

/// # Safety
/// There is such a slot, and the value stays there while the argument is used.
unsafe fn read<'a>(state: *mut ffi::lua_State, at: c_int) -> Arg<'a> {
    // SAFETY: as required.
    unsafe { read_as(state, at, ffi::lua_type(state, at)) }
}

/// The same of a value whose type is known.
///
/// # Safety
/// The same.
unsafe fn read_as<'a>(state: *mut ffi::lua_State, at: c_int, kind: c_int) -> Arg<'a> {
    // SAFETY: as required; each is read as what it is, so that nothing is converted.
    unsafe {
        match kind {
            ffi::LUA_TNIL => Arg::Nil,
            ffi::LUA_TBOOLEAN => Arg::Bool(ffi::lua_toboolean(state, at) != 0),
            ffi::LUA_TNUMBER => Arg::Number(ffi::lua_tonumberx(state, at, std::ptr::null_mut())),
            ffi::LUA_TSTRING => {
                let mut length = 0;
                let text = ffi::lua_tolstring(state, at, &raw mut length);
                Arg::Text(std::slice::from_raw_parts(text.cast(), length))
            }
            _ => Arg::Other(Peek { state, at, of: PhantomData }),
        }
    }
}
