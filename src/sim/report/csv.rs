//! A result as CSV (RFC 4180): one line for each figure of each case and each difference.

use super::Report;
use super::figures::{CaseFigures, bots, differences};
use crate::sim::stats::{Mean, Share};

/// A field, quoted where it must be.
pub fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.into()
}

/// The whole result; ends with a line break.
pub fn csv(report: &Report) -> String {
    let mut lines = vec!["case,figure,value,low,high,sd,n".to_string()];
    for case in report.cases() {
        lines.extend(case_lines(&case));
    }
    for pair in &report.outcome.pairs {
        let pair = differences(pair, &report.head);
        let name = field(&format!("{} - {}", pair.of, pair.against));
        lines.extend(pair.rows.iter().map(|row| mean(&name, &row.name, &row.mean)));
    }
    for duel in &report.outcome.duels {
        let rules = field(&duel.rules);
        for bot in bots(duel) {
            let name = |what: &str| field(&format!("{what}.{}", bot.bot));
            lines.push(mean(&rules, &name("win_rate"), &bot.wins));
            lines.push(mean(&rules, &name("points"), &bot.points));
        }
    }
    lines.join("\n") + "\n"
}

fn mean(case: &str, name: &str, mean: &Mean) -> String {
    let end = |sign: f64| mean.half.map_or(String::new(), |half| cell(mean.mean + sign * half));
    let (value, low, high) = (cell(mean.mean), end(-1.0), end(1.0));
    format!("{case},{name},{value},{low},{high},{},{}", cell(mean.sd), mean.n)
}

fn share(case: &str, name: &str, share: &Share) -> String {
    let (rate, low, high) = (cell(share.rate), cell(share.low), cell(share.high));
    format!("{case},{name},{rate},{low},{high},,{}", share.n)
}

fn cell(x: f64) -> String {
    let shown = format!("{x:.6}");
    shown.trim_end_matches('0').trim_end_matches('.').into()
}

fn case_lines(case: &CaseFigures) -> Vec<String> {
    let label = field(&case.label);
    let mut lines: Vec<String> =
        case.figures.iter().map(|row| mean(&label, row.name, &row.mean)).collect();
    for (name, turns) in &case.quantiles {
        lines.push(format!("{label},turns.{name},{turns},,,,{}", case.rounds));
    }
    for (at, seat) in case.wins.iter().enumerate() {
        lines.push(share(&label, &format!("wins.{}", at + 1), seat));
    }
    for (at, points) in case.points.iter().enumerate() {
        lines.push(mean(&label, &format!("points.{}", at + 1), points));
    }
    lines.push(share(&label, "stalled", &case.stalled));
    lines.push(share(&label, "choice", &case.choice));
    lines.push(share(&label, "missed", &case.missed));
    lines.push(share(&label, "caught_of_missed", &case.caught));
    for row in &case.hooks {
        for (what, count) in ["asked", "answered", "changed"].into_iter().zip(row.counts) {
            let name = field(&format!("hook.{}.{}.{what}", row.rule, row.hook));
            lines.push(format!("{label},{name},{count},,,,{}", case.rounds));
        }
    }
    lines
}
