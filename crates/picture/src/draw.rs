//! Draws a scene as a PNG.

use image::RgbImage;

use super::encode::{encode, encode_few};
use super::error::DrawError;
use super::painter::Painter;
use super::palette::FEW;
use super::scene::Scene;
use super::theme_palette::palette;

/// A drawn picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Vec<u8>,
    /// What kind of file it is.
    pub format: Format,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A still picture.
    Png,
    /// An animation.
    Gif,
}

impl Format {
    /// The extension of file names.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }

    /// Its media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Gif => "image/gif",
        }
    }
}

/// Draws a scene.
///
/// ```
/// use yinsh::game::{Position, Variant};
/// use yinsh_picture::{Scene, draw};
/// let position = Position::start(Variant::Normal).play("e4".parse()?)?;
/// let picture = draw(&Scene::new(position))?;
/// assert_eq!(picture.width, 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`DrawError`], which no scene causes.
pub fn draw(scene: &Scene) -> Result<Picture, DrawError> {
    let painter = Painter::new(scene)?;
    let canvas = painter.paint();
    Ok(Picture {
        bytes: encode_canvas(&painter, &canvas)?,
        format: Format::Png,
        width: canvas.width(),
        height: canvas.height(),
    })
}

/// Pictures narrower than this, in pixels, keep all 256 colours: their files are small anyway.
const MANY_COLORS_BELOW: u32 = 720;

/// Writes a canvas that a painter painted as PNG.
///
/// # Errors
///
/// See [`DrawError`].
pub fn encode_canvas(painter: &Painter<'_>, canvas: &RgbImage) -> Result<Vec<u8>, DrawError> {
    let palette = palette(painter.theme())?;
    let indices = painter.indices(canvas, palette);
    if canvas.width() < MANY_COLORS_BELOW {
        return Ok(encode(canvas.dimensions(), &indices, &palette.colors)?);
    }
    let few = palette.reduce(&indices, canvas.width(), FEW);
    Ok(encode_few(canvas.dimensions(), &indices, &few)?)
}
