//! Storage: what must outlive the process, as a trait in the domain's words.
//!
//! A [`Store`] keeps the tables' logs, the ids of handled events, the outbox, the adapters' sync
//! cursors, and when the bot was up. [`SqlStore`] implements it. Time is always an argument: a store reads no clock for what it writes.

mod change;
mod cursor;
mod error;
mod host_event;
mod outage;
mod shared;
mod stored;
#[cfg(test)]
pub(crate) mod testing;

mod sql;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
pub use change::{
    BegunGame, Change, Committed, Forgetting, Progress, PruneBefore, ScopedChange, TableMove,
};
pub use cursor::{ReplyTarget, SyncCursor};
pub use error::{DatabaseError, StoreError};
pub use host_event::HostEvent;
use jiff::Timestamp;
use jiff::civil::Date;
pub use outage::{Outage, OutagesByPlatform};
pub use shared::{
    Claim, EngineOutput, EngineRequest, Handed, HandedJob, ProcessOptions, ShardChoice, Shards,
    SharedState, SharedStore, TakenTable, WORKER, WantedSearch,
};
pub(crate) use sql::sqlite::{DatabasePlace, inspect, integrity, schema, snapshot};
pub use sql::{Address, DatabaseLocation, NoAddress, SqlStore};
pub(crate) use sql::{DamageCheck, Preflight, TransferError, export, import, preflight};
pub use stored::{Backlog, Log, Outgoing, Reminder, Undelivered, UntoldHoliday, WaitingTable};

use crate::game::Variant;
use crate::session::{
    AdjournedGame, ArchivedGame, AuditEntry, Continuation, Holiday, Person, PersonalSettings,
    Place, Rating, ReportEntry, Scope, Settings, Shelf, Standing, StoredData, Summary, TableKey,
    TournamentGame, Training,
};

/// Opens the store of a bot.
///
/// # Errors
///
/// The database cannot be used, or another bot uses it.
pub async fn open_store(location: &DatabaseLocation) -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(SqlStore::open(location).await?))
}

/// The same for one of several processes of a bot, if the database can be shared.
///
/// # Errors
///
/// The database cannot be used, or a program uses it that does not share it.
pub async fn share_store(
    location: &DatabaseLocation,
    options: ProcessOptions,
) -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(SqlStore::share(location, options).await?))
}

/// The store of one bot.
///
/// A [`Change`] is written in one transaction: its event is handled, its table changed and its
/// replies queued, or none of the three. Writes are durable when the call returns. Every method
/// fails with a [`StoreError`] when the database fails; nothing was written then.
#[async_trait]
pub trait Store: fmt::Debug + Send + Sync {
    /// Writes a change, all or nothing.
    async fn commit(&self, change: Change) -> Result<Committed, StoreError>;

    /// Moves a table to another key, all or nothing.
    async fn move_table(&self, moving: TableMove) -> Result<Committed, StoreError>;

    /// Marks a reply of the outbox as delivered, or as given up. `message` is the platform's id of
    /// the message that it became.
    async fn delivered(
        &self,
        reply: i64,
        message: Option<String>,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Parks a reply: it waits until something is said or pressed at its table, also over a restart.
    async fn park(&self, reply: i64) -> Result<(), StoreError>;

    /// Ends that for one reply. False if it is not parked any more.
    async fn unpark(&self, reply: i64) -> Result<bool, StoreError>;

    /// Whether replies of a table are parked.
    async fn has_parked(&self, table: &TableKey) -> Result<bool, StoreError>;

    /// Ends that for all replies of a table: returns the latest ones, oldest first, at most so many.
    /// The others are given up.
    async fn unpark_all(
        &self,
        table: &TableKey,
        most: usize,
        at: Timestamp,
    ) -> Result<Vec<i64>, StoreError>;

    /// Deletes what is older than `before`, except each table's latest reply with choices, reminders
    /// whose messages stand, that tables were told of outages that are not forgotten yet, and what
    /// belongs to adjourned games. Returns the number of deleted rows.
    async fn prune(&self, before: PruneBefore) -> Result<u64, StoreError>;

    /// A table's log from its last start, or from its beginning. Empty for an unknown table.
    async fn load(&self, table: &TableKey) -> Result<Log, StoreError>;

    /// Tables of a platform that wait for the engine or for a moment.
    async fn waiting(&self, platform: &str) -> Result<Vec<WaitingTable>, StoreError>;

    /// Threads of a channel whose tables wait for a moment and at which nobody plays, newest first.
    async fn waiting_threads(
        &self,
        platform: &str,
        channel: &str,
    ) -> Result<Vec<TableKey>, StoreError>;

    /// Number of tables of a platform at which a person plays.
    async fn games_of(&self, platform: &str, person: &str) -> Result<u64, StoreError>;

    /// What is still to be delivered, but for what is parked.
    async fn backlog(&self) -> Result<Backlog, StoreError>;

    /// Whether the last write succeeded.
    fn is_writable(&self) -> bool;

    /// Number of tables of a platform at which somebody plays.
    async fn running_games(&self, platform: &str) -> Result<u64, StoreError>;

    /// The tables of a platform at which a person plays, in the order in which they came to be.
    async fn tables_of(&self, platform: &str, person: &str) -> Result<Vec<TableKey>, StoreError>;

    /// The tables of a platform whose games a person watches, the oldest table first.
    async fn watched_by(&self, platform: &str, person: &str) -> Result<Vec<TableKey>, StoreError>;

    /// The tables of a platform at which challenges to a person may be open, the newest
    /// first, at most so many.
    async fn challenges_to(
        &self,
        platform: &str,
        person: &str,
        most: usize,
    ) -> Result<Vec<TableKey>, StoreError>;

    /// What persons of a platform have set for themselves, by their ids.
    async fn personal_settings(
        &self,
        platform: &str,
        persons: &[String],
    ) -> Result<PersonalSettings, StoreError>;

    /// The settings of all channels and servers of a platform, by their ids.
    async fn place_settings(
        &self,
        platform: &str,
    ) -> Result<Vec<(Scope, String, Settings)>, StoreError>;

    /// The settings of one person, channel or server, by its id.
    async fn settings_of(
        &self,
        platform: &str,
        scope: Scope,
        id: &str,
    ) -> Result<Settings, StoreError>;

    /// Where settings of a table's server belong, if it is known to be at one.
    async fn community(&self, table: &TableKey) -> Result<Option<String>, StoreError>;

    /// Tables in a channel and all its threads, or in one thread, at which somebody plays, in the order in
    /// which they came to be.
    async fn played_in(&self, place: &TableKey) -> Result<Vec<TableKey>, StoreError>;

    /// The same of tables at which somebody plays, a tournament goes on, or something falls due.
    async fn active_in(&self, place: &TableKey) -> Result<Vec<TableKey>, StoreError>;

    /// Tables of a platform at which somebody plays and whose channel, without its threads, or whose
    /// thread has this name.
    async fn played_at(&self, platform: &str, name: &str) -> Result<Vec<TableKey>, StoreError>;

    /// A person's holidays that end after a moment, oldest first.
    async fn holidays_of(
        &self,
        platform: &str,
        person: &str,
        after: Timestamp,
    ) -> Result<Vec<Holiday>, StoreError>;

    /// The first of a person's holidays that lasted at any time after `after` and until `until`. One
    /// that the person ended counts only as long as not all tables know of it.
    async fn holiday_between(
        &self,
        platform: &str,
        person: &str,
        after: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Holiday>, StoreError>;

    /// The holidays on a platform that not all tables know of, and those that last at `running_at`.
    async fn untold_holidays(
        &self,
        platform: &str,
        running_at: Option<Timestamp>,
    ) -> Result<Vec<UntoldHoliday>, StoreError>;

    /// Notes that all tables know of a holiday. Does nothing if it has changed meanwhile.
    async fn holiday_told(&self, platform: String, told: UntoldHoliday) -> Result<(), StoreError>;

    /// The tables of a platform at which a tournament goes on.
    async fn tables_with_tournaments(&self, platform: &str) -> Result<Vec<TableKey>, StoreError>;

    /// The tables of a platform at which a tournament goes on for which there are results.
    async fn tables_with_results(&self, platform: &str) -> Result<Vec<TableKey>, StoreError>;

    /// The games of a tournament that have begun and whose outcomes are not recorded at its table yet.
    async fn tournament_games(&self, tournament: &str) -> Result<Vec<BegunGame>, StoreError>;

    /// Forgets games whose outcomes were recorded at the table of their tournament.
    async fn results_recorded(&self, games: Vec<TournamentGame>) -> Result<(), StoreError>;

    /// Language of the latest public reply at a table, if known.
    async fn language(&self, table: &TableKey) -> Result<Option<String>, StoreError>;

    /// Whether an event was handled at a table.
    async fn is_handled(&self, table: &TableKey, event: &str) -> Result<bool, StoreError>;

    /// The table in a channel, or in a thread of it, at which an event was handled.
    async fn table_of_event(
        &self,
        platform: &str,
        channel: &str,
        event: &str,
    ) -> Result<Option<TableKey>, StoreError>;

    /// The table in a channel, or in a thread of it, at which a message shows a reply with choices.
    async fn table_of_message(
        &self,
        platform: &str,
        channel: &str,
        message: &str,
    ) -> Result<Option<TableKey>, StoreError>;

    /// Replies of a platform that are still to be delivered and not parked, oldest first.
    async fn undelivered(&self, platform: &str) -> Result<Vec<Undelivered>, StoreError>;

    /// A reply by its number.
    async fn outgoing(&self, reply: i64) -> Result<Option<Outgoing>, StoreError>;

    /// The reply with choices that a message of the platform shows at a table.
    async fn choices_of_message(
        &self,
        table: &TableKey,
        message: &str,
    ) -> Result<Option<Outgoing>, StoreError>;

    /// A table's latest reply with choices.
    async fn latest_choices(&self, table: &TableKey) -> Result<Option<Outgoing>, StoreError>;

    /// The latest public reply with choices that is older than this one of the same table.
    async fn choices_before(&self, reply: &Outgoing) -> Result<Option<Outgoing>, StoreError>;

    /// The message that tells a table how a round of votes stands, which began then.
    async fn message_of_tally(
        &self,
        table: &TableKey,
        round: Timestamp,
    ) -> Result<Option<String>, StoreError>;

    /// A finished game by its number.
    async fn archived(&self, number: u64) -> Result<Option<ArchivedGame>, StoreError>;

    /// The last finished game of a table.
    async fn last_archived(&self, table: &TableKey) -> Result<Option<ArchivedGame>, StoreError>;

    /// Finished games, newest first: `most` of them after the first `skip`; and how many there are
    /// in all.
    async fn archive(
        &self,
        shelf: &Shelf,
        skip: usize,
        most: usize,
    ) -> Result<(Vec<ArchivedGame>, usize), StoreError>;

    /// Summaries of all finished games of a person at a place, oldest first.
    async fn summaries(
        &self,
        place: &Place,
        person: &str,
        variant: Variant,
    ) -> Result<Vec<Summary>, StoreError>;

    /// A person's adjourned games, oldest first, with their numbers and the tables at which they were
    /// played: the first `most`; and how many there are in all.
    async fn adjourned(
        &self,
        platform: &str,
        person: &str,
        most: usize,
    ) -> Result<(Vec<(i64, TableKey, AdjournedGame)>, usize), StoreError>;

    /// All that is needed to continue an adjourned game of a platform, unless it was continued
    /// already.
    async fn continuation(
        &self,
        platform: &str,
        number: i64,
    ) -> Result<Option<Continuation>, StoreError>;

    /// The ratings of all puzzles that somebody has tried, by the puzzles' ids.
    async fn puzzle_ratings(&self) -> Result<BTreeMap<u32, Rating>, StoreError>;

    /// Who solved the puzzle of a day, by the servers that they came from.
    async fn solvers_of_day(
        &self,
        platform: &str,
        day: Date,
    ) -> Result<BTreeMap<String, Vec<Person>>, StoreError>;

    /// The best scores in races at a server, the highest first, `most` at most.
    async fn race_scores(
        &self,
        platform: &str,
        server: &str,
        most: usize,
    ) -> Result<Vec<(Person, u32)>, StoreError>;

    /// What a person can train: the exercise with a number if it is kept, else all that are due; and
    /// how many there are.
    async fn training(
        &self,
        platform: &str,
        person: &str,
        number: Option<i64>,
        now: Timestamp,
    ) -> Result<Training, StoreError>;

    /// A person's rating at a place, if the person has played a rated game there.
    async fn standing(
        &self,
        place: &Place,
        person: &str,
        variant: Variant,
    ) -> Result<Option<Standing>, StoreError>;

    /// All ratings at a place, highest first.
    async fn standings(&self, place: &Place, variant: Variant)
    -> Result<Vec<Standing>, StoreError>;

    /// The reminders whose messages stand and are out of date once this reply of the same table is
    /// delivered, oldest first: those before another reminder, of a turn that is over, or with a
    /// deadline that has changed.
    async fn outdated_reminders(&self, reply: i64) -> Result<Vec<Reminder>, StoreError>;

    /// Notes that the message of a reminder is gone, or can never be removed.
    async fn reminder_removed(&self, reply: i64) -> Result<(), StoreError>;

    /// How many notes for moderators were left since a moment: by a person on the platform, and by
    /// everybody at the table.
    async fn reports_since(
        &self,
        table: &TableKey,
        person: &str,
        since: Timestamp,
    ) -> Result<(usize, usize), StoreError>;

    /// The notes that were left for moderators in the table's channel, or on its server, newest
    /// first: `most` of them after the first `skip`; and how many there are in all.
    async fn reports(
        &self,
        table: &TableKey,
        community: Option<&str>,
        skip: usize,
        most: usize,
    ) -> Result<(Vec<ReportEntry>, usize), StoreError>;

    /// What moderators did in the table's channel, or on its server, newest first: `most` entries
    /// after the first `skip`; and how many there are in all.
    async fn audit(
        &self,
        table: &TableKey,
        community: Option<&str>,
        skip: usize,
        most: usize,
    ) -> Result<(Vec<AuditEntry>, usize), StoreError>;

    /// Until when a person is muted in the table's channel or on its server, if they are.
    async fn muted_until(
        &self,
        table: &TableKey,
        community: Option<&str>,
        person: &str,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError>;

    /// Ids of those who have blocked a person.
    async fn blockers(&self, platform: &str, person: &str) -> Result<Vec<String>, StoreError>;

    /// Whom a person has blocked, by name.
    async fn blocked(&self, platform: &str, person: &str) -> Result<Vec<Person>, StoreError>;

    /// One part, from 1, of what is stored about a person, without their games in progress.
    async fn personal_data(
        &self,
        platform: &str,
        person: &str,
        part: usize,
    ) -> Result<StoredData, StoreError>;

    /// How many persons have had their data deleted since the store was opened. What was read before
    /// may name them; a change that follows from it is not written.
    fn forgotten(&self) -> u64;

    /// The value of a sync cursor, if it was ever set.
    async fn cursor(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// All sync cursors whose names start with `prefix`, by name.
    async fn cursors(&self, prefix: &str) -> Result<Vec<SyncCursor>, StoreError>;

    /// Sets sync cursors, all or none.
    async fn set_cursors(&self, cursors: Vec<SyncCursor>) -> Result<(), StoreError>;

    /// Deletes a sync cursor, if it exists.
    async fn forget_cursor(&self, name: String) -> Result<(), StoreError>;

    /// Notes that the bot is up on these platforms at this moment.
    async fn heartbeat(&self, platforms: Vec<String>, at: Timestamp) -> Result<(), StoreError>;

    /// The bot is up again on these platforms: stores the time since the last heartbeat of each, all
    /// or none, and returns all outages of which not all tables were told, by platform, oldest first.
    async fn end_outages(
        &self,
        platforms: Vec<String>,
        at: Timestamp,
    ) -> Result<OutagesByPlatform, StoreError>;

    /// Forgets an outage of which all tables were told.
    async fn forget_outage(&self, outage: i64) -> Result<(), StoreError>;

    /// The store as one that other processes use as well, if they may.
    fn shared(&self) -> Option<&dyn SharedStore>;

    /// Returns once the database is lost for good, with the reason: another file took its place.
    async fn lost(&self) -> StoreError;

    /// Writes what is queued and closes the database.
    async fn close(&self);
}
