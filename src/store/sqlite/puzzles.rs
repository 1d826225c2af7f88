//! Ratings of puzzles in SQLite.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::archive::readable;
use super::outbox::json;
use crate::session::{Person, PuzzleTry, Rating};
use crate::store::StoreError;

/// What is said of a rating that cannot be read.
const WHAT: &str = "the rating of a puzzle";

/// Counts the first try of a person for the rating of the puzzle.
pub(super) async fn count(
    db: &mut SqliteConnection,
    tried: &PuzzleTry,
    at: Timestamp,
) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT rating FROM puzzle_ratings WHERE puzzle = ?1")
        .bind(tried.puzzle)
        .fetch_optional(&mut *db)
        .await?;
    let stored = match &row {
        Some(row) => readable(row.try_get(0)?, WHAT),
        None => None,
    };
    let rating = tried.rating_after(stored.unwrap_or(tried.first), at);
    sqlx::query(
        "INSERT INTO puzzle_ratings (puzzle, tries, rating) VALUES (?1, 1, ?2)
         ON CONFLICT DO UPDATE SET tries = tries + 1, rating = ?2",
    )
    .bind(tried.puzzle)
    .bind(json(&rating)?)
    .execute(db)
    .await?;
    Ok(())
}

/// The ratings of all puzzles that somebody has tried.
pub(super) async fn ratings(db: &SqlitePool) -> Result<BTreeMap<u32, Rating>, StoreError> {
    let rows = sqlx::query("SELECT puzzle, rating FROM puzzle_ratings")
        .fetch_all(db)
        .await?;
    let mut ratings = BTreeMap::new();
    for row in &rows {
        if let Some(rating) = readable(row.try_get(1)?, WHAT) {
            ratings.insert(row.try_get(0)?, rating);
        }
    }
    Ok(ratings)
}

/// Who solved the puzzle of a day, by the servers that they came from. It stands among their settings.
pub(super) async fn solvers_of_day(
    db: &SqlitePool,
    platform: &str,
    day: Date,
) -> Result<BTreeMap<String, Vec<Person>>, StoreError> {
    let rows = sqlx::query(
        "SELECT solved.value ->> 'server', settings.id, solved.value ->> 'name' FROM settings, json_each(
             iif(json_valid(settings.settings), settings.settings, '{}'), '$.puzzles.daily.solved') AS solved
         WHERE scope = 'person' AND platform = ?1
         AND solved.value ->> 'server' IS NOT NULL AND solved.value ->> 'day' = ?2
         ORDER BY settings.id",
    )
    .bind(platform)
    .bind(day.to_string())
    .fetch_all(db)
    .await?;
    let mut solvers: BTreeMap<String, Vec<Person>> = BTreeMap::new();
    for row in &rows {
        let (server, id): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let name: Option<String> = row.try_get(2)?;
        let person = Person::new(id, name.unwrap_or_default());
        solvers.entry(server).or_default().push(person);
    }
    Ok(solvers)
}

/// The best scores in races at a server. They stand among the settings of those who made them.
pub(super) async fn race_scores(
    db: &SqlitePool,
    platform: &str,
    server: &str,
    most: usize,
) -> Result<Vec<(Person, u32)>, StoreError> {
    let rows = sqlx::query(
        "SELECT settings.id, score.value ->> 'name', score.value ->> 'best' FROM settings, json_each(
             iif(json_valid(settings.settings), settings.settings, '{}'), '$.puzzles.races.scores') AS score
         WHERE scope = 'person' AND platform = ?1 AND score.value ->> 'server' = ?2
         ORDER BY score.value ->> 'best' DESC, score.value ->> 'at', settings.id LIMIT ?3",
    )
    .bind(platform)
    .bind(server)
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .fetch_all(db)
    .await?;
    let mut scores = Vec::with_capacity(rows.len());
    for row in &rows {
        let (id, name): (String, Option<String>) = (row.try_get(0)?, row.try_get(1)?);
        scores.push((Person::new(id, name.unwrap_or_default()), row.try_get(2)?));
    }
    Ok(scores)
}
