//! What an entry into a script may still use, and what ends it: safepoints, time, memory, a
//! question.

use std::cell::Cell;
use std::ffi::{CStr, c_int};
use std::time::{Duration, Instant};

use mlua::ffi;

use crate::limits::{SCRIPT_MEMORY_LIMIT, WATCHDOG_MILLIS};

/// Memory in use from which a script counts as out of memory. The allocator's own limit lies a
/// little above and is not kept by loops over engine functions.
pub(super) const MEMORY_FULL: usize = SCRIPT_MEMORY_LIMIT - SCRIPT_MEMORY_LIMIT / 64;
/// Safepoints between two looks at clock and memory, less one: a power of two less one.
const LOOK_MASK: u32 = 15;

/// Why an entry into a script must end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    Fuel,
    Clock,
    Memory,
    Asked,
    /// Script code ran although nobody entered: a host bug, such as showing a value of a script
    /// (which calls its `__tostring`) outside of `enter`.
    Outside,
}

impl Stop {
    fn message(self) -> &'static CStr {
        match self {
            Stop::Fuel => c"script budget exhausted",
            Stop::Clock => c"script time limit",
            Stop::Memory => c"script memory limit",
            Stop::Asked => c"a question was asked",
            Stop::Outside => c"script code outside of an entry",
        }
    }
}

/// What the entry that now runs on this thread may still use.
struct Budget {
    depth: Cell<u32>,
    given: Cell<i64>,
    left: Cell<i64>,
    tick: Cell<u32>,
    /// Set at the first look at the clock, since most entries end before.
    deadline: Cell<Option<Instant>>,
    stop: Cell<Option<Stop>>,
    /// Left off at a question, such that it can go on with the answer.
    left_off: Cell<bool>,
    /// The machine whose code runs, innermost; null outside of an entry.
    state: Cell<*mut ffi::lua_State>,
}

thread_local! {
    static BUDGET: Budget = const {
        Budget {
            depth: Cell::new(0),
            given: Cell::new(0),
            left: Cell::new(0),
            tick: Cell::new(0),
            deadline: Cell::new(None),
            stop: Cell::new(None),
            left_off: Cell::new(false),
            state: Cell::new(std::ptr::null_mut()),
        }
    };
}

impl Budget {
    /// Pays for `cost` units of work; `memory` is asked for the bytes in use when it is time to
    /// look at them.
    fn step(&self, cost: i64, memory: impl FnOnce() -> usize) -> Option<Stop> {
        if self.depth.get() == 0 {
            return Some(Stop::Outside);
        }
        if self.stop.get().is_none() {
            self.left.set(self.left.get().saturating_sub(cost));
            self.tick.set(self.tick.get().wrapping_add(1));
            if self.left.get() < 0 {
                self.stop.set(Some(Stop::Fuel));
            } else if self.tick.get() & LOOK_MASK == 0 {
                self.look(memory());
            }
        }
        self.stop.get()
    }

    fn look(&self, memory: usize) {
        if memory > MEMORY_FULL {
            self.stop.set(Some(Stop::Memory));
            return;
        }
        match self.deadline.get() {
            None => self.deadline.set(Some(now() + Duration::from_millis(WATCHDOG_MILLIS))),
            Some(deadline) if now() >= deadline => self.stop.set(Some(Stop::Clock)),
            Some(_) => {}
        }
    }

    /// Bytes in use by the machine whose code runs.
    fn used(&self) -> usize {
        let state = self.state.get();
        if state.is_null() {
            return 0;
        }
        // SAFETY: the machine is alive while its entry lasts; reading its total changes nothing.
        unsafe { ffi::lua_totalbytes(state, -1) }
    }
}

#[allow(clippy::disallowed_methods, reason = "the watchdog's clock, which no game outcome sees")]
fn now() -> Instant {
    Instant::now()
}

/// Luau calls this at every call, return, loop turn and step of the pattern matcher.
pub(super) unsafe extern "C-unwind" fn interrupt(state: *mut ffi::lua_State, gc: c_int) {
    if gc >= 0 {
        return; // a step of the collector, not of the script
    }
    // SAFETY: Luau passes a live state; reading its total has no side effects.
    let memory = || unsafe { ffi::lua_totalbytes(state, -1) };
    if let Some(stop) = BUDGET.with(|budget| budget.step(1, memory)) {
        // SAFETY: errors may be raised from an interrupt, and it may yield where that can be done;
        // nothing with a destructor is alive in this frame; the stack may have no free slot, so
        // room for the message is made first.
        unsafe {
            if stop == Stop::Asked && ffi::lua_isyieldable(state) != 0 {
                ffi::lua_yield(state, 0); // the hook is left off here, and never gone on with
                return;
            }
            ffi::lua_rawcheckstack(state, 4);
            ffi::luaL_error(state, stop.message().as_ptr());
        }
    }
}

/// An engine function's payment for `cost` units of work that it does for the script that called
/// it; one unit is one safepoint. Ends the script where its budget or its memory is used up: the
/// function must return the error at once. Outside of an entry it is free.
pub fn charge(cost: i64) -> mlua::Result<()> {
    BUDGET.with(|budget| {
        if budget.depth.get() == 0 {
            return Ok(());
        }
        if budget.stop.get().is_none() {
            budget.step(cost.max(0), || budget.used());
        }
        if budget.stop.get().is_none() && budget.used() > MEMORY_FULL {
            budget.stop.set(Some(Stop::Memory));
        }
        match budget.stop.get() {
            None => Ok(()),
            Some(stop) => Err(mlua::Error::runtime(stop.message().to_string_lossy())),
        }
    })
}

/// The error for an engine function to return when it needs an answer that is not there yet. The
/// whole entry then ends with `FaultKind::Asked`, whatever the script does with the error.
pub fn suspend() -> mlua::Error {
    wait_for_answer();
    mlua::Error::runtime(Stop::Asked.message().to_string_lossy())
}

/// The same, for an engine function that then returns nothing, without an error to be made and
/// carried up: the script ends at its next safepoint, and until then no engine function that
/// charges lets it do anything.
pub fn wait_for_answer() {
    BUDGET.with(|budget| {
        if budget.depth.get() > 0 && budget.stop.get().is_none() {
            budget.stop.set(Some(Stop::Asked));
        }
    });
}

/// Whether the script waits for an answer.
pub(super) fn asked() -> bool {
    BUDGET.with(|budget| budget.stop.get() == Some(Stop::Asked))
}

/// Notes that the script yields at a question in such a way that it can go on. Whether it may: not
/// within another entry.
pub(super) fn leave_off() -> bool {
    BUDGET.with(|budget| {
        let alone = budget.depth.get() == 1 && budget.stop.get() == Some(Stop::Asked);
        budget.left_off.set(alone);
        alone
    })
}

/// Whether it did.
pub(super) fn can_go_on() -> bool {
    BUDGET.with(|budget| budget.left_off.get())
}

/// One entry into a script, from arming the budget to disarming it, panics included.
pub(super) struct Entry {
    outer: *mut ffi::lua_State,
}

impl Entry {
    pub(super) fn begin(state: *mut ffi::lua_State, fuel: i64) -> Entry {
        BUDGET.with(|budget| {
            if budget.depth.get() == 0 {
                budget.given.set(fuel);
                budget.left.set(fuel);
                budget.tick.set(0);
                budget.stop.set(None);
                budget.left_off.set(false);
                budget.deadline.set(None);
            }
            budget.depth.set(budget.depth.get() + 1);
            Entry { outer: budget.state.replace(state) }
        })
    }

    /// The entry goes on where it was left off, with what it had left.
    pub(super) fn resume(state: *mut ffi::lua_State, paused: Paused) -> Entry {
        let entry = Entry::begin(state, paused.given);
        BUDGET.with(|budget| {
            budget.left.set(paused.left);
            budget.tick.set(paused.tick);
        });
        entry
    }

    /// Pays for something before the script begins. If that is too much, its first safepoint ends
    /// it.
    pub(super) fn pay(&self, cost: i64) {
        BUDGET.with(|budget| budget.left.set(budget.left.get().saturating_sub(cost)));
    }

    /// What it has left.
    pub(super) fn pause(&self) -> Paused {
        BUDGET.with(|budget| Paused {
            given: budget.given.get(),
            left: budget.left.get(),
            tick: budget.tick.get(),
        })
    }

    /// What has stopped the script, if anything, and the fuel used so far.
    pub(super) fn outcome(&self) -> (Option<Stop>, i64) {
        BUDGET.with(|budget| (budget.stop.get(), budget.given.get() - budget.left.get()))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        BUDGET.with(|budget| {
            budget.state.set(self.outer);
            budget.depth.set(budget.depth.get() - 1);
        });
    }
}

/// The budget of an entry that was left off at a question.
#[derive(Clone, Copy)]
pub(super) struct Paused {
    pub(super) given: i64,
    left: i64,
    tick: u32,
}
