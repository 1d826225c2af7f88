//! A table moves to another key.

use super::*;

impl TestHost {
    async fn move_table(&self, from: &str, to: &str, event: &str) -> bool {
        let (from, to) = (table(from), table(to));
        let moved = self.host.move_table(&from, &to, event.to_owned());
        timeout(LONG, moved).await.unwrap().unwrap()
    }

    /// Makes deliveries succeed from now on.
    fn mend(&self) {
        self.transport.failures.store(0, Ordering::SeqCst);
    }
}

fn told(seen: &[RenderedReply]) -> Vec<(&str, Option<&str>)> {
    seen.iter()
        .map(|one| (one.table.channel.as_str(), one.reply_to.as_deref()))
        .collect()
}

#[tokio::test]
async fn a_game_moves_with_all_that_belongs_to_it() {
    let mut bot = test_host_at(&place().await, usize::MAX, later(), 0).await;
    bot.handle(said("bad", "1", "alice", "!challenge @bob white"))
        .await;
    bot.handle(said("bad", "2", "bob", "!accept")).await;
    bot.handle(said("bad", "3", "alice", "!place A4")).await;
    let before = bot.table("bad").await;
    assert!(bot.move_table("bad", "b", "up").await);
    // Nothing was delivered at the old key, and everything at the new one, in order.
    let seen = bot.quiet().await;
    assert_eq!(
        told(&seen),
        [
            ("b", Some("1")),
            ("b", Some("2")),
            ("b", Some("3")),
            ("b", None)
        ]
    );
    let text = seen[3].text.plain();
    assert!(text.contains("replaces an older one"), "{text}");
    assert!(text.contains("place ring 1 of 5"), "{text}");
    assert!(seen[3].board.is_some());
    assert_eq!(seen[3].mentions, [Person::new("bob", "bob")]);
    let after = bot.table("b").await;
    assert_eq!(after.game(), before.game());
    assert_eq!(after.next(), before.next());

    bot.mend();
    assert_eq!(
        bot.handle(said("bad", "3", "alice", "!place A4")).await,
        Disposition::Duplicate,
        "what was heard at the old place is known there"
    );
    bot.handle(said("bad", "4", "bob", "!place A5")).await;
    bot.handle(said("b", "5", "bob", "!place A5")).await;
    let mut seen = bot.quiet().await;
    seen.sort_by(|one, other| one.reply_to.as_deref().cmp(&other.reply_to.as_deref()));
    assert_eq!(told(&seen), [("bad", Some("4")), ("b", Some("5"))]);
    assert!(seen[0].text.plain().contains("No game"), "{seen:?}");
    assert_eq!(bot.table("bad").await.next(), 0);
    assert_eq!(bot.table("b").await.next(), before.next() + 1);

    // The same event again; then the table moves on.
    assert!(bot.move_table("bad", "b", "up").await);
    assert!(bot.move_table("b", "c", "up again").await);
    assert!(bot.move_table("b", "c", "up again").await);
    assert!(bot.move_table("bad", "b", "up").await);
    assert_eq!(told(&bot.quiet().await), [("c", None)]);
    assert_eq!(bot.table("c").await.next(), before.next() + 1);
}

#[tokio::test]
async fn the_bot_takes_its_turn_where_the_game_has_moved() {
    let mut bot = test_host().await;
    let held = bot.hold();
    bot.handle(said("a", "1", "alice", "!play black")).await;
    assert!(bot.move_table("a", "b", "up").await);
    // A new game at the old key is at the same version.
    bot.handle(said("a", "2", "carol", "!play black")).await;
    drop(held);
    bot.quiet().await;
    for channel in ["a", "b"] {
        let table = bot.table(channel).await;
        assert_eq!(table.next(), 2, "{channel}: started, and placed");
        assert!(!table.pending().waiting().engine);
    }
    let mut thoughts = bot.thoughts();
    assert_eq!(thoughts[0], ("a".to_owned(), true));
    thoughts.sort();
    let of_a = thoughts.iter().filter(|one| one.0 == "a").count();
    assert!(matches!(of_a, 2 | 4), "{thoughts:?}");
    let on = thoughts.iter().filter(|one| one.1).count();
    assert_eq!(2 * on, thoughts.len(), "whatever began has ended");
}

#[tokio::test]
async fn a_challenge_lapses_where_it_has_moved() {
    let mut bot = test_host().await;
    bot.handle(said("a", "1", "alice", "!challenge @bob")).await;
    assert!(bot.move_table("a", "b", "up").await);
    let seen = bot.quiet().await;
    assert_eq!(told(&seen), [("a", Some("1")), ("b", None)]);
    assert_eq!(seen[1].choices.len(), 1);
    bot.clock.set(second(24 * 3600));
    let lapsed = bot.next().await;
    assert_eq!(lapsed.table, table("b"));
    assert!(lapsed.text.plain().contains("expired"), "{lapsed:?}");
    assert!(bot.table("b").await.challenges().is_empty());
    assert_eq!(bot.table("a").await.next(), 0);
}

#[tokio::test]
async fn a_table_does_not_move_where_something_is_going_on() {
    let mut bot = test_host_at(&place().await, usize::MAX, later(), 0).await;
    bot.handle(said("bad", "1", "alice", "!challenge @bob"))
        .await;
    bot.handle(said("b", "2", "alice", "!challenge @bob")).await;
    let log = bot.host.services.store.load(&table("b")).await.unwrap();
    assert!(!bot.move_table("bad", "b", "up").await);
    assert!(!bot.move_table("bad", "b", "up").await);
    let untouched = bot.host.services.store.load(&table("b")).await.unwrap();
    assert_eq!(untouched, log);
    bot.mend();
    let mut seen = bot.quiet().await;
    seen.sort_by_key(|one| one.id);
    assert_eq!(told(&seen), [("bad", Some("1")), ("b", Some("2"))]);
    for channel in ["bad", "b"] {
        assert_eq!(bot.table(channel).await.challenges().len(), 1);
    }
    // It moves once nothing is going on there; the other log gets the old key.
    bot.handle(said("b", "3", "alice", "!withdraw")).await;
    assert!(bot.move_table("bad", "b", "up").await);
    assert_eq!(bot.table("b").await.challenges().len(), 1);
    assert_eq!(bot.table("bad").await.next(), 2);
    assert_eq!(told(&bot.quiet().await), [("b", Some("3")), ("b", None)]);
}

#[tokio::test]
async fn answers_that_are_due_at_the_new_place_are_given_there_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, usize::MAX, later(), 0).await;
    first.handle(said("a", "1", "alice", "!play white")).await;
    first.handle(said("bad", "2", "bob", "!help")).await;
    assert!(first.move_table("a", "bad", "up").await);
    assert_eq!(
        first.handle(said("bad", "2", "bob", "!help")).await,
        Disposition::Duplicate,
        "what was heard at the new place is known there"
    );
    first.host.shutdown().await;
    let mut second = test_host_at(&place, 0, later(), 0).await;
    let seen = second.quiet().await;
    assert_eq!(told(&seen), [("bad", Some("2")), ("bad", None)]);
    assert!(second.table("bad").await.running().is_some());
}

#[tokio::test]
async fn where_nothing_goes_on_nothing_is_said_and_tables_that_cross_do_not_wait_for_ever() {
    let mut bot = test_host().await;
    assert!(bot.move_table("a", "a", "itself").await);
    let (one, other) = tokio::join!(
        bot.move_table("a", "b", "up"),
        bot.move_table("b", "a", "down")
    );
    assert!(one && other);
    // The caller is cancelled.
    let (a, b) = (table("a"), table("b"));
    assert!(
        bot.host
            .move_table(&a, &b, "gone".to_owned())
            .now_or_never()
            .is_none()
    );
    assert!(bot.move_table("b", "a", "back").await);
    assert!(bot.quiet().await.is_empty());
    let elsewhere = TableKey::channel("elsewhere", "a");
    let refused = bot.host.move_table(&a, &elsewhere, "x".to_owned()).await;
    assert!(matches!(refused, Err(HostError::NoPlatform(_))));
    let host = bot.host.clone();
    bot.host.shutdown().await;
    let late = host.move_table(&a, &b, "late".to_owned()).await;
    assert!(matches!(late, Err(HostError::Stopping)));
}
