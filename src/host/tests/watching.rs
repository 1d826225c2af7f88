//! People who watch a game: they are told once, whatever happens, as long as they can be.

use super::*;

/// Something said in the private chat of a person and the bot.
fn whispered(event: &str, author: &str, text: &str) -> Incoming {
    Incoming {
        private: true,
        server: None,
        community: None,
        input: Input::Text {
            text: text.to_owned(),
            addressing: Addressing::Bot,
        },
        ..said(&format!("@{author}"), event, author, text)
    }
}

/// A game of alice and bob.
async fn begin(bot: &mut TestHost, channel: &str) {
    for (event, author, text) in [
        ("1", "alice", "!challenge @bob white"),
        ("2", "bob", "!accept"),
    ] {
        bot.handle(said(channel, event, author, text)).await;
    }
    bot.quiet().await;
}

/// What follows from something, told in private and otherwise.
async fn told(bot: &mut TestHost, incoming: Incoming) -> (Vec<RenderedReply>, Vec<RenderedReply>) {
    assert_eq!(bot.handle(incoming).await, Disposition::Done);
    let seen = bot.quiet().await;
    seen.into_iter().partition(|one| one.private)
}

/// The one answer to something.
async fn answer(bot: &mut TestHost, incoming: Incoming) -> RenderedReply {
    let (private, mut others) = told(bot, incoming).await;
    assert!(private.is_empty() && others.len() == 1, "{others:?}");
    others.remove(0)
}

/// A minute passes.
fn pass(bot: &TestHost, minute: i64) {
    bot.clock.set(second(60 * minute));
}

#[tokio::test]
async fn a_turn_is_told_once_and_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    begin(&mut first, "a").await;
    let text = answer(&mut first, said("a", "3", "dave", "!watch")).await;
    let text = text.text.plain();
    assert!(text.contains("You now watch alice – bob in #a"), "{text}");
    let turn = said("a", "4", "alice", "!E4");
    let (private, others) = told(&mut first, turn.clone()).await;
    assert_eq!((private.len(), others.len()), (1, 1));
    let reply = &private[0];
    assert!(
        reply.text.plain().starts_with("#a · alice played 1. e4"),
        "{reply:?}"
    );
    assert_eq!(reply.only_for.as_ref().unwrap().id, "dave");
    // It answers nobody.
    assert!(reply.silent && reply.reply_to.is_none() && reply.author.is_none());
    assert!(reply.board.is_some() && reply.choices.is_empty());
    assert_eq!(first.handle(turn).await, Disposition::Duplicate);
    assert!(first.quiet().await.is_empty());
    // Too fast: it is told later, by the next run.
    let (private, _) = told(&mut first, said("a", "5", "bob", "!E5")).await;
    assert!(private.is_empty());
    first.host.shutdown().await;
    let mut bot = test_host_at(&place, 0, later(), 100).await;
    bot.clock.set(second(200));
    bot.host.put(&table("a"), Job::TimerFired(second(200)));
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert!(
        seen[0].private && seen[0].text.plain().contains("2. e5"),
        "{seen:?}"
    );
    bot.clock.set(second(300));
    let (private, _) = told(&mut bot, said("a", "6", "alice", "!E6")).await;
    assert_eq!(private.len(), 1);
    bot.clock.set(second(400));
    let (private, _) = told(&mut bot, said("a", "7", "alice", "!resign yes")).await;
    let text = private[0].text.plain();
    assert!(text.contains("alice resigned. bob won!"), "{text}");
    let store = &bot.host.services.store;
    assert!(store.watched_by("test", "dave").await.unwrap().is_empty());
}

#[tokio::test]
async fn who_cannot_be_told_watches_no_longer() {
    // One takes no private messages, the other has left.
    for (channel, watcher) in [("closed", "dave"), ("a", "gone")] {
        let mut bot = test_host().await;
        begin(&mut bot, channel).await;
        answer(&mut bot, said(channel, "3", watcher, "!watch")).await;
        let erin = match channel {
            "a" => vec!["erin"],
            _ => Vec::new(),
        };
        for other in &erin {
            answer(&mut bot, said(channel, "4", other, "!watch")).await;
        }
        let (private, others) = told(&mut bot, said(channel, "5", "alice", "!E4")).await;
        assert_eq!((private.len(), others.len()), (erin.len(), 1), "told");
        let table = bot.table(channel).await;
        assert_eq!(table.watching(), erin);
        let store = &bot.host.services.store;
        assert!(store.watched_by("test", watcher).await.unwrap().is_empty());
        assert!(store.undelivered("test").await.unwrap().is_empty());
        pass(&bot, 1);
        let (private, _) = told(&mut bot, said(channel, "6", "bob", "!E5")).await;
        assert_eq!(private.len(), erin.len());
    }
}

#[tokio::test]
async fn where_the_bot_may_only_answer_nobody_watches() {
    let mut bot = test_host().await;
    bot.ask("1", "alice", "!challenge @bob white").await;
    bot.ask("2", "bob", "!accept").await;
    let told = bot.ask("3", "dave", "!watch").await;
    let text = told[0].text.plain();
    assert!(text.starts_with("I can't message you"), "{text}");
    assert!(bot.table("asked").await.watching().is_empty());
}

#[tokio::test]
async fn games_elsewhere_are_watched_by_those_who_may_see_them() {
    let mut bot = test_host().await;
    let in_thread = |thread: &str, incoming: Incoming| {
        let mut incoming = incoming;
        incoming.table.thread = Some(thread.to_owned());
        incoming
    };
    begin(&mut bot, "a").await;
    for (event, author, text) in [
        ("3", "alice", "!challenge @bob white"),
        ("4", "bob", "!accept"),
    ] {
        bot.handle(in_thread("t", said("a", event, author, text)))
            .await;
    }
    bot.quiet().await;
    let reply = answer(&mut bot, said("a", "10", "dave", "!watch #t")).await;
    assert_eq!(reply.table, table("a"));
    let text = reply.text.plain();
    assert!(text.contains("You now watch alice – bob in #t"), "{text}");
    answer(
        &mut bot,
        in_thread("t", said("a", "11", "dave", "!watch #a")),
    )
    .await;
    let nothing = "There's no running game there";
    for incoming in [
        said("b", "12", "dave", "!watch #a"),
        whispered("13", "dave", "watch #t"),
        whispered("14", "dave", "watch #nowhere"),
    ] {
        let text = answer(&mut bot, incoming).await.text.plain();
        assert!(text.starts_with(nothing), "{text}");
    }
    // One's own game is found, and needs no watch.
    let text = answer(&mut bot, whispered("15", "bob", "watch 1")).await;
    assert!(
        text.text.plain().contains("You play in this game"),
        "{text:?}"
    );
    // In private all are listed, elsewhere those that others may hear of.
    let text = answer(&mut bot, whispered("16", "dave", "watch"))
        .await
        .text
        .plain();
    assert!(text.contains("1. #a") && text.contains("2. #t"), "{text}");
    let text = answer(&mut bot, said("b", "17", "dave", "!watch"))
        .await
        .text
        .plain();
    assert!(text.starts_with("2 more games elsewhere"), "{text}");
    // With several it has to be said which one, and where others read along it is none of them.
    for incoming in [
        whispered("18", "dave", "watch off"),
        said("b", "19", "dave", "!watch off 2"),
    ] {
        let text = answer(&mut bot, incoming).await.text.plain();
        assert!(text.starts_with("Which game do you mean?"), "{text}");
    }
    let text = answer(&mut bot, whispered("20", "dave", "watch off 2")).await;
    assert_eq!(text.table, table("@dave"));
    assert!(text.text.plain().contains("alice – bob in #t"), "{text:?}");
    let text = answer(&mut bot, whispered("21", "dave", "watch off")).await;
    assert!(text.text.plain().contains("alice – bob in #a"), "{text:?}");
    let text = answer(&mut bot, whispered("22", "dave", "watch off")).await;
    assert!(text.text.plain().contains("aren't watching"), "{text:?}");
    let (private, _) = told(&mut bot, said("a", "30", "alice", "!E4")).await;
    assert!(private.is_empty());
}

#[tokio::test]
async fn a_person_watches_five_games() {
    let mut bot = test_host().await;
    for number in 1..=6 {
        let channel = format!("c{number}");
        begin(&mut bot, &channel).await;
        let text = answer(&mut bot, said(&channel, "3", "dave", "!watch")).await;
        let text = text.text.plain();
        let expected = match number {
            6 => "You can watch 5 games at a time",
            _ => "You now watch",
        };
        assert!(text.starts_with(expected), "{text}");
    }
    let answered = answer(&mut bot, said("c2", "4", "dave", "!watch off")).await;
    assert!(answered.text.plain().contains("in #c2"), "{answered:?}");
    let text = answer(&mut bot, said("c6", "5", "dave", "!watch")).await;
    assert!(text.text.plain().starts_with("You now watch"), "{text:?}");
}

#[tokio::test]
async fn who_is_forgotten_watches_nothing() {
    let mut bot = test_host().await;
    begin(&mut bot, "a").await;
    answer(&mut bot, said("a", "3", "dave", "!watch")).await;
    bot.handle(said("b", "1", "dave", "!forget-me yes")).await;
    bot.quiet().await;
    assert!(bot.table("a").await.watchers().is_empty());
    let store = &bot.host.services.store;
    assert!(store.watched_by("test", "dave").await.unwrap().is_empty());
    let (private, _) = told(&mut bot, said("a", "4", "alice", "!E4")).await;
    assert!(private.is_empty());
}
