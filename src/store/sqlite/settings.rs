//! Settings of persons, channels and servers. A table's own stand in its log.

use serde_json::json;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::outbox;
use crate::session::{PersonalSettings, Scope, Settings, SettingsChange};
use crate::store::{ScopedChange, StoreError};

/// A scope as it is stored.
pub(super) const fn stored(scope: Scope) -> &'static str {
    match scope {
        Scope::Person => "person",
        Scope::Channel => "channel",
        Scope::Server => "server",
    }
}

/// Settings as they are stored; the default ones if they cannot be read: games go on without them.
fn read(platform: &str, text: &str) -> Settings {
    serde_json::from_str(text).unwrap_or_else(|error| {
        tracing::error!(platform, %error, "settings cannot be read");
        Settings::default()
    })
}

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
    .bind(stored(Scope::Person))
    .bind(platform)
    .bind(outbox::json(&persons)?)
    .fetch_all(db)
    .await?;
    let mut settings = Vec::with_capacity(rows.len());
    for row in &rows {
        let id: String = row.try_get(0)?;
        let own = read(platform, row.try_get(1)?);
        settings.push((id, own));
    }
    Ok(settings.into_iter().collect())
}

/// The settings of all channels and servers.
pub(super) async fn of_places(
    db: &SqlitePool,
    platform: &str,
) -> Result<Vec<(Scope, String, Settings)>, StoreError> {
    let mut places = Vec::new();
    for scope in [Scope::Channel, Scope::Server] {
        let rows =
            sqlx::query("SELECT id, settings FROM settings WHERE scope = ?1 AND platform = ?2")
                .bind(stored(scope))
                .bind(platform)
                .fetch_all(db)
                .await?;
        for row in &rows {
            let id: String = row.try_get(0)?;
            let settings = read(platform, row.try_get(1)?);
            places.push((scope, id, settings));
        }
    }
    Ok(places)
}

/// The settings of one person, channel or server.
pub(super) async fn of(
    db: &SqlitePool,
    platform: &str,
    scope: Scope,
    id: &str,
) -> Result<Settings, StoreError> {
    let text: Option<String> = sqlx::query_scalar(
        "SELECT settings FROM settings WHERE scope = ?1 AND platform = ?2 AND id = ?3",
    )
    .bind(stored(scope))
    .bind(platform)
    .bind(id)
    .fetch_optional(db)
    .await?;
    Ok(text.map_or_else(Settings::default, |text| read(platform, &text)))
}

/// A change as a JSON merge patch (RFC 7396).
pub(super) fn patch(change: &SettingsChange) -> Result<String, StoreError> {
    match change {
        SettingsChange::Set(settings) => outbox::json(settings),
        SettingsChange::Reset(key) => outbox::json(&json!({ *key: null })),
    }
}

/// Changes settings. What cannot be read is replaced.
pub(super) async fn change(
    db: &mut SqliteConnection,
    platform: &str,
    change: &ScopedChange,
    patch: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO settings (scope, platform, id, settings)
         VALUES (?1, ?2, ?3, json_patch('{}', ?4))
         ON CONFLICT DO UPDATE SET settings = CASE WHEN json_valid(settings)
             THEN json_patch(settings, ?4) ELSE json_patch('{}', ?4) END",
    )
    .bind(stored(change.scope))
    .bind(platform)
    .bind(&change.id)
    .bind(patch)
    .execute(db)
    .await?;
    Ok(())
}

/// Has the settings of a channel be those of another that takes its place and has none.
pub(super) async fn move_channel(
    db: &mut SqliteConnection,
    platform: &str,
    from: &str,
    to: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE OR IGNORE settings SET id = ?4 WHERE scope = ?1 AND platform = ?2 AND id = ?3",
    )
    .bind(stored(Scope::Channel))
    .bind(platform)
    .bind(from)
    .bind(to)
    .execute(&mut *db)
    .await?;
    // Results are announced, and puzzles posted, there from now on.
    for key in ["announceto", "daily"] {
        sqlx::query(
            "UPDATE settings SET settings = json_set(
                 json_remove(settings, '$.' || ?4 || '.thread'), '$.' || ?4 || '.channel', ?3)
             WHERE platform = ?1 AND json_valid(settings)
             AND json_extract(settings, '$.' || ?4 || '.channel') = ?2",
        )
        .bind(platform)
        .bind(from)
        .bind(to)
        .bind(key)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
