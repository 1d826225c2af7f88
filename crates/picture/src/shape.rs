//! Anti-aliased shapes: imageproc draws them on an enlarged canvas, which is scaled down when it is
//! painted onto a picture.

use std::f32::consts::{PI, TAU};
use std::ops::Range;

use image::{Luma, Rgb, RgbImage};
use imageproc::drawing::{Canvas, draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut};
use imageproc::point::Point;

use super::geometry::{Rect, Vec2};
use super::tint::{Tint, blend};

/// A colour and its opacity, 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink {
    pub tint: Tint,
    pub alpha: f32,
}

impl Ink {
    /// An opaque colour.
    pub(super) const fn solid(tint: Tint) -> Self {
        Self { tint, alpha: 1.0 }
    }

    /// The same colour with its opacity multiplied.
    pub(super) fn faint(self, factor: f32) -> Self {
        Self {
            alpha: self.alpha * factor,
            ..self
        }
    }
}

/// Sub-pixels along each side of a pixel.
pub(super) const SCALE: u32 = 4;

/// Sub-pixels of a pixel.
const SAMPLES: u32 = SCALE * SCALE;

/// Weight, 0 to 256, of a sub-pixel.
const WEIGHT: u32 = 256 / SAMPLES;

/// A rasterised shape: a bit for each sub-pixel of a rectangle of pixels.
#[derive(Debug, Clone)]
pub(super) struct Mask {
    /// The upper left pixel, relative to the origin of the shape's coordinates.
    left: i32,
    top: i32,
    width: u32,
    height: u32,
    /// Sixteen sub-pixels a pixel, row by row.
    pixels: Vec<u16>,
    /// The columns of each row outside which nothing is set.
    spans: Vec<Range<u32>>,
}

/// The enlarged canvas.
impl Canvas for Mask {
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

impl Mask {
    /// Index of the pixel, and the bit in it, that hold a sub-pixel.
    fn place(&self, x: u32, y: u32) -> (usize, u16) {
        let index = (y / SCALE * self.width + x / SCALE) as usize;
        (index, 1 << (y % SCALE * SCALE + x % SCALE))
    }

    /// Paints the shape with its origin at a pixel of the canvas.
    pub(super) fn paint_at(&self, canvas: &mut RgbImage, origin: Vec2, ink: Ink) {
        let (left, top) = (
            self.left + origin.x.round() as i32,
            self.top + origin.y.round() as i32,
        );
        let opacity = (ink.alpha.clamp(0.0, 1.0) * 256.0) as u32;
        let weight = |bits: u16| bits.count_ones() * WEIGHT * opacity / 256;
        let (width, height) = canvas.dimensions();
        let data: &mut [u8] = canvas;
        let (pixels, _) = data.as_chunks_mut::<3>();
        for (y, bits, x) in self.rows((left, top), (width, height)) {
            let start = (y * width + x) as usize;
            for (pixel, bits) in pixels[start..].iter_mut().zip(bits) {
                match bits {
                    0 => {}
                    &u16::MAX if opacity == 256 => *pixel = ink.tint,
                    _ => *pixel = blend(*pixel, ink.tint, weight(*bits)),
                }
            }
        }
    }

    /// What is set of each row when the upper left pixel lies at `at` of a picture of some size:
    /// the row of the picture, the pixels, and the column in which they begin.
    fn rows(
        &self,
        (left, top): (i32, i32),
        (width, height): (u32, u32),
    ) -> impl Iterator<Item = (u32, &[u16], u32)> {
        let rows = self.pixels.chunks_exact(self.width.max(1) as usize);
        (top..)
            .zip(rows.zip(&self.spans))
            .filter_map(move |(y, (row, span))| {
                let y = u32::try_from(y).ok().filter(|&y| y < height)?;
                let clip = |x: u32| (left + x as i32).clamp(0, width as i32);
                let (start, end) = (clip(span.start), clip(span.end));
                let bits = row.get((start - left) as usize..(end - left) as usize)?;
                (start < end).then_some((y, bits, start as u32))
            })
    }

    /// Several masks together, each with its origin at a pixel.
    pub(super) fn union(parts: &[(&Self, Vec2)]) -> Self {
        let place = |&(mask, origin): &(&Self, Vec2)| {
            let left = mask.left + origin.x.round() as i32;
            let top = mask.top + origin.y.round() as i32;
            let (width, height) = (mask.width as i32, mask.height as i32);
            (left, top, left + width, top + height)
        };
        let bounds = parts.iter().map(place).reduce(|a, b| {
            let (left, top) = (a.0.min(b.0), a.1.min(b.1));
            (left, top, a.2.max(b.2), a.3.max(b.3))
        });
        let (left, top, right, bottom) = bounds.unwrap_or_default();
        let (width, height) = ((right - left) as u32, (bottom - top) as u32);
        let mut union = Self {
            left,
            top,
            width,
            height,
            pixels: vec![0; (width * height) as usize],
            spans: vec![0..0; height as usize],
        };
        for &(mask, origin) in parts {
            union.add(mask, origin);
        }
        union
    }

    /// Adds another mask with its origin at a pixel; what lies outside is left out.
    fn add(&mut self, other: &Self, origin: Vec2) {
        let left = other.left + origin.x.round() as i32 - self.left;
        let top = other.top + origin.y.round() as i32 - self.top;
        for (y, bits, x) in other.rows((left, top), (self.width, self.height)) {
            let start = (y * self.width + x) as usize;
            for (to, from) in self.pixels[start..].iter_mut().zip(bits) {
                *to |= from;
            }
            let span = &mut self.spans[y as usize];
            let end = x + bits.len() as u32;
            *span = if span.start >= span.end {
                x..end
            } else {
                span.start.min(x)..span.end.max(end)
            };
        }
    }

    /// The sub-pixels of the shape on an enlarged canvas whose origin lies `half` pixels from its
    /// left and upper border. All of the shape has to lie on the canvas.
    pub(super) fn sub_pixels(&self, half: u32) -> impl Iterator<Item = (u32, u32)> {
        let (width, height) = self.dimensions();
        let offset = |near: i32| (near + half as i32) * SCALE as i32;
        let (left, top) = (offset(self.left), offset(self.top));
        let all = (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
        all.filter(|&(x, y)| self.get_pixel(x, y).0[0] != 0)
            .filter_map(move |(x, y)| {
                let x = u32::try_from(left + x as i32).ok()?;
                let y = u32::try_from(top + y as i32).ok()?;
                Some((x, y))
            })
    }
}

/// What a shape is put together from.
#[derive(Debug, Clone)]
enum Primitive {
    Disc { center: Vec2, radius: f32 },
    Polygon(Vec<Vec2>),
}

/// A shape made of discs and polygons that are added or cut out one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Shape {
    /// Each with whether it is added.
    primitives: Vec<(Primitive, bool)>,
}

impl Shape {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Adds a disc.
    pub(super) fn disc(mut self, center: Vec2, radius: f32) -> Self {
        self.primitives
            .push((Primitive::Disc { center, radius }, true));
        self
    }

    /// Cuts out a disc.
    pub(super) fn without_disc(mut self, center: Vec2, radius: f32) -> Self {
        self.primitives
            .push((Primitive::Disc { center, radius }, false));
        self
    }

    /// Adds a polygon.
    pub(super) fn polygon(mut self, corners: Vec<Vec2>) -> Self {
        self.primitives.push((Primitive::Polygon(corners), true));
        self
    }

    /// Cuts out a polygon.
    pub(super) fn without_polygon(mut self, corners: Vec<Vec2>) -> Self {
        self.primitives.push((Primitive::Polygon(corners), false));
        self
    }

    /// Adds a circle drawn with a pen of some width.
    pub(super) fn circle(self, center: Vec2, radius: f32, pen: f32) -> Self {
        self.disc(center, radius + pen / 2.0)
            .without_disc(center, radius - pen / 2.0)
    }

    /// Adds a straight line with flat ends.
    pub(super) fn line(self, from: Vec2, to: Vec2, pen: f32) -> Self {
        self.polygon(stroke(&[from, to], pen))
    }

    /// Adds a straight line with round ends.
    pub(super) fn round_line(self, from: Vec2, to: Vec2, pen: f32) -> Self {
        self.line(from, to, pen)
            .disc(from, pen / 2.0)
            .disc(to, pen / 2.0)
    }

    /// Adds a diagonal cross.
    pub(super) fn cross(self, center: Vec2, reach: f32, pen: f32) -> Self {
        let (down, up) = (Vec2::new(reach, reach), Vec2::new(reach, -reach));
        self.round_line(center.minus(down), center.plus(down), pen)
            .round_line(center.minus(up), center.plus(up), pen)
    }

    /// Adds the dashes of a closed path: each covers `share` of its part of the path.
    pub(super) fn dashes(mut self, path: &[Vec2], count: u32, share: f32, pen: f32) -> Self {
        let step = length(path) / count as f32;
        for i in 0..count {
            let start = i as f32 * step;
            self = self.polygon(stroke(&section(path, start, share * step), pen));
        }
        self
    }

    /// The pixels that the added primitives may touch.
    fn bounds(&self) -> Option<Rect> {
        let mut corners = Vec::new();
        for (primitive, added) in &self.primitives {
            match primitive {
                Primitive::Disc { center, radius } if *added => {
                    let reach = Vec2::new(*radius, *radius);
                    corners.extend([center.minus(reach), center.plus(reach)]);
                }
                Primitive::Polygon(points) if *added => corners.extend(points),
                _ => {}
            }
        }
        let first = *corners.first()?;
        let (low, high) = corners.iter().fold((first, first), |(low, high), corner| {
            (
                Vec2::new(low.x.min(corner.x), low.y.min(corner.y)),
                Vec2::new(high.x.max(corner.x), high.y.max(corner.y)),
            )
        });
        Some(Rect {
            left: low.x,
            top: low.y,
            width: high.x - low.x,
            height: high.y - low.y,
        })
    }

    /// Draws the shape on an enlarged canvas.
    pub(super) fn rasterize(&self) -> Mask {
        let bounds = self.bounds().unwrap_or(Rect {
            left: 0.0,
            top: 0.0,
            width: 0.0,
            height: 0.0,
        });
        // One pixel more on each side for rounding.
        let (left, top) = (
            bounds.left.floor() as i32 - 1,
            bounds.top.floor() as i32 - 1,
        );
        let width = (bounds.right().ceil() as i32 + 1 - left) as u32;
        let height = (bounds.bottom().ceil() as i32 + 1 - top) as u32;
        let mut mask = Mask {
            left,
            top,
            width,
            height,
            pixels: vec![0; (width * height) as usize],
            spans: Vec::new(),
        };
        let scale = SCALE as f32;
        let place = |at: Vec2| {
            let x = ((at.x - left as f32) * scale).floor() as i32;
            let y = ((at.y - top as f32) * scale).floor() as i32;
            (x, y)
        };
        for (primitive, added) in &self.primitives {
            let color = Luma([u8::from(*added)]);
            match primitive {
                Primitive::Disc { center, radius } => {
                    // imageproc's discs are one sub-pixel wider than twice their radius.
                    let radius = (radius * scale - 0.5).round() as i32;
                    if radius >= 0 {
                        draw_filled_circle_mut(&mut mask, place(*center), radius, color);
                    }
                }
                Primitive::Polygon(corners) => {
                    let corners: Vec<Point<i32>> = corners
                        .iter()
                        .map(|&corner| {
                            let (x, y) = place(corner);
                            Point::new(x, y)
                        })
                        .collect();
                    draw_polygon_mut(&mut mask, &corners, color);
                }
            }
        }
        let rows = mask.pixels.chunks_exact(width as usize);
        let span = |row: &[u16]| {
            let first = row.iter().position(|&bits| bits != 0).unwrap_or(0);
            let end = row
                .iter()
                .rposition(|&bits| bits != 0)
                .map_or(0, |last| last + 1);
            first as u32..end as u32
        };
        mask.spans = rows.map(span).collect();
        mask
    }

    /// Paints the shape.
    pub(super) fn paint(&self, canvas: &mut RgbImage, ink: Ink) {
        self.rasterize().paint_at(canvas, Vec2::new(0.0, 0.0), ink);
    }
}

/// Points along an arc, its ends included; angles in radians, clockwise from the right.
pub(super) fn arc(center: Vec2, radius: f32, from: f32, to: f32) -> impl Iterator<Item = Vec2> {
    // Chords that stay within a twentieth of a pixel of the arc.
    let step = (0.8 / radius.max(1.0)).sqrt().min(0.5);
    let count = ((to - from).abs() / step).ceil().max(1.0) as u32;
    (0..=count).map(move |i| {
        let (sin, cos) = (from + (to - from) * i as f32 / count as f32).sin_cos();
        center.plus(Vec2::new(cos, sin).times(radius))
    })
}

/// A circle as a closed path.
pub(super) fn circle_path(center: Vec2, radius: f32) -> Vec<Vec2> {
    arc(center, radius, 0.0, TAU).collect()
}

/// The outline of a capsule, all points within `half` of a straight line, as a closed path.
pub(super) fn capsule_path(from: Vec2, to: Vec2, half: f32) -> Vec<Vec2> {
    let way = to.minus(from);
    let angle = way.y.atan2(way.x);
    let mut path: Vec<Vec2> = arc(to, half, angle - PI / 2.0, angle + PI / 2.0).collect();
    path.extend(arc(from, half, angle + PI / 2.0, angle + 1.5 * PI));
    path.extend(path.first().copied());
    path
}

/// Paints rectangles whose corners are rounded with one radius.
#[derive(Debug)]
pub(super) struct RoundedBox {
    radius: f32,
    corner: Mask,
}

impl RoundedBox {
    /// Boxes with corners of some radius in pixels.
    pub(super) fn new(radius: f32) -> Self {
        let radius = radius.round();
        // A sub-pixel less, as discs reach one further to the right and down.
        let disc = Shape::new().disc(Vec2::new(0.0, 0.0), radius - 1.0 / SCALE as f32);
        let corner = disc.rasterize();
        Self { radius, corner }
    }

    /// Paints a rectangle whose measures are whole pixels.
    pub(super) fn paint(&self, canvas: &mut RgbImage, rect: Rect, tint: Tint) {
        let radius = self.radius;
        let (right, bottom) = (rect.right() - radius, rect.bottom() - radius);
        for x in [rect.left + radius, right] {
            for y in [rect.top + radius, bottom] {
                self.corner
                    .paint_at(canvas, Vec2::new(x, y), Ink::solid(tint));
            }
        }
        let (left, top) = (rect.left as i32, rect.top as i32);
        let (width, height, inset) = (rect.width as u32, rect.height as u32, radius as u32);
        let mut fill = |left: i32, top: i32, width: u32, height: u32| {
            if width > 0 && height > 0 {
                let rect = imageproc::rect::Rect::at(left, top).of_size(width, height);
                draw_filled_rect_mut(canvas, rect, Rgb(tint));
            }
        };
        fill(
            left + inset as i32,
            top,
            width.saturating_sub(2 * inset),
            height,
        );
        fill(
            left,
            top + inset as i32,
            width,
            height.saturating_sub(2 * inset),
        );
    }
}

/// The corners of a line of some width along a path.
fn stroke(path: &[Vec2], pen: f32) -> Vec<Vec2> {
    // imageproc's polygons include their borders, which makes them a sub-pixel wider.
    let half = (pen - 1.0 / SCALE as f32).max(0.0) / 2.0;
    let side = |i: usize| {
        let (before, after) = (path[i.saturating_sub(1)], path[(i + 1).min(path.len() - 1)]);
        after.minus(before).unit().turned().times(half)
    };
    let there = (0..path.len()).map(|i| path[i].plus(side(i)));
    let back = (0..path.len()).rev().map(|i| path[i].minus(side(i)));
    there.chain(back).collect()
}

/// The length of a path.
fn length(path: &[Vec2]) -> f32 {
    path.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

/// The part of a path from some length on.
fn section(path: &[Vec2], start: f32, length: f32) -> Vec<Vec2> {
    let end = start + length;
    let mut section = Vec::new();
    let mut walked = 0.0;
    for ends in path.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let step = from.distance(to);
        let at = |place: f32| from.plus(to.minus(from).times((place - walked) / step));
        if step > 0.0 && walked + step > start && walked < end {
            if section.is_empty() {
                section.push(at(start.max(walked)));
            }
            section.push(at(end.min(walked + step)));
        }
        walked += step;
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: Vec2 = Vec2::new(0.0, 0.0);

    /// The covered area in pixels.
    fn area(shape: &Shape) -> f32 {
        let mask = shape.rasterize();
        let bits: u32 = mask.pixels.iter().map(|bits| bits.count_ones()).sum();
        bits as f32 / SAMPLES as f32
    }

    #[test]
    fn shapes_cover_their_area() {
        let square = [(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)];
        let square = square.map(|(x, y)| Vec2::new(x, y)).to_vec();
        let (left, right) = (Vec2::new(-30.0, 0.0), Vec2::new(30.0, 0.0));
        for (shape, expected) in [
            (Shape::new().disc(ORIGIN, 20.0), 400.0 * PI),
            (Shape::new().circle(ORIGIN, 20.0, 4.0), 160.0 * PI),
            (Shape::new().polygon(square), 400.0),
            (Shape::new().line(left, right, 6.0), 360.0),
            (Shape::new().round_line(left, right, 6.0), 360.0 + 9.0 * PI),
            (
                Shape::new().dashes(&circle_path(ORIGIN, 20.0), 12, 0.5, 3.0),
                60.0 * PI,
            ),
            (Shape::new(), 0.0),
        ] {
            let area = area(&shape);
            assert!(
                (area - expected).abs() <= 0.06 * expected,
                "{area} instead of {expected}: {shape:?}"
            );
        }
    }

    #[test]
    fn a_shape_may_lie_across_any_border() {
        let mask = Shape::new().disc(ORIGIN, 10.0).rasterize();
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
        Mask::union(&parts).paint_at(&mut together, ORIGIN, Ink::solid([9, 9, 9]));
        assert_eq!(canvas.get_pixel(15, 10).0, [9, 9, 9]);
        assert_eq!(together.get_pixel(15, 10).0, [9, 9, 9]);
        assert_eq!(Mask::union(&[]).pixels.len(), 0);
    }

    #[test]
    fn a_box_stays_inside_its_rectangle() {
        let rect = Rect {
            left: 4.0,
            top: 3.0,
            width: 40.0,
            height: 20.0,
        };
        for radius in [0.0, 5.3, 10.0] {
            let mut canvas = RgbImage::new(50, 30);
            RoundedBox::new(radius).paint(&mut canvas, rect, [9, 9, 9]);
            for (x, y, pixel) in canvas.enumerate_pixels() {
                assert!(rect.holds(x, y) || pixel.0 == [0; 3], "{radius}: {x}, {y}");
            }
            assert_eq!(canvas.get_pixel(24, 3).0, [9, 9, 9]);
            assert_eq!(canvas.get_pixel(43, 13).0, [9, 9, 9]);
        }
    }
}
