//! The settings file, `config.toml`: read, checked, and turned into what the rooms need.
//!
//! Every key stands in `config.example.toml` with its default. A key that does not exist, or a
//! value that cannot be, is refused with its name and the reason.

use std::io;
use std::path::{Path, PathBuf};

use jiff::SignedDuration;
use serde::Deserialize;
use thiserror::Error;

use crate::picture::{LARGEST, SMALLEST, Theme};
use crate::session::House;

/// Why the settings are refused.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// It is not TOML, or holds a key that does not exist or a value of another kind.
    #[error("{}: {reason}", path.display())]
    Toml {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        reason: Box<toml::de::Error>,
    },
    /// A value cannot be.
    #[error("{}: {key}: {reason}", path.display())]
    Value {
        /// Which file.
        path: PathBuf,
        /// The key, with its table: `pictures.size`.
        key: &'static str,
        /// Why it cannot be.
        reason: String,
    },
}

/// The checked settings.
#[derive(Debug, Clone)]
pub struct Config {
    /// What a command begins with in the chat, where a platform has no prefix of its own.
    pub prefix: String,
    /// What the session needs to know.
    pub house: House,
    /// Width of board pictures in pixels.
    pub picture_size: u32,
    /// The console's settings.
    pub console: Console,
}

/// Settings of the console chat.
#[derive(Debug, Clone)]
pub struct Console {
    /// The database file.
    pub database: PathBuf,
    /// Where pictures and exported files go.
    pub pictures: PathBuf,
}

/// Longest challenge that may wait: a year.
const LONGEST_CHALLENGE: SignedDuration = SignedDuration::from_hours(365 * 24);

/// Longest prefix, in characters: what is longer nobody wants to type.
const LONGEST_PREFIX: usize = 10;

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Raw {
    prefix: Option<String>,
    challenges: RawChallenges,
    pictures: RawPictures,
    console: RawConsole,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawChallenges {
    last: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawPictures {
    theme: Option<String>,
    size: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawConsole {
    database: Option<PathBuf>,
    pictures: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            prefix: "!".to_owned(),
            house: House {
                challenge_lasts: SignedDuration::from_hours(24),
                themes: Theme::ALL.iter().map(ToString::to_string).collect(),
            },
            picture_size: 1000,
            console: Console {
                database: "ringleader-console.db".into(),
                pictures: "ringleader-pictures".into(),
            },
        }
    }
}

impl Config {
    /// Reads and checks a settings file.
    ///
    /// # Errors
    ///
    /// The first thing in it that cannot be, with its key.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|reason| ConfigError::File {
            path: path.to_owned(),
            reason,
        })?;
        let raw = toml::from_str(&text).map_err(|reason| ConfigError::Toml {
            path: path.to_owned(),
            reason: Box::new(reason),
        })?;
        Self::check(path, raw)
    }

    fn check(path: &Path, raw: Raw) -> Result<Self, ConfigError> {
        let value = |key, reason: String| ConfigError::Value {
            path: path.to_owned(),
            key,
            reason,
        };
        let mut config = Self::default();
        if let Some(prefix) = raw.prefix {
            if prefix.is_empty()
                || prefix.chars().count() > LONGEST_PREFIX
                || prefix.contains(|c: char| c.is_whitespace() || c.is_control())
            {
                return Err(value(
                    "prefix",
                    format!("has to be 1 to {LONGEST_PREFIX} characters without blanks"),
                ));
            }
            if prefix.ends_with(char::is_alphanumeric) {
                return Err(value(
                    "prefix",
                    "has to end in a sign such as «!», or it would run into the command".into(),
                ));
            }
            config.prefix = prefix;
        }
        if let Some(last) = raw.challenges.last {
            let duration: SignedDuration = last.parse().map_err(|_| {
                value(
                    "challenges.last",
                    format!("«{last}» is not a time span such as «24h» or «90m»"),
                )
            })?;
            if duration <= SignedDuration::ZERO || duration > LONGEST_CHALLENGE {
                return Err(value(
                    "challenges.last",
                    "has to be more than nothing and at most a year".into(),
                ));
            }
            config.house.challenge_lasts = duration;
        }
        if let Some(theme) = raw.pictures.theme {
            let themes = &mut config.house.themes;
            let Some(place) = themes.iter().position(|known| *known == theme) else {
                return Err(value(
                    "pictures.theme",
                    format!("«{theme}» is none of {}", themes.join(", ")),
                ));
            };
            themes[..=place].rotate_right(1);
        }
        if let Some(size) = raw.pictures.size {
            if !(SMALLEST..=LARGEST).contains(&size) {
                return Err(value(
                    "pictures.size",
                    format!("{size} is not between {SMALLEST} and {LARGEST}"),
                ));
            }
            config.picture_size = size;
        }
        for (given, setting, key) in [
            (
                raw.console.database,
                &mut config.console.database,
                "console.database",
            ),
            (
                raw.console.pictures,
                &mut config.console.pictures,
                "console.pictures",
            ),
        ] {
            if let Some(path) = given {
                if path.as_os_str().is_empty() {
                    return Err(value(key, "must not be empty".into()));
                }
                *setting = path;
            }
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, ConfigError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, text).unwrap();
        Config::read(&path)
    }

    #[test]
    fn the_example_holds_every_key_and_the_defaults() {
        let example = include_str!("../config.example.toml");
        let from_example = format!("{:?}", read(example).unwrap());
        assert_eq!(from_example, format!("{:?}", Config::default()));
        for key in ["prefix", "last", "theme", "size", "database", "pictures"] {
            assert!(
                example
                    .lines()
                    .any(|line| line.starts_with(&format!("{key} ="))),
                "{key}"
            );
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_key() {
        for (text, told) in [
            ("prefx = '!'", "prefx"),
            ("prefix = ''", "prefix"),
            ("prefix = 'yinsh'", "prefix"),
            ("prefix = 3", "prefix"),
            ("[pictures]\nsize = 399", "pictures.size"),
            ("[pictures]\nsize = -1", "size"),
            ("[pictures]\ntheme = 'neon'", "pictures.theme"),
            ("[challenges]\nlast = 'long'", "challenges.last"),
            ("[challenges]\nlast = '0s'", "challenges.last"),
            ("[challenges]\nlast = '9000h'", "challenges.last"),
            ("[console]\ndatabase = ''", "console.database"),
            ("[consul]", "consul"),
            ("no toml", "config.toml"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
        let config = read("[pictures]\ntheme = 'contrast'\n[challenges]\nlast = '90m'").unwrap();
        assert_eq!(config.house.themes, ["contrast", "classic", "dark"]);
        assert_eq!(config.house.challenge_lasts, SignedDuration::from_mins(90));
    }
}
