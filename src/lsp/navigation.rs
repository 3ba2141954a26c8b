//! From a name to its declaration and its uses, and from one name to another.

use super::document::{Base, Document};
use super::names::{Declaration, Kind, Names};
use super::shipped;
use super::text::Lines;
use crate::resolve::{FUNCTIONS, WORDS};
use crate::syntax::is_reserved;
use lsp_types::{Location, Range, TextEdit, Url, WorkspaceEdit};
use std::collections::HashMap;

/// Where the name at a byte is declared: in the text, or in one that it is based on. Of the name of such a file: the file.
pub(super) fn definition(document: &Document, byte: usize) -> Option<Location> {
    if let Some(declared) = document.names().at(byte) {
        return Some(Location::new(document.url.clone(), document.lines.range(declared.at.clone())));
    }
    if let Some((_, base)) = document.base_at(byte) {
        return Some(Location::new(address(base)?, Range::default()));
    }
    let used = document.names().used_at(byte)?;
    let (base, declared) = document.inherited(used)?;
    Some(Location::new(address(base)?, Lines::new(base.text.clone()).range(declared.at.clone())))
}

fn address(base: &Base) -> Option<Url> {
    if base.is_shipped {
        return shipped::address(&base.called, &base.text);
    }
    Url::from_file_path(std::path::absolute(&base.name).ok()?).ok()
}

/// Where the name at a byte is used, and where it is declared, if that is wanted too.
pub(super) fn references(document: &Document, byte: usize, with_declaration: bool) -> Vec<Location> {
    let names = document.names();
    let Some(declared) = names.at(byte) else { return Vec::new() };
    let mut places = names.uses_of(declared);
    if with_declaration {
        places.push(declared.at.clone());
    }
    places.sort_by_key(|place| place.start);
    places.into_iter().map(|place| Location::new(document.url.clone(), document.lines.range(place))).collect()
}

/// The name at a byte, if it is declared in this text and can be another.
pub(super) fn renamable(document: &Document, byte: usize) -> Option<Range> {
    document.names().at(byte)?;
    Some(document.lines.range(document.lines.word(byte)))
}

/// Why a name cannot be another.
#[derive(Debug, thiserror::Error)]
pub(super) enum RenameError {
    /// The server was not told of the text.
    #[error("the text is not open")]
    NotOpen,
    /// It is declared in another file, or nowhere.
    #[error("what stands here is not declared in this file")]
    NotDeclared,
    /// The new one is no name.
    #[error("`{0}` is no name: letters, digits and `_`, and no digit first")]
    NoName(String),
    /// The new one is a reserved word.
    #[error("`{0}` is a word of the language and cannot be a name")]
    Reserved(String),
    /// The new one means something that the language gives.
    #[error("`{0}` has a meaning in the language already")]
    HasMeaning(String),
    /// Something of this kind has the new name.
    #[error("there is a {} `{name}` already", .kind.word())]
    There { kind: Kind, name: String },
}

/// Gives the name at a byte another one, wherever it is used.
pub(super) fn rename(document: &Document, byte: usize, new: &str) -> Result<WorkspaceEdit, RenameError> {
    let names = document.names();
    let declared = names.at(byte).ok_or(RenameError::NotDeclared)?;
    may_be_called(names, declared, new)?;
    let mut places = names.uses_of(declared);
    places.push(declared.at.clone());
    places.sort_by_key(|place| place.start);
    let edits = places.into_iter().map(|place| TextEdit::new(document.lines.range(place), new.to_string())).collect();
    Ok(WorkspaceEdit::new(HashMap::from([(document.url.clone(), edits)])))
}

fn may_be_called(names: &Names, declared: &Declaration, new: &str) -> Result<(), RenameError> {
    let is_word = new.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && new.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !is_word {
        return Err(RenameError::NoName(new.into()));
    }
    if is_reserved(new) && declared.kind != Kind::Value {
        return Err(RenameError::Reserved(new.into()));
    }
    if WORDS.contains(&new) || FUNCTIONS.contains(&new) {
        return Err(RenameError::HasMeaning(new.into()));
    }
    let is_apart = |kind: Kind| matches!(kind, Kind::Label | Kind::Value | Kind::Choice);
    let clashes = names.declared.iter().find(|other| {
        other.name == new
            && is_apart(other.kind) == is_apart(declared.kind)
            && (other.kind != Kind::Local || declared.kind != Kind::Local || other.item == declared.item)
            && (!is_apart(declared.kind) || other.item == declared.item)
    });
    match clashes {
        Some(other) => Err(RenameError::There { kind: other.kind, name: new.into() }),
        None => Ok(()),
    }
}
