//! The PNG file.
//!
//! One byte a pixel and a palette: measured, a quarter of the size of full colour in a third of
//! the time.

use png::{BitDepth, ColorType, DeflateCompression, EncodingError, Filter};

use super::theme::Tint;

/// Effort of the compression. Measured on a full board: 2 takes 2.5 ms for 85 KB, 3 takes 3.3 ms
/// for 78 KB, 4 takes 4.1 ms for 74 KB, 6 takes 7 ms for 66 KB.
const LEVEL: u8 = 4;

/// The same where many outlines cross the pieces, as those of rows do, so that less repeats: 6
/// takes a tenth off such files.
const LEVEL_FOR_ROWS: u8 = 6;

/// Writes rows of numbers of colours as PNG; `rows` says whether rows of markers are outlined.
pub(super) fn encode(
    (width, height): (u32, u32),
    indices: &[u8],
    colors: &[Tint],
    rows: bool,
) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::with_capacity(indices.len() / 8);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colors.concat());
    // Numbers of colours say nothing about their neighbours, so that filters only do harm.
    encoder.set_filter(Filter::NoFilter);
    let level = if rows { LEVEL_FOR_ROWS } else { LEVEL };
    encoder.set_deflate_compression(DeflateCompression::Level(level));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(indices)?;
    writer.finish()?;
    Ok(file)
}
