//! The 256 colours in which the pictures of a theme are written.
//!
//! They are chosen once for a theme, by median cut, from a picture that shows everything that a
//! picture can show. A plain surface keeps its exact colour.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use image::RgbImage;

use super::draw::{DrawError, paint};
use super::scene::{Hint, Played, Scene};
use super::theme::{Theme, Tint};
use crate::game::{Action, Color, Point, PointSet, Position, Variant};

/// The most colours that a byte can number.
const COLORS: usize = 256;

/// Colours, and for each possible colour the nearest of them.
#[derive(Debug)]
pub(super) struct Palette {
    pub colors: Vec<Tint>,
    nearest: Box<[u8]>,
}

/// The cell of a colour in the table of nearest colours: 5 bits of red, 6 of green, to which the
/// eye is most sensitive, and 5 of blue. The table fits the processor's nearest cache but one.
fn cell([r, g, b]: Tint) -> usize {
    usize::from(r >> 3) << 11 | usize::from(g >> 2) << 5 | usize::from(b >> 3)
}

impl Palette {
    /// Chooses the colours for a picture.
    fn of(picture: &RgbImage) -> Self {
        let mut counts: BTreeMap<Tint, u32> = BTreeMap::new();
        for pixel in picture.pixels() {
            *counts.entry(pixel.0).or_default() += 1;
        }
        // The root keeps the wide surfaces from taking all colours.
        let all = counts
            .into_iter()
            .map(|(tint, count)| (tint, f64::from(count).sqrt()))
            .collect();
        let mut groups: Vec<Group> = vec![Group::new(all)];
        while groups.len() < COLORS {
            let widest =
                (0..groups.len()).max_by(|&a, &b| groups[a].spread.total_cmp(&groups[b].spread));
            let Some(widest) = widest.filter(|&i| groups[i].spread > 0.0) else {
                break;
            };
            let (low, high) = groups.swap_remove(widest).split();
            groups.extend([low, high]);
        }
        let colors: Vec<Tint> = groups.iter().map(Group::color).collect();
        let mut nearest: Box<[u8]> = (0..1 << 16)
            .map(|cell: usize| {
                let middle = [
                    (cell >> 11 << 3 | 4) as u8,
                    (cell >> 5 << 2 | 2) as u8,
                    (cell << 3 | 4) as u8,
                ];
                let index = (0..colors.len()).min_by_key(|&i| difference(colors[i], middle));
                index.unwrap_or(0) as u8
            })
            .collect();
        for (i, group) in groups.iter().enumerate() {
            if group.plain {
                nearest[cell(colors[i])] = i as u8;
            }
        }
        Self { colors, nearest }
    }

    /// The numbers of the colours of a picture.
    pub(super) fn indices(&self, picture: &RgbImage) -> Vec<u8> {
        let mut before = [0, 0, 0];
        let mut index = self.nearest[cell(before)];
        picture
            .pixels()
            .map(|pixel| {
                // Most pixels are as the one before.
                if pixel.0 != before {
                    before = pixel.0;
                    index = self.nearest[cell(before)];
                }
                index
            })
            .collect()
    }
}

/// How different two colours look, roughly.
fn difference(one: Tint, other: Tint) -> u32 {
    let by = |i: usize| u32::from(one[i].abs_diff(other[i])).pow(2);
    2 * by(0) + 4 * by(1) + 3 * by(2)
}

/// Colours that share one place in the palette, each with its weight.
struct Group {
    members: Vec<(Tint, f64)>,
    /// The channel in which they differ most, their mean there, and the sum of their squared
    /// differences from it.
    channel: usize,
    mean: f64,
    spread: f64,
    /// Whether one colour makes up most of the group and stands for it.
    plain: bool,
}

impl Group {
    fn new(members: Vec<(Tint, f64)>) -> Self {
        let total: f64 = members.iter().map(|(_, weight)| weight).sum();
        let (mut channel, mut mean, mut spread) = (0, 0.0, -1.0);
        for i in 0..3 {
            let value = |tint: &Tint| f64::from(tint[i]);
            let here = members
                .iter()
                .map(|(tint, weight)| value(tint) * weight)
                .sum::<f64>()
                / total;
            let wide = members
                .iter()
                .map(|(tint, weight)| (value(tint) - here).powi(2) * weight)
                .sum();
            if wide > spread {
                (channel, mean, spread) = (i, here, wide);
            }
        }
        let heaviest = members
            .iter()
            .map(|(_, weight)| *weight)
            .fold(0.0, f64::max);
        let plain = heaviest * 2.0 > total;
        Self {
            members,
            channel,
            mean,
            spread,
            plain,
        }
    }

    fn split(self) -> (Self, Self) {
        let (channel, mean) = (self.channel, self.mean);
        let (low, high) = self
            .members
            .into_iter()
            .partition(|(tint, _)| f64::from(tint[channel]) <= mean);
        (Self::new(low), Self::new(high))
    }

    fn color(&self) -> Tint {
        if self.plain {
            let heaviest = self.members.iter().max_by(|a, b| a.1.total_cmp(&b.1));
            return heaviest.map_or([0; 3], |(tint, _)| *tint);
        }
        let total: f64 = self.members.iter().map(|(_, weight)| weight).sum();
        std::array::from_fn(|i| {
            let sum: f64 = self
                .members
                .iter()
                .map(|(tint, weight)| f64::from(tint[i]) * weight)
                .sum();
            (sum / total).round() as u8
        })
    }
}

/// The palette of a theme.
///
/// # Errors
///
/// When the font cannot be read.
pub(super) fn palette(theme: Theme) -> Result<&'static Palette, DrawError> {
    static PALETTES: [OnceLock<Palette>; Theme::ALL.len()] =
        [const { OnceLock::new() }; Theme::ALL.len()];
    let place = &PALETTES[theme as usize];
    if let Some(palette) = place.get() {
        return Ok(palette);
    }
    let picture = paint(&everything(theme))?;
    Ok(place.get_or_init(|| Palette::of(&picture)))
}

/// A scene with every kind of piece and mark.
fn everything(theme: Theme) -> Scene {
    // Two crossing rows of each player's; a text that tests keep readable.
    let position = EVERYTHING.parse();
    let mut scene = Scene::new(position.unwrap_or(Position::start(Variant::Normal)));
    let point = |column, number| Point::new(column, number);
    let points: PointSet = [point(3, 3), point(4, 3)].into_iter().flatten().collect();
    scene.theme = theme;
    scene.size = 800;
    scene.names = ["Wwg 0".to_owned(), "Bbg 8".to_owned()];
    scene.caption = "Aabcdefghijkl mnopqrstuvwxyz".to_owned();
    scene.targets = point(9, 8);
    let by = Color::White;
    let moves = |one: Option<Point>, other: Option<Point>| {
        Some(Action::Move {
            from: one?,
            to: other?,
        })
    };
    let mut last = |action: Option<Action>| {
        scene.last.extend(action.map(|action| Played {
            by,
            action,
            turned: points,
        }));
    };
    last(moves(point(2, 3), point(6, 3)));
    last(point(8, 5).map(Action::Ring));
    for (from, to) in [(point(9, 8), point(9, 11)), (point(8, 8), point(6, 6))] {
        scene
            .hints
            .extend(moves(from, to).map(|action| Hint { action }));
    }
    scene
}

/// The position of [`everything`].
const EVERYTHING: &str =
    "4/7/2m5/2mMmMmMm1/3MMMMMMM/1m1mm4/2R1r3m1/3m5/4R3/3R3/r3 w w row 1-2 normal";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_with_everything_reads() {
        let position: Position = EVERYTHING.parse().unwrap();
        assert!(position.rows(Color::White).count() > 1);
    }

    #[test]
    fn a_palette_keeps_plain_colors_and_comes_near_to_all_others() {
        for theme in Theme::ALL {
            let palette = palette(theme).unwrap();
            assert!(palette.colors.len() <= COLORS);
            let look = theme.look();
            for plain in [look.page, look.plate, look.chip] {
                let index = palette.nearest[cell(plain)];
                assert_eq!(palette.colors[usize::from(index)], plain, "{theme}");
            }
            let picture = paint(&everything(theme)).unwrap();
            let indices = palette.indices(&picture);
            let off: u64 = picture
                .pixels()
                .zip(&indices)
                .map(|(pixel, &i)| u64::from(difference(pixel.0, palette.colors[usize::from(i)])))
                .sum();
            let mean = off as f64 / indices.len() as f64;
            assert!(mean < 25.0, "{theme}: mean squared difference {mean}");
        }
    }
}
