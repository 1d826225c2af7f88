//! A position as a picture: what is shown (a [`Scene`]), how it looks (a [`Theme`]), and the
//! drawing of it into a PNG; the same board in plain text; and the chances over a game as a
//! [`Chart`]. Pure: equal scenes give equal bytes.

mod board;
mod chart;
mod draw;
mod encode;
mod geometry;
mod kit;
mod marks;
mod nameplate;
mod palette;
mod plain;
mod scene;
mod shape;
mod sprites;
mod stencils;
mod text;
mod theme;

pub use chart::{Chart, draw_chart};
pub use draw::{DrawError, Picture, draw};
pub use plain::plain_board;
pub use scene::{Hint, LARGEST, SMALLEST, Scene};
pub use theme::{Theme, ThemeError};

/// The steps of drawing one by one, to be measured.
#[doc(hidden)]
pub mod steps {
    pub use super::draw::Easel;

    /// Forgets every shared part, so that the next picture starts cold.
    pub fn forget() {
        super::kit::forget();
    }
}

#[cfg(test)]
mod tests;
