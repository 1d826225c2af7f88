//! Encodes pictures as PNG with a palette.
//!
//! Large boards use four bits a pixel. The same full board of 1000 pixels takes 67 KB with eight
//! bits: at four, the 32 KB window of deflate spans half the distance between two points, after
//! which lines and pieces repeat.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::chunk::IDAT;
use png::{BitDepth, ColorType, EncodingError};

use super::palette::Reduced;
use super::tint::Tint;

/// Deflate level. On a full board 4 is a tenth faster and a tenth larger, 6 takes twice the time
/// for 3 % less.
const LEVEL: u32 = 5;

/// Encodes palette indices in eight bits a pixel.
pub(super) fn encode(
    size: (u32, u32),
    indices: &[u8],
    palette: &[Tint],
) -> Result<Vec<u8>, EncodingError> {
    let width = size.0 as usize;
    let mut rows = Vec::with_capacity((width + 1) * size.1 as usize);
    for row in indices.chunks(width.max(1)) {
        rows.push(NO_FILTER);
        rows.extend_from_slice(row);
    }
    write(size, BitDepth::Eight, palette, &rows)
}

/// Encodes palette indices in four bits a pixel, in the colours of a reduced palette.
pub(super) fn encode_few(
    size: (u32, u32),
    indices: &[u8],
    few: &Reduced,
) -> Result<Vec<u8>, EncodingError> {
    let index = |pixel: u8| few.index[usize::from(pixel)];
    let width = size.0 as usize;
    let mut rows = Vec::with_capacity((width.div_ceil(2) + 1) * size.1 as usize);
    // Two pixels a byte, the left one in the high bits; each row starts at a byte.
    for row in indices.chunks(width.max(1)) {
        rows.push(NO_FILTER);
        let (pairs, rest) = row.as_chunks::<2>();
        rows.extend(
            pairs
                .iter()
                .map(|[left, right]| index(*left) << 4 | index(*right)),
        );
        rows.extend(rest.iter().map(|last| index(*last) << 4));
    }
    write(size, BitDepth::Four, &few.colors, &rows)
}

/// The filter type that each row begins with. Filters make the file larger: near indices are not
/// near colours.
const NO_FILTER: u8 = 0;

/// Writes packed rows, each after its filter type.
///
/// They are compressed in one piece: row by row, as `png` does it, takes half as long again.
fn write(
    (width, height): (u32, u32),
    depth: BitDepth,
    palette: &[Tint],
    rows: &[u8],
) -> Result<Vec<u8>, EncodingError> {
    let compressed = Vec::with_capacity(rows.len() / 8);
    let mut deflate = ZlibEncoder::new(compressed, Compression::new(LEVEL));
    deflate.write_all(rows)?;
    let compressed = deflate.finish()?;
    let mut file = Vec::with_capacity(compressed.len() + 1024);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(palette.concat());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(IDAT, &compressed)?;
    writer.finish()?;
    Ok(file)
}
