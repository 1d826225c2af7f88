//! The player inside the machine. Pure: a position and a seed come in, a turn goes out.

pub(crate) mod code;
mod evaluate;
mod explain;
pub(crate) mod hand;
mod ingredient;
mod level;
pub(crate) mod network;
mod order;
mod review;
pub mod rival;
mod score;
mod search;
mod table;
mod think;
mod threats;
pub(crate) mod windows;

pub use explain::{Reason, explain};
pub use ingredient::{Ingredient, IngredientError, Ingredients};
pub use level::{Level, LevelError};
pub use review::{Asked, Decision, Findings, Label, Review, TurningPoint};
pub use score::Score;
pub use table::NoMemory;
pub use think::{
    Engine, Evaluation, EvaluationError, Limits, Line, Options, Patience, Thought, Watch,
};

use crate::game::{Action, Position};

/// Ring moves that a plain turn looks ahead: the own one, and the answer to it.
const PLAIN_DEPTH: u32 = 2;

/// A plain turn, without the search and what it remembers, for where those fail or are too much:
/// all that the actor of a position decides until it is the other player's turn to decide. Empty
/// once the game is over.
///
/// The same position and seed give the same turn.
///
/// ```
/// use ringleader::engine;
/// use ringleader::game::{Position, Variant};
/// let start = Position::start(Variant::Normal);
/// assert_eq!(engine::turn(&start, 7).len(), 1);
/// assert_eq!(engine::turn(&start, 7), engine::turn(&start, 7));
/// ```
#[must_use]
pub fn turn(position: &Position, seed: u64) -> Vec<Action> {
    let plain = rival::Plain::new(PLAIN_DEPTH);
    let actor = position.actor();
    let mut position = *position;
    let mut actions = Vec::new();
    while position.actor() == actor
        && let Some(choice) = plain.choose(&position, seed, &mut Patience)
    {
        position = position.play_unchecked(choice.action);
        actions.push(choice.action);
    }
    actions
}
