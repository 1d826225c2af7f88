//! The section `[retention]`: how long data are kept.

use jiff::SignedDuration;
use serde::Deserialize;

use super::error::Fault;

/// Days that what concerns moderators is kept unless the section says otherwise.
const MODERATION: u32 = 30;

/// Most days that the section may say: a century.
const MOST: u32 = 36_500;

/// The section, checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// How long finished games, and the logs of tables at which nothing happens, are kept; for good if
    /// absent.
    pub games: Option<SignedDuration>,
    /// How long the audit log and notes for moderators are kept.
    pub moderation: SignedDuration,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            games: None,
            moderation: days(MODERATION),
        }
    }
}

/// The section, unchecked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [retention]")]
pub(super) struct RawRetention {
    games: Option<u32>,
    moderation: Option<u32>,
}

impl RawRetention {
    pub(super) fn check(self) -> Result<Retention, Fault> {
        let games = self.games.map(|games| checked("retention.games", games));
        let moderation = self.moderation.unwrap_or(MODERATION);
        Ok(Retention {
            games: games.transpose()?,
            moderation: checked("retention.moderation", moderation)?,
        })
    }
}

fn checked(key: &str, number: u32) -> Result<SignedDuration, Fault> {
    match number {
        1..=MOST => Ok(days(number)),
        _ => {
            let reason = format!("{number} is not a number of days between 1 and {MOST}");
            Err(Fault::new(key, reason))
        }
    }
}

fn days(number: u32) -> SignedDuration {
    SignedDuration::from_hours(24 * i64::from(number))
}
