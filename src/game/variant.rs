//! A rules file that has been read: its options, and the games that come of them.

use super::play::Game;
use super::shipped::shipped_text;
use crate::diagnostic::{Diagnostic, Diagnostics, Format, code, did_you_mean, render_all};
use crate::ir::TooMany;
use crate::model::{Bound, Model};
use crate::resolve::{Bindings, Loader, Resolved, declared_options, load_only, resolve};
use crate::source::{SourceMap, Span};
use crate::syntax::ast;
use std::sync::Arc;

/// A rules file, with those it is based on, read but not yet bound to options.
///
/// # Examples
/// ```
/// let oware = mancala::Variant::shipped("oware")?;
/// let forbidden = oware.bind([("grand_slam", "forbidden")])?;
/// assert_eq!(oware.game_with(&forbidden)?.model().title, "Oware");
/// assert!(oware.bind([("grand_slam", "often")]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Variant {
    name: String,
    file: Arc<ast::File>,
    defaults: Bindings,
    sources: Arc<SourceMap>,
    problems: Vec<Diagnostic>,
}

/// A rules file, or a binding of options, that cannot be used.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Rejected {
    /// What is wrong, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the places lie in.
    pub sources: Arc<SourceMap>,
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&render_all(&self.diagnostics, &self.sources, Format::Human { color: false }))
    }
}

impl std::error::Error for Rejected {}

/// No variant of this name is shipped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant `{name}`")]
#[non_exhaustive]
pub struct UnknownVariant {
    /// The name.
    pub name: String,
    /// The nearest names, or where to find them.
    pub help: String,
}

impl Variant {
    /// Reads a rules file. `loader` finds the files that it is based on; shipped variants are found without it.
    #[must_use]
    pub fn read(name: &str, text: &str, loader: &Loader<'_>) -> Self {
        Variant::read_only(name, text, loader, |_| true)
    }

    /// The same without worked examples.
    #[must_use]
    pub fn read_rules(name: &str, text: &str, loader: &Loader<'_>) -> Self {
        Variant::read_only(name, text, loader, |word| word != "example")
    }

    /// The title, options and presets of a rules file, without its rules.
    #[must_use]
    pub fn read_header(name: &str, text: &str, loader: &Loader<'_>) -> Self {
        let wanted = |word: &str| matches!(word, "based" | "game" | "option" | "parameter" | "preset" | "without");
        Variant::read_only(name, text, loader, wanted)
    }

    fn read_only(name: &str, text: &str, loader: &Loader<'_>, wanted: fn(&str) -> bool) -> Self {
        let mut found = Diagnostics::default();
        let mut sources = SourceMap::default();
        let with_shipped = |wanted: &str| {
            loader(wanted).or_else(|| shipped_text(wanted).map(|text| (format!("{wanted}.mancala"), text.to_string())))
        };
        let (file, with) = load_only(name, text, &with_shipped, &mut sources, &mut found, wanted);
        let mut defaults = Bindings::default();
        defaults.overrides(&with);
        Variant {
            name: name.to_string(),
            file: Arc::new(file),
            defaults,
            sources: Arc::new(sources),
            problems: found.sorted(),
        }
    }

    /// A rules file that needs no other file but shipped ones.
    ///
    /// # Examples
    /// ```
    /// let text = mancala::shipped_text("kalah").unwrap();
    /// let game = mancala::Variant::from_text("my kalah", text).game()?;
    /// assert_eq!(game.start().total(), 48);
    /// # Ok::<(), mancala::Rejected>(())
    /// ```
    #[must_use]
    pub fn from_text(name: &str, text: &str) -> Self {
        Variant::read(name, text, &|_| None)
    }

    /// A shipped variant.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn shipped(name: &str) -> Result<Self, UnknownVariant> {
        match shipped_text(name) {
            Some(text) => Ok(Variant::from_text(&format!("{name}.mancala"), text)),
            None => {
                let names: Vec<&str> = super::shipped_names().collect();
                let help = did_you_mean(name, "shipped variants", &names)
                    .unwrap_or_else(|| "`mancala list` shows the shipped variants".into());
                Err(UnknownVariant { name: name.into(), help })
            }
        }
    }

    /// Its name: a path, or that of a shipped file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its options and parameters with their defaults.
    #[must_use]
    pub fn options(&self) -> Vec<Bound> {
        let mut options = declared_options(&self.file);
        for (name, value) in self.defaults.iter() {
            if let Some(bound) = options.iter_mut().find(|bound| bound.name == name) {
                bound.value = value.to_string();
            }
        }
        options
    }

    /// The items as they were written.
    #[must_use]
    pub fn file(&self) -> &ast::File {
        &self.file
    }

    /// The files it is made of.
    #[must_use]
    pub fn sources(&self) -> &Arc<SourceMap> {
        &self.sources
    }

    /// What was wrong when it was read.
    #[must_use]
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// What is wrong with a game that has more of something than a program can hold.
    pub(crate) fn too_large(&self, too_many: TooMany) -> Diagnostic {
        let message = format!("{too_many}");
        let here = self.file.items.first().map_or(Span::default(), |item| item.span);
        Diagnostic::error(code::TOO_MANY_NAMES, here, message, "in this file").help("say it with fewer rules")
    }

    /// The model with these options, and what was found while it was made.
    #[must_use]
    pub fn model(&self, bindings: &Bindings) -> (Option<Model>, Vec<Diagnostic>) {
        let (resolved, problems) = self.resolved(bindings);
        (resolved.map(|resolved| resolved.model), problems)
    }

    /// The same, with what is seen on the way that no game needs.
    #[must_use]
    pub fn resolved(&self, bindings: &Bindings) -> (Option<Resolved>, Vec<Diagnostic>) {
        let mut found = Diagnostics::default();
        self.problems.iter().for_each(|problem| found.report(problem.clone()));
        let all = self.defaults.clone().over(bindings);
        let resolved = resolve(&self.file, &all, &mut found);
        (resolved, found.sorted())
    }

    /// The game with its default options.
    ///
    /// # Errors
    /// What is wrong in the file.
    pub fn game(&self) -> Result<Game, Rejected> {
        self.game_with(&Bindings::default())
    }

    /// The game with these options.
    ///
    /// # Errors
    /// What is wrong in the file or the options.
    pub fn game_with(&self, bindings: &Bindings) -> Result<Game, Rejected> {
        match self.model(bindings) {
            (Some(model), _) => Game::new(model, Arc::clone(&self.sources)).map_err(|too_many| Rejected {
                diagnostics: vec![self.too_large(too_many)],
                sources: Arc::clone(&self.sources),
            }),
            (None, diagnostics) => Err(Rejected { diagnostics, sources: Arc::clone(&self.sources) }),
        }
    }
}
