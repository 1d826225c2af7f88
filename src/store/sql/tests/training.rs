//! Exercises from people's own mistakes.

use jiff::SignedDuration;

use super::*;
use crate::game::{Action, Position, Variant};
use crate::session::{OwnMistake, Person, Trained, Training};

const PLATFORM: &str = "console";

/// A mistake of its own for each number.
fn mistake(turn: usize) -> OwnMistake {
    OwnMistake {
        position: Position::start(Variant::Normal),
        played: Action::Place(crate::game::Point::ALL[turn % 85]),
        turn,
        loss: 20,
        better: Vec::new(),
        good: Vec::new(),
    }
}

async fn commit(store: &SqlStore, event: &str, set: impl FnOnce(&mut Progress)) -> Timestamp {
    let mut change = change(event, 0, Vec::new());
    assert_eq!(change.table.platform, PLATFORM);
    set(change.progress.as_mut().unwrap());
    let at = change.at;
    assert!(matches!(store.commit(change).await, Ok(Committed::Done(_))));
    at
}

fn turns(training: &Training) -> Vec<usize> {
    training
        .items
        .iter()
        .map(|item| item.mistake.turn)
        .collect()
}

#[tokio::test]
async fn mistakes_come_back_when_they_are_due() {
    let store = new_store().await;
    let ann = Person::new("ann", "Ann");
    let both = [1, 2].map(|turn| (ann.clone(), mistake(turn)));
    let bob = (Person::new("bob", "Bob"), mistake(1));
    let at = commit(&store, "1", |progress| {
        progress.mistakes = both.iter().cloned().chain([bob]).collect();
    })
    .await;
    let of = async |person: &str, number: Option<i64>, now: Timestamp| {
        store.training(PLATFORM, person, number, now).await.unwrap()
    };
    let due = of("ann", None, at).await;
    assert_eq!((turns(&due), due.due, due.later), (vec![1, 2], 2, None));
    assert!(due.items.iter().all(|item| item.counts && item.solved == 0));
    assert_eq!(of("carol", None, at).await, Training::default());

    let later = at + SignedDuration::from_hours(24);
    let first = due.items[0].number;
    let trained = |due| Trained {
        number: first,
        solved: 3,
        due,
    };
    // Nobody changes what is another's.
    for (event, person) in [("2", "bob"), ("3", "ann")] {
        commit(&store, event, |progress| {
            progress.trained = Some((person.to_owned(), trained(Some(later))));
        })
        .await;
        let left = of("ann", None, at).await.due;
        assert_eq!(left, if person == "ann" { 1 } else { 2 });
    }
    let left = of("ann", None, at).await;
    assert_eq!((turns(&left), left.later), (vec![2], Some((1, later))));
    let asked = of("ann", Some(first), at).await;
    assert_eq!(turns(&asked), [1]);
    assert!(!asked.items[0].counts && asked.items[0].solved == 3);
    // What is not theirs, or not kept, leads to what is due.
    assert_eq!(turns(&of("bob", Some(first), at).await), [1]);
    assert_ne!(of("bob", Some(first), at).await.items[0].number, first);
    assert_eq!(of("ann", None, later).await.due, 2);

    // Another review of the same game changes nothing.
    commit(&store, "4", |progress| progress.mistakes = both.to_vec()).await;
    assert_eq!(of("ann", None, at).await.due, 1);
    // What is learned does not come back.
    commit(&store, "5", |progress| {
        progress.trained = Some(("ann".to_owned(), trained(None)));
    })
    .await;
    let left = of("ann", None, later).await;
    assert_eq!((turns(&left), left.later), (vec![2], None));
}

#[tokio::test]
async fn only_so_many_mistakes_are_kept() {
    let store = new_store().await;
    let ann = Person::new("ann", "Ann");
    let mut at = Timestamp::MIN;
    for (event, first) in [("1", 0), ("2", 150)] {
        at = commit(&store, event, |progress| {
            let turns = first..first + 150;
            let numbered = turns.map(|turn| OwnMistake {
                // All of them different.
                position: Position::start(Variant::Normal)
                    .play(Action::Place(crate::game::Point::ALL[turn / 85]))
                    .unwrap(),
                ..mistake(turn)
            });
            progress.mistakes = numbered.map(|own| (ann.clone(), own)).collect();
        })
        .await;
    }
    let kept = store.training(PLATFORM, "ann", None, at).await.unwrap();
    assert_eq!(kept.due, 200);
    assert_eq!(turns(&kept), (100..300).collect::<Vec<_>>());
}
