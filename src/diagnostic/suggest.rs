//! "Did you mean".

/// The candidate nearest to a word, if one is near: at most a third of its letters differ. The word itself is no help.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let letters = word.chars().count();
    let limit = (letters / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        // As many letters differ at least; and it takes long to find out how far very long words are apart.
        .filter(|candidate| candidate.chars().count().abs_diff(letters) <= limit)
        .map(|candidate| (strsim::osa_distance(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, candidate)| (*distance, *candidate))
        .map(|(_, candidate)| candidate)
}

/// A sentence of help: the nearest candidate, or the whole of a short list.
#[must_use]
pub fn did_you_mean(word: &str, what: &str, candidates: &[&str]) -> Option<String> {
    if let Some(near) = nearest(word, candidates.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    if candidates.is_empty() || candidates.len() > 8 {
        return None;
    }
    let list = candidates.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    Some(format!("{what} here: {list}"))
}

/// The one word that a sentence of help asks for.
pub(super) fn meant(help: &str) -> Option<&str> {
    help.lines().next()?.strip_prefix("did you mean `")?.strip_suffix("`?").filter(|word| !word.contains('`'))
}
