//! What a hostile record costs the whole bot: it is answered, the database hardly grows, and memory
//! stays small. `cargo test --test record_costs -- --nocapture` prints the most of each.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod hostile;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use hostile::{LONGEST, records};
use ringleader::config::Config;
use ringleader::host::{
    Attachment, DeliveryError, Disposition, Host, HostOptions, Incoming, Input, Platform,
    RenderedReply, Transport,
};
use ringleader::session::{Addressing, Person, Settings, TableKey};
use ringleader::store::{DatabaseLocation, SqlStore};

/// Most bytes by which a record may let the database grow.
const MOST_STORED: u64 = 1_000_000;

/// Most KiB of memory that a record may take beside what the bot needs anyway.
const MOST_MEMORY: u64 = 100_000;

/// Hundredths of a second of processor time from which on a record is named.
const REMARKABLE: u64 = 20;

/// A platform that counts what it is given.
#[derive(Default)]
struct Counter(AtomicUsize);

impl Transport for Counter {
    fn deliver<'a>(
        &'a self,
        _: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        self.0.fetch_add(1, Ordering::Relaxed);
        async { Ok(None) }.boxed()
    }
}

/// Bytes of the files in a folder.
fn size(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).unwrap();
    files
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum()
}

/// A figure of the process in KiB; 0 where there is no procfs.
fn memory(key: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or_default()
}

/// Processor time of the process in hundredths of a second; 0 where there is no procfs.
fn processor_time() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    let field = |index: usize| -> u64 {
        let field = fields.split(' ').nth(index);
        field
            .and_then(|field| field.parse().ok())
            .unwrap_or_default()
    };
    field(11) + field(12)
}

#[tokio::test]
async fn a_hostile_record_costs_little() {
    let folder = tempfile::tempdir().unwrap();
    let place = DatabaseLocation::File(folder.path().join("tables.db"));
    let counter = Arc::new(Counter::default());
    let platform = Platform {
        name: "test".to_owned(),
        bot: Person::new("bot", "Ringleader"),
        settings: Settings::default(),
        transport: counter.clone(),
        throttled: false,
    };
    let store = Arc::new(SqlStore::open(&place).await.unwrap());
    let options = HostOptions::new(&Config::default());
    let host = Host::start(store, vec![platform], options).await.unwrap();
    let mut events = 0;
    let mut hear = async |text: &str, attachment: Option<String>| {
        events += 1;
        let incoming = Incoming {
            table: TableKey::channel("test", "main"),
            private: false,
            server: None,
            community: None,
            author: Person::new("1", "mallory"),
            event: events.to_string(),
            reply_target: None,
            input: Input::Text {
                text: text.to_owned(),
                addressing: Addressing::Open,
            },
            people: Vec::new(),
            attachment: attachment.map(Attachment::text),
            language: None,
            cursor: None,
        };
        let answered = counter.0.load(Ordering::Relaxed);
        let began = processor_time();
        assert_eq!(host.handle(incoming).await.unwrap(), Disposition::Done);
        host.settle_all().await;
        assert!(counter.0.load(Ordering::Relaxed) > answered);
        processor_time() - began
    };
    let help = hear("!help", None).await;
    hear("!import", Some("1. f6 2. a5 *".to_owned())).await;
    let base = memory("VmRSS:");
    let mut most = [0; 3];
    for (name, text) in records(LONGEST) {
        for command in ["!import", "!analyze"] {
            // Lets the peak be that of this record alone.
            let _ = fs::write("/proc/self/clear_refs", "5");
            let before = size(folder.path());
            let processor = hear(command, Some(text.clone())).await;
            let stored = size(folder.path()).saturating_sub(before);
            let peak = memory("VmHWM:").saturating_sub(base);
            assert!(
                stored < MOST_STORED,
                "{command} {name}: {stored} bytes stored"
            );
            assert!(peak < MOST_MEMORY, "{command} {name}: {peak} KiB of memory");
            let processor = processor.saturating_sub(help);
            let cost = [processor, peak, stored];
            if processor > REMARKABLE {
                println!("{command} {name}: {processor}0 ms of processor time");
            }
            for (most, cost) in most.iter_mut().zip(cost) {
                *most = cost.max(*most);
            }
        }
    }
    let [processor, peak, stored] = most;
    println!(
        "most: {processor}0 ms of processor time more than for !help, {peak} KiB of memory, \
         {stored} bytes of database"
    );
    host.shutdown().await;
}
