//! Runs the lines of a file, up to the first that fails.

use super::output::Output;
use super::session::Session;
use crate::engine::{Code, Refusal};

/// The line that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Its count in the file.
    pub line: usize,
    /// Why.
    pub refusal: Refusal,
}

/// Runs every line of a text; `each` is told what came out of it and may end the run by `false`.
///
/// # Errors
/// The first line that fails, or a block that is not finished.
pub fn run_text(
    session: &mut Session,
    text: &str,
    mut each: impl FnMut(&Session, &Output) -> bool,
) -> Result<(), Failure> {
    let mut last = 0;
    for (at, line) in text.lines().enumerate() {
        last = at + 1;
        let output = session.line(line);
        let go_on = each(session, &output);
        if let Some(refusal) = output.error {
            session.forget();
            return Err(Failure { line: last, refusal });
        }
        if output.leave || !go_on {
            return Ok(());
        }
    }
    match session.unfinished() {
        None => Ok(()),
        Some(what) => {
            session.forget();
            let refusal = Refusal::new(Code::BadValue, format!("the file ends in {what}"));
            Err(Failure { line: last, refusal })
        }
    }
}
