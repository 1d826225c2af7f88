//! Ratings of puzzles in SQLite.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use futures_util::TryStreamExt;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use sqlx::Row;
use sqlx::{AnyConnection, AnyPool};

use super::archive::readable;
use super::outbox::json;
use crate::session::{Daily, Person, PuzzleTry, Races, Rating};
use crate::store::StoreError;

/// What is said of a rating that cannot be read.
const WHAT: &str = "the rating of a puzzle";

/// Counts the first try of a person for the rating of the puzzle.
pub(super) async fn count(
    db: &mut AnyConnection,
    tried: &PuzzleTry,
    at: Timestamp,
) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT rating FROM puzzle_ratings WHERE puzzle = $1")
        .bind(i64::from(tried.puzzle))
        .fetch_optional(&mut *db)
        .await?;
    let stored = match &row {
        Some(row) => readable(row.try_get(0)?, WHAT),
        None => None,
    };
    let rating = tried.rating_after(stored.unwrap_or(tried.first), at);
    sqlx::query(
        "INSERT INTO puzzle_ratings (puzzle, tries, rating) VALUES ($1, 1, $2)
         ON CONFLICT (puzzle) DO UPDATE SET tries = puzzle_ratings.tries + 1, rating = excluded.rating",
    )
    .bind(i64::from(tried.puzzle))
    .bind(json(&rating)?)
    .execute(db)
    .await?;
    Ok(())
}

/// The ratings of all puzzles that somebody has tried.
pub(super) async fn ratings(db: &AnyPool) -> Result<BTreeMap<u32, Rating>, StoreError> {
    let rows = sqlx::query("SELECT puzzle, rating FROM puzzle_ratings")
        .fetch_all(db)
        .await?;
    let mut ratings = BTreeMap::new();
    for row in &rows {
        // No puzzle has a number out of range: somebody has edited the database.
        let puzzle = u32::try_from(row.try_get::<i64, _>(0)?);
        if let (Ok(puzzle), Some(rating)) = (puzzle, readable(row.try_get(1)?, WHAT)) {
            ratings.insert(puzzle, rating);
        }
    }
    Ok(ratings)
}

/// What is read of a person's settings here.
#[derive(Default, Deserialize)]
#[serde(default)]
struct OfPuzzles {
    daily: Daily,
    races: Races,
}

#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    puzzles: Option<OfPuzzles>,
}

/// Reads each person who has tried puzzles; nothing of those whose settings are damaged.
async fn read_everybody(
    db: &AnyPool,
    platform: &str,
    mut take: impl FnMut(String, OfPuzzles),
) -> Result<(), StoreError> {
    let mut rows = sqlx::query(
        "SELECT id, settings FROM settings WHERE scope = 'person' AND platform = $1
         AND settings LIKE '%\"puzzles\"%' ORDER BY id",
    )
    .bind(platform)
    .fetch(db);
    while let Some(row) = rows.try_next().await? {
        let stored: Option<Stored> = serde_json::from_str(row.try_get(1)?).ok();
        if let Some(puzzles) = stored.and_then(|stored| stored.puzzles) {
            take(row.try_get(0)?, puzzles);
        }
    }
    Ok(())
}

/// Who solved the puzzle of a day, by the servers that they came from. It stands among their settings.
pub(super) async fn solvers_of_day(
    db: &AnyPool,
    platform: &str,
    day: Date,
) -> Result<BTreeMap<String, Vec<Person>>, StoreError> {
    let mut solvers: BTreeMap<String, Vec<Person>> = BTreeMap::new();
    read_everybody(db, platform, |id, puzzles| {
        let mut solved = puzzles.daily.solved.into_iter();
        if let Some(solved) = solved.find(|one| one.day == day) {
            let person = Person::new(id, solved.name);
            solvers.entry(solved.server).or_default().push(person);
        }
    })
    .await?;
    Ok(solvers)
}

/// The best scores in races at a server. They stand among the settings of those who made them.
pub(super) async fn race_scores(
    db: &AnyPool,
    platform: &str,
    server: &str,
    most: usize,
) -> Result<Vec<(Person, u32)>, StoreError> {
    let mut scores = Vec::new();
    read_everybody(db, platform, |id, puzzles| {
        let mut here = puzzles.races.scores.into_iter();
        if let Some(score) = here.find(|score| score.server == server) {
            scores.push((Person::new(id, score.name), score.best, score.at));
        }
    })
    .await?;
    // Of equal ones the earliest comes first.
    scores.sort_by_key(|&(_, best, at)| (Reverse(best), at));
    scores.truncate(most);
    let scores = scores.into_iter().map(|(person, best, _)| (person, best));
    Ok(scores.collect())
}
