//! What all charts share: measures in thousandths of the width, the bar with the caption, and the
//! file.

use image::RgbImage;

use super::assets::Assets;
use super::draw::{Format, Picture};
use super::encode::encode;
use super::error::DrawError;
use super::geometry::Rect;
use super::theme::{Style, Theme};
use super::theme_palette::palette;

/// A box in whole pixels between bounds in thousandths of the width; `milli` is one of them in
/// pixels.
pub(super) fn area(milli: f32, left: f32, top: f32, right: f32, bottom: f32) -> Rect {
    let pixels = |thousandths: f32| (thousandths * milli).round();
    Rect {
        left: pixels(left),
        top: pixels(top),
        width: pixels(right) - pixels(left),
        height: pixels(bottom) - pixels(top),
    }
}

/// Paints the bar for the caption, and returns the room for the words.
pub(super) fn caption_bar(
    canvas: &mut RgbImage,
    bar: Rect,
    milli: f32,
    style: &Style,
    assets: &Assets,
) -> Rect {
    assets.stencils.footer.paint(canvas, bar, style.chip);
    let inset = (22.0 * milli).round();
    Rect {
        left: bar.left + inset,
        width: bar.width - 2.0 * inset,
        ..bar
    }
}

/// Writes a chart as PNG, in all colours of its theme.
pub(super) fn finish(canvas: &RgbImage, theme: Theme) -> Result<Picture, DrawError> {
    let palette = palette(theme)?;
    let indices = palette.indices(canvas);
    Ok(Picture {
        bytes: encode(canvas.dimensions(), &indices, &palette.colors)?,
        format: Format::Png,
        width: canvas.width(),
        height: canvas.height(),
    })
}
