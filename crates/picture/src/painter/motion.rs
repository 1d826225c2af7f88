//! Paints pieces in motion, between two positions.

use image::RgbImage;

use super::Painter;
use crate::geometry::Vec2;
use crate::nameplate::Sign;
use yinsh::game::{Color, Point, PointSet, Row};

/// A piece that is not where the position has it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MovingPiece {
    /// A ring.
    Ring {
        color: Color,
        at: Vec2,
        /// Opacity, 0 to 1.
        alpha: f32,
    },
    /// A marker at a point.
    Marker {
        color: Color,
        at: Point,
        /// Its relative width, 0 to 1: less than 1 while it is being flipped.
        width: f32,
        /// Opacity, 0 to 1.
        alpha: f32,
    },
}

/// How a frame differs from the scene's position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Motion {
    /// Whose turn it is.
    pub by: Option<Color>,
    /// Points whose markers are among the moving pieces.
    pub moving_markers: PointSet,
    /// Points whose rings are among the moving pieces.
    pub moving_rings: PointSet,
    /// The moving pieces.
    pub moving: Vec<MovingPiece>,
    /// A row that glows, and how strongly, 0 to 1.
    pub glow: Option<(Row, f32)>,
}

impl Painter<'_> {
    /// Paints a frame: the scene without its choices, and with the last turn marked.
    pub(crate) fn paint_motion(&self, motion: &Motion) -> RgbImage {
        let mut canvas = self.background();
        for color in Color::ALL {
            let sign = match motion.by == Some(color) {
                true => Sign::ToAct,
                false => Sign::None,
            };
            self.name(&mut canvas, color, sign);
            self.tray(&mut canvas, color);
        }
        self.footer(&mut canvas);
        let position = &self.scene.position;
        let sprites = &self.assets.sprites;
        let mut marks = self.marks(&mut canvas);
        marks.played_below(self.scene);
        if let Some((row, strength)) = motion.glow {
            marks.glow_below(row, strength);
        }
        for color in Color::ALL {
            let markers = position.markers(color) - motion.moving_markers;
            self.stamp(marks.canvas, markers, &sprites.marker[color.index()]);
        }
        for piece in &motion.moving {
            if let MovingPiece::Marker {
                color,
                at,
                width,
                alpha,
            } = *piece
            {
                let sprite = &sprites.marker[color.index()];
                let spot = self.layout.at(at);
                match width < 1.0 {
                    true => sprite.narrowed(width).stamp(marks.canvas, spot, alpha),
                    false => sprite.stamp(marks.canvas, spot, alpha),
                }
            }
        }
        for color in Color::ALL {
            let rings = position.rings(color) - motion.moving_rings;
            self.stamp(marks.canvas, rings, &sprites.ring[color.index()]);
        }
        if let Some((row, strength)) = motion.glow {
            marks.glow_above(row, strength);
        }
        marks.played_above(self.scene);
        // On top of everything: it may cross the board.
        for piece in &motion.moving {
            if let MovingPiece::Ring { color, at, alpha } = *piece {
                sprites.ring[color.index()].stamp(&mut canvas, at, alpha);
            }
        }
        canvas
    }
}
