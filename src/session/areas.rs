//! The areas of the board among which a point is chosen: like a target, with a middle, three parts
//! around it and six at the rim.

use crate::game::{Point, PointSet};

/// Column and number of the board's middle, F6.
const MIDDLE: (i8, i8) = (5, 6);

/// The middle of each area, which names it: from within to without, and from the top clockwise, as
/// white sees the board.
const MIDDLES: [(u8, u8); 10] = [
    // F6
    (5, 6),
    // F8, H6, D4
    (5, 8),
    (7, 6),
    (3, 4),
    // H10, J8, H4, D2, B4, D8
    (7, 10),
    (9, 8),
    (7, 4),
    (3, 2),
    (1, 4),
    (3, 8),
];

/// An area of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    /// The point that names it.
    pub(super) middle: Point,
    /// Its points, at most ten.
    pub(super) points: PointSet,
}

/// The areas, which divide the board.
pub(super) fn areas() -> Vec<Area> {
    let middles = MIDDLES
        .into_iter()
        .filter_map(|(column, number)| Point::new(column, number));
    middles
        .map(|middle| Area {
            middle,
            points: Point::ALL
                .into_iter()
                .filter(|&point| place(point) == place(middle))
                .collect(),
        })
        .collect()
}

/// How far from the middle a point is, and in which direction, in the steps of the areas.
fn place(point: Point) -> (u8, u8) {
    let column = i8::try_from(point.column()).unwrap_or_default() - MIDDLE.0;
    let number = i8::try_from(point.number()).unwrap_or_default() - MIDDLE.1;
    let distance = column.abs().max(number.abs()).max((column - number).abs());
    let sixth = sixth(column, number);
    match distance {
        0 | 1 => (0, 0),
        2 | 3 => (1, sixth / 2),
        _ => (2, sixth),
    }
}

/// The sixth of the board, counterclockwise from the line F6–K11.
const fn sixth(column: i8, number: i8) -> u8 {
    if column > 0 && number >= column {
        0
    } else if column <= 0 && number > 0 {
        1
    } else if number <= 0 && column < number {
        2
    } else if column < 0 && number <= column {
        3
    } else if column >= 0 && number < 0 {
        4
    } else {
        5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_areas_divide_the_board() {
        let areas = areas();
        assert_eq!(areas.len(), MIDDLES.len());
        let mut covered = PointSet::EMPTY;
        for area in &areas {
            assert!(area.points.contains(area.middle), "{area:?}");
            assert!(area.points.len() <= 10, "{area:?}");
            for point in area.points {
                assert!(!covered.contains(point), "{point}");
                covered.insert(point);
            }
        }
        assert_eq!(covered.len(), Point::ALL.len());
        let sizes: Vec<usize> = areas.iter().map(|area| area.points.len()).collect();
        assert_eq!(sizes, [7, 10, 10, 10, 8, 8, 8, 8, 8, 8]);
    }

    #[test]
    fn the_points_of_an_area_are_neighbours() {
        for area in areas() {
            let mut reached = PointSet::of(area.middle);
            loop {
                let more: Vec<Point> = area
                    .points
                    .into_iter()
                    .filter(|point| !reached.contains(*point))
                    .filter(|point| {
                        let mut neighbours = crate::game::Direction::ALL
                            .into_iter()
                            .filter_map(|direction| point.step(direction));
                        neighbours.any(|one| reached.contains(one))
                    })
                    .collect();
                if more.is_empty() {
                    break;
                }
                more.into_iter().for_each(|point| reached.insert(point));
            }
            assert_eq!(reached, area.points);
        }
    }
}
