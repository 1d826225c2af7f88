//! `puzzle`: gives a puzzle, and is what its choices stand for. A puzzle is an exercise; how its
//! learner does with puzzles stands among their settings.

mod daily;
mod puzzle_scene;
mod race;
mod reasons;
mod themes;
mod train;

use std::collections::BTreeMap;

pub(super) use daily::DAILY;
pub(in crate::session) use daily::daily_post;
use puzzle_scene::PuzzleScene;
pub(super) use race::RACE;
use themes::theme;
pub(super) use train::TRAIN;

use yinsh::puzzle::Puzzle;

use super::exercise::{self, DOES, Exercise, FROM, NUMBER, TO, for_learner, inner};
use crate::session::archive::{Answer, Question};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::puzzled::{OpenPuzzle, Puzzled};
use crate::session::puzzles::{first_rating, pick, with_id};
use crate::session::rating::Rating;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Asking, Call, Command, Group, Handled, Handler, Spec};

/// How much harder or easier a puzzle is than one for the person's rating.
const STEP: f64 = 250.0;

const WHAT: OptionSpec = OptionSpec::optional(
    "what",
    "option-puzzle",
    Kind::Choice(Choices {
        words: &[
            "next",
            "harder",
            "easier",
            "win",
            "row",
            "double",
            "defence",
            "flip",
            "sacrifice",
            "trap",
            "endgame",
            "placement",
            "blitz",
            "show",
            "stop",
        ],
        also: &[
            ("new", "next"),
            ("skip", "next"),
            ("solution", "show"),
            ("end", "stop"),
            ("quit", "stop"),
            ("hard", "harder"),
            ("easy", "easier"),
            ("defense", "defence"),
            ("turn", "flip"),
        ],
        has_default: false,
    }),
)
.written("[theme|harder|easier|next|show|stop]");

/// The id of a puzzle, in a choice.
const PUZZLE_ID: OptionSpec =
    OptionSpec::optional("puzzle", "option-page", Kind::Number).internal();

pub(super) static PUZZLE: Spec = Spec {
    aliases: &["puzzles", "problem"],
    options: &[WHAT, PUZZLE_ID, DOES, FROM, TO, NUMBER],
    example: "puzzle double",
    is_private: true,
    details: Some(details),
    ask: Some(ask),
    ..Spec::new("puzzle", Group::Begin, Handler::Any(handle))
};

fn details() -> Phrase {
    Phrase::new("puzzle-words")
}

fn ask(asking: &Asking<'_>) -> Option<Question> {
    // What its choices stand for begins no puzzle.
    let begins = inner(asking.options).is_none() && asking.options.word(&WHAT) != Some("show");
    begins.then_some(Question::Puzzles)
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
            "puzzle-private",
            "puzzle-here",
            PUZZLE.word,
        ));
    }
    if what == Some("show")
        && puzzled.open.as_ref().is_some_and(|open| open.race)
        && let Some(over) = race::over(call, &puzzled)
    {
        return Ok(over);
    }
    let scene = match (call.options.number(&PUZZLE_ID), what) {
        (Some(number), _) => {
            let id = u32::try_from(number).unwrap_or(u32::MAX);
            resumed(call, &puzzled, |open| open.is(id))
                .or_else(|| again(call, puzzled, id))
                .unwrap_or_else(|| Err(no_such_puzzle()))?
        }
        (None, None) => match resumed(call, &puzzled, |open| open.own.is_none() && !open.race) {
            Some(scene) => scene?,
            None => another(call, puzzled, None)?,
        },
        (None, Some("show")) => {
            resumed(call, &puzzled, |_| true).unwrap_or_else(|| Err(not_open(call).into()))?
        }
        (None, Some(wish)) => another(call, puzzled, Some(wish))?,
    };
    if what == Some("show") {
        return Ok(scene.shown(call));
    }
    match inner(call.options) {
        Some(command) => scene.run(call, &command),
        None => Ok(scene.begun(call)),
    }
}

/// How the author does with puzzles.
fn puzzled(call: &Call<'_>) -> Puzzled {
    let own = call.context.personal.of(call.person);
    own.puzzles.map(|puzzled| *puzzled).unwrap_or_default()
}

/// Runs a command in the puzzle that its author is in here.
pub(super) fn go_on(
    call: &Call<'_>,
    puzzled: &Puzzled,
    open: &OpenPuzzle,
    command: &Command,
) -> Handled {
    if open.race
        && let Some(over) = race::over(call, puzzled)
    {
        return Ok(over);
    }
    PuzzleScene::new(call, puzzled.clone(), open.clone())?.run(call, command)
}

/// What becomes of an attempt to open a puzzle.
type Opened = Result<PuzzleScene, Refusal>;

/// The puzzle that the author is in, if it is the right one, as it was left, be it in another place.
fn resumed(
    call: &Call<'_>,
    puzzled: &Puzzled,
    is_right: impl FnOnce(&OpenPuzzle) -> bool,
) -> Option<Opened> {
    let left = puzzled.open.clone().filter(is_right)?;
    // Another version had it.
    left.puzzle()?;
    let open = OpenPuzzle {
        at: call.table.key().clone(),
        since: call.context.now,
        ..left
    };
    Some(PuzzleScene::new(call, puzzled.clone(), open))
}

/// A puzzle that the author has had is opened again. It does not count any more.
fn again(call: &Call<'_>, mut puzzled: Puzzled, id: u32) -> Option<Opened> {
    let puzzle = with_id(id)?;
    let is_new = puzzled.had.insert(id);
    let open = OpenPuzzle {
        counts: is_new.then(|| rating(call, id, puzzle)),
        ..opened(call, id)
    };
    Some(PuzzleScene::new(call, puzzled, open))
}

/// A puzzle that the author has not had.
fn another(call: &Call<'_>, mut puzzled: Puzzled, wish: Option<&'static str>) -> Opened {
    let context = call.context;
    // Those of another version are forgotten.
    puzzled.had.retain(|&id| with_id(id).is_some());
    let theme = wish.and_then(theme);
    let off = match wish {
        Some("harder") => STEP,
        Some("easier") => -STEP,
        _ => 0.0,
    };
    let near = puzzled.rating.rating + off;
    let suits = |puzzle: &Puzzle| theme.is_none_or(|theme| puzzle.themes.contains(&theme));
    let Some((id, puzzle)) = pick(suits, near, ratings(call), &puzzled.had, context.random) else {
        return Err(Phrase::new(match theme {
            Some(_) => "puzzle-theme-all",
            None => "puzzle-all",
        })
        .with("puzzle", Arg::command("puzzle next"))
        .into());
    };
    puzzled.had.insert(id);
    let open = OpenPuzzle {
        counts: Some(rating(call, id, puzzle)),
        theme: wish.filter(|_| theme.is_some()).map(str::to_owned),
        ..opened(call, id)
    };
    PuzzleScene::new(call, puzzled, open)
}

/// A puzzle that is opened here and now.
fn opened(call: &Call<'_>, id: u32) -> OpenPuzzle {
    OpenPuzzle {
        id,
        at: call.table.key().clone(),
        since: call.context.now,
        played: Vec::new(),
        counts: None,
        theme: None,
        daily: None,
        missed: false,
        change: None,
        own: None,
        race: false,
        trained: None,
    }
}

/// The ratings of the puzzles that somebody has tried.
fn ratings<'a>(call: &Call<'a>) -> &'a BTreeMap<u32, Rating> {
    static NONE: BTreeMap<u32, Rating> = BTreeMap::new();
    match call.context.answer {
        Some(Answer::Puzzles(ratings) | Answer::Daily { ratings, .. }) => ratings,
        _ => &NONE,
    }
}

/// The rating of a puzzle.
fn rating(call: &Call<'_>, id: u32, puzzle: &Puzzle) -> Rating {
    let known = ratings(call).get(&id).copied();
    known.unwrap_or_else(|| first_rating(puzzle))
}

fn no_such_puzzle() -> Refusal {
    Phrase::new("no-such-puzzle")
        .with("puzzle", Arg::command("puzzle next"))
        .into()
}

/// Leaves the puzzle.
fn stop(call: &Call<'_>, puzzled: Puzzled) -> Draft {
    let phrase = match &puzzled.open {
        Some(open) if open.own.is_some() => {
            Phrase::new("train-stopped").with("train", Arg::command(TRAIN.word))
        }
        Some(_) => Phrase::new("puzzle-stopped").with("puzzle", Arg::command("puzzle")),
        None => not_open(call),
    };
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.setting = Some(puzzle_scene::setting(Puzzled {
        open: None,
        ..puzzled
    }));
    for_learner(call, draft)
}

fn not_open(call: &Call<'_>) -> Phrase {
    Phrase::new("puzzle-not-open").with("puzzle", Arg::command(call.spec.word))
}

/// The choice of another puzzle, of the same theme if one was asked for.
fn next_choice(theme: Option<&str>) -> Choice {
    let command = format!("{} {}", PUZZLE.word, theme.unwrap_or("next"));
    Choice::new(Phrase::new("choice-next-puzzle"), command)
}
