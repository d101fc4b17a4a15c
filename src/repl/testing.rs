//! Session files as tests: which a path means, and whether they hold.

use super::files;
use super::output::{Reply, many, say};
use super::parse::{Args, bad};
use super::script_file::run_text;
use super::session::{Options, Session};
use crate::engine::{Code, Refusal};
use std::path::{Path, PathBuf};

/// Folders that are looked through where no path is given.
const FOLDERS: [&str; 2] = ["tests/scenarios", "scripts/sessions"];

/// The session files that paths mean, sorted by name: files themselves, those of a folder, or
/// those that fit a pattern. Without paths those of the project's folders and of this one.
///
/// # Errors
/// When a path means none.
pub fn session_files(paths: &[String]) -> Result<Vec<PathBuf>, Refusal> {
    let mut files = Vec::new();
    if paths.is_empty() {
        for folder in FOLDERS.into_iter().chain(["."]) {
            files.extend(found(folder)?);
        }
    }
    for path in paths {
        let some = found(path)?;
        if some.is_empty() {
            let text = format!("{path}: no session file is there");
            return Err(bad(Code::FileError, text));
        }
        files.extend(some);
    }
    if files.is_empty() {
        return Err(bad(Code::FileError, "no session file is there"));
    }
    Ok(files)
}

fn found(path: &str) -> Result<Vec<PathBuf>, Refusal> {
    let folder = Path::new(path);
    let pattern = if folder.is_dir() {
        format!("{}/*.session", glob::Pattern::escape(path.trim_end_matches('/')))
    } else if folder.is_file() {
        glob::Pattern::escape(path)
    } else {
        path.into()
    };
    let found = glob::glob(&pattern)
        .map_err(|error| bad(Code::FileError, format!("{path}: no pattern of files: {error}")))?;
    Ok(found.flatten().collect())
}

/// Runs a file as a test.
///
/// # Errors
/// When it cannot be read, or a line of it fails: `file:line: what`.
pub fn run_file(options: &Options, path: &Path) -> Result<(), Refusal> {
    let name = path.to_string_lossy();
    let text = files::read(&name)?;
    let mut session = Session::start(options)?;
    session.nested = true;
    run_text(&mut session, &text, |_, _| true).map_err(|failure| {
        let text = format!("{name}:{}: {}", failure.line, failure.refusal.text);
        Refusal { text, ..failure.refusal }
    })
}

/// `test [FILE…]`
pub fn test(session: &mut Session, args: &mut Args<'_>) -> Reply {
    if session.nested {
        let text = "this session is run as a test, and a test does not run tests";
        return Err(bad(Code::Conflict, text));
    }
    let paths: Vec<String> = args.words().into_iter().map(String::from).collect();
    let files = session_files(&paths)?;
    let mut lines = Vec::new();
    let mut failed = 0;
    for file in &files {
        match run_file(&Options::default(), file) {
            Ok(()) if files.len() <= 20 => lines.push(format!("ok      {}", file.display())),
            Ok(()) => {}
            Err(refusal) => {
                failed += 1;
                lines.push(session.paint.error(&format!("FAILED  {}", refusal.text)));
            }
        }
    }
    lines.push(format!("{}, {failed} failed", many(files.len(), "file")));
    if failed > 0 {
        return Err(bad(Code::ExpectationFailed, lines.join("\n")));
    }
    say(lines.join("\n"))
}
