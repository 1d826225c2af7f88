//! Hints: who gets them, who has to wait, and hints that come too late.

use super::*;

impl TestHost {
    /// Starts a game of `white`, who places first, against bob.
    async fn two_play(&mut self, channel: &str, white: &str) {
        self.handle(said(channel, "c", white, "!challenge @bob white"))
            .await;
        self.handle(said(channel, "d", "bob", "!accept")).await;
        self.quiet().await;
    }

    fn text(deliveries: &[RenderedReply]) -> Vec<(String, String)> {
        deliveries
            .iter()
            .map(|one| {
                let to = one.reply_to.as_deref().unwrap_or_default().to_owned();
                (to, one.text.plain())
            })
            .collect()
    }
}

#[tokio::test]
async fn a_hint_is_for_whoever_asked_and_stands_in_the_record() {
    let mut bot = test_host().await;
    bot.two_play("a", "alice").await;
    let before = bot.table("a").await.version();
    bot.handle(said("a", "1", "alice", "!hint 3")).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    let alice = Person::new("alice", "alice");
    assert_eq!(seen[0].only_for.as_ref(), Some(&alice));
    assert_eq!(seen[0].author.as_ref(), Some(&alice));
    assert_eq!(seen[0].reply_to.as_deref(), Some("1"));
    assert_eq!(seen[0].replaces, None);
    let text = seen[0].text.plain();
    assert!(text.contains("I would place a ring on"), "{text}");
    assert!(text.contains("You could also"), "{text}");
    let Some(RenderedBoard::Picture { alt, .. }) = &seen[0].board else {
        panic!("a hint without a picture");
    };
    assert!(alt.contains("Hints, best first"), "{alt}");

    let table = bot.table("a").await;
    assert_eq!(table.version(), before, "older choices stay good");
    assert!(!table.pending().waiting().engine);
    bot.handle(said("a", "2", "bob", "!export")).await;
    let file = bot.quiet().await[0].file.clone().unwrap();
    assert!(file.content.contains("[Hints \"white 1\"]"), "{file:?}");

    // Only the player to move gets one.
    bot.handle(said("a", "3", "bob", "!hint")).await;
    bot.handle(said("a", "4", "carol", "!hint")).await;
    let told = TestHost::text(&bot.quiet().await);
    assert!(told[0].1.contains("alice's turn"), "{told:?}");
    assert!(told[1].1.contains("watching"), "{told:?}");
}

#[tokio::test]
async fn who_has_to_wait_is_told_and_a_hint_that_comes_too_late_is_not_thought_about() {
    let mut bot = test_host().await;
    for (channel, white) in [("a", "alice"), ("b", "alice"), ("c", "carol")] {
        bot.two_play(channel, white).await;
    }
    let held = bot.hold();
    bot.handle(said("a", "1", "alice", "!hint")).await;
    let told = bot.next().await;
    assert!(told.text.plain().contains("You're next"), "{told:?}");
    assert_eq!(told.reply_to.as_deref(), Some("1"));
    assert!(told.only_for.is_some());
    bot.handle(said("b", "1", "alice", "!hint")).await;
    bot.next_says("on its way").await;
    bot.handle(said("a", "2", "alice", "!hint")).await;
    bot.next_says("on its way").await;
    bot.handle(said("c", "1", "carol", "!hint")).await;
    let told = bot.next().await.text.plain();
    assert!(told.contains("You're number 2 in line"), "{told}");

    // Alice moves without it.
    bot.handle(said("a", "3", "alice", "!place A4")).await;
    let told = [bot.next().await, bot.next().await];
    let late = told.iter().find(|one| one.only_for.is_some()).unwrap();
    assert!(late.text.plain().contains("moved on"), "{late:?}");
    assert_eq!(late.reply_to.as_deref(), Some("1"));
    assert!(!bot.table("a").await.pending().waiting().engine);
    bot.handle(said("b", "2", "alice", "!hint 1")).await;
    let told = bot.next().await.text.plain();
    assert!(told.contains("in line"), "{told}");

    drop(held);
    let told = TestHost::text(&bot.quiet().await);
    assert_eq!(told.len(), 2, "{told:?}");
    let of = |text: &str| told.iter().filter(|one| one.1.contains(text)).count();
    assert_eq!((of("I would place"), of("Look at")), (1, 1), "{told:?}");
}

#[tokio::test]
async fn a_hint_comes_though_a_draw_is_offered_meanwhile() {
    let mut bot = test_host().await;
    bot.two_play("a", "alice").await;
    let held = bot.hold();
    bot.handle(said("a", "1", "alice", "!hint")).await;
    bot.handle(said("a", "2", "bob", "!draw")).await;
    drop(held);
    let told = TestHost::text(&bot.quiet().await);
    assert!(
        told.iter().any(|(_, text)| text.contains("I would place")),
        "{told:?}"
    );
    // She may ask again.
    bot.handle(said("a", "3", "alice", "!hint 1")).await;
    let told = TestHost::text(&bot.quiet().await);
    assert!(!told[0].1.contains("on its way"), "{told:?}");
}

#[tokio::test]
async fn a_hint_that_was_asked_for_comes_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    first.handle(said("a", "1", "alice", "!play white")).await;
    first.quiet().await;
    let held = first.hold();
    first.handle(said("a", "2", "alice", "!hint")).await;
    first.host.shutdown().await;
    drop(held);

    let mut second = test_host_at(&place, 0, later(), 0).await;
    let seen = second.quiet().await;
    let hint = seen.last().unwrap();
    assert!(hint.text.plain().contains("I would place"), "{seen:?}");
    assert_eq!(hint.only_for, Some(Person::new("alice", "alice")));
    assert_eq!(hint.reply_to, None);
    // Its button plays it.
    let pressed = pressed("a", "3", "alice", ChoicesOf::Reply(hint.id), 0);
    second.handle(pressed).await;
    second.quiet().await;
    let table = second.table("a").await;
    assert_eq!(table.running().unwrap().actions().len(), 2);
    assert_eq!(
        table.running().unwrap().hints_of(crate::game::Color::White),
        1
    );
}

#[tokio::test]
async fn where_the_engine_fails_the_game_goes_on_and_a_hint_is_given_up() {
    let mut bot = test_host().await;
    // A closed pool drops all requests, as if each search panicked.
    bot.host.services.engine.close();
    bot.handle(said("a", "1", "alice", "!play black")).await;
    bot.quiet().await;
    let table = bot.table("a").await;
    assert_eq!(table.running().unwrap().actions().len(), 1);
    bot.handle(said("a", "2", "alice", "!hint")).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    let text = seen[0].text.plain();
    assert!(text.contains("couldn't come up with"), "{text}");
    assert_eq!(seen[0].only_for, Some(Person::new("alice", "alice")));
    assert_eq!(seen[0].reply_to.as_deref(), Some("2"));
    let table = bot.table("a").await;
    assert!(!table.pending().waiting().engine);
    let game = table.running().unwrap();
    assert_eq!(game.hints_of(crate::game::Color::Black), 0);
}
