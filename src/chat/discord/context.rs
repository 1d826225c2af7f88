//! What the parts of the adapter share: who the bot is, the way to ask Discord, where it plays,
//! and what is known of channels.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt;
use serde_json::{Value, json};
use serenity::all::ChannelId;
use serenity::http::Route;
use tokio::task::AbortHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::PLATFORM;
use super::cursors::ReadCursors;
use super::error::Failure;
use super::interaction::Interactions;
use super::rest::RestClient;
use crate::config;
use crate::lock::lock;
use crate::session::{Person, Phrase, TableKey};
use crate::words::Words;

/// Channels whose threads are kept at hand. What is forgotten is asked for again.
const MOST_PLACES: usize = 100_000;

/// How long somebody who was told what the bot lacks is not told again.
const TOLD_FOR: Duration = Duration::from_secs(60 * 60);

/// Most such things that are remembered.
const MOST_TOLD: usize = 10_000;

/// The longest that a channel goes without threads because Discord asked for it.
const LONGEST_REFUSAL: Duration = Duration::from_secs(60 * 60);

/// Kinds of channels that are threads:
/// <https://discord.com/developers/docs/resources/channel#channel-object-channel-types>.
const THREADS: [u64; 3] = [10, 11, 12];

/// What the bot may lack in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum MissingCapability {
    /// It cannot say anything.
    Sending,
    /// It cannot show pictures.
    Attaching,
    /// It cannot open a thread.
    Threads,
    /// Discord opens no thread at present.
    ThreadsForNow,
}

impl MissingCapability {
    /// The sentence that says what to do about it.
    fn phrase(self) -> Phrase {
        Phrase::new(match self {
            Self::Sending => "discord-cannot-send",
            Self::Attaching => "discord-cannot-attach",
            Self::Threads => "discord-cannot-thread",
            Self::ThreadsForNow => "discord-no-thread-now",
        })
    }
}

/// What the parts of the adapter share.
pub(super) struct DiscordContext {
    pub(super) me: u64,
    pub(super) bot: Person,
    pub(super) prefix: String,
    pub(super) guilds: Vec<u64>,
    channels: Vec<u64>,
    pub(super) rest: RestClient,
    pub(super) words: Words,
    pub(super) interactions: Interactions,
    pub(super) cursors: ReadCursors,
    /// Of channels whether they are threads, and whose.
    places: Mutex<HashMap<u64, Option<u64>>>,
    /// What somebody was told that the bot lacks, and when.
    told: Mutex<HashMap<(u64, MissingCapability), Instant>>,
    /// Until when Discord wants to open no threads in a channel.
    no_threads: Mutex<HashMap<u64, Instant>>,
    /// Background tasks.
    pub(super) tasks: TaskTracker,
    pub(super) stop: CancellationToken,
}

impl DiscordContext {
    pub(super) fn new(settings: &config::Discord, rest: RestClient, me: u64, bot: Person) -> Self {
        Self {
            me,
            words: Words::new(&settings.prefix, &bot.name),
            bot,
            prefix: settings.prefix.clone(),
            guilds: settings.guilds.clone(),
            channels: settings.channels.clone(),
            rest,
            interactions: Interactions::default(),
            cursors: ReadCursors::new(me),
            places: Mutex::default(),
            told: Mutex::default(),
            no_threads: Mutex::default(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
        }
    }

    /// Whether the bot plays in a server, or in private chats.
    pub(super) fn plays_in_guild(&self, guild: Option<u64>) -> bool {
        guild.is_none_or(|guild| self.guilds.is_empty() || self.guilds.contains(&guild))
    }

    /// Whether the bot plays at a table of a server.
    pub(super) fn plays_at(&self, table: &TableKey) -> bool {
        let listed = |id: &str| id.parse().is_ok_and(|id: u64| self.channels.contains(&id));
        self.channels.is_empty()
            || listed(&table.channel)
            || table.thread.as_deref().is_some_and(listed)
    }

    /// The table of a channel that is none, or of a thread of it.
    pub(super) fn table_in(channel: u64, parent: Option<u64>) -> TableKey {
        match parent {
            Some(parent) => TableKey {
                thread: Some(channel.to_string()),
                ..TableKey::channel(PLATFORM, parent.to_string())
            },
            None => TableKey::channel(PLATFORM, channel.to_string()),
        }
    }

    /// Remembers whether a channel is a thread, and whose.
    pub(super) fn note_place(&self, channel: u64, parent: Option<u64>) {
        let mut places = lock(&self.places);
        if places.len() >= MOST_PLACES {
            places.clear();
        }
        places.insert(channel, parent);
    }

    /// Whether a channel is known to be a thread.
    pub(super) fn is_thread(&self, channel: u64) -> bool {
        let noted = lock(&self.places).get(&channel).copied().flatten();
        noted.is_some()
            || self
                .cursors
                .table(channel)
                .is_some_and(|table| table.thread.is_some())
    }

    /// The table of a channel. An event in a thread names only the thread.
    pub(super) async fn table(&self, channel: u64) -> Result<TableKey, Failure> {
        if let Some(table) = self.cursors.table(channel) {
            return Ok(table);
        }
        let known = lock(&self.places).get(&channel).copied();
        if let Some(parent) = known {
            return Ok(Self::table_in(channel, parent));
        }
        let route = Route::Channel {
            channel_id: ChannelId::new(channel),
        };
        let told = self.rest.get(route, Vec::new()).await?;
        let is_thread = told["type"]
            .as_u64()
            .is_some_and(|kind| THREADS.contains(&kind));
        let parent = is_thread.then(|| id_of(&told["parent_id"])).flatten();
        self.note_place(channel, parent);
        Ok(Self::table_in(channel, parent))
    }

    /// Notes that Discord opens no thread in a channel for so long.
    pub(super) fn refuse_threads(&self, channel: u64, wait: Duration) {
        let now = Instant::now();
        // Nobody asks to wait longer than that.
        let until = now + wait.min(LONGEST_REFUSAL);
        let mut refused = lock(&self.no_threads);
        refused.retain(|_, until| *until > now);
        if until > now {
            refused.insert(channel, until);
        }
    }

    /// For how long Discord opens no more threads in a channel.
    pub(super) fn threads_refused(&self, channel: u64) -> Option<Duration> {
        let until = lock(&self.no_threads).get(&channel).copied()?;
        let left = until.saturating_duration_since(Instant::now());
        Some(left).filter(|left| !left.is_zero())
    }

    /// Whether a lack is news: nobody was told lately.
    fn is_news(&self, channel: u64, lack: MissingCapability) -> bool {
        let now = Instant::now();
        let mut told = lock(&self.told);
        if told.len() >= MOST_TOLD {
            told.retain(|_, at| now.duration_since(*at) < TOLD_FOR);
        }
        if told.len() >= MOST_TOLD {
            told.clear();
        }
        let before = told.get(&(channel, lack));
        let news = before.is_none_or(|at| now.duration_since(*at) >= TOLD_FOR);
        if news {
            told.insert((channel, lack), now);
        }
        news
    }

    /// Notes that the bot no longer lacks something: should it again, that is told again.
    pub(super) fn lacks_no_more(&self, channel: u64, lack: MissingCapability) {
        lock(&self.told).remove(&(channel, lack));
    }

    /// Tells, once, that the bot lacks a permission in a channel: the operator in the log, and the
    /// person whom it would have answered in private, if that is possible.
    pub(super) fn tell_lack(
        self: &Arc<Self>,
        channel: u64,
        lack: MissingCapability,
        person: Option<&Person>,
    ) {
        if !self.is_news(channel, lack) {
            return;
        }
        if lack == MissingCapability::ThreadsForNow {
            tracing::warn!(channel, "Discord opens no thread at present");
        } else {
            tracing::warn!(channel, ?lack, "the bot lacks a permission");
        }
        let Some(person) = person.and_then(|person| person.id.parse::<u64>().ok()) else {
            return;
        };
        let context = Arc::clone(self);
        self.spawn_background(async move {
            if let Err(failure) = context.say_privately(person, channel, lack).await {
                tracing::debug!(channel, %failure, "nobody could be told what the bot lacks");
            }
        });
    }

    /// The private chat with somebody.
    async fn private_chat(&self, person: u64) -> Result<Option<u64>, Failure> {
        let told = json!({ "recipient_id": person.to_string() });
        let chat = self.rest.post(Route::UserMeDmChannels, told).await?;
        Ok(id_of(&chat["id"]))
    }

    async fn say_privately(
        &self,
        person: u64,
        channel: u64,
        lack: MissingCapability,
    ) -> Result<(), Failure> {
        let Some(chat) = self.private_chat(person).await? else {
            return Ok(());
        };
        let content = format!(
            "<#{channel}>: {}",
            self.words.sentence(&lack.phrase(), None)
        );
        let route = Route::ChannelMessages {
            channel_id: ChannelId::new(chat),
        };
        let message = json!({ "content": content, "allowed_mentions": { "parse": [] } });
        self.rest.post(route, message).await.map(|_| ())
    }

    /// Runs a background task until it ends or the bot stops.
    pub(super) fn spawn_background(
        &self,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> AbortHandle {
        let stop = self.stop.clone();
        let task = self.tasks.spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                done = AssertUnwindSafe(task).catch_unwind() => {
                    if done.is_err() {
                        tracing::error!("a background task panicked");
                    }
                }
            }
        });
        task.abort_handle()
    }
}

/// An id in an answer of Discord's, other than 0.
pub(super) fn id_of(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok().filter(|id| *id > 0)
}
