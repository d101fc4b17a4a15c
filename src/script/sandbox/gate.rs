//! The way into a machine: a function of the script is called on a thread of its own, with `game`
//! and one thing more. What keeps this sound is said at the head of `raw.rs`.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::rc::Rc;

use mlua::{Error, Function, Lua, Table, Value, ffi};

use super::budget::{MEMORY_FULL, can_go_on};
use super::plain::{FIELDS_MAX, Field, Fill, Given, Mark, Plain, Row};
use super::raw::{Kept, get, keep, make, push, push_small};

/// A shape that a machine knows: by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape(usize);

/// Frozen tables with the same fields, of which there are a few for each depth of entries. One is
/// filled anew for each entry, which takes no memory and no protected call; nobody can tell, since
/// scripts keep nothing from one entry to the next.
struct Shaped {
    /// The fields that differ.
    keys: Vec<Kept>,
    /// The fields that do not, and the metatable.
    fixed: Vec<(Plain, Plain)>,
    meta: Option<Kept>,
    /// The tables by depth and seat.
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

/// Turns the error on top of the thread whose address is given into a text with its stack, as
/// mlua's own handler does; an error of the engine (the only userdata there is) stays what it is.
unsafe extern "C-unwind" fn describe(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: runs protected; the one argument is the address of a thread that has failed, with
    // its error on top, and stays so until this is over; nothing here has a destructor.
    unsafe {
        let thread = ffi::lua_tolightuserdata(state, 1).cast::<ffi::lua_State>();
        ffi::lua_settop(state, 0);
        ffi::lua_xpush(thread, state, -1);
        let full = ffi::lua_totalbytes(state, -1) > MEMORY_FULL;
        if !full && ffi::lua_type(state, 1) != ffi::LUA_TUSERDATA {
            let text = ffi::luaL_tolstring(state, 1, std::ptr::null_mut());
            ffi::luaL_traceback(state, thread, text, 0);
        }
        1
    }
}

/// The way into one machine: threads of it on which hooks run, one for each entry within an
/// entry. On a thread of its own a hook that asks a question can simply be left off, where an
/// error would have to unwind through everything, and gone on with when the answer is there.
pub(super) struct Gate {
    main: *mut ffi::lua_State,
    threads: RefCell<Vec<*mut ffi::lua_State>>,
    depth: Cell<usize>,
    /// The first of these threads waits for an answer.
    waits: Cell<bool>,
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
        let (threads, depth, waits) = (RefCell::default(), Cell::new(0), Cell::new(false));
        let shapes = RefCell::default();
        Ok(Gate { main, threads, depth, waits, shapes, write, describe, result, result_kept })
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
    pub(super) fn place(&self, lua: &Lua, shape: Shape, with: &Fill) -> mlua::Result<usize> {
        let at = with.table(self.depth.get());
        let mut shapes = self.shapes.borrow_mut();
        let shaped = &mut shapes[shape.0];
        while shaped.tables.len() <= at {
            let differ = shaped.keys.iter().map(|key| (Plain::Kept(*key), Plain::Bool(false)));
            let fields = differ.chain(shaped.fixed.iter().cloned()).collect();
            let mark = Mark::default();
            let row = Row { fields, meta: shaped.meta, mark: Some(Rc::clone(&mark)) };
            let table = keep(lua, make(lua, &Plain::Row(row))?)?;
            let now = [const { Cell::new(Field::Bool(false)) }; FIELDS_MAX];
            shaped.tables.push(Filled { table, place: mark.get(), now });
        }
        Ok(shaped.tables[at].place)
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
        about: &Given<'_>,
        roomy: bool,
    ) -> mlua::Result<Value> {
        let depth = self.depth.get();
        if depth == 0 {
            self.forget();
        }
        if let Given::Filled(shape, with) = about {
            self.place(lua, *shape, with)?;
        }
        let thread = self.thread(lua, depth)?;
        self.run(thread, depth, |from| {
            // SAFETY: as `run` says; the thread is empty, with room for twenty values.
            unsafe {
                get(thread, function);
                get(thread, game);
                (self.give(from, thread, about, depth, roomy), 2)
            }
        })
    }

    /// Whether a hook waits for an answer.
    pub(super) const fn waits(&self) -> bool {
        self.waits.get()
    }

    /// Goes on with the hook that waits: the function it asked with returns this.
    pub(super) fn go_on(&self, answer: &Plain, roomy: bool) -> mlua::Result<Value> {
        let thread = self.threads.borrow().first().copied().filter(|_| self.waits.replace(false));
        let thread = thread.ok_or_else(|| Error::runtime("no hook waits for an answer"))?;
        self.run(thread, 0, |from| {
            // SAFETY: as `run` says; a function that has yielded has room for its results.
            unsafe { (self.give(from, thread, &Given::Plain(answer.clone()), 0, roomy), 1) }
        })
    }

    /// A hook that waits is never gone on with.
    pub(super) fn forget(&self) {
        if self.waits.replace(false)
            && let Some(thread) = self.threads.borrow().first()
        {
            // SAFETY: the thread is alive and does not run; this frees what it held.
            unsafe { ffi::lua_resetthread(*thread) }
        }
    }

    /// Runs a thread on which `prepare` puts values, given the state we come from; it gives the
    /// status of that, and how many of them are arguments.
    fn run(
        &self,
        thread: *mut ffi::lua_State,
        depth: usize,
        prepare: impl FnOnce(*mut ffi::lua_State) -> (c_int, c_int),
    ) -> mlua::Result<Value> {
        let from = match depth {
            0 => self.main,
            _ => self.threads.borrow()[depth - 1],
        };
        self.depth.set(depth + 1);
        let _deeper = Deeper(&self.depth);
        // SAFETY: the machine is alive; the stack of the state we come from has room for three
        // more and is left as it was found. What needs memory is done in protected calls. A thread
        // that has not come to its end is reset, unless it waits for an answer.
        let (status, simple) = unsafe {
            let base = ffi::lua_gettop(from);
            let (mut status, arguments) = prepare(from);
            if status == ffi::LUA_OK {
                status = ffi::lua_resume_(thread, from, arguments);
            } else {
                ffi::lua_xmove(from, thread, 1);
            }
            let left_off = status == ffi::LUA_YIELD || status == ffi::LUA_BREAK;
            let simple = if status == ffi::LUA_OK {
                match ffi::lua_gettop(thread) {
                    0 => Some(Value::Nil),
                    _ => {
                        ffi::lua_settop(thread, 1);
                        self.simple(thread)
                    }
                }
            } else if left_off {
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
            if left_off && depth == 0 && can_go_on() {
                self.waits.set(true);
            } else if status != ffi::LUA_OK {
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
        about: &Given<'_>,
        depth: usize,
        roomy: bool,
    ) -> c_int {
        let shapes = self.shapes.borrow();
        let write = match about {
            Given::Plain(plain) => Write::Plain(plain),
            Given::Unread => Write::Plain(&Plain::Nil),
            Given::Filled(shape, with) => {
                let Shaped { keys, tables, .. } = &shapes[shape.0];
                Write::Fill { table: &tables[with.table(depth)], keys, with }
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
