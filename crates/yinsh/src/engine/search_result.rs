//! The result of a search, and the interface to a search that is running.

use serde::{Deserialize, Serialize};

use super::score::Score;
use crate::game::Action;

/// A principal variation: one of the best actions, and the expected play after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The score of the action for its actor.
    pub score: Score,
    /// The action, followed by the expected play; never empty.
    pub actions: Vec<Action>,
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResult {
    /// The best actions, best first: as many as requested, or as there are.
    pub lines: Vec<Line>,
    /// Depth in ring moves to which all lines were searched; 0 if not even one was completed.
    pub depth: u32,
    /// The highest ply that the search reached, in actions.
    pub selective_depth: u32,
    /// Nodes searched by the main thread.
    pub nodes: u64,
    /// Number of threads that searched: fewer than the engine's if the system granted no more.
    pub threads: usize,
    /// Fullness of the transposition table, in permille.
    pub fullness: u32,
}

impl SearchResult {
    /// The best action.
    #[must_use]
    pub fn best(&self) -> Option<Action> {
        self.lines.first()?.actions.first().copied()
    }

    /// The score of the position for its actor.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Some(self.lines.first()?.score)
    }
}

/// Watches a search and may stop it.
pub trait SearchMonitor {
    /// Whether to stop the search now. Polled a few thousand times a second; the search ends
    /// within a fraction of a millisecond.
    fn should_stop(&mut self) -> bool {
        false
    }

    /// Called with the result so far after each completed depth.
    fn depth_completed(&mut self, result: &SearchResult) {
        let _ = result;
    }
}

/// Lets a search run to its limits.
#[derive(Debug, Clone, Copy, Default)]
pub struct NullMonitor;

impl SearchMonitor for NullMonitor {}
