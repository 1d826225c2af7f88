//! Pictures as PNG: a position (a [`Scene`] in a [`Theme`]), the chances over a game (a [`Chart`]),
//! a person's ratings (a [`RatingChart`]), those of a server (a [`StandingsTable`]) and a knockout
//! (a [`Bracket`]); as GIF: a game (a [`Replay`]); and a position as plain text. Pure: equal scenes
//! give equal bytes.

mod assets;
mod board;
mod bracket;
mod chart;
mod chart_parts;
mod draw;
mod encode;
mod error;
mod geometry;
mod marks;
mod mask;
mod nameplate;
mod numbers;
mod painter;
mod palette;
mod plain;
mod rating_chart;
mod replay;
mod scene;
mod shape;
mod sprites;
mod standings_table;
mod stencils;
mod text;
mod theme;
mod theme_palette;
mod tint;

pub use bracket::{Bracket, BracketMatch, BracketRound, BracketSlot, draw_bracket};
pub use chart::{Chart, draw_chart};
pub use draw::{Format, Picture, draw};
pub use error::DrawError;
pub use geometry::{LARGEST, SMALLEST};
pub use plain::plain_board;
pub use rating_chart::{RatingChart, draw_ratings};
pub use replay::{DrawnReplay, Replay, ReplayLimits, ReplayTurn, draw_replay};
pub use scene::{Hint, Scene};
pub use standings_table::{StandingsRow, StandingsTable, draw_standings};
pub use theme::{Theme, ThemeError};

/// The steps of drawing, for benchmarks.
#[doc(hidden)]
pub mod steps {
    pub use super::draw::encode_canvas;
    pub use super::painter::Painter;

    /// Clears the caches, so that the next picture starts cold.
    pub fn forget() {
        super::assets::forget();
    }
}

#[cfg(test)]
mod tests;
