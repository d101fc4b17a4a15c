//! Ctrl-C while something long runs: a flag that the work looks at, instead of the program's end.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);
static WATCHED: Once = Once::new();

/// From now on Ctrl-C raises the flag and no longer ends the program. Where that cannot be had,
/// it goes on ending the program.
pub fn watch() {
    WATCHED.call_once(|| {
        let _ = ctrlc::set_handler(|| PRESSED.store(true, Ordering::SeqCst));
    });
}

/// Whether Ctrl-C was pressed since [`clear`].
pub fn pressed() -> bool {
    PRESSED.load(Ordering::SeqCst)
}

/// Forgets what was pressed before.
pub fn clear() {
    PRESSED.store(false, Ordering::SeqCst);
}
