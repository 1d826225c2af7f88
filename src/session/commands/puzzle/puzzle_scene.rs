//! A puzzle as it stands for its learner: how it is shown, and how decisions are judged, by its
//! solution.

use std::borrow::Cow;

use yinsh::puzzle::Puzzle;

use super::daily::day;
use super::reasons::{claims, gains, refutation, turns};
use super::themes::{name, theme};
use super::{PUZZLE, next_choice, no_such_puzzle, race, train};
use crate::game::{Action, Played, Position, Stage};
use crate::session::commands::exercise::{Exercise, made_up};
use crate::session::draft::{Draft, Show};
use crate::session::phrases::{action_phrase, claims_phrase, numbered_rows, told};
use crate::session::puzzled::{OpenPuzzle, PuzzleTry, Puzzled, SolvedDay};
use crate::session::puzzles::{first_rating, utc_day};
use crate::session::race::Race;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Board, BoardForm, Choice, Phrase, Visual};
use crate::session::settings::{Scope, Settings, SettingsChange};
use crate::session::spec::Call;
use crate::session::table::Table;
use crate::session::training::{OwnMistake, Trained};

/// Puzzles in a row from which on a streak is worth a word.
const STREAK: u32 = 3;

/// A puzzle as it stands for its learner.
pub(super) struct PuzzleScene {
    puzzle: Cow<'static, Puzzle>,
    puzzled: Puzzled,
    open: OpenPuzzle,
    /// Whether the learner is done with it.
    done: bool,
    /// The first try, if it was decided just now.
    tried: Option<PuzzleTry>,
    /// The same for a mistake of the learner's own.
    trained: Option<Trained>,
    /// At which the learner plays the colour of the solver.
    table: Table,
}

/// Stores how a person does.
pub(super) fn setting(puzzled: Puzzled) -> (Scope, SettingsChange) {
    let own = Settings {
        puzzles: Some(Box::new(puzzled)),
        ..Settings::default()
    };
    (Scope::Person, SettingsChange::Set(own))
}

impl PuzzleScene {
    /// A puzzle, as it was left.
    pub(super) fn new(
        call: &Call<'_>,
        puzzled: Puzzled,
        mut open: OpenPuzzle,
    ) -> Result<Self, Refusal> {
        // Another version had it.
        let puzzle = open.puzzle().ok_or_else(no_such_puzzle)?;
        // Another version had another solution.
        if open.played.len() >= puzzle.line.len() || !puzzle.line.starts_with(&open.played) {
            open.played.clear();
        }
        let played = open.played.iter();
        let position = played.fold(puzzle.start, |at, &action| at.play_unchecked(action));
        let mut scene = Self {
            table: made_up(call, position, puzzle.solver())?,
            puzzle,
            puzzled,
            open,
            done: false,
            tried: None,
            trained: None,
        };
        // At its very beginning a puzzle may leave no choice.
        scene.go_ahead();
        Ok(scene)
    }

    /// The position.
    fn position(&self) -> &Position {
        let game = self.table.game();
        game.map_or(&self.puzzle.start, |game| game.position())
    }

    /// What is left of the solution.
    fn left(&self) -> &[Action] {
        let played = self.open.played.len();
        self.puzzle.line.get(played..).unwrap_or_default()
    }

    /// Plays the next action of the solution, and tells it.
    fn play(&mut self, action: Action) -> Option<Phrase> {
        let game = self.table.game.as_mut()?;
        let before = game.position;
        game.position = before.play_unchecked(action);
        self.open.played.push(action);
        let played = Played::new(&before, action);
        Some(told(game.seat(before.actor()), &before, played))
    }

    /// Plays what follows by itself: the replies of the other player, and what the solver has no
    /// choice about.
    fn go_ahead(&mut self) -> Vec<Phrase> {
        let solver = self.puzzle.solver();
        let mut text = Vec::new();
        while let &[next, ..] = self.left()
            && (self.position().actor() != solver || self.position().count_legal_actions() == 1)
        {
            text.extend(self.play(next));
        }
        text
    }

    /// The title of the puzzle, which gives its theme away only to those who asked for it.
    fn title(&self, call: &Call<'_>) -> Phrase {
        if let Some(running) = self.race() {
            return race::title(call, running);
        }
        if let Some(mistake) = self.mistake() {
            return Phrase::new("train-title").with("turn", mistake.turn);
        }
        if let Some(date) = self.open.daily {
            return Phrase::new("daily-title").with("day", day(date));
        }
        match self.open.theme.as_deref().and_then(theme) {
            Some(theme) => Phrase::new("puzzle-title-theme").with("theme", name(theme)),
            None => Phrase::new("puzzle-title"),
        }
    }

    /// The puzzle is opened, or goes on.
    pub(super) fn begun(self, call: &Call<'_>) -> Draft {
        let mut text = vec![self.title(call)];
        if let Some(mistake) = self.mistake() {
            text.extend(train::what_happened(mistake));
        } else if self.open.counts.is_none() && !self.open.missed && !self.open.race {
            text.push(Phrase::new("puzzle-practice"));
        }
        text.extend(self.task());
        self.answer(call, text)
    }

    /// Counts the first try.
    fn settle(&mut self, call: &Call<'_>, solved: bool) {
        self.open.missed |= !solved;
        if let Some(rating) = self.open.counts.take() {
            self.tried = Some(PuzzleTry {
                puzzle: self.open.id,
                first: first_rating(&self.puzzle),
                by: self.puzzled.rating,
                solved,
            });
            let ratings = self.puzzled.count(rating, solved, call.context.now);
            self.open.change = Some(ratings.map(|rating| rating.rounded()));
        }
        if let Some(item) = self.open.own.as_mut().filter(|item| item.counts) {
            let trained = Trained::by(item, solved, call.context.now);
            (item.counts, item.solved) = (false, trained.solved);
            self.trained = Some(trained);
            self.open.trained = Some(trained);
        }
    }

    /// What was tried is not the solution: what is wrong with it, and what the other player could
    /// answer.
    fn wrong(
        mut self,
        call: &Call<'_>,
        mut text: Vec<Phrase>,
        before: &Position,
        tried: Action,
    ) -> Draft {
        if self.open.race {
            let wrong = Phrase::new("race-wrong").with("action", action_phrase(tried));
            let text = vec![wrong, self.solution()];
            return self.raced(call, text);
        }
        self.settle(call, false);
        let is_same = self.mistake().is_some_and(|own| own.played == tried);
        let head = match is_same {
            true => "train-same",
            false => "puzzle-wrong",
        };
        let head = Phrase::new(head).with("action", action_phrase(tried));
        text.push(head.clone());
        let (_, against) = claims(before, &[tried]);
        if !against.is_empty() {
            text.push(claims_phrase("review-against", &against));
        }
        let after = before.play_unchecked(tried);
        let reply = refutation(before, &after);
        if let Some(reply) = reply {
            text.push(
                Phrase::new("puzzle-refuted")
                    .with("color", after.actor())
                    .with("action", action_phrase(reply)),
            );
            let gains = gains(&after, reply);
            if !gains.is_empty() {
                text.push(claims_phrase("hint-because", &gains));
            }
        }
        let mut draft = Draft {
            text,
            ..Draft::silent(Show::Nothing)
        };
        if let Some(board) = self.board(call, BoardForm::Picture) {
            draft.visual = Some(Visual::Board(Box::new(Board {
                position: after,
                result: after.result(),
                caption: head,
                last: vec![Played::new(before, tried)],
                hints: reply.into_iter().collect(),
                ..board
            })));
        }
        draft.choices = vec![
            Choice::new(Phrase::new("choice-try-again"), self.command()),
            self.choice(Phrase::new("choice-solution"), "show"),
        ];
        self.keep(call, draft)
    }

    /// The solution is shown from here on, which ends the puzzle.
    pub(super) fn shown(mut self, call: &Call<'_>) -> Draft {
        if self.open.race {
            let text = vec![self.solution()];
            return self.raced(call, text);
        }
        self.settle(call, false);
        if let Some(day) = self.open.daily {
            self.puzzled.daily.shown = Some(day);
        }
        let position = *self.position();
        let left = self.left().to_vec();
        let mut text = vec![self.solution()];
        let (good, _) = match self.mistake() {
            Some(mistake) => claims(&position, &mistake.better),
            None => claims(&position, &left),
        };
        if !good.is_empty() {
            text.push(claims_phrase("hint-because", &good));
        }
        let board = self.board(call, BoardForm::Picture).map(|board| Board {
            hints: left.first().copied().into_iter().collect(),
            ..board
        });
        self.ended(call, text, board)
    }

    /// What is left of the solution, as a sentence.
    fn solution(&self) -> Phrase {
        Phrase::new("puzzle-shown").with("turns", turns(self.position(), self.left()))
    }

    /// The race that it is part of.
    fn race(&self) -> Option<&Race> {
        let running = self.puzzled.races.running.as_ref();
        running.filter(|_| self.open.race)
    }

    /// The race goes on with the next puzzle, after these sentences.
    fn raced(self, call: &Call<'_>, text: Vec<Phrase>) -> Draft {
        race::next(call, self.puzzled, text)
    }

    /// The puzzle is solved.
    fn solved(mut self, call: &Call<'_>, mut text: Vec<Phrase>) -> Draft {
        if self.open.race {
            let name = &call.person.name;
            self.puzzled.races.solve(name, call.context.now);
            return self.raced(call, vec![Phrase::new("race-right")]);
        }
        let was_first = !self.open.missed;
        self.settle(call, true);
        text.push(Phrase::new(match was_first {
            true => "puzzle-solved",
            false => "puzzle-solved-late",
        }));
        // From the next day on everybody can read the solution.
        let today = utc_day(call.context.now);
        if let Some(day) = self.open.daily.filter(|day| *day == today) {
            let daily = &mut self.puzzled.daily;
            let asked = daily.asked.clone().filter(|(asked, _)| *asked == day);
            daily.solve(SolvedDay {
                day,
                server: asked.map(|(_, server)| server).unwrap_or_default(),
                name: call.person.name.clone(),
            });
            if daily.has_solved(day) {
                text.push(Phrase::new("daily-streak").with("count", daily.streak as usize));
            }
        }
        let board = self.board(call, BoardForm::Picture);
        self.ended(call, text, board)
    }

    /// The end of a puzzle: its themes, the rating, and what can follow.
    fn ended(mut self, call: &Call<'_>, mut text: Vec<Phrase>, board: Option<Board>) -> Draft {
        match &self.open.own {
            Some(_) => text.extend(self.open.trained.map(train::what_follows)),
            None => text.push(self.themes()),
        }
        if let Some([before, after]) = self.open.change {
            let change = after - before;
            let sign = if change < 0 { "−" } else { "+" };
            text.push(
                Phrase::new("puzzle-rating")
                    .with("rating", Arg::Number(after))
                    .with("change", format!("{sign}{}", change.abs())),
            );
            if self.puzzled.streak >= STREAK {
                let streak = self.puzzled.streak as usize;
                text.push(Phrase::new("puzzle-streak").with("count", streak));
            }
        }
        let again = Choice {
            aside: true,
            ..Choice::new(Phrase::new("choice-again"), self.command())
        };
        let next = match self.open.own {
            Some(_) => train::next_choice(),
            None => next_choice(self.open.theme.as_deref()),
        };
        let draft = Draft {
            text,
            visual: board.map(|board| Visual::Board(Box::new(board))),
            choices: vec![next, again],
            ..Draft::silent(Show::Nothing)
        };
        self.done = true;
        self.keep(call, draft)
    }

    /// The mistake of the learner's own, if it is one.
    fn mistake(&self) -> Option<&OwnMistake> {
        self.open.own.as_ref().map(|item| &item.mistake)
    }

    /// Whether an action is not the solution, but as good.
    fn is_as_good(&self, action: Action) -> bool {
        let mistake = self.mistake();
        mistake.is_some_and(|mistake| mistake.good.contains(&action))
    }

    /// What the puzzle is about.
    fn themes(&self) -> Phrase {
        let themes = self.puzzle.themes.iter();
        Phrase::new("puzzle-themes")
            .with("count", self.puzzle.themes.len())
            .with("themes", themes.map(|&theme| name(theme)).collect::<Arg>())
    }
}

impl Exercise for PuzzleScene {
    fn table(&self) -> &Table {
        &self.table
    }

    fn command(&self) -> String {
        match &self.open.own {
            Some(item) => train::command(item.number),
            None if self.open.race => race::command(self.open.id),
            None => format!("{} {}", PUZZLE.word, self.open.id),
        }
    }

    fn task(&self) -> Option<Phrase> {
        let position = self.position();
        let actor = position.actor();
        let task = match position.stage() {
            Stage::Place => {
                Phrase::new("puzzle-place").with("command", Arg::command("place <point>"))
            }
            Stage::Move => {
                Phrase::new("puzzle-move").with("command", Arg::command("move <from> <to>"))
            }
            Stage::Row => {
                let rows = numbered_rows(position, actor).into_iter();
                Phrase::new("puzzle-row")
                    .with("rows", rows.collect::<Arg>())
                    .with("command", Arg::command("row <number>"))
            }
            Stage::Ring => Phrase::new("puzzle-ring").with("command", Arg::command("ring <point>")),
            Stage::Over => return None,
        };
        Some(task.with("color", actor))
    }

    fn dress(&self, board: &mut Board) {
        let played = Played::sequence(&self.puzzle.start, &self.open.played);
        board.last = Played::last_turn(&played).to_vec();
        if board.result.is_none() {
            board.caption = Phrase::new("puzzle-caption").with("color", board.position.actor());
        }
    }

    fn offer(&self, choices: &mut Vec<Choice>) {
        // There are no hints.
        choices.retain(|choice| !choice.aside);
        if self.open.race {
            choices.push(race::skip_choice());
        }
        if self.open.missed {
            choices.push(self.choice(Phrase::new("choice-solution"), "show"));
        }
    }

    fn note(self, draft: &mut Draft) {
        draft.puzzle = self.tried;
        draft.trained = self.trained;
        draft.setting = Some(setting(Puzzled {
            open: Some(self.open).filter(|_| !self.done),
            ..self.puzzled
        }));
    }

    /// The theme is a hint.
    fn helped(self, call: &Call<'_>) -> Draft {
        let text = vec![match self.mistake() {
            Some(mistake) => train::help(mistake),
            None => self.themes(),
        }];
        self.answer(call, text)
    }

    /// It is no try.
    fn illegal(self, call: &Call<'_>, reason: Vec<Phrase>) -> Draft {
        self.answer(call, reason)
    }

    fn decided(mut self, call: &Call<'_>, actions: Vec<(Position, Action)>) -> Draft {
        let mut text = Vec::new();
        for (before, action) in actions {
            match self.left() {
                // What goes beyond the puzzle is left out.
                [] => break,
                &[right, ..] if right == action => text.extend(self.play(action)),
                &[best, ..] if self.is_as_good(action) => {
                    text.extend(self.play(action));
                    text.push(Phrase::new("train-as-good").with("best", action_phrase(best)));
                }
                _ => return self.wrong(call, text, &before, action),
            }
        }
        text.extend(self.go_ahead());
        if self.left().is_empty() {
            return self.solved(call, text);
        }
        text.push(Phrase::new("puzzle-right"));
        text.extend(self.task());
        self.answer(call, text)
    }
}
