//! Untimed games in which nothing happens, and games that are adjourned.

use jiff::SignedDuration;

use super::{ADJOURNED, Room};
use crate::game::Color;
use crate::session::{
    AdjournedGames, Answer, Continuation, Event, Person, PickedGame, Reply, Rights, Scope, Table,
    Trigger, handle,
};

const DAY: i64 = 24 * 3600;

impl Room {
    /// Adjourns the game in progress by waiting, and returns what is needed to continue it.
    fn adjourn(&mut self) -> Continuation {
        self.wait(28 * DAY);
        self.adjourned()
    }

    /// Something happens that nobody said.
    pub(super) fn happen(&mut self, trigger: &Trigger) -> Vec<Reply> {
        let outcome = handle(&self.table, trigger, &self.context(&[])).unwrap();
        self.take(outcome)
    }

    /// What is needed to continue the game that was adjourned last.
    fn adjourned(&self) -> Continuation {
        assert!(self.table.game().is_none());
        let started = |event: &Event| matches!(event, Event::Started { .. });
        let first = self.log.iter().rposition(|entry| started(&entry.event));
        let adjourned = |event: &Event| *event == Event::Adjourned;
        let last = self.log.iter().rposition(|entry| adjourned(&entry.event));
        let (first, last) = (first.unwrap(), last.unwrap());
        let entries = self.log[first..last].to_vec();
        let before = Table::replay(self.table.key().clone(), 0, &entries).unwrap();
        Continuation {
            number: ADJOURNED,
            game: before.adjourned(self.log[last].at).unwrap(),
            entries,
        }
    }

    /// The person who speaks next has one adjourned game, this one.
    fn has_adjourned(&mut self, picked: Continuation) {
        self.is_asked_for(1, PickedGame::Own(Box::new(picked)));
    }

    /// The person who speaks next has so many adjourned games, and asks for one.
    fn is_asked_for(&mut self, total: usize, picked: PickedGame) {
        self.answer = Some(Answer::Adjourned(AdjournedGames {
            total,
            picked,
            opponent_present: Some(true),
            ..AdjournedGames::default()
        }));
    }
}

#[test]
fn a_silent_game_is_asked_about_once_and_adjourned_at_its_second() {
    let mut room = Room::new();
    room.begin();
    room.say("alice", "!E4");
    assert_eq!(room.wait(14 * DAY - 1), []);
    let asked = room.wait(1);
    assert_eq!(asked.len(), 1);
    let text = room.text(&asked[0]);
    assert!(
        text.contains("nothing has happened in this game for 14 days"),
        "{text}"
    );
    assert_eq!(asked[0].choices[0].command, "keep");
    let both: Vec<_> = asked[0].mentions().map(|one| one.name.clone()).collect();
    assert_eq!(both, ["alice", "bob"]);
    assert_eq!(room.wait(14 * DAY - 1), []);
    assert!(room.table.running().is_some());
    let told = room.wait(1);
    assert_eq!(told.len(), 1);
    let text = room.text(&told[0]);
    assert!(text.contains("this table is free"), "{text}");
    assert!(room.table.game().is_none());
    assert_eq!(room.table.pending().wake_at, None);
    room.say("carol", "!challenge anyone");
}

#[test]
fn whatever_a_player_does_breaks_the_silence() {
    for (name, text) in [
        ("bob", "!keep"),
        ("bob", "!F6"),
        ("alice", "!draw"),
        ("alice", "!undo"),
        ("bob", "!theme dark"),
    ] {
        let mut room = Room::new();
        room.begin();
        room.say("alice", "!E4");
        room.wait(27 * DAY);
        room.say(name, text);
        assert_eq!(room.wait(14 * DAY - 1), [], "{text}");
        assert_eq!(room.wait(1).len(), 1, "{text}");
        assert!(room.table.running().is_some());
    }
    // Looking does not, nor do others.
    let mut room = Room::new();
    room.begin();
    room.wait(27 * DAY);
    room.say("alice", "!board");
    room.say("carol", "!status");
    assert!(room.refused("carol", "!keep").contains("you're watching"));
    assert_eq!(room.wait(DAY).len(), 1);
    assert!(room.table.running().is_none());
    assert!(room.refused("alice", "!keep").contains("No game"));
}

#[test]
fn silence_is_for_untimed_games() {
    let mut room = Room::new();
    room.say("alice", "!challenge @bob 30d white");
    room.say("bob", "!accept");
    assert!(room.refused("alice", "!keep").contains("has a clock"));
    room.say("alice", "!pause");
    room.say("bob", "!accept");
    room.wait(29 * DAY);
    assert!(room.table.running().is_some());
}

#[test]
fn an_adjourned_game_goes_on_as_it_was() {
    let mut room = Room::new();
    room.begin();
    room.place_rings();
    room.make_row();
    room.say("alice", "!draw");
    let before = room.table.running().unwrap().clone();
    let picked = room.adjourn();
    room.wait(100 * DAY);
    room.has_adjourned(picked);
    room.say("carol", "!theme dark");
    let reply = room.say("bob", "!resume");
    let text = room.text(&reply);
    assert!(text.contains("bob continues the game"), "{text}");
    let after = room.table.running().unwrap();
    assert_eq!(after.position(), before.position());
    assert_eq!(
        (after.seats(), after.started()),
        (before.seats(), before.started())
    );
    assert_eq!(after.offer, None, "the offer has lapsed");
    assert_eq!(room.table.settings().theme.as_deref(), Some("dark"));
    room.say("alice", "!row 1");
    // It is silent from here on.
    assert_eq!(room.wait(14 * DAY - 1), []);
    assert_eq!(room.wait(1).len(), 1);
}

#[test]
fn resume_tells_why_it_cannot() {
    let mut room = Room::new();
    room.answer = Some(Answer::Adjourned(AdjournedGames::default()));
    assert!(
        room.refused("alice", "!resume")
            .contains("no game to continue")
    );
    room.begin();
    assert!(room.refused("alice", "!resume").contains("has no clock"));
    assert!(room.refused("carol", "!resume").contains("you're watching"));
    let picked = room.adjourn();
    room.say("carol", "!play");
    room.has_adjourned(picked.clone());
    assert!(
        room.refused("alice", "!resume")
            .contains("at a table that is free")
    );
    assert!(
        room.refused("carol", "!resume 2")
            .contains("at a table that is free")
    );
    room.say("carol", "!resign yes");
    room.full = vec!["bob".to_owned()];
    assert!(
        room.refused("alice", "!resume")
            .contains("bob is already playing")
    );
    room.full.clear();
    if let Some(Answer::Adjourned(adjourned)) = &mut room.answer {
        adjourned.opponent_present = Some(false);
    }
    assert!(room.refused("alice", "!resume").contains("bob isn't here"));
    if let Some(Answer::Adjourned(adjourned)) = &mut room.answer {
        adjourned.opponent_present = None;
    }
    assert!(
        room.refused("alice", "!resume")
            .contains("couldn't find out whether bob")
    );
}

#[test]
fn a_game_that_cannot_be_picked_is_explained() {
    let (own, others, unknown) = (PickedGame::Gone, PickedGame::Others, PickedGame::Unknown);
    for (total, picked, told) in [
        (1, own.clone(), "already been continued"),
        (2, own, "already been continued"),
        (0, others.clone(), "no game to continue"),
        (0, unknown.clone(), "no game to continue"),
        (1, others.clone(), "only one game that was put aside"),
        (1, unknown.clone(), "only one game that was put aside"),
        // Whether there is such a game is nobody else's business.
        (
            2,
            others,
            "None of your games that were put aside has the number 13",
        ),
        (
            2,
            unknown,
            "None of your games that were put aside has the number 13",
        ),
    ] {
        let mut room = Room::new();
        room.is_asked_for(total, picked.clone());
        let text = room.refused("alice", "!resume 13");
        assert!(text.contains(told), "{total} {picked:?}: {text}");
        assert!(text.contains(" !"), "what to type instead: {text}");
    }
}

#[test]
fn a_choice_names_the_game_that_it_continues() {
    let mut room = Room::new();
    room.begin();
    let told = room.wait(28 * DAY).pop().unwrap();
    let text = room.text(&told);
    assert!(text.contains("!resume 12 continues it"), "{text}");
    assert_eq!(told.choices[0].command, "resume 12");
    let picked = room.adjourned();
    // Others are told that it is none of theirs, whatever they have adjourned themselves.
    for total in [0, 1, 2] {
        room.is_asked_for(total, PickedGame::Others);
        let text = room.refused_choice("carol", &told, 0);
        assert!(text.contains("Only the players of that game"), "{text}");
    }
    // It means the same after whatever happens at the table.
    room.is_asked_for(2, PickedGame::Own(Box::new(picked.clone())));
    room.say("carol", "!play");
    let text = room.refused_choice("alice", &told, 0);
    assert!(text.contains("at a table that is free"), "{text}");
    room.say("carol", "!resign yes");
    room.choose("alice", &told, 0);
    assert_eq!(room.table.players(), ["alice", "bob"]);
    for (name, picked) in [
        ("alice", PickedGame::Unknown),
        ("carol", PickedGame::Others),
    ] {
        room.is_asked_for(0, picked);
        let text = room.refused_choice(name, &told, 0);
        assert!(text.contains("of that game") || text.contains("already been continued"));
    }
}

#[test]
fn the_choice_to_end_a_pause_ends_nothing_else() {
    let mut room = Room::new();
    room.begin();
    let picked = room.adjourn();
    room.say("alice", "!challenge @bob 3d white");
    room.say("bob", "!accept");
    room.say("alice", "!pause");
    let paused = room.say("bob", "!accept");
    assert_eq!(paused.choices[0].command, "resume");
    room.has_adjourned(picked);
    let text = room.refused_choice("carol", &paused, 0);
    assert!(text.contains("you're watching"), "{text}");
    room.choose("bob", &paused, 0);
    assert!(!room.table.running().unwrap().is_paused());
    let text = room.refused_choice("bob", &paused, 0);
    assert!(text.contains("out of date"), "{text}");
    room.say("bob", "!resign yes");
    let text = room.refused_choice("bob", &paused, 0);
    assert!(text.contains("out of date"), "{text}");
}

#[test]
fn a_review_outlasts_a_game_that_is_continued() {
    let mut room = Room::new();
    room.begin();
    let picked = room.adjourn();
    room.begin();
    room.place_rings();
    room.say("alice", "!resign yes");
    room.say("carol", "!analyze");
    let review = room.table.review().unwrap().clone();
    room.has_adjourned(picked);
    room.say("alice", "!resume");
    assert_eq!(room.table.review(), Some(&review));
}

#[test]
fn time_in_which_the_bot_was_down_is_no_silence() {
    for (from, to, asked_after) in [
        (5, 8, 14 + 3),
        // It went down before the game began, by the clock: the move came later.
        (-2, 1, 14 + 1),
        // The clock was set back.
        (5, 2, 14 - 3),
    ] {
        let mut room = Room::new();
        room.begin();
        room.say("alice", "!E4");
        let begun = room.now;
        let day = |day: i64| begun + SignedDuration::from_secs(day * DAY);
        let (from, to) = (day(from), day(to));
        room.now = to;
        assert_eq!(room.happen(&Trigger::Outage { from, to }), []);
        let due = room.table.pending().wake_at;
        assert_eq!(due, Some(day(asked_after)), "{from} to {to}");
    }
}

#[test]
fn clocks_go_on_where_a_game_is_continued() {
    for paused in [false, true] {
        let mut room = Room::new();
        room.say("alice", "!challenge @bob 3d white");
        room.say("bob", "!accept");
        room.say("alice", "!E4");
        room.wait(DAY);
        if paused {
            room.say("alice", "!pause");
            room.say("bob", "!accept");
        }
        room.happen(&Trigger::PlaceGone { for_good: paused });
        assert!(room.table.game().is_none());
        assert_eq!(room.happen(&Trigger::PlaceGone { for_good: true }), []);
        let picked = room.adjourned();
        room.wait(100 * DAY);
        room.has_adjourned(picked);
        let reply = room.say("alice", "!resume");
        assert!(room.text(&reply).contains("Deadline: "), "it is not paused");
        let game = room.table.running().unwrap();
        let left = game.clock().unwrap().left(Color::Black, room.now);
        assert_eq!(left.as_secs(), 2 * DAY);
        room.wait(2 * DAY - 1);
        assert!(room.table.running().is_some());
        room.wait(1);
        assert!(room.table.running().is_none());
    }
}

#[test]
fn a_live_game_comes_back_with_its_clock_paused_unless_it_is_ones_own() {
    for (time, by, is_paused) in [
        ("15m+10s", "alice", true),
        ("23h", "alice", true),
        ("15m+10s", "bob", false),
        ("1d", "alice", false),
        ("untimed", "alice", false),
    ] {
        let mut room = Room::new();
        room.begin_timed(time);
        room.say("alice", "!E4");
        room.wait(60);
        let left = |room: &Room| {
            let clock = room.table.running().unwrap().clock()?;
            Some(clock.left(Color::Black, room.now))
        };
        let before = left(&room);
        room.happen(&Trigger::PlaceGone { for_good: true });
        let picked = room.adjourned();
        room.wait(100 * DAY);
        room.has_adjourned(picked);
        let reply = room.say(by, "!resume");
        let text = room.text(&reply);
        let game = room.table.running().unwrap();
        assert_eq!(game.is_paused(), is_paused, "{time} {by}");
        assert_eq!(left(&room), before);
        if !is_paused {
            assert!(text.contains("continues the game"), "{text}");
            assert_eq!(game.offer, None);
            continue;
        }
        assert!(text.contains("brings back the game against bob"), "{text}");
        assert!(
            text.contains("alice would like to continue. bob, "),
            "{text}"
        );
        let commands: Vec<_> = reply.choices.iter().map(|one| &*one.command).collect();
        assert_eq!(commands, ["accept", "decline"]);
        // As an agreed pause, it lasts 30 days.
        let mut alone = Room::new();
        alone.table = room.table.clone();
        alone.now = room.now;
        assert_eq!(alone.wait(30 * DAY - 1), []);
        let over = alone.wait(1);
        assert!(alone.text(&over[0]).contains("the pause is over"));
        assert_eq!(
            (left(&alone), alone.table.running().unwrap().offer),
            (before, None)
        );
        room.wait(DAY);
        assert!(room.refused("alice", "!resume").contains("already asked"));
        room.say("bob", "!accept");
        assert_eq!(left(&room), before);
        room.say("bob", "!F6");
    }
}

#[test]
fn an_untimed_game_waits_for_a_bot_that_may_come_back() {
    let mut room = Room::new();
    room.begin();
    assert_eq!(room.happen(&Trigger::PlaceGone { for_good: false }), []);
    assert!(room.table.running().is_some());
    room.happen(&Trigger::PlaceGone { for_good: true });
    assert!(room.table.game().is_none());
}

#[test]
fn who_invited_the_bot_is_told_why_it_leaves() {
    let mut room = Room::new();
    room.begin();
    let inviter = Person::new("carol", "carol");
    let replies = room.happen(&Trigger::MayNotSpeak {
        inviter: inviter.clone(),
    });
    let [told] = &replies[..] else {
        panic!("{replies:?}")
    };
    assert!(told.private && told.only_for == Some(inviter));
    let text = room.text(told);
    assert!(text.starts_with("carol, I've left #"), "{text}");
    // What becomes of the game is told by what follows from the leaving.
    assert!(room.table.running().is_some());
}

#[test]
fn a_place_is_greeted_in_three_lines_without_waking_anybody() {
    let mut room = Room::new();
    room.begin();
    room.rights = Some(Rights::ALL);
    for (scope, set) in [(Scope::Server, "server"), (Scope::Channel, "channel")] {
        let replies = room.happen(&Trigger::Greeting { scope });
        let [hello] = &replies[..] else {
            panic!("{replies:?}")
        };
        assert!(hello.silent && hello.visual.is_none() && hello.only_for.is_none());
        assert_eq!(hello.mentions().count(), 0);
        let text = room.text(hello);
        assert_eq!(text.lines().count(), 3, "{text}");
        let set = format!("!set {set} language pl");
        for command in [
            "!challenge @friend",
            "!play",
            "!tutorial",
            "!rules",
            "!help",
            &set,
        ] {
            assert!(text.contains(command), "{command} in {text}");
        }
        // It is what those who may can type.
        room.say("alice", &set.replace("pl", "en"));
    }
    // The game goes on, and withdraws nothing.
    assert!(room.table.running().is_some());
}

#[test]
fn players_are_told_what_became_of_the_place() {
    for (for_good, told) in [
        (
            true,
            "alice, the channel of your game against bob is gone, so I've put it aside.",
        ),
        (
            false,
            "alice, I'm no longer in the channel of your game against bob, so I've put it aside.",
        ),
    ] {
        let mut room = Room::new();
        room.say("alice", "!challenge @bob 3d white");
        room.say("bob", "!accept");
        let replies = room.happen(&Trigger::PlaceGone { for_good });
        assert_eq!(replies.len(), 2);
        let text = room.text(&replies[0]);
        assert!(text.starts_with(told), "{text}");
        assert!(
            text.ends_with(" !resume 12 continues it where you both are."),
            "{text}"
        );
    }
}
