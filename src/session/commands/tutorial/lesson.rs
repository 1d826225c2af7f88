//! A command within a lesson: a decision, which is judged by the rules and by the goal of the
//! lesson, or a look at its board.

use super::scene::Scene;
use super::{HINT, MOVES, TAP, has_steps, looks};
use crate::game::{Color, Played, Stage};
use crate::session::commands::act::resolve;
use crate::session::decision::Decision;
use crate::session::draft::{Draft, Show};
use crate::session::needs::{deciding, running};
use crate::session::options::{Kind, Options, Value};
use crate::session::phrases::told;
use crate::session::spec::{Call, Command, Handled, Handler};

/// Runs a command within a lesson.
pub(super) fn run(call: &Call<'_>, scene: Scene, command: &Command) -> Handled {
    if command.spec == &HINT {
        return Ok(scene.helped(call));
    }
    if looks(command.spec) {
        return look(call, scene, command);
    }
    decide(call, scene, command.options.decisions())
}

/// Looks at the board of a lesson, as at that of a game.
fn look(call: &Call<'_>, scene: Scene, command: &Command) -> Handled {
    let stage = scene.game()?.position().stage();
    let answered = if command.spec == &TAP && !has_steps(stage) {
        // The few choices that there are.
        Ok(Draft::silent(Show::PICTURE))
    } else {
        let at_lesson = Call {
            table: &scene.table,
            options: &command.options,
            spec: command.spec,
            ..*call
        };
        match command.spec.handler {
            Handler::Turn(handler) => handler(&at_lesson, deciding(&scene.table, call.person)?),
            Handler::Running(handler) => handler(&at_lesson, running(&scene.table)?),
            Handler::Any(handler) => handler(&at_lesson),
            Handler::Game(_) | Handler::Seat(_) | Handler::Moderator(_) => {
                Ok(Draft::silent(Show::PICTURE))
            }
        }
    };
    Ok(match answered {
        Ok(draft) if draft.is_step => scene.finish(call, draft),
        Ok(draft) => scene.asked(call, draft),
        Err(refusal) => scene.answer(call, refusal.into_text()),
    })
}

/// Takes decisions of the learner, all or none.
fn decide(call: &Call<'_>, scene: Scene, decisions: &[Decision]) -> Handled {
    let game = scene.game()?;
    let position = *game.position();
    let learner = Color::White;
    // The learner's own ring alone asks where it can go, as in a game.
    if let &[Decision::Point(point)] = decisions
        && position.stage() == Stage::Move
        && position.rings(learner).contains(point)
    {
        let mut options = Options::default();
        for option in MOVES.options {
            if matches!(option.kind, Kind::Point(_)) {
                options.put(option, Value::Point(point));
            }
        }
        let spec = &MOVES;
        return look(call, scene, &Command { spec, options });
    }
    let (actions, _) = match resolve(game, position, learner, decisions) {
        Ok(steps) => steps,
        Err(wrong) => return Ok(scene.wrong(call, wrong.reason.into_text())),
    };
    let mut text = Vec::new();
    // What goes beyond the lesson is left out.
    for ((before, action), step) in actions.iter().zip(scene.steps()) {
        if let Err(miss) = step.goal.judge(before, *action) {
            return Ok(scene.wrong(call, vec![miss]));
        }
        let played = Played::new(before, *action);
        text.push(told(game.seat(learner), before, played));
    }
    let count = text.len();
    let actions = actions.into_iter().take(count).map(|(_, action)| action);
    Ok(scene.right(call, actions, text))
}
