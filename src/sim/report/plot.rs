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
    /// Where it begins and ends, as it is told, where several plots are to have the same; otherwise as the figures need it.
    range: Option<(f64, f64)>,
}

impl<'a> Axis<'a> {
    /// Shares in hundredths.
    pub(super) const fn shares(title: &'a str) -> Self {
        Axis { title, percent: true, reference: None, range: None }
    }

    /// Numbers.
    pub(super) fn numbers(title: &'a str) -> Self {
        Axis { title, percent: false, reference: None, range: None }
    }

    /// With a line at a value.
    pub(super) fn against(self, reference: f64) -> Self {
        Axis { reference: Some(reference), ..self }
    }

    /// With room for all these figures, whichever of them stand in one plot.
    pub(super) fn over(self, figures: &[Named]) -> Self {
        let ends = figures.iter().map(|one| one.estimate);
        Axis { range: Some(self.reach(ends)), ..self }
    }

    /// The same for lines.
    pub(super) fn over_lines<'l>(self, lines: impl IntoIterator<Item = &'l Line>) -> Self {
        let ends = lines.into_iter().flat_map(|line| &line.points).map(|(_, one)| *one);
        Axis { range: Some(self.height(ends)), ..self }
    }

    /// Where intervals and the reference lie; nothing if there are none.
    fn ends(&self, figures: impl Iterator<Item = Estimate>) -> Option<(f64, f64)> {
        let ends = figures.flat_map(|one| [one.low, one.value, one.high]).filter(|end| end.is_finite());
        let ends = ends.chain(self.reference).map(|end| self.scaled(end));
        let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
        (low <= high).then_some((low, high))
    }

    /// From where to where a horizontal axis reaches.
    fn reach(&self, figures: impl Iterator<Item = Estimate>) -> (f64, f64) {
        if let Some(range) = self.range {
            return range;
        }
        let (low, high) = self.ends(figures).unwrap_or((0.0, 1.0));
        let room = ((high - low) * 0.06).max(if self.percent { 1.0 } else { 0.02 * high.abs().max(1.0) });
        let (low, high) = (low - room, high + room);
        if self.percent { (low.max(0.0), high.min(100.0)) } else { (low, high) }
    }

    /// From where to where a vertical axis reaches.
    fn height(&self, figures: impl Iterator<Item = Estimate>) -> (f64, f64) {
        if let Some(range) = self.range {
            return range;
        }
        let (low, high) = self.ends(figures).unwrap_or((0.0, 1.0));
        let room = ((high - low) * 0.08).max(0.02 * high.abs().max(1.0));
        (if low >= 0.0 && self.reference.is_none() { 0.0 } else { low - room }, high + room)
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

/// A name in lines of at most n letters, broken at blanks where there are some: nothing of it is lost.
fn wrapped(name: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in name.split_inclusive(' ') {
        let mut letters: Vec<char> = word.chars().collect();
        while !letters.is_empty() {
            let last = lines.len() - 1;
            let used = lines[last].chars().count();
            if used > 0 && used + word.trim_end().chars().count() > most {
                lines.push(String::new());
                continue;
            }
            let rest = letters.split_off(letters.len().min(most));
            lines[last].extend(letters);
            letters = rest;
        }
    }
    lines.iter().map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect()
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

/// The mark of a whole number; nothing between two of them.
fn at_whole(value: f64) -> String {
    if (value - value.round()).abs() < 1e-6 { short(value.round(), 1.0) } else { String::new() }
}

/// A step that gives about n marks.
fn step(from: f64, to: f64, marks: f64) -> f64 {
    let rough = ((to - from) / marks).max(1e-9);
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= rough).unwrap_or(rough)
}

/// Height of a line of letters.
const LETTERS: i32 = 19;
/// Height of a mark, which stands under its name.
const MARK: i32 = 20;

/// A line of a plot: its name, where it begins, and the middle of its mark.
struct Row {
    name: Vec<String>,
    top: i32,
    middle: i32,
}

/// Lines with their names above them, and where they end. `told` is how many letters stand at the right.
fn rows<'n>(names: impl Iterator<Item = &'n str>, told: usize) -> (Vec<Row>, i32) {
    let most = (WIDTH as usize - 28) / LETTER - told - 2;
    let (mut rows, mut top) = (Vec::new(), 2);
    for name in names {
        let name = wrapped(name, most);
        let middle = top + name.len().max(1) as i32 * LETTERS + MARK / 2 - 1;
        rows.push(Row { name, top, middle });
        top = middle + MARK / 2 + 3;
    }
    (rows, top + 2)
}

/// The name of a line, and its figure at the right.
fn label(area: &Area<'_>, row: &Row, told: String) -> Drawn {
    for (line, name) in row.name.iter().enumerate() {
        let place = (12, row.top + 10 + line as i32 * LETTERS);
        area.draw(&Text::new(name.clone(), place, text(16, INK, HPos::Left)))?;
    }
    area.draw(&Text::new(told, (WIDTH as i32 - 16, row.top + 10), text(16, INK, HPos::Right)))?;
    Ok(())
}

/// The frame of a plot of lines: marks of a horizontal axis with its title, and the reference; not behind names.
fn frame(
    area: &Area<'_>,
    rows: &[Row],
    bottom: i32,
    (low, high): (f64, f64),
    axis: Axis<'_>,
) -> Result<impl Fn(f64) -> i32, Box<dyn std::error::Error>> {
    let (left, right) = (12, WIDTH as i32 - 16);
    let at = move |value: f64| left + ((value - low) / (high - low) * f64::from(right - left)).round() as i32;
    let step = step(low, high, 5.0);
    let mut mark = (low / step).ceil() * step;
    while mark <= high + step * 1e-6 {
        let x = at(mark);
        for row in rows {
            area.draw(&PathElement::new([(x, row.middle - MARK / 2), (x, row.middle + MARK / 2)], RULE))?;
        }
        area.draw(&PathElement::new([(x, bottom - 4), (x, bottom)], RULE))?;
        area.draw(&Text::new(short(mark, step), (x, bottom + 12), text(15, QUIET, HPos::Center)))?;
        mark += step;
    }
    if let Some(x) = axis.reference.map(|reference| at(axis.scaled(reference))) {
        for row in rows {
            for top in [row.middle - 10, row.middle - 3, row.middle + 4] {
                area.draw(&PathElement::new([(x, top), (x, top + 4)], INK.stroke_width(1)))?;
            }
        }
    }
    area.draw(&Text::new(axis.title.to_string(), (WIDTH as i32 / 2, bottom + 30), text(16, QUIET, HPos::Center)))?;
    Ok(at)
}

/// Figures with their intervals, one under the other.
pub(super) fn forest(figures: &[Named], axis: Axis<'_>) -> String {
    let (low, high) = axis.reach(figures.iter().map(|one| one.estimate));
    // Hundreds, as of Elo, are told without what is far below their intervals.
    let large = figures.iter().any(|one| axis.scaled(one.estimate.value).abs() >= 100.0);
    let digits = if axis.percent || large { 1 } else { 2 };
    let told: Vec<String> = figures.iter().map(|one| format!("{:.digits$}", axis.scaled(one.estimate.value))).collect();
    let longest = told.iter().map(String::len).max().unwrap_or(0);
    let (rows, bottom) = rows(figures.iter().map(|one| one.name.as_str()), longest);
    drawn(bottom as u32 + 42, |area| {
        let at = frame(area, &rows, bottom, (low, high), axis)?;
        for ((one, row), told) in figures.iter().zip(&rows).zip(told) {
            let Estimate { value, low: from, high: to } = one.estimate;
            // What reaches beyond the axis is drawn to its end.
            let end = |end: f64| at(axis.scaled(if end.is_finite() { end } else { value }).clamp(low, high));
            label(area, row, told)?;
            area.draw(&PathElement::new([(end(from), row.middle), (end(to), row.middle)], one.color.stroke_width(3)))?;
            area.draw(&Circle::new((end(value), row.middle), 5, one.color.filled()))?;
        }
        Ok(())
    })
}

/// Shares as bars with their intervals.
pub(super) fn bars(figures: &[Named], axis: Axis<'_>) -> String {
    let told: Vec<String> = figures.iter().map(|one| format!("{:.1} %", 100.0 * one.estimate.value)).collect();
    let longest = told.iter().map(String::len).max().unwrap_or(0);
    let (rows, bottom) = rows(figures.iter().map(|one| one.name.as_str()), longest);
    drawn(bottom as u32 + 42, |area| {
        let at = frame(area, &rows, bottom, (0.0, 100.0), axis)?;
        for ((one, row), told) in figures.iter().zip(&rows).zip(told) {
            let Estimate { value, low, high } = one.estimate;
            let middle = row.middle;
            label(area, row, told)?;
            area.draw(&Rectangle::new([(at(0.0), middle - 7), (at(100.0 * value), middle + 7)], one.color.filled()))?;
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
    // A column stands above its values, and not beside them.
    let low = least as f64 - 0.5;
    let high = low + (columns as i64 * width) as f64;
    let title = if width > 1 { format!("{title}, in steps of {width}") } else { title.to_string() };
    charted(series.iter().map(|(name, _, color)| (*name, *color)).collect(), |area| {
        let mut chart = chart(area, (low, high), (0.0, most), &title, "share of the games, %")?;
        for (at, shares) in shares.iter().enumerate() {
            let part = width as f64 / series.len().max(1) as f64;
            // Gaps between columns are read as gaps between values; where two stand side by side, they part the pairs.
            let filled = if series.len() > 1 { 0.92 * part } else { part };
            let columns = shares.iter().enumerate().filter(|(_, share)| **share > 0.0).map(|(column, share)| {
                let from = low + column as f64 * width as f64 + at as f64 * part;
                Rectangle::new([(from, 0.0), (from + filled, 100.0 * share)], series[at].2.filled())
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
    let (low, high) = axis.height(points().map(|(_, one)| *one));
    let range = (first, if last > first { last } else { first + 1.0 });
    let legend =
        if lines.len() > 1 { lines.iter().map(|line| (line.name.as_str(), line.color)).collect() } else { Vec::new() };
    charted(legend, |area| {
        let mut chart = chart(area, range, (low, high), x_title, axis.title)?;
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
    let names: Vec<Vec<String>> =
        legend.iter().map(|(name, _)| wrapped(name, (WIDTH as usize - 50) / LETTER)).collect();
    let height = names.iter().map(Vec::len).sum::<usize>() as u32 * 18;
    drawn(HEIGHT + height, |area| {
        let (above, below) = area.split_vertically(height);
        let mut y = 9;
        for (lines, (_, color)) in names.into_iter().zip(&legend) {
            above.draw(&Rectangle::new([(14, y - 5), (26, y + 5)], color.filled()))?;
            for line in lines {
                above.draw(&Text::new(line, (34, y), text(16, INK, HPos::Left)))?;
                y += 18;
            }
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
    let whole = x.0.fract() == 0.0 && x.1.fract() == 0.0;
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
        .x_label_formatter(&|value: &f64| if whole { at_whole(*value) } else { short(*value, x_step) })
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
