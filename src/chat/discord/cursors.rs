//! Read cursors: how far the channels with tables have been read.
//!
//! A cursor is written together with what follows from a message. Now and then it is also moved past
//! messages that were not for the bot, so that they are not read again after a restart.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use super::snowflake::{created_at, shard_of};
use crate::chat::common::platform::DISCORD;
use crate::host::{Host, StoreError, SyncCursor};
use crate::lock::lock;
use crate::session::TableKey;

/// How long the cursor of a channel without messages is kept at which nobody plays, in milliseconds: a
/// month. A game that was adjourned there does not count, as it goes on wherever its players ask for
/// it.
const IDLE_FOR: u64 = 30 * 24 * 60 * 60 * 1000;

/// The cursor of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ChannelCursor {
    table: TableKey,
    /// The server of the channel; `None` for a private chat.
    guild: Option<u64>,
    /// The last message that was handled.
    last: u64,
    /// The last message according to the database.
    written: u64,
    /// Whether it is being deleted from the database. Any use ends that.
    is_leaving: bool,
    /// Whether it was deleted from the database although it is used, and has to be written again.
    is_deleted: bool,
}

/// The cursors of all channels with tables.
pub(super) struct ReadCursors {
    /// The prefix of the cursors' names.
    prefix: String,
    channels: Mutex<HashMap<u64, ChannelCursor>>,
    /// Messages that are being handled, by channel: no cursor is written past them.
    held: Mutex<HashMap<u64, BTreeSet<u64>>>,
    /// Held while cursors are written or deleted.
    writing: tokio::sync::Mutex<()>,
}

/// The channel of a table's messages: its thread, or else the channel.
pub(super) fn channel_of(table: &TableKey) -> Option<u64> {
    let id = table.thread.as_ref().unwrap_or(&table.channel);
    id.parse().ok().filter(|id| *id > 0)
}

impl ReadCursors {
    /// No cursors yet, of the bot with this id.
    pub(super) fn new(me: u64) -> Self {
        Self {
            prefix: format!("{DISCORD}:{me}:"),
            channels: Mutex::default(),
            held: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
        }
    }

    /// Reads the cursors from the database. Those that are known do not move back.
    pub(super) async fn load(&self, host: &Host) -> Result<(), StoreError> {
        let cursors = host.cursors(&self.prefix).await?;
        let mut channels = lock(&self.channels);
        for cursor in cursors {
            let Some(parsed) = self.parse(&cursor) else {
                tracing::warn!(name = cursor.name, "a cursor is invalid");
                continue;
            };
            let Some(channel) = channel_of(&parsed.table) else {
                continue;
            };
            let one = channels.entry(channel).or_insert_with(|| parsed.clone());
            one.last = one.last.max(parsed.last);
            one.written = one.written.max(parsed.written);
        }
        Ok(())
    }

    /// Whether the bot has been in no channel yet.
    pub(super) fn is_empty(&self) -> bool {
        lock(&self.channels).is_empty()
    }

    fn parse(&self, cursor: &SyncCursor) -> Option<ChannelCursor> {
        let place = cursor.name.strip_prefix(&self.prefix)?;
        let (channel, thread) = match place.split_once('/') {
            Some((channel, thread)) => (channel, Some(thread.to_owned())),
            None => (place, None),
        };
        let (last, guild) = cursor.value.split_once(' ')?;
        let last = last.parse().ok()?;
        Some(ChannelCursor {
            table: TableKey {
                thread,
                ..TableKey::channel(DISCORD, channel)
            },
            guild: Some(guild.parse().ok()?).filter(|guild| *guild > 0),
            last,
            written: last,
            is_leaving: false,
            is_deleted: false,
        })
    }

    fn name(&self, table: &TableKey) -> String {
        let TableKey {
            channel, thread, ..
        } = table;
        let thread = thread
            .as_ref()
            .map(|thread| format!("/{thread}"))
            .unwrap_or_default();
        format!("{}{channel}{thread}", self.prefix)
    }

    fn cursor(&self, table: &TableKey, guild: Option<u64>, last: u64) -> SyncCursor {
        SyncCursor {
            name: self.name(table),
            value: format!("{last} {}", guild.unwrap_or_default()),
        }
    }

    /// The cursor after a message that was handled, and how far it reaches. It never moves back,
    /// nor past a message that is still held.
    pub(super) fn after(
        &self,
        table: &TableKey,
        guild: Option<u64>,
        message: u64,
    ) -> (SyncCursor, u64) {
        let mut reached = message;
        if let Some(channel) = channel_of(table) {
            let last = self.used(channel);
            reached = last.map_or(message, |last| last.max(message));
            reached = self.bounded(channel, reached, Some(message));
        }
        (self.cursor(table, guild, reached), reached)
    }

    /// Notes that a message is being handled.
    pub(super) fn hold(&self, channel: u64, message: u64) {
        let mut held = lock(&self.held);
        held.entry(channel).or_default().insert(message);
    }

    /// Notes that a message is no longer being handled.
    pub(super) fn release(&self, channel: u64, message: u64) {
        let mut held = lock(&self.held);
        if let Some(messages) = held.get_mut(&channel) {
            messages.remove(&message);
            if messages.is_empty() {
                held.remove(&channel);
            }
        }
    }

    /// How far a cursor may move that would be moved to `reached`.
    fn bounded(&self, channel: u64, reached: u64, except: Option<u64>) -> u64 {
        let held = lock(&self.held);
        let mut messages = held.get(&channel).into_iter().flatten();
        match messages.find(|message| Some(**message) != except) {
            Some(first) => reached.min(first.saturating_sub(1)),
            None => reached,
        }
    }

    /// The first cursor of a channel, after a message; `None` if the channel has one.
    pub(super) fn first(
        &self,
        table: &TableKey,
        guild: Option<u64>,
        after: u64,
    ) -> Option<SyncCursor> {
        let is_known = channel_of(table).is_none_or(|channel| self.used(channel).is_some());
        (!is_known).then(|| self.cursor(table, guild, after))
    }

    /// The channels without messages for a month, and their last messages. Unless somebody plays there,
    /// they are not worth a request at each start; their next message makes them known again. The month
    /// is counted back from the newest message of all, not from the clock: where ids count from another
    /// moment than Discord's, only their differences are right.
    pub(super) fn idle(&self) -> HashMap<u64, u64> {
        let channels = lock(&self.channels);
        let newest = channels.values().map(|one| created_at(one.last)).max();
        let newest = newest.unwrap_or_default();
        channels
            .iter()
            .filter(|(_, one)| newest.saturating_sub(created_at(one.last)) > IDLE_FOR)
            .map(|(channel, one)| (*channel, one.last))
            .collect()
    }

    /// Forgets an idle channel, unless it has newer messages by now.
    pub(super) async fn forget_idle(&self, host: &Host, channel: u64, last: u64) {
        tracing::info!(channel, "forgetting a channel without messages for a month");
        let channels = [(channel, Some(last))];
        self.forget_with(channels, |name| delete(host, name)).await;
    }

    /// Forgets a channel that is gone.
    pub(super) async fn forget(&self, host: &Host, channel: u64) {
        let channels = [(channel, None)];
        self.forget_with(channels, |name| delete(host, name)).await;
    }

    /// Forgets channels. One that is used while its cursor is being deleted stays, and its cursor is
    /// written again; so does one whose last message is not the expected one.
    async fn forget_with<F: Future<Output = ()>>(
        &self,
        forgotten: impl IntoIterator<Item = (u64, Option<u64>)>,
        delete: impl Fn(String) -> F,
    ) {
        for (channel, expected) in forgotten {
            let _alone = self.writing.lock().await;
            let name = match lock(&self.channels).get_mut(&channel) {
                Some(one) if expected.is_none_or(|last| last == one.last) => {
                    one.is_leaving = true;
                    self.name(&one.table)
                }
                _ => continue,
            };
            delete(name).await;
            let mut channels = lock(&self.channels);
            match channels.get_mut(&channel) {
                Some(one) if one.is_leaving => {
                    channels.remove(&channel);
                }
                Some(one) => one.is_deleted = true,
                None => {}
            }
        }
    }

    /// Notes that a message was handled, in a channel that has a table. `written`: how far the
    /// cursor reaches that was written along, if one was.
    pub(super) fn record(
        &self,
        table: &TableKey,
        guild: Option<u64>,
        message: u64,
        written: Option<u64>,
    ) {
        let Some(channel) = channel_of(table) else {
            return;
        };
        let mut channels = lock(&self.channels);
        let one = channels.entry(channel).or_insert_with(|| ChannelCursor {
            table: table.clone(),
            guild,
            last: message,
            written: 0,
            is_leaving: false,
            is_deleted: false,
        });
        one.is_leaving = false;
        one.last = one.last.max(message);
        if let Some(written) = written {
            one.written = one.written.max(written);
        }
    }

    /// Moves a channel's cursor past a message, if the channel has a table.
    pub(super) fn advance(&self, channel: u64, message: u64) {
        if let Some(one) = lock(&self.channels).get_mut(&channel) {
            one.is_leaving = false;
            one.last = one.last.max(message);
        }
    }

    /// The table of a channel, if it has one.
    pub(super) fn table(&self, channel: u64) -> Option<TableKey> {
        let channels = lock(&self.channels);
        channels.get(&channel).map(|one| one.table.clone())
    }

    /// Whether a channel is a private chat, as far as is known.
    pub(super) fn is_private(&self, channel: u64) -> bool {
        self.last(channel).is_some_and(|(_, guild)| guild.is_none())
    }

    /// The last message of a channel that was handled, and the channel's server.
    pub(super) fn last(&self, channel: u64) -> Option<(u64, Option<u64>)> {
        let channels = lock(&self.channels);
        channels.get(&channel).map(|one| (one.last, one.guild))
    }

    /// The last message of a channel that is used, and therefore not forgotten.
    fn used(&self, channel: u64) -> Option<u64> {
        let mut channels = lock(&self.channels);
        let one = channels.get_mut(&channel)?;
        one.is_leaving = false;
        Some(one.last)
    }

    /// The tables of a shard and their servers, by its number and the number of all shards, those with
    /// the latest messages first.
    pub(super) fn of_shard(&self, (shard, of): (u64, u64)) -> Vec<(TableKey, Option<u64>)> {
        let channels = lock(&self.channels);
        let mut found: Vec<&ChannelCursor> = channels
            .values()
            .filter(|one| shard_of(one.guild, of) == shard)
            .collect();
        found.sort_unstable_by_key(|one| Reverse(one.last));
        found
            .into_iter()
            .map(|one| (one.table.clone(), one.guild))
            .collect()
    }

    /// The tables of a server.
    pub(super) fn of_guild(&self, guild: u64) -> Vec<TableKey> {
        self.tables_where(|one| one.guild == Some(guild))
    }

    /// The tables in threads.
    pub(super) fn threads(&self) -> Vec<TableKey> {
        self.tables_where(|one| one.table.thread.is_some())
    }

    /// The tables in a channel's threads.
    pub(super) fn threads_of(&self, channel: u64) -> Vec<TableKey> {
        let channel = channel.to_string();
        self.tables_where(|one| one.table.thread.is_some() && one.table.channel == channel)
    }

    fn tables_where(&self, is_meant: impl Fn(&ChannelCursor) -> bool) -> Vec<TableKey> {
        let channels = lock(&self.channels);
        let meant = channels.values().filter(|one| is_meant(one));
        meant.map(|one| one.table.clone()).collect()
    }

    /// Writes the cursors that have moved, or were deleted by mistake.
    pub(super) async fn write(&self, host: &Host) {
        let _alone = self.writing.lock().await;
        let moved: Vec<(u64, u64, SyncCursor)> = lock(&self.channels)
            .iter()
            .map(|(channel, one)| (channel, one, self.bounded(*channel, one.last, None)))
            .filter(|(_, one, last)| *last > one.written || one.is_deleted)
            .map(|(channel, one, last)| {
                let cursor = self.cursor(&one.table, one.guild, last);
                (*channel, last, cursor)
            })
            .collect();
        if moved.is_empty() {
            return;
        }
        let cursors = moved.iter().map(|(_, _, cursor)| cursor.clone()).collect();
        if let Err(error) = host.set_cursors(cursors).await {
            tracing::debug!(%error, "the cursors are written later");
            return;
        }
        let mut channels = lock(&self.channels);
        for (channel, last, _) in moved {
            if let Some(one) = channels.get_mut(&channel) {
                one.written = one.written.max(last);
                one.is_deleted = false;
            }
        }
    }
}

/// Deletes a cursor. If that fails, the next start forgets its channel.
async fn delete(host: &Host, name: String) {
    if let Err(error) = host.forget_cursor(name).await {
        tracing::debug!(%error, "a cursor is deleted later");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::discord::snowflake::id_at;

    fn table_in(channel: u64, parent: Option<u64>) -> TableKey {
        TableKey {
            thread: parent.map(|_| channel.to_string()),
            ..TableKey::channel(DISCORD, parent.unwrap_or(channel).to_string())
        }
    }

    #[test]
    fn cursors_are_parsed_and_never_move_back() {
        let cursors = ReadCursors::new(17);
        for (table, guild) in [
            (table_in(5, None), Some(9)),
            (table_in(6, Some(5)), Some(9)),
            (table_in(7, None), None),
        ] {
            let (cursor, _) = cursors.after(&table, guild, 100);
            let read = cursors.parse(&cursor).unwrap();
            assert_eq!((&read.table, read.guild, read.last), (&table, guild, 100));
            cursors.record(&table, guild, 100, Some(100));
            assert!(cursors.after(&table, guild, 90).0.value.starts_with("100 "));
            assert!(
                cursors
                    .after(&table, guild, 110)
                    .0
                    .value
                    .starts_with("110 ")
            );
        }
        cursors.advance(6, 130);
        cursors.advance(8, 130);
        assert_eq!(cursors.last(6), Some((130, Some(9))));
        assert_eq!(cursors.last(8), None);
        assert_eq!(cursors.table(6), Some(table_in(6, Some(5))));
        for (name, value) in [
            ("discord:17:5", "100"),
            ("discord:17:5", "x 0"),
            ("discord:18:5", "100 0"),
        ] {
            let cursor = SyncCursor {
                name: name.to_owned(),
                value: value.to_owned(),
            };
            assert_eq!(cursors.parse(&cursor), None);
        }
    }

    #[test]
    fn each_channel_belongs_to_one_shard() {
        let cursors = ReadCursors::new(17);
        for id in 1..=20 {
            let guild = (id > 2).then_some(id << 22);
            cursors.record(&table_in(id, None), guild, 1, Some(1));
        }
        let of_shard = |shard| -> Vec<u64> {
            let found = cursors.of_shard(shard);
            found
                .iter()
                .filter_map(|(table, _)| channel_of(table))
                .collect()
        };
        let mut all: Vec<u64> = (0..3).flat_map(|shard| of_shard((shard, 3))).collect();
        all.sort_unstable();
        assert_eq!(all, (1..=20).collect::<Vec<_>>());
        assert!(of_shard((0, 3)).contains(&1));
        // Channels with the latest messages come first.
        for (channel, last) in [(3, 30), (12, 20), (9, 40)] {
            cursors.advance(channel, last);
        }
        assert_eq!(of_shard((0, 1))[..3], [9, 3, 12]);
    }

    #[test]
    fn the_tables_of_a_server_and_of_a_channel_are_found() {
        let cursors = ReadCursors::new(17);
        for (channel, parent, guild) in [
            (5, None, Some(9)),
            (6, Some(5), Some(9)),
            (7, Some(4), Some(9)),
            (8, None, Some(10)),
            (9, None, None),
        ] {
            cursors.record(&table_in(channel, parent), guild, 1, Some(1));
        }
        let channels = |found: Vec<TableKey>| -> BTreeSet<u64> {
            found.iter().filter_map(channel_of).collect()
        };
        assert_eq!(channels(cursors.of_guild(9)), BTreeSet::from([5, 6, 7]));
        assert_eq!(channels(cursors.threads_of(5)), BTreeSet::from([6]));
        assert!(cursors.is_private(9) && !cursors.is_private(8) && !cursors.is_private(1));
    }

    #[test]
    fn channels_without_messages_for_a_month_are_idle() {
        fn idle(cursors: &ReadCursors) -> BTreeSet<u64> {
            cursors.idle().into_keys().collect()
        }
        const DAY: u64 = 24 * 60 * 60 * 1000;
        let cursors = ReadCursors::new(17);
        let now = 1_800_000_000_000;
        let said = |days: u64| id_at(now - days * DAY);
        for (channel, days) in [(1, 0), (2, 29), (3, 31), (4, 400)] {
            let said = said(days);
            cursors.record(&table_in(channel, None), Some(9), said, Some(said));
        }
        cursors.record(&table_in(5, None), Some(9), 1, Some(1));
        assert_eq!(idle(&cursors), BTreeSet::from([3, 4, 5]));
        // Any message there ends that.
        cursors.advance(4, said(1));
        assert_eq!(idle(&cursors), BTreeSet::from([3, 5]));
    }

    #[test]
    fn no_cursor_moves_past_a_held_message() {
        let cursors = ReadCursors::new(17);
        let table = table_in(5, None);
        cursors.record(&table, None, 100, Some(100));
        for message in [110, 120] {
            cursors.hold(5, message);
        }
        assert_eq!(cursors.after(&table, None, 110).0.value, "110 0");
        assert_eq!(cursors.after(&table, None, 120).0.value, "109 0");
        assert_eq!(cursors.after(&table, None, 130).0.value, "109 0");
        // The rest is written later.
        let (_, written) = cursors.after(&table, None, 130);
        cursors.record(&table, None, 130, Some(written));
        assert_eq!(lock(&cursors.channels)[&5].written, 109);
        cursors.release(5, 110);
        assert_eq!(cursors.after(&table, None, 130).0.value, "119 0");
        cursors.release(5, 120);
        assert_eq!(cursors.after(&table, None, 130).0.value, "130 0");
    }

    #[test]
    fn a_channel_has_one_first_cursor() {
        let cursors = ReadCursors::new(17);
        let table = table_in(5, None);
        let first = cursors.first(&table, Some(9), 100).unwrap();
        assert_eq!((&*first.name, &*first.value), ("discord:17:5", "100 9"));
        cursors.record(&table, Some(9), 100, Some(100));
        assert_eq!(cursors.first(&table, Some(9), 101), None);
    }

    #[tokio::test]
    async fn a_channel_that_is_used_while_it_is_forgotten_stays() {
        let cursors = ReadCursors::new(17);
        for channel in [5, 6, 7] {
            cursors.record(&table_in(channel, None), None, 100, Some(100));
        }
        cursors
            .forget_with([(5, None), (6, None), (7, Some(90))], |_| async {
                cursors.advance(6, 110);
            })
            .await;
        assert_eq!(cursors.last(5), None);
        assert_eq!(cursors.last(6), Some((110, None)));
        let channels = lock(&cursors.channels);
        assert!(channels[&6].is_deleted && !channels[&7].is_deleted);
    }
}
