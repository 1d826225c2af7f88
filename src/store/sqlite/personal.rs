//! What the tables hold about one person, for the file that they are handed.
//!
//! Everything is read in one order, and cut into parts by its size: only one part is kept in memory.

use futures_util::TryStreamExt;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Acquire, Row};

use super::archive;
use crate::session::{StoredData, StoredItem};
use crate::store::StoreError;

/// Size of a part, in bytes as stored. As a file it is at most about twice this, which every
/// platform takes.
const PART: usize = if cfg!(test) { 4 << 10 } else { 256 << 10 };

/// A column of milliseconds since 1970, as text.
macro_rules! time {
    ($column:literal) => {
        concat!(
            "strftime('%Y-%m-%dT%H:%M:%SZ', ",
            $column,
            " / 1000, 'unixepoch')"
        )
    };
}

/// Where something is: the place of a row of `tables`.
macro_rules! place {
    () => {
        "'place', json_object('channel', tables.channel,
             'thread', nullif(tables.thread, ''))"
    };
}

/// What is selected as JSON for each list of the file but the games, which come before the last two. ?1
/// is the platform, ?2 the person's id, ?3 the id as JSON, ?4 the fingerprint by which they are known if
/// they had their data deleted before.
const BEFORE_GAMES: [(&str, &str); 11] = [
    (
        "settings",
        "SELECT json(settings) FROM settings
         WHERE scope = 'person' AND platform = ?1 AND id = ?2 AND json_valid(settings)",
    ),
    (
        "ratings",
        "SELECT json_object('server', server, 'variant', variant, 'name', name, 'games', games,
             'rating', json(rating))
         FROM ratings WHERE platform = ?1 AND person = ?2 AND json_valid(rating)
         ORDER BY server, variant",
    ),
    (
        "training",
        concat!(
            "SELECT json_object('solved', solved, 'due', ",
            time!("due"),
            ", 'mistake', json(mistake))
             FROM training WHERE platform = ?1 AND person = ?2 AND json_valid(mistake)
             ORDER BY number"
        ),
    ),
    (
        "holidays",
        concat!(
            "SELECT json_object('began', ",
            time!("began"),
            ", 'ended', ",
            time!("ended"),
            ",
                 'early', json(iif(early, 'true', 'false')))
             FROM holidays WHERE platform = ?1 AND person = ?2 ORDER BY began"
        ),
    ),
    (
        "blocks",
        concat!(
            "SELECT json_object('id', blocked, 'name', name, 'at', ",
            time!("at"),
            ")
             FROM blocks WHERE platform = ?1 AND person = ?2 ORDER BY at, blocked"
        ),
    ),
    (
        "mutes",
        concat!(
            "SELECT json_object('scope', scope, 'place', place, 'until', ",
            time!("until"),
            ")
             FROM mutes WHERE platform = ?1 AND person IN (?2, ?4) ORDER BY until, place"
        ),
    ),
    (
        "reports",
        concat!(
            "SELECT json_object(",
            place!(),
            ", 'server', server, 'name', name, 'at', ",
            time!("at"),
            ", 'note', note)
             FROM reports JOIN tables ON tables.id = table_id
             WHERE reports.platform = ?1 AND person = ?2 ORDER BY reports.id"
        ),
    ),
    // Who the moderator was is not told to the person concerned.
    (
        "moderation",
        concat!(
            "SELECT json_object('at', ",
            time!("at"),
            ", 'channel', channel, 'server', community,
                 'by_you', json(iif(person = ?2, 'true', 'false')), 'action', action,
                 'about', about_name)
             FROM audit WHERE platform = ?1 AND (person = ?2 OR about = ?2) ORDER BY id"
        ),
    ),
    (
        "adjourned",
        concat!(
            "SELECT json_object('number', number, ",
            place!(),
            ", 'game', json(game))
             FROM adjourned JOIN tables ON tables.id = table_id
             WHERE adjourned.platform = ?1 AND (white = ?2 OR black = ?2) AND json_valid(game)
             ORDER BY number"
        ),
    ),
    (
        "running",
        concat!(
            "SELECT json_object(",
            place!(),
            ", 'challenge', json('true'))
             FROM challenged JOIN tables ON tables.id = table_id
             WHERE platform = ?1 AND person = ?2 ORDER BY tables.id"
        ),
    ),
    (
        "running",
        concat!(
            "SELECT json_object(",
            place!(),
            ", 'watched', json('true'))
             FROM watchers JOIN tables ON tables.id = table_id
             WHERE platform = ?1 AND person = ?2 ORDER BY tables.id"
        ),
    ),
];

/// The same for the lists after the games.
const AFTER_GAMES: [(&str, &str); 2] = [
    (
        "log",
        concat!(
            "SELECT json_object(",
            place!(),
            ", 'number', number, 'entry', json(entry))
             FROM entries JOIN tables ON tables.id = table_id
             WHERE platform = ?1 AND instr(entry, ?3) > 0 AND json_valid(entry)
             ORDER BY table_id, number"
        ),
    ),
    (
        "answers",
        concat!(
            "SELECT json_object(",
            place!(),
            ", 'event', event, 'delivered', ",
            time!("delivered_at"),
            ", 'message', message)
             FROM outbox JOIN tables ON tables.id = table_id
             WHERE platform = ?1 AND json_valid(author) AND author ->> '$.id' = ?2
             ORDER BY outbox.id"
        ),
    ),
];

/// Which part things fall into, one after another.
struct Parts {
    /// The part that is asked for, from 1.
    wanted: usize,
    current: usize,
    used: usize,
    items: Vec<StoredItem>,
}

impl Parts {
    /// Whether a thing of this size belongs to the part.
    fn takes(&mut self, size: usize) -> bool {
        if self.used > 0 && self.used + size > PART {
            self.current += 1;
            self.used = 0;
        }
        self.used += size;
        self.current == self.wanted
    }
}

/// One part of what is stored about a person.
pub(super) async fn data(
    db: &SqlitePool,
    platform: &str,
    [person, fingerprint]: [&str; 2],
    part: usize,
) -> Result<StoredData, StoreError> {
    let mut connection = db.acquire().await?;
    // All is read as it is at one moment.
    let mut snapshot = connection.begin().await?;
    let mut parts = Parts {
        wanted: part,
        current: 1,
        used: 0,
        items: Vec::new(),
    };
    let ids = [person, fingerprint];
    for one in BEFORE_GAMES {
        read(&mut snapshot, one, platform, ids, &mut parts).await?;
    }
    games(&mut snapshot, platform, person, &mut parts).await?;
    for one in AFTER_GAMES {
        read(&mut snapshot, one, platform, ids, &mut parts).await?;
    }
    snapshot.rollback().await?;
    Ok(StoredData {
        items: parts.items,
        parts: parts.current,
    })
}

/// Reads one list.
async fn read(
    db: &mut SqliteConnection,
    (list, statement): (&'static str, &'static str),
    platform: &str,
    [person, fingerprint]: [&str; 2],
    parts: &mut Parts,
) -> Result<(), StoreError> {
    let mut rows = sqlx::query(statement)
        .bind(platform)
        .bind(person)
        .bind(json!(person).to_string())
        .bind(fingerprint)
        .fetch(db);
    while let Some(row) = rows.try_next().await? {
        let text: &str = row.try_get(0)?;
        if parts.takes(text.len()) {
            let item = serde_json::from_str(text).unwrap_or(Value::Null);
            parts.items.push(StoredItem::Other(list, item));
        }
    }
    Ok(())
}

/// Reads the finished games.
async fn games(
    db: &mut SqliteConnection,
    platform: &str,
    person: &str,
    parts: &mut Parts,
) -> Result<(), StoreError> {
    let mut rows = sqlx::query(archive::OF_PERSON)
        .bind(platform)
        .bind(person)
        .fetch(db);
    while let Some(row) = rows.try_next().await? {
        let text: &str = row.try_get(5)?;
        if parts.takes(text.len())
            && let Some(game) = archive::read(&row)?
        {
            parts.items.push(StoredItem::Game(Box::new(game)));
        }
    }
    Ok(())
}
