//! Whether two games are the same, but for a rotation or reflection of the board, the colours, or
//! the order in which the rings were placed.

use super::game::Game;
use crate::game::{Action, Color, Position, Stage, Symmetry};

/// Rings from which on equivalent placements are no coincidence.
const ENOUGH_RINGS: usize = 4;

/// A key that equivalent positions share.
fn canonical(position: &Position) -> [u128; 4] {
    let side = |color: Color| [position.rings(color), position.markers(color)];
    let [[a, b], [c, d]] = Color::ALL.map(side);
    Symmetry::all()
        .flat_map(|symmetry| {
            let [a, b, c, d] = [a, b, c, d].map(|points| symmetry.of_all(points).bits());
            [[a, b, c, d], [c, d, a, b]]
        })
        .min()
        .unwrap_or_default()
}

/// The positions of a game, the first one included.
fn positions(first: Position, actions: &[Action]) -> Vec<Position> {
    let mut positions = vec![first];
    for &action in actions {
        // Records and tables hold legal actions only.
        positions.extend(
            positions
                .last()
                .map(|position| position.play_unchecked(action)),
        );
    }
    positions
}

/// Number of rings on the board.
fn rings(position: &Position) -> usize {
    let rings = Color::ALL.map(|color| position.rings(color).len());
    rings.iter().sum()
}

/// Whether a position is equivalent to the current one of a game.
pub(super) fn is_at(position: &Position, game: &Game) -> bool {
    rings(game.position()) >= ENOUGH_RINGS && canonical(position) == canonical(game.position())
}

/// Whether a record leads through the current position of a game, or through any of its positions
/// since its rings were placed.
pub(super) fn is_same_game(first: Position, actions: &[Action], game: &Game) -> bool {
    let mut known: Vec<[u128; 4]> = positions(Position::start(game.variant), game.actions())
        .iter()
        .filter(|position| position.stage() != Stage::Place)
        .map(canonical)
        .collect();
    if rings(game.position()) >= ENOUGH_RINGS {
        known.push(canonical(game.position()));
    }
    positions(first, actions)
        .iter()
        .any(|position| known.contains(&canonical(position)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn equivalent_positions_have_the_same_key() {
        let play = |actions: &[&str]| {
            let actions: Vec<_> = actions.iter().map(|text| text.parse().unwrap()).collect();
            *positions(Position::start(Variant::Normal), &actions)
                .last()
                .unwrap()
        };
        let board = canonical(&play(&["a2", "b3"]));
        for equal in [["b3", "a2"], ["a5", "b5"], ["k10", "j9"], ["j9", "k10"]] {
            assert_eq!(canonical(&play(&equal)), board, "{equal:?}");
        }
        for other in [["a2", "b2"], ["a3", "b3"]] {
            assert_ne!(canonical(&play(&other)), board, "{other:?}");
        }
    }
}
