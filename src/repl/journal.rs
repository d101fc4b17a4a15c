//! The session so far on disk: a crash or a closed terminal loses nothing.
//!
//! Each prompt writes a file of its own and holds a lock on it, so that a file without a lock is
//! of a session that was cut off. A session that was left keeps its lines as `last`.

use super::output::{Output, Reply, say};
use super::parse::{Args, bad};
use super::session::{Options, Session};
use super::{command, files, keep};
use crate::engine::Code;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Sessions that were cut off and are kept.
const KEPT: usize = 10;
const LAST: &str = "last.session";

/// A session that can be brought back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// Its lines.
    pub lines: usize,
    /// Whether it was cut off, instead of left.
    pub cut: bool,
}

/// The file of this session.
pub struct Journal {
    folder: PathBuf,
    file: File,
    path: PathBuf,
    changed: bool,
}

/// Sessions in this folder that can be brought back, the one to begin with first: what was cut
/// off, newest first, then what was left last.
pub fn found(folder: &Path) -> Vec<Found> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut cut: Vec<(std::time::SystemTime, PathBuf)> = Vec::new();
    for entry in entries {
        let path = entry.path();
        let session = path.extension().is_some_and(|ext| ext == "session");
        if !session || path.ends_with(LAST) || in_use(&path) {
            continue;
        }
        let when = entry.metadata().and_then(|meta| meta.modified());
        cut.push((when.unwrap_or(std::time::SystemTime::UNIX_EPOCH), path));
    }
    cut.sort();
    cut.reverse();
    for (_, path) in cut.split_off(cut.len().min(KEPT)) {
        let _ = fs::remove_file(path);
    }
    let all = cut.into_iter().map(|(_, path)| (path, true));
    let all = all.chain(std::iter::once((folder.join(LAST), false)));
    let found = all.filter_map(|(path, cut)| {
        let text = files::read(&path.to_string_lossy()).ok()?;
        let lines = text.lines().filter(|line| command_line(line)).count();
        Some(Found { path, lines, cut })
    });
    found.collect()
}

/// Whether a line says something, beside the head of the file.
fn command_line(line: &str) -> bool {
    !line.starts_with('#') && !line.trim().is_empty()
}

fn in_use(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock_shared().is_err())
}

/// The lines that begin a session like this one.
fn head(session: &Session) -> String {
    let note = "# A session at the prompt of houserules, as it went on; `recover` brings it back.";
    format!("{note}\n{}\n", keep::begin(&session.now).join("\n"))
}

impl Journal {
    /// Begins the file of a session.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(folder: &Path, session: &Session) -> std::io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}.session", std::process::id()));
        let mut file = File::create(&path)?;
        let _ = file.try_lock();
        file.write_all(head(session).as_bytes())?;
        Ok(Self { folder: folder.into(), file, path, changed: false })
    }

    /// Adds a line that was executed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(
        &mut self,
        session: &mut Session,
        output: &Output,
        line: &str,
    ) -> std::io::Result<()> {
        if let Some(recovered) = session.recovered.take() {
            let text = fs::read_to_string(&recovered)?;
            self.file.set_len(0)?;
            std::io::Seek::rewind(&mut self.file)?;
            self.changed = true;
            self.file.write_all(text.as_bytes())?;
            return if recovered.ends_with(LAST) { Ok(()) } else { fs::remove_file(recovered) };
        }
        if !output.ok() || (output.idle && !output.more) || !command::is_told(line) {
            return Ok(());
        }
        self.changed = true;
        let line = line.trim_end_matches('\n');
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// The session was left: its lines are kept as the last ones.
    pub fn end(self) {
        let Self { folder, path, changed, .. } = self;
        let _ = if changed { fs::rename(path, folder.join(LAST)) } else { fs::remove_file(path) };
    }
}

/// `recover`
pub fn recover(session: &mut Session, args: &mut Args<'_>) -> Reply {
    args.end()?;
    let Some(found) = session.recoverable.first().cloned() else {
        return Err(bad(Code::NoEffect, "there is no earlier session to bring back"));
    };
    let text = files::read(&found.path.to_string_lossy())?;
    let mut again = Session::start(&Options::default())?;
    let (mut done, mut failed) = (0, Vec::new());
    for (at, line) in text.lines().enumerate() {
        let output = again.line(line);
        match output.error {
            None => done += usize::from(command_line(line)),
            Some(refusal) => failed.push(format!("\n  line {}: {}", at + 1, refusal.text)),
        }
    }
    again.forget();
    session.become_again(again);
    session.recoverable.remove(0);
    session.recovered = Some(found.path);
    let undone = if failed.is_empty() {
        String::new()
    } else {
        format!("; {} could not be done again:{}", failed.len(), failed.concat())
    };
    say(format!("{done} lines are done again{undone}"))
}
