//! The one style: what it does to a text, and that everything in the repository is written in it.

use crate::documents::blocks;
use mancala::format::{Unformatted, format, format_page};
use mancala::{shipped_names, shipped_text};
use std::fs;
use std::path::{Path, PathBuf};

fn styled(text: &str) -> String {
    format(text).unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

/// Files with an ending anywhere below a folder.
fn below(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            below(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

#[test]
fn shipped_files_are_in_the_one_style() {
    for name in shipped_names() {
        let text = shipped_text(name).unwrap();
        assert_eq!(styled(text), text, "write `mancala fmt` on {name}");
    }
}

#[test]
fn blocks_of_the_documentation_are_in_the_one_style() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md"), root.join("CHANGELOG.md")];
    below(&root.join("docs"), "md", &mut pages);
    let (mut tried, mut unread) = (0, 0);
    for path in pages {
        let text = fs::read_to_string(&path).unwrap();
        let page = format_page(&text);
        assert_eq!(page.text, text, "write `mancala fmt` on {}", path.display());
        tried += blocks(&text).len();
        unread += page.unread.len();
        // Only pages of errors hold what cannot be read: their first block, and never the other one.
        let is_error = path.parent().is_some_and(|folder| folder.ends_with("errors"));
        assert!(page.unread.len() <= usize::from(is_error), "{}: lines {:?}", path.display(), page.unread);
    }
    assert!(tried > 100 && unread >= 5, "{tried} blocks, {unread} of them wrong on purpose");
}

/// Whatever a writer does with blanks, the style comes out the same.
#[test]
fn blanks_do_not_matter() {
    for name in shipped_names() {
        let text = shipped_text(name).unwrap();
        assert_eq!(styled(&blanks_lost(text)), text, "{name}");
        assert_eq!(styled(&blanks_added(text)), text, "{name}");
    }
}

/// One blank where there were several, one before each line that is indented, none before closing braces.
fn blanks_lost(text: &str) -> String {
    let each = |line: &str| {
        let quoted = line.contains('"') || line.contains('#');
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_indented = line.starts_with(' ');
        match (quoted, is_indented) {
            (true, true) => format!("\t{}", line.trim_start()),
            (true, false) => line.to_string(),
            (false, _) => format!("{}{words}", if is_indented && words != "}" { " " } else { "" }),
        }
    };
    text.lines().map(|line| each(line) + "\n").collect()
}

/// Further indentation, blanks at the ends of lines, and more blank lines where there is one.
fn blanks_added(text: &str) -> String {
    let each = |line: &str| match line {
        "" => "\n \n\n".to_string(),
        line if line.starts_with(' ') => format!("\t   {line}  \t\n"),
        line => format!("{line} \n"),
    };
    text.lines().map(each).collect()
}

#[test]
fn what_the_style_does() {
    let mut tried = 0;
    let mut cases = Vec::new();
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format"), "mancala", &mut cases);
    for path in cases {
        let wild = fs::read_to_string(&path).unwrap();
        let wanted = fs::read_to_string(path.with_extension("styled")).unwrap();
        assert_eq!(styled(&wild), wanted, "{}", path.display());
        assert_eq!(styled(&wanted), wanted, "{}: once more", path.display());
        tried += 1;
    }
    assert!(tried >= 3, "{tried} cases");
}

#[test]
fn what_cannot_be_read_is_refused() {
    let text = shipped_text("oware").unwrap();
    let mut refused = 0;
    for (at, _) in text.match_indices(' ').step_by(29) {
        let cut = &text[..at];
        match format(cut) {
            // A text that ends between two items can be read.
            Ok(styled) => assert!(text.starts_with(styled.trim_end()), "cut at {at}"),
            Err(Unformatted::Unread(why)) => {
                assert!(!why.is_empty());
                refused += 1;
            }
            Err(Unformatted::Changed) => panic!("cut at {at}"),
        }
    }
    assert!(refused > 50, "{refused} of the cut texts are refused");
}

#[test]
fn ends_of_lines_stay_what_they_are() {
    let text = shipped_text("kalah").unwrap();
    let other = text.replace('\n', "\r\n");
    assert_eq!(styled(&other), other);
    assert_eq!(styled(&format!("\u{feff}{text}")), text, "the mark of the encoding goes");
    assert_eq!(styled(text.trim_end()), text, "the last line ends");
}

/// Who formats the same file again and again reads only what has changed, and gives just what one who reads it all gives.
#[test]
fn formatting_again_is_formatting() {
    let mut formatter = mancala::format::Formatter::default();
    for name in mancala::shipped_names().step_by(5) {
        let text = mancala::shipped_text(name).unwrap();
        let squeezed = text.replace("    ", " ").replace(" = ", "=");
        let headed = format!("# a comment\n\n{text}# another\n");
        let broken = text.replacen("setup {", "setup {{", 1);
        for changed in [text, &squeezed, &headed, &broken, &text.replace('\n', "\r\n"), text] {
            assert_eq!(formatter.format(changed), mancala::format::format(changed).ok(), "{name}");
        }
    }
    for text in ["", "mancala 1", "mancala 2\ngame \"A\"\n", "game \"A\"\n", "mancala 1\n  game \"A\"\n", "# only\n"] {
        assert_eq!(formatter.format(text), mancala::format::format(text).ok(), "{text}");
    }
}
