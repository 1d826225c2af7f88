//! Holidays of persons in SQLite.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool};

use super::tables::flag;
use crate::session::Holiday;
use crate::store::{StoreError, UntoldHoliday};

/// The holiday in a row's columns began, ended and early, from column `first` on.
fn holiday(row: &AnyRow, first: usize) -> Result<Holiday, StoreError> {
    let moment = |at| Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH);
    Ok(Holiday {
        began: moment(row.try_get(first)?),
        until: moment(row.try_get(first + 1)?),
        early: flag(row, first + 2)?,
    })
}

/// A person's holidays that end after a moment, oldest first.
pub(super) async fn of_person(
    db: &AnyPool,
    platform: &str,
    person: &str,
    after: Timestamp,
) -> Result<Vec<Holiday>, StoreError> {
    let rows = sqlx::query(
        "SELECT began, ended, early FROM holidays
         WHERE platform = $1 AND person = $2 AND ended > $3 ORDER BY began",
    )
    .bind(platform)
    .bind(person)
    .bind(after.as_millisecond())
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| holiday(row, 0)).collect()
}

/// The first of a person's holidays that lasted at any time after `after` and until `until`. One
/// that the person ended counts only as long as not all tables know of it.
pub(super) async fn between(
    db: &AnyPool,
    platform: &str,
    person: &str,
    after: Timestamp,
    until: Timestamp,
) -> Result<Option<Holiday>, StoreError> {
    let row = sqlx::query(
        "SELECT began, ended, early FROM holidays WHERE platform = $1 AND person = $2
         AND ended > $3 AND began <= $4 AND began < ended AND (told = 0 OR early = 0)
         ORDER BY began LIMIT 1",
    )
    .bind(platform)
    .bind(person)
    .bind(after.as_millisecond())
    .bind(until.as_millisecond())
    .fetch_optional(db)
    .await?;
    row.map(|row| holiday(&row, 0)).transpose()
}

/// Holidays that not all tables know of, and those that last at `running_at`.
pub(super) async fn untold(
    db: &AnyPool,
    platform: &str,
    running_at: Option<Timestamp>,
) -> Result<Vec<UntoldHoliday>, StoreError> {
    let rows = sqlx::query(
        "SELECT person, began, ended, early FROM holidays
         WHERE platform = $1 AND (told = 0 OR ended > $2 AND early = 0) ORDER BY began, person",
    )
    .bind(platform)
    .bind(running_at.map_or(i64::MAX, Timestamp::as_millisecond))
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(UntoldHoliday {
                person: row.try_get(0)?,
                holiday: holiday(row, 1)?,
            })
        })
        .collect()
}

/// Whether a person has another holiday that lasts when this one begins.
pub(super) async fn overlaps(
    db: &mut AnyConnection,
    platform: &str,
    person: &str,
    one: &Holiday,
) -> Result<bool, StoreError> {
    let overlapping = sqlx::query(
        "SELECT 1 FROM holidays WHERE platform = $1 AND person = $2
         AND began <> $3 AND ended > $3 AND early = 0 LIMIT 1",
    )
    .bind(platform)
    .bind(person)
    .bind(one.began.as_millisecond())
    .fetch_optional(db)
    .await?;
    Ok(overlapping.is_some())
}

/// Stores a holiday, or its end.
pub(super) async fn put(
    db: &mut AnyConnection,
    platform: &str,
    person: &str,
    one: &Holiday,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO holidays (platform, person, began, ended, early, told)
         VALUES ($1, $2, $3, $4, $5, 0)
         ON CONFLICT (platform, person, began)
         DO UPDATE SET ended = excluded.ended, early = excluded.early, told = 0",
    )
    .bind(platform)
    .bind(person)
    .bind(one.began.as_millisecond())
    .bind(one.until.as_millisecond())
    .bind(i64::from(one.early))
    .execute(db)
    .await?;
    Ok(())
}

/// Notes that all tables know of a holiday, unless it has changed meanwhile.
pub(super) async fn told(
    db: &mut AnyConnection,
    platform: &str,
    UntoldHoliday { person, holiday }: &UntoldHoliday,
) -> Result<u64, StoreError> {
    let done = sqlx::query(
        "UPDATE holidays SET told = 1
         WHERE platform = $1 AND person = $2 AND began = $3 AND ended = $4",
    )
    .bind(platform)
    .bind(person)
    .bind(holiday.began.as_millisecond())
    .bind(holiday.until.as_millisecond())
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
