//! Databases of a PostgreSQL server for tests. The tests of a process share a server of their own
//! (`server.sh`), or that of which `RINGLEADER_POSTGRES` is the address.
//!
//! Without PostgreSQL the tests say so and pass, unless `RINGLEADER_POSTGRES_TESTS=required`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use sqlx::{AnyConnection, Connection};
use url::Url;

/// The address of the tests' server.
pub(crate) const SERVER: &str = "RINGLEADER_POSTGRES";

/// What the script ends with where PostgreSQL is not installed.
const NOT_INSTALLED: i32 = 3;

/// A server that ends when its standard input closes: with this process.
struct Server {
    address: String,
    _process: Child,
}

/// The address of a server; none where there is no PostgreSQL.
pub(crate) fn server() -> Option<String> {
    static SERVERS: OnceLock<Option<Server>> = OnceLock::new();
    if let Ok(address) = std::env::var(SERVER) {
        return Some(address);
    }
    let server = SERVERS.get_or_init(|| {
        let server = start();
        if server.is_none() {
            let required = std::env::var_os("RINGLEADER_POSTGRES_TESTS").is_some();
            assert!(!required, "PostgreSQL is not installed");
            // What is printed is not shown of a test that passes.
            let mut told = std::io::stderr();
            writeln!(
                told,
                "SKIPPED: nothing is tested on PostgreSQL, which is not installed"
            )
            .unwrap();
        }
        server
    });
    server.as_ref().map(|server| server.address.clone())
}

fn start() -> Option<Server> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The folder of the test itself is there, wherever Cargo builds.
    let test = std::env::current_exe().unwrap();
    let mut process = Command::new(root.join("tests/postgres/server.sh"))
        .arg(test.parent().unwrap())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut address = String::new();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    output.read_line(&mut address).unwrap();
    if address.is_empty() {
        let status = process.wait().unwrap();
        assert_eq!(
            status.code(),
            Some(NOT_INSTALLED),
            "PostgreSQL does not start"
        );
        return None;
    }
    Some(Server {
        address: address.trim_end().to_owned(),
        _process: process,
    })
}

/// The address of a new, empty database. It is gone with its server.
pub(crate) async fn database(server: &str) -> String {
    sqlx::any::install_default_drivers();
    let name = format!("test_{:016x}", rand::random::<u64>());
    let mut connection = AnyConnection::connect(server).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let mut address = Url::parse(server).unwrap();
    address.set_path(&name);
    address.into()
}
