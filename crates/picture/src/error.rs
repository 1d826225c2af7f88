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
}
