//! How far the channels with tables have been read.
//!
//! A mark is written together with what follows from a message. It is also moved on, now and then,
//! over messages that were not for the bot, so that they are not read again after a restart.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Mutex;

use super::PLATFORM;
use crate::host::Host;
use crate::host::{StoreError, SyncCursor};
use crate::lock::lock;
use crate::session::TableKey;

/// How long a channel is remembered in which nothing is said, in milliseconds: a month.
const SILENT: u64 = 30 * 24 * 60 * 60 * 1000;

/// How far a channel has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ChannelCursor {
    table: TableKey,
    /// The server that the channel belongs to; none for a private chat.
    guild: Option<u64>,
    /// The last message that was dealt with.
    last: u64,
    /// The one that is written down.
    written: u64,
}

/// How far the channels with tables have been read.
pub(super) struct ReadCursors {
    /// What the names of all marks begin with.
    begin: String,
    reached: Mutex<HashMap<u64, ChannelCursor>>,
    /// Messages of channels that are being dealt with: no mark is written beyond them.
    held: Mutex<HashMap<u64, BTreeSet<u64>>>,
    /// Held while they are written down.
    writing: tokio::sync::Mutex<()>,
}

/// The channel that a table's messages are in: its thread, or else the channel.
pub(super) fn channel_of(table: &TableKey) -> Option<u64> {
    let id = table.thread.as_ref().unwrap_or(&table.channel);
    id.parse().ok().filter(|id| *id > 0)
}

/// When an id was made, in milliseconds since 1970:
/// <https://discord.com/developers/docs/reference#snowflakes>.
pub(super) fn made_at(id: u64) -> u64 {
    /// The first second of 2015.
    const EPOCH: u64 = 1_420_070_400_000;
    (id >> 22) + EPOCH
}

impl ReadCursors {
    pub(super) fn new(me: u64) -> Self {
        Self {
            begin: format!("{PLATFORM}:{me}:"),
            reached: Mutex::default(),
            held: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
        }
    }

    /// Reads what was written down.
    pub(super) async fn load(&self, host: &Host) -> Result<(), StoreError> {
        let cursors = host.cursors(&self.begin).await?;
        let mut reached = lock(&self.reached);
        for mark in cursors {
            let Some(one) = self.read(&mark) else {
                tracing::warn!(name = mark.name, "a mark makes no sense");
                continue;
            };
            if let Some(channel) = channel_of(&one.table) {
                reached.insert(channel, one);
            }
        }
        Ok(())
    }

    fn read(&self, mark: &SyncCursor) -> Option<ChannelCursor> {
        let place = mark.name.strip_prefix(&self.begin)?;
        let (channel, thread) = match place.split_once('/') {
            Some((channel, thread)) => (channel, Some(thread.to_owned())),
            None => (place, None),
        };
        let (last, guild) = mark.value.split_once(' ')?;
        let last = last.parse().ok()?;
        Some(ChannelCursor {
            table: TableKey {
                thread,
                ..TableKey::channel(PLATFORM, channel)
            },
            guild: Some(guild.parse().ok()?).filter(|guild| *guild > 0),
            last,
            written: last,
        })
    }

    fn mark(&self, table: &TableKey, guild: Option<u64>, last: u64) -> SyncCursor {
        let TableKey {
            channel, thread, ..
        } = table;
        let thread = thread
            .as_ref()
            .map(|thread| format!("/{thread}"))
            .unwrap_or_default();
        SyncCursor {
            name: format!("{}{channel}{thread}", self.begin),
            value: format!("{last} {}", guild.unwrap_or_default()),
        }
    }

    /// The mark that says that a message was dealt with, and how far it reaches. It never moves
    /// back, nor beyond a message that is still being dealt with.
    pub(super) fn after(
        &self,
        table: &TableKey,
        guild: Option<u64>,
        message: u64,
    ) -> (SyncCursor, u64) {
        let mut reached = message;
        if let Some(channel) = channel_of(table) {
            let last = self.last(channel);
            reached = last.map_or(message, |(last, _)| last.max(message));
            reached = self.bounded(channel, reached, Some(message));
        }
        (self.mark(table, guild, reached), reached)
    }

    /// Notes that a message is being dealt with.
    pub(super) fn hold(&self, channel: u64, message: u64) {
        let mut held = lock(&self.held);
        held.entry(channel).or_default().insert(message);
    }

    /// Notes that a message is no longer being dealt with.
    pub(super) fn release(&self, channel: u64, message: u64) {
        let mut held = lock(&self.held);
        if let Some(messages) = held.get_mut(&channel) {
            messages.remove(&message);
            if messages.is_empty() {
                held.remove(&channel);
            }
        }
    }

    /// How far a mark may move that would be moved to `reached`.
    fn bounded(&self, channel: u64, reached: u64, except: Option<u64>) -> u64 {
        let held = lock(&self.held);
        let mut messages = held.get(&channel).into_iter().flatten();
        match messages.find(|message| Some(**message) != except) {
            Some(first) => reached.min(first.saturating_sub(1)),
            None => reached,
        }
    }

    /// The mark with which a channel begins to be read, behind a message; nothing if it is read.
    pub(super) fn first(
        &self,
        table: &TableKey,
        guild: Option<u64>,
        after: u64,
    ) -> Option<SyncCursor> {
        let known = channel_of(table).is_none_or(|channel| self.last(channel).is_some());
        (!known).then(|| self.mark(table, guild, after))
    }

    /// The channels in which nothing was said for a month, counted back from the newest message of
    /// all: ids tell how far apart messages are, on servers with another epoch as well. They are not
    /// worth a request at each start; their next message begins anew.
    pub(super) fn silent(&self) -> HashSet<u64> {
        let reached = lock(&self.reached);
        let newest = reached.values().map(|one| made_at(one.last)).max();
        let newest = newest.unwrap_or_default();
        reached
            .iter()
            .filter(|(_, one)| newest.saturating_sub(made_at(one.last)) > SILENT)
            .map(|(channel, _)| *channel)
            .collect()
    }

    /// Forgets these channels.
    pub(super) async fn forget_all(&self, host: &Host, channels: HashSet<u64>) {
        if !channels.is_empty() {
            let channels = channels.len();
            tracing::info!(
                channels,
                "channels that were silent for a month are forgotten"
            );
        }
        for channel in channels {
            self.forget(host, channel).await;
        }
    }

    /// Forgets a channel that is no longer there.
    pub(super) async fn forget(&self, host: &Host, channel: u64) {
        let gone = lock(&self.reached).remove(&channel);
        let Some(gone) = gone else { return };
        let mark = self.mark(&gone.table, gone.guild, gone.last);
        if let Err(error) = host.forget_cursor(mark.name).await {
            tracing::debug!(%error, "a channel that is gone is forgotten later");
        }
    }

    /// Notes that a message was dealt with, in a channel that has a table. `written`: how far the
    /// mark reaches that stands in the store since, if one was written.
    pub(super) fn note(
        &self,
        table: &TableKey,
        guild: Option<u64>,
        message: u64,
        written: Option<u64>,
    ) {
        let Some(channel) = channel_of(table) else {
            return;
        };
        let mut reached = lock(&self.reached);
        let one = reached.entry(channel).or_insert_with(|| ChannelCursor {
            table: table.clone(),
            guild,
            last: message,
            written: 0,
        });
        one.last = one.last.max(message);
        if let Some(written) = written {
            one.written = one.written.max(written);
        }
    }

    /// Notes that a message was passed, if its channel has a table.
    pub(super) fn pass(&self, channel: u64, message: u64) {
        if let Some(one) = lock(&self.reached).get_mut(&channel) {
            one.last = one.last.max(message);
        }
    }

    /// The table of a channel, if it has one.
    pub(super) fn table(&self, channel: u64) -> Option<TableKey> {
        let reached = lock(&self.reached);
        reached.get(&channel).map(|one| one.table.clone())
    }

    /// The last message of a channel that was dealt with, and the channel's server.
    pub(super) fn last(&self, channel: u64) -> Option<(u64, Option<u64>)> {
        let reached = lock(&self.reached);
        reached.get(&channel).map(|one| (one.last, one.guild))
    }

    /// The channels with tables that a shard hears of, by its number and the number of all, those
    /// first where something was said last:
    /// <https://discord.com/developers/docs/events/gateway#sharding>.
    pub(super) fn of_shard(&self, (shard, of): (u64, u64)) -> Vec<u64> {
        let reached = lock(&self.reached);
        let mut channels: Vec<(u64, u64)> = reached
            .iter()
            .filter(|(_, one)| one.guild.map_or(0, |guild| (guild >> 22) % of.max(1)) == shard)
            .map(|(channel, one)| (one.last, *channel))
            .collect();
        channels.sort_unstable_by(|one, other| other.cmp(one));
        channels.into_iter().map(|(_, channel)| channel).collect()
    }

    /// Writes down how far was read since.
    pub(super) async fn write(&self, host: &Host) {
        let _alone = self.writing.lock().await;
        let behind: Vec<(u64, u64, SyncCursor)> = lock(&self.reached)
            .iter()
            .map(|(channel, one)| (channel, one, self.bounded(*channel, one.last, None)))
            .filter(|(_, one, last)| *last > one.written)
            .map(|(channel, one, last)| {
                let mark = self.mark(&one.table, one.guild, last);
                (*channel, last, mark)
            })
            .collect();
        if behind.is_empty() {
            return;
        }
        let cursors = behind.iter().map(|(_, _, mark)| mark.clone()).collect();
        if let Err(error) = host.set_cursors(cursors).await {
            tracing::debug!(%error, "how far channels were read is written later");
            return;
        }
        let mut reached = lock(&self.reached);
        for (channel, last, _) in behind {
            if let Some(one) = reached.get_mut(&channel) {
                one.written = one.written.max(last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::discord::context::DiscordContext;

    #[test]
    fn marks_read_back_and_never_move_back() {
        let cursors = ReadCursors::new(17);
        for (table, guild) in [
            (DiscordContext::table_in(5, None), Some(9)),
            (DiscordContext::table_in(6, Some(5)), Some(9)),
            (DiscordContext::table_in(7, None), None),
        ] {
            let (mark, _) = cursors.after(&table, guild, 100);
            let read = cursors.read(&mark).unwrap();
            assert_eq!((&read.table, read.guild, read.last), (&table, guild, 100));
            cursors.note(&table, guild, 100, Some(100));
            assert!(cursors.after(&table, guild, 90).0.value.starts_with("100 "));
            assert!(
                cursors
                    .after(&table, guild, 110)
                    .0
                    .value
                    .starts_with("110 ")
            );
        }
        cursors.pass(6, 130);
        cursors.pass(8, 130);
        assert_eq!(cursors.last(6), Some((130, Some(9))));
        assert_eq!(cursors.last(8), None);
        assert_eq!(cursors.table(6), Some(DiscordContext::table_in(6, Some(5))));
        for (name, value) in [
            ("discord:17:5", "100"),
            ("discord:17:5", "x 0"),
            ("discord:18:5", "100 0"),
        ] {
            let mark = SyncCursor {
                name: name.to_owned(),
                value: value.to_owned(),
            };
            assert_eq!(cursors.read(&mark), None);
        }
    }

    #[test]
    fn each_channel_belongs_to_one_shard() {
        let cursors = ReadCursors::new(17);
        for id in 1..=20 {
            let guild = (id > 2).then_some(id << 22);
            cursors.note(&DiscordContext::table_in(id, None), guild, 1, Some(1));
        }
        let mut all: Vec<u64> = (0..3)
            .flat_map(|shard| cursors.of_shard((shard, 3)))
            .collect();
        all.sort_unstable();
        assert_eq!(all, (1..=20).collect::<Vec<_>>());
        assert!(cursors.of_shard((0, 3)).contains(&1));
        // Where something was said last comes first.
        for (channel, last) in [(3, 30), (12, 20), (9, 40)] {
            cursors.pass(channel, last);
        }
        assert_eq!(cursors.of_shard((0, 1))[..3], [9, 3, 12]);
    }

    #[test]
    fn channels_silent_for_a_month_are_forgotten() {
        const DAY: u64 = 24 * 60 * 60 * 1000;
        let cursors = ReadCursors::new(17);
        let now = 1_800_000_000_000;
        let said = |days: u64| (now - days * DAY - made_at(0)) << 22;
        for (channel, days) in [(1, 0), (2, 29), (3, 31), (4, 400)] {
            let said = said(days);
            cursors.note(
                &DiscordContext::table_in(channel, None),
                Some(9),
                said,
                Some(said),
            );
        }
        cursors.note(&DiscordContext::table_in(5, None), Some(9), 1, Some(1));
        assert_eq!(cursors.silent(), HashSet::from([3, 4, 5]));
        // Whatever is said there, by whom ever, wakes it.
        cursors.pass(4, said(1));
        assert_eq!(cursors.silent(), HashSet::from([3, 5]));
    }

    #[test]
    fn no_mark_moves_beyond_what_is_being_dealt_with() {
        let cursors = ReadCursors::new(17);
        let table = DiscordContext::table_in(5, None);
        cursors.note(&table, None, 100, Some(100));
        for message in [110, 120] {
            cursors.hold(5, message);
        }
        assert_eq!(cursors.after(&table, None, 110).0.value, "110 0");
        assert_eq!(cursors.after(&table, None, 120).0.value, "109 0");
        assert_eq!(cursors.after(&table, None, 130).0.value, "109 0");
        // What was held back is written down later.
        let (_, written) = cursors.after(&table, None, 130);
        cursors.note(&table, None, 130, Some(written));
        assert_eq!(lock(&cursors.reached)[&5].written, 109);
        cursors.release(5, 110);
        assert_eq!(cursors.after(&table, None, 130).0.value, "119 0");
        cursors.release(5, 120);
        assert_eq!(cursors.after(&table, None, 130).0.value, "130 0");
    }

    #[test]
    fn a_channel_begins_to_be_read_once() {
        let cursors = ReadCursors::new(17);
        let table = DiscordContext::table_in(5, None);
        let first = cursors.first(&table, Some(9), 100).unwrap();
        assert_eq!((&*first.name, &*first.value), ("discord:17:5", "100 9"));
        cursors.note(&table, Some(9), 100, Some(100));
        assert_eq!(cursors.first(&table, Some(9), 101), None);
    }
}
