//! Commands, what follows from them, and restarts in between.

use super::*;

#[tokio::test]
async fn a_command_is_answered_once_and_talk_is_not() {
    let mut bot = test_host().await;
    let talk = said("a", "1", "alice", "shall we play?");
    assert_eq!(bot.handle(talk).await, Disposition::NotForUs);
    let challenge = said("a", "2", "alice", "!challenge @bob");
    assert_eq!(bot.handle(challenge.clone()).await, Disposition::Done);
    assert_eq!(bot.handle(challenge).await, Disposition::Duplicate);
    let faulty = said("a", "3", "alice", "!chalenge");
    assert_eq!(bot.handle(faulty.clone()).await, Disposition::Done);
    assert_eq!(bot.handle(faulty).await, Disposition::Duplicate);
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].reply_to.as_deref(), Some("2"));
    assert_eq!(seen[0].mentions, [Person::new("bob", "bob")]);
    let choices = [
        (Sign::Yes, Tone::Yes, "Accept"),
        (Sign::No, Tone::No, "Decline"),
    ];
    let choices = choices.map(|(sign, tone, label)| RenderedChoice {
        tone,
        sign,
        is_drawn: false,
        label: label.to_owned(),
    });
    assert_eq!(seen[0].choices, choices);
    assert_eq!(seen[0].key.len(), 24);
    assert_ne!(seen[0].key, seen[1].key);
    let other = Incoming {
        table: TableKey::channel("elsewhere", "a"),
        private: false,
        ..said("a", "4", "alice", "!help")
    };
    let refused = bot.host.handle(other).await;
    assert!(matches!(refused, Err(HostError::NoPlatform(_))));
}

#[tokio::test]
async fn the_bot_takes_its_turn_in_one_reply() {
    let mut bot = test_host().await;
    bot.handle(said("a", "1", "alice", "!play white")).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 1);
    for number in 0..5 {
        let table = bot.table("a").await;
        let position = *table.running().unwrap().position();
        let place = Point::ALL
            .into_iter()
            .find(|&point| position.play(Action::Place(point)).is_ok())
            .unwrap();
        let event = format!("p{number}");
        bot.handle(said("a", &event, "alice", &format!("!place {place}")))
            .await;
        let seen = bot.quiet().await;
        assert_eq!(seen.len(), 2);
        assert_eq!(seen[0].reply_to.as_deref(), Some(event.as_str()));
        assert_eq!(seen[1].reply_to, None);
    }
    let table = bot.table("a").await;
    let game = table.running().unwrap();
    assert_eq!(
        (game.actions().len(), game.position().stage()),
        (10, Stage::Move)
    );
    bot.host.shutdown().await;
}

#[tokio::test]
async fn choices_mean_the_reply_that_offered_them() {
    let mut bot = test_host().await;
    assert_eq!(
        bot.handle(pressed("a", "0", "bob", ChoicesOf::Latest, 0))
            .await,
        Disposition::NotForUs,
        "a number is talk while nothing can be chosen"
    );
    bot.handle(said("a", "1", "alice", "!challenge @bob")).await;
    let seen = bot.quiet().await;
    bot.handle(pressed("a", "2", "bob", ChoicesOf::Latest, 7))
        .await;
    let told = bot.quiet().await;
    assert_eq!(
        told[0].text.plain(),
        "There is no choice 8. Choose a number from 1 to 2."
    );
    // The choice belongs to another table.
    let reply = ChoicesOf::Reply(seen[0].id);
    let elsewhere = pressed("b", "3", "bob", reply.clone(), 0);
    assert_eq!(bot.handle(elsewhere).await, Disposition::NotForUs);
    let message = ChoicesOf::Message(format!("message {}", seen[0].id));
    bot.handle(pressed("a", "4", "bob", message, 0)).await;
    assert!(bot.table("a").await.running().is_some());
    bot.quiet().await;
    // The choice belongs to an earlier position.
    bot.handle(pressed("a", "5", "bob", reply, 0)).await;
    let told = bot.quiet().await;
    assert!(told[0].text.plain().contains("out of date"));
}

#[tokio::test]
async fn a_table_that_cannot_be_reached_holds_up_no_other_and_keeps_its_order() {
    let mut bot = test_host_at(&place().await, 2, later(), 0).await;
    bot.handle(said("bad", "1", "alice", "!help")).await;
    bot.handle(said("bad", "2", "alice", "!rules")).await;
    bot.handle(said("good", "1", "alice", "!help")).await;
    assert_eq!(bot.next().await.table.channel, "good");
    assert_eq!(bot.next().await.reply_to.as_deref(), Some("1"));
    assert_eq!(bot.next().await.reply_to.as_deref(), Some("2"));
    assert!(bot.quiet().await.is_empty());
}

#[tokio::test]
async fn what_can_never_be_delivered_is_given_up() {
    let gone = DeliveryError::Gone("test".to_owned());
    let mut bot = test_host_at(&place().await, 1, gone, 0).await;
    bot.handle(said("bad", "1", "alice", "!help")).await;
    bot.handle(said("bad", "2", "alice", "!rules")).await;
    bot.handle(said("panics", "1", "alice", "!help")).await;
    let seen = bot.quiet().await;
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].reply_to.as_deref(), Some("2"));
    assert_eq!(
        bot.host.services.store.undelivered("test").await.unwrap(),
        []
    );
}

#[tokio::test]
async fn a_restart_delivers_what_is_left_and_asks_again() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, usize::MAX, later(), 0).await;
    first
        .handle(said("bad", "1", "alice", "!challenge @bob"))
        .await;
    first.host.shutdown().await;
    // As if the machine had stopped during a search.
    let store = SqlStore::open(&place).await.unwrap();
    let at = second(0);
    let event = Event::Started {
        white: Seat::Bot(Level::default()),
        black: Seat::Person(Person::new("alice", "alice")),
        variant: crate::game::Variant::Normal,
        rated: false,
        server: None,
        time: TimeControl::Untimed,
        silence: true,
        weekends_off: false,
        levels: crate::session::LEVELS_VERSION,
        settings: Settings::default(),
    };
    let entry = crate::session::Entry { at, event };
    let waiting = Table::replay(table("engine"), 0, [&entry])
        .unwrap()
        .pending()
        .waiting();
    assert!(waiting.engine);
    let progress = Progress {
        entries: vec![entry],
        waiting,
        ..Progress::default()
    };
    let change = change(table("engine"), "1", at, progress);
    store.commit(change).await.unwrap();
    store.close().await;

    // The challenge does not lapse while the program is down.
    let mut second = test_host_at(&place, 0, later(), 25 * 3600).await;
    let mut seen = second.quiet().await;
    seen.sort_by(|a, b| (&a.table, a.id).cmp(&(&b.table, b.id)));
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].reply_to.as_deref(), Some("1"));
    assert_eq!(
        (seen[1].table.channel.as_str(), &seen[1].reply_to),
        ("engine", &None)
    );
    let ring = second.table("engine").await.game().unwrap().actions().len();
    assert_eq!(ring, 1);
    second.pass(24 * 3600);
    second.next_says("expired").await;
    second.host.shutdown().await;

    let mut third = test_host_at(&place, 0, later(), 50 * 3600).await;
    assert!(third.quiet().await.is_empty(), "nothing happens twice");
}

#[tokio::test]
async fn a_challenge_lapses_when_its_time_is_up() {
    let mut bot = test_host().await;
    bot.handle(said("a", "1", "alice", "!challenge @bob")).await;
    bot.handle(said("b", "1", "alice", "!challenge @bob")).await;
    assert_eq!(bot.quiet().await.len(), 2);
    bot.clock.set(second(24 * 3600));
    for _ in 0..2 {
        bot.next_says("expired").await;
    }
    assert!(bot.table("a").await.challenges().is_empty());
}

#[tokio::test]
async fn a_damaged_table_says_so_and_stays_untouched_and_others_go_on() {
    let mut bot = test_host().await;
    bot.damage(&table("a")).await;
    assert_eq!(
        bot.handle(said("a", "1", "alice", "!play")).await,
        Disposition::Done
    );
    assert_eq!(
        bot.handle(said("a", "1", "alice", "!play")).await,
        Disposition::Duplicate
    );
    assert_eq!(
        bot.handle(said("b", "1", "alice", "!help")).await,
        Disposition::Done
    );
    let seen = bot.quiet().await;
    let told = seen.iter().find(|one| one.table == table("a")).unwrap();
    assert!(
        told.text.plain().contains("leaving it as it is"),
        "{told:?}"
    );
    assert_eq!(seen.len(), 2);
    let log = bot.host.services.store.load(&table("a")).await.unwrap();
    assert_eq!(log.entries.len(), 1);
}

#[tokio::test]
async fn idle_tables_are_put_away_and_come_back() {
    let mut bot = test_host().await;
    for number in 0..50 {
        bot.handle(said(&number.to_string(), "1", "alice", "!challenge @bob"))
            .await;
    }
    assert_eq!(bot.quiet().await.len(), 50);
    let gone = async {
        while bot.host.awake() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, gone).await.unwrap();
    bot.handle(said("7", "2", "bob", "!accept")).await;
    assert!(bot.table("7").await.running().is_some());
}

#[tokio::test]
async fn a_time_that_is_set_back_does_not_matter() {
    let mut bot = test_host().await;
    bot.clock.set(second(1000));
    bot.handle(said("a", "1", "alice", "!challenge @bob")).await;
    bot.clock.set(second(0));
    bot.handle(said("a", "2", "bob", "!accept")).await;
    assert_eq!(bot.quiet().await.len(), 2);
    assert!(bot.table("a").await.running().is_some());
    let lasts = SignedDuration::from_hours(24);
    assert_eq!(bot.host.services.live.now().policy.challenge_lasts, lasts);
}

#[tokio::test]
async fn nothing_is_heard_after_the_shutdown_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let bot = test_host_at(&place, 0, later(), 0).await;
    let host = bot.host.clone();
    let all: Vec<_> = (0..100)
        .map(|number| {
            let host = host.clone();
            tokio::spawn(async move {
                let help = said("a", &number.to_string(), "alice", "!help");
                host.handle(help).await.is_ok()
            })
        })
        .collect();
    tokio::task::yield_now().await;
    host.clone().shutdown().await;
    let mut heard = 0;
    for one in all {
        heard += usize::from(one.await.unwrap());
    }
    let late = host.handle(said("a", "late", "alice", "!help")).await;
    assert!(matches!(late, Err(HostError::Stopping)));
    let store = SqlStore::open(&place).await.unwrap();
    let left = store.undelivered("test").await.unwrap().len();
    let mut seen = bot.seen;
    let mut delivered = 0;
    while seen.try_recv().is_ok() {
        delivered += 1;
    }
    assert_eq!(delivered + left, heard);
}
