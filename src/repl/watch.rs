//! Waits for files to change: `reload --watch`.

use super::parse::bad;
use crate::engine::{Code, Refusal};
use notify::{Event, EventKind, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Between two looks whether to stop.
const LOOK: Duration = Duration::from_millis(100);
/// Quiet after a change before it counts: editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(60);

fn failed(error: &notify::Error) -> Refusal {
    bad(Code::FileError, format!("the files cannot be watched: {error}"))
}

/// Calls `changed` after each change of one of these files, until `stop` says so. Their folders are
/// watched, so a file that is removed and written again is seen too.
///
/// # Errors
/// When the system does not let them be watched.
pub fn watch(
    files: &[PathBuf],
    stop: impl Fn() -> bool,
    mut changed: impl FnMut(),
) -> Result<(), Refusal> {
    let (send, events) = channel();
    let mut watcher = notify::recommended_watcher(move |event| {
        let _ = send.send(event);
    })
    .map_err(|error| failed(&error))?;
    let names: BTreeSet<OsString> =
        files.iter().filter_map(|file| file.file_name().map(Into::into)).collect();
    let folders: BTreeSet<&Path> = files.iter().map(|file| folder(file)).collect();
    for folder in folders {
        watcher.watch(folder, RecursiveMode::NonRecursive).map_err(|error| failed(&error))?;
    }
    let ours = |event: &Event| {
        !matches!(event.kind, EventKind::Access(_))
            && event.paths.iter().any(|path| path.file_name().is_some_and(|n| names.contains(n)))
    };
    // What changed before they were watched is looked for once.
    let mut dirty = true;
    while !stop() {
        match events.recv_timeout(if dirty { QUIET } else { LOOK }) {
            Ok(Ok(event)) => dirty |= ours(&event),
            Ok(Err(_)) => dirty = true,
            Err(RecvTimeoutError::Timeout) if dirty => {
                dirty = false;
                changed();
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(bad(Code::FileError, "the files are no longer watched"));
            }
        }
    }
    Ok(())
}

fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
