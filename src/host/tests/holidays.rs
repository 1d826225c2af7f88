//! Holidays: the tables of a person are told of them, also of those that begin later.

use super::*;

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

    async fn deadline(&self, channel: &str) -> Option<Timestamp> {
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
    let place = DatabaseLocation::File(folder.path().join("tables.db"));
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
