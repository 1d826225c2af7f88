//! The symmetries of the board.

use super::point::Point;
use super::set::PointSet;

/// A rotation or reflection of the board: a permutation of the signed distances from the three
/// lines through the centre, and a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry([usize; 3], i8);

impl Symmetry {
    /// All twelve; the first is the identity.
    pub fn all() -> impl Iterator<Item = Self> {
        let orders = [
            [0, 1, 2],
            [1, 2, 0],
            [2, 0, 1],
            [0, 2, 1],
            [1, 0, 2],
            [2, 1, 0],
        ];
        orders
            .into_iter()
            .flat_map(|order| [Self(order, 1), Self(order, -1)])
    }

    /// The image of a point.
    #[must_use]
    pub fn of(self, point: Point) -> Point {
        let Self(order, sign) = self;
        // The centre is F6. The three distances add up to zero.
        let (x, y) = (point.column() as i8 - 5, point.number() as i8 - 6);
        let distances = [x, -y, y - x];
        let [x, y, _] = order.map(|index| sign * distances[index]);
        Point::new((x + 5) as u8, (6 - y) as u8).unwrap_or(point)
    }

    /// The images of points.
    #[must_use]
    pub fn of_all(self, points: PointSet) -> PointSet {
        points.into_iter().map(|point| self.of(point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Direction;

    #[test]
    fn the_board_has_twelve_symmetries_which_keep_neighbours() {
        let mut seen = HashSet::new();
        for symmetry in Symmetry::all() {
            let points: Vec<Point> = Point::ALL.map(|point| symmetry.of(point)).into();
            assert_eq!(points.iter().collect::<HashSet<_>>().len(), 85);
            for (from, to) in [("F6", "F7"), ("A2", "B3"), ("K7", "K8"), ("B1", "C1")] {
                let [from, to]: [Point; 2] = [from, to].map(|point| point.parse().unwrap());
                let [from, to] = [from, to].map(|point| symmetry.of(point));
                let row = Direction::ALL
                    .into_iter()
                    .any(|direction| from.step(direction) == Some(to));
                assert!(row, "{from} {to}");
            }
            seen.insert(points);
        }
        assert_eq!(seen.len(), 12);
    }
}
