//! Reviews: what is said, who has to wait, and restarts.

use super::*;

impl TestHost {
    /// Plays a game in which bob resigns after three rings.
    pub(super) async fn short_game(&mut self, channel: &str) {
        for (event, author, text) in [
            ("a", "alice", "!challenge @bob white"),
            ("b", "bob", "!accept"),
            ("c", "alice", "!place F6"),
            ("d", "bob", "!place A2"),
            ("e", "alice", "!place E5"),
            ("f", "bob", "!resign yes"),
        ] {
            self.handle(said(channel, event, author, text)).await;
        }
        self.quiet().await;
    }
}

fn is_review(delivery: &RenderedReply) -> bool {
    let text = delivery.text.plain();
    let chart = match &delivery.board {
        Some(RenderedBoard::Picture { alt, caption, .. }) => {
            alt.contains("Chances over the game") && caption.starts_with("Accuracy: alice ")
        }
        _ => false,
    };
    chart && text.contains("alice: accuracy ") && text.contains("bob: accuracy ")
}

#[tokio::test]
async fn a_review_is_announced_and_then_given_with_a_chart() {
    let mut bot = test_host().await;
    bot.short_game("a").await;
    bot.handle(said("a", "1", "carol", "!analyze")).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 2, "{seen:?}");
    assert!(seen[0].text.plain().contains("I'm reviewing"));
    assert!(is_review(&seen[1]), "{:?}", seen[1]);
    assert_eq!(seen[1].reply_to.as_deref(), Some("1"));
    assert_eq!(seen[1].only_for, None);
    assert!(!bot.table("a").await.pending().waiting().engine);
    // A second review of the same game.
    bot.handle(said("a", "2", "carol", "!analyze")).await;
    assert!(is_review(&bot.quiet().await[1]));
}

#[tokio::test]
async fn reviews_are_made_one_after_another_and_one_for_each_person() {
    let mut bot = test_host().await;
    for channel in ["a", "b", "c"] {
        bot.short_game(channel).await;
    }
    let held = bot.hold();
    bot.handle(said("a", "1", "alice", "!analyze")).await;
    bot.next_says("I'm reviewing").await;
    bot.handle(said("b", "1", "alice", "!analyze")).await;
    bot.next_says("on its way").await;
    bot.handle(said("b", "2", "bob", "!analyze")).await;
    bot.next_says("I'm reviewing").await;
    bot.next_says("One review is ahead").await;
    // Commands do not wait for it.
    bot.handle(said("a", "2", "bob", "!rematch")).await;
    assert_eq!(bot.next().await.reply_to.as_deref(), Some("2"));
    drop(held);
    let seen = bot.quiet().await;
    assert_eq!(
        seen.iter().filter(|one| is_review(one)).count(),
        2,
        "{seen:?}"
    );
    let order: Vec<&str> = seen.iter().map(|one| one.table.channel.as_str()).collect();
    assert_eq!(order, ["a", "b"]);
}

#[tokio::test]
async fn a_review_that_was_asked_for_comes_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    first.short_game("a").await;
    let held = first.hold();
    first.handle(said("a", "1", "alice", "!analyze")).await;
    first.next_says("I'm reviewing").await;
    first.host.shutdown().await;
    drop(held);

    let mut second = test_host_at(&place, 0, later(), 0).await;
    let seen = second.quiet().await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert!(is_review(&seen[0]), "{:?}", seen[0]);
    assert_eq!(seen[0].reply_to, None);
    second.host.shutdown().await;
}
