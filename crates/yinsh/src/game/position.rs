//! Positions: rings and markers on the board, actor, mover, stage, removed rings, variant.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::action::{ROW_LENGTH, Row};
use super::color::Color;
use super::point::{Axis, Point};
use super::result::GameResult;
use super::set::PointSet;
use super::stage::Stage;
use super::tables::{PLACES, REACH, ROTATED, SIGHT, WINDOW};
use super::variant::Variant;
use super::zobrist;

/// Number of rings that each player places (rulebook, section B).
pub const RINGS: u8 = 5;

/// Number of markers, for both players together (rulebook, section A).
pub const MARKERS: u8 = 51;

/// A position, valid by construction: from [`Position::start`] and [`Position::play`], or parsed
/// from its one-line text form, which is validated.
///
/// ```
/// use yinsh::game::{Position, Variant};
/// let position = Position::start(Variant::Normal).play("e4".parse()?)?;
/// assert_eq!(position.to_string(), "4/7/8/9/3R6/9/10/9/8/7/4 b b place 0-0 normal");
/// assert_eq!(position.to_string().parse(), Ok(position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Position {
    pub(super) rings: [PointSet; 2],
    pub(super) markers: [PointSet; 2],
    /// All rings in the layouts in which numbered and diagonal lines are contiguous, updated
    /// incrementally.
    pub(super) rotated_rings: [u128; 2],
    /// All markers, likewise.
    pub(super) rotated_markers: [u128; 2],
    /// Zobrist key of the board, updated incrementally.
    pub(super) board_key: u64,
    pub(super) stage: Stage,
    pub(super) actor: Color,
    pub(super) mover: Color,
    pub(super) removed: [u8; 2],
    pub(super) variant: Variant,
}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl Position {
    /// The start position: the empty board, white to place a ring.
    #[must_use]
    pub const fn start(variant: Variant) -> Self {
        Self {
            rings: [PointSet::EMPTY; 2],
            markers: [PointSet::EMPTY; 2],
            rotated_rings: [0; 2],
            rotated_markers: [0; 2],
            board_key: 0,
            stage: Stage::Place,
            actor: Color::White,
            mover: Color::White,
            removed: [0; 2],
            variant,
        }
    }

    /// The rings of a colour on the board.
    #[must_use]
    #[inline]
    pub const fn rings(&self, color: Color) -> PointSet {
        self.rings[color.index()]
    }

    /// The markers that show a colour.
    #[must_use]
    #[inline]
    pub const fn markers(&self, color: Color) -> PointSet {
        self.markers[color.index()]
    }

    /// The empty points.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> PointSet {
        !(self.rings[0] | self.rings[1] | self.markers[0] | self.markers[1])
    }

    /// The kind of decision that is due.
    #[must_use]
    #[inline]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The player who decides now; if the game is over, who decided last.
    #[must_use]
    #[inline]
    pub const fn actor(&self) -> Color {
        self.actor
    }

    /// The player whose turn it is. It differs from [`Position::actor`] while the other player
    /// removes a row that the mover made for them, and when the mover has passed and the other
    /// player has to pass too.
    #[must_use]
    #[inline]
    pub const fn mover(&self) -> Color {
        self.mover
    }

    /// Number of rings that a colour has removed, 0 to 3.
    #[must_use]
    #[inline]
    pub const fn removed(&self, color: Color) -> u8 {
        self.removed[color.index()]
    }

    /// The variant.
    #[must_use]
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Number of markers that are not on the board, 0 to 51.
    #[must_use]
    #[inline]
    pub const fn pool(&self) -> u8 {
        MARKERS - (self.markers[0].len() + self.markers[1].len()) as u8
    }

    /// The Zobrist key of the position.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.board_key ^ self.state_key()
    }

    /// The key of everything off the board.
    #[inline]
    const fn state_key(&self) -> u64 {
        zobrist::state(
            self.stage,
            self.actor,
            self.mover,
            self.variant,
            self.removed,
        )
    }

    /// The same key, computed from scratch; slow, for tests.
    #[must_use]
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = self.state_key();
        for color in Color::ALL {
            for point in self.rings(color) {
                key ^= zobrist::ring(color, point);
            }
            for point in self.markers(color) {
                key ^= zobrist::marker(color, point);
            }
        }
        key
    }

    /// The result, if the game is over.
    #[must_use]
    pub const fn result(&self) -> Option<GameResult> {
        if !matches!(self.stage, Stage::Over) {
            return None;
        }
        Some(if self.removed[0] > self.removed[1] {
            GameResult::White
        } else if self.removed[0] < self.removed[1] {
            GameResult::Black
        } else {
            GameResult::Draw
        })
    }

    /// The kind of action that is due, in a word: the name of the stage, or `pass` if no ring can
    /// move.
    #[must_use]
    pub fn asked(&self) -> &'static str {
        match self.stage {
            Stage::Place => "place",
            Stage::Move if self.can_move(self.actor) => "move",
            Stage::Move => "pass",
            Stage::Row => "row",
            Stage::Ring => "ring",
            Stage::Over => "over",
        }
    }

    /// The rows of a colour, in the order in which players see them numbered from 1.
    pub fn rows(&self, color: Color) -> impl Iterator<Item = Row> + use<> {
        let starts = self.row_starts(color);
        (starts[0] | starts[1] | starts[2])
            .into_iter()
            .flat_map(move |start| {
                Axis::ALL
                    .into_iter()
                    .zip(starts)
                    .filter(move |(_, starts)| starts.contains(start))
                    .map(move |(axis, _)| Row::at(start, axis))
            })
    }

    /// The points at which rows of a colour start, by axis.
    #[inline]
    pub(super) fn row_starts(&self, color: Color) -> [PointSet; 3] {
        let markers = self.markers(color);
        Axis::ALL.map(|axis| markers.row_starts(axis))
    }

    /// Whether a colour has a row.
    #[inline]
    pub(super) fn has_row(&self, color: Color) -> bool {
        if self.markers(color).len() < ROW_LENGTH {
            return false;
        }
        let [letter, number, diagonal] = self.row_starts(color);
        !(letter | number | diagonal).is_empty()
    }

    /// All rings in the layout of an axis.
    #[inline]
    fn rings_along(&self, axis: Axis) -> u128 {
        match axis {
            Axis::Letter => (self.rings[0] | self.rings[1]).bits(),
            Axis::Number => self.rotated_rings[0],
            Axis::Diagonal => self.rotated_rings[1],
        }
    }

    /// All markers in the layout of an axis.
    #[inline]
    fn markers_along(&self, axis: Axis) -> u128 {
        match axis {
            Axis::Letter => (self.markers[0] | self.markers[1]).bits(),
            Axis::Number => self.rotated_markers[0],
            Axis::Diagonal => self.rotated_markers[1],
        }
    }

    /// The places of a line that a ring on it can move to, as bits, and the ring's own place.
    #[inline]
    pub(super) fn reach_along(&self, from: Point, axis: Axis) -> (u16, u8) {
        let place = &PLACES[axis as usize][from.slot()];
        let rings = (self.rings_along(axis) >> place.shift) as u16 & WINDOW | place.wall;
        let markers = (self.markers_along(axis) >> place.shift) as u16 & WINDOW;
        let reach = REACH[place.at as usize][markers as usize];
        let sight = SIGHT[place.at as usize][rings as usize];
        (reach & sight, place.at)
    }

    /// The points that a ring on `from` could move to, whatever its colour and the stage.
    #[must_use]
    pub fn targets(&self, from: Point) -> PointSet {
        let mut targets = PointSet::EMPTY;
        self.for_each_target(from, |to| targets.insert(to));
        targets
    }

    /// Calls `visit` with each point that a ring on `from` could move to.
    #[inline]
    pub(super) fn for_each_target(&self, from: Point, mut visit: impl FnMut(Point)) {
        for axis in Axis::ALL {
            let (mut reach, at) = self.reach_along(from, axis);
            let first = from.slot() as u8 - at * axis.step();
            while reach != 0 {
                visit(Point::from_slot(
                    first + reach.trailing_zeros() as u8 * axis.step(),
                ));
                reach &= reach - 1;
            }
        }
    }

    /// Number of ring moves of a colour, 0 to 135.
    #[must_use]
    #[inline]
    pub fn mobility(&self, color: Color) -> u32 {
        let mut count = 0;
        for from in self.rings(color) {
            let mut reach = 0u32;
            for axis in Axis::ALL {
                reach = reach << 10 | u32::from(self.reach_along(from, axis).0);
            }
            count += reach.count_ones();
        }
        count
    }

    /// Whether a colour has a ring move.
    #[must_use]
    #[inline]
    pub fn can_move(&self, color: Color) -> bool {
        self.rings(color).into_iter().any(|from| {
            Axis::ALL
                .into_iter()
                .any(|axis| self.reach_along(from, axis).0 != 0)
        })
    }

    /// Adds a ring on an empty point, or removes the ring there.
    #[inline]
    pub(super) fn toggle_ring(&mut self, color: Color, point: Point) {
        self.rings[color.index()] ^= PointSet::of(point);
        let [number, diagonal] = ROTATED[point.slot()];
        self.rotated_rings[0] ^= number;
        self.rotated_rings[1] ^= diagonal;
        self.board_key ^= zobrist::ring(color, point);
    }

    /// Adds a marker on an empty point, or removes the marker there.
    #[inline]
    pub(super) fn toggle_marker(&mut self, color: Color, point: Point) {
        self.markers[color.index()] ^= PointSet::of(point);
        let [number, diagonal] = ROTATED[point.slot()];
        self.rotated_markers[0] ^= number;
        self.rotated_markers[1] ^= diagonal;
        self.board_key ^= zobrist::marker(color, point);
    }

    /// Turns the markers on a set of points, each of which has one.
    #[inline]
    pub(super) fn turn(&mut self, turned: PointSet) {
        self.markers[0] ^= turned;
        self.markers[1] ^= turned;
        for point in turned {
            self.board_key ^= zobrist::turned(point);
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
