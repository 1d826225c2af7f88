//! Threats: rows that a player could complete with one ring move.

use crate::game::{Action, Axis, Color, PointSet, Position, ROW_LENGTH, Row};

/// Maximum number of threats that are kept; more at once make no difference.
const MOST: usize = 12;

/// Windows of five points that a player may be able to make a row with one ring move, as far as
/// their own points tell: whether a ring can make that move is not checked.
pub(super) struct Threats {
    windows: [PointSet; MOST],
    count: usize,
    color: Color,
}

impl Threats {
    /// No threats.
    pub(super) const fn none() -> Self {
        Self {
            windows: [PointSet::EMPTY; MOST],
            count: 0,
            color: Color::White,
        }
    }

    /// The threats of a colour.
    pub(super) fn of(position: &Position, color: Color) -> Self {
        let mut threats = Self {
            color,
            ..Self::none()
        };
        let (own, rings) = (position.markers(color), position.rings(color));
        let full = own | position.markers(!color) | rings;
        for axis in Axis::ALL {
            for start in full.row_starts(axis) {
                let window = Row::at(start, axis).points();
                if threats.count < MOST && nearly(window, own, rings) {
                    threats.windows[threats.count] = window;
                    threats.count += 1;
                }
            }
        }
        threats
    }

    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn windows(&self) -> &[PointSet] {
        &self.windows[..self.count]
    }

    /// Whether a move of the threatening player completes one of them.
    #[inline]
    pub(super) fn completed_by(&self, position: &Position, action: Action) -> bool {
        let Action::Move { from, to } = action else {
            return false;
        };
        let own = position.markers(self.color) ^ position.turned_by(from, to);
        let own = own | PointSet::of(from);
        self.windows()
            .iter()
            .any(|&window| (window - own).is_empty())
    }

    /// Whether a move of the other player turns a marker of one of them.
    #[inline]
    pub(super) fn stopped_by(&self, position: &Position, action: Action) -> bool {
        let Action::Move { from, to } = action else {
            return false;
        };
        let turned = position.turned_by(from, to);
        self.windows()
            .iter()
            .any(|&window| !(window & turned).is_empty())
    }
}

/// Whether five points, each with a marker or with a ring of the player, may become the player's
/// row by one move.
fn nearly(window: PointSet, own: PointSet, rings: PointSet) -> bool {
    let ring = window & rings;
    let own = (window & own).len();
    match ring.iter().next() {
        // One marker of the other player, which a ring that crosses the line turns.
        None => own + 1 == ROW_LENGTH,
        // The ring leaves a marker, and turns no marker of the line or all on one side of it.
        Some(point) if ring.len() == 1 => {
            let foreign = ROW_LENGTH - 1 - own;
            let below = window.below(point).len();
            foreign == 0 || foreign == below || foreign == ROW_LENGTH - 1 - below
        }
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Stage, Variant};

    #[test]
    fn every_move_that_completes_a_row_is_a_threat() {
        let (mut seed, mut found) = (1_u64, 0);
        for _ in 0..60 {
            let mut position = Position::start(Variant::Normal);
            while position.stage() != Stage::Over {
                let actions = position.legal_actions();
                let color = position.actor();
                let threats = Threats::of(&position, color);
                for &action in &actions {
                    let makes = position.stage() == Stage::Move
                        && position.play(action).unwrap().rows(color).count() > 0;
                    assert_eq!(
                        threats.completed_by(&position, action) && position.stage() == Stage::Move,
                        makes,
                        "{position} {action}"
                    );
                    found += usize::from(makes);
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position = position
                    .play(actions[(seed >> 33) as usize % actions.len()])
                    .unwrap();
            }
        }
        assert!(found > 100, "{found}");
    }
}
