//! Tests of the host: a host with a transport that can fail and a clock that is set.

mod adapters;
mod adjourned;
mod commands;
mod due;
mod elsewhere;
mod hints;
mod holidays;
mod limits;
mod moving;
mod outbox;
mod parked;
mod reminders;
mod replays;
mod results;
mod reviews;
mod several;
mod timed;
mod tournaments;
mod watching;
mod working;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::*;
use crate::config::Config;
use crate::engine::Level;
use crate::game::{Action, Point, Stage};
use crate::session::{Addressing, Event, Seat, Settings, Sign, Table, TimeControl, Tone};
use crate::store::testing::{lasting_place, place};
use crate::store::{Change, Progress, PruneBefore};
use crate::store::{DatabaseLocation, SqlStore};

const LONG: Duration = Duration::from_secs(300);

/// Threads of the engine.
const THREADS: usize = 2;

/// A transport that records replies.
struct RecordingTransport {
    seen: mpsc::UnboundedSender<RenderedReply>,
    /// How many deliveries at the channel `bad`, private ones too, still fail.
    failures: AtomicUsize,
    /// How they fail.
    error: DeliveryError,
    /// Thinking notices, in order.
    thoughts: Mutex<Vec<(String, bool)>>,
    /// Messages that were removed.
    removed: Mutex<Vec<String>>,
    /// Whether messages cannot be removed.
    keeps: AtomicBool,
    /// Private messages at the channel `slow` that are on their way.
    waiting: watch::Sender<bool>,
    /// At the channel `asked`: the event that can be answered, if any.
    answers: Mutex<Option<String>>,
    /// How many deliveries there find nothing to answer although there is something.
    misses: AtomicUsize,
    /// Deliveries that were tried there.
    tried: AtomicUsize,
    /// How many threads cannot be opened yet.
    threads_missed: AtomicUsize,
    /// The largest picture that it takes.
    largest_picture: AtomicUsize,
}

impl RecordingTransport {
    fn new(
        seen: mpsc::UnboundedSender<RenderedReply>,
        failures: usize,
        error: DeliveryError,
    ) -> Self {
        Self {
            seen,
            failures: AtomicUsize::new(failures),
            error,
            thoughts: Mutex::default(),
            removed: Mutex::default(),
            keeps: AtomicBool::default(),
            waiting: watch::Sender::default(),
            answers: Mutex::default(),
            misses: AtomicUsize::default(),
            tried: AtomicUsize::default(),
            threads_missed: AtomicUsize::default(),
            largest_picture: AtomicUsize::new(LARGEST_PICTURE),
        }
    }

    /// Whether a delivery fails.
    fn fails(&self, delivery: &RenderedReply) -> bool {
        let fewer = |left: usize| left.checked_sub(1);
        delivery.table.channel == "bad"
            && self
                .failures
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer)
                .is_ok()
    }
}

impl Transport for RecordingTransport {
    fn deliver<'a>(
        &'a self,
        delivery: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        async move {
            if self.fails(delivery) {
                return Err(self.error.clone());
            }
            if delivery.table.channel == "private" && delivery.only_for.is_some() {
                return Err(later());
            }
            if delivery.table.channel == "panics" {
                panic!("an adapter's mistake");
            }
            if delivery.table.channel == "asked" {
                self.tried.fetch_add(1, Ordering::SeqCst);
                let fewer = |left: usize| left.checked_sub(1);
                let misses = self
                    .misses
                    .fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer)
                    .is_ok();
                if misses || !self.may_speak(&delivery.table) {
                    return Err(DeliveryError::Unasked("test".to_owned()));
                }
            }
            let _ = self.seen.send(delivery.clone());
            Ok(Some(format!("message {}", delivery.id)))
        }
        .boxed()
    }

    fn largest_picture(&self) -> BoxFuture<'_, usize> {
        let bytes = self.largest_picture.load(Ordering::SeqCst);
        async move { bytes }.boxed()
    }

    fn deliver_privately<'a>(
        &'a self,
        delivery: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        async move {
            if delivery.table.channel == "closed" {
                return Err(DeliveryError::Silenced("test".to_owned()));
            }
            if self.fails(delivery) {
                return Err(self.error.clone());
            }
            if delivery.table.channel == "slow" {
                self.waiting.send_replace(true);
                let mut waiting = self.waiting.subscribe();
                let _ = waiting.wait_for(|waits| !waits).await;
            }
            let _ = self.seen.send(delivery.clone());
            Ok(Some(format!("private {}", delivery.id)))
        }
        .boxed()
    }

    fn remove<'a>(
        &'a self,
        _: &'a TableKey,
        message: &'a str,
    ) -> BoxFuture<'a, Result<(), String>> {
        if self.keeps.load(Ordering::SeqCst) {
            return async { Err("test".to_owned()) }.boxed();
        }
        self.removed.lock().unwrap().push(message.to_owned());
        async { Ok(()) }.boxed()
    }

    fn is_present<'a>(
        &'a self,
        _: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        let present = match person.id.as_str() {
            "bob" | "gone" => Ok(false),
            "carol" => Err("test".to_owned()),
            _ => Ok(true),
        };
        async { present }.boxed()
    }

    fn is_open<'a>(&'a self, thread: &'a TableKey) -> BoxFuture<'a, Result<bool, String>> {
        let open = match thread.thread.as_deref() {
            Some("private") => Ok(false),
            Some("unknown") => Err("test".to_owned()),
            _ => Ok(true),
        };
        async { open }.boxed()
    }

    fn opens_threads(&self, private: bool) -> bool {
        !private
    }

    fn open_thread<'a>(
        &'a self,
        table: &'a TableKey,
        message: &'a str,
        _: [&'a Person; 2],
    ) -> BoxFuture<'a, Result<TableKey, DeliveryError>> {
        let fewer = |left: usize| left.checked_sub(1);
        let fails = self
            .threads_missed
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer)
            .is_ok();
        let opened = match table.channel.as_str() {
            "forbidden" => Err(DeliveryError::Gone("test".to_owned())),
            _ if fails => Err(later()),
            _ => Ok(TableKey {
                thread: Some(message.to_owned()),
                ..table.clone()
            }),
        };
        async { opened }.boxed()
    }

    fn may_speak(&self, table: &TableKey) -> bool {
        table.channel != "asked" || self.answers.lock().unwrap().is_some()
    }

    fn tells_watchers(&self, table: &TableKey) -> bool {
        table.channel != "asked"
    }

    fn thinking(&self, table: &TableKey, on: bool) {
        if table.channel == "panics" {
            panic!("another mistake of the adapter");
        }
        let mut thoughts = self.thoughts.lock().unwrap();
        thoughts.push((table.channel.clone(), on));
    }
}

struct TestHost {
    host: Host,
    transport: Arc<RecordingTransport>,
    seen: mpsc::UnboundedReceiver<RenderedReply>,
    clock: ManualClock,
}

/// So many seconds after the beginning of 2023.
fn second(number: i64) -> Timestamp {
    Timestamp::from_second(1_672_531_200 + number).unwrap()
}

fn later() -> DeliveryError {
    DeliveryError::Retry {
        after: None,
        reason: "test".to_owned(),
    }
}

async fn test_host_at(
    place: &DatabaseLocation,
    failures: usize,
    error: DeliveryError,
    start: i64,
) -> TestHost {
    let clock = ManualClock::new(second(start));
    let wall = WallClock::Manual(clock.clone());
    test_host_with(place, failures, error, wall, clock).await
}

/// A host on this clock; `clock` is the one that the test sets.
async fn test_host_on(place: &DatabaseLocation, wall: WallClock, clock: ManualClock) -> TestHost {
    test_host_with(place, 0, later(), wall, clock).await
}

async fn test_host_with(
    place: &DatabaseLocation,
    failures: usize,
    error: DeliveryError,
    wall: WallClock,
    clock: ManualClock,
) -> TestHost {
    let store = Arc::new(SqlStore::open(place).await.unwrap());
    test_host_of(store, failures, error, wall, clock).await
}

/// A host with this store.
async fn test_host_of(
    store: Arc<SqlStore>,
    failures: usize,
    error: DeliveryError,
    wall: WallClock,
    clock: ManualClock,
) -> TestHost {
    let (send, seen) = mpsc::unbounded_channel();
    let transport = Arc::new(RecordingTransport::new(send, failures, error));
    let config = Config::default();
    let mut settings = HostOptions::new(&config);
    settings.picture_size = 400;
    settings.engine.pause = Duration::ZERO;
    settings.engine.threads = THREADS;
    settings.engine.hash = THREADS << 20;
    // Enough for a hint to say something.
    settings.engine.time = Duration::from_millis(200);
    settings.idle = Duration::from_millis(20);
    settings.probes_every = Duration::from_millis(50);
    settings.sources = Sources {
        clock: wall,
        random: Arc::new(|| 4),
    };
    let platform = Platform {
        name: "test".to_owned(),
        bot: Person::new("bot", "Ringleader"),
        settings: Settings::default(),
        transport: transport.clone(),
        throttled: false,
    };
    let loud = Platform {
        name: "loud".to_owned(),
        bot: platform.bot.clone(),
        settings: platform.settings.clone(),
        transport: transport.clone(),
        throttled: true,
    };
    let platforms = vec![platform, loud];
    let host = Host::start(store, platforms, settings).await.unwrap();
    TestHost {
        host,
        transport,
        seen,
        clock,
    }
}

async fn test_host() -> TestHost {
    test_host_at(&place().await, 0, later(), 0).await
}

fn table(channel: &str) -> TableKey {
    TableKey::channel("test", channel)
}

fn said(channel: &str, event: &str, author: &str, text: &str) -> Incoming {
    Incoming {
        table: table(channel),
        private: false,
        server: Some("club".to_owned()),
        community: Some("club".to_owned()),
        author: Person::new(author, author),
        event: event.to_owned(),
        reply_target: None,
        input: Input::Text {
            text: text.to_owned(),
            addressing: Addressing::Open,
        },
        people: vec![Person::new("bob", "bob")],
        attachment: None,
        language: None,
        cursor: None,
    }
}

/// What is said, in a thread of the channel.
fn in_thread(thread: &str, incoming: Incoming) -> Incoming {
    let mut incoming = incoming;
    incoming.table.thread = Some(thread.to_owned());
    incoming
}

fn pressed(channel: &str, event: &str, author: &str, of: ChoicesOf, index: usize) -> Incoming {
    Incoming {
        input: Input::Choice {
            of,
            pick: Pick::Index(index),
        },
        ..said(channel, event, author, "")
    }
}

/// A change without replies, written past the host.
fn change(table: TableKey, event: &str, at: Timestamp, progress: Progress) -> Change {
    Change {
        table,
        given_at: None,
        event: event.to_owned(),
        at,
        progress: Some(progress),
        replies: Vec::new(),
        urgent: true,
        author: None,
        reply_target: None,
        language: None,
        cursor: None,
        supersedes: Vec::new(),
        seen: 0,
        community: None,
    }
}

impl TestHost {
    /// Makes the log of an empty table unreadable. Somebody seems to play there.
    async fn damage(&self, table: &TableKey) {
        let at = Timestamp::UNIX_EPOCH;
        let progress = Progress {
            entries: vec![crate::session::Entry {
                at,
                event: Event::Drawn,
            }],
            players: Some(vec!["alice".to_owned()]),
            ..Progress::default()
        };
        let damage = change(table.clone(), "0", at, progress);
        self.host.services.store.commit(damage).await.unwrap();
    }

    /// Lets so many seconds pass.
    fn pass(&self, seconds: i64) {
        let seconds = SignedDuration::from_secs(seconds);
        self.clock.set(self.clock.now() + seconds);
    }

    async fn handle(&self, incoming: Incoming) -> Disposition {
        self.host.handle(incoming).await.unwrap()
    }

    /// Handles an event at the channel `asked`, which can be answered until the bot is quiet.
    async fn ask(&mut self, event: &str, author: &str, text: &str) -> Vec<RenderedReply> {
        *self.transport.answers.lock().unwrap() = Some(event.to_owned());
        self.handle(said("asked", event, author, text)).await;
        let seen = self.quiet().await;
        *self.transport.answers.lock().unwrap() = None;
        seen
    }

    async fn next(&mut self) -> RenderedReply {
        timeout(LONG, self.seen.recv()).await.unwrap().unwrap()
    }

    /// The next reply contains these words.
    async fn next_says(&mut self, words: &str) {
        let said = self.next().await.text.plain();
        assert!(said.contains(words), "{said}");
    }

    async fn quiet(&mut self) -> Vec<RenderedReply> {
        timeout(LONG, self.host.settle_all()).await.unwrap();
        let mut seen = Vec::new();
        while let Ok(delivery) = self.seen.try_recv() {
            seen.push(delivery);
        }
        seen
    }

    /// Keeps all threads of the engine busy until what is returned is dropped.
    fn hold(&self) -> Vec<std::sync::mpsc::Sender<()>> {
        self.host.services.engine.hold(THREADS)
    }

    /// Thinking notices since the last call.
    fn thoughts(&self) -> Vec<(String, bool)> {
        std::mem::take(&mut *self.transport.thoughts.lock().unwrap())
    }

    async fn table(&self, channel: &str) -> Table {
        let log = self
            .host
            .services
            .store
            .load(&table(channel))
            .await
            .unwrap();
        log.fold(table(channel)).unwrap()
    }
}
