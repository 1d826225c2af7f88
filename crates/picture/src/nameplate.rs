//! Nameplates: a player's name and colour, on boards and charts.

use ab_glyph::FontRef;
use image::RgbImage;

use super::geometry::{Rect, Vec2};
use super::shape::Shape;
use super::sprites::Sprites;
use super::stencils::Stencils;
use super::text::{Name, fit_name, write_left};
use super::theme::Style;
use super::tint::Ink;
use yinsh::game::Color;

/// Least difference between the colours of a piece and of its background, summed over the
/// channels, with which the piece is visible.
const TOO_NEAR: u32 = 60;

/// A triangle pointing right: to play. In thousandths of the width.
const POINTER: &[(f32, f32)] = &[(-9.0, -12.0), (10.0, 0.0), (-9.0, 12.0)];

/// A crown: the winner. In thousandths of the width.
const CROWN: &[(f32, f32)] = &[
    (-14.0, 11.0),
    (-16.0, -8.0),
    (-7.0, 0.0),
    (0.0, -13.0),
    (7.0, 0.0),
    (16.0, -8.0),
    (14.0, 11.0),
];

/// What a nameplate shows besides the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing.
    None,
    /// The player is to act.
    ToAct,
    /// The player has won.
    Winner,
}

impl Sign {
    /// What is drawn around a spot.
    pub(super) fn shape(self, middle: Vec2, milli: f32) -> Option<Shape> {
        let corners = match self {
            Self::None => return None,
            Self::ToAct => POINTER,
            Self::Winner => CROWN,
        };
        let corners = corners
            .iter()
            .map(|&(x, y)| middle.plus(Vec2::new(x, y).times(milli)));
        let corners: Vec<Vec2> = corners.collect();
        let closed = corners.iter().chain(corners.first()).copied();
        let outline: Vec<Vec2> = closed.collect();
        let filled = Shape::new().polygon(corners);
        Some(outline.windows(2).fold(filled, |shape, ends| {
            shape.round_line(ends[0], ends[1], 3.0 * milli)
        }))
    }
}

/// Paints nameplates of one style and size.
pub(super) struct NamePlate<'a> {
    pub style: &'a Style,
    pub sprites: &'a Sprites,
    pub stencils: &'a Stencils,
    pub font: &'a FontRef<'static>,
    /// Pixels in a thousandth of the width.
    pub milli: f32,
}

impl NamePlate<'_> {
    /// Paints a player's nameplate at the left of its room.
    pub(super) fn paint(
        &self,
        canvas: &mut RgbImage,
        room: Rect,
        (color, names): (Color, &[String; 2]),
        sign: Sign,
    ) {
        let (style, milli) = (self.style, self.milli);
        let lit = sign != Sign::None;
        let icon = 66.0 * milli;
        let end = if lit { 50.0 * milli } else { 20.0 * milli };
        let [name, opponent] = [color, !color].map(|color| &names[color.index()]);
        let name = Name::new(self.font, name, opponent);
        let fitted = fit_name(self.font, &name, 44.0 * milli, room.width - icon - end);
        let chip = Rect {
            width: (icon + fitted.width + end).ceil().min(room.width),
            ..room
        };
        let (fill, ink) = if lit {
            style.lit
        } else {
            (style.chip, style.text)
        };
        self.stencils.chip.paint(canvas, chip, fill);
        let spot = Vec2::new(chip.left + 0.52 * icon, chip.center().y);
        let body = style.pieces[color.index()].body;
        let apart: u32 = (0..3).map(|i| u32::from(body[i].abs_diff(fill[i]))).sum();
        if apart < TOO_NEAR {
            self.stencils.sign.paint_at(canvas, spot, Ink::solid(ink));
        }
        self.sprites.small_ring[color.index()].stamp(canvas, spot, 1.0);
        self.sprites.small_marker[color.index()].stamp(canvas, spot, 1.0);
        let words = Rect {
            left: chip.left + icon,
            width: fitted.width.ceil(),
            ..chip
        };
        write_left(canvas, self.font, &fitted, words, ink);
        let middle = Vec2::new(chip.right() - 0.5 * end, chip.center().y);
        if let Some(shape) = sign.shape(middle, milli) {
            shape.paint(canvas, Ink::solid(ink));
        }
    }
}
