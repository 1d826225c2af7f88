//! Tests of several processes on one database: leases, fencing, owners of tables, and jobs that are
//! handed over.

use std::time::Duration;

use tokio::time::sleep;

use super::*;
use crate::store::testing::postgres;
use crate::store::{Claim, Handed, HandedJob, ShardChoice, SharedStore, SyncCursor};

const LEASE: Duration = Duration::from_secs(1);

/// A new database of a server, if there is one.
pub(super) async fn database() -> Option<DatabaseLocation> {
    let address = postgres::database(&postgres::server()?).await;
    Some(DatabaseLocation::read(address.into()).unwrap())
}

pub(super) async fn process(place: &DatabaseLocation, name: &str) -> SqlStore {
    let name = Some(name.to_owned());
    let options = ProcessOptions { lease: LEASE, name };
    SqlStore::share(place, options).await.unwrap()
}

/// What is claimed by whoever comes first.
fn own(undelivered: Vec<i64>) -> Claim {
    let handed = Vec::new();
    Claim::Own {
        undelivered,
        handed,
        waits: false,
    }
}

/// Lets one process be declared dead by another.
pub(super) async fn outlast(other: &SqlStore, dead: &SqlStore) {
    let number = dead.number();
    for _ in 0..200 {
        other.renew().await.unwrap();
        let ended = other.end_expired().await.unwrap();
        if ended.contains(&number) {
            return;
        }
        sleep(LEASE / 10).await;
    }
    panic!("the lease of process {number} does not expire");
}

#[tokio::test]
async fn a_file_is_not_shared() {
    let dir = tempfile::tempdir().unwrap();
    let store = process(&file(&dir), "a").await;
    assert!(store.shared().is_none());
    // As ever, without an owner.
    let done = store.commit(change("1", 0, vec![started()])).await;
    assert!(matches!(done, Ok(Committed::Done(_))), "{done:?}");
    let error = SqlStore::open(&file(&dir)).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
}

#[tokio::test]
async fn several_share_a_database_and_nobody_else_opens_it() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    assert!(a.shared().is_some());
    assert_ne!(a.number(), b.number());
    let error = SqlStore::open(&place).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    a.close().await;
    b.close().await;
    let alone = SqlStore::open(&place).await.unwrap();
    assert!(alone.shared().is_none());
    let options = ProcessOptions {
        lease: LEASE,
        name: Some("c".to_owned()),
    };
    let error = SqlStore::share(&place, options).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
}

#[tokio::test]
async fn a_table_is_written_by_its_owner_alone() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    let error = a.commit(change("1", 0, vec![started()])).await.unwrap_err();
    assert!(matches!(error, StoreError::NotOwner(_)), "{error}");
    let here = table();
    let claims = tokio::join!(a.claim(&here, false), b.claim(&here, false));
    let claims = [claims.0.unwrap(), claims.1.unwrap()];
    let others = claims.iter().filter(|one| **one == Claim::Other).count();
    assert_eq!(others, 1, "{claims:?}");
    let (owner, other) = match claims[0] {
        Claim::Own { .. } => (&a, &b),
        Claim::Other => (&b, &a),
    };
    let done = owner.commit(change("1", 0, vec![started()])).await;
    let Ok(Committed::Done(said)) = done else {
        panic!("{done:?}");
    };
    let refused = other.commit(change("2", 1, vec![placed("f6")])).await;
    assert!(matches!(refused, Err(StoreError::NotOwner(_))));
    assert!(owner.may_deliver(said[0]).await.unwrap());
    assert!(!other.may_deliver(said[0]).await.unwrap());
    // It is kept as long as something is to be delivered.
    owner.release(&table()).await.unwrap();
    assert_eq!(other.claim(&table(), false).await.unwrap(), Claim::Other);
    owner.delivered(said[0], None, at(2)).await.unwrap();
    assert!(!owner.may_deliver(said[0]).await.unwrap());
    owner.release(&table()).await.unwrap();
    assert_eq!(other.claim(&table(), false).await.unwrap(), own(Vec::new()));
}

#[tokio::test]
async fn what_a_dead_process_writes_is_refused_and_it_goes_on_under_a_new_number() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    a.claim(&table(), false).await.unwrap();
    let mut begun = change("1", 0, vec![started()]);
    begun.progress.as_mut().unwrap().waiting.wake_at = Some(at(9));
    let Ok(Committed::Done(said)) = a.commit(begun).await else {
        panic!();
    };
    assert!(b.take_over("console", 9, None).await.unwrap().is_empty());
    let before = (a.number(), a.state().await.unwrap().departures);
    outlast(&b, &a).await;
    assert_eq!(b.state().await.unwrap().departures, before.1 + 1);

    let late = a.commit(change("2", 1, vec![placed("f6")])).await;
    assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
    let late = a.delivered(said[0], None, at(2)).await;
    assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
    assert!(matches!(a.renew().await, Err(StoreError::Fenced)));
    assert!(!a.may_deliver(said[0]).await.unwrap());
    a.fenced().await;
    let late = a.attach("console").await;
    assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");

    let taken = b.take_over("console", 9, None).await.unwrap();
    let [taken] = &taken[..] else {
        panic!("{taken:?}");
    };
    assert_eq!(taken.undelivered, said);
    assert_eq!(taken.waiting.table, table());
    assert!(taken.waiting.waiting.wake_at.is_some());
    a.rejoin().await.unwrap();
    assert!(a.number() > before.0);
    assert_eq!(a.claim(&table(), false).await.unwrap(), Claim::Other);
    let done = b.commit(change("2", 1, vec![placed("f6")])).await;
    assert!(matches!(done, Ok(Committed::Done(_))), "{done:?}");
    // One that leaves gives its tables away at once.
    b.leave().await.unwrap();
    assert!(matches!(
        a.claim(&table(), false).await.unwrap(),
        Claim::Own { undelivered, waits, .. } if undelivered.len() == 2 && !waits
    ));
}

#[tokio::test]
async fn a_process_that_was_killed_is_not_waited_for_by_the_next_of_its_name() {
    let Some(place) = database().await else {
        return;
    };
    let killed = process(&place, "a").await;
    killed.claim(&table(), false).await.unwrap();
    let other = process(&place, "b").await;
    assert_eq!(other.claim(&table(), false).await.unwrap(), Claim::Other);
    // Its connections end, and its row stays.
    killed.close().await;
    let next = process(&place, "a").await;
    assert_eq!(next.claim(&table(), false).await.unwrap(), own(Vec::new()));
    // One that is connected is left alone.
    let third = process(&place, "a").await;
    assert_eq!(third.claim(&table(), false).await.unwrap(), Claim::Other);
}

#[tokio::test]
async fn processes_whose_names_are_not_known_leave_each_other_alone() {
    let Some(place) = database().await else {
        return;
    };
    let unnamed = || ProcessOptions {
        lease: LEASE,
        name: None,
    };
    let killed = SqlStore::share(&place, unnamed()).await.unwrap();
    killed.claim(&table(), false).await.unwrap();
    killed.close().await;
    let next = SqlStore::share(&place, unnamed()).await.unwrap();
    assert_eq!(next.claim(&table(), false).await.unwrap(), Claim::Other);
}

#[tokio::test]
async fn what_was_taken_is_found_again_if_the_answer_was_lost() {
    let Some(place) = database().await else {
        return;
    };
    let store = process(&place, "a").await;
    store.claim(&table(), false).await.unwrap();
    let mut begun = change("1", 0, vec![started()]);
    begun.progress.as_mut().unwrap().waiting.wake_at = Some(at(9));
    let Ok(Committed::Done(said)) = store.commit(begun).await else {
        panic!();
    };
    assert_eq!(store.claim(&table(), true).await.unwrap(), own(Vec::new()));
    let expected = Claim::Own {
        undelivered: said.clone(),
        handed: Vec::new(),
        waits: true,
    };
    assert_eq!(store.claim(&table(), false).await.unwrap(), expected);
    let taken = async |own_after| store.take_over("console", 9, own_after).await.unwrap();
    assert!(taken(None).await.is_empty());
    let again = taken(Some(0)).await;
    assert_eq!(again.len(), 1);
    assert_eq!(again[0].undelivered, said);
    assert!(taken(Some(again[0].number)).await.is_empty());
}

#[tokio::test]
async fn a_job_that_always_fails_is_given_up() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    a.claim(&table(), false).await.unwrap();
    let handed = b.hand_over(&table(), "bad".to_owned(), None, None).await;
    assert!(handed.unwrap());
    let Claim::Own { handed, .. } = a.claim(&table(), true).await.unwrap() else {
        panic!();
    };
    for _ in 0..4 {
        assert!(!a.handed_failed(handed[0].id).await.unwrap());
    }
    assert!(a.has_handed(&table()).await.unwrap());
    assert!(a.handed_failed(handed[0].id).await.unwrap());
    assert!(!a.has_handed(&table()).await.unwrap());
}

#[tokio::test]
async fn what_somebody_said_is_not_handed_over_once_they_are_forgotten() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    a.claim(&table(), false).await.unwrap();
    for author in ["alice", "bob"] {
        let (job, author) = (author.to_owned(), Some(author.to_owned()));
        assert!(b.hand_over(&table(), job, author, None).await.unwrap());
    }
    let mut forgetting = change("1", 0, vec![]);
    forgetting.progress.as_mut().unwrap().forgotten = Some(Forgetting {
        person: Person::new("alice", "Alice"),
        becomes: Person::new("gone", "someone"),
        in_private: false,
    });
    let done = a.commit(forgetting).await;
    assert!(matches!(done, Ok(Committed::Done(_))), "{done:?}");
    let Claim::Own { handed, .. } = a.claim(&table(), true).await.unwrap() else {
        panic!();
    };
    let jobs: Vec<_> = handed.into_iter().map(|one| one.job).collect();
    assert_eq!(jobs, [HandedJob::Job("bob".to_owned())]);
}

#[tokio::test]
async fn jobs_are_handed_over_to_the_owner() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    let cursor = |value: &str| SyncCursor {
        name: "read".to_owned(),
        value: value.to_owned(),
    };
    let hand = async |store: &SqlStore, job: &str| {
        let cursor = Some(cursor(job));
        store
            .hand_over(&table(), job.to_owned(), None, cursor)
            .await
    };
    assert!(!hand(&b, "free").await.unwrap());
    a.claim(&table(), false).await.unwrap();
    assert!(!hand(&a, "own").await.unwrap());
    assert_eq!(b.cursor("read").await.unwrap(), None);
    a.news(Duration::ZERO).await;
    for job in ["one", "two"] {
        assert!(hand(&b, job).await.unwrap());
    }
    assert_eq!(a.cursor("read").await.unwrap().as_deref(), Some("two"));
    assert_eq!(a.handed_tables().await.unwrap(), [table()]);
    assert!(b.handed_tables().await.unwrap().is_empty());
    // With something to do it is not given away.
    a.release(&table()).await.unwrap();
    assert_eq!(b.claim(&table(), false).await.unwrap(), Claim::Other);
    let Claim::Own { handed, .. } = a.claim(&table(), false).await.unwrap() else {
        panic!();
    };
    let jobs: Vec<&HandedJob> = handed.iter().map(|one| &one.job).collect();
    let job = |text: &str| HandedJob::Job(text.to_owned());
    assert_eq!(jobs, [&job("one"), &job("two")]);
    a.handed_done(handed[0].id).await.unwrap();
    // What is left goes to whoever takes the table.
    outlast(&b, &a).await;
    assert_eq!(b.handed_tables().await.unwrap(), [table()]);
    let (id, job) = (handed[1].id, job("two"));
    let expected = Claim::Own {
        undelivered: Vec::new(),
        handed: vec![Handed { id, job }],
        waits: false,
    };
    assert_eq!(b.claim(&table(), false).await.unwrap(), expected);
    let large = "x".repeat(9 << 20);
    let large = b.hand_over(&table(), large, None, None).await;
    assert!(matches!(large, Err(StoreError::Unfit(_))));
}

#[tokio::test]
async fn a_platform_is_down_while_no_process_runs_it() {
    let Some(place) = database().await else {
        return;
    };
    let names = || vec!["console".to_owned()];
    let a = process(&place, "a").await;
    a.attach("console").await.unwrap();
    assert!(a.end_outages(names(), at(10)).await.unwrap().is_empty());
    let b = process(&place, "b").await;
    b.attach("console").await.unwrap();
    // The other one was up all the time.
    a.renew().await.unwrap();
    assert!(b.end_outages(names(), at(60)).await.unwrap().is_empty());
    outlast(&b, &a).await;
    // One that stands by has not run it.
    let c = process(&place, "c").await;
    let choice = Some(&ShardChoice::Auto);
    c.set_can_connect("console", choice).await.unwrap();
    let seen = b.shards("console", &ShardChoice::Auto).await.unwrap();
    assert!(seen.other_can_connect && !seen.can_connect);
    let outages = b.end_outages(names(), at(90)).await.unwrap();
    assert_eq!(outages["console"].len(), 1);
    assert_eq!(outages["console"][0].from, at(60));
}

#[tokio::test]
async fn what_others_changed_is_counted() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    a.claim(&table(), false).await.unwrap();
    b.claim(&TableKey::channel("console", "other"), false)
        .await
        .unwrap();
    let known = b.state().await.unwrap();
    a.commit(change("1", 0, vec![started()])).await.unwrap();
    assert_eq!(b.state().await.unwrap(), known);
    let mut forgetting = change("2", 1, vec![]);
    forgetting.progress.as_mut().unwrap().forgotten = Some(Forgetting {
        person: Person::new("alice", "Alice"),
        becomes: Person::new("gone", "someone"),
        in_private: false,
    });
    let done = a.commit(forgetting).await;
    assert!(matches!(done, Ok(Committed::Done(_))), "{done:?}");
    // What was worked out before is out of date in every process.
    let mut stale = change("1", 0, vec![started()]);
    stale.table.channel = "other".to_owned();
    assert_eq!(b.commit(stale.clone()).await.unwrap(), Committed::Stale);
    assert_eq!((a.forgotten(), b.forgotten()), (1, 1));
    stale.seen = 1;
    assert!(matches!(b.commit(stale).await, Ok(Committed::Done(_))));
    assert_ne!(b.state().await.unwrap().settings, known.settings);
}

#[tokio::test]
async fn replies_at_tables_of_others_are_handed_over_with_the_change() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    let elsewhere = TableKey::channel("console", "other");
    a.claim(&table(), false).await.unwrap();
    b.claim(&elsewhere, false).await.unwrap();
    let mut given = change("1", 0, vec![started()]);
    given.given_at = Some(elsewhere.clone());
    let Ok(Committed::Done(said)) = a.commit(given).await else {
        panic!();
    };
    let Claim::Own { handed, .. } = b.claim(&elsewhere, false).await.unwrap() else {
        panic!();
    };
    let jobs: Vec<_> = handed.into_iter().map(|one| one.job).collect();
    assert_eq!(jobs, [HandedJob::Deliver(said[0])]);
}

/// The first change at a table: Alice and Bob, who may play up to `most` games, start one.
fn beginning(channel: &str, most: u32) -> Change {
    let mut change = change("begin", 0, vec![started()]);
    change.table.channel = channel.to_owned();
    let progress = change.progress.as_mut().unwrap();
    progress.players = Some(vec!["alice".to_owned(), "bob".to_owned()]);
    progress.most_games = Some(most);
    change
}

#[tokio::test]
async fn nobody_plays_more_games_than_they_may_by_two_processes() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    let begin = async |store: &SqlStore, channel: String| {
        let table = beginning(&channel, 10).table;
        let claimed = store.claim(&table, false).await.unwrap();
        assert_eq!(claimed, own(Vec::new()));
        store.commit(beginning(&channel, 10)).await.unwrap()
    };
    let begun = (0..40).map(|number| {
        let (store, name) = [(&a, "a"), (&b, "b")][number % 2];
        begin(store, format!("{name}{number}"))
    });
    let done = futures_util::future::join_all(begun).await;
    let count = |is: fn(&Committed) -> bool| done.iter().filter(|one| is(one)).count();
    assert_eq!(count(|one| matches!(one, Committed::Done(_))), 10);
    assert_eq!(count(|one| matches!(one, Committed::TooManyGames(_))), 30);
    a.close().await;
    b.close().await;
}

#[tokio::test]
async fn a_table_is_claimed_by_one_of_two_processes() {
    let Some(place) = database().await else {
        return;
    };
    let (a, b) = (process(&place, "a").await, process(&place, "b").await);
    for number in 0..100 {
        let mut table = table();
        table.channel = number.to_string();
        let claims = tokio::join!(a.claim(&table, false), b.claim(&table, false));
        let claims = [claims.0.unwrap(), claims.1.unwrap()];
        assert!(claims.contains(&Claim::Other), "{claims:?}");
        assert!(claims.contains(&own(Vec::new())), "{claims:?}");
    }
    a.close().await;
    b.close().await;
}
