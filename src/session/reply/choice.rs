//! The choices that a reply offers.

use serde::{Deserialize, Serialize};

use super::phrase::Phrase;
use crate::session::person::Person;

/// The sign of a choice where it is picked by something short, such as a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    /// Yes to what was asked.
    Yes,
    /// No to what was asked.
    No,
    /// More of the same.
    More,
    /// Back to what was before.
    Back,
    /// Its place among the choices of its reply, from 1.
    Number(usize),
}

/// A choice that leads to others, and stands beside those that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// More of the same.
    More,
    /// Back to what was before.
    Back,
}

/// What a choice means to whoever makes it, for platforms that show it by colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// What most people want next.
    Main,
    /// One among several, or something beside.
    Plain,
    /// Yes to what was asked.
    Yes,
    /// No to what was asked.
    No,
    /// It cannot be taken back.
    Grave,
}

/// A choice that a reply offers, as a button, a reaction or a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Its label.
    pub label: Phrase,
    /// The command that it stands for, without prefix: `row 1`.
    pub command: String,
    /// Whether it says yes or no to what was asked; neither, if it is one among several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yes: Option<bool>,
    /// The one person who may choose it; anyone if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_for: Option<Person>,
    /// Whether it is a minor choice: offered as a button, but not as a reaction. Minor choices come
    /// last.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
    /// Whether its number among the choices stands on the picture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_drawn: bool,
    /// If it is none of those that are asked for. Such choices come after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// Whether it says yes to something that cannot be taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub grave: bool,
}

impl Choice {
    /// A choice for anyone.
    #[must_use]
    pub fn new(label: Phrase, command: impl Into<String>) -> Self {
        Self {
            label,
            command: command.into(),
            yes: None,
            only_for: None,
            aside: false,
            is_drawn: false,
            control: None,
            grave: false,
        }
    }

    /// A choice that says yes or no to what was asked.
    #[must_use]
    pub fn answer(label: Phrase, command: impl Into<String>, yes: bool) -> Self {
        Self {
            yes: Some(yes),
            ..Self::new(label, command)
        }
    }

    /// Whether this person may choose it.
    #[must_use]
    pub fn is_for(&self, person: &Person) -> bool {
        self.only_for.as_ref().is_none_or(|one| one == person)
    }
}
