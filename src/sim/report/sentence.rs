//! Differences in plain sentences, and numbers as people write them.

use super::figures::{BotFigures, CaseFigures, Difference, Differences, bots, shared};
use crate::sim::pairs::Duel;
use crate::sim::stats::{Mean, holm, p_value};
use crate::sim::tally::{Figure, Sums};

/// A whole number with a comma after every three digits.
pub fn plain(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    if n < 0 { format!("-{shown}") } else { shown }
}

/// A number with about three digits that say something.
pub fn number(x: f64) -> String {
    let size = x.abs();
    match size {
        _ if size == 0.0 => "0".into(),
        _ if size >= 1000.0 => plain(x.round() as i64),
        _ if size >= 100.0 => format!("{x:.1}"),
        _ if size >= 10.0 => format!("{x:.2}"),
        _ if size >= 0.001 => format!("{x:.3}"),
        _ => format!("{x:.1e}"),
    }
}

/// A number and half its interval, both with the digits that the interval leaves certain.
pub fn with_half(x: f64, half: Option<f64>) -> String {
    let Some(half) = half.filter(|half| *half > 0.0) else { return number(x) };
    let digits = (1.0 - half.log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{x:.digits$} ± {half:.digits$}")
}

/// A sentence for each difference that there could be, and how often the rules that make it had an
/// effect.
pub fn sentences(pair: &Differences, of: &CaseFigures, against: &CaseFigures) -> Vec<String> {
    let said = pair.rows.iter().filter_map(|row| sentence(pair, row));
    let other = fired(against, of).into_iter();
    let other = other.map(|told| format!("Under {}, {told}", against.label));
    said.chain(fired(of, against)).chain(other).collect()
}

/// How often each rule that only the first case has changed something.
fn fired(of: &CaseFigures, other: &CaseFigures) -> Vec<String> {
    let mut rules: Vec<&str> = of.hooks.iter().map(|row| row.rule.as_str()).collect();
    rules.dedup();
    rules.retain(|rule| !other.hooks.iter().any(|row| row.rule == *rule));
    let rounds = of.rounds.max(1) as f64;
    let told = |rule: &str| {
        let rows: Vec<_> = of.hooks.iter().filter(|row| row.rule == rule).collect();
        let sum = |at: usize| rows.iter().map(|row| row.counts[at]).sum::<u64>();
        let (asked, changed) = (number(sum(0) as f64 / rounds), sum(2));
        if changed == 0 {
            return format!("{rule} is asked {asked} times a round and never changes anything.");
        }
        let hooks = rows.iter().filter(|row| row.counts[2] > 0).map(|row| row.hook.as_str());
        let hooks: Vec<&str> = hooks.collect();
        // To allow what nobody then does is not yet to have happened.
        let judges = hooks.iter().all(|hook| hook.starts_with("can_"));
        let does = if judges { "allows or forbids something" } else { "changes something" };
        let (hooks, changed) = (hooks.join(", "), number(changed as f64 / rounds));
        format!("{rule} {does} {changed} times a round ({hooks}).")
    };
    rules.into_iter().map(told).collect()
}

fn sentence(pair: &Differences, row: &Difference) -> Option<String> {
    let (of, than) = (&pair.of, &pair.against);
    let varies = row.mean.mean != 0.0 || row.mean.sd > 0.0;
    if !varies {
        let told = matches!(row.figure, Some(Figure::Turns | Figure::Points));
        return told.then(|| format!("{of} and {than}: no difference in {}.", row.name));
    }
    let more = row.mean.mean >= 0.0;
    let scale = if row.unit == "share" { 100.0 } else { 1.0 };
    let size = with_half(scale * row.mean.mean.abs(), row.mean.half.map(|half| scale * half));
    let word = if more { "more" } else { "fewer" };
    let (one, all) = (pair.unit.one(), pair.unit.text());
    let told = match (row.figure, row.seat) {
        (Some(Figure::Turns), _) => {
            let word = if more { "longer" } else { "shorter" };
            format!("{of} makes {all} {size} turns {word} than {than}")
        }
        (Some(Figure::Points), _) => {
            let word = if more { "more" } else { "less" };
            format!("a {one} is worth {size} points {word}")
        }
        (Some(Figure::Plays), _) => format!("players lay {size} {word} cards a {one}"),
        (Some(Figure::Draws), _) => format!("they draw {size} {word} cards a {one}"),
        (Some(Figure::Reshuffles), _) => format!("the pile is reshuffled {size} times {word}"),
        (Some(Figure::LeadChanges), _) => format!("the lead changes {size} times {word}"),
        (Some(Figure::Decisions), _) => return None,
        (Some(_), _) => format!("{}: {size} {word} a {one}", row.name.replace('_', " ")),
        (None, Some(seat)) => {
            let word = if more { "gains" } else { "loses" };
            format!("seat {seat} {word} {size} points of win rate")
        }
        (None, None) => format!("{size} {word} {all} in a hundred stall"),
    };
    let sure = match row.significant() {
        true => "",
        // Its own interval is clear of 0, but one of so many may well be.
        false if row.p < 0.05 => ": not significant among so many figures",
        false => ": not significant",
    };
    let mut letters = told.chars();
    let first = letters.next()?;
    // Only a word of the sentence gets a capital letter, never the name of a rule.
    let first = if told.starts_with(of.as_str()) {
        first.to_string()
    } else {
        first.to_uppercase().collect()
    };
    Some(format!("{first}{}{sure}.", letters.as_str()))
}

/// Sentences about a duel: under one set of rules who wins more than whom; under several who
/// gains from which.
pub fn duel_sentences(duels: &[Duel]) -> Vec<String> {
    let sure = |p: f64, alone: f64| match p < 0.05 {
        true => "",
        false if alone < 0.05 => ": not significant among so many figures",
        false => ": not significant",
    };
    let percent =
        |mean: &Mean| with_half(100.0 * mean.mean.abs(), mean.half.map(|half| 100.0 * half));
    match duels {
        [] => Vec::new(),
        [duel] => {
            let p: Vec<f64> = duel.pairs.iter().map(|(.., sums)| p_value(sums)).collect();
            let told = |((a, b, sums), p): (&(usize, usize, Sums), f64)| {
                let alone = p_value(sums);
                let (better, worse) = if sums.sum >= 0 { (a, b) } else { (b, a) };
                let (better, worse) = (&duel.bots[*better], &duel.bots[*worse]);
                let by = percent(&shared(sums, duel));
                format!("{better} wins {by} points more than {worse}{}.", sure(p, alone))
            };
            duel.pairs.iter().zip(holm(&p)).map(told).collect()
        }
        [first, more @ ..] => {
            let each =
                || more.iter().flat_map(|duel| bots(duel).into_iter().map(move |b| (duel, b)));
            let p: Vec<f64> = each().map(|(_, bot)| bot.p).collect();
            let told = |((duel, bot), p): ((&Duel, BotFigures), f64)| {
                let word = if bot.gain.mean >= 0.0 { "more" } else { "less" };
                let (by, name) = (percent(&bot.gain), &bot.bot);
                let (now, before) = (&duel.rules, &first.rules);
                format!(
                    "{name} wins {by} points {word} under {now} than under {before}{}.",
                    sure(p, bot.p)
                )
            };
            each().zip(holm(&p)).map(told).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([plain(0), plain(-1234), plain(1_000_000)], ["0", "-1,234", "1,000,000"]);
        assert_eq!([number(0.0), number(53.637), number(0.0148)], ["0", "53.64", "0.015"]);
        assert_eq!(with_half(7.923, Some(0.214)), "7.92 ± 0.21");
        assert_eq!(with_half(7.923, Some(21.4)), "8 ± 21");
        assert_eq!(with_half(1.0, None), "1.000");
    }
}
