//! Each lesson: its position, its goals, its words.

use super::{LESSONS, Lesson, points};
use crate::game::{Action, Color, Point, PointSet, Position, Stage};
use crate::session::reply::Phrase;
use crate::words::Words;

/// What achieves each goal of each lesson, along its solution, found by a program with rules of its
/// own. Removing a ring is left out, as any ring will do.
const RIGHT: [(&str, usize, &str); 14] = [
    ("placing", 0, "d6 e6 e7 f7 f8 g8"),
    ("moving", 0, "j9-j6"),
    ("jumping", 0, "d5-h5"),
    ("turning", 0, "g3-g7"),
    (
        "row",
        0,
        "e8-e9 e8-e10 e8-f8 e8-g8 e8-h8 e8-i8 e8-j8 e8-k8 e8-d8 e8-c8 e8-f9 e8-g10 e8-h11 e8-d7 \
         e8-c6",
    ),
    ("row", 1, "xe4-e8"),
    ("gift", 0, "xd4-h8"),
    // And everything else but these two.
    ("gift", 2, "e2-j7 h6-j6"),
    ("crossing", 0, "xc7-g7"),
    ("long", 0, "xf5-f9"),
    ("blocking", 0, "b6-e6 c3-c6 g8-g4 g8-e6 g8-c4"),
    ("end", 0, "g7-i7"),
    ("end", 1, "xh5-h9"),
    ("end", 2, "xc4 xf9 xi7"),
];

impl Lesson {
    /// What its messages are named after.
    fn name(&self) -> &str {
        let part = self.title.strip_prefix("lesson-").unwrap();
        part.strip_suffix("-title").unwrap()
    }
}

/// The position before each step of a lesson, along its solution, and after the last one.
fn positions(lesson: &Lesson) -> Vec<Position> {
    let mut positions = vec![lesson.start().unwrap()];
    for step in lesson.steps {
        let position = positions.last().unwrap();
        positions.push(position.play(step.solution().unwrap()).unwrap());
    }
    positions
}

fn actions(text: &str) -> Vec<Action> {
    let mut actions: Vec<Action> = text.split(' ').map(|one| one.parse().unwrap()).collect();
    actions.sort_unstable();
    actions
}

#[test]
fn a_lesson_begins_where_a_game_can_be() {
    for lesson in &LESSONS {
        let start = lesson.start().unwrap();
        let name = lesson.name();
        assert_eq!(start.to_string(), lesson.start, "{name}");
        assert_eq!(start.actor(), Color::White, "{name}");
        if start.stage() == Stage::Place {
            continue;
        }
        // Each turn leaves a marker, and five go with each row: white has the odd turns.
        let removed: u8 = Color::ALL.map(|color| start.removed(color)).iter().sum();
        let markers = start.markers(Color::White) | start.markers(Color::Black);
        let turns = markers.len() + 5 * usize::from(removed);
        let under_way = start.stage() != Stage::Move;
        let turn = if under_way { turns } else { turns + 1 };
        let mover = if turn % 2 == 1 {
            Color::White
        } else {
            Color::Black
        };
        assert_eq!(start.mover(), mover, "{name}");
        assert_eq!(under_way, lesson.before().is_some(), "{name}");
        let Some(before) = lesson.before() else {
            continue;
        };
        let Action::Move { from, to } = before.action else {
            panic!("{name}: {before:?}");
        };
        // The mover left a marker, its ring stands where it went, and what it jumped over is there.
        assert!(start.markers(mover).contains(from), "{name}");
        assert!(start.rings(mover).contains(to), "{name}");
        let jumped = before.turned & markers;
        assert_eq!(jumped, before.turned, "{name}");
    }
}

#[test]
fn what_is_highlighted_is_on_the_board() {
    for lesson in &LESSONS {
        let named = lesson.points.split_whitespace().count();
        assert_eq!(lesson.highlighted().len(), named, "{}", lesson.name());
    }
    assert_eq!(
        points("A1 L4 E4"),
        PointSet::of("E4".parse::<Point>().unwrap())
    );
}

#[test]
fn a_lesson_is_solved_by_its_solution() {
    for lesson in &LESSONS {
        let positions = positions(lesson);
        for (step, position) in lesson.steps.iter().zip(&positions) {
            assert_eq!(position.actor(), Color::White, "{}", lesson.name());
            let judged = step.goal.judge(position, step.solution().unwrap());
            assert_eq!(judged, Ok(()), "{}", lesson.name());
        }
        // The last one wins, and no other.
        let won = positions.last().unwrap().result().is_some();
        assert_eq!(won, lesson.name() == "end");
    }
}

#[test]
fn a_goal_is_met_by_what_its_words_say_and_by_nothing_else() {
    let words = Words::new("!", "Ringleader");
    let mut known = 0;
    for lesson in &LESSONS {
        for (number, (step, position)) in lesson.steps.iter().zip(positions(lesson)).enumerate() {
            let judge = |action: &Action| step.goal.judge(&position, *action);
            let legal = position.legal_actions();
            let (right, wrong): (Vec<_>, Vec<_>) =
                legal.iter().partition(|action| judge(action).is_ok());
            let listed = RIGHT
                .iter()
                .find(|(name, of, _)| *name == lesson.name() && *of == number);
            let name = format!("{} {number}", lesson.name());
            let Some((_, _, listed)) = listed else {
                assert_eq!(wrong, Vec::<Action>::new(), "{name}");
                continue;
            };
            known += 1;
            let mut found = match name.as_str() {
                "gift 2" => wrong.clone(),
                _ => right,
            };
            found.sort_unstable();
            assert_eq!(found, actions(listed), "{name}");
            for action in wrong {
                let miss = judge(&action).unwrap_err();
                assert_ne!(miss.id, "miss-other", "{name} {action}");
                let told = words.sentence(&miss, None);
                assert!(
                    told.len() > 20 && !told.contains('$'),
                    "{name} {action}: {told}"
                );
            }
        }
    }
    assert_eq!(known, RIGHT.len());
}

#[test]
fn every_lesson_has_its_words() {
    let words = Words::new("!", "Ringleader");
    let mut ids = std::collections::BTreeSet::new();
    for lesson in &LESSONS {
        let steps = lesson.steps.iter();
        let of_steps = steps.flat_map(|step| [Some(step.task), step.hint]);
        let own = [lesson.title, lesson.text, lesson.done];
        assert!(own.iter().all(|id| id.contains(lesson.name())), "{own:?}");
        for id in own.into_iter().chain(of_steps.flatten()) {
            let args = ["place", "move", "row", "ring"].into_iter();
            let phrase = args.fold(Phrase::new(id), |phrase, arg| phrase.with(arg, "E4"));
            assert_ne!(words.sentence(&phrase, None), id);
            ids.insert(id);
        }
    }
    assert!(ids.len() >= 4 * LESSONS.len(), "{ids:?}");
}
