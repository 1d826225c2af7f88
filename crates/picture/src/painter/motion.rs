//! Paints pieces in motion: a moment between two positions.

use image::RgbImage;

use super::Painter;
use crate::geometry::Vec2;
use crate::marks::Marks;
use crate::nameplate::Sign;
use yinsh::game::{Color, Point, PointSet, Row};

/// A piece that does not stand where the position has it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Flying {
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
        /// Its width, from 0 to 1: less than 1 while it turns over.
        width: f32,
        /// Opacity, 0 to 1.
        alpha: f32,
    },
}

/// What differs from the scene's position for a moment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Motion {
    /// Whose turn it is.
    pub by: Option<Color>,
    /// Points whose markers are not painted where they stand.
    pub markers_away: PointSet,
    /// Points whose rings are not painted where they stand.
    pub rings_away: PointSet,
    /// Pieces on their way.
    pub flying: Vec<Flying>,
    /// A row that glows, and how strongly, 0 to 1.
    pub glow: Option<(Row, f32)>,
}

impl Painter<'_> {
    /// Paints the scene in motion: without what can be chosen, and with what was played last.
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
        let mut marks = Marks {
            canvas: &mut canvas,
            layout: self.layout,
            style: self.style,
            sprites,
            stencils: &self.assets.stencils,
            font: self.font,
            labels: &self.assets.labels,
            badges: Vec::new(),
        };
        marks.played_below(self.scene);
        if let Some((row, strength)) = motion.glow {
            marks.glow_below(row, strength);
        }
        for color in Color::ALL {
            for point in position.markers(color) {
                if !motion.markers_away.contains(point) {
                    let spot = self.layout.at(point);
                    sprites.marker[color.index()].stamp(marks.canvas, spot, 1.0);
                }
            }
        }
        for piece in &motion.flying {
            if let Flying::Marker {
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
            for point in position.rings(color) {
                if !motion.rings_away.contains(point) {
                    let spot = self.layout.at(point);
                    sprites.ring[color.index()].stamp(marks.canvas, spot, 1.0);
                }
            }
        }
        if let Some((row, strength)) = motion.glow {
            marks.glow_above(row, strength);
        }
        marks.played_above(self.scene);
        // Above all: it may come from far away.
        for piece in &motion.flying {
            if let Flying::Ring { color, at, alpha } = *piece {
                sprites.ring[color.index()].stamp(&mut canvas, at, alpha);
            }
        }
        canvas
    }
}
