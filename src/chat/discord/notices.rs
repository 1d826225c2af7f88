//! What the bot lacks in a channel: who could not be answered because of it is told once, with the link
//! that grants it where that helps. What was told is kept over restarts, until the bot can do it again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use serenity::all::{ChannelId, GuildChannel, GuildId, Member, PartialGuild, UserId};
use serenity::http::Route;

use super::context::DiscordContext;
use super::error::RequestFailure;
use super::permissions::{NEEDED, install_link};
use super::snowflake::id_of;
use crate::chat::common::cooldown::Cooldown;
use crate::chat::common::platform::DISCORD;
use crate::host::{Host, StoreError, SyncCursor};
use crate::lock::lock;
use crate::session::{Person, Phrase};

/// Lacks that are remembered. With more, one of the others may be told again.
const MAX_TOLD: usize = 10_000;

/// How long it is not repeated that Discord opens no threads at present: that passes.
const FOR_NOW: Duration = Duration::from_secs(60 * 60);

/// What the bot cannot do in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum MissingCapability {
    /// Send messages.
    Sending,
    /// Attach pictures and files.
    Attaching,
    /// Open threads.
    Threads,
    /// Open threads at present, because Discord opens none.
    ThreadsForNow,
}

impl MissingCapability {
    /// Those that last, and are kept.
    const LASTING: [Self; 3] = [Self::Sending, Self::Attaching, Self::Threads];

    /// The sentence that says what to do about it.
    fn phrase(self) -> Phrase {
        Phrase::new(match self {
            Self::Sending => "discord-cannot-send",
            Self::Attaching => "discord-cannot-attach",
            Self::Threads => "discord-cannot-thread",
            Self::ThreadsForNow => "discord-no-thread-now",
        })
    }

    /// How it is stored.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Sending => "send",
            Self::Attaching => "attach",
            Self::Threads => "threads",
            Self::ThreadsForNow => "no-thread-now",
        }
    }
}

/// A lack of one channel.
type Lack = (u64, MissingCapability);

/// What was told.
pub(super) struct Notices {
    /// The prefix of the names under which they are stored.
    prefix: String,
    /// The lacks that were told. `false`: that is not stored yet.
    told: Mutex<HashMap<Lack, bool>>,
    /// Those that are stored, and have passed.
    passed: Mutex<Vec<Lack>>,
    for_now: Cooldown<u64>,
}

impl Notices {
    /// Nothing told yet, by the bot with this id.
    pub(super) fn new(me: u64) -> Self {
        Self {
            prefix: format!("{DISCORD}-lack:{me}:"),
            told: Mutex::default(),
            passed: Mutex::default(),
            for_now: Cooldown::new(MAX_TOLD),
        }
    }

    /// Reads from the database what was told.
    pub(super) async fn load(&self, host: &Host) -> Result<(), StoreError> {
        let stored = host.cursors(&self.prefix).await?;
        let parsed = stored.iter().filter_map(|one| self.parse(&one.name));
        lock(&self.told).extend(parsed.map(|lack| (lack, true)));
        Ok(())
    }

    fn parse(&self, name: &str) -> Option<Lack> {
        let (channel, kind) = name.strip_prefix(&self.prefix)?.split_once('/')?;
        let known = MissingCapability::LASTING
            .into_iter()
            .find(|one| one.as_str() == kind)?;
        Some((channel.parse().ok()?, known))
    }

    fn name(&self, (channel, kind): Lack) -> String {
        format!("{}{channel}/{}", self.prefix, kind.as_str())
    }

    /// Whether a lack is news. From now on it is not.
    fn begin(&self, lack: Lack) -> bool {
        if lack.1 == MissingCapability::ThreadsForNow {
            return self.for_now.start(lack.0, FOR_NOW);
        }
        let mut told = lock(&self.told);
        if told.contains_key(&lack) {
            return false;
        }
        if told.len() >= MAX_TOLD
            && let Some(any) = told.keys().next().copied()
            && told.remove(&any) == Some(true)
        {
            lock(&self.passed).push(any);
        }
        told.insert(lack, false);
        true
    }

    /// Notes that the bot can do something again; if it loses it again, that is news.
    fn end(&self, lack: Lack) {
        if lack.1 == MissingCapability::ThreadsForNow {
            self.for_now.clear(&lack.0);
        } else if lock(&self.told).remove(&lack) == Some(true) {
            lock(&self.passed).push(lack);
        }
    }

    /// Stores what has changed. If that fails, it is stored the next time.
    pub(super) async fn write(&self, host: &Host) {
        let passed = std::mem::take(&mut *lock(&self.passed));
        for lack in passed {
            if let Err(error) = host.forget_cursor(self.name(lack)).await {
                tracing::debug!(%error, "that a permission was granted is stored later");
                lock(&self.passed).push(lack);
            }
        }
        let fresh: Vec<Lack> = lock(&self.told)
            .iter()
            .filter(|(_, stored)| !**stored)
            .map(|(lack, _)| *lack)
            .collect();
        if fresh.is_empty() {
            return;
        }
        let cursors = fresh.iter().map(|&lack| SyncCursor {
            name: self.name(lack),
            value: String::new(),
        });
        if let Err(error) = host.set_cursors(cursors.collect()).await {
            tracing::debug!(%error, "what the bot lacks is stored later");
            return;
        }
        let mut told = lock(&self.told);
        for lack in fresh {
            match told.get_mut(&lack) {
                Some(stored) => *stored = true,
                // It has passed meanwhile.
                None => lock(&self.passed).push(lack),
            }
        }
    }
}

/// Whether a person can grant what the bot lacks on a server, and whether the link does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Remedy {
    /// The bot's role lacks it, and the person manages the server.
    Link { guild: u64 },
    /// The person manages the server, or the channel; its settings are to blame.
    Settings,
    /// Somebody else has to.
    Others,
}

impl DiscordContext {
    /// Notes that the bot can do something again; if it loses it again, that is news.
    pub(super) fn regain(&self, channel: u64, capability: MissingCapability) {
        self.notices.end((channel, capability));
    }

    /// Reports once what the bot cannot do in a channel: to the operator in the log, and in private
    /// to the person whom it would have answered.
    pub(super) fn report_missing(
        self: &Arc<Self>,
        channel: u64,
        missing: MissingCapability,
        person: Option<&Person>,
    ) {
        if !self.notices.begin((channel, missing)) {
            return;
        }
        if missing == MissingCapability::ThreadsForNow {
            tracing::warn!(channel, "Discord opens no threads at present");
        } else {
            tracing::warn!(channel, ?missing, "the bot lacks a permission");
        }
        let Some(person) = person.and_then(|person| person.id.parse::<u64>().ok()) else {
            return;
        };
        let context = Arc::clone(self);
        self.background.spawn(async move {
            if let Err(failure) = context.send_notice(person, channel, missing).await {
                tracing::debug!(channel, %failure, "the person was not told what the bot lacks");
            }
        });
    }

    async fn send_notice(
        &self,
        person: u64,
        channel: u64,
        missing: MissingCapability,
    ) -> Result<(), RequestFailure> {
        let recipient = json!({ "recipient_id": person.to_string() });
        let opened = self.rest.post(Route::UserMeDmChannels, recipient).await?;
        let Some(chat) = id_of(&opened["id"]) else {
            return Ok(());
        };
        let mut phrases = vec![missing.phrase()];
        if missing != MissingCapability::ThreadsForNow {
            match self.remedy(person, channel).await {
                Ok(Remedy::Link { guild }) => {
                    let link = install_link(self.application(), Some(guild));
                    phrases.push(Phrase::new("discord-grant").with("link", link));
                }
                Ok(Remedy::Settings) => {}
                Ok(Remedy::Others) => phrases.push(Phrase::new("discord-ask-managers")),
                Err(failure) => tracing::debug!(channel, %failure, "who can help is not known"),
            }
        }
        let sentences: Vec<String> = phrases
            .iter()
            .map(|phrase| self.words.sentence(phrase, None))
            .collect();
        let content = format!("{}: {}", self.link(channel), sentences.join("\n"));
        let route = Route::ChannelMessages {
            channel_id: ChannelId::new(chat),
        };
        // The link needs no preview.
        let message = json!({
            "content": content,
            "flags": SUPPRESS_EMBEDS,
            "allowed_mentions": { "parse": [] },
        });
        self.rest.post(route, message).await.map(|_| ())
    }

    /// What a person can do about what the bot lacks in a channel.
    async fn remedy(&self, person: u64, channel: u64) -> Result<Remedy, RequestFailure> {
        let known = self.cursors.last(channel).and_then(|(_, guild)| guild);
        let guild = match known {
            Some(guild) => guild,
            None => {
                let route = Route::Channel {
                    channel_id: ChannelId::new(channel),
                };
                let found = self.rest.get(route, Vec::new()).await?;
                match id_of(&found["guild_id"]) {
                    Some(guild) => guild,
                    None => return Ok(Remedy::Settings),
                }
            }
        };
        let guild_id = GuildId::new(guild.max(1));
        let server: PartialGuild = self.rest.get_as(Route::Guild { guild_id }).await?;
        let member = |user: u64| Route::GuildMember {
            guild_id,
            user_id: UserId::new(user.max(1)),
        };
        let asker: Member = self.rest.get_as(member(person)).await?;
        let rights = server.member_permissions(&asker);
        if !rights.manage_guild() && !rights.manage_roles() && !rights.manage_channels() {
            return Ok(match self.manages_channel(&server, &asker, channel).await {
                true => Remedy::Settings,
                false => Remedy::Others,
            });
        }
        let bot: Member = self.rest.get_as(member(self.me)).await?;
        let lacks = !server.member_permissions(&bot).contains(NEEDED);
        Ok(match rights.manage_guild() && lacks {
            true => Remedy::Link { guild },
            false => Remedy::Settings,
        })
    }

    /// Whether a person may change a channel's settings, as far as is known. A thread has those of its
    /// channel.
    async fn manages_channel(&self, server: &PartialGuild, asker: &Member, channel: u64) -> bool {
        let table = self.known_table(channel);
        let parent = table.and_then(|table| table.channel.parse().ok());
        let channel_id = ChannelId::new(parent.unwrap_or(channel).max(1));
        let found: Result<GuildChannel, _> = self.rest.get_as(Route::Channel { channel_id }).await;
        found.is_ok_and(|found| server.user_permissions_in(&found, asker).manage_channels())
    }
}

/// The flag of a message whose links show no preview.
const SUPPRESS_EMBEDS: u64 = 1 << 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lack_is_told_once_until_it_has_passed() {
        use MissingCapability::{Attaching, Sending, ThreadsForNow};
        let notices = Notices::new(17);
        assert!(notices.begin((5, Sending)));
        assert!(!notices.begin((5, Sending)));
        assert!(notices.begin((5, Attaching)));
        assert!(notices.begin((6, Sending)));
        notices.end((5, Sending));
        assert!(notices.begin((5, Sending)));
        assert!(!notices.begin((6, Sending)));
        assert!(notices.begin((5, ThreadsForNow)));
        assert!(!notices.begin((5, ThreadsForNow)));
        assert_eq!(lock(&notices.told).len(), 3);
    }

    #[test]
    fn what_is_stored_reads_back() {
        let notices = Notices::new(17);
        for kind in MissingCapability::LASTING {
            assert_eq!(notices.parse(&notices.name((5, kind))), Some((5, kind)));
        }
        for name in ["discord-lack:17:5", "discord-lack:17:5/x", "discord:17:5"] {
            assert_eq!(notices.parse(name), None, "{name}");
        }
    }

    #[test]
    fn not_more_lacks_are_remembered_than_fit() {
        let notices = Notices::new(17);
        for channel in 0..MAX_TOLD as u64 + 5 {
            assert!(notices.begin((channel, MissingCapability::Sending)));
        }
        assert_eq!(lock(&notices.told).len(), MAX_TOLD);
    }
}
