//! What several processes on one PostgreSQL server write: turns committed and answers delivered in a
//! second by one, two and four of them, and what each costs. Every commit waits for 20 ms, so that two
//! cores are enough for four processes: what is measured is whether they wait for each other.
//!
//! `cargo bench --no-default-features --bench processes`. Each process is a store of its own, with
//! its own connections, at tables of its own.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has to stop"
)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use jiff::Timestamp;
use ringleader::session::{Entry, Event, Person, Phrase, Reply, TableKey};
use ringleader::store::{
    Change, Committed, DatabaseLocation, ProcessOptions, Progress, SqlStore, Store,
};
use sqlx::{AnyConnection, Connection, Row};

/// Tables of each process at which somebody plays.
const TABLES: usize = 8;

/// How long each number of processes is measured.
const MEASURED: Duration = Duration::from_secs(20);

/// A server that ends when its standard input closes.
struct Server {
    address: String,
    _process: Child,
}

impl Server {
    fn start() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut process = Command::new(root.join("tests/postgres/server.sh"))
            .arg(std::env::current_exe().unwrap().parent().unwrap())
            .args(["-c", "fsync=on", "-c", "synchronous_commit=on"])
            .args(["-c", "commit_delay=20000", "-c", "commit_siblings=0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        output.read_line(&mut address).unwrap();
        assert!(!address.is_empty(), "PostgreSQL does not start");
        Self {
            address: address.trim_end().to_owned(),
            _process: process,
        }
    }
}

/// What a table's next turn is: as large as one of a game.
fn turn(table: &TableKey, after: u64) -> Change {
    let entry = Entry {
        at: Timestamp::now(),
        event: Event::Acted {
            action: "e4-e10".parse().unwrap(),
        },
    };
    Change {
        table: table.clone(),
        given_at: None,
        community: None,
        event: after.to_string(),
        at: Timestamp::now(),
        seen: 0,
        progress: Some(Progress {
            after,
            entries: vec![entry],
            ..Progress::default()
        }),
        replies: vec![Reply::say(Phrase::new("benchmark"))],
        urgent: false,
        author: Some(Person::new("alice", "Alice")),
        reply_target: None,
        language: None,
        cursor: None,
        supersedes: Vec::new(),
    }
}

/// Plays at a table, turn after turn. Returns the number of turns.
async fn play(store: &SqlStore, table: &TableKey, until: Instant) -> u64 {
    let mut turns = 0;
    while Instant::now() < until {
        let Committed::Done(replies) = store.commit(turn(table, turns)).await.unwrap() else {
            panic!("a turn at {table} is refused");
        };
        turns += 1;
        for reply in replies {
            let message = Some(turns.to_string());
            let delivered = store.delivered(reply, message, Timestamp::now());
            delivered.await.unwrap();
        }
    }
    turns
}

/// What the server counts: transactions, and bytes in its log.
async fn counted(server: &str) -> (f64, f64) {
    let mut connection = AnyConnection::connect(server).await.unwrap();
    let row = sqlx::query(
        "SELECT CAST(sum(xact_commit) AS double precision),
             CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS double precision)
         FROM pg_stat_database",
    );
    let row = row.fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    (row.get(0), row.get(1))
}

/// Seconds for which this program has computed. Known on Linux only.
fn computed() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    let fields: Vec<f64> = after_name
        .split(' ')
        .map(|field| field.parse().unwrap_or(0.0))
        .collect();
    // User and system time in hundredths of a second: the 14th and 15th field.
    fields
        .get(11..13)
        .map_or(0.0, |used| (used[0] + used[1]) / 100.0)
}

async fn measure(server: &str, count: usize) -> f64 {
    let name = format!("processes_{count}");
    let mut connection = AnyConnection::connect(server).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let address = server.replace("/postgres?", &format!("/{name}?"));
    let location = DatabaseLocation::read(address.into()).unwrap();
    let mut stores = Vec::new();
    for number in 0..count {
        let options = ProcessOptions {
            lease: 4 * MEASURED,
            name: Some(number.to_string()),
        };
        stores.push(SqlStore::share(&location, options).await.unwrap());
    }
    let mut tables = Vec::new();
    for (process, store) in stores.iter().enumerate() {
        for number in 0..TABLES {
            let table = TableKey {
                platform: "console".to_owned(),
                channel: format!("{process}-{number}"),
                thread: None,
            };
            let shared = store.shared().unwrap();
            shared.claim(&table, false).await.unwrap();
            tables.push((store, table));
        }
    }
    let (transactions, log) = counted(server).await;
    let (begun, used) = (Instant::now(), computed());
    let until = begun + MEASURED;
    let plays = tables
        .iter()
        .map(|(store, table)| play(store, table, until));
    let turns = join_all(plays).await.into_iter().sum::<u64>() as f64;
    let rate = turns / begun.elapsed().as_secs_f64();
    let used = computed() - used;
    // The server notes what it counts a second later.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = counted(server).await;
    println!(
        "{count} processes: {rate:.0} turns a second; each takes {:.2} transactions, {:.0} bytes of log, {:.2} ms of a core of the processes",
        (after.0 - transactions) / turns,
        (after.1 - log) / turns,
        1000.0 * used / turns,
    );
    for store in &stores {
        store.close().await;
    }
    rate
}

fn main() {
    // `cargo test --benches` passes no `--bench`: nothing is measured then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let server = Server::start();
        let one = measure(&server.address, 1).await;
        for count in [2, 4] {
            let rate = measure(&server.address, count).await;
            println!(
                "{count} processes write {:.2} times as much as one",
                rate / one
            );
        }
    });
}
