//! Games in which a channel decides by votes.

use jiff::SignedDuration;

use super::Room;
use crate::game::Color;
use crate::session::{
    Person, Renaming, Reply, Rights, Seat, Table, Tally, Trigger, Visual, handle,
};

#[test]
fn the_most_votes_are_played() {
    let mut room = Room::new();
    let reply = room.say("alice", "!vote-game 3 2 10m blitz white");
    let text = room.text(&reply);
    assert!(text.contains("The crowd (white) against"), "{text}");
    assert!(
        text.contains("Vote on where to place ring 1 of 5"),
        "{text}"
    );
    assert!(matches!(
        room.table.running().unwrap().seat(Color::White),
        Seat::Crowd(_)
    ));
    let reply = room.say("alice", "!A4");
    assert_eq!(room.text(&reply), "Your vote: !place A4.");
    assert!(reply.acknowledges && reply.only_for.is_some());
    assert!(room.refused("alice", "!A4").contains("already voted"));
    room.say("bob", "!B4");
    // A tie: Alice has changed her mind, so Bob's vote is the older one.
    room.say("alice", "!C4");
    let reply = room.say("carol", "!votes");
    let text = room.text(&reply);
    assert!(
        text.contains("2 votes: !place B4 (1), !place C4 (1)."),
        "{text}"
    );
    assert_eq!(room.table.running().unwrap().actions().len(), 0);
    let replies = room.wait(600);
    let [tally, played] = &*replies else {
        panic!("{replies:?}");
    };
    assert_eq!(room.text(tally), "2 votes: !place B4 (1), !place C4 (1).");
    let text = room.text(played);
    assert!(
        text.contains("The crowd placed a white ring on B4."),
        "{text}"
    );
    assert_eq!(
        room.table.pending().turn,
        room.table.running().map(|game| game.seat(Color::Black))
    );
    room.check_log();
}

#[test]
fn a_vote_waits_for_enough_people() {
    let mut room = Room::new();
    room.say("alice", "!vote-game 3 2 10m blitz white");
    room.say("alice", "!A4");
    let told = room.wait(3600);
    assert_eq!(told.len(), 1);
    assert_eq!(room.text(&told[0]), "One vote: !place A4 (1).");
    room.say("bob", "!A4");
    let replies = room.wait(0);
    assert!(room.text(&replies[0]).contains("ring on A4"), "{replies:?}");
    room.check_log();
}

#[test]
fn two_hundred_votes_are_counted_and_told_in_one_message() {
    let mut room = Room::new();
    room.say("host", "!vote-game 3 100 10m blitz white");
    let points = ["A4", "B4", "C4", "D4", "E4"];
    let mut counted = [0; 5];
    let mut told: Vec<Reply> = Vec::new();
    for voter in 0_usize..200 {
        // Spread unevenly, so that there is a winner.
        let point = (voter * voter) % 15 % 5;
        counted[point] += 1;
        room.say(&format!("voter{voter}"), &format!("!{}", points[point]));
        told.extend(room.wait(2));
        // Some change their minds.
        if voter % 10 == 0 {
            let other = (point + 1) % 5;
            counted[point] -= 1;
            counted[other] += 1;
            room.say(&format!("voter{voter}"), &format!("!{}", points[other]));
        }
    }
    assert_eq!(room.table.running().unwrap().actions().len(), 0);
    let replies = room.wait(600);
    let (played, last) = replies.split_last().unwrap();
    told.extend_from_slice(last);
    // In 400 seconds, each at least 5 after the vote that it tells first.
    assert!(told.len() > 40 && told.len() <= 80, "{}", told.len());
    let round = told[0].tally.unwrap().round;
    for (number, reply) in (1..).zip(&told) {
        assert_eq!(reply.tally, Some(Tally { round, number }));
        assert!(reply.visual.is_none() && reply.apart);
    }
    let is_picture = |reply: &&Reply| matches!(reply.visual, Some(Visual::Board(_)));
    assert_eq!(replies.iter().filter(is_picture).count(), 1);
    let text = room.text(played);
    assert!(text.starts_with("200 votes: "), "{text}");
    for (point, votes) in points.iter().zip(counted) {
        let line = format!("!place {point} ({votes})");
        assert_eq!(text.contains(&line), votes > 0, "{text}: {line}");
    }
    let most = counted.iter().max().unwrap();
    let (best, _) = points.iter().zip(counted).find(|(_, n)| n == most).unwrap();
    assert!(text.contains(&format!("white ring on {best}.")), "{text}");
    room.check_log();
}

#[test]
fn a_tally_is_current_until_the_next_one() {
    let mut room = Room::new();
    room.say("alice", "!vote-game 3 2 10m blitz white");
    room.say("alice", "!A4");
    let first = room.wait(5).remove(0);
    assert!(room.table.is_newest_tally(first.tally.unwrap()));
    room.say("bob", "!A4");
    assert!(room.table.is_newest_tally(first.tally.unwrap()));
    let second = room.wait(5).remove(0);
    assert!(
        !room.table.is_newest_tally(first.tally.unwrap())
            && room.table.is_newest_tally(second.tally.unwrap())
    );
    room.wait(600);
    assert!(!room.table.is_newest_tally(second.tally.unwrap()));
}

#[test]
fn votes_are_bounded() {
    let mut room = Room::new();
    assert!(room.refused("alice", "!vote-game 1s").contains("from"));
    assert!(room.refused("alice", "!vote-game 3 500").contains("100"));
    assert!(room.refused("alice", "!vote-game 3 soon").contains("soon"));
    assert!(room.refused("alice", "!vote-game 3 0").contains("1 to 100"));
    room.say("alice", "!vote-game 3 2 10m blitz white");
    for point in ["A4", "B4", "C4", "D4", "E4", "A3"] {
        room.say("alice", &format!("!{point}"));
    }
    let refused = room.refused("alice", "!A4");
    assert!(refused.contains("so it stands"), "{refused}");
    assert!(room.refused("bob", "!A4; B4").contains("one decision"));
    assert!(room.refused("bob", "!move E4 E5").contains("place"));
}

#[test]
fn a_whole_game_is_played_by_votes() {
    let mut room = Room::new();
    room.say("alice", "!vote-game 3 1 10m blitz white");
    let mut turns = 0;
    while let Some(game) = room.table.running() {
        let position = *game.position();
        if game.voting().is_some() {
            let action = position.legal_actions()[0];
            let typed = crate::session::phrases::typed_action(action);
            room.say(&format!("voter{}", turns % 3), &format!("!{typed}"));
            room.wait(600);
        } else {
            let turn = Trigger::Turn(vec![position.legal_actions()[0]]);
            let outcome = handle(&room.table, &turn, &room.context(&[]));
            room.take(outcome.unwrap());
        }
        turns += 1;
        assert!(turns < 500);
    }
    room.check_log();
    // Anybody may ask for another, and answers for it.
    let reply = room.say("bob", "!rematch");
    assert!(room.text(&reply).contains("The crowd (black)"));
    assert_eq!(room.table.players(), ["bob"]);
}

#[test]
fn whoever_began_it_resigns_and_takes_back() {
    let mut room = Room::new();
    room.say("alice", "!vote-game 3 1 10m blitz white");
    assert!(room.refused("bob", "!resign").contains("only alice"));
    for text in ["!seat @bob", "!standin", "!coach on"] {
        let refused = room.refused("alice", text);
        assert!(
            refused.contains("in which everyone votes"),
            "{text}: {refused}"
        );
    }
    room.say("alice", "!A4");
    room.wait(600);
    // It is not the crowd's turn.
    assert!(room.refused("bob", "!B4").contains("turn"));
    room.say("alice", "!undo");
    assert!(room.table.running().unwrap().actions().is_empty());
    room.say("alice", "!resign no");
    assert!(room.table.running().is_some());
    let reply = room.say("alice", "!resign yes");
    assert!(room.text(&reply).contains("The crowd resigned"));
    room.check_log();
}

#[test]
fn everyone_plays_a_person() {
    let mut room = Room::new();
    let reply = room.say("alice", "!vote-game @bob 2 10m blitz white");
    let text = room.text(&reply);
    assert!(
        text.contains(
            "alice and everyone here challenge bob to a blitz game of YINSH, playing white"
        ),
        "{text}"
    );
    assert!(room.refused("carol", "!accept").contains("bob"));
    let reply = room.choose("bob", &reply, 0);
    let text = room.text(&reply);
    assert!(
        text.contains("The crowd (white) against bob (black)"),
        "{text}"
    );
    assert!(text.contains("Everyone here can vote"), "{text}");
    room.check_log();
    // Who plays against everyone has no vote.
    assert!(room.refused("bob", "!A4").contains("turn"));
    for voter in ["alice", "carol"] {
        room.say(voter, "!A4");
    }
    let replies = room.wait(600);
    let text = room.text(replies.last().unwrap());
    assert!(
        text.contains("The crowd placed a white ring on A4."),
        "{text}"
    );
    assert!(text.contains("bob (black), "), "{text}");
    assert!(room.refused("carol", "!B4").contains("turn"));
    room.say("bob", "!B4");
    // Whoever began it answers for everyone.
    room.say("bob", "!draw");
    room.refused("carol", "!accept");
    room.say("alice", "!decline");
    room.say("bob", "!undo");
    room.say("alice", "!accept");
    assert_eq!(room.table.running().unwrap().actions().len(), 1);
    // Not even by a moderator.
    room.rights = Some(Rights {
        channel: true,
        server: false,
    });
    assert!(room.refused("bob", "!abort").contains("still here"));
    room.other_present = Some(true);
    assert!(room.refused("alice", "!abort").contains("still here"));
    room.say("alice", "!draw");
    let reply = room.say("bob", "!accept");
    assert!(room.text(&reply).contains("draw"), "{reply:?}");
    room.check_log();
    assert!(
        room.refused("bob", "!rematch")
            .contains("has to ask: !rematch")
    );
    let reply = room.say("carol", "!rematch");
    let text = room.text(&reply);
    assert!(
        text.contains("carol and everyone here challenge bob"),
        "{text}"
    );
    let status = room.say("zoe", "!status");
    let text = room.text(&status);
    assert!(text.contains("everyone here challenged bob"), "{text}");
    // As between two people, who asks for a rematch, too, accepts it.
    let reply = room.say("bob", "!rematch");
    assert!(
        room.text(&reply)
            .contains("bob (white) against The crowd (black)")
    );
    assert_eq!(room.table.players(), ["bob", "carol"]);
    room.check_log();
}

#[test]
fn a_rematch_accepts_no_challenge_of_another_kind() {
    let mut room = Room::new();
    let offer = room.say("alice", "!challenge @bob blitz");
    room.choose("bob", &offer, 0);
    room.say("bob", "!resign yes");
    room.say("bob", "!vote-game @alice");
    let reply = room.say("alice", "!rematch");
    let text = room.text(&reply);
    assert!(text.contains("alice challenges bob"), "{text}");
    assert!(room.table.running().is_none());
    let lapsed = room.wait(48 * 3600);
    let text = room.text(&lapsed[0]);
    assert!(text.contains("!vote-game @friend"), "{text}");
}

#[test]
fn everyone_is_told_when_the_person_is_forgotten() {
    let mut room = Room::new();
    let offer = room.say("alice", "!vote-game @bob");
    room.choose("bob", &offer, 0);
    let (bob, someone) = (Person::new("bob", "bob"), Person::forgotten(1));
    let mut renaming = Renaming::new(&bob, &someone);
    room.log.iter_mut().for_each(|entry| renaming.entry(entry));
    room.table = Table::replay(room.table.key().clone(), 0, &room.log).unwrap();
    let outcome = handle(&room.table, &Trigger::Left, &room.context(&[])).unwrap();
    let replies = room.take(outcome);
    let text = room.text(&replies[0]);
    assert!(text.contains("alice"), "{text}");
    assert!(room.table.running().is_none());
}

#[test]
fn not_everyone_can_be_challenged_to_play_everyone() {
    let mut room = Room::new();
    for (text, expected) in [
        ("!vote-game @alice", "play against them"),
        (
            "!vote-game 3 2 @bob",
            "Levels are only for games against me",
        ),
        ("!vote-game @nobody-here", "nobody-here"),
    ] {
        let refused = room.refused("alice", text);
        assert!(refused.contains(expected), "{text}: {refused}");
    }
    room.closed = vec!["bob".to_owned()];
    assert!(room.refused("alice", "!vote-game @bob").contains("bob"));
    let reply = room.say("alice", "!vote-game @Ringleader 3");
    assert!(room.text(&reply).contains("The crowd"), "{reply:?}");
    // A challenge that is forgotten names nobody.
    room.say("alice", "!resign yes");
    room.closed.clear();
    room.say("alice", "!vote-game @bob");
    let mut renaming = Renaming::new(&Person::new("alice", "alice"), &Person::forgotten(1));
    room.log.iter_mut().for_each(|entry| renaming.entry(entry));
    let text = serde_json::to_string(&room.log).unwrap();
    assert!(!text.contains("alice"), "{text}");
}

#[test]
fn a_vote_game_that_nobody_plays_ends_by_itself() {
    let mut room = Room::new();
    room.say("alice", "!vote-game 3 2 10m blitz white");
    assert_eq!(room.table.players(), ["alice"]);
    room.say("alice", "!A4");
    let told = room.wait(30 * 24 * 3600);
    let [tally, asked, adjourned] = &*told else {
        panic!("{told:?}");
    };
    assert!(tally.tally.is_some());
    assert!(room.text(asked).starts_with("alice, "), "{asked:?}");
    assert!(room.text(adjourned).starts_with("alice, "), "{adjourned:?}");
    assert!(room.table.running().is_none());
    room.check_log();
}

#[test]
fn votes_end_in_time_though_the_clock_is_set_back() {
    let mut room = Room::new();
    room.say("alice", "!vote-game 3 1 10m blitz white");
    room.say("alice", "!A4");
    let later = room.now;
    room.now -= SignedDuration::from_hours(5);
    let outage = Trigger::Outage {
        from: later,
        to: room.now,
    };
    let outcome = handle(&room.table, &outage, &room.context(&[]));
    room.take(outcome.unwrap());
    let replies = room.wait(600);
    assert_eq!(replies.len(), 2, "{replies:?}");
    assert!(room.text(&replies[1]).contains("ring on A4"));
}

#[test]
fn whoever_is_forgotten_votes_no_more() {
    let mut room = Room::new();
    room.say("alice", "!vote-game 3 1 10m blitz white");
    let bob = Person::new("bob", "bob");
    room.say("bob", "!A4");
    let game = room.table.running().unwrap();
    assert_eq!(game.votes.len(), 1);
    let mut log = room.log.clone();
    let mut renaming = Renaming::new(&bob, &Person::forgotten(1));
    log.iter_mut().for_each(|entry| renaming.entry(entry));
    let table = Table::replay(room.table.key().clone(), 0, &log).unwrap();
    assert_eq!(table.running().unwrap().votes.len(), 0);
}

#[test]
fn a_game_ends_if_whoever_began_it_is_forgotten() {
    let mut room = Room::new();
    room.say("alice", "!vote-game 3 1 10m blitz white");
    room.say("bob", "!A4");
    let alice = Person::new("alice", "alice");
    let mut renaming = Renaming::new(&alice, &Person::forgotten(1));
    room.log.iter_mut().for_each(|entry| renaming.entry(entry));
    room.table = Table::replay(room.table.key().clone(), 0, &room.log).unwrap();
    assert!(room.table.has_left());
}
