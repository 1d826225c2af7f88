//! Ratings of puzzles in SQLite.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::archive::readable;
use super::outbox::json;
use crate::session::{PuzzleTry, Rating};
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
