//! Draws a scene as a PNG.

use image::RgbImage;

use super::encode::{encode, encode_few};
use super::error::DrawError;
use super::painter::Painter;
use super::scene::Scene;
use super::theme_palette::palette;

/// A drawn picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
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
        png: encode_canvas(&painter, &canvas)?,
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
    let few = palette.reduce(&indices, canvas.width());
    Ok(encode_few(canvas.dimensions(), &indices, &few)?)
}
