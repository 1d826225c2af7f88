//! What the tables hold about one person, for the file that they are handed.
//!
//! Everything is read in one order, and cut into parts by its size: only one part is kept in memory.

use futures_util::TryStreamExt;
use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{Acquire, Row};
use sqlx::{AnyConnection, AnyPool};

use super::archive;
use super::like::containing;
use crate::session::{StoredData, StoredItem};
use crate::store::StoreError;

/// Size of a part, in bytes as stored. As a file it is at most about twice this, which every
/// platform takes.
const PART: usize = if cfg!(test) { 4 << 10 } else { 256 << 10 };

/// A list of the file.
struct List {
    name: &'static str,
    /// Selects what is in it. $1 is the platform.
    statement: &'static str,
    by: By,
    /// Reads one thing about the person with this id; nothing if it is damaged, or about others.
    read: fn(&AnyRow, &str) -> Result<Option<Value>, sqlx::Error>,
}

/// What a statement finds a person by.
#[derive(Clone, Copy)]
enum By {
    /// $2 is their id.
    Id,
    /// $3 is the fingerprint by which they are known if they had their data deleted before.
    IdAndFingerprint,
    /// $2 is a pattern of texts with their id as JSON in it. What it finds is looked at again.
    IdInJson,
}

/// A column of milliseconds since 1970.
fn time(row: &AnyRow, column: usize) -> Result<Option<String>, sqlx::Error> {
    let at: Option<i64> = row.try_get(column)?;
    let at = at.and_then(|at| Timestamp::from_second(at.div_euclid(1000)).ok());
    Ok(at.map(|at| at.to_string()))
}

/// A column of text.
fn text(row: &AnyRow, column: usize) -> Result<Option<&str>, sqlx::Error> {
    row.try_get(column)
}

/// A column of a number.
fn number(row: &AnyRow, column: usize) -> Result<i64, sqlx::Error> {
    row.try_get(column)
}

/// A column of JSON; nothing if it is damaged.
fn parsed(row: &AnyRow, column: usize) -> Result<Option<Value>, sqlx::Error> {
    let text: &str = row.try_get(column)?;
    Ok(serde_json::from_str(text).ok())
}

/// Where something is: two columns, channel and thread.
fn place(row: &AnyRow, column: usize) -> Result<Value, sqlx::Error> {
    let thread = text(row, column + 1)?.filter(|thread| !thread.is_empty());
    Ok(json!({ "channel": text(row, column)?, "thread": thread }))
}

/// All lists but the games, which come before the last two.
const BEFORE_GAMES: [List; 11] = [
    List {
        name: "settings",
        statement: "SELECT settings FROM settings
             WHERE scope = 'person' AND platform = $1 AND id = $2",
        by: By::Id,
        read: |row, _| parsed(row, 0),
    },
    List {
        name: "ratings",
        statement: "SELECT server, variant, name, games, rating FROM ratings
             WHERE platform = $1 AND person = $2 ORDER BY server, variant",
        by: By::Id,
        read: |row, _| {
            let Some(rating) = parsed(row, 4)? else {
                return Ok(None);
            };
            Ok(Some(json!({
                "server": text(row, 0)?, "variant": text(row, 1)?, "name": text(row, 2)?,
                "games": number(row, 3)?, "rating": rating,
            })))
        },
    },
    List {
        name: "training",
        statement: "SELECT solved, due, mistake FROM training
             WHERE platform = $1 AND person = $2 ORDER BY number",
        by: By::Id,
        read: |row, _| {
            let Some(mistake) = parsed(row, 2)? else {
                return Ok(None);
            };
            let (solved, due) = (number(row, 0)?, time(row, 1)?);
            Ok(Some(
                json!({ "solved": solved, "due": due, "mistake": mistake }),
            ))
        },
    },
    List {
        name: "holidays",
        statement: "SELECT began, ended, early FROM holidays
             WHERE platform = $1 AND person = $2 ORDER BY began",
        by: By::Id,
        read: |row, _| {
            Ok(Some(json!({
                "began": time(row, 0)?, "ended": time(row, 1)?, "early": number(row, 2)? != 0,
            })))
        },
    },
    List {
        name: "blocks",
        statement: "SELECT blocked, name, at FROM blocks
             WHERE platform = $1 AND person = $2 ORDER BY at, blocked",
        by: By::Id,
        read: |row, _| {
            let (id, name) = (text(row, 0)?, text(row, 1)?);
            Ok(Some(json!({ "id": id, "name": name, "at": time(row, 2)? })))
        },
    },
    List {
        name: "mutes",
        statement: "SELECT scope, place, until FROM mutes
             WHERE platform = $1 AND person IN ($2, $3) ORDER BY until, place",
        by: By::IdAndFingerprint,
        read: |row, _| {
            let (scope, place) = (text(row, 0)?, text(row, 1)?);
            Ok(Some(
                json!({ "scope": scope, "place": place, "until": time(row, 2)? }),
            ))
        },
    },
    List {
        name: "reports",
        statement: "SELECT channel, thread, server, name, at, note
             FROM reports JOIN tables ON tables.id = table_id
             WHERE reports.platform = $1 AND person = $2 ORDER BY reports.id",
        by: By::Id,
        read: |row, _| {
            Ok(Some(json!({
                "place": place(row, 0)?, "server": text(row, 2)?, "name": text(row, 3)?,
                "at": time(row, 4)?, "note": text(row, 5)?,
            })))
        },
    },
    // Who the moderator was is not told to the person concerned.
    List {
        name: "moderation",
        statement: "SELECT at, channel, community, CASE WHEN person = $2 THEN 1 ELSE 0 END,
                 action, about_name
             FROM audit WHERE platform = $1 AND (person = $2 OR about = $2) ORDER BY id",
        by: By::Id,
        read: |row, _| {
            Ok(Some(json!({
                "at": time(row, 0)?, "channel": text(row, 1)?, "server": text(row, 2)?,
                "by_you": number(row, 3)? != 0, "action": text(row, 4)?, "about": text(row, 5)?,
            })))
        },
    },
    List {
        name: "adjourned",
        statement: "SELECT channel, thread, number, game
             FROM adjourned JOIN tables ON tables.id = table_id
             WHERE adjourned.platform = $1 AND (white = $2 OR black = $2) ORDER BY number",
        by: By::Id,
        read: |row, _| {
            let Some(game) = parsed(row, 3)? else {
                return Ok(None);
            };
            let (number, place) = (number(row, 2)?, place(row, 0)?);
            Ok(Some(
                json!({ "number": number, "place": place, "game": game }),
            ))
        },
    },
    List {
        name: "running",
        statement: "SELECT channel, thread FROM challenged JOIN tables ON tables.id = table_id
             WHERE platform = $1 AND person = $2 ORDER BY tables.id",
        by: By::Id,
        read: |row, _| Ok(Some(json!({ "place": place(row, 0)?, "challenge": true }))),
    },
    List {
        name: "running",
        statement: "SELECT channel, thread FROM watchers JOIN tables ON tables.id = table_id
             WHERE platform = $1 AND person = $2 ORDER BY tables.id",
        by: By::Id,
        read: |row, _| Ok(Some(json!({ "place": place(row, 0)?, "watched": true }))),
    },
];

/// The lists after the games.
const AFTER_GAMES: [List; 2] = [
    List {
        name: "log",
        statement: "SELECT channel, thread, number, entry
             FROM entries JOIN tables ON tables.id = table_id
             WHERE platform = $1 AND entry LIKE $2 ESCAPE '|'
             ORDER BY table_id, number",
        by: By::IdInJson,
        read: |row, person| {
            let as_json = json!(person).to_string();
            let is_named = text(row, 3)?.is_some_and(|entry| entry.contains(&as_json));
            let Some(entry) = parsed(row, 3)?.filter(|_| is_named) else {
                return Ok(None);
            };
            let (number, place) = (number(row, 2)?, place(row, 0)?);
            Ok(Some(
                json!({ "place": place, "number": number, "entry": entry }),
            ))
        },
    },
    List {
        name: "answers",
        statement: "SELECT channel, thread, event, delivered_at, message, author
             FROM outbox JOIN tables ON tables.id = table_id
             WHERE platform = $1 AND author LIKE $2 ESCAPE '|'
             ORDER BY outbox.id",
        by: By::IdInJson,
        read: |row, person| {
            if parsed(row, 5)?.is_none_or(|author| author["id"] != person) {
                return Ok(None);
            }
            Ok(Some(json!({
                "place": place(row, 0)?, "event": text(row, 2)?, "delivered": time(row, 3)?,
                "message": text(row, 4)?,
            })))
        },
    },
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
    db: &AnyPool,
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
    for one in &BEFORE_GAMES {
        read(&mut snapshot, one, platform, ids, &mut parts).await?;
    }
    games(&mut snapshot, platform, person, &mut parts).await?;
    for one in &AFTER_GAMES {
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
    db: &mut AnyConnection,
    list: &List,
    platform: &str,
    [person, fingerprint]: [&str; 2],
    parts: &mut Parts,
) -> Result<(), StoreError> {
    let query = sqlx::query(list.statement).bind(platform);
    let query = match list.by {
        By::Id => query.bind(person),
        By::IdAndFingerprint => query.bind(person).bind(fingerprint),
        By::IdInJson => query.bind(containing(&json!(person).to_string())),
    };
    let mut rows = query.fetch(db);
    while let Some(row) = rows.try_next().await? {
        if let Some(item) = (list.read)(&row, person)?
            && parts.takes(item.to_string().len())
        {
            parts.items.push(StoredItem::Other(list.name, item));
        }
    }
    Ok(())
}

/// Reads the finished games.
async fn games(
    db: &mut AnyConnection,
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
