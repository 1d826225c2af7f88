//! The options that the interface offers.

use crate::engine::{Evaluation, EvaluationError, Ingredients, Limits, Options};
use crate::game::Variant;

/// Most mebibytes of a table.
const MOST_HASH: u64 = 16_384;

/// Most threads.
const MOST_THREADS: u64 = 256;

/// Most lines: as many as there are legal actions at most.
const MOST_LINES: u64 = 135;

/// Largest range of chance.
const MOST_WHIM: u64 = 10_000;

/// The options as they are set, but those of the engine, which it keeps itself.
#[derive(Debug, Clone)]
pub(super) struct Choices {
    pub(super) variant: Variant,
    seed: u64,
    lines: usize,
    whim: u32,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            variant: Variant::Normal,
            seed: 0,
            lines: 1,
            whim: 0,
        }
    }
}

/// What an option that was set has to do with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Concern {
    /// The engine has to become another.
    Engine(Change),
    /// Nothing but the next question.
    Question,
}

/// What of the engine becomes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// Bytes of its table.
    Hash(usize),
    Threads(usize),
    Evaluation(Evaluation),
    Ingredients(Ingredients),
}

impl Change {
    /// Options with this change.
    pub(super) fn of(self, options: &Options) -> Options {
        let mut options = options.clone();
        match self {
            Self::Hash(bytes) => options.hash = bytes,
            Self::Threads(threads) => options.threads = threads,
            Self::Evaluation(evaluation) => options.evaluation = evaluation,
            Self::Ingredients(ingredients) => options.ingredients = ingredients,
        }
        options
    }
}

impl Choices {
    /// The lines that offer the options.
    pub(super) fn offers() -> Vec<String> {
        let engine = Options::default();
        let Self {
            seed,
            lines,
            whim,
            variant,
        } = Self::default();
        let spin = |name: &str, value: u64, least: u64, most: u64| {
            format!("option name {name} type spin default {value} min {least} max {most}")
        };
        let mut evaluations = "option name Evaluation type combo".to_owned();
        evaluations.push_str(&format!(" default {}", engine.evaluation));
        for evaluation in Evaluation::ALL {
            evaluations.push_str(&format!(" var {evaluation}"));
        }
        vec![
            spin("Hash", (engine.hash >> 20) as u64, 1, MOST_HASH),
            spin("Threads", engine.threads as u64, 1, MOST_THREADS),
            spin("MultiPV", lines as u64, 1, MOST_LINES),
            spin("Seed", seed, 0, i64::MAX.unsigned_abs()),
            spin("Whim", whim.into(), 0, MOST_WHIM),
            format!("option name Variant type combo default {variant} var normal var blitz"),
            evaluations,
            "option name Without type string default <empty>".to_owned(),
        ]
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// There is no such option, or it cannot have this value.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Concern, String> {
        let number = |least: u64, most: u64| {
            value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| format!("{name} is a number from {least} to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => Ok(Concern::Engine(Change::Hash(
                (number(1, MOST_HASH)? as usize) << 20,
            ))),
            "threads" => {
                let threads = number(1, MOST_THREADS)? as usize;
                Ok(Concern::Engine(Change::Threads(threads)))
            }
            "evaluation" => value
                .parse()
                .map(|evaluation| Concern::Engine(Change::Evaluation(evaluation)))
                .map_err(|error: EvaluationError| error.to_string()),
            "without" => {
                let parts = value
                    .split([',', ' '])
                    .filter(|part| !part.is_empty() && *part != "<empty>");
                let mut ingredients = Ingredients::default();
                for part in parts {
                    let part = part.parse().map_err(|error| format!("{error}"))?;
                    ingredients = ingredients.without(part);
                }
                Ok(Concern::Engine(Change::Ingredients(ingredients)))
            }
            "multipv" => {
                self.lines = number(1, MOST_LINES)? as usize;
                Ok(Concern::Question)
            }
            "seed" => {
                self.seed = number(0, i64::MAX.unsigned_abs())?;
                Ok(Concern::Question)
            }
            "whim" => {
                self.whim = number(0, MOST_WHIM)? as u32;
                Ok(Concern::Question)
            }
            "variant" => {
                self.variant = match value.to_ascii_lowercase().as_str() {
                    "normal" => Variant::Normal,
                    "blitz" => Variant::Blitz,
                    _ => return Err("Variant is normal or blitz".to_owned()),
                };
                Ok(Concern::Question)
            }
            _ => Err("there is no such option".to_owned()),
        }
    }

    /// The limits of a question.
    pub(super) fn limits(&self, depth: Option<u32>, nodes: Option<u64>) -> Limits {
        Limits {
            depth,
            nodes,
            lines: self.lines,
            whim: self.whim,
            seed: self.seed,
        }
    }
}
