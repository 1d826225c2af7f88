//! From a command to its reply: how long until it is written, and until it is delivered with its
//! picture; with one running game and with a thousand. And the memory of ten thousand idle tables.
//!
//! `cargo bench --bench host`. The database is a file, with every commit waiting for the disk.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has to stop"
)]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use ringleader::config::Config;
use ringleader::engine;
use ringleader::game::{Position, Stage, Variant};
use ringleader::host::{
    Courier, Delivery, DeliveryError, Heard, Host, Incoming, Input, Platform, Settings,
};
use ringleader::session::{Person, TableKey};
use ringleader::store::{Place, Store};

/// Commands that are timed.
const TIMED: usize = 2000;

/// Games that run at once.
const GAMES: usize = 1000;

/// Tables whose memory is measured.
const IDLE_TABLES: usize = 10_000;

/// A platform that takes everything, and notes when.
#[derive(Default)]
struct Null {
    last: Mutex<Option<(Instant, bool)>>,
}

impl Courier for Null {
    fn deliver<'a>(
        &'a self,
        delivery: &'a Delivery,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        *self.last.lock().unwrap() = Some((Instant::now(), delivery.board.is_some()));
        async { Ok(None) }.boxed()
    }
}

struct Hall {
    host: Host,
    null: Arc<Null>,
    events: usize,
    _folder: tempfile::TempDir,
}

impl Hall {
    async fn open(idle: Duration) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::File(folder.path().join("tables.db"));
        let config = Config::default();
        let mut settings = Settings::new(config.house, config.picture_size);
        settings.idle = idle;
        let null = Arc::new(Null::default());
        let platform = Platform {
            name: "null".to_owned(),
            bot: Person::new("bot", "Ringleader"),
            courier: null.clone(),
        };
        let store = Store::open(&place).await.unwrap();
        Self {
            host: Host::start(store, vec![platform], settings).await.unwrap(),
            null,
            events: 0,
            _folder: folder,
        }
    }

    fn incoming(&mut self, table: usize, author: &str, text: &str) -> Incoming {
        self.events += 1;
        Incoming {
            table: key(table),
            author: Person::new(author, author),
            event: self.events.to_string(),
            input: Input::Text {
                text: text.to_owned(),
                addressed: false,
            },
            people: vec![Person::new("bob", "bob")],
            attachment: None,
            language: None,
            mark: None,
        }
    }

    async fn say(&mut self, table: usize, author: &str, text: &str) {
        let incoming = self.incoming(table, author, text);
        assert_eq!(self.host.hear(incoming).await.unwrap(), Heard::Done);
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
    // Each table stands at another place of the game.
    let mut played: Vec<usize> = (0..tables).map(|table| table * 7 % game.len()).collect();
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
                assert_eq!(host.hear(line).await.unwrap(), Heard::Done);
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
    let (mut written, mut delivered) = (Vec::new(), Vec::new());
    for number in 0..TIMED {
        let table = number * 31 % tables;
        if played[table] == game.len() {
            hall.say(table, "alice", "!challenge @bob white").await;
            hall.say(table, "bob", "!accept").await;
            played[table] = 0;
            hall.host.settle(&key(table)).await;
        }
        let (author, line) = &game[played[table]];
        played[table] += 1;
        let incoming = hall.incoming(table, author, line);
        let asked = Instant::now();
        assert_eq!(hall.host.hear(incoming).await.unwrap(), Heard::Done);
        written.push(asked.elapsed());
        hall.host.settle(&key(table)).await;
        let (arrived, board) = hall.null.last.lock().unwrap().take().unwrap();
        assert!(board, "{line}");
        delivered.push(arrived - asked);
    }
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

/// What the process holds in memory, in KiB. Linux only.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
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
    join_all(all.into_iter().map(|one| hall.host.hear(one))).await;
    hall.host.settle_all().await;
    let opened = started.elapsed();
    let awake = memory();
    while hall.host.awake() > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (Some(before), Some(awake), Some(after)) = (before, awake, memory()) else {
        println!("memory can be measured on Linux only");
        return;
    };
    println!(
        "{IDLE_TABLES} tables opened and answered in {opened:.1?}; resident memory: one game {} \
         MiB, all awake {} MiB, all idle {} MiB",
        before / 1024,
        awake / 1024,
        after / 1024
    );
    hall.host.shutdown().await;
}

fn main() {
    // `cargo test --benches` passes no `--bench`: nothing is measured then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        idle_tables().await;
        commands(1).await;
        commands(GAMES).await;
    });
}
