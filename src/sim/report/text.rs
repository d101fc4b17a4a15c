//! A result as a table for people: 80 columns, plain text.

use super::figures::{BotFigures, CaseFigures, Difference, Differences, bots, differences};
use super::sentence::{duel_sentences, number, plain, sentences, with_half};
use super::{Report, bots_text, replay_command, setting, sweep_text};
use crate::sim::pairs::Duel;
use crate::sim::plan::{Kind, Unit};
use crate::sim::stats::{Mean, Share};
use crate::sim::tally::{Faulty, Figure};

/// Columns of a bar.
const BAR: f64 = 30.0;
/// Rows of a histogram.
const ROWS: u32 = 12;

/// The whole result.
pub fn text(report: &Report) -> String {
    let cases = report.cases();
    let mut lines = head(report);
    match report.head.kind {
        Kind::Single => {
            for case in &cases {
                lines.extend(one(report, case));
            }
        }
        Kind::Duel => lines.extend(duel(report)),
        Kind::Compare | Kind::Sweep => {
            if report.head.kind == Kind::Sweep {
                lines.extend(sweep(&cases));
            }
            for pair in &report.outcome.pairs {
                lines.extend(pair_lines(&differences(pair, &report.head), &cases));
            }
        }
    }
    lines.extend(notes(report, &cases));
    lines.extend(faults(report));
    lines.join("\n")
}

fn head(report: &Report) -> Vec<String> {
    let head = &report.head;
    let case = &head.cases[0];
    let bots = bots_text(&case.bots);
    let labels: Vec<String> = head.cases.iter().map(|case| case.label.clone()).collect();
    let what = match head.kind {
        Kind::Single => labels[0].clone(),
        Kind::Sweep => sweep_text(&labels),
        Kind::Compare => format!("{} against {}", labels[0], labels[1..].join(", ")),
        Kind::Duel => {
            let rules = report.outcome.duels.iter().map(|duel| duel.rules.as_str());
            format!("{}: duel", rules.collect::<Vec<_>>().join(", "))
        }
    };
    let first = format!("{what}; {} seats, bots {bots}, seed {}", head.seats, head.seed);
    let mut lines = wrapped(&first, "", "  ", "");
    lines.extend(wrapped(&setting(head), "", "  ", ""));
    // A unit that ended the run is not among those that are counted.
    let sound = report.outcome.sound();
    let unit = match sound {
        1 => head.unit.one(),
        _ => head.unit.text(),
    };
    let mut done = format!("{} {unit}", plain(sound as i64));
    if head.kind != Kind::Single {
        done.push_str(&format!(" in each of {} cases, on the same deals", head.cases.len()));
    }
    if head.shard.of > 1 {
        done.push_str(&format!(", part {} of {}", head.shard.part, head.shard.of));
    }
    if let Some(speed) = report.rounds_per_second {
        done.push_str(&format!("; {} rounds a second", plain(speed.round() as i64)));
    }
    lines.push(done);
    if report.outcome.interrupted {
        let whole = plain(head.total as i64);
        lines.push(format!("stopped early: these are figures of what was done, not of {whole}"));
    }
    lines
}

fn one(report: &Report, case: &CaseFigures) -> Vec<String> {
    let mut lines = vec![String::new()];
    lines.push(format!("{:<24}{:>12}{:>10}{:>10}", "a round has", "mean", "± 95 %", "sd"));
    for row in &case.figures {
        if row.mean.mean != 0.0 {
            let (mean, half, sd) = (number(row.mean.mean), half(&row.mean), number(row.mean.sd));
            lines.push(format!("{:<24}{mean:>12}{half:>10}{sd:>10}", row.name.replace('_', " ")));
        }
    }
    lines.extend(length(case));
    lines.push(String::new());
    let what = if report.head.unit == Unit::Matches { "matches won" } else { "rounds won" };
    lines.push(format!("{what:<18}{:>8}  {:<18}{:>9}", "rate", "95 % interval", "points"));
    for (at, share) in case.wins.iter().enumerate() {
        let points = case.points.get(at).map_or(0.0, |mean| mean.mean);
        let (name, shown) = (format!("seat {} {}", at + 1, bot(report, at)), interval(share));
        lines.push(format!("{name:<18}{shown}{:>9}  {}", number(points), bar(share.rate, 1.0)));
    }
    lines.extend(course(case));
    lines.extend(hooks(case));
    lines.extend(extremes(case));
    lines
}

fn bot(report: &Report, seat: usize) -> String {
    let bots = &report.head.cases[0].bots;
    let same = bots.iter().all(|bot| *bot == bots[0]);
    if same { String::new() } else { bots[seat].chars().take(10).collect() }
}

fn half(mean: &Mean) -> String {
    mean.half.map_or("?".into(), number)
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// `25.84 %  25.57 to 26.12 %`
fn interval(share: &Share) -> String {
    let ends = format!("{:.2} to {:.2}", 100.0 * share.low, 100.0 * share.high);
    format!("{:>8}  {ends:<18}", percent(share.rate))
}

fn bar(value: f64, most: f64) -> String {
    let eighths = if most > 0.0 { (value / most * BAR * 8.0).round() as usize } else { 0 };
    let mut bar = "█".repeat(eighths / 8);
    bar.extend(" ▏▎▍▌▋▊▉".chars().nth(eighths % 8).filter(|c| *c != ' '));
    bar
}

/// How long rounds are.
fn length(case: &CaseFigures) -> Vec<String> {
    let (Some((least, _)), Some((most, _))) = (case.histogram.first(), case.histogram.last())
    else {
        return Vec::new();
    };
    let quantile = |name: &str| case.quantiles.iter().find(|(n, _)| *n == name).map_or(0, |q| q.1);
    let quantiles = ["p5", "p25", "p50", "p75", "p95"].map(|name| format!("{}", quantile(name)));
    let told = format!(
        "turns: {least} to {most}; 5 % of rounds have {} or fewer, 25 % {}, half {}, 75 % {}, 95 % \
         {}",
        quantiles[0], quantiles[1], quantiles[2], quantiles[3], quantiles[4]
    );
    let mut lines = vec![String::new()];
    lines.extend(wrapped(&told, "", "  ", ""));
    // Up to the last per cent in even steps, the tail in one row.
    let p99 = quantile("p99");
    let step = (p99 - least.min(&p99)).div_ceil(ROWS).max(1);
    let mut bins: Vec<(u32, u32, u64)> = Vec::new();
    for (turns, count) in &case.histogram {
        let bin = ((turns - least) / step).min(ROWS);
        let from = least + bin * step;
        match bins.last_mut() {
            Some(last) if last.0 == from => last.2 += count,
            _ => bins.push((from, from + step - 1, *count)),
        }
        if bin == ROWS
            && let Some(last) = bins.last_mut()
        {
            last.1 = *most;
        }
    }
    let greatest = bins.iter().map(|bin| bin.2).max().unwrap_or(1) as f64;
    for (from, to, count) in bins {
        let name = if from == to { format!("{from}") } else { format!("{from} to {to}") };
        let share = count as f64 / case.rounds.max(1) as f64;
        let shown = percent(share);
        lines.push(format!("  {name:<16}{shown:>8}  {}", bar(count as f64, greatest)));
    }
    lines
}

/// What else is to be said of rounds.
fn course(case: &CaseFigures) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut row = |name: &str, share: &Share, of: &str| {
        lines.push(format!("{name:<26}{} {of}", interval(share)));
    };
    row("goes with a real choice", &case.choice, "two things to do or more");
    row("rounds that stalled", &case.stalled, "no move, or the limit");
    if case.missed.n > 0 {
        row("last-card calls missed", &case.missed, "of those due");
    }
    if case.caught.n > 0 {
        row("missed calls caught", &case.caught, "of those missed");
    }
    let ends = case.ends.iter().map(|(end, count)| format!("{end} {}", plain(*count as i64)));
    lines.push(format!("{:<26}{}", "rounds ended", ends.collect::<Vec<_>>().join(", ")));
    if let Some(matches) = &case.matches {
        for (name, mean) in [
            ("rounds of a match", &matches.rounds),
            ("turns of a match", &matches.turns),
            ("changes of lead in points", &matches.lead_changes),
        ] {
            lines.push(format!("{name:<26}{}", with_half(mean.mean, mean.half)));
        }
        if matches.endless > 0 {
            let n = plain(matches.endless as i64);
            lines.push(format!("{:<26}{n}", "matches without an end"));
        }
    }
    lines
}

/// What the hooks of every rule were asked.
fn hooks(case: &CaseFigures) -> Vec<String> {
    if case.hooks.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![
        String::new(),
        format!(
            "{:<22}{:<24}{:>10}{:>11}{:>10}",
            "rule", "hook, times a round", "asked", "answered", "changed"
        ),
    ];
    let mut before = "";
    for row in &case.hooks {
        let rule = if row.rule == before { "" } else { row.rule.as_str() };
        before = &row.rule;
        let [asked, answered, changed] =
            row.counts.map(|count| number(count as f64 / case.rounds.max(1) as f64));
        lines.push(format!("{rule:<22}{:<24}{asked:>10}{answered:>11}{changed:>10}", row.hook));
    }
    lines
}

/// A text in lines of 80 columns: `first` and `more` begin them, `end` ends each but the last.
fn wrapped(text: &str, first: &str, more: &str, end: &str) -> Vec<String> {
    let (mut lines, mut line, mut begin) = (Vec::new(), first.to_string(), first.len());
    for word in text.split(' ') {
        let wide = line.chars().count() + 1 + word.chars().count() + end.len();
        if wide > 80 && line.len() > begin {
            lines.push(line + end);
            (line, begin) = (more.to_string(), more.len());
        }
        if line.len() > begin {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// Rounds that stand out, and how to see them.
fn extremes(case: &CaseFigures) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (name, extreme) in &case.extremes {
        let what = match *name {
            "most points" => "points",
            "most lead changes" => "changes",
            _ => "turns",
        };
        let value = plain(extreme.value);
        let unit = plain(extreme.unit as i64);
        lines.push(format!("{name:<18} {value} {what}, number {unit}, seed {}", extreme.seed));
    }
    if let Some((_, longest)) = case.extremes.first() {
        lines.push("the longest once more:".into());
        let command = replay_command(&case.words, longest.seed, longest.round);
        // Where a word is quoted no line must be broken.
        match command.contains('\'') {
            true => lines.push(format!("  {command}")),
            false => lines.extend(wrapped(&command, "  ", "    ", " \\")),
        }
    }
    lines
}

/// One line for each value of a sweep.
fn sweep(cases: &[CaseFigures]) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        format!(
            "{:<22}{:>10}{:>9}{:>10}{:>10}{:>10}{:>9}",
            "value", "turns", "± 95 %", "draws", "points", "seat 1", "stalled"
        ),
    ];
    for case in cases {
        let of = |figure| number(case.get(figure).mean);
        let seat = case.wins.first().map_or(0.0, |share| share.rate);
        lines.push(format!(
            "{:<22}{:>10}{:>9}{:>10}{:>10}{:>10}{:>9}",
            case.label,
            of(Figure::Turns),
            half(&case.get(Figure::Turns)),
            of(Figure::Draws),
            of(Figure::Points),
            percent(seat),
            percent(case.stalled.rate),
        ));
    }
    lines
}

/// What two cases are called above their columns: of a sweep's the values, of long names the ends.
fn heads(of: &str, against: &str) -> (String, String) {
    let values = of.split_once('=').zip(against.split_once('='));
    let (of, against) = match values {
        Some(((a, of), (b, against))) if a == b => (of, against),
        _ => (of, against),
    };
    let short = |label: &str| {
        let n = label.chars().count();
        label.chars().skip(n.saturating_sub(14)).collect::<String>()
    };
    (short(of), short(against))
}

/// A pair: a table, and a sentence for each difference.
fn pair_lines(pair: &Differences, cases: &[CaseFigures]) -> Vec<String> {
    let case = |label: &str| cases.iter().find(|case| case.label == label);
    let (Some(of), Some(against)) = (case(&pair.of), case(&pair.against)) else {
        return Vec::new();
    };
    let (a, b) = heads(&pair.of, &pair.against);
    let mut lines =
        vec![String::new(), format!("{:<20}{a:>15}{b:>15}{:>13}{:>9}", "", "difference", "± 95 %")];
    for row in &pair.rows {
        let (x, y) = (value(of, row), value(against, row));
        if x == 0.0 && y == 0.0 {
            continue;
        }
        let scale = if row.unit == "share" { 100.0 } else { 1.0 };
        let unit = if row.unit == "share" { " %" } else { "" };
        let name = match row.seat {
            Some(seat) => format!("seat {seat} wins"),
            None => row.name.replace('_', " "),
        };
        let star = if row.significant() { " *" } else { "" };
        let half = row.mean.half.map_or("?".into(), |half| number(scale * half));
        let (x, y) = (number(scale * x) + unit, number(scale * y) + unit);
        let difference = format!("{:+}", Signed(scale * row.mean.mean));
        lines.push(format!("{name:<20}{x:>15}{y:>15}{difference:>13}{half:>9}{star}"));
    }
    lines.push("* hardly chance: 5 % for all of these lines together (Holm)".into());
    lines.push(String::new());
    lines.extend(sentences(pair, of, against).iter().flat_map(|line| wrapped(line, "", "  ", "")));
    lines
}

/// A number with its sign.
struct Signed(f64);

impl std::fmt::Display for Signed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 > 0.0 { "+" } else { "" };
        write!(f, "{sign}{}", number(self.0))
    }
}

fn value(case: &CaseFigures, row: &Difference) -> f64 {
    match (row.figure, row.seat) {
        // Of whole matches the differences are those of a match.
        (Some(figure), _) => {
            let units = case.matches.as_ref().map_or(case.rounds, |matches| matches.matches);
            case.get(figure).mean * case.rounds as f64 / units.max(1) as f64
        }
        (None, Some(seat)) => case.wins.get(seat - 1).map_or(0.0, |share| share.rate),
        (None, None) => case.stalled.rate,
    }
}

/// Columns of a duel under several sets of rules, side by side.
const SETS: usize = 3;

/// The bots of a duel, the best first.
fn duel(report: &Report) -> Vec<String> {
    let duels = &report.outcome.duels;
    let mut lines = Vec::new();
    match &duels[..] {
        [one] => lines.extend(ranked(one)),
        several => several.chunks(SETS).for_each(|some| lines.extend(side_by_side(some))),
    }
    lines.push(String::new());
    lines.extend(duel_sentences(duels).iter().flat_map(|line| wrapped(line, "", "  ", "")));
    lines
}

fn ranked(duel: &Duel) -> Vec<String> {
    let mut bots = bots(duel);
    bots.sort_by(|a, b| b.wins.mean.total_cmp(&a.wins.mean));
    let mut lines = vec![
        String::new(),
        format!(
            "{:<4}{:<28}{:>11}{:>10}{:>12}{:>10}",
            "", "bot", "wins", "± 95 %", "points", "± 95 %"
        ),
    ];
    for (place, bot) in bots.iter().enumerate() {
        let wins_half = bot.wins.half.map_or("?".into(), |half| number(100.0 * half));
        lines.push(format!(
            "{:<4}{:<28}{:>11}{wins_half:>10}{:>12}{:>10}",
            place + 1,
            bot.bot,
            percent(bot.wins.mean),
            number(bot.points.mean),
            half(&bot.points)
        ));
    }
    lines
}

fn side_by_side(duels: &[Duel]) -> Vec<String> {
    let short = |name: &str| name.chars().take(16).collect::<String>();
    let heads = duels.iter().map(|duel| format!("{:>18}", short(&duel.rules)));
    let mut lines =
        vec![String::new(), format!("{:<24}{}", "wins in % under", heads.collect::<String>())];
    let columns: Vec<_> = duels.iter().map(bots).collect();
    for (at, bot) in columns.first().into_iter().flatten().enumerate() {
        let cell = |bots: &Vec<BotFigures>| {
            let wins = &bots[at].wins;
            let shown = with_half(100.0 * wins.mean, wins.half.map(|half| 100.0 * half));
            format!("{shown:>18}")
        };
        let cells: String = columns.iter().map(cell).collect();
        lines.push(format!("{:<24}{cells}", bot.bot));
    }
    lines
}

/// What a reader might otherwise take for a figure of a rule.
fn notes(report: &Report, cases: &[CaseFigures]) -> Vec<String> {
    let mut notes = Vec::new();
    for (head, case) in report.head.cases.iter().zip(cases) {
        for rule in head.rules.iter().filter(|rule| !rule.built_in) {
            let asked = case.hooks.iter().any(|row| row.rule == rule.name);
            if asked || case.rounds == 0 {
                continue;
            }
            let quiet = head.bots.iter().all(|bot| bot == "random");
            let why = if quiet {
                " (random bots never call, catch or jump in; try --bots greedy)"
            } else {
                ""
            };
            let note = format!("note: no hook of {} was ever asked{why}", rule.name);
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    let mut lines: Vec<String> =
        notes.iter().flat_map(|note| wrapped(note, "", "  ", "")).collect();
    if !lines.is_empty() {
        lines.insert(0, String::new());
    }
    lines
}

pub(super) fn faults(report: &Report) -> Vec<String> {
    let unit = report.head.unit;
    let mut lines = Vec::new();
    for tally in &report.outcome.tallies {
        for faults in tally.faults.values() {
            let n = plain(faults.count as i64);
            let what = if faults.count == 1 { unit.one() } else { unit.text() };
            let first = fault_text(&faults.first, unit);
            let whose = match report.head.cases.len() {
                1 => String::new(),
                _ => format!(" of {}", faults.first.case),
            };
            lines.push(String::new());
            let told = format!("{n} {what}{whose} left out, first: {first}");
            lines.extend(wrapped(&told, "", "  ", ""));
        }
    }
    lines
}

/// A fault in a sentence: rule, line, round and seed.
pub fn fault_text(fault: &Faulty, unit: Unit) -> String {
    let (number, seed, one) = (plain(fault.unit as i64), fault.seed, unit.one());
    let at = fault.at.as_deref().unwrap_or_default();
    let at =
        if at.is_empty() || fault.text.contains(at) { String::new() } else { format!(" ({at})") };
    format!("{one} {number} (seed {seed}): {}{at}", fault.text)
}
