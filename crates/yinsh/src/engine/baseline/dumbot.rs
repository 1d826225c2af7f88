//! A stand-in of Dumbot, Boardspace's robot of 2005: alpha-beta to a depth of three turns. The
//! evaluation counts removed rings, points that rings can reach, markers that they can turn, and
//! markers. Its first turns are drawn by lot from the best ones.

use std::cmp::Reverse;

use super::choice::BaselineChoice;
use crate::engine::search_result::SearchMonitor;
use crate::game::{Action, Color, Direction, Point, PointSet, Position, Stage};
use crate::split_mix::SplitMix;

/// Depth in turns.
const DEPTH: u32 = 3;

/// Value of a removed ring; everything else counts 1.
const RING: i32 = 1_000;

/// More than any value.
const INFINITY: i32 = 1_000_000;

/// Number of the last turn that is drawn by lot.
const LAST_DRAWN: usize = 12;

/// A turn is drawn from this many of the best ones, less its number.
const DRAWN_FROM: usize = 33;

/// Nodes between two polls of the monitor.
const POLL_INTERVAL: u64 = 1024;

/// The player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dumbot;

impl Dumbot {
    /// What it plays; `None` if the game is over. Ties go to the action that its evaluation
    /// prefers, then to the first. If the monitor stops the search, the best of those that were
    /// searched.
    pub fn choose(
        self,
        position: &Position,
        seed: u64,
        monitor: &mut dyn SearchMonitor,
    ) -> Option<BaselineChoice> {
        let mut search = Search {
            monitor,
            nodes: 0,
            stopped: false,
        };
        let mut valued = search.valued(position, self.draws(position));
        // The sort is stable.
        valued.sort_by_key(|&(value, _)| Reverse(value));
        let among = match turn_number(position) {
            number @ 1..=LAST_DRAWN => DRAWN_FROM - number,
            _ => 1,
        };
        let mut random = SplitMix::new(seed ^ position.key());
        let drawn = random.below(among.min(valued.len()).max(1));
        Some(BaselineChoice {
            action: valued.get(drawn)?.1,
            nodes: search.nodes,
            selective_depth: DEPTH,
        })
    }

    /// Whether it draws its action by lot in a position.
    #[must_use]
    pub fn draws(self, position: &Position) -> bool {
        turn_number(position) <= LAST_DRAWN
    }
}

/// Number of a turn of the opening; large after the first ring moves.
fn turn_number(position: &Position) -> usize {
    let rings = position.rings(Color::White).len() + position.rings(Color::Black).len();
    let markers = position.markers(Color::White).len() + position.markers(Color::Black).len();
    match position.stage() {
        Stage::Place => rings + 1,
        Stage::Move if markers <= 1 => rings + markers + 1,
        Stage::Move | Stage::Row | Stage::Ring | Stage::Over => usize::MAX,
    }
}

struct Search<'a> {
    monitor: &'a mut dyn SearchMonitor,
    nodes: u64,
    stopped: bool,
}

/// An action, the position after it, and its static evaluation for the one who acts.
struct Child {
    action: Action,
    next: Position,
    value: i32,
}

impl Search<'_> {
    /// The actions with their values, in the order in which they were searched. If they are to be `exact`,
    /// all are; otherwise those of actions that are no better than an earlier one are upper bounds.
    fn valued(&mut self, position: &Position, exact: bool) -> Vec<(i32, Action)> {
        let me = position.actor();
        let mut valued = Vec::new();
        let mut best = -INFINITY;
        for child in self.children(position) {
            let alpha = if exact { -INFINITY } else { best };
            let value = self.child(me, &child, 0, alpha, INFINITY);
            if self.stopped && !valued.is_empty() {
                break;
            }
            best = best.max(value);
            valued.push((value, child.action));
        }
        valued
    }

    /// The children, best evaluation first.
    fn children(&mut self, position: &Position) -> Vec<Child> {
        let me = position.actor();
        let mut children: Vec<Child> = position
            .legal_actions()
            .iter()
            .map(|&action| {
                let next = position.play_unchecked(action);
                self.nodes += 1;
                if self.nodes.is_multiple_of(POLL_INTERVAL) && self.monitor.should_stop() {
                    self.stopped = true;
                }
                Child {
                    action,
                    next,
                    value: evaluate(&next, me),
                }
            })
            .collect();
        children.sort_by_key(|child| Reverse(child.value));
        children
    }

    /// The value of a child for the one who acted; `turns` have passed before it.
    fn child(&mut self, me: Color, child: &Child, turns: u32, alpha: i32, beta: i32) -> i32 {
        let passes = child.next.actor() != me;
        let turns = turns + u32::from(passes);
        if turns >= DEPTH || child.next.stage() == Stage::Over || self.stopped {
            child.value
        } else if passes {
            -self.value(&child.next, turns, -beta, -alpha)
        } else {
            self.value(&child.next, turns, alpha, beta)
        }
    }

    /// The value of a position for its actor.
    fn value(&mut self, position: &Position, turns: u32, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITY;
        for child in self.children(position) {
            let value = self.child(position.actor(), &child, turns, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The static evaluation of a position for a player.
fn evaluate(position: &Position, me: Color) -> i32 {
    let rings = position.rings(Color::White) | position.rings(Color::Black);
    let markers = position.markers(Color::White) | position.markers(Color::Black);
    let side = |color: Color| {
        let reach: i32 = position
            .rings(color)
            .iter()
            .flat_map(|ring| Direction::ALL.map(|direction| (ring, direction)))
            .map(|(ring, direction)| ray(ring, direction, rings, markers))
            .sum();
        RING * i32::from(position.removed(color)) + reach + position.markers(color).len() as i32
    };
    side(me) - side(!me)
}

/// Points looked at from a ring in a direction, up to what stops it or to the point where a jump
/// ends, and once more for each that has a marker.
fn ray(ring: Point, direction: Direction, rings: PointSet, markers: PointSet) -> i32 {
    let mut count = 0;
    let mut jumping = false;
    let mut at = ring;
    while let Some(point) = at.step(direction) {
        at = point;
        count += 1;
        if rings.contains(point) {
            break;
        } else if markers.contains(point) {
            count += 1;
            jumping = true;
        } else if jumping {
            break;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::NullMonitor;
    use crate::game::Variant;

    #[test]
    fn its_opening_is_drawn_and_the_rest_is_not() {
        let start = Position::start(Variant::Normal);
        let choose = |position: &Position, seed| {
            Dumbot
                .choose(position, seed, &mut NullMonitor)
                .unwrap()
                .action
        };
        let drawn: std::collections::HashSet<Action> =
            (0..8).map(|seed| choose(&start, seed)).collect();
        assert!(drawn.len() > 2, "{drawn:?}");
        let position: Position =
            "4/4r2/m3M3/2MmmMMR1/m1rrmRM3/2RM3m1/2RmMM2r1/RMM5M/rmM5/7/4 w w move 0-0 normal"
                .parse()
                .unwrap();
        assert_eq!(choose(&position, 1), choose(&position, 2));
    }

    /// The value of a position for its actor by a search without cutoffs.
    fn minimax(position: &Position, turns: u32) -> i32 {
        let actions = position.legal_actions();
        let values = actions
            .iter()
            .map(|&action| value_of(position, action, turns));
        values.max().unwrap()
    }

    /// The same of an action.
    fn value_of(position: &Position, action: Action, turns: u32) -> i32 {
        let (me, next) = (position.actor(), position.play(action).unwrap());
        let passes = next.actor() != me;
        match turns + u32::from(passes) {
            turns if turns >= DEPTH || next.stage() == Stage::Over => evaluate(&next, me),
            turns if passes => -minimax(&next, turns),
            turns => minimax(&next, turns),
        }
    }

    #[test]
    fn what_is_drawn_from_has_exact_values() {
        let mut search = Search {
            monitor: &mut NullMonitor,
            nodes: 0,
            stopped: false,
        };
        let mut random = SplitMix::new(5);
        let mut position = Position::start(Variant::Normal);
        for number in 1..=LAST_DRAWN {
            let actions = position.legal_actions();
            // The first placement, the last one, and both drawn ring moves.
            if [1, 10, 11, 12].contains(&number) {
                assert!(Dumbot.draws(&position));
                let valued = search.valued(&position, true);
                assert_eq!(valued.len(), actions.len());
                for &(value, action) in &valued {
                    assert_eq!(value, value_of(&position, action, 0), "{number}. {action}");
                }
                // Bounds would have been something else, with the same maximum.
                let bounds = search.valued(&position, false);
                assert_ne!(bounds, valued);
                let best = |valued: &[(i32, Action)]| valued.iter().map(|one| one.0).max();
                assert_eq!(best(&bounds), best(&valued));
            }
            position = position.play(actions[random.below(actions.len())]).unwrap();
        }
        assert!(!Dumbot.draws(&position));
    }

    #[test]
    fn it_removes_a_ring_where_it_can() {
        let position: Position = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 normal"
            .parse()
            .unwrap();
        let choice = Dumbot.choose(&position, 1, &mut NullMonitor).unwrap();
        let next = position.play(choice.action).unwrap();
        assert_eq!(next.stage(), Stage::Row);
    }
}
