//! Tests of heartbeats and outages.

use super::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

#[tokio::test]
async fn an_outage_is_known_until_it_is_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let place = lasting_place(&dir).await;
    let store = SqlStore::open(&place).await.unwrap();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let end = async |store: &SqlStore, platform: &str, second| {
        let outages = store.end_outages(names(&[platform]), at(second)).await;
        let outages = outages.unwrap().remove(platform);
        let outages = outages.into_iter().flatten();
        outages
            .map(|one| (one.id, one.from.as_second(), one.to.as_second()))
            .collect::<Vec<_>>()
    };
    assert_eq!(end(&store, "one", 100).await, []);
    assert_eq!(end(&store, "one", 100).await, [], "no time has passed");
    store
        .heartbeat(names(&["one", "two"]), at(130))
        .await
        .unwrap();
    store.close().await;
    let store = SqlStore::open(&place).await.unwrap();
    assert_eq!(end(&store, "one", 200).await, [(1, 130, 200)]);
    // The first one was not told yet; the clock was set back.
    assert_eq!(end(&store, "one", 50).await, [(1, 130, 200), (2, 200, 50)]);
    store.forget_outage(1).await.unwrap();
    store.forget_outage(2).await.unwrap();
    assert_eq!(end(&store, "two", 300).await, [(3, 130, 300)]);
    assert_eq!(end(&store, "one", 60).await, [(4, 50, 60)]);
    let both = store.end_outages(names(&["one", "two"]), at(400)).await;
    let both = both.unwrap();
    assert_eq!((both["one"].len(), both["two"].len()), (2, 2));
}

#[tokio::test]
async fn that_a_table_was_told_of_an_outage_is_known_as_long_as_the_outage() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&lasting_place(&dir).await).await.unwrap();
    let names = || vec!["console".to_owned()];
    store.heartbeat(names(), at(100)).await.unwrap();
    let outages = store.end_outages(names(), at(200)).await.unwrap();
    let [outage] = outages["console"][..] else {
        panic!("{outages:?}");
    };
    let event = HostEvent::Outage.id(outage.id);
    for event in ["outage:99", &event] {
        let mut told = change(event, 0, Vec::new());
        told.replies.clear();
        told.progress = None;
        store.commit(told).await.unwrap();
    }
    let is_known = async || store.is_handled(&table(), &event).await.unwrap();
    let later = super::at(100);
    assert_eq!(store.prune(PruneBefore::all(later)).await.unwrap(), 1);
    assert!(is_known().await);
    store.forget_outage(outage.id).await.unwrap();
    assert_eq!(store.prune(PruneBefore::all(later)).await.unwrap(), 1);
    assert!(!is_known().await);
}
