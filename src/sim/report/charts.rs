//! Charts as SVG, drawn by plotters. Colors are placeholders: the page's style sheet gives each
//! its color, in light and dark.

use plotters::prelude::*;
use std::error::Error;

/// Text and axes, grid, and the two colors of what is shown; see the style sheet of the page.
const INK: RGBColor = RGBColor(1, 1, 1);
const GRID: RGBColor = RGBColor(2, 2, 2);
const BAR: RGBColor = RGBColor(3, 3, 3);
const MARK: RGBColor = RGBColor(4, 4, 4);

/// The style sheet's rules for the placeholders.
pub(super) const STYLE: &str = "
svg [fill='#010101']{fill:var(--ink)} svg [stroke='#010101']{stroke:var(--ink)}
svg [fill='#020202']{fill:var(--grid)} svg [stroke='#020202']{stroke:var(--grid)}
svg [fill='#030303']{fill:var(--bar)} svg [stroke='#030303']{stroke:var(--bar)}
svg [fill='#040404']{fill:var(--mark)} svg [stroke='#040404']{stroke:var(--mark)}";

const WIDTH: u32 = 720;
const HEIGHT: u32 = 320;

type Drawn = Result<String, Box<dyn Error>>;

/// A value with the ends of its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ranged {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Some room beyond the least and the greatest.
fn room(values: impl Iterator<Item = f64>, zero: bool) -> (f64, f64) {
    let (mut low, mut high) = if zero { (0.0, 0.0) } else { (f64::MAX, f64::MIN) };
    for value in values.filter(|value| value.is_finite()) {
        low = low.min(value);
        high = high.max(value);
    }
    if low > high {
        return (0.0, 1.0);
    }
    let more = ((high - low) * 0.08).max(1e-9 + high.abs() * 1e-3);
    (if zero && low == 0.0 { 0.0 } else { low - more }, high + more)
}

/// A number at an axis: no more digits than it needs.
fn tick(x: f64) -> String {
    format!("{}", (x * 1e6).round() / 1e6)
}

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// A text for screen readers, first in the picture.
fn described(svg: String, what: &str) -> String {
    let title = format!("<title>{}</title>", super::html::escape(what));
    let begin = svg.find('>').map_or(0, |at| at + 1);
    let (head, rest) = svg.split_at(begin);
    let head = head.replacen("<svg ", "<svg role=\"img\" ", 1);
    format!("{head}{title}{rest}")
}

/// Bars over whole numbers: how many rounds had so many turns.
pub(super) fn histogram(bins: &[(u32, u32, f64)], x: &str, y: &str, what: &str) -> Drawn {
    let mut svg = String::new();
    {
        let (from, to) = match (bins.first(), bins.last()) {
            (Some(first), Some(last)) => (f64::from(first.0), f64::from(last.1) + 1.0),
            _ => (0.0, 1.0),
        };
        let top = bins.iter().map(|bin| bin.2).fold(0.0, f64::max).max(1e-9) * 1.06;
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(from..to, 0.0..top)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style(font(13))
            .axis_desc_style(font(14))
            .x_desc(x)
            .y_desc(y)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| tick(*y))
            .draw()?;
        chart.draw_series(bins.iter().map(|(from, to, share)| {
            let (from, to) = (f64::from(*from), f64::from(*to) + 1.0);
            let gap = (to - from) * 0.06;
            Rectangle::new([(from + gap, 0.0), (to - gap, *share)], BAR.filled())
        }))?;
        root.present()?;
    }
    Ok(described(svg, what))
}

/// Values side by side with their intervals, each under its name; `zero` draws bars from 0 and a
/// line there.
pub(super) fn ranged(values: &[(String, Ranged)], y: &str, bars: bool, what: &str) -> Drawn {
    let mut svg = String::new();
    {
        let n = values.len().max(1);
        let ends = values.iter().flat_map(|(_, r)| [r.low, r.high, r.value]);
        let (low, high) = room(ends, true);
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(32)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..n as f64, low..high)?;
        let named = |x: &f64| {
            let at = x.floor();
            // Labels stand in the middle of their places.
            let name = values.get(at as usize).filter(|_| (x - at - 0.5).abs() < 0.01);
            name.map_or(String::new(), |(name, _)| name.clone())
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style(font(13))
            .axis_desc_style(font(14))
            .y_desc(y)
            .x_labels(2 * n + 1)
            .x_label_formatter(&named)
            .y_label_formatter(&|y| tick(*y))
            .draw()?;
        if bars {
            chart.draw_series(values.iter().enumerate().map(|(at, (_, r))| {
                let x = at as f64;
                Rectangle::new([(x + 0.2, 0.0), (x + 0.8, r.value)], BAR.filled())
            }))?;
        }
        chart.draw_series([PathElement::new([(0.0, 0.0), (n as f64, 0.0)], INK)])?;
        for (at, (_, r)) in values.iter().enumerate() {
            let x = at as f64 + 0.5;
            let line = MARK.stroke_width(2);
            chart.draw_series([
                PathElement::new([(x, r.low), (x, r.high)], line),
                PathElement::new([(x - 0.08, r.low), (x + 0.08, r.low)], line),
                PathElement::new([(x - 0.08, r.high), (x + 0.08, r.high)], line),
            ])?;
            chart.draw_series([Circle::new((x, r.value), 4, MARK.filled())])?;
        }
        root.present()?;
    }
    Ok(described(svg, what))
}

/// A curve with intervals, over numbers.
pub(super) fn curve(points: &[(f64, Ranged)], x: &str, y: &str, what: &str) -> Drawn {
    let mut svg = String::new();
    {
        let (left, right) = room(points.iter().map(|(x, _)| *x), false);
        let (low, high) = room(points.iter().flat_map(|(_, r)| [r.low, r.high]), false);
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        // Named is where something was measured, and nothing between.
        let measured = |x: f64| points.iter().any(|(at, _)| (x - at).abs() < 1e-9);
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(left..right, low..high)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style(font(13))
            .axis_desc_style(font(14))
            .x_desc(x)
            .y_desc(y)
            .x_label_formatter(&|x| if measured(*x) { tick(*x) } else { String::new() })
            .y_label_formatter(&|y| tick(*y))
            .draw()?;
        let line = points.iter().map(|(x, r)| (*x, r.value)).collect::<Vec<_>>();
        chart.draw_series([PathElement::new(line, BAR.stroke_width(2))])?;
        for (x, r) in points {
            let line = MARK.stroke_width(2);
            chart.draw_series([PathElement::new([(*x, r.low), (*x, r.high)], line)])?;
            chart.draw_series([Circle::new((*x, r.value), 4, MARK.filled())])?;
        }
        root.present()?;
    }
    Ok(described(svg, what))
}
