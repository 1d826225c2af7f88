//! A position as a picture: what is shown (a [`Scene`]), how it looks (a [`Theme`]), and the
//! drawing of it into a PNG; and the same board in plain text. Pure: equal scenes give equal bytes.

mod board;
mod draw;
mod encode;
mod geometry;
mod kit;
mod marks;
mod paint;
mod palette;
mod plain;
mod scene;
mod sprites;
mod text;
mod theme;

pub use draw::{DrawError, Picture, draw};
pub use plain::plain_board;
pub use scene::{Hint, LARGEST, Played, SMALLEST, Scene};
pub use theme::{Theme, ThemeError};

/// The steps of drawing one by one, to be measured.
#[doc(hidden)]
pub mod steps {
    pub use super::draw::Easel;
    use super::{DrawError, Scene};

    /// Writes a painted canvas as PNG in a scene's palette.
    ///
    /// # Errors
    ///
    /// See [`DrawError`].
    pub fn encode(scene: &Scene, canvas: &image::RgbImage) -> Result<Vec<u8>, DrawError> {
        let palette = super::palette::palette(scene.theme)?;
        Ok(super::encode::encode(canvas, palette)?)
    }

    /// Forgets every shared part, so that the next picture starts cold.
    pub fn forget() {
        super::kit::forget();
    }
}
