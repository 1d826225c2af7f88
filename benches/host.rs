//! From a command to its reply: how long until it is written, and until it is delivered with its
//! picture; with one running game and with a thousand, and while fifty tables ask for hints all the
//! time. The memory of ten thousand idle tables; and the start, the memory and the wake-ups of a bot
//! with ten thousand running clocks, alone and among a hundred thousand games.
//!
//! `cargo bench --bench host`; `-- clocks` measures the clocks alone. The database is a file, with every
//! commit waiting for the disk.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has to stop"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use ringleader::config::Config;
use ringleader::engine;
use ringleader::game::{Position, Stage, Variant};
use ringleader::host::{
    DeliveryError, Disposition, Host, HostOptions, Incoming, Input, Platform, RenderedReply,
    Transport,
};
use ringleader::session::{Addressing, Person, Settings, TableKey};
use ringleader::store::{DatabaseLocation, SqlStore};

/// Commands that are timed.
const TIMED: usize = 2000;

/// Games that run at once.
const GAMES: usize = 1000;

/// How far into the game those are at most when the timing begins.
const SPREAD: usize = 24;

/// Tables that ask for hints while commands at another are timed.
const HINT_TABLES: usize = 50;

/// Commands that are timed with and without hints in turn.
const TIMED_WITH_HINTS: usize = 500;

/// Tables whose memory is measured.
const IDLE_TABLES: usize = 10_000;

/// A platform that takes everything.
#[derive(Default)]
struct Null {
    timed: Mutex<Option<Timed>>,
}

/// The table whose replies are timed.
struct Timed {
    table: TableKey,
    /// When the last reply came, and whether with a board.
    arrived: Option<(Instant, bool)>,
}

impl Transport for Null {
    fn deliver<'a>(
        &'a self,
        delivery: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        let arrived = (Instant::now(), delivery.board.is_some());
        if let Some(timed) = &mut *self.timed.lock().unwrap()
            && timed.table == delivery.table
        {
            timed.arrived = Some(arrived);
        }
        async { Ok(None) }.boxed()
    }
}

struct Hall {
    host: Host,
    null: Arc<Null>,
    events: usize,
    folder: Option<tempfile::TempDir>,
}

impl Hall {
    async fn open(idle: Duration) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("tables.db");
        Self {
            folder: Some(folder),
            ..Self::open_at(database, idle).await
        }
    }

    async fn open_at(database: PathBuf, idle: Duration) -> Self {
        let place = DatabaseLocation::File(database);
        let config = Config::default();
        let mut settings = HostOptions::new(&config);
        settings.idle = idle;
        settings.policy.most_games = u32::MAX;
        let null = Arc::new(Null::default());
        let platform = Platform {
            name: "null".to_owned(),
            bot: Person::new("bot", "Ringleader"),
            settings: Settings::default(),
            transport: null.clone(),
            throttled: false,
        };
        let store = Arc::new(SqlStore::open(&place).await.unwrap());
        // As `ringleader run` does: tables are resumed while it answers.
        let host = Host::begin(store, vec![platform.name.clone()], settings);
        host.attach(platform).await.unwrap();
        Self {
            host,
            null,
            events: 0,
            folder: None,
        }
    }

    fn incoming(&mut self, table: usize, author: &str, text: &str) -> Incoming {
        self.events += 1;
        Incoming {
            table: key(table),
            private: false,
            server: None,
            community: None,
            author: Person::new(author, author),
            event: self.events.to_string(),
            reply_target: None,
            input: Input::Text {
                text: text.to_owned(),
                addressing: Addressing::Open,
            },
            people: named(text).map(|name| Person::new(name, name)).collect(),
            attachment: None,
            language: None,
            cursor: None,
        }
    }

    async fn say(&mut self, table: usize, author: &str, text: &str) {
        let incoming = self.incoming(table, author, text);
        assert_eq!(self.host.handle(incoming).await.unwrap(), Disposition::Done);
    }
}

fn key(table: usize) -> TableKey {
    TableKey::channel("null", table.to_string())
}

/// The lines of a whole game that the engine plays with itself.
fn game() -> Vec<(&'static str, String)> {
    let mut position = Position::start(Variant::Normal);
    let mut lines = Vec::new();
    while position.stage() != Stage::Over {
        let author = ["alice", "bob"][position.actor().index()];
        for action in engine::turn(&position, lines.len() as u64) {
            lines.push((author, format!("!{action}")));
            position = position.play(action).unwrap();
        }
    }
    lines
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!(
        "{what:<58} median {:>9.3?}  99th percentile {:>9.3?}",
        at(0.5),
        at(0.99)
    );
}

/// Plays at so many tables in turn, one command after another.
async fn commands(tables: usize) {
    let mut hall = Hall::open(Duration::from_secs(3600)).await;
    let game = game();
    // Tables stand at different places of the game.
    let mut played: Vec<usize> = (0..tables).map(|table| table * 7 % SPREAD).collect();
    let all: Vec<_> = (0..tables)
        .map(|table| {
            let mut lines = vec![
                hall.incoming(table, "alice", "!challenge @bob white"),
                hall.incoming(table, "bob", "!accept"),
            ];
            for (author, line) in &game[..played[table]] {
                lines.push(hall.incoming(table, author, line));
            }
            lines
        })
        .collect();
    let started = Instant::now();
    let count: usize = all.iter().map(Vec::len).sum();
    join_all(all.into_iter().map(|lines| {
        let host = hall.host.clone();
        async move {
            for line in lines {
                assert_eq!(host.handle(line).await.unwrap(), Disposition::Done);
            }
        }
    }))
    .await;
    hall.host.settle_all().await;
    if tables > 1 {
        println!(
            "{count} commands at {tables} tables at once, all delivered: {:.0} commands a second",
            count as f64 / started.elapsed().as_secs_f64()
        );
    }
    let (written, delivered) = timed(&mut hall, &game, &mut played, TIMED).await;
    let games = if tables == 1 { "game" } else { "games" };
    print(
        &format!("{tables} {games}: command to written reply"),
        written,
    );
    print(
        &format!("{tables} {games}: command to delivered reply with picture"),
        delivered,
    );
    hall.host.shutdown().await;
}

/// Times commands at the tables, one after another: until they are written, and until they are
/// delivered.
async fn timed(
    hall: &mut Hall,
    game: &[(&str, String)],
    played: &mut [usize],
    count: usize,
) -> (Vec<Duration>, Vec<Duration>) {
    let (mut written, mut delivered) = (Vec::new(), Vec::new());
    for number in 0..count {
        let table = number * 31 % played.len();
        if played[table] == game.len() {
            hall.say(table, "alice", "!challenge @bob white").await;
            hall.say(table, "bob", "!accept").await;
            played[table] = 0;
            hall.host.settle(&key(table)).await;
        }
        let (author, line) = &game[played[table]];
        played[table] += 1;
        let incoming = hall.incoming(table, author, line);
        *hall.null.timed.lock().unwrap() = Some(Timed {
            table: key(table),
            arrived: None,
        });
        let asked = Instant::now();
        assert_eq!(hall.host.handle(incoming).await.unwrap(), Disposition::Done);
        written.push(asked.elapsed());
        hall.host.settle(&key(table)).await;
        let timed = hall.null.timed.lock().unwrap().take();
        let (arrived, board) = timed.unwrap().arrived.unwrap();
        assert!(board, "{line}");
        delivered.push(arrived - asked);
    }
    (written, delivered)
}

/// Times commands at one table by turns with the engine idle and saturated with hints.
async fn beside_hints() {
    let mut hall = Hall::open(Duration::from_secs(3600)).await;
    let game = game();
    let white = |table: usize| format!("white {table}");
    for table in 1..=HINT_TABLES {
        hall.say(table, &white(table), "!challenge @bob white")
            .await;
        hall.say(table, "bob", "!accept").await;
    }
    hall.say(0, "alice", "!challenge @bob white").await;
    hall.say(0, "bob", "!accept").await;
    hall.host.settle_all().await;
    let mut played = [0];
    let hints = Arc::new(AtomicUsize::new(0));
    let (mut idle, mut busy) = (Vec::new(), Vec::new());
    let mut spent = Duration::ZERO;
    for round in 0..4 {
        idle.extend(
            timed(&mut hall, &game, &mut played, TIMED_WITH_HINTS)
                .await
                .1,
        );
        let stop = Arc::new(AtomicBool::new(false));
        let asking: Vec<_> = (1..=HINT_TABLES)
            .map(|table| {
                let (host, stop, hints) =
                    (hall.host.clone(), Arc::clone(&stop), Arc::clone(&hints));
                let first = hall.incoming(table, &white(table), "!hint");
                tokio::spawn(async move {
                    for number in 0.. {
                        let event = format!("hint {round} {table} {number}");
                        let ask = Incoming {
                            event,
                            ..first.clone()
                        };
                        assert_eq!(host.handle(ask).await.unwrap(), Disposition::Done);
                        host.settle(&key(table)).await;
                        hints.fetch_add(1, Ordering::Relaxed);
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                    }
                })
            })
            .collect();
        let begun = Instant::now();
        busy.extend(
            timed(&mut hall, &game, &mut played, TIMED_WITH_HINTS)
                .await
                .1,
        );
        stop.store(true, Ordering::Relaxed);
        join_all(asking).await.into_iter().for_each(Result::unwrap);
        spent += begun.elapsed();
    }
    println!(
        "{HINT_TABLES} tables got {} hints in {spent:.1?}",
        hints.load(Ordering::Relaxed)
    );
    print("command to delivered reply, engine idle", idle);
    print("the same while all those tables ask for hints", busy);
    hall.host.shutdown().await;
}

/// What the process holds in memory. Known on Linux only.
fn memory() -> String {
    memory_of("VmRSS:")
}

/// Its peak so far.
fn most_memory() -> String {
    memory_of("VmHWM:")
}

fn memory_of(what: &str) -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib = status
        .lines()
        .find_map(|line| line.strip_prefix(what))
        .and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kib.map_or_else(|| "unknown".to_owned(), |kib| format!("{} MiB", kib / 1024))
}

/// Ten thousand tables at which a challenge waits, and nobody speaks.
async fn idle_tables() {
    let mut hall = Hall::open(Duration::from_millis(200)).await;
    // Whatever is set up once.
    hall.say(0, "alice", "!challenge @bob white").await;
    hall.say(0, "bob", "!accept").await;
    hall.host.settle_all().await;
    let before = memory();
    let all: Vec<_> = (1..=IDLE_TABLES)
        .map(|table| hall.incoming(table, "alice", "!challenge @bob"))
        .collect();
    let started = Instant::now();
    join_all(all.into_iter().map(|one| hall.host.handle(one))).await;
    hall.host.settle_all().await;
    let opened = started.elapsed();
    let awake = memory();
    println!("{IDLE_TABLES} tables opened and answered in {opened:.1?}");
    println!("resident memory: with one game {before}, with all tables awake {awake}");
    let folder = hall.folder.take().unwrap();
    hall.host.shutdown().await;
    // In a new process, which has not had them awake.
    let program = std::env::current_exe().unwrap();
    let database = folder.path().join("tables.db");
    let mut child = std::process::Command::new(program);
    let status = child.arg("--bench").env(DATABASE, database).status();
    assert!(status.unwrap().success());
}

/// The persons who are named in a text.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter_map(|word| word.strip_prefix('@'))
}

/// Names the database to the process that measures the idle tables.
const DATABASE: &str = "RINGLEADER_BENCH_DATABASE";

/// Names the database to the process that measures the running clocks.
const CLOCKS: &str = "RINGLEADER_BENCH_CLOCKS";

/// Running games, and how many of them have a running clock.
const RUNNING: [(usize, usize); 3] = [(0, 0), (10_000, 10_000), (100_000, 10_000)];

/// Games that the same two persons play.
const GAMES_OF_A_PAIR: usize = 5;

/// Tables that start their games at the same time.
const BEGUN_AT_ONCE: usize = 500;

/// How long no table is awake once all were told of an outage.
const QUIET: Duration = Duration::from_secs(10);

/// How long wake-ups are counted.
const COUNTED: Duration = Duration::from_secs(120);

/// Starts games, some with a running clock, and measures them in a new process.
async fn running_clocks() {
    for (games, clocks) in RUNNING {
        let mut hall = Hall::open(Duration::from_millis(200)).await;
        let tables: Vec<usize> = (0..games).collect();
        for tables in tables.chunks(BEGUN_AT_ONCE) {
            for accepts in [false, true] {
                let all: Vec<_> = tables
                    .iter()
                    .map(|&table| {
                        let pair = table / GAMES_OF_A_PAIR;
                        let (alice, bob) = (format!("alice{pair}"), format!("bob{pair}"));
                        let time = if table < clocks { " 3d" } else { "" };
                        match accepts {
                            false => {
                                let line = format!("!challenge @{bob} white{time}");
                                hall.incoming(table, &alice, &line)
                            }
                            true => hall.incoming(table, &bob, "!accept"),
                        }
                    })
                    .collect();
                let all = all.into_iter().map(|one| hall.host.handle(one));
                for disposition in join_all(all).await {
                    assert_eq!(disposition.unwrap(), Disposition::Done);
                }
            }
            hall.host.settle_all().await;
        }
        let folder = hall.folder.take().unwrap();
        hall.host.shutdown().await;
        let program = std::env::current_exe().unwrap();
        let database = folder.path().join("tables.db");
        let size = std::fs::metadata(&database).unwrap().len();
        let mut child = std::process::Command::new(program);
        let status = child.arg("--bench").env(CLOCKS, database).status();
        println!(
            "that was with {games} running games, {clocks} of them with a running clock, in {} MiB",
            size >> 20
        );
        assert!(status.unwrap().success());
    }
}

/// Times the start, and counts wake-ups while nothing falls due.
async fn clocks_after_a_restart(database: PathBuf) {
    let begun = Instant::now();
    let hall = Hall::open_at(database, Duration::from_millis(200)).await;
    println!(
        "from start to ready: {:.0?}, resident memory: {}",
        begun.elapsed(),
        memory()
    );
    // All tables that wait for a moment are told of the outage.
    let mut last_awake = Instant::now();
    while last_awake.elapsed() < QUIET {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if hall.host.awake() > 0 {
            last_awake = Instant::now();
        }
    }
    println!(
        "until all tables were told of the outage: {:.1?}, resident memory: {}",
        last_awake - begun,
        memory()
    );
    let before = wake_ups();
    tokio::time::sleep(COUNTED).await;
    let minutes = COUNTED.as_secs_f64() / 60.0;
    for (thread, count) in wake_ups() {
        let count = count - before.get(&thread).copied().unwrap_or_default();
        if count > 0 {
            println!("wake-ups a minute, {thread}: {:.1}", count as f64 / minutes);
        }
    }
    println!("resident memory: {}, at most {}", memory(), most_memory());
    hall.host.shutdown().await;
}

/// How often the threads of each name have begun to wait. Known on Linux only.
fn wake_ups() -> BTreeMap<String, u64> {
    let mut all = BTreeMap::new();
    for task in std::fs::read_dir("/proc/self/task").into_iter().flatten() {
        let read = |file| std::fs::read_to_string(task.as_ref().unwrap().path().join(file));
        let status = read("status").unwrap_or_default();
        let count = status
            .lines()
            .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        let count: u64 = count
            .and_then(|count| count.trim().parse().ok())
            .unwrap_or(0);
        *all.entry(read("comm").unwrap_or_default().trim().to_owned())
            .or_default() += count;
    }
    all
}

/// The memory of tables that nobody has spoken at since the start, but for one.
async fn after_a_restart(database: PathBuf) {
    let mut hall = Hall::open_at(database, Duration::from_millis(200)).await;
    hall.events = 10 * IDLE_TABLES;
    hall.say(0, "alice", "!board").await;
    hall.host.settle_all().await;
    let now = memory();
    println!("resident memory: with one game and {IDLE_TABLES} idle tables {now}");
    hall.host.shutdown().await;
}

fn main() {
    // `cargo test --benches` passes no `--bench`: nothing is measured then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if let Some(database) = std::env::var_os(DATABASE) {
        runtime.block_on(after_a_restart(database.into()));
        return;
    }
    if let Some(database) = std::env::var_os(CLOCKS) {
        runtime.block_on(clocks_after_a_restart(database.into()));
        return;
    }
    if std::env::args().any(|argument| argument == "clocks") {
        runtime.block_on(running_clocks());
        return;
    }
    runtime.block_on(async {
        running_clocks().await;
        idle_tables().await;
        beside_hints().await;
        commands(1).await;
        commands(GAMES).await;
    });
}
