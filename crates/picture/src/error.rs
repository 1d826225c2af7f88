//! Why a picture could not be drawn.

use thiserror::Error;

/// Why a picture could not be drawn. No scene causes this.
#[derive(Debug, Error)]
pub enum DrawError {
    /// The font that is built in cannot be read.
    #[error("the built-in font cannot be read")]
    Font,
    /// The picture could not be written as PNG.
    #[error("the picture cannot be written as PNG")]
    Png(#[from] png::EncodingError),
    /// The animation could not be written as GIF.
    #[error("the animation cannot be written as GIF")]
    Gif(#[from] gif::EncodingError),
}
