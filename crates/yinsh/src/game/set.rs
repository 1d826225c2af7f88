//! Sets of points as bitboards of 128 bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use serde::{Deserialize, Serialize};

use super::point::{Axis, Point};

/// A set of points of the board.
///
/// ```
/// use yinsh::game::{Point, PointSet};
/// let set: PointSet = Point::ALL.into_iter().filter(|point| point.letter() == 'A').collect();
/// assert_eq!(set.len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Point>", into = "Vec<Point>")]
pub struct PointSet(u128);

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All 85 points.
    pub const BOARD: Self = {
        let mut bits = 0;
        let mut i = 0;
        while i < Point::ALL.len() {
            bits |= 1 << Point::ALL[i].slot();
            i += 1;
        }
        Self(bits)
    };

    /// The set of one point.
    #[must_use]
    #[inline]
    pub const fn of(point: Point) -> Self {
        Self(1 << point.slot())
    }

    /// The points strictly between two points on a line along `axis`.
    #[inline]
    pub(crate) const fn between(from: Point, to: Point, axis: Axis) -> Self {
        // Every `step`-th bit from bit 0 on: shifted to the lower point, the points of the line.
        const fn comb(step: u32) -> u128 {
            let mut bits = 0;
            let mut at = 0;
            while at < 128 {
                bits |= 1 << at;
                at += step;
            }
            bits
        }
        const LETTER: u128 = comb(Axis::Letter.step() as u32);
        const NUMBER: u128 = comb(Axis::Number.step() as u32);
        const DIAGONAL: u128 = comb(Axis::Diagonal.step() as u32);
        let (comb, step) = match axis {
            Axis::Letter => (LETTER, Axis::Letter.step()),
            Axis::Number => (NUMBER, Axis::Number.step()),
            Axis::Diagonal => (DIAGONAL, Axis::Diagonal.step()),
        };
        let (low, high) = if from.slot() < to.slot() {
            (from.slot(), to.slot())
        } else {
            (to.slot(), from.slot())
        };
        Self((comb << (low + step as usize)) & ((1 << high) - 1))
    }

    /// The raw bits, slot 0 lowest.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The points at which a run of five members along `axis` starts: its ends with the lower
    /// letter, then number.
    #[must_use]
    #[inline]
    pub(crate) const fn row_starts(self, axis: Axis) -> Self {
        let step = axis.step() as u32;
        // No run crosses the edge: an empty slot separates the lines of the grid.
        let two = self.0 & (self.0 >> step);
        let four = two & (two >> (2 * step));
        Self(four & (self.0 >> (4 * step)))
    }

    /// The members with a lower slot than a point.
    #[inline]
    pub(crate) const fn below(self, point: Point) -> Self {
        Self(self.0 & ((1 << point.slot()) - 1))
    }

    /// Whether the point is a member.
    #[must_use]
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.slot() & 1 == 1
    }

    /// Whether there is no member.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members, 0 to 85.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0 |= 1 << point.slot();
    }

    /// Removes a point.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0 &= !(1 << point.slot());
    }

    /// The members in order of letter, then number.
    #[inline]
    pub fn iter(self) -> Iter {
        self.into_iter()
    }
}

impl BitAnd for PointSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for PointSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for PointSet {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for PointSet {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Sub for PointSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for PointSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::BOARD.0)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl From<Vec<Point>> for PointSet {
    fn from(points: Vec<Point>) -> Self {
        points.into_iter().collect()
    }
}

impl From<PointSet> for Vec<Point> {
    fn from(set: PointSet) -> Self {
        set.iter().collect()
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The members of a [`PointSet`], in order.
#[derive(Debug, Clone)]
pub struct Iter(u128);

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let slot = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Point::from_slot(slot))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Direction;

    #[test]
    fn between_walks_the_line() {
        for from in Point::ALL {
            for direction in Direction::ALL {
                let mut path = PointSet::EMPTY;
                let mut to = from.step(direction);
                while let Some(point) = to {
                    let axis = from.axis_to(point).unwrap();
                    assert_eq!(PointSet::between(from, point, axis), path, "{from} {point}");
                    path.insert(point);
                    to = point.step(direction);
                }
            }
        }
    }
}
