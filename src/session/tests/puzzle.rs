//! Puzzles: solved by typing and by picking, wrong tries, the solution, themes, the rating.

use super::Room;
use crate::game::{Action, Position, Stage};
use crate::session::phrases::typed_action;
use crate::session::puzzles::{first_rating, id, with_id};
use crate::session::{Answer, OpenPuzzle, PUZZLES, Person, Puzzled, Rating, Reply, Trigger};
use yinsh::puzzle::{Puzzle, Theme};

fn room() -> Room {
    Room {
        alone: true,
        ..Room::new()
    }
}

impl Room {
    pub(super) fn puzzled(&self) -> Puzzled {
        let alice = Person::new("alice", "alice");
        let own = self.personal.of(&alice).puzzles;
        own.map(|puzzled| *puzzled).unwrap_or_default()
    }

    /// The puzzle that alice is in.
    #[track_caller]
    fn open(&self) -> (OpenPuzzle, &'static Puzzle) {
        let open = self.puzzled().open.expect("no puzzle is open");
        let puzzle = with_id(open.id).unwrap();
        (open, puzzle)
    }

    /// What alice has to do next, and where.
    fn asked(&self) -> Option<(Position, Action)> {
        let open = self.puzzled().open?;
        let puzzle = with_id(open.id).unwrap();
        let mut played = open.played.iter();
        let at = played.try_fold(puzzle.start, |at, &action| at.play(action));
        Some((at.unwrap(), puzzle.line[open.played.len()]))
    }

    /// Asks for puzzles until one is as it should be.
    fn find(&mut self, wish: &str, is: impl Fn(&Puzzle) -> bool) -> Reply {
        loop {
            let given = self.say("alice", &format!("!puzzle {wish}"));
            if is(self.open().1) {
                return given;
            }
        }
    }

    /// Types the solution from where it stands.
    fn solve(&mut self) -> Reply {
        loop {
            let (at, action) = self.asked().unwrap();
            assert!(at.count_legal_actions() > 1);
            let reply = self.say("alice", &format!("!{}", typed_action(action)));
            assert!(reply.only_for.is_some() && reply.board().is_some());
            if self.puzzled().open.is_none() {
                return reply;
            }
            assert!(self.text(&reply).contains("Right! Go on."));
        }
    }
}

fn begins_with_a_move(puzzle: &Puzzle) -> bool {
    puzzle.start.stage() == Stage::Move
}

/// A legal action that is not the solution.
fn wrong((at, right): (Position, Action)) -> Action {
    let actions = at.legal_actions();
    *actions.iter().find(|&&one| one != right).unwrap()
}

#[test]
fn puzzles_are_solved_by_typing() {
    let mut room = room();
    let mut lengths = Vec::new();
    for number in 1..=PUZZLES.lines().count().min(60) {
        let before = room.puzzled();
        let given = room.say("alice", "!puzzle");
        let (open, puzzle) = room.open();
        assert!(!before.had.contains(&open.id));
        let told = room.text(&given);
        assert!(told.starts_with("Puzzle\n"), "{told}");
        assert!(!told.to_lowercase().contains("theme"), "{told}");
        assert!(given.only_for.is_some() && given.board().is_some());
        lengths.push(puzzle.line.len());
        let solved = room.solve();
        let told = room.text(&solved);
        assert!(told.contains("Solved at the first try"), "{told}");
        assert!(told.contains("Theme") && told.contains("(+"), "{told}");
        let after = room.puzzled();
        assert_eq!(after.had.len(), number);
        assert_eq!(after.streak as usize, number);
        assert!(after.rating.rating > before.rating.rating);
    }
    assert!(lengths.iter().any(|&length| length > 2), "{lengths:?}");
    // Nothing of it is in the log of the table.
    assert!(room.log.is_empty());
}

#[test]
fn a_puzzle_is_solved_by_picking() {
    let mut room = room();
    let given = room.find("next", |puzzle| {
        begins_with_a_move(puzzle) && puzzle.line.len() == 1
    });
    let (_, Action::Move { from, to }) = room.asked().unwrap() else {
        panic!("no move");
    };
    let rings = room.pick(&given, "Move");
    assert!(rings.is_step && rings.only_for.is_some());
    let targets = room.pick(&rings, &from.to_string());
    let solved = room.pick(&targets, &to.to_string());
    assert!(room.text(&solved).contains("Solved at the first try"));
    let next = room.pick(&solved, "Next puzzle");
    assert!(room.text(&next).starts_with("Puzzle\n"));
    let second = room.open().0.id;
    // What was offered for an earlier puzzle opens that one again.
    room.pick(&given, "Move");
    assert_ne!(room.open().0.id, second);
    assert_eq!(room.puzzled().tried, 1);
}

#[test]
fn a_wrong_first_try_counts_once() {
    let mut room = room();
    let given = room.find("next", begins_with_a_move);
    let id = room.open().0.id;
    let tried = wrong(room.asked().unwrap());
    // What is against the rules is no try.
    room.say("alice", "!place B1");
    assert_eq!(room.puzzled().tried, 0);
    let reply = room.say("alice", &format!("!{}", typed_action(tried)));
    let told = room.text(&reply);
    assert!(told.contains("That's not it"), "{told}");
    assert!(told.contains("could answer"), "{told}");
    let shown = reply.board().unwrap();
    assert_eq!(shown.hints.len(), 1);
    assert_ne!(shown.position, given.board().unwrap().position);
    let tried_once = room.tried.take().unwrap();
    assert_eq!((tried_once.puzzle, tried_once.solved), (id, false));
    let once = room.puzzled();
    assert_eq!((once.tried, once.solved, once.streak), (1, 0, 0));
    assert!(once.rating.rating < 1500.0);
    let again = room.pick(&reply, "Try again");
    assert_eq!(
        again.board().unwrap().position,
        given.board().unwrap().position
    );
    room.say("alice", &format!("!{}", typed_action(tried)));
    let solved = room.solve();
    let told = room.text(&solved);
    assert!(told.contains("That's it!") && told.contains("(−"), "{told}");
    assert_eq!(room.tried, None);
    let after = room.puzzled();
    assert_eq!((after.tried, after.rating), (1, once.rating));
    // Once more, it does not count.
    let again = room.pick(&solved, "Once more");
    assert!(room.text(&again).contains("doesn't count"));
    assert_eq!(room.open().0.id, id);
    let told = room.solve();
    assert!(!room.text(&told).contains("rating"));
    assert_eq!(room.puzzled().rating, once.rating);
}

#[test]
fn a_puzzle_is_rated_as_the_store_has_it() {
    let mut room = room();
    let rating = Rating {
        rating: 2300.0,
        ..Rating::default()
    };
    let puzzles = PUZZLES.lines().map(|line| line.parse().unwrap());
    let ratings = puzzles.map(|puzzle| (id(&puzzle), rating)).collect();
    room.answer = Some(Answer::Puzzles(ratings));
    room.say("alice", "!puzzle");
    assert_eq!(room.open().0.counts, Some(rating));
    let solved = room.solve();
    // As much as for beating a strong player.
    assert!(room.puzzled().rating.rating > 1662.0);
    assert!(room.text(&solved).contains("puzzle rating: 1"));
    assert!(room.tried.is_some_and(|tried| tried.solved));
}

#[test]
fn the_rating_is_told_by_stats() {
    let mut room = room();
    let results = Answer::Results {
        games: Vec::new(),
        standing: None,
    };
    room.answer = Some(results.clone());
    let told = room.say("alice", "!stats");
    assert!(!room.text(&told).contains("Puzzles"));
    room.say("alice", "!puzzle");
    room.solve();
    room.answer = Some(results);
    let told = room.say("alice", "!stats");
    let told = room.text(&told);
    let rating = room.puzzled().rating.rating;
    assert!(rating > 1500.0, "{rating}");
    let line = format!("Puzzles: {rating:.0} ± ");
    assert!(told.contains(&line) && told.contains(", 1 of 1"), "{told}");
    // Others are told of those who play here.
    let told = room.say("bob", "!stats @alice");
    assert!(!room.text(&told).contains("Puzzles"));
}

#[test]
fn everybody_has_the_same_puzzle_on_a_day_and_solves_it_alone() {
    let mut room = room();
    let given = room.say("alice", "!daily");
    let told = room.text(&given);
    assert!(
        told.starts_with("Puzzle of the day, 2026-01-02\n"),
        "{told}"
    );
    assert!(given.only_for.is_some());
    let first = room.open().0.id;
    let others = room.say("bob", "!daily");
    assert_eq!(
        others.board().unwrap().position,
        given.board().unwrap().position
    );
    let solved = room.solve();
    assert!(room.text(&solved).contains("Days in a row: 1."));
    let told = room.say("alice", "!daily");
    assert!(room.text(&told).contains("You've solved today's puzzle"));
    let days = room.puzzled().daily.solved;
    assert_eq!((days[0].server.as_str(), days.len()), ("club", 1));
    room.wait(24 * 60 * 60);
    room.answer = Some(Answer::Daily {
        ratings: Default::default(),
        solvers: vec![Person::new("alice", "alice"), Person::new("carol", "carol")],
    });
    let given = room.say("alice", "!daily");
    let told = room.text(&given);
    assert!(told.starts_with("Yesterday's solution: "), "{told}");
    assert!(told.contains("Solved by alice, carol."), "{told}");
    assert_ne!(room.open().0.id, first);
    let solved = room.solve();
    assert!(room.text(&solved).contains("Days in a row: 2."));
}

#[test]
fn a_puzzle_of_the_day_whose_solution_was_shown_is_not_solved() {
    let mut room = room();
    room.say("alice", "!daily");
    room.say("alice", "!puzzle show");
    room.say("alice", "!daily");
    let solved = room.solve();
    assert!(!room.text(&solved).contains("Days in a row"));
    assert!(room.puzzled().daily.solved.is_empty());
}

#[test]
fn a_puzzle_of_the_day_counts_on_its_own_day_alone() {
    let mut room = room();
    room.say("alice", "!daily");
    room.wait(24 * 60 * 60);
    let solved = room.solve();
    assert!(!room.text(&solved).contains("Days in a row"));
    assert!(room.puzzled().daily.solved.is_empty());
}

#[test]
fn where_others_read_along_the_puzzle_of_the_day_is_offered() {
    let mut room = Room::new();
    room.answer = Some(Answer::Daily {
        ratings: Default::default(),
        solvers: Vec::new(),
    });
    let offer = room.say("alice", "!daily");
    let told = room.text(&offer);
    assert!(told.contains("Yesterday's solution") && told.contains("!daily"));
    assert!(offer.only_for.is_none());
    let replies = room.try_choose("bob", &offer, 0).unwrap();
    assert!(replies[1].private && replies[1].only_for.is_some());
    // Where they are led to, it is known from where they came.
    room.alone = true;
    room.say("bob", "!daily");
    let bob = Person::new("bob", "bob");
    let asked = room.personal.of(&bob).puzzles.unwrap().daily.asked;
    assert_eq!(asked.unwrap().1, "club");
}

#[test]
fn a_private_chat_of_another_server_does_not_hide_where_somebody_came_from() {
    let mut room = room();
    room.private = true;
    room.say("alice", "!daily");
    assert_eq!(room.puzzled().daily.asked.unwrap().1, "club");
    let mut puzzled = room.puzzled();
    puzzled.daily.asked.as_mut().unwrap().1 = "elsewhere".to_owned();
    let own = crate::session::Settings {
        puzzles: Some(Box::new(puzzled)),
        ..Default::default()
    };
    room.personal = [("alice".to_owned(), own)].into_iter().collect();
    room.say("alice", "!daily");
    assert_eq!(room.puzzled().daily.asked.unwrap().1, "elsewhere");
}

#[test]
fn the_solution_is_shown_to_whoever_asks_for_it() {
    let mut room = room();
    assert!(room.refused("alice", "!puzzle show").contains("!puzzle"));
    room.find("next", begins_with_a_move);
    let tried = wrong(room.asked().unwrap());
    let reply = room.say("alice", &format!("!{}", typed_action(tried)));
    let shown = room.pick(&reply, "Show solution");
    let told = room.text(&shown);
    assert!(told.contains("The solution: "), "{told}");
    assert_eq!(shown.board().unwrap().hints.len(), 1);
    assert!(room.puzzled().open.is_none());
    // At once, it counts as a miss.
    let before = room.puzzled();
    room.say("alice", "!puzzle next");
    let shown = room.say("alice", "!puzzle show");
    assert!(room.text(&shown).contains("(−"));
    assert_eq!(room.puzzled().tried, before.tried + 1);
}

#[test]
fn a_theme_is_given_away_only_when_asked_for() {
    let mut room = room();
    let given = room.say("alice", "!puzzle double");
    assert!(room.text(&given).starts_with("Puzzle: two rows at once\n"));
    let (_, puzzle) = room.open();
    assert!(puzzle.themes.contains(&Theme::DoubleRow));
    let solved = room.solve();
    room.pick(&solved, "Next puzzle");
    assert!(room.open().1.themes.contains(&Theme::DoubleRow));
    let given = room.say("alice", "!puzzle next");
    assert!(room.text(&given).starts_with("Puzzle\n"));
    let hint = room.say("alice", "!hint");
    assert!(room.text(&hint).contains("Theme"));
    assert_eq!(room.puzzled().tried, 1);
    // All of a theme.
    loop {
        let said = room.try_say("alice", "!puzzle double");
        if said.is_err() {
            assert!(room.refusal(said).contains("of that kind"));
            break;
        }
    }
}

#[test]
fn a_person_goes_on_where_they_stopped() {
    let mut room = room();
    room.find("next", |puzzle| puzzle.line.len() > 2);
    let (_, action) = room.asked().unwrap();
    room.say("alice", &format!("!{}", typed_action(action)));
    let open = room.open().0;
    assert!(open.played.len() > 1);
    let told = room.say("alice", "!puzzle");
    assert_eq!(room.open().0.played, open.played);
    assert!(room.text(&told).starts_with("Puzzle"));
    let told = room.say("alice", "!puzzle stop");
    assert!(room.text(&told).contains("enough for now"));
    assert!(room.refused("alice", "!move E4 E5").contains("No game"));
    let told = room.say("alice", "!puzzle stop");
    assert!(room.text(&told).contains("aren't in a puzzle"));
    // Others are in puzzles of their own.
    room.say("alice", "!puzzle");
    assert!(room.refused("bob", "!move E4 E5").contains("No game"));
    assert!(room.refused("alice", "!puzzle swim").contains("swim"));
    // Of a lesson and a puzzle, the one that was opened last is meant.
    room.now += jiff::SignedDuration::from_secs(1);
    room.say("alice", "!tutorial 2");
    let told = room.say("alice", "!move J9 J6");
    assert!(room.text(&told).contains("Lessons solved"));
    let (at, _) = room.asked().unwrap();
    assert!(at.count_legal_actions() > 1);
    room.solve();
}

#[test]
fn a_puzzle_that_another_version_had_is_given_up() {
    let mut room = room();
    room.say("alice", "!puzzle");
    let given = room.say("alice", "!board");
    let mut puzzled = room.puzzled();
    puzzled.open.as_mut().unwrap().id = u32::MAX;
    puzzled.had.insert(u32::MAX);
    let own = crate::session::Settings {
        puzzles: Some(Box::new(puzzled)),
        ..Default::default()
    };
    room.personal = [("alice".to_owned(), own)].into_iter().collect();
    assert!(room.refused("alice", "!move E4 E5").contains("any more"));
    let id = given.choices[0].command.clone();
    assert!(id.starts_with("puzzle "), "{id}");
    room.say("alice", "!puzzle");
    let (open, puzzle) = room.open();
    assert_eq!(open.counts, Some(first_rating(puzzle)));
    assert!(!room.puzzled().had.contains(&u32::MAX));
}

#[test]
fn where_others_read_along_a_puzzle_is_given_in_a_private_chat() {
    let mut room = Room::new();
    let replies = room.try_say("alice", "!puzzle win").unwrap();
    let [beside, private] = &replies[..] else {
        panic!("{replies:?}");
    };
    assert!(beside.only_for.is_none() && !beside.private);
    assert!(private.private && private.only_for.is_some());
    assert!(room.text(private).contains("!puzzle"));
    assert_eq!(room.puzzled(), Puzzled::default());
}

#[test]
fn the_puzzle_of_the_day_is_posted_with_those_who_solved_the_one_before() {
    let mut room = Room::new();
    let day = crate::session::utc_day(room.now);
    let solvers = vec![Person::new("bob", "bob")];
    let posted = room.happen(&Trigger::Daily { day, solvers }).remove(0);
    let text = room.text(&posted);
    assert!(text.contains("Puzzle of the day"), "{text}");
    assert!(text.contains("Solved by bob."), "{text}");
    assert!(posted.only_for.is_none() && posted.board().is_some());
    assert_eq!(posted.mentions().count(), 0);
    assert!(!posted.silent);
    // A game that goes on there keeps its choices.
    room.say("alice", "!challenge @bob white");
    let begun = room.say("bob", "!accept");
    assert!(!posted.outdates(&begun) && !begun.outdates(&posted));
    room.inherited.quiet = Some("00:00-23:59".parse().unwrap());
    let solvers = Vec::new();
    assert!(room.happen(&Trigger::Daily { day, solvers })[0].silent);
}
