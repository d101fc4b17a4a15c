//! A result as one self-contained page: sentences, charts and tables, in light and dark.

use super::charts::{self, Ranged};
use super::figures::{BotFigures, CaseFigures, Difference, Differences, bots, differences};
use super::sentence::{duel_sentences, number, plain, sentences, with_half};
use super::text::faults;
use super::{Report, bots_text, replay_command, setting, sweep_text};
use crate::engine::{Code, Refusal};
use crate::sim::plan::Kind;
use crate::sim::stats::Mean;
use crate::sim::tally::Figure;

const STYLE: &str = "
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1b1f;--grid:#d9d9e0;
--bar:#4a7bd0;--mark:#b3420a;--soft:#f3f3f7}
@media(prefers-color-scheme:dark){:root{--paper:#16161a;--ink:#e8e8ee;--grid:#3a3a44;
--bar:#6f9ef0;--mark:#ffab6b;--soft:#212128}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;
max-width:48rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}
svg{max-width:100%;height:auto;display:block}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:right;padding:.2rem .5rem;border-bottom:1px solid var(--grid)}
th:first-child,td:first-child{text-align:left}
code{background:var(--soft);padding:.1rem .3rem;overflow-wrap:anywhere}
figure{margin:1rem 0}figcaption{font-size:.9rem}";

/// A text that can stand in a page.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// The page.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn html(report: &Report) -> Result<String, Refusal> {
    page(report).map_err(|error| {
        Refusal::new(Code::FileError, format!("the page cannot be drawn: {error}"))
    })
}

type Part = Result<String, Box<dyn std::error::Error>>;

fn page(report: &Report) -> Part {
    let cases = report.cases();
    let head = &report.head;
    let labels: Vec<String> = head.cases.iter().map(|case| case.label.clone()).collect();
    let title = match head.kind {
        Kind::Single => labels[0].clone(),
        Kind::Sweep => sweep_text(&labels),
        Kind::Compare => format!("{} against {}", labels[0], labels[1..].join(", ")),
        Kind::Duel => format!("Duel: {}", head.cases[0].bots.join(", ")),
    };
    let mut body = vec![format!("<h1>{}</h1>", escape(&title)), lead(report)];
    match head.kind {
        Kind::Single => {
            for case in &cases {
                body.push(single(case)?);
            }
        }
        Kind::Duel => body.push(duel(report)?),
        Kind::Compare | Kind::Sweep => {
            if head.kind == Kind::Sweep {
                body.push(sweep(&cases)?);
            }
            for pair in &report.outcome.pairs {
                body.push(compared(&differences(pair, head), &cases)?);
            }
            for case in &cases {
                body.push(format!("<h2>{}</h2>", escape(&case.label)));
                body.push(single(case)?);
            }
        }
    }
    let (title, body) = (escape(&title), body.join("\n"));
    let style = format!("{STYLE}{}", charts::STYLE);
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title}</title>\n<style>{style}</style></head>\n<body>\n{body}\n</body></html>\n"
    ))
}

fn lead(report: &Report) -> String {
    let head = &report.head;
    let done = plain(report.outcome.done as i64);
    let (unit, seats, seed) = (head.unit.text(), head.seats, head.seed);
    let bots = escape(&bots_text(&head.cases[0].bots));
    let early = if report.outcome.interrupted || report.outcome.fault.is_some() {
        " The run ended early: these are the figures of what was done."
    } else {
        ""
    };
    let left_out = faults(report).join(" ");
    let left_out = match left_out.is_empty() {
        true => left_out,
        false => format!("<p><strong>{}</strong></p>", escape(left_out.trim())),
    };
    let same = if head.kind == Kind::Single { "" } else { " in each case, on the same deals" };
    format!(
        "<p>{done} {unit}{same}; {}; {seats} seats; bots {bots}; seed {seed}; {}.{early} Intervals \
         hold with 95 % confidence.</p>{left_out}",
        escape(&setting(head)),
        escape(&head.program)
    )
}

fn figure(svg: &str, caption: &str) -> String {
    format!("<figure>{svg}<figcaption>{}</figcaption></figure>", escape(caption))
}

/// Bins for a histogram: at most 40, the tail past 99 % of rounds cut off; and how many that are.
fn bins(case: &CaseFigures) -> (Vec<(u32, u32, f64)>, u64) {
    let last = case.quantiles.iter().find(|(name, _)| *name == "p99").map_or(0, |(_, q)| *q);
    let first = case.histogram.first().map_or(0, |(turns, _)| *turns);
    let step = (last.saturating_sub(first) + 1).div_ceil(40).max(1);
    let (mut bins, mut beyond): (Vec<(u32, u32, f64)>, u64) = (Vec::new(), 0);
    for (turns, count) in &case.histogram {
        if *turns > last {
            beyond += count;
            continue;
        }
        let from = first + (turns - first) / step * step;
        let share = 100.0 * *count as f64 / case.rounds.max(1) as f64;
        match bins.last_mut() {
            Some(bin) if bin.0 == from => bin.2 += share,
            _ => bins.push((from, from + step - 1, share)),
        }
    }
    (bins, beyond)
}

fn single(case: &CaseFigures) -> Part {
    let mut parts = Vec::new();
    let (bins, beyond) = bins(case);
    let quantile = |name: &str| case.quantiles.iter().find(|(n, _)| *n == name).map_or(0, |q| q.1);
    let svg = charts::histogram(&bins, "turns of a round", "% of rounds", "Histogram of lengths")?;
    let caption = format!(
        "Half of the rounds have {} turns or fewer, nine in ten {} to {}; {} longer ones are not \
         shown.",
        quantile("p50"),
        quantile("p5"),
        quantile("p95"),
        plain(beyond as i64)
    );
    parts.push(figure(&svg, &caption));
    let seat = |(at, share): (usize, &crate::sim::stats::Share)| {
        let percent = |x: f64| 100.0 * x;
        let (value, low, high) = (percent(share.rate), percent(share.low), percent(share.high));
        (format!("seat {}", at + 1), Ranged { value, low, high })
    };
    let wins: Vec<(String, Ranged)> = case.wins.iter().enumerate().map(seat).collect();
    let svg = charts::ranged(&wins, "% won", true, "Win rate by seat with intervals")?;
    parts.push(figure(&svg, "Win rate by seat, with Wilson intervals."));
    parts.push(figures_table(case));
    parts.push(hooks_table(case));
    parts.push(extremes(case));
    Ok(parts.join("\n"))
}

fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let cells = |tag: &str, cells: &[String]| {
        let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)));
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let rows: Vec<String> = rows.iter().map(|row| cells("td", row)).collect();
    let head = cells("th", &head);
    format!("<table><thead>{head}</thead><tbody>{}</tbody></table>", rows.join("\n"))
}

fn figures_table(case: &CaseFigures) -> String {
    let mut rows: Vec<Vec<String>> = case
        .figures
        .iter()
        .filter(|row| row.mean.mean != 0.0)
        .map(|row| {
            let shown = with_half(row.mean.mean, row.mean.half);
            vec![row.name.replace('_', " "), shown, number(row.mean.sd)]
        })
        .collect();
    for (name, share) in [
        ("goes with a real choice", &case.choice),
        ("rounds that stalled", &case.stalled),
        ("last-card calls missed", &case.missed),
        ("missed calls caught", &case.caught),
    ] {
        let (rate, low, high) = (100.0 * share.rate, 100.0 * share.low, 100.0 * share.high);
        if share.n > 0 {
            let shown = format!("{rate:.2} % ({low:.2} to {high:.2})");
            rows.push(vec![name.into(), shown, String::new()]);
        }
    }
    table(&["a round has", "mean ± 95 %", "standard deviation"], &rows)
}

fn hooks_table(case: &CaseFigures) -> String {
    let row = |row: &super::HookRow| {
        let mut cells = vec![format!("{} {}", row.rule, row.hook)];
        let each = |count: &u64| number(*count as f64 / case.rounds.max(1) as f64);
        cells.extend(row.counts.iter().map(each));
        cells
    };
    let rows: Vec<Vec<String>> = case.hooks.iter().map(row).collect();
    table(&["rule and hook, times a round", "asked", "answered", "changed something"], &rows)
}

fn extremes(case: &CaseFigures) -> String {
    let line = |(name, e): &(&'static str, crate::sim::tally::Extreme)| {
        let command = escape(&replay_command(&case.words, e.seed, e.round));
        let (name, value) = (escape(name), plain(e.value));
        format!("<li>{name}: {value}<br><code>{command}</code></li>")
    };
    let lines: Vec<String> = case.extremes.iter().map(line).collect();
    format!("<p>Rounds that stand out:</p><ul>{}</ul>", lines.join("\n"))
}

fn ranged_of(mean: &Mean, scale: f64) -> Ranged {
    let half = mean.half.unwrap_or(0.0);
    let value = scale * mean.mean;
    Ranged { value, low: value - scale.abs() * half, high: value + scale.abs() * half }
}

fn compared(pair: &Differences, cases: &[CaseFigures]) -> Part {
    let mut parts = vec![format!("<h2>{} − {}</h2>", escape(&pair.of), escape(&pair.against))];
    let case = |label: &str| cases.iter().find(|case| case.label == label);
    let base = case(&pair.against);
    if let (Some(of), Some(against)) = (case(&pair.of), base) {
        parts.push(list(sentences(pair, of, against)));
        parts.push(
            "<p>Each interval holds for itself; significant is what would hardly come by chance \
             among all of these figures together (Holm, 5 %).</p>"
                .into(),
        );
    }
    let relative = |row: &Difference| {
        let figure = row.figure?;
        let units = base?.matches.as_ref().map_or(base?.rounds, |m| m.matches).max(1);
        let base_mean = base?.get(figure).mean * base?.rounds as f64 / units as f64;
        let shown = !matches!(figure, Figure::Decisions) && base_mean.abs() > 0.02;
        shown.then(|| (row.name.replace('_', " "), ranged_of(&row.mean, 100.0 / base_mean)))
    };
    let figures: Vec<(String, Ranged)> = pair.rows.iter().filter_map(relative).collect();
    let svg = charts::ranged(&figures, "difference in %", false, "Paired differences")?;
    let caption =
        format!("Paired differences, in % of {}: what touches 0 may be chance.", pair.against);
    parts.push(figure(&svg, &caption));
    let seat = |row: &Difference| {
        let seat = row.seat?;
        Some((format!("seat {seat}"), ranged_of(&row.mean, 100.0)))
    };
    let wins: Vec<(String, Ranged)> = pair.rows.iter().filter_map(seat).collect();
    let svg = charts::ranged(&wins, "points of win rate", false, "Paired differences of wins")?;
    parts.push(figure(&svg, "Paired differences of the win rate, by seat."));
    Ok(parts.join("\n"))
}

fn sweep(cases: &[CaseFigures]) -> Part {
    let mut parts = Vec::new();
    let (option, _) = cases[0].label.split_once('=').unwrap_or((&cases[0].label, ""));
    let value = |case: &CaseFigures| case.label.split_once('=').map(|(_, value)| value.to_string());
    let numbers: Option<Vec<f64>> = cases.iter().map(|case| value(case)?.parse().ok()).collect();
    for (figure_of, y) in [
        (Figure::Turns, "turns of a round"),
        (Figure::Draws, "cards drawn"),
        (Figure::Points, "points"),
    ] {
        let each = |case: &CaseFigures| ranged_of(&case.get(figure_of), 1.0);
        let what = format!("{y} by {option}");
        let svg = match &numbers {
            Some(numbers) => {
                let points: Vec<_> = numbers.iter().copied().zip(cases.iter().map(each)).collect();
                charts::curve(&points, option, y, &what)?
            }
            None => {
                let named = |case: &CaseFigures| (value(case).unwrap_or_default(), each(case));
                charts::ranged(&cases.iter().map(named).collect::<Vec<_>>(), y, false, &what)?
            }
        };
        parts.push(figure(&svg, &what));
    }
    Ok(parts.join("\n"))
}

fn list(lines: Vec<String>) -> String {
    let lines = lines.into_iter().map(|line| format!("<li>{}</li>", escape(&line)));
    format!("<ul>{}</ul>", lines.collect::<Vec<_>>().join("\n"))
}

fn duel(report: &Report) -> Part {
    let duels = &report.outcome.duels;
    let mut parts = vec![list(duel_sentences(duels))];
    for duel in duels {
        let mut bots = bots(duel);
        bots.sort_by(|a, b| b.wins.mean.total_cmp(&a.wins.mean));
        let bar = |bot: &BotFigures| (bot.bot.clone(), ranged_of(&bot.wins, 100.0));
        let bars: Vec<(String, Ranged)> = bots.iter().map(bar).collect();
        let svg = charts::ranged(&bars, "% won", true, "Win rate by bot with intervals")?;
        let caption = format!(
            "Win rate by bot under {}; every bot sat everywhere on the same deals.",
            duel.rules
        );
        parts.push(figure(&svg, &caption));
    }
    Ok(parts.join("\n"))
}
