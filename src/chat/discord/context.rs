//! What the parts of the adapter share: the bot's account, the REST client, where the bot plays,
//! and what is known of channels.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use serenity::all::ChannelId;
use serenity::http::Route;
use tokio::sync::watch;

use super::answer_places::AnswerPlaces;
use super::cursors::ReadCursors;
use super::error::RequestFailure;
use super::greetings::Greetings;
use super::interaction::Interactions;
use super::markdown::link;
use super::notices::Notices;
use super::presence::Presence;
use super::rest::RestClient;
use super::snowflake::id_of;
use super::unseen::Unseen;
use super::upkeep::ThreadUpkeep;
use crate::chat::common::background::BackgroundTasks;
use crate::chat::common::cooldown::Cooldown;
use crate::chat::common::platform::DISCORD;
use crate::config;
use crate::host::{Host, StoreError};
use crate::lock::lock;
use crate::session::{Person, TableKey};
use crate::words::Words;

/// Channels whose parents are cached. The others are asked for again.
const MAX_CACHED_CHANNELS: usize = 100_000;

/// The longest that a channel goes without threads because Discord asked for it.
const MAX_THREAD_PAUSE: Duration = Duration::from_secs(60 * 60);

/// Channels whose thread pauses are remembered.
const MAX_THREAD_PAUSES: usize = 10_000;

/// How long somebody is not told again how to install the bot.
const TIP_INTERVAL: Duration = Duration::from_hours(30 * 24);

/// People who are remembered for that.
const MAX_TIPS: usize = 10_000;

/// Channel types that are threads:
/// <https://discord.com/developers/docs/resources/channel#channel-object-channel-types>.
const THREAD_TYPES: [u64; 3] = [10, 11, 12];

/// The type of a private thread.
const PRIVATE_THREAD: u64 = 12;

/// Where the bot plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlayedPlaces {
    /// The servers; empty for all.
    guilds: Vec<u64>,
    /// The channels; empty for all.
    channels: Vec<u64>,
}

impl PlayedPlaces {
    fn new(settings: &config::Discord) -> Self {
        Self {
            guilds: settings.guilds.clone(),
            channels: settings.channels.clone(),
        }
    }
}

/// What the parts of the adapter share.
pub(super) struct DiscordContext {
    /// The bot's user id.
    pub(super) me: u64,
    pub(super) bot: Person,
    /// Where the bot plays, and each change of that.
    playing: watch::Sender<PlayedPlaces>,
    /// Held while the commands are registered.
    pub(super) registering: tokio::sync::Mutex<()>,
    pub(super) rest: Arc<RestClient>,
    pub(super) words: Words,
    pub(super) interactions: Interactions,
    pub(super) cursors: ReadCursors,
    pub(super) unseen: Arc<Unseen>,
    pub(super) answer_places: AnswerPlaces,
    pub(super) background: BackgroundTasks,
    /// The parent of each known channel that is a thread; `None` for one that is not.
    parents: Mutex<HashMap<u64, Option<u64>>>,
    /// Whether each known thread is a private one, which never changes.
    private_threads: Mutex<HashMap<u64, bool>>,
    pub(super) notices: Notices,
    pub(super) upkeep: ThreadUpkeep,
    pub(super) presence: Arc<Presence>,
    pub(super) greetings: Arc<Greetings>,
    /// The bot's application, once Discord has named it.
    application: AtomicU64,
    /// Channels in which Discord opens no threads for a while.
    thread_pauses: Cooldown<u64>,
    /// People who have given commands where only those can who have installed the bot, or were told how
    /// to install it.
    tips: Cooldown<u64>,
}

impl DiscordContext {
    pub(super) fn new(settings: &config::Discord, rest: RestClient, me: u64, bot: Person) -> Self {
        Self {
            me,
            words: Words::new(&settings.prefix, &bot.name),
            bot,
            playing: watch::Sender::new(PlayedPlaces::new(settings)),
            registering: tokio::sync::Mutex::default(),
            rest: Arc::new(rest),
            interactions: Interactions::default(),
            cursors: ReadCursors::new(me),
            unseen: Arc::new(Unseen::new(me)),
            answer_places: AnswerPlaces::new(me),
            background: BackgroundTasks::default(),
            parents: Mutex::default(),
            private_threads: Mutex::default(),
            notices: Notices::new(me),
            upkeep: ThreadUpkeep::new(me),
            presence: Arc::default(),
            greetings: Arc::new(Greetings::new(me, settings.greeting)),
            application: AtomicU64::new(me),
            thread_pauses: Cooldown::new(MAX_THREAD_PAUSES),
            tips: Cooldown::new(MAX_TIPS),
        }
    }

    /// Loads what the database knows. What others have stored since is added when it is loaded again.
    pub(super) async fn load(&self, host: &Host) -> Result<(), StoreError> {
        self.cursors.load(host).await?;
        self.answer_places.load(host, &self.interactions).await?;
        self.notices.load(host).await?;
        let is_new = self.cursors.is_empty();
        self.greetings.load(host, is_new).await?;
        self.upkeep.load(host).await
    }

    /// Writes what the database does not know yet.
    pub(super) async fn write(&self, host: &Host) {
        self.cursors.write(host).await;
        self.notices.write(host).await;
        self.greetings.write(host).await;
    }

    /// Applies where the bot plays by a changed configuration.
    pub(super) fn reconfigure(&self, settings: &config::Discord) {
        let places = PlayedPlaces::new(settings);
        self.playing.send_if_modified(|playing| {
            let is_new = *playing != places;
            *playing = places;
            is_new
        });
    }

    /// Where the bot plays, and each change of that.
    pub(super) fn playing(&self) -> watch::Receiver<PlayedPlaces> {
        self.playing.subscribe()
    }

    /// The servers in which the bot plays; empty for all.
    pub(super) fn guilds(&self) -> Vec<u64> {
        self.playing.borrow().guilds.clone()
    }

    /// Whether the bot plays wherever it is asked to.
    pub(super) fn plays_everywhere(&self) -> bool {
        let playing = self.playing.borrow();
        playing.guilds.is_empty() && playing.channels.is_empty()
    }

    /// The bot's application. Until Discord names it, its id is taken for the bot's, as it mostly is.
    pub(super) fn application(&self) -> u64 {
        self.application.load(Ordering::Relaxed)
    }

    /// Notes which application the bot belongs to.
    pub(super) fn set_application(&self, application: u64) {
        self.application.store(application, Ordering::Relaxed);
    }

    /// Whether the bot plays in a server, or in private chats.
    pub(super) fn plays_in_guild(&self, guild: Option<u64>) -> bool {
        let guilds = &self.playing.borrow().guilds;
        guild.is_none_or(|guild| guilds.is_empty() || guilds.contains(&guild))
    }

    /// Whether the bot plays at a table of a server.
    pub(super) fn plays_at(&self, table: &TableKey) -> bool {
        let channels = &self.playing.borrow().channels;
        let listed = |id: &str| id.parse().is_ok_and(|id: u64| channels.contains(&id));
        channels.is_empty() || listed(&table.channel) || table.thread.as_deref().is_some_and(listed)
    }

    /// The table of a channel, which is a thread if it has a parent.
    pub(super) fn table_in(channel: u64, parent: Option<u64>) -> TableKey {
        match parent {
            Some(parent) => TableKey {
                thread: Some(channel.to_string()),
                ..TableKey::channel(DISCORD, parent.to_string())
            },
            None => TableKey::channel(DISCORD, channel.to_string()),
        }
    }

    /// Caches the parent of a channel.
    pub(super) fn cache_parent(&self, channel: u64, parent: Option<u64>) {
        let mut parents = lock(&self.parents);
        if parents.len() >= MAX_CACHED_CHANNELS {
            parents.clear();
        }
        parents.insert(channel, parent);
    }

    /// Caches whether a thread is a private one.
    pub(super) fn cache_private(&self, thread: u64, private: bool) {
        let mut known = lock(&self.private_threads);
        if known.len() >= MAX_CACHED_CHANNELS {
            known.clear();
        }
        known.insert(thread, private);
    }

    /// Whether a thread is a private one, if that is known without asking.
    pub(super) fn is_private_thread(&self, thread: u64) -> Option<bool> {
        lock(&self.private_threads).get(&thread).copied()
    }

    /// Whether a channel, as Discord tells it, is a private thread.
    pub(super) fn tells_private_thread(channel: &Value) -> bool {
        channel["type"] == PRIVATE_THREAD
    }

    /// Whether a channel is known to be a thread.
    pub(super) fn is_thread(&self, channel: u64) -> bool {
        let cached = lock(&self.parents).get(&channel).copied().flatten();
        cached.is_some()
            || self
                .cursors
                .table(channel)
                .is_some_and(|table| table.thread.is_some())
    }

    /// The table of a channel, if it is known without asking.
    pub(super) fn known_table(&self, channel: u64) -> Option<TableKey> {
        let known = self.cursors.table(channel);
        if let Some(table) = known.or_else(|| self.answer_places.table(channel)) {
            return Some(table);
        }
        let cached = lock(&self.parents).get(&channel).copied()?;
        Some(Self::table_in(channel, cached))
    }

    /// The table of a channel. Events in a thread name only the thread.
    pub(super) async fn table(&self, channel: u64) -> Result<TableKey, RequestFailure> {
        if let Some(table) = self.known_table(channel) {
            return Ok(table);
        }
        let route = Route::Channel {
            channel_id: ChannelId::new(channel),
        };
        let found = self.rest.get(route, Vec::new()).await?;
        let is_thread = found["type"]
            .as_u64()
            .is_some_and(|kind| THREAD_TYPES.contains(&kind));
        let parent = is_thread.then(|| id_of(&found["parent_id"])).flatten();
        self.cache_parent(channel, parent);
        self.cache_private(channel, Self::tells_private_thread(&found));
        Ok(Self::table_in(channel, parent))
    }

    /// Whether a channel is a private chat, as far as is known.
    pub(super) fn is_private(&self, channel: u64) -> bool {
        self.cursors.is_private(channel) || self.answer_places.is_private(channel)
    }

    /// What leads to a channel.
    pub(super) fn link(&self, channel: u64) -> String {
        link(channel, self.is_private(channel))
    }

    /// Whether somebody, who does something where only those can give commands who have installed the
    /// bot, may not have: true once in a while. Whoever gives a command has.
    pub(super) fn may_lack_the_bot(&self, person: u64) -> bool {
        self.tips.start(person, TIP_INTERVAL)
    }

    /// Opens no threads in a channel for a while.
    pub(super) fn pause_threads(&self, channel: u64, wait: Duration) {
        self.thread_pauses.hold(channel, wait.min(MAX_THREAD_PAUSE));
    }

    /// For how long no threads are opened in a channel.
    pub(super) fn threads_paused(&self, channel: u64) -> Option<Duration> {
        self.thread_pauses.left(&channel)
    }
}
