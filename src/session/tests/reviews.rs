//! Reviews, from the command to the reply.

use super::*;
use crate::engine::{
    Claim, Engine, EngineOptions, Findings, Label, NullMonitor, Review, ReviewSearch, SearchLimits,
};
use crate::game::{Action, Color, GameRecord, GameResult, Position, Row, Symmetry, Termination};
use crate::session::{Event, PlayedGame, Seat, Turning, TurningPoints, Visual};

impl Room {
    /// The engine's findings in a game.
    pub(super) fn findings(game: &PlayedGame) -> Findings {
        let mut engine = Engine::new(EngineOptions {
            hash: 1 << 20,
            ..EngineOptions::default()
        });
        let limits = SearchLimits {
            nodes: Some(400),
            ..SearchLimits::default()
        };
        let mut review = Review::new(&game.start, &game.actions).to_learn(game.learners());
        while let Some(ReviewSearch {
            position,
            depth,
            lines,
        }) = review.next_search()
        {
            let limits = SearchLimits {
                depth,
                lines,
                ..limits.clone()
            };
            review.add(&engine.search(&position, &limits, &mut NullMonitor).unwrap());
        }
        review.findings().unwrap()
    }

    /// The engine's answer; it has failed if there are no findings.
    pub(super) fn reviewed(&mut self, number: u64, findings: Option<Findings>) -> Vec<Reply> {
        let context = self.context(&[]);
        let findings = findings.map(Box::new);
        let trigger = Trigger::Review { number, findings };
        let outcome = handle(&self.table, &trigger, &context).unwrap();
        self.take(outcome)
    }

    /// A game in which alice removes a row and bob then resigns.
    pub(super) fn play_and_resign(&mut self) {
        self.begin();
        self.place_rings();
        self.make_row();
        self.say("alice", "!row 1");
        self.say("alice", "!ring I8");
        self.say("bob", "!resign yes");
    }
}

#[test]
fn a_finished_game_is_reviewed() {
    let mut room = Room::new();
    assert!(room.refused("carol", "!analyze").contains("No game"));
    room.begin();
    let told = room.refused("alice", "!analyze");
    assert!(told.contains("n't over yet"), "{told}");
    room.say("alice", "!resign yes");
    let told = room.refused("alice", "!analyze");
    assert!(told.contains("Nothing was played"), "{told}");

    let mut room = Room::new();
    room.play_and_resign();
    let version = room.table.version();
    let reply = room.say("carol", "!analyze");
    assert!(room.text(&reply).contains("alice against bob"));
    assert_eq!(room.table.version(), version, "older choices stay good");
    assert!(room.table.pending().waiting().engine);
    assert!(room.refused("alice", "!analyze").contains("under way"));

    let wish = room.table.review().unwrap().clone();
    assert_eq!(wish.by.name, "carol");
    assert_eq!(room.reviewed(wish.number + 1, None), []);
    let findings = Room::findings(&wish.game);
    let reply = room.reviewed(wish.number, Some(findings.clone())).remove(0);
    let text = room.text(&reply);
    assert!(text.contains("reviewed for carol"), "{text}");
    for name in ["alice", "bob"] {
        assert!(text.contains(&format!("{name}: accuracy ")), "{text}");
    }
    // Bob has allowed a row.
    assert!(!findings.turning_points.is_empty());
    for (number, point) in (1..).zip(&findings.turning_points) {
        let turn = point.decision.turn;
        assert!(text.contains(&format!("{number}. Turn {turn}, ")), "{text}");
    }
    assert!(text.contains("Better: "), "{text}");
    assert!(text.chars().count() < 1900, "{text}");
    let turns = findings.turning_points.iter().map(|one| one.decision.turn);
    let offered: Vec<String> = turns.map(|turn| format!("better {turn}")).collect();
    let commands = reply.choices.iter().map(|choice| choice.command.clone());
    assert!(commands.collect::<Vec<_>>().starts_with(&offered));
    // It is not about the table's next game.
    assert!(reply.apart);
    let Some(Visual::Curve(curve)) = reply.visual else {
        panic!("no curve");
    };
    assert_eq!(curve.chances.len(), findings.chances.len());
    assert_eq!(curve.rings, [(19, crate::game::Color::White)]);
    let alt = room.words.curve_alt_text(&curve, None);
    assert!(alt.contains("White's chance to win, by turn: 0: "), "{alt}");
    assert!(alt.contains("white removed rings in turn 19."), "{alt}");
    assert!(alt.chars().count() <= 1000, "{alt}");
    assert!(!alt.contains(['{', '}', '$']), "{alt}");

    assert!(!room.table.pending().waiting().engine);
    assert_eq!(room.reviewed(wish.number, Some(findings)), []);
    room.say("alice", "!analyse");
    let number = room.table.review().unwrap().number;
    let reply = room.reviewed(number, None).remove(0);
    assert!(room.text(&reply).contains("try"));
    assert!(room.table.review().is_none());
}

#[test]
fn a_review_outlasts_the_start_of_the_next_game() {
    let mut room = Room::new();
    room.play_and_resign();
    room.say("alice", "!analyze");
    let wish = room.table.review().unwrap().clone();
    room.say("alice", "!rematch");
    room.say("bob", "!accept");
    assert_eq!(room.table.review(), Some(&wish));
    // A log may be read from its last start on.
    let read = room.read_from_last_start();
    assert_eq!(read.review(), Some(&wish));
    assert_eq!(read.pending().waiting(), room.table.pending().waiting());
    let findings = Room::findings(&wish.game);
    assert_eq!(room.reviewed(wish.number, Some(findings)).len(), 1);
    assert!(room.table.running().is_some() && room.table.review().is_none());
}

#[test]
fn a_review_tells_what_the_better_action_leads_to() {
    let row =
        |one: &str, other: &str| Row::new(one.parse().unwrap(), other.parse().unwrap()).unwrap();
    let (first, second) = (row("E4", "E8"), row("B2", "F6"));
    let seat = |name: &str| Seat::Person(Person::new(name, name));
    let room = Room::new();
    let told = |because: &[Claim], taken: Option<Row>| {
        let point = Turning {
            turn: 23,
            by: Color::White,
            position: Position::start(crate::game::Variant::Normal),
            played: "a2".parse().unwrap(),
            better: "f6".parse().unwrap(),
            before: 80,
            after: 50,
            because: because.to_vec(),
            against: Vec::new(),
            taken,
        };
        let points = TurningPoints {
            seats: [seat("alice"), seat("bob")],
            points: vec![point],
        };
        // It is kept in the log, and read from there.
        let json = serde_json::to_string(&points).unwrap();
        let points: TurningPoints = serde_json::from_str(&json).unwrap();
        let board = points.board(0, room.table.settings()).unwrap();
        let mut text = points.told(0);
        text.extend(points.also(0));
        (
            room.text(&Reply {
                text,
                ..Reply::default()
            }),
            board.glowing,
        )
    };
    let start = "1. Turn 23, alice: choosing to place a ring on A2 was a blunder and cost 30% (80 → 50%).\n\
        Better: place a ring on F6. ";
    for (because, taken, expected, glowing) in [
        (
            &[Claim::WinsNow, Claim::MakesRow { row: first }][..],
            None,
            "alice would have won on the spot.\nIt also makes the row E4–E8.",
            vec![first],
        ),
        (
            &[Claim::WinsIn { turns: 2 }],
            None,
            "alice would have won within 2 turns, whatever bob did.",
            vec![],
        ),
        (
            &[Claim::MakesRow { row: first }],
            None,
            "alice would have completed E4–E8 and removed a ring.",
            vec![first],
        ),
        (
            &[Claim::KeepsRow { row: first }],
            None,
            "alice would have kept E4–E8 to remove as well.",
            vec![first],
        ),
        (
            &[Claim::SureRow, Claim::PreparesRow { row: first }],
            None,
            "alice would have had a row by the next turn, whatever bob did.\nIt also prepares a row on E4–E8.",
            vec![first],
        ),
        (
            &[Claim::DoubleThreat {
                rows: [first, second],
            }],
            None,
            "alice would have threatened two rows at once: E4–E8 and B2–F6.",
            vec![first, second],
        ),
        (
            &[Claim::ForcesReply { answers: 1, of: 60 }],
            None,
            "Only one of 60 replies would have kept alice from a row on the next turn.",
            vec![],
        ),
        (
            &[Claim::ForcesReply { answers: 3, of: 60 }],
            None,
            "Only 3 of 60 replies would have kept alice from a row on the next turn.",
            vec![],
        ),
        (
            &[Claim::PreparesRow { row: first }],
            None,
            "alice would have threatened to complete E4–E8.",
            vec![first],
        ),
        (
            &[Claim::KeepsThreat { row: first }],
            None,
            "alice would still have threatened to complete E4–E8.",
            vec![first],
        ),
        (
            &[Claim::StopsRow { row: first }],
            None,
            "bob couldn't have completed E4–E8 next.",
            vec![first],
        ),
        // What happened in the game says more, if it is that row.
        (
            &[Claim::StopsRow { row: first }],
            Some(row("E5", "E9")),
            "bob couldn't have taken the row E5–E9 in turn 24.",
            vec![row("E5", "E9")],
        ),
        (
            &[Claim::StopsRow { row: first }],
            Some(second),
            "bob couldn't have completed E4–E8 next.",
            vec![first],
        ),
        (
            &[Claim::AvoidsRow { count: 9, of: 10 }],
            Some(second),
            "bob couldn't have taken the row B2–F6 in turn 24.",
            vec![second],
        ),
        (
            &[Claim::AvoidsRow { count: 9, of: 10 }],
            None,
            "bob couldn't have completed a row next.",
            vec![],
        ),
        (
            &[Claim::WinsNow],
            Some(second),
            "alice would have won on the spot.",
            vec![],
        ),
        (
            &[Claim::Central, Claim::Reaches { points: 9 }],
            None,
            "It takes a central point, and alice would have stood at 80%.\nIt also reaches 9 points.",
            vec![],
        ),
        (&[], None, "alice would have stood at 80%.", vec![]),
    ] {
        let (text, shown) = told(because, taken);
        assert_eq!(text, format!("{start}{expected}"));
        assert_eq!(shown, glowing, "{because:?}");
    }
}

#[test]
fn the_words_of_a_review_agree_with_its_chart() {
    let mut room = Room::new();
    room.play_and_resign();
    room.say("alice", "!analyze");
    let wish = room.table.review().unwrap().clone();
    let findings = Room::findings(&wish.game);
    let reply = room.reviewed(wish.number, Some(findings.clone())).remove(0);
    let text = room.text(&reply);
    let Some(Visual::Curve(curve)) = &reply.visual else {
        panic!("no curve");
    };
    for point in &room.table.turning_points().unwrap().points {
        // White's chances before and after the turn, as the chart has them.
        let [before, after] = [point.turn - 1, point.turn].map(|at| {
            let chance = u32::from(curve.chances[at + 1 - curve.first_turn]) / 10;
            if point.by == Color::White {
                chance
            } else {
                100 - chance
            }
        });
        let decision = findings
            .decisions
            .iter()
            .find(|one| one.action == point.played && one.turn == point.turn);
        let decision = decision.unwrap();
        assert_eq!(
            (point.before, point.after),
            (decision.before, decision.after)
        );
        let alone = findings
            .decisions
            .iter()
            .filter(|one| one.turn == point.turn)
            .count()
            == 1;
        if alone {
            assert_eq!((before, after), (point.before, point.after));
        }
        let class = match decision.label {
            Label::Blunder => "a blunder",
            Label::Mistake => "a mistake",
            _ => "an inaccuracy",
        };
        let cost = format!(
            "was {class} and cost {}% ({} → {}%)",
            point.before - point.after,
            point.before,
            point.after
        );
        assert!(text.contains(&cost), "{cost}: {text}");
    }
    // The same accuracy in words and below the chart.
    let caption = room.words.sentence(&curve.caption, None);
    for color in Color::ALL {
        let accuracy = findings.accuracy[color.index()].unwrap().round();
        let name = ["alice", "bob"][color.index()];
        assert!(
            text.contains(&format!("{name}: accuracy {accuracy}%;")),
            "{text}"
        );
        assert!(
            caption.contains(&format!("{name} {accuracy}%")),
            "{caption}"
        );
    }
}

#[test]
fn a_recorded_game_is_reviewed() {
    let mut room = Room::new();
    for (text, reason) in [
        ("!analyze nonsense", "can't read"),
        ("!analyze 1. f6 2. a5", "no result"),
    ] {
        let told = room.refused("alice", text);
        assert!(told.contains(reason), "{text}: {told}");
    }
    let record = "[White \"Ann\"]\n[Black \"Ben\"]\n[Termination \"resignation\"]\n1. f6 2. a5 1-0";
    let reply = room.say("alice", &format!("!analyze {record}"));
    assert!(room.text(&reply).contains("Ann against Ben"));
    let wish = room.table.review().unwrap().clone();
    assert_eq!(wish.game.actions.len(), 2);
    let findings = Room::findings(&wish.game);
    let reply = room.reviewed(wish.number, Some(findings)).remove(0);
    assert!(
        room.text(&reply)
            .contains("Ann (white) against Ben (black)")
    );
}

#[test]
fn no_equivalent_of_the_game_in_progress_is_reviewed() {
    let mut room = Room::new();
    let ask = |record: GameRecord| format!("!analyze {}", record.to_text());
    let resigned = |first: Option<Position>, actions: Vec<Action>| {
        let mut record = GameRecord {
            white: "Ann".to_owned(),
            black: "Ben".to_owned(),
            actions,
            termination: Some(Termination::Resignation),
            ..GameRecord::default()
        };
        record.start = first;
        let loser = record.final_position().actor();
        record.result = Some(GameResult::win(!loser));
        record
    };
    room.begin();
    room.place_rings();
    let placed: Vec<Action> = room.table.game().unwrap().actions().to_vec();
    room.make_row();
    let game = room.table.game().unwrap().clone();
    let played = game.actions().to_vec();
    let part = |end: usize| played[..end].to_vec();

    let mut swapped = part(14);
    swapped.swap(0, 2);
    swapped.swap(1, 5);
    let mut another_end = part(16);
    another_end.push("i9-h8".parse().unwrap());
    let mut disguises = vec![
        resigned(None, part(played.len())),
        resigned(None, part(12)),
        resigned(None, placed.clone()),
        resigned(None, swapped),
        resigned(None, another_end),
        resigned(Some(*game.position()), vec!["xe1-e5".parse().unwrap()]),
    ];
    for symmetry in Symmetry::all() {
        let turned = part(14).into_iter().map(|action| match action {
            Action::Place(point) => Action::Place(symmetry.of(point)),
            Action::Move { from, to } => Action::Move {
                from: symmetry.of(from),
                to: symmetry.of(to),
            },
            other => other,
        });
        disguises.push(resigned(None, turned.collect()));
    }
    for disguise in disguises {
        let told = room.refused("alice", &ask(disguise));
        assert!(told.contains("n't over yet"), "{told}");
    }

    // Other games may be reviewed, even if they began alike.
    let mut other = placed.clone();
    other[9] = "f6".parse().unwrap();
    room.say("alice", &ask(resigned(None, other)));
    let mut room = Room::new();
    room.begin();
    for text in ["!E1", "!A2", "!I8"] {
        let name = ["alice", "bob"][room.table.game().unwrap().actions().len() % 2];
        room.say(name, text);
    }
    room.say("carol", &ask(resigned(None, placed.clone())));
    // The same game, once enough rings are placed.
    let mut room = Room::new();
    room.begin();
    for (name, text) in [
        ("alice", "!E1"),
        ("bob", "!A2"),
        ("alice", "!I8"),
        ("bob", "!A5"),
    ] {
        room.say(name, text);
    }
    let told = room.refused("alice", &ask(resigned(None, placed.clone())));
    assert!(told.contains("n't over yet"), "{told}");
    room.say("alice", "!resign yes");
    room.say("alice", &ask(resigned(None, placed)));
}

#[test]
fn a_game_that_is_continued_elsewhere_takes_no_review_along() {
    let mut room = Room::new();
    room.play_and_resign();
    room.say("alice", "!analyze");
    let wish = room.table.review().unwrap().clone();
    let findings = Room::findings(&wish.game);
    room.reviewed(wish.number, Some(findings));
    room.say("alice", "!rematch");
    room.say("bob", "!accept");
    let is_start = |entry: &Entry| matches!(entry.event, Event::Started { .. });
    let start = room.log.iter().rposition(is_start).unwrap();
    // What is copied to the table at which the game goes on.
    let copied = room.log[start..].to_vec();
    let key = TableKey {
        channel: "elsewhere".to_owned(),
        ..room.table.key().clone()
    };
    let mut there = Table::replay(key, start as u64, &copied).unwrap();
    assert!(there.turning_points().is_some());
    let event = Event::Continued {
        adjourned: room.now,
        settings: Settings::default(),
    };
    let at = room.now;
    there.apply(&Entry { at, event }).unwrap();
    assert_eq!(there.turning_points(), None);
}
