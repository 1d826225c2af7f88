//! Encodes pictures as PNG with a palette.
//!
//! Large boards use four bits a pixel. The same full board of 1000 pixels takes 67 KB with eight
//! bits: at four, the 32 KB window of deflate spans half the distance between two points, after
//! which lines and pieces repeat.

use png::{BitDepth, ColorType, DeflateCompression, EncodingError, Filter};

use super::palette::Reduced;
use super::tint::Tint;

/// Deflate level. On a full board 4 is a tenth faster and a tenth larger, 6 takes twice the time
/// for 3 % less.
const LEVEL: u8 = 5;

/// Encodes palette indices in eight bits a pixel.
pub(super) fn encode(
    size: (u32, u32),
    indices: &[u8],
    palette: &[Tint],
) -> Result<Vec<u8>, EncodingError> {
    write(size, BitDepth::Eight, palette, indices)
}

/// Encodes palette indices in four bits a pixel, in the colours of a reduced palette.
pub(super) fn encode_few(
    size: (u32, u32),
    indices: &[u8],
    few: &Reduced,
) -> Result<Vec<u8>, EncodingError> {
    let index = |pixel: u8| few.index[usize::from(pixel)];
    let width = size.0 as usize;
    let mut packed = Vec::with_capacity(width.div_ceil(2) * size.1 as usize);
    // Two pixels a byte, the left one in the high bits; each row starts at a byte.
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

/// Encodes packed rows.
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
    // Filters make it larger: near indices are not near colours.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rows)?;
    writer.finish()?;
    Ok(file)
}
