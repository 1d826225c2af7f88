//! The engine: search, evaluations, levels of play, and explanations. It reads a clock only
//! through a [`SearchMonitor`].
//!
//! | module | what is in it |
//! |---|---|
//! | `searcher` | [`Engine`]: threads and iterative deepening |
//! | `search` | one thread's search: negamax, quiescence, move ordering |
//! | `transposition_table` | what the search remembers |
//! | `network`, `handcrafted` | the evaluations, over the patterns of `features` |
//! | `level` | play at a level |
//! | `advice`, `claim`, `explain`, `proof`, `review` | what is true of an action, and why; forced wins; review of a game |
//! | `scale` | chances to win in per cent, and what they are called |
//! | [`baseline`] | simple players to measure the engine against |

pub mod action_code;
mod advice;
pub mod baseline;
mod claim;
mod evaluate;
mod explain;
pub mod features;
pub mod handcrafted;
pub mod level;
pub mod network;
mod options;
mod proof;
mod review;
mod scale;
mod score;
mod search;
mod search_features;
mod search_result;
mod searcher;
mod threats;
mod transposition_table;

pub use advice::{ADVISED, advise};
pub use claim::Claim;
pub(crate) use explain::sure_row;
pub use explain::{explain, first_turn};
pub use level::{Level, LevelError};
pub use options::{EngineOptions, Evaluation, EvaluationError, SearchLimits};
pub use review::{Findings, Mistake, Review, ReviewSearch, ReviewedDecision, TurningPoint};
pub use scale::{Label, Prospect, percent};
pub use score::Score;
pub use search_features::{SearchFeature, SearchFeatureError, SearchFeatures};
pub use search_result::{Line, NullMonitor, SearchMonitor, SearchResult};
pub use searcher::Engine;
pub use transposition_table::OutOfMemory;

use crate::game::{Action, Position};

/// Depth in ring moves of [`turn`]: the own move and the reply.
const FALLBACK_DEPTH: u32 = 2;

/// A turn by plain alpha-beta, a fallback for where the engine fails or is too much: all decisions
/// of the actor until the other player has to decide. Empty if the game is over.
///
/// The same position and seed give the same turn.
///
/// ```
/// use yinsh::engine;
/// use yinsh::game::{Position, Variant};
/// let start = Position::start(Variant::Normal);
/// assert_eq!(engine::turn(&start, 7).len(), 1);
/// assert_eq!(engine::turn(&start, 7), engine::turn(&start, 7));
/// ```
#[must_use]
pub fn turn(position: &Position, seed: u64) -> Vec<Action> {
    let player = baseline::AlphaBeta::new(FALLBACK_DEPTH);
    let actor = position.actor();
    let mut position = *position;
    let mut actions = Vec::new();
    while position.actor() == actor
        && let Some(choice) = player.choose(&position, seed, &mut NullMonitor)
    {
        position = position.play_unchecked(choice.action);
        actions.push(choice.action);
    }
    actions
}
