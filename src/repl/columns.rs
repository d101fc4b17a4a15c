//! Text in columns: wrapped, and side by side.

use super::paint::Paint;
use super::rewrite::Difference;

/// Columns of one side.
const SIDE: usize = 39;
/// Lines of a side that are shown.
const SHOWN: usize = 4;

/// So many commands, in words.
pub fn commands(n: usize) -> String {
    format!("{n} command{}", if n == 1 { "" } else { "s" })
}

/// The first difference of a game that was done again.
pub fn compared(difference: &Difference, done: usize, left: usize, paint: Paint) -> String {
    let Difference { no, command, before, now, refused } = difference;
    let head = format!("{} done again; the first difference is in {no}: {command}", commands(done));
    let mut lines = vec![head, side_by_side("before", "now", paint.dim_with())];
    lines.extend(rows(before, now));
    if *refused && left > 1 {
        lines.push(format!("{} after it could not be done again", commands(left - 1)));
    } else if !refused && left > 0 {
        lines.push(format!("{} could not be done again", commands(left)));
    }
    lines.join("\n")
}

fn side_by_side(left: &str, right: &str, paint: impl Fn(&str) -> String) -> String {
    paint(format!("  {left:<SIDE$}{right}").trim_end())
}

/// The lines of both sides, wrapped.
fn rows(before: &[String], now: &[String]) -> Vec<String> {
    let wrapped = |lines: &[String]| -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for line in lines.iter().take(SHOWN) {
            out.extend(wrap(line.trim(), SIDE - 2));
        }
        if lines.len() > SHOWN {
            out.push("…".into());
        }
        if out.is_empty() {
            out.push("(nothing)".into());
        }
        out
    };
    let (before, now) = (wrapped(before), wrapped(now));
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    (0..before.len().max(now.len()))
        .map(|at| side_by_side(&line(&before, at), &line(&now, at), str::to_string))
        .collect()
}

/// Words in lines of so many columns, further lines indented by two; a longer word is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        for piece in pieces(word, width) {
            let last = lines.last().map_or(0, |line| line.chars().count());
            if last > 0 && last + 1 + piece.chars().count() > width {
                lines.push(format!("  {piece}"));
            } else if let Some(line) = lines.last_mut() {
                if last > 0 {
                    line.push(' ');
                }
                line.push_str(&piece);
            }
        }
    }
    lines
}

/// A text whose long lines are broken between words; short ones stay as they are.
pub fn fold(text: &str, width: usize) -> String {
    let line = |line: &str| match line.chars().count() {
        n if n <= width => line.to_string(),
        _ => wrap(line, width).join("\n"),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn pieces(word: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(width - 2).map(|piece| piece.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_stand_beside_each_other_in_80_columns() {
        let long = "2 draws 4: r1 r2 r3 r4 (because of a rule with a long name)   [a_rule]";
        let rows = rows(&[long.into()], &["nothing".into(), "turn of 2".into()]);
        assert!(rows.len() > 1 && rows.iter().all(|row| row.chars().count() <= 80), "{rows:#?}");
        assert!(rows[0].contains("nothing") && rows[1].contains("turn of 2"), "{rows:#?}");
        assert_eq!(super::rows(&[], &[]), [format!("  {:<39}(nothing)", "(nothing)")]);
    }
}
