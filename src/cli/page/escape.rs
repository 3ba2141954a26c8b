//! Texts of a file in Markdown.

/// A text that Markdown takes as it is.
pub(super) fn escaped(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '*' | '_' | '`' | '|' | '[' | ']' | '\\' => plain.extend(['\\', letter]),
            _ => plain.push(letter),
        }
    }
    plain
}

/// A text in the letters of programs.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}
