//! Limits for one person, and games whose player is gone.

use super::*;

#[tokio::test]
async fn somebody_who_says_too_much_is_told_once_and_others_are_answered() {
    let mut bot = test_host().await;
    let loud = |channel, event: &str, author| Incoming {
        table: TableKey::channel("loud", channel),
        ..said(channel, event, author, "!status")
    };
    for number in 0..200 {
        bot.handle(loud("a", &number.to_string(), "carol")).await;
    }
    bot.handle(loud("a", "alice", "alice")).await;
    bot.handle(loud("b", "carol", "carol")).await;
    let seen = bot.quiet().await;
    let told = |name: &str| {
        let of = |one: &&RenderedReply| one.author.as_ref().is_some_and(|one| one.id == name);
        seen.iter()
            .filter(of)
            .map(|one| one.text.plain())
            .collect::<Vec<_>>()
    };
    let refusals = told("carol")
        .iter()
        .filter(|text| text.contains("a lot at once"))
        .count();
    assert_eq!(refusals, 1);
    assert!(
        (31..200).contains(&told("carol").len()),
        "{}",
        told("carol").len()
    );
    assert_eq!(told("alice").len(), 1);
}

#[tokio::test]
async fn the_games_of_a_person_are_bounded() {
    let mut bot = test_host().await;
    let most = Config::default().policy.most_games;
    for number in 0..most {
        bot.handle(said(&format!("t{number}"), "1", "alice", "!play 1 black"))
            .await;
        bot.quiet().await;
    }
    for (event, text) in [("1", "!play 1 black"), ("2", "!challenge @bob")] {
        bot.handle(said("last", event, "alice", text)).await;
        let seen = bot.quiet().await;
        assert!(seen[0].text.plain().contains("limit"), "{seen:?}");
    }
    bot.handle(said("t0", "2", "alice", "!resign yes")).await;
    bot.handle(said("last", "3", "alice", "!play 1 white"))
        .await;
    assert!(bot.table("last").await.running().is_some());
}

#[tokio::test]
async fn games_that_begin_at_the_same_time_are_bounded_too() {
    let bot = test_host().await;
    let most = Config::default().policy.most_games;
    let begin = (0..most + 5).map(|number| {
        let table = format!("t{number}");
        bot.handle(said(&table, "1", "alice", "!play 1 black"))
    });
    futures_util::future::join_all(begin).await;
    let mut running = 0;
    for number in 0..most + 5 {
        let table = bot.table(&format!("t{number}")).await;
        running += u32::from(table.running().is_some());
    }
    assert_eq!(running, most);
}

#[tokio::test]
async fn a_game_is_called_off_only_when_the_other_player_is_gone() {
    let mut bot = test_host().await;
    for (other, ends, text) in [
        ("bob", true, "bob is no longer here"),
        ("carol", false, "couldn't find out"),
        ("dave", false, "dave is still here"),
    ] {
        let challenge = Incoming {
            people: vec![Person::new(other, other)],
            ..said(other, "1", "alice", &format!("!challenge @{other}"))
        };
        bot.handle(challenge).await;
        bot.handle(said(other, "2", other, "!accept")).await;
        bot.handle(said(other, "3", "erin", "!abort")).await;
        assert!(bot.table(other).await.running().is_some());
        bot.handle(said(other, "4", "alice", "!abort")).await;
        let seen = bot.quiet().await;
        let told = |one: &RenderedReply| one.text.plain().contains(text);
        assert!(seen.iter().any(told), "{seen:?}");
        assert_eq!(bot.table(other).await.running().is_none(), ends);
    }
    // The table is free again, and its last game can still be exported.
    bot.handle(said("bob", "5", "alice", "!export")).await;
    let seen = bot.quiet().await;
    let file = seen[0].file.as_ref().unwrap();
    assert!(
        file.content.contains("[Termination \"aborted\"]"),
        "{}",
        file.content
    );
    let record = crate::game::GameRecord::parse(&file.content).unwrap();
    assert_eq!(record.result, None);
    bot.handle(said("bob", "6", "alice", "!analyze")).await;
    bot.handle(said("bob", "7", "alice", "!play 1 white")).await;
    assert!(bot.table("bob").await.running().is_some());
}
