//! A player's name on its plate, as boards and charts have it.

use ab_glyph::FontRef;
use image::RgbImage;

use super::geometry::{Area, Spot};
use super::paint::{Ink, disc, figure, plate};
use super::sprites::{RING, SIGN, Sprites};
use super::text::{Name, fit_name, write_left};
use super::theme::Look;
use crate::game::Color;

/// How far apart the colours of a piece and of what lies behind it must be, summed over the
/// channels, for the piece to be seen.
const TOO_NEAR: u32 = 60;

/// A triangle that points to the right: to play. In thousandths of the width.
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

/// What a plate says besides the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing.
    None,
    /// The player is to act.
    ToAct,
    /// The player has won.
    Winner,
}

/// Paints plates of one look and size.
pub(super) struct NamePlate<'a> {
    pub look: &'a Look,
    pub sprites: &'a Sprites,
    pub font: &'a FontRef<'static>,
    /// Pixels in a thousandth of the width.
    pub milli: f32,
}

impl NamePlate<'_> {
    /// Paints the plate of the player of a colour at the left of the room that there is for it.
    pub(super) fn paint(
        &self,
        canvas: &mut RgbImage,
        room: Area,
        (color, names): (Color, &[String; 2]),
        sign: Sign,
    ) {
        let (look, milli) = (self.look, self.milli);
        let lit = sign != Sign::None;
        let icon = 66.0 * milli;
        let end = if lit { 50.0 * milli } else { 20.0 * milli };
        let [name, opponent] = [color, !color].map(|color| &names[color.index()]);
        let name = Name::new(self.font, name, opponent);
        let fitted = fit_name(self.font, &name, 44.0 * milli, room.width - icon - end);
        let chip = Area {
            width: (icon + fitted.width + end).ceil().min(room.width),
            ..room
        };
        let (fill, ink) = if lit {
            look.lit
        } else {
            (look.chip, look.text)
        };
        plate(canvas, chip, 0.34 * chip.height, Ink::solid(fill));
        let spot = Spot::new(chip.left + 0.52 * icon, chip.center().y);
        let body = look.pieces[color.index()].body;
        let apart: u32 = (0..3).map(|i| u32::from(body[i].abs_diff(fill[i]))).sum();
        if apart < TOO_NEAR {
            disc(canvas, spot, (RING + 0.07) * SIGN * milli, Ink::solid(ink));
        }
        self.sprites.small_ring[color.index()].stamp(canvas, spot, 1.0);
        self.sprites.small_marker[color.index()].stamp(canvas, spot, 1.0);
        let words = Area {
            left: chip.left + icon,
            width: fitted.width.ceil(),
            ..chip
        };
        write_left(canvas, self.font, &fitted, words, ink);
        let corners = match sign {
            Sign::None => return,
            Sign::ToAct => POINTER,
            Sign::Winner => CROWN,
        };
        let middle = Spot::new(chip.right() - 0.5 * end, chip.center().y);
        let corners: Vec<Spot> = corners
            .iter()
            .map(|&(x, y)| middle.plus(Spot::new(x, y).times(milli)))
            .collect();
        figure(canvas, &corners, 1.5 * milli, Ink::solid(ink));
    }
}
