//! Tests of several hosts on one database.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use super::*;
use crate::session::{Scope, SettingsChange};
use crate::store::testing::postgres;
use crate::store::{ProcessOptions, ScopedChange};

/// The lease where processes hang. One that does not has to be heard of within it, however busy the
/// machine is.
const LEASE: Duration = Duration::from_secs(3);

/// The lease where none does, however busy the machine is.
pub(super) const LONG_LEASE: Duration = Duration::from_secs(30);

/// A new database of a server, if there is one.
pub(super) async fn database() -> Option<DatabaseLocation> {
    let address = postgres::database(&postgres::server()?).await;
    Some(DatabaseLocation::read(address.into()).unwrap())
}

pub(super) async fn process(place: &DatabaseLocation, name: &str, lease: Duration) -> TestHost {
    let options = ProcessOptions {
        lease,
        name: Some(name.to_owned()),
    };
    let store = Arc::new(SqlStore::share(place, options).await.unwrap());
    let clock = ManualClock::new(second(0));
    let wall = WallClock::Manual(clock.clone());
    test_host_of(store, 0, later(), wall, clock).await
}

async fn processes<const N: usize>(names: [&str; N]) -> Option<[TestHost; N]> {
    processes_with(names, LONG_LEASE).await
}

async fn processes_with<const N: usize>(
    names: [&str; N],
    lease: Duration,
) -> Option<[TestHost; N]> {
    let place = database().await?;
    let mut hosts = Vec::new();
    for name in names {
        hosts.push(process(&place, name, lease).await);
    }
    hosts.try_into().ok()
}

impl TestHost {
    fn number(&self) -> i64 {
        self.host.services.store.shared().unwrap().number()
    }

    /// Handles an event, again and again as adapters do, until that succeeds.
    pub(super) async fn insist(&self, incoming: Incoming) -> Disposition {
        for _ in 0..600 {
            match self.host.handle(incoming.clone()).await {
                Ok(disposition) => return disposition,
                Err(_) => sleep(LEASE / 20).await,
            }
        }
        panic!("{} is not handled", incoming.event);
    }

    /// What has been said so far, as soon as there are so many replies; then waits whether more come.
    async fn collect(&mut self, most: usize) -> Vec<RenderedReply> {
        let mut heard = Vec::new();
        while heard.len() < most {
            heard.push(self.next().await);
        }
        sleep(LEASE / 4).await;
        while let Ok(one) = self.seen.try_recv() {
            heard.push(one);
        }
        heard
    }

    fn is_silent(&mut self) -> bool {
        self.seen.try_recv().is_err()
    }

    async fn is_owner(&self, channel: &str) -> bool {
        use crate::store::Claim;
        let shared = self.host.services.store.shared().unwrap();
        matches!(
            shared.claim(&table(channel), true).await,
            Ok(Claim::Own { .. })
        )
    }
}

fn answers_to(reply: &RenderedReply, event: &str) -> bool {
    reply.reply_to.as_deref() == Some(event)
}

/// Waits until an event is answered, by whichever process: on a busy machine each may be declared dead.
async fn answered_once(mut hosts: [&mut TestHost; 2], event: &str) {
    let mut answers = 0;
    let mut quiet = 0;
    for _ in 0..6000 {
        sleep(LEASE / 20).await;
        quiet += usize::from(answers > 0);
        for host in &mut hosts {
            while let Ok(reply) = host.seen.try_recv() {
                answers += usize::from(answers_to(&reply, event));
            }
        }
        if quiet > 5 {
            assert_eq!(answers, 1, "{event} is answered {answers} times");
            return;
        }
    }
    panic!("{event} is not answered");
}

/// Waits until something holds.
pub(super) async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    for _ in 0..600 {
        if holds().await {
            return;
        }
        sleep(LEASE / 20).await;
    }
    panic!("{what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_reaches_another_process_is_handed_over_and_answered_once() {
    let Some([mut a, mut b]) = processes(["a", "b"]).await else {
        return;
    };
    // A game with a clock keeps its owner.
    let begun = said("one", "1", "alice", "!challenge @bob 1d white");
    assert_eq!(a.insist(begun).await, Disposition::Done);
    assert!(!a.collect(1).await.is_empty());
    // Nobody's command is nobody's job.
    let chat = b.handle(said("one", "2", "bob", "hello")).await;
    assert_eq!(chat, Disposition::NotForUs);
    let accepted = said("one", "3", "bob", "!accept");
    assert_eq!(b.handle(accepted.clone()).await, Disposition::Done);
    let answers = a.collect(1).await;
    assert!(
        answers.iter().all(|one| answers_to(one, "3")),
        "{answers:?}"
    );
    assert!(a.table("one").await.running().is_some());
    // The same event again, wherever.
    let number = a.table("one").await.next();
    assert_eq!(a.handle(accepted.clone()).await, Disposition::Duplicate);
    b.handle(accepted).await;
    sleep(LEASE).await;
    assert!(a.is_silent() && b.is_silent());
    assert_eq!(b.table("one").await.next(), number);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_that_are_told_the_same_answer_once() {
    let Some([mut a, mut b]) = processes(["a", "b"]).await else {
        return;
    };
    for event in 0..8 {
        let told = said(&format!("t{event}"), "1", "alice", "!play 1");
        let (first, second) = tokio::join!(a.insist(told.clone()), b.insist(told.clone()));
        assert!([first, second].contains(&Disposition::Done));
    }
    let (by_a, by_b) = (a.collect(0).await, b.collect(0).await);
    sleep(LEASE).await;
    let late = [a.collect(0).await, b.collect(0).await].concat();
    let all = [by_a, by_b, late].concat();
    for event in 0..8 {
        let channel = format!("t{event}");
        let mut answers: Vec<_> = all
            .iter()
            .filter(|one| one.table.channel == channel && answers_to(one, "1"))
            .map(|one| one.id)
            .collect();
        let number = answers.len();
        answers.dedup();
        assert!(number > 0 && number == answers.len(), "{channel}: {number}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_process_that_hangs_is_taken_over_and_comes_back() {
    let Some([mut a, mut b]) = processes_with(["a", "b"], LEASE).await else {
        return;
    };
    for (event, author, text) in [
        ("1", "alice", "!challenge @bob 1d white"),
        ("2", "bob", "!accept"),
    ] {
        a.insist(said("one", event, author, text)).await;
    }
    a.collect(2).await;
    let number = a.number();
    a.host.hang(true);
    // What is handed to it meanwhile is not lost.
    assert_eq!(
        b.insist(said("one", "3", "alice", "!board")).await,
        Disposition::Done
    );
    answered_once([&mut a, &mut b], "3").await;
    // It may write nothing. If it knows why already, it waits for its new number.
    let late = a.host.handle(said("one", "4", "bob", "!board"));
    let late = timeout(LEASE, late).await;
    let refused = matches!(
        &late,
        Err(_) | Ok(Err(HostError::Store(StoreError::Fenced)))
    );
    assert!(refused, "{late:?}");
    a.host.hang(false);
    until("it takes a new number", async || a.number() > number).await;
    assert_eq!(a.host.services.timers.count(second(0)).0, 0);
    assert_eq!(
        a.insist(said("one", "4", "bob", "!board")).await,
        Disposition::Done
    );
    answered_once([&mut a, &mut b], "4").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_that_drains_hands_its_tables_over_at_once() {
    let Some([mut a, mut b]) = processes(["a", "b"]).await else {
        return;
    };
    for (event, author, text) in [
        ("1", "alice", "!challenge @bob 1d white"),
        ("2", "bob", "!accept"),
    ] {
        a.insist(said("one", event, author, text)).await;
    }
    a.collect(2).await;
    let timers = async || b.host.services.timers.count(second(0)).0;
    assert_eq!(timers().await, 0);
    let begun = std::time::Instant::now();
    a.host.clone().shutdown_within(LONG).await;
    // Its clock goes on there.
    until("the other one has it", async || timers().await > 0).await;
    assert!(begun.elapsed() < LONG_LEASE, "{:?}", begun.elapsed());
    b.pass(3 * 24 * 3600);
    let ended = b.collect(1).await;
    assert!(ended.iter().all(|one| one.table == table("one")));
    assert!(b.table("one").await.running().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_clock_runs_out_once() {
    let Some([mut a, mut b]) = processes(["a", "b"]).await else {
        return;
    };
    for (event, author, text) in [
        ("1", "alice", "!challenge @bob 1d white"),
        ("2", "bob", "!accept"),
    ] {
        b.insist(said("one", event, author, text)).await;
    }
    b.collect(2).await;
    for host in [&a, &b] {
        host.pass(3 * 24 * 3600);
    }
    until("the game ends", async || {
        b.table("one").await.running().is_none()
    })
    .await;
    let number = b.table("one").await.next();
    b.collect(1).await;
    sleep(LEASE).await;
    assert_eq!(b.table("one").await.next(), number);
    assert!(a.is_silent());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn settings_of_a_place_hold_in_every_process() {
    let Some([a, b]) = processes(["a", "b"]).await else {
        return;
    };
    let progress = Progress {
        setting: Some(ScopedChange {
            scope: Scope::Channel,
            id: "one".to_owned(),
            change: SettingsChange::Set(Settings::with_prefix("?")),
        }),
        ..Progress::default()
    };
    assert!(a.is_owner("one").await);
    let store = &a.host.services.store;
    let set = store.commit(change(table("one"), "1", second(0), progress));
    set.await.unwrap();
    until("the other one knows", async || {
        let asked = said("one", "2", "bob", "?board");
        b.handle(asked).await == Disposition::Done
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_handed_over_goes_before_what_comes_later() {
    let Some([a, b]) = processes_with(["a", "b"], LONG_LEASE).await else {
        return;
    };
    a.insist(said("one", "1", "alice", "!challenge @bob 1d white"))
        .await;
    // It has not looked at what others have for it.
    a.host.hang(true);
    let accepted = b.handle(said("one", "2", "bob", "!accept")).await;
    assert_eq!(accepted, Disposition::Done);
    a.insist(said("one", "3", "alice", "!place e5")).await;
    let store = &a.host.services.store;
    let log = store.load(&table("one")).await.unwrap();
    let last = log.entries.last().map(|entry| &entry.event);
    assert!(matches!(last, Some(Event::Acted { .. })), "{last:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn tables_of_other_processes_hear_of_a_holiday() {
    let Some([a, mut b]) = processes(["a", "b"]).await else {
        return;
    };
    for (event, author, text) in [
        ("1", "alice", "!challenge @bob 1d white"),
        ("2", "bob", "!accept"),
    ] {
        b.insist(said("one", event, author, text)).await;
    }
    b.collect(2).await;
    a.insist(said("elsewhere", "3", "alice", "!holiday 5d"))
        .await;
    b.next_says("alice is on holiday").await;
    assert!(b.host.services.timers.count(second(0)).0 > 0);
}

/// Commands at three tables, to three processes that hang at random: each is answered
/// once and in order, and the logs are those that one process writes.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn commands_are_answered_once_and_in_order_whatever_hangs() {
    const TABLES: usize = 3;
    const MOVES: [&str; 10] = [
        "!place e5",
        "!place f6",
        "!place d4",
        "!place g7",
        "!place c4",
        "!place h8",
        "!place e6",
        "!place f7",
        "!place d5",
        "!place g6",
    ];
    let seed: u64 = match std::env::var("RINGLEADER_SEED") {
        Ok(seed) => seed.parse().unwrap(),
        Err(_) => 1,
    };
    eprintln!("RINGLEADER_SEED={seed}");
    let Some(mut hosts) = processes_with(["a", "b", "c"], LEASE).await else {
        return;
    };
    let script = |channel: &str| -> Vec<Incoming> {
        let begin = [("alice", "!challenge @bob white"), ("bob", "!accept")];
        let moves = MOVES
            .iter()
            .enumerate()
            .map(|(number, text)| match number % 2 {
                0 => ("alice", *text),
                _ => ("bob", *text),
            });
        let all = begin.into_iter().chain(moves).enumerate();
        all.map(|(number, (author, text))| said(channel, &format!("{number:02}"), author, text))
            .collect()
    };
    let channels: Vec<String> = (0..TABLES).map(|number| format!("t{number}")).collect();
    let at = std::sync::atomic::AtomicBool::new(false);
    {
        let hosts = &hosts;
        let at = &at;
        let disturb = async move {
            let mut random = StdRng::seed_from_u64(seed);
            while !at.load(Ordering::SeqCst) {
                let host = &hosts[random.random_range(0..hosts.len())].host;
                host.hang(true);
                sleep(LEASE.mul_f64(random.random_range(0.5..2.5))).await;
                host.hang(false);
                sleep(LEASE.mul_f64(random.random_range(0.1..1.0))).await;
            }
        };
        let play = async move {
            let all = channels.iter().enumerate().map(async |(number, channel)| {
                let mut random = StdRng::seed_from_u64(seed.wrapping_add(1000 + number as u64));
                for incoming in script(channel) {
                    let event = incoming.event.clone();
                    hosts[random.random_range(0..hosts.len())]
                        .insist(incoming)
                        .await;
                    // The next one says something once they have seen the answer.
                    until(&format!("{channel} {event} is handled"), async || {
                        let store = &hosts[0].host.services.store;
                        let handled = store.is_handled(&table(channel), &event).await;
                        handled.unwrap_or(false)
                    })
                    .await;
                    sleep(LEASE.mul_f64(random.random_range(0.0..0.4))).await;
                }
            });
            futures_util::future::join_all(all).await;
            at.store(true, Ordering::SeqCst);
        };
        tokio::join!(disturb, play);
    }
    let alone = test_host().await;
    for channel in (0..TABLES).map(|number| format!("t{number}")) {
        for incoming in script(&channel) {
            alone.handle(incoming).await;
        }
        let log = async |host: &TestHost| {
            let store = &host.host.services.store;
            store.load(&table(&channel)).await.unwrap()
        };
        assert_eq!(log(&hosts[0]).await, log(&alone).await, "{channel}");
    }
    until("everything is said", async || {
        let backlog = hosts[0].host.services.store.backlog().await;
        backlog.is_ok_and(|backlog| backlog.replies == 0)
    })
    .await;
    let mut heard = Vec::new();
    for host in &mut hosts {
        while let Ok(one) = host.seen.try_recv() {
            heard.push(one);
        }
    }
    for channel in (0..TABLES).map(|number| format!("t{number}")) {
        heard.sort_unstable_by_key(|one| one.id);
        let here = heard.iter().filter(|one| one.table.channel == channel);
        let events: Vec<_> = here
            .clone()
            .filter_map(|one| one.reply_to.as_deref())
            .collect();
        assert!(events.is_sorted(), "{channel}: out of order: {events:?}");
        let mut ids: Vec<i64> = here.clone().map(|one| one.id).collect();
        ids.sort_unstable();
        let number = ids.len();
        ids.dedup();
        assert_eq!(number, ids.len(), "{channel}: delivered twice");
        for incoming in script(&channel) {
            let answered = here.clone().any(|one| answers_to(one, &incoming.event));
            assert!(answered, "{channel}: {} is not answered", incoming.event);
        }
    }
}
