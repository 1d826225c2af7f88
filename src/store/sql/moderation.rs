//! What moderators did, who is muted, and who has blocked whom.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool};

use super::fingerprint::fingerprint;
use super::settings::stored;
use crate::session::{
    AuditEntry, AuditNote, Block, Moderation, Mute, Person, ReportEntry, Scope, TableKey,
};
use crate::store::StoreError;

/// Writes what a command of a moderator, or a block, changes. `community` is that of the table's
/// server.
pub(super) async fn put(
    db: &mut AnyConnection,
    table: &TableKey,
    community: Option<&str>,
    moderation: &Moderation,
    at: Timestamp,
) -> Result<(), StoreError> {
    if let Some(note) = &moderation.audit {
        put_note(db, table, community, note, at).await?;
    }
    if let Some(mute) = &moderation.mute {
        put_mute(db, table, community, mute).await?;
    }
    if let Some(block) = &moderation.block {
        put_block(db, &table.platform, block, at).await?;
    }
    Ok(())
}

/// Has the mutes and the audit log of a channel be those of another that takes its place.
pub(super) async fn move_channel(
    db: &mut AnyConnection,
    platform: &str,
    from: &str,
    to: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE mutes SET place = $4 WHERE scope = $1 AND platform = $2 AND place = $3
         AND NOT EXISTS (
             SELECT 1 FROM mutes AS there WHERE there.scope = $1 AND there.platform = $2
             AND there.place = $4 AND there.person = mutes.person)",
    )
    .bind(stored(Scope::Channel))
    .bind(platform)
    .bind(from)
    .bind(to)
    .execute(&mut *db)
    .await?;
    sqlx::query("UPDATE audit SET channel = $3 WHERE platform = $1 AND channel = $2")
        .bind(platform)
        .bind(from)
        .bind(to)
        .execute(db)
        .await?;
    Ok(())
}

async fn put_note(
    db: &mut AnyConnection,
    table: &TableKey,
    community: Option<&str>,
    note: &AuditNote,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO audit (platform, channel, community, at, person, name, action, about, about_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(community)
    .bind(at.as_millisecond())
    .bind(&note.by.id)
    .bind(&note.by.name)
    .bind(&note.action)
    .bind(note.about.as_ref().map(|about| &about.id))
    .bind(note.about.as_ref().map(|about| &about.name))
    .execute(db)
    .await?;
    Ok(())
}

async fn put_mute(
    db: &mut AnyConnection,
    table: &TableKey,
    community: Option<&str>,
    mute: &Mute,
) -> Result<(), StoreError> {
    let place = match mute.scope {
        Scope::Server => community.unwrap_or(&table.channel),
        Scope::Channel | Scope::Person => &table.channel,
    };
    let before = fingerprint(&mut *db, &table.platform, &mute.person.id).await?;
    let Some(until) = mute.until else {
        // Lifted wherever the moderator may lift it.
        sqlx::query(
            "DELETE FROM mutes WHERE platform = $1 AND person IN ($2, $5) AND (
                 scope = 'channel' AND place = $3 OR scope = 'server' AND place = $4)",
        )
        .bind(&table.platform)
        .bind(&mute.person.id)
        .bind(&table.channel)
        .bind(community.filter(|_| mute.scope == Scope::Server))
        .bind(before.id)
        .execute(db)
        .await?;
        return Ok(());
    };
    sqlx::query(
        "DELETE FROM mutes WHERE platform = $1 AND scope = $2 AND place = $3 AND person = $4",
    )
    .bind(&table.platform)
    .bind(stored(mute.scope))
    .bind(place)
    .bind(before.id)
    .execute(&mut *db)
    .await?;
    sqlx::query(
        "INSERT INTO mutes (platform, scope, place, person, until) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (platform, scope, place, person) DO UPDATE SET until = excluded.until",
    )
    .bind(&table.platform)
    .bind(stored(mute.scope))
    .bind(place)
    .bind(&mute.person.id)
    .bind(until.as_millisecond())
    .execute(db)
    .await?;
    Ok(())
}

async fn put_block(
    db: &mut AnyConnection,
    platform: &str,
    block: &Block,
    at: Timestamp,
) -> Result<(), StoreError> {
    let before = fingerprint(&mut *db, platform, &block.person.id).await?;
    sqlx::query(
        "DELETE FROM blocks WHERE platform = $1 AND person = $2
         AND (blocked = $4 OR blocked = $3 AND $5 = 0)",
    )
    .bind(platform)
    .bind(&block.by)
    .bind(&block.person.id)
    .bind(before.id)
    .bind(i64::from(block.holds))
    .execute(&mut *db)
    .await?;
    if !block.holds {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO blocks (platform, person, blocked, name, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (platform, person, blocked) DO UPDATE SET name = excluded.name",
    )
    .bind(platform)
    .bind(&block.by)
    .bind(&block.person.id)
    .bind(&block.person.name)
    .bind(at.as_millisecond())
    .execute(db)
    .await?;
    Ok(())
}

/// A moment as it is stored.
fn time(at: i64) -> Timestamp {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Until when a person is muted in a channel or on its server, if at all; by any of the ids that stand
/// for them.
pub(super) async fn muted_until(
    db: &AnyPool,
    table: &TableKey,
    community: Option<&str>,
    [person, fingerprint]: [&str; 2],
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let until: Option<i64> = sqlx::query_scalar(
        "SELECT max(until) FROM mutes WHERE platform = $1 AND person IN ($2, $6) AND until > $5 AND (
             scope = 'channel' AND place = $3 OR scope = 'server' AND place = $4)",
    )
    .bind(&table.platform)
    .bind(person)
    .bind(&table.channel)
    .bind(community)
    .bind(now.as_millisecond())
    .bind(fingerprint)
    .fetch_one(db)
    .await?;
    Ok(until.map(time))
}

/// Ids of those who have blocked a person, by any of the ids that stand for them.
pub(super) async fn blockers(
    db: &AnyPool,
    platform: &str,
    [person, fingerprint]: [&str; 2],
) -> Result<Vec<String>, StoreError> {
    let found = sqlx::query_scalar(
        "SELECT DISTINCT person FROM blocks WHERE platform = $1 AND blocked IN ($2, $3)",
    );
    let found = found.bind(platform).bind(person).bind(fingerprint);
    Ok(found.fetch_all(db).await?)
}

/// Whom a person has blocked, by name.
pub(super) async fn blocked(
    db: &AnyPool,
    platform: &str,
    person: &str,
) -> Result<Vec<Person>, StoreError> {
    let rows = sqlx::query(
        "SELECT blocked, name FROM blocks WHERE platform = $1 AND person = $2
         ORDER BY name, blocked",
    )
    .bind(platform)
    .bind(person)
    .fetch_all(db)
    .await?;
    let person = |row: &AnyRow| {
        let (id, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        Ok(Person::new(id, name))
    };
    rows.iter().map(person).collect()
}

/// What moderators did in a channel, or on its server, newest first; and how much that is.
pub(super) async fn audit(
    db: &AnyPool,
    table: &TableKey,
    community: Option<&str>,
    skip: usize,
    most: usize,
) -> Result<(Vec<AuditEntry>, usize), StoreError> {
    let rows = sqlx::query(
        "SELECT at, person, name, action, about, about_name, count(*) OVER () FROM audit
         WHERE platform = $1 AND (channel = $2 OR community = $3)
         ORDER BY id DESC LIMIT $5 OFFSET $4",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(community)
    .bind(i64::try_from(skip).unwrap_or(i64::MAX))
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .fetch_all(db)
    .await?;
    let mut entries = Vec::with_capacity(rows.len());
    for row in &rows {
        let by: (String, String) = (row.try_get(1)?, row.try_get(2)?);
        let about: (Option<String>, Option<String>) = (row.try_get(4)?, row.try_get(5)?);
        entries.push(AuditEntry {
            at: time(row.try_get(0)?),
            note: AuditNote {
                by: Person::new(by.0, by.1),
                action: row.try_get(3)?,
                about: about.0.zip(about.1).map(|(id, name)| Person::new(id, name)),
            },
        });
    }
    Ok((entries, total(&rows, 6)?))
}

/// The notes that were left for the moderators in a channel, or on its server, newest first; and
/// how many there are.
pub(super) async fn reports(
    db: &AnyPool,
    table: &TableKey,
    community: Option<&str>,
    skip: usize,
    most: usize,
) -> Result<(Vec<ReportEntry>, usize), StoreError> {
    let rows = sqlx::query(
        "SELECT at, person, name, note, count(*) OVER () FROM reports
         WHERE table_id IN (SELECT id FROM tables
             WHERE platform = $1 AND (channel = $2 OR community = $3))
         ORDER BY id DESC LIMIT $5 OFFSET $4",
    )
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(community)
    .bind(i64::try_from(skip).unwrap_or(i64::MAX))
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .fetch_all(db)
    .await?;
    let mut entries = Vec::with_capacity(rows.len());
    for row in &rows {
        let by: (String, String) = (row.try_get(1)?, row.try_get(2)?);
        entries.push(ReportEntry {
            at: time(row.try_get(0)?),
            by: Person::new(by.0, by.1),
            note: row.try_get(3)?,
        });
    }
    Ok((entries, total(&rows, 4)?))
}

/// The number of rows on all pages, which each row tells.
fn total(rows: &[AnyRow], column: usize) -> Result<usize, StoreError> {
    let total: i64 = match rows.first() {
        Some(row) => row.try_get(column)?,
        None => 0,
    };
    Ok(usize::try_from(total).unwrap_or_default())
}

/// Deletes mutes that ended, and what moderators did, before a moment; mutes of people who had their
/// data deleted, before another.
pub(super) async fn prune(
    db: &mut AnyConnection,
    before: Timestamp,
    of_forgotten: Timestamp,
) -> Result<u64, StoreError> {
    let mut deleted = 0;
    for statement in [
        "DELETE FROM mutes WHERE until < $1",
        "DELETE FROM audit WHERE at < $1",
    ] {
        let done = sqlx::query(statement)
            .bind(before.as_millisecond())
            .execute(&mut *db)
            .await?;
        deleted += done.rows_affected();
    }
    let done =
        sqlx::query("DELETE FROM mutes WHERE until < $1 AND substr(person, 1, length($2)) = $2")
            .bind(of_forgotten.as_millisecond())
            .bind(Person::known_by("").id)
            .execute(db)
            .await?;
    Ok(deleted + done.rows_affected())
}
