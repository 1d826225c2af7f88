//! Greetings of servers into which the bot comes for the first time. Servers that it was in before it
//! greeted any are none of them, nor are those that invite it again.

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use serenity::all::{ChannelType, Guild, GuildChannel, Permissions, UserId};

use super::context::DiscordContext;
use crate::chat::common::platform::DISCORD;
use crate::host::{Greeting, Host, StoreError, SyncCursor};
use crate::lock::lock;

/// How long before its very first start a bot may have been invited to a server that it greets then.
const BEFORE_FIRST_START: SignedDuration = SignedDuration::from_hours(24);

/// What has to be allowed in a channel for a greeting.
const TO_SPEAK: Permissions = Permissions::VIEW_CHANNEL.union(Permissions::SEND_MESSAGES);

/// The language that every server has of which nothing else is known.
const UNSET: &str = "en-US";

/// A server, as it is told when a connection begins and when the bot is invited.
pub(super) struct SeenGuild {
    pub(super) id: u64,
    /// Since when the bot is there, in seconds.
    joined: i64,
    /// Its language, if it has set one.
    language: Option<String>,
    /// The channels in which the bot may speak, the best for a greeting first.
    channels: Vec<u64>,
}

impl SeenGuild {
    /// What matters of a server, for the bot with this id.
    pub(super) fn of(guild: &Guild, me: u64) -> Self {
        let member = guild.members.get(&UserId::new(me.max(1)));
        let may_speak = |channel: &&GuildChannel| {
            member.is_some_and(|member| {
                let may = guild.user_permissions_in(channel, member);
                may.contains(TO_SPEAK)
            })
        };
        let texts = guild.channels.values();
        let mut open: Vec<&GuildChannel> = texts
            .filter(|channel| channel.kind == ChannelType::Text)
            .filter(may_speak)
            .collect();
        // Where Discord itself greets, else the topmost.
        open.sort_unstable_by_key(|channel| {
            let is_usual = guild.system_channel_id == Some(channel.id);
            (!is_usual, channel.position, channel.id)
        });
        Self {
            id: guild.id.get(),
            joined: guild.joined_at.unix_timestamp(),
            language: Some(guild.preferred_locale.clone()).filter(|language| language != UNSET),
            channels: open.iter().map(|channel| channel.id.get()).collect(),
        }
    }
}

/// The servers that need no greeting any more.
pub(super) struct Greetings {
    /// The prefix of the names under which they are stored.
    prefix: String,
    is_on: bool,
    /// Servers that the bot is in since before this, in seconds, are not greeted.
    since: AtomicI64,
    known: Mutex<HashSet<u64>>,
    /// Those that are not stored yet.
    unstored: Mutex<Vec<u64>>,
}

impl Greetings {
    /// Of the bot with this id. If they are not on, nobody is greeted, later either.
    pub(super) fn new(me: u64, is_on: bool) -> Self {
        Self {
            prefix: format!("{DISCORD}-greeted:{me}:"),
            is_on,
            since: AtomicI64::new(i64::MAX),
            known: Mutex::default(),
            unstored: Mutex::default(),
        }
    }

    /// Reads from the database who was greeted. `is_new`: the bot has never been in any channel.
    pub(super) async fn load(&self, host: &Host, is_new: bool) -> Result<(), StoreError> {
        let stored = host.cursors(&self.prefix).await?;
        let guilds = stored.iter().filter_map(|one| {
            let id = one.name.strip_prefix(&self.prefix)?;
            id.parse::<u64>().ok()
        });
        lock(&self.known).extend(guilds);
        let name = format!("{}{SINCE}", self.prefix);
        let since = stored.iter().find(|one| one.name == name);
        let since = match since.and_then(|one| one.value.parse().ok()) {
            Some(since) => since,
            None => {
                let now = Timestamp::now();
                let since = if is_new {
                    now - BEFORE_FIRST_START
                } else {
                    now
                }
                .as_second();
                let value = since.to_string();
                host.set_cursor(SyncCursor { name, value }).await?;
                since
            }
        };
        self.since.store(since, Ordering::Relaxed);
        Ok(())
    }

    /// Whether nothing is to be done about a server any more.
    pub(super) fn knows(&self, guild: u64) -> bool {
        lock(&self.known).contains(&guild)
    }

    /// Whether a server is to be greeted. From now on it is not, unless that [fails](Self::failed).
    fn begin(&self, guild: &SeenGuild) -> bool {
        if !lock(&self.known).insert(guild.id) {
            return false;
        }
        let is_new = self.is_on && guild.joined >= self.since.load(Ordering::Relaxed);
        if !is_new {
            self.skip(guild.id);
        }
        is_new
    }

    /// A server needs no greeting.
    fn skip(&self, guild: u64) {
        lock(&self.unstored).push(guild);
    }

    /// A greeting is tried again when the server is told of again.
    fn failed(&self, guild: u64) {
        lock(&self.known).remove(&guild);
    }

    fn mark(&self, guild: u64) -> SyncCursor {
        SyncCursor {
            name: format!("{}{guild}", self.prefix),
            value: String::new(),
        }
    }

    /// Stores which servers need no greeting. If that fails, it is stored the next time.
    pub(super) async fn write(&self, host: &Host) {
        let guilds = std::mem::take(&mut *lock(&self.unstored));
        if guilds.is_empty() {
            return;
        }
        let marks = guilds.iter().map(|&guild| self.mark(guild)).collect();
        if let Err(error) = host.set_cursors(marks).await {
            tracing::debug!(%error, "that servers need no greeting is stored later");
            lock(&self.unstored).extend(guilds);
        }
    }
}

/// What stands in place of a server's id in the name of the moment since when servers are greeted.
const SINCE: &str = "since";

impl DiscordContext {
    /// Greets a server if the bot is there for the first time.
    pub(super) fn greet(self: &Arc<Self>, host: &Host, guild: SeenGuild) {
        if !self.greetings.begin(&guild) {
            return;
        }
        let places = guild.channels.iter();
        let table = places
            .map(|&channel| Self::table_in(channel, None))
            .find(|table| self.plays_at(table));
        let Some(table) = table.filter(|_| self.plays_in_guild(Some(guild.id))) else {
            tracing::info!(
                guild = guild.id,
                "the bot may not say hello in a new server"
            );
            self.greetings.skip(guild.id);
            return;
        };
        let greeting = Greeting {
            table,
            community: Some(guild.id.to_string()),
            language: guild.language,
            mark: self.greetings.mark(guild.id),
        };
        let (context, host) = (Arc::clone(self), host.clone());
        self.background.spawn(async move {
            match host.greet(greeting).await {
                Ok(()) => tracing::info!(guild = guild.id, "said hello in a new server"),
                Err(error) => {
                    tracing::debug!(guild = guild.id, %error, "a server is greeted later");
                    context.greetings.failed(guild.id);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(id: u64, joined: i64) -> SeenGuild {
        SeenGuild {
            id,
            joined,
            language: None,
            channels: vec![1],
        }
    }

    #[test]
    fn servers_are_greeted_once_and_those_of_before_are_not() {
        let greetings = Greetings::new(17, true);
        assert!(!greetings.begin(&seen(1, 5)), "not loaded yet");
        greetings.since.store(10, Ordering::Relaxed);
        assert!(!greetings.begin(&seen(2, 9)));
        assert!(greetings.begin(&seen(3, 10)));
        // Invited again.
        assert!(!greetings.begin(&seen(2, 20)));
        assert!(!greetings.begin(&seen(3, 20)));
        greetings.failed(3);
        assert!(greetings.begin(&seen(3, 10)));
        assert_eq!(*lock(&greetings.unstored), [1, 2]);
        let off = Greetings::new(17, false);
        off.since.store(10, Ordering::Relaxed);
        assert!(!off.begin(&seen(3, 10)));
        assert_eq!(*lock(&off.unstored), [3]);
    }
}
