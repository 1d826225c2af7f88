//! Replays: what is said, who has to wait, and restarts.

use super::*;
use crate::picture::Format;

fn is_replay(delivery: &RenderedReply) -> bool {
    let shown = match &delivery.board {
        Some(RenderedBoard::Picture {
            picture,
            alt,
            caption,
        }) => {
            picture.format == Format::Gif
                && picture.bytes.starts_with(b"GIF89a")
                && alt.contains("Animation of alice (white) against bob (black), turns 1–3.")
                && caption == "alice – bob"
        }
        _ => false,
    };
    shown && delivery.text.plain().contains("turns 1–3")
}

#[tokio::test]
async fn a_replay_is_announced_and_then_given_as_an_animation() {
    let mut bot = test_host().await;
    bot.short_game("a").await;
    bot.handle(said("a", "1", "carol", "!replay")).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 2, "{seen:?}");
    assert!(
        seen[0]
            .text
            .plain()
            .contains("I'm drawing alice against bob")
    );
    assert!(is_replay(&seen[1]), "{:?}", seen[1].text);
    assert_eq!(seen[1].reply_to.as_deref(), Some("1"));
    assert_eq!(seen[1].only_for, None);
    assert!(!bot.table("a").await.pending().waiting().engine);
    // It was drawn once.
    assert_eq!(bot.host.services.engine.replays_drawn(), 1);
    bot.handle(said("a", "2", "carol", "!replay")).await;
    assert!(is_replay(&bot.quiet().await[1]));
    assert_eq!(bot.host.services.engine.replays_drawn(), 1);
    // In another theme it looks different.
    bot.handle(said("a", "3", "alice", "!set channel theme dark"))
        .await;
    bot.handle(said("a", "4", "alice", "!theme dark")).await;
    bot.quiet().await;
    bot.handle(said("a", "5", "carol", "!replay")).await;
    assert!(is_replay(&bot.quiet().await[1]));
    assert_eq!(bot.host.services.engine.replays_drawn(), 2);
}

#[tokio::test]
async fn replays_are_drawn_one_after_another_and_one_for_each_person() {
    let mut bot = test_host().await;
    for channel in ["a", "b"] {
        bot.short_game(channel).await;
    }
    let held = bot.host.services.engine.hold_replays().await;
    bot.handle(said("a", "1", "alice", "!replay")).await;
    bot.next_says("I'm drawing").await;
    bot.next_says("One replay is ahead").await;
    bot.handle(said("a", "2", "bob", "!replay")).await;
    bot.next_says("already being drawn").await;
    bot.handle(said("b", "1", "alice", "!replay")).await;
    bot.next_says("on its way").await;
    bot.handle(said("b", "2", "bob", "!replay")).await;
    bot.next_says("I'm drawing").await;
    bot.next_says("2 replays are ahead").await;
    // Commands do not wait for it.
    bot.handle(said("a", "3", "bob", "!rematch")).await;
    assert_eq!(bot.next().await.reply_to.as_deref(), Some("3"));
    drop(held);
    let seen = bot.quiet().await;
    let mut given: Vec<&str> = seen
        .iter()
        .filter(|one| is_replay(one))
        .map(|one| one.table.channel.as_str())
        .collect();
    given.sort_unstable();
    assert_eq!(given, ["a", "b"]);
}

#[tokio::test]
async fn a_replay_that_was_asked_for_comes_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    first.short_game("a").await;
    let held = first.host.services.engine.hold_replays().await;
    first.handle(said("a", "1", "alice", "!replay")).await;
    first.next_says("I'm drawing").await;
    first.next_says("ahead of yours").await;
    first.host.shutdown().await;
    drop(held);

    let mut second = test_host_at(&place, 0, later(), 0).await;
    let seen = second.quiet().await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert!(is_replay(&seen[0]), "{:?}", seen[0].text);
    assert_eq!(seen[0].reply_to, None);
    second.host.shutdown().await;
}

#[tokio::test]
async fn a_replay_that_the_platform_does_not_take_is_shorter_and_says_so() {
    let mut bot = test_host().await;
    bot.short_game("a").await;
    bot.handle(said("a", "1", "carol", "!replay")).await;
    let whole = bot.quiet().await.remove(1);
    let Some(RenderedBoard::Picture { picture, .. }) = &whole.board else {
        panic!("no replay: {whole:?}");
    };
    let size = picture.bytes.len();
    // Half of that is enough in a smaller size.
    bot.transport
        .largest_picture
        .store(size - 1, Ordering::SeqCst);
    bot.handle(said("a", "2", "carol", "!replay")).await;
    let smaller = bot.quiet().await.remove(1);
    assert!(is_replay(&smaller), "{:?}", smaller.text);
    assert!(!smaller.text.plain().contains("too large"));
    let Some(RenderedBoard::Picture { picture: small, .. }) = &smaller.board else {
        panic!("no replay: {smaller:?}");
    };
    assert!(small.width < picture.width && small.bytes.len() < size);
    bot.transport.largest_picture.store(1, Ordering::SeqCst);
    bot.handle(said("a", "3", "carol", "!replay")).await;
    let shorter = bot.quiet().await.remove(1);
    let text = shorter.text.plain();
    assert!(
        text.contains("too large to send, so it begins with turn 3"),
        "{text}"
    );
}

#[tokio::test]
async fn a_replay_whose_drawing_a_stop_breaks_off_is_not_sent_without_it() {
    let mut bot = test_host().await;
    bot.short_game("a").await;
    bot.handle(said("a", "1", "carol", "!replay")).await;
    let given = bot.quiet().await.remove(1);
    let services = Arc::clone(&bot.host.services);
    let render = async || {
        let outgoing = services.store.outgoing(given.id).await.unwrap().unwrap();
        let platform = services.platforms.get(&outgoing.table.platform).unwrap();
        let renderer = &services.delivery.renderer;
        renderer.render(platform, outgoing, Arc::default()).await
    };
    assert!(is_replay(&render().await.unwrap()));
    // It has to be drawn again, as it is after a restart.
    bot.transport.largest_picture.store(1, Ordering::SeqCst);
    services.stopping.cancel();
    assert!(render().await.is_none());
}
