//! What is painted once and used for many pictures: the empty board and the sprites of a theme,
//! size and view.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock};

use ab_glyph::FontRef;
use image::RgbImage;

use super::board::{board, labels};
use super::geometry::{Layout, Vec2};
use super::palette::Palette;
use super::sprites::Sprites;
use super::stencils::Stencils;
use super::text::forget_lines;
use super::theme::Theme;
use crate::game::Color;
use crate::lock::lock;

/// Kits that are kept. A kit of the largest size takes 13 MB, one of 1000 pixels 5 MB; chats ask for one size in three
/// themes and two views, which is what fits.
const KEPT: usize = 6;

/// What a kit is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    theme: Theme,
    width: u32,
    view: Color,
}

/// The parts that many pictures share.
#[derive(Debug)]
pub(super) struct Kit {
    key: Key,
    pub board: RgbImage,
    pub sprites: Sprites,
    pub stencils: Stencils,
    /// The middles of the letters and numbers at the lines.
    pub labels: Vec<Vec2>,
    /// The numbers of the board's colours; made when first asked for, as the palette itself is
    /// chosen from a picture that needs a kit.
    indices: OnceLock<Vec<u8>>,
}

impl Kit {
    /// The numbers of the colours of a picture that was painted on this board.
    pub(super) fn indices(&self, picture: &RgbImage, palette: &Palette) -> Vec<u8> {
        let known = self.indices.get_or_init(|| palette.indices(&self.board));
        palette.indices_over(picture, &self.board, known)
    }
}

/// The kits used last, the newest at the back.
static KITS: Mutex<VecDeque<Arc<Kit>>> = Mutex::new(VecDeque::new());

/// The kit for a theme and a layout, painted if it is not at hand.
pub(super) fn kit(theme: Theme, layout: &Layout, view: Color, font: &FontRef) -> Arc<Kit> {
    let key = Key {
        theme,
        width: layout.width,
        view,
    };
    let found = {
        let mut kits = lock(&KITS);
        let place = kits.iter().position(|kit| kit.key == key);
        place.and_then(|place| kits.remove(place)).inspect(|kit| {
            kits.push_back(Arc::clone(kit));
        })
    };
    if let Some(kit) = found {
        return kit;
    }
    // Painted without holding the lock: two threads may paint the same kit, which is harmless.
    let look = theme.look();
    let stencils = Stencils::new(layout);
    let kit = Arc::new(Kit {
        key,
        board: board(look, layout, &stencils, font),
        sprites: Sprites::new(look, layout),
        stencils,
        labels: labels(layout).into_iter().map(|(_, spot)| spot).collect(),
        indices: OnceLock::new(),
    });
    let mut kits = lock(&KITS);
    if kits.iter().all(|other| other.key != key) {
        if kits.len() == KEPT {
            kits.pop_front();
        }
        kits.push_back(Arc::clone(&kit));
    }
    kit
}

/// Drops all kits.
pub(super) fn forget() {
    lock(&KITS).clear();
    forget_lines();
}
