//! When commands of a game are for the lesson or the puzzle that a person is in.

use jiff::Timestamp;

use super::learned::{Learned, OpenLesson};
use super::lessons::Lesson;
use super::person::{Person, TableKey};
use super::puzzled::{OpenPuzzle, Puzzled};
use super::settings::Settings;
use super::table::Table;
use crate::game::Position;

/// What a person is in.
#[derive(Debug)]
pub(super) enum OpenExercise<'a> {
    /// A lesson of the tutorial.
    Lesson(&'a Learned, &'a OpenLesson),
    /// A puzzle.
    Puzzle(&'a Puzzled, &'a OpenPuzzle),
}

impl<'a> OpenExercise<'a> {
    /// What the commands of a person are for that they type at a table, or enter as commands of the
    /// platform, by their own settings: the exercise that was opened there last, if there is any.
    /// `private` is a private chat with the bot. Where they play a game themselves they are for the
    /// game, unless nobody else is there and the game began earlier.
    pub(super) fn meant(
        table: &Table,
        person: &Person,
        own: &'a Settings,
        private: bool,
    ) -> Option<Self> {
        let lesson = own.tutorial.as_deref();
        let lesson = lesson.and_then(|learned| Some(Self::Lesson(learned, learned.open.as_ref()?)));
        let puzzle = own.puzzles.as_deref();
        let puzzle = puzzle.and_then(|puzzled| Some(Self::Puzzle(puzzled, puzzled.open.as_ref()?)));
        let here = |exercise: &Self| exercise.at() == table.key();
        let open = lesson.filter(here).into_iter().chain(puzzle.filter(here));
        let last = open.max_by_key(Self::since)?;
        let game = table.running();
        let plays = game.filter(|game| game.color_of(person).or(game.crowd()).is_some());
        let is_older = plays.is_none_or(|game| private && game.started() <= last.since());
        is_older.then_some(last)
    }

    const fn at(&self) -> &TableKey {
        match self {
            Self::Lesson(_, open) => &open.at,
            Self::Puzzle(_, open) => &open.at,
        }
    }

    const fn since(&self) -> Timestamp {
        match self {
            Self::Lesson(_, open) => open.since,
            Self::Puzzle(_, open) => open.since,
        }
    }

    /// The position in it.
    fn position(&self) -> Option<Position> {
        let (start, played) = match self {
            Self::Lesson(learned, open) => {
                (Lesson::of_number(learned.last)?.start()?, &open.played)
            }
            Self::Puzzle(_, open) => (open.puzzle()?.start, &open.played),
        };
        let mut played = played.iter();
        let after = played.try_fold(start, |position, &action| position.play(action));
        after.ok()
    }
}

/// The position in which a person decides by commands of the platform at a table, by their own
/// settings: that of the lesson or the puzzle that they are in there, or of the game in progress.
#[must_use]
pub fn position_for(
    table: &Table,
    person: &Person,
    own: &Settings,
    private: bool,
) -> Option<Position> {
    match OpenExercise::meant(table, person, own, private) {
        Some(exercise) => exercise.position(),
        None => table.running().map(|game| *game.position()),
    }
}
