//! Files that commands name: read and written whole.

use crate::engine::{Code, Refusal};
use crate::script::steers;
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

/// Names that are looked through in one folder.
const NAMES_MAX: usize = 5_000;

/// The files and folders whose path begins like this, sorted; those that a line cannot name are
/// left out, and hidden ones until a dot is typed.
pub fn beginning(path: &str) -> Vec<String> {
    let (folder, start) =
        path.rsplit_once('/').map_or(("", path), |(folder, start)| (&path[..=folder.len()], start));
    let Ok(entries) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else {
        return Vec::new();
    };
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let odd = |c: char| c.is_whitespace() || "\"'#".contains(c) || steers(c);
        let hidden = name.starts_with('.') && !start.starts_with('.');
        if !name.starts_with(start) || hidden || name.contains(odd) {
            return None;
        }
        let slash = if entry.path().is_dir() { "/" } else { "" };
        Some(format!("{folder}{name}{slash}"))
    };
    let mut names: Vec<String> = entries.flatten().take(NAMES_MAX).filter_map(name).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().to_str().unwrap();
        for name in ["one.lua", "one two", ".hidden", "other"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("onward")).unwrap();
        let found = |start: &str| {
            let names = beginning(&format!("{at}/{start}"));
            names.iter().map(|name| name[at.len() + 1..].to_string()).collect::<Vec<_>>()
        };
        assert_eq!(found("on"), ["one.lua", "onward/"]);
        assert_eq!(found("."), [".hidden"]);
        assert_eq!(found("").len(), 3);
        assert!(found("nowhere/x").is_empty());
    }
}
