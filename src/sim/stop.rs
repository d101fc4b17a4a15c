//! How somebody stops a run from outside: a wish that every run of this process looks at.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Asks the runs that are going on to stop and to say what they have. `false`: there is none, or
/// it was asked before.
pub fn ask() -> bool {
    RUNS.load(Ordering::SeqCst) > 0 && !ASKED.swap(true, Ordering::SeqCst)
}

/// Whether somebody asked.
pub(super) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// A run that is going on.
pub(super) struct Going;

impl Going {
    pub(super) fn new() -> Self {
        if RUNS.fetch_add(1, Ordering::SeqCst) == 0 {
            ASKED.store(false, Ordering::SeqCst);
        }
        Self
    }
}

impl Drop for Going {
    fn drop(&mut self) {
        RUNS.fetch_sub(1, Ordering::SeqCst);
    }
}
