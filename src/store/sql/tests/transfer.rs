//! Tests of exporting a database and importing it into another, of either kind.

use std::collections::BTreeSet;

use super::*;
use crate::store::sql::transfer::tables::TABLES;
use crate::store::sql::transfer::{TransferError, export, import};
use crate::store::testing::postgres;

/// A row in each table, and what is hard to carry over.
const ROWS: &str = "
    INSERT INTO tables VALUES (7, 'console', 'main', '', 1, 1, 0, 1700000000000, NULL, '0f');
    INSERT INTO tables VALUES (9007199254740993, 'console', 'ü \"''\\', 'x', 0, 0, 1, NULL, 'c', NULL);
    INSERT INTO entries VALUES (7, 0, '{\"at\":\"2026-11-22T09:30:06Z\"}');
    INSERT INTO events VALUES (7, 'b', 1), (7, 'B', 2), (7, 'ä', -3);
    INSERT INTO outbox (id, table_id, event, part, reply, choices)
        VALUES (5, 7, '1', 0, '{}', 0), (41, 7, '2', 0, 'two' || char(10) || 'lines', 1);
    DELETE FROM outbox WHERE id = 41;
    INSERT INTO marks VALUES ('a', ''), ('B', 'nul' || char(0)), ('', 'empty');
    INSERT INTO players VALUES (7, 'alice');
    INSERT INTO archive VALUES (3, 7, 'console', '', 'normal', 'alice', NULL, NULL, '{}', '{}');
    INSERT INTO ratings VALUES ('console', '', 'normal', 'alice', 'Alice', 1, '{}');
    INSERT INTO heartbeat VALUES ('console', 1);
    INSERT INTO outages VALUES (1, 'console', 2, 1);
    INSERT INTO reports VALUES (1, 7, 'console', '', 'bob', 'Bob', 1, '😀');
    INSERT INTO adjourned VALUES (2, 7, 0, 1, 'console', NULL, 'bob', '{}');
    INSERT INTO settings VALUES ('person', 'console', 'alice', '{}');
    INSERT INTO challenged VALUES (7, 'bob');
    INSERT INTO holidays VALUES ('console', 'alice', 1, 2, 1, 0);
    INSERT INTO audit VALUES (1, 'console', 'main', NULL, 1, 'carol', 'Carol', 'abort', NULL, NULL);
    INSERT INTO mutes VALUES ('console', 'channel', 'main', 'bob', 1);
    INSERT INTO blocks VALUES ('console', 'alice', 'bob', 'Bob', 1);
    INSERT INTO puzzle_ratings VALUES (-9223372036854775808, 1, '{}');
    INSERT INTO training VALUES (8, 'console', 'alice', 'p', '{}', 0, NULL);
    INSERT INTO watchers VALUES (7, 'carol');
    INSERT INTO tournament_games VALUES ('0f', 1, 2, 'draw'), ('0f', 1, 3, NULL);";

async fn exported(place: &DatabaseLocation) -> String {
    let mut file = Vec::new();
    let rows = export(place, &mut file).await.unwrap();
    let text = String::from_utf8(file).unwrap();
    let lines = u64::try_from(text.lines().count()).unwrap();
    assert_eq!(lines, rows + u64::try_from(TABLES.len()).unwrap() + 2);
    text
}

async fn imported(place: &DatabaseLocation, file: &str) -> Result<u64, TransferError> {
    import(place, &mut file.as_bytes()).await
}

/// A database file with rows in all tables.
async fn filled(dir: &tempfile::TempDir) -> DatabaseLocation {
    let place = file(dir);
    let store = SqlStore::open(&place).await.unwrap();
    let database = store.database.writing();
    sqlx::raw_sql(ROWS).execute(&database).await.unwrap();
    store.close().await;
    place
}

#[tokio::test]
async fn a_database_is_carried_over_and_back() {
    let dirs = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let first = filled(&dirs[0]).await;
    let original = exported(&first).await;
    let mut places = vec![file(&dirs[1])];
    if let Some(server) = postgres::server() {
        let address = postgres::database(&server).await;
        places.insert(0, DatabaseLocation::read(address.into()).unwrap());
    }
    let mut text = original.clone();
    for place in &places {
        imported(place, &text).await.unwrap();
        text = exported(place).await;
        assert_eq!(text, original);
        let error = imported(place, &text).await.unwrap_err();
        assert!(matches!(error, TransferError::NotEmpty(_)), "{error}");
    }
    for place in places.iter().chain([&first]) {
        let store = SqlStore::open(place).await.unwrap();
        // No number is given twice.
        let done = store.commit(change("new", 1, vec![started()])).await;
        assert_eq!(done.unwrap(), Committed::Done(vec![42]));
        let mut elsewhere = change("new", 0, vec![started()]);
        elsewhere.table.channel = "elsewhere".to_owned();
        let done = store.commit(elsewhere).await;
        assert_eq!(done.unwrap(), Committed::Done(vec![43]));
        store.close().await;
    }
}

#[tokio::test]
async fn what_is_no_whole_export_is_refused_and_leaves_nothing() {
    let dirs = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let original = exported(&filled(&dirs[0]).await).await;
    let place = lasting_place(&dirs[1]).await;
    let lines: Vec<&str> = original.lines().collect();
    let mut without_a_row = lines.clone();
    without_a_row.remove(2);
    let mut without_a_table = lines.clone();
    without_a_table.remove(1);
    for faulty in [
        "",
        "{}",
        "no export",
        &lines[..1].join("\n"),
        &lines[..lines.len() - 1].join("\n"),
        &original[..original.len() / 2],
        &without_a_row.join("\n"),
        &without_a_table.join("\n"),
        &original.replace("\"main\"", "true"),
        &original.replace("\"person\",", "\"nobody\","),
    ] {
        let error = imported(&place, faulty).await.unwrap_err();
        assert!(matches!(error, TransferError::Malformed { .. }), "{error}");
    }
    let older = original.replacen("\"schema\":", "\"schema\":1", 1);
    let error = imported(&place, &older).await.unwrap_err();
    assert!(matches!(error, TransferError::Schema { .. }), "{error}");
    imported(&place, &original).await.unwrap();
    assert_eq!(exported(&place).await, original);
}

#[tokio::test]
async fn what_is_not_there_is_not_exported() {
    let dir = tempfile::tempdir().unwrap();
    let error = export(&file(&dir), &mut Vec::new()).await.unwrap_err();
    assert!(matches!(error, TransferError::Missing(_)), "{error}");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    let error = export(&file(&dir), &mut Vec::new()).await.unwrap_err();
    let locked = TransferError::Store(StoreError::Locked(String::new()));
    assert_eq!(
        std::mem::discriminant(&error),
        std::mem::discriminant(&locked)
    );
    store.close().await;
}

#[tokio::test]
async fn every_column_of_every_table_is_exported() {
    let store = new_store().await;
    let of_sqlite = "SELECT tables.name, columns.name FROM sqlite_schema AS tables
         JOIN pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite|_%' ESCAPE '|'";
    let of_postgres = "SELECT CAST(table_name AS text), CAST(column_name AS text)
         FROM information_schema.columns WHERE table_schema = current_schema()";
    let is_postgres = matches!(store.database.location(), DatabaseLocation::Postgres(_));
    let sql = match is_postgres {
        true => of_postgres,
        false => of_sqlite,
    };
    let found: Vec<(String, String)> = sqlx::query_as(sql)
        .fetch_all(&store.database.writing())
        .await
        .unwrap();
    // Of the program that runs, not of the data.
    let of_processes = [
        "_sqlx_migrations",
        "engine_requests",
        "handovers",
        "owners",
        "process_platforms",
        "shards",
        "shard_counts",
        "processes",
        "shared_state",
    ];
    let found: BTreeSet<_> = found
        .into_iter()
        .filter(|(table, _)| !of_processes.contains(&&**table))
        .collect();
    let listed = TABLES.iter().flat_map(|table| {
        let columns = table.columns.iter();
        columns.map(|column| (table.name.to_owned(), (*column).to_owned()))
    });
    assert_eq!(found, listed.collect());
}
