//! The PNG file.
//!
//! One byte a pixel and a palette: a third of the bytes of full colour to squeeze and to send.

use image::RgbImage;
use png::{BitDepth, ColorType, DeflateCompression, EncodingError, Filter};

use super::palette::Palette;

/// Writes a picture as PNG in the colours of a palette.
pub(super) fn encode(picture: &RgbImage, palette: &Palette) -> Result<Vec<u8>, EncodingError> {
    let indices = palette.indices(picture);
    let mut file = Vec::with_capacity(indices.len() / 8);
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colors.concat());
    // Numbers of colours say nothing about their neighbours, so that filters only do harm.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(file)
}

/// Effort of the compression.
const LEVEL: u8 = 2;
