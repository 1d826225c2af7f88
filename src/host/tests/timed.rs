//! Clocks run by the host: deadlines before late commands and after restarts, and reminders.

use super::*;
use crate::session::{Ending, Event};

/// A game with an hour a turn, in which both have placed a ring. bob moved at 60 seconds.
async fn timed_game(bot: &mut TestHost) {
    timed_game_at(bot, "a").await;
}

pub(super) async fn timed_game_at(bot: &mut TestHost, channel: &str) {
    bot.handle(said(channel, "1", "alice", "!challenge @bob 1h white"))
        .await;
    bot.handle(said(channel, "2", "bob", "!accept")).await;
    bot.handle(said(channel, "3", "alice", "!E4")).await;
    bot.clock.set(second(60));
    bot.handle(said(channel, "4", "bob", "!E5")).await;
    bot.quiet().await;
}

async fn timed_out(bot: &TestHost) -> Vec<Timestamp> {
    let log = bot.host.services.store.load(&table("a")).await.unwrap();
    let is_end = |event: &Event| matches!(event, Event::TimedOut { .. });
    let ends = log.entries.iter().filter(|entry| is_end(&entry.event));
    ends.map(|entry| entry.at).collect()
}

#[tokio::test]
async fn a_command_after_the_deadline_finds_the_game_over() {
    let mut bot = test_host().await;
    timed_game(&mut bot).await;
    bot.clock.set(second(60 + 3601));
    bot.handle(said("a", "5", "alice", "!F6")).await;
    // Reminders that come too late are not delivered.
    let mut seen = bot.quiet().await;
    seen.retain(|reply| reply.mentions.len() != 1);
    assert_eq!(seen.len(), 2);
    let text = seen[0].text.plain();
    assert!(text.starts_with("alice, bob, time's up!"), "{text}");
    assert_eq!(seen[0].reply_to, None);
    let text = seen[1].text.plain();
    assert!(text.starts_with("alice ran out of time."), "{text}");
    assert_eq!(timed_out(&bot).await, [second(3660)]);
    let table = bot.table("a").await;
    let ending = table.game().unwrap().ending();
    assert_eq!(ending, Some(Ending::TimedOut(crate::game::Color::White)));
    // The archive knows the clocks.
    for (event, command) in [("6", "!export"), ("7", "!export #1")] {
        bot.handle(said("a", event, "alice", command)).await;
        let record = bot.quiet().await.remove(0).file.unwrap().content;
        for part in [
            "1. e4 {[%emt 0:00:00]} 2. e5 {[%emt 0:01:00]} 0-1",
            "[Termination \"time forfeit\"]",
            "[TimeControl \"1h\"]",
        ] {
            assert!(record.contains(part), "{record}");
        }
    }
}

#[tokio::test]
async fn time_in_which_the_program_was_down_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    timed_game(&mut first).await;
    first.clock.set(second(1060));
    first.host.shutdown().await;
    let bot = test_host_at(&place, 0, later(), 100_000).await;
    // Of the hour 1,000 seconds were used.
    bot.clock.set(second(102_599));
    bot.handle(said("a", "5", "carol", "!help")).await;
    assert_eq!(timed_out(&bot).await, []);
    bot.clock.set(second(110_000));
    bot.handle(said("a", "6", "carol", "!help")).await;
    assert_eq!(timed_out(&bot).await, [second(102_600)]);
    bot.host.shutdown().await;
    let bot = test_host_at(&place, 0, later(), 200_000).await;
    timeout(LONG, bot.host.settle_all()).await.unwrap();
    assert_eq!(timed_out(&bot).await.len(), 1);
}

#[tokio::test]
async fn a_clock_that_is_set_back_changes_no_time_that_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 10_000).await;
    first.clock.set(second(0));
    timed_game(&mut first).await;
    first.clock.set(second(1060));
    first.host.shutdown().await;
    let bot = test_host_at(&place, 0, later(), -2540).await;
    bot.clock.set(second(59));
    bot.handle(said("a", "5", "carol", "!help")).await;
    assert_eq!(timed_out(&bot).await, []);
    bot.clock.set(second(60));
    bot.handle(said("a", "6", "carol", "!help")).await;
    assert_eq!(timed_out(&bot).await, [second(60)]);
}

#[tokio::test]
async fn the_next_reminder_of_a_turn_takes_the_place_of_the_last() {
    let mut bot = test_host().await;
    timed_game(&mut bot).await;
    // Before any command, everything that is due is handled.
    let mut reminders = Vec::new();
    for (event, seconds) in [("5", 1800), ("6", 1860), ("7", 3299), ("8", 3300)] {
        bot.clock.set(second(seconds));
        bot.handle(said("a", event, "carol", "!help")).await;
        let seen = bot.quiet().await;
        let mut lasting = seen.into_iter().filter(|one| one.mentions.len() == 1);
        reminders.push(lasting.next());
    }
    let [None, Some(half), None, Some(tenth)] = &reminders[..] else {
        panic!("{reminders:?}");
    };
    assert_eq!(half.mentions, [Person::new("alice", "alice")]);
    assert_eq!(tenth.mentions, half.mentions);
    let removed = bot.transport.removed.lock().unwrap().clone();
    assert_eq!(removed, [format!("message {}", half.id)]);
    // Answers leave it. Once the turn has passed it goes, and nothing goes twice.
    bot.handle(said("a", "9", "carol", "!status")).await;
    bot.quiet().await;
    assert_eq!(bot.transport.removed.lock().unwrap().len(), 1);
    bot.handle(said("a", "10", "alice", "!F6")).await;
    bot.clock.set(second(3300 + 1800));
    bot.handle(said("a", "11", "carol", "!help")).await;
    bot.quiet().await;
    let removed = bot.transport.removed.lock().unwrap().clone();
    let messages = [half, tenth].map(|one| format!("message {}", one.id));
    assert_eq!(removed, messages);
}

/// The reminder at half of alice's time, after she has said this elsewhere.
async fn reminder_after(channel: &str, wish: &str) -> Option<RenderedReply> {
    let mut bot = test_host().await;
    bot.handle(said("elsewhere", "1", "alice", wish)).await;
    timed_game_at(&mut bot, channel).await;
    bot.clock.set(second(1860));
    bot.handle(said(channel, "5", "carol", "!help")).await;
    let seen = bot.quiet().await;
    let mut reminders = seen.into_iter().filter(|one| one.mentions.len() == 1);
    let first = reminders.next();
    assert!(reminders.next().is_none());
    first
}

#[tokio::test]
async fn a_reminder_goes_where_the_person_wants_it() {
    let place = |reply: RenderedReply| (reply.private, reply.only_for.map(|person| person.id));
    let reminded = async |channel, wish| reminder_after(channel, wish).await.map(place);
    let alone = Some("alice".to_owned());
    let everybody = Some((false, None));
    assert_eq!(reminded("a", "!remind").await, everybody);
    assert_eq!(reminded("a", "!remind channel").await, everybody);
    assert_eq!(reminded("a", "!remind off").await, None);
    assert_eq!(reminded("a", "!remind private").await, Some((true, alone)));
    // She takes no private messages.
    assert_eq!(reminded("closed", "!remind private").await, everybody);
}

#[tokio::test]
async fn a_private_reminder_too_is_removed_for_the_next() {
    let mut bot = test_host().await;
    bot.handle(said("a", "0", "alice", "!remind private")).await;
    timed_game(&mut bot).await;
    bot.clock.set(second(1860));
    bot.handle(said("a", "5", "carol", "!help")).await;
    let seen = bot.quiet().await;
    let first = seen.iter().find(|reply| reply.private).unwrap().id;
    bot.clock.set(second(3300));
    bot.handle(said("a", "6", "carol", "!help")).await;
    bot.quiet().await;
    let removed = bot.transport.removed.lock().unwrap().clone();
    assert_eq!(removed, [format!("private {first}")]);
}
