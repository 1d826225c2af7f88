//! The turning points of a review on the board, as `better` shows them.

use super::*;
use crate::session::Event;

#[test]
fn each_turning_point_is_shown_on_the_board() {
    let mut room = Room::new();
    assert!(room.refused("carol", "!better").contains("no review"));
    room.play_and_resign();
    room.say("alice", "!analyze");
    let wish = room.table.review().unwrap().clone();
    assert!(room.refused("carol", "!better").contains("no review"));
    let findings = Room::findings(&wish.game);
    let review = room.reviewed(wish.number, Some(findings)).remove(0);
    let said = room.text(&review);
    let kept = room.table.turning_points().unwrap().clone();
    assert!(!kept.points.is_empty());
    let count = room.log.len();
    for point in &kept.points {
        let text = format!("!better {}", point.turn);
        let reply = room.say("carol", &text);
        // What the review says of it, with the same numbers.
        for line in room.text(&reply).lines().take(2) {
            assert!(said.contains(line), "{line}: {said}");
        }
        let board = reply.board().unwrap();
        assert_eq!(board.position, point.position);
        assert_eq!(board.hints, [point.better, point.played]);
        assert!(board.position.play(point.better).is_ok() && point.better != point.played);
        assert!(review.choices.starts_with(&reply.choices));
        assert!(reply.is_step && reply.apart && reply.only_for.is_none());
        let alt = room.words.alt_text(board, None);
        assert!(alt.contains(" was better than "), "{alt}");
    }
    assert_eq!(room.log.len(), count, "looking changes nothing");
    let first = room.say("carol", "!better");
    let turn = kept.points[0].turn;
    assert_eq!(first.text, room.say("bob", &format!("!better {turn}")).text);
    // Its number in the review will do as well.
    assert!(turn > 1, "{turn}");
    assert_eq!(first.text, room.say("bob", "!better 1").text);
    for text in ["!better 99", "!better 0"] {
        let told = room.refused("carol", text);
        assert!(told.contains(&format!("!better {turn}")), "{told}");
    }
    // Those who press it go on alone.
    room.unseen = true;
    let only_for = room.say("carol", "!better").only_for;
    assert_eq!(only_for.unwrap().name, "carol");
    room.unseen = false;

    // They outlast the start of the next game, also where the log is read from there on.
    room.say("alice", "!rematch");
    room.say("bob", "!accept");
    assert_eq!(room.table.turning_points(), Some(&kept));
    let read = room.read_from_last_start();
    assert_eq!(read.turning_points(), Some(&kept));
    assert!(room.say("carol", "!better").board().is_some());
    // A review that fails takes nothing away, and logs of before this was kept still read.
    let old = serde_json::from_str(r#"{"reviewed":{"number":7}}"#);
    assert_eq!(
        old.ok(),
        Some(Event::Reviewed {
            number: 7,
            turning: None
        })
    );
}

#[test]
fn turning_points_of_one_turn_are_told_apart() {
    let mut room = Room::new();
    room.play_and_resign();
    room.say("alice", "!analyze");
    let wish = room.table.review().unwrap().clone();
    let findings = Room::findings(&wish.game);
    room.reviewed(wish.number, Some(findings));
    let mut kept = room.table.turning_points().unwrap().clone();
    let mut first = kept.points[0].clone();
    // As if the turn had gone on with another decision.
    let mut second = first.clone();
    second.position = first.position.play(first.played).unwrap();
    let actions = second.position.legal_actions();
    (second.played, second.better) = (actions[0], actions[1]);
    let mut third = second.clone();
    (first.turn, second.turn, third.turn) = (30, 30, 31);
    kept.points = vec![first.clone(), second.clone(), third];
    let event = Event::Reviewed {
        number: wish.number,
        turning: Some(Box::new(kept)),
    };
    let at = room.now;
    room.table.apply(&Entry { at, event }).unwrap();
    let reply = room.say("carol", "!better");
    let commands: Vec<&str> = reply.choices.iter().map(|one| &*one.command).collect();
    assert_eq!(commands, ["better 30 1", "better 30 2", "better 31"]);
    let labels = reply.choices.iter();
    let labels: Vec<String> = labels.map(|one| room.words.choice(one, None)).collect();
    assert_eq!(labels, ["Turn 30 (1)", "Turn 30 (2)", "Turn 31"]);
    for (text, point) in [
        ("!better 30", &first),
        ("!better 30 1", &first),
        ("!better 30 2", &second),
        ("!better 2", &second),
    ] {
        let reply = room.say("carol", text);
        let board = reply.board().unwrap();
        assert_eq!(board.position, point.position, "{text}");
        assert_eq!(board.hints, [point.better, point.played], "{text}");
    }
    for text in [
        "!better 30 3",
        "!better 30 0",
        "!better 31 2",
        "!better 2 1",
    ] {
        let told = room.refused("carol", text);
        assert!(told.contains("!better 30 2"), "{text}: {told}");
    }
}
