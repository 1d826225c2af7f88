//! A table moves to another key.

use super::*;

impl Hall {
    async fn move_table(&self, from: &str, to: &str, event: &str) -> bool {
        let (from, to) = (table(from), table(to));
        let moved = self.host.move_table(&from, &to, event.to_owned());
        timeout(LONG, moved).await.unwrap().unwrap()
    }

    /// Lets deliveries succeed from now on.
    fn mend(&self) {
        self.wall.failures.store(0, Ordering::SeqCst);
    }
}

fn told(seen: &[RenderedReply]) -> Vec<(&str, Option<&str>)> {
    seen.iter()
        .map(|one| (one.table.channel.as_str(), one.reply_to.as_deref()))
        .collect()
}

#[tokio::test]
async fn a_game_moves_with_all_that_belongs_to_it() {
    let mut hall = hall_at(&Location::Memory, usize::MAX, later(), 0).await;
    hall.hear(said("bad", "1", "alice", "!challenge @bob white"))
        .await;
    hall.hear(said("bad", "2", "bob", "!accept")).await;
    hall.hear(said("bad", "3", "alice", "!place A4")).await;
    let before = hall.table("bad").await;
    assert!(hall.move_table("bad", "b", "up").await);
    // Nothing of it came to the old place, and everything to the new one, in order.
    let seen = hall.quiet().await;
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
    let after = hall.table("b").await;
    assert_eq!(after.game(), before.game());
    assert_eq!(after.next(), before.next());

    hall.mend();
    assert_eq!(
        hall.hear(said("bad", "3", "alice", "!place A4")).await,
        Disposition::Duplicate,
        "what was heard at the old place is known there"
    );
    hall.hear(said("bad", "4", "bob", "!place A5")).await;
    hall.hear(said("b", "5", "bob", "!place A5")).await;
    let mut seen = hall.quiet().await;
    seen.sort_by(|one, other| one.reply_to.as_deref().cmp(&other.reply_to.as_deref()));
    assert_eq!(told(&seen), [("bad", Some("4")), ("b", Some("5"))]);
    assert!(seen[0].text.plain().contains("No game"), "{seen:?}");
    assert_eq!(hall.table("bad").await.next(), 0);
    assert_eq!(hall.table("b").await.next(), before.next() + 1);

    // The same event again; and the table moves on.
    assert!(hall.move_table("bad", "b", "up").await);
    assert!(hall.move_table("b", "c", "up again").await);
    assert!(hall.move_table("b", "c", "up again").await);
    assert!(hall.move_table("bad", "b", "up").await);
    assert_eq!(told(&hall.quiet().await), [("c", None)]);
    assert_eq!(hall.table("c").await.next(), before.next() + 1);
}

#[tokio::test]
async fn the_bot_takes_its_turn_where_the_game_has_moved() {
    let mut hall = hall().await;
    let held = hall.hold();
    hall.hear(said("a", "1", "alice", "!play black")).await;
    assert!(hall.move_table("a", "b", "up").await);
    // A game of its own at the old place has come just as far.
    hall.hear(said("a", "2", "carol", "!play black")).await;
    drop(held);
    hall.quiet().await;
    for channel in ["a", "b"] {
        let table = hall.table(channel).await;
        assert_eq!(table.next(), 2, "{channel}: started, and placed");
        assert!(!table.pending().waiting().engine);
    }
    let mut thoughts = hall.thoughts();
    assert_eq!(thoughts[0], ("a".to_owned(), true));
    thoughts.sort();
    let of_a = thoughts.iter().filter(|one| one.0 == "a").count();
    assert!(matches!(of_a, 2 | 4), "{thoughts:?}");
    let on = thoughts.iter().filter(|one| one.1).count();
    assert_eq!(2 * on, thoughts.len(), "whatever began has ended");
}

#[tokio::test]
async fn a_challenge_lapses_where_it_has_moved() {
    let mut hall = hall().await;
    hall.hear(said("a", "1", "alice", "!challenge @bob")).await;
    assert!(hall.move_table("a", "b", "up").await);
    let seen = hall.quiet().await;
    assert_eq!(told(&seen), [("a", Some("1")), ("b", None)]);
    assert_eq!(seen[1].choices.len(), 1);
    hall.time.store(24 * 3600, Ordering::SeqCst);
    // The clock looks at the time again when an alarm is set.
    hall.hear(said("c", "1", "alice", "!challenge @bob")).await;
    let mut told = Vec::new();
    while told.len() < 2 {
        told.push(hall.next().await);
    }
    let lapsed = told.iter().find(|one| one.table == table("b")).unwrap();
    assert!(lapsed.text.plain().contains("expired"), "{lapsed:?}");
    assert!(hall.table("b").await.challenges().is_empty());
    assert_eq!(hall.table("a").await.next(), 0);
}

#[tokio::test]
async fn a_table_does_not_move_where_something_is_going_on() {
    let mut hall = hall_at(&Location::Memory, usize::MAX, later(), 0).await;
    hall.hear(said("bad", "1", "alice", "!challenge @bob"))
        .await;
    hall.hear(said("b", "2", "alice", "!challenge @bob")).await;
    let log = hall.host.services.store.load(&table("b")).await.unwrap();
    assert!(!hall.move_table("bad", "b", "up").await);
    assert!(!hall.move_table("bad", "b", "up").await);
    let untouched = hall.host.services.store.load(&table("b")).await.unwrap();
    assert_eq!(untouched, log);
    hall.mend();
    let mut seen = hall.quiet().await;
    seen.sort_by_key(|one| one.id);
    assert_eq!(told(&seen), [("bad", Some("1")), ("b", Some("2"))]);
    for channel in ["bad", "b"] {
        assert_eq!(hall.table(channel).await.challenges().len(), 1);
    }
    // It may, once nothing is; the log that stood there takes its place.
    hall.hear(said("b", "3", "alice", "!withdraw")).await;
    assert!(hall.move_table("bad", "b", "up").await);
    assert_eq!(hall.table("b").await.challenges().len(), 1);
    assert_eq!(hall.table("bad").await.next(), 2);
    assert_eq!(told(&hall.quiet().await), [("b", Some("3")), ("b", None)]);
}

#[tokio::test]
async fn answers_that_are_due_at_the_new_place_are_given_there_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = Location::File(folder.path().join("tables.db"));
    let first = hall_at(&place, usize::MAX, later(), 0).await;
    first.hear(said("a", "1", "alice", "!play white")).await;
    first.hear(said("bad", "2", "bob", "!help")).await;
    assert!(first.move_table("a", "bad", "up").await);
    assert_eq!(
        first.hear(said("bad", "2", "bob", "!help")).await,
        Disposition::Duplicate,
        "what was heard at the new place is known there"
    );
    first.host.shutdown().await;
    let mut second = hall_at(&place, 0, later(), 0).await;
    let seen = second.quiet().await;
    assert_eq!(told(&seen), [("bad", Some("2")), ("bad", None)]);
    assert!(second.table("bad").await.running().is_some());
}

#[tokio::test]
async fn where_nothing_goes_on_nothing_is_said_and_tables_that_cross_do_not_wait_for_ever() {
    let mut hall = hall().await;
    assert!(hall.move_table("a", "a", "itself").await);
    let (one, other) = tokio::join!(
        hall.move_table("a", "b", "up"),
        hall.move_table("b", "a", "down")
    );
    assert!(one && other);
    // Nobody waits for the answer any more.
    let (a, b) = (table("a"), table("b"));
    assert!(
        hall.host
            .move_table(&a, &b, "gone".to_owned())
            .now_or_never()
            .is_none()
    );
    assert!(hall.move_table("b", "a", "back").await);
    assert!(hall.quiet().await.is_empty());
    let elsewhere = TableKey::channel("elsewhere", "a");
    let refused = hall.host.move_table(&a, &elsewhere, "x".to_owned()).await;
    assert!(matches!(refused, Err(HostError::NoPlatform(_))));
    let host = hall.host.clone();
    hall.host.shutdown().await;
    let late = host.move_table(&a, &b, "late".to_owned()).await;
    assert!(matches!(late, Err(HostError::Stopping)));
}
