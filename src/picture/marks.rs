//! What is drawn on the board besides the pieces: the last action, targets, rows, hints.

use ab_glyph::Font;
use image::RgbImage;

use super::geometry::{Layout, Spot};
use super::paint::{Ink, circle, cross, disc, fill_near, line, polygon, segment};
use super::scene::{Hint, Scene};
use super::sprites::{MARKER, RING, Sprites};
use super::text::write_around;
use super::theme::{Look, Tint};
use crate::game::{Action, Color, Played, Point, Row, Stage};

// Sizes are in units: the distance between two neighbouring points.

/// Radius of a badge: it fits between two markers, and into the hole of a ring.
const BADGE: f32 = 0.185;
/// Pen for the halo around a piece.
const HALO: f32 = 0.06;
/// Half the size of a letter or number at a line.
const LABEL: f32 = 0.17;
/// Half the width of the capsule around a row.
const CAPSULE: f32 = 0.37;

/// Whether two rows lie on the same line of the board.
fn on_one_line(one: Row, other: Row) -> bool {
    let (from, to) = (one.ends().0, other.ends().0);
    one.axis() == other.axis() && (from == to || from.axis_to(to) == Some(one.axis()))
}

/// Draws marks onto a board.
pub(super) struct Marks<'a, F> {
    pub canvas: &'a mut RgbImage,
    pub layout: Layout,
    pub look: &'a Look,
    pub sprites: &'a Sprites,
    pub font: &'a F,
    /// The middles of the letters and numbers at the lines.
    pub labels: &'a [Spot],
    /// The middles of the badges drawn so far.
    pub badges: Vec<Spot>,
}

impl<F: Font> Marks<'_, F> {
    /// A length given in units, in pixels.
    fn long(&self, units: f32) -> f32 {
        units * self.layout.unit
    }

    /// The width of a pen given in units, in pixels; never too thin to be seen.
    fn pen(&self, units: f32) -> f32 {
        self.long(units).max(1.6)
    }

    /// What lies under the pieces.
    pub(super) fn below(&mut self, scene: &Scene) {
        for played in &scene.last {
            self.last_below(scene, played);
        }
        if scene.position.stage() == Stage::Row {
            let rows: Vec<Row> = scene.position.rows(scene.position.actor()).collect();
            for (&row, tint) in rows.iter().zip(self.row_tints(&rows)) {
                let ends = self.ends(row);
                let pen = 2.0 * self.long(CAPSULE);
                let ink = Ink { tint, alpha: 0.16 };
                line(self.canvas, ends, pen, ink);
            }
        }
    }

    /// What lies over the pieces.
    pub(super) fn above(&mut self, scene: &Scene) {
        for played in &scene.last {
            self.last_above(played);
        }
        if let Some(ring) = scene.targets {
            self.targets(scene, ring);
        }
        if scene.position.stage() == Stage::Row {
            self.rows(scene);
        }
        self.hints(scene);
    }

    fn ends(&self, row: Row) -> (Spot, Spot) {
        let (start, end) = row.ends();
        (self.layout.at(start), self.layout.at(end))
    }

    fn last_below(&mut self, scene: &Scene, played: &Played) {
        let ink = Ink::solid(self.look.last);
        match played.action {
            Action::Move { from, to } => {
                let (start, end) = (self.layout.at(from), self.layout.at(to));
                let way = end.minus(start).unit();
                let end = end.minus(way.times(self.long(RING + 0.25)));
                line(self.canvas, (start, end), self.pen(0.10), ink);
            }
            Action::Row(row) => {
                let empty = scene.position.empty();
                for point in row.points() {
                    if empty.contains(point) {
                        let spot = self.layout.at(point);
                        self.sprites.marker[played.by.index()].stamp(self.canvas, spot, 0.32);
                    }
                }
                let pen = self.pen(0.045);
                self.capsule(row, CAPSULE, pen, ink.faint(0.8), true);
            }
            Action::Ring(point) => {
                if scene.position.empty().contains(point) {
                    let spot = self.layout.at(point);
                    self.sprites.ring[played.by.index()].stamp(self.canvas, spot, 0.32);
                }
            }
            Action::Place(_) | Action::Pass => {}
        }
    }

    fn last_above(&mut self, played: &Played) {
        let ink = Ink::solid(self.look.last);
        match played.action {
            Action::Place(point) => self.halo(point, RING, ink),
            Action::Move { from, to } => {
                for point in played.turned {
                    self.halo(point, MARKER, ink);
                }
                self.dashes(self.layout.at(from), RING - 0.02, ink);
                self.halo(to, RING, ink);
                let (start, end) = (self.layout.at(from), self.layout.at(to));
                let way = end.minus(start).unit();
                let tip = end.minus(way.times(self.long(RING + HALO)));
                self.head(tip, way, 0.23, 0.17, ink);
            }
            Action::Ring(point) => {
                let spot = self.layout.at(point);
                let pen = self.pen(0.07);
                cross(self.canvas, spot, self.long(0.24), pen, ink);
                self.dashes(spot, RING + 0.03, ink);
            }
            Action::Row(_) | Action::Pass => {}
        }
    }

    /// A circle around a piece of some radius.
    fn halo(&mut self, point: Point, radius: f32, ink: Ink) {
        let pen = self.pen(HALO);
        let middle = self.layout.at(point);
        let radius = self.long(radius) + pen * 0.5;
        circle(self.canvas, middle, radius, pen, ink);
    }

    /// A dashed circle.
    fn dashes(&mut self, middle: Spot, radius: f32, ink: Ink) {
        let (radius, pen) = (self.long(radius), self.pen(0.045));
        let step = std::f32::consts::TAU / 12.0;
        fill_near(self.canvas, (middle, middle), radius + pen, ink, |at| {
            let way = at.minus(middle);
            let turn = way.y.atan2(way.x) / step;
            let along = (turn - turn.round()).abs() - 0.27;
            let band = (way.length() - radius).abs() - pen / 2.0;
            band.max(along * step * radius)
        });
    }

    /// The head of an arrow.
    fn head(&mut self, tip: Spot, way: Spot, length: f32, half: f32, ink: Ink) {
        let (length, half) = (self.long(length), self.long(half));
        let foot = tip.minus(way.times(length));
        let side = way.turned().times(half);
        let corners = [tip, foot.plus(side), foot.minus(side)];
        fill_near(self.canvas, (tip, foot), half, ink, |at| {
            polygon(at, &corners)
        });
    }

    /// The outline around a row, whole or dashed.
    fn capsule(&mut self, row: Row, half: f32, pen: f32, ink: Ink, dashed: bool) {
        let (from, to) = self.ends(row);
        let half = self.long(half);
        let way = to.minus(from).unit();
        let length = to.minus(from).x.hypot(to.minus(from).y);
        let dash = self.long(0.125);
        fill_near(self.canvas, (from, to), half + pen, ink, |at| {
            let band = (segment(at, from, to) - half).abs() - pen / 2.0;
            if !dashed {
                return band;
            }
            // Dashes are counted along the outline, round the ends too, so that no gap cuts an
            // end off.
            let here = at.minus(from);
            let forward = here.x * way.x + here.y * way.y;
            let aside = (here.x * way.y - here.y * way.x).abs();
            let past = forward - forward.clamp(0.0, length);
            let outline = forward - past + half * past.atan2(aside);
            let along = outline / (2.0 * dash);
            band.max(((along - along.round()).abs() - 0.29) * 2.0 * dash)
        });
    }

    fn targets(&mut self, scene: &Scene, ring: Point) {
        let ink = Ink::solid(self.look.target);
        let pen = self.pen(0.08);
        let radius = self.long(RING) + pen * 0.5;
        circle(self.canvas, self.layout.at(ring), radius, pen, ink);
        disc(self.canvas, self.layout.at(ring), self.long(0.12), ink);
        for target in scene.position.targets(ring) {
            let spot = self.layout.at(target);
            let rim = Ink::solid(self.look.badge).faint(0.9);
            disc(self.canvas, spot, self.long(0.175), rim);
            disc(self.canvas, spot, self.long(0.135), ink);
        }
    }

    /// The actor's rows, outlined and numbered as the players name them.
    fn rows(&mut self, scene: &Scene) {
        let rows: Vec<Row> = scene.position.rows(scene.position.actor()).collect();
        let tints = self.row_tints(&rows);
        for (i, (&row, &tint)) in rows.iter().zip(&tints).enumerate() {
            // Rows of one run lie on each other: each is a little wider than the one before.
            let nested = rows[..i].iter().filter(|other| on_one_line(**other, row));
            let half = CAPSULE + 0.05 * nested.count().min(2) as f32;
            let casing = Ink::solid(self.look.badge);
            let pen = self.pen(0.055);
            self.capsule(row, half, pen * 1.8, casing, false);
            self.capsule(row, half, pen, Ink::solid(tint), false);
        }
        for (i, (&row, &tint)) in rows.iter().zip(&tints).enumerate() {
            let places = self.row_places(row);
            self.badge(i + 1, &places, tint);
        }
    }

    /// The colours of rows: each the one used least so far of those that no row of the same line
    /// has.
    fn row_tints(&self, rows: &[Row]) -> Vec<Tint> {
        let mut chosen: Vec<usize> = Vec::with_capacity(rows.len());
        for (i, &row) in rows.iter().enumerate() {
            let taken = |tint: usize| {
                let before = rows.iter().zip(&chosen);
                before
                    .filter(|(other, other_tint)| **other_tint == tint && on_one_line(**other, row))
                    .count()
            };
            let used = |tint: usize| chosen.iter().filter(|&&other| other == tint).count();
            let best = (0..self.look.rows.len()).min_by_key(|&tint| (taken(tint), used(tint)));
            chosen.push(best.unwrap_or(i % self.look.rows.len()));
        }
        chosen.iter().map(|&tint| self.look.rows[tint]).collect()
    }

    /// Where the badge of a row may stand, the best places first: just beyond its ends, then
    /// between its markers, then beside it; and only then where it covers a label of the board.
    fn row_places(&self, row: Row) -> Vec<Spot> {
        let (from, to) = self.ends(row);
        let step = to.minus(from).times(0.25);
        let side = step.turned().times(0.55);
        let along = |steps: f32| from.plus(step.times(steps));
        let mut places = vec![along(-0.5), along(4.5)];
        places.extend([0.5, 3.5, 1.5, 2.5].map(along));
        for steps in [0.0, 4.0, 1.0, 3.0, 2.0] {
            places.push(along(steps).plus(side));
            places.push(along(steps).minus(side));
        }
        let room = self.long(BADGE + 0.03 + LABEL);
        places.sort_by_key(|place| {
            self.labels
                .iter()
                .any(|label| label.distance(*place) < room)
        });
        places
    }

    /// A numbered disc at the first place that no other badge covers.
    fn badge(&mut self, number: usize, places: &[Spot], tint: Tint) {
        let apart = 2.0 * self.long(BADGE + 0.03);
        let free = |spot: &Spot| {
            self.badges
                .iter()
                .all(|other| other.distance(*spot) >= apart)
        };
        let near = places.first().copied();
        let Some(spot) = places.iter().copied().find(free).or_else(|| {
            // Every good place is taken: go round in widening circles.
            (1..2000)
                .map(|i| {
                    let (sin, cos) = (i as f32 * 2.4).sin_cos();
                    let reach = self.long(0.12) * (i as f32).sqrt();
                    near.map(|near| near.plus(Spot::new(cos, sin).times(reach)))
                })
                .find_map(|spot| spot.filter(free))
        }) else {
            return;
        };
        self.badges.push(spot);
        disc(
            self.canvas,
            spot,
            self.long(BADGE + 0.03),
            Ink::solid(self.look.badge),
        );
        disc(self.canvas, spot, self.long(BADGE), Ink::solid(tint));
        let scale = self.long(if number < 10 { 0.36 } else { 0.29 });
        let text = number.to_string();
        write_around(self.canvas, self.font, &text, scale, spot, self.look.badge);
    }

    fn hints(&mut self, scene: &Scene) {
        // The best is drawn last, over the others.
        for (i, hint) in scene.hints.iter().enumerate().rev() {
            let strength = if i == 0 { 1.0 } else { 0.72 };
            let ink = Ink {
                tint: self.look.hint,
                alpha: 0.92 * strength,
            };
            self.hint(scene.position.actor(), hint, ink);
        }
        if scene.hints.len() > 1 {
            for (i, hint) in scene.hints.iter().enumerate() {
                let places = self.hint_places(hint);
                self.badge(i + 1, &places, self.look.hint);
            }
        }
    }

    fn hint(&mut self, actor: Color, hint: &Hint, ink: Ink) {
        match hint.action {
            Action::Place(point) => self.ring_ghost(actor, point, ink),
            Action::Move { from, to } => {
                self.ring_ghost(actor, to, ink);
                self.arrow(self.layout.at(from), self.layout.at(to), ink);
            }
            Action::Row(row) => {
                let ends = self.ends(row);
                let pen = 2.0 * self.long(0.10);
                line(self.canvas, ends, pen, ink);
            }
            Action::Ring(point) => {
                let (spot, pen) = (self.layout.at(point), self.pen(0.13));
                cross(self.canvas, spot, self.long(0.26), pen, ink);
                self.halo(point, RING, ink);
            }
            Action::Pass => {}
        }
    }

    fn ring_ghost(&mut self, actor: Color, point: Point, ink: Ink) {
        let spot = self.layout.at(point);
        self.sprites.ring[actor.index()].stamp(self.canvas, spot, 0.5);
        self.halo(point, RING, ink);
    }

    /// A broad arrow over the pieces, from the hole of a ring to the rim of another.
    fn arrow(&mut self, from: Spot, to: Spot, ink: Ink) {
        let way = to.minus(from).unit();
        let tip = to.minus(way.times(self.long(RING + HALO)));
        let foot = tip.minus(way.times(self.long(0.30)));
        let start = from.plus(way.times(self.long(0.02)));
        let side = way.turned().times(self.long(0.21));
        let corners = [tip, foot.plus(side), foot.minus(side)];
        let pen = self.long(0.13);
        // One shape, so that the shaft does not show through the head.
        let reach = self.long(0.22);
        fill_near(self.canvas, (start, tip), reach, ink, |at| {
            (segment(at, start, foot) - pen / 2.0).min(polygon(at, &corners))
        });
    }

    /// Where the badge of a hint may stand: in the ring, else around it.
    fn hint_places(&self, hint: &Hint) -> Vec<Spot> {
        let point = match hint.action {
            Action::Place(point) | Action::Ring(point) => point,
            Action::Move { to, .. } => to,
            Action::Row(row) => return self.row_places(row),
            Action::Pass => return Vec::new(),
        };
        let middle = self.layout.at(point);
        let around = [-45.0_f32, 45.0, 135.0, -135.0].map(|degrees| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            middle.plus(Spot::new(cos, sin).times(self.long(RING)))
        });
        std::iter::once(middle).chain(around).collect()
    }
}
