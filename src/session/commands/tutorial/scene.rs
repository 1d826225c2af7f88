//! A lesson as it stands for its learner: the table that is made up for it, and how it is shown.

use super::TUTORIAL;
use crate::engine::Level;
use crate::game::{Action, Played, Position};
use crate::session::draft::{Draft, Show};
use crate::session::event::{Entry, Event};
use crate::session::game::Game;
use crate::session::learned::{Learned, OpenLesson};
use crate::session::lessons::{LESSONS, Lesson, Step};
use crate::session::person::Seat;
use crate::session::phrases::{action_phrase, typed_action};
use crate::session::present::{board, choices};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Board, BoardForm, Choice, Phrase, Visual};
use crate::session::settings::{Scope, Settings, SettingsChange};
use crate::session::spec::Call;
use crate::session::table::Table;
use crate::session::time_control::TimeControl;

/// Number of the last lesson.
pub(super) const LAST: usize = LESSONS.len();

/// How often a learner is wrong before the solution is offered.
const TRIES: u32 = 2;

/// A lesson as it stands for its learner.
pub(super) struct Scene {
    pub(super) lesson: &'static Lesson,
    number: usize,
    learned: Learned,
    open: OpenLesson,
    start: Position,
    /// Whether the solution is offered, however often the learner was wrong.
    offers: bool,
    /// At which the learner plays white.
    pub(super) table: Table,
}

/// Stores how far a person is.
pub(super) fn setting(learned: Learned) -> (Scope, SettingsChange) {
    let own = Settings {
        tutorial: Some(Box::new(learned)),
        ..Settings::default()
    };
    (Scope::Person, SettingsChange::Set(own))
}

/// Has an answer, and its choices, be for the learner alone.
pub(super) fn for_learner(call: &Call<'_>, mut draft: Draft) -> Draft {
    draft.only_for = Some(call.person.clone());
    for choice in &mut draft.choices {
        choice.only_for = Some(call.person.clone());
    }
    draft
}

impl Scene {
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
        let mut table = Table::new(call.table.key().clone());
        let started = Event::Started {
            white: Seat::Person(call.person.clone()),
            black: Seat::Bot(Level::new(1).unwrap_or_default()),
            variant: start.variant(),
            rated: false,
            server: None,
            time: TimeControl::Untimed,
            silence: false,
            weekends_off: false,
            settings: Settings::default(),
        };
        let entry = Entry {
            at: call.context.now,
            event: started,
        };
        table.apply(&entry).map_err(|_| fault())?;
        table.game.as_mut().ok_or_else(fault)?.position = position;
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

    /// The game of the table, which has one.
    pub(super) fn game(&self) -> Result<&Game, Refusal> {
        let fault = || Phrase::new("internal-error").into();
        self.table.game().ok_or_else(fault)
    }

    /// The step of the lesson that is asked for, and those after it.
    pub(super) fn steps(&self) -> &'static [Step] {
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

    /// What is asked for.
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

    /// The title of the lesson.
    fn title(&self) -> Phrase {
        Phrase::new("lesson-title")
            .with("number", self.number)
            .with("last", LAST)
            .with("title", Phrase::new(self.lesson.title))
    }

    /// The board of the lesson.
    fn board(&self, call: &Call<'_>, form: BoardForm) -> Option<Board> {
        let game = self.table.game()?;
        let mut board = board(&self.table, game, form, None, call.context.now);
        self.dress(&mut board);
        Some(board)
    }

    /// What the picture of a lesson shows besides the board.
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

    /// An answer of these sentences, with the board and what can be chosen.
    pub(super) fn answer(self, call: &Call<'_>, text: Vec<Phrase>) -> Draft {
        let draft = Draft {
            text,
            ..Draft::silent(Show::PICTURE)
        };
        self.finish(call, draft)
    }

    /// Makes what a command of a game answers an answer of the lesson.
    pub(super) fn finish(self, call: &Call<'_>, mut draft: Draft) -> Draft {
        if let Show::Board(form, targets) = draft.show {
            let shown = self.board(call, form);
            let shown = shown.map(|board| Board { targets, ..board });
            draft.visual = shown.map(|board| Visual::Board(Box::new(board)));
            if draft.choices.is_empty()
                && let Some(game) = self.table.running()
            {
                draft.choices = choices(game);
            }
            draft.show = Show::Nothing;
        } else if let Some(Visual::Board(board)) = &mut draft.visual {
            self.dress(board);
        }
        for choice in &mut draft.choices {
            choice.command = self.command(&choice.command);
        }
        if (self.offers || self.open.wrong >= TRIES) && !draft.is_step {
            // It takes the place of the hint.
            draft.choices.retain(|choice| !choice.aside);
            let label = Phrase::new("choice-show");
            draft.choices.push(Choice::new(label, self.command("show")));
        }
        self.keep(call, draft)
    }

    /// A command within the lesson, as a choice has it.
    fn command(&self, command: &str) -> String {
        format!("{} {} {command}", TUTORIAL.word, self.number)
    }

    /// Notes how far the learner is, for whom alone the answer is.
    fn keep(self, call: &Call<'_>, mut draft: Draft) -> Draft {
        draft.setting = Some(setting(Learned {
            last: self.number,
            open: Some(self.open),
            ..self.learned
        }));
        for_learner(call, draft)
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

    /// The board, with what is asked for.
    pub(super) fn asked(self, call: &Call<'_>, mut draft: Draft) -> Draft {
        draft.text.extend(self.task());
        self.finish(call, draft)
    }

    /// The learner asks for help.
    pub(super) fn helped(self, call: &Call<'_>) -> Draft {
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
        draft.choices = vec![Choice::new(label, self.command(&typed_action(action)))];
        self.keep(call, draft)
    }

    /// What was tried is wrong, for this reason: nothing changes, and help is offered.
    pub(super) fn wrong(mut self, call: &Call<'_>, mut reason: Vec<Phrase>) -> Draft {
        self.open.wrong = self.open.wrong.saturating_add(1);
        let hint = self.steps().first().and_then(|step| step.hint);
        reason.push(match hint.filter(|_| self.open.wrong < TRIES) {
            Some(hint) => Phrase::new(hint),
            None => Phrase::new("lesson-offer").with("show", Arg::command("tutorial show")),
        });
        self.answer(call, reason)
    }

    /// What was done is right: the next step, or the end of the lesson.
    pub(super) fn right(
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
