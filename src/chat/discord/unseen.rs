//! Catching up, after the bot was away, in server channels that have no table and therefore no read
//! cursor.
//!
//! The bot stores the latest event up to which it has received everything. When a connection begins,
//! Discord describes each server, with the id of each channel's last message. Channels with newer
//! messages are read from that event on, and forgotten again if the bot has nothing to answer there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;

use serenity::all::{ChannelId, ChannelType, Guild, GuildChannel, Permissions, UserId};

use super::snowflake::{AN_HOUR, shard_of};
use crate::chat::common::platform::DISCORD;
use crate::host::{Host, StoreError, SyncCursor};
use crate::lock::lock;

/// How old a message may be, as a difference of ids; older ones are not answered any more.
const AT_MOST: u64 = 24 * AN_HOUR;

/// Maximum number of channels that are read in a server, those with the newest messages first.
const MAX_CHANNELS: usize = 50;

/// By how many writes the stored event lags behind, since a lost connection is noticed only after a
/// while.
const LAG: usize = 3;

/// The permissions that are needed to read and answer in a channel.
const TO_READ: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::READ_MESSAGE_HISTORY)
    .union(Permissions::SEND_MESSAGES);

/// A channel or thread with new messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnseenChannel {
    pub(super) channel: u64,
    /// The channel of the thread, if it is one.
    pub(super) parent: Option<u64>,
    /// Its last message.
    last: u64,
}

/// Where an unread channel is read from.
#[derive(Debug, Clone, Copy)]
struct Reading {
    guild: u64,
    /// The last message that was read.
    last: u64,
}

/// The event up to which the bot has received everything, and the channels that are being read.
pub(super) struct Unseen {
    /// The name under which it is stored; where several processes share the shards out, with the shard
    /// after it.
    name: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How many shards there are, if several processes share them out.
    shards: Option<u64>,
    /// By shard, if they are shared out, else under 0: everything up to this event was received;
    /// `None` before the first start.
    heard: BTreeMap<u64, Option<u64>>,
    /// The newest events at the last writes, oldest first.
    newest: Vec<u64>,
    /// The newest event.
    last: u64,
    /// Servers that Discord has yet to describe.
    awaited: HashSet<u64>,
    /// Channels that are being read.
    reading: HashMap<u64, Reading>,
}

impl Unseen {
    /// For the bot with this id.
    pub(super) fn new(me: u64) -> Self {
        Self {
            name: format!("{DISCORD}-heard:{me}"),
            state: Mutex::default(),
        }
    }

    /// Loads the event up to which everything was received, on all shards.
    pub(super) async fn load(&self, host: &Host) -> Result<(), StoreError> {
        let stored = host.cursor(&self.name).await?;
        let heard = stored.and_then(|value| value.parse().ok());
        lock(&self.state).heard.insert(0, heard);
        Ok(())
    }

    /// The same on one shard of so many, which is this process's from now on.
    pub(super) async fn load_shard(
        &self,
        host: &Host,
        shard: u64,
        of: u64,
    ) -> Result<(), StoreError> {
        let name = self.name_of(shard, Some(of));
        let mut stored = host.cursors(&self.name).await?;
        // Another bot's id may begin with this one's.
        stored.retain(|one| {
            let rest = one.name.strip_prefix(&self.name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        });
        let own = stored.iter().find(|one| one.name == name);
        let heard = match own {
            Some(own) => own.value.parse().ok(),
            // They were shared out in another way before, if at all.
            None => stored.iter().filter_map(|one| one.value.parse().ok()).min(),
        };
        let mut state = lock(&self.state);
        state.shards = Some(of);
        state.heard.insert(shard, heard);
        state.newest.clear();
        Ok(())
    }

    /// A shard is no longer this process's.
    pub(super) fn leave_shard(&self, shard: u64) {
        let mut state = lock(&self.state);
        let Some(of) = state.shards else { return };
        state.heard.remove(&shard);
        state
            .awaited
            .retain(|guild| shard_of(Some(*guild), of) != shard);
        let reading = &mut state.reading;
        reading.retain(|_, one| shard_of(Some(one.guild), of) != shard);
    }

    fn name_of(&self, shard: u64, of: Option<u64>) -> String {
        let name = &self.name;
        of.map_or_else(|| name.clone(), |of| format!("{name}:{shard}/{of}"))
    }

    /// Notes an event.
    pub(super) fn note(&self, event: u64) {
        let mut state = lock(&self.state);
        state.last = state.last.max(event);
    }

    /// A connection begins: Discord is about to describe these servers.
    pub(super) fn begin(&self, guilds: &HashSet<u64>) {
        let mut state = lock(&self.state);
        state.awaited.extend(guilds);
        // Events may have been missed since.
        state.newest.clear();
    }

    /// The channels of a server with messages that the bot has not received, those with the newest
    /// messages first. `me` is the bot's id.
    pub(super) fn channels_of(&self, guild: &Guild, me: u64) -> Vec<UnseenChannel> {
        let Some(heard) = lock(&self.state).heard_in(guild.id.get()) else {
            return Vec::new();
        };
        let Some(member) = guild.members.get(&UserId::new(me.max(1))) else {
            return Vec::new();
        };
        let may_read = |channel: &GuildChannel| {
            let place = channel
                .thread_metadata
                .and(channel.parent_id)
                .and_then(|parent| guild.channels.get(&parent));
            let may = guild.user_permissions_in(place.unwrap_or(channel), member);
            may.contains(TO_READ)
        };
        let all = guild.channels.values().chain(&guild.threads);
        let unread = all.filter_map(|channel| {
            let last = channel.last_message_id?.get();
            let parent = channel.thread_metadata.and(channel.parent_id);
            (last > heard && is_spoken_in(channel.kind) && may_read(channel)).then(|| {
                UnseenChannel {
                    channel: channel.id.get(),
                    parent: parent.map(ChannelId::get),
                    last,
                }
            })
        });
        newest_first(unread.collect())
    }

    /// Discord has described a server, with these unseen channels. Returns those that are to be read:
    /// none if the bot has only just joined the server.
    pub(super) fn told(&self, guild: u64, channels: &[&UnseenChannel]) -> Vec<u64> {
        let mut state = lock(&self.state);
        if !state.awaited.remove(&guild) {
            return Vec::new();
        }
        let Some(heard) = state.heard_in(guild) else {
            return Vec::new();
        };
        let newest = channels.iter().map(|one| one.last).max();
        let newest = newest.unwrap_or_default().max(state.last);
        let last = heard.max(newest.saturating_sub(AT_MOST));
        for one in channels {
            let reading = Reading { guild, last };
            state.reading.entry(one.channel).or_insert(reading);
        }
        channels.iter().map(|one| one.channel).collect()
    }

    /// The last message that was read of a channel that is being read, and its server.
    pub(super) fn last(&self, channel: u64) -> Option<(u64, Option<u64>)> {
        let state = lock(&self.state);
        let reading = state.reading.get(&channel)?;
        Some((reading.last, Some(reading.guild)))
    }

    /// A channel was read up to this message.
    pub(super) fn advance(&self, channel: u64, message: u64) {
        if let Some(reading) = lock(&self.state).reading.get_mut(&channel) {
            reading.last = reading.last.max(message);
        }
    }

    /// A channel was read to its end, or cannot be read.
    pub(super) fn done(&self, channel: u64) {
        lock(&self.state).reading.remove(&channel);
    }

    /// Stores the event up to which everything was received, if that is known: the bot is `connected`,
    /// and all servers were described and their channels read.
    pub(super) async fn write(&self, host: &Host, connected: bool) {
        let (heard, shards, of) = {
            let mut state = lock(&self.state);
            let Some(heard) = state.moved(connected) else {
                return;
            };
            let shards: Vec<u64> = state.heard.keys().copied().collect();
            (heard, shards, state.shards)
        };
        let cursors = shards.iter().map(|&shard| SyncCursor {
            name: self.name_of(shard, of),
            value: heard.to_string(),
        });
        match host.set_cursors(cursors.collect()).await {
            Ok(()) => {
                let mut state = lock(&self.state);
                for shard in shards {
                    // Unless it is another process's by now.
                    if let Some(before) = state.heard.get_mut(&shard) {
                        *before = Some(heard);
                    }
                }
            }
            Err(error) => {
                tracing::debug!(%error, "the latest received event is stored later");
            }
        }
    }
}

impl State {
    /// Up to which event everything in a server was received.
    fn heard_in(&self, guild: u64) -> Option<u64> {
        let shard = self.shards.map_or(0, |of| shard_of(Some(guild), of));
        self.heard.get(&shard).copied().flatten()
    }

    /// The event up to which everything was received, if it has changed.
    fn moved(&mut self, connected: bool) -> Option<u64> {
        if !connected || !self.awaited.is_empty() || !self.reading.is_empty() {
            self.newest.clear();
            return None;
        }
        self.newest.push(self.last);
        if self.newest.len() <= LAG {
            return None;
        }
        let heard = self.newest.remove(0);
        let mut all = self.heard.values();
        all.any(|before| before.is_none_or(|before| before < heard))
            .then_some(heard)
    }
}

/// Whether people can write in channels of a type.
const fn is_spoken_in(kind: ChannelType) -> bool {
    matches!(
        kind,
        ChannelType::Text
            | ChannelType::News
            | ChannelType::Voice
            | ChannelType::NewsThread
            | ChannelType::PublicThread
            | ChannelType::PrivateThread
    )
}

fn newest_first(mut channels: Vec<UnseenChannel>) -> Vec<UnseenChannel> {
    channels.sort_unstable_by_key(|one| std::cmp::Reverse(one.last));
    channels.truncate(MAX_CHANNELS);
    channels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_moves_only_while_everything_is_heard() {
        let mut state = State {
            last: 7,
            heard: BTreeMap::from([(0, None)]),
            ..State::default()
        };
        // It lags behind.
        assert_eq!(
            [state.moved(true), state.moved(true), state.moved(true)],
            [None; 3]
        );
        state.last = 8;
        assert_eq!(state.moved(true), Some(7));
        state.heard.insert(0, Some(7));
        assert_eq!(state.moved(true), None);
        // An outage begins anew.
        assert_eq!(state.moved(false), None);
        state.last = 9;
        assert_eq!(
            [state.moved(true), state.moved(true), state.moved(true)],
            [None; 3]
        );
        assert_eq!(state.moved(true), Some(9));
        state.awaited.insert(1);
        assert_eq!(state.moved(true), None);
    }

    #[test]
    fn channels_are_read_from_where_the_bot_went_away() {
        let unseen = Unseen::new(17);
        let with = |channel, last| UnseenChannel {
            channel,
            parent: None,
            last,
        };
        unseen.begin(&HashSet::from([1]));
        let told = unseen.told(1, &[&with(5, 130)]);
        assert!(told.is_empty(), "nothing was ever heard");
        lock(&unseen.state).heard.insert(0, Some(100));
        let told = unseen.told(1, &[&with(5, 130)]);
        assert!(told.is_empty(), "a new server");
        unseen.begin(&HashSet::from([1, 2]));
        assert_eq!(unseen.told(1, &[&with(5, 130)]), [5]);
        assert_eq!(unseen.last(5), Some((100, Some(1))));
        unseen.advance(5, 120);
        assert_eq!(unseen.last(5), Some((120, Some(1))));
        unseen.done(5);
        assert_eq!(unseen.last(5), None);
        // Older than a day.
        let late = with(6, 100 + 3 * AT_MOST);
        assert_eq!(unseen.told(2, &[&late]), [6]);
        assert_eq!(unseen.last(6), Some((100 + 2 * AT_MOST, Some(2))));
    }
}
