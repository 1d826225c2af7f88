//! Writes a change.

use std::slice;

use jiff::Timestamp;
use serde_json::Value;
use sqlx::AnyConnection;
use sqlx::Row;

use super::outbox::{self, Envelope, Serialized, json};
use super::{
    adjourned, archive, cursors, forget, holidays, moderation, puzzles, reports, settings, tables,
    tournaments, training,
};
use crate::session::{Announcement, Event, Moderation, Person, Reply, Scope, TableKey};
use crate::store::{Change, Committed, HostEvent, Progress, StoreError};

/// Size limit of one change, in bytes as stored. The longest imported game takes a twentieth of
/// this.
const MOST_BYTES: usize = 1 << 20;

/// A change with its entries and replies as JSON.
#[derive(Debug)]
pub(super) struct Prepared {
    change: Change,
    entries: Vec<String>,
    replies: Serialized,
    finished: Option<String>,
    setting: Option<Value>,
    announcement: Option<Serialized>,
    watched: Serialized,
}

impl Prepared {
    /// Serialises a change. Fails if it is too large to be stored.
    pub(super) fn new(change: Change) -> Result<Self, StoreError> {
        let progress = change.progress.iter();
        let prepared = Self {
            entries: progress
                .flat_map(|progress| &progress.entries)
                .map(json)
                .collect::<Result<_, _>>()?,
            replies: Serialized::new(change.author.as_ref(), &change.replies)?,
            finished: {
                let mut progress = change.progress.iter();
                let finished = progress.find_map(|progress| progress.finished.as_ref());
                finished.map(json).transpose()?
            },
            setting: {
                let mut progress = change.progress.iter();
                let setting = progress.find_map(|progress| progress.setting.as_ref());
                setting
                    .map(|one| settings::patch(&one.change))
                    .transpose()?
            },
            announcement: {
                let mut progress = change.progress.iter();
                let announced = progress.find_map(|progress| progress.announcement.as_ref());
                announced
                    .map(|one| Serialized::new(None, slice::from_ref(&one.reply)))
                    .transpose()?
            },
            watched: {
                let mut progress = change.progress.iter();
                let watched = progress.next().map(|progress| &*progress.watched);
                Serialized::new(None, watched.unwrap_or_default())?
            },
            change,
        };
        let size = prepared.size();
        if size > MOST_BYTES {
            return Err(StoreError::Unfit(format!(
                "the change takes {size} bytes, of {MOST_BYTES} at most"
            )));
        }
        Ok(prepared)
    }

    /// The replies, with the number of the game that is adjourned.
    fn with_adjourned(&self, number: i64) -> Result<Serialized, StoreError> {
        let replies = self.change.replies.iter().cloned();
        let replies: Vec<Reply> = replies.map(|reply| reply.with_adjourned(number)).collect();
        Serialized::new(self.change.author.as_ref(), &replies)
    }

    /// What was known of deleted data when the change was worked out.
    pub(super) const fn seen(&self) -> u64 {
        self.change.seen
    }

    /// The table.
    pub(super) const fn table(&self) -> &TableKey {
        &self.change.table
    }

    /// Whether it reads and changes only what belongs to its table, and nothing shared between tables,
    /// such as how many games somebody plays, settings, or the archive.
    pub(super) fn concerns_its_table(&self) -> bool {
        let progress = |progress: &Progress| {
            let Progress {
                after: _,
                continues,
                entries: _,
                waiting: _,
                players,
                challenged: _,
                watched: _,
                watchers,
                finished,
                adjourned,
                announcement,
                begins,
                result,
                tournament,
                report,
                setting,
                puzzle,
                mistakes,
                trained,
                holiday,
                moderation,
                forgotten,
                most_games: _,
                most_watched: _,
            } = progress;
            continues.is_none()
                && players.is_none()
                && watchers.is_none()
                && finished.is_none()
                && adjourned.is_none()
                && announcement.is_none()
                && begins.is_none()
                && result.is_none()
                && tournament.is_none()
                && report.is_none()
                && setting.is_none()
                && puzzle.is_none()
                && mistakes.is_empty()
                && trained.is_none()
                && holiday.is_none()
                && *moderation == Moderation::default()
                && forgotten.is_none()
        };
        self.change.given_at.is_none() && self.change.progress.as_ref().is_none_or(progress)
    }

    /// Whether some of the replies may be for other tables.
    pub(super) fn speaks_elsewhere(&self) -> bool {
        self.change.given_at.is_some() || self.announcement.is_some()
    }

    /// Whether settings of a channel or a server change.
    pub(super) fn sets_a_place(&self) -> bool {
        let progress = self.change.progress.as_ref();
        let setting = progress.and_then(|progress| progress.setting.as_ref());
        setting.is_some_and(|setting| setting.scope != Scope::Person)
    }

    /// Who has their data deleted, if anybody.
    pub(super) fn forgets(&self) -> Option<&Person> {
        let progress = self.change.progress.as_ref()?;
        progress.forgotten.as_ref().map(|one| &one.person)
    }

    fn size(&self) -> usize {
        let Change {
            table,
            event,
            reply_target,
            language,
            cursor,
            ..
        } = &self.change;
        let of = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        // Event, author and language are stored with each reply.
        let each = event.len() + of(&self.replies.author) + of(language);
        let key = table.platform.len() + table.channel.len() + of(&table.thread);
        let cursor = cursor
            .as_ref()
            .map_or(0, |cursor| cursor.name.len() + cursor.value.len());
        let target = reply_target.as_ref().map_or(0, |target| target.len());
        let entries: usize = self.entries.iter().map(String::len).sum();
        let announced = self.announcement.iter().flat_map(|one| &one.replies);
        let replies = self.replies.replies.iter().chain(announced);
        let replies = replies.chain(&self.watched.replies);
        let replies: usize = replies.map(|reply| reply.len() + each).sum();
        let progress = self.change.progress.as_ref();
        let report = progress.and_then(|progress| progress.report.as_ref());
        let report = report.map_or(0, |report| report.note.len() + report.by.name.len());
        let setting = self.setting.as_ref().map_or(0, |one| one.to_string().len());
        let finished = of(&self.finished) + setting;
        event.len() + key + cursor + target + entries + replies + finished + report
    }
}

/// Writes a change. All checks come before the first write, so a refused change leaves the
/// transaction untouched.
pub(super) async fn commit(
    db: &mut AnyConnection,
    prepared: &Prepared,
) -> Result<Committed, StoreError> {
    let change = &prepared.change;
    let Known {
        id: known,
        next,
        mut handled,
    } = find(db, &change.table, &change.event).await?;
    let mut answered = known;
    if let Some(table) = &change.given_at {
        let given_at = find(db, table, &change.event).await?;
        (answered, handled) = (given_at.id, given_at.handled);
    }
    if handled {
        return Ok(Committed::Duplicate);
    }
    if let Some(progress) = &change.progress {
        if number(progress.after)? != next {
            return Ok(Committed::Conflict);
        }
        let full = full(db, &change.table.platform, known, progress).await?;
        if !full.is_empty() {
            return Ok(Committed::TooManyGames(full));
        }
        if watch_enough(db, &change.table.platform, known, progress).await? {
            return Ok(Committed::TooManyWatched);
        }
        if let Some(game) = &progress.begins
            && !tournaments::may_begin(db, game).await?
        {
            return Ok(Committed::Duplicate);
        }
        if let Some(game) = progress.continues
            && !adjourned::exists(db, game).await?
        {
            return Ok(Committed::Gone);
        }
    }
    let holiday = change.progress.iter().find_map(|one| one.holiday.as_ref());
    if let Some((person, holiday)) = holiday
        && holidays::overlaps(db, &change.table.platform, person, holiday).await?
    {
        return Ok(Committed::Conflict);
    }
    let table = match known {
        Some(id) => id,
        None => create_table(db, &change.table).await?,
    };
    let answered = match (&change.given_at, answered) {
        (None, _) => table,
        (Some(_), Some(id)) => id,
        (Some(given_at), None) => create_table(db, given_at).await?,
    };
    let forgotten = change
        .progress
        .iter()
        .find_map(|one| one.forgotten.as_ref());
    let answered = match forgotten {
        Some(one) => forget::forget(db, answered, &change.table, one, change.at).await?,
        None => answered,
    };
    mark_handled(db, answered, &change.event, change.at).await?;
    let mut numbered = None;
    if let Some(community) = &change.community {
        sqlx::query(
            "UPDATE tables SET community = $2 WHERE id = $1 AND community IS DISTINCT FROM $2",
        )
        .bind(table)
        .bind(community)
        .execute(&mut *db)
        .await?;
    }
    if let Some(progress) = &change.progress
        && !progress.entries.is_empty()
    {
        let copied = match progress.continues {
            Some(game) => adjourned::restore(db, table, next, game).await?,
            None => 0,
        };
        append(db, table, next, copied, progress, &prepared.entries).await?;
        if let Some(game) = &progress.adjourned {
            let platform = &change.table.platform;
            let given = adjourned::put(db, table, platform, next, &progress.entries, game).await?;
            numbered = given
                .map(|number| prepared.with_adjourned(number))
                .transpose()?;
        }
        if let Some((game, text)) = progress.finished.as_ref().zip(prepared.finished.as_deref()) {
            archive::put(db, table, &change.table.platform, game, text).await?;
        }
    }
    if let Some(progress) = &change.progress {
        if let Some(tournament) = &progress.tournament {
            tournaments::set(db, table, tournament.as_deref()).await?;
        }
        if let Some(game) = &progress.begins {
            tournaments::put(db, game, None).await?;
        }
        if let Some(result) = &progress.result {
            tournaments::put(db, &result.game, Some(result.outcome)).await?;
        }
    }
    if let Some(report) = change.progress.iter().find_map(|one| one.report.as_ref()) {
        reports::put(db, table, &change.table.platform, report, change.at).await?;
    }
    let setting = change.progress.iter().find_map(|one| one.setting.as_ref());
    if let Some((setting, patch)) = setting.zip(prepared.setting.as_ref()) {
        settings::change(db, &change.table.platform, setting, patch).await?;
    }
    if let Some(tried) = change.progress.iter().find_map(|one| one.puzzle.as_ref()) {
        puzzles::count(db, tried, change.at).await?;
    }
    if let Some(progress) = &change.progress {
        let platform = &change.table.platform;
        training::put(db, platform, &progress.mistakes, change.at).await?;
        if let Some((person, trained)) = &progress.trained {
            training::note(db, platform, person, trained).await?;
        }
        let community = change.community.as_deref();
        moderation::put(
            db,
            &change.table,
            community,
            &progress.moderation,
            change.at,
        )
        .await?;
    }
    if let Some((person, holiday)) = holiday {
        holidays::put(db, &change.table.platform, person, holiday).await?;
    }
    let envelope = Envelope {
        event: &change.event,
        urgent: change.urgent,
        reply_target: change.reply_target.as_deref(),
        language: change.language.as_deref(),
    };
    let replies = numbered.as_ref().unwrap_or(&prepared.replies);
    let mut queued = outbox::queue(db, answered, &envelope, &change.replies, replies).await?;
    let announcement = change
        .progress
        .iter()
        .find_map(|one| one.announcement.as_ref());
    if let Some((announcement, text)) = announcement.zip(prepared.announcement.as_ref()) {
        let event = HostEvent::Announcement.id(format!("{table}-{next}"));
        let envelope = Envelope {
            event: &event,
            urgent: false,
            reply_target: None,
            // Where none is set, that of the game.
            language: change.language.as_deref(),
        };
        queued.extend(announce(db, announcement, text, &envelope).await?);
    }
    if let Some(progress) = &change.progress {
        let event = HostEvent::Watched.id(next);
        let envelope = Envelope {
            event: &event,
            urgent: false,
            reply_target: None,
            language: change.language.as_deref(),
        };
        let told = outbox::queue(db, table, &envelope, &progress.watched, &prepared.watched);
        queued.extend(told.await?);
    }
    for &reply in &change.supersedes {
        outbox::delivered(db, reply, None, change.at).await?;
    }
    if let Some(cursor) = &change.cursor {
        cursors::set(db, cursor).await?;
    }
    Ok(Committed::Done(queued))
}

/// Queues an announcement in its channel.
async fn announce(
    db: &mut AnyConnection,
    announcement: &Announcement,
    text: &Serialized,
    envelope: &Envelope<'_>,
) -> Result<Vec<i64>, StoreError> {
    let to = match find(db, &announcement.to, envelope.event).await?.id {
        Some(id) => id,
        None => create_table(db, &announcement.to).await?,
    };
    let replies = slice::from_ref(&announcement.reply);
    outbox::queue(db, to, envelope, replies, text).await
}

/// What the database knows of a table and an event.
struct Known {
    id: Option<i64>,
    /// Length of the log.
    next: i64,
    /// Whether the event was handled at the table.
    handled: bool,
}

async fn find(db: &mut AnyConnection, table: &TableKey, event: &str) -> Result<Known, StoreError> {
    let row = sqlx::query(
        "SELECT id, next, (
             SELECT count(*) FROM events WHERE table_id = tables.id AND event = $4
         ) FROM tables WHERE platform = $1 AND channel = $2 AND thread = $3",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(tables::thread(table))
    .bind(event)
    .fetch_optional(db)
    .await?;
    Ok(match row {
        Some(row) => Known {
            id: Some(row.try_get(0)?),
            next: row.try_get(1)?,
            handled: row.try_get::<i64, _>(2)? > 0,
        },
        None => Known {
            id: None,
            next: 0,
            handled: false,
        },
    })
}

/// The future players who have already reached their limit at other tables, and do not play at this
/// one yet.
async fn full(
    db: &mut AnyConnection,
    platform: &str,
    table: Option<i64>,
    progress: &Progress,
) -> Result<Vec<String>, StoreError> {
    let (Some(players), Some(most)) = (&progress.players, progress.most_games) else {
        return Ok(Vec::new());
    };
    let mut full = Vec::new();
    for player in players {
        let elsewhere: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM players CROSS JOIN tables
             WHERE tables.id = table_id AND person = $1 AND platform = $2 AND NOT EXISTS (
                 SELECT 1 FROM players WHERE person = $1 AND table_id = $3
             )",
        )
        .bind(player)
        .bind(platform)
        .bind(table)
        .fetch_one(&mut *db)
        .await?;
        if elsewhere >= i64::from(most) {
            full.push(player.clone());
        }
    }
    Ok(full)
}

/// Whether somebody who does not watch the game at this table yet watches as many others as they may.
async fn watch_enough(
    db: &mut AnyConnection,
    platform: &str,
    table: Option<i64>,
    progress: &Progress,
) -> Result<bool, StoreError> {
    let (Some(watchers), Some(most)) = (&progress.watchers, progress.most_watched) else {
        return Ok(false);
    };
    for person in watchers {
        let elsewhere: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM watchers CROSS JOIN tables
             WHERE tables.id = table_id AND person = $1 AND platform = $2 AND NOT EXISTS (
                 SELECT 1 FROM watchers WHERE person = $1 AND table_id = $3
             )",
        )
        .bind(person)
        .bind(platform)
        .bind(table)
        .fetch_one(&mut *db)
        .await?;
        if usize::try_from(elsewhere).is_ok_and(|elsewhere| elsewhere >= most) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Appends entries to a table's log, behind `copied` others that begin with a game's start, and
/// stores what the table waits for, who plays, who watches and who is challenged.
async fn append(
    db: &mut AnyConnection,
    table: i64,
    next: i64,
    copied: i64,
    progress: &Progress,
    entries: &[String],
) -> Result<(), StoreError> {
    let mut start = (copied > 0).then_some(next);
    let mut number = next + copied;
    for (entry, text) in progress.entries.iter().zip(entries) {
        if matches!(entry.event, Event::Started { .. }) {
            start = Some(number);
        }
        sqlx::query("INSERT INTO entries (table_id, number, entry) VALUES ($1, $2, $3)")
            .bind(table)
            .bind(number)
            .bind(text)
            .execute(&mut *db)
            .await?;
        number += 1;
    }
    sqlx::query(
        "UPDATE tables SET first = coalesce($2, first), next = $3, waits_engine = $4,
         wake_at = $5 WHERE id = $1",
    )
    .bind(table)
    .bind(start)
    .bind(number)
    .bind(i64::from(progress.waiting.engine))
    .bind(progress.waiting.wake_at.map(rounded_up))
    .execute(&mut *db)
    .await?;
    if let Some(players) = &progress.players {
        sqlx::query("DELETE FROM players WHERE table_id = $1")
            .bind(table)
            .execute(&mut *db)
            .await?;
        for player in players {
            sqlx::query(
                "INSERT INTO players (table_id, person) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            )
            .bind(table)
            .bind(player)
            .execute(&mut *db)
            .await?;
        }
    }
    if let Some(watchers) = &progress.watchers {
        sqlx::query("DELETE FROM watchers WHERE table_id = $1")
            .bind(table)
            .execute(&mut *db)
            .await?;
        for person in watchers {
            sqlx::query(
                "INSERT INTO watchers (table_id, person) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            )
            .bind(table)
            .bind(person)
            .execute(&mut *db)
            .await?;
        }
    }
    if let Some(challenged) = &progress.challenged {
        sqlx::query("DELETE FROM challenged WHERE table_id = $1")
            .bind(table)
            .execute(&mut *db)
            .await?;
        for person in challenged {
            sqlx::query(
                "INSERT INTO challenged (table_id, person) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            )
            .bind(table)
            .bind(person)
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}

/// Creates an empty table, and returns its id.
pub(super) async fn create_table(
    db: &mut AnyConnection,
    table: &TableKey,
) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "INSERT INTO tables (platform, channel, thread, first, next, waits_engine)
         VALUES ($1, $2, $3, 0, 0, 0) RETURNING id",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(tables::thread(table))
    .fetch_one(db)
    .await?;
    Ok(row.try_get(0)?)
}

/// Marks an event as handled at a table.
pub(super) async fn mark_handled(
    db: &mut AnyConnection,
    table: i64,
    event: &str,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO events (table_id, event, at) VALUES ($1, $2, $3)")
        .bind(table)
        .bind(event)
        .bind(at.as_millisecond())
        .execute(db)
        .await?;
    Ok(())
}

/// The length of a log as the database counts it.
pub(super) fn number(length: u64) -> Result<i64, StoreError> {
    i64::try_from(length).map_err(|_| StoreError::Unfit(format!("entry number {length}")))
}

/// Milliseconds since 1970, rounded up.
fn rounded_up(at: Timestamp) -> i64 {
    at.as_millisecond() + i64::from(at.subsec_nanosecond() % 1_000_000 > 0)
}
