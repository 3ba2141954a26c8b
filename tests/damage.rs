//! Damages every shipped file, one word at a time, and looks at what `check` says first: is it on the damaged line, does
//! it say how to go on, and how much is said besides.
//!
//! `MANCALA_DAMAGES=8000 cargo test --release --test damage -- --ignored --nocapture` is the long run, and prints what
//! went worst.

#![expect(clippy::print_stdout, reason = "a long run reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "how long it is, is asked of the surroundings")]

use mancala::check::check;
use mancala::diagnostic::Diagnostic;
use mancala::source::SourceMap;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// Words that writers of other languages, and players of other games, put where this language has another one.
const OTHER_WORDS: &str = include_str!("other_words.txt");

/// What is done to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Deleted,
    Doubled,
    Swapped,
    Misspelt,
    Replaced,
}
const WAYS: [Way; 5] = [Way::Deleted, Way::Doubled, Way::Swapped, Way::Misspelt, Way::Replaced];

/// A file with one word damaged.
struct Damaged {
    file: &'static str,
    way: Way,
    text: String,
    line: usize,
    /// The line as it was and as it is.
    lines: (String, String),
}

/// What `check` said about it.
struct Verdict {
    damaged: Damaged,
    findings: usize,
    first: Option<Diagnostic>,
    on_line: bool,
    drawn: String,
}

/// The short run, every file once: enough to see a change for the worse.
#[test]
fn a_damaged_word_is_shown_on_its_line() {
    let files = mancala::shipped_names().count();
    let cases = (0..files).map(|file| (file, WAYS[file % WAYS.len()], 0)).collect();
    let report = Figures::of(&judged(cases, 1));
    report.print();
    assert!(report.on_line >= 0.90, "on the damaged line: {:.3}", report.on_line);
    assert!(report.helped >= 0.75, "with help: {:.3}", report.helped);
    assert!(report.median <= 1 && report.percentile_95 <= 3, "{} and {}", report.median, report.percentile_95);
}

/// The long run.
#[test]
#[ignore = "minutes"]
fn thousands_of_damaged_words() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let cases = each_way_equally_often(asked("MANCALA_DAMAGES").unwrap_or(8_000));
    let verdicts = judged(cases, asked("MANCALA_SEED").unwrap_or(2) as u64);
    let report = Figures::of(&verdicts);
    report.print();
    print_worst(&verdicts, "not on the damaged line", |verdict| !verdict.on_line);
    print_worst(&verdicts, "without help", |verdict| verdict.first.as_ref().is_some_and(|first| !helps(first)));
    print_worst(&verdicts, "more than three findings", |verdict| verdict.findings > 3);
    assert!(report.on_line >= 0.95, "on the damaged line: {:.3}", report.on_line);
    assert!(report.helped >= 0.80, "with help: {:.3}", report.helped);
    assert!(report.median <= 1 && report.percentile_95 <= 3, "{} and {}", report.median, report.percentile_95);
}

/// A file by its number, how it is damaged, and which time that is.
type Case = (usize, Way, usize);

/// Each shipped file and each way equally often.
fn each_way_equally_often(damages: usize) -> Vec<Case> {
    let files = mancala::shipped_names().count();
    let each = damages.div_ceil(files * WAYS.len());
    (0..files)
        .flat_map(|file| WAYS.into_iter().flat_map(move |way| (0..each).map(move |number| (file, way, number))))
        .collect()
}

fn judged(cases: Vec<Case>, seed: u64) -> Vec<Verdict> {
    let names: Vec<&'static str> = mancala::shipped_names().collect();
    cases
        .par_iter()
        .map(|&(name, way, number)| {
            let stream = ((name * WAYS.len() + way as usize) * 100_000 + number) as u64;
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(stream);
            judge(damaged(names[name], way, &mut random))
        })
        .collect()
}

fn judge(damaged: Damaged) -> Verdict {
    let report = check(damaged.file, &damaged.text, &|_| None);
    let first = report.diagnostics.first().cloned();
    let on_line = first.as_ref().is_some_and(|first| is_on(first, &report.sources, damaged.line));
    let drawn = first.as_ref().map_or(String::new(), |first| summary(first, &report.sources));
    Verdict { findings: report.diagnostics.len(), on_line, drawn, first, damaged }
}

fn is_on(found: &Diagnostic, sources: &SourceMap, line: usize) -> bool {
    found.labels.iter().any(|label| label.span.file == 0 && sources.line(label.span) == line)
}

fn helps(found: &Diagnostic) -> bool {
    found.help.is_some() || found.labels.iter().any(|label| label.text.contains("did you mean"))
}

fn summary(found: &Diagnostic, sources: &SourceMap) -> String {
    let places: Vec<String> = found
        .labels
        .iter()
        .map(|label| {
            let file = sources.file(label.span.file);
            let (line, column) = file.line_column(label.span.start);
            format!("{line}:{column} {}", label.text)
        })
        .collect();
    format!("{} | {} | {}", found.message, places.join(" | "), found.help.as_deref().unwrap_or("-"))
}

// --- figures ---------------------------------------------------------------------------------------------------------

struct Figures {
    still_check: usize,
    by_example: usize,
    others: usize,
    on_line: f64,
    helped: f64,
    median: usize,
    percentile_95: usize,
    by_way: Vec<(Way, usize, f64, f64)>,
}

/// Those whose first finding is none of an example.
fn others(verdicts: &[Verdict]) -> impl Iterator<Item = (&Verdict, &Diagnostic)> {
    let with_first = verdicts.iter().filter_map(|verdict| Some((verdict, verdict.first.as_ref()?)));
    with_first.filter(|(_, first)| first.code.stage != "example")
}

impl Figures {
    fn of(verdicts: &[Verdict]) -> Self {
        let found = verdicts.iter().filter(|verdict| verdict.first.is_some()).count();
        let mut counts: Vec<usize> = others(verdicts).map(|(verdict, _)| verdict.findings).collect();
        counts.sort_unstable();
        let of_way = |way: Option<Way>| {
            let chosen: Vec<_> =
                others(verdicts).filter(|(verdict, _)| way.is_none_or(|way| verdict.damaged.way == way)).collect();
            let share = |count: usize| count as f64 / chosen.len().max(1) as f64;
            let on_line = share(chosen.iter().filter(|(verdict, _)| verdict.on_line).count());
            (chosen.len(), on_line, share(chosen.iter().filter(|(_, first)| helps(first)).count()))
        };
        let (_, on_line, helped) = of_way(None);
        Figures {
            still_check: verdicts.len() - found,
            by_example: found - counts.len(),
            others: counts.len(),
            on_line,
            helped,
            median: counts[counts.len() / 2],
            percentile_95: counts[counts.len() * 95 / 100],
            by_way: WAYS.map(|way| (way, of_way(Some(way)))).map(|(way, (n, line, help))| (way, n, line, help)).into(),
        }
    }

    fn print(&self) {
        println!(
            "{} still check, {} fail an example first; of {} others {:.3} on the line, {:.3} with help, {} (median) and {} \
             (95th percentile) findings",
            self.still_check, self.by_example, self.others, self.on_line, self.helped, self.median, self.percentile_95
        );
        for (way, number, on_line, helped) in &self.by_way {
            println!("  {way:?}: {number}, {on_line:.3} on the line, {helped:.3} with help");
        }
    }
}

/// The groups that are largest, by message without its words, each with some examples.
fn print_worst(verdicts: &[Verdict], what: &str, is_bad: impl Fn(&Verdict) -> bool) {
    let mut groups: BTreeMap<String, Vec<&Verdict>> = BTreeMap::new();
    for (verdict, first) in others(verdicts).filter(|(verdict, _)| is_bad(verdict)) {
        let message = first.message.split('`').step_by(2).collect::<Vec<_>>().join("`…`");
        groups.entry(format!("{:?} {}: {message}", verdict.damaged.way, first.code.name)).or_default().push(verdict);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
    println!("\n=== {what}: {}", groups.iter().map(|(_, members)| members.len()).sum::<usize>());
    for (group, members) in groups.iter().take(25) {
        println!("{} × {group}", members.len());
        for verdict in members.iter().take(6) {
            let Damaged { file, line, lines: (before, after), .. } = &verdict.damaged;
            println!(
                "    {file}:{line} {} findings\n      - {before}\n      + {after}\n      > {}",
                verdict.findings, verdict.drawn
            );
        }
    }
}

// --- damage ----------------------------------------------------------------------------------------------------------

fn damaged(file: &'static str, way: Way, random: &mut ChaCha8Rng) -> Damaged {
    let text = mancala::shipped_text(file).unwrap();
    let words = words_of_rules(text);
    loop {
        let word = words.choose(random).unwrap().clone();
        let Some((place, new)) = replacement(text, &words, &word, way, random) else { continue };
        if text[place.clone()] == new {
            continue;
        }
        let after = format!("{}{new}{}", &text[..place.start], &text[place.end..]);
        let line = text[..place.start].matches('\n').count() + 1;
        let shown = |text: &str| text.lines().nth(line - 1).unwrap_or_default().trim().to_string();
        let lines = (shown(text), shown(&after));
        return Damaged { file, way, line, lines, text: after };
    }
}

/// Which bytes are replaced by what.
fn replacement(
    text: &str,
    words: &[Range<usize>],
    word: &Range<usize>,
    way: Way,
    random: &mut ChaCha8Rng,
) -> Option<(Range<usize>, String)> {
    let spelled = &text[word.clone()];
    match way {
        Way::Deleted => Some((word.clone(), String::new())),
        Way::Doubled => Some((word.clone(), format!("{spelled} {spelled}"))),
        Way::Swapped => {
            let next = words.iter().find(|next| next.start >= word.end)?;
            let between = &text[word.end..next.start];
            let new = format!("{}{between}{spelled}", &text[next.clone()]);
            (!between.contains('\n')).then_some((word.start..next.end, new))
        }
        Way::Misspelt => misspelt(spelled, random).map(|new| (word.clone(), new)),
        Way::Replaced => {
            let others: Vec<&str> = OTHER_WORDS.lines().filter(|line| !line.is_empty()).collect();
            Some((word.clone(), (*others.choose(random)?).to_string()))
        }
    }
}

/// A letter left out, doubled, exchanged with the next one, or hit beside the key.
fn misspelt(word: &str, random: &mut ChaCha8Rng) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.len() < 3 {
        return None;
    }
    let at = random.random_range(0..letters.len());
    match random.random_range(0..4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 => {
            let next = (at + 1) % letters.len();
            letters.swap(at, next);
        }
        _ => letters[at] = char::from(random.random_range(b'a'..=b'z')),
    }
    let new: String = letters.into_iter().collect();
    new.starts_with(|first: char| first.is_ascii_alphabetic()).then_some(new)
}

/// The words of the items that are rules, outside of texts and comments.
fn words_of_rules(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let (mut at, mut in_rule) = (0, false);
    for line in text.split_inclusive('\n') {
        if line.starts_with(|first: char| first.is_ascii_alphabetic()) {
            in_rule = !["mancala", "game", "example"].iter().any(|item| line.starts_with(item));
        }
        if in_rule {
            words.extend(words_of_line(line).map(|word| at + word.start..at + word.end));
        }
        at += line.len();
    }
    words
}

fn words_of_line(line: &str) -> impl Iterator<Item = Range<usize>> {
    let (mut words, mut start, mut quoted) = (Vec::new(), None, false);
    for (at, letter) in line.char_indices().chain([(line.len(), '\n')]) {
        let in_word = !quoted && (letter.is_ascii_alphanumeric() || letter == '_');
        match (start, in_word) {
            (None, true) => start = Some(at),
            (Some(begin), false) => {
                words.push(begin..at);
                start = None;
            }
            _ => {}
        }
        quoted ^= letter == '"';
        if letter == '#' && !quoted {
            break;
        }
    }
    words.into_iter().filter(|word: &Range<usize>| line.as_bytes()[word.start].is_ascii_alphabetic())
}
