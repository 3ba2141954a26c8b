//! Diagnostics as they are drawn, one snapshot for each code; and input of every kind of nonsense.

use mancala::check::check;
use mancala::diagnostic::{Format, code, render_all};
use std::time::{Duration, Instant};

/// The wrong examples of the pages in `docs/errors/`.
#[test]
fn every_wrong_example_is_explained_as_before() {
    for code in code::ALL {
        let page =
            std::fs::read_to_string(format!("{}/docs/errors/{}.md", env!("CARGO_MANIFEST_DIR"), code.name)).unwrap();
        let Some((_, wrong)) = page.split_once("```mancala\n") else { continue };
        let wrong = wrong.split("```").next().unwrap();
        let report = check(&format!("{}.mancala", code.name), wrong, &|_| None);
        let drawn = render_all(&report.diagnostics, &report.sources, Format::Human { color: false });
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, description => wrong }, {
            insta::assert_snapshot!(format!("{}__{}", code.stage, code.name), drawn);
        });
    }
}

/// The files in `tests/wrong/`, each with something wrong that the pages do not show.
#[test]
fn every_wrong_file_is_explained_as_before() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "wrong" }, {
        insta::glob!("wrong/*.mancala", |path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            let text = std::fs::read_to_string(path).unwrap();
            let report = check(name, &text, &|_| None);
            assert!(!report.diagnostics.is_empty(), "{name}");
            insta::assert_snapshot!(render_all(&report.diagnostics, &report.sources, Format::Human { color: false }));
        });
    });
}

/// The files in `tests/right/`, whose rows can all be taken although it does not look so. They need no examples.
#[test]
fn nothing_is_held_against_what_is_right() {
    insta::glob!("right/*.mancala", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let report = check(path.file_name().unwrap().to_str().unwrap(), &text, &|_| None);
        let codes: Vec<&str> = report.diagnostics.iter().map(|one| one.code.name).collect();
        assert!(codes.iter().all(|code| *code == "no_example"), "{}: {codes:?}", path.display());
    });
}

/// The files in `tests/agreement/`, which were once played wrong: their examples hold.
#[test]
fn what_was_once_played_wrong_comes_out_right() {
    insta::glob!("agreement/*.mancala", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let report = check(path.file_name().unwrap().to_str().unwrap(), &text, &|_| None);
        let drawn = render_all(&report.diagnostics, &report.sources, Format::Plain);
        assert!(report.examples > 0 && !report.fails(false), "{}: {drawn}", path.display());
    });
}

/// The other formats: one problem of each stage.
#[test]
fn other_formats_are_as_before() {
    let wrong = "mancala 1\ngame \"x\"\nboard { row home 6 }\n";
    let report = check("x.mancala", wrong, &|_| None);
    for (name, format) in [("plain", Format::Plain), ("json", Format::Json)] {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("format_{name}"), render_all(&report.diagnostics, &report.sources, format));
        });
    }
}

/// No form of the grammar is tried twice at one place, so that reading takes time in proportion to the text.
#[test]
fn what_is_deeply_nested_is_read_at_once() {
    const DEEP: usize = 47;
    let forms = [
        ("own f(", ", 1)"),
        ("own f(", ")"),
        ("own home (", ")..2"),
        ("own home (", ") + 1"),
        ("f(", ")"),
        ("((", " if yes, otherwise 1))"),
        ("seeds(place after ", ")"),
        ("(1 places after ", " going right)"),
        ("(no (", " where yes))"),
        ("not (", ")"),
        ("(each ", " for p in 1, w in both ways)"),
        ("(chain back from ", " up to 3 while yes)"),
    ];
    for (open, close) in forms {
        let depth = DEEP / open.matches('(').count();
        let text = format!("mancala 1\ndefine a = {}1{}\n", open.repeat(depth), close.repeat(depth));
        // As much room as the program has.
        let read = move || {
            let begin = Instant::now();
            let mut found = mancala::diagnostic::Diagnostics::default();
            (mancala::syntax::parse(&text, 0, &mut found).items.len(), begin.elapsed())
        };
        let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(read).unwrap();
        let (items, time) = thread.join().unwrap();
        assert!(time < Duration::from_secs(5), "{open}…{close}: {time:?}");
        assert_eq!(items, 1, "{open}…{close} is read");
    }
}

/// Anything at all gets a diagnostic, within a second.
#[test]
fn nonsense_is_refused_quickly() {
    let noise: String =
        (0..1_000_000_u32).map(|at| char::from(33 + (at.wrapping_mul(2_654_435_761) >> 24) as u8 % 90)).collect();
    let inside = |what: &str| format!("mancala 1\ngame \"x\"\ndefine a = {what}\n");
    let cases = [
        String::new(),
        " ".into(),
        "\n\n\n".into(),
        "mancala".into(),
        "mancala 2\n".into(),
        "mancala 1".into(),
        noise.clone(),
        format!("mancala 1\n{noise}"),
        inside(&"(".repeat(10_000)),
        format!("mancala 1\nmove a {}\n", "{".repeat(10_000)),
        inside(&format!("{}1{}", "(".repeat(40), ")".repeat(40))),
        inside(&format!("{}yes", "not ".repeat(10_000))),
        inside(&format!("1{}+ 1", "\n".repeat(1_000_000))),
        inside(&format!("1{}", "\n # a comment\n\n".repeat(60_000))),
        inside(&format!("{}last", "facing ".repeat(5_000))),
        inside(&format!("own home{}", " where it is last".repeat(300))),
        inside(&format!("1{}", " + 1".repeat(20_000))),
        inside(&format!("{}yes", "yes and ".repeat(20_000))),
        inside(&format!("{}1", "each ".repeat(399))),
        "mancala 1\ngame \"ü → 🌱\"\nboard { row hömë: 6 }\n".into(),
        "mancala 1\r\ngame \"x\"\r\nboard {\r\n row home: 6\r\n}\r\n".into(),
        "mancala 1\ngame \"never closed\nboard { row home: 6\nsetup { home: 4 each }\n".into(),
        "mancala 1\n\u{feff}game \"x\"\n".into(),
        "\u{feff}".into(),
        "\u{feff}\n# nothing else\n".into(),
        "game \"x\"\n".into(),
    ];
    for case in cases {
        let begin = Instant::now();
        let report = check("nonsense.mancala", &case, &|_| None);
        let shown: String = case.chars().take(60).collect();
        assert!(!report.diagnostics.is_empty(), "{shown}");
        let drawn = render_all(&report.diagnostics, &report.sources, Format::Human { color: false });
        assert!(drawn.contains("mancala::"), "{shown}");
        assert!(
            begin.elapsed() < Duration::from_secs(if cfg!(debug_assertions) { 8 } else { 1 }),
            "{shown}: {:?}",
            begin.elapsed()
        );
    }
}
