//! The outbox: silenced bots, private replies, order, languages.

use super::*;

fn silenced() -> DeliveryError {
    DeliveryError::Silenced("test".to_owned())
}

#[tokio::test]
async fn a_bot_that_was_silenced_says_how_the_table_stands() {
    let mut bot = test_host_at(&place().await, usize::MAX, silenced(), 0).await;
    bot.handle(said("bad", "1", "alice", "!challenge @bob white"))
        .await;
    bot.handle(said("bad", "2", "bob", "!accept")).await;
    bot.handle(said("bad", "3", "alice", "!place A4")).await;
    let store = &bot.host.services.store;
    let undelivered = async || store.undelivered("test").await.unwrap();
    let mut before = undelivered().await;
    while before.len() > 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        before = undelivered().await;
    }
    // An attempt that fails writes nothing.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(undelivered().await, before);
    assert_eq!(before.len(), 1);
    bot.transport.failures.store(2, Ordering::SeqCst);
    let seen = bot.quiet().await;
    let told = seen.last().unwrap();
    assert_eq!(told.reply_to.as_deref(), Some("3"));
    assert!(told.text.plain().contains("couldn't post here"), "{told:?}");
    assert!(matches!(told.board, Some(RenderedBoard::Picture { .. })));
    assert_eq!(told.mentions, [Person::new("bob", "bob")]);
    let again = seen
        .iter()
        .filter(|one| one.text.plain().contains("placed"));
    assert_eq!(
        again.count(),
        0,
        "what was missed is not told as well: {seen:?}"
    );
    bot.handle(said("bad", "4", "bob", "!place A5")).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(seen[0].reply_to.as_deref(), Some("4"));
}

#[tokio::test]
async fn a_game_against_the_bot_goes_on_after_a_silence() {
    let mut bot = test_host_at(&place().await, 4, silenced(), 0).await;
    bot.handle(said("bad", "1", "alice", "!play 1 white")).await;
    bot.handle(said("bad", "2", "alice", "!place A4")).await;
    bot.quiet().await;
    let table = bot.table("bad").await;
    assert_eq!(table.running().unwrap().actions().len(), 2);
    bot.handle(said("bad", "3", "alice", "!place A5")).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 2, "{seen:?}");
}

#[tokio::test]
async fn nothing_is_kept_where_nothing_is_going_on() {
    let mut bot = test_host_at(&place().await, 1, silenced(), 0).await;
    bot.handle(said("bad", "1", "alice", "!help")).await;
    assert!(bot.quiet().await.is_empty());
    bot.handle(said("bad", "2", "alice", "!help")).await;
    assert_eq!(bot.quiet().await.len(), 1);
    assert!(
        bot.host
            .services
            .store
            .undelivered("test")
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_silence_outlasts_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let bot = test_host_at(&place, usize::MAX, silenced(), 0).await;
    bot.handle(said("bad", "1", "alice", "!challenge @bob white"))
        .await;
    bot.handle(said("bad", "2", "bob", "!accept")).await;
    bot.host.shutdown().await;
    let mut bot = test_host_at(&place, 2, silenced(), 0).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(seen[0].reply_to.as_deref(), Some("2"));
    assert!(seen[0].board.is_some());
}

#[tokio::test]
async fn a_private_reply_that_does_not_arrive_holds_up_nobody() {
    let mut bot = test_host().await;
    bot.handle(said("private", "1", "alice", "!challenge @bob white"))
        .await;
    bot.handle(said("private", "2", "bob", "!accept")).await;
    bot.next().await;
    bot.next().await;
    let refused = Incoming {
        input: Input::Command("resign".to_owned()),
        ..said("private", "3", "carol", "")
    };
    bot.handle(refused).await;
    bot.handle(said("private", "4", "alice", "!place A4")).await;
    assert_eq!(bot.next().await.reply_to.as_deref(), Some("4"));
    // It is given up after a few attempts; then the table is quiet.
    assert!(bot.quiet().await.is_empty());
    assert!(
        bot.host
            .services
            .store
            .undelivered("test")
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_move_goes_before_what_was_asked_to_be_seen_and_people_take_turns() {
    let after = Some(Duration::from_millis(300));
    let reason = "test".to_owned();
    let mut bot = test_host_at(&place().await, 1, DeliveryError::Retry { after, reason }, 0).await;
    for number in 0..5 {
        let event = format!("s{number}");
        bot.handle(said("bad", &event, "carol", "!status")).await;
    }
    bot.handle(said("bad", "d", "dave", "!status")).await;
    bot.handle(said("bad", "1", "alice", "!challenge @bob white"))
        .await;
    bot.handle(said("bad", "2", "bob", "!accept")).await;
    let seen = bot.quiet().await;
    let order: Vec<&str> = seen
        .iter()
        .map(|one| one.reply_to.as_deref().unwrap())
        .collect();
    let place = |event| order.iter().position(|one| *one == event).unwrap();
    assert!(
        place("1") < place("2") && place("2") < place("s2"),
        "{order:?}"
    );
    assert!(place("d") < place("s2"), "{order:?}");
    assert!(
        place("s1") < place("s2") && place("s3") < place("s4"),
        "{order:?}"
    );
    assert_eq!(order.len(), 8);
}

#[tokio::test]
async fn a_move_goes_first_after_a_restart_too() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let bot = test_host_at(&place, usize::MAX, later(), 0).await;
    for number in 0..5 {
        let event = format!("s{number}");
        bot.handle(said("bad", &event, "carol", "!status")).await;
    }
    bot.handle(said("bad", "d", "dave", "!status")).await;
    bot.handle(said("bad", "1", "alice", "!challenge @bob white"))
        .await;
    bot.host.shutdown().await;
    // The first attempt is made before all replies are queued; it fails.
    let mut bot = test_host_at(&place, 1, later(), 0).await;
    let seen = bot.quiet().await;
    let order: Vec<&str> = seen
        .iter()
        .map(|one| one.reply_to.as_deref().unwrap())
        .collect();
    let place = |event| order.iter().position(|one| *one == event).unwrap();
    assert_eq!(place("1"), 0, "{order:?}");
    assert!(place("d") < place("s2"), "{order:?}");
    assert_eq!(order.len(), 7);
}

#[tokio::test]
async fn a_table_speaks_the_language_of_whoever_began() {
    let mut bot = test_host().await;
    let in_language = |event, author, text, language: Option<&str>| Incoming {
        language: language.map(str::to_owned),
        ..said("a", event, author, text)
    };
    bot.handle(in_language(
        "1",
        "alice",
        "!challenge @bob white",
        Some("pl"),
    ))
    .await;
    bot.handle(in_language("2", "bob", "!accept", Some("fr")))
        .await;
    bot.handle(in_language("3", "alice", "!place A4", None))
        .await;
    let refused = Incoming {
        input: Input::Command("resign".to_owned()),
        language: Some("ru".to_owned()),
        ..said("a", "4", "carol", "")
    };
    bot.handle(refused).await;
    bot.handle(in_language("5", "bob", "!place A5", None)).await;
    let mut seen = bot.quiet().await;
    seen.sort_by_key(|one| one.id);
    let languages: Vec<Option<&str>> = seen.iter().map(|one| one.language.as_deref()).collect();
    // Carol's private reply is in her own language.
    assert_eq!(
        languages,
        [Some("pl"), Some("pl"), Some("pl"), Some("ru"), Some("pl")]
    );
}
