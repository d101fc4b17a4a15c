//! Crossing into Lua and back in one protected call, with plain values that are written straight
//! onto Lua's stack. mlua's general ways make a closure and a protected call for every table,
//! every field and every argument, which costs ten times what a short hook does.
//!
//! What keeps this sound: everything that may raise runs inside `lua_pcall`; while it runs, no
//! Rust frame above holds anything with a destructor; and what is referred to by address (frames,
//! functions of the engine) outlives the call, or the machine.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use mlua::{Error, Function, IntoLua, Lua, Table, Value, ffi};

use super::menu::Listed;
use super::plain::{Answer, FIELDS_MAX, Field, Fill, Given, Mark, Plain, Row};

/// A value of a machine, kept for as long as the machine lives: on the stack of a thread of it that
/// never runs, from where it is copied faster than out of the registry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    pantry: *mut ffi::lua_State,
    at: c_int,
}

/// That thread.
struct Pantry(*mut ffi::lua_State);

/// A shape that a machine knows: by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape(usize);

/// Frozen tables with the same fields, of which there is one for each depth of entries. It is
/// filled anew for each entry, which takes no memory and no protected call; nobody can tell, since
/// scripts keep nothing from one entry to the next.
struct Shaped {
    /// The fields that differ.
    keys: Vec<Kept>,
    /// The fields that do not, and the metatable.
    fixed: Vec<(Plain, Plain)>,
    meta: Option<Kept>,
    /// The tables by depth.
    tables: Vec<Filled>,
}

/// A table of a shape.
struct Filled {
    table: Kept,
    /// Its address.
    place: usize,
    /// What its fields hold: only what has changed is written.
    now: [Cell<Field>; FIELDS_MAX],
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

    /// The entry of a table at this place, from 1, as `rawget` gives it; of anything else, or
    /// where that is no plain value, nothing.
    pub fn entry(self, place: c_int) -> Option<Arg<'a>> {
        // SAFETY: as above; a C function has free slots, of which one is used and left. A text
        // stays where it is: the table holds it, and nothing is collected during an entry.
        unsafe {
            if ffi::lua_type(self.state, self.at) != ffi::LUA_TTABLE {
                return None;
            }
            ffi::lua_rawgeti_(self.state, self.at, place);
            let entry = read(self.state, -1);
            ffi::lua_settop(self.state, -2);
            (!matches!(entry, Arg::Other(_))).then_some(entry)
        }
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
unsafe fn get(state: *mut ffi::lua_State, kept: Kept) {
    // SAFETY: as required.
    unsafe { ffi::lua_xpush(kept.pantry, state, kept.at) };
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

/// Writes a value whose address is given: a protected call, since tables need memory.
unsafe extern "C-unwind" fn write(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the one argument is the address of a value that lives until the call is over;
    // nothing here has a destructor.
    unsafe {
        let value = &*ffi::lua_tolightuserdata(state, 1).cast::<Write<'_>>();
        ffi::lua_settop(state, 0);
        match value {
            Write::Plain(plain) => push(state, plain),
            Write::Fill { table, keys, with } => fill(state, table, keys, with),
        }
        1
    }
}

/// What `write` writes.
enum Write<'a> {
    Plain(&'a Plain),
    Fill { table: &'a Filled, keys: &'a [Kept], with: &'a Fill },
}

/// Fills the table of a shape and leaves it on the stack. The fields are there already, and get
/// their new values without any need of memory, but for one that was nil before.
///
/// # Safety
/// There are three free slots; the call is protected, or memory is surely left.
unsafe fn fill(state: *mut ffi::lua_State, table: &Filled, keys: &[Kept], with: &Fill) {
    // SAFETY: as required; the table is the engine's own, so no metamethod is asked.
    unsafe {
        get(state, table.table);
        let mut open = false;
        for (at, field) in with.wanted() {
            let (key, now) = (keys[at], &table.now[at]);
            if now.get() == field {
                continue;
            }
            if !open {
                ffi::lua_setreadonly(state, -1, 0);
                open = true;
            }
            get(state, key);
            match field {
                Field::Nil => ffi::lua_pushnil(state),
                Field::Bool(b) => ffi::lua_pushboolean(state, c_int::from(b)),
                Field::Number(n) => ffi::lua_pushnumber(state, n),
                Field::Kept(kept) => get(state, kept),
            }
            ffi::lua_rawset(state, -3);
            now.set(field);
        }
        if open {
            ffi::lua_setreadonly(state, -1, 1);
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
            Answer::Nil | Answer::Nothing => ffi::lua_pushnil(state),
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
                if answer == Answer::Nothing {
                    return 0;
                }
                push_answer(state, answer);
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
            _ => Arg::Other(Peek { state, at, of: PhantomData }),
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
    shapes: RefCell<Vec<Shaped>>,
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
        let (threads, depth, shapes) = (RefCell::default(), Cell::new(0), RefCell::default());
        Ok(Gate { main, threads, depth, shapes, write, describe, result, result_kept })
    }

    /// The machine's own state, for a look at its memory.
    pub(super) const fn state(&self) -> *mut ffi::lua_State {
        self.main
    }

    /// A shape with these fields, some of them the same in every table.
    pub(super) fn shape(
        &self,
        keys: Vec<Kept>,
        fixed: Vec<(Plain, Plain)>,
        meta: Option<Kept>,
    ) -> Shape {
        debug_assert!(keys.len() <= FIELDS_MAX, "a shape has few fields");
        let mut shapes = self.shapes.borrow_mut();
        shapes.push(Shaped { keys, fixed, meta, tables: Vec::new() });
        Shape(shapes.len() - 1)
    }

    /// Where the table of a shape lies that the next entry is given.
    pub(super) fn place(&self, lua: &Lua, shape: Shape) -> mlua::Result<usize> {
        let depth = self.depth.get();
        let mut shapes = self.shapes.borrow_mut();
        let shaped = &mut shapes[shape.0];
        while shaped.tables.len() <= depth {
            let differ = shaped.keys.iter().map(|key| (Plain::Kept(*key), Plain::Bool(false)));
            let fields = differ.chain(shaped.fixed.iter().cloned()).collect();
            let mark = Mark::default();
            let row = Row { fields, meta: shaped.meta, mark: Some(Rc::clone(&mark)) };
            let table = keep(lua, make(lua, &Plain::Row(row))?)?;
            let now = [const { Cell::new(Field::Bool(false)) }; FIELDS_MAX];
            shaped.tables.push(Filled { table, place: mark.get(), now });
        }
        Ok(shaped.tables[depth].place)
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

    /// Calls a function with `game` and what it is about; `roomy`: there is memory left for some
    /// tables. The machine must be alive, which its owner is for.
    pub(super) fn call(
        &self,
        lua: &Lua,
        function: Kept,
        game: Kept,
        about: &Given,
        roomy: bool,
    ) -> mlua::Result<Value> {
        let depth = self.depth.get();
        if let Given::Filled(shape, _) = about {
            self.place(lua, *shape)?;
        }
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
            get(thread, game);
            let mut status = self.give(from, thread, about, depth, roomy);
            if status == ffi::LUA_OK {
                status = ffi::lua_resume_(thread, from, 2);
            } else {
                ffi::lua_xmove(from, thread, 1);
            }
            let simple = if status == ffi::LUA_OK {
                match ffi::lua_gettop(thread) {
                    0 => Some(Value::Nil),
                    _ => {
                        ffi::lua_settop(thread, 1);
                        self.simple(thread)
                    }
                }
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
            if status != ffi::LUA_OK {
                ffi::lua_resetthread(thread);
            } else if ffi::lua_gettop(thread) > 0 {
                ffi::lua_settop(thread, 0);
            }
            if ffi::lua_gettop(from) != base {
                ffi::lua_settop(from, base);
            }
            (status, simple)
        };
        let value = simple.map_or_else(|| self.taken(), Ok)?;
        match status {
            // Left off at a question, which the budget knows.
            ffi::LUA_OK | ffi::LUA_YIELD | ffi::LUA_BREAK => Ok(value),
            _ => Err(error(status, value)),
        }
    }

    /// What was set aside.
    fn taken(&self) -> mlua::Result<Value> {
        let value = self.result.raw_get(1)?;
        self.result.raw_set(1, false)?;
        Ok(value)
    }

    /// Puts what an entry is about on its thread. On an error it lies on the stack we come from.
    ///
    /// # Safety
    /// As in `call`.
    unsafe fn give(
        &self,
        from: *mut ffi::lua_State,
        thread: *mut ffi::lua_State,
        about: &Given,
        depth: usize,
        roomy: bool,
    ) -> c_int {
        let shapes = self.shapes.borrow();
        let write = match about {
            Given::Plain(plain) => Write::Plain(plain),
            Given::Unread => Write::Plain(&Plain::Nil),
            Given::Filled(shape, with) => {
                let Shaped { keys, tables, .. } = &shapes[shape.0];
                Write::Fill { table: &tables[depth], keys, with }
            }
        };
        // SAFETY: as in `call`; what is small is written without any need of memory. What is held
        // here while a protected call runs is let go of afterwards, since that call returns.
        unsafe {
            match &write {
                Write::Plain(plain) if plain.is_small() => push_small(thread, plain),
                Write::Fill { table, keys, with } if roomy => {
                    fill(thread, table, keys, with);
                }
                write => {
                    get(from, self.write);
                    let place = &raw const *write;
                    ffi::lua_pushlightuserdata(from, place.cast_mut().cast::<c_void>());
                    let status = ffi::lua_pcall(from, 1, 1, 0);
                    if status == ffi::LUA_OK {
                        ffi::lua_xmove(from, thread, 1);
                    }
                    return status;
                }
            }
        }
        ffi::LUA_OK
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
