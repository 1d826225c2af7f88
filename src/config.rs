//! Configuration: reads and checks the operator's `config.toml`.
//!
//! `config.example.toml` lists every key with its default. An unknown or missing key, or an invalid
//! value, is refused with its name and the reason.

mod backup;
mod checks;
mod discord;
mod engine;
mod error;
mod http;
mod log;
mod matrix;
mod players;
mod processes;
mod reload;
mod retention;
mod secret;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use jiff::SignedDuration;
use serde::Deserialize;
use yinsh::openings::{Openings, OpeningsError};

use backup::RawBackup;
pub use backup::{Backup, KeepBackups};
use checks::{checked_path, checked_prefix};
pub use discord::Discord;
use discord::RawDiscord;
pub use engine::EngineConfig;
use engine::RawEngine;
pub use error::ConfigError;
use error::Fault;
pub use http::Http;
use http::RawHttp;
pub use log::LogFormat;
use log::RawLog;
use matrix::RawMatrix;
pub use matrix::{Login, Matrix, Refresh};
#[cfg(feature = "matrix")]
pub(crate) use matrix::{check_homeserver, check_inviter};
pub use players::ProgramPlayer;
use players::RawPlayer;
use processes::RawProcesses;
pub use reload::{LIVE_KEYS, Reloaded, ReloadedFile};
use retention::RawRetention;
pub use retention::Retention;
pub use secret::Environment;

use crate::picture::{LARGEST, SMALLEST, Theme};
use crate::session::{Policy, Settings, TimeControl};
use crate::store::{DatabaseLocation, ProcessOptions};
use crate::words::Words;

/// The checked configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// What the session needs of it.
    pub policy: Policy,
    /// Width of board pictures in pixels.
    pub picture_size: u32,
    /// How much of the machine the engine may use.
    pub engine: EngineConfig,
    /// Other programs that people can play against.
    pub players: Vec<ProgramPlayer>,
    /// How long data are kept.
    pub retention: Retention,
    /// The backups that the running bot makes, if it does.
    pub backup: Option<Backup>,
    /// The settings that every platform inherits.
    pub settings: Settings,
    /// The database of the chat platforms.
    pub database: DatabaseLocation,
    /// How this process shares the database with others, if it does.
    pub processes: Option<ProcessOptions>,
    /// Where the program tells how it is, if it does.
    pub http: Option<Http>,
    /// What a line of the log is.
    pub log: LogFormat,
    /// The console's settings.
    pub console: Console,
    /// The section for Discord, if there is one.
    pub discord: Option<Discord>,
    /// The section for Matrix, if there is one.
    pub matrix: Option<Matrix>,
}

/// The section `[console]`.
#[derive(Debug, Clone)]
pub struct Console {
    /// The database.
    pub database: DatabaseLocation,
    /// The folder for pictures and exported files.
    pub pictures: PathBuf,
}

/// Longest time that a challenge may wait: a year.
const LONGEST_CHALLENGE: SignedDuration = SignedDuration::from_hours(365 * 24);

/// The file, unchecked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Raw {
    prefix: Option<String>,
    language: Option<String>,
    database: Option<PathBuf>,
    openings: Option<PathBuf>,
    challenges: RawChallenges,
    pictures: RawPictures,
    engine: RawEngine,
    players: BTreeMap<String, RawPlayer>,
    retention: RawRetention,
    backup: Option<RawBackup>,
    processes: RawProcesses,
    http: Option<RawHttp>,
    log: RawLog,
    console: RawConsole,
    discord: Option<RawDiscord>,
    matrix: Option<RawMatrix>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [challenges]")]
struct RawChallenges {
    last: Option<String>,
    time: Option<String>,
    rated: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [pictures]")]
struct RawPictures {
    theme: Option<String>,
    size: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [console]")]
struct RawConsole {
    database: Option<PathBuf>,
    pictures: Option<PathBuf>,
}

/// The openings that are part of the program.
static OPENINGS: LazyLock<Arc<Openings>> = LazyLock::new(|| {
    // A test proves that the file can be read; without it nothing is known of openings.
    Arc::new(
        include_str!("../assets/openings.txt")
            .parse()
            .unwrap_or_default(),
    )
});

/// Games that one person may play at a time: more than anybody follows, and few enough to be no
/// burden to others.
const MOST_GAMES: u32 = 30;

impl Default for Config {
    fn default() -> Self {
        Self {
            policy: Policy {
                challenge_lasts: SignedDuration::from_hours(24),
                languages: Words::languages(),
                themes: Theme::ALL.iter().map(ToString::to_string).collect(),
                most_games: MOST_GAMES,
                programs: Vec::new(),
                openings: Arc::clone(&OPENINGS),
            },
            picture_size: 1000,
            engine: EngineConfig::default(),
            players: Vec::new(),
            retention: Retention::default(),
            backup: None,
            processes: None,
            settings: Settings {
                theme: Some(Theme::default().to_string()),
                clock: Some(TimeControl::Untimed),
                rated: Some(false),
                ..Settings::with_prefix("!")
            },
            database: DatabaseLocation::File("ringleader.db".into()),
            http: None,
            log: LogFormat::default(),
            console: Console {
                database: DatabaseLocation::File("ringleader-console.db".into()),
                pictures: "ringleader-pictures".into(),
            },
            discord: None,
            matrix: None,
        }
    }
}

impl Config {
    /// Reads and checks a file. Secrets may come from the environment instead.
    ///
    /// # Errors
    ///
    /// The first invalid key, with the reason.
    pub fn read(path: &Path, environment: Environment<'_>) -> Result<Self, ConfigError> {
        let text = text(path)?;
        let raw = error::from_toml(path, &text)?;
        Self::check(raw, environment).map_err(|fault| fault.in_file(path))
    }

    fn check(raw: Raw, environment: Environment<'_>) -> Result<Self, Fault> {
        let mut config = Self::default();
        if let Some(prefix) = raw.prefix {
            config.settings.prefix = Some(checked_prefix("prefix", prefix)?);
        }
        if let Some(language) = raw.language {
            let languages = &config.policy.languages;
            if !languages.contains(&language) {
                return Err(Fault::new(
                    "language",
                    format!("\"{language}\" is none of {}", languages.join(", ")),
                ));
            }
            config.settings.language = Some(language);
        }
        if let Some(path) = raw.openings {
            config.policy.openings = checked_openings(path)?;
        }
        if let Some(last) = raw.challenges.last {
            config.policy.challenge_lasts = checked_challenge(&last)?;
        }
        config.settings.rated = Some(raw.challenges.rated);
        if let Some(time) = raw.challenges.time {
            let clock: TimeControl = time
                .parse()
                .map_err(|reason| Fault::new("challenges.time", format!("\"{time}\": {reason}")))?;
            config.settings.clock = Some(clock);
        }
        if let Some(theme) = raw.pictures.theme {
            let themes = &config.policy.themes;
            if !themes.contains(&theme) {
                return Err(Fault::new(
                    "pictures.theme",
                    format!("\"{theme}\" is none of {}", themes.join(", ")),
                ));
            }
            config.settings.theme = Some(theme);
        }
        if let Some(size) = raw.pictures.size {
            if !(SMALLEST..=LARGEST).contains(&size) {
                return Err(Fault::new(
                    "pictures.size",
                    format!("{size} is not between {SMALLEST} and {LARGEST}"),
                ));
            }
            config.picture_size = size;
        }
        config.engine = raw.engine.check()?;
        config.players = players::check(raw.players)?;
        let names = config.players.iter().map(|player| player.name.clone());
        config.policy.programs = names.collect();
        config.retention = raw.retention.check()?;
        config.backup = raw.backup.map(RawBackup::check).transpose()?;
        config.processes = raw.processes.check()?;
        config.http = raw.http.map(RawHttp::check).transpose()?;
        config.log = raw.log.check()?;
        for (given, setting, key) in [
            (raw.database, &mut config.database, "database"),
            (
                raw.console.database,
                &mut config.console.database,
                "console.database",
            ),
        ] {
            if let Some(text) = given {
                *setting = checked_database(key, text)?;
            }
        }
        if let Some(path) = raw.console.pictures {
            config.console.pictures = checked_path("console.pictures", path)?;
        }
        if config.backup.is_some() {
            let reason = match &config.database {
                DatabaseLocation::File(_) => None,
                DatabaseLocation::Memory => {
                    Some("a database in memory is gone when the program ends".to_owned())
                }
                server @ DatabaseLocation::Postgres(_) => Some(format!(
                    "the database {server} is on a server: have its operator back it up"
                )),
            };
            if let Some(reason) = reason {
                return Err(Fault::new("backup", reason));
            }
        }
        if config.processes.is_some() && !matches!(config.database, DatabaseLocation::Postgres(_)) {
            return Err(Fault::new(
                "processes.several",
                format!(
                    "the database {} is not on a PostgreSQL server: only those can be shared",
                    config.database
                ),
            ));
        }
        config.discord = raw
            .discord
            .map(|discord| {
                let prefix = config.settings.command_prefix();
                discord.check(prefix, config.processes.is_some(), environment)
            })
            .transpose()?;
        config.matrix = raw
            .matrix
            .map(|matrix| matrix.check(config.settings.command_prefix(), environment))
            .transpose()?;
        Ok(config)
    }
}

fn checked_database(key: &'static str, text: PathBuf) -> Result<DatabaseLocation, Fault> {
    let text = checked_path(key, text)?;
    DatabaseLocation::read(text).map_err(|error| Fault::new(key, error.to_string()))
}

fn text(path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path).map_err(|reason| ConfigError::File {
        path: path.to_owned(),
        reason,
    })
}

/// Reads what `ringleader openings build` wrote.
fn checked_openings(path: PathBuf) -> Result<Arc<Openings>, Fault> {
    let path = checked_path("openings", path)?;
    let fault = |reason: String| Fault::new("openings", format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|error| fault(error.to_string()))?;
    let openings: Openings = text
        .parse()
        .map_err(|error: OpeningsError| fault(error.to_string()))?;
    if openings.is_empty() {
        return Err(fault("there is no opening in it".to_owned()));
    }
    Ok(Arc::new(openings))
}

fn checked_challenge(last: &str) -> Result<SignedDuration, Fault> {
    let fault = |reason| Fault::new("challenges.last", reason);
    let duration: SignedDuration = last.parse().map_err(|_| {
        fault(format!(
            "\"{last}\" is not a time span such as \"24h\" or \"90m\""
        ))
    })?;
    if duration <= SignedDuration::ZERO || duration > LONGEST_CHALLENGE {
        return Err(fault(
            "has to be more than nothing and at most a year".to_owned(),
        ));
    }
    Ok(duration)
}

#[cfg(test)]
mod tests;
