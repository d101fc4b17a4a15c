//! `expect`: fails unless it is so, and says what was found instead.

use super::expect_table::{CHECKS, Check};
use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::Session;
use crate::cards::meant_then;
use crate::engine::{Code, Refusal};

/// A failed expectation.
pub fn failed(expected: &str, found: &str) -> Refusal {
    bad(Code::ExpectationFailed, format!("expected {expected}, found {found}"))
}

/// That both are the same.
///
/// # Errors
/// When they are not.
pub fn same(what: &str, expected: &str, found: &str) -> Result<(), Refusal> {
    if expected == found {
        return Ok(());
    }
    let none = |text: &str| if text.is_empty() { "nothing".to_string() } else { text.to_string() };
    Err(failed(&format!("{what} {}", none(expected)), &none(found)))
}

/// `expect WHAT …`
pub fn expect(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let what = args.word("what is expected")?.to_lowercase();
    let Some(Check { run, .. }) = CHECKS.iter().find(|check| check.name == what) else {
        let near = meant_then(&what, CHECKS.iter().map(|check| check.name));
        let text = format!("{what:?} cannot be expected{near} `help expect` lists what can");
        return Err(bad(Code::BadValue, text));
    };
    run(session, args)?;
    args.end()?;
    say("")
}
