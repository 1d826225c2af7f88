//! Rasterised shapes, which are scaled down when they are painted onto a picture.

use image::{Luma, RgbImage};
use imageproc::drawing::Canvas;

use super::geometry::Vec2;
use super::tint::{Ink, blend, blend_each};

/// Sub-pixels along each side of a pixel.
pub(super) const SCALE: u32 = 4;

/// Sub-pixels of a pixel.
const SAMPLES: u16 = (SCALE * SCALE) as u16;

/// The enlarged canvas of a rectangle of pixels.
pub(super) struct Raster {
    /// The upper left pixel, relative to the origin of the shape's coordinates.
    left: i32,
    top: i32,
    width: u32,
    height: u32,
    /// Sixteen sub-pixels a pixel, row by row.
    pixels: Vec<u16>,
}

impl Canvas for Raster {
    type Pixel = Luma<u8>;

    fn dimensions(&self) -> (u32, u32) {
        (self.width * SCALE, self.height * SCALE)
    }

    fn get_pixel(&self, x: u32, y: u32) -> Luma<u8> {
        let (index, bit) = self.place(x, y);
        Luma([u8::from(self.pixels[index] & bit != 0)])
    }

    fn draw_pixel(&mut self, x: u32, y: u32, Luma([value]): Luma<u8>) {
        let (index, bit) = self.place(x, y);
        if value == 0 {
            self.pixels[index] &= !bit;
        } else {
            self.pixels[index] |= bit;
        }
    }
}

impl Raster {
    /// An empty canvas.
    pub(super) fn new((left, top): (i32, i32), (width, height): (u32, u32)) -> Self {
        // Only whole blocks.
        let width = width.next_multiple_of(BLOCK as u32);
        Self {
            left,
            top,
            width,
            height,
            pixels: vec![0; (width * height) as usize],
        }
    }

    /// Index of the pixel, and the bit in it, that hold a sub-pixel.
    fn place(&self, x: u32, y: u32) -> (usize, u16) {
        let index = (y / SCALE * self.width + x / SCALE) as usize;
        (index, 1 << (y % SCALE * SCALE + x % SCALE))
    }

    /// Several masks together, each with its origin at a pixel.
    pub(super) fn union(parts: &[(&Mask, Vec2)]) -> Self {
        let blocks = || parts.iter().flat_map(|&(mask, origin)| mask.moved(origin));
        let bounds = blocks()
            .map(|block| (block.x, block.y, block.x + BLOCK as i32, block.y + 1))
            .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)));
        let (left, top, right, bottom) = bounds.unwrap_or_default();
        let size = ((right - left) as u32, (bottom - top) as u32);
        let mut union = Self::new((left, top), size);
        for block in blocks() {
            let (x, y) = ((block.x - left) as usize, (block.y - top) as usize);
            let from = &mut union.pixels[y * union.width as usize + x..];
            // The bounds hold every block.
            if let Some(pixels) = from.first_chunk_mut::<BLOCK>() {
                *pixels = std::array::from_fn(|i| pixels[i] | block.pixels[i]);
            }
        }
        union
    }

    /// What is drawn, without the empty blocks.
    fn blocks(&self) -> impl Iterator<Item = Block> {
        let columns = self.width as usize / BLOCK;
        let (blocks, _) = self.pixels.as_chunks();
        let rows = (self.top..).zip(blocks.chunks_exact(columns.max(1)));
        rows.flat_map(|(y, row)| {
            let columns = (self.left..).step_by(BLOCK).zip(row);
            let drawn = columns.filter(|&(_, pixels)| *pixels != [0; BLOCK]);
            drawn.map(move |(x, &pixels)| Block { x, y, pixels })
        })
    }

    /// What is drawn.
    pub(super) fn mask(&self) -> Mask {
        Mask {
            blocks: self.blocks().collect(),
        }
    }

    /// Paints what is drawn.
    pub(super) fn paint(&self, canvas: &mut RgbImage, ink: Ink) {
        paint(canvas, self.blocks(), ink);
    }
}

/// Pixels of a block: as many sixteen-bit numbers as fit a register.
const BLOCK: usize = 8;

/// Pixels side by side, which are painted at once.
#[derive(Debug, Clone)]
struct Block {
    /// The left pixel, relative to the origin of the shape's coordinates.
    x: i32,
    y: i32,
    /// Sixteen sub-pixels each.
    pixels: [u16; BLOCK],
}

/// Paints blocks; their origin is the upper left pixel of the canvas.
fn paint(canvas: &mut RgbImage, blocks: impl Iterator<Item = Block>, ink: Ink) {
    let opacity = (ink.alpha.clamp(0.0, 1.0) * 256.0) as u16;
    let weight = |bits: u16| bits.count_ones() as u16 * opacity / SAMPLES;
    let (width, height) = canvas.dimensions();
    let (canvas, _) = canvas.as_chunks_mut::<3>();
    for Block { x, y, pixels } in blocks {
        let Some(y) = u32::try_from(y).ok().filter(|&y| y < height) else {
            continue;
        };
        let row = &mut canvas[(y * width) as usize..][..width as usize];
        let place = |x: i32| usize::try_from(x).ok();
        if let Some(under) = place(x).and_then(|x| row.get_mut(x..)?.first_chunk_mut()) {
            blend_each(under, ink.tint, pixels.map(weight));
            continue;
        }
        // Across the border.
        for (x, bits) in (x..).zip(pixels) {
            if let Some(under) = place(x).and_then(|x| row.get_mut(x)) {
                *under = blend(*under, ink.tint, weight(bits).into());
            }
        }
    }
}

/// A rasterised shape without the empty area in and around it: the outline of a row is mostly that,
/// and reading it took longer than painting.
#[derive(Debug, Clone)]
pub(super) struct Mask {
    /// No pixel is in two of them.
    blocks: Vec<Block>,
}

impl Mask {
    /// Paints the shape with its origin at a pixel of the canvas.
    pub(super) fn paint_at(&self, canvas: &mut RgbImage, origin: Vec2, ink: Ink) {
        paint(canvas, self.moved(origin), ink);
    }

    /// The blocks with the shape's origin at a pixel.
    fn moved(&self, origin: Vec2) -> impl Iterator<Item = Block> {
        let (right, down) = (origin.x.round() as i32, origin.y.round() as i32);
        self.blocks.iter().map(move |block| Block {
            x: block.x + right,
            y: block.y + down,
            ..block.clone()
        })
    }

    /// The sub-pixels of the shape on the enlarged canvas, with the same origin.
    pub(super) fn sub_pixels(&self) -> impl Iterator<Item = (i32, i32)> {
        let scale = SCALE as i32;
        self.blocks.iter().flat_map(move |block| {
            (block.x..).zip(block.pixels).flat_map(move |(x, bits)| {
                let set = (0..SAMPLES as i32).filter(move |bit| bits >> bit & 1 != 0);
                set.map(move |bit| (x * scale + bit % scale, block.y * scale + bit / scale))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    const ORIGIN: Vec2 = Vec2::new(0.0, 0.0);

    #[test]
    fn a_shape_may_lie_across_any_border() {
        let mask = Shape::new().disc(ORIGIN, 10.0).mask();
        let mut canvas = RgbImage::new(30, 20);
        let mut parts = Vec::new();
        for x in [-100.0, -5.0, 0.0, 15.0, 29.0, 200.0] {
            for y in [-100.0, -5.0, 0.0, 10.0, 19.0, 200.0] {
                let at = Vec2::new(x, y);
                mask.paint_at(&mut canvas, at, Ink::solid([9, 9, 9]));
                parts.push((&mask, at));
            }
        }
        let mut together = RgbImage::new(30, 20);
        Raster::union(&parts).paint(&mut together, Ink::solid([9, 9, 9]));
        assert_eq!(canvas.get_pixel(15, 10).0, [9, 9, 9]);
        assert_eq!(together.get_pixel(15, 10).0, [9, 9, 9]);
        assert_eq!(Raster::union(&[]).blocks().count(), 0);
    }
}
