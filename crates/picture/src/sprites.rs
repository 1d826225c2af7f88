//! Sprites of the pieces, painted once for a theme and size.

use image::imageops::thumbnail;
use image::{GrayImage, Luma, RgbImage, Rgba, RgbaImage};
use imageproc::filter::gaussian_blur_f32;

use super::geometry::{Layout, Vec2};
use super::mask::SCALE;
use super::shape::Shape;
use super::theme::{Pieces, Style};
use super::tint::{Tint, mix};
use yinsh::game::Color;

// Sizes are in units: the distance between two neighbouring points.

/// Outer radius of a ring: two rings side by side nearly touch, as in the real game.
pub(super) const RING: f32 = 0.45;
/// Radius of a ring's hole.
const HOLE: f32 = 0.295;
/// Radius of a marker: it just fits into a ring.
pub(super) const MARKER: f32 = 0.275;
/// The unit of the ring in front of a name, in thousandths of the picture's width.
pub(super) const SIGN: f32 = 50.0;
/// Direction towards the light, in the plane of the picture.
const LIGHT: Vec2 = Vec2::new(-0.587, -0.809);
/// The middle of every sprite.
const ORIGIN: Vec2 = Vec2::new(0.0, 0.0);

/// A sprite on its enlarged canvas, while it is painted.
struct Painting {
    /// Half the sprite's side in pixels.
    half: u32,
    canvas: RgbaImage,
}

impl Painting {
    /// A transparent square that extends `reach` pixels from its centre, with the colour of what
    /// will be painted along its outline.
    fn new(reach: f32, [r, g, b]: Tint) -> Self {
        let half = reach.ceil().max(1.0) as u32;
        let side = 2 * half * SCALE;
        // Scaled down, the outline mixes with the transparent pixels around it.
        let canvas = RgbaImage::from_pixel(side, side, Rgba([r, g, b, 0]));
        Self { half, canvas }
    }

    /// Paints a shape.
    fn paint(&mut self, shape: &Shape, [r, g, b]: Tint) {
        let half = (self.half * SCALE) as i32;
        for (x, y) in shape.mask().sub_pixels() {
            let place = u32::try_from(x + half)
                .ok()
                .zip(u32::try_from(y + half).ok());
            let pixel = place.and_then(|(x, y)| self.canvas.get_pixel_mut_checked(x, y));
            if let Some(pixel) = pixel {
                *pixel = Rgba([r, g, b, 255]);
            }
        }
    }

    /// The sprite in its own size.
    fn scaled_down(&self) -> RgbaImage {
        let side = 2 * self.half;
        thumbnail(&self.canvas, side, side)
    }

    /// The sprite on a soft shadow; one unit is `unit` pixels.
    fn with_shadow(&self, style: &Style, unit: f32) -> Sprite {
        let mut sprite = self.scaled_down();
        let side = sprite.width();
        let offset = SHADOW.times(unit);
        let (right, down) = (offset.x.round() as u32, offset.y.round() as u32);
        let shape = GrayImage::from_fn(side, side, |x, y| {
            let above = x.checked_sub(right).zip(y.checked_sub(down));
            Luma([above.map_or(0, |(x, y)| sprite.get_pixel(x, y).0[3])])
        });
        let shadow = gaussian_blur_f32(&shape, SOFTNESS * unit);
        let (tint, alpha) = style.shadow;
        for (pixel, Luma([cover])) in sprite.pixels_mut().zip(shadow.pixels()) {
            let [r, g, b, opacity] = pixel.0;
            let opacity = f32::from(opacity) / 255.0;
            let below = f32::from(*cover) / 255.0 * alpha * (1.0 - opacity);
            let [r, g, b] = mix([r, g, b], tint, below / (opacity + below).max(f32::EPSILON));
            *pixel = Rgba([r, g, b, ((opacity + below) * 255.0).round() as u8]);
        }
        Sprite::new(&sprite)
    }
}

/// A small picture with transparency.
#[derive(Debug)]
pub(super) struct Sprite {
    side: u32,
    /// Red, green and blue of each pixel.
    channels: Vec<u8>,
    /// The opacity of each channel: equal in all three of a pixel, so that channels can be blended
    /// many at a time.
    opacity: Vec<u8>,
}

impl Sprite {
    fn new(pixels: &RgbaImage) -> Self {
        let pixel = |&Rgba([r, g, b, _]): &Rgba<u8>| [r, g, b];
        let opacity = |&Rgba([.., opacity]): &Rgba<u8>| [opacity; 3];
        Self {
            side: pixels.width(),
            channels: pixels.pixels().flat_map(pixel).collect(),
            opacity: pixels.pixels().flat_map(opacity).collect(),
        }
    }

    /// The sprite made narrower by a factor from 0 to 1, in a square of the same size.
    pub(super) fn narrowed(&self, factor: f32) -> Self {
        /// Samples across each pixel.
        const SAMPLES: u32 = 4;
        let side = self.side as usize;
        let half = self.side as f32 / 2.0;
        let factor = factor.clamp(0.02, 1.0);
        // The source columns of each column's samples.
        let columns: Vec<Vec<usize>> = (0..self.side)
            .map(|x| {
                let samples = (0..SAMPLES).filter_map(|sample| {
                    let x = x as f32 + (sample as f32 + 0.5) / SAMPLES as f32;
                    let from = (x - half) / factor + half;
                    (from >= 0.0 && from < self.side as f32).then_some(from as usize)
                });
                samples.collect()
            })
            .collect();
        let mut narrow = Self {
            side: self.side,
            channels: vec![0; self.channels.len()],
            opacity: vec![0; self.opacity.len()],
        };
        for y in 0..side {
            for (x, samples) in columns.iter().enumerate() {
                let (mut channels, mut weight) = ([0; 3], 0);
                for &from in samples {
                    let place = 3 * (y * side + from);
                    let opacity = u32::from(self.opacity[place]);
                    weight += opacity;
                    for (sum, &channel) in channels.iter_mut().zip(&self.channels[place..]) {
                        *sum += u32::from(channel) * opacity;
                    }
                }
                let place = 3 * (y * side + x);
                for (i, sum) in channels.into_iter().enumerate() {
                    narrow.channels[place + i] = sum.checked_div(weight).unwrap_or(0) as u8;
                    narrow.opacity[place + i] = (weight / SAMPLES) as u8;
                }
            }
        }
        narrow
    }

    /// Paints the sprite centred on a point, with an opacity from 0 to 1.
    pub(super) fn stamp(&self, canvas: &mut RgbImage, middle: Vec2, alpha: f32) {
        let half = (self.side / 2) as i32;
        let (left, top) = (
            middle.x.round() as i32 - half,
            middle.y.round() as i32 - half,
        );
        let (width, height) = (canvas.width() as i32, canvas.height() as i32);
        let strength = (alpha.clamp(0.0, 1.0) * 256.0) as u16;
        let first = (-left).clamp(0, self.side as i32);
        let last = (width - left).clamp(first, self.side as i32);
        if first == last {
            return;
        }
        let seen = 3 * first as usize..3 * last as usize;
        let row = 3 * self.side as usize;
        let rows = self
            .channels
            .chunks_exact(row)
            .zip(self.opacity.chunks_exact(row));
        let data: &mut [u8] = canvas;
        for (y, (channels, opacity)) in (top..).zip(rows) {
            if y < 0 || y >= height {
                continue;
            }
            let start = 3 * (y as usize * width as usize + (left + first) as usize);
            let line = data[start..].iter_mut();
            let sprite = channels[seen.clone()].iter().zip(&opacity[seen.clone()]);
            for (to, (&from, &opacity)) in line.zip(sprite) {
                // 0 to 256, so that an opaque pixel replaces the one below.
                let weight = (u16::from(opacity) * strength) >> 8;
                let weight = weight + (weight >> 7);
                // Sixteen bits are just enough, and twice as fast as thirty-two.
                let sum = u16::from(*to) * (256 - weight) + u16::from(from) * weight;
                *to = ((sum + 128) >> 8) as u8;
            }
        }
    }
}

/// The steps of light on a rim: how far the colour moves towards the lightest or darkest, and the
/// step's width in rim widths.
const RIM_STEPS: [(f32, f32); 2] = [(0.35, 1.0), (0.75, 0.5)];

/// Paints the light on a convex rim: each crescent is a disc minus the same disc, shifted.
fn paint_rim(sprite: &mut Painting, pieces: &Pieces, radius: f32, width: f32) {
    for (shift, tint) in rim_steps(pieces, width) {
        let crescent = Shape::new()
            .disc(ORIGIN, radius)
            .without_disc(shift, radius);
        sprite.paint(&crescent, tint);
    }
}

/// The same for the rim around a hole, which faces the other way.
fn paint_inner_rim(sprite: &mut Painting, pieces: &Pieces, radius: f32, width: f32) {
    for (shift, tint) in rim_steps(pieces, width) {
        let crescent = Shape::new()
            .disc(shift, radius)
            .without_disc(ORIGIN, radius);
        sprite.paint(&crescent, tint);
    }
}

/// How far the discs of a rim's crescents are moved, with the colour of each crescent.
fn rim_steps(pieces: &Pieces, width: f32) -> impl Iterator<Item = (Vec2, Tint)> {
    RIM_STEPS.into_iter().flat_map(move |(part, share)| {
        let shift = LIGHT.times(width * share);
        [
            (shift.times(-1.0), mix(pieces.body, pieces.light, part)),
            (shift, mix(pieces.body, pieces.shade, part)),
        ]
    })
}

/// A ring.
fn ring(style: &Style, color: Color, unit: f32) -> Sprite {
    let pieces = &style.pieces[color.index()];
    let (outer, hole) = (RING * unit, HOLE * unit);
    let (middle, half) = ((outer + hole) / 2.0, (outer - hole) / 2.0);
    let edge = (0.022 * unit).max(0.8);
    let band = |inset: f32| {
        Shape::new()
            .disc(ORIGIN, outer - inset)
            .without_disc(ORIGIN, hole + inset)
    };
    let mut sprite = Painting::new((RING + SHADOW_REACH) * unit, pieces.edge);
    sprite.paint(&band(0.0), pieces.edge);
    sprite.paint(&band(edge), pieces.body);
    paint_rim(&mut sprite, pieces, outer - edge, 0.35 * half);
    paint_inner_rim(&mut sprite, pieces, hole + edge, 0.35 * half);
    if style.figures {
        sprite.paint(&ring_figure(color, middle, half), pieces.figure);
    }
    sprite.with_shadow(style, unit)
}

/// Offset of a shadow, in units.
const SHADOW: Vec2 = Vec2::new(0.03, 0.05);
/// Standard deviation of a shadow's blur, in units.
const SOFTNESS: f32 = 0.03;
/// How far a shadow can be seen beyond the piece, in units.
const SHADOW_REACH: f32 = 0.13;

/// The figure on a ring that shows its colour by shape: a circle on white's, notches across black's.
fn ring_figure(color: Color, middle: f32, half: f32) -> Shape {
    match color {
        Color::White => Shape::new().circle(ORIGIN, middle, 0.32 * half),
        Color::Black => (0..6).fold(Shape::new(), |shape, sixth| {
            let (sin, cos) = (sixth as f32 * 60.0).to_radians().sin_cos();
            let ends = [-0.45, 0.45].map(|side| Vec2::new(cos, sin).times(middle + side * half));
            shape.round_line(ends[0], ends[1], 0.6 * half)
        }),
    }
}

/// A marker.
fn marker(style: &Style, color: Color, unit: f32) -> Sprite {
    let pieces = &style.pieces[color.index()];
    let radius = MARKER * unit;
    let edge = (0.02 * unit).max(0.8);
    let mut sprite = Painting::new((MARKER + SHADOW_REACH) * unit, pieces.edge);
    sprite.paint(&Shape::new().disc(ORIGIN, radius), pieces.edge);
    sprite.paint(&Shape::new().disc(ORIGIN, radius - edge), pieces.body);
    paint_rim(&mut sprite, pieces, radius - edge, 0.18 * radius);
    if style.figures {
        sprite.paint(&marker_figure(color, radius), pieces.figure);
    }
    sprite.with_shadow(style, unit)
}

/// The figure on a marker that shows its colour by shape: a dot on white's, a cross on black's.
fn marker_figure(color: Color, radius: f32) -> Shape {
    match color {
        Color::White => Shape::new().disc(ORIGIN, 0.24 * radius),
        Color::Black => Shape::new().cross(ORIGIN, 0.42 * radius, 0.24 * radius),
    }
}

/// An empty place for a removed ring: a circle too thin to be taken for a ring.
fn groove(style: &Style, unit: f32) -> Sprite {
    let middle = (RING + HOLE) / 2.0 * unit;
    let tint = mix(style.chip, style.text, 0.30);
    let mut sprite = Painting::new((RING + 0.05) * unit, tint);
    let circle = Shape::new().circle(ORIGIN, middle, (0.04 * unit).max(1.6));
    sprite.paint(&circle, tint);
    Sprite::new(&sprite.scaled_down())
}

/// The icon of the pool: a marker in both colours.
fn pool(style: &Style, unit: f32) -> Sprite {
    let radius = MARKER * unit;
    let edge = (0.03 * unit).max(0.8);
    let disc = Shape::new().disc(ORIGIN, radius);
    let [white, black] = &style.pieces;
    let border = mix(white.edge, style.text, 0.5);
    let mut sprite = Painting::new((MARKER + SHADOW_REACH) * unit, border);
    sprite.paint(&disc, border);
    let inner = Shape::new().disc(ORIGIN, radius - edge);
    sprite.paint(&inner, white.body);
    // Divided from the lower left to the upper right.
    let upper_left =
        [(-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| Vec2::new(x, y).times(radius));
    sprite.paint(&inner.without_polygon(upper_left.to_vec()), black.body);
    sprite.with_shadow(style, unit)
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
    /// The icon of the pool.
    pub pool: Sprite,
}

impl Sprites {
    pub(super) fn new(style: &Style, layout: &Layout) -> Self {
        let unit = layout.unit;
        let small = SIGN * layout.milli;
        Self {
            ring: Color::ALL.map(|color| ring(style, color, unit)),
            marker: Color::ALL.map(|color| marker(style, color, unit)),
            small_ring: Color::ALL.map(|color| ring(style, color, small)),
            small_marker: Color::ALL.map(|color| marker(style, color, small * 0.8)),
            groove: groove(style, unit),
            pool: pool(style, 66.0 * layout.milli),
        }
    }
}
#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::Theme;

    fn pixel(canvas: &RgbImage, x: u32, y: u32) -> Tint {
        canvas.get_pixel(x, y).0
    }

    #[test]
    fn a_stamp_may_hang_over_every_border() {
        let style = Theme::Classic.style();
        let sprite = marker(style, Color::Black, 40.0);
        let mut canvas = RgbImage::from_pixel(30, 20, Rgb(style.plate));
        for x in [-100.0, -5.0, 0.0, 15.0, 29.0, 200.0] {
            for y in [-100.0, -5.0, 0.0, 10.0, 19.0, 200.0] {
                sprite.stamp(&mut canvas, Vec2::new(x, y), 1.0);
            }
        }
        assert_ne!(pixel(&canvas, 15, 10), style.plate);
    }

    #[test]
    fn a_faint_stamp_changes_less() {
        let style = Theme::Classic.style();
        let sprite = marker(style, Color::Black, 40.0);
        let darkness = |alpha: f32| {
            let mut canvas = RgbImage::from_pixel(30, 30, Rgb(style.plate));
            sprite.stamp(&mut canvas, Vec2::new(15.0, 15.0), alpha);
            style.plate[0] - pixel(&canvas, 15, 15)[0]
        };
        assert_eq!(darkness(0.0), 0);
        assert!(darkness(0.3) < darkness(1.0));
    }
}
