//! A chat platform, as it is given to the host and as the host uses it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::transport::Transport;
use crate::session::Person;
use crate::words::Words;

/// A chat platform.
pub struct Platform {
    /// Its name, as in [`TableKey::platform`](crate::session::TableKey::platform).
    pub name: String,
    /// The bot as the platform knows it.
    pub bot: Person,
    /// What a command starts with: `!`. Empty where a command is never a plain message.
    pub prefix: String,
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
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

/// A platform as the host uses it.
pub(super) struct PlatformEntry {
    pub(super) bot: Person,
    pub(super) prefix: String,
    pub(super) words: Words,
    pub(super) transport: Arc<dyn Transport>,
    pub(super) throttled: bool,
}

/// All platforms, by name.
pub(super) type Platforms = HashMap<String, PlatformEntry>;

/// The platforms by name.
pub(super) fn by_name(platforms: Vec<Platform>) -> Platforms {
    platforms
        .into_iter()
        .map(|platform| {
            let entry = PlatformEntry {
                words: Words::new(&platform.prefix, &platform.bot.name),
                bot: platform.bot,
                prefix: platform.prefix,
                transport: platform.transport,
                throttled: platform.throttled,
            };
            (platform.name, entry)
        })
        .collect()
}
