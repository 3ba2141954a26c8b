//! Numbers of scripts, and the ranges in which they must lie.

use super::read::ScriptError;
use std::time::Duration;

/// A whole number in a range.
pub(super) fn whole(name: &str, number: i64, least: i64, greatest: i64) -> Result<u64, ScriptError> {
    if (least..=greatest).contains(&number) {
        return Ok(number as u64);
    }
    let help = if greatest == i64::MAX {
        format!("`{name}` is at least {least}")
    } else {
        format!("`{name}` is a number from {least} to {greatest}")
    };
    Err(ScriptError::new(format!("`{name}` cannot be {number}")).help(help))
}

/// A time in seconds.
pub(super) fn seconds(name: &str, time: Option<f64>) -> Result<Option<Duration>, ScriptError> {
    let Some(time) = time else { return Ok(None) };
    let duration = Duration::try_from_secs_f64(time).ok().filter(|duration| !duration.is_zero() && time <= 1e7);
    let error = || {
        ScriptError::new(format!("`{name}` cannot be {time}")).help(format!("`{name}` is a number of seconds above 0"))
    };
    duration.map(Some).ok_or_else(error)
}
