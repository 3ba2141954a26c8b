//! Which options a file is checked with.

use crate::game::Variant;
use crate::model::{Bound, Choices};
use crate::resolve::Bindings;
use crate::syntax::ast::ItemKind;

/// The defaults, each other value of each option, the presets, and the corners of the parameters; with words for each.
pub(super) fn of(variant: &Variant) -> Vec<(Bindings, String)> {
    let options = variant.options();
    let mut all = vec![(Bindings::default(), String::new())];
    for option in &options {
        if let Choices::Values(values) = &option.choices {
            let others = values.iter().filter(|(name, _)| *name != option.value);
            all.extend(others.map(|(value, _)| bound(&[(option.name.clone(), value.clone())])));
        }
    }
    for item in &variant.file().items {
        if let ItemKind::Preset(_, _, bindings) = &item.kind {
            let pairs: Vec<_> = bindings.iter().map(|one| (one.name.text.clone(), one.value.text.clone())).collect();
            all.push(bound(&pairs));
        }
    }
    all.extend(corners(&options).iter().map(|pairs| bound(pairs)));
    all
}

fn bound(pairs: &[(String, String)]) -> (Bindings, String) {
    let bindings = pairs.iter().fold(Bindings::default(), |all, (name, value)| all.with(name, value));
    let words = pairs.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ");
    (bindings, words)
}

/// Every combination of smallest and largest values, for up to four parameters.
fn corners(options: &[Bound]) -> Vec<Vec<(String, String)>> {
    let ranges: Vec<(&str, u32, u32)> = options
        .iter()
        .filter_map(|option| match option.choices {
            Choices::Range(low, high) => Some((option.name.as_str(), low, high)),
            Choices::Values(_) => None,
        })
        .take(4)
        .collect();
    if ranges.is_empty() {
        return Vec::new();
    }
    (0..1_usize << ranges.len())
        .map(|corner| {
            let value = |(at, (name, low, high)): (usize, &(&str, u32, u32))| {
                let value = if corner >> at & 1 == 0 { low } else { high };
                ((*name).to_string(), value.to_string())
            };
            ranges.iter().enumerate().map(value).collect()
        })
        .collect()
}
