//! The only file of the session that touches the disk.

use crate::engine::{Code, Refusal};
use std::fs;
use std::path::Path;

/// Bytes of the largest file that is read.
const FILE_MAX: u64 = 64 << 20;

fn failed(path: &str, what: &str, error: &std::io::Error) -> Refusal {
    Refusal::new(Code::FileError, format!("{path}: cannot be {what}: {error}"))
}

/// Reads a text file.
///
/// # Errors
/// When it is not there, not a text, or far too long.
pub fn read(path: &str) -> Result<String, Refusal> {
    let meta = fs::metadata(path).map_err(|error| failed(path, "read", &error))?;
    if meta.is_file() && meta.len() > FILE_MAX {
        let text = format!("{path}: {} bytes; at most {FILE_MAX} are read", meta.len());
        return Err(Refusal::new(Code::FileError, text));
    }
    fs::read_to_string(path).map_err(|error| failed(path, "read", &error))
}

/// Whether something is there already.
pub fn exists(path: &str) -> bool {
    Path::new(path).symlink_metadata().is_ok()
}

/// Writes a text file in one step: it is there whole, or as it was before.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &str, text: &str) -> Result<(), Refusal> {
    let target = Path::new(path);
    let name = target.file_name().map(|name| name.to_string_lossy().into_owned());
    let Some(name) = name else {
        return Err(Refusal::new(Code::FileError, format!("{path:?} is no name of a file")));
    };
    let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let done = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, target));
    done.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        failed(path, "written", &error)
    })
}
