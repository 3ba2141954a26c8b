//! Plots as SVG, drawn by plotters. Their colours are names of the page's style, so that they follow light and dark.

use crate::sim::tally::Histogram;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A colour that is replaced by a name of the style, and the name.
const INK: RGBColor = RGBColor(1, 2, 3);
const QUIET: RGBColor = RGBColor(4, 5, 6);
const RULE: RGBColor = RGBColor(7, 8, 9);
const SOUTH: RGBColor = RGBColor(10, 11, 12);
const NORTH: RGBColor = RGBColor(13, 14, 15);

const NAMES: [(&str, &str); 5] = [
    ("#010203", "var(--ink)"),
    ("#040506", "var(--quiet)"),
    ("#070809", "var(--rule)"),
    ("#0A0B0C", "var(--south)"),
    ("#0D0E0F", "var(--north)"),
];

/// Width of all plots.
const WIDTH: u32 = 640;

/// A bar with its interval.
#[derive(Debug, Clone)]
pub(super) struct Bar {
    pub(super) name: String,
    /// From 0 to 1.
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
}

/// A pit and how often it was played.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    pub(super) name: String,
    /// From 0 to 1.
    pub(super) share: f64,
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

/// Shares as bars that lie one under the other.
pub(super) fn bars(bars: &[Bar]) -> String {
    const LINE: i32 = 34;
    let (left, right) = (210, 560);
    drawn((bars.len() as u32 * LINE as u32) + 40, |area| {
        let at = |share: f64| left + (share * f64::from(right - left)) as i32;
        let bottom = bars.len() as i32 * LINE + 8;
        for tenth in (0..=10).step_by(2) {
            let x = at(f64::from(tenth) / 10.0);
            area.draw(&PathElement::new([(x, 4), (x, bottom)], RULE))?;
            area.draw(&Text::new(format!("{} %", tenth * 10), (x, bottom + 14), text(13, QUIET, HPos::Center)))?;
        }
        for (index, bar) in bars.iter().enumerate() {
            let top = 8 + index as i32 * LINE;
            let color = if index % 2 == 0 { SOUTH } else { NORTH };
            area.draw(&Text::new(shortened(&bar.name, 30), (left - 10, top + 12), text(14, INK, HPos::Right)))?;
            area.draw(&Rectangle::new([(left, top + 2), (at(bar.value), top + 22)], color.filled()))?;
            if let Some((low, high)) = bar.interval {
                let middle = top + 12;
                area.draw(&PathElement::new([(at(low), middle), (at(high), middle)], INK.stroke_width(2)))?;
                for end in [low, high] {
                    area.draw(&PathElement::new([(at(end), middle - 5), (at(end), middle + 5)], INK.stroke_width(2)))?;
                }
            }
            let end = at(bar.interval.map_or(bar.value, |(_, high)| high.max(bar.value)));
            area.draw(&Text::new(
                format!("{:.1} %", 100.0 * bar.value),
                (end + 8, top + 12),
                text(14, INK, HPos::Left),
            ))?;
        }
        Ok(())
    })
}

/// Values in at most so many columns.
const COLUMNS: i64 = 60;

/// How often values were there, one or two kinds side by side.
pub(super) fn histogram(series: &[(&str, &Histogram)]) -> String {
    let least = series.iter().filter_map(|(_, histogram)| histogram.keys().next()).min().copied().unwrap_or(0);
    let greatest = series.iter().filter_map(|(_, histogram)| histogram.keys().next_back()).max().copied().unwrap_or(0);
    let width = (greatest - least) / COLUMNS + 1;
    let columns = ((greatest - least) / width + 1) as usize;
    let counted = |histogram: &Histogram| {
        let games = histogram.values().sum::<u64>().max(1) as f64;
        let mut shares = vec![0.0; columns];
        histogram.iter().for_each(|(value, times)| shares[((value - least) / width) as usize] += *times as f64 / games);
        shares
    };
    let shares: Vec<Vec<f64>> = series.iter().map(|(_, histogram)| counted(histogram)).collect();
    let most = shares.iter().flatten().copied().fold(0.001, f64::max) * 1.08;
    drawn(320, |area| {
        let (low, high) = (least as f64, (least + columns as i64 * width) as f64);
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(28)
            .y_label_area_size(52)
            .build_cartesian_2d(low..high, 0.0..100.0 * most)?;
        mesh(&mut chart, &|value: &f64| format!("{value:.0}"), &|value: &f64| format!("{value:.1} %"))?;
        let colors = [SOUTH, NORTH];
        for (at, shares) in shares.iter().enumerate() {
            let part = width as f64 / shares_len(series) as f64;
            let columns = shares.iter().enumerate().filter(|(_, share)| **share > 0.0).map(|(column, share)| {
                let from = low + column as f64 * width as f64 + at as f64 * part;
                Rectangle::new([(from, 0.0), (from + 0.92 * part, 100.0 * share)], colors[at % 2].filled())
            });
            chart.draw_series(columns)?;
        }
        if series.len() > 1 {
            for (at, (name, _)) in series.iter().enumerate() {
                let x = 480 + 80 * at as i32;
                area.draw(&Rectangle::new([(x, 8), (x + 12, 20)], colors[at % 2].filled()))?;
                area.draw(&Text::new((*name).to_string(), (x + 18, 14), text(14, INK, HPos::Left)))?;
            }
        }
        Ok(())
    })
}

fn shares_len(series: &[(&str, &Histogram)]) -> usize {
    series.len().max(1)
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn mesh(chart: &mut Chart<'_, '_>, x: &dyn Fn(&f64) -> String, y: &dyn Fn(&f64) -> String) -> Drawn {
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(RULE)
        .light_line_style(TRANSPARENT)
        .axis_style(QUIET)
        .x_label_style(text(13, QUIET, HPos::Center))
        .y_label_style(text(13, QUIET, HPos::Right))
        .x_labels(8)
        .y_labels(6)
        .x_label_formatter(&x)
        .y_label_formatter(&y)
        .draw()?;
    Ok(())
}

/// A line through points.
pub(super) fn line(points: &[(f64, f64)]) -> String {
    let last = points.iter().map(|(x, _)| *x).fold(2.0, f64::max);
    let most = points.iter().map(|(_, y)| *y).fold(1.0, f64::max) * 1.1;
    drawn(320, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(28)
            .y_label_area_size(52)
            .build_cartesian_2d(1.0..last, 0.0..most)?;
        mesh(&mut chart, &|value: &f64| format!("{value:.0}"), &|value: &f64| format!("{value:.1}"))?;
        chart.draw_series(LineSeries::new(points.iter().copied(), SOUTH.stroke_width(2)))?;
        Ok(())
    })
}

/// A board whose pits are the darker the more they are played.
pub(super) fn heat(rows: &[Vec<Heat>]) -> String {
    let widest = rows.iter().map(Vec::len).max().unwrap_or(1).max(1) as i32;
    let side = (WIDTH as i32 - 20) / widest;
    let height = side.min(70);
    let most = rows.iter().flatten().map(|heat| heat.share).fold(f64::MIN_POSITIVE, f64::max);
    drawn((rows.len() as i32 * height + 20) as u32, |area| {
        for (row, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let (x, y) = (10 + column as i32 * side, 10 + row as i32 * height);
                let color = if row * 2 < rows.len() { NORTH } else { SOUTH };
                let corners = [(x + 2, y + 2), (x + side - 2, y + height - 2)];
                area.draw(&Rectangle::new(corners, color.mix(0.75 * cell.share / most).filled()))?;
                area.draw(&Rectangle::new(corners, RULE))?;
                let middle = (x + side / 2, y + height / 2);
                area.draw(&Text::new(
                    format!("{:.1} %", 100.0 * cell.share),
                    (middle.0, middle.1 + 9),
                    text(if side < 60 { 10 } else { 14 }, INK, HPos::Center),
                ))?;
                area.draw(&Text::new(cell.name.clone(), (middle.0, middle.1 - 12), text(12, INK, HPos::Center)))?;
            }
        }
        Ok(())
    })
}

/// Ratings with their intervals.
pub(super) fn ratings(ratings: &[(String, f64, f64)]) -> String {
    const LINE: i32 = 34;
    let low = ratings.iter().map(|(_, elo, error)| elo - error).fold(-50.0, f64::min) - 20.0;
    let high = ratings.iter().map(|(_, elo, error)| elo + error).fold(50.0, f64::max) + 20.0;
    let (left, right) = (210, 620);
    drawn(ratings.len() as u32 * LINE as u32 + 40, |area| {
        let at = |elo: f64| left + ((elo - low) / (high - low) * f64::from(right - left)) as i32;
        let bottom = ratings.len() as i32 * LINE + 8;
        let step =
            [50.0, 100.0, 200.0, 500.0, 1000.0].into_iter().find(|step| (high - low) / step <= 8.0).unwrap_or(2000.0);
        let mut tick = (low / step).ceil() * step;
        while tick <= high {
            area.draw(&PathElement::new([(at(tick), 4), (at(tick), bottom)], RULE))?;
            area.draw(&Text::new(format!("{tick:.0}"), (at(tick), bottom + 14), text(13, QUIET, HPos::Center)))?;
            tick += step;
        }
        for (index, (name, elo, error)) in ratings.iter().enumerate() {
            let middle = 8 + index as i32 * LINE + 12;
            area.draw(&Text::new(shortened(name, 30), (left - 10, middle), text(14, INK, HPos::Right)))?;
            area.draw(&PathElement::new([(at(elo - error), middle), (at(elo + error), middle)], INK.stroke_width(2)))?;
            area.draw(&Circle::new((at(*elo), middle), 6, SOUTH.filled()))?;
        }
        Ok(())
    })
}
