//! Whether the notation tells moves apart, in the positions that a file shows: its start, and those of its examples.

use super::lint::is_own;
use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::engine::MoveText;
use crate::game::{Alike, Game};
use crate::model::Id;
use crate::position::Position;
use crate::source::Span;

/// How many moves of a position are looked at.
const MOST: usize = 100;

/// Looks for moves that are written alike. One pair of them is enough.
pub(super) struct Apart {
    /// Where the file begins.
    begins: Span,
    found: Option<Diagnostic>,
}

impl Apart {
    pub(super) fn new(begins: Span) -> Self {
        Apart { begins, found: None }
    }

    /// Looks at a position; `shown` is the place of the file where it comes up, if it is not the start.
    pub(super) fn look(&mut self, game: &Game, position: &Position, shown: Option<Span>) {
        if self.found.is_some() {
            return;
        }
        let Some(alike) = game.alike(position, MOST) else { return };
        let kind = game.model().moves[alike.kinds[1]].span;
        let place = if is_own(kind) { kind } else { self.begins };
        let [one, other] = &alike.moves;
        let warning = Diagnostic::warning(
            code::SAME_TEXT,
            place,
            format!("two moves are written alike: `{one}` and `{other}`"),
            format!("`{}` would be either of them", alike.text),
        );
        let warning = warning.help(format!("{}; until then each is written out", how_to_tell(game, &alike)));
        self.found = Some(match shown {
            Some(shown) => warning.also(shown, "both are legal here"),
            None => warning,
        });
    }

    pub(super) fn report(self, found: &mut Diagnostics) {
        self.found.into_iter().for_each(|warning| found.report(warning));
    }
}

/// What to write in `notation`.
fn how_to_tell(game: &Game, alike: &Alike) -> String {
    let model = game.model();
    let [one, other] = alike.kinds;
    if one != other {
        let name = &model.moves[other].name;
        return format!(
            "give one of them a text of its own, such as `notation {{ kind {name}: \"{}\" }}`",
            initial(name)
        );
    }
    match alike.parted {
        Some([MoveText::Pit(place) | MoveText::Free(place), _]) => match model.board.row_and_number(place) {
            Some((row, _)) => {
                format!("let the text of a pit say whose it is: `notation {{ row {}: \"A\" / \"a\" }}`", row.name)
            }
            None => "let the texts of the rows differ in `notation`".into(),
        },
        Some([MoveText::Way(_), _]) => {
            let ways =
                model.board.ways.iter().map(|(name, way)| format!("way {name}: \"{}\"", [">", "<"][way.index()]));
            format!("give each way a text of its own: `notation {{ {} }}`", ways.collect::<Vec<_>>().join("  "))
        }
        Some([MoveText::Alternative(list, _), MoveText::Alternative(_, number)]) => {
            let name = list.name(game.program(), number);
            format!(
                "give each alternative a text of its own, such as `notation {{ choice {name}: \"{}\" }}`",
                initial(name)
            )
        }
        _ => "let `notation` say of all that is chosen how it is written".into(),
    }
}

fn initial(name: &str) -> String {
    name.chars().take(1).collect()
}
