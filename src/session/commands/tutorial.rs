//! `tutorial`: ten lessons, in which the learner makes the moves; and what decisions mean in one.
//!
//! A lesson is a table that is made up for the moment: the commands of a game work at it, typed as
//! well as picked. How far its learner is stands among their settings. Nobody else sees it, and the
//! table at which it is asked for does not change.

mod lesson;
mod scene;

use scene::{LAST, Scene, for_learner, setting};

use super::act::{MOVE, PASS, PLACE, RING, ROW};
use super::board::BOARD;
use super::hint::HINT;
use super::moves::MOVES;
use super::rows::ROWS;
use super::tap::TAP;
use crate::engine::Level;
use crate::game::{Action, Color, Row, Stage};
use crate::session::decision::Decision;
use crate::session::draft::{Draft, Show};
use crate::session::event::{ColorChoice, Event};
use crate::session::learned::{Learned, OpenLesson};
use crate::session::lessons::is_meant;
use crate::session::options::{Choices, Kind, OptionSpec, Options, Value};
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Call, Command, Group, Handled, Handler, Lookup, Spec};
use crate::session::start::start_against_bot;
use crate::session::terms::Terms;

const LESSON: OptionSpec = OptionSpec::optional("lesson", "option-lesson", Kind::Number);

const WHAT: OptionSpec = OptionSpec::optional(
    "what",
    "option-tutorial",
    Kind::Choice(Choices {
        words: &["stop", "show", "game"],
        also: &[
            ("end", "stop"),
            ("quit", "stop"),
            ("solution", "show"),
            ("play", "game"),
        ],
        has_default: false,
    }),
);

/// A command within a lesson, of a choice.
const DOES: OptionSpec = OptionSpec::optional(
    "does",
    "option-command",
    Kind::Choice(Choices {
        words: &[
            "tap", "place", "move", "row", "ring", "pass", "moves", "hint",
        ],
        also: &[],
        has_default: false,
    }),
)
.internal();

const FROM: OptionSpec =
    OptionSpec::optional("from", "option-from", Kind::Point(|_, _| Vec::new())).internal();

const TO: OptionSpec =
    OptionSpec::optional("to", "option-to", Kind::Point(|_, _| Vec::new())).internal();

const NUMBER: OptionSpec = OptionSpec::optional("number", "option-page", Kind::Number).internal();

/// The level of the first game.
const FIRST_LEVEL: u8 = 1;

pub(super) static TUTORIAL: Spec = Spec {
    aliases: &["learn", "lesson", "lessons"],
    options: &[LESSON, WHAT, DOES, FROM, TO, NUMBER],
    example: "tutorial 4",
    is_private: true,
    lookups: &[Lookup::RunningGames],
    ..Spec::new("tutorial", Group::Begin, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let learned = learned(call);
    let what = call.options.word(&WHAT);
    match what {
        Some("game") => return first_game(call),
        Some("stop") => return Ok(stop(call, learned)),
        _ => {}
    }
    if !call.context.alone {
        return Ok(elsewhere(call));
    }
    let Some(number) = call.options.number(&LESSON).or_else(|| learned.next(LAST)) else {
        return Ok(complete(call));
    };
    // The lesson goes on where it was left, be it in another place.
    let left = learned.open.as_ref().filter(|_| learned.last == number);
    let open = OpenLesson {
        at: call.table.key().clone(),
        since: call.context.now,
        played: left.map_or_else(Vec::new, |left| left.played.clone()),
        wrong: left.map_or(0, |left| left.wrong),
    };
    let scene = Scene::new(call, learned, number, open)?;
    if what == Some("show") {
        return Ok(scene.shown(call));
    }
    match inner(call.options) {
        Some(command) => lesson::run(call, scene, &command),
        None => Ok(scene.begun(call)),
    }
}

/// How far the author is.
fn learned(call: &Call<'_>) -> Learned {
    let own = call.context.personal.of(call.person);
    own.tutorial.map(|learned| *learned).unwrap_or_default()
}

/// What a command means in the lesson that its author is in here; nothing if they are in none, or
/// if it is for a game.
pub(in crate::session) fn in_lesson(call: &Call<'_>) -> Option<Handled> {
    // What a game's reply offers is for the game.
    let is_of_game = call.context.version.is_some() || call.options.game().is_some();
    if !call.spec.in_lessons || is_of_game || !call.context.alone {
        return None;
    }
    // Who looks at the board where others play means theirs.
    let others_play = !call.context.private && call.table.running().is_some();
    if others_play && [&MOVES, &ROWS, &BOARD].contains(&call.spec) {
        return None;
    }
    let learned = learned(call);
    let open = learned.open.clone()?;
    if !is_meant(call.table, call.person, &open, call.context.private) {
        return None;
    }
    let number = learned.last;
    let command = Command {
        spec: call.spec,
        options: call.options.clone(),
    };
    let scene = Scene::new(call, learned, number, open);
    Some(scene.and_then(|scene| lesson::run(call, scene, &command)))
}

/// The command within the lesson that a choice stands for.
fn inner(options: &Options) -> Option<Command> {
    let (from, to) = (options.point(&FROM), options.point(&TO));
    let number = options.number(&NUMBER);
    let decided = |spec: &'static Spec, decision| Command {
        spec,
        options: Options::of_decisions(vec![decision]),
    };
    Some(match options.word(&DOES)? {
        "place" => decided(&PLACE, Decision::Exact(Action::Place(from?))),
        "move" => {
            let (from, to) = (from?, to?);
            decided(&MOVE, Decision::Exact(Action::Move { from, to }))
        }
        "row" => {
            let row = || Some(Decision::Exact(Action::Row(Row::new(from?, to?)?)));
            decided(&ROW, number.map(Decision::RowNumber).or_else(row)?)
        }
        "ring" => decided(&RING, Decision::Ring(from?)),
        "pass" => decided(&PASS, Decision::Exact(Action::Pass)),
        "hint" => Command {
            spec: &HINT,
            options: Options::default(),
        },
        word => {
            let spec = if word == TAP.word { &TAP } else { &MOVES };
            let mut inner = Options::default();
            for option in spec.options {
                match (option.kind, from, number) {
                    (Kind::Point(_), Some(point), _) => inner.put(option, Value::Point(point)),
                    (Kind::Number, _, Some(number)) => inner.put(option, Value::Number(number)),
                    _ => {}
                }
            }
            Command {
                spec,
                options: inner,
            }
        }
    })
}

/// Leads to where nobody else reads the lessons.
fn elsewhere(call: &Call<'_>) -> Draft {
    let tutorial = || Arg::command("tutorial");
    Draft {
        only_for: Some(call.person.clone()),
        private: true,
        beside: Some(Phrase::new("tutorial-private").with("tutorial", tutorial())),
        ..Draft::say(
            Phrase::new("tutorial-here").with("tutorial", tutorial()),
            Show::Nothing,
        )
    }
}

/// Leaves the lesson.
fn stop(call: &Call<'_>, learned: Learned) -> Draft {
    let id = match learned.open {
        Some(_) => "tutorial-stopped",
        None => "tutorial-not-open",
    };
    let phrase = Phrase::new(id).with("tutorial", Arg::command("tutorial"));
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.setting = Some(setting(Learned {
        open: None,
        ..learned
    }));
    for_learner(call, draft)
}

/// All lessons are solved.
fn complete(call: &Call<'_>) -> Draft {
    let phrase = Phrase::new("tutorial-complete")
        .with("last", LAST)
        .with("again", Arg::command("tutorial 4"));
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.choices = vec![first_game_choice()];
    for_learner(call, draft)
}

/// The choice of a first game.
fn first_game_choice() -> Choice {
    let label = Phrase::new("choice-first-game");
    Choice::new(label, format!("{} game", TUTORIAL.word))
}

/// A game at the gentlest level, in which hints come by themselves.
fn first_game(call: &Call<'_>) -> Handled {
    let mut draft = start_against_bot(
        call.table,
        call.person,
        Level::new(FIRST_LEVEL).unwrap_or_default(),
        Terms::default(),
        ColorChoice::Is(Color::White),
        call.context,
    )?;
    if call.context.inherited.gives_hints() {
        draft.events.push(Event::Coached { on: true });
        draft
            .text
            .push(Phrase::new("coach-begins").with("off", Arg::command("coach off")));
    }
    Ok(draft)
}

/// Whether a command asks for a part of the board: all that a lesson answers besides decisions.
fn looks(spec: &Spec) -> bool {
    [&TAP, &MOVES, &ROWS, &BOARD].contains(&spec)
}

/// Whether there is something to tap at a stage.
const fn has_steps(stage: Stage) -> bool {
    matches!(stage, Stage::Place | Stage::Move)
}
