//! A person has their data deleted: a pseudonym takes their place wherever others need to see that
//! somebody was there, and everything else is deleted.
//!
//! All of it is in the transaction of the command that asks for it. SQLite overwrites what is
//! deleted; what it may have left of it in gaps of its pages goes with the next vacuum.

use fail::fail_point;
use futures_util::TryStreamExt;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::AnyConnection;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::commit::create_table;
use super::fingerprint::fingerprint;
use super::like::containing;
use super::outbox::json;
use crate::session::{Entry, FinishedGame, Person, Renaming, Reply, Summary, TableKey};
use crate::store::{Forgetting, StoreError};

/// Deletes a person's data on the platform of a table, at which that is answered. Returns the id of the
/// table that the answer is for: a private chat of the person gets another key.
pub(super) async fn forget(
    db: &mut AnyConnection,
    answered: i64,
    table: &TableKey,
    forgetting: &Forgetting,
    at: Timestamp,
) -> Result<i64, StoreError> {
    let Forgetting {
        person, becomes, ..
    } = forgetting;
    let platform = table.platform.as_str();
    let mut renaming = Renaming::new(person, becomes);
    ratings(db, platform, &mut renaming).await?;
    logs(db, platform, &mut renaming, at).await?;
    archive(db, platform, &mut renaming).await?;
    let chats = chats(db, table, forgetting).await?;
    delete(db, platform, person, &chats).await?;
    decided_by_others(db, platform, person, at).await?;
    outbox(db, platform, &mut renaming).await?;
    texts(db, platform, &renaming).await?;
    pseudonyms(db, platform, person, becomes, at).await?;
    for chat in &chats {
        sqlx::query(
            "UPDATE tables SET channel = $3, community = NULL WHERE platform = $1 AND channel = $2",
        )
        .bind(platform)
        .bind(chat)
        .bind(&becomes.id)
        .execute(&mut *db)
        .await?;
    }
    let answered = match chats.contains(&table.channel) {
        true => create_table(db, table).await?,
        false => answered,
    };
    tracing::debug!("what is stored about a person is deleted: forget-written");
    fail_point!("forget-written");
    Ok(answered)
}

/// Reads JSON, lets it be changed, and returns it if it is another one then. What is damaged is
/// renamed as a text.
fn changed<T: Serialize + DeserializeOwned>(
    text: &str,
    renaming: &mut Renaming,
    rename: impl FnOnce(&mut Renaming, &mut T),
) -> Result<Option<String>, StoreError> {
    let after = match serde_json::from_str(text) {
        Ok(mut value) => {
            let before = json(&value)?;
            rename(renaming, &mut value);
            Some(json(&value)?).filter(|after| *after != before)
        }
        Err(_) => {
            let mut after = text.to_owned();
            renaming.text(&mut after);
            Some(after).filter(|after| after != text)
        }
    };
    Ok(after)
}

/// Renames the person in the ratings, which tell what they were called.
async fn ratings(
    db: &mut AnyConnection,
    platform: &str,
    renaming: &mut Renaming,
) -> Result<(), StoreError> {
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM ratings WHERE platform = $1 AND person = $2")
            .bind(platform)
            .bind(renaming.id())
            .fetch_all(&mut *db)
            .await?;
    names.iter().for_each(|name| renaming.also_called(name));
    sqlx::query("UPDATE ratings SET person = $3, name = $4 WHERE platform = $1 AND person = $2")
        .bind(platform)
        .bind(renaming.id())
        .bind(&renaming.becomes().id)
        .bind(&renaming.becomes().name)
        .execute(db)
        .await?;
    Ok(())
}

/// Renames the person in the logs. Tables at which they are named from the last start on are woken.
async fn logs(
    db: &mut AnyConnection,
    platform: &str,
    renaming: &mut Renaming,
    at: Timestamp,
) -> Result<(), StoreError> {
    // Their names may stand in records that are reviewed, without the id.
    let rows = sqlx::query(
        "SELECT table_id, number, entry, first FROM entries
         JOIN tables ON tables.id = table_id WHERE platform = $1
         AND (entry LIKE $2 ESCAPE '|' OR entry LIKE '%\"review|_asked\"%' ESCAPE '|'
             OR entry LIKE '%\"turning\"%')
         ORDER BY table_id, number",
    )
    .bind(platform)
    .bind(containing(&json(&renaming.id())?))
    .fetch_all(&mut *db)
    .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        let (number, first) = (row.try_get::<i64, _>(1)?, row.try_get::<i64, _>(3)?);
        found.push((
            row.try_get::<i64, _>(0)?,
            number,
            row.try_get::<&str, _>(2)?,
            number >= first,
        ));
    }
    // Twice: a name that is met later may stand in a record that comes before.
    for (_, _, text, _) in &found {
        changed(text, renaming, |renaming, entry: &mut Entry| {
            renaming.entry(entry);
        })?;
    }
    for (table, number, text, is_current) in found {
        let Some(after) = changed(text, renaming, |renaming, entry: &mut Entry| {
            renaming.entry(entry);
        })?
        else {
            continue;
        };
        sqlx::query("UPDATE entries SET entry = $3 WHERE table_id = $1 AND number = $2")
            .bind(table)
            .bind(number)
            .bind(after)
            .execute(&mut *db)
            .await?;
        if is_current {
            wake(db, table, at).await?;
        }
    }
    Ok(())
}

/// Wakes a table at a moment, if it does not wake before, and anything goes on there.
async fn wake(db: &mut AnyConnection, table: i64, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE tables SET wake_at = $2 WHERE id = $1 AND (wake_at IS NULL OR wake_at > $2) AND (
             waits_engine = 1 OR EXISTS (SELECT 1 FROM players WHERE table_id = $1))",
    )
    .bind(table)
    .bind(at.as_millisecond())
    .execute(db)
    .await?;
    Ok(())
}

/// Renames the person in their finished games.
async fn archive(
    db: &mut AnyConnection,
    platform: &str,
    renaming: &mut Renaming,
) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT number, game, summary FROM archive WHERE platform = $1 AND white = $2
         UNION SELECT number, game, summary FROM archive WHERE platform = $1 AND black = $2",
    )
    .bind(platform)
    .bind(renaming.id())
    .fetch_all(&mut *db)
    .await?;
    for row in &rows {
        let number: i64 = row.try_get(0)?;
        let (game, summary): (&str, &str) = (row.try_get(1)?, row.try_get(2)?);
        let new_game = changed(game, renaming, |renaming, game: &mut FinishedGame| {
            renaming.finished(game);
        })?;
        let new_summary = changed(summary, renaming, |renaming, summary: &mut Summary| {
            renaming.summary(summary);
        })?;
        sqlx::query(
            "UPDATE archive SET game = $2, summary = $3, 
             white = CASE WHEN white = $4 THEN $5 ELSE white END,
             black = CASE WHEN black = $4 THEN $5 ELSE black END WHERE number = $1",
        )
        .bind(number)
        .bind(new_game.as_deref().unwrap_or(game))
        .bind(new_summary.as_deref().unwrap_or(summary))
        .bind(renaming.id())
        .bind(&renaming.becomes().id)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Private chats of the person, as far as they are known: the one in which they ask, and those that
/// are named after them.
async fn chats(
    db: &mut AnyConnection,
    table: &TableKey,
    forgetting: &Forgetting,
) -> Result<Vec<String>, StoreError> {
    let named = format!("@{}", forgetting.person.id.trim_start_matches('@'));
    let mut chats: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT channel FROM tables WHERE platform = $1 AND channel = $2",
    )
    .bind(&table.platform)
    .bind(named)
    .fetch_all(db)
    .await?;
    if forgetting.in_private && !chats.contains(&table.channel) {
        chats.push(table.channel.clone());
    }
    Ok(chats)
}

/// Deletes what is the person's alone.
async fn delete(
    db: &mut AnyConnection,
    platform: &str,
    person: &Person,
    chats: &[String],
) -> Result<(), StoreError> {
    for statement in [
        "DELETE FROM settings WHERE scope = 'person' AND platform = $1 AND id = $2",
        "DELETE FROM holidays WHERE platform = $1 AND person = $2",
        "DELETE FROM blocks WHERE platform = $1 AND person = $2",
        "DELETE FROM reports WHERE platform = $1 AND person = $2",
        "DELETE FROM training WHERE platform = $1 AND person = $2",
        "DELETE FROM watchers WHERE person = $2
         AND table_id IN (SELECT id FROM tables WHERE platform = $1)",
        "DELETE FROM adjourned WHERE platform = $1 AND (white = $2 OR black = $2)",
    ] {
        sqlx::query(statement)
            .bind(platform)
            .bind(&person.id)
            .execute(&mut *db)
            .await?;
    }
    for chat in chats {
        for statement in [
            "DELETE FROM settings WHERE scope = 'channel' AND platform = $1 AND id = $2",
            "DELETE FROM mutes WHERE scope = 'channel' AND platform = $1 AND place = $2",
            "DELETE FROM audit WHERE platform = $1 AND channel = $2",
        ] {
            sqlx::query(statement)
                .bind(platform)
                .bind(chat)
                .execute(&mut *db)
                .await?;
        }
    }
    Ok(())
}

/// Keeps the mutes and blocks against the person under their fingerprint: whoever has been muted does
/// not get rid of it by being forgotten.
async fn decided_by_others(
    db: &mut AnyConnection,
    platform: &str,
    person: &Person,
    at: Timestamp,
) -> Result<(), StoreError> {
    let fingerprint = fingerprint(&mut *db, platform, &person.id).await?;
    sqlx::query("DELETE FROM mutes WHERE platform = $1 AND person = $2 AND until <= $3")
        .bind(platform)
        .bind(&person.id)
        .bind(at.as_millisecond())
        .execute(&mut *db)
        .await?;
    // What was decided before the person came back makes way.
    for statement in [
        "DELETE FROM mutes WHERE platform = $1 AND person = $3 AND EXISTS (
             SELECT 1 FROM mutes AS newer WHERE newer.platform = $1 AND newer.person = $2
             AND newer.scope = mutes.scope AND newer.place = mutes.place)",
        "UPDATE mutes SET person = $3 WHERE platform = $1 AND person = $2",
        "DELETE FROM blocks WHERE platform = $1 AND blocked = $3 AND EXISTS (
             SELECT 1 FROM blocks AS newer WHERE newer.platform = $1 AND newer.blocked = $2
             AND newer.person = blocks.person)",
    ] {
        sqlx::query(statement)
            .bind(platform)
            .bind(&person.id)
            .bind(&fingerprint.id)
            .execute(&mut *db)
            .await?;
    }
    sqlx::query("UPDATE blocks SET blocked = $3, name = $4 WHERE platform = $1 AND blocked = $2")
        .bind(platform)
        .bind(&person.id)
        .bind(&fingerprint.id)
        .bind(&fingerprint.name)
        .execute(db)
        .await?;
    Ok(())
}

/// Renames the person in replies that are still to be said, and in reminders whose messages stand.
/// Other replies that name them are deleted, and so are those that are for them.
async fn outbox(
    db: &mut AnyConnection,
    platform: &str,
    renaming: &mut Renaming,
) -> Result<(), StoreError> {
    let rows = naming(db, platform, renaming).await?;
    for row in &rows {
        let (id, author): (i64, Option<&str>) = (row.try_get(0)?, row.try_get(1)?);
        let text: &str = row.try_get(2)?;
        let delivered: Option<i64> = row.try_get(4)?;
        let message: Option<&str> = row.try_get(5)?;
        let reminder: i64 = row.try_get(6)?;
        let is_kept = delivered.is_none() || message.is_some() && reminder != 0;
        let is_theirs = |person: &Person| person.id == renaming.id();
        let author: Option<Person> = author.and_then(|text| serde_json::from_str(text).ok());
        let answers_them = author.as_ref().is_some_and(is_theirs);
        let reply: Option<Reply> = serde_json::from_str(text).ok();
        let only_for = reply.as_ref().and_then(|reply| reply.only_for.as_ref());
        let is_for_them = only_for.is_some_and(is_theirs);
        let mut event: String = row.try_get(3)?;
        let before = event.clone();
        renaming.text(&mut event);
        let after = changed(text, renaming, |renaming, reply: &mut Reply| {
            renaming.reply(reply);
        })?;
        if after.is_none() && !answers_them && event == before {
            continue;
        }
        if is_for_them || !is_kept {
            sqlx::query("DELETE FROM outbox WHERE id = $1")
                .bind(id)
                .execute(&mut *db)
                .await?;
            continue;
        }
        sqlx::query(
            "DELETE FROM outbox WHERE event = $2 AND id <> $1 AND (table_id, part) = (
                 SELECT table_id, part FROM outbox WHERE id = $1)",
        )
        .bind(id)
        .bind(&event)
        .execute(&mut *db)
        .await?;
        sqlx::query(
            "UPDATE outbox SET reply = $2, event = $3,
             author = CASE $4 WHEN 1 THEN NULL ELSE author END,
             answers = CASE $4 WHEN 1 THEN NULL ELSE answers END WHERE id = $1",
        )
        .bind(id)
        .bind(after.as_deref().unwrap_or(text))
        .bind(event)
        .bind(i64::from(answers_them))
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// The replies that may name the person: in upper or lower case, by any of their names.
async fn naming(
    db: &mut AnyConnection,
    platform: &str,
    renaming: &Renaming,
) -> Result<Vec<AnyRow>, StoreError> {
    let mut needles = Vec::new();
    for name in renaming.called() {
        let quoted = json(&name.to_ascii_lowercase())?;
        needles.push(quoted.trim_matches('"').to_owned());
    }
    let mut rows = sqlx::query(
        "SELECT outbox.id, author, reply, event, delivered_at, message, reminder
         FROM outbox JOIN tables ON tables.id = table_id WHERE platform = $1",
    )
    .bind(platform)
    .fetch(db);
    let mut found = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let author: Option<&str> = row.try_get(1)?;
        let texts = [row.try_get(2)?, author.unwrap_or_default(), row.try_get(3)?];
        let texts = texts.map(str::to_ascii_lowercase);
        let is_in = |needle: &String| texts.iter().any(|text| text.contains(needle));
        if needles.iter().any(is_in) {
            found.push(row);
        }
    }
    Ok(found)
}

/// Renames the person in what others wrote, and in the ids of events.
async fn texts(
    db: &mut AnyConnection,
    platform: &str,
    renaming: &Renaming,
) -> Result<(), StoreError> {
    for (select, update) in [
        (
            "SELECT id, note FROM reports WHERE platform = $1",
            "UPDATE reports SET note = $2 WHERE id = $1",
        ),
        (
            "SELECT id, action FROM audit WHERE platform = $1",
            "UPDATE audit SET action = $2 WHERE id = $1",
        ),
    ] {
        let rows = sqlx::query(select)
            .bind(platform)
            .fetch_all(&mut *db)
            .await?;
        for row in &rows {
            let before: &str = row.try_get(1)?;
            let mut after = before.to_owned();
            renaming.text(&mut after);
            if after != before {
                sqlx::query(update)
                    .bind(row.try_get::<i64, _>(0)?)
                    .bind(after)
                    .execute(&mut *db)
                    .await?;
            }
        }
    }
    let rows = sqlx::query(
        "SELECT table_id, event FROM events JOIN tables ON tables.id = table_id
         WHERE platform = $1 AND event LIKE $2 ESCAPE '|'",
    )
    .bind(platform)
    .bind(containing(renaming.id()))
    .fetch_all(&mut *db)
    .await?;
    for row in &rows {
        let (table, before): (i64, &str) = (row.try_get(0)?, row.try_get(1)?);
        let mut after = before.to_owned();
        renaming.text(&mut after);
        if after != before {
            sqlx::query("DELETE FROM events WHERE table_id = $1 AND event = $2")
                .bind(table)
                .bind(&after)
                .execute(&mut *db)
                .await?;
            sqlx::query("UPDATE events SET event = $3 WHERE table_id = $1 AND event = $2")
                .bind(table)
                .bind(before)
                .bind(after)
                .execute(&mut *db)
                .await?;
        }
    }
    Ok(())
}

/// Puts the pseudonym where the person's id is a key, and wakes the tables at which they play or are
/// challenged.
async fn pseudonyms(
    db: &mut AnyConnection,
    platform: &str,
    person: &Person,
    becomes: &Person,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE tables SET wake_at = $3
         WHERE platform = $1 AND (wake_at IS NULL OR wake_at > $3) AND id IN (
             SELECT table_id FROM players WHERE person = $2
             UNION SELECT table_id FROM challenged WHERE person = $2)",
    )
    .bind(platform)
    .bind(&person.id)
    .bind(at.as_millisecond())
    .execute(&mut *db)
    .await?;
    for statement in [
        "DELETE FROM players WHERE person = $3
         AND table_id IN (SELECT id FROM tables WHERE platform = $1)
         AND table_id IN (SELECT table_id FROM players WHERE person = $2)",
        "UPDATE players SET person = $3 WHERE person = $2
         AND table_id IN (SELECT id FROM tables WHERE platform = $1)",
        "DELETE FROM challenged WHERE person = $3
         AND table_id IN (SELECT id FROM tables WHERE platform = $1)
         AND table_id IN (SELECT table_id FROM challenged WHERE person = $2)",
        "UPDATE challenged SET person = $3 WHERE person = $2
         AND table_id IN (SELECT id FROM tables WHERE platform = $1)",
    ] {
        sqlx::query(statement)
            .bind(platform)
            .bind(&person.id)
            .bind(&becomes.id)
            .execute(&mut *db)
            .await?;
    }
    for statement in [
        "UPDATE audit SET person = $3, name = $4 WHERE platform = $1 AND person = $2",
        "UPDATE audit SET about = $3, about_name = $4 WHERE platform = $1 AND about = $2",
    ] {
        sqlx::query(statement)
            .bind(platform)
            .bind(&person.id)
            .bind(&becomes.id)
            .bind(&becomes.name)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}
