//! What is drawn on the board besides the pieces: the last action, targets, rows, hints.

use ab_glyph::Font;
use image::RgbImage;

use super::geometry::{Layout, Spot};
use super::paint::{Ink, circle, cross, disc, fill_near, line, polygon, segment};
use super::scene::{Hint, Scene};
use super::sprites::{MARKER, RING, Sprites};
use super::text::write_around;
use super::theme::{Look, Tint};
use crate::game::{Action, Color, Played, Point, PointSet, Row, Stage};

// Sizes are in units: the distance between two neighbouring points.

/// Radius of a badge: it fits between two markers, and into the hole of a ring.
const BADGE: f32 = 0.185;
/// Pen for the halo around a piece.
const HALO: f32 = 0.06;
/// Half the size of a letter or number at a line.
const LABEL: f32 = 0.17;
/// Half the width of the capsule around a row.
const CAPSULE: f32 = 0.37;

/// Radius of the circle around a point to look at: it goes round a ring.
const NUDGE: f32 = 0.56;
/// How much wider than a hint the line is that parts it from the pieces.
const CASING: f32 = 0.06;

/// How strongly a hint is drawn.
#[derive(Clone, Copy)]
struct Strength {
    /// How much it covers, 0 to 1.
    alpha: f32,
    /// Width of its lines.
    pen: f32,
}

impl Strength {
    /// The best hint catches the eye; what else could be done is thinner and fainter.
    fn of(rank: usize) -> Self {
        match rank {
            0 => Self {
                alpha: 1.0,
                pen: 0.16,
            },
            1 => Self {
                alpha: 0.8,
                pen: 0.11,
            },
            _ => Self {
                alpha: 0.65,
                pen: 0.085,
            },
        }
    }
}

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
        self.nudge(scene.nudge);
        self.hints(scene);
        // Over the hints, so that no number of a row is hidden.
        if scene.position.stage() == Stage::Row {
            self.rows(scene);
        }
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

    /// Points to look at: a glow and a broad circle each.
    fn nudge(&mut self, points: PointSet) {
        let ink = Ink::solid(self.look.hint);
        for point in points {
            let spot = self.layout.at(point);
            disc(self.canvas, spot, self.long(NUDGE), ink.faint(0.3));
            let pen = self.pen(0.07);
            circle(self.canvas, spot, self.long(NUDGE), pen, ink);
        }
    }

    fn hints(&mut self, scene: &Scene) {
        // The best is drawn last, over the others.
        for (rank, hint) in scene.hints.iter().enumerate().rev() {
            self.hint(scene.position.actor(), hint, Strength::of(rank));
        }
        // Rows have their own numbers, by which they are chosen.
        if scene.hints.len() > 1 && scene.position.stage() != Stage::Row {
            for (i, hint) in scene.hints.iter().enumerate() {
                let places = self.hint_places(hint);
                self.badge(i + 1, &places, self.look.hint);
            }
        }
    }

    fn hint(&mut self, actor: Color, hint: &Hint, strength: Strength) {
        let ink = Ink::solid(self.look.hint).faint(strength.alpha);
        match hint.action {
            Action::Place(point) => self.ring_ghost(actor, point, strength),
            Action::Move { from, to } => {
                self.ring_ghost(actor, to, strength);
                self.arrow((self.layout.at(from), self.layout.at(to)), strength);
            }
            Action::Row(row) => {
                let ends = self.ends(row);
                let pen = 1.3 * self.long(strength.pen);
                line(
                    self.canvas,
                    ends,
                    pen + self.pen(CASING),
                    self.casing(strength),
                );
                line(self.canvas, ends, pen, ink);
            }
            Action::Ring(point) => {
                let (spot, pen) = (self.layout.at(point), self.long(strength.pen));
                let reach = self.long(0.26);
                cross(
                    self.canvas,
                    spot,
                    reach,
                    pen + self.pen(CASING),
                    self.casing(strength),
                );
                cross(self.canvas, spot, reach, pen, ink);
                self.halo(point, RING, ink);
            }
            Action::Pass => {}
        }
    }

    fn ring_ghost(&mut self, actor: Color, point: Point, strength: Strength) {
        let spot = self.layout.at(point);
        let ink = Ink::solid(self.look.hint).faint(strength.alpha);
        self.sprites.ring[actor.index()].stamp(self.canvas, spot, 0.6 * strength.alpha);
        self.halo(point, RING, ink);
    }

    /// What parts a hint from the pieces that it lies on.
    fn casing(&self, strength: Strength) -> Ink {
        Ink::solid(self.look.badge).faint(strength.alpha)
    }

    /// A broad arrow over the pieces, from the hole of a ring to the rim of another.
    fn arrow(&mut self, (from, to): (Spot, Spot), strength: Strength) {
        let ink = Ink::solid(self.look.hint).faint(strength.alpha);
        let way = to.minus(from).unit();
        let pen = self.long(strength.pen);
        // The head grows with the shaft, and more slowly.
        let (length, half) = (self.long(0.19) + pen, self.long(0.10) + 0.9 * pen);
        let tip = to.minus(way.times(self.long(RING + HALO)));
        let foot = tip.minus(way.times(length));
        // From the far side of the hole, so that even the way to the next point is an arrow.
        let start = from.minus(way.times(self.long(0.16)));
        let side = way.turned().times(half);
        let corners = [tip, foot.plus(side), foot.minus(side)];
        // One shape, so that the shaft does not show through the head.
        let shape = |at| (segment(at, start, foot) - pen / 2.0).min(polygon(at, &corners));
        let casing = 0.5 * self.pen(CASING);
        let reach = half + casing;
        let under = self.casing(strength);
        fill_near(self.canvas, (start, tip), reach, under, |at| {
            shape(at) - casing
        });
        fill_near(self.canvas, (start, tip), reach, ink, shape);
    }

    /// Where the badge of a hint may stand: in the ring unless a cross is there, else around it.
    fn hint_places(&self, hint: &Hint) -> Vec<Spot> {
        let (point, crossed) = match hint.action {
            Action::Place(point) | Action::Move { to: point, .. } => (point, false),
            Action::Ring(point) => (point, true),
            Action::Row(row) => return self.row_places(row),
            Action::Pass => return Vec::new(),
        };
        let middle = self.layout.at(point);
        let around = [-45.0_f32, 45.0, 135.0, -135.0].map(|degrees| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            middle.plus(Spot::new(cos, sin).times(self.long(RING)))
        });
        let middle = (!crossed).then_some(middle);
        middle.into_iter().chain(around).collect()
    }
}
