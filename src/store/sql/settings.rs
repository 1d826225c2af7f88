//! Settings of persons, channels and servers. A table's own stand in its log.

use serde_json::{Value, json};
use sqlx::Row;
use sqlx::{AnyConnection, AnyPool};

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
    db: &AnyPool,
    platform: &str,
    persons: &[String],
) -> Result<PersonalSettings, StoreError> {
    let mut settings = Vec::with_capacity(persons.len());
    for id in persons {
        let own = of(db, platform, Scope::Person, id).await?;
        settings.push((id.clone(), own));
    }
    Ok(settings.into_iter().collect())
}

/// The settings of all channels and servers.
pub(super) async fn of_places(
    db: &AnyPool,
    platform: &str,
) -> Result<Vec<(Scope, String, Settings)>, StoreError> {
    let mut places = Vec::new();
    for scope in [Scope::Channel, Scope::Server] {
        let rows =
            sqlx::query("SELECT id, settings FROM settings WHERE scope = $1 AND platform = $2")
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
    db: &AnyPool,
    platform: &str,
    scope: Scope,
    id: &str,
) -> Result<Settings, StoreError> {
    let text: Option<String> = sqlx::query_scalar(
        "SELECT settings FROM settings WHERE scope = $1 AND platform = $2 AND id = $3",
    )
    .bind(stored(scope))
    .bind(platform)
    .bind(id)
    .fetch_optional(db)
    .await?;
    Ok(text.map_or_else(Settings::default, |text| read(platform, &text)))
}

/// A change as a JSON merge patch (RFC 7396).
pub(super) fn patch(change: &SettingsChange) -> Result<Value, StoreError> {
    match change {
        SettingsChange::Set(settings) => {
            serde_json::to_value(settings).map_err(|error| StoreError::Unfit(error.to_string()))
        }
        SettingsChange::Reset(key) => Ok(json!({ *key: null })),
    }
}

/// Changes settings. What cannot be read is replaced.
pub(super) async fn change(
    db: &mut AnyConnection,
    platform: &str,
    change: &ScopedChange,
    patch: &Value,
) -> Result<(), StoreError> {
    let scope = stored(change.scope);
    let before: Option<String> = sqlx::query_scalar(
        "SELECT settings FROM settings WHERE scope = $1 AND platform = $2 AND id = $3",
    )
    .bind(scope)
    .bind(platform)
    .bind(&change.id)
    .fetch_optional(&mut *db)
    .await?;
    let mut settings = before
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_else(|| json!({}));
    json_patch::merge(&mut settings, patch);
    sqlx::query(
        "INSERT INTO settings (scope, platform, id, settings) VALUES ($1, $2, $3, $4)
         ON CONFLICT (scope, platform, id) DO UPDATE SET settings = excluded.settings",
    )
    .bind(scope)
    .bind(platform)
    .bind(&change.id)
    .bind(settings.to_string())
    .execute(db)
    .await?;
    Ok(())
}

/// Has the settings of a channel be those of another that takes its place and has none.
pub(super) async fn move_channel(
    db: &mut AnyConnection,
    platform: &str,
    from: &str,
    to: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE settings SET id = $4 WHERE scope = $1 AND platform = $2 AND id = $3
         AND NOT EXISTS (
             SELECT 1 FROM settings AS there
             WHERE there.scope = $1 AND there.platform = $2 AND there.id = $4)",
    )
    .bind(stored(Scope::Channel))
    .bind(platform)
    .bind(from)
    .bind(to)
    .execute(&mut *db)
    .await?;
    // Results are announced, and puzzles posted, there from now on.
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT scope, id, settings FROM settings WHERE scope <> $1 AND platform = $2",
    )
    .bind(stored(Scope::Person))
    .bind(platform)
    .fetch_all(&mut *db)
    .await?;
    for (scope, id, text) in rows {
        let Ok(mut settings) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        let mut has_changed = false;
        for key in ["announceto", "daily"] {
            if let Some(place) = settings.get_mut(key).and_then(Value::as_object_mut)
                && place.get("channel").and_then(Value::as_str) == Some(from)
            {
                place.insert("channel".to_owned(), Value::from(to));
                place.remove("thread");
                has_changed = true;
            }
        }
        if has_changed {
            sqlx::query(
                "UPDATE settings SET settings = $4 WHERE scope = $1 AND platform = $2 AND id = $3",
            )
            .bind(scope)
            .bind(platform)
            .bind(id)
            .bind(settings.to_string())
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}
