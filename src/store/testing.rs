//! Where tests open stores: in memory, in a file, or with `RINGLEADER_POSTGRES` on a PostgreSQL
//! server.

use std::process::Command;

use super::DatabaseLocation;

#[path = "../../tests/postgres/mod.rs"]
pub(crate) mod postgres;

/// A place for an empty store, which is gone when it is closed, or with the server.
pub(crate) async fn place() -> DatabaseLocation {
    on_server().await.unwrap_or(DatabaseLocation::Memory)
}

/// A place for an empty store that can be opened again: in a folder, or on the server.
pub(crate) async fn lasting_place(folder: &tempfile::TempDir) -> DatabaseLocation {
    let file = || DatabaseLocation::File(folder.path().join("tables.db"));
    on_server().await.unwrap_or_else(file)
}

async fn on_server() -> Option<DatabaseLocation> {
    let server = std::env::var(postgres::SERVER).ok()?;
    let address = postgres::database(&server).await;
    Some(DatabaseLocation::read(address.into()).unwrap())
}

/// Runs the tests of the store and the host once more, in another process, on PostgreSQL.
#[test]
fn on_postgres_it_is_the_same() {
    // In that process there is nothing left to do.
    if std::env::var_os(postgres::SERVER).is_some() {
        return;
    }
    let Some(server) = postgres::server() else {
        return;
    };
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["store::sql::tests::", "host::tests::"])
        .env(postgres::SERVER, server)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    print!("{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
    let passed = told.matches(" ... ok\n").count();
    assert!(passed > 100, "only {passed} tests ran");
}
