//! The usual slips of a writer, and how to go on from them.

/// Words of other languages, and of this one before it was published, for what is said otherwise; and conditions that
/// are joined so that a reader might take them otherwise.
pub(super) fn joined(before: &str, found: &str) -> Option<&'static str> {
    let before = before.trim_end();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let last_word = |word: &str| before.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric));
    let has = |word: &str| line.split(|letter: char| !letter.is_alphanumeric()).any(|one| one == word);
    let row = line.rsplit("->").next().unwrap_or_default();
    Some(match found {
        "default" => "the first value of an option is the default: write it first, without `default`",
        "from" if has("sow") => "write `after …` to begin behind a place, `starting in …` to begin in it",
        "repeats" if last_word("position") => {
            "write `position occurs 2 times`: the second time is the first repetition"
        }
        "seeds" if last_word("most") => "write `higher score wins`",
        "step" | "steps" => "write `place after …`, or `2 places after …`",
        "if" if has("skipping") => "write the condition with `where`: `skipping pit where seeds(it) >= 12`",
        "some" if last_word("not") => "write `no …` where there is none",
        "is" | "was" | "in" if has("not") => {
            "the comparison has its own `not`: write `… is not empty`, `… was not empty`, `… not in …`"
        }
        "=" | "<" | ">" if has("not") => "write `!=`, `>=` or `<=`, or put the comparison into parentheses: `not (…)`",
        "or" if row.contains(',') => "put what `or` joins into parentheses: `a, (b or c)`",
        "," if has("or") => "put what `or` joins into parentheses: `(a or b), c`",
        "where" if has("where") || row.contains(" + ") || row.contains(" - ") => {
            "put what `where` filters into parentheses: `a + (b where …)`, or `(a + b) where …`"
        }
        _ => return None,
    })
}

/// How to go on from where reading stopped: what stands before it, what is there, what was expected.
pub(super) fn guess(before: &str, found: &str, rest: &str, expected: &[&str]) -> Option<String> {
    let missing = |mark: &str| expected.iter().any(|word| word.contains(mark));
    if rest.starts_with("==") || (found == "=" && before.ends_with('=')) {
        return Some("write `=` to compare numbers, `is` to compare anything else".into());
    }
    if found == "=" && missing("`:`") {
        return Some("write `:` here; `=` stands only in `let` and `define`, and compares numbers".into());
    }
    if found == ":" && missing("`->`") {
        return Some("write `->` between the conditions of a row and what happens".into());
    }
    if rest.starts_with('\'') {
        return Some("write texts in double quotes".into());
    }
    if rest.starts_with("=>") || rest.starts_with('→') || (found == ">" && before.ends_with('=')) {
        return Some("write `->` before what happens, and `>=` for “at least”".into());
    }
    if rest.starts_with("&&") || rest.starts_with("||") || rest.starts_with('!') {
        return Some("write `and`, `or`, `not`; `no SET` where there is none".into());
    }
    if found == "else" && behind(rest, found).is_some_and(|behind| behind.starts_with("->")) {
        return Some("write `otherwise` for all that is left".into());
    }
    if found == "then" && expected.contains(&"a pit number") {
        return Some(
            "what is done next stands on a line of its own, or behind a comma; `then NAME` goes on with a `sequence`"
                .into(),
        );
    }
    let asked = before.trim_end().strip_suffix("not").unwrap_or(before).trim_end();
    if asked.ends_with(" is") && super::grammar::is_reserved(found) {
        return Some(format!(
            "no rule can ask for a value called `{found}`: rename it, or ask for the others with `is not`"
        ));
    }
    if sows_so_many(before, found, rest) {
        return Some("how many seeds fall into each place stands behind the track: `sow ring 2 each after pit`".into());
    }
    if before.starts_with("parameter ") && before.contains(':') {
        return Some(
            "write its range, then the value that holds unless another is set: `parameter pits: 3..8 default 6`".into(),
        );
    }
    if found == "captures" {
        return Some("write `capture …` for the mover, `opponent captures …` for the other player".into());
    }
    let is_of_a_time =
        ["before the sowing", "when the turn began"].iter().any(|time| before.trim_end().ends_with(time));
    if is_of_a_time && (matches!(found, "is" | "in") || found.starts_with(['=', '<', '>', '!'])) {
        return Some(
            "the point in time stands behind the whole comparison: `seeds(last) >= 3 before the sowing`".into(),
        );
    }
    if found == "move" && before.trim_end().ends_with("cannot") {
        return Some("only the player to move can be asked: `mover cannot move`".into());
    }
    if expected.iter().any(|words| words.starts_with("`over`, `fill`")) {
        return Some(
            "nothing is chosen, sown or asked between rounds: `setup` or `fill …` lays out the next one, `capture`, \
                     `put` and `becomes` move what is left, `for` goes through pits or players, `over { … }` ends the match"
                .into(),
        );
    }
    if expected.contains(&"a pit number") {
        return Some("a `,` or `and` stands between two conditions".into());
    }
    if missing("a quoted text") {
        return Some("write texts in straight double quotes, \"like this\"".into());
    }
    if missing("`at a capture`") {
        return Some(
            "say first when it is looked at: `before a turn, mover cannot move -> …`, `after a turn, …`".into(),
        );
    }
    let begins_line = before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
    if begins_line && super::grammar::ITEM_WORDS.contains(&found) {
        return Some(format!("if this is the item `{found}`, it begins in the first column"));
    }
    None
}

/// A name or label for what cannot be called like a word of the language; `what` is what is named.
pub(super) fn another_name(word: &str, what: &str) -> String {
    match word {
        "own" => "own_side".into(),
        "opponent" => "other_side".into(),
        "all" => "everything".into(),
        "facing" => "facing_pit".into(),
        "behind" => "pit_behind".into(),
        "before" => "earlier".into(),
        "after" => "later".into(),
        _ => format!("{word}_{what}"),
    }
}

/// What stands behind a word, blanks apart, in a text that begins with it. One that is no more than a blank to us, as a form
/// feed is, begins no text.
pub(super) fn behind<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_prefix(word).map(str::trim_start)
}

/// Whether a number of seeds for each place stands at the end of a sowing, or lacks its `each`.
fn sows_so_many(before: &str, found: &str, rest: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    let number = |word: &str| word.chars().all(|letter| letter.is_ascii_digit());
    let mut words = line.split_whitespace().rev();
    line.starts_with("sow ")
        && (number(found) && behind(rest, found).is_some_and(|behind| behind.starts_with("each"))
            || found == "after" && words.next().is_some_and(number))
}
