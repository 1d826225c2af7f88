//! The schema's migrations for PostgreSQL. The first one makes what SQLite's migrations up to its
//! number lead to; later ones have the same numbers and meaning as SQLite's.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

const MIGRATIONS: [(i64, &str, &str); 4] = [
    (
        22,
        "schema",
        include_str!("../../../../assets/migrations/postgres/0022_schema.sql"),
    ),
    (
        23,
        "processes",
        include_str!("../../../../assets/migrations/postgres/0023_processes.sql"),
    ),
    (
        24,
        "tallies",
        include_str!("../../../../assets/migrations/postgres/0024_tallies.sql"),
    ),
    (
        25,
        "tournaments",
        include_str!("../../../../assets/migrations/postgres/0025_tournaments.sql"),
    ),
];

/// The number of the newest migration.
pub(super) const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Brings a database up to date.
pub(super) fn migrator() -> Migrator {
    let migrations = MIGRATIONS.into_iter().map(|(version, description, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(version, description.into(), kind, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}
