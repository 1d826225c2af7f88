//! Commands that are given in one place for the game at another table.

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

/// A platform's own command, which nobody else sees.
fn slashed(channel: &str, event: &str, author: &str, text: &str) -> Incoming {
    Incoming {
        input: Input::Command(text.to_owned()),
        ..said(channel, event, author, "")
    }
}

/// A game of alice and bob, with the ring at E4 placed by alice.
async fn begin(bot: &mut TestHost, channel: &str) {
    for (event, author, text) in [
        ("1", "alice", "!challenge @bob white"),
        ("2", "bob", "!accept"),
        ("3", "alice", "!E4"),
    ] {
        bot.handle(said(channel, event, author, text)).await;
    }
    bot.quiet().await;
}

/// The answer to something, and the channel in which it is given.
async fn answer(bot: &mut TestHost, incoming: Incoming) -> (String, String) {
    assert_eq!(bot.handle(incoming).await, Disposition::Done);
    let mut seen = bot.quiet().await;
    assert_eq!(seen.len(), 1, "{seen:?}");
    let reply = seen.remove(0);
    (reply.table.channel, reply.text.plain())
}

#[tokio::test]
async fn it_changes_that_table_and_is_answered_where_it_was_given() {
    let mut bot = test_host().await;
    begin(&mut bot, "a").await;
    let plan = whispered("10", "alice", "if E5 then F6");
    let (channel, text) = answer(&mut bot, plan.clone()).await;
    assert_eq!(channel, "@alice");
    assert!(text.ends_with("1. e5 then f6"), "{text}");
    // The same event again changes nothing and says nothing.
    assert_eq!(bot.handle(plan).await, Disposition::Duplicate);
    assert!(bot.quiet().await.is_empty());
    let (channel, text) = answer(&mut bot, said("a", "4", "bob", "!E5")).await;
    assert_eq!(channel, "a");
    assert!(text.contains("As alice had planned: "), "{text}");
    assert_eq!(bot.table("a").await.game().unwrap().actions().len(), 3);
    assert!(bot.table("@alice").await.game().is_none());
}

#[tokio::test]
async fn a_number_names_the_game() {
    let mut bot = test_host().await;
    begin(&mut bot, "a").await;
    bot.pass(60);
    begin(&mut bot, "b").await;
    let unnamed = whispered("10", "alice", "if E5 then F6");
    let (channel, text) = answer(&mut bot, unnamed).await;
    assert_eq!(channel, "@alice");
    assert!(text.starts_with("Which game is it for?"), "{text}");
    // In both it is bob's turn; the last move at "a" is older.
    let second = whispered("11", "alice", "if #2 E5 then F6");
    let (channel, _) = answer(&mut bot, second.clone()).await;
    assert_eq!(channel, "@alice");
    // Once bob has moved at "b", the second game is the other one; the event was handled.
    let (_, text) = answer(&mut bot, said("b", "4", "bob", "!E5")).await;
    assert!(text.contains("As alice had planned: "), "{text}");
    bot.handle(said("b", "5", "bob", "!E6")).await;
    bot.quiet().await;
    assert_eq!(bot.handle(second).await, Disposition::Duplicate);
    let (_, text) = answer(&mut bot, whispered("12", "alice", "if #2")).await;
    assert!(text.starts_with("You have no conditional moves"), "{text}");
    let (_, text) = answer(&mut bot, whispered("13", "alice", "if #3")).await;
    assert!(
        text.starts_with("You have no running game with the number 3."),
        "{text}"
    );
    let (_, text) = answer(&mut bot, whispered("14", "carol", "if #1")).await;
    assert!(
        text.starts_with("You have no running game with the number 1."),
        "{text}"
    );
}

#[tokio::test]
async fn a_command_that_only_its_author_sees_works_in_any_channel() {
    let mut bot = test_host().await;
    begin(&mut bot, "a").await;
    bot.pass(60);
    begin(&mut bot, "b").await;
    // Without a number it is for the game there, with one perhaps for another.
    for (event, text) in [("10", "if E5 then F6"), ("11", "if #1 E6 then F6")] {
        let (channel, text) = answer(&mut bot, slashed("a", event, "alice", text)).await;
        assert_eq!(channel, "a", "{text}");
    }
    let (channel, text) = answer(&mut bot, slashed("a", "12", "alice", "if #2 E7 then F6")).await;
    assert_eq!(channel, "a");
    assert!(text.ends_with("1. e7 then f6"), "{text}");
    let (_, text) = answer(&mut bot, slashed("b", "13", "alice", "if")).await;
    assert!(text.contains("1. e7 then f6"), "{text}");
    // Where others read it, it is for nobody.
    let (channel, text) = answer(&mut bot, said("c", "1", "alice", "!if #1 E8 then F6")).await;
    assert_eq!(channel, "c");
    assert!(
        text.starts_with("Conditional moves stay between you and me."),
        "{text}"
    );
}

#[tokio::test]
async fn what_comes_during_a_shutdown_is_handled_by_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    begin(&mut first, "a").await;
    let text = "if E5 then F6";
    first.host.services.stopping.cancel();
    let stopped = first.host.handle(whispered("10", "alice", text)).await;
    assert!(matches!(stopped, Err(HostError::Stopping)), "{stopped:?}");
    first.host.shutdown().await;
    let mut bot = test_host_at(&place, 0, later(), 100).await;
    let (channel, text) = answer(&mut bot, whispered("10", "alice", text)).await;
    assert_eq!(channel, "@alice");
    assert!(text.ends_with("1. e5 then f6"), "{text}");
}

#[tokio::test]
async fn the_board_of_a_game_is_shown_to_those_who_may_see_it() {
    let mut bot = test_host().await;
    begin(&mut bot, "a").await;
    let nothing = "There's no running game there that I can show you here.";
    let shown = "#a · alice – bob";
    // Its players see it in private and by a command of the platform, by its name and by its number.
    for (incoming, channel) in [
        (whispered("10", "alice", "board #a"), "@alice"),
        (whispered("11", "bob", "board 1 text"), "@bob"),
        (slashed("c", "12", "alice", "board #a text"), "c"),
        (slashed("c", "13", "alice", "board 1"), "c"),
        (in_thread("t", said("a", "14", "carol", "!board #a")), "a"),
        (in_thread("t", said("a", "15", "bob", "!board 1")), "a"),
    ] {
        let (at, text) = answer(&mut bot, incoming).await;
        assert_eq!(at, channel);
        assert!(text.starts_with(shown), "{text}");
    }
    // Nobody else does, and its players not where others read along.
    for (number, incoming) in [
        said("c", "20", "alice", "!board #a"),
        said("c", "21", "alice", "!board 1"),
        said("c", "22", "carol", "!board #a"),
        slashed("c", "23", "carol", "board #a"),
        slashed("c", "24", "carol", "board 1"),
        whispered("25", "carol", "board #a"),
        whispered("26", "alice", "board #nowhere"),
        whispered("27", "alice", "board 2"),
        whispered("28", "alice", "board 0"),
        // There is a table, but no game.
        whispered("29", "alice", "board #c"),
    ]
    .into_iter()
    .enumerate()
    {
        let (_, text) = answer(&mut bot, incoming).await;
        assert!(text.starts_with(nothing), "{number}: {text}");
    }
    // A game in a thread is of its channel.
    for (event, author, text) in [
        ("30", "alice", "!challenge @bob white"),
        ("31", "bob", "!accept"),
    ] {
        bot.handle(in_thread("t", said("d", event, author, text)))
            .await;
    }
    bot.quiet().await;
    let (at, text) = answer(&mut bot, said("d", "32", "carol", "!board #t")).await;
    assert!(at == "d" && text.starts_with("#t · alice – bob"), "{text}");
    let (_, text) = answer(&mut bot, said("c", "33", "carol", "!board #t")).await;
    assert!(text.starts_with(nothing), "{text}");
}

#[tokio::test]
async fn the_games_of_a_private_thread_stay_in_it() {
    for thread in ["private", "unknown"] {
        let mut bot = test_host().await;
        for (event, author, text) in [
            ("1", "alice", "!challenge @bob white"),
            ("2", "bob", "!accept"),
            ("3", "alice", "!E4"),
        ] {
            bot.handle(in_thread(thread, said("a", event, author, text)))
                .await;
        }
        bot.quiet().await;
        let board = format!("board #{thread}");
        let typed = format!("!{board}");
        let watch = format!("watch #{thread}");
        let nothing = "There's no running game there that I can show you here.";
        for (number, incoming) in [
            said("a", "10", "carol", &typed),
            slashed("a", "11", "carol", &board),
            slashed("a", "12", "carol", &watch),
            in_thread("other", said("a", "13", "carol", &typed)),
            // Its players, where others read along.
            said("a", "14", "alice", &typed),
            said("a", "15", "alice", "!board 1"),
        ]
        .into_iter()
        .enumerate()
        {
            let (_, text) = answer(&mut bot, incoming).await;
            assert!(text.starts_with(nothing), "{number}: {text}");
        }
        // They are shown it for themselves alone.
        for (event, text) in [("20", "board 1"), ("21", &*board)] {
            bot.handle(slashed("a", event, "alice", text)).await;
            let told = bot.quiet().await;
            let only_for = told[0].only_for.as_ref().map(|person| &*person.id);
            assert_eq!(only_for, Some("alice"));
            assert!(told[0].board.is_some());
        }
        // In the thread everybody sees it.
        let here = in_thread(thread, said("a", "30", "carol", &typed));
        let (_, text) = answer(&mut bot, here).await;
        assert!(text.contains("alice – bob"), "{text}");
        // Their list names it in the thread and in private.
        let (_, text) = answer(&mut bot, said("a", "31", "alice", "!games")).await;
        assert!(!text.contains("bob"), "{text}");
        // So it is with the game once it is over.
        for (event, author, text) in [("40", "bob", "!E5"), ("41", "alice", "!resign yes")] {
            bot.handle(in_thread(thread, said("a", event, author, text)))
                .await;
        }
        bot.quiet().await;
        for text in ["!board #1", "!show #1", "!export #1"] {
            let (_, text) = answer(&mut bot, said("a", &format!("5{text}"), "carol", text)).await;
            assert!(text.contains("#1") && !text.contains("alice"), "{text}");
        }
        let (_, text) = answer(&mut bot, said("a", "60", "carol", "!archive")).await;
        assert!(!text.contains("alice"), "{text}");
        for (event, text) in [("61", "!board #1"), ("62", "!archive")] {
            let here = in_thread(thread, said("a", event, "carol", text));
            let (_, text) = answer(&mut bot, here).await;
            assert!(text.contains("alice"), "{text}");
        }
    }
}

#[tokio::test]
async fn the_featured_game_is_one_that_all_may_see() {
    let mut bot = test_host().await;
    let none = "There's no game in progress that I can show here";
    let (_, text) = answer(&mut bot, said("a", "1", "carol", "!featured")).await;
    assert!(text.starts_with(none), "{text}");
    // The newest of them is in a private thread.
    for (number, thread) in ["first", "second", "private"].into_iter().enumerate() {
        bot.pass(60);
        for (event, author, text) in [
            ("1", "alice", "!challenge @bob white"),
            ("2", "bob", "!accept"),
        ] {
            let event = format!("{number}-{event}");
            bot.handle(in_thread(thread, said("a", &event, author, text)))
                .await;
        }
        bot.quiet().await;
    }
    let here = || said("a", "3", "carol", "!featured");
    let (_, text) = answer(&mut bot, here()).await;
    assert!(text.starts_with("#second · alice – bob"), "{text}");
    let private = in_thread("private", said("a", "4", "carol", "!featured"));
    let (_, text) = answer(&mut bot, private).await;
    assert!(text.starts_with("#private · alice – bob"), "{text}");
    let (_, text) = answer(&mut bot, said("b", "5", "alice", "!featured")).await;
    assert!(text.starts_with(none), "{text}");
}
