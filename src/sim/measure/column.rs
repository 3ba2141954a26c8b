//! Figures that are compared between values of options.

use super::Measures;
use crate::sim::statistics::Estimate;

/// A figure that is compared between values of options.
#[derive(Debug)]
pub(in crate::sim) struct Column {
    /// Its name in documents.
    pub(in crate::sim) field: &'static str,
    /// What it is called in tables.
    pub(in crate::sim) heading: &'static str,
    /// Whether it is a share, told in hundredths.
    pub(in crate::sim) percent: bool,
    /// How many digits behind the point are told.
    pub(super) digits: usize,
    pub(super) of: fn(&Measures) -> Option<Estimate>,
}

impl Column {
    const fn share(field: &'static str, heading: &'static str, of: fn(&Measures) -> Option<Estimate>) -> Self {
        Column { field, heading, percent: true, digits: 1, of }
    }

    const fn number(
        field: &'static str,
        heading: &'static str,
        digits: usize,
        of: fn(&Measures) -> Option<Estimate>,
    ) -> Self {
        Column { field, heading, percent: false, digits, of }
    }
}

/// The figures that are compared between values of options, those of balance, skill and decision first.
pub(in crate::sim) static COLUMNS: [Column; 9] = [
    Column::share("balance", "points of who moves first, in 100", |one| {
        (one.decided.value > 0.0).then_some(one.balance.searching)
    }),
    Column::share("skill", "points for twice the search, in 100", |one| {
        one.skill.steps.iter().any(|step| step.points.high - step.points.low < 1.0).then_some(one.skill.points)
    }),
    Column::share("decided", "decided %", |one| Some(one.decided)),
    Column::share("draws", "draws %", |one| Some(one.draws)),
    Column::number("length", "moves", 1, |one| Some(one.length?.mean)),
    Column::number("legal_moves", "choices", 2, |one| Some(one.legal_moves)),
    Column::share("forced", "forced %", |one| Some(one.forced)),
    Column::number("lead_changes", "lead changes", 2, |one| Some(one.lead_changes)),
    Column::share("settled_at", "settled after %", |one| Some(one.settled_at)),
];
