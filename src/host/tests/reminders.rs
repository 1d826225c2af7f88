//! Delivery of reminders: late ones, private ones that do not arrive, and those that have to go.

use super::timed::timed_game_at;
use super::*;

/// What is said once half of alice's time is used, after a game was begun in this channel.
async fn remind(bot: &mut TestHost, channel: &str, failures: usize) {
    timed_game_at(bot, channel).await;
    bot.transport.failures.store(failures, Ordering::SeqCst);
    bot.clock.set(second(1860));
    bot.host.put(&table(channel), Job::TimerFired(second(1860)));
}

fn is_reminder(reply: &RenderedReply) -> bool {
    reply.text.plain().contains("it's your turn against")
}

async fn undelivered(bot: &TestHost) -> usize {
    let store = &bot.host.services.store;
    store.undelivered("test").await.unwrap().len()
}

#[tokio::test]
async fn a_private_reminder_is_tried_until_it_arrives_and_holds_up_no_answer() {
    let mut bot = test_host().await;
    bot.handle(said("bad", "0", "alice", "!remind private"))
        .await;
    remind(&mut bot, "bad", 5).await;
    let refused = Incoming {
        input: Input::Command("accept".to_owned()),
        ..said("bad", "6", "alice", "")
    };
    bot.handle(refused).await;
    let seen = bot.quiet().await;
    let (reminders, others): (Vec<_>, Vec<_>) = seen.into_iter().partition(is_reminder);
    let [reminder] = &reminders[..] else {
        panic!("{reminders:?}");
    };
    assert!(reminder.private);
    let text = reminder.text.plain();
    assert!(text.contains("bob in #bad and you have 30m left"), "{text}");
    assert!(
        others
            .iter()
            .any(|one| one.reply_to.as_deref() == Some("6"))
    );
    assert_eq!(undelivered(&bot).await, 0);
}

#[tokio::test]
async fn a_reminder_is_given_up_once_its_turn_has_passed() {
    for wish in ["!remind private", "!remind channel"] {
        let mut bot = test_host().await;
        bot.handle(said("bad", "0", "alice", wish)).await;
        remind(&mut bot, "bad", usize::MAX).await;
        // At least one attempt has failed.
        let failed = || bot.transport.failures.load(Ordering::SeqCst) < usize::MAX;
        while !failed() {
            tokio::task::yield_now().await;
        }
        bot.handle(said("bad", "7", "alice", "!F6")).await;
        bot.transport.failures.store(0, Ordering::SeqCst);
        let seen = bot.quiet().await;
        assert!(!seen.iter().any(is_reminder), "{wish}: {seen:?}");
        assert_eq!(undelivered(&bot).await, 0);
    }
}

#[tokio::test]
async fn who_takes_no_private_messages_where_the_bot_may_not_speak_is_told_the_state() {
    let silenced = DeliveryError::Silenced("test".to_owned());
    let mut bot = test_host_at(&place().await, 0, silenced, 0).await;
    bot.handle(said("bad", "0", "alice", "!remind private"))
        .await;
    // The private message, and twice at the table.
    remind(&mut bot, "bad", 3).await;
    let seen = bot.quiet().await;
    let told = seen.last().unwrap();
    assert!(told.text.plain().contains("couldn't post here"), "{told:?}");
    assert!(!told.private && told.only_for.is_none());
    assert_eq!(undelivered(&bot).await, 0);
}

#[tokio::test]
async fn a_reminder_after_an_outage_tells_the_deadline_as_it_is_now() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    remind(&mut first, "bad", usize::MAX).await;
    while undelivered(&first).await == 0 {
        tokio::task::yield_now().await;
    }
    first.host.shutdown().await;
    let mut bot = test_host_at(&place, 0, later(), 101_860).await;
    let seen = bot.quiet().await;
    let reminder = seen.iter().find(|one| is_reminder(one)).unwrap();
    let text = reminder.text.plain();
    assert!(text.contains("you have 30m left"), "{text}");
    let table = bot.table("bad").await;
    let clock = table.running().unwrap().clock().unwrap();
    assert_eq!(clock.deadline(), Some(second(103_660)));
    let deadline = second(103_660).strftime("%Y-%m-%d %H:%M");
    assert!(text.contains(&deadline.to_string()), "{text}");
}

/// The turn's line of the first reply after alice's move that says this.
fn turn(seen: &[RenderedReply], words: &str) -> String {
    let texts = seen.iter().map(|one| one.text.plain());
    let told = texts.into_iter().find(|text| text.contains(words)).unwrap();
    told.lines().last().unwrap().to_owned()
}

fn until(seconds: i64) -> String {
    let at = second(seconds).strftime("%Y-%m-%d %H:%M");
    format!("Deadline: {at} UTC.")
}

#[tokio::test]
async fn a_turn_that_is_told_after_an_outage_has_the_deadline_as_it_is_now() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    timed_game_at(&mut first, "bad").await;
    first.transport.failures.store(usize::MAX, Ordering::SeqCst);
    first.clock.set(second(120));
    first.handle(said("bad", "5", "alice", "!F6")).await;
    first.handle(said("bad", "6", "carol", "!status")).await;
    // An hour passes between two attempts, which does not count: the machine was suspended.
    let clock = first.clock.clone();
    let later_on = second(3720);
    first
        .host
        .set_clock(later_on, || clock.set(later_on))
        .await
        .unwrap();
    assert_eq!(undelivered(&first).await, 2);
    first.transport.failures.store(0, Ordering::SeqCst);
    let seen = first.quiet().await;
    for words in ["alice placed", "so far."] {
        let turn = turn(&seen, words);
        assert!(turn.ends_with(&until(7320)), "{turn}");
    }
    // The program is down for a day.
    first.transport.failures.store(usize::MAX, Ordering::SeqCst);
    first.handle(said("bad", "7", "bob", "!G7")).await;
    first.handle(said("bad", "8", "carol", "!board")).await;
    first.handle(said("bad", "9", "bob", "!draw")).await;
    first.host.shutdown().await;
    let mut bot = test_host_at(&place, 0, later(), 90_120).await;
    let seen = bot.quiet().await;
    // The turn has another line since.
    let turns = [("bob placed", 7320), ("offers a draw", 93_720)];
    for (words, at) in turns {
        let turn = turn(&seen, words);
        assert!(turn.contains("alice (white)"), "{turn}");
        assert!(turn.ends_with(&until(at)), "{turn}");
    }
    assert_eq!(bot.deadline("bad").await, Some(second(93_720)));
}

#[tokio::test]
async fn what_could_not_be_removed_is_removed_after_the_next_reply() {
    let mut bot = test_host().await;
    remind(&mut bot, "a", 0).await;
    let reminder = bot.quiet().await.into_iter().find(is_reminder).unwrap();
    let removed = |bot: &TestHost| bot.transport.removed.lock().unwrap().clone();
    bot.transport.keeps.store(true, Ordering::SeqCst);
    bot.handle(said("a", "6", "alice", "!F6")).await;
    bot.quiet().await;
    bot.transport.keeps.store(false, Ordering::SeqCst);
    assert_eq!(removed(&bot), Vec::<String>::new());
    for event in ["7", "8"] {
        bot.handle(said("a", event, "carol", "!status")).await;
        bot.quiet().await;
        assert_eq!(removed(&bot), [format!("message {}", reminder.id)]);
    }
}

#[tokio::test]
async fn a_reminder_is_removed_once_its_game_is_put_aside() {
    let mut bot = test_host().await;
    bot.handle(said("a", "0", "alice", "!remind private")).await;
    remind(&mut bot, "a", 0).await;
    let reminder = bot.quiet().await.into_iter().find(is_reminder).unwrap();
    bot.host.place_gone(&table("a"), false).await.unwrap();
    bot.quiet().await;
    // Two players are told at once.
    let mut removed = bot.transport.removed.lock().unwrap().clone();
    removed.dedup();
    assert_eq!(removed, [format!("private {}", reminder.id)]);
}

#[tokio::test]
async fn a_private_reminder_that_arrives_after_its_turn_is_removed() {
    let mut bot = test_host().await;
    bot.handle(said("slow", "0", "alice", "!remind private"))
        .await;
    remind(&mut bot, "slow", 0).await;
    let mut waiting = bot.transport.waiting.subscribe();
    timeout(LONG, waiting.wait_for(|waits| *waits))
        .await
        .unwrap()
        .unwrap();
    bot.handle(said("slow", "7", "alice", "!F6")).await;
    while bot.next().await.reply_to.as_deref() != Some("7") {}
    bot.transport.waiting.send_replace(false);
    let reminder = bot.quiet().await.into_iter().find(is_reminder).unwrap();
    // Two deliveries may find it at once.
    let mut removed = bot.transport.removed.lock().unwrap().clone();
    removed.dedup();
    assert_eq!(removed, [format!("private {}", reminder.id)]);
}
