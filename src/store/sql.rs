//! The store in an SQL database: SQLite or PostgreSQL. Both get the same statements, by sqlx's Any
//! driver; what is different is in a module for each.
//!
//! All writes go through one `writer`, which puts the changes that arrive while the disk is
//! busy into one transaction. Reads run beside it on connections of their own.

mod adjourned;
mod archive;
mod commit;
mod cursors;
mod database;
mod error;
mod fingerprint;
mod forget;
mod health;
mod heartbeat;
mod holidays;
mod like;
mod location;
mod moderation;
mod move_table;
mod outbox;
mod owners;
mod personal;
mod postgres;
mod preflight;
mod puzzles;
mod reports;
mod retention;
mod searches;
mod settings;
mod shared;
pub(super) mod sqlite;
mod tables;
mod tournaments;
mod training;
mod transfer;
mod writer;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use database::Database;
use fingerprint::FingerprintKey;
use jiff::Timestamp;
use jiff::civil::Date;
pub use location::DatabaseLocation;
pub use postgres::{Address, NoAddress};
pub(crate) use preflight::{DamageCheck, Preflight, preflight};
use sqlx::AnyPool;
use tokio::sync::OnceCell;
pub(crate) use transfer::{TransferError, export, import};
use writer::Writer;

use crate::game::Variant;
use crate::metrics::{self, DatabaseOperation};
use crate::session::{
    AdjournedGame, ArchivedGame, AuditEntry, Continuation, Holiday, Person, PersonalSettings,
    Place, Rating, ReportEntry, Scope, Settings, Shelf, Standing, StoredData, Summary, TableKey,
    TournamentGame, Training,
};
use crate::store::{
    Backlog, BegunGame, Change, Committed, Log, OutagesByPlatform, Outgoing, ProcessOptions,
    PruneBefore, Reminder, SharedStore, Store, StoreError, SyncCursor, TableMove, Undelivered,
    UntoldHoliday, WaitingTable,
};

/// An open database. Clones are handles to the same one.
#[derive(Debug, Clone)]
pub struct SqlStore {
    database: Arc<Database>,
    writer: Writer,
    /// Read when it is first needed.
    fingerprints: Arc<OnceCell<FingerprintKey>>,
}

impl SqlStore {
    /// Opens the database, creates it if it does not exist, and migrates its schema. Until it is
    /// closed, or the process ends, no other process can open it.
    ///
    /// # Errors
    ///
    /// The database cannot be opened or written or is not ours, another process uses it, or
    /// a newer version of this program has changed its schema.
    pub async fn open(location: &DatabaseLocation) -> Result<Self, StoreError> {
        let database = Database::open(location, None).await?;
        Ok(Self::new(database))
    }

    /// The same for a database of a PostgreSQL server that other processes share; a database of
    /// another kind is opened by this process alone.
    ///
    /// # Errors
    ///
    /// As of [`open`](Self::open); another process uses the database alone, or has to be stopped
    /// before its schema can be changed.
    pub async fn share(
        location: &DatabaseLocation,
        options: ProcessOptions,
    ) -> Result<Self, StoreError> {
        let store = Self::new(Database::open(location, Some(options)).await?);
        if let Some(shared) = store.shared() {
            shared.state().await?;
        }
        Ok(store)
    }

    fn new(database: Database) -> Self {
        let database = Arc::new(database);
        let writer = Writer::start(Arc::clone(&database));
        Self {
            database,
            writer,
            fingerprints: Arc::default(),
        }
    }

    fn readers(&self) -> AnyPool {
        self.database.readers()
    }

    /// By which id the store knows a person who had their data deleted before.
    async fn fingerprint(&self, platform: &str, person: &str) -> Result<String, StoreError> {
        let read = || async { FingerprintKey::read(&self.readers()).await };
        let key = self.fingerprints.get_or_try_init(read).await?;
        Ok(key.fingerprint(platform, person).id)
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn commit(&self, change: Change) -> Result<Committed, StoreError> {
        self.writer.commit(change).await
    }

    async fn move_table(&self, moving: TableMove) -> Result<Committed, StoreError> {
        self.writer.move_table(moving).await
    }

    async fn delivered(
        &self,
        reply: i64,
        message: Option<String>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.delivered(reply, message, at).await
    }

    async fn park(&self, reply: i64) -> Result<(), StoreError> {
        self.writer.park(reply).await
    }

    async fn unpark(&self, reply: i64) -> Result<bool, StoreError> {
        self.writer.unpark(reply).await
    }

    async fn has_parked(&self, table: &TableKey) -> Result<bool, StoreError> {
        outbox::has_parked(&self.readers(), table).await
    }

    async fn unpark_all(
        &self,
        table: &TableKey,
        most: usize,
        at: Timestamp,
    ) -> Result<Vec<i64>, StoreError> {
        self.writer.unpark_all(table.clone(), most, at).await
    }

    async fn prune(&self, before: PruneBefore) -> Result<u64, StoreError> {
        self.writer.prune(before).await
    }

    async fn load(&self, table: &TableKey) -> Result<Log, StoreError> {
        let begun = Instant::now();
        let read = tables::load(&self.readers(), table).await;
        metrics::database(DatabaseOperation::ReadTable, begun.elapsed());
        read
    }

    async fn waiting(&self, platform: &str) -> Result<Vec<WaitingTable>, StoreError> {
        tables::waiting(&self.readers(), platform).await
    }

    async fn waiting_threads(
        &self,
        platform: &str,
        channel: &str,
    ) -> Result<Vec<TableKey>, StoreError> {
        tables::waiting_threads(&self.readers(), platform, channel).await
    }

    async fn games_of(&self, platform: &str, person: &str) -> Result<u64, StoreError> {
        tables::games_of(&self.readers(), platform, person).await
    }

    async fn backlog(&self) -> Result<Backlog, StoreError> {
        outbox::backlog(&self.readers()).await
    }

    fn is_writable(&self) -> bool {
        self.database.is_writable()
    }

    async fn running_games(&self, platform: &str) -> Result<u64, StoreError> {
        tables::running_games(&self.readers(), platform).await
    }

    async fn tables_of(&self, platform: &str, person: &str) -> Result<Vec<TableKey>, StoreError> {
        tables::tables_of(&self.readers(), platform, person).await
    }

    async fn challenges_to(
        &self,
        platform: &str,
        person: &str,
        most: usize,
    ) -> Result<Vec<TableKey>, StoreError> {
        tables::challenges_to(&self.readers(), platform, person, most).await
    }

    async fn personal_settings(
        &self,
        platform: &str,
        persons: &[String],
    ) -> Result<PersonalSettings, StoreError> {
        settings::of_persons(&self.readers(), platform, persons).await
    }

    async fn place_settings(
        &self,
        platform: &str,
    ) -> Result<Vec<(Scope, String, Settings)>, StoreError> {
        settings::of_places(&self.readers(), platform).await
    }

    async fn settings_of(
        &self,
        platform: &str,
        scope: Scope,
        id: &str,
    ) -> Result<Settings, StoreError> {
        settings::of(&self.readers(), platform, scope, id).await
    }

    async fn community(&self, table: &TableKey) -> Result<Option<String>, StoreError> {
        tables::community(&self.readers(), table).await
    }

    async fn watched_by(&self, platform: &str, person: &str) -> Result<Vec<TableKey>, StoreError> {
        tables::watched_by(&self.readers(), platform, person).await
    }

    async fn played_at(&self, platform: &str, name: &str) -> Result<Vec<TableKey>, StoreError> {
        tables::played_at(&self.readers(), platform, name).await
    }

    async fn played_in(&self, place: &TableKey) -> Result<Vec<TableKey>, StoreError> {
        tables::played_in(&self.readers(), place).await
    }

    async fn active_in(&self, place: &TableKey) -> Result<Vec<TableKey>, StoreError> {
        tables::active_in(&self.readers(), place).await
    }

    async fn holidays_of(
        &self,
        platform: &str,
        person: &str,
        after: Timestamp,
    ) -> Result<Vec<Holiday>, StoreError> {
        holidays::of_person(&self.readers(), platform, person, after).await
    }

    async fn holiday_between(
        &self,
        platform: &str,
        person: &str,
        after: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Holiday>, StoreError> {
        holidays::between(&self.readers(), platform, person, after, until).await
    }

    async fn untold_holidays(
        &self,
        platform: &str,
        running_at: Option<Timestamp>,
    ) -> Result<Vec<UntoldHoliday>, StoreError> {
        holidays::untold(&self.readers(), platform, running_at).await
    }

    async fn tables_with_tournaments(&self, platform: &str) -> Result<Vec<TableKey>, StoreError> {
        tournaments::tables(&self.readers(), platform).await
    }

    async fn tables_with_results(&self, platform: &str) -> Result<Vec<TableKey>, StoreError> {
        tournaments::with_results(&self.readers(), platform).await
    }

    async fn tournament_games(&self, tournament: &str) -> Result<Vec<BegunGame>, StoreError> {
        tournaments::games(&self.readers(), tournament).await
    }

    async fn results_recorded(&self, games: Vec<TournamentGame>) -> Result<(), StoreError> {
        self.writer.results_recorded(games).await
    }

    async fn holiday_told(&self, platform: String, told: UntoldHoliday) -> Result<(), StoreError> {
        self.writer.holiday_told(platform, told).await
    }

    async fn language(&self, table: &TableKey) -> Result<Option<String>, StoreError> {
        outbox::language(&self.readers(), table).await
    }

    async fn is_handled(&self, table: &TableKey, event: &str) -> Result<bool, StoreError> {
        tables::is_handled(&self.readers(), table, event).await
    }

    async fn table_of_event(
        &self,
        platform: &str,
        channel: &str,
        event: &str,
    ) -> Result<Option<TableKey>, StoreError> {
        tables::table_of_event(&self.readers(), platform, channel, event).await
    }

    async fn table_of_message(
        &self,
        platform: &str,
        channel: &str,
        message: &str,
    ) -> Result<Option<TableKey>, StoreError> {
        outbox::table_of_message(&self.readers(), platform, channel, message).await
    }

    async fn undelivered(&self, platform: &str) -> Result<Vec<Undelivered>, StoreError> {
        outbox::undelivered(&self.readers(), platform).await
    }

    async fn outgoing(&self, reply: i64) -> Result<Option<Outgoing>, StoreError> {
        let begun = Instant::now();
        let read = outbox::outgoing(&self.readers(), reply).await;
        metrics::database(DatabaseOperation::ReadReply, begun.elapsed());
        read
    }

    async fn choices_of_message(
        &self,
        table: &TableKey,
        message: &str,
    ) -> Result<Option<Outgoing>, StoreError> {
        outbox::choices_of_message(&self.readers(), table, message).await
    }

    async fn latest_choices(&self, table: &TableKey) -> Result<Option<Outgoing>, StoreError> {
        outbox::latest_choices(&self.readers(), table).await
    }

    async fn outdated_reminders(&self, reply: i64) -> Result<Vec<Reminder>, StoreError> {
        outbox::outdated_reminders(&self.readers(), reply).await
    }

    async fn reminder_removed(&self, reply: i64) -> Result<(), StoreError> {
        self.writer.reminder_removed(reply).await
    }

    async fn choices_before(&self, reply: &Outgoing) -> Result<Option<Outgoing>, StoreError> {
        outbox::choices_before(&self.readers(), reply).await
    }

    async fn message_of_tally(
        &self,
        table: &TableKey,
        round: Timestamp,
    ) -> Result<Option<String>, StoreError> {
        outbox::message_of_tally(&self.readers(), table, round).await
    }

    async fn archived(&self, number: u64) -> Result<Option<ArchivedGame>, StoreError> {
        archive::archived(&self.readers(), number).await
    }

    async fn last_archived(&self, table: &TableKey) -> Result<Option<ArchivedGame>, StoreError> {
        archive::last_archived(&self.readers(), table).await
    }

    async fn archive(
        &self,
        shelf: &Shelf,
        skip: usize,
        most: usize,
    ) -> Result<(Vec<ArchivedGame>, usize), StoreError> {
        archive::archive(&self.readers(), shelf, skip, most).await
    }

    async fn summaries(
        &self,
        place: &Place,
        person: &str,
        variant: Variant,
    ) -> Result<Vec<Summary>, StoreError> {
        archive::summaries(&self.readers(), place, person, variant).await
    }

    async fn adjourned(
        &self,
        platform: &str,
        person: &str,
        most: usize,
    ) -> Result<(Vec<(i64, TableKey, AdjournedGame)>, usize), StoreError> {
        adjourned::of_person(&self.readers(), platform, person, most).await
    }

    async fn continuation(
        &self,
        platform: &str,
        number: i64,
    ) -> Result<Option<Continuation>, StoreError> {
        adjourned::continuation(&self.readers(), platform, number).await
    }

    async fn puzzle_ratings(&self) -> Result<BTreeMap<u32, Rating>, StoreError> {
        puzzles::ratings(&self.readers()).await
    }

    async fn solvers_of_day(
        &self,
        platform: &str,
        day: Date,
    ) -> Result<BTreeMap<String, Vec<Person>>, StoreError> {
        puzzles::solvers_of_day(&self.readers(), platform, day).await
    }

    async fn race_scores(
        &self,
        platform: &str,
        server: &str,
        most: usize,
    ) -> Result<Vec<(Person, u32)>, StoreError> {
        puzzles::race_scores(&self.readers(), platform, server, most).await
    }

    async fn training(
        &self,
        platform: &str,
        person: &str,
        number: Option<i64>,
        now: Timestamp,
    ) -> Result<Training, StoreError> {
        training::of_person(&self.readers(), platform, person, number, now).await
    }

    async fn standing(
        &self,
        place: &Place,
        person: &str,
        variant: Variant,
    ) -> Result<Option<Standing>, StoreError> {
        archive::standing(&self.readers(), place, variant, person).await
    }

    async fn standings(
        &self,
        place: &Place,
        variant: Variant,
    ) -> Result<Vec<Standing>, StoreError> {
        archive::standings(&self.readers(), place, variant).await
    }

    async fn reports_since(
        &self,
        table: &TableKey,
        person: &str,
        since: Timestamp,
    ) -> Result<(usize, usize), StoreError> {
        reports::since(&self.readers(), table, person, since).await
    }

    async fn reports(
        &self,
        table: &TableKey,
        community: Option<&str>,
        skip: usize,
        most: usize,
    ) -> Result<(Vec<ReportEntry>, usize), StoreError> {
        moderation::reports(&self.readers(), table, community, skip, most).await
    }

    async fn audit(
        &self,
        table: &TableKey,
        community: Option<&str>,
        skip: usize,
        most: usize,
    ) -> Result<(Vec<AuditEntry>, usize), StoreError> {
        moderation::audit(&self.readers(), table, community, skip, most).await
    }

    async fn muted_until(
        &self,
        table: &TableKey,
        community: Option<&str>,
        person: &str,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        let before = self.fingerprint(&table.platform, person).await?;
        let ids = [person, &before];
        moderation::muted_until(&self.readers(), table, community, ids, now).await
    }

    async fn blockers(&self, platform: &str, person: &str) -> Result<Vec<String>, StoreError> {
        let before = self.fingerprint(platform, person).await?;
        moderation::blockers(&self.readers(), platform, [person, &before]).await
    }

    async fn blocked(&self, platform: &str, person: &str) -> Result<Vec<Person>, StoreError> {
        moderation::blocked(&self.readers(), platform, person).await
    }

    async fn personal_data(
        &self,
        platform: &str,
        person: &str,
        part: usize,
    ) -> Result<StoredData, StoreError> {
        let before = self.fingerprint(platform, person).await?;
        personal::data(&self.readers(), platform, [person, &before], part).await
    }

    fn forgotten(&self) -> u64 {
        self.writer.forgotten()
    }

    async fn cursor(&self, name: &str) -> Result<Option<String>, StoreError> {
        cursors::cursor(&self.readers(), name).await
    }

    async fn cursors(&self, prefix: &str) -> Result<Vec<SyncCursor>, StoreError> {
        cursors::cursors(&self.readers(), prefix).await
    }

    async fn set_cursors(&self, cursors: Vec<SyncCursor>) -> Result<(), StoreError> {
        self.writer.set_cursors(cursors).await
    }

    async fn forget_cursor(&self, name: String) -> Result<(), StoreError> {
        self.writer.forget_cursor(name).await
    }

    async fn heartbeat(&self, platforms: Vec<String>, at: Timestamp) -> Result<(), StoreError> {
        self.writer.heartbeat(platforms, at).await
    }

    async fn end_outages(
        &self,
        platforms: Vec<String>,
        at: Timestamp,
    ) -> Result<OutagesByPlatform, StoreError> {
        self.writer.end_outages(platforms, at).await
    }

    async fn forget_outage(&self, outage: i64) -> Result<(), StoreError> {
        self.writer.forget_outage(outage).await
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        self.database.membership().map(|_| self as &dyn SharedStore)
    }

    async fn lost(&self) -> StoreError {
        self.database.lost().await
    }

    async fn close(&self) {
        self.writer.finish().await;
        self.database.close().await;
    }
}

#[cfg(test)]
mod tests;
