//! Ratings of puzzles.

use jiff::civil::Date;

use super::*;
use crate::session::{
    Daily, PuzzleTry, Puzzled, RaceScore, Races, Rating, Scope, SettingsChange, SolvedDay,
};
use crate::store::ScopedChange;

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
    let store = new_store().await;
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
        assert_eq!(ratings.len(), 1);
        let off = ratings[&7].rating - expected.rating;
        assert!(off.abs() < 1e-6, "{ratings:?}");
    }
    assert!(expected.rating < 1800.0);
}

#[tokio::test]
async fn who_solved_the_puzzle_of_a_day_is_known_by_server() {
    let store = new_store().await;
    let day: Date = "2026-03-01".parse().unwrap();
    for (event, server) in [("ann", "club"), ("bob", "elsewhere"), ("cid", "club")] {
        let mut change = change(event, 0, Vec::new());
        let solved = vec![SolvedDay {
            day,
            server: server.to_owned(),
            name: event.to_uppercase(),
        }];
        let daily = Daily {
            solved,
            ..Daily::default()
        };
        let puzzled = Puzzled {
            daily,
            ..Puzzled::default()
        };
        let own = Settings {
            puzzles: Some(Box::new(puzzled)),
            ..Settings::default()
        };
        change.progress.as_mut().unwrap().setting = Some(ScopedChange {
            scope: Scope::Person,
            id: event.to_owned(),
            change: SettingsChange::Set(own),
        });
        store.commit(change).await.unwrap();
    }
    let platform = &table().platform;
    let solvers = store.solvers_of_day(platform, day).await.unwrap();
    let names: Vec<&str> = solvers["club"]
        .iter()
        .map(|person| person.name.as_str())
        .collect();
    assert_eq!(names, ["ANN", "CID"]);
    let later = day.tomorrow().unwrap();
    let solvers = store.solvers_of_day(platform, later).await;
    assert!(solvers.unwrap().is_empty());
}

#[tokio::test]
async fn the_best_scores_in_races_are_known_by_server() {
    let store = new_store().await;
    for (name, scores) in [
        ("ann", [("club", 9), ("pub", 30)].as_slice()),
        ("bob", &[("club", 12)]),
        ("cid", &[("club", 2)]),
        ("dan", &[("pub", 1)]),
    ] {
        let mut change = change(name, 0, Vec::new());
        let at = change.at;
        let scores = scores.iter().map(|&(server, best)| RaceScore {
            server: server.to_owned(),
            name: name.to_uppercase(),
            best,
            at,
        });
        let races = Races {
            scores: scores.collect(),
            ..Races::default()
        };
        let puzzled = Puzzled {
            races,
            ..Puzzled::default()
        };
        let own = Settings {
            puzzles: Some(Box::new(puzzled)),
            ..Settings::default()
        };
        change.progress.as_mut().unwrap().setting = Some(ScopedChange {
            scope: Scope::Person,
            id: name.to_owned(),
            change: SettingsChange::Set(own),
        });
        store.commit(change).await.unwrap();
    }
    let platform = &table().platform;
    let best = store.race_scores(platform, "club", 2).await.unwrap();
    let best: Vec<(&str, u32)> = best
        .iter()
        .map(|(person, best)| (person.name.as_str(), *best))
        .collect();
    assert_eq!(best, [("BOB", 12), ("ANN", 9)]);
}
