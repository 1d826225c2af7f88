//! Refusals: why a command does nothing, and what can be done instead.

use super::reply::{Phrase, Reply};

/// Most characters of what somebody typed that are quoted.
pub(super) const LONGEST_QUOTE: usize = 40;

/// Why a command does nothing, in sentences.
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

    /// The refusal of a message with several decisions, of which this one is the first that fails.
    #[must_use]
    pub(super) fn in_several(self, index: usize, decision: &str) -> Self {
        let decision: String = decision.chars().take(LONGEST_QUOTE).collect();
        let head = Phrase::new("wrong-in-several")
            .with("number", index + 1)
            .with("decision", decision);
        self.below(head)
    }

    /// Its sentences.
    pub(super) fn into_text(self) -> Vec<Phrase> {
        self.text
    }

    /// The same with other words for a sentence.
    #[must_use]
    pub(super) fn reworded(mut self, from: &str, to: &str) -> Self {
        for phrase in self.text.iter_mut().filter(|phrase| phrase.id == from) {
            to.clone_into(&mut phrase.id);
        }
        self
    }

    /// The same with one more sentence before the others.
    #[must_use]
    pub(super) fn below(mut self, head: Phrase) -> Self {
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
