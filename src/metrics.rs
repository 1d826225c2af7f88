//! What the program counts and measures: the names of all metrics, what they mean, and how each is
//! recorded.
//!
//! Nothing is recorded unless [`install`] was called, as `ringleader run` does if `[http]` is set.
//! Labels have values of fixed sets only, never what somebody has said.

use std::time::Duration;

use ::metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
    set_global_recorder,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// How a metric behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It only grows.
    Counter,
    /// It goes up and down.
    Gauge,
    /// How long something took, in seconds.
    Seconds,
}

/// The values of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Values {
    /// These.
    These(&'static [&'static str]),
    /// The commands' words, which the caller of [`install`] knows.
    Commands,
}

/// A metric.
struct Metric {
    name: &'static str,
    kind: Kind,
    /// What it means.
    help: &'static str,
    labels: &'static [(&'static str, Values)],
}

/// The platforms, as labels name them.
const PLATFORMS: &[&str] = &["discord", "matrix", "console"];

/// The platforms of `ringleader run`.
const REMOTE: &[&str] = &["discord", "matrix"];

/// What something is said with that is no command.
pub(crate) const FAULTY: &str = "faulty";

const PLATFORM: (&str, Values) = ("platform", Values::These(PLATFORMS));
const REMOTE_PLATFORM: (&str, Values) = ("platform", Values::These(REMOTE));
const PURPOSE: (&str, Values) = ("purpose", Values::These(&["turn", "hint", "review"]));

const COMMANDS: &str = "ringleader_commands_total";
const IGNORED: &str = "ringleader_ignored_commands_total";
const COMMIT_TIME: &str = "ringleader_event_to_commit_seconds";
const DELIVERY_TIME: &str = "ringleader_event_to_delivery_seconds";
const DELIVERIES: &str = "ringleader_deliveries_total";
const OUTBOX: &str = "ringleader_outbox_replies";
const OUTBOX_AGE: &str = "ringleader_outbox_oldest_seconds";
const GAMES: &str = "ringleader_running_games";
const TABLES: &str = "ringleader_tables_awake";
const CLOCKS: &str = "ringleader_clocks";
const CLOCKS_DUE: &str = "ringleader_clocks_due";
const CLOCKS_FIRED: &str = "ringleader_clocks_fired_total";
const ENGINE_QUEUE: &str = "ringleader_engine_queue";
const SEARCHES: &str = "ringleader_engine_searches_total";
const SEARCH_TIME: &str = "ringleader_engine_search_seconds";
const PICTURES: &str = "ringleader_pictures_total";
const CONNECTED: &str = "ringleader_platform_connected";
const SHARDS: &str = "ringleader_shards";
const RECONNECTS: &str = "ringleader_reconnects_total";
const RATE_LIMITS: &str = "ringleader_rate_limits_total";
const DATABASE_TIME: &str = "ringleader_database_seconds";
const DATABASE_FAILURES: &str = "ringleader_database_failures_total";
const DATABASE_WRITABLE: &str = "ringleader_database_writable";
const HEARTBEAT: &str = "ringleader_heartbeat_timestamp_seconds";
const READY: &str = "ringleader_ready";

/// All metrics.
const METRICS: &[Metric] = &[
    Metric {
        name: COMMANDS,
        kind: Kind::Counter,
        help: "Commands by what they are (\"faulty\": meant for the bot, but none) and what became of them",
        labels: &[
            ("kind", Values::Commands),
            (
                "result",
                Values::These(&["done", "refused", "duplicate", "failed"]),
            ),
        ],
    },
    Metric {
        name: IGNORED,
        kind: Kind::Counter,
        help: "Commands over the bot's own rate limits",
        labels: &[PLATFORM],
    },
    Metric {
        name: COMMIT_TIME,
        kind: Kind::Seconds,
        help: "Time from the arrival of an event until what follows from it is written",
        labels: &[PLATFORM],
    },
    Metric {
        name: DELIVERY_TIME,
        kind: Kind::Seconds,
        help: "Time from the arrival of an event until an answer to it is delivered",
        labels: &[PLATFORM],
    },
    Metric {
        name: DELIVERIES,
        kind: Kind::Counter,
        help: "Attempts to deliver a reply by what became of them",
        labels: &[
            PLATFORM,
            (
                "result",
                Values::These(&["delivered", "given_up", "not_yet", "silenced"]),
            ),
        ],
    },
    Metric {
        name: OUTBOX,
        kind: Kind::Gauge,
        help: "Replies that are not delivered yet; not those for which there is nothing to answer",
        labels: &[],
    },
    Metric {
        name: OUTBOX_AGE,
        kind: Kind::Gauge,
        help: "Age of the oldest of these in seconds",
        labels: &[],
    },
    Metric {
        name: GAMES,
        kind: Kind::Gauge,
        help: "Running games",
        labels: &[REMOTE_PLATFORM],
    },
    Metric {
        name: TABLES,
        kind: Kind::Gauge,
        help: "Tables that are in memory",
        labels: &[],
    },
    Metric {
        name: CLOCKS,
        kind: Kind::Gauge,
        help: "Tables that wait for a moment",
        labels: &[],
    },
    Metric {
        name: CLOCKS_DUE,
        kind: Kind::Gauge,
        help: "Tables that wait for a moment that has passed",
        labels: &[],
    },
    Metric {
        name: CLOCKS_FIRED,
        kind: Kind::Counter,
        help: "Moments that have come for a table",
        labels: &[],
    },
    Metric {
        name: ENGINE_QUEUE,
        kind: Kind::Gauge,
        help: "Searches that wait for a thread of the engine",
        labels: &[PURPOSE],
    },
    Metric {
        name: SEARCHES,
        kind: Kind::Counter,
        help: "Searches by their purpose and their end",
        labels: &[
            PURPOSE,
            (
                "result",
                Values::These(&["done", "unwanted", "interrupted", "failed"]),
            ),
        ],
    },
    Metric {
        name: SEARCH_TIME,
        kind: Kind::Seconds,
        help: "Time of a search, without its time in the queue",
        labels: &[PURPOSE],
    },
    Metric {
        name: PICTURES,
        kind: Kind::Counter,
        help: "Pictures that were needed, by whether they were in the cache",
        labels: &[
            ("kind", Values::These(&["board", "replay"])),
            ("cache", Values::These(&["hit", "miss"])),
        ],
    },
    Metric {
        name: CONNECTED,
        kind: Kind::Gauge,
        help: "Whether the platform is connected",
        labels: &[REMOTE_PLATFORM],
    },
    Metric {
        name: SHARDS,
        kind: Kind::Gauge,
        help: "Shards of a platform where several processes share them: all, those that processes have, \
               those of this one",
        labels: &[
            REMOTE_PLATFORM,
            ("state", Values::These(&["all", "taken", "own"])),
        ],
    },
    Metric {
        name: RECONNECTS,
        kind: Kind::Counter,
        help: "Connections after the first one",
        labels: &[REMOTE_PLATFORM],
    },
    Metric {
        name: RATE_LIMITS,
        kind: Kind::Counter,
        help: "Requests that the platform refused as too many",
        labels: &[REMOTE_PLATFORM],
    },
    Metric {
        name: DATABASE_TIME,
        kind: Kind::Seconds,
        help: "Time of a transaction that writes, or of reading a table or a reply",
        labels: &[(
            "operation",
            Values::These(&["write", "read_table", "read_reply"]),
        )],
    },
    Metric {
        name: DATABASE_FAILURES,
        kind: Kind::Counter,
        help: "Transactions that failed because of the database",
        labels: &[],
    },
    Metric {
        name: DATABASE_WRITABLE,
        kind: Kind::Gauge,
        help: "Whether the database can be written",
        labels: &[],
    },
    Metric {
        name: HEARTBEAT,
        kind: Kind::Gauge,
        help: "When the figures that are gauges were brought up to date last",
        labels: &[],
    },
    Metric {
        name: READY,
        kind: Kind::Gauge,
        help: "Whether all platforms are connected and the database can be written",
        labels: &[],
    },
];

/// Upper bounds of the buckets of times, in seconds: a fast commit takes a millisecond, a picture
/// some tens, a request some hundreds, a turn of the bot seconds; what waits for a platform waits
/// for minutes.
const BUCKETS: &[f64] = &[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0,
];

/// Renders what was recorded.
#[derive(Debug, Clone)]
pub(crate) struct Recorded(PrometheusHandle);

impl Recorded {
    /// The text for Prometheus.
    pub(crate) fn render(&self) -> String {
        self.0.render()
    }

    /// Condenses what was recorded, so that it takes no more memory than needed.
    pub(crate) fn condense(&self) {
        self.0.run_upkeep();
    }
}

/// Begins to record for the whole process, all metrics at zero. `commands` are the words of all
/// commands. `None` if it is recorded already.
pub(crate) fn install(commands: &[&'static str]) -> Option<Recorded> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), BUCKETS)
        .ok()?;
    let recorder = builder.build_recorder();
    let recorded = Recorded(recorder.handle());
    set_global_recorder(recorder).ok()?;
    register(commands);
    Some(recorded)
}

/// Describes all metrics, and sets all of them to zero.
fn register(commands: &[&'static str]) {
    for metric in METRICS {
        let name = metric.name;
        match metric.kind {
            Kind::Counter => describe_counter!(name, Unit::Count, metric.help),
            Kind::Gauge => describe_gauge!(name, metric.help),
            Kind::Seconds => describe_histogram!(name, Unit::Seconds, metric.help),
        }
        for labels in series(metric, commands) {
            match metric.kind {
                Kind::Counter => drop(counter!(name, &labels)),
                Kind::Gauge => gauge!(name, &labels).set(0.0),
                Kind::Seconds => drop(histogram!(name, &labels)),
            }
        }
    }
}

/// All combinations of the values of a metric's labels.
fn series(metric: &Metric, commands: &[&'static str]) -> Vec<Vec<(&'static str, &'static str)>> {
    metric
        .labels
        .iter()
        .fold(vec![Vec::new()], |before, &(label, values)| {
            let values: Vec<&'static str> = match values {
                Values::These(values) => values.to_vec(),
                Values::Commands => commands.iter().copied().chain([FAULTY]).collect(),
            };
            let extended = |labels: &Vec<(&'static str, &'static str)>| {
                let labels = labels.clone();
                let extend = move |value| [labels.clone(), vec![(label, value)]].concat();
                values.clone().into_iter().map(extend)
            };
            before.iter().flat_map(extended).collect()
        })
}

/// The label of a platform.
fn platform_label(platform: &str) -> &'static str {
    let known = PLATFORMS.iter().copied().find(|one| *one == platform);
    known.unwrap_or("other")
}

/// What became of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandResult {
    Done,
    Refused,
    Duplicate,
    Failed,
}

/// A command was dealt with; counted when this is dropped, as failed unless it is
/// [`set`](Self::set).
pub(crate) struct CountedCommand {
    kind: &'static str,
    result: Option<CommandResult>,
}

impl CountedCommand {
    /// A command by its word, or [`FAULTY`].
    pub(crate) const fn new(kind: &'static str) -> Self {
        Self {
            kind,
            result: Some(CommandResult::Failed),
        }
    }

    /// Sets what became of it; nothing if it is not to be counted.
    pub(crate) const fn set(&mut self, result: Option<CommandResult>) {
        self.result = result;
    }
}

impl Drop for CountedCommand {
    fn drop(&mut self) {
        let result = match self.result {
            None => return,
            Some(CommandResult::Done) => "done",
            Some(CommandResult::Refused) => "refused",
            Some(CommandResult::Duplicate) => "duplicate",
            Some(CommandResult::Failed) => "failed",
        };
        counter!(COMMANDS, "kind" => self.kind, "result" => result).increment(1);
    }
}

/// A command was over the bot's own rate limits.
pub(crate) fn command_ignored(platform: &str) {
    counter!(IGNORED, "platform" => platform_label(platform)).increment(1);
}

/// What follows from an event is written.
pub(crate) fn committed(platform: &str, took: Duration) {
    histogram!(COMMIT_TIME, "platform" => platform_label(platform)).record(took);
}

/// What became of an attempt to deliver a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeliveryResult {
    /// It has arrived, so long after the event that it answers, if that is known.
    Delivered(Option<Duration>),
    GivenUp,
    NotYet,
    Silenced,
}

/// An attempt to deliver a reply was made.
pub(crate) fn delivery(platform: &str, result: DeliveryResult) {
    let platform = platform_label(platform);
    let label = match result {
        DeliveryResult::Delivered(_) => "delivered",
        DeliveryResult::GivenUp => "given_up",
        DeliveryResult::NotYet => "not_yet",
        DeliveryResult::Silenced => "silenced",
    };
    counter!(DELIVERIES, "platform" => platform, "result" => label).increment(1);
    if let DeliveryResult::Delivered(Some(took)) = result {
        histogram!(DELIVERY_TIME, "platform" => platform).record(took);
    }
}

/// Replies that are not delivered yet, and the age of the oldest.
pub(crate) fn outbox(replies: u64, oldest: Duration) {
    gauge!(OUTBOX).set(replies as f64);
    gauge!(OUTBOX_AGE).set(oldest);
}

/// Running games of a platform.
pub(crate) fn running_games(platform: &str, games: u64) {
    gauge!(GAMES, "platform" => platform_label(platform)).set(games as f64);
}

/// Tables that are in memory.
pub(crate) fn tables_awake(tables: usize) {
    gauge!(TABLES).set(tables as f64);
}

/// Tables that wait for a moment, and those for which it has passed.
pub(crate) fn clocks(set: usize, due: usize) {
    gauge!(CLOCKS).set(set as f64);
    gauge!(CLOCKS_DUE).set(due as f64);
}

/// A moment has come for a table.
pub(crate) fn clock_fired() {
    counter!(CLOCKS_FIRED).increment(1);
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Turn,
    Hint,
    Review,
}

impl Purpose {
    const fn label(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Hint => "hint",
            Self::Review => "review",
        }
    }
}

/// Searches that wait for a thread of the engine.
pub(crate) fn engine_queue(purpose: Purpose, waiting: usize) {
    gauge!(ENGINE_QUEUE, "purpose" => purpose.label()).set(waiting as f64);
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    Done,
    Unwanted,
    Interrupted,
    Failed,
}

/// A search ended.
pub(crate) fn searched(purpose: Purpose, end: SearchEnd, took: Duration) {
    let purpose = purpose.label();
    let end = match end {
        SearchEnd::Done => "done",
        SearchEnd::Unwanted => "unwanted",
        SearchEnd::Interrupted => "interrupted",
        SearchEnd::Failed => "failed",
    };
    counter!(SEARCHES, "purpose" => purpose, "result" => end).increment(1);
    histogram!(SEARCH_TIME, "purpose" => purpose).record(took);
}

fn picture(kind: &'static str, cached: bool) {
    let cache = if cached { "hit" } else { "miss" };
    counter!(PICTURES, "kind" => kind, "cache" => cache).increment(1);
}

/// The picture of a board was needed.
pub(crate) fn board_picture(cached: bool) {
    picture("board", cached);
}

/// A replay was needed.
pub(crate) fn replay_picture(cached: bool) {
    picture("replay", cached);
}

/// Whether a platform is connected.
pub(crate) fn connected(platform: &str, connected: bool) {
    let connected = if connected { 1.0 } else { 0.0 };
    gauge!(CONNECTED, "platform" => platform_label(platform)).set(connected);
}

/// How many shards a platform has, how many belong to any process, and how many to this one.
pub(crate) fn shards(platform: &str, all: u32, taken: u32, own: usize) {
    let own = u32::try_from(own).unwrap_or(u32::MAX);
    for (state, number) in [("all", all), ("taken", taken), ("own", own)] {
        let platform = platform_label(platform);
        gauge!(SHARDS, "platform" => platform, "state" => state).set(number);
    }
}

/// A connection to a platform began that is not the first.
#[cfg_attr(
    not(any(feature = "discord", feature = "matrix")),
    expect(dead_code, reason = "there is no platform to connect to")
)]
pub(crate) fn reconnected(platform: &str) {
    counter!(RECONNECTS, "platform" => platform_label(platform)).increment(1);
}

/// A platform refused a request as one too many.
#[cfg_attr(
    not(any(feature = "discord", feature = "matrix")),
    expect(dead_code, reason = "there is no platform to ask")
)]
pub(crate) fn rate_limited(platform: &str) {
    counter!(RATE_LIMITS, "platform" => platform_label(platform)).increment(1);
}

/// What the database does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatabaseOperation {
    Write,
    ReadTable,
    ReadReply,
}

/// The database has done something.
pub(crate) fn database(operation: DatabaseOperation, took: Duration) {
    let operation = match operation {
        DatabaseOperation::Write => "write",
        DatabaseOperation::ReadTable => "read_table",
        DatabaseOperation::ReadReply => "read_reply",
    };
    histogram!(DATABASE_TIME, "operation" => operation).record(took);
}

/// A transaction failed because of the database.
pub(crate) fn database_failed() {
    counter!(DATABASE_FAILURES).increment(1);
}

/// Whether the database can be written, and whether the bot is ready.
pub(crate) fn readiness(writable: bool, ready: bool) {
    gauge!(DATABASE_WRITABLE).set(if writable { 1.0 } else { 0.0 });
    gauge!(READY).set(if ready { 1.0 } else { 0.0 });
}

/// The gauges are up to date, at a time in seconds since 1970.
pub(crate) fn heartbeat(at: f64) {
    gauge!(HEARTBEAT).set(at);
}

#[cfg(test)]
mod tests;
