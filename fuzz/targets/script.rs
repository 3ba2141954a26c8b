//! Any text is a script or is refused, in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala::sim::ScriptText;

fuzz_target!(|text: &str| {
    let script = ScriptText { file: "fuzzed.ron".into(), text: text.into(), command: None };
    if let Err(error) = script.read() {
        assert!(!error.to_string().is_empty(), "refused without a word");
    }
});
