//! The archive, ratings and statistics, through whole games.

use super::*;
use crate::game::Color;
use crate::session::{ArchivedGame, Place, Rating, RatingChange, Standing};

fn club() -> Place {
    Place {
        platform: "test".to_owned(),
        server: "club".to_owned(),
    }
}

impl TestHost {
    /// Says something, and returns what is answered, without prompts of other commands.
    async fn told(&mut self, channel: &str, author: &str, text: &str) -> RenderedReply {
        let event = format!("{author}: {text} {}", self.clock.now());
        self.pass(1);
        let people = ["alice", "bob"].map(|name| Person::new(name, name));
        let incoming = Incoming {
            people: people.into(),
            ..said(channel, &event, author, text)
        };
        assert_eq!(self.handle(incoming).await, Disposition::Done, "{text}");
        let mut seen = self.quiet().await;
        assert_eq!(seen.len(), 1, "{text}");
        seen.remove(0)
    }

    /// Plays a game until both have made so many ring moves. Alice is white.
    async fn game(&mut self, channel: &str, terms: &str, moves: usize) {
        self.told(channel, "alice", &format!("!challenge @bob white {terms}"))
            .await;
        self.told(channel, "bob", "!accept").await;
        for _ in 0..10 + 2 * moves {
            let table = self.table(channel).await;
            let position = *table.running().unwrap().position();
            let author = match position.actor() {
                Color::White => "alice",
                Color::Black => "bob",
            };
            let action = position.legal_actions()[0];
            self.told(channel, author, &format!("!{action}")).await;
        }
    }

    /// Alice, as white, plays the bot until both have moved a ring, and then resigns.
    async fn against_the_bot(&mut self, server: Option<&str>) {
        let mut next = "!play 1 white".to_owned();
        for number in 0.. {
            let event = format!("against the bot {number}");
            let incoming = Incoming {
                server: server.map(str::to_owned),
                community: server.map(str::to_owned),
                ..said("a", &event, "alice", &next)
            };
            self.handle(incoming).await;
            self.quiet().await;
            let table = self.table("a").await;
            let Some(game) = table.running() else {
                return;
            };
            next = match game.actions().len() {
                ..12 => format!("!{}", game.position().legal_actions()[0]),
                _ => "!resign yes".to_owned(),
            };
        }
    }

    async fn archived(&self, number: u64) -> Option<ArchivedGame> {
        let store = &self.host.services.store;
        store.archived(number).await.unwrap()
    }

    async fn standings(&self) -> Vec<Standing> {
        let store = &self.host.services.store;
        let variant = crate::game::Variant::Normal;
        store.standings(&club(), variant).await.unwrap()
    }
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut bot = test_host_at(&place, 0, later(), 0).await;
    let challenge = bot.told("a", "alice", "!challenge @bob rated").await;
    assert!(challenge.text.plain().contains("a rated normal game"));
    bot.told("a", "alice", "!withdraw").await;
    bot.game("a", "rated", 3).await;
    let refused = bot.told("a", "alice", "!hint").await;
    assert!(refused.text.plain().contains("rated"));
    assert!(bot.archived(1).await.is_none());
    bot.told("a", "bob", "!resign yes").await;
    // Called off before three ring moves each: it does not count.
    bot.game("a", "rated", 2).await;
    bot.told("a", "alice", "!resign yes").await;
    // Casual.
    bot.game("a", "", 3).await;
    bot.told("a", "alice", "!resign yes").await;

    for restarted in [false, true] {
        if restarted {
            bot.host.shutdown().await;
            bot = test_host_at(&place, 0, later(), 90_000).await;
        }
        let rated: Vec<bool> = {
            let mut rated = Vec::new();
            for number in 1..=3 {
                let archived = bot.archived(number).await.unwrap();
                assert_eq!(archived.ratings.is_some(), archived.game.rated);
                assert_eq!(archived.game.actions.len(), archived.game.times.len());
                assert_eq!(archived.table, table("a"));
                rated.push(archived.game.rated);
            }
            rated
        };
        assert_eq!(rated, [true, false, false]);
        assert!(bot.archived(4).await.is_none());
        let standings = bot.standings().await;
        let told: Vec<_> = standings
            .iter()
            .map(|one| (one.person.id.as_str(), one.rating.rounded(), one.games))
            .collect();
        assert_eq!(told, [("alice", 1662, 1), ("bob", 1338, 1)]);
    }

    let stats = bot.told("b", "bob", "!stats @alice").await;
    let text = stats.text.plain();
    for part in [
        "alice, normal: 1662 ± 290 after one rated game",
        "3 games with people: 1 won, 0 drawn, 2 lost.",
        "2 losses in a row.",
        "Favourite first ring: A2 (3 times).",
        "Against bob: 1 won, 0 drawn, 2 lost.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let Some(RenderedBoard::Picture { alt, .. }) = stats.board else {
        panic!("no chart");
    };
    assert!(alt.contains("From 1500 to 1662 in one game"), "{alt}");
    let top = bot.told("b", "alice", "!top").await.text.plain();
    assert!(
        top.contains("certain enough") && top.contains("You: 1662 ± 290"),
        "{top}"
    );

    // The record, by number and at the table.
    let by_number = bot.told("b", "alice", "!export #1").await.file.unwrap();
    for tag in [
        "[WhiteRating \"1500\"]",
        "[BlackRating \"1500\"]",
        "[Rated \"yes\"]",
        "[GameId \"1\"]",
        "[EndTime \"00:00:2",
        "[Site \"test/club\"]",
        "[Date \"2023.01.01\"]",
    ] {
        assert!(by_number.content.contains(tag), "{}", by_number.content);
    }
    let casual = bot.told("b", "alice", "!export #3").await.file.unwrap();
    assert!(!casual.content.contains("Rat") && !casual.content.contains("Site"));
    assert_eq!(bot.told("a", "bob", "!export").await.file, Some(casual));
}

#[tokio::test]
async fn the_featured_game_is_that_of_the_best_players() {
    let mut bot = test_host().await;
    bot.game("a", "rated", 3).await;
    bot.told("a", "bob", "!resign yes").await;
    for (thread, white, black) in [("first", "alice", "bob"), ("second", "carol", "dave")] {
        bot.pass(60);
        for (author, text) in [
            (white, format!("!challenge @{black} white")),
            (black, "!accept".to_owned()),
        ] {
            let event = format!("{thread}-{author}");
            bot.handle(in_thread(thread, said("a", &event, author, &text)))
                .await;
        }
        bot.quiet().await;
    }
    let told = bot.told("a", "erin", "!featured").await.text.plain();
    let expected = "#first · alice (1662) – bob (1338)\n";
    assert!(told.starts_with(expected), "{told}");
}

#[tokio::test]
async fn ratings_follow_from_the_archive_alone() {
    let mut bot = test_host().await;
    for (number, loser) in ["bob", "bob", "alice", "bob"].into_iter().enumerate() {
        bot.game("a", "rated", 3).await;
        bot.told("a", loser, "!resign yes").await;
        // Two periods without games in between, and a bit.
        let days = if number == 1 { 70 } else { 1 };
        bot.pass(days * 24 * 60 * 60);
    }
    let mut ratings = [Rating::default(); 2];
    for number in 1..=4 {
        let archived = bot.archived(number).await.unwrap();
        let change =
            RatingChange::by_game(ratings, archived.game.result.unwrap(), archived.game.ended);
        assert_eq!(archived.ratings, Some(change));
        ratings = change.after;
        if number == 3 {
            let aged = change.before[0].deviation;
            let earlier = bot.archived(2).await.unwrap().ratings.unwrap().after[0];
            assert!(aged > earlier.deviation);
        }
    }
    let standings = bot.standings().await;
    let stored = ["alice", "bob"].map(|name| {
        let mut standings = standings.iter();
        standings.find(|one| one.person.id == name).unwrap().rating
    });
    assert_eq!(stored, ratings);
}

#[tokio::test]
async fn finished_games_are_listed_and_found_by_number() {
    let mut bot = test_host().await;
    let none = bot.told("a", "alice", "!archive").await.text.plain();
    assert!(none.contains("No game has ended here yet"), "{none}");
    for _ in 0..12 {
        bot.told("a", "alice", "!challenge @bob white blitz").await;
        bot.told("a", "bob", "!accept").await;
        bot.told("a", "alice", "!a2").await;
        bot.told("a", "bob", "!resign yes").await;
    }
    let first = bot.told("a", "alice", "!archive").await;
    let text = first.text.plain();
    assert!(
        text.contains("Finished games here: 12 (page 1 of 2)"),
        "{text}"
    );
    assert!(
        text.contains("#12 · 2023-01-01 · alice 1–0 bob · blitz, resigned"),
        "{text}"
    );
    assert!(text.contains("#3 ·") && !text.contains("#2 ·"), "{text}");
    let labels: Vec<_> = first.choices.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["Older"]);
    bot.handle(pressed("a", "older", "alice", ChoicesOf::Latest, 0))
        .await;
    let second = bot.quiet().await.remove(0);
    let text = second.text.plain();
    assert!(text.contains("#2 ·") && text.contains("#1 ·"), "{text}");
    assert_eq!(second.choices[0].label, "Newer");
    // A choice names the person by the id alone.
    bot.told("a", "alice", "!archive @bob").await;
    bot.handle(pressed("a", "older 2", "alice", ChoicesOf::Latest, 0))
        .await;
    let text = bot.quiet().await.remove(0).text.plain();
    assert!(
        text.contains("bob's finished games: 12 (page 2 of 2)"),
        "{text}"
    );
    for (text, part) in [
        ("!archive 3", "no page 3; the last one is 2"),
        ("!archive 12345678901234567", "no page 12345678901234567;"),
        ("!archive @mallory", "don't know anyone called “mallory”"),
        ("!board #13", "no finished game #13 here"),
        ("!export #99999999999999999999", "number that large"),
        ("!analyze #0", "no finished game #0"),
        ("!board 13", "no running game there"),
        ("!board #x", "no running game there"),
        ("!stats @mallory", "don't know anyone called “mallory”"),
    ] {
        let told = bot.told("a", "alice", text).await.text.plain();
        assert!(told.contains(part), "{text}: {told}");
    }
    // Whoever turns the pages is asked as nobody else.
    bot.told("a", "alice", "!archive").await;
    bot.handle(pressed("a", "not hers", "carol", ChoicesOf::Latest, 0))
        .await;
    let told = bot.quiet().await.remove(0).text.plain();
    assert!(!told.contains("#2 ·"), "{told}");
    let shown = bot.told("a", "carol", "!board #2").await;
    assert!(shown.board.is_some() && shown.text.plain().contains("#2 · "));
    bot.handle(said("a", "review", "carol", "!analyze #2"))
        .await;
    let review = bot.quiet().await;
    assert_eq!(review.len(), 2);
    assert!(review[1].board.is_some());

    // In another channel, whose members may not be in this one, only the players find them, and
    // nothing is listed there unless they ask for their own.
    for server in [Some("club"), Some("other"), None] {
        for (author, text, finds) in [
            ("carol", "!board #2", false),
            ("carol", "!analyze #2", false),
            ("carol", "!archive", false),
            ("carol", "!archive @bob", false),
            ("bob", "!board #2", true),
            ("bob", "!archive", server.is_none()),
            ("bob", "!archive @bob", true),
        ] {
            let elsewhere = Incoming {
                server: server.map(str::to_owned),
                community: server.map(str::to_owned),
                private: server.is_none(),
                ..said("c", &format!("{server:?} {author} {text}"), author, text)
            };
            bot.handle(elsewhere).await;
            let told = bot.quiet().await.remove(0);
            let plain = told.text.plain();
            assert_eq!(
                plain.contains("#2 ·") || plain.contains("#12 ·"),
                finds,
                "{server:?} {author} {text}: {plain}"
            );
            if text == "!archive @bob" && finds {
                assert_eq!(told.only_for, Some(Person::new("bob", "bob")));
            }
        }
    }
    // A thread belongs to its channel.
    let mut thread = said("a", "thread", "carol", "!board #2");
    thread.table.thread = Some("t".to_owned());
    bot.handle(thread).await;
    let told = bot.quiet().await.remove(0).text.plain();
    assert!(told.contains("#2 ·"), "{told}");
}

#[tokio::test]
async fn games_against_the_bot_count_apart() {
    let mut bot = test_host().await;
    let told = bot.told("a", "alice", "!stats").await.text.plain();
    assert!(
        told.contains("no rating yet") && told.contains("No finished games"),
        "{told}"
    );
    // Nothing was played: the archive keeps nothing, and the record is there all the same.
    bot.told("a", "alice", "!play 1 white").await;
    bot.told("a", "alice", "!resign yes").await;
    assert!(bot.archived(1).await.is_none());
    assert!(bot.told("a", "alice", "!export").await.file.is_some());
    bot.against_the_bot(Some("club")).await;
    let told = bot.told("a", "alice", "!stats").await.text.plain();
    assert!(
        told.contains("level 1 (0): 0 won, 0 drawn, 1 lost"),
        "{told}"
    );
    assert!(told.contains("No finished games with people"), "{told}");
    let told = bot.told("a", "alice", "!board #1 text").await.text.plain();
    assert!(
        told.contains("Last turn") || told.contains("last turn"),
        "{told}"
    );
    let told = bot.told("a", "alice", "!archive").await.text.plain();
    assert!(
        told.contains("alice 0–1 Ringleader, level 1 · normal, resigned"),
        "{told}"
    );
    let refused = Incoming {
        people: vec![Person::new("bot", "Ringleader")],
        ..said("b", "rated bot", "alice", "!challenge @Ringleader rated")
    };
    bot.handle(refused).await;
    let told = bot.quiet().await.remove(0).text.plain();
    assert!(told.contains("aren't rated"), "{told}");
}

#[tokio::test]
async fn notes_for_moderators_are_kept_within_bounds() {
    let mut bot = test_host().await;
    let too_long = format!("!report {}", "x".repeat(501));
    for (text, part) in [
        ("!report", "Something is missing after !report"),
        (too_long.as_str(), "room for 500 characters"),
    ] {
        let told = bot.told("a", "alice", text).await.text.plain();
        assert!(told.contains(part), "{told}");
    }
    for number in 0..5 {
        let note = format!("!report bob cheats {number}");
        let told = bot.told("a", "alice", &note).await;
        assert!(told.text.plain().contains("Noted"));
    }
    let told = bot.told("b", "alice", "!report once more").await;
    assert!(told.text.plain().contains("for today"));
    let told = bot
        .told("a", "bob", "!report alice reports everything")
        .await;
    assert_eq!(told.only_for, Some(Person::new("bob", "bob")));
    bot.pass(25 * 60 * 60);
    let told = bot.told("b", "alice", "!report the next day").await;
    assert!(told.text.plain().contains("Noted"));
    let store = &bot.host.services.store;
    let here = table("a");
    let kept = store.reports_since(&here, "alice", Timestamp::UNIX_EPOCH);
    assert_eq!(kept.await.unwrap(), (6, 6));
    // Deleted with everything else that is old.
    store
        .prune(PruneBefore::all(
            bot.clock.now() + SignedDuration::from_secs(1),
        ))
        .await
        .unwrap();
    let kept = store.reports_since(&here, "alice", Timestamp::UNIX_EPOCH);
    assert_eq!(kept.await.unwrap(), (0, 0));
    let private = Incoming {
        server: None,
        community: None,
        ..said("d", "private", "bob", "!report alice is impolite")
    };
    bot.handle(private).await;
    let told = bot.quiet().await.remove(0).text.plain();
    assert!(told.contains("no moderators"), "{told}");
}

#[tokio::test]
async fn what_not_every_database_keeps_is_replaced() {
    let bot = test_host().await;
    for (event, author, text) in [
        ("n\0", "a\0lice", "!report bob sends \0"),
        ("2", "b\0b", "!challenge white"),
        ("3", "a\0lice", "!accept"),
        ("4", "b\0b", "f6\0"),
        ("5", "a\0lice", "!resign yes"),
        ("6", "a\0lice", "!remind \0"),
    ] {
        let incoming = Incoming {
            people: vec![Person::new("\0", "\0")],
            language: Some("de\0".to_owned()),
            ..said("a", event, author, text)
        };
        bot.handle(incoming).await;
    }
    let store = &bot.host.services.store;
    let (notes, _) = store.reports(&table("a"), None, 0, 9).await.unwrap();
    assert_eq!(notes[0].by.name, "a\u{FFFD}lice");
    assert_eq!(notes[0].note, "bob sends \u{FFFD}");
}

#[tokio::test]
async fn a_rated_game_that_is_lost_on_time_counts() {
    let mut bot = test_host().await;
    bot.game("a", "rated 1h", 3).await;
    bot.pass(2 * 60 * 60);
    timeout(LONG, async {
        while bot.archived(1).await.is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .unwrap();
    bot.quiet().await;
    let archived = bot.archived(1).await.unwrap();
    assert_eq!(archived.game.server, "club");
    // At the second at which the time was up.
    let last = *archived.game.times.last().unwrap();
    assert_eq!(archived.game.ended, last + SignedDuration::from_hours(1));
    assert_eq!(bot.standings().await[0].person.id, "bob");
    let told = bot.told("a", "bob", "!stats").await.text.plain();
    assert!(told.contains("Decided on time: 1 won, 0 lost."), "{told}");
    let record = bot.told("a", "carol", "!export #1").await.file.unwrap();
    for tag in [
        "[Termination \"time forfeit\"]",
        "[TimeControl \"1h\"]",
        "[Rated \"yes\"]",
        "[Site \"test/club\"]",
    ] {
        assert!(record.content.contains(tag), "{}", record.content);
    }
    assert!(record.content.contains("emt"), "{}", record.content);
    let list = bot.told("a", "carol", "!archive").await.text.plain();
    assert!(
        list.contains("alice 0–1 bob · normal, rated, on time"),
        "{list}"
    );
    // Called off before the first decision: no result, and it does not count.
    bot.told("a", "alice", "!challenge @bob white rated 1h")
        .await;
    bot.told("a", "bob", "!accept").await;
    bot.pass(2 * 60 * 60);
    timeout(LONG, async {
        while bot.archived(2).await.is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .unwrap();
    let off = bot.archived(2).await.unwrap();
    assert_eq!((off.game.rated, off.game.result), (false, None));
}

#[tokio::test]
async fn results_of_private_chats_are_nobody_elses_business() {
    let mut bot = test_host().await;
    let private = |channel: &str, author: &str, text: &str| Incoming {
        server: None,
        community: None,
        people: vec![Person::new("alice", "alice")],
        ..said(channel, &format!("{author} {text}"), author, text)
    };
    bot.against_the_bot(None).await;
    for (author, text, tells) in [
        ("alice", "!stats", true),
        ("alice", "!stats @alice", true),
        ("carol", "!stats @alice", false),
        ("carol", "!stats", false),
    ] {
        let channel = match author {
            "alice" => "a",
            _ => "hers",
        };
        bot.handle(private(channel, author, text)).await;
        let told = bot.quiet().await.remove(0).text.plain();
        assert_eq!(told.contains("1 lost"), tells, "{author} {text}: {told}");
    }
}

#[tokio::test]
async fn a_finished_game_is_no_help_in_a_rated_one() {
    let mut bot = test_host().await;
    // The same beginning: alice's choices are always the first ones.
    bot.game("a", "", 1).await;
    bot.told("a", "bob", "!resign yes").await;
    let record = bot.told("a", "alice", "!export #1").await.file.unwrap();
    bot.game("b", "rated", 1).await;
    for channel in ["a", "b", "c"] {
        for ask in [
            "!analyze #1".to_owned(),
            format!("!analyze {}", record.content),
        ] {
            let told = bot.told(channel, "alice", &ask).await.text.plain();
            assert!(told.contains("over yet"), "{channel}: {told}");
        }
    }
    bot.told("b", "bob", "!resign yes").await;
    bot.handle(said("c", "later", "alice", "!analyze #1")).await;
    assert_eq!(bot.quiet().await.len(), 2);
}
