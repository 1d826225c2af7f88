//! The values of settings that are one of a few words.

use serde::{Deserialize, Serialize};

/// Where a person is reminded of their turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remind {
    /// Nowhere.
    Off,
    /// At the table.
    #[default]
    Channel,
    /// In a private message.
    Private,
}

impl Remind {
    /// The words, as they are typed.
    pub(in crate::session) const WORDS: &[&str] = &["off", "channel", "private"];

    /// What a word means.
    pub(in crate::session) fn of_word(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "off" | "none" => Some(Self::Off),
            "channel" | "room" | "on" => Some(Self::Channel),
            "private" | "dm" => Some(Self::Private),
            _ => None,
        }
    }
}

/// Who may challenge others, or a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Challengers {
    /// Everybody.
    #[default]
    Everyone,
    /// Those who look after the place.
    Moderators,
    /// Nobody.
    Nobody,
}

impl Challengers {
    /// All, with their words.
    pub(in crate::session) const WORDS: [(&str, Self); 3] = [
        ("everyone", Self::Everyone),
        ("moderators", Self::Moderators),
        ("nobody", Self::Nobody),
    ];
}

/// Where games begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Games {
    /// In the channel, one at a time.
    #[default]
    Channel,
    /// Each in a thread of its own.
    Threads,
}

impl Games {
    /// All, with their words.
    pub(in crate::session) const WORDS: [(&str, Self); 2] =
        [("channel", Self::Channel), ("threads", Self::Threads)];
}

/// What is announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announcements {
    /// Nothing.
    Off,
    /// The results of games.
    #[default]
    Results,
}

impl Announcements {
    /// All, with their words.
    pub(in crate::session) const WORDS: [(&str, Self); 2] =
        [("off", Self::Off), ("results", Self::Results)];
}
