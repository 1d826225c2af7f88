//! Places where the bot may only answer: what it has to say otherwise is parked until then.

use super::*;

async fn parked(bot: &TestHost) -> bool {
    let store = &bot.host.services.store;
    store.has_parked(&table("asked")).await.unwrap()
}

#[tokio::test]
async fn what_happens_unasked_is_told_before_the_next_answer() {
    let mut bot = test_host().await;
    bot.ask("1", "alice", "!challenge @bob white 1h").await;
    let start = bot.ask("2", "bob", "!accept").await;
    assert_eq!(start.len(), 1, "{start:?}");
    let tried = bot.transport.tried.load(Ordering::SeqCst);
    // The reminders and the end of the game, for which nobody is there.
    bot.pass(2 * 3600);
    while !parked(&bot).await {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(bot.quiet().await.is_empty());
    assert!(bot.table("asked").await.running().is_none());
    let once = bot.transport.tried.load(Ordering::SeqCst) - tried;
    assert!((1..=3).contains(&once), "{once} attempts");
    let told = bot.ask("3", "bob", "!status").await;
    let texts: Vec<String> = told.iter().map(|one| one.text.plain()).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].contains("time's up"), "{texts:?}");
    assert_eq!(told[1].reply_to.as_deref(), Some("3"));
    assert!(!parked(&bot).await);
    // Nothing is said twice.
    assert_eq!(bot.ask("4", "bob", "!status").await.len(), 1);
}

#[tokio::test]
async fn what_is_parked_outlasts_a_restart_and_is_not_tried_in_vain() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut bot = test_host_at(&place, 0, later(), 0).await;
    bot.ask("1", "alice", "!play 1 white").await;
    bot.handle(said("asked", "2", "alice", "!place A4")).await;
    assert!(bot.quiet().await.is_empty());
    // The bot has answered on the board.
    let actions = bot.table("asked").await.running().unwrap().actions().len();
    assert_eq!(actions, 2);
    bot.host.shutdown().await;
    let mut bot = test_host_at(&place, 0, later(), 0).await;
    assert!(bot.quiet().await.is_empty());
    assert_eq!(bot.transport.tried.load(Ordering::SeqCst), 0);
    let told = bot.ask("3", "alice", "!board").await;
    let answered: Vec<Option<&str>> = told.iter().map(|one| one.reply_to.as_deref()).collect();
    assert_eq!(answered, [Some("2"), None, Some("3")], "{told:?}");
    // Only the last board is worth a picture.
    let replaced = |one: &RenderedReply| one.board_replaced.load(Ordering::Relaxed);
    assert_eq!(
        told.iter().map(replaced).collect::<Vec<_>>(),
        [true, true, false]
    );
}

#[tokio::test]
async fn not_more_than_a_few_are_told() {
    let mut bot = test_host().await;
    for number in 0..5 {
        bot.handle(said("asked", &number.to_string(), "alice", "!status"))
            .await;
        bot.quiet().await;
    }
    let told = bot.ask("5", "alice", "!status").await;
    let answered: Vec<&str> = told
        .iter()
        .filter_map(|one| one.reply_to.as_deref())
        .collect();
    assert_eq!(answered, ["2", "3", "4", "5"]);
}

#[tokio::test]
async fn what_is_asked_while_a_reply_is_being_parked_is_answered_at_once() {
    let mut bot = test_host().await;
    bot.transport.misses.store(1, Ordering::SeqCst);
    assert_eq!(bot.ask("1", "alice", "!status").await.len(), 1);
    assert_eq!(bot.transport.tried.load(Ordering::SeqCst), 2);
    assert!(!parked(&bot).await);
}
