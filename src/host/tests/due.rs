//! What falls due, when the timer is late, the program was down, or the clock is set back.

use super::*;

const DAY: i64 = 24 * 3600;

impl TestHost {
    /// The times at which challenges expired at a table.
    async fn lapsed(&self, channel: &str) -> Vec<Timestamp> {
        let store = &self.host.services.store;
        let log = store.load(&table(channel)).await.unwrap();
        let lapsed = log
            .entries
            .iter()
            .filter(|entry| matches!(entry.event, Event::Expired { .. }));
        lapsed.map(|entry| entry.at).collect()
    }

    /// Waits until so many challenges have lapsed at a table, and returns when.
    async fn wait_for_lapsed(&mut self, channel: &str, count: usize) -> Vec<Timestamp> {
        let mut lapsed = self.lapsed(channel).await;
        while lapsed.len() < count {
            self.next().await;
            lapsed = self.lapsed(channel).await;
        }
        lapsed
    }
}

#[tokio::test]
async fn several_moments_at_a_table_are_handled_one_by_one_with_their_own_times() {
    let mut bot = test_host().await;
    for (number, person) in ["alice", "carol", "dave"].into_iter().enumerate() {
        bot.clock.set(second(100 * number as i64));
        bot.handle(said("a", person, person, "!challenge @bob"))
            .await;
    }
    bot.quiet().await;
    bot.clock.set(second(5 * DAY));
    let lapsed = bot.wait_for_lapsed("a", 3).await;
    assert_eq!(lapsed, [0, 100, 200].map(|after| second(DAY + after)));
    // All may have lapsed before the first was heard of.
    assert!(bot.quiet().await.len() <= 3);
}

#[tokio::test]
async fn a_command_after_a_moment_finds_it_handled_even_if_the_timer_is_late() {
    let bot = test_host().await;
    bot.handle(said("a", "1", "alice", "!challenge @bob")).await;
    // Nobody notices: the timer is gone, as if it had not fired yet.
    bot.host.settle_all().await;
    assert!(bot.host.services.timers.take(second(2 * DAY)).is_some());
    bot.clock.set(second(2 * DAY));
    bot.handle(said("a", "2", "alice", "!challenge @bob")).await;
    assert_eq!(bot.lapsed("a").await, [second(DAY)]);
    assert_eq!(bot.table("a").await.challenges().len(), 1);
}

#[tokio::test]
async fn after_a_restart_each_moment_is_handled_once_at_its_own_time() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, 0, later(), 0).await;
    for (channel, at) in [("b", 10), ("a", 20), ("b", 30)] {
        first.clock.set(second(at));
        let by = format!("by {at}");
        let event = at.to_string();
        first
            .handle(said(channel, &event, &by, "!challenge @bob"))
            .await;
    }
    first.host.shutdown().await;
    // Challenges do not lapse while the program is down, which it was from 30 on.
    let mut second_run = test_host_at(&place, 0, later(), 3 * DAY + 30).await;
    assert!(second_run.quiet().await.is_empty());
    second_run.clock.set(second(5 * DAY));
    let lapsed = second_run.wait_for_lapsed("b", 2).await;
    assert_eq!(lapsed, [second(4 * DAY + 10), second(4 * DAY + 30)]);
    let lapsed = second_run.wait_for_lapsed("a", 1).await;
    assert_eq!(lapsed, [second(4 * DAY + 20)]);
    second_run.host.shutdown().await;
    let mut third = test_host_at(&place, 0, later(), 6 * DAY).await;
    assert!(third.quiet().await.is_empty());
    assert_eq!(third.lapsed("b").await.len(), 2);
}

#[tokio::test]
async fn a_clock_that_was_set_back_while_the_program_was_down_leaves_as_much_time() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, 0, later(), 5000).await;
    first
        .handle(said("a", "1", "alice", "!challenge @bob"))
        .await;
    first.clock.set(second(6000));
    first.host.shutdown().await;
    let second_run = test_host_at(&place, 0, later(), 2000).await;
    let expires = |table: &Table| table.challenges()[0].expires;
    assert_eq!(
        expires(&second_run.table("a").await),
        second(DAY + 1000),
        "it had a day less a thousand seconds left"
    );
    second_run.host.shutdown().await;
    // Told once. That the clock is put right again changes as little.
    let third = test_host_at(&place, 0, later(), 6000).await;
    assert_eq!(expires(&third.table("a").await), second(DAY + 5000));
}

#[tokio::test]
async fn a_table_that_could_not_be_told_is_told_at_the_next_chance() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, 0, later(), 5000).await;
    first
        .handle(said("a", "1", "alice", "!challenge @bob"))
        .await;
    first.host.heartbeat(second(6000)).await.unwrap();
    first.clock.set(second(2000));
    first.host.services.stopping.cancel();
    first.host.end_outages(second(2000)).await.unwrap();
    first.host.tell_tables().await.unwrap();
    first.host.shutdown().await;
    let bot = test_host_at(&place, 0, later(), 2000).await;
    let expires = bot.table("a").await.challenges()[0].expires;
    assert_eq!(expires, second(DAY + 1000));
    let store = &bot.host.services.store;
    let outages = store.end_outages(vec!["test".to_owned()], second(2000));
    assert!(outages.await.unwrap().is_empty(), "all tables were told");
}

#[tokio::test]
async fn a_game_that_begins_after_an_outage_is_not_told_of_it() {
    let bot = test_host_at(&place().await, 0, later(), 5000).await;
    let services = &bot.host.services;
    let names = || vec!["test".to_owned()];
    services
        .store
        .heartbeat(names(), second(5000))
        .await
        .unwrap();
    let outages = services
        .store
        .end_outages(names(), second(2000))
        .await
        .unwrap();
    services.outages.set(outages);
    bot.clock.set(second(2000));
    // The other tables are still being told.
    bot.handle(said("a", "1", "alice", "!challenge @bob white 10m"))
        .await;
    bot.handle(said("a", "2", "bob", "!accept")).await;
    for _ in 0..2 {
        bot.host.end_outages(second(2000)).await.unwrap();
        bot.host.tell_tables().await.unwrap();
        let table = bot.table("a").await;
        let clock = table.running().unwrap().clock().unwrap();
        assert_eq!(clock.deadline(), Some(second(2600)));
    }
}

#[tokio::test]
async fn tables_are_told_of_each_outage_once_wherever_the_program_was_killed() {
    // Killed after so many of the steps of a start: the outage is stored, one table is told, the
    // other one is, the outage is forgotten.
    for steps in 0..=4 {
        let folder = tempfile::tempdir().unwrap();
        let place = lasting_place(&folder).await;
        let first = test_host_at(&place, 0, later(), 5000).await;
        for channel in ["a", "b"] {
            first
                .handle(said(channel, "1", "alice", "!challenge @bob"))
                .await;
        }
        first.host.shutdown().await;
        let store = SqlStore::open(&place).await.unwrap();
        if steps > 0 {
            let names = vec!["test".to_owned()];
            let outages = store.end_outages(names, second(4000)).await.unwrap();
            let [outage] = outages["test"][..] else {
                panic!("{outages:?}");
            };
            for channel in ["a", "b"].into_iter().take(steps - 1) {
                let entry = crate::session::Entry {
                    at: outage.to,
                    event: Event::Outage {
                        from: outage.from,
                        to: outage.to,
                    },
                };
                let mut log = store.load(&table(channel)).await.unwrap();
                let after = log.entries.len() as u64;
                log.entries.push(entry.clone());
                let told = log.fold(table(channel)).unwrap();
                let progress = Progress {
                    after,
                    entries: vec![entry],
                    waiting: told.pending().waiting(),
                    ..Progress::default()
                };
                let event = crate::store::HostEvent::Outage.id(outage.id);
                let change = change(table(channel), &event, outage.to, progress);
                store.commit(change).await.unwrap();
            }
            if steps > 3 {
                store.forget_outage(outage.id).await.unwrap();
            }
        }
        store.close().await;
        for time in [3500, 3600] {
            let bot = test_host_at(&place, 0, later(), time).await;
            for channel in ["a", "b"] {
                let table = bot.table(channel).await;
                let left = table.challenges()[0].expires.duration_since(second(time));
                assert_eq!(left.as_secs(), DAY, "{steps} {channel}");
            }
            bot.host.shutdown().await;
        }
    }
}

#[tokio::test]
async fn a_machine_s_clock_that_is_set_back_leaves_as_much_time() {
    let machine = ManualClock::new(second(5000));
    let wall = machine.clone();
    let clock = MachineClock::new(move || wall.now());
    let bot = test_host_on(
        &place().await,
        WallClock::Machine(clock.clone()),
        machine.clone(),
    )
    .await;
    for channel in ["a", "b"] {
        bot.handle(said(channel, "1", "alice", "!challenge @bob"))
            .await;
    }
    machine.set(second(1000));
    // What happens before this is noticed goes by the machine's uptime.
    bot.handle(said("b", "2", "carol", "!challenge @bob")).await;
    bot.host.look_at(&clock).await.unwrap();
    bot.handle(said("a", "3", "carol", "!challenge @bob")).await;
    for channel in ["a", "b"] {
        let table = bot.table(channel).await;
        let expires = table.challenges().iter().map(|one| one.expires);
        for expires in expires {
            let left = expires.duration_since(second(1000)).as_secs();
            // The test itself takes some time, and outages are stored in milliseconds.
            assert!((DAY - 1..DAY + 600).contains(&left), "{channel} {left}");
        }
    }
    bot.host.look_at(&clock).await.unwrap();
    let outages = bot.table("a").await.next();
    assert_eq!(outages, 3, "two challenges and one outage");
}
