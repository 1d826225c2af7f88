//! `tutorial`: ten lessons, in which the learner makes the moves. A lesson is an exercise; how far its
//! learner is stands among their settings.

mod lesson_scene;

use lesson_scene::{LAST, LessonScene};

use super::exercise::{self, DOES, Exercise, FROM, NUMBER, TO, for_learner, inner};
use crate::engine::Level;
use crate::game::Color;
use crate::session::draft::{Draft, Show};
use crate::session::event::{ColorChoice, Event};
use crate::session::learned::{Learned, OpenLesson};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::person::Seat;
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
        return Ok(exercise::elsewhere(
            call,
            "tutorial-private",
            "tutorial-here",
            TUTORIAL.word,
        ));
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
    let scene = LessonScene::new(call, learned, number, open)?;
    if what == Some("show") {
        return Ok(scene.shown(call));
    }
    match inner(call.options) {
        Some(command) => scene.run(call, &command),
        None => Ok(scene.begun(call)),
    }
}

/// How far the author is.
fn learned(call: &Call<'_>) -> Learned {
    let own = call.context.personal.of(call.person);
    own.tutorial.map(|learned| *learned).unwrap_or_default()
}

/// Runs a command in the lesson that its author is in here.
pub(super) fn go_on(
    call: &Call<'_>,
    learned: &Learned,
    open: &OpenLesson,
    command: &Command,
) -> Handled {
    let scene = LessonScene::new(call, learned.clone(), learned.last, open.clone())?;
    scene.run(call, command)
}

/// Leaves the lesson.
fn stop(call: &Call<'_>, learned: Learned) -> Draft {
    let id = match learned.open {
        Some(_) => "tutorial-stopped",
        None => "tutorial-not-open",
    };
    let phrase = Phrase::new(id).with("tutorial", Arg::command("tutorial"));
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.setting = Some(lesson_scene::setting(Learned {
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
        Seat::Bot(Level::new(FIRST_LEVEL).unwrap_or_default()),
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
