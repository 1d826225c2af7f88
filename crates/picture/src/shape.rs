//! Anti-aliased shapes: imageproc draws them on an enlarged canvas.

use std::f32::consts::{PI, TAU};

use image::{Luma, Rgb, RgbImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut};
use imageproc::point::Point;

use super::geometry::{Rect, Vec2};
use super::mask::{Mask, Raster, SCALE};
use super::tint::{Ink, Tint};

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
    fn raster(&self) -> Raster {
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
        let mut raster = Raster::new((left, top), (width, height));
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
                        draw_filled_circle_mut(&mut raster, place(*center), radius, color);
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
                    draw_polygon_mut(&mut raster, &corners, color);
                }
            }
        }
        raster
    }

    /// The shape in a form that is fast to paint again and again.
    pub(super) fn mask(&self) -> Mask {
        self.raster().mask()
    }

    /// Paints the shape.
    pub(super) fn paint(&self, canvas: &mut RgbImage, ink: Ink) {
        self.raster().paint(canvas, ink);
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
        let corner = disc.mask();
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
        shape.mask().sub_pixels().count() as f32 / (SCALE * SCALE) as f32
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
