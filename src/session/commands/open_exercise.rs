//! What decisions and looks mean for somebody who is in a lesson or a puzzle.

use super::board::{self, BOARD};
use super::moves::MOVES;
use super::rows::ROWS;
use super::{puzzle, tutorial};
use crate::session::exercises::OpenExercise;
use crate::session::spec::{Call, Command, Handled};

/// What a command means in the exercise that its author is in here; nothing if they are in none, or
/// if it is for a game.
pub(in crate::session) fn in_exercise(call: &Call<'_>) -> Option<Handled> {
    let context = call.context;
    // What a game's reply offers is for the game.
    let is_of_game = context.version.is_some()
        || call.options.game().is_some()
        || call.spec == &BOARD && board::names_game(call.options);
    if !call.spec.in_exercises || is_of_game || !context.alone {
        return None;
    }
    // Who looks at the board where others play means theirs.
    let others_play = !context.private && call.table.running().is_some();
    if others_play && [&MOVES, &ROWS, &BOARD].contains(&call.spec) {
        return None;
    }
    let own = context.personal.of(call.person);
    let exercise = OpenExercise::meant(call.table, call.person, &own, context.private)?;
    let command = Command {
        spec: call.spec,
        options: call.options.clone(),
    };
    Some(match exercise {
        OpenExercise::Lesson(learned, open) => tutorial::go_on(call, learned, open, &command),
        OpenExercise::Puzzle(puzzled, open) => puzzle::go_on(call, puzzled, open, &command),
    })
}
