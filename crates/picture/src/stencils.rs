//! The shapes of marks that do not depend on the position, rasterised once for a size.

use std::sync::OnceLock;

use super::geometry::{Layout, Vec2};
use super::mask::Mask;
use super::shape::{RoundedBox, Shape, capsule_path, circle_path};
use super::sprites::{MARKER, RING, SIGN};
use yinsh::game::{Color, Row};

// Sizes are in units: the distance between two neighbouring points.

/// Radius of a badge: it fits between two markers, and into the hole of a ring.
pub(super) const BADGE: f32 = 0.185;
/// Width of the line around a badge.
pub(super) const BADGE_RIM: f32 = 0.03;
/// Width of the halo around a piece.
pub(super) const HALO: f32 = 0.06;
/// Half the width of the capsule around a row.
const CAPSULE: f32 = 0.37;
/// How much further out the next capsule of rows on one line lies.
const NESTED: f32 = 0.05;
/// Capsules around each other; further ones lie on the outermost.
pub(super) const NESTS: usize = 3;
/// Radius of the circle around a highlighted point: it goes around a ring.
const NUDGE: f32 = 0.56;

/// The middle of every stencil of a point.
const ORIGIN: Vec2 = Vec2::new(0.0, 0.0);

/// The capsules around the rows of an axis; their origin is the row's first end.
#[derive(Debug)]
pub(super) struct Capsules {
    /// The area within the innermost outline.
    pub fill: Mask,
    /// The outlines, each wider than the one before.
    pub outlines: [Mask; NESTS],
    /// The casing of each outline, which sets it off from the pieces.
    pub casings: [Mask; NESTS],
    /// The dashed outline of a removed row.
    pub dashes: Mask,
}

impl Capsules {
    /// The capsules along a way from end to end.
    fn new(layout: &Layout, way: Vec2) -> Self {
        let unit = layout.unit;
        let capsule = |half: f32| Shape::new().round_line(ORIGIN, way, 2.0 * half);
        let outline = |nest: usize, width: f32| {
            let (half, pen) = (CAPSULE + NESTED * nest as f32, width * pen(layout, 0.055));
            let inner = half * unit - pen / 2.0;
            let [start, end] = [ORIGIN, way];
            let side = way.unit().turned().times(inner);
            let hole = vec![
                start.plus(side),
                end.plus(side),
                end.minus(side),
                start.minus(side),
            ];
            capsule(half * unit + pen / 2.0)
                .without_polygon(hole)
                .without_disc(start, inner)
                .without_disc(end, inner)
                .mask()
        };
        let nests: [usize; NESTS] = std::array::from_fn(|nest| nest);
        let path = capsule_path(ORIGIN, way, CAPSULE * unit);
        Self {
            fill: capsule(CAPSULE * unit).mask(),
            outlines: nests.map(|nest| outline(nest, 1.0)),
            casings: nests.map(|nest| outline(nest, 1.8)),
            dashes: Shape::new()
                .dashes(&path, 41, 0.58, pen(layout, 0.045))
                .mask(),
        }
    }
}

/// The width of a pen given in units, in pixels; never too thin to be seen.
pub(super) fn pen(layout: &Layout, units: f32) -> f32 {
    (units * layout.unit).max(1.6)
}

/// Shapes of marks around a point, and around rows.
#[derive(Debug)]
pub(super) struct Stencils {
    /// Behind a name.
    pub chip: RoundedBox,
    /// The box behind a clock.
    pub clock: RoundedBox,
    /// Behind the caption.
    pub footer: RoundedBox,
    /// Behind removed rings.
    pub tray: RoundedBox,
    /// Behind the ring in front of a name, where it would not be seen.
    pub sign: Mask,
    pub badge: Mask,
    pub badge_rim: Mask,
    /// Around a ring and around a marker.
    pub ring_halo: Mask,
    pub marker_halo: Mask,
    /// Where a ring was: it was moved, or removed.
    pub left: Mask,
    pub removed: Mask,
    pub cross: Mask,
    pub target: Mask,
    pub target_rim: Mask,
    /// Around a ring whose targets are shown, with a dot in it.
    pub targeting: Mask,
    /// A glow and a circle around a highlighted point.
    pub nudge_glow: Mask,
    pub nudge: Mask,
    /// Made when rows are first shown: they are large, and rare.
    capsules: [OnceLock<Capsules>; 3],
}

impl Stencils {
    pub(super) fn new(layout: &Layout) -> Self {
        let unit = layout.unit;
        let pen = |units: f32| pen(layout, units);
        let disc = |radius: f32| Shape::new().disc(ORIGIN, radius * unit).mask();
        let circle = |radius: f32, pen: f32| Shape::new().circle(ORIGIN, radius, pen);
        let halo = |radius: f32| {
            let pen = pen(HALO);
            circle(radius * unit + pen / 2.0, pen).mask()
        };
        let dashes = |radius: f32| {
            let path = circle_path(ORIGIN, radius * unit);
            Shape::new().dashes(&path, 12, 0.54, pen(0.045)).mask()
        };
        let targeting = pen(0.08);
        Self {
            chip: RoundedBox::new(0.34 * layout.name(Color::White).height),
            clock: RoundedBox::new(0.34 * layout.clock(Color::White).height),
            footer: RoundedBox::new(0.28 * layout.footer().height),
            tray: RoundedBox::new(0.5 * layout.tray(Color::White, 1).height),
            sign: Shape::new()
                .disc(ORIGIN, (RING + 0.07) * SIGN * layout.milli)
                .mask(),
            badge: disc(BADGE),
            badge_rim: disc(BADGE + BADGE_RIM),
            ring_halo: halo(RING),
            marker_halo: halo(MARKER),
            left: dashes(RING - 0.02),
            removed: dashes(RING + 0.03),
            cross: Shape::new().cross(ORIGIN, 0.24 * unit, pen(0.07)).mask(),
            target: disc(0.135),
            target_rim: disc(0.175),
            targeting: circle(RING * unit + targeting / 2.0, targeting)
                .disc(ORIGIN, 0.12 * unit)
                .mask(),
            nudge_glow: disc(NUDGE),
            nudge: circle(NUDGE * unit, pen(0.07)).mask(),
            capsules: Default::default(),
        }
    }

    /// The capsules around a row; `layout` is the one that the stencils were made for.
    pub(super) fn capsules(&self, layout: &Layout, row: Row) -> &Capsules {
        let axis = row.axis();
        self.capsules[axis as usize].get_or_init(|| Capsules::new(layout, layout.row(axis)))
    }
}
