//! What catches a person's eye in an action, as numbers. Those of a ring move and of a placement
//! are different.

use crate::game::{
    Action, Axis, Color, Direction, Point, PointSet, Position, ROW_LENGTH, Row, Stage,
};

/// Number of habits of a ring move; a placement has fewer, and zeros behind them.
pub const HABITS: usize = 29;

/// Number of habits of a placement.
pub const PLACE_HABITS: usize = 16;

/// The habits of an action.
pub type Habits = [f32; HABITS];

/// Names of the habits of a ring move, in order.
pub const MOVE_NAMES: [&str; HABITS] = [
    "own windows of two",
    "own windows of three",
    "own windows of four",
    "own rows",
    "their windows of two",
    "their windows of three",
    "their windows of four",
    "their rows",
    "own markers turned",
    "their markers turned",
    "one step",
    "distance",
    "jump",
    "target from the centre",
    "origin from the centre",
    "own mobility",
    "their mobility",
    "allows a row",
    "stops a row",
    "target beside own ring",
    "target beside their ring",
    "target beside own markers",
    "target beside their markers",
    "origin beside own markers",
    "origin beside their markers",
    "leaves the ring shut in",
    "own row in one",
    "turns none",
    "target on the edge",
];

/// Names of the habits of a placement, in order.
pub const PLACE_NAMES: [&str; PLACE_HABITS] = [
    "in the centre",
    "one from the centre",
    "two from the centre",
    "three from the centre",
    "four from the centre",
    "on the edge",
    "beside one own ring",
    "beside more own rings",
    "beside one of their rings",
    "beside more of their rings",
    "own rings in line",
    "their rings in line",
    "next but one to own ring",
    "next but one to their ring",
    "own mobility",
    "their mobility",
];

/// Distance of a point from the centre, in steps.
fn from_centre(point: Point) -> i32 {
    let (x, y) = (i32::from(point.column()) - 5, i32::from(point.number()) - 6);
    steps(x, y)
}

/// Number of steps between two points.
fn distance(one: Point, other: Point) -> i32 {
    steps(
        i32::from(one.column()) - i32::from(other.column()),
        i32::from(one.number()) - i32::from(other.number()),
    )
}

/// Number of steps for a difference of letters and numbers.
fn steps(x: i32, y: i32) -> i32 {
    x.abs().max(y.abs()).max((x - y).abs())
}

/// The neighbours of a point.
fn neighbours(point: Point) -> impl Iterator<Item = Point> {
    Direction::ALL
        .into_iter()
        .filter_map(move |direction| point.step(direction))
}

/// What the habits of all actions of a position have in common.
#[derive(Debug)]
pub struct Scene {
    position: Position,
    /// Open windows of each player, by the number of their markers.
    windows: [[i32; ROW_LENGTH + 1]; 2],
    mobility: [i32; 2],
    /// Whether the other player threatens to make a row.
    threatened: bool,
}

impl Scene {
    /// The scene of a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let me = position.actor();
        Self {
            position: *position,
            windows: Color::ALL.map(|color| windows(position, color)),
            mobility: Color::ALL.map(|color| position.mobility(color) as i32),
            threatened: position.stage() == Stage::Move && can_make_row(position, !me),
        }
    }

    /// The habits of an action.
    #[must_use]
    pub fn habits(&self, action: Action) -> Habits {
        match action {
            Action::Move { from, to } => self.of_move(action, from, to),
            Action::Place(point) => self.of_placement(action, point),
            Action::Row(_) | Action::Ring(_) | Action::Pass => [0.0; HABITS],
        }
    }

    fn of_move(&self, action: Action, from: Point, to: Point) -> Habits {
        let position = &self.position;
        let next = position.play_unchecked(action);
        let me = position.actor();
        let mut habits = [0.0; HABITS];
        for (at, color) in [(0, me), (4, !me)] {
            let before = self.windows[color.index()];
            let after = windows(&next, color);
            for count in 2..=ROW_LENGTH {
                habits[at + count - 2] = (after[count] - before[count]) as f32;
            }
        }
        // A row counts once, however many windows it has.
        habits[3] = habits[3].clamp(0.0, 1.0);
        habits[7] = habits[7].clamp(0.0, 1.0);
        let turned = |color: Color| (position.markers(color) & next.markers(!color)).len() as f32;
        habits[8] = turned(me);
        habits[9] = turned(!me);
        let far = distance(from, to);
        habits[10] = f32::from(far == 1);
        habits[11] = far as f32 / 4.0;
        let jumped = habits[8] + habits[9] > 0.0;
        habits[12] = f32::from(jumped);
        habits[13] = from_centre(to) as f32 / 4.0;
        habits[14] = from_centre(from) as f32 / 4.0;
        for (at, color) in [(15, me), (16, !me)] {
            let change = next.mobility(color) as i32 - self.mobility[color.index()];
            habits[at] = change as f32 / 8.0;
        }
        let allows = can_make_row(&next, !me);
        habits[17] = f32::from(allows);
        habits[18] = f32::from(self.threatened && !allows);
        for beside in neighbours(to) {
            for (at, color) in [(19, me), (20, !me)] {
                if position.rings(color).contains(beside) && beside != from {
                    habits[at] += 1.0;
                }
            }
            for (at, color) in [(21, me), (22, !me)] {
                if next.markers(color).contains(beside) {
                    habits[at] += 0.5;
                }
            }
        }
        for beside in neighbours(from) {
            for (at, color) in [(23, me), (24, !me)] {
                if next.markers(color).contains(beside) {
                    habits[at] += 0.5;
                }
            }
        }
        let exits = neighbours(to).filter(|&beside| next.empty().contains(beside));
        habits[25] = f32::from(exits.count() <= 1);
        habits[26] = f32::from(can_make_row(&next, me));
        habits[27] = f32::from(!jumped);
        habits[28] = f32::from(neighbours(to).count() < 6);
        habits
    }

    fn of_placement(&self, action: Action, point: Point) -> Habits {
        let position = &self.position;
        let next = position.play_unchecked(action);
        let me = position.actor();
        let mut habits = [0.0; HABITS];
        let ring = if neighbours(point).count() < 6 {
            5
        } else {
            from_centre(point).min(4) as usize
        };
        habits[ring] = 1.0;
        for (at, color) in [(0, me), (1, !me)] {
            let rings = position.rings(color);
            let beside = neighbours(point)
                .filter(|&near| rings.contains(near))
                .count();
            habits[6 + 2 * at] = f32::from(beside == 1);
            habits[7 + 2 * at] = f32::from(beside > 1);
            let in_line = rings
                .iter()
                .filter(|&ring| ring.axis_to(point).is_some())
                .count();
            habits[10 + at] = in_line as f32 / 2.0;
            let near = rings.iter().filter(|&ring| distance(ring, point) == 2);
            habits[12 + at] = near.count() as f32;
            let change = next.mobility(color) as i32 - self.mobility[color.index()];
            habits[14 + at] = change as f32 / 8.0;
        }
        habits
    }
}

/// Open windows of a player, by the number of their markers: nothing of the other player's is in
/// them.
fn windows(position: &Position, color: Color) -> [i32; ROW_LENGTH + 1] {
    let own = position.markers(color);
    let open = position.empty() | own | position.rings(color);
    let mut counts = [0; ROW_LENGTH + 1];
    for axis in Axis::ALL {
        for start in open.row_starts(axis) {
            counts[(Row::at(start, axis).points() & own).len()] += 1;
        }
    }
    counts
}

/// Whether a player could make a row if they were to move.
fn can_make_row(position: &Position, color: Color) -> bool {
    let own = position.markers(color);
    let mut threatened = Vec::new();
    let full = own | position.markers(!color) | position.rings(color);
    for axis in Axis::ALL {
        for start in full.row_starts(axis) {
            let window = Row::at(start, axis).points();
            // The ring's marker is in the window, or it turns what is missing.
            if (window & position.rings(color)).len() <= 1 {
                threatened.push(window);
            }
        }
    }
    if threatened.is_empty() {
        return false;
    }
    position.rings(color).iter().any(|from| {
        position.targets(from).into_iter().any(|to| {
            let own = (own ^ position.turned_by(from, to)) | PointSet::of(from);
            threatened.iter().any(|&window| (window - own).is_empty())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn habit(habits: &Habits, name: &str) -> f32 {
        habits[MOVE_NAMES.iter().position(|&other| other == name).unwrap()]
    }

    #[test]
    fn habits_of_moves_tell_rows_threats_and_turned_markers() {
        let text = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 normal";
        let position: Position = text.parse().unwrap();
        let scene = Scene::new(&position);
        let all: Vec<(Action, Habits)> = position
            .legal_actions()
            .iter()
            .map(|&action| (action, scene.habits(action)))
            .collect();
        for (action, habits) in &all {
            let next = position.play_unchecked(*action);
            let made = next.rows(Color::White).next().is_some();
            assert_eq!(habit(habits, "own rows") > 0.0, made, "{action}");
            let turned = next.markers(Color::Black).len();
            assert_eq!(
                habit(habits, "own markers turned"),
                turned as f32,
                "{action}"
            );
        }
        assert!(
            all.iter()
                .any(|(_, habits)| habit(habits, "own rows") > 0.0)
        );

        let position: Position = text.replace("w w move", "b b move").parse().unwrap();
        let scene = Scene::new(&position);
        for &action in &*position.legal_actions() {
            let next = position.play_unchecked(action);
            let replies = next.legal_actions();
            let allows = replies.iter().any(|&reply| {
                next.play_unchecked(reply)
                    .rows(Color::White)
                    .next()
                    .is_some()
            });
            let habits = scene.habits(action);
            assert_eq!(habit(&habits, "allows a row") > 0.0, allows, "{action}");
            assert_eq!(habit(&habits, "stops a row") > 0.0, !allows, "{action}");
        }
    }

    #[test]
    fn a_placement_is_in_one_zone() {
        let position = Position::start(crate::game::Variant::Normal);
        let scene = Scene::new(&position);
        for &action in &*position.legal_actions() {
            let habits = scene.habits(action);
            assert_eq!(habits[..6].iter().sum::<f32>(), 1.0, "{action}");
        }
    }
}
