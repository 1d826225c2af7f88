//! The PNG file.
//!
//! Four bits a pixel and a palette for each picture. Measured on a full board against eight bits:
//! a third smaller in half the time, as the compressor's window of 32 KB then spans the distance
//! at which the board repeats (half the distance between two points, at 1000 pixels).

use png::{BitDepth, ColorType, DeflateCompression, EncodingError, Filter};

use super::palette::Reduced;
use super::theme::Tint;

/// Effort of the compression.
const LEVEL: u8 = 5;

/// Writes indices into a palette of at most 256 colours as PNG.
pub(super) fn encode(
    size: (u32, u32),
    indices: &[u8],
    palette: &[Tint],
) -> Result<Vec<u8>, EncodingError> {
    write(size, BitDepth::Eight, palette, indices)
}

/// Writes indices into a palette as PNG in few of its colours.
pub(super) fn encode_few(
    size: (u32, u32),
    indices: &[u8],
    few: &Reduced,
) -> Result<Vec<u8>, EncodingError> {
    let index = |pixel: u8| few.index[usize::from(pixel)];
    let width = size.0 as usize;
    let mut packed = Vec::with_capacity(width.div_ceil(2) * size.1 as usize);
    // Two pixels a byte, the left one in the high bits; every row begins with a byte of its own.
    for row in indices.chunks(width.max(1)) {
        let (pairs, rest) = row.as_chunks::<2>();
        packed.extend(
            pairs
                .iter()
                .map(|[left, right]| index(*left) << 4 | index(*right)),
        );
        packed.extend(rest.iter().map(|last| index(*last) << 4));
    }
    write(size, BitDepth::Four, &few.colors, &packed)
}

/// Writes packed rows as PNG.
fn write(
    (width, height): (u32, u32),
    depth: BitDepth,
    palette: &[Tint],
    rows: &[u8],
) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::with_capacity(rows.len() / 8);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(palette.concat());
    // Neighbouring indices are no similar colours, so that filters only do harm.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rows)?;
    writer.finish()?;
    Ok(file)
}
