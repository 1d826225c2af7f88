//! `train`: gives people their own mistakes as exercises, again and again until they are learned.

use super::puzzle_scene::PuzzleScene;
use super::reasons::claims;
use super::{PUZZLE_ID, not_open, opened, puzzled, resumed, stop};
use crate::game::Action;
use crate::session::archive::{Answer, Question};
use crate::session::commands::exercise::{
    self, DOES, Exercise, FROM, NUMBER, TO, for_learner, inner,
};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::phrases::{action_phrase, claims_phrase};
use crate::session::puzzled::OpenPuzzle;
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};
use crate::session::training::{OwnMistake, Trained, Training, TrainingItem};

const WHAT: OptionSpec = OptionSpec::optional(
    "what",
    "option-train",
    Kind::Choice(Choices {
        words: &["next", "show", "stop"],
        also: &[
            ("skip", "next"),
            ("solution", "show"),
            ("end", "stop"),
            ("quit", "stop"),
        ],
        has_default: false,
    }),
);

pub(in crate::session::commands) static TRAIN: Spec = Spec {
    aliases: &["mistakes", "practice"],
    options: &[WHAT, PUZZLE_ID, DOES, FROM, TO, NUMBER],
    is_private: true,
    ask: Some(ask),
    ..Spec::new("train", Group::Begin, Handler::Any(handle))
};

fn ask(asking: &Asking<'_>) -> Option<Question> {
    let number = asking.options.number(&PUZZLE_ID);
    let number = number.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    Some(Question::Training { number })
}

fn handle(call: &Call<'_>) -> Handled {
    let puzzled = puzzled(call);
    let what = call.options.word(&WHAT);
    if what == Some("stop") {
        return Ok(stop(call, puzzled));
    }
    if !call.context.alone {
        return Ok(exercise::elsewhere(
            call,
            "train-private",
            "train-here",
            TRAIN.word,
        ));
    }
    let number = call.options.number(&PUZZLE_ID);
    let training = match call.context.answer {
        Some(Answer::Training(training)) => training,
        _ => &Training::default(),
    };
    let is_open = |open: &OpenPuzzle| match &open.own {
        // One that was left for so long that it is due again begins anew.
        Some(item) if !item.counts && training.items.iter().any(|one| one.is_again(item)) => false,
        Some(item) => match number {
            Some(number) => i64::try_from(number) == Ok(item.number),
            None => what != Some("next"),
        },
        None => false,
    };
    let scene = match resumed(call, &puzzled, is_open) {
        Some(scene) => scene?,
        None if what == Some("show") && number.is_none() => return Err(not_open(call).into()),
        None => {
            let left = puzzled.open.as_ref().and_then(|open| open.own.as_ref());
            let left = left.filter(|_| number.is_none());
            let Some(item) = following(&training.items, left.map(|left| left.number)) else {
                return Ok(for_learner(call, nothing(training)));
            };
            let open = OpenPuzzle {
                own: Some(Box::new(item.clone())),
                ..opened(call, 0)
            };
            PuzzleScene::new(call, puzzled, open)?
        }
    };
    if what == Some("show") {
        return Ok(scene.shown(call));
    }
    match inner(call.options) {
        Some(command) => scene.run(call, &command),
        None => Ok(scene.begun(call)),
    }
}

/// The exercise after the one that is left, and the first one after the last.
fn following(items: &[TrainingItem], left: Option<i64>) -> Option<&TrainingItem> {
    let left = items.iter().position(|item| Some(item.number) == left);
    let after = left.and_then(|index| items.get(index + 1));
    after.or_else(|| items.first())
}

/// There is nothing to train now.
fn nothing(training: &Training) -> Draft {
    let phrase = match training.later {
        Some((count, next)) => Phrase::new("train-later")
            .with("count", count)
            .with("next", Arg::Until(next)),
        None => Phrase::new("train-none").with("analyze", Arg::command("analyze")),
    };
    Draft::say(phrase, Show::Nothing)
}

/// The command that opens an exercise.
pub(super) fn command(number: i64) -> String {
    format!("{} {number}", TRAIN.word)
}

/// The choice of the next mistake.
pub(super) fn next_choice() -> Choice {
    Choice::new(
        Phrase::new("choice-next-mistake"),
        format!("{} next", TRAIN.word),
    )
}

/// What the learner did in the game, and why that was a mistake.
pub(super) fn what_happened(mistake: &OwnMistake) -> Vec<Phrase> {
    let mut text = vec![
        Phrase::new("train-played")
            .with("action", action_phrase(mistake.played))
            .with("loss", mistake.loss as usize),
    ];
    let (_, against) = claims(&mistake.position, &[mistake.played]);
    if !against.is_empty() {
        text.push(claims_phrase("review-against", &against));
    }
    text
}

/// What becomes of the exercise after a try that counted.
pub(super) fn what_follows(trained: Trained) -> Phrase {
    match trained.due {
        Some(due) => Phrase::new("train-comes-back").with("at", Arg::Until(due)),
        None => Phrase::new("train-learned"),
    }
}

/// A hint that leaves something to find.
pub(super) fn help(mistake: &OwnMistake) -> Phrase {
    match mistake.better.first() {
        Some(Action::Move { from, .. }) => Phrase::new("train-help-ring").with("point", *from),
        _ => Phrase::new("train-help"),
    }
}
