//! The variants that come with the program.

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Names of the shipped variants, in alphabetical order.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The rules file of a shipped variant.
#[must_use]
pub fn shipped_text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(other, _)| *other == name).map(|(_, text)| *text)
}
