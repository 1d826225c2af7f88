//! The empty board of a theme, size and view: background, board, lines, labels.

use ab_glyph::Font;
use image::{Rgb, RgbImage};

use super::geometry::{COS30, Layout, Vec2};
use super::shape::{Shape, arc};
use super::stencils::Stencils;
use super::text::write_around;
use super::theme::Style;
use super::tint::{Ink, mix};
use yinsh::game::{Axis, Point};

/// Distance of a label from the end of its line, in units.
const LABEL_DISTANCE: f32 = 0.66;

/// Paints the empty board.
pub(super) fn board(
    style: &Style,
    layout: &Layout,
    stencils: &Stencils,
    font: &impl Font,
) -> RgbImage {
    let mut canvas = RgbImage::from_pixel(layout.width, layout.height, Rgb(style.page));
    paint_plate(&mut canvas, style, layout);
    let pen = (0.028 * layout.unit).max(1.0);
    let mut mesh = Shape::new();
    for axis in Axis::ALL {
        for (start, end) in lines(axis) {
            mesh = mesh.round_line(layout.at(start), layout.at(end), pen);
        }
    }
    mesh.paint(&mut canvas, Ink::solid(style.line));
    let scale = 0.38 * layout.unit;
    for (label, middle) in labels(layout) {
        write_around(&mut canvas, font, &label, scale, middle, style.label);
    }
    stencils
        .footer
        .paint(&mut canvas, layout.footer(), style.chip);
    canvas
}

/// How far each step of the plate's shadow reaches beyond the plate, in units.
const SHADOW_REACHES: [f32; 3] = [0.05, 0.015, -0.02];

/// Paints the board with its bevel and shadow.
fn paint_plate(canvas: &mut RgbImage, style: &Style, layout: &Layout) {
    let unit = layout.unit;
    let (tint, alpha) = style.shadow;
    let drop = Vec2::new(0.02 * unit, 0.06 * unit);
    let outline = plate_outline(layout, 0.0);
    let inner = plate_outline(layout, -0.1 * unit);
    for reach in SHADOW_REACHES {
        let shadow = plate_outline(layout, reach * unit);
        let shadow = shadow.into_iter().map(|corner| corner.plus(drop));
        let ink = Ink {
            tint,
            alpha: alpha / SHADOW_REACHES.len() as f32,
        };
        Shape::new()
            .polygon(band(shadow.collect(), &inner))
            .paint(canvas, ink);
    }
    Shape::new()
        .polygon(outline.clone())
        .paint(canvas, Ink::solid(style.plate));
    // Light falls from above.
    let [light, shade] = style.bevel;
    let (lower, upper) = outline.split_at(outline.len() / 2);
    for (part, width) in [(0.35, BEVEL), (0.7, 0.5 * BEVEL)] {
        for (tint, half, width) in [(light, upper, width), (shade, lower, -width)] {
            let way = Vec2::new(0.0, width * unit);
            let rest = half.iter().rev().map(|corner| corner.plus(way));
            Shape::new()
                .polygon(half.iter().copied().chain(rest).collect())
                .paint(canvas, Ink::solid(mix(style.plate, tint, part)));
        }
    }
}

/// The polygon between two closed outlines, which is much smaller than the outer one.
fn band(mut outer: Vec<Vec2>, inner: &[Vec2]) -> Vec<Vec2> {
    outer.extend(outer.first().copied());
    outer.extend(inner.first());
    outer.extend(inner.iter().rev());
    outer
}

/// Width of the plate's bevel, in units.
const BEVEL: f32 = 0.05;

/// The outline of the board, expanded by `reach` pixels: first its lower half, then its upper one.
fn plate_outline(layout: &Layout, reach: f32) -> Vec<Vec2> {
    let (apothem, rounding) = layout.plate();
    // The arcs of the corners are centred on the corners of a smaller hexagon.
    let inner = (apothem - rounding) / COS30;
    (0..6)
        .flat_map(|corner| {
            let angle = (30.0 + 60.0 * corner as f32).to_radians();
            let (sin, cos) = angle.sin_cos();
            let center = layout.middle().plus(Vec2::new(cos, sin).times(inner));
            let half = 30.0_f32.to_radians();
            arc(center, rounding + reach, angle - half, angle + half)
        })
        .collect()
}

/// The lines of an axis, from end to end.
fn lines(axis: Axis) -> impl Iterator<Item = (Point, Point)> {
    let forward = axis.forward();
    Point::ALL
        .into_iter()
        .filter(move |&point| {
            let before = |other: Point| other.step(forward) == Some(point);
            !Point::ALL.into_iter().any(before)
        })
        .filter_map(move |start| {
            let mut end = start;
            while let Some(next) = end.step(forward) {
                end = next;
            }
            (end != start).then_some((start, end))
        })
}

/// The labels and their centres: letters at the lower ends of their lines, numbers at the left.
pub(super) fn labels(layout: &Layout) -> Vec<(String, Vec2)> {
    let away = |ends: (Vec2, Vec2)| {
        let out = ends.0.minus(ends.1).unit();
        ends.0.plus(out.times(LABEL_DISTANCE * layout.unit))
    };
    // Numbers with two digits keep the same distance from the ring at the end of the line.
    let second_digit = Vec2::new(-0.05 * layout.unit, 0.0);
    let mut labels = Vec::new();
    for (start, end) in lines(Axis::Letter) {
        let (a, b) = (layout.at(start), layout.at(end));
        let ends = if a.y > b.y { (a, b) } else { (b, a) };
        labels.push((start.letter().to_string(), away(ends)));
    }
    for (start, end) in lines(Axis::Number) {
        let (a, b) = (layout.at(start), layout.at(end));
        let ends = if a.x < b.x { (a, b) } else { (b, a) };
        let middle = away(ends);
        labels.push(if start.number() < 10 {
            (start.number().to_string(), middle)
        } else {
            (start.number().to_string(), middle.plus(second_digit))
        });
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use yinsh::game::Color;

    #[test]
    fn every_axis_has_its_eleven_lines() {
        for axis in Axis::ALL {
            assert_eq!(lines(axis).count(), 11, "{axis:?}");
            let points: f32 = lines(axis)
                .map(|(start, end)| {
                    let layout = Layout::new(1000, Color::White);
                    1.0 + (layout.at(start).distance(layout.at(end)) / layout.unit).round()
                })
                .sum();
            assert_eq!(points, 85.0);
        }
    }

    #[test]
    fn labels_keep_apart() {
        for size in [400, 1000] {
            for view in Color::ALL {
                let layout = Layout::new(size, view);
                let labels = labels(&layout);
                assert_eq!(labels.len(), 22);
                for (i, (label, spot)) in labels.iter().enumerate() {
                    for (other, there) in &labels[..i] {
                        let distance = spot.distance(*there);
                        assert!(distance > 0.5 * layout.unit, "{label} {other}");
                    }
                    for point in Point::ALL {
                        let distance = spot.distance(layout.at(point));
                        assert!(distance > 0.55 * layout.unit * COS30, "{label} {point}");
                    }
                }
            }
        }
    }
}
