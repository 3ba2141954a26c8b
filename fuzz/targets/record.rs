//! Any line is a record or is refused; what is read survives being written and read again, and so do the positions in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala::text::json::{from_json, from_json_partial, outcome_from_json, to_json};
use mancala::text::record::read_record;
use mancala::{Game, Variant};
use std::sync::LazyLock;

static OWARE: LazyLock<Game> =
    LazyLock::new(|| Variant::shipped("oware").expect("a shipped variant").game().expect("a game"));

fuzz_target!(|line: &str| {
    let Ok(record) = read_record(line) else { return };
    assert_eq!(read_record(&record.to_line()).as_ref(), Ok(&record), "not the same record");
    let model = OWARE.model();
    for value in &record.positions {
        let _ = from_json_partial(value, model);
        if let Ok(read) = from_json(value, model) {
            assert_eq!(from_json(&to_json(&read, model), model).as_ref(), Ok(&read), "not the same position");
        }
    }
    if let Some(outcome) = &record.outcome {
        let _ = outcome_from_json(outcome);
    }
});
