//! A cache of what many pictures share: the empty board, the sprites and the stencils of a theme,
//! size and view.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use ab_glyph::FontRef;
use image::RgbImage;
use parking_lot::Mutex;

use super::board::{board, labels};
use super::geometry::{Layout, Vec2};
use super::palette::Palette;
use super::sprites::Sprites;
use super::stencils::Stencils;
use super::text::forget_lines;
use super::theme::Theme;
use yinsh::game::Color;

/// Most cached assets. Those of 1000 pixels take 5 MB, and 1 MB more once rows were shown; those
/// of the largest size 13 MB and 3 MB. Chats use one size in three themes and two views, all of
/// which fit.
const KEPT: usize = 6;

/// What the assets are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    theme: Theme,
    width: u32,
    view: Color,
}

/// The parts that many pictures share.
#[derive(Debug)]
pub(super) struct Assets {
    key: Key,
    pub board: RgbImage,
    pub sprites: Sprites,
    pub stencils: Stencils,
    /// The centres of the labels.
    pub labels: Vec<Vec2>,
    /// The board in palette indices. Made on first use, as choosing the palette itself needs the
    /// assets.
    indices: OnceLock<Vec<u8>>,
}

impl Assets {
    /// The palette indices of a picture that was painted on this board.
    pub(super) fn indices(&self, picture: &RgbImage, palette: &Palette) -> Vec<u8> {
        let known = self.indices.get_or_init(|| palette.indices(&self.board));
        palette.indices_over(picture, &self.board, known)
    }
}

/// Least recently used first.
static CACHE: Mutex<VecDeque<Arc<Assets>>> = Mutex::new(VecDeque::new());

/// The assets for a theme and a layout, from the cache if they are there.
pub(super) fn assets(theme: Theme, layout: &Layout, view: Color, font: &FontRef) -> Arc<Assets> {
    let key = Key {
        theme,
        width: layout.width,
        view,
    };
    let found = {
        let mut cached = CACHE.lock();
        let place = cached.iter().position(|assets| assets.key == key);
        place
            .and_then(|place| cached.remove(place))
            .inspect(|assets| {
                cached.push_back(Arc::clone(assets));
            })
    };
    if let Some(assets) = found {
        return assets;
    }
    // The lock is not held while painting. Two threads may paint the same assets.
    let style = theme.style();
    let stencils = Stencils::new(layout);
    let assets = Arc::new(Assets {
        key,
        board: board(style, layout, &stencils, font),
        sprites: Sprites::new(style, layout),
        stencils,
        labels: labels(layout).into_iter().map(|(_, spot)| spot).collect(),
        indices: OnceLock::new(),
    });
    let mut cached = CACHE.lock();
    if cached.iter().all(|other| other.key != key) {
        if cached.len() == KEPT {
            cached.pop_front();
        }
        cached.push_back(Arc::clone(&assets));
    }
    assets
}

/// Clears the cache.
pub(super) fn forget() {
    CACHE.lock().clear();
    forget_lines();
}
