//! From what people write to the cases of a run: values of an option, rule sets side by side,
//! bots around the table.

use super::plan::{Case, seat_bots};
use crate::engine::{Code, Refusal};
use crate::script::GameSource;
use std::path::Path;

/// Cases that one run may have.
const CASES_MAX: usize = 64;

fn bad<T>(text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(Code::BadValue, text))
}

/// How a rule is called: its name, or the stem of its file.
pub fn stem(rule: &str) -> &str {
    Path::new(rule).file_stem().and_then(|stem| stem.to_str()).unwrap_or(rule)
}

/// How a set of rules is called: `jump_in+stacking`, or the game's name where it has none.
pub fn label(source: &GameSource) -> String {
    let mut names: Vec<String> = source.rules.iter().map(|rule| stem(rule).to_string()).collect();
    names.extend(source.without.iter().map(|rule| format!("-{rule}")));
    if names.is_empty() { stem(&source.game).into() } else { names.join("+") }
}

/// One case, or one for each value where an option has several: `same,up`, `5..9`.
///
/// # Errors
/// When more than one option has several values, or the bots do not fit the seats.
pub fn sweep(source: &GameSource, seats: usize, bots: &[String]) -> Result<Vec<Case>, Refusal> {
    let bots = seat_bots(bots, seats)?;
    let several = |at: &usize| values(&source.options[*at].2).is_some_and(|v| v.len() != 1);
    let swept: Vec<usize> = (0..source.options.len()).filter(several).collect();
    match swept[..] {
        [] => Ok(vec![Case { label: label(source), source: source.clone(), bots }]),
        [at] => {
            let (rule, option, text) = &source.options[at];
            let values = values(text).unwrap_or_default();
            if values.is_empty() || values.len() > CASES_MAX {
                let n = values.len();
                return bad(format!("{rule}.{option}={text}: {n} values; 2 to {CASES_MAX} can be"));
            }
            let case = |value: String| {
                let mut source = source.clone();
                source.options[at].2.clone_from(&value);
                let rule = if rule.is_empty() { String::new() } else { format!("{rule}.") };
                Case { label: format!("{rule}{option}={value}"), source, bots: bots.clone() }
            };
            Ok(values.into_iter().map(case).collect())
        }
        _ => bad("only one option can have several values; run the others one by one"),
    }
}

/// The values that a text stands for; none where it is a single one.
fn values(text: &str) -> Option<Vec<String>> {
    if let Some((from, to)) = text.split_once("..")
        && let (Ok(from), Ok(to)) = (from.parse::<i64>(), to.parse::<i64>())
    {
        let to = to.min(from.saturating_add(CASES_MAX as i64 + 1));
        return Some((from..=to).map(|value| value.to_string()).collect());
    }
    text.contains(',').then(|| text.split(',').map(|value| value.trim().to_string()).collect())
}

/// The rules of a list as people write it: `none` for no rule, `-challenge` to leave one of the
/// game's own out.
fn rules(list: &[String]) -> (Vec<String>, Vec<String>) {
    let named = list.iter().filter(|rule| !rule.is_empty() && *rule != "none");
    let (without, rules): (Vec<&String>, Vec<&String>) = named.partition(|r| r.starts_with('-'));
    let without = without.into_iter().map(|rule| rule[1..].to_string()).collect();
    (rules.into_iter().cloned().collect(), without)
}

/// Sets of rules side by side, each with what it is called; `base` gives the game and options. An
/// option of a rule counts where that rule is.
fn side_by_side(
    base: &GameSource,
    sets: &[Vec<String>],
) -> Result<Vec<(String, GameSource)>, Refusal> {
    let listed: Vec<&str> = sets.iter().flatten().map(|rule| stem(rule)).collect();
    let mut found: Vec<(String, GameSource)> = Vec::new();
    for set in sets {
        let (rules, without) = rules(set);
        let mut source = GameSource { rules, without, ..base.clone() };
        let own: Vec<String> = source.rules.iter().map(|rule| stem(rule).to_string()).collect();
        source.options.retain(|(rule, ..)| !listed.contains(&rule.as_str()) || own.contains(rule));
        source.without.extend(base.without.iter().cloned());
        let mut name = label(&source);
        if set.iter().any(|rule| rule == "none")
            || source.rules.is_empty() && source.without.is_empty()
        {
            name = "none".into();
        }
        if found.iter().any(|(_, other)| *other == source) {
            return bad(format!("{name} would be compared with itself"));
        }
        if found.iter().any(|(other, _)| *other == name) {
            // Two files of one rule: the first keeps the name, this one is called by its path.
            name = set.join("+");
        }
        found.push((name, source));
    }
    Ok(found)
}

/// The first set of rules, and those it is compared with.
///
/// # Errors
/// When there is nothing to compare, or the bots do not fit the seats.
pub fn compare(
    base: &GameSource,
    sets: &[Vec<String>],
    seats: usize,
    bots: &[String],
) -> Result<Vec<Case>, Refusal> {
    let bots = seat_bots(bots, seats)?;
    if sets.len() < 2 || sets.len() > CASES_MAX {
        let n = sets.len();
        return bad(format!("{n} sets of rules; 2 to {CASES_MAX} can be compared"));
    }
    let sets = side_by_side(base, sets)?;
    Ok(sets.into_iter().map(|(label, source)| Case { label, source, bots: bots.clone() }).collect())
}

/// Each set of rules with the bots moved on by one seat each time, until each has sat everywhere.
///
/// # Errors
/// When the seats cannot be shared evenly, or there are too many sets.
pub fn duel(
    base: &GameSource,
    sets: &[Vec<String>],
    seats: usize,
    bots: &[String],
) -> Result<Vec<Case>, Refusal> {
    let n = bots.len();
    if n < 2 {
        return bad("a duel is between two bots or more: --bots greedy,careful");
    }
    if let Some(twice) = bots.iter().find(|bot| bots.iter().filter(|b| b == bot).count() > 1) {
        return bad(format!("{twice} is named twice; seats are shared evenly anyway"));
    }
    if !seats.is_multiple_of(n) {
        return bad(format!(
            "{seats} seats cannot be shared evenly by {n} bots; take {n} or {} seats",
            2 * n
        ));
    }
    if sets.len() * n > CASES_MAX {
        let most = CASES_MAX / n;
        return bad(format!(
            "{} sets of rules; {n} bots can play under {most} at most",
            sets.len()
        ));
    }
    let several = sets.len() > 1;
    let mut cases = Vec::new();
    for (rules, source) in side_by_side(base, sets)? {
        let rules = if several { format!("{rules}: ") } else { String::new() };
        for turn in 0..n {
            let bots: Vec<String> =
                (0..seats).map(|seat| bots[(seat + turn) % n].clone()).collect();
            let label = format!("{rules}{} from seat {}", bots[0], turn + 1);
            cases.push(Case { label, source: source.clone(), bots });
        }
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(options: &[&str]) -> GameSource {
        let option = |value: &&str| ("deal".to_string(), "cards".to_string(), value.to_string());
        let options = options.iter().map(option).collect();
        GameSource { game: "standard".into(), options, ..GameSource::default() }
    }

    #[test]
    fn several_values_are_several_cases() {
        let labels = |values: &[&str]| -> Vec<String> {
            let cases = sweep(&source(values), 4, &["random".into()]).unwrap();
            cases.into_iter().map(|case| case.label).collect()
        };
        assert_eq!(labels(&["5..7"]), ["deal.cards=5", "deal.cards=6", "deal.cards=7"]);
        assert_eq!(labels(&["5,9"]), ["deal.cards=5", "deal.cards=9"]);
        assert_eq!(labels(&["7"]), ["standard"]);
        assert!(sweep(&source(&["5,6", "7,8"]), 4, &["random".into()]).is_err());
        assert!(sweep(&source(&["9..5"]), 4, &["random".into()]).is_err());
        assert!(sweep(&source(&["1..99999999"]), 4, &["random".into()]).is_err());
    }

    #[test]
    fn an_option_goes_with_its_rule() {
        let mut base = source(&[]);
        base.options.push(("stacking".into(), "draw2".into(), "true".into()));
        base.options.push(("deal".into(), "cards".into(), "5".into()));
        let sets = [vec!["stacking".into()], vec!["none".into()]];
        let cases = compare(&base, &sets, 4, &["random".into()]).unwrap();
        assert_eq!((cases[0].source.options.len(), cases[1].source.options.len()), (2, 1));
        assert_eq!((&*cases[0].label, &*cases[1].label), ("stacking", "none"));
        assert!(
            compare(&base, &[sets[0].clone(), sets[0].clone()], 4, &["random".into()]).is_err()
        );
    }

    #[test]
    fn a_duel_is_fair() {
        let bots = ["greedy".to_string(), "random".to_string()];
        let one = [Vec::new()];
        let cases = duel(&source(&[]), &one, 4, &bots).unwrap();
        assert_eq!(cases.len(), 2);
        for seat in 0..4 {
            assert_ne!(cases[0].bots[seat], cases[1].bots[seat]);
        }
        let sets = [Vec::new(), vec!["stacking".to_string()], vec!["jump_in".into()]];
        let labels = duel(&source(&[]), &sets, 4, &bots).unwrap();
        let labels: Vec<&str> = labels.iter().map(|case| case.label.as_str()).collect();
        assert_eq!((labels.len(), labels[0]), (6, "none: greedy from seat 1"));
        assert_eq!(labels[3], "stacking: random from seat 2");
        assert!(duel(&source(&[]), &[sets[0].clone(), Vec::new()], 4, &bots).is_err());
        assert!(duel(&source(&[]), &one, 3, &bots).is_err());
        assert!(duel(&source(&[]), &one, 4, &bots[..1]).is_err());
    }
}
