//! For tests that ask the engine itself.

/// Runs a body with the shape of position that a game needs.
macro_rules! shaped {
    ($game:expr, $shape:ident => $body:expr) => {
        match $game.program().layout.shape {
            mancala::ir::PositionShape::Small => {
                type $shape = mancala::engine::Small;
                $body
            }
            mancala::ir::PositionShape::Middle => {
                type $shape = mancala::engine::Middle;
                $body
            }
            mancala::ir::PositionShape::Wide => {
                type $shape = mancala::engine::Wide;
                $body
            }
        }
    };
}
