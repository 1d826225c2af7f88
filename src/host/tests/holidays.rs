//! Holidays: the tables of a person are told of them, also of those that begin later.

use super::*;
use crate::session::Holiday;

const DAY: i64 = 24 * 3600;

impl TestHost {
    /// Waits until this was said in each of the channels.
    async fn heard(&mut self, channels: &[&str], words: &str) {
        let mut waiting = channels.to_vec();
        while !waiting.is_empty() {
            let reply = self.next().await;
            if reply.text.plain().contains(words) {
                waiting.retain(|channel| reply.table != table(channel));
            }
        }
    }

    /// Stores alice's holiday, as if the program were killed before any table is told.
    async fn take(&self, event: &str, began: i64, until: i64, early: bool) {
        let holiday = Holiday {
            began: second(began),
            until: second(until),
            early,
        };
        let progress = Progress {
            holiday: Some(("alice".to_owned(), holiday)),
            ..Progress::default()
        };
        let change = change(table("elsewhere"), event, holiday.began, progress);
        self.host.services.store.commit(change).await.unwrap();
    }

    /// Begins a game with a day for a turn, in which it is alice's.
    async fn slow_game(&mut self, channel: &str) {
        let challenge = "!challenge @bob 1d white";
        self.handle(said(channel, "1", "alice", challenge)).await;
        self.handle(said(channel, "2", "bob", "!accept")).await;
        self.quiet().await;
    }

    /// When what is told of holidays happened at a table, and when time ran out.
    async fn events(&self, channel: &str) -> Vec<(&'static str, Timestamp)> {
        let log = self.host.services.store.load(&table(channel)).await;
        let name = |event: &Event| match event {
            Event::HolidayBegan { .. } => Some("began"),
            Event::HolidayEnded { .. } => Some("ended"),
            Event::Reminded { .. } => Some("reminded"),
            Event::TimedOut { .. } => Some("time's up"),
            _ => None,
        };
        let entries = log.unwrap().entries;
        let entries = entries.iter();
        entries
            .filter_map(|entry| Some((name(&entry.event)?, entry.at)))
            .collect()
    }

    pub(super) async fn deadline(&self, channel: &str) -> Option<Timestamp> {
        let table = self.table(channel).await;
        table.running().unwrap().clock().unwrap().deadline()
    }
}

#[tokio::test]
async fn the_games_of_a_person_are_told_and_so_are_those_that_begin_later() {
    let mut bot = test_host().await;
    let begin = async |bot: &TestHost, channel: &str, time: &str| {
        let challenge = format!("!challenge @bob {time} white");
        bot.handle(said(channel, "1", "alice", &challenge)).await;
        bot.handle(said(channel, "2", "bob", "!accept")).await;
    };
    begin(&bot, "slow", "1d").await;
    begin(&bot, "live", "1h").await;
    bot.handle(said("elsewhere", "1", "alice", "!holiday 5d"))
        .await;
    bot.heard(&["slow"], "alice is on holiday").await;
    assert_eq!(bot.deadline("slow").await, None);
    assert_eq!(bot.deadline("live").await, Some(second(3600)));
    begin(&bot, "later", "2d").await;
    bot.heard(&["later"], "alice is on holiday").await;
    bot.clock.set(second(5 * DAY));
    bot.heard(&["slow", "later"], "alice is back").await;
    assert_eq!(bot.deadline("slow").await, Some(second(6 * DAY)));
    assert_eq!(bot.deadline("later").await, Some(second(7 * DAY)));
    // Nobody can have two holidays at once, or those of another year.
    bot.handle(said("elsewhere", "2", "alice", "!holiday 17d"))
        .await;
    bot.heard(&["elsewhere"], "too long: you have 16d").await;
    bot.handle(said("elsewhere", "3", "alice", "!holiday 1d"))
        .await;
    bot.heard(&["slow"], "alice is on holiday").await;
    bot.handle(said("later", "3", "alice", "!holiday end"))
        .await;
    bot.heard(&["slow", "later"], "alice is back").await;
}

#[tokio::test]
async fn a_holiday_outlasts_a_restart_and_ends_in_its_own_second() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let mut first = test_host_at(&place, 0, later(), 0).await;
    first
        .handle(said("a", "1", "alice", "!challenge @bob 1d white"))
        .await;
    first.handle(said("a", "2", "bob", "!accept")).await;
    first.handle(said("a", "3", "alice", "!holiday 5d")).await;
    first.heard(&["a"], "alice is on holiday").await;
    first.clock.set(second(100));
    first.host.shutdown().await;
    let mut bot = test_host_at(&place, 0, later(), DAY).await;
    assert!(bot.quiet().await.is_empty(), "it is known");
    bot.clock.set(second(5 * DAY - 1));
    bot.handle(said("a", "4", "carol", "!help")).await;
    assert_eq!(bot.deadline("a").await, None);
    bot.host.shutdown().await;
    // It ends while the program is down, which does not count.
    let mut bot = test_host_at(&place, 0, later(), 6 * DAY).await;
    bot.heard(&["a"], "alice is back").await;
    assert_eq!(bot.deadline("a").await, Some(second(7 * DAY)));
}

#[tokio::test]
async fn a_holiday_that_is_not_told_yet_goes_before_a_reminder_and_a_deadline() {
    const HOUR: i64 = 3600;
    // When it is taken, and what happened by then.
    for (began, before) in [
        (HOUR, vec![]),
        (12 * HOUR, vec![]),
        (DAY - 1, vec![12 * HOUR, DAY - DAY / 10]),
        (DAY, vec![12 * HOUR, DAY - DAY / 10]),
    ] {
        let mut bot = test_host().await;
        bot.slow_game("a").await;
        for &at in &before {
            bot.clock.set(second(at));
            bot.handle(said("a", &at.to_string(), "carol", "!help"))
                .await;
        }
        bot.quiet().await;
        bot.take("1", began, began + 5 * DAY, false).await;
        bot.clock.set(second(began + DAY));
        bot.handle(said("a", "late", "carol", "!help")).await;
        let seen = bot.quiet().await;
        let text = seen[0].text.plain();
        assert!(text.starts_with("alice is on holiday until"), "{text}");
        let expected: Vec<_> = before.iter().map(|&at| ("reminded", second(at))).collect();
        let mut told = bot.events("a").await;
        assert_eq!(told.pop(), Some(("began", second(began))));
        assert_eq!(told, expected);
        assert_eq!(bot.deadline("a").await, None);
        bot.clock.set(second(began + 5 * DAY));
        bot.heard(&["a"], "alice is back").await;
        let left = DAY - began;
        let deadline = second(began + 5 * DAY + left);
        if left > 0 {
            assert_eq!(bot.deadline("a").await, Some(deadline));
        }
        bot.clock.set(deadline);
        bot.heard(&["a"], "time's up").await;
        let end = bot.events("a").await.pop();
        assert_eq!(end, Some(("time's up", deadline)));
    }
}

#[tokio::test]
async fn a_holiday_after_the_deadline_or_before_the_turn_changes_nothing() {
    let mut bot = test_host().await;
    bot.take("1", -5 * DAY, 0, false).await;
    bot.slow_game("a").await;
    bot.take("2", DAY + 1, 5 * DAY, false).await;
    bot.clock.set(second(DAY + 2));
    bot.heard(&["a"], "time's up").await;
    let end = bot.events("a").await.pop();
    assert_eq!(end, Some(("time's up", second(DAY))));
}

#[tokio::test]
async fn a_holiday_that_was_over_before_it_was_told_still_counts_once() {
    let mut bot = test_host().await;
    bot.slow_game("a").await;
    bot.take("1", 1000, 5 * DAY, false).await;
    bot.take("2", 1000, 3000, true).await;
    bot.clock.set(second(DAY + 10));
    bot.handle(said("a", "3", "carol", "!help")).await;
    bot.quiet().await;
    let half = DAY / 2 + 2000;
    let told = [("began", 1000), ("ended", 3000), ("reminded", half)];
    let told = told.map(|(name, at)| (name, second(at)));
    assert_eq!(bot.events("a").await[..3], told);
    assert_eq!(bot.deadline("a").await, Some(second(DAY + 2000)));
    // A clock that is set back does not give it once more.
    bot.host.tell_holidays(None).await.unwrap();
    bot.host.heartbeat(second(DAY + 10)).await.unwrap();
    let clock = bot.clock.clone();
    let back = second(500);
    bot.host.set_clock(back, || clock.set(back)).await.unwrap();
    assert_eq!(bot.deadline("a").await, Some(second(500 + 1990)));
    bot.slow_game("b").await;
    bot.clock.set(second(2 * DAY));
    bot.heard(&["a", "b"], "time's up").await;
    assert_eq!(
        bot.events("a").await.pop(),
        Some(("time's up", second(500 + 1990)))
    );
    assert_eq!(
        bot.events("b").await.pop(),
        Some(("time's up", second(500 + DAY)))
    );
}

#[tokio::test]
async fn who_is_on_holiday_when_the_program_is_killed_does_not_lose_when_it_starts_again() {
    for up_until in [1000, DAY - 1, DAY, DAY + 5] {
        let folder = tempfile::tempdir().unwrap();
        let place = lasting_place(&folder).await;
        let mut first = test_host_at(&place, 0, later(), 0).await;
        first.slow_game("a").await;
        first.take("1", 1000, 5 * DAY, false).await;
        // The timer of the table never fired.
        first.host.services.timers.set(&table("a"), None);
        first.clock.set(second(up_until));
        first.host.shutdown().await;
        let mut bot = test_host_at(&place, 0, later(), 3 * DAY).await;
        let seen = bot.quiet().await;
        let texts: Vec<String> = seen.iter().map(|one| one.text.plain()).collect();
        let [told] = &texts[..] else {
            panic!("{up_until}: {texts:?}");
        };
        assert!(told.starts_with("alice is on holiday until"), "{told}");
        bot.clock.set(second(5 * DAY));
        bot.heard(&["a"], "alice is back").await;
        let used = match up_until >= DAY / 2 {
            true => 1000,
            // Told after the outage, which does not count.
            false => up_until,
        };
        let deadline = second(5 * DAY + DAY - used);
        assert_eq!(bot.deadline("a").await, Some(deadline), "{up_until}");
    }
}

#[tokio::test]
async fn a_table_that_cannot_be_told_holds_up_no_other_and_tries_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let place = DatabaseLocation::File(path.clone());
    let database = sqlx::SqlitePool::connect_lazy_with(
        sqlx::sqlite::SqliteConnectOptions::new().filename(path),
    );
    let run = async |sql: &'static str| {
        sqlx::raw_sql(sql).execute(&database).await.unwrap();
    };
    let mut bot = test_host_at(&place, 0, later(), 0).await;
    // The first one to be told.
    for channel in ["a", "b", "c"] {
        bot.slow_game(channel).await;
    }
    let carols = said("d", "1", "carol", "!challenge @bob 1d white");
    bot.handle(carols).await;
    bot.handle(said("d", "2", "bob", "!accept")).await;
    run("CREATE TRIGGER full BEFORE INSERT ON entries
         WHEN NEW.table_id = (SELECT id FROM tables WHERE channel = 'a')
         BEGIN SELECT RAISE(ABORT, 'test'); END")
    .await;
    bot.handle(said("elsewhere", "1", "alice", "!holiday 5d"))
        .await;
    bot.heard(&["b", "c"], "alice is on holiday").await;
    bot.handle(said("elsewhere", "2", "carol", "!holiday 5d"))
        .await;
    bot.heard(&["d"], "carol is on holiday").await;
    // No start fails for it, either.
    bot.host.shutdown().await;
    let mut bot = test_host_at(&place, 0, later(), 1).await;
    assert!(bot.quiet().await.is_empty());
    assert_eq!(bot.events("a").await, []);
    run("DROP TRIGGER full").await;
    // By itself in a while.
    bot.host.put(&table("a"), Job::Resume);
    bot.heard(&["a"], "alice is on holiday").await;
    // No earlier than it heard of the outage.
    assert_eq!(bot.events("a").await, [("began", second(1))]);
}
