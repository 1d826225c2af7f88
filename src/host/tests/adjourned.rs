//! Games that are adjourned, by silence or because their place is gone, and continued elsewhere.

use super::*;
use crate::game::Color;

const DAY: i64 = 24 * 3600;

impl TestHost {
    /// alice challenges dave, and he accepts.
    async fn begin(&self, channel: &str, terms: &str) {
        self.begin_at(&table(channel), terms).await;
    }

    async fn begin_at(&self, table: &TableKey, terms: &str) {
        let people = vec![Person::new("dave", "dave")];
        let challenge = format!("!challenge @dave white {terms}");
        for (author, text) in [("alice", &*challenge), ("dave", "!accept")] {
            let said = Incoming {
                table: table.clone(),
                people: people.clone(),
                ..said("", text, author, text)
            };
            self.handle(said).await;
        }
        assert!(self.is_played_at(table).await);
    }

    async fn is_played_at(&self, table: &TableKey) -> bool {
        self.host.table(table).await.unwrap().running().is_some()
    }

    async fn gone(&self, place: &TableKey) {
        let gone = self.host.place_gone(place, true);
        timeout(LONG, gone).await.unwrap().unwrap();
    }

    /// The lines of the only reply.
    async fn lines(&mut self) -> String {
        let mut told = self.quiet().await;
        assert_eq!(told.len(), 1, "{told:?}");
        told.remove(0).text.plain()
    }
}

fn thread(channel: &str, thread: &str) -> TableKey {
    TableKey {
        thread: Some(thread.to_owned()),
        ..table(channel)
    }
}

#[tokio::test]
async fn a_thread_goes_alone_and_a_channel_with_its_threads() {
    let bot = test_host().await;
    let (first, second) = (thread("a", "1"), thread("a", "2"));
    let tables = [table("a"), first.clone(), second.clone(), thread("b", "1")];
    for table in &tables {
        bot.begin_at(table, "").await;
    }
    bot.gone(&first).await;
    for table in &tables {
        assert_eq!(bot.is_played_at(table).await, *table != first, "{table}");
    }
    bot.gone(&table("a")).await;
    for table in &tables {
        assert_eq!(bot.is_played_at(table).await, table.channel == "b");
    }
}

#[tokio::test]
async fn a_table_that_cannot_be_read_does_not_keep_others() {
    let bot = test_host().await;
    // The tables of a place come in this order.
    bot.damage(&thread("a", "1")).await;
    bot.begin_at(&thread("a", "2"), "").await;
    bot.gone(&table("a")).await;
    assert!(!bot.is_played_at(&thread("a", "2")).await);
}

#[tokio::test]
async fn a_place_that_went_while_the_bot_was_down_leaves_the_clocks_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, 0, later(), 0).await;
    first.begin("a", "3d").await;
    first.handle(said("a", "1", "alice", "!E4")).await;
    first.clock.set(second(DAY));
    first.host.shutdown().await;
    let mut again = test_host_at(&place, 0, later(), 9 * DAY).await;
    again.quiet().await;
    again.gone(&table("a")).await;
    again.pass(DAY);
    again.handle(said("b", "1", "dave", "!resume")).await;
    let table = again.table("b").await;
    let clock = table.running().unwrap().clock().unwrap();
    let left = clock.left(Color::Black, again.clock.now());
    assert_eq!(left.as_secs(), 2 * DAY);
}

#[tokio::test]
async fn others_hear_of_games_in_their_own_channel_alone() {
    let mut bot = test_host().await;
    bot.begin("closed", "3d").await;
    bot.begin_at(&thread("open", "1"), "").await;
    bot.begin("gone", "").await;
    bot.gone(&table("gone")).await;
    bot.handle(said("closed", "carol", "alice", "!challenge @bob"))
        .await;
    bot.quiet().await;
    bot.handle(said("open", "1", "alice", "!games")).await;
    let told = bot.lines().await;
    assert!(
        told.contains("2. ") && !told.contains("closed") && !told.contains("put aside"),
        "{told}"
    );
    assert!(told.contains("2 more elsewhere"), "{told}");
    bot.handle(said("open", "2", "alice", "!next")).await;
    let told = bot.lines().await;
    assert!(
        told.starts_with("Your most urgent game here, in ")
            && told.contains("in one game elsewhere"),
        "{told}"
    );
    // A platform's own command is answered to its author alone.
    for (event, text) in [("3", "games"), ("4", "next")] {
        let own = Incoming {
            input: Input::Command(text.to_owned()),
            ..said("open", event, "alice", "")
        };
        bot.handle(own).await;
        let told = bot.lines().await;
        assert!(
            told.contains("closed") && !told.contains("elsewhere"),
            "{told}"
        );
    }
}

#[tokio::test]
async fn long_lists_say_how_many_more_there_are() {
    let mut bot = test_host().await;
    for number in 0..21 {
        let channel = format!("gone {number}");
        bot.begin(&channel, "").await;
        bot.gone(&table(&channel)).await;
    }
    for number in 0..12 {
        bot.pass(60);
        let people = vec![Person::new("alice", "alice")];
        let challenge = Incoming {
            people,
            ..said(
                &format!("challenge {number}"),
                "1",
                "erin",
                "!challenge @alice",
            )
        };
        bot.handle(challenge).await;
    }
    bot.quiet().await;
    let own = Incoming {
        input: Input::Command("games".to_owned()),
        ..said("here", "1", "alice", "")
    };
    bot.handle(own).await;
    let told = bot.lines().await;
    let places: Vec<_> = told.lines().filter(|line| line.contains("erin")).collect();
    assert_eq!(places.len(), 10, "{told}");
    assert!(
        places[0].contains("challenge 11") && places[9].contains("challenge 2"),
        "{told}"
    );
    assert!(told.contains("… and 2 more."), "{told}");
    assert!(told.contains("… and 1 more."), "{told}");
    assert!(!told.contains("elsewhere"), "{told}");
}

#[tokio::test]
async fn a_timed_game_goes_on_elsewhere_once_its_place_is_gone() {
    let mut bot = test_host().await;
    bot.begin("a", "3d").await;
    bot.handle(said("a", "1", "alice", "!E4")).await;
    bot.pass(DAY + 7);
    bot.quiet().await;
    bot.gone(&table("a")).await;
    bot.gone(&table("a")).await;
    assert!(bot.table("a").await.game().is_none());
    assert_eq!(bot.quiet().await.len(), 2, "both are told once");
    bot.pass(40 * DAY);
    // A spectator has no part in it, and neither has a table that is in use.
    bot.handle(said("b", "1", "erin", "!resume")).await;
    bot.handle(said("b", "2", "erin", "!play")).await;
    bot.handle(said("b", "3", "dave", "!resume")).await;
    let told: Vec<_> = bot
        .quiet()
        .await
        .iter()
        .map(|one| one.text.plain())
        .collect();
    assert!(
        told.iter().any(|text| text.contains("no game to continue")),
        "{told:?}"
    );
    assert!(
        told.iter()
            .any(|text| text.contains("at a table that is free")),
        "{told:?}"
    );
    bot.handle(said("c", "1", "dave", "!resume")).await;
    let game = bot.table("c").await.running().cloned().unwrap();
    assert_eq!(game.actions().len(), 1);
    let clock = game.clock().unwrap();
    assert_eq!(
        clock.left(Color::Black, bot.clock.now()).as_secs(),
        2 * DAY - 7
    );
    assert_eq!(
        clock.deadline(),
        Some(bot.clock.now() + SignedDuration::from_secs(2 * DAY - 7))
    );
    let told = bot.quiet().await;
    let mentioned: Vec<_> = told[0].mentions.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(
        mentioned,
        ["alice", "dave"],
        "one is told, the other one is to move"
    );
    // It was continued, so it is adjourned no longer.
    bot.handle(said("d", "1", "alice", "!resume")).await;
    assert!(bot.table("d").await.game().is_none());
    bot.handle(said("c", "2", "dave", "!F6")).await;
    assert_eq!(bot.table("c").await.running().unwrap().actions().len(), 2);
}

#[tokio::test]
async fn a_live_game_goes_on_elsewhere_once_both_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut bot = test_host_at(&place, 0, later(), 0).await;
    bot.begin("a", "15m+10s").await;
    bot.handle(said("a", "1", "alice", "!E4")).await;
    bot.pass(60);
    bot.gone(&table("a")).await;
    bot.pass(DAY);
    bot.quiet().await;
    bot.handle(said("b", "1", "alice", "!resume")).await;
    let told = bot.lines().await;
    assert!(told.contains("dave, !accept (your clock starts)"), "{told}");
    bot.host.shutdown().await;
    let mut again = test_host_at(&place, 0, later(), 3 * DAY).await;
    again.quiet().await;
    let game = again.table("b").await.running().cloned().unwrap();
    assert!(game.is_paused());
    again.handle(said("b", "2", "erin", "!accept")).await;
    assert!(again.table("b").await.running().unwrap().is_paused());
    again.handle(said("b", "3", "dave", "!accept")).await;
    let table = again.table("b").await;
    let clock = table.running().unwrap().clock().unwrap();
    let left = clock.deadline().unwrap().duration_since(again.clock.now());
    assert_eq!(left.as_secs(), 14 * 60);
}

#[tokio::test]
async fn players_are_told_in_private_that_the_place_of_their_game_is_gone() {
    let mut bot = test_host().await;
    bot.begin("a", "").await;
    bot.handle(said("b", "1", "erin", "!play")).await;
    bot.quiet().await;
    for (channel, told) in [
        (
            "a",
            &[
                (
                    "alice",
                    "alice, the channel of your game against dave is gone",
                ),
                (
                    "dave",
                    "dave, the channel of your game against alice is gone",
                ),
            ][..],
        ),
        (
            "b",
            &[("erin", "erin, the channel of your game is gone")][..],
        ),
    ] {
        bot.gone(&table(channel)).await;
        let mut seen = bot.quiet().await;
        seen.sort_unstable_by_key(|one| one.only_for.clone().map(|person| person.id));
        assert_eq!(seen.len(), told.len(), "{seen:?}");
        for (one, (person, text)) in seen.iter().zip(told) {
            assert!(one.private && one.only_for.as_ref().is_some_and(|to| to.id == *person));
            assert!(one.text.plain().starts_with(text), "{}", one.text.plain());
        }
    }
}

#[tokio::test]
async fn who_wants_no_reminders_or_no_private_messages_is_not_told() {
    let mut bot = test_host().await;
    bot.handle(said("a", "0", "alice", "!remind off")).await;
    for channel in ["a", "closed"] {
        bot.begin(channel, "").await;
        bot.quiet().await;
        bot.gone(&table(channel)).await;
        let seen = bot.quiet().await;
        let told: Vec<_> = seen
            .iter()
            .map(|one| one.only_for.as_ref().map(|person| person.id.as_str()))
            .collect();
        let dave: &[_] = &[Some("dave")];
        assert_eq!(told, if channel == "a" { dave } else { &[] });
    }
    let undelivered = bot.host.services.store.undelivered("test").await.unwrap();
    assert_eq!(undelivered.len(), 0);
}

#[tokio::test]
async fn that_a_place_is_gone_is_told_after_a_restart_if_not_before() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, 0, later(), 0).await;
    first.begin("bad", "3d").await;
    first.transport.failures.store(usize::MAX, Ordering::SeqCst);
    first.gone(&table("bad")).await;
    first.host.shutdown().await;
    let mut again = test_host_at(&place, 0, later(), DAY).await;
    let told = again.quiet().await;
    let told = told.iter().filter(|one| one.private).count();
    assert_eq!(told, 2);
}

#[tokio::test]
async fn only_one_of_two_tables_gets_a_game() {
    let bot = test_host().await;
    bot.begin("a", "").await;
    bot.gone(&table("a")).await;
    let tables = ["b", "c", "d", "e"];
    let resume = tables.map(|channel| bot.handle(said(channel, "1", "alice", "!resume")));
    futures_util::future::join_all(resume).await;
    let mut running = 0;
    for channel in tables {
        running += usize::from(bot.table(channel).await.running().is_some());
    }
    assert_eq!(running, 1);
    let store = &bot.host.services.store;
    assert_eq!(store.tables_of("test", "dave").await.unwrap().len(), 1);
    assert_eq!(
        store.adjourned("test", "dave", 9).await.unwrap(),
        (Vec::new(), 0)
    );
}

#[tokio::test]
async fn one_of_several_games_is_picked() {
    let mut bot = test_host().await;
    for (channel, terms) in [("a", "blitz"), ("b", ""), ("c", "rated")] {
        bot.begin(channel, terms).await;
        bot.gone(&table(channel)).await;
    }
    bot.quiet().await;
    let own = Incoming {
        input: Input::Command("resume".to_owned()),
        ..said("d", "1", "alice", "")
    };
    bot.handle(own).await;
    let told = bot.quiet().await.remove(0);
    assert!(told.only_for.is_some());
    let text = told.text.plain();
    for line in [
        "!resume 1 · against dave · blitz",
        "!resume 2 · against dave · normal",
        "!resume 3 · against dave · normal, rated",
    ] {
        assert!(text.contains(line), "{text}");
    }
    // Others hear only of the one that was played where they are.
    bot.handle(said("c", "resume", "alice", "!resume")).await;
    let text = bot.lines().await;
    assert!(
        text.contains("!resume 3 · against dave")
            && !text.contains("!resume 1")
            && text.contains("2 more elsewhere"),
        "{text}"
    );
    bot.handle(said("d", "3", "alice", "!resume 2")).await;
    let continued = bot.table("d").await;
    let game = continued.running().unwrap();
    assert!(!game.is_rated() && game.position().variant() == crate::game::Variant::Normal);
    // Numbers last, and are never given again.
    for (author, text, told) in [
        ("alice", "!resume 2", "has the number 2. !resume lists them"),
        ("dave", "!resume 0", "has the number 0"),
        ("erin", "!resume 1", "no game to continue"),
    ] {
        bot.quiet().await;
        bot.handle(said("e", text, author, text)).await;
        let refused = bot.lines().await;
        assert!(refused.contains(told), "{refused}");
    }
    bot.handle(said("e", "3", "dave", "!resume 3")).await;
    assert!(bot.table("e").await.running().unwrap().is_rated());
    bot.gone(&table("d")).await;
    bot.handle(said("d", "4", "alice", "!resume 2")).await;
    assert!(bot.table("d").await.running().is_none());
    bot.handle(said("d", "5", "alice", "!resume 4")).await;
    assert!(bot.table("d").await.running().is_some());
    bot.handle(said("f", "6", "alice", "!resume")).await;
    let last = bot.table("f").await;
    let variant = last.running().unwrap().position().variant();
    assert_eq!(variant, crate::game::Variant::Blitz);
}

#[tokio::test]
async fn silence_is_handled_once_at_its_own_time_over_restarts_and_outages() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, 0, later(), 0).await;
    first.begin("a", "").await;
    first.clock.set(second(10 * DAY));
    first.host.shutdown().await;
    // Down for three days, which do not count.
    let mut again = test_host_at(&place, 0, later(), 13 * DAY).await;
    again.pass(4 * DAY - 1);
    assert_eq!(again.quiet().await.len(), 0);
    again.pass(1);
    let asked = again.next().await.text.plain();
    assert!(asked.contains("Are you still playing?"), "{asked}");
    again.quiet().await;
    again.host.shutdown().await;
    // Killed before it was told: nothing is asked again.
    let mut last = test_host_at(&place, 0, later(), 17 * DAY).await;
    last.pass(14 * DAY);
    let told = last.next().await.text.plain();
    assert!(told.contains("this table is free"), "{told}");
    assert_eq!(last.quiet().await.len(), 0);
    let store = &last.host.services.store;
    let (games, _) = store.adjourned("test", "alice", 9).await.unwrap();
    assert_eq!(games[0].2.at, second(31 * DAY));
}

#[tokio::test]
async fn games_of_older_versions_are_silent_from_the_upgrade_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        // The dump is in the order of the names.
        .foreign_keys(false);
    let earlier = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let dump = include_str!("../../../tests/data/stored/tables-4.sql");
    sqlx::raw_sql(dump).execute(&earlier).await.unwrap();
    let moved = "UPDATE tables SET platform = 'test'";
    sqlx::raw_sql(moved).execute(&earlier).await.unwrap();
    earlier.close().await;
    let place = DatabaseLocation::File(path);
    // The game is of 2026; the upgrade is in 2030.
    let upgrade = 7 * 365 * DAY;
    let mut bot = test_host_at(&place, 0, later(), upgrade).await;
    let asked = |told: &[RenderedReply]| {
        let texts = told.iter().map(|one| one.text.plain());
        texts.filter(|text| text.contains("still playing?")).count()
    };
    assert_eq!(asked(&bot.quiet().await), 0);
    bot.host.shutdown().await;
    let mut bot = test_host_at(&place, 0, later(), upgrade + 5).await;
    bot.pass(14 * DAY - 1);
    assert_eq!(asked(&bot.quiet().await), 0, "five seconds did not count");
    bot.pass(1);
    let told = bot.next().await;
    assert_eq!(asked(&[told]), 1);
    bot.pass(14 * DAY);
    bot.next().await;
    assert!(bot.table("main").await.game().is_none());
    bot.handle(said("elsewhere", "1", "alice", "!resume")).await;
    let table = bot.table("elsewhere").await;
    assert!(table.running().is_none(), "bob is not there");
    let store = &bot.host.services.store;
    let (games, _) = store.adjourned("test", "bob", 9).await.unwrap();
    let game = store
        .continuation("test", games[0].0)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(game.game.at, second(upgrade + 5 + 28 * DAY));
    let actions = game
        .entries
        .iter()
        .filter(|one| matches!(one.event, Event::Acted { .. }));
    assert_eq!(actions.count(), 14);
}
