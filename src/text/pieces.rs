//! What lies in one place, by kind of piece.

use crate::model::Model;

/// How many pieces there are of each kind.
pub(super) type Bag = Vec<u32>;

/// As a position writes it: `4`, or `{2 stone, gem3}` where there are several kinds.
pub(super) fn written(bag: &[u32], model: &Model) -> String {
    match bag {
        [count] => count.to_string(),
        _ if bag.iter().all(|count| *count == 0) => "0".to_string(),
        _ => {
            let pieces = present(bag, model).map(|(count, name)| match count {
                1 => name.to_string(),
                _ => format!("{count} {name}"),
            });
            format!("{{{}}}", pieces.collect::<Vec<_>>().join(", "))
        }
    }
}

/// In a sentence: `4 seeds`, `2 stone, 1 gem3`, `nothing`.
pub(super) fn words(bag: &[u32], model: &Model) -> String {
    match bag {
        [count] => counted(u64::from(*count), model),
        _ if bag.iter().all(|count| *count == 0) => "nothing".to_string(),
        _ => present(bag, model).map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", "),
    }
}

/// A number of pieces of any kind, in a sentence: `1 seed`, `4 seeds`, `4 pieces`.
pub(super) fn counted(count: u64, model: &Model) -> String {
    let name = model.only_kind().map_or("piece", |kind| kind.name.as_str());
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

/// The kinds of which there is at least one, with their number and name.
pub(super) fn present<'a>(bag: &'a [u32], model: &'a Model) -> impl Iterator<Item = (u32, &'a str)> {
    let named = bag.iter().zip(model.kinds.values()).map(|(count, kind)| (*count, kind.name.as_str()));
    named.filter(|(count, _)| *count > 0)
}
