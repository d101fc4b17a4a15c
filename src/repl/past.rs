//! Lines that were typed, kept in a file from one start to the next.

use super::parse::bearable;
use rustyline::history::{FileHistory, History};
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of the largest file that is read.
const FILE_MAX: u64 = 16 << 20;

/// Where lines are kept; nowhere once that has failed, which is told once and stops nothing.
pub struct Past {
    file: Option<PathBuf>,
}

/// A file in the place where programs keep what they remember.
pub fn place() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = set("XDG_STATE_HOME").map(PathBuf::from);
    let base = base.or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".local/state")));
    Some(base?.join("houserules").join("history"))
}

impl Past {
    /// Reads the lines of earlier starts. A file that is damaged is moved away. Gives a warning
    /// where something is wrong.
    pub fn read(file: Option<PathBuf>, lines: &mut FileHistory) -> (Self, Option<String>) {
        let Some(path) = &file else { return (Self { file }, None) };
        let none = Self { file: None };
        match fs::metadata(path) {
            // Not there yet, or not to be looked at: writing will tell.
            Err(_) => return (Self { file }, None),
            Ok(found) if !found.is_file() => return (none, Some(lost(path, "it is no file"))),
            Ok(found) if found.len() > FILE_MAX => {
                let text = lost(path, &format!("it has more than {FILE_MAX} bytes"));
                return (none, Some(text));
            }
            Ok(_) => {}
        }
        let read = lines.load(path);
        let unfit = lines.iter().any(|line| bearable(line).is_err());
        if unfit {
            let fit: Vec<String> =
                lines.iter().filter(|line| bearable(line).is_ok()).cloned().collect();
            // Both work in memory only.
            let _ = lines.clear();
            fit.iter().for_each(|line| drop(lines.add(line)));
        }
        match read {
            Ok(()) => (Self { file }, None),
            Err(error) => match set_aside(path) {
                Some(aside) => {
                    let text = format!("{}: {error}; moved to {aside}", path.display());
                    (Self { file }, Some(text))
                }
                None => (none, Some(lost(path, &error.to_string()))),
            },
        }
    }

    /// Writes the lines that are new. Gives a warning the first time that this fails.
    pub fn write(&mut self, lines: &mut FileHistory) -> Option<String> {
        let path = self.file.as_ref()?;
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let failed = match folder {
            Err(error) => error.to_string(),
            Ok(()) => lines.append(path).err()?.to_string(),
        };
        let text = lost(path, &failed);
        self.file = None;
        Some(text)
    }
}

fn lost(path: &Path, why: &str) -> String {
    format!("{}: {why}; what you type is not kept", path.display())
}

/// Moves a damaged file out of the way, unless that would cost another one.
fn set_aside(path: &Path) -> Option<String> {
    let aside = path.with_extension("damaged");
    if fs::symlink_metadata(&aside).is_ok() {
        return None;
    }
    fs::rename(path, &aside).ok()?;
    Some(aside.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(path: &Path) -> Vec<String> {
        let mut lines = FileHistory::new();
        let (_, warning) = Past::read(Some(path.into()), &mut lines);
        assert_eq!(warning, None);
        lines.iter().cloned().collect()
    }

    #[test]
    fn lines_are_kept_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/history");
        for round in 0..2 {
            let mut lines = FileHistory::new();
            let (mut past, warning) = Past::read(Some(path.clone()), &mut lines);
            assert_eq!(warning, None);
            for line in ["draw", "draw", "for i = 1, 2 do\n  run 'step'\nend"] {
                lines.add(line).unwrap();
                assert_eq!(past.write(&mut lines), None);
            }
            assert_eq!(kept(&path).len(), 2 * (round + 1));
        }
    }

    #[test]
    fn a_damaged_file_is_moved_away_and_costs_one_warning() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        fs::write(&path, b"#V2\ndraw\npl\xffay\npass\n").unwrap();
        let mut lines = FileHistory::new();
        let (mut past, warning) = Past::read(Some(path.clone()), &mut lines);
        assert!(warning.unwrap().contains("history.damaged"));
        lines.add("pass").unwrap();
        assert_eq!(past.write(&mut lines), None);
        assert_eq!(kept(&path), ["draw", "pass"]);
        fs::write(&path, b"\xff").unwrap();
        let (mut past, warning) = Past::read(Some(path.clone()), &mut FileHistory::new());
        assert!(warning.unwrap().contains("not kept"));
        assert_eq!(past.write(&mut lines), None);
        assert_eq!(fs::read(&path).unwrap(), b"\xff");
    }

    #[test]
    fn what_cannot_be_a_file_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        fs::create_dir(&path).unwrap();
        let mut lines = FileHistory::new();
        let (mut past, warning) = Past::read(Some(path.clone()), &mut lines);
        assert!(warning.unwrap().contains("it is no file"));
        lines.add("draw").unwrap();
        assert_eq!(past.write(&mut lines), None);
        fs::write(folder.path().join("file"), "").unwrap();
        let (mut past, warning) = Past::read(Some(folder.path().join("file/in")), &mut lines);
        assert_eq!(warning, None);
        assert!(past.write(&mut lines).unwrap().contains("not kept"));
        assert_eq!(past.write(&mut lines), None);
    }

    #[test]
    fn lines_that_could_not_be_typed_are_not_recalled() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        fs::write(&path, "#V2\ndraw\n\u{1b}[2J\npass\n").unwrap();
        assert_eq!(kept(&path), ["draw", "pass"]);
    }
}
