//! The rules files that stand in a page of documentation, as blocks marked `mancala`.

use super::{Unformatted, format};

/// A page whose blocks are in the one style.
#[derive(Debug, Clone)]
pub struct Page {
    /// The page.
    pub text: String,
    /// Lines, from 1, on which the blocks begin that cannot be read and are left as they are.
    pub unread: Vec<usize>,
}

/// Formats the blocks of a page. What stands outside of them is not touched, nor are blocks that cannot be read: pages
/// about mistakes need some.
#[must_use]
pub fn format_page(text: &str) -> Page {
    let mut page = Page { text: String::with_capacity(text.len()), unread: Vec::new() };
    let mut block: Option<(usize, String)> = None;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        match &mut block {
            Some((begins, inside)) if line.trim_end() == "```" => {
                page.add(*begins, inside);
                page.text.push_str(line);
                block = None;
            }
            Some((_, inside)) => inside.push_str(line),
            None => {
                page.text.push_str(line);
                block = (line.trim_end() == "```mancala").then(|| (number + 2, String::new()));
            }
        }
    }
    // A block that is never closed is no block.
    page.text.extend(block.map(|(_, inside)| inside));
    page
}

impl Page {
    fn add(&mut self, begins: usize, block: &str) {
        match format(block) {
            Ok(styled) => self.text.push_str(&styled),
            Err(Unformatted::Unread(_) | Unformatted::Changed) => {
                self.unread.push(begins);
                self.text.push_str(block);
            }
        }
    }
}
