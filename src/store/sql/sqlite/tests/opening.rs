//! Tests of which databases are opened, and by whom.

use super::*;

#[tokio::test]
async fn a_database_that_is_not_for_us_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let place = file(&dir);
    let store = SqlStore::open(&place).await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .execute(&store.database.writing())
    .await
    .unwrap();
    store.close().await;
    let error = SqlStore::open(&place).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer(_, 9999)), "{error}");

    let text = dir.path().join("text.db");
    std::fs::write(&text, "A text that is no database at all. ".repeat(100)).unwrap();
    let error = SqlStore::open(&DatabaseLocation::File(text))
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::NotOurs(_)), "{error}");

    let nowhere = dir.path().join("no such folder").join("tables.db");
    let error = SqlStore::open(&DatabaseLocation::File(nowhere))
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Unreachable(..)), "{error}");
}

#[tokio::test]
async fn a_database_of_an_earlier_version_is_brought_up_to_date() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tables.db");
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true);
    let earlier = SqlitePool::connect_with(options).await.unwrap();
    let first = Migrator::with_migrations(migrator().migrations[..1].to_vec());
    first.run(&earlier).await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO tables (id, platform, channel, thread, first, next, waits_engine)
         VALUES (1, 'console', 'main', '', 0, 0, 0);
         INSERT INTO outbox (table_id, event, part, reply, choices)
         VALUES (1, '1', 0, '{\"text\":[]}', 0)",
    )
    .execute(&earlier)
    .await
    .unwrap();
    earlier.close().await;
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    let reply = store.outgoing(1).await.unwrap().unwrap();
    assert!(reply.urgent);
    assert_eq!((reply.reply_target, reply.reply), (None, Reply::default()));
}

#[tokio::test]
async fn a_game_of_schema_version_4_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let options = SqliteConnectOptions::new()
        .filename(dir.path().join("tables.db"))
        .create_if_missing(true)
        // The dump is in the order of the names.
        .foreign_keys(false);
    let earlier = SqlitePool::connect_with(options).await.unwrap();
    let dump = include_str!("../../../../../tests/data/stored/tables-4.sql");
    sqlx::raw_sql(dump).execute(&earlier).await.unwrap();
    earlier.close().await;
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    let table = async |channel| {
        let key = TableKey::channel("console", channel);
        store.load(&key).await.unwrap().fold(key).unwrap()
    };
    let (main, other) = (table("main").await, table("other").await);
    let game = main.running().unwrap();
    assert_eq!(game.actions().len(), 14);
    assert_eq!(other.challenges().len(), 1);
    let waiting = store.waiting("console").await.unwrap();
    // The untimed game is woken, so that its silence counts.
    let woken = |one: &WaitingTable| one.waiting.wake_at == Some(jiff::Timestamp::UNIX_EPOCH);
    assert_eq!(waiting.len(), 2);
    assert!(waiting[0].table == *main.key() && woken(&waiting[0]));
    assert!(waiting[1].table == *other.key() && !woken(&waiting[1]));
    // It was never noted when the bot was up: no outage is known.
    let outages = store.end_outages(vec!["console".to_owned()], game.started());
    assert!(outages.await.unwrap().is_empty());
}

#[tokio::test]
async fn what_is_asked_of_replies_is_known_of_those_of_schema_version_21() {
    let dir = tempfile::tempdir().unwrap();
    let options = SqliteConnectOptions::new()
        .filename(dir.path().join("tables.db"))
        .create_if_missing(true);
    let earlier = SqlitePool::connect_with(options).await.unwrap();
    let all = migrator().migrations.to_vec();
    let known = all.into_iter().filter(|one| one.version <= 21).collect();
    let first = Migrator::with_migrations(known);
    first.run(&earlier).await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO tables (id, platform, channel, thread, first, next, waits_engine)
         VALUES (1, 'console', 'main', '', 0, 0, 0);
         INSERT INTO outbox (table_id, event, part, reply, choices) VALUES
         (1, '1', 0, '{\"text\":[]}', 1),
         (1, '2', 0, '{\"text\":[],\"only_for\":{\"id\":\"1\",\"name\":\"A\"}}', 1),
         (1, 'clock:3', 0, '{\"text\":[],\"reminder\":1}', 1),
         (1, '4', 0, '{\"text\":[],\"keep\":\"nothing\"}', 1),
         (1, '5', 0, 'damaged', 1)",
    )
    .execute(&earlier)
    .await
    .unwrap();
    earlier.close().await;
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    let kinds: Vec<(i64, i64, i64)> =
        sqlx::query_as("SELECT for_everyone, reminder, fleeting FROM outbox ORDER BY id")
            .fetch_all(&store.readers())
            .await
            .unwrap();
    let expected = [(1, 0, 0), (0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 0, 0)];
    assert_eq!(kinds, expected);
}

#[tokio::test]
async fn a_database_that_was_full_is_written_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    // Limits the database to its present size, as if the disk were full. The limit is the
    // connection's own.
    let limit = async |pragma: &'static str| {
        let done = sqlx::query(pragma).execute(&store.database.writing()).await;
        done.unwrap();
    };
    let full = "PRAGMA max_page_count = 1";
    limit(full).await;
    let mut large = change("2", 1, vec![placed("f6")]);
    large.replies = vec![Reply::say(
        Phrase::new("said").with("event", "x".repeat(1 << 19)),
    )];
    for _ in 0..2 {
        let error = store.commit(large.clone()).await.unwrap_err();
        assert!(matches!(error, StoreError::Failed(_)), "{error}");
        assert!(!store.is_writable());
        // Nothing of it was written.
        assert_eq!(store.load(&table()).await.unwrap().entries, [started()]);
        limit(full).await;
    }
    limit("PRAGMA max_page_count = 1000000").await;
    assert_eq!(store.commit(large).await.unwrap(), Committed::Done(vec![2]));
    assert!(store.is_writable());
    let entries = store.load(&table()).await.unwrap().entries;
    assert_eq!(entries, [started(), placed("f6")]);
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_look_into_a_new_database() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.path().display());
        names.push(entry.file_name());
    }
    assert!(names.len() > 1, "{names:?}");
}

#[tokio::test]
async fn a_database_that_another_program_holds_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let place = file(&dir);
    let path = dir.path().join("tables.db");
    let holder = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(
            SqliteConnectOptions::new()
                .filename(path)
                .create_if_missing(true),
        )
        .await
        .unwrap();
    let mut connection = holder.acquire().await.unwrap();
    sqlx::query("BEGIN EXCLUSIVE")
        .execute(&mut *connection)
        .await
        .unwrap();
    let error = SqlStore::open(&place).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
}

#[tokio::test]
async fn a_database_is_used_by_one_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    let mut names = vec![dir.path().join("tables.db"), dir.path().join("./tables.db")];
    #[cfg(unix)]
    {
        let link = dir.path().join("link.db");
        std::os::unix::fs::symlink("tables.db", &link).unwrap();
        names.push(link);
    }
    for name in &names {
        let error = SqlStore::open(&DatabaseLocation::File(name.clone()))
            .await
            .unwrap_err();
        assert!(matches!(error, StoreError::Locked(_)), "{error}");
        let shown = error.to_string();
        assert!(shown.contains(&*name.to_string_lossy()), "{shown}");
    }
    // A process that is refused does not create a file in place of a deleted one.
    #[cfg(unix)]
    {
        remove(dir.path(), &FILES[..1]);
        let error = SqlStore::open(&file(&dir)).await.unwrap_err();
        assert!(matches!(error, StoreError::Locked(_)), "{error}");
    }
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    store.close().await;
    SqlStore::open(&DatabaseLocation::File(names.remove(1)))
        .await
        .unwrap();
}
