//! Parts of one run become the whole again, byte for byte.

use super::plan::Shard;
use super::report::Report;
use super::run::Outcome;
use crate::engine::{Code, Refusal};

/// Puts the parts of a run together; each with what it is called in errors.
///
/// # Errors
/// When they are not exactly the parts of one run.
pub fn merge(mut parts: Vec<(String, Report)>) -> Result<Report, Refusal> {
    let bad = |text: String| Err(Refusal::new(Code::FileError, text));
    parts.sort_by_key(|(_, report)| report.head.shard.part);
    let Some((first_path, first)) = parts.first() else {
        return bad("there is nothing to merge".into());
    };
    for (path, report) in &parts[1..] {
        if let Some(text) = first.head.difference(&report.head) {
            return bad(format!("{first_path} and {path} do not belong together: {text}"));
        }
    }
    for pair in parts.windows(2) {
        let [(a, one), (b, other)] = pair else { continue };
        if one.head.shard.part == other.head.shard.part {
            let (part, of) = (one.head.shard.part, one.head.shard.of);
            return bad(format!("{a} and {b} are both part {part} of {of}"));
        }
    }
    let of = first.head.shard.of;
    let there: Vec<u64> = parts.iter().map(|(_, report)| report.head.shard.part).collect();
    let missing: Vec<String> = (1..=of)
        .filter(|part| !there.contains(part))
        .take(10)
        .map(|part| part.to_string())
        .collect();
    if !missing.is_empty() {
        let more = if of as usize - there.len() > missing.len() { " …" } else { "" };
        return bad(format!("of {of} parts there are missing: {}{more}", missing.join(" ")));
    }
    let mut head = first.head.clone();
    let mut outcome = Outcome::default();
    for (path, report) in &parts {
        if report.outcome.interrupted {
            let text = format!("{path} was stopped before its end; run it again, then merge");
            return bad(text);
        }
        outcome.merge(&report.outcome);
        // The whole run would have ended here.
        if outcome.fault.is_some() {
            break;
        }
    }
    head.shard = Shard::WHOLE;
    Ok(Report { head, outcome, rounds_per_second: None })
}
