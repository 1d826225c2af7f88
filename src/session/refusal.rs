//! A refusal: why a command does nothing, and what can be done instead.

use super::command::Spec;
use super::reply::{Arg, Phrase, Reply};

/// Most characters of what somebody typed that are said again.
const LONGEST_QUOTE: usize = 40;

/// Why nothing happened, in sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    text: Vec<Phrase>,
}

impl Refusal {
    /// A refusal of one sentence.
    #[must_use]
    pub fn new(phrase: Phrase) -> Self {
        Self { text: vec![phrase] }
    }

    /// The same with one more sentence.
    #[must_use]
    pub fn and(mut self, phrase: Phrase) -> Self {
        self.text.push(phrase);
        self
    }

    /// The same with the usage line of a command.
    #[must_use]
    pub fn with_usage(self, spec: &Spec) -> Self {
        self.and(usage(spec))
    }

    /// The same as the reason why none of several decisions was taken, of which this one is the
    /// first that is wrong.
    #[must_use]
    pub(super) fn in_several(mut self, index: usize, decision: &str) -> Self {
        let decision: String = decision.chars().take(LONGEST_QUOTE).collect();
        let head = Phrase::new("wrong-in-several")
            .with("number", index + 1)
            .with("decision", decision);
        self.text.insert(0, head);
        self
    }
}

impl From<Phrase> for Refusal {
    fn from(phrase: Phrase) -> Self {
        Self::new(phrase)
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        Self {
            text: refusal.text,
            ..Self::default()
        }
    }
}

/// The usage line of a command.
pub(super) fn usage(spec: &Spec) -> Phrase {
    if spec.usage == spec.example {
        return Phrase::new("usage-plain").with("usage", Arg::command(spec.usage));
    }
    Phrase::new("usage")
        .with("usage", Arg::command(spec.usage))
        .with("example", Arg::command(spec.example))
}
