//! Plots as SVG, drawn by plotters. Their colours are names of the page's style, so that they follow light and dark. They
//! are narrow, so that their letters can be read on a telephone; names stand above what they name, and are not cut.

use crate::sim::statistics::{Estimate, Histogram};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A colour that is replaced by a name of the style, and the name.
const INK: RGBColor = RGBColor(1, 2, 3);
const QUIET: RGBColor = RGBColor(4, 5, 6);
const RULE: RGBColor = RGBColor(7, 8, 9);
/// What belongs to no player.
pub(super) const NEUTRAL: RGBColor = RGBColor(22, 23, 24);
/// The first player, or South; and the second, or North. After them further series.
pub(super) const SERIES: [RGBColor; 6] = [
    RGBColor(10, 11, 12),
    RGBColor(13, 14, 15),
    RGBColor(25, 26, 27),
    RGBColor(28, 29, 30),
    RGBColor(31, 32, 33),
    RGBColor(34, 35, 36),
];

const NAMES: [(&str, &str); 10] = [
    ("#010203", "var(--ink)"),
    ("#040506", "var(--quiet)"),
    ("#070809", "var(--rule)"),
    ("#161718", "var(--neutral)"),
    ("#0A0B0C", "var(--first)"),
    ("#0D0E0F", "var(--second)"),
    ("#191A1B", "var(--third)"),
    ("#1C1D1E", "var(--fourth)"),
    ("#1F2021", "var(--fifth)"),
    ("#222324", "var(--sixth)"),
];

/// Width of all plots.
const WIDTH: u32 = 440;
/// Height of plots with two axes.
const HEIGHT: u32 = 280;
/// Width of a letter, about.
const LETTER: usize = 8;

/// A pit and how much belongs to it.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    pub(super) name: String,
    /// From 0 to 1.
    pub(super) share: f64,
}

/// A figure with its name and colour.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) estimate: Estimate,
    pub(super) color: RGBColor,
}

/// What an axis says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis<'a> {
    /// What is measured, with its unit.
    pub(super) title: &'a str,
    /// Whether figures are shares, and are told in hundredths.
    pub(super) percent: bool,
    /// A value that others are compared with.
    pub(super) reference: Option<f64>,
}

impl<'a> Axis<'a> {
    /// Shares in hundredths.
    pub(super) const fn shares(title: &'a str) -> Self {
        Axis { title, percent: true, reference: None }
    }

    /// Numbers.
    pub(super) fn numbers(title: &'a str) -> Self {
        Axis { title, percent: false, reference: None }
    }

    /// With a line at a value.
    pub(super) fn against(self, reference: f64) -> Self {
        Axis { reference: Some(reference), ..self }
    }

    fn scaled(&self, value: f64) -> f64 {
        if self.percent { 100.0 * value } else { value }
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws on an area of this height. Drawing into memory does not fail; if it does, the plot stays as far as it came.
fn drawn(height: u32, draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let _ = draw(&area).is_ok() && area.present().is_ok();
    }
    NAMES.iter().fold(svg, |svg, (color, name)| svg.replace(color, name))
}

fn text(size: u32, color: RGBColor, horizontal: HPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&color).pos(Pos::new(horizontal, VPos::Center))
}

fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        name.to_string()
    } else {
        name.chars().take(most - 1).chain("…".chars()).collect()
    }
}

/// A number with as many digits as its size needs.
fn short(value: f64, step: f64) -> String {
    let digits = if step >= 1.0 || step <= 0.0 { 0 } else { (-step.log10()).ceil() as usize };
    let text = format!("{value:.digits$}");
    if text.trim_start_matches('-').chars().all(|letter| matches!(letter, '0' | '.')) {
        text.trim_start_matches('-').to_string()
    } else {
        text
    }
}

/// A step that gives about n marks.
fn step(from: f64, to: f64, marks: f64) -> f64 {
    let rough = ((to - from) / marks).max(1e-9);
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= rough).unwrap_or(rough)
}

/// Height of a line of a plot whose lines have their names above them.
const LINE: i32 = 40;

/// Most lines that have their names above them; more have numbers.
pub(super) const NAMED: usize = 24;
/// Height of a line of a plot whose lines have numbers.
const DENSE: i32 = 5;
/// Room for these numbers.
const NUMBERS: i32 = 34;

/// The frame of a plot of lines: marks of a horizontal axis with its title, and the reference.
fn frame(
    area: &Area<'_>,
    (left, bottom): (i32, i32),
    (low, high): (f64, f64),
    axis: Axis<'_>,
) -> Result<impl Fn(f64) -> i32, Box<dyn std::error::Error>> {
    let right = WIDTH as i32 - 16;
    let at = move |value: f64| left + ((value - low) / (high - low) * f64::from(right - left)).round() as i32;
    let step = step(low, high, 5.0);
    let mut mark = (low / step).ceil() * step;
    while mark <= high + step * 1e-6 {
        area.draw(&PathElement::new([(at(mark), 4), (at(mark), bottom)], RULE))?;
        area.draw(&Text::new(short(mark, step), (at(mark), bottom + 12), text(15, QUIET, HPos::Center)))?;
        mark += step;
    }
    if let Some(reference) = axis.reference.map(|reference| axis.scaled(reference)) {
        let x = at(reference);
        for top in (4..bottom).step_by(8) {
            area.draw(&PathElement::new([(x, top), (x, top + 4)], INK.stroke_width(1)))?;
        }
    }
    area.draw(&Text::new(axis.title.to_string(), (WIDTH as i32 / 2, bottom + 30), text(16, QUIET, HPos::Center)))?;
    Ok(at)
}

/// Figures with their intervals, one under the other.
pub(super) fn forest(figures: &[Named], axis: Axis<'_>) -> String {
    let scaled = |value: f64| axis.scaled(value);
    let finite = |value: f64, other: f64| if value.is_finite() { value } else { other };
    let ends = figures.iter().flat_map(|one| {
        let Estimate { value, low, high } = one.estimate;
        [scaled(finite(low, value)), scaled(finite(high, value))]
    });
    let ends = ends.chain(axis.reference.map(scaled));
    let (mut low, mut high) = ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
    if low > high {
        (low, high) = (0.0, 1.0);
    }
    let room = ((high - low) * 0.06).max(if axis.percent { 1.0 } else { 0.02 * high.abs().max(1.0) });
    (low, high) = (low - room, high + room);
    if axis.percent {
        (low, high) = (low.max(0.0), high.min(100.0));
    }
    if figures.len() > NAMED {
        return dense(figures, (low, high), axis);
    }
    drawn((figures.len() as u32 * LINE as u32) + 48, |area| {
        let at = frame(area, (12, figures.len() as i32 * LINE + 4), (low, high), axis)?;
        for (index, one) in figures.iter().enumerate() {
            let top = index as i32 * LINE;
            let Estimate { value, low, high } = one.estimate;
            let digits = if axis.percent { 1 } else { 2 };
            let told = format!("{:.digits$}", scaled(value));
            let (middle, from, to) = (top + 28, at(scaled(finite(low, value))), at(scaled(finite(high, value))));
            let most = (WIDTH as usize - 24) / LETTER - told.len() - 2;
            area.draw(&Text::new(shortened(&one.name, most), (12, top + 12), text(16, INK, HPos::Left)))?;
            area.draw(&Text::new(told, (WIDTH as i32 - 16, top + 12), text(16, INK, HPos::Right)))?;
            area.draw(&PathElement::new([(from, middle), (to, middle)], one.color.stroke_width(3)))?;
            area.draw(&Circle::new((at(scaled(value)), middle), 5, one.color.filled()))?;
        }
        Ok(())
    })
}

/// Many figures with their intervals, numbered from above.
fn dense(figures: &[Named], range: (f64, f64), axis: Axis<'_>) -> String {
    let height = figures.len() as i32 * DENSE;
    drawn(height as u32 + 52, |area| {
        let at = frame(area, (NUMBERS, height + 8), range, axis)?;
        // What is not known has no line, and keeps its number.
        for (index, one) in figures.iter().enumerate().filter(|(_, one)| one.estimate.value.is_finite()) {
            let middle = 6 + index as i32 * DENSE + DENSE / 2;
            let Estimate { value, low, high } = one.estimate;
            let end = |end: f64| at(axis.scaled(if end.is_finite() { end } else { value }));
            area.draw(&PathElement::new(
                [(end(low), middle), (end(high), middle)],
                one.color.mix(0.5).stroke_width(1),
            ))?;
            area.draw(&Circle::new((end(value), middle), 2, one.color.filled()))?;
            if index == 0 || (index + 1) % 10 == 0 {
                area.draw(&Text::new((index + 1).to_string(), (NUMBERS - 6, middle), text(12, QUIET, HPos::Right)))?;
            }
        }
        Ok(())
    })
}

/// Shares as bars with their intervals.
pub(super) fn bars(figures: &[Named], axis: Axis<'_>) -> String {
    drawn((figures.len() as u32 * LINE as u32) + 48, |area| {
        let at = frame(area, (12, figures.len() as i32 * LINE + 4), (0.0, 100.0), axis)?;
        for (index, one) in figures.iter().enumerate() {
            let top = index as i32 * LINE;
            let Estimate { value, low, high } = one.estimate;
            let told = format!("{:.1} %", 100.0 * value);
            let most = (WIDTH as usize - 24) / LETTER - told.len() - 2;
            area.draw(&Text::new(shortened(&one.name, most), (12, top + 12), text(16, INK, HPos::Left)))?;
            area.draw(&Text::new(told, (WIDTH as i32 - 16, top + 12), text(16, INK, HPos::Right)))?;
            area.draw(&Rectangle::new([(at(0.0), top + 21), (at(100.0 * value), top + 35)], one.color.filled()))?;
            let middle = top + 28;
            area.draw(&PathElement::new([(at(100.0 * low), middle), (at(100.0 * high), middle)], INK.stroke_width(1)))?;
            for end in [low, high] {
                let x = at(100.0 * end);
                area.draw(&PathElement::new([(x, middle - 4), (x, middle + 4)], INK.stroke_width(1)))?;
            }
        }
        Ok(())
    })
}

/// Values in at most n columns.
const COLUMNS: i64 = 50;

/// How often values were there, one or two kinds side by side.
pub(super) fn histogram(series: &[(&str, &Histogram, RGBColor)], title: &str) -> String {
    let least = series.iter().filter_map(|(_, histogram, _)| histogram.keys().next()).min().copied().unwrap_or(0);
    let greatest =
        series.iter().filter_map(|(_, histogram, _)| histogram.keys().next_back()).max().copied().unwrap_or(0);
    let width = (greatest - least) / COLUMNS + 1;
    let columns = ((greatest - least) / width + 1) as usize;
    let counted = |histogram: &Histogram| {
        let games = histogram.values().sum::<u64>().max(1) as f64;
        let mut shares = vec![0.0; columns];
        histogram.iter().for_each(|(value, times)| shares[((value - least) / width) as usize] += *times as f64 / games);
        shares
    };
    let shares: Vec<Vec<f64>> = series.iter().map(|(_, histogram, _)| counted(histogram)).collect();
    let most = 100.0 * shares.iter().flatten().copied().fold(0.001, f64::max) * 1.08;
    let (low, high) = (least as f64, (least + columns as i64 * width) as f64);
    let title = if width > 1 { format!("{title}, in steps of {width}") } else { title.to_string() };
    charted(series.iter().map(|(name, _, color)| (*name, *color)).collect(), |area| {
        let mut chart = chart(area, (low, high), (0.0, most), &title, "share of the games, %")?;
        for (at, shares) in shares.iter().enumerate() {
            let part = width as f64 / series.len().max(1) as f64;
            let columns = shares.iter().enumerate().filter(|(_, share)| **share > 0.0).map(|(column, share)| {
                let from = low + column as f64 * width as f64 + at as f64 * part;
                Rectangle::new([(from, 0.0), (from + 0.92 * part, 100.0 * share)], series[at].2.filled())
            });
            chart.draw_series(columns)?;
        }
        Ok(())
    })
}

/// A line through figures, with its name and colour.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, Estimate)>,
    pub(super) color: RGBColor,
    /// Whether each point has a mark: a value that was chosen, and not one of many.
    pub(super) marked: bool,
}

/// Lines with their intervals.
pub(super) fn lines(lines: &[Line], x_title: &str, axis: Axis<'_>) -> String {
    let scaled = |value: f64| axis.scaled(value);
    let points = || lines.iter().flat_map(|line| &line.points);
    let (first, last) = points().fold((f64::MAX, f64::MIN), |(first, last), (x, _)| (first.min(*x), last.max(*x)));
    if first > last {
        return String::new();
    }
    let ends = points().flat_map(|(_, one)| [one.low, one.value, one.high]).filter(|end| end.is_finite());
    let (low, high) = ends
        .chain(axis.reference)
        .map(scaled)
        .fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
    let room = ((high - low) * 0.08).max(0.02 * high.abs().max(1.0));
    let low = if low >= 0.0 && axis.reference.is_none() { 0.0 } else { low - room };
    let range = (first, if last > first { last } else { first + 1.0 });
    let legend =
        if lines.len() > 1 { lines.iter().map(|line| (line.name.as_str(), line.color)).collect() } else { Vec::new() };
    charted(legend, |area| {
        let mut chart = chart(area, range, (low, high + room), x_title, axis.title)?;
        if let Some(reference) = axis.reference.map(scaled) {
            let dashes = [(range.0, reference), (range.1, reference)];
            chart.draw_series(DashedLineSeries::new(dashes, 4, 4, INK.stroke_width(1)))?;
        }
        for line in lines {
            let known = || line.points.iter().filter(|(_, one)| one.low.is_finite() && one.high.is_finite());
            let upper = known().map(|(x, one)| (*x, scaled(one.high)));
            let lower = known().rev().map(|(x, one)| (*x, scaled(one.low)));
            chart.draw_series([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), line.color.mix(0.18).filled())])?;
            let middle = line.points.iter().map(|(x, one)| (*x, scaled(one.value)));
            chart.draw_series(LineSeries::new(middle.clone(), line.color.stroke_width(2)))?;
            if line.marked {
                chart.draw_series(middle.map(|point| Circle::new(point, 4, line.color.filled())))?;
            }
        }
        Ok(())
    })
}

/// A plot with two axes, and above it what its colours mean, each on a line of its own.
fn charted(legend: Vec<(&str, RGBColor)>, draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let legend = if legend.len() > 1 { legend } else { Vec::new() };
    let height = legend.len() as u32 * 18;
    drawn(HEIGHT + height, |area| {
        let (above, below) = area.split_vertically(height);
        for (index, (name, color)) in legend.iter().enumerate() {
            let y = index as i32 * 18 + 9;
            above.draw(&Rectangle::new([(14, y - 5), (26, y + 5)], color.filled()))?;
            let most = (WIDTH as usize - 50) / LETTER;
            above.draw(&Text::new(shortened(name, most), (34, y), text(16, INK, HPos::Left)))?;
        }
        draw(&below)
    })
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn chart<'a, 'b>(
    area: &'a Area<'b>,
    x: (f64, f64),
    y: (f64, f64),
    x_title: &str,
    y_title: &str,
) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>> {
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(18)
        .x_label_area_size(44)
        .y_label_area_size(54)
        .build_cartesian_2d(x.0..x.1, y.0..y.1)?;
    let (x_step, y_step) = (step(x.0, x.1, 6.0), step(y.0, y.1, 5.0));
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(RULE)
        .light_line_style(TRANSPARENT)
        .axis_style(QUIET)
        .x_label_style(("sans-serif", 15).into_font().color(&QUIET))
        .y_label_style(("sans-serif", 15).into_font().color(&QUIET))
        .axis_desc_style(("sans-serif", 16).into_font().color(&QUIET))
        .x_labels(if x.1 - x.0 < 7.0 { (x.1 - x.0).ceil() as usize + 1 } else { 7 })
        .y_labels(6)
        .x_desc(x_title)
        .y_desc(y_title)
        .x_label_formatter(&|value: &f64| short(*value, x_step))
        .y_label_formatter(&|value: &f64| short(*value, y_step))
        .draw()?;
    Ok(chart)
}

/// Room for the name of a side.
const SIDE: i32 = 24;

/// A board whose pits are the darker the more belongs to them. Sides have their names: players may have sat on both, so that
/// the colours of players would mislead.
pub(super) fn heat(rows: &[Vec<Heat>]) -> String {
    let widest = rows.iter().map(Vec::len).max().unwrap_or(1).max(1) as i32;
    let side = (WIDTH as i32 - 12) / widest;
    let height = side.clamp(34, 56);
    let most = rows.iter().flatten().map(|heat| heat.share).fold(f64::MIN_POSITIVE, f64::max);
    let (small, large) = if side < 46 { (11, 12) } else { (13, 16) };
    let bottom = 2 * SIDE + rows.len() as i32 * height;
    drawn(bottom as u32, |area| {
        for (side, y) in [("North", SIDE / 2), ("South", bottom - SIDE / 2)] {
            area.draw(&Text::new(side, (WIDTH as i32 / 2, y), text(15, QUIET, HPos::Center)))?;
        }
        for (row, cells) in rows.iter().enumerate() {
            let left = 6 + (widest - cells.len() as i32) * side / 2;
            for (column, cell) in cells.iter().enumerate() {
                let (x, y) = (left + column as i32 * side, SIDE + row as i32 * height);
                let corners = [(x + 1, y + 1), (x + side - 1, y + height - 1)];
                area.draw(&Rectangle::new(corners, NEUTRAL.mix(0.8 * cell.share / most).filled()))?;
                area.draw(&Rectangle::new(corners, RULE))?;
                let (across, down) = (x + side / 2, y + height / 2);
                area.draw(&Text::new(cell.name.clone(), (across, down - 10), text(small, INK, HPos::Center)))?;
                let told = format!("{:.1}", 100.0 * cell.share);
                area.draw(&Text::new(told, (across, down + 7), text(large, INK, HPos::Center)))?;
            }
        }
        Ok(())
    })
}
