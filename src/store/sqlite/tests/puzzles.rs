//! Ratings of puzzles.

use super::*;
use crate::session::{PuzzleTry, Rating};

fn tried(by: f64, solved: bool) -> PuzzleTry {
    PuzzleTry {
        puzzle: 7,
        first: Rating {
            rating: 1800.0,
            ..Rating::default()
        },
        by: Rating {
            rating: by,
            ..Rating::default()
        },
        solved,
    }
}

#[tokio::test]
async fn the_rating_of_a_puzzle_changes_with_each_first_try() {
    let store = SqliteStore::open(&DatabaseLocation::Memory).await.unwrap();
    assert!(store.puzzle_ratings().await.unwrap().is_empty());
    let tries = [tried(1500.0, false), tried(1500.0, true)];
    let mut expected = tries[0].first;
    for (event, one) in ["1", "2"].into_iter().zip(tries) {
        // The same event twice counts once.
        for duplicate in [false, true] {
            let mut change = change(event, 0, Vec::new());
            change.progress.as_mut().unwrap().puzzle = Some(one);
            let at = change.at;
            let committed = store.commit(change).await.unwrap();
            assert_eq!(committed == Committed::Duplicate, duplicate);
            if !duplicate {
                expected = one.rating_after(expected, at);
            }
        }
        let ratings = store.puzzle_ratings().await.unwrap();
        assert_eq!(ratings.into_iter().collect::<Vec<_>>(), [(7, expected)]);
    }
    assert!(expected.rating < 1800.0);
}
