//! The options of the interface.

use crate::engine::{EngineOptions, Evaluation, EvaluationError, SearchFeatures, SearchLimits};
use crate::game::Variant;

/// Maximum size of the transposition table, in MiB.
const MAX_HASH: u64 = 16_384;

/// Maximum number of threads.
const MAX_THREADS: u64 = 256;

/// Maximum number of lines: the largest number of legal actions.
const MAX_LINES: u64 = 135;

/// Maximum amplitude of the noise, in cp.
const MAX_NOISE: u64 = 10_000;

/// The options of a search; the engine keeps its own.
#[derive(Debug, Clone)]
pub(super) struct UgiOptions {
    pub(super) variant: Variant,
    seed: u64,
    lines: usize,
    noise: u32,
}

impl Default for UgiOptions {
    fn default() -> Self {
        Self {
            variant: Variant::Normal,
            seed: 0,
            lines: 1,
            noise: 0,
        }
    }
}

/// What an option that was set applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Applies {
    /// The engine, which has to be reconfigured.
    ToEngine(EngineChange),
    /// The next search.
    ToNextSearch,
}

/// A changed option of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EngineChange {
    /// Size of the transposition table, in bytes.
    Hash(usize),
    Threads(usize),
    Evaluation(Evaluation),
    Features(SearchFeatures),
}

impl EngineChange {
    /// The options with this change.
    pub(super) fn apply(self, options: &EngineOptions) -> EngineOptions {
        let mut options = options.clone();
        match self {
            Self::Hash(bytes) => options.hash = bytes,
            Self::Threads(threads) => options.threads = threads,
            Self::Evaluation(evaluation) => options.evaluation = evaluation,
            Self::Features(features) => options.features = features,
        }
        options
    }
}

impl UgiOptions {
    /// The lines that describe all options.
    pub(super) fn descriptions() -> Vec<String> {
        let engine = EngineOptions::default();
        let Self {
            seed,
            lines,
            noise,
            variant,
        } = Self::default();
        let spin = |name: &str, value: u64, min: u64, max: u64| {
            format!("option name {name} type spin default {value} min {min} max {max}")
        };
        let mut evaluations = "option name Evaluation type combo".to_owned();
        evaluations.push_str(&format!(" default {}", engine.evaluation));
        for evaluation in Evaluation::ALL {
            evaluations.push_str(&format!(" var {evaluation}"));
        }
        vec![
            spin("Hash", (engine.hash >> 20) as u64, 1, MAX_HASH),
            spin("Threads", engine.threads as u64, 1, MAX_THREADS),
            spin("MultiPV", lines as u64, 1, MAX_LINES),
            spin("Seed", seed, 0, i64::MAX.unsigned_abs()),
            spin("Noise", noise.into(), 0, MAX_NOISE),
            format!("option name Variant type combo default {variant} var normal var blitz"),
            evaluations,
            "option name Without type string default <empty>".to_owned(),
        ]
    }

    /// Sets an option, by its name in any case. `Whim` is the former name of `Noise`.
    ///
    /// # Errors
    ///
    /// There is no such option, or the value is invalid.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Applies, String> {
        let number = |min: u64, max: u64| {
            value
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .ok_or_else(|| format!("{name} is a number from {min} to {max}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => Ok(Applies::ToEngine(EngineChange::Hash(
                (number(1, MAX_HASH)? as usize) << 20,
            ))),
            "threads" => {
                let threads = number(1, MAX_THREADS)? as usize;
                Ok(Applies::ToEngine(EngineChange::Threads(threads)))
            }
            "evaluation" => value
                .parse()
                .map(|evaluation| Applies::ToEngine(EngineChange::Evaluation(evaluation)))
                .map_err(|error: EvaluationError| error.to_string()),
            "without" => {
                let parts = value
                    .split([',', ' '])
                    .filter(|part| !part.is_empty() && *part != "<empty>");
                let mut features = SearchFeatures::default();
                for part in parts {
                    let feature = part.parse().map_err(|error| format!("{error}"))?;
                    features = features.without(feature);
                }
                Ok(Applies::ToEngine(EngineChange::Features(features)))
            }
            "multipv" => {
                self.lines = number(1, MAX_LINES)? as usize;
                Ok(Applies::ToNextSearch)
            }
            "seed" => {
                self.seed = number(0, i64::MAX.unsigned_abs())?;
                Ok(Applies::ToNextSearch)
            }
            "noise" | "whim" => {
                self.noise = number(0, MAX_NOISE)? as u32;
                Ok(Applies::ToNextSearch)
            }
            "variant" => {
                self.variant = match value.to_ascii_lowercase().as_str() {
                    "normal" => Variant::Normal,
                    "blitz" => Variant::Blitz,
                    _ => return Err("Variant is normal or blitz".to_owned()),
                };
                Ok(Applies::ToNextSearch)
            }
            _ => Err("there is no such option".to_owned()),
        }
    }

    /// The limits of a search.
    pub(super) fn limits(&self, depth: Option<u32>, nodes: Option<u64>) -> SearchLimits {
        SearchLimits {
            depth,
            nodes,
            lines: self.lines,
            noise: self.noise,
            seed: self.seed,
        }
    }
}
