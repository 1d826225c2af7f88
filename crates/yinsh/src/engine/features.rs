//! Features of the evaluations: the pattern of rings and markers on every window of five adjacent
//! points in a line.
//!
//! Patterns are updated incrementally. They hold most of what matters in YINSH: how many markers
//! a row lacks, whose ring stands in it, what a jump would turn.

use crate::game::{Axis, Color, Point, Position, ROW_LENGTH};

/// Number of windows of five adjacent points.
pub const WINDOWS: usize = 123;

/// States of a point: empty, white or black ring, white or black marker.
pub const STATES: usize = 5;

/// Number of patterns of a window.
pub const PATTERNS: usize = STATES.pow(ROW_LENGTH as u32);

/// Slots of the grid of points.
const SLOTS: usize = 121;

/// Most windows of a point: five along each of its lines.
const MOST: usize = 3 * ROW_LENGTH;

/// The windows of a point, each with the weight of the point's state in its pattern.
struct PointWindows {
    windows: [(u8, u16); MOST],
    count: u8,
    mask: u128,
}

static POINT_WINDOWS: [PointWindows; SLOTS] = {
    let mut all = [const {
        PointWindows {
            windows: [(0, 0); MOST],
            count: 0,
            mask: 0,
        }
    }; SLOTS];
    let mut window = 0;
    let mut a = 0;
    while a < 3 {
        let axis = Axis::ALL[a];
        let mut i = 0;
        while i < Point::ALL.len() {
            let mut points = [Point::ALL[i]; ROW_LENGTH];
            let mut length = 1;
            while length < ROW_LENGTH
                && let Some(next) = points[length - 1].step(axis.forward())
            {
                points[length] = next;
                length += 1;
            }
            if length == ROW_LENGTH {
                let mut place = 0;
                let mut power = 1;
                while place < ROW_LENGTH {
                    let of = &mut all[points[place].slot()];
                    of.windows[of.count as usize] = (window, power);
                    of.count += 1;
                    of.mask |= 1 << window;
                    power *= STATES as u16;
                    place += 1;
                }
                window += 1;
            }
            i += 1;
        }
        a += 1;
    }
    assert!(window as usize == WINDOWS);
    all
};

/// The state of a point, below [`STATES`].
#[inline]
pub fn state(position: &Position, point: Point) -> u16 {
    let on = |set: crate::game::PointSet| u16::from(set.contains(point));
    on(position.rings(Color::White))
        + 2 * on(position.rings(Color::Black))
        + 3 * on(position.markers(Color::White))
        + 4 * on(position.markers(Color::Black))
}

/// The patterns of all windows of a position.
#[derive(Clone, Copy)]
pub struct Patterns([u16; WINDOWS]);

impl Patterns {
    /// The patterns of a position.
    pub fn of(position: &Position) -> Self {
        let mut patterns = Self([0; WINDOWS]);
        for point in Point::ALL {
            patterns.add(point, state(position, point));
        }
        patterns
    }

    #[inline]
    fn add(&mut self, point: Point, difference: u16) {
        let windows = &POINT_WINDOWS[point.slot()];
        for &(window, power) in &windows.windows[..windows.count as usize] {
            let pattern = &mut self.0[window as usize];
            // A negative difference wraps around; the sum is exact.
            *pattern = pattern.wrapping_add(difference.wrapping_mul(power));
        }
    }

    /// All patterns, windows in a fixed order.
    #[inline]
    pub const fn all(&self) -> &[u16; WINDOWS] {
        &self.0
    }

    /// The patterns of a position `new`, from those of another. `point_changed` is called with
    /// every changed point and its state before and after, `pattern_changed` with the pattern of
    /// every changed window before and after.
    #[inline]
    pub(crate) fn update(
        &self,
        old: &Position,
        new: &Position,
        mut point_changed: impl FnMut(Point, usize, usize),
        mut pattern_changed: impl FnMut(usize, usize),
    ) -> Self {
        let mut patterns = *self;
        let mut touched = 0;
        let mut points = crate::game::PointSet::EMPTY;
        for color in Color::ALL {
            points = points
                | (old.rings(color) ^ new.rings(color))
                | (old.markers(color) ^ new.markers(color));
        }
        for point in points {
            let (before, after) = (state(old, point), state(new, point));
            patterns.add(point, after.wrapping_sub(before));
            touched |= POINT_WINDOWS[point.slot()].mask;
            point_changed(point, before as usize, after as usize);
        }
        while touched != 0 {
            let window = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            pattern_changed(self.0[window] as usize, patterns.0[window] as usize);
        }
        patterns
    }
}

/// The states of the five points of a pattern, in order.
pub fn states(pattern: usize) -> [usize; ROW_LENGTH] {
    let mut rest = pattern;
    [(); ROW_LENGTH].map(|()| {
        let state = rest % STATES;
        rest /= STATES;
        state
    })
}

/// The pattern of five states.
fn pattern(states: [usize; ROW_LENGTH]) -> usize {
    states
        .iter()
        .rev()
        .fold(0, |pattern, state| pattern * STATES + state)
}

/// The state with the colours swapped.
pub const fn swapped_state(state: usize) -> usize {
    [0, 2, 1, 4, 3][state]
}

/// The pattern with the colours swapped.
pub fn swapped(index: usize) -> usize {
    pattern(states(index).map(swapped_state))
}

/// The pattern read from its other end.
pub(crate) fn reversed(index: usize) -> usize {
    let mut states = states(index);
    states.reverse();
    pattern(states)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Row, Variant};

    #[test]
    fn updated_patterns_are_those_of_the_position() {
        let mut seed = 1_u64;
        for variant in [Variant::Normal, Variant::Blitz] {
            let mut position = Position::start(variant);
            let mut patterns = Patterns::of(&position);
            loop {
                let actions = position.legal_actions();
                if actions.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let action = actions[(seed >> 33) as usize % actions.len()];
                let next = position.play(action).unwrap();
                patterns = patterns.update(&position, &next, |_, _, _| {}, |_, _| {});
                position = next;
                assert_eq!(patterns.0, Patterns::of(&position).0, "{position}");
            }
        }
    }

    #[test]
    fn a_row_is_the_pattern_of_five_markers() {
        let position: Position = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 normal"
            .parse()
            .unwrap();
        let four = pattern([1, 3, 3, 3, 3]);
        assert_eq!(reversed(four), pattern([3, 3, 3, 3, 1]));
        assert_eq!(swapped(four), pattern([2, 4, 4, 4, 4]));
        let count = |pattern| {
            let patterns = Patterns::of(&position);
            patterns.0.iter().filter(|&&p| p == pattern as u16).count()
        };
        assert_eq!((count(four), count(reversed(four))), (1, 0));
        let next = position.play("e2-f2".parse().unwrap()).unwrap();
        let five = pattern([3; 5]);
        assert!(Patterns::of(&next).0.contains(&(five as u16)));
        assert_eq!(next.rows(Color::White).count(), 1);
        assert!(Row::along(Point::ALL[0], Axis::Letter).is_none());
    }
}
