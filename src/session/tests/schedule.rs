//! Tournaments that are scheduled at a table.

use jiff::{SignedDuration, Timestamp};

use super::Room;
use crate::session::archive::Standing;
use crate::session::rating::Rating;
use crate::session::{Answer, Event, Person, Renaming, Reply, Rights, Table, Trigger, handle};

/// A room whose people moderate it and where threads can be opened, on a Monday at noon.
pub(super) fn room() -> Room {
    let mut room = Room::new();
    room.threads = true;
    room.now = "2026-03-23T12:00:00Z".parse().unwrap();
    room.rights = Some(Rights {
        channel: true,
        server: false,
    });
    room
}

fn texts(room: &Room, replies: &[Reply]) -> String {
    let texts: Vec<_> = replies.iter().map(|reply| room.text(reply)).collect();
    texts.join("\n")
}

/// Lets the time pass up to a moment.
pub(super) fn wait_until(room: &mut Room, moment: &str) -> String {
    let moment: Timestamp = moment.parse().unwrap();
    let seconds = moment.duration_since(room.now).as_secs();
    let replies = room.wait(seconds);
    texts(room, &replies)
}

#[test]
fn a_tournament_starts_every_week() {
    let mut room = room();
    let reply = room.say(
        "alice",
        "!schedule swiss friday 18:00 Europe/Warsaw 3 2d blitz",
    );
    let text = room.text(&reply);
    assert!(
        text.starts_with("A tournament here every Friday at 18:00 (Europe/Warsaw): Swiss system."),
        "{text}"
    );
    assert!(text.contains("2026-03-27 17:00 UTC"), "{text}");
    assert!(
        text.contains("join it from 2026-03-26 17:00 UTC on"),
        "{text}"
    );
    assert!(room.table.tournament().is_none());
    assert_eq!(wait_until(&mut room, "2026-03-26T16:59:59Z"), "");
    let text = wait_until(&mut room, "2026-03-26T17:00:00Z");
    assert!(
        text.contains("Sign-up is open for the tournament here (Swiss system)"),
        "{text}"
    );
    assert!(text.contains("It starts on its own: "), "{text}");
    for player in ["bob", "carol", "dave"] {
        room.say(player, "!tournament join");
    }
    let text = wait_until(&mut room, "2026-03-27T16:45:00Z");
    assert!(
        text.starts_with("bob, carol, dave: the tournament you joined starts"),
        "{text}"
    );
    let replies = room.wait(15 * 60);
    let text = texts(&room, &replies);
    assert!(text.starts_with("Round 1 of 3"), "{text}");
    assert_eq!(
        replies
            .iter()
            .filter(|reply| reply.begins.is_some())
            .count(),
        1
    );
    room.check_log();
    // The next one is left out while this one goes on, and summer time has begun.
    assert_eq!(wait_until(&mut room, "2026-04-03T17:00:00Z"), "");
    let reply = room.say("zoe", "!schedule");
    assert!(
        room.text(&reply).contains("2026-04-10 16:00 UTC"),
        "{reply:?}"
    );
    let question = room.say("alice", "!tournament stop");
    room.choose("alice", &question, 0);
    let text = wait_until(&mut room, "2026-04-09T16:00:00Z");
    assert!(text.contains("Sign-up is open"), "{text}");
    // Nobody joins.
    let text = wait_until(&mut room, "2026-04-10T16:00:00Z");
    assert_eq!(
        text,
        "Fewer than 3 players joined, so the tournament has been called off."
    );
    room.check_log();
    let reply = room.say("alice", "!schedule off");
    assert!(room.text(&reply).contains("No more tournaments"));
    assert_eq!(room.table.pending().wake_at, None);
    room.check_log();
}

#[test]
fn a_tournament_of_every_day_can_be_joined_six_hours_before() {
    let mut room = room();
    let reply = room.say("alice", "!schedule knockout daily 16:00 10m+5s rated");
    let text = room.text(&reply);
    assert!(
        text.contains("every day at 16:00 (UTC): knockout"),
        "{text}"
    );
    assert!(!text.contains("can join it from"), "{text}");
    // It is less than six hours away.
    let replies = room.wait(0);
    let text = texts(&room, &replies);
    assert!(
        text.contains("Sign-up is open for the tournament here (knockout)"),
        "{text}"
    );
    for player in ["bob", "carol", "dave", "erin"] {
        room.say(player, "!tournament join");
    }
    let text = wait_until(&mut room, "2026-03-23T16:00:00Z");
    assert!(text.contains("Round 1 of 2"), "{text}");
    room.check_log();
}

#[test]
fn a_tournament_that_was_missed_is_left_out() {
    let mut room = room();
    room.say("alice", "!schedule swiss daily 19:00 2d");
    // The bot was down for thirty days. What fell due is handled as of its own time.
    room.now += SignedDuration::from_hours(1);
    let now = room.now + SignedDuration::from_hours(24 * 30 - 1);
    let late = Trigger::Timer { now };
    let outcome = handle(&room.table, &late, &room.context(&[])).unwrap();
    assert_eq!(room.take(outcome), []);
    let text = wait_until(&mut room, "2026-04-22T13:00:00Z");
    assert_eq!(text.matches("Sign-up is open").count(), 1, "{text}");
    room.check_log();
}

#[test]
fn players_are_seeded_by_their_ratings() {
    let mut room = room();
    room.say("alice", "!tournament swiss 2d");
    for (player, rating) in [
        ("alice", 1400.0),
        ("bob", 0.0),
        ("carol", 1700.0),
        ("dave", 1600.0),
    ] {
        let standing = Standing {
            person: Person::new(player, player),
            rating: Rating {
                rating,
                ..Rating::default()
            },
            games: 20,
        };
        // Bob has none.
        let standings = Some(standing).filter(|_| rating > 0.0);
        room.answer = Some(Answer::Standings(standings.into_iter().collect()));
        room.say(player, "!tournament join");
    }
    room.answer = None;
    room.try_say("alice", "!tournament start").unwrap();
    let players = room.log.iter().find_map(|entry| match &entry.event {
        Event::TournamentStarted { players, .. } => Some(players),
        _ => None,
    });
    let names: Vec<_> = players.unwrap().iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["carol", "dave", "bob", "alice"]);
    room.check_log();
}

#[test]
fn schedules_are_for_moderators_and_bounded() {
    let mut room = room();
    let reply = room.say("zoe", "!schedule");
    assert!(
        room.text(&reply)
            .contains("No tournaments are scheduled here")
    );
    for (text, expected) in [
        ("!schedule swiss", "!schedule"),
        ("!schedule friday 18:00 2d", "!schedule"),
        ("!schedule swiss friday 2d", "!schedule"),
        ("!schedule swiss friday 18:00", "need a clock"),
        (
            "!schedule swiss friday 18:00 Europe/Atlantis 2d",
            "time zone “Europe/Atlantis”",
        ),
        ("!schedule swiss friday 25:00 2d", "25:00"),
        ("!schedule swiss friday 24:00 2d", "24:00"),
        ("!schedule swiss friday 18:5 2d", "18:5"),
        ("!schedule swiss friday 18 2d", "like 18:00"),
        ("!schedule swiss friday 18:00 15m/10s", "15m/10s"),
        ("!schedule knockout 3 friday 18:00 2d", "for a Swiss"),
        ("!schedule swiss 40 friday 18:00 2d", "1 to 11"),
    ] {
        let refused = room.refused("alice", text);
        assert!(refused.contains(expected), "{text}: {refused}");
    }
    room.threads = false;
    let refused = room.refused("alice", "!schedule swiss friday 18:00 2d");
    assert!(refused.contains("open threads"), "{refused}");
    room.threads = true;
    room.rights = Some(Rights {
        channel: false,
        server: false,
    });
    for text in ["!schedule swiss friday 18:00 2d", "!schedule off"] {
        let refused = room.refused("alice", text);
        assert!(refused.contains("moderators"), "{text}: {refused}");
    }
    assert!(room.table.schedule().is_none());
}

#[test]
fn a_schedule_outlasts_games_and_closed_channels() {
    let mut room = room();
    room.say("alice", "!schedule swiss friday 18:00 2d");
    let schedule = room.table.schedule().cloned();
    room.begin();
    assert_eq!(room.read_from_last_start(), room.table);
    assert_eq!(room.table.schedule().cloned(), schedule);
    let reply = room.say("zoe", "!tournament");
    assert!(room.text(&reply).contains("every Friday"), "{reply:?}");
    // Where the bot does not play, none is opened.
    room.inherited.play = Some(false);
    let replies = room.wait(4 * 24 * 3600);
    assert!(!texts(&room, &replies).contains("Sign-up"), "{replies:?}");
    let moved = &room.table.schedule().unwrap().next;
    assert_eq!(moved.to_string(), "2026-04-03T18:00:00Z");
    room.check_log();
    // Whoever scheduled it is forgotten, and it goes on.
    let mut log = room.log.clone();
    let (alice, someone) = (Person::new("alice", "alice"), Person::forgotten(7));
    let mut renaming = Renaming::new(&alice, &someone);
    log.iter_mut().for_each(|entry| renaming.entry(entry));
    let text = serde_json::to_string(&log).unwrap();
    assert!(!text.contains("alice"), "{text}");
    room.log = log;
    room.table = Table::replay(room.table.key().clone(), 0, &room.log).unwrap();
    room.inherited.play = None;
    let text = wait_until(&mut room, "2026-04-02T18:00:00Z");
    assert!(text.contains("Sign-up is open"), "{text}");
}

#[test]
fn late_news_of_a_start_is_no_news() {
    let mut room = room();
    room.say("alice", "!schedule swiss daily 17:00 2d");
    room.wait(0);
    for player in ["bob", "carol", "dave"] {
        room.say(player, "!tournament join");
    }
    // The bot was down from before the announcement until after the start.
    room.now = "2026-03-23T16:45:00Z".parse().unwrap();
    let now = "2026-03-23T17:10:00Z".parse().unwrap();
    let outcome = handle(&room.table, &Trigger::Timer { now }, &room.context(&[])).unwrap();
    assert_eq!(room.take(outcome), []);
    let text = wait_until(&mut room, "2026-03-23T17:00:00Z");
    assert!(text.starts_with("Round 1"), "{text}");
    room.check_log();
}

#[test]
fn a_schedule_keeps_out_of_quiet_hours() {
    let mut room = room();
    // They end shortly before the start.
    room.inherited.quiet = Some("22:00-08:00".parse().unwrap());
    room.say("alice", "!schedule swiss daily 08:15 2d");
    assert_eq!(wait_until(&mut room, "2026-03-24T07:59:59Z"), "");
    let text = wait_until(&mut room, "2026-03-24T08:00:00Z");
    assert!(text.contains("Sign-up is open"), "{text}");
    room.check_log();
    let mut room = self::room();
    room.inherited.quiet = Some("22:00-08:00".parse().unwrap());
    room.say("alice", "!schedule swiss saturday 07:30 2d");
    // A day before it is quiet, and nobody is told before it is over.
    let text = wait_until(&mut room, "2026-03-27T07:59:59Z");
    assert_eq!(text, "");
    let text = wait_until(&mut room, "2026-03-27T08:00:00Z");
    assert!(text.contains("Sign-up is open"), "{text}");
    for player in ["bob", "carol", "dave"] {
        room.say(player, "!tournament join");
    }
    let text = wait_until(&mut room, "2026-03-28T07:30:00Z");
    assert!(text.starts_with("Round 1"), "{text}");
    room.check_log();
}

#[test]
fn moderators_organize_what_is_scheduled() {
    let mut room = room();
    room.say("alice", "!schedule swiss daily 17:00 2d");
    room.wait(0);
    room.rights = Some(Rights {
        channel: false,
        server: false,
    });
    for player in ["alice", "bob", "carol"] {
        room.say(player, "!tournament join");
    }
    let text = room.refused("alice", "!tournament start");
    assert!(text.to_lowercase().contains("moderators"), "{text}");
    room.rights = Some(Rights {
        channel: true,
        server: false,
    });
    let reply = room.say("bob", "!schedule off");
    let text = room.text(&reply);
    assert!(text.contains("One is open now and still starts"), "{text}");
    room.try_say("bob", "!tournament start").unwrap();
    assert!(room.table.tournament().unwrap().is_running());
    room.check_log();
}

#[test]
fn a_schedule_ends_with_its_place() {
    for for_good in [true, false] {
        let mut room = room();
        room.say("alice", "!schedule swiss daily 17:00 2d");
        room.wait(0);
        let gone = Trigger::PlaceGone { for_good };
        let outcome = handle(&room.table, &gone, &room.context(&[])).unwrap();
        assert_eq!(room.take(outcome), []);
        assert!(!room.table.is_scheduled());
        assert_eq!(room.table.tournament_id(), None);
        assert_eq!(room.table.pending().wake_at, None);
        room.check_log();
    }
}
