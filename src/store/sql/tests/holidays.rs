//! Tests of holidays.

use super::*;
use crate::session::Holiday;
use crate::store::UntoldHoliday;

fn holiday(began: i64, until: i64) -> Holiday {
    let at = |second| Timestamp::from_second(second).unwrap();
    Holiday {
        began: at(began),
        until: at(until),
        early: false,
    }
}

#[tokio::test]
async fn a_person_has_one_holiday_at_a_time_and_it_is_told_as_it_was_last_changed() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&lasting_place(&dir).await).await.unwrap();
    let put = async |event: &str, one: Holiday| {
        let mut change = change(event, 0, Vec::new());
        change.progress.as_mut().unwrap().holiday = Some(("alice".to_owned(), one));
        store.commit(change).await.unwrap()
    };
    let platform = change("0", 0, Vec::new()).table.platform;
    assert!(matches!(
        put("1", holiday(100, 200)).await,
        Committed::Done(_)
    ));
    assert_eq!(put("2", holiday(150, 300)).await, Committed::Conflict);
    let untold = store.untold_holidays(&platform, None).await.unwrap();
    let first = UntoldHoliday {
        person: "alice".to_owned(),
        holiday: holiday(100, 200),
    };
    assert_eq!(untold, std::slice::from_ref(&first));
    // Ended while tables were being told.
    assert!(matches!(
        put("3", holiday(100, 120)).await,
        Committed::Done(_)
    ));
    store.holiday_told(platform.clone(), first).await.unwrap();
    let untold = store.untold_holidays(&platform, None).await.unwrap();
    assert_eq!(untold[0].holiday, holiday(100, 120));
    store
        .holiday_told(platform.clone(), untold[0].clone())
        .await
        .unwrap();
    assert!(
        store
            .untold_holidays(&platform, None)
            .await
            .unwrap()
            .is_empty()
    );
    assert!(matches!(
        put("4", holiday(120, 500)).await,
        Committed::Done(_)
    ));
    let after = |second| Timestamp::from_second(second).unwrap();
    let all = async |second| {
        store
            .holidays_of(&platform, "alice", after(second))
            .await
            .unwrap()
    };
    assert_eq!(all(0).await, [holiday(100, 120), holiday(120, 500)]);
    assert_eq!(all(120).await, [holiday(120, 500)]);
    let told = store
        .untold_holidays(&platform, None)
        .await
        .unwrap()
        .remove(0);
    store.holiday_told(platform.clone(), told).await.unwrap();
    let running = store
        .untold_holidays(&platform, Some(after(499)))
        .await
        .unwrap();
    assert_eq!(running.len(), 1);
    let over = store
        .untold_holidays(&platform, Some(after(500)))
        .await
        .unwrap();
    assert!(over.is_empty());
}

#[tokio::test]
async fn a_holiday_that_was_ended_early_is_over_if_the_clock_is_set_back() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&lasting_place(&dir).await).await.unwrap();
    let put = async |event: &str, one: Holiday| {
        let mut change = change(event, 0, Vec::new());
        change.progress.as_mut().unwrap().holiday = Some(("alice".to_owned(), one));
        store.commit(change).await.unwrap()
    };
    put("1", holiday(100, 900)).await;
    let ended = Holiday {
        early: true,
        ..holiday(100, 300)
    };
    put("2", ended).await;
    let platform = table().platform;
    let untold = store.untold_holidays(&platform, None).await.unwrap();
    store
        .holiday_told(platform.clone(), untold[0].clone())
        .await
        .unwrap();
    let at = |second| Timestamp::from_second(second).unwrap();
    let again = store.untold_holidays(&platform, Some(at(200))).await;
    assert_eq!(again.unwrap(), []);
    let all = store.holidays_of(&platform, "alice", at(0)).await.unwrap();
    assert_eq!(all, [ended]);
    assert!(!all[0].is_running(at(200)));
    // Another one may begin.
    let next = holiday(200, 800);
    assert!(matches!(put("3", next).await, Committed::Done(_)));
    let all = store.holidays_of(&platform, "alice", at(0)).await.unwrap();
    assert_eq!(all, [ended, next]);
}

#[tokio::test]
async fn holidays_of_schema_version_11_go_by_their_times() {
    let dir = tempfile::tempdir().unwrap();
    let options = SqliteConnectOptions::new()
        .filename(dir.path().join("tables.db"))
        .create_if_missing(true);
    let earlier = SqlitePool::connect_with(options).await.unwrap();
    let first = Migrator::with_migrations(migrator().migrations[..11].to_vec());
    first.run(&earlier).await.unwrap();
    sqlx::raw_sql("INSERT INTO holidays VALUES ('console', 'alice', 100000, 300000, 1)")
        .execute(&earlier)
        .await
        .unwrap();
    earlier.close().await;
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    let at = |second| Timestamp::from_second(second).unwrap();
    let all = store.holidays_of("console", "alice", at(0)).await.unwrap();
    assert_eq!(all, [holiday(100, 300)]);
    let running = store.untold_holidays("console", Some(at(299))).await;
    assert_eq!(running.unwrap().len(), 1);
}
