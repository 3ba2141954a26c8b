//! What each option changes, summed over all others: where every combination of the values of several options is measured,
//! each value is told by the mean over the combinations that have it.

use super::Measures;
use super::column::{COLUMNS, Column};
use crate::sim::statistics::{Estimate, difference, mean_of};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A value of an option.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Effect {
    /// The variant.
    pub variant: String,
    /// The option or parameter.
    pub option: String,
    /// Its value.
    pub value: String,
    /// Of how many combinations the figures are the means.
    pub combinations: usize,
    /// The means of figures, by their names; absent where nothing is known of one.
    pub means: BTreeMap<&'static str, Estimate>,
    /// The same less those of the value that was measured first; empty for that one.
    pub changes: BTreeMap<&'static str, Estimate>,
    /// Whether every game from the common seed came out as with the value that was measured first, all else being equal.
    pub same_games: bool,
}

impl Effect {
    /// The mean of a figure, if it is known.
    pub(in crate::sim) fn mean(&self, column: &Column) -> Option<Estimate> {
        self.means.get(column.field).copied()
    }
}

/// What the options change of which every combination of two or more is measured; those that change most stand first.
#[must_use]
pub fn effects(measured: &[Measures]) -> Vec<Effect> {
    let variants = in_turn(measured.iter().map(|one| one.variant.as_str()));
    variants.into_iter().flat_map(|variant| of_variant(variant, measured)).collect()
}

/// Each of these once, in the order in which they first come.
fn in_turn<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

fn of_variant(variant: &str, measured: &[Measures]) -> Vec<Effect> {
    let all: Vec<&Measures> = measured.iter().filter(|one| one.variant == variant).collect();
    let Some(first) = all.first() else { return Vec::new() };
    let values = |name: &String| in_turn(all.iter().filter_map(|one| one.options.get(name)).map(String::as_str));
    let varied: Vec<(&String, Vec<&str>)> =
        first.options.keys().map(|name| (name, values(name))).filter(|(_, values)| values.len() > 1).collect();
    let combinations = varied.iter().map(|(_, values)| values.len()).product::<usize>();
    let different: BTreeSet<_> = all.iter().map(|one| &one.options).collect();
    // Means of values compare like with like only where every combination is there.
    if varied.len() < 2 || different.len() != combinations || all.len() != combinations {
        return Vec::new();
    }
    let mut options: Vec<Vec<Effect>> =
        varied.iter().map(|(name, values)| of_option(variant, name, values, &all)).collect();
    options.sort_by_cached_key(|effects| std::cmp::Reverse(effects.iter().map(shown).max()));
    options.into_iter().flatten().collect()
}

/// How many of the figures are shown to differ.
fn shown(effect: &Effect) -> usize {
    effect.changes.values().filter(|change| change.shows_difference()).count()
}

fn of_option(variant: &str, option: &str, values: &[&str], all: &[&Measures]) -> Vec<Effect> {
    let with = |value: &str| -> Vec<&Measures> {
        all.iter().copied().filter(|one| one.options.get(option).is_some_and(|other| other == value)).collect()
    };
    let first = with(values[0]);
    let of_first = means(&first);
    let effect = |value: &&str| {
        let here = with(value);
        let means = means(&here);
        let is_first = *value == values[0];
        let change = |(name, mean): (&&'static str, &Estimate)| {
            of_first.get(name).filter(|_| !is_first).map(|first| (*name, difference(*mean, *first)))
        };
        Effect {
            variant: variant.to_string(),
            option: option.to_string(),
            value: (*value).to_string(),
            combinations: here.len(),
            changes: means.iter().filter_map(change).collect(),
            means,
            same_games: !is_first && here.iter().all(|one| games_without(option, one, &first) == Some(&one.games)),
        }
    };
    values.iter().map(effect).collect()
}

/// The games of the combination that is the same but for one option.
fn games_without<'m>(option: &str, one: &Measures, others: &[&'m Measures]) -> Option<&'m String> {
    let alike = |other: &&&Measures| {
        other
            .options
            .iter()
            .filter(|(name, _)| *name != option)
            .eq(one.options.iter().filter(|(name, _)| *name != option))
    };
    others.iter().find(alike).map(|other| &other.games)
}

fn means(of: &[&Measures]) -> BTreeMap<&'static str, Estimate> {
    let mean = |column: &Column| {
        let estimates: Vec<Estimate> = of.iter().filter_map(|one| (column.of)(one)).collect();
        Some((column.field, mean_of(&estimates)?))
    };
    COLUMNS.iter().filter_map(mean).collect()
}
