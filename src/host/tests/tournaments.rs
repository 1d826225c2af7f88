//! Tournaments: their games begin in threads, and their results come back.

use super::*;
use crate::game::Color;
use crate::session::{Entry, Event, PairedGame, TournamentGame, TournamentResult, Waiting};

impl TestHost {
    /// alice, bob and carol play a tournament of dave's in a channel. Returns what is said when it starts.
    async fn tournament(&mut self, channel: &str) -> Vec<RenderedReply> {
        let open = "!tournament swiss 1 2d";
        let join = "!tournament join";
        for (number, (author, text)) in [
            ("dave", open),
            ("alice", join),
            ("bob", join),
            ("carol", join),
            ("dave", "!tournament start"),
        ]
        .into_iter()
        .enumerate()
        {
            let event = format!("t{number}");
            self.handle(said(channel, &event, author, text)).await;
        }
        self.quiet().await
    }

    /// Waits until this was said, and returns it.
    async fn hear(&mut self, words: &str) -> RenderedReply {
        loop {
            let reply = self.next().await;
            if reply.text.plain().contains(words) {
                return reply;
            }
        }
    }

    /// The table of a thread.
    async fn thread(&self, key: &TableKey) -> Table {
        let log = self.host.services.store.load(key).await.unwrap();
        log.fold(key.clone()).unwrap()
    }
}

/// The thread in which the first game of a tournament began.
fn thread_of(seen: &[RenderedReply]) -> TableKey {
    let begun = seen.iter().find(|reply| reply.table.thread.is_some());
    begun.unwrap().table.clone()
}

#[tokio::test]
async fn a_game_begins_in_a_thread_and_its_result_comes_back() {
    let mut bot = test_host().await;
    bot.transport.threads_missed.store(2, Ordering::SeqCst);
    let seen = bot.tournament("club").await;
    let boards: Vec<_> = seen.iter().filter(|one| one.begins.is_some()).collect();
    assert_eq!(boards.len(), 1, "{seen:?}");
    let key = thread_of(&seen);
    assert_eq!(key.thread, Some(format!("message {}", boards[0].id)));
    let thread = bot.thread(&key).await;
    let game = thread.running().unwrap();
    let white = game.seat(Color::White).person().unwrap().id.clone();
    let black = game.seat(Color::Black).person().unwrap().id.clone();
    let in_it = |event, author, text| {
        let thread = key.thread.clone().unwrap();
        in_thread(&thread, said("club", event, author, text))
    };
    bot.handle(in_it("1", &white, "!A4")).await;
    bot.handle(in_it("2", &black, "!resign yes")).await;
    let over = bot.hear("The tournament is over").await;
    assert_eq!(over.table, table("club"));
    let text = over.text.plain();
    assert!(text.contains("1–0") && text.contains("1. "), "{text}");
    assert!(over.board.is_some());
    bot.quiet().await;
    let home = bot.table("club").await;
    assert_eq!(home.tournament_id(), None);
    let store = &bot.host.services.store;
    assert_eq!(store.tables_with_results("test").await.unwrap(), []);
}

#[tokio::test]
async fn a_game_without_a_thread_is_told() {
    let mut bot = test_host().await;
    let seen = bot.tournament("forbidden").await;
    let text = seen.last().unwrap().text.plain();
    assert!(text.contains("I couldn't start board 1"), "{text}");
    let set = said("forbidden", "set", "dave", "!score 1 draw");
    bot.handle(set).await;
    bot.hear("The tournament is over").await;
}

#[tokio::test]
async fn a_result_that_a_stop_held_up_is_recorded_after_it() {
    let dir = tempfile::tempdir().unwrap();
    let place = lasting_place(&dir).await;
    let mut bot = test_host_at(&place, 0, later(), 0).await;
    bot.tournament("club").await;
    let home = bot.table("club").await;
    let id = home.tournament_id().unwrap().to_owned();
    let game = TournamentGame {
        tournament: id.clone(),
        round: 1,
        board: 1,
    };
    // As if the program had been killed just after the end of the game.
    let outcome = ::tournament::Outcome::Draw;
    let progress = Progress {
        result: Some(TournamentResult { game, outcome }),
        ..Progress::default()
    };
    let change = change(table("thread"), "1", second(0), progress.clone());
    let store = Arc::clone(&bot.host.services.store);
    bot.host.clone().shutdown().await;
    drop(store);
    let store = Arc::new(SqlStore::open(&place).await.unwrap());
    store.commit(change).await.unwrap();
    let wall = WallClock::Manual(ManualClock::new(second(1)));
    let mut bot = test_host_of(store, 0, later(), wall, ManualClock::new(second(1))).await;
    let over = bot.hear("The tournament is over").await;
    assert!(over.text.plain().contains("½–½"), "{over:?}");
    bot.quiet().await;
    // Nothing is kept for a tournament that is over.
    let store = &bot.host.services.store;
    let late = super::change(table("thread"), "2", second(2), progress);
    store.commit(late).await.unwrap();
    assert_eq!(store.tournament_games(&id).await.unwrap(), []);
}

#[tokio::test]
async fn a_game_begins_once_and_only_while_its_tournament_goes_on() {
    let mut bot = test_host().await;
    let seen = bot.tournament("club").await;
    let board = seen.iter().find_map(|one| one.begins.clone()).unwrap();
    let begin = async |bot: &TestHost, thread: &str, game: PairedGame| {
        let key = TableKey {
            thread: Some(thread.to_owned()),
            ..table("club")
        };
        let (told, begun) = oneshot::channel();
        bot.host.put(&key, Job::Begin(Box::new(game), None, told));
        begun.await.unwrap().unwrap();
        bot.thread(&key).await.running().is_some()
    };
    // As if the message of the board had been posted again.
    assert!(!begin(&bot, "another", *board.clone()).await);
    let mut other = *board;
    other.game.board = 2;
    assert!(begin(&bot, "second", other.clone()).await);
    let stop = said("club", "stop", "dave", "!tournament stop yes");
    bot.handle(stop).await;
    other.game.board = 3;
    assert!(!begin(&bot, "third", other).await);
    bot.quiet().await;
}

#[tokio::test]
async fn boards_are_told_once_the_bot_may_speak_again() {
    let silenced = DeliveryError::Silenced("test".to_owned());
    let mut bot = test_host_at(&place().await, 0, silenced, 0).await;
    for (number, (author, text)) in [
        ("alice", "!tournament swiss 1 2d"),
        ("alice", "!tournament join"),
        ("bob", "!tournament join"),
        ("carol", "!tournament join"),
    ]
    .into_iter()
    .enumerate()
    {
        let event = format!("t{number}");
        bot.handle(said("bad", &event, author, text)).await;
    }
    bot.quiet().await;
    bot.transport.failures.store(4, Ordering::SeqCst);
    let start = said("bad", "start", "alice", "!tournament start");
    bot.handle(start).await;
    let back = bot.hear("Round 1 of 1").await;
    assert!(back.text.plain().contains("still playing"), "{back:?}");
    let begun = bot.hear("round 1 of the tournament").await;
    assert!(begun.table.thread.is_some());
    // Nothing is left to be told.
    let again = said("bad", "again", "alice", "!tournament start");
    bot.handle(again).await;
    bot.hear("already begun").await;
}

#[tokio::test]
async fn threads_that_could_not_be_opened_are_tried_again() {
    let mut bot = test_host().await;
    bot.tournament("forbidden").await;
    let again = said("forbidden", "again", "dave", "!tournament start");
    bot.handle(again).await;
    let board = bot.hear("Board 1").await;
    assert!(board.begins.is_some());
}

#[tokio::test]
async fn scheduled_tournaments_that_were_missed_are_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let place = lasting_place(&dir).await;
    let store = Arc::new(SqlStore::open(&place).await.unwrap());
    let schedule = Box::new(
        serde_json::from_value(serde_json::json!({
        "by": { "id": "dave", "name": "dave" },
        "every": "every-day 12:00 UTC",
        "system": "swiss",
        "variant": "normal",
        "time": "2d",
        "next": second(12 * 3600),
        "opens": second(6 * 3600),
        }))
        .unwrap(),
    );
    let scheduled = Entry {
        at: second(0),
        event: Event::TournamentScheduled { schedule },
    };
    let progress = Progress {
        entries: vec![scheduled],
        waiting: Waiting {
            engine: false,
            wake_at: Some(second(6 * 3600)),
        },
        ..Progress::default()
    };
    let scheduled = change(table("club"), "1", second(0), progress);
    store.commit(scheduled).await.unwrap();
    // The bot is down for thirty days, to an hour before the next one is opened.
    let clock = ManualClock::new(second((30 * 24 + 5) * 3600));
    let wall = WallClock::Manual(clock.clone());
    let mut bot = test_host_of(store, 0, later(), wall, clock).await;
    let seen = bot.quiet().await;
    assert!(seen.is_empty(), "{seen:?}");
    bot.pass(2 * 3600);
    let opened = bot.next().await;
    assert!(
        opened.text.plain().contains("Sign-up is open"),
        "{opened:?}"
    );
    assert!(bot.quiet().await.is_empty());
    // There are no more once the channel is gone.
    bot.host.place_gone(&table("club"), true).await.unwrap();
    let club = bot.table("club").await;
    assert!(!club.is_scheduled() && club.tournament_id().is_none());
    assert_eq!(club.pending().wake_at, None);
}
