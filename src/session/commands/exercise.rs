//! Exercises: what lessons and puzzles share. An exercise is a table that is made up for the moment:
//! the commands of a game work at it, typed as well as picked. Nobody but its learner sees it, and
//! the table at which it is asked for does not change.

mod choice;

pub(super) use choice::{DOES, FROM, NUMBER, TO, inner};

use super::act::resolve;
use super::board::BOARD;
use super::hint::HINT;
use super::moves::MOVES;
use super::rows::ROWS;
use super::tap::TAP;
use crate::engine::Level;
use crate::game::{Action, Color, Position, Stage};
use crate::session::archive::LEVELS_VERSION;
use crate::session::decision::Decision;
use crate::session::draft::{Draft, Show};
use crate::session::event::{Entry, Event};
use crate::session::game::Game;
use crate::session::needs::{deciding, running};
use crate::session::options::{Kind, Options, Value};
use crate::session::person::Seat;
use crate::session::present::{board, choices};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Board, BoardForm, Choice, Phrase, Visual};
use crate::session::settings::Settings;
use crate::session::spec::{Call, Command, Handled, Handler, Spec};
use crate::session::table::Table;
use crate::session::time_control::TimeControl;

/// An exercise as it stands for its learner.
pub(super) trait Exercise: Sized {
    /// The table that is made up for it.
    fn table(&self) -> &Table;

    /// The command that opens it; what follows is a command within it.
    fn command(&self) -> String;

    /// What is asked for.
    fn task(&self) -> Option<Phrase>;

    /// Completes what the picture shows besides the board.
    fn dress(&self, board: &mut Board);

    /// Completes what can be chosen with the board.
    fn offer(&self, choices: &mut Vec<Choice>);

    /// Notes how far the learner is.
    fn note(self, draft: &mut Draft);

    /// The learner asks for help.
    fn helped(self, call: &Call<'_>) -> Draft;

    /// The learner has tried what is against the rules, for this reason.
    fn illegal(self, call: &Call<'_>, reason: Vec<Phrase>) -> Draft;

    /// The learner has decided: legal actions, each with the position before it.
    fn decided(self, call: &Call<'_>, actions: Vec<(Position, Action)>) -> Draft;

    /// The game of the table, which has one.
    fn game(&self) -> Result<&Game, Refusal> {
        self.table().game().ok_or_else(fault)
    }

    /// The board of the exercise.
    fn board(&self, call: &Call<'_>, form: BoardForm) -> Option<Board> {
        let table = self.table();
        let mut board = board(table, table.game()?, form, None, call.context.now);
        self.dress(&mut board);
        Some(board)
    }

    /// A choice of a command within the exercise.
    fn choice(&self, label: Phrase, command: &str) -> Choice {
        Choice::new(label, format!("{} {command}", self.command()))
    }

    /// An answer of these sentences, with the board and what can be chosen.
    fn answer(self, call: &Call<'_>, text: Vec<Phrase>) -> Draft {
        let draft = Draft {
            text,
            ..Draft::silent(Show::PICTURE)
        };
        self.finish(call, draft)
    }

    /// The board, with what is asked for.
    fn asked(self, call: &Call<'_>, mut draft: Draft) -> Draft {
        draft.text.extend(self.task());
        self.finish(call, draft)
    }

    /// Makes what a command of a game answers an answer of the exercise.
    fn finish(self, call: &Call<'_>, mut draft: Draft) -> Draft {
        if let Show::Board(form, targets) = draft.show {
            let shown = self.board(call, form);
            let shown = shown.map(|board| Board { targets, ..board });
            draft.visual = shown.map(|board| Visual::Board(Box::new(board)));
            if draft.choices.is_empty()
                && let Some(game) = self.table().running()
            {
                draft.choices = choices(game);
            }
            draft.show = Show::Nothing;
        } else if let Some(Visual::Board(board)) = &mut draft.visual {
            self.dress(board);
        }
        for choice in &mut draft.choices {
            choice.command = format!("{} {}", self.command(), choice.command);
        }
        if !draft.is_step {
            self.offer(&mut draft.choices);
        }
        self.keep(call, draft)
    }

    /// Notes how far the learner is, for whom alone the answer is.
    fn keep(self, call: &Call<'_>, mut draft: Draft) -> Draft {
        self.note(&mut draft);
        for_learner(call, draft)
    }

    /// Runs a command within the exercise.
    fn run(self, call: &Call<'_>, command: &Command) -> Handled {
        if command.spec == &HINT {
            return Ok(self.helped(call));
        }
        if looks(command.spec) {
            return self.look(call, command);
        }
        self.decide(call, command.options.decisions())
    }

    /// Looks at the board, as at that of a game.
    fn look(self, call: &Call<'_>, command: &Command) -> Handled {
        let stage = self.game()?.position().stage();
        let answered = if command.spec == &TAP && !has_steps(stage) {
            // The few choices that there are.
            Ok(Draft::silent(Show::PICTURE))
        } else {
            let table = self.table();
            let at_exercise = Call {
                table,
                options: &command.options,
                spec: command.spec,
                ..*call
            };
            match command.spec.handler {
                Handler::Turn(handler) => handler(&at_exercise, deciding(table, call.person)?),
                Handler::Running(handler) => handler(&at_exercise, running(table)?),
                Handler::Any(handler) => handler(&at_exercise),
                Handler::Game(_) | Handler::Seat(_) | Handler::Moderator(_) => {
                    Ok(Draft::silent(Show::PICTURE))
                }
            }
        };
        Ok(match answered {
            Ok(draft) if draft.is_step => self.finish(call, draft),
            Ok(draft) => self.asked(call, draft),
            Err(refusal) => self.answer(call, refusal.into_text()),
        })
    }

    /// Takes decisions of the learner.
    fn decide(self, call: &Call<'_>, decisions: &[Decision]) -> Handled {
        let game = self.game()?;
        let position = *game.position();
        let learner = game.color_of(call.person).ok_or_else(fault)?;
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
            return self.look(call, &Command { spec, options });
        }
        Ok(match resolve(game, position, learner, decisions) {
            Ok((actions, _)) => self.decided(call, actions),
            Err(wrong) => self.illegal(call, wrong.reason.into_text()),
        })
    }
}

/// Has an answer, and its choices, be for the learner alone.
pub(super) fn for_learner(call: &Call<'_>, mut draft: Draft) -> Draft {
    draft.only_for = Some(call.person.clone());
    for choice in &mut draft.choices {
        choice.only_for = Some(call.person.clone());
    }
    draft
}

/// A refusal because of a fault of the program.
fn fault() -> Refusal {
    Phrase::new("internal-error").into()
}

/// A table at which the author plays a colour against the bot, from a position on.
pub(super) fn made_up(
    call: &Call<'_>,
    position: Position,
    learner: Color,
) -> Result<Table, Refusal> {
    let seat = |color| match color == learner {
        true => Seat::Person(call.person.clone()),
        false => Seat::Bot(Level::new(1).unwrap_or_default()),
    };
    let event = Event::Started {
        white: seat(Color::White),
        black: seat(Color::Black),
        variant: position.variant(),
        rated: false,
        server: None,
        time: TimeControl::Untimed,
        silence: false,
        weekends_off: false,
        levels: LEVELS_VERSION,
        settings: Settings::default(),
    };
    let mut table = Table::new(call.table.key().clone());
    let at = call.context.now;
    table.apply(&Entry { at, event }).map_err(|_| fault())?;
    table.game.as_mut().ok_or_else(fault)?.position = position;
    Ok(table)
}

/// Leads to where nobody else reads along: there it is said that a message is on its way, and in
/// that message what to say.
pub(super) fn elsewhere(call: &Call<'_>, beside: &str, there: &str, command: &str) -> Draft {
    let say = |id: &str| Phrase::new(id).with("command", Arg::command(command));
    Draft {
        only_for: Some(call.person.clone()),
        private: true,
        beside: Some(say(beside)),
        ..Draft::say(say(there), Show::Nothing)
    }
}

/// Whether a command asks for a part of the board: all that an exercise answers besides decisions.
fn looks(spec: &Spec) -> bool {
    [&TAP, &MOVES, &ROWS, &BOARD].contains(&spec)
}

/// Whether there is something to tap at a stage.
const fn has_steps(stage: Stage) -> bool {
    matches!(stage, Stage::Place | Stage::Move)
}
