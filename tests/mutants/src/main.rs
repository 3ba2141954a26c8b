//! Says how each mutant of `cargo mutants --list --json` is put beside the code that it changes, so that one build holds many
//! of them and a number in the environment chooses one when the program runs. Reads the list on its standard input, with a
//! number `id` in each mutant, and writes insertions: what to put before and behind which bytes of which file.

use proc_macro2::{LineColumn, Span};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, ExprBinary, ExprUnary, ImplItemFn, ItemFn, TraitItemFn};

#[derive(Deserialize)]
struct Mutant {
    id: u32,
    file: String,
    genre: String,
    replacement: String,
    span: Stretch,
}

#[derive(Deserialize)]
struct Stretch {
    start: At,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    line: usize,
    column: usize,
}

impl From<LineColumn> for At {
    fn from(at: LineColumn) -> Self {
        At { line: at.line, column: at.column + 1 }
    }
}

/// What is put around some bytes of a file.
#[derive(Serialize)]
struct Insertion<'m> {
    id: u32,
    file: &'m str,
    start: usize,
    end: usize,
    before: String,
    behind: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mutants: Vec<Mutant> = serde_json::from_reader(std::io::stdin())?;
    let mut by_file: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in &mutants {
        by_file.entry(&mutant.file).or_default().push(mutant);
    }
    let mut found = Vec::new();
    for (file, mutants) in by_file {
        let text = std::fs::read_to_string(file)?;
        let mut walk = Walk { file, text: &text, mutants: &mutants, found: &mut found };
        walk.visit_file(&syn::parse_file(&text)?);
    }
    serde_json::to_writer(std::io::stdout(), &found)?;
    Ok(())
}

struct Walk<'m, 'w> {
    file: &'m str,
    text: &'w str,
    mutants: &'w [&'m Mutant],
    found: &'w mut Vec<Insertion<'m>>,
}

/// Whether this mutant is the one that was chosen.
fn chosen(id: u32) -> String {
    format!("crate::mutant::chosen({id}) /*m{id}*/")
}

impl Walk<'_, '_> {
    /// Puts each mutant of a kind that begins here around some bytes.
    fn put(&mut self, genre: &str, at: Span, around: Range<usize>, text: impl Fn(&Mutant) -> Option<(String, String)>) {
        for mutant in self.mutants {
            if mutant.genre == genre && mutant.span.start == At::from(at.start()) {
                let Some((before, behind)) = text(mutant) else { continue };
                let Range { start, end } = around;
                self.found.push(Insertion { id: mutant.id, file: self.file, start, end, before, behind });
            }
        }
    }

    /// The text of the program, as it is.
    fn as_is(&self, span: Span) -> String {
        self.text[span.byte_range()].to_string()
    }

    /// A function gives a value of another's making.
    fn function(&mut self, block: &Block) {
        let Some(first) = block.stmts.first() else { return };
        let open = block.brace_token.span.open().byte_range().end;
        self.put("FnValue", first.span(), open..open, |mutant| {
            Some((format!(" if {} {{ return {}; }} ", chosen(mutant.id), mutant.replacement), String::new()))
        });
    }
}

/// Instead of an expression, another.
fn instead(mutant: &Mutant, other: &str) -> Option<(String, String)> {
    Some((format!("(if {} {{ {other} }} else {{ (", chosen(mutant.id)), ") })".into()))
}

impl<'ast> Visit<'ast> for Walk<'_, '_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_binary(&mut self, expr: &'ast ExprBinary) {
        let (left, right) = (self.as_is(expr.left.span()), self.as_is(expr.right.span()));
        let binds = binds(&expr.left) || binds(&expr.right);
        self.put("BinaryOperator", expr.op.span(), expr.span().byte_range(), |mutant| {
            // What a condition binds is read behind it, so it cannot stand in parentheses.
            if binds {
                return None;
            }
            instead(mutant, &format!("({left}) {} ({right})", mutant.replacement))
        });
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast ExprUnary) {
        let inner = self.as_is(expr.expr.span());
        self.put("UnaryOperator", expr.op.span(), expr.span().byte_range(), |mutant| {
            instead(mutant, &format!("({inner})"))
        });
        visit::visit_expr_unary(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        match &arm.guard {
            None => self.put("MatchArm", arm.span(), arm.pat.span().byte_range(), |mutant| {
                Some((String::new(), format!(" if !{}", chosen(mutant.id))))
            }),
            Some((_, guard)) => {
                let binds = binds(guard);
                self.put("MatchArmGuard", guard.span(), guard.span().byte_range(), |mutant| {
                    let chosen = chosen(mutant.id);
                    match (mutant.replacement.as_str(), binds) {
                        // What a guard binds is read behind it, so it cannot stand in parentheses.
                        ("false", true) => Some((String::new(), format!(" && !{chosen}"))),
                        (_, true) => None,
                        ("true", _) => Some((format!("{chosen} || ("), ")".into())),
                        _ => Some((format!("!{chosen} && ("), ")".into())),
                    }
                });
            }
        }
        visit::visit_arm(self, arm);
    }
}

/// Whether a condition binds names.
fn binds(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(both) => binds(&both.left) || binds(&both.right),
        _ => false,
    }
}
