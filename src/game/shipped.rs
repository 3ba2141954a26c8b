//! The variants that come with the program.

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A variant that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shipped {
    /// The name by which it is asked for: that of its file.
    pub name: &'static str,
    /// The folder of the region where it is played: one of [`REGIONS`](super::REGIONS).
    pub region: &'static str,
    /// The rules file.
    pub text: &'static str,
}

/// The shipped variants, in alphabetical order of their names.
#[must_use]
pub fn shipped() -> &'static [Shipped] {
    SHIPPED
}

/// Names of the shipped variants, in alphabetical order.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|variant| variant.name)
}

/// The rules file of a shipped variant.
#[must_use]
pub fn shipped_text(name: &str) -> Option<&'static str> {
    let at = SHIPPED.binary_search_by_key(&name, |variant| variant.name).ok()?;
    Some(SHIPPED[at].text)
}
