//! Marks on the board: the last action, targets, rows, hints.

use ab_glyph::Font;
use image::RgbImage;

use super::geometry::{Layout, Vec2};
use super::mask::{Mask, Raster};
use super::scene::{Hint, Scene};
use super::shape::Shape;
use super::sprites::{RING, Sprites};
use super::stencils::{BADGE, BADGE_RIM, HALO, NESTS, Stencils, pen};
use super::text::write_around;
use super::theme::Style;
use super::tint::{Ink, Tint};
use yinsh::game::{Action, Color, Played, Point, PointSet, Row, Stage};

// Sizes are in units: the distance between two neighbouring points.

/// Half the size of a label.
const LABEL: f32 = 0.17;
/// Width of the casing around a hint, which sets it off from the pieces, both sides together.
const CASING: f32 = 0.06;

/// Opacity of the fill behind rows.
const ROW_FILL: f32 = 0.5;
/// Opacity of the glow of highlighted points.
const NUDGE_FILL: f32 = 0.3;

/// How strongly a hint is drawn.
#[derive(Clone, Copy)]
struct Strength {
    /// Opacity, 0 to 1.
    alpha: f32,
    /// Width of its lines.
    pen: f32,
}

impl Strength {
    /// The best hint stands out; the others are thinner and fainter.
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
    pub style: &'a Style,
    pub sprites: &'a Sprites,
    pub stencils: &'a Stencils,
    pub font: &'a F,
    /// The centres of the labels.
    pub labels: &'a [Vec2],
    /// The centres of the badges drawn so far.
    pub badges: Vec<Vec2>,
}

impl<F: Font> Marks<'_, F> {
    /// Units to pixels.
    fn long(&self, units: f32) -> f32 {
        units * self.layout.unit
    }

    /// The width of a line: units to pixels, never too thin to be seen.
    fn pen(&self, units: f32) -> f32 {
        pen(&self.layout, units)
    }

    /// Paints the marks of the last turn that lie under the pieces.
    pub(super) fn played_below(&mut self, scene: &Scene) {
        for played in &scene.last {
            self.last_below(scene, played);
        }
    }

    /// Paints the marks of the last turn that lie over the pieces.
    pub(super) fn played_above(&mut self, scene: &Scene) {
        for played in &scene.last {
            self.last_above(played);
        }
    }

    /// Paints the glow under a row, with a strength from 0 to 1.
    pub(super) fn glow_below(&mut self, row: Row, strength: f32) {
        let fill = Ink::solid(self.style.badge).faint(ROW_FILL * strength);
        let capsules = self.stencils.capsules(&self.layout, row);
        self.stencil(&capsules.fill, row.ends().0, fill);
    }

    /// Paints the outline of a glowing row, with a strength from 0 to 1.
    pub(super) fn glow_above(&mut self, row: Row, strength: f32) {
        let capsules = self.stencils.capsules(&self.layout, row);
        let start = row.ends().0;
        let casing = Ink::solid(self.style.badge).faint(strength);
        self.stencil(&capsules.casings[0], start, casing);
        let outline = Ink::solid(self.style.last).faint(strength);
        self.stencil(&capsules.outlines[0], start, outline);
    }

    /// Paints the marks under the pieces.
    pub(super) fn below(&mut self, scene: &Scene) {
        self.played_below(scene);
        if scene.position.stage() == Stage::Row {
            // In one go, so that the fill is even where rows cross.
            let rows = scene.position.rows(scene.position.actor());
            let fills: Vec<(&Mask, Vec2)> = rows
                .map(|row| {
                    let capsules = self.stencils.capsules(&self.layout, row);
                    (&capsules.fill, self.layout.at(row.ends().0))
                })
                .collect();
            let ink = Ink::solid(self.style.badge).faint(ROW_FILL);
            Raster::union(&fills).paint(self.canvas, ink);
        }
        for &row in &scene.glowing {
            self.glow_below(row, 1.0);
        }
        // Under the pieces, whose colours it would change.
        let glow = &self.stencils.nudge_glow;
        let glows: Vec<(&Mask, Vec2)> = scene
            .nudge
            .into_iter()
            .map(|point| (glow, self.layout.at(point)))
            .collect();
        if !glows.is_empty() {
            let ink = Ink::solid(self.style.hint).faint(NUDGE_FILL);
            Raster::union(&glows).paint(self.canvas, ink);
        }
    }

    /// Paints the marks over the pieces.
    pub(super) fn above(&mut self, scene: &Scene) {
        self.played_above(scene);
        if let Some(ring) = scene.targets {
            self.targets(scene, ring);
        }
        for &row in &scene.glowing {
            self.glow_above(row, 1.0);
        }
        self.nudge(scene.nudge);
        self.hints(scene);
        // Over the hints, which would hide their numbers.
        if scene.position.stage() == Stage::Row {
            self.rows(scene);
        }
    }

    fn ends(&self, row: Row) -> (Vec2, Vec2) {
        let (start, end) = row.ends();
        (self.layout.at(start), self.layout.at(end))
    }

    fn last_below(&mut self, scene: &Scene, played: &Played) {
        let ink = Ink::solid(self.style.last);
        match played.action {
            Action::Move { from, to } => {
                let (start, end) = (self.layout.at(from), self.layout.at(to));
                let way = end.minus(start).unit();
                let end = end.minus(way.times(self.long(RING + 0.25)));
                Shape::new()
                    .round_line(start, end, self.pen(0.10))
                    .paint(self.canvas, ink);
            }
            Action::Row(row) => {
                let empty = scene.position.empty();
                for point in row.points() {
                    if empty.contains(point) {
                        let spot = self.layout.at(point);
                        self.sprites.marker[played.by.index()].stamp(self.canvas, spot, 0.32);
                    }
                }
                let capsules = self.stencils.capsules(&self.layout, row);
                self.stencil(&capsules.dashes, row.ends().0, ink.faint(0.8));
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
        let ink = Ink::solid(self.style.last);
        match played.action {
            Action::Place(point) => self.stencil(&self.stencils.ring_halo, point, ink),
            Action::Move { from, to } => {
                for point in played.turned {
                    self.stencil(&self.stencils.marker_halo, point, ink);
                }
                self.stencil(&self.stencils.left, from, ink);
                self.stencil(&self.stencils.ring_halo, to, ink);
                let (start, end) = (self.layout.at(from), self.layout.at(to));
                let way = end.minus(start).unit();
                let tip = end.minus(way.times(self.long(RING + HALO)));
                self.head(tip, way, 0.23, 0.17, ink);
            }
            Action::Ring(point) => {
                self.stencil(&self.stencils.cross, point, ink);
                self.stencil(&self.stencils.removed, point, ink);
            }
            Action::Row(_) | Action::Pass => {}
        }
    }

    /// Paints a stencil at a point.
    fn stencil(&mut self, stencil: &Mask, point: Point, ink: Ink) {
        stencil.paint_at(self.canvas, self.layout.at(point), ink);
    }

    /// The head of an arrow.
    fn head(&mut self, tip: Vec2, way: Vec2, length: f32, half: f32, ink: Ink) {
        let foot = tip.minus(way.times(self.long(length)));
        let side = way.turned().times(self.long(half));
        Shape::new()
            .polygon(vec![tip, foot.plus(side), foot.minus(side)])
            .paint(self.canvas, ink);
    }

    fn targets(&mut self, scene: &Scene, ring: Point) {
        let ink = Ink::solid(self.style.target);
        self.stencil(&self.stencils.targeting, ring, ink);
        let rim = Ink::solid(self.style.badge).faint(0.9);
        for target in scene.position.targets(ring) {
            self.stencil(&self.stencils.target_rim, target, rim);
            self.stencil(&self.stencils.target, target, ink);
        }
    }

    /// The actor's rows, outlined and numbered as the players name them.
    fn rows(&mut self, scene: &Scene) {
        let rows: Vec<Row> = scene.position.rows(scene.position.actor()).collect();
        let tints = self.row_tints(&rows);
        for (i, (&row, &tint)) in rows.iter().zip(&tints).enumerate() {
            // Rows on one line overlap: each is a little wider than the one before.
            let nested = rows[..i].iter().filter(|other| on_one_line(**other, row));
            let nest = nested.count().min(NESTS - 1);
            let capsules = self.stencils.capsules(&self.layout, row);
            let (start, casing) = (row.ends().0, Ink::solid(self.style.badge));
            self.stencil(&capsules.casings[nest], start, casing);
            self.stencil(&capsules.outlines[nest], start, Ink::solid(tint));
        }
        for (i, (&row, &tint)) in rows.iter().zip(&tints).enumerate() {
            let places = self.row_places(row);
            self.badge(i + 1, &places, tint);
        }
    }

    /// The colours of rows: for each the least used one that no row on the same line has.
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
            let best = (0..self.style.rows.len()).min_by_key(|&tint| (taken(tint), used(tint)));
            chosen.push(best.unwrap_or(i % self.style.rows.len()));
        }
        chosen.iter().map(|&tint| self.style.rows[tint]).collect()
    }

    /// Places for the badge of a row, the best first: beyond its ends, between its markers, beside
    /// it; those that cover a label of the board last.
    fn row_places(&self, row: Row) -> Vec<Vec2> {
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
        let room = self.long(BADGE + BADGE_RIM + LABEL);
        places.sort_by_key(|place| {
            self.labels
                .iter()
                .any(|label| label.distance(*place) < room)
        });
        places
    }

    /// A numbered disc at the first place that no other badge covers.
    fn badge(&mut self, number: usize, places: &[Vec2], tint: Tint) {
        let apart = 2.0 * self.long(BADGE + BADGE_RIM);
        let free = |spot: &Vec2| {
            self.badges
                .iter()
                .all(|other| other.distance(*spot) >= apart)
        };
        let near = places.first().copied();
        let Some(spot) = places.iter().copied().find(free).or_else(|| {
            // Every good place is taken: search in a spiral.
            (1..2000)
                .map(|i| {
                    let (sin, cos) = (i as f32 * 2.4).sin_cos();
                    let reach = self.long(0.12) * (i as f32).sqrt();
                    near.map(|near| near.plus(Vec2::new(cos, sin).times(reach)))
                })
                .find_map(|spot| spot.filter(free))
        }) else {
            return;
        };
        self.badges.push(spot);
        let rim = Ink::solid(self.style.badge);
        self.stencils.badge_rim.paint_at(self.canvas, spot, rim);
        self.stencils
            .badge
            .paint_at(self.canvas, spot, Ink::solid(tint));
        let scale = self.long(if number < 10 { 0.36 } else { 0.29 });
        let text = number.to_string();
        write_around(self.canvas, self.font, &text, scale, spot, self.style.badge);
    }

    /// Highlights points with a circle around their glow.
    fn nudge(&mut self, points: PointSet) {
        let ink = Ink::solid(self.style.hint);
        for point in points {
            self.stencil(&self.stencils.nudge, point, ink);
        }
    }

    fn hints(&mut self, scene: &Scene) {
        // The best last, over the others.
        for (rank, hint) in scene.hints.iter().enumerate().rev() {
            self.hint(scene.position.actor(), hint, Strength::of(rank));
        }
        // Rows keep the numbers by which they are chosen.
        if scene.hints.len() > 1 && scene.position.stage() != Stage::Row {
            for (i, hint) in scene.hints.iter().enumerate() {
                let places = self.hint_places(hint);
                self.badge(i + 1, &places, self.style.hint);
            }
        }
    }

    fn hint(&mut self, actor: Color, hint: &Hint, strength: Strength) {
        let ink = Ink::solid(self.style.hint).faint(strength.alpha);
        match hint.action {
            Action::Place(point) => self.ring_ghost(actor, point, strength),
            Action::Move { from, to } => {
                self.ring_ghost(actor, to, strength);
                self.arrow((self.layout.at(from), self.layout.at(to)), strength);
            }
            Action::Row(row) => {
                let (from, to) = self.ends(row);
                let pen = 1.3 * self.long(strength.pen);
                let line = |pen: f32| Shape::new().round_line(from, to, pen);
                line(pen + self.pen(CASING)).paint(self.canvas, self.casing(strength));
                line(pen).paint(self.canvas, ink);
            }
            Action::Ring(point) => {
                let (spot, pen) = (self.layout.at(point), self.long(strength.pen));
                let reach = self.long(0.26);
                let cross = |pen: f32| Shape::new().cross(spot, reach, pen);
                cross(pen + self.pen(CASING)).paint(self.canvas, self.casing(strength));
                cross(pen).paint(self.canvas, ink);
                self.stencil(&self.stencils.ring_halo, point, ink);
            }
            Action::Pass => {}
        }
    }

    fn ring_ghost(&mut self, actor: Color, point: Point, strength: Strength) {
        let spot = self.layout.at(point);
        let ink = Ink::solid(self.style.hint).faint(strength.alpha);
        self.sprites.ring[actor.index()].stamp(self.canvas, spot, 0.6 * strength.alpha);
        self.stencil(&self.stencils.ring_halo, point, ink);
    }

    /// The casing of a hint, which sets it off from the pieces.
    fn casing(&self, strength: Strength) -> Ink {
        Ink::solid(self.style.badge).faint(strength.alpha)
    }

    /// A broad arrow over the pieces, from the hole of a ring to the rim of another.
    fn arrow(&mut self, (from, to): (Vec2, Vec2), strength: Strength) {
        let ink = Ink::solid(self.style.hint).faint(strength.alpha);
        let way = to.minus(from).unit();
        let pen = self.long(strength.pen);
        // The head grows with the shaft, but less.
        let (length, half) = (self.long(0.19) + pen, self.long(0.10) + 0.9 * pen);
        let tip = to.minus(way.times(self.long(RING + HALO)));
        let foot = tip.minus(way.times(length));
        // From the far side of the hole: an arrow to the next point would have no shaft else.
        let start = from.minus(way.times(self.long(0.16)));
        // One shape, so that the shaft does not show through the head.
        let arrow = |grown: f32| {
            let grow = way.times(grown);
            let wide = way.turned().times(half + 1.5 * grown);
            let (tip, foot) = (tip.plus(grow.times(1.5)), foot.minus(grow));
            Shape::new()
                .round_line(start, foot, pen + 2.0 * grown)
                .polygon(vec![tip, foot.plus(wide), foot.minus(wide)])
        };
        let casing = 0.5 * self.pen(CASING);
        arrow(casing).paint(self.canvas, self.casing(strength));
        arrow(0.0).paint(self.canvas, ink);
    }

    /// Places for the badge of a hint: in the ring unless a cross is there, then around it.
    fn hint_places(&self, hint: &Hint) -> Vec<Vec2> {
        let (point, crossed) = match hint.action {
            Action::Place(point) | Action::Move { to: point, .. } => (point, false),
            Action::Ring(point) => (point, true),
            Action::Row(row) => return self.row_places(row),
            Action::Pass => return Vec::new(),
        };
        let middle = self.layout.at(point);
        let around = [-45.0_f32, 45.0, 135.0, -135.0].map(|degrees| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            middle.plus(Vec2::new(cos, sin).times(self.long(RING)))
        });
        let middle = (!crossed).then_some(middle);
        middle.into_iter().chain(around).collect()
    }
}
