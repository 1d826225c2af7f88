//! Smooth shapes on an image.
//!
//! A shape is the signed distance of a pixel's middle from its border, in pixels, negative
//! inside; a pixel within half a pixel of the border is covered in part.

use image::{Rgb, RgbImage};

use super::geometry::{Area, COS30, Spot};
use super::theme::Tint;

/// A colour and how much it covers, 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink {
    pub tint: Tint,
    pub alpha: f32,
}

impl Ink {
    /// A colour that covers wholly.
    pub(super) const fn solid(tint: Tint) -> Self {
        Self { tint, alpha: 1.0 }
    }

    /// The same colour, fainter.
    pub(super) fn faint(self, factor: f32) -> Self {
        Self {
            alpha: self.alpha * factor,
            ..self
        }
    }
}

/// A part of one in a few steps.
///
/// More steps than these cannot be told apart at the border of a shape or in a narrow shadow, but
/// each is one more colour in the file, and the file is a third larger with smooth ones.
pub(super) fn steps(part: f32, count: f32) -> f32 {
    (part.clamp(0.0, 1.0) * count + 0.5).floor() / count
}

/// How much of a pixel lies inside, from the distance of its middle.
pub(super) fn coverage(distance: f32) -> f32 {
    steps(0.5 - distance, 4.0)
}

/// How dark a shadow is near its border: `part` is 0 outside and 1 well inside.
pub(super) fn softly(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    steps(part * part * (3.0 - 2.0 * part), 4.0)
}

/// Between two colours: `part` 0 is the first, 1 the second.
pub(super) fn mix(from: Tint, to: Tint, part: f32) -> Tint {
    let weight = (part.clamp(0.0, 1.0) * 256.0) as i32;
    std::array::from_fn(|i| {
        let (from, to) = (i32::from(from[i]), i32::from(to[i]));
        (from + (((to - from) * weight + 128) >> 8)) as u8
    })
}

/// Distance from the straight line between two spots.
pub(super) fn segment(at: Spot, from: Spot, to: Spot) -> f32 {
    let (way, here) = (to.minus(from), at.minus(from));
    let square = way.x * way.x + way.y * way.y;
    let part = if square > 0.0 {
        ((here.x * way.x + here.y * way.y) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    here.minus(way.times(part)).length()
}

/// Signed distance from a polygon.
pub(super) fn polygon(at: Spot, corners: &[Spot]) -> f32 {
    let mut nearest = f32::MAX;
    let mut inside = false;
    for (i, &to) in corners.iter().enumerate() {
        let from = corners[(i + corners.len() - 1) % corners.len()];
        nearest = nearest.min(segment(at, from, to));
        // A ray to the right meets this side.
        if (from.y > at.y) != (to.y > at.y)
            && at.x < from.x + (at.y - from.y) / (to.y - from.y) * (to.x - from.x)
        {
            inside = !inside;
        }
    }
    if inside { -nearest } else { nearest }
}

/// Signed distance from a hexagon around the origin that has two upright sides, by the distance
/// of its sides from the origin and the radius that rounds its corners.
pub(super) fn hexagon(at: Spot, apothem: f32, rounding: f32) -> f32 {
    let apothem = apothem - rounding;
    // It has two mirrors through opposite corners and two through opposite sides.
    let (mut x, mut y) = (at.x.abs(), at.y.abs());
    let beyond = (COS30 * y - 0.5 * x).max(0.0);
    x += beyond;
    y -= 2.0 * COS30 * beyond;
    // What is left is the upper half of the right side.
    let half = apothem * 0.5 / COS30;
    let out = x - apothem;
    let along = y - y.clamp(-half, half);
    Spot::new(out, along).length().copysign(out) - rounding
}

/// Signed distance from a rectangle with rounded corners.
pub(super) fn rounded(at: Spot, area: Area, radius: f32) -> f32 {
    let middle = area.center();
    let x = (at.x - middle.x).abs() - area.width / 2.0 + radius;
    let y = (at.y - middle.y).abs() - area.height / 2.0 + radius;
    Spot::new(x.max(0.0), y.max(0.0)).length() + x.max(y).min(0.0) - radius
}

/// Fills a shape that lies within `reach` of the straight line between two spots.
pub(super) fn fill_near(
    canvas: &mut RgbImage,
    (from, to): (Spot, Spot),
    reach: f32,
    ink: Ink,
    distance: impl Fn(Spot) -> f32,
) {
    let reach = reach + 1.0;
    let (width, height) = canvas.dimensions();
    let clip = |low: f32, high: f32, limit: u32| {
        let low = low.floor().clamp(0.0, limit as f32) as u32;
        let high = high.ceil().clamp(0.0, limit as f32) as u32;
        low..high
    };
    let way = to.minus(from);
    // How far to the side a row of pixels can be from the line and still be within reach.
    let steep = way.y.abs();
    for y in clip(from.y.min(to.y) - reach, from.y.max(to.y) + reach, height) {
        let middle = y as f32 + 0.5;
        let along = |edge: f32| ((edge - from.y) / way.y).clamp(0.0, 1.0);
        let (start, end) = if steep > 0.01 {
            let parts = [along(middle - reach), along(middle + reach)];
            (from.x + way.x * parts[0], from.x + way.x * parts[1])
        } else {
            (from.x, to.x)
        };
        for x in clip(start.min(end) - reach, start.max(end) + reach, width) {
            let part = coverage(distance(Spot::new(x as f32 + 0.5, middle))) * ink.alpha;
            if part > 0.0 {
                let pixel = canvas.get_pixel_mut(x, y);
                *pixel = Rgb(mix(pixel.0, ink.tint, part));
            }
        }
    }
}

/// A filled disc.
pub(super) fn disc(canvas: &mut RgbImage, middle: Spot, radius: f32, ink: Ink) {
    fill_near(canvas, (middle, middle), radius, ink, |at| {
        at.distance(middle) - radius
    });
}

/// A circle drawn with a pen of some width.
pub(super) fn circle(canvas: &mut RgbImage, middle: Spot, radius: f32, pen: f32, ink: Ink) {
    fill_near(canvas, (middle, middle), radius + pen, ink, |at| {
        (at.distance(middle) - radius).abs() - pen / 2.0
    });
}

/// A straight line with round ends.
pub(super) fn line(canvas: &mut RgbImage, ends: (Spot, Spot), pen: f32, ink: Ink) {
    fill_near(canvas, ends, pen, ink, |at| {
        segment(at, ends.0, ends.1) - pen / 2.0
    });
}

/// A diagonal cross.
pub(super) fn cross(canvas: &mut RgbImage, middle: Spot, reach: f32, pen: f32, ink: Ink) {
    fill_near(canvas, (middle, middle), 1.5 * reach, ink, |at| {
        let (x, y) = ((at.x - middle.x).abs(), (at.y - middle.y).abs());
        segment(
            Spot::new(x, y),
            Spot::new(0.0, 0.0),
            Spot::new(reach, reach),
        ) - pen / 2.0
    });
}

/// A filled polygon, its corners rounded outwards.
pub(super) fn figure(canvas: &mut RgbImage, corners: &[Spot], rounding: f32, ink: Ink) {
    let (mut low, mut high) = (Spot::new(f32::MAX, f32::MAX), Spot::new(f32::MIN, f32::MIN));
    for corner in corners {
        low = Spot::new(low.x.min(corner.x), low.y.min(corner.y));
        high = Spot::new(high.x.max(corner.x), high.y.max(corner.y));
    }
    let middle = low.plus(high).times(0.5);
    let reach = high.x - middle.x + rounding;
    let ends = (Spot::new(middle.x, low.y), Spot::new(middle.x, high.y));
    fill_near(canvas, ends, reach.max(rounding), ink, |at| {
        polygon(at, corners) - rounding
    });
}

/// A filled rectangle with rounded corners.
pub(super) fn plate(canvas: &mut RgbImage, area: Area, radius: f32, ink: Ink) {
    let middle = area.center();
    let ends = (
        Spot::new(area.left, middle.y),
        Spot::new(area.right(), middle.y),
    );
    fill_near(canvas, ends, area.height / 2.0, ink, |at| {
        rounded(at, area, radius)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_is_the_polygon_of_its_corners() {
        let corners: Vec<Spot> = (0..6)
            .map(|i| {
                let (sin, cos) = (i as f32 * 60.0).to_radians().sin_cos();
                Spot::new(sin, cos).times(30.0 / COS30)
            })
            .collect();
        for x in -60..60 {
            for y in -60..60 {
                let at = Spot::new(x as f32 + 0.3, y as f32 + 0.6);
                let slow = polygon(at, &corners) - 10.0;
                assert!((hexagon(at, 40.0, 10.0) - slow).abs() < 0.01, "{at:?}");
            }
        }
    }
}
