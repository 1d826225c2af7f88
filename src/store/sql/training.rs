//! Exercises from people's own mistakes in SQLite.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::{AnyConnection, AnyPool};

use super::archive::readable;
use super::outbox::json;
use crate::session::{OwnMistake, Person, Trained, Training, TrainingItem};
use crate::store::StoreError;

/// Exercises that are kept of one person. Beyond that, learned ones go first, then the oldest.
const MOST_KEPT: i64 = 200;

/// What is said of a mistake that cannot be read.
const WHAT: &str = "a mistake of a person";

/// Adds mistakes, which are due at once.
pub(super) async fn put(
    db: &mut AnyConnection,
    platform: &str,
    mistakes: &[(Person, OwnMistake)],
    at: Timestamp,
) -> Result<(), StoreError> {
    for (person, mistake) in mistakes {
        let added = sqlx::query(
            "INSERT INTO training (platform, person, position, mistake, due)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(platform)
        .bind(&person.id)
        .bind(format!("{} {}", mistake.position, mistake.played))
        .bind(json(mistake)?)
        .bind(at.as_millisecond())
        .execute(&mut *db)
        .await?;
        if added.rows_affected() == 0 {
            continue;
        }
        sqlx::query(
            "DELETE FROM training WHERE platform = $1 AND person = $2 AND number NOT IN (
                 SELECT number FROM training WHERE platform = $1 AND person = $2
                 ORDER BY due IS NULL, number DESC LIMIT $3)",
        )
        .bind(platform)
        .bind(&person.id)
        .bind(MOST_KEPT)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Notes how a person did with one of their exercises.
pub(super) async fn note(
    db: &mut AnyConnection,
    platform: &str,
    person: &str,
    trained: &Trained,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE training SET solved = $4, due = $5
         WHERE platform = $1 AND person = $2 AND number = $3",
    )
    .bind(platform)
    .bind(person)
    .bind(trained.number)
    .bind(i64::from(trained.solved))
    .bind(trained.due.map(Timestamp::as_millisecond))
    .execute(db)
    .await?;
    Ok(())
}

/// The exercises of a person: the one with a number if it is kept, else all that are due.
pub(super) async fn of_person(
    db: &AnyPool,
    platform: &str,
    person: &str,
    number: Option<i64>,
    now: Timestamp,
) -> Result<Training, StoreError> {
    let now = now.as_millisecond();
    let mut items = read(db, platform, person, number, now).await?;
    if items.is_empty() && number.is_some() {
        // It is not kept any more.
        items = read(db, platform, person, None, now).await?;
    }
    let counts = sqlx::query(
        "SELECT count(*) FILTER (WHERE due <= $3), count(*) FILTER (WHERE due > $3),
             min(due) FILTER (WHERE due > $3)
         FROM training WHERE platform = $1 AND person = $2",
    )
    .bind(platform)
    .bind(person)
    .bind(now)
    .fetch_one(db)
    .await?;
    let count = |column: usize| -> Result<usize, StoreError> {
        // A count is never negative.
        Ok(usize::try_from(counts.try_get::<i64, _>(column)?).unwrap_or_default())
    };
    let later = count(1)?;
    let next: Option<i64> = counts.try_get(2)?;
    let next = next.and_then(|next| Timestamp::from_millisecond(next).ok());
    Ok(Training {
        items,
        due: count(0)?,
        later: next.map(|next| (later, next)),
    })
}

/// The one with a number, or all that are due.
async fn read(
    db: &AnyPool,
    platform: &str,
    person: &str,
    number: Option<i64>,
    now: i64,
) -> Result<Vec<TrainingItem>, StoreError> {
    let rows = sqlx::query(
        "SELECT number, solved, due, mistake FROM training
         WHERE platform = $1 AND person = $2
         AND (number = $4 OR $4 IS NULL AND due <= $3)
         ORDER BY due, number LIMIT $5",
    )
    .bind(platform)
    .bind(person)
    .bind(now)
    .bind(number)
    .bind(MOST_KEPT)
    .fetch_all(db)
    .await?;
    let mut items = Vec::with_capacity(rows.len());
    for row in &rows {
        let solved = u32::try_from(row.try_get::<i64, _>(1)?);
        if let (Ok(solved), Some(mistake)) = (solved, readable(row.try_get(3)?, WHAT)) {
            let due: Option<i64> = row.try_get(2)?;
            items.push(TrainingItem {
                number: row.try_get(0)?,
                solved,
                counts: due.is_some_and(|due| due <= now),
                mistake,
            });
        }
    }
    Ok(items)
}
