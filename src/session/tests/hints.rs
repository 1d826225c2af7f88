//! Levels and hints, from the command to the reply.

use super::Room;
use crate::engine::{Claim, Engine, EngineOptions, Level, Line, NullMonitor, Score, SearchLimits};
use crate::game::{Action, Color, GameRecord, Point};
use crate::session::phrases::{claim_of_named, claim_phrase};
use crate::session::{
    Addressing, COMMANDS, Entry, Event, HintAmount, Parsed, Person, Phrase, Reply, Seat, Table,
    Trigger, handle, parse,
};

impl Room {
    /// The engine's lines for the position.
    fn lines(&self) -> Vec<Line> {
        let position = self.table.running().unwrap().position();
        let limits = SearchLimits {
            nodes: Some(20_000),
            lines: 3,
            ..SearchLimits::default()
        };
        let mut engine = Engine::new(EngineOptions {
            hash: 1 << 20,
            ..EngineOptions::default()
        });
        engine
            .search(position, &limits, &mut NullMonitor)
            .unwrap()
            .lines
    }

    /// Somebody asks for a hint, and the engine answers.
    #[track_caller]
    fn hint(&mut self, name: &str, text: &str) -> (Vec<Line>, Reply) {
        assert_eq!(self.try_say(name, text).unwrap(), []);
        assert!(self.table.pending().waiting().engine);
        let lines = self.lines();
        let reply = self.advise(lines.clone()).remove(0);
        assert!(!self.table.pending().waiting().engine);
        self.text(&reply);
        (lines, reply)
    }

    fn advise(&mut self, lines: Vec<Line>) -> Vec<Reply> {
        let context = self.context(&[]);
        let outcome = handle(&self.table, &Trigger::Hint(lines), &context).unwrap();
        self.take(outcome)
    }
}

#[test]
fn the_bot_is_played_at_a_level_that_is_told_and_kept() {
    for (text, level) in [
        ("!play", 4),
        ("!play 7", 7),
        ("!play level 2 blitz", 2),
        ("!play black 10", 10),
        ("!challenge @Ringleader", 4),
        ("!challenge @Ringleader 7", 7),
        ("!challenge blitz @Ringleader level 2 white", 2),
    ] {
        let mut room = Room::new();
        let people = [room.bot.clone()];
        let Parsed::Command(command) = parse(COMMANDS, text, "!", Addressing::Open) else {
            panic!("{text} is no command");
        };
        let by = Person::new("alice", "alice");
        let trigger = Trigger::Command { by, command };
        let outcome = handle(&room.table, &trigger, &room.context(&people)).unwrap();
        let reply = room.take(outcome).remove(0);
        let told = room.text(&reply);
        assert!(
            told.contains(&format!("Ringleader (level {level}, ")),
            "{told}"
        );
        // If no level was chosen, the reply tells how to.
        let chosen = !text.starts_with("!challenge") || text.contains(char::is_numeric);
        assert_eq!(told.contains("can choose how well"), !chosen, "{told}");
        let level = Level::new(level).unwrap();
        let seats = room.table.game().unwrap().seats();
        assert!(seats.contains(&Seat::Bot(level)), "{text}: {seats:?}");
        let names = room.words.names(reply.board().unwrap(), None);
        assert!(
            names.contains(&format!("Ringleader, level {level}")),
            "{names:?}"
        );
        let file = room.say("alice", "!export").file.unwrap();
        assert!(
            file.content
                .contains(&format!("\"Ringleader, level {level}\""))
        );
        let told = room.say("alice", "!status");
        assert!(room.text(&told).contains(&format!("(level {level}, ")));
        // A rematch is played at the same level.
        room.say("alice", "!resign yes");
        room.say("alice", "!rematch");
        let seats = room.table.running().unwrap().seats();
        assert!(seats.contains(&Seat::Bot(level)), "{text}: {seats:?}");
    }
    let mut room = Room::new();
    for (text, reason) in [
        ("!play 11", "no level 11"),
        ("!play 0", "no level 0"),
        ("!play 3 4", "don't understand “4”"),
        ("!play 99999999999", "don't understand"),
        ("!play level", "Something is missing"),
        ("!challenge @bob 3", "only for games against me"),
        ("!challenge anyone 3", "only for games against me"),
        ("!challenge @bob 11", "no level 11"),
        ("!challenge @bob level", "Something is missing"),
        ("!challenge white black", "gave both “white” and “black”"),
        (
            "!challenge @bob blitz normal",
            "gave both “blitz” and “normal”",
        ),
    ] {
        let told = room.refused("alice", text);
        assert!(told.contains(reason), "{text}: {told}");
    }
    let reply = room.say("alice", "!help play");
    let told = room.text(&reply);
    assert!(
        told.contains("1 Pebble") && told.contains("10 Ringmaster"),
        "{told}"
    );
}

#[test]
fn games_from_before_there_were_levels_are_read() {
    let old = r#"{"at":"2026-01-02T03:04:05Z","event":{"started":{"white":"bot",
        "black":{"person":{"id":"1","name":"alice"}},"variant":"normal","theme":null,
        "flipped":true}}}"#;
    let entry: Entry = serde_json::from_str(old).unwrap();
    let Event::Started { white, black, .. } = &entry.event else {
        panic!("{entry:?}");
    };
    assert_eq!(*white, Seat::Bot(Level::default()));
    assert_eq!(black.person().unwrap().name, "alice");
    let json = serde_json::to_string(&entry).unwrap();
    assert_eq!(serde_json::from_str::<Entry>(&json).unwrap(), entry);
    let bot = Seat::Bot(Level::BEST);
    let json = serde_json::to_string(&bot).unwrap();
    assert_eq!(serde_json::from_str::<Seat>(&json).unwrap(), bot);
    assert!(serde_json::from_str::<Seat>(r#"{"bot":0}"#).is_err());
}

#[test]
fn hints_are_given_at_every_stage_and_can_be_followed() {
    let mut room = Room::new();
    room.begin();
    let (_, reply) = room.hint("alice", "!hint 1");
    let text = room.text(&reply);
    assert!(text.contains("Look at the empty points"), "{text}");
    let board = reply.board().unwrap();
    assert!(board.hints.is_empty() && !board.nudge.is_empty());
    assert_eq!(reply.choices[0].command, "hint 2");
    assert_eq!(reply.choices.len(), 1);

    let (lines, reply) = room.hint("alice", "!hint");
    let text = room.text(&reply);
    assert!(text.contains("I would place a ring on"), "{text}");
    assert!(text.contains("chance to win"), "{text}");
    assert!(!text.contains("What I'd expect"), "{text}");
    let firsts: Vec<Action> = lines.iter().map(|line| line.actions[0]).collect();
    assert_eq!(reply.board().unwrap().hints, firsts);
    assert!(reply.choices.iter().all(|choice| choice.only_for.is_some()));

    room.place_rings();
    let version = room.table.version();
    let (_, reply) = room.hint("alice", "!hint 3");
    let text = room.text(&reply);
    assert!(
        text.contains("I would move") && text.contains("You could also"),
        "{text}"
    );
    assert!(text.contains("What I'd expect next"), "{text}");
    assert_eq!(room.table.version(), version, "older choices stay good");
    assert_eq!(reply.version, version);

    room.make_row();
    let (_, reply) = room.hint("alice", "!hint");
    let text = room.text(&reply);
    assert!(text.contains("I would remove the row E1–E5"), "{text}");
    room.say("alice", &format!("!{}", reply.choices[0].command));
    let (_, reply) = room.hint("alice", "!hint");
    let text = room.text(&reply);
    assert!(text.contains("I would remove the ring on"), "{text}");
    let command = format!("!{}", reply.choices[0].command);
    room.say("alice", &command);
    room.refused("alice", &command);

    // The record counts the hints, and survives being read back.
    room.hint("bob", "!hint 1");
    let content = room.say("carol", "!export").file.unwrap().content;
    assert!(
        content.contains("[Hints \"white 5, black 1\"]"),
        "{content}"
    );
    let record = GameRecord::parse(&content).unwrap();
    assert_eq!(GameRecord::parse(&record.to_text()), Ok(record.clone()));
    assert_eq!(GameRecord::parse(&record.to_sgf()), Ok(record));
}

#[test]
fn a_hint_is_for_the_player_to_decide_and_lapses_with_the_position() {
    let mut room = Room::new();
    assert!(room.refused("alice", "!hint").contains("No game"));
    room.begin();
    for (name, text, reason) in [
        ("bob", "!hint", "alice's turn"),
        ("carol", "!hint", "watching"),
        ("alice", "!hint 4", "don't understand “4”"),
        ("alice", "!hint 0", "don't understand “0”"),
        ("alice", "!hint please", "don't understand"),
    ] {
        let told = room.refused(name, text);
        assert!(told.contains(reason), "{text}: {told}");
    }
    // Nobody asked.
    let lines = room.lines();
    assert_eq!(room.advise(lines.clone()), []);

    assert_eq!(room.try_say("alice", "!hint").unwrap(), []);
    assert!(room.refused("alice", "!hint").contains("on its way"));
    let wish = room.table.running().unwrap().hint().unwrap();
    assert_eq!(
        (wish.by.id.as_str(), wish.amount),
        ("alice", HintAmount::Action)
    );
    // The engine fails: the reply says so, and another hint may be asked for.
    let sorry = room.advise(Vec::new()).remove(0);
    assert!(room.text(&sorry).contains("couldn't come up with"));
    assert_eq!(
        sorry.only_for.map(|person| person.id),
        Some("alice".to_owned())
    );
    let game = room.table.running().unwrap();
    assert_eq!((game.hint(), game.hints_of(Color::White)), (None, 0));
    assert_eq!(room.try_say("alice", "!hint").unwrap(), []);
    room.say("alice", "!flip");
    assert!(
        room.table.pending().waiting().engine,
        "how the board is seen changes nothing"
    );
    // A turn is no answer to a request for a hint.
    let turn = Trigger::Turn(vec![lines[0].actions[0]]);
    let outcome = handle(&room.table, &turn, &room.context(&[])).unwrap();
    assert!(outcome.entries.is_empty());
    room.say("alice", "!place A4");
    assert!(!room.table.pending().waiting().engine);
    assert_eq!(room.advise(lines), []);
    assert_eq!(room.try_say("bob", "!hint").unwrap(), []);
    room.say("alice", "!resign yes");
    assert!(!room.table.pending().waiting().engine);

    let log = room.log.clone();
    let json = serde_json::to_string(&log).unwrap();
    let read: Vec<Entry> = serde_json::from_str(&json).unwrap();
    let table = Table::replay(room.table.key().clone(), 0, &read);
    assert_eq!(table.unwrap(), room.table);
    assert_eq!(room.table.game().unwrap().hints_of(Color::White), 0);
}

#[test]
fn games_against_the_bot_offer_hints_as_minor_choices() {
    let mut room = Room::new();
    let reply = room.say("alice", "!play white");
    let choice = reply.choices.last().unwrap();
    assert_eq!((choice.command.as_str(), choice.aside), ("hint", true));
    assert_eq!(choice.only_for.as_ref().unwrap().id, "alice");
    // A reply for one person does not withdraw the choices for everyone.
    let (_, hint) = room.hint("alice", "!hint");
    assert!(!hint.outdates(&reply));
    let mut room = Room::new();
    room.begin();
    let choices = room.say("alice", "!board").choices;
    assert!(choices.iter().all(|one| one.command != "hint"));
}

#[test]
fn every_claim_has_its_words() {
    let room = Room::new();
    let Ok(Action::Row(row)) = "xd4-h8".parse() else {
        panic!("no row");
    };
    let Ok(Action::Row(other)) = "xe5-e9".parse() else {
        panic!("no row");
    };
    let (of, count) = (Color::Black, 4);
    let (ring, before, after) = ("f6".parse().unwrap(), 2, 9);
    for (claim, told) in [
        (Claim::WinsNow, "wins this very turn"),
        (
            Claim::WinsIn { turns: 2 },
            "wins in 2 turns, whatever happens",
        ),
        (
            Claim::LosesIn { turns: 1 },
            "can't stop your opponent from winning next turn",
        ),
        (Claim::OnlyChoice, "is the only choice"),
        (Claim::MakesRow { row }, "makes the row D4–H8"),
        (
            Claim::KeepsRow { row },
            "leaves you the row D4–H8 to remove as well",
        ),
        (Claim::SureRow, "leads to a row that can't be stopped"),
        (Claim::StopsRow { row }, "stops D4–H8"),
        (Claim::PreparesRow { row }, "prepares a row on D4–H8"),
        (Claim::Turns { count, of }, "flips 4 black markers"),
        (Claim::Turns { count: 1, of }, "flips 1 black marker"),
        (Claim::Central, "takes a central point"),
        (Claim::Reaches { points: 9 }, "reaches 9 points"),
        (Claim::GainsMoves { moves: 7 }, "gives 7 more moves"),
        (
            Claim::TakesMoves { moves: 7 },
            "takes 7 moves from your opponent",
        ),
        (
            Claim::LeastUse { points: 0 },
            "gives up a ring that can't move",
        ),
        (
            Claim::GivesRow { row },
            "makes the row D4–H8 for your opponent",
        ),
        (Claim::AllowsRow { row }, "lets your opponent make D4–H8"),
        (Claim::LeavesRow { row }, "doesn't stop D4–H8"),
        (Claim::MissesRow { row }, "gives up the row D4–H8"),
        (
            Claim::DoubleThreat { rows: [row, other] },
            "threatens two rows at once: D4–H8 and E5–E9",
        ),
        (
            Claim::ForcesReply { answers: 1, of: 50 },
            "leaves your opponent only one way to stop your row",
        ),
        (
            Claim::ForcesReply { answers: 3, of: 50 },
            "leaves your opponent only 3 ways to stop your row",
        ),
        (
            Claim::AvoidsRow { count: 9, of: 9 },
            "is the only move that gives your opponent no row",
        ),
        (
            Claim::AvoidsRow { count: 40, of: 50 },
            "gives your opponent no row, as 40 of the other 50 moves would",
        ),
        (Claim::KeepsThreat { row }, "keeps the row D4–H8 ready"),
        (
            Claim::BreaksLine { row, count: 4 },
            "breaks up your opponent's four on D4–H8",
        ),
        (
            Claim::BuildsLine { row, count: 3 },
            "gets you three in line on D4–H8",
        ),
        (
            Claim::GuardsLine { row, count: 3 },
            "keeps your three on D4–H8 from being flipped",
        ),
        (
            Claim::PreparesLine { row, count: 4 },
            "prepares four in line on D4–H8",
        ),
        (
            Claim::DeniesLine { row, count: 3 },
            "keeps your opponent from three in line on D4–H8",
        ),
        (
            Claim::TurnsForGood { count: 1 },
            "flips 1 marker that can't be flipped straight back",
        ),
        (
            Claim::TurnsForGood { count },
            "flips 4 markers that can't be flipped straight back",
        ),
        (
            Claim::SafeMarkers { count: 30, of: 40 },
            "leaves your opponent no marker of yours to flip, unlike 30 of the other 40 moves",
        ),
        (
            Claim::ThreatensTurns { count },
            "lets you flip 4 markers with the next move",
        ),
        (
            Claim::OpensRing {
                ring,
                before,
                after,
            },
            "opens lines for your ring on F6 (moves: 2 → 9)",
        ),
        (
            Claim::HampersRing {
                ring,
                before: after,
                after: before,
            },
            "gets in the way of the ring on F6 (moves: 9 → 2)",
        ),
        (
            Claim::FreesRing {
                ring,
                before,
                after,
            },
            "frees your ring on F6 (moves: 2 → 9)",
        ),
        (
            Claim::ShutsIn {
                ring,
                before: after,
                after: before,
            },
            "shuts in the ring on F6 (moves: 9 → 2)",
        ),
        (
            Claim::MovesOut {
                ring,
                before,
                after,
            },
            "takes the ring where it has more moves (2 → 9)",
        ),
        (
            Claim::MostTurned { count },
            "flips more markers your way than any other move (4)",
        ),
        (
            Claim::MostMoves { moves: 50 },
            "leaves your rings more moves than anything else (50)",
        ),
        (
            Claim::FewestMoves { moves: 30 },
            "leaves your opponent fewer moves than anything else (30)",
        ),
    ] {
        assert_eq!(room.words.sentence(&claim_phrase(&claim), None), told);
    }
}

#[test]
fn where_players_are_named_nobody_is_addressed() {
    let Ok(Action::Row(row)) = "xd4-h8".parse() else {
        panic!("no row");
    };
    let ring: Point = "e5".parse().unwrap();
    let (before, after) = (2, 9);
    let claims = [
        Claim::LosesIn { turns: 2 },
        Claim::KeepsRow { row },
        Claim::TakesMoves { moves: 5 },
        Claim::GivesRow { row },
        Claim::AllowsRow { row },
        Claim::ForcesReply { answers: 3, of: 40 },
        Claim::AvoidsRow { count: 40, of: 40 },
        Claim::AvoidsRow { count: 7, of: 40 },
        Claim::BreaksLine { row, count: 3 },
        Claim::BuildsLine { row, count: 4 },
        Claim::GuardsLine { row, count: 3 },
        Claim::PreparesLine { row, count: 4 },
        Claim::DeniesLine { row, count: 3 },
        Claim::TurnsForGood { count: 2 },
        Claim::SafeMarkers { count: 7, of: 40 },
        Claim::ThreatensTurns { count: 5 },
        Claim::OpensRing {
            ring,
            before,
            after,
        },
        Claim::FreesRing {
            ring,
            before,
            after,
        },
        Claim::HampersRing {
            ring,
            before,
            after,
        },
        Claim::ShutsIn {
            ring,
            before,
            after,
        },
        Claim::MovesOut {
            ring,
            before,
            after,
        },
        Claim::MostTurned { count: 4 },
        Claim::MostMoves { moves: 50 },
        Claim::FewestMoves { moves: 30 },
        Claim::GainsMoves { moves: 4 },
    ];
    let room = Room::new();
    let addressed = [
        ("en", &["you", "your", "yours"][..]),
        ("fr", &["te", "ta", "tes", "ton", "toi"]),
        (
            "pl",
            &["ci", "cię", "twój", "twoją", "twoim", "twojego", "tobie"],
        ),
        (
            "ru",
            &["ты", "твою", "твоё", "твоей", "твоим", "твоему", "тебе"],
        ),
    ];
    for (language, words) in addressed {
        let mut personal = 0;
        for claim in claims {
            let is_personal = |phrase: Phrase| {
                let text = room.words.sentence(&phrase, Some(language));
                let mut said = text.split(|one: char| !one.is_alphabetic());
                said.any(|word| words.contains(&word))
            };
            personal += usize::from(is_personal(claim_phrase(&claim)));
            assert!(
                !is_personal(claim_of_named(&claim)),
                "{language}: {claim:?}"
            );
        }
        assert!(personal >= 4, "{language}: {personal}");
    }
    let told = room
        .words
        .sentence(&claim_of_named(&Claim::TakesMoves { moves: 5 }), None);
    assert_eq!(told, "takes 5 moves from the opponent");
}

#[test]
fn chances_are_told_in_words() {
    let mut room = Room::new();
    room.begin();
    let action = "e4".parse().unwrap();
    for (score, told) in [
        (Score::EVEN, "50% chance to win: about even"),
        (Score::win_in(9), "100% chance to win: as good as won"),
        (-Score::win_in(8), "0% chance to win: as good as lost"),
    ] {
        room.try_say("alice", "!hint").unwrap();
        let line = Line {
            score,
            actions: vec![action],
        };
        let reply = room.advise(vec![line]).remove(0);
        let text = room.text(&reply);
        assert!(text.contains(told), "{text}");
    }
}
