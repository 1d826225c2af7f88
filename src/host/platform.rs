//! A chat platform, as it is given to the host and as the host uses it.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

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

/// The platforms of a host. Each is attached once it is connected, and does not count before.
pub(super) struct Platforms {
    by_name: HashMap<String, OnceLock<PlatformEntry>>,
    /// The settings that all platforms inherit.
    defaults: Settings,
}

impl Platforms {
    /// These platforms, none of which is attached yet.
    pub(super) fn new(names: Vec<String>, defaults: Settings) -> Self {
        let by_name = names.into_iter().map(|name| (name, OnceLock::new()));
        Self {
            by_name: by_name.collect(),
            defaults,
        }
    }

    /// Attaches a platform. False if there is none of that name, or it is attached already.
    pub(super) fn attach(&self, platform: Platform) -> bool {
        let Some(slot) = self.by_name.get(&platform.name) else {
            return false;
        };
        let settings = platform.settings.over(&self.defaults);
        let entry = PlatformEntry {
            words: Words::new(settings.command_prefix(), &platform.bot.name),
            bot: platform.bot,
            settings,
            transport: platform.transport,
            throttled: platform.throttled,
        };
        slot.set(entry).is_ok()
    }

    /// An attached platform.
    pub(super) fn get(&self, name: &str) -> Option<&PlatformEntry> {
        self.by_name.get(name)?.get()
    }

    /// The names of the attached platforms.
    pub(super) fn attached(&self) -> impl Iterator<Item = &String> {
        let attached = self.by_name.iter().filter(|(_, slot)| slot.get().is_some());
        attached.map(|(name, _)| name)
    }
}
