//! What commands make of the archive's answers: whom they are about, and the table of the best.

use super::*;
use crate::session::archive::{Answer, Standing};
use crate::session::rating::Rating;
use crate::session::{COMMANDS, Leaderboard, Visual};

impl Room {
    /// Standings of people with these names, each 10 points below the one before.
    fn ranked(&mut self, names: &[&str], deviation: f64) {
        let standing = |(i, name): (u32, &&str)| Standing {
            person: Person::new(format!("@{i}:example.org"), name),
            rating: Rating {
                rating: 2000.0 - 10.0 * f64::from(i),
                deviation,
                last: Some(self.now),
                ..Rating::default()
            },
            games: 20 + i,
        };
        let standings = (0..).zip(names).map(standing);
        self.answer = Some(Answer::Standings(standings.collect()));
    }

    fn leaderboard(&mut self, text: &str) -> (String, Leaderboard) {
        let reply = self.say("alice", text);
        let text = self.text(&reply);
        match reply.visual {
            Some(Visual::Leaderboard(board)) => (text, board),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_best_are_listed_with_the_authors_own_line() {
    let mut room = Room::new();
    let names: Vec<String> = (0..14).map(|i| format!("player {i}")).collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names[2] = "b\u{ad}ob";
    names[3] = "bob";
    room.ranked(&names, 60.0);
    let (text, board) = room.leaderboard("!top blitz");
    assert_eq!(board.lines.len(), 10);
    assert!(text.contains("10. player 9: 1910 ± 60, 29 games"), "{text}");
    assert!(!text.contains("11."), "{text}");
    let alt = room.words.leaderboard_alt_text(&board, None);
    assert!(alt.starts_with("A table. Best ratings, blitz. 1. player 0: 2000 ± 60, 20 games. 2. "));
    let shown = room
        .words
        .people(board.lines.iter().map(|line| &line.person));
    assert_eq!(shown[2], "bob (@2:example.org)");
    assert_eq!(shown[3], "bob (@3:example.org)");

    // The author is the twelfth.
    let Some(Answer::Standings(standings)) = &mut room.answer else {
        panic!("no standings");
    };
    standings[11].person = Person::new("alice", "alice");
    let (text, board) = room.leaderboard("!top");
    assert_eq!(board.lines.len(), 11);
    assert_eq!(board.lines[10].place, 12);
    assert!(
        text.ends_with("12. alice: 1890 ± 60, 31 games (you)"),
        "{text}"
    );

    // Nobody's rating is certain enough.
    room.ranked(&["bob"], 120.0);
    let reply = room.say("alice", "!top");
    assert_eq!(reply.visual, None);
}

#[test]
fn a_leaderboard_is_stored_and_read() {
    let mut room = Room::new();
    room.ranked(&["alice"], 60.0);
    let reply = room.say("alice", "!top");
    let stored = serde_json::to_string(&reply).unwrap();
    assert_eq!(serde_json::from_str::<Reply>(&stored).unwrap(), reply);
}

#[test]
fn statistics_are_about_one_person() {
    let mut room = Room::new();
    room.answer = Some(Answer::Results {
        games: Vec::new(),
        standing: None,
    });
    let text = room.refused("alice", "!stats @ringleader");
    assert!(text.contains("games against me are not rated"), "{text}");
    let text = room.refused("alice", "!stats @dave");
    assert!(text.contains("I don't know anyone called"), "{text}");

    let people = ["1", "2"].map(|id| Person::new(id, "sam"));
    let Parsed::Command(command) = parse(COMMANDS, "!stats sam", "!", Addressing::Open) else {
        panic!("no command");
    };
    let by = Person::new("alice", "alice");
    let trigger = Trigger::Command { by, command };
    let refusal = handle(&room.table, &trigger, &room.context(&people)).unwrap_err();
    let text = room.text(&refusal.into());
    assert!(
        text.contains("More than one person here is called “sam”"),
        "{text}"
    );
}
