//! Numbers by which points and areas of the board are chosen.

use ab_glyph::Font;
use image::RgbImage;

use super::geometry::{Layout, Vec2};
use super::scene::Scene;
use super::shape::Shape;
use super::stencils::pen;
use super::text::write_around;
use super::theme::Style;
use super::tint::Ink;
use yinsh::game::{Axis, Direction, PointSet};

// Sizes are in units: the distance between two neighbouring points.

/// Radius of the disc behind the number of a point: it fills the hole of a ring, and discs of
/// neighbours keep apart.
const DISC: f32 = 0.33;
/// Radius of the disc behind the number of an area.
const AREA_DISC: f32 = 0.42;
/// Width of the line around a disc.
const RIM: f32 = 0.04;
/// Size of a number of one digit, and of two, as a part of its disc's radius.
const TEXT: [f32; 2] = [1.6, 1.3];
/// Width of the line around an area.
const BORDER: f32 = 0.07;
/// Opacity of a shaded area.
const SHADE: f32 = 0.3;

/// The directions from a point to its neighbours, one beside the other, each with the part of a row
/// along an axis that leads there.
const AROUND: [(Direction, Axis, f32); 6] = [
    (Direction::NumberUp, Axis::Letter, 0.25),
    (Direction::BothUp, Axis::Diagonal, 0.25),
    (Direction::LetterUp, Axis::Number, 0.25),
    (Direction::NumberDown, Axis::Letter, -0.25),
    (Direction::BothDown, Axis::Diagonal, -0.25),
    (Direction::LetterDown, Axis::Number, -0.25),
];

/// Draws numbers onto a board.
pub(super) struct Numbers<'a, F> {
    pub layout: Layout,
    pub style: &'a Style,
    pub font: &'a F,
}

impl<F: Font> Numbers<'_, F> {
    /// Paints the areas, under the pieces. Of several, every other is shaded.
    pub(super) fn below(&self, canvas: &mut RgbImage, scene: &Scene) {
        let ink = Ink::solid(self.style.target);
        for area in scene.areas.iter().step_by(2) {
            let cells = area.into_iter().fold(Shape::new(), |shape, point| {
                let middle = self.layout.at(point);
                let corners = self.corners().map(|corner| middle.plus(corner));
                shape.polygon(corners.to_vec())
            });
            cells.paint(canvas, ink.faint(SHADE));
        }
        let width = pen(&self.layout, BORDER);
        let borders = scene.areas.iter().flat_map(|area| self.border(*area));
        borders
            .fold(Shape::new(), |shape, (from, to)| {
                shape.round_line(from, to, width)
            })
            .paint(canvas, ink);
    }

    /// Paints the numbers, over the pieces.
    pub(super) fn above(&self, canvas: &mut RgbImage, scene: &Scene) {
        for (number, &point) in (1..).zip(&scene.numbers) {
            self.disc(canvas, number, self.layout.at(point), DISC);
        }
        if !scene.numbers.is_empty() {
            return;
        }
        for (number, area) in (1..).zip(&scene.areas) {
            let sum = area.into_iter().fold(Vec2::new(0.0, 0.0), |sum, point| {
                sum.plus(self.layout.at(point))
            });
            let middle = sum.times(1.0 / area.len().max(1) as f32);
            self.disc(canvas, number, middle, AREA_DISC);
        }
    }

    /// A number on a disc.
    fn disc(&self, canvas: &mut RgbImage, number: usize, spot: Vec2, radius: f32) {
        let unit = self.layout.unit;
        let disc = |radius: f32| Shape::new().disc(spot, radius * unit);
        disc(radius + RIM).paint(canvas, Ink::solid(self.style.badge));
        disc(radius).paint(canvas, Ink::solid(self.style.target));
        let scale = TEXT[usize::from(number > 9)] * radius * unit;
        let text = number.to_string();
        write_around(canvas, self.font, &text, scale, spot, self.style.badge);
    }

    /// The corners of the cell around a point: each lies between two neighbours, the first between
    /// the first and the second of [`AROUND`].
    fn corners(&self) -> [Vec2; 6] {
        let ways = AROUND.map(|(_, axis, part)| self.layout.row(axis).times(part));
        std::array::from_fn(|i| ways[i].plus(ways[(i + 1) % 6]).times(1.0 / 3.0))
    }

    /// The sides of the cells of an area that no other cell of it shares.
    fn border(&self, area: PointSet) -> Vec<(Vec2, Vec2)> {
        let corners = self.corners();
        let mut border = Vec::new();
        for point in area {
            let middle = self.layout.at(point);
            for (i, (direction, ..)) in AROUND.into_iter().enumerate() {
                if point.step(direction).is_some_and(|one| area.contains(one)) {
                    continue;
                }
                let ends = [corners[(i + 5) % 6], corners[i]];
                let [from, to] = ends.map(|corner| middle.plus(corner));
                border.push((from, to));
            }
        }
        border
    }
}
