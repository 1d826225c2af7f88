//! Training: a person's own mistakes as exercises.

use jiff::Timestamp;

use super::Room;
use crate::game::Action;
use crate::session::phrases::typed_action;
use crate::session::{
    Answer, OwnMistake, Person, PlayedGame, Reply, Trained, Training, TrainingItem, Trigger, handle,
};

fn room(items: Vec<TrainingItem>) -> Room {
    let training = Training {
        due: items.len(),
        items,
        later: None,
    };
    Room {
        alone: true,
        answer: Some(Answer::Training(training)),
        ..Room::new()
    }
}

/// White can complete a row on E6, or stand idle.
fn mistake() -> OwnMistake {
    let action = |text: &str| text.parse::<Action>().unwrap();
    OwnMistake {
        position: "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 normal"
            .parse()
            .unwrap(),
        played: action("f6-f7"),
        turn: 23,
        loss: 34,
        better: vec![action("e2-f2"), action("xe2-e6")],
        good: vec![action("e2-f2"), action("e2-g2")],
    }
}

fn item(number: i64, solved: u32) -> TrainingItem {
    TrainingItem {
        number,
        solved,
        counts: true,
        mistake: mistake(),
    }
}

impl Room {
    fn act(&mut self, action: &str) -> Reply {
        let action: Action = action.parse().unwrap();
        self.say("alice", &format!("!{}", typed_action(action)))
    }

    fn days_until_due(&self) -> Option<i64> {
        let due: Timestamp = self.trained?.due?;
        let hours = due.duration_since(self.now).as_secs_f64() / 3600.0;
        Some((hours / 24.0).round() as i64)
    }
}

#[test]
fn a_review_leaves_mistakes_to_those_who_played_here() {
    let mut room = Room::new();
    room.play_and_resign();
    room.say("carol", "!analyze");
    let wish = room.table.review().unwrap().clone();
    assert_eq!(wish.game.learners(), [true, true]);
    let findings = Box::new(Room::findings(&wish.game));
    assert!(!findings.mistakes.is_empty());
    let trigger = Trigger::Review {
        number: wish.number,
        findings: Some(findings.clone()),
    };
    let outcome = handle(&room.table, &trigger, &room.context(&[])).unwrap();
    assert_eq!(outcome.mistakes.len(), findings.mistakes.len());
    for ((person, own), found) in outcome.mistakes.iter().zip(&findings.mistakes) {
        let seat = &wish.game.seats[found.decision.by.index()];
        assert!(seat.holds(person));
        assert_eq!(own.position, found.position);
        assert_eq!(own.good, found.good);
    }
    let reply = room.take(outcome).remove(0);
    assert!(
        room.text(&reply)
            .contains("Train your own mistakes: !train")
    );
    let labels: Vec<_> = reply
        .choices
        .iter()
        .map(|one| one.command.as_str())
        .collect();
    assert!(labels.contains(&"train"), "{labels:?}");

    // Nobody knows who played a record; and who had their data deleted learns nothing.
    let record = PlayedGame {
        played_here: false,
        ..(*wish.game).clone()
    };
    assert_eq!(record.learners(), [false, false]);
    let mut left = (*wish.game).clone();
    left.seats[0] = crate::session::Seat::Person(Person::forgotten(7));
    assert_eq!(left.learners(), [false, true]);
}

#[test]
fn a_mistake_is_solved_and_comes_back_later() {
    let mut room = room(vec![item(5, 1), item(6, 0)]);
    let given = room.say("alice", "!train");
    let told = room.text(&given);
    assert!(told.starts_with("Your own mistake, turn 23\n"), "{told}");
    assert!(told.contains("which cost you 34%"), "{told}");
    assert!(given.only_for.is_some() && given.board().is_some());
    let solved = room.act("e2-f2");
    let told = room.text(&solved);
    assert!(told.contains("Solved at the first try"), "{told}");
    assert!(told.contains("It comes back"), "{told}");
    assert!(
        !told.contains("Theme") && !told.contains("rating"),
        "{told}"
    );
    let trained = room.trained.unwrap();
    assert_eq!((trained.number, trained.solved), (5, 2));
    assert_eq!(room.days_until_due(), Some(3));
    room.pick(&solved, "Next mistake");
    assert_eq!(room.trained, None);
    assert!(room.log.is_empty());
}

#[test]
fn only_the_first_try_counts() {
    let mut room = room(vec![item(5, 4)]);
    room.say("alice", "!train");
    let told = room.act("f6-f7");
    assert!(
        room.text(&told)
            .contains("That's what you chose in the game")
    );
    assert_eq!(room.trained.unwrap().solved, 0);
    assert_eq!(room.days_until_due(), Some(1));
    // As the store says then.
    room.answer = Some(Answer::Training(Training {
        items: vec![TrainingItem {
            counts: false,
            ..item(5, 0)
        }],
        ..Training::default()
    }));
    let again = room.pick(&told, "Try again");
    assert!(room.text(&again).contains("Your own mistake"));
    let hint = room.say("alice", "!hint");
    assert!(room.text(&hint).contains("move the ring on E2"));
    // What is as good as the best is right.
    let solved = room.act("e2-g2");
    let told = room.text(&solved);
    assert!(
        told.contains("That's it!") && told.contains("just as good"),
        "{told}"
    );
    assert!(told.contains("It comes back"), "{told}");
    assert_eq!(room.trained, None);
    let refused = room.refused("alice", "!train show");
    assert!(refused.contains("aren't in a puzzle"), "{refused}");
}

#[test]
fn what_was_solved_after_the_longest_interval_is_learned() {
    let mut room = room(vec![item(5, 5)]);
    room.say("alice", "!train");
    let solved = room.act("e2-f2");
    assert!(room.text(&solved).contains("you've learned that one"));
    let expected = Trained {
        number: 5,
        solved: 6,
        due: None,
    };
    assert_eq!(room.trained, Some(expected));
}

#[test]
fn the_solution_can_be_shown_and_the_exercise_left() {
    let mut room = room(vec![item(5, 3)]);
    room.say("alice", "!train");
    let stopped = room.say("alice", "!train stop");
    assert!(room.text(&stopped).contains("!train goes on"));
    assert_eq!(room.trained, None);
    room.say("alice", "!train");
    let shown = room.say("alice", "!train show");
    assert!(room.text(&shown).contains("The solution: "));
    assert_eq!(room.trained.unwrap().solved, 0);
}

#[test]
fn each_one_that_is_due_can_be_skipped() {
    let mut room = room(vec![item(5, 0), item(6, 0), item(7, 0)]);
    room.say("alice", "!train");
    let mut given = Vec::new();
    for _ in 0..4 {
        let own = room.puzzled().open.unwrap().own.unwrap();
        given.push(own.number);
        room.say("alice", "!train next");
    }
    assert_eq!(given, [5, 6, 7, 5]);
}

#[test]
fn one_that_was_left_until_it_is_due_again_counts_again() {
    let mut room = room(vec![item(5, 2)]);
    room.say("alice", "!train");
    room.act("f6-f7");
    assert_eq!(room.trained.unwrap().solved, 0);
    room.answer = Some(Answer::Training(Training::default()));
    let again = room.say("alice", "!train");
    assert!(room.text(&again).contains("Your own mistake"));
    // The next day it is due.
    room.answer = Some(Answer::Training(Training {
        items: vec![item(5, 0)],
        due: 1,
        later: None,
    }));
    room.say("alice", "!train");
    room.act("e2-f2");
    assert_eq!(room.trained.unwrap().solved, 1);
}

#[test]
fn a_puzzle_and_a_mistake_take_each_others_place() {
    let mut room = room(vec![item(5, 0)]);
    room.say("alice", "!train");
    let puzzle = room.say("alice", "!puzzle");
    assert!(room.text(&puzzle).starts_with("Puzzle\n"));
    let open = room.puzzled().open.unwrap();
    assert!(open.own.is_none() && !open.race);
    // As it has not been tried it is still due.
    let given = room.say("alice", "!train");
    assert!(room.text(&given).starts_with("Your own mistake"));
}

#[test]
fn it_says_when_there_is_nothing_to_train() {
    let mut room = room(Vec::new());
    let told = room.say("alice", "!train");
    assert!(room.text(&told).contains("!analyze finds your mistakes"));
    let next = room.now + jiff::SignedDuration::from_hours(24);
    room.answer = Some(Answer::Training(Training {
        later: Some((3, next)),
        ..Training::default()
    }));
    let told = room.say("alice", "!train");
    assert!(room.text(&told).contains("3 mistakes come back"));
    // Where others read along there is only a private message.
    room.alone = false;
    let replies = room.try_say("alice", "!train").unwrap();
    assert_eq!(replies.len(), 2);
    assert!(replies.iter().any(|reply| reply.private));
}
