//! Reviews, from the command to the reply.

use super::*;
use crate::engine::{
    Engine, EngineOptions, Findings, NullMonitor, Review, ReviewSearch, SearchLimits,
};
use crate::game::Symmetry;
use crate::game::{Action, GameRecord, GameResult, Position, Termination};
use crate::session::Visual;
use crate::session::{Event, PlayedGame};

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
    fn reviewed(&mut self, number: u64, findings: Option<Findings>) -> Vec<Reply> {
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
    let before = room.log.len();
    room.say("alice", "!rematch");
    room.say("bob", "!accept");
    assert_eq!(room.table.review(), Some(&wish));
    // A log may be read from its last start on.
    let is_start = |entry: &Entry| matches!(entry.event, Event::Started { .. });
    let start = before + room.log[before..].iter().position(is_start).unwrap();
    let key = room.table.key().clone();
    let read = Table::replay(key, start as u64, &room.log[start..]).unwrap();
    assert_eq!(read.review(), Some(&wish));
    assert_eq!(read.pending().waiting(), room.table.pending().waiting());
    let findings = Room::findings(&wish.game);
    assert_eq!(room.reviewed(wish.number, Some(findings)).len(), 1);
    assert!(room.table.running().is_some() && room.table.review().is_none());
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
