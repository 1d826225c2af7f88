//! What the pictures of boards and charts show.

use crate::picture::{Chart, Hint, Scene, Theme};
use crate::session::{Board, Curve};
use crate::words::Words;

/// What the chart of a curve shows. `theme` is the default for tables that have not chosen one.
#[must_use]
pub fn chart(
    curve: &Curve,
    words: &Words,
    language: Option<&str>,
    theme: Option<&str>,
    size: u32,
) -> Chart {
    Chart {
        names: words.seats(&curve.seats, language),
        colors: words.colors(language),
        caption: words.sentence(&curve.caption, language),
        result: Some(curve.result),
        first_turn: curve.first_turn,
        chances: curve
            .chances
            .iter()
            .map(|&chance| f32::from(chance) / 1000.0)
            .collect(),
        rings: curve.rings.clone(),
        turning_points: curve.turning_points.clone(),
        theme: theme_of(curve.settings.theme.as_deref(), theme),
        size,
    }
}

/// What a board's picture shows. `theme` is the default for tables that have not chosen one.
#[must_use]
pub fn scene(
    board: &Board,
    words: &Words,
    language: Option<&str>,
    theme: Option<&str>,
    size: u32,
) -> Scene {
    Scene {
        position: board.position,
        names: words.names(board, language),
        colors: words.colors(language),
        caption: words.caption(board, language),
        result: board.result,
        last: board.last.clone(),
        targets: board.targets,
        nudge: board.nudge,
        hints: board.hints.iter().map(|&action| Hint { action }).collect(),
        theme: theme_of(board.settings.theme.as_deref(), theme),
        view: board.settings.board_view(),
        size,
    }
}

/// The theme that a table has chosen, else the default. A theme that no longer exists is drawn as
/// the default one.
fn theme_of(table: Option<&str>, default: Option<&str>) -> Theme {
    let name = table.or(default);
    name.and_then(|name| name.parse().ok()).unwrap_or_default()
}
