//! Any text is parsed, or refused with a diagnostic that can be drawn. What is laid out anew stays as it is when that is
//! done once more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala::format::format;

fuzz_target!(|text: &str| {
    if let Ok(styled) = format(text) {
        assert_eq!(format(&styled).ok().as_deref(), Some(styled.as_str()), "laid out twice, and not the same");
    }
});
