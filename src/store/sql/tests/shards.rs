//! Tests of shards that several processes share out.

use std::collections::BTreeSet;
use std::time::Duration;

use super::shared::{database, outlast, process};
use super::*;
use crate::store::{ShardChoice, Shards, SharedStore};

/// Three processes on Discord that share a database, if there is a server.
async fn processes() -> Option<[SqlStore; 3]> {
    let place = database().await?;
    let mut stores = Vec::new();
    for name in ["a", "b", "c"] {
        let store = process(&place, name).await;
        store.attach("discord").await.unwrap();
        stores.push(store);
    }
    stores.try_into().ok()
}

/// Has a process take a shard.
async fn take(store: &SqlStore, total: u32) -> bool {
    let taken = store.take_shard("discord", total, Duration::ZERO);
    taken.await.unwrap()
}

/// Records which shards a process may take.
async fn choose(store: &SqlStore, choice: Option<ShardChoice>) {
    let choice = choice.as_ref();
    store.set_can_connect("discord", choice).await.unwrap();
}

/// The shards, for a process without a range.
async fn shards(store: &SqlStore) -> Shards {
    let shards = store.shards("discord", &ShardChoice::Auto);
    shards.await.unwrap()
}

#[tokio::test]
async fn shards_are_shared_out_among_those_that_can_connect() {
    let Some([a, b, c]) = processes().await else {
        return;
    };
    let now = Duration::ZERO;
    let before = shards(&a).await;
    assert_eq!(before, Shards::default(), "it cannot connect yet");
    for store in [&a, &b] {
        choose(store, Some(ShardChoice::Auto)).await;
    }
    let an_hour = Duration::from_secs(3600);
    let taken = a.take_shard("discord", 5, an_hour).await;
    assert!(taken.unwrap());
    // Another one's sessions are counted as well; other platforms' are not.
    assert!(!take(&b, 5).await);
    assert!(!b.begin_session("discord", now).await.unwrap());
    let taken = b.take_shard("other", 1, now).await;
    assert!(taken.unwrap());
    let found = shards(&a).await;
    assert_eq!((found.total, found.taken), (5, 1));
    assert_eq!(found.own, BTreeSet::from([0]));
    assert!(found.can_connect && found.other_can_connect);
    assert_eq!((found.free, found.gives), (4, None));
    let found = shards(&c).await;
    assert!(!found.can_connect && found.other_can_connect);
    a.release_shard("discord", 0).await.unwrap();
    // Nobody holds a shard now, so the total may change.
    sqlx::query("UPDATE shard_counts SET next_start = clock_timestamp()")
        .execute(&a.readers())
        .await
        .unwrap();
    choose(&b, None).await;
    assert!(!shards(&a).await.other_can_connect);
    for _ in 0..4 {
        assert!(take(&a, 4).await);
    }
    choose(&b, Some(ShardChoice::Auto)).await;
    assert!(!take(&b, 7).await, "none is free");
    let found = shards(&a).await;
    assert_eq!(found.own, BTreeSet::from([0, 1, 2, 3]));
    assert_eq!(found.gives, Some(3));
    // Not those of others.
    b.release_shard("discord", 3).await.unwrap();
    assert_eq!(shards(&a).await.taken, 4);
    a.release_shard("discord", 3).await.unwrap();
    assert!(!take(&a, 4).await, "the other one has fewer");
    assert!(take(&b, 4).await);
    let found = shards(&a).await;
    assert_eq!(found.gives, Some(2), "three and one");
    a.release_shard("discord", 0).await.unwrap();
    let found = shards(&a).await;
    assert_eq!((found.free, found.gives), (1, None));
    b.release_shard("discord", 3).await.unwrap();
    for expected in [&[0][..], &[0, 3]] {
        // The one that was taken the longest ago.
        assert!(take(&b, 4).await);
        let own = shards(&b).await.own;
        assert!(own.iter().eq(expected), "{own:?}");
    }
    assert_eq!(shards(&a).await.gives, None);
    // A process leaves its shards with its row, and takes none after that.
    outlast(&b, &a).await;
    let found = shards(&b).await;
    assert_eq!((found.taken, found.free), (2, 2));
    assert!(!take(&a, 4).await);
    let refused = a.set_can_connect("discord", Some(&ShardChoice::Auto)).await;
    assert!(matches!(refused, Err(StoreError::Fenced)), "{refused:?}");
    for store in [a, b, c] {
        store.close().await;
    }
}

/// A process has its range to itself while it is connected; the others share the rest.
#[tokio::test]
async fn a_process_takes_the_shards_of_its_range() {
    let Some([a, b, c]) = processes().await else {
        return;
    };
    let own = async |store| shards(store).await.own.into_iter().collect::<Vec<_>>();
    let range = |range| Some(ShardChoice::Range(range));
    choose(&b, range(7..=9)).await;
    assert!(!take(&b, 4).await, "there are four");
    choose(&b, range(0..=1)).await;
    choose(&c, range(1..=2)).await;
    assert!(take(&c, 4).await);
    assert_eq!(own(&c).await, [1], "the first one in its range");
    assert!(take(&b, 4).await);
    assert!(!take(&b, 4).await);
    assert!(take(&c, 4).await);
    assert_eq!((own(&b).await, own(&c).await), (vec![0], vec![1, 2]));
    let found = shards(&c).await;
    assert_eq!((found.taken, found.total, found.gives), (3, 4, None));
    assert_eq!(found.unwanted, BTreeSet::from([3]));
    // A process that could take it does not count as ready until it has.
    assert_eq!(shards(&a).await.free, 1);
    let other = a.shards("discord", &ShardChoice::Range(0..=2)).await;
    assert_eq!(other.unwrap().free, 0);
    choose(&a, Some(ShardChoice::Auto)).await;
    assert!(shards(&a).await.unwanted.is_empty());
    assert!(take(&a, 4).await);
    assert_eq!(own(&a).await, [3]);
    for store in [&a, &b, &c] {
        assert_eq!(shards(store).await.gives, None);
    }
    // A process without a range stands in for one that is gone, until that one returns.
    choose(&c, None).await;
    for shard in [1, 2] {
        c.release_shard("discord", shard).await.unwrap();
    }
    assert!(take(&b, 4).await, "in the range of both");
    assert!(take(&a, 4).await);
    assert_eq!((own(&a).await, own(&b).await), (vec![2, 3], vec![0, 1]));
    choose(&c, range(1..=2)).await;
    assert_eq!(shards(&a).await.gives, Some(2));
    assert_eq!(shards(&b).await.gives, Some(1), "c has two fewer");
    a.release_shard("discord", 2).await.unwrap();
    assert!(!take(&a, 4).await);
    assert!(take(&c, 4).await);
    assert_eq!(own(&c).await, [2]);
    for store in [&a, &b, &c] {
        assert_eq!(shards(store).await.gives, None);
    }
    for store in [a, b, c] {
        store.close().await;
    }
}
