//! What is the same in every picture of a theme, size and view: page, board, lines, labels.

use ab_glyph::Font;
use image::{Rgb, RgbImage};

use super::geometry::{Layout, Spot};
use super::paint::{Ink, coverage, hexagon, line, mix, plate, softly, steps};
use super::text::write_around;
use super::theme::Look;
use crate::game::{Axis, Point};

/// Distance of a label from the end of its line, in units.
const LABEL_DISTANCE: f32 = 0.66;

/// Paints the empty board.
pub(super) fn board(look: &Look, layout: &Layout, font: &impl Font) -> RgbImage {
    let mut canvas = RgbImage::from_pixel(layout.width, layout.height, Rgb(look.page));
    paint_plate(&mut canvas, look, layout);
    let pen = (0.028 * layout.unit).max(1.0);
    for axis in Axis::ALL {
        for ends in lines(axis) {
            let ends = (layout.at(ends.0), layout.at(ends.1));
            line(&mut canvas, ends, pen, Ink::solid(look.line));
        }
    }
    let scale = 0.38 * layout.unit;
    for (label, middle) in labels(layout) {
        write_around(&mut canvas, font, &label, scale, middle, look.label);
    }
    let footer = layout.footer();
    plate(
        &mut canvas,
        footer,
        0.28 * footer.height,
        Ink::solid(look.chip),
    );
    canvas
}

/// The board itself, with its bevel and its shadow.
fn paint_plate(canvas: &mut RgbImage, look: &Look, layout: &Layout) {
    let (apothem, rounding) = layout.plate();
    let unit = layout.unit;
    let bevel = 0.06 * unit;
    let (shadow, dark) = look.shadow;
    let drop = Spot::new(0.02 * unit, 0.06 * unit);
    let middle = layout.middle();
    // Well inside nothing but the plain colour is seen, and nothing needs to be measured.
    let calm = 4.9 * unit;
    for (x, y, pixel) in canvas.enumerate_pixels_mut() {
        let at = Spot::new(x as f32 + 0.5, y as f32 + 0.5);
        if at.distance(middle) < calm {
            *pixel = Rgb(look.plate);
            continue;
        }
        let distance = hexagon(at.minus(middle), apothem, rounding);
        if distance > 0.5 * unit {
            continue;
        }
        let below = hexagon(at.minus(middle.plus(drop)), apothem, rounding);
        let soft = softly(0.5 - below / (0.12 * unit));
        let page = mix(look.page, shadow, dark * soft);
        // The rim faces the light above and lies in the dark below.
        let rim = steps(1.0 + distance / bevel, 3.0);
        let faces = -at.minus(middle).unit().y;
        let [light, shade] = look.bevel;
        let rim_tint = mix(shade, light, steps(0.5 + 0.5 * faces, 6.0));
        let tint = mix(look.plate, rim_tint, rim);
        *pixel = Rgb(mix(page, tint, coverage(distance)));
    }
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

/// The letters at the lower ends and the numbers at the left ends of their lines, as seen.
pub(super) fn labels(layout: &Layout) -> Vec<(String, Spot)> {
    let away = |ends: (Spot, Spot)| {
        let out = ends.0.minus(ends.1).unit();
        ends.0.plus(out.times(LABEL_DISTANCE * layout.unit))
    };
    // Numbers with two digits keep the same distance from the ring at the end of the line.
    let second_digit = Spot::new(-0.05 * layout.unit, 0.0);
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
    use crate::game::Color;
    use crate::picture::geometry::COS30;

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
