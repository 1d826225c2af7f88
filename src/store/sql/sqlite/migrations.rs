//! The schema's migrations. They are listed here, and not by sqlx's macro, which would build SQLite
//! once more for the compiler.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The migrations: number, description and SQL, oldest first.
const MIGRATIONS: [(i64, &str, &str); 24] = [
    (
        1,
        "tables",
        include_str!("../../../../assets/migrations/0001_tables.sql"),
    ),
    (
        2,
        "messages",
        include_str!("../../../../assets/migrations/0002_messages.sql"),
    ),
    (
        3,
        "players",
        include_str!("../../../../assets/migrations/0003_players.sql"),
    ),
    (
        4,
        "urgent replies",
        include_str!("../../../../assets/migrations/0004_urgent_replies.sql"),
    ),
    (
        5,
        "archive",
        include_str!("../../../../assets/migrations/0005_archive.sql"),
    ),
    (
        6,
        "heartbeat",
        include_str!("../../../../assets/migrations/0006_heartbeat.sql"),
    ),
    (
        7,
        "reports",
        include_str!("../../../../assets/migrations/0007_reports.sql"),
    ),
    (
        8,
        "adjourned",
        include_str!("../../../../assets/migrations/0008_adjourned.sql"),
    ),
    (
        9,
        "settings",
        include_str!("../../../../assets/migrations/0009_settings.sql"),
    ),
    (
        10,
        "challenged",
        include_str!("../../../../assets/migrations/0010_challenged.sql"),
    ),
    (
        11,
        "holidays",
        include_str!("../../../../assets/migrations/0011_holidays.sql"),
    ),
    (
        12,
        "holidays ended",
        include_str!("../../../../assets/migrations/0012_holidays_ended.sql"),
    ),
    (
        13,
        "community",
        include_str!("../../../../assets/migrations/0013_community.sql"),
    ),
    (
        15,
        "moderation",
        include_str!("../../../../assets/migrations/0015_moderation.sql"),
    ),
    (
        16,
        "parked",
        include_str!("../../../../assets/migrations/0016_parked.sql"),
    ),
    (
        17,
        "privacy",
        include_str!("../../../../assets/migrations/0017_privacy.sql"),
    ),
    (
        18,
        "fingerprints",
        include_str!("../../../../assets/migrations/0018_fingerprints.sql"),
    ),
    (
        19,
        "puzzles",
        include_str!("../../../../assets/migrations/0019_puzzles.sql"),
    ),
    (
        20,
        "training",
        include_str!("../../../../assets/migrations/0020_training.sql"),
    ),
    (
        21,
        "watchers",
        include_str!("../../../../assets/migrations/0021_watchers.sql"),
    ),
    (
        22,
        "outbox kinds",
        include_str!("../../../../assets/migrations/0022_outbox_kinds.sql"),
    ),
    (
        23,
        "processes",
        include_str!("../../../../assets/migrations/0023_processes.sql"),
    ),
    (
        24,
        "tallies",
        include_str!("../../../../assets/migrations/0024_tallies.sql"),
    ),
    (
        25,
        "tournaments",
        include_str!("../../../../assets/migrations/0025_tournaments.sql"),
    ),
];

/// The number of the newest migration.
pub(in crate::store::sql) const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Brings a database up to date.
pub(in crate::store::sql) fn migrator() -> Migrator {
    let migrations = MIGRATIONS.into_iter().map(|(version, description, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(version, description.into(), kind, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn every_file_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/migrations");
        let files = Migrator::new(folder).await.unwrap();
        let of = |migrator: &Migrator| -> Vec<_> {
            let all = migrator.iter();
            let listed = all.map(|one| {
                let kind = (one.migration_type, one.no_tx);
                (
                    one.version,
                    one.description.clone(),
                    one.checksum.clone(),
                    kind,
                )
            });
            listed.collect()
        };
        assert_eq!(of(&migrator()), of(&files));
    }
}
