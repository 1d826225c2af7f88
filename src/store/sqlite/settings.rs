//! Settings by scope. Only persons have any here: a table's stand in its log.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::outbox::json;
use crate::session::PersonalSettings;
use crate::store::StoreError;

/// The scope of a person's settings.
const PERSON: &str = "person";

/// What persons have set for themselves, by their ids.
pub(super) async fn of_persons(
    db: &SqlitePool,
    platform: &str,
    persons: &[String],
) -> Result<PersonalSettings, StoreError> {
    let rows = sqlx::query(
        "SELECT id, settings FROM settings
         WHERE scope = ?1 AND platform = ?2 AND id IN (SELECT value FROM json_each(?3))",
    )
    .bind(PERSON)
    .bind(platform)
    .bind(json(&persons)?)
    .fetch_all(db)
    .await?;
    let mut settings = Vec::with_capacity(rows.len());
    for row in &rows {
        let id: String = row.try_get(0)?;
        match serde_json::from_str(row.try_get(1)?) {
            Ok(own) => settings.push((id, own)),
            // Games go on without them.
            Err(error) => tracing::error!(platform, id, %error, "settings cannot be read"),
        }
    }
    Ok(settings.into_iter().collect())
}

/// Changes what a person has set for themselves; what the JSON leaves open stays as it is. What
/// cannot be read is replaced.
pub(super) async fn change(
    db: &mut SqliteConnection,
    platform: &str,
    person: &str,
    settings: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO settings (scope, platform, id, settings) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET settings = CASE WHEN json_valid(settings)
             THEN json_patch(settings, excluded.settings) ELSE excluded.settings END",
    )
    .bind(PERSON)
    .bind(platform)
    .bind(person)
    .bind(settings)
    .execute(db)
    .await?;
    Ok(())
}
