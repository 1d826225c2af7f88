//! Tests of a database that is deleted or replaced while it is open.

use super::*;

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_is_deleted_while_open_is_put_back() {
    let cases: [&dyn Fn(&Path); 5] = [
        &|folder| remove(folder, &FILES[..1]),
        &|folder| remove(folder, &FILES),
        &|folder| remove(folder, &FILES[1..]),
        &|folder| remove(folder, &FILES[1..2]),
        &|folder| std::fs::remove_dir_all(folder).unwrap(),
    ];
    for (case, delete) in cases.into_iter().enumerate() {
        let dir = tempfile::tempdir().unwrap();
        let store = SqlStore::open(&file(&dir)).await.unwrap();
        store.commit(change("1", 0, vec![started()])).await.unwrap();
        delete(dir.path());
        let next = change("2", 1, vec![placed("f6")]);
        let said = store.commit(next).await.unwrap();
        assert_eq!(said, Committed::Done(vec![2]), "{case}");
        let read = store.load(&table()).await.unwrap();
        assert_eq!(read.entries, [started(), placed("f6")], "{case}");
        let again = SqlStore::open(&file(&dir)).await.unwrap_err();
        assert!(matches!(again, StoreError::Locked(_)), "{case}: {again}");
        // What a kill at this moment leaves behind.
        let copy = tempfile::tempdir().unwrap();
        for name in &FILES[..2] {
            std::fs::copy(dir.path().join(name), copy.path().join(name)).unwrap();
        }
        let found = SqlStore::open(&file(&copy)).await.unwrap();
        let read = found.load(&table()).await.unwrap();
        assert_eq!(read.entries, [started(), placed("f6")], "{case}");
        store.close().await;
        let store = SqlStore::open(&file(&dir)).await.unwrap();
        let read = store.load(&table()).await.unwrap();
        assert_eq!(read.entries.len(), 2, "{case}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_deletion_is_noticed_while_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    remove(dir.path(), &FILES);
    while !dir.path().join(FILES[0]).exists() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let read = store.load(&table()).await;
    assert!(read.is_err() || read.unwrap().entries == [started()]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_cannot_be_put_back_refuses_until_it_can() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    let place = DatabaseLocation::File(folder.join("tables.db"));
    let store = SqlStore::open(&place).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    // A file in place of the folder prevents writing.
    std::fs::write(&folder, "in the way").unwrap();
    let next = change("2", 1, vec![placed("f6")]);
    for _ in 0..3 {
        store.commit(next.clone()).await.unwrap_err();
    }
    let read = store.load(&table()).await.unwrap();
    assert_eq!(read.entries, [started()], "it can still be read");
    std::fs::remove_file(&folder).unwrap();
    while store.commit(next.clone()).await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    store.close().await;
    let store = SqlStore::open(&place).await.unwrap();
    assert_eq!(store.load(&table()).await.unwrap().entries.len(), 2);
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_in_whose_place_another_is_put_is_kept_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    let other = tempfile::tempdir().unwrap();
    SqlStore::open(&file(&other)).await.unwrap().close().await;
    std::fs::rename(other.path().join(FILES[0]), dir.path().join(FILES[0])).unwrap();
    let next = change("2", 1, vec![placed("f6")]);
    store.commit(next.clone()).await.unwrap_err();
    let StoreError::Replaced(_, Some(kept)) = store.lost().await else {
        panic!("it is not lost");
    };
    store.commit(next).await.unwrap_err();
    store.close().await;
    let kept = SqlStore::open(&DatabaseLocation::File(kept)).await.unwrap();
    let read = kept.load(&table()).await.unwrap();
    assert_eq!(read.entries, [started()]);
    let other = SqlStore::open(&file(&dir)).await.unwrap();
    assert_eq!(other.load(&table()).await.unwrap().entries, []);
}

#[tokio::test]
async fn a_start_finds_the_copy_that_was_to_be_put_back() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    store.close().await;
    let copy = dir.path().join("tables.db.restored");
    std::fs::rename(dir.path().join(FILES[0]), copy).unwrap();
    // A stale write-ahead log.
    std::fs::write(dir.path().join(FILES[1]), "left").unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    assert_eq!(store.load(&table()).await.unwrap().entries, [started()]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_deleted_database_that_another_process_has_claimed_is_not_restored() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&file(&dir)).await.unwrap();
    store.commit(change("1", 0, vec![started()])).await.unwrap();
    remove(dir.path(), &FILES);
    remove(dir.path(), &["tables.db.lock"]);
    let path = dir.path().canonicalize().unwrap().join(FILES[0]);
    let other = claim::Claim::take(&path).unwrap();
    let next = change("2", 1, vec![placed("f6")]);
    let error = store.commit(next.clone()).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    assert!(!path.exists());
    drop(other);
    while store.commit(next.clone()).await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(store.load(&table()).await.unwrap().entries.len(), 2);
}
