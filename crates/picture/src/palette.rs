//! Palettes: 256 colours for each theme, and 16 of them for a single picture.
//!
//! Those of a theme are chosen by median cut from a picture that shows all there is. Plain surfaces
//! keep their exact colours.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbImage;

use super::theme::Style;
use super::tint::Tint;

/// Colours of a theme: as many as fit eight bits.
const COLORS: usize = 256;

/// The colours of a theme, and a table of the nearest one.
#[derive(Debug)]
pub(super) struct Palette {
    pub colors: Vec<Tint>,
    /// How many of the colours, from the first, are plain ones.
    plain: usize,
    /// The index of the nearest colour for each [`cell`].
    nearest: Box<[u8; CELLS]>,
}

/// Cells of the table of nearest colours.
const CELLS: usize = 1 << 16;

/// The cell of a colour in the table of nearest colours: 5 bits of red, 6 of green, to which the
/// eye is most sensitive, and 5 of blue. The table fits the L2 cache.
fn cell([r, g, b]: Tint) -> usize {
    usize::from(r >> 3) << 11 | usize::from(g >> 2) << 5 | usize::from(b >> 3)
}

impl Palette {
    /// Chooses the colours for a picture.
    pub(super) fn of(picture: &RgbImage, style: &Style) -> Self {
        let mut counts: BTreeMap<Tint, u32> = BTreeMap::new();
        for pixel in picture.pixels() {
            *counts.entry(pixel.0).or_default() += 1;
        }
        // The square root keeps large surfaces from taking all colours.
        let mut weights: BTreeMap<Tint, f64> = counts
            .into_iter()
            .map(|(tint, count)| (tint, f64::from(count).sqrt()))
            .collect();
        let mut plain: BTreeSet<Tint> = style.plain().collect();
        // Otherwise shadows in few colours take the hue of marks.
        let half_shadow = style.half_shadow();
        if plain.iter().all(|&tint| cell(tint) != cell(half_shadow)) {
            plain.insert(half_shadow);
        }
        weights.retain(|tint, _| !plain.contains(tint));
        let mut groups = vec![Group::new(weights.into_iter().collect())];
        while groups.len() < COLORS - plain.len() {
            let widest =
                (0..groups.len()).max_by(|&a, &b| groups[a].spread.total_cmp(&groups[b].spread));
            let Some(widest) = widest.filter(|&i| groups[i].spread > 0.0) else {
                break;
            };
            let (low, high) = groups.swap_remove(widest).split();
            groups.extend([low, high]);
        }
        let mixed = groups.iter().map(Group::color);
        let colors: Vec<Tint> = plain.iter().copied().chain(mixed).collect();
        let mut nearest = Box::new([0; CELLS]);
        for (cell, nearest) in nearest.iter_mut().enumerate() {
            let middle = [
                (cell >> 11 << 3 | 4) as u8,
                (cell >> 5 << 2 | 2) as u8,
                (cell << 3 | 4) as u8,
            ];
            let index = (0..colors.len()).min_by_key(|&i| difference(colors[i], middle));
            *nearest = index.unwrap_or(0) as u8;
        }
        for (i, &tint) in plain.iter().enumerate() {
            nearest[cell(tint)] = i as u8;
        }
        Self {
            colors,
            plain: plain.len(),
            nearest,
        }
    }

    /// The palette indices of a picture.
    pub(super) fn indices(&self, picture: &RgbImage) -> Vec<u8> {
        let (pixels, _) = picture.as_chunks::<3>();
        pixels.iter().map(|&tint| self.index(tint)).collect()
    }

    /// The same for a picture that was painted over another, whose indices are known.
    pub(super) fn indices_over(
        &self,
        picture: &RgbImage,
        under: &RgbImage,
        known: &[u8],
    ) -> Vec<u8> {
        let mut indices = known.to_vec();
        let write = |indices: &mut [u8], pixels: &[u8]| {
            let (pixels, _) = pixels.as_chunks::<3>();
            for (index, &tint) in indices.iter_mut().zip(pixels) {
                *index = self.index(tint);
            }
        };
        let (blocks, rest) = picture.as_chunks::<{ 3 * BLOCK }>();
        let (under, _) = under.as_chunks::<{ 3 * BLOCK }>();
        let (known, last) = indices.as_chunks_mut::<BLOCK>();
        for ((block, under), indices) in blocks.iter().zip(under).zip(known) {
            if block != under {
                write(indices, block);
            }
        }
        write(last, rest);
        indices
    }

    /// The index of the nearest colour.
    fn index(&self, tint: Tint) -> u8 {
        self.nearest[cell(tint)]
    }
}

/// Colours of a single picture: as many as fit four bits.
pub(super) const FEW: usize = 16;

/// How many colours at least are left for edges and shades.
const NOT_PLAIN: usize = 2;

/// Plain colours that differ by no more than this are merged: the first of these limits that
/// leaves few enough.
const ALIKE: [u32; 4] = [500, 1000, 2000, 4000];

/// The palette of a single picture, and the index in it of each colour of the theme.
pub(super) struct Reduced {
    pub colors: Vec<Tint>,
    pub index: [u8; COLORS],
}

impl Palette {
    /// Chooses `few` colours, 16 to 256, among those of a picture: first the plain ones, by area, then
    /// repeatedly the one with the largest error.
    pub(super) fn reduce(&self, indices: &[u8], width: u32, few: usize) -> Reduced {
        let counts = counts(indices, width);
        let used: Vec<usize> = (0..self.colors.len()).filter(|&i| counts[i] > 0).collect();
        let mut plain: Vec<usize> = used.iter().copied().filter(|&i| i < self.plain).collect();
        plain.sort_by_key(|&i| std::cmp::Reverse(counts[i]));
        let distinct = |alike: u32| {
            let mut colors: Vec<Tint> = Vec::with_capacity(few);
            for tint in plain.iter().map(|&i| self.colors[i]) {
                if colors.iter().all(|&kept| difference(kept, tint) > alike) {
                    colors.push(tint);
                }
            }
            colors
        };
        let mut colors = Vec::new();
        for alike in ALIKE {
            colors = distinct(alike);
            if colors.len() + NOT_PLAIN <= few {
                break;
            }
        }
        colors.truncate(few);
        let kept = colors.len();
        let weights = counts.map(|count| f64::from(count).sqrt());
        while colors.len() < few {
            let error = |i: usize| {
                let distance = nearest(&colors, self.colors[i]).1;
                f64::from(distance) * weights[i]
            };
            let worst = used
                .iter()
                .copied()
                .max_by(|&a, &b| error(a).total_cmp(&error(b)));
            match worst {
                Some(worst) if error(worst) > 0.0 => colors.push(self.colors[worst]),
                _ => break,
            }
        }
        // Each of the others becomes the most frequent of those that it stands for. Their mean
        // could have a hue that none of them has.
        let mut heaviest = vec![0.0; few];
        let mut common = colors.clone();
        for &i in &used {
            let place = nearest(&colors, self.colors[i]).0;
            if place >= kept && weights[i] > heaviest[place] {
                (heaviest[place], common[place]) = (weights[i], self.colors[i]);
            }
        }
        let colors = common;
        let mut index = [0; COLORS];
        for (index, &color) in index.iter_mut().zip(&self.colors) {
            *index = nearest(&colors, color).0 as u8;
        }
        Reduced { colors, index }
    }
}

/// How often each index occurs, counted in every fourth row to save time.
fn counts(indices: &[u8], width: u32) -> [u32; COLORS] {
    let mut counts = [0; COLORS];
    for row in indices.chunks(width.max(1) as usize).step_by(4) {
        let (blocks, rest) = row.as_chunks::<16>();
        for block in blocks {
            // Most blocks are of one colour.
            if *block == [block[0]; 16] {
                counts[usize::from(block[0])] += 16;
            } else {
                for &index in block {
                    counts[usize::from(index)] += 1;
                }
            }
        }
        for &index in rest {
            counts[usize::from(index)] += 1;
        }
    }
    counts
}

/// The index of the nearest colour, and its difference.
fn nearest(colors: &[Tint], tint: Tint) -> (usize, u32) {
    let differences = colors.iter().map(|&color| difference(color, tint));
    let nearest = differences
        .enumerate()
        .min_by_key(|&(_, difference)| difference);
    nearest.unwrap_or((0, 0))
}

/// Pixels in a block.
const BLOCK: usize = 16;

/// Weighted squared difference of two colours.
fn difference(one: Tint, other: Tint) -> u32 {
    let by = |i: usize| u32::from(one[i].abs_diff(other[i])).pow(2);
    2 * by(0) + 4 * by(1) + 3 * by(2)
}

/// Colours that share a place in the palette, with their weights.
struct Group {
    members: Vec<(Tint, f64)>,
    /// The channel in which they differ most, their mean there, and the sum of their squared
    /// differences from it.
    channel: usize,
    mean: f64,
    spread: f64,
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
        Self {
            members,
            channel,
            mean,
            spread,
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

#[cfg(test)]
mod tests {
    use yinsh::game::PointSet;

    use super::*;
    use crate::painter::Painter;
    use crate::theme::Theme;
    use crate::theme_palette::{everything, palette};

    #[test]
    fn a_palette_keeps_plain_colors_and_comes_near_to_all_others() {
        for theme in Theme::ALL {
            let palette = palette(theme).unwrap();
            assert!(palette.colors.len() <= COLORS);
            let style = theme.style();
            for plain in style.plain() {
                let index = palette.nearest[cell(plain)];
                assert_eq!(palette.colors[usize::from(index)], plain, "{theme}");
            }
            let picture = Painter::new(&everything(theme)).unwrap().paint();
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

    #[test]
    fn a_picture_in_few_colors_comes_near_to_the_one_in_many() {
        for theme in Theme::ALL {
            let palette = palette(theme).unwrap();
            let mut scene = everything(theme);
            (scene.last, scene.hints) = (Vec::new(), Vec::new());
            (scene.targets, scene.nudge) = (None, PointSet::EMPTY);
            let picture = Painter::new(&scene).unwrap().paint();
            let indices = palette.indices(&picture);
            let few = palette.reduce(&indices, picture.width(), FEW);
            assert!(few.colors.len() <= FEW);
            let style = theme.style();
            let of = |tint: Tint| {
                let many = palette.nearest[cell(tint)];
                few.colors[usize::from(few.index[usize::from(many)])]
            };
            for plain in [style.page, style.plate, style.line] {
                assert_eq!(of(plain), plain, "{theme}");
            }
            let off: u64 = picture
                .pixels()
                .map(|pixel| u64::from(difference(pixel.0, of(pixel.0))))
                .sum();
            let mean = off as f64 / indices.len() as f64;
            assert!(mean < 500.0, "{theme}: mean squared difference {mean}");
        }
    }
}
