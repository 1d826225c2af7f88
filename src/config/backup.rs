//! The section `[backup]`: backups that the running bot makes.

use std::path::PathBuf;

use jiff::SignedDuration;
use serde::Deserialize;

use super::checks::checked_path;
use super::error::Fault;

/// Time between two backups unless the section says otherwise.
const EVERY: SignedDuration = SignedDuration::from_hours(24);

/// Shortest time between two backups.
const SHORTEST: SignedDuration = SignedDuration::from_mins(1);

/// Longest time that the section may name: ten years.
const LONGEST: SignedDuration = SignedDuration::from_hours(10 * 366 * 24);

/// How many backups are kept unless the section says otherwise.
const KEEP: u32 = 7;

/// Most backups that may be kept.
const MOST: u32 = 10_000;

/// The section, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// The folder under which backups are made.
    pub directory: PathBuf,
    /// Time between two backups.
    pub every: SignedDuration,
    /// Which are kept.
    pub keep: KeepBackups,
}

/// Which backups are kept. The newest always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepBackups {
    /// The newest, so many.
    Number(u32),
    /// Those that are not older.
    Age(SignedDuration),
}

/// The section, unchecked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [backup]")]
pub(super) struct RawBackup {
    directory: Option<PathBuf>,
    every: Option<String>,
    keep: Option<RawKeep>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a number such as 7 or a time span such as \"30d\""
)]
enum RawKeep {
    Number(i64),
    Age(String),
}

impl RawBackup {
    pub(super) fn check(self) -> Result<Backup, Fault> {
        let directory = self.directory.ok_or_else(|| {
            Fault::new(
                "backup.directory",
                "is missing: name a directory, best on another disk; it is created if it does not \
                 exist",
            )
        })?;
        let directory = checked_path("backup.directory", directory)?;
        if directory.exists() && !directory.is_dir() {
            let reason = format!("{} is not a directory", directory.display());
            return Err(Fault::new("backup.directory", reason));
        }
        let every = match self.every {
            Some(every) => checked_span("backup.every", &every)?,
            None => EVERY,
        };
        let keep = match self.keep {
            None => KeepBackups::Number(KEEP),
            Some(RawKeep::Number(number)) => match u32::try_from(number) {
                Ok(number @ 1..=MOST) => KeepBackups::Number(number),
                _ => {
                    let reason = format!("{number} is not a number between 1 and {MOST}");
                    return Err(Fault::new("backup.keep", reason));
                }
            },
            Some(RawKeep::Age(age)) => KeepBackups::Age(checked_span("backup.keep", &age)?),
        };
        Ok(Backup {
            directory,
            every,
            keep,
        })
    }
}

/// A time span such as `30d`, `24h` or `90m`.
fn checked_span(key: &str, text: &str) -> Result<SignedDuration, Fault> {
    let days = text.trim().strip_suffix('d').map(str::parse::<u32>);
    let span = match days {
        Some(Ok(days)) => Some(SignedDuration::from_hours(24 * i64::from(days))),
        _ => text.parse().ok(),
    };
    let span: SignedDuration = span.ok_or_else(|| {
        let reason = format!("\"{text}\" is not a time span such as \"24h\", \"90m\" or \"30d\"");
        Fault::new(key, reason)
    })?;
    if !(SHORTEST..=LONGEST).contains(&span) {
        let reason = format!("\"{text}\" is not between a minute and ten years");
        return Err(Fault::new(key, reason));
    }
    Ok(span)
}
