//! Races: puzzles one after another until the time is up.

use jiff::SignedDuration;

use super::Room;
use crate::game::{Action, Position};
use crate::session::phrases::typed_action;
use crate::session::{Answer, Person, Puzzled, Reply};

fn room() -> Room {
    Room {
        alone: true,
        ..Room::new()
    }
}

impl Room {
    fn racer(&self) -> Puzzled {
        let own = self.personal.of(&Person::new("alice", "alice")).puzzles;
        own.map(|puzzled| *puzzled).unwrap_or_default()
    }

    /// What is right in the puzzle that alice is in, and where.
    fn right(&self) -> (Position, Action) {
        let open = self.racer().open.unwrap();
        assert!(open.race);
        let puzzle = open.puzzle().unwrap();
        let mut played = open.played.iter();
        let at = played.try_fold(puzzle.start, |at, &action| at.play(action));
        (at.unwrap(), puzzle.line[open.played.len()])
    }

    /// Solves the puzzle that alice is in.
    fn win(&mut self) -> Reply {
        let before = self.racer().races.running.unwrap();
        loop {
            let (_, action) = self.right();
            let reply = self.say("alice", &format!("!{}", typed_action(action)));
            let puzzled = self.racer();
            let Some(after) = puzzled.races.running else {
                return reply;
            };
            if after.solved != before.solved {
                assert_eq!(after.solved, before.solved + 1);
                return reply;
            }
        }
    }
}

#[test]
fn as_many_as_one_can_in_three_minutes() {
    let mut room = room();
    room.answer = Some(Answer::Races(vec![(Person::new("bob", "bob"), 9)]));
    let intro = room.say("alice", "!race");
    let told = room.text(&intro);
    assert!(
        told.contains("three minutes") && told.contains("1. bob: 9"),
        "{told}"
    );
    assert!(room.racer().races.running.is_none());
    room.pick(&intro, "Start");
    let mut difficulty = Vec::new();
    for number in 1..=12 {
        difficulty.push(room.racer().open.unwrap().puzzle().unwrap().rating);
        let reply = room.win();
        let told = room.text(&reply);
        assert!(told.starts_with("Right!\n"), "{told}");
        assert!(told.contains(&format!("Race: {number} solved, ")), "{told}");
        assert!(reply.board().is_some() && reply.only_for.is_some());
        room.now += SignedDuration::from_secs(7);
    }
    assert!(
        difficulty.is_sorted() && difficulty[0] < difficulty[1],
        "{difficulty:?}"
    );
    // The score stands whether or not they come back to hear it.
    assert_eq!(room.racer().races.best("club"), 12);
    // Wrong answers cost time alone.
    let (at, right) = room.right();
    let actions = at.legal_actions();
    let wrong = *actions.iter().find(|&&one| one != right).unwrap();
    let reply = room.say("alice", &format!("!{}", typed_action(wrong)));
    let told = room.text(&reply);
    assert!(
        told.starts_with("No: ") && told.contains("The solution: "),
        "{told}"
    );
    assert!(told.contains("12 solved"), "{told}");
    let skipped = room.pick(&reply, "Skip");
    assert!(room.text(&skipped).contains("12 solved"));
    // What comes too late does not count.
    room.now += SignedDuration::from_mins(3);
    let reply = room.win();
    let told = room.text(&reply);
    assert!(told.starts_with("Time!\nYou solved 12."), "{told}");
    let puzzled = room.racer();
    assert!(puzzled.open.is_none());
    assert_eq!(puzzled.tried, 0);
    let score = &puzzled.races.scores[0];
    assert_eq!((score.server.as_str(), score.best), ("club", 12));

    room.pick(&reply, "Race again");
    room.win();
    let stopped = room.say("alice", "!race stop");
    let told = room.text(&stopped);
    assert!(told.starts_with("You solved 1. Your best: 12."), "{told}");
    let none = room.say("alice", "!race stop");
    assert!(room.text(&none).contains("You aren't in a race"));
}

#[test]
fn a_race_goes_on_after_something_else() {
    let mut room = room();
    let first = room.say("alice", "!race start");
    let id = room.racer().open.unwrap().id;
    room.say("alice", "!puzzle");
    assert_ne!(room.racer().open.unwrap().id, id);
    room.say("alice", "!race");
    assert_ne!(room.racer().open.as_ref().unwrap().id, id);
    // What was offered for an earlier puzzle leads to the one that is open now.
    let open = room.racer().open.unwrap().id;
    let offered = &first.choices[0].command;
    assert!(offered.starts_with("race "), "{offered}");
    room.choose("alice", &first, 0);
    assert_eq!(room.racer().open.unwrap().id, open);
}

#[test]
fn where_others_read_along_it_only_invites() {
    let mut room = Room::new();
    room.answer = Some(Answer::Races(vec![(Person::new("bob", "bob"), 9)]));
    let invited = room.say("alice", "!race");
    let told = room.text(&invited);
    assert!(
        told.contains("1. bob: 9") && told.contains("!race"),
        "{told}"
    );
    assert!(invited.only_for.is_none());
    let replies = room.try_choose("alice", &invited, 0).unwrap();
    assert!(replies.iter().any(|reply| reply.private));
    // Where they are led to it counts for this server.
    let asked = room.racer().races.asked.unwrap();
    assert_eq!(asked.1, "club");
}
