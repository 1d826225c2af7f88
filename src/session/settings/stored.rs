//! Settings as they are read back.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use super::{Announcements, Challengers, Games, Quiet, Remind, Settings};
use crate::game::Color;
use crate::session::learned::Learned;
use crate::session::person::TableKey;
use crate::session::puzzled::Puzzled;
use crate::session::time_control::TimeControl;

/// Settings as logs hold them. Before 2026-12 a log said whether the board was `flipped` instead
/// of naming the view.
#[derive(Deserialize)]
pub(super) struct StoredSettings {
    #[serde(default, deserialize_with = "known")]
    theme: Option<String>,
    #[serde(default, deserialize_with = "known")]
    view: Option<Color>,
    #[serde(default, deserialize_with = "known")]
    prefix: Option<String>,
    #[serde(default, deserialize_with = "known")]
    language: Option<String>,
    #[serde(default, deserialize_with = "known")]
    remind: Option<Remind>,
    #[serde(default, deserialize_with = "known")]
    auto: Option<bool>,
    #[serde(default, deserialize_with = "known")]
    clock: Option<TimeControl>,
    #[serde(default, deserialize_with = "known")]
    rated: Option<bool>,
    #[serde(default, deserialize_with = "known")]
    hints: Option<bool>,
    #[serde(default, deserialize_with = "known")]
    reviews: Option<bool>,
    #[serde(default, deserialize_with = "known")]
    challenges: Option<Challengers>,
    #[serde(default, deserialize_with = "known")]
    play: Option<bool>,
    #[serde(default, deserialize_with = "known")]
    tips: Option<bool>,
    #[serde(default, deserialize_with = "known")]
    quiet: Option<Quiet>,
    #[serde(default, deserialize_with = "known")]
    games: Option<Games>,
    #[serde(default, deserialize_with = "known")]
    tutorial: Option<Box<Learned>>,
    #[serde(default, deserialize_with = "known")]
    puzzles: Option<Box<Puzzled>>,
    #[serde(default, deserialize_with = "known")]
    announcements: Option<Announcements>,
    #[serde(default, deserialize_with = "known")]
    announceto: Option<Box<TableKey>>,
    #[serde(default, deserialize_with = "known")]
    daily: Option<Box<TableKey>>,
    #[serde(default)]
    flipped: bool,
}

/// A value; nothing if a later version wrote one that this version does not know.
fn known<'de, D: Deserializer<'de>, T: DeserializeOwned>(stored: D) -> Result<Option<T>, D::Error> {
    let value = serde_json::Value::deserialize(stored)?;
    Ok(serde_json::from_value(value).ok())
}

impl From<StoredSettings> for Settings {
    fn from(stored: StoredSettings) -> Self {
        Self {
            theme: stored.theme,
            view: stored.view.or(stored.flipped.then_some(Color::Black)),
            prefix: stored.prefix,
            language: stored.language,
            remind: stored.remind,
            auto: stored.auto,
            clock: stored.clock,
            rated: stored.rated,
            hints: stored.hints,
            reviews: stored.reviews,
            challenges: stored.challenges,
            play: stored.play,
            tips: stored.tips,
            quiet: stored.quiet,
            games: stored.games,
            tutorial: stored.tutorial,
            puzzles: stored.puzzles,
            announcements: stored.announcements,
            announceto: stored.announceto,
            daily: stored.daily,
        }
    }
}
