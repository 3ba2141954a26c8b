//! A page with the figures and plots of a run.

/// wip
#[must_use]
pub fn page() -> String { String::new() }
