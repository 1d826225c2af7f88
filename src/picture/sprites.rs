//! The pieces, painted once for a theme and a size and then only copied.

use image::RgbImage;

use super::geometry::{Layout, Spot};
use super::paint::{coverage, mix, segment, softly, steps};
use super::theme::{Look, Pieces, Tint};
use crate::game::Color;

// Sizes are in units: the distance between two neighbouring points.

/// Outer radius of a ring: two rings side by side nearly touch, as in the real game.
pub(super) const RING: f32 = 0.45;
/// Radius of a ring's hole.
const HOLE: f32 = 0.295;
/// Radius of a marker: it just fits into a ring.
pub(super) const MARKER: f32 = 0.275;
/// The unit of the ring in front of a name, in thousandths of the picture's width.
pub(super) const SIGN: f32 = 50.0;
/// Where the light comes from: from the upper left, towards the beholder.
const LIGHT: [f32; 3] = [-0.45, -0.62, 0.643];

/// A small picture with transparency.
#[derive(Debug)]
pub(super) struct Sprite {
    side: u32,
    pixels: Vec<[u8; 4]>,
}

impl Sprite {
    /// Paints a square sprite of some reach around its middle; `shade` gives a colour and how
    /// much it covers.
    fn paint(reach: f32, shade: impl Fn(Spot) -> (Tint, f32)) -> Self {
        let half = reach.ceil().max(1.0);
        let side = 2 * half as u32;
        let pixels = (0..side * side)
            .map(|i| {
                let (x, y) = (i % side, i / side);
                let at = Spot::new(x as f32 + 0.5 - half, y as f32 + 0.5 - half);
                let ([r, g, b], alpha) = shade(at);
                [r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8]
            })
            .collect();
        Self { side, pixels }
    }

    /// Copies the sprite onto a canvas around a spot; `alpha`, 0 to 1, makes it fainter.
    pub(super) fn stamp(&self, canvas: &mut RgbImage, middle: Spot, alpha: f32) {
        let half = (self.side / 2) as i32;
        let (left, top) = (
            middle.x.round() as i32 - half,
            middle.y.round() as i32 - half,
        );
        let (width, height) = (canvas.width() as i32, canvas.height() as i32);
        let strength = (alpha.clamp(0.0, 1.0) * 256.0) as u32;
        let first = (-left).clamp(0, self.side as i32);
        let last = (width - left).clamp(first, self.side as i32);
        let stride = 3 * width as usize;
        let data: &mut [u8] = canvas;
        for (row, pixels) in self.pixels.chunks_exact(self.side as usize).enumerate() {
            let y = top + row as i32;
            if y < 0 || y >= height || first == last {
                continue;
            }
            let start = y as usize * stride + 3 * (left + first) as usize;
            let line = data[start..].chunks_exact_mut(3);
            for (to, from) in line.zip(&pixels[first as usize..last as usize]) {
                // 0 to 256, so that full cover replaces the pixel.
                let weight = (u32::from(from[3]) * strength + 127) / 255;
                for (to, from) in to.iter_mut().zip(from) {
                    let blend = u32::from(*to) * (256 - weight) + u32::from(*from) * weight;
                    *to = ((blend + 128) >> 8) as u8;
                }
            }
        }
    }
}

/// Lays a colour over another one, both with transparency.
fn over((top, cover): (Tint, f32), (below, under): (Tint, f32)) -> (Tint, f32) {
    let alpha = cover + under * (1.0 - cover);
    if alpha <= 0.0 {
        return (top, 0.0);
    }
    (mix(below, top, cover / alpha), alpha)
}

/// The colour of a surface that leans by `lean` (a vector in the picture's plane, at most one
/// long) towards its rim.
fn lit(pieces: &Pieces, lean: Spot) -> Tint {
    let up = (1.0 - lean.x * lean.x - lean.y * lean.y).max(0.0).sqrt();
    let light = lean.x * LIGHT[0] + lean.y * LIGHT[1] + up * LIGHT[2];
    // A surface that lies flat has the colour itself.
    let part = (light - LIGHT[2]) / (1.0 - LIGHT[2]);
    if part >= 0.0 {
        mix(pieces.body, pieces.light, steps(part * part, 4.0))
    } else {
        mix(pieces.body, pieces.shade, steps(-part * 0.75, 10.0))
    }
}

/// A soft shadow of a shape given by its signed distance.
fn shadow(look: &Look, unit: f32, distance: impl Fn(Spot) -> f32, at: Spot) -> (Tint, f32) {
    let lifted = Spot::new(at.x - 0.03 * unit, at.y - 0.05 * unit);
    let (tint, alpha) = look.shadow;
    (tint, alpha * softly(0.5 - distance(lifted) / (0.10 * unit)))
}

/// A ring.
fn ring(look: &Look, color: Color, unit: f32) -> Sprite {
    let pieces = &look.pieces[color.index()];
    let (outer, hole) = (RING * unit, HOLE * unit);
    let (middle, half) = ((outer + hole) / 2.0, (outer - hole) / 2.0);
    let edge = (0.022 * unit).max(0.8);
    let band = |at: Spot| (at.length() - middle).abs() - half;
    Sprite::paint((RING + 0.18) * unit, |at| {
        let distance = band(at);
        let across = ((at.length() - middle) / half).clamp(-1.0, 1.0);
        // Flat on top, round at its borders.
        let bend = across * across * across * 0.9 + across * 0.1;
        let mut tint = lit(pieces, at.unit().times(bend));
        if look.figures {
            let figure = ring_figure(color, at, middle, half);
            tint = mix(tint, pieces.figure, coverage(figure));
        }
        let tint = mix(tint, pieces.edge, coverage(-distance - edge));
        over((tint, coverage(distance)), shadow(look, unit, band, at))
    })
}

/// The figure on a ring that tells its colour by shape: a line round white's, notches across
/// black's.
fn ring_figure(color: Color, at: Spot, middle: f32, half: f32) -> f32 {
    match color {
        Color::White => (at.length() - middle).abs() - half * 0.16,
        Color::Black => {
            let sixth = std::f32::consts::TAU / 6.0;
            let turn = (at.y.atan2(at.x) / sixth).round() * sixth;
            let (sin, cos) = turn.sin_cos();
            let out = Spot::new(cos, sin);
            let reach = half * 0.45;
            segment(at, out.times(middle - reach), out.times(middle + reach)) - half * 0.3
        }
    }
}

/// A marker.
fn marker(look: &Look, color: Color, unit: f32) -> Sprite {
    let pieces = &look.pieces[color.index()];
    let radius = MARKER * unit;
    let edge = (0.02 * unit).max(0.8);
    let disc = |at: Spot| at.length() - radius;
    Sprite::paint((MARKER + 0.18) * unit, |at| {
        let distance = disc(at);
        let out = (at.length() / radius).min(1.0);
        // A flat disc with a rounded rim.
        let lean = ((out - 0.62) / 0.38).max(0.0).powi(2) * 0.95;
        let mut tint = lit(pieces, at.unit().times(lean));
        if look.figures {
            let figure = marker_figure(color, at, radius);
            tint = mix(tint, pieces.figure, coverage(figure));
        }
        let tint = mix(tint, pieces.edge, coverage(-distance - edge));
        over((tint, coverage(distance)), shadow(look, unit, disc, at))
    })
}

/// The figure on a marker that tells its colour by shape: a dot on white's, a cross on black's.
fn marker_figure(color: Color, at: Spot, radius: f32) -> f32 {
    match color {
        Color::White => at.length() - radius * 0.24,
        Color::Black => {
            let (folded, reach) = (Spot::new(at.x.abs(), at.y.abs()), radius * 0.42);
            segment(folded, Spot::new(0.0, 0.0), Spot::new(reach, reach)) - radius * 0.12
        }
    }
}

/// An empty place for a removed ring: a thin circle where a ring's middle would be, which no ring
/// can be mistaken for.
fn groove(look: &Look, unit: f32) -> Sprite {
    let (outer, hole) = (RING * unit, HOLE * unit);
    let (middle, half) = ((outer + hole) / 2.0, (0.02 * unit).max(0.8));
    let tint = mix(look.chip, look.text, 0.30);
    Sprite::paint((RING + 0.05) * unit, |at| {
        (tint, coverage((at.length() - middle).abs() - half))
    })
}

/// The pool: a marker that shows both colours.
fn pool(look: &Look, unit: f32) -> Sprite {
    let radius = MARKER * unit;
    let disc = |at: Spot| at.length() - radius;
    let [white, black] = &look.pieces;
    Sprite::paint((MARKER + 0.18) * unit, |at| {
        let distance = disc(at);
        // Parted along the line from the lower left to the upper right.
        let part = coverage((at.x + at.y) * std::f32::consts::FRAC_1_SQRT_2);
        let tint = mix(black.body, white.body, part);
        let edge = coverage(-distance - (0.03 * unit).max(0.8));
        let tint = mix(tint, mix(white.edge, look.text, 0.5), edge);
        over((tint, coverage(distance)), shadow(look, unit, disc, at))
    })
}

/// All sprites of a theme in a size.
#[derive(Debug)]
pub(super) struct Sprites {
    /// White's and black's ring.
    pub ring: [Sprite; 2],
    /// White's and black's marker.
    pub marker: [Sprite; 2],
    /// White's and black's ring in the size of text.
    pub small_ring: [Sprite; 2],
    /// White's and black's marker that fits into the small ring.
    pub small_marker: [Sprite; 2],
    /// An empty place for a removed ring.
    pub groove: Sprite,
    /// The sign of the pool.
    pub pool: Sprite,
}

impl Sprites {
    pub(super) fn new(look: &Look, layout: &Layout) -> Self {
        let unit = layout.unit;
        let small = SIGN * layout.milli;
        Self {
            ring: Color::ALL.map(|color| ring(look, color, unit)),
            marker: Color::ALL.map(|color| marker(look, color, unit)),
            small_ring: Color::ALL.map(|color| ring(look, color, small)),
            small_marker: Color::ALL.map(|color| marker(look, color, small * 0.8)),
            groove: groove(look, unit),
            pool: pool(look, 66.0 * layout.milli),
        }
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::picture::Theme;

    fn pixel(canvas: &RgbImage, x: u32, y: u32) -> Tint {
        canvas.get_pixel(x, y).0
    }

    #[test]
    fn a_stamp_may_hang_over_every_border() {
        let look = Theme::Classic.look();
        let sprite = marker(look, Color::Black, 40.0);
        let mut canvas = RgbImage::from_pixel(30, 20, Rgb(look.plate));
        for x in [-100.0, -5.0, 0.0, 15.0, 29.0, 200.0] {
            for y in [-100.0, -5.0, 0.0, 10.0, 19.0, 200.0] {
                sprite.stamp(&mut canvas, Spot::new(x, y), 1.0);
            }
        }
        assert_ne!(pixel(&canvas, 15, 10), look.plate);
    }

    #[test]
    fn a_faint_stamp_changes_less() {
        let look = Theme::Classic.look();
        let sprite = marker(look, Color::Black, 40.0);
        let darkness = |alpha: f32| {
            let mut canvas = RgbImage::from_pixel(30, 30, Rgb(look.plate));
            sprite.stamp(&mut canvas, Spot::new(15.0, 15.0), alpha);
            look.plate[0] - pixel(&canvas, 15, 15)[0]
        };
        assert_eq!(darkness(0.0), 0);
        assert!(darkness(0.3) < darkness(1.0));
    }
}
