//! Adjourned games. Their entries stay in the log of the table at which they were played, and are
//! copied to the table at which the game is continued.

use sqlx::Row;
use sqlx::{AnyConnection, AnyPool};

use super::outbox::json;
use super::tables::key;
use crate::session::{AdjournedGame, Continuation, Entry, Event, TableKey};
use crate::store::StoreError;

/// Puts the game aside that is adjourned by one of these entries, the first of which has number
/// `next`. Returns the number that the game gets.
pub(super) async fn put(
    db: &mut AnyConnection,
    table: i64,
    platform: &str,
    next: i64,
    entries: &[Entry],
    game: &AdjournedGame,
) -> Result<Option<i64>, StoreError> {
    let numbered = (next..).zip(entries);
    let mut adjourned = numbered.filter(|(_, entry)| entry.event == Event::Adjourned);
    let Some((number, _)) = adjourned.next() else {
        return Ok(None);
    };
    let ids = game
        .seats
        .each_ref()
        .map(|seat| seat.responsible().map(|person| &person.id));
    let given = sqlx::query_scalar(
        "INSERT INTO adjourned (table_id, first, last, platform, white, black, game)
         SELECT id, first, $2, $3, $4, $5, $6 FROM tables WHERE id = $1 RETURNING number",
    )
    .bind(table)
    .bind(number - 1)
    .bind(platform)
    .bind(ids[0])
    .bind(ids[1])
    .bind(json(game)?)
    .fetch_one(db)
    .await?;
    Ok(Some(given))
}

/// Whether a game is adjourned.
pub(super) async fn exists(db: &mut AnyConnection, number: i64) -> Result<bool, StoreError> {
    let found = sqlx::query("SELECT 1 FROM adjourned WHERE number = $1")
        .bind(number)
        .fetch_optional(db)
        .await?;
    Ok(found.is_some())
}

/// Copies the entries of an adjourned game to the end of a table's log, and forgets that it is
/// adjourned. Returns the number of entries.
pub(super) async fn restore(
    db: &mut AnyConnection,
    table: i64,
    next: i64,
    number: i64,
) -> Result<i64, StoreError> {
    let copied = sqlx::query(
        "INSERT INTO entries (table_id, number, entry)
         SELECT $1, entries.number - first + $2, entry
         FROM adjourned JOIN entries USING (table_id)
         WHERE adjourned.number = $3 AND entries.number BETWEEN first AND last",
    )
    .bind(table)
    .bind(next)
    .bind(number)
    .execute(&mut *db)
    .await?;
    sqlx::query("DELETE FROM adjourned WHERE number = $1")
        .bind(number)
        .execute(db)
        .await?;
    i64::try_from(copied.rows_affected())
        .map_err(|_| StoreError::Unfit("a game with too many entries".to_owned()))
}

pub(super) async fn of_person(
    db: &AnyPool,
    platform: &str,
    person: &str,
    most: usize,
) -> Result<(Vec<(i64, TableKey, AdjournedGame)>, usize), StoreError> {
    let total: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM adjourned WHERE platform = $1 AND (white = $2 OR black = $2)",
    )
    .bind(platform)
    .bind(person)
    .fetch_one(db)
    .await?;
    let rows = sqlx::query(
        "SELECT number, game, tables.platform, channel, thread
         FROM adjourned JOIN tables ON tables.id = table_id
         WHERE adjourned.platform = $1 AND (white = $2 OR black = $2)
         ORDER BY number LIMIT $3",
    )
    .bind(platform)
    .bind(person)
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .fetch_all(db)
    .await?;
    let mut games = Vec::with_capacity(rows.len());
    for row in &rows {
        let number: i64 = row.try_get(0)?;
        let game = serde_json::from_str(row.try_get(1)?);
        let game = game.map_err(|error| unreadable(number, &error.to_string()))?;
        games.push((number, key(row, 2)?, game));
    }
    Ok((games, usize::try_from(total).unwrap_or_default()))
}

pub(super) async fn continuation(
    db: &AnyPool,
    platform: &str,
    number: i64,
) -> Result<Option<Continuation>, StoreError> {
    let rows = sqlx::query(
        "SELECT game, entry FROM adjourned JOIN entries USING (table_id)
         WHERE adjourned.number = $1 AND platform = $2
         AND entries.number BETWEEN first AND last
         ORDER BY entries.number",
    )
    .bind(number)
    .bind(platform)
    .fetch_all(db)
    .await?;
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let damaged = |error: serde_json::Error| unreadable(number, &error.to_string());
    let game: AdjournedGame = serde_json::from_str(first.try_get(0)?).map_err(damaged)?;
    let mut entries = Vec::with_capacity(rows.len());
    for row in &rows {
        entries.push(serde_json::from_str(row.try_get(1)?).map_err(damaged)?);
    }
    Ok(Some(Continuation {
        number,
        game,
        entries,
    }))
}

fn unreadable(number: i64, reason: &str) -> StoreError {
    StoreError::Unfit(format!("the adjourned game {number} is damaged: {reason}"))
}
