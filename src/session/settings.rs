//! Settings: what a person, a table, a server and the operator can set, as one value each.

pub(super) mod keys;
mod quiet;
mod stored;
mod values;

use std::collections::BTreeMap;

use jiff::Timestamp;
pub use quiet::Quiet;
pub(super) use quiet::{Hours, quiet_around};
use serde::{Deserialize, Serialize};
use stored::StoredSettings;
pub use values::{Announcements, Challengers, Games, Remind};

use super::learned::Learned;
use super::person::{Person, TableKey};
use super::puzzled::Puzzled;
use super::time_control::TimeControl;
use crate::game::Color;

/// What can be set at one level. What is absent is inherited from the level below: a person's
/// settings go over the table's, the table's over the channel's, the channel's over the server's,
/// the server's over those of the configuration.
///
/// A setting is added here and in [`Settings::over`]; everything else carries the value whole.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "StoredSettings")]
pub struct Settings {
    /// Name of the pictures' theme.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// The side from which the board is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Color>,
    /// What a command begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// The language of replies, as a BCP 47 tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Where a person is reminded of their turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remind: Option<Remind>,
    /// Whether decisions without alternative are taken for the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto: Option<bool>,
    /// How long players may think if a challenge does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Whether a challenge that does not say so is to a rated game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Whether hints are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// Whether finished games are reviewed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviews: Option<bool>,
    /// Who may challenge others there, or this person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenges: Option<Challengers>,
    /// Whether the bot plays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<bool>,
    /// Whether replies suggest further commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tips: Option<bool>,
    /// When the bot says nothing by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<Quiet>,
    /// Where games begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Games>,
    /// How far a person is in the tutorial. It has no key: the tutorial alone changes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tutorial: Option<Box<Learned>>,
    /// How a person does with puzzles. It has no key, either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<Box<Puzzled>>,
    /// What is announced of what happens there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcements: Option<Announcements>,
    /// The channel in which it is announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announceto: Option<Box<TableKey>>,
    /// Where the puzzle of the day is posted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily: Option<Box<TableKey>>,
}

/// Whose settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// A person's own.
    Person,
    /// Those of a channel and its threads, or of a room.
    Channel,
    /// Those of a server.
    Server,
}

/// A change of the settings of one scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingsChange {
    /// What is present is set; the rest stays as it is.
    Set(Settings),
    /// The setting of this name is inherited again.
    Reset(&'static str),
}

/// What a person may set besides their own settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rights {
    /// The settings of the channel or room.
    pub channel: bool,
    /// The settings of the server.
    pub server: bool,
}

/// What a table inherits, by level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlaceSettings {
    /// The settings of its channel.
    pub channel: Settings,
    /// The settings of its server.
    pub server: Settings,
    /// The settings of the platform, and of the configuration.
    pub platform: Settings,
}

impl PlaceSettings {
    /// All levels in one.
    #[must_use]
    pub fn inherited(&self) -> Settings {
        self.of_place().over(&self.platform)
    }

    /// What is set for the channel and the server.
    #[must_use]
    pub fn of_place(&self) -> Settings {
        let settings = self.channel.over(&self.server);
        match self.platform.command_prefix() {
            // Where a command is never a plain message, nothing can change that.
            "" => Settings {
                prefix: None,
                ..settings
            },
            _ => settings,
        }
    }
}

impl Rights {
    /// All rights.
    pub const ALL: Self = Self {
        channel: true,
        server: true,
    };
}

impl Settings {
    /// These settings, with what they leave open taken from the level below.
    #[must_use]
    pub fn over(&self, below: &Self) -> Self {
        let pick = |own: &Option<String>, below: &Option<String>| own.clone().or(below.clone());
        Self {
            theme: pick(&self.theme, &below.theme),
            view: self.view.or(below.view),
            prefix: pick(&self.prefix, &below.prefix),
            language: pick(&self.language, &below.language),
            remind: self.remind.or(below.remind),
            auto: self.auto.or(below.auto),
            clock: self.clock.or(below.clock),
            rated: self.rated.or(below.rated),
            hints: self.hints.or(below.hints),
            reviews: self.reviews.or(below.reviews),
            challenges: self.challenges.or(below.challenges),
            play: self.play.or(below.play),
            tips: self.tips.or(below.tips),
            quiet: self.quiet.clone().or(below.quiet.clone()),
            games: self.games.or(below.games),
            tutorial: self.tutorial.clone().or(below.tutorial.clone()),
            puzzles: self.puzzles.clone().or(below.puzzles.clone()),
            announcements: self.announcements.or(below.announcements),
            announceto: self.announceto.clone().or(below.announceto.clone()),
            daily: self.daily.clone().or(below.daily.clone()),
        }
    }

    /// What holds where nobody has set anything.
    #[must_use]
    pub fn built_in() -> Self {
        Self {
            theme: None,
            view: Some(Color::White),
            prefix: None,
            language: Some("en".to_owned()),
            remind: Some(Remind::default()),
            auto: Some(false),
            clock: Some(TimeControl::default()),
            rated: Some(false),
            hints: Some(true),
            reviews: Some(true),
            challenges: Some(Challengers::Everyone),
            play: Some(true),
            tips: Some(true),
            quiet: Some(Quiet::Off),
            games: Some(Games::Channel),
            tutorial: None,
            puzzles: None,
            announcements: Some(Announcements::Results),
            announceto: None,
            daily: None,
        }
    }

    /// How boards look by these settings, alone.
    #[must_use]
    pub fn looks(&self) -> Self {
        Self {
            theme: self.theme.clone(),
            view: self.view,
            ..Self::default()
        }
    }

    /// Whether the values make sense for a scope: a person has no moderators.
    pub(super) fn fits(&self, scope: Scope) -> bool {
        scope != Scope::Person || self.challenges != Some(Challengers::Moderators)
    }

    /// Settings that set the prefix alone.
    #[must_use]
    pub fn with_prefix(prefix: &str) -> Self {
        Self {
            prefix: Some(prefix.to_owned()),
            ..Self::default()
        }
    }

    /// What a command begins with; empty unless set.
    #[must_use]
    pub fn command_prefix(&self) -> &str {
        self.prefix.as_deref().unwrap_or_default()
    }

    /// The side from which the board is seen: white's, unless set otherwise.
    #[must_use]
    pub fn board_view(&self) -> Color {
        self.view.unwrap_or(Color::White)
    }

    /// Where the person is reminded of their turn: at the table, unless set otherwise.
    #[must_use]
    pub fn reminders(&self) -> Remind {
        self.remind.unwrap_or_default()
    }

    /// Whether decisions without alternative are taken for the person: not unless set.
    #[must_use]
    pub fn plays_forced(&self) -> bool {
        self.auto.unwrap_or_default()
    }

    /// How long players may think if a challenge does not say: for ever, unless set.
    #[must_use]
    pub fn default_clock(&self) -> TimeControl {
        self.clock.unwrap_or_default()
    }

    /// Whether a challenge that does not say so is to a rated game: not unless set.
    #[must_use]
    pub fn rated_by_default(&self) -> bool {
        self.rated.unwrap_or_default()
    }

    /// Whether hints are given: they are, unless that is turned off.
    #[must_use]
    pub fn gives_hints(&self) -> bool {
        self.hints.unwrap_or(true)
    }

    /// Who may challenge others there, or this person: everybody, unless set otherwise.
    #[must_use]
    pub fn challengers(&self) -> Challengers {
        self.challenges.unwrap_or_default()
    }

    /// Whether the bot plays there: it does, unless that is turned off.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.play.unwrap_or(true)
    }

    /// Whether replies suggest further commands: they do, unless that is turned off.
    #[must_use]
    pub fn gives_tips(&self) -> bool {
        self.tips.unwrap_or(true)
    }

    /// Whether each game begins in a thread of its own: not unless set.
    #[must_use]
    pub fn opens_threads(&self) -> bool {
        self.games == Some(Games::Threads)
    }

    /// The channel in which results are announced, if they are.
    #[must_use]
    pub fn results_to(&self) -> Option<&TableKey> {
        match self.announcements.unwrap_or_default() {
            Announcements::Off => None,
            Announcements::Results => self.announceto.as_deref(),
        }
    }

    /// Whether it is quiet there at a moment.
    #[must_use]
    pub(super) fn is_quiet(&self, at: Timestamp) -> bool {
        let hours = self.quiet.as_ref().and_then(Quiet::hours);
        hours.is_some_and(|hours| quiet_around(std::slice::from_ref(hours), at).is_some())
    }

    /// Whether finished games are reviewed: they are, unless that is turned off.
    #[must_use]
    pub fn gives_reviews(&self) -> bool {
        self.reviews.unwrap_or(true)
    }
}

/// What persons have set for themselves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PersonalSettings(BTreeMap<String, Settings>);

impl PersonalSettings {
    /// The settings of a person.
    #[must_use]
    pub fn of(&self, person: &Person) -> Settings {
        self.0.get(&person.id).cloned().unwrap_or_default()
    }
}

impl FromIterator<(String, Settings)> for PersonalSettings {
    /// From pairs of a person's id and settings.
    fn from_iter<I: IntoIterator<Item = (String, Settings)>>(settings: I) -> Self {
        Self(settings.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_inherited() {
        let set = |theme: Option<&str>, view| Settings {
            theme: theme.map(str::to_owned),
            view,
            ..Settings::default()
        };
        let config = Settings {
            prefix: Some("!".to_owned()),
            ..set(Some("classic"), None)
        };
        let table = set(Some("dark"), Some(Color::Black));
        let person = set(None, Some(Color::White));
        let settings = person.over(&table).over(&Settings::default()).over(&config);
        assert_eq!(settings.theme.as_deref(), Some("dark"));
        assert_eq!(settings.board_view(), Color::White);
        assert_eq!(settings.prefix.as_deref(), Some("!"));
        assert_eq!(config.looks(), set(Some("classic"), None));
        assert_eq!(person.looks(), person);
        assert_eq!(settings.language, None);
    }

    #[test]
    fn settings_are_stored_and_read() {
        for (stored, settings) in [
            ("{}", Settings::default()),
            (r#"{"theme":null,"flipped":false}"#, Settings::default()),
            (
                r#"{"remind":"by_owl","view":3,"auto":true}"#,
                Settings {
                    auto: Some(true),
                    ..Settings::default()
                },
            ),
            (
                r#"{"theme":"dark","flipped":true}"#,
                Settings {
                    theme: Some("dark".to_owned()),
                    view: Some(Color::Black),
                    ..Settings::default()
                },
            ),
        ] {
            let read: Settings = serde_json::from_str(stored).unwrap();
            assert_eq!(read, settings, "{stored}");
            let written = serde_json::to_string(&read).unwrap();
            assert_eq!(serde_json::from_str::<Settings>(&written).unwrap(), read);
        }
    }
}
