//! How an engine is built, and what limits a search.

use std::fmt;
use std::str::FromStr;

use super::search_features::SearchFeatures;

/// A static evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Evaluation {
    /// The handcrafted evaluation.
    Hand,
    /// The neural network.
    #[default]
    Network,
}

impl Evaluation {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Network, Self::Hand];
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hand => "hand",
            Self::Network => "network",
        })
    }
}

/// The text is not the name of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluationError;

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the evaluations are hand and network")
    }
}

impl std::error::Error for EvaluationError {}

impl FromStr for Evaluation {
    type Err = EvaluationError;

    fn from_str(text: &str) -> Result<Self, EvaluationError> {
        Self::ALL
            .into_iter()
            .find(|evaluation| evaluation.to_string().eq_ignore_ascii_case(text.trim()))
            .ok_or(EvaluationError)
    }
}

/// How an engine is built.
#[derive(Debug, Clone)]
pub struct EngineOptions {
    /// Maximum size of the transposition table, in bytes.
    pub hash: usize,
    /// Number of search threads, at least 1.
    pub threads: usize,
    /// The static evaluation.
    pub evaluation: Evaluation,
    /// The parts of the search that are used.
    pub features: SearchFeatures,
}

impl Default for EngineOptions {
    /// One thread, 16 MiB, the network, and every search feature.
    fn default() -> Self {
        Self {
            hash: 16 << 20,
            threads: 1,
            evaluation: Evaluation::default(),
            features: SearchFeatures::default(),
        }
    }
}

/// What limits a search, and how many lines it finds. `None` is no limit.
#[derive(Debug, Clone)]
pub struct SearchLimits {
    /// Depth in ring moves.
    pub depth: Option<u32>,
    /// Nodes searched by the main thread.
    pub nodes: Option<u64>,
    /// Number of best actions wanted, at least 1.
    pub lines: usize,
    /// Amplitude in cp of the noise that is added to evaluations; without noise the seed has no
    /// effect.
    pub noise: u32,
    /// Seed of the noise.
    pub seed: u64,
}

impl Default for SearchLimits {
    /// One line, no limit: the [`super::SearchMonitor`] has to stop the search.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            lines: 1,
            noise: 0,
            seed: 0,
        }
    }
}
