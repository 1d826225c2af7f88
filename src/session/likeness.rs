//! Which boards are alike: the same but for a turn or a mirror of the board, or for the colours.

use super::table::Game;
use crate::game::{Action, Color, PointSet, Position, Stage, Symmetry};

/// Rings from which on two games that have placed them alike are one: with fewer it happens by
/// chance.
const TELLING: usize = 4;

/// What stands on a board, the same for boards that are alike.
fn likeness(position: &Position) -> [u128; 4] {
    let side = |color: Color| [position.rings(color), position.markers(color)];
    let [[a, b], [c, d]] = Color::ALL.map(side);
    Symmetry::all()
        .flat_map(|symmetry| {
            let [a, b, c, d] = [a, b, c, d].map(|points| {
                let turned: PointSet = points.into_iter().map(|point| symmetry.of(point)).collect();
                turned.bits()
            });
            [[a, b, c, d], [c, d, a, b]]
        })
        .min()
        .unwrap_or_default()
}

/// Every position that actions lead through from a first one, which is among them.
fn way(first: Position, actions: &[Action]) -> Vec<Position> {
    let mut way = vec![first];
    for &action in actions {
        // Whoever hands actions in has checked them.
        way.extend(way.last().map(|position| position.play_unchecked(action)));
    }
    way
}

/// Whether a record leads through the board of a game as it stands, or as it stood at any time
/// since its rings were placed.
pub(super) fn tells_of(first: Position, actions: &[Action], game: &Game) -> bool {
    let rings = |position: &Position| {
        Color::ALL
            .map(|color| position.rings(color).len())
            .iter()
            .sum::<usize>()
    };
    let mut known: Vec<[u128; 4]> = way(Position::start(game.variant), game.actions())
        .iter()
        .filter(|position| position.stage() != Stage::Place)
        .map(likeness)
        .collect();
    if rings(game.position()) >= TELLING {
        known.push(likeness(game.position()));
    }
    way(first, actions)
        .iter()
        .any(|position| known.contains(&likeness(position)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn boards_are_alike_whoever_has_which_colour_and_from_all_sides() {
        let play = |actions: &[&str]| {
            let actions: Vec<_> = actions.iter().map(|text| text.parse().unwrap()).collect();
            *way(Position::start(Variant::Normal), &actions)
                .last()
                .unwrap()
        };
        let board = likeness(&play(&["a2", "b3"]));
        for alike in [["b3", "a2"], ["a5", "b5"], ["k10", "j9"], ["j9", "k10"]] {
            assert_eq!(likeness(&play(&alike)), board, "{alike:?}");
        }
        for other in [["a2", "b2"], ["a3", "b3"]] {
            assert_ne!(likeness(&play(&other)), board, "{other:?}");
        }
    }
}
