//! The tutorial: lessons by typing and by picking, wrong moves, progress, and the first game.

use super::Room;
use crate::engine::{Line, Score};
use crate::game::Action;
use crate::session::areas::areas;
use crate::session::lessons::LESSONS;
use crate::session::{Event, Person, Reply, Trigger, handle};

fn room() -> Room {
    Room {
        alone: true,
        ..Room::new()
    }
}

impl Room {
    fn solved(&self) -> Vec<usize> {
        let alice = Person::new("alice", "alice");
        let learned = self.personal.of(&alice).tutorial.unwrap_or_default();
        learned.solved.into_iter().collect()
    }

    fn bot_plays(&mut self, action: &str) {
        let turn = Trigger::Turn(vec![action.parse().unwrap()]);
        let outcome = handle(&self.table, &turn, &self.context(&[]));
        self.take(outcome.unwrap());
    }
}

/// What solves the lessons, as it is typed.
const SOLUTIONS: [&[&str]; 10] = [
    &["!place E6"],
    &["!move J9 J6"],
    &["!D5 H5"],
    &["!g3-g7"],
    &["!move E8 H8", "!row 1", "!ring I5"],
    &["!ring C3", "!D8 D9"],
    &["!row C7 G7", "!ring C4"],
    &["!row F5 F9, ring D7"],
    &["!move B6 E6"],
    &["!move G7 I7", "!xh5-h9xc4"],
];

#[test]
fn ten_lessons_are_solved_by_typing() {
    let mut room = room();
    for (number, solution) in (1..).zip(SOLUTIONS) {
        let begun = room.say("alice", "!tutorial");
        let told = room.text(&begun);
        assert!(
            told.starts_with(&format!("Lesson {number} of 10: ")),
            "{told}"
        );
        assert!(begun.only_for.is_some());
        assert_eq!(begun.board().unwrap().nudge.is_empty(), number == 6);
        for (index, said) in solution.iter().enumerate() {
            let solved = room.solved();
            let reply = room.say("alice", said);
            let ended = index + 1 == solution.len();
            assert_eq!(
                room.solved().len(),
                solved.len() + usize::from(ended),
                "{said}"
            );
            let told = room.text(&reply);
            assert!(told.contains("alice "), "{said}: {told}");
            assert!(reply.only_for.is_some() && reply.board().is_some());
        }
    }
    let told = room.say("alice", "!learn");
    assert!(room.text(&told).starts_with("That's all 10 lessons"));
    assert_eq!(told.choices.len(), 1);
    // Nothing of it is in the log of the table.
    assert!(room.log.is_empty());
    room.say("alice", "!tutorial 3");
    assert_eq!(room.solved().len(), 10);
}

#[test]
fn a_lesson_is_solved_by_picking() {
    let mut room = room();
    let begun = room.say("alice", "!tutorial");
    let areas = room.pick(&begun, "Place");
    assert!(areas.is_step && areas.only_for.is_some());
    let points = room.pick(&areas, "Around F6");
    let back = room.pick(&points, "Back");
    let points = room.pick(&back, "Around F6");
    let solved = room.pick(&points, "F7");
    assert!(
        room.text(&solved)
            .contains("alice placed a white ring on F7.")
    );
    let second = room.pick(&solved, "Lesson 2");
    let cancelled = room.pick(&second, "Move");
    let cancelled = room.pick(&cancelled, "Cancel");
    let rings = room.pick(&cancelled, "Move");
    let targets = room.pick(&rings, "J9");
    let solved = room.pick(&targets, "J6");
    assert_eq!(room.solved(), [1, 2]);
    // What was offered in an earlier lesson leads back to it, and what was solved stays solved.
    let again = room.pick(&second, "Move");
    assert_eq!(again.choices.len(), 6);
    assert!(room.text(&again).contains("Which ring?"));
    room.pick(&solved, "Once more");
    assert_eq!(room.solved(), [1, 2]);
    let fifth = room.say("alice", "!tutorial 5");
    let rings = room.pick(&fifth, "Move");
    let targets = room.pick(&rings, "E8");
    let made = room.pick(&targets, "H8");
    let rings = room.pick(&made, "Row E4–E8");
    assert_eq!(rings.choices.len(), 6, "{:?}", rings.choices);
    room.pick(&rings, "Ring H8");
    assert_eq!(room.solved(), [1, 2, 5]);
    assert!(room.log.is_empty());
}

/// What is picked, one after another, to take an action.
fn picks(action: Action) -> Vec<String> {
    match action {
        Action::Place(point) => {
            let area = areas().into_iter().find(|area| area.points.contains(point));
            let middle = area.unwrap().middle;
            vec![
                "Place".into(),
                format!("Around {middle}"),
                point.to_string(),
            ]
        }
        Action::Move { from, to } => vec!["Move".into(), from.to_string(), to.to_string()],
        Action::Row(row) => vec![format!("Row {row}")],
        Action::Ring(point) => vec![format!("Ring {point}")],
        Action::Pass => vec!["Pass".into()],
    }
}

#[test]
fn all_lessons_are_solved_by_picking_alone() {
    let mut room = room();
    let mut reply = room.say("alice", "!tutorial");
    for (number, lesson) in (1..).zip(&LESSONS) {
        for step in lesson.steps {
            for label in picks(step.solution().unwrap()) {
                reply = room.pick(&reply, &label);
            }
        }
        assert_eq!(room.solved().len(), number);
        if number < LESSONS.len() {
            reply = room.pick(&reply, &format!("Lesson {}", number + 1));
        }
    }
    room.pick(&reply, "Play a first game");
    assert!(room.table.running().unwrap().hint().is_some());
}

#[test]
fn whoever_knows_nothing_is_shown_every_step() {
    let mut room = room();
    let mut reply = room.say("alice", "!tutorial");
    for (number, lesson) in (1..).zip(&LESSONS) {
        for step in lesson.steps {
            reply = room.pick(&reply, "Hint");
            if step.hint.is_some() {
                reply = room.pick(&reply, "Show me");
            }
            let board = reply.board().unwrap();
            assert_eq!(board.hints, [step.solution().unwrap()]);
            assert!(reply.choices[0].command.starts_with("tutorial "));
            reply = room.choose("alice", &reply, 0);
        }
        assert_eq!(room.solved().len(), number);
        if number < LESSONS.len() {
            reply = room.choose("alice", &reply, 0);
        }
    }
}

#[test]
fn the_words_alone_say_where_to_look() {
    let mut room = room();
    let reply = room.say("alice", "!tutorial");
    let places = room.pick(&reply, "Place");
    for reply in [&reply, &places] {
        let alt = room.words.alt_text(reply.board().unwrap(), None);
        assert!(alt.contains("D6, E6, E7, F7, F8, G8"), "{alt}");
        assert!(alt.contains("Lesson 1 of 10"), "{alt}");
    }
    let reply = room.say("alice", "!tutorial 6");
    let alt = room.words.alt_text(reply.board().unwrap(), None);
    assert!(
        alt.contains("F5 to F7") && alt.contains("1: D4–H8"),
        "{alt}"
    );
}

#[test]
fn a_wrong_move_is_answered_with_its_reason_and_changes_nothing() {
    let mut room = room();
    let mut other = Vec::new();
    for (lesson, said, reason) in [
        (1, "!place C3", "C3 is taken"),
        (1, "!place B2", "from B2 it would reach 7 points"),
        (1, "!move C3 C4", "still being placed"),
        (2, "!move J9 J7", "has to end on J6"),
        (2, "!move H4 J6", "I5"),
        (2, "!move E6 J6", "G6"),
        (2, "!move J9 K8", "one line"),
        (2, "!place J6", "move"),
        (3, "!move F9 F6", "jumps over 2 markers"),
        (3, "!move D5 E6", "jumps over nothing"),
        (3, "!move D5 I5", "has to stop on the first empty point, H5"),
        (3, "!move B3 E6", "D5"),
        (4, "!move B2 E5", "flips 2 black markers"),
        (4, "!move C7 G7", "both colours (white: 2, black: 1)"),
        (4, "!move G3 F2", "flips no black marker"),
        (5, "!move E8 E3", "flips 4 markers of your own"),
        (5, "!move C3 C4", "That makes no row: five"),
        (5, "!row E4 E8", "move"),
        (6, "!move D8 D9", "row"),
        (6, "!ring C3, E2 J7", "makes the row I6–I10 for black"),
        (7, "!row E3 E7", "takes E3, E4, E5, E6 away"),
        (7, "!ring C4", "choose one first"),
        (8, "!row F4 F8", "takes F4 away"),
        (8, "!row F3 F7", "no row"),
        (
            9,
            "!move J9 J8",
            "Black can still play E4 → E6, which makes the row C5–G5",
        ),
        (10, "!move C4 E4", "That makes no row"),
    ] {
        room.say("alice", &format!("!tutorial {lesson}"));
        let before = room.say("alice", "!board").board().cloned();
        let reply = room.say("alice", said);
        let told = room.text(&reply);
        if !told.to_lowercase().contains(&reason.to_lowercase()) {
            other.push(format!("{lesson} {said}: {told}"));
        }
        let after = reply.board().cloned();
        assert_eq!(
            after.map(|board| board.position),
            before.map(|board| board.position),
            "{said}"
        );
        room.say("alice", "!tutorial stop");
    }
    assert!(other.is_empty(), "{other:#?}");
    room.say("alice", "!tutorial 6");
    room.say("alice", "!row 1");
    room.say("alice", "!ring C3");
    let told = room.say("alice", "!move E2 J7");
    assert!(room.text(&told).contains("makes the row I6–I10 for black"));
    assert!(room.solved().is_empty());
    assert!(room.log.is_empty());
}

#[test]
fn help_comes_with_the_first_mistake_and_the_solution_with_the_second() {
    let mut room = room();
    room.say("alice", "!tutorial 4");
    let first = room.say("alice", "!move B2 E5");
    assert!(room.text(&first).contains("Hint: three black markers"));
    let labels = |reply: &Reply| reply.choices.len();
    assert_eq!(labels(&first), 2);
    let second = room.say("alice", "!move C7 G7");
    assert!(room.text(&second).contains("!tutorial show"));
    let shown = room.pick(&second, "Show me");
    assert!(room.text(&shown).contains("!move G3 G7"));
    assert_eq!(shown.board().unwrap().hints.len(), 1);
    assert!(room.solved().is_empty());
    room.pick(&shown, "Do it: move G3 → G7");
    assert_eq!(room.solved(), [4]);
    room.say("alice", "!tutorial 9");
    let hint = room.say("alice", "!hint");
    assert!(room.text(&hint).contains("Hint: to jump over E5"));
    room.pick(&hint, "Show me");
    // A step without a hint shows its solution.
    room.say("alice", "!tutorial 6");
    let shown = room.say("alice", "!hint");
    assert!(room.text(&shown).contains("remove the row D4–H8"));
}

#[test]
fn commands_that_look_at_a_game_look_at_the_lesson() {
    let mut room = room();
    room.say("alice", "!tutorial 3");
    let targets = room.say("alice", "!moves D5");
    assert!(room.text(&targets).contains("D5"));
    assert_eq!(
        targets
            .board()
            .unwrap()
            .targets
            .map(|point| point.to_string()),
        Some("D5".into())
    );
    let targets = room.say("alice", "!D5");
    let solved = room.pick(&targets, "D5 → H5");
    assert!(room.text(&solved).contains("flipped 3 markers"));
    room.say("alice", "!tutorial 7");
    let rows = room.say("alice", "!rows");
    assert_eq!(rows.choices.len(), 3, "{:?}", rows.choices);
    let board = room.say("alice", "!board text");
    assert!(room.text(&board).contains("four markers side by side"));
    let told = room.say("alice", "!tap");
    assert_eq!(told.choices.len(), 3);
    assert!(room.refused("alice", "!status").contains("No game"));
}

#[test]
fn a_learner_goes_on_where_they_stopped() {
    let mut room = room();
    assert!(
        room.refused("alice", "!tutorial 11")
            .contains("no lesson 11")
    );
    assert!(room.refused("alice", "!tutorial 0").contains("no lesson 0"));
    assert!(room.refused("alice", "!tutorial swim").contains("swim"));
    let told = room.say("alice", "!tutorial stop");
    assert!(room.text(&told).contains("aren't in a lesson"));
    room.say("alice", "!tutorial 7");
    room.say("alice", "!row C7 G7");
    let told = room.say("alice", "!tutorial");
    let told = room.text(&told);
    assert!(
        told.contains("Lesson 7") && told.contains("remove one of your rings"),
        "{told}"
    );
    room.say("alice", "!tutorial stop");
    assert!(room.refused("alice", "!ring C4").contains("No game"));
    let told = room.say("alice", "!tutorial");
    assert!(room.text(&told).contains("two rows, and they cross"));
    // Others are in lessons of their own.
    let told = room.say("bob", "!tutorial");
    assert!(room.text(&told).starts_with("Lesson 1 of 10"));
    assert!(room.refused("carol", "!move E4 E5").contains("No game"));
}

#[test]
fn a_lesson_leaves_the_game_at_its_table_alone() {
    let mut room = room();
    room.say("alice", "!tutorial 2");
    room.begin();
    // Where others play along, the game is meant.
    let told = room.say("alice", "!place E4");
    assert!(told.only_for.is_none());
    room.say("bob", "!tutorial 2");
    let reply = room.say("bob", "!place E5");
    assert!(reply.only_for.is_none());
    let lesson = room.say("bob", "!tutorial");
    // Its choices are for the lesson all the same, and the game's for the game.
    let rings = room.pick_as("bob", &lesson, "Move");
    assert!(room.text(&rings).contains("Which ring?"));
    let [alice, bob] = ["alice", "bob"].map(|name| Person::new(name, name));
    assert!(
        rings
            .choices
            .iter()
            .all(|one| one.is_for(&bob) && !one.is_for(&alice))
    );
    // A spectator who is in a lesson looks at the game, and decides in the lesson.
    room.say("carol", "!tutorial 2");
    let board = room.say("carol", "!board");
    assert!(board.only_for.is_none());
    let shown = board.board().unwrap().position;
    assert_eq!(shown, *room.table.running().unwrap().position());
    let solved = room.say("carol", "!move J9 J6");
    assert!(room.text(&solved).contains("Lessons solved: 1"));
    assert_eq!(room.table.running().unwrap().actions().len(), 2);
}

#[test]
fn where_others_read_along_the_learner_is_led_to_a_private_chat() {
    let mut room = Room::new();
    let replies = room.try_say("alice", "!tutorial 3").unwrap();
    let [beside, private] = &replies[..] else {
        panic!("{replies:?}");
    };
    assert!(beside.only_for.is_none() && !beside.private);
    assert!(room.text(beside).contains("private message"));
    assert!(private.private && private.only_for.is_some());
    assert!(room.text(private).contains("!tutorial"));
    assert!(room.solved().is_empty());
}

#[test]
fn the_first_game_comes_with_hints_until_they_are_turned_off() {
    let mut room = room();
    let begun = room.say("alice", "!tutorial game");
    assert!(room.text(&begun).contains("hint on each turn"));
    assert!(begun.only_for.is_none());
    let game = room.table.running().unwrap();
    assert_eq!(
        game.seats()[1],
        crate::session::Seat::Bot(crate::engine::Level::new(1).unwrap())
    );
    assert!(game.hint().is_some_and(|hint| hint.by_itself));
    let advise = |room: &mut Room, text: &str| {
        let line = Line {
            score: Score::EVEN,
            actions: vec![text.parse::<Action>().unwrap()],
        };
        let outcome = handle(&room.table, &Trigger::Hint(vec![line]), &room.context(&[]));
        room.take(outcome.unwrap()).remove(0)
    };
    let hint = advise(&mut room, "e6");
    assert!(room.table.running().unwrap().hint().is_none());
    room.pick(&hint, "Do it: place a ring on E6");
    // The bot's turn comes first.
    assert!(room.table.running().unwrap().hint().is_none());
    room.bot_plays("f6");
    assert!(room.table.running().unwrap().hint().is_some());
    let hint = advise(&mut room, "e7");
    room.pick(&hint, "No more hints");
    room.say("alice", "!place E7");
    room.bot_plays("f7");
    assert!(room.table.running().unwrap().hint().is_none());
    let told = room.say("alice", "!coach");
    assert!(room.text(&told).contains("hints you ask for"));
    room.say("alice", "!coach on");
    assert!(room.table.running().unwrap().hint().is_some());
    assert!(
        room.log
            .iter()
            .any(|entry| entry.event == Event::Coached { on: false })
    );
    // Turned off, a hint that is on its way is dropped.
    room.say("alice", "!coach off");
    assert!(room.table.running().unwrap().hint().is_none());
}

#[test]
fn no_hint_comes_by_itself_where_there_is_nothing_to_choose() {
    let mut room = Room::new();
    room.say("alice", "!play 1 white");
    room.say("alice", "!coach on");
    for (own, bots) in [
        ("e1", "a2"),
        ("i8", "a5"),
        ("i9", "k7"),
        ("i10", "k10"),
        ("i11", "b1"),
        ("e1-e2", "b1-b2"),
        ("e2-e3", "b2-b3"),
        ("e3-e4", "b3-b4"),
        ("e4-e5", "k7-k8"),
    ] {
        room.say("alice", &format!("!{own}"));
        room.bot_plays(bots);
        assert!(room.table.running().unwrap().hint().is_some());
    }
    room.say("alice", "!e5-e6");
    assert!(room.table.running().unwrap().hint().is_none(), "one row");
    room.say("alice", "!row 1");
    assert!(room.table.running().unwrap().hint().is_some(), "five rings");
}

#[test]
fn only_games_against_the_bot_are_coached() {
    let mut room = Room::new();
    room.begin();
    assert!(room.refused("alice", "!coach on").contains("against me"));
    assert!(room.refused("carol", "!coach on").contains("alice"));
    let mut room = Room::new();
    room.inherited.hints = Some(false);
    room.say("alice", "!play 2 white");
    assert!(room.refused("alice", "!coach on").contains("Hints"));
    let mut room = Room::new();
    room.inherited.hints = Some(false);
    let begun = room.say("alice", "!tutorial game");
    assert!(!room.text(&begun).contains("hint on each turn"));
    assert!(room.table.running().unwrap().hint().is_none());
}

#[test]
fn in_a_private_chat_what_began_last_is_meant() {
    let mut room = Room {
        private: true,
        ..room()
    };
    room.say("alice", "!tutorial 2");
    room.wait(60);
    room.say("alice", "!play 1 white");
    let placed = room.say("alice", "!place E5");
    assert!(room.text(&placed).contains("placed a white ring on E5"));
    room.bot_plays("f6");
    room.wait(60);
    room.say("alice", "!tutorial");
    let solved = room.say("alice", "!move J9 J6");
    assert!(room.text(&solved).contains("Lessons solved: 1"));
    // The lesson is over, so the game goes on.
    let placed = room.say("alice", "!place E6");
    assert!(room.text(&placed).contains("placed a white ring on E6"));
    assert_eq!(room.table.running().unwrap().actions().len(), 3);
}
