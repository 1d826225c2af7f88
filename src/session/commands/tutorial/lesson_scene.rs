//! A lesson as it stands for its learner: how it is shown, and how decisions are judged, by its goal.

use super::TUTORIAL;
use crate::game::{Action, Color, Played, Position};
use crate::session::commands::exercise::{Exercise, for_learner, made_up};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::learned::{Learned, OpenLesson};
use crate::session::lessons::{LESSONS, Lesson, Step};
use crate::session::person::Seat;
use crate::session::phrases::{action_phrase, told, typed_action};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Board, BoardForm, Choice, Phrase, Visual};
use crate::session::settings::{Scope, Settings, SettingsChange};
use crate::session::spec::Call;
use crate::session::table::Table;

/// Number of the last lesson.
pub(super) const LAST: usize = LESSONS.len();

/// How often a learner is wrong before the solution is offered.
const TRIES: u32 = 2;

/// A lesson as it stands for its learner.
pub(super) struct LessonScene {
    lesson: &'static Lesson,
    number: usize,
    learned: Learned,
    open: OpenLesson,
    start: Position,
    /// Whether the solution is offered, however often the learner was wrong.
    offers: bool,
    /// At which the learner plays white.
    table: Table,
}

/// Stores how far a person is.
pub(super) fn setting(learned: Learned) -> (Scope, SettingsChange) {
    let own = Settings {
        tutorial: Some(Box::new(learned)),
        ..Settings::default()
    };
    (Scope::Person, SettingsChange::Set(own))
}

impl LessonScene {
    /// The lesson with a number, as it was left.
    pub(super) fn new(
        call: &Call<'_>,
        learned: Learned,
        number: usize,
        mut open: OpenLesson,
    ) -> Result<Self, Refusal> {
        let Some(lesson) = Lesson::of_number(number) else {
            return Err(Phrase::new("no-such-lesson")
                .with("number", number)
                .with("last", LAST)
                .into());
        };
        let fault = || Refusal::new(Phrase::new("internal-error"));
        let start = lesson.start().ok_or_else(fault)?;
        let mut played = open.played.iter();
        let after = played.try_fold(start, |position, &action| position.play(action));
        let position = match after {
            Ok(after) if open.played.len() < lesson.steps.len() => after,
            // Another version had another lesson here.
            _ => {
                open.played.clear();
                start
            }
        };
        let table = made_up(call, position, Color::White)?;
        Ok(Self {
            lesson,
            number,
            learned,
            open,
            start,
            offers: false,
            table,
        })
    }

    /// The step of the lesson that is asked for, and those after it.
    fn steps(&self) -> &'static [Step] {
        let played = self.open.played.len();
        self.lesson.steps.get(played..).unwrap_or_default()
    }

    /// How a row is removed: where there are several, which one is the question.
    fn row(&self) -> &'static str {
        let position = self.table.game().map(Game::position);
        match position.map(|position| position.rows(position.actor()).count()) {
            Some(2..) => "row <number>",
            _ => "row 1",
        }
    }

    /// The title of the lesson.
    fn title(&self) -> Phrase {
        Phrase::new("lesson-title")
            .with("number", self.number)
            .with("last", LAST)
            .with("title", Phrase::new(self.lesson.title))
    }

    /// The lesson is opened, or goes on.
    pub(super) fn begun(self, call: &Call<'_>) -> Draft {
        let mut text = vec![self.title()];
        if self.open.played.is_empty() {
            text.push(Phrase::new(self.lesson.text));
        }
        text.extend(self.task());
        self.answer(call, text)
    }

    /// The solution of the step is shown, for the learner to do it.
    pub(super) fn shown(self, call: &Call<'_>) -> Draft {
        let action = self.steps().first().and_then(Step::solution);
        let (Some(action), Some(mut board)) = (action, self.board(call, BoardForm::Picture)) else {
            return self.begun(call);
        };
        board.hints = vec![action];
        let text = Phrase::new("lesson-shown")
            .with("action", action_phrase(action))
            .with("command", Arg::command(typed_action(action)));
        let mut draft = Draft::say(text, Show::Nothing);
        draft.visual = Some(Visual::Board(Box::new(board)));
        let label = Phrase::new("choice-do").with("action", action_phrase(action));
        draft.choices = vec![self.choice(label, &typed_action(action))];
        self.keep(call, draft)
    }

    /// What was tried is wrong, for this reason: nothing changes, and help is offered.
    fn wrong(mut self, call: &Call<'_>, mut reason: Vec<Phrase>) -> Draft {
        self.open.wrong = self.open.wrong.saturating_add(1);
        let hint = self.steps().first().and_then(|step| step.hint);
        reason.push(match hint.filter(|_| self.open.wrong < TRIES) {
            Some(hint) => Phrase::new(hint),
            None => Phrase::new("lesson-offer").with("show", Arg::command("tutorial show")),
        });
        self.answer(call, reason)
    }

    /// What was done is right: the next step, or the end of the lesson.
    fn right(
        mut self,
        call: &Call<'_>,
        actions: impl IntoIterator<Item = Action>,
        mut text: Vec<Phrase>,
    ) -> Draft {
        for action in actions {
            if let Some(game) = &mut self.table.game {
                game.position = game.position.play_unchecked(action);
            }
            self.open.played.push(action);
        }
        self.open.wrong = 0;
        if !self.steps().is_empty() {
            text.extend(self.task());
            return self.answer(call, text);
        }
        text.push(Phrase::new(self.lesson.done));
        self.learned.solved.insert(self.number);
        self.learned.last = self.number;
        let mut draft = Draft {
            text,
            ..Draft::silent(Show::Nothing)
        };
        let board = self.board(call, BoardForm::Picture);
        draft.visual = board.map(|board| Visual::Board(Box::new(board)));
        match self.learned.next(LAST) {
            Some(next) => {
                draft.text.push(
                    Phrase::new("lesson-solved")
                        .with("solved", self.learned.solved.len())
                        .with("last", LAST)
                        .with("tutorial", Arg::command("tutorial")),
                );
                let label = Phrase::new("choice-next-lesson").with("number", next);
                let next = format!("{} {next}", TUTORIAL.word);
                draft.choices.push(Choice::new(label, next));
            }
            None => {
                draft.text.push(
                    Phrase::new("tutorial-complete")
                        .with("last", LAST)
                        .with("again", Arg::command("tutorial 4")),
                );
                draft.choices.push(super::first_game_choice());
            }
        }
        let again = format!("{} {}", TUTORIAL.word, self.number);
        draft.choices.push(Choice {
            aside: true,
            ..Choice::new(Phrase::new("choice-again"), again)
        });
        draft.setting = Some(setting(Learned {
            open: None,
            ..self.learned
        }));
        for_learner(call, draft)
    }
}

impl Exercise for LessonScene {
    fn table(&self) -> &Table {
        &self.table
    }

    fn command(&self) -> String {
        format!("{} {}", TUTORIAL.word, self.number)
    }

    fn task(&self) -> Option<Phrase> {
        let step = self.steps().first()?;
        let place = Arg::command("place <point>");
        Some(
            Phrase::new(step.task)
                .with("place", place)
                .with("move", Arg::command("move <from> <to>"))
                .with("row", Arg::command(self.row()))
                .with("ring", Arg::command("ring <point>")),
        )
    }

    fn dress(&self, board: &mut Board) {
        let played = Played::sequence(&self.start, &self.open.played);
        board.last = match played.is_empty() {
            true => self.lesson.before().into_iter().collect(),
            false => Played::last_turn(&played).to_vec(),
        };
        if board.result.is_none() {
            board.caption = self.title();
        }
        if played.is_empty() {
            board.nudge = self.lesson.highlighted();
        }
    }

    fn offer(&self, choices: &mut Vec<Choice>) {
        if self.offers || self.open.wrong >= TRIES {
            // It takes the place of the hint.
            choices.retain(|choice| !choice.aside);
            choices.push(self.choice(Phrase::new("choice-show"), "show"));
        }
    }

    fn note(self, draft: &mut Draft) {
        draft.setting = Some(setting(Learned {
            last: self.number,
            open: Some(self.open),
            ..self.learned
        }));
    }

    fn helped(self, call: &Call<'_>) -> Draft {
        let Some(hint) = self.steps().first().and_then(|step| step.hint) else {
            return self.shown(call);
        };
        let text = vec![Phrase::new(hint)];
        Self {
            offers: true,
            ..self
        }
        .answer(call, text)
    }

    fn illegal(self, call: &Call<'_>, reason: Vec<Phrase>) -> Draft {
        self.wrong(call, reason)
    }

    /// All or none are taken; what goes beyond the lesson is left out.
    fn decided(self, call: &Call<'_>, actions: Vec<(Position, Action)>) -> Draft {
        let mut text = Vec::new();
        for ((before, action), step) in actions.iter().zip(self.steps()) {
            if let Err(miss) = step.goal.judge(before, *action) {
                return self.wrong(call, vec![miss]);
            }
            let learner = Seat::Person(call.person.clone());
            text.push(told(&learner, before, Played::new(before, *action)));
        }
        let count = text.len();
        let actions = actions.into_iter().take(count).map(|(_, action)| action);
        self.right(call, actions, text)
    }
}
