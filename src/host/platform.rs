//! A chat platform, as it is given to the host and as the host uses it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::transport::Transport;
use crate::session::{Person, Settings};
use crate::words::Words;

/// A chat platform.
pub struct Platform {
    /// Its name, as in [`TableKey::platform`](crate::session::TableKey::platform).
    pub name: String,
    /// The bot as the platform knows it.
    pub bot: Person,
    /// The settings that its tables inherit. The prefix is empty where a command is never a plain
    /// message.
    pub settings: Settings,
    /// Delivers replies.
    pub transport: Arc<dyn Transport>,
    /// Whether commands are rate-limited. Not where only the operator speaks.
    pub throttled: bool,
}

impl fmt::Debug for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Platform")
            .field("name", &self.name)
            .field("bot", &self.bot)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// A platform as the host uses it.
pub(super) struct PlatformEntry {
    pub(super) bot: Person,
    /// The settings that its tables inherit, those of the configuration included.
    pub(super) settings: Settings,
    pub(super) words: Words,
    pub(super) transport: Arc<dyn Transport>,
    pub(super) throttled: bool,
}

/// All platforms, by name.
pub(super) type Platforms = HashMap<String, PlatformEntry>;

/// The platforms by name. `defaults` are the settings that all platforms inherit.
pub(super) fn by_name(platforms: Vec<Platform>, defaults: &Settings) -> Platforms {
    platforms
        .into_iter()
        .map(|platform| {
            let settings = platform.settings.over(defaults);
            let entry = PlatformEntry {
                words: Words::new(settings.command_prefix(), &platform.bot.name),
                bot: platform.bot,
                settings,
                transport: platform.transport,
                throttled: platform.throttled,
            };
            (platform.name, entry)
        })
        .collect()
}
