//! Paints a scene layer by layer: board, text, pieces, marks.

mod motion;

use std::sync::Arc;

use ab_glyph::FontRef;
use image::RgbImage;

use super::assets::{Assets, assets};
use super::error::DrawError;
use super::geometry::{Layout, Rect, Vec2};
use super::marks::Marks;
use super::nameplate::{NamePlate, Sign};
use super::numbers::Numbers;
use super::palette::Palette;
use super::scene::Scene;
use super::sprites::Sprite;
use super::text::{fit, fit_caption, font, with_drawable_names, write_around, write_left};
use super::theme::{Style, Theme};
pub(super) use motion::{Motion, MovingPiece};
use yinsh::game::{Color, PointSet};

/// Paints a scene step by step.
pub struct Painter<'a> {
    scene: &'a Scene,
    names: [String; 2],
    caption: String,
    layout: Layout,
    style: &'static Style,
    assets: Arc<Assets>,
    font: &'static FontRef<'static>,
}

impl<'a> Painter<'a> {
    /// Prepares a scene, and its assets unless they are cached.
    ///
    /// # Errors
    ///
    /// [`DrawError::Font`].
    pub fn new(scene: &'a Scene) -> Result<Self, DrawError> {
        let font = font().map_err(|_| DrawError::Font)?;
        let layout = Layout::new(scene.size, scene.view);
        let (names, caption) =
            with_drawable_names(font, &scene.names, &scene.colors, &scene.caption);
        Ok(Self {
            scene,
            names,
            caption,
            layout,
            style: scene.theme.style(),
            assets: assets(scene.theme, &layout, scene.view, font),
            font,
        })
    }

    /// Paints the scene in full colour.
    pub(super) fn paint(&self) -> RgbImage {
        let mut canvas = self.background();
        self.words(&mut canvas);
        self.pieces(&mut canvas);
        canvas
    }

    /// The palette indices of a canvas that was painted here.
    pub(super) fn indices(&self, canvas: &RgbImage, palette: &Palette) -> Vec<u8> {
        self.assets.indices(canvas, palette)
    }

    /// The theme in which it paints.
    pub(super) const fn theme(&self) -> Theme {
        self.scene.theme
    }

    /// The empty board.
    #[must_use]
    pub fn background(&self) -> RgbImage {
        self.assets.board.clone()
    }

    /// Paints everything around the board: names, removed rings, caption, pool.
    pub fn words(&self, canvas: &mut RgbImage) {
        for color in Color::ALL {
            self.name(canvas, color, self.sign(color));
            self.clock(canvas, color);
            self.tray(canvas, color);
        }
        self.footer(canvas);
    }

    /// Paints pieces and marks.
    pub fn pieces(&self, canvas: &mut RgbImage) {
        let position = &self.scene.position;
        let sprites = &self.assets.sprites;
        let numbers = Numbers {
            layout: self.layout,
            style: self.style,
            font: self.font,
        };
        numbers.below(canvas, self.scene);
        let mut marks = self.marks(canvas);
        marks.below(self.scene);
        for color in Color::ALL {
            let pieces = [
                (position.markers(color), &sprites.marker),
                (position.rings(color), &sprites.ring),
            ];
            for (points, sprite) in pieces {
                self.stamp(marks.canvas, points, &sprite[color.index()]);
            }
        }
        marks.above(self.scene);
        numbers.above(canvas, self.scene);
    }

    /// What paints marks on a canvas.
    fn marks<'c>(&'c self, canvas: &'c mut RgbImage) -> Marks<'c, FontRef<'static>> {
        Marks {
            canvas,
            layout: self.layout,
            style: self.style,
            sprites: &self.assets.sprites,
            stencils: &self.assets.stencils,
            font: self.font,
            labels: &self.assets.labels,
            badges: Vec::new(),
        }
    }

    /// Paints a piece on each of some points.
    fn stamp(&self, canvas: &mut RgbImage, points: PointSet, sprite: &Sprite) {
        for point in points {
            sprite.stamp(canvas, self.layout.at(point), 1.0);
        }
    }

    /// The sign on a player's nameplate.
    fn sign(&self, color: Color) -> Sign {
        let lit = self.scene.lit() == Some(color);
        match (lit, self.scene.over()) {
            (false, _) => Sign::None,
            (true, false) => Sign::ToAct,
            (true, true) => Sign::Winner,
        }
    }

    /// Paints a player's name.
    fn name(&self, canvas: &mut RgbImage, color: Color, sign: Sign) {
        let plate = NamePlate {
            style: self.style,
            sprites: &self.assets.sprites,
            stencils: &self.assets.stencils,
            font: self.font,
            milli: self.layout.milli,
        };
        plate.paint(canvas, self.layout.name(color), (color, &self.names), sign);
    }

    /// Paints what is left on a player's clock, lit like the name while it runs.
    fn clock(&self, canvas: &mut RgbImage, color: Color) {
        let Some(clocks) = &self.scene.clocks else {
            return;
        };
        let runs = self.scene.lit() == Some(color) && !self.scene.over();
        let (fill, ink) = match runs {
            true => self.style.lit,
            false => (self.style.chip, self.style.text),
        };
        let milli = self.layout.milli;
        let room = self.layout.clock(color);
        let margin = 18.0 * milli;
        let text = &clocks[color.index()];
        let fitted = fit(self.font, text, 36.0 * milli, room.width - 2.0 * margin);
        let chip = Rect {
            width: (fitted.width + 2.0 * margin).ceil().min(room.width),
            ..room
        };
        self.assets.stencils.clock.paint(canvas, chip, fill);
        let words = Rect {
            left: chip.left + margin,
            width: fitted.width.ceil(),
            ..chip
        };
        write_left(canvas, self.font, &fitted, words, ink);
    }

    /// Paints a player's removed rings and the places for more.
    fn tray(&self, canvas: &mut RgbImage, color: Color) {
        let position = &self.scene.position;
        let sprites = &self.assets.sprites;
        let removed = usize::from(position.removed(color));
        let goal = position.variant().goal();
        let tray = self.layout.tray(color, goal);
        self.assets
            .stencils
            .tray
            .paint(canvas, tray, self.style.chip);
        for (i, place) in self.layout.places(color, goal).enumerate() {
            let sprite = if i < removed {
                &sprites.ring[color.index()]
            } else {
                &sprites.groove
            };
            sprite.stamp(canvas, place, 1.0);
        }
    }

    /// Paints the caption and the pool.
    fn footer(&self, canvas: &mut RgbImage) {
        let (tint, milli) = (self.style.text, self.layout.milli);
        let caption = self.layout.caption();
        let fitted = fit_caption(
            self.font,
            &self.caption,
            &self.names,
            42.0 * milli,
            caption.width,
        );
        write_left(canvas, self.font, &fitted, caption, tint);
        let pool = self.layout.pool();
        let y = pool.center().y;
        let sign = Vec2::new(pool.left + 0.26 * pool.width, y);
        self.assets.sprites.pool.stamp(canvas, sign, 1.0);
        let number = self.scene.position.pool().to_string();
        let spot = Vec2::new(pool.left + 0.66 * pool.width, y);
        write_around(canvas, self.font, &number, 44.0 * milli, spot, tint);
    }
}
