//! The page that lists all games, by region.

use super::escape::escaped;
use crate::game::REGIONS;
use crate::library::Entry;
use std::fmt::Write as _;

pub(super) fn page(entries: &[Entry]) -> String {
    let mut text = format!(
        "# The games\n\nMade by `mancala page`, which writes a page for each of the {} games from its file.\n",
        entries.len()
    );
    for region in REGIONS {
        let here: Vec<&Entry> = entries.iter().filter(|entry| entry.region == Some(region)).collect();
        if here.is_empty() {
            continue;
        }
        let _ = write!(
            text,
            "\n## {}\n\n| game | rows | laps | captured | to learn |\n|---|---|---|---|---|\n",
            region.title
        );
        for entry in here {
            let facts = entry.facts();
            let also = facts.aliases.iter().map(|alias| escaped(alias)).collect::<Vec<_>>().join(", ");
            let also = if also.is_empty() { also } else { format!(" ({also})") };
            let captured: Vec<&str> = facts.captures.iter().map(|capture| capture.word()).collect();
            let captured = if captured.is_empty() { "nothing".to_string() } else { captured.join(", ") };
            let laps = if facts.laps { "several" } else { "one" };
            let (title, name, rows) = (escaped(&facts.title), &entry.name, facts.rows);
            let difficulty = facts.difficulty.word();
            let _ = writeln!(text, "| [{title}]({name}.md){also} | {rows} | {laps} | {captured} | {difficulty} |");
        }
    }
    text
}
