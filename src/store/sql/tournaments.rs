//! Games of tournaments: which have begun, and results on their way to the tables of the tournaments.

use sqlx::{AnyConnection, AnyPool, Row};
use tournament::Outcome;

use super::commit::number;
use super::outbox::json;
use super::tables::key;
use crate::session::{TableKey, TournamentGame};
use crate::store::{BegunGame, StoreError};

/// Notes which tournament goes on at a table.
pub(super) async fn set(
    db: &mut AnyConnection,
    table: i64,
    tournament: Option<&str>,
) -> Result<(), StoreError> {
    // The previous tournament's games no longer matter.
    sqlx::query(
        "DELETE FROM tournament_games WHERE tournament IN (
             SELECT tournament FROM tables WHERE id = $1 AND tournament IS DISTINCT FROM $2
         )",
    )
    .bind(table)
    .bind(tournament)
    .execute(&mut *db)
    .await?;
    sqlx::query("UPDATE tables SET tournament = $2 WHERE id = $1")
        .bind(table)
        .bind(tournament)
        .execute(db)
        .await?;
    Ok(())
}

/// Whether a game may begin: its tournament goes on, and it has not begun elsewhere.
pub(super) async fn may_begin(
    db: &mut AnyConnection,
    game: &TournamentGame,
) -> Result<bool, StoreError> {
    let found = sqlx::query(
        "SELECT 1 FROM tables WHERE tournament = $1 AND NOT EXISTS (
             SELECT 1 FROM tournament_games WHERE tournament = $1 AND round = $2 AND board = $3
         )",
    )
    .bind(&game.tournament)
    .bind(number(game.round as u64)?)
    .bind(number(game.board as u64)?)
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Notes that a game has begun, or how it has ended, if its tournament still goes on.
pub(super) async fn put(
    db: &mut AnyConnection,
    game: &TournamentGame,
    outcome: Option<Outcome>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO tournament_games (tournament, round, board, outcome)
         SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM tables WHERE tournament = $1)
         ON CONFLICT (tournament, round, board) DO UPDATE SET outcome = excluded.outcome",
    )
    .bind(&game.tournament)
    .bind(number(game.round as u64)?)
    .bind(number(game.board as u64)?)
    .bind(outcome.as_ref().map(json).transpose()?)
    .execute(db)
    .await?;
    Ok(())
}

/// The tables at which a tournament goes on.
pub(super) async fn tables(db: &AnyPool, platform: &str) -> Result<Vec<TableKey>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread FROM tables
         WHERE platform = $1 AND tournament IS NOT NULL ORDER BY id",
    )
    .bind(platform)
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| key(row, 0)).collect()
}

/// The tables for whose tournaments there are results.
pub(super) async fn with_results(
    db: &AnyPool,
    platform: &str,
) -> Result<Vec<TableKey>, StoreError> {
    let rows = sqlx::query(
        "SELECT platform, channel, thread FROM tables
         WHERE platform = $1 AND tournament IS NOT NULL AND EXISTS (
             SELECT 1 FROM tournament_games
             WHERE tournament_games.tournament = tables.tournament AND outcome IS NOT NULL
         ) ORDER BY id",
    )
    .bind(platform)
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| key(row, 0)).collect()
}

/// The games of a tournament that have begun and whose outcomes are still to be recorded. An
/// unreadable outcome is treated as no points for either player.
pub(super) async fn games(db: &AnyPool, tournament: &str) -> Result<Vec<BegunGame>, StoreError> {
    let rows = sqlx::query(
        "SELECT round, board, outcome FROM tournament_games WHERE tournament = $1
         ORDER BY round, board",
    )
    .bind(tournament)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            let index = |column| -> Result<usize, sqlx::Error> {
                let number: i64 = row.try_get(column)?;
                Ok(usize::try_from(number).unwrap_or_default())
            };
            let outcome: Option<&str> = row.try_get(2)?;
            let read = |text| serde_json::from_str(text).unwrap_or(Outcome::NoPoints);
            Ok(BegunGame {
                game: TournamentGame {
                    tournament: tournament.to_owned(),
                    round: index(0)?,
                    board: index(1)?,
                },
                outcome: outcome.map(read),
            })
        })
        .collect()
}

/// Forgets games whose outcomes were recorded.
pub(super) async fn recorded(
    db: &mut AnyConnection,
    games: &[TournamentGame],
) -> Result<u64, StoreError> {
    let mut rows = 0;
    for game in games {
        let deleted = sqlx::query(
            "DELETE FROM tournament_games
             WHERE tournament = $1 AND round = $2 AND board = $3 AND outcome IS NOT NULL",
        )
        .bind(&game.tournament)
        .bind(number(game.round as u64)?)
        .bind(number(game.board as u64)?)
        .execute(&mut *db)
        .await?;
        rows += deleted.rows_affected();
    }
    Ok(rows)
}
