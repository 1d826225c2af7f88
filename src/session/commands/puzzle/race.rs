//! `race`: as many puzzles as somebody can solve in three minutes, alone; and who did best at a server.

use super::puzzle_scene::{PuzzleScene, setting};
use super::{PUZZLE_ID, opened, puzzled};
use crate::session::archive::{Answer, Question};
use crate::session::commands::exercise::{
    self, DOES, Exercise, FROM, NUMBER, TO, for_learner, inner,
};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::puzzled::{OpenPuzzle, Puzzled};
use crate::session::puzzles::{is_short, pick};
use crate::session::race::Race;
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};

/// People who are ranked at most.
const RANKED: usize = 10;

/// Seconds for which it is remembered where somebody asked for a race who was led to a private chat.
const ASKED: i64 = 60 * 60;

const WHAT: OptionSpec = OptionSpec::optional(
    "what",
    "option-race",
    Kind::Choice(Choices {
        words: &["start", "skip", "stop"],
        also: &[
            ("go", "start"),
            ("begin", "start"),
            ("next", "skip"),
            ("show", "skip"),
            ("end", "stop"),
            ("quit", "stop"),
        ],
        has_default: false,
    }),
);

pub(in crate::session::commands) static RACE: Spec = Spec {
    aliases: &["rush"],
    options: &[WHAT, PUZZLE_ID, DOES, FROM, TO, NUMBER],
    is_private: true,
    ask: Some(ask),
    ..Spec::new("race", Group::Begin, Handler::Any(handle))
};

fn ask(asking: &Asking<'_>) -> Option<Question> {
    let options = asking.options;
    let tells = options.word(&WHAT).is_none() && options.number(&PUZZLE_ID).is_none();
    tells.then_some(Question::Races)
}

fn handle(call: &Call<'_>) -> Handled {
    let context = call.context;
    let mut puzzled = puzzled(call);
    let what = call.options.word(&WHAT);
    if what == Some("stop") {
        return Ok(finished(call, puzzled));
    }
    if !context.alone {
        if context.version.is_none() && what.is_none() {
            let mut draft = Draft::silent(Show::Nothing);
            draft.text = invitation(call, &puzzled);
            draft.apart = true;
            draft.choices = vec![Choice::new(Phrase::new("choice-race"), RACE.word)];
            return Ok(draft);
        }
        if let Some(server) = context.server {
            puzzled.races.asked = Some((context.now, server.to_owned()));
        }
        let mut draft = exercise::elsewhere(call, "puzzle-private", "race-here", RACE.word);
        draft.setting = Some(setting(puzzled));
        return Ok(draft);
    }
    if let Some(over) = over(call, &puzzled) {
        return Ok(over);
    }
    if puzzled.races.running.is_none() {
        return Ok(match what {
            Some("start") => begin(call, puzzled),
            Some(_) => for_learner(call, Draft::say(no_race(), Show::Nothing)),
            None => {
                let mut draft = Draft::silent(Show::Nothing);
                draft.text = invitation(call, &puzzled);
                draft.choices = vec![start_choice("choice-race-start")];
                for_learner(call, draft)
            }
        });
    }
    let open = puzzled.open.clone().filter(|open| open.race);
    let Some(open) = open else {
        // They did something else meanwhile.
        return Ok(next(call, puzzled, Vec::new()));
    };
    let is_meant = call
        .options
        .number(&PUZZLE_ID)
        .is_none_or(|id| id == open.id as usize);
    let command = inner(call.options).filter(|_| is_meant);
    let open = OpenPuzzle {
        at: call.table.key().clone(),
        since: context.now,
        ..open
    };
    let scene = PuzzleScene::new(call, puzzled, open)?;
    if what == Some("skip") {
        return Ok(scene.shown(call));
    }
    match command {
        Some(command) => scene.run(call, &command),
        None => Ok(scene.begun(call)),
    }
}

/// What a race is, and the best scores.
fn invitation(call: &Call<'_>, puzzled: &Puzzled) -> Vec<Phrase> {
    let mut text = vec![Phrase::new("race-invite")];
    let ranking = match call.context.answer {
        Some(Answer::Races(ranking)) => ranking.as_slice(),
        _ => &[],
    };
    if call.context.alone {
        let best = puzzled.races.best(&server(call, puzzled));
        if best > 0 {
            text.push(Phrase::new("race-best").with("count", best as usize));
        }
    }
    text.extend(
        (1..)
            .zip(ranking)
            .take(RANKED)
            .map(|(place, (person, best))| {
                Phrase::new("race-rank")
                    .with("place", place as usize)
                    .with("person", Arg::Name(person.clone()))
                    .with("count", *best as usize)
            }),
    );
    if !call.context.alone {
        text.push(Phrase::new("race-how").with("race", start_command()));
    }
    text
}

/// The server for which a race counts: that at which it was asked for.
fn server(call: &Call<'_>, puzzled: &Puzzled) -> String {
    let context = call.context;
    let asked = puzzled.races.asked.as_ref();
    let led = asked
        .filter(|(at, _)| context.private && context.now.duration_since(*at).as_secs() < ASKED);
    let server = led.map(|(_, server)| server.as_str()).or(context.server);
    server.unwrap_or_default().to_owned()
}

fn begin(call: &Call<'_>, mut puzzled: Puzzled) -> Draft {
    let server = server(call, &puzzled);
    puzzled.races.start(server, call.context.now);
    next(call, puzzled, Vec::new())
}

/// The next puzzle of the race, after these sentences.
pub(super) fn next(call: &Call<'_>, mut puzzled: Puzzled, mut text: Vec<Phrase>) -> Draft {
    let context = call.context;
    let Some(race) = &puzzled.races.running else {
        return for_learner(call, Draft::say(no_race(), Show::Nothing));
    };
    let recent = puzzled.races.recent.iter().copied().collect();
    let found = pick(
        is_short,
        race.next_rating(),
        super::ratings(call),
        &recent,
        context.random,
    );
    // There are thousands.
    let Some((id, _)) = found else {
        return finished(call, puzzled);
    };
    puzzled.races.give(id);
    let open = OpenPuzzle {
        race: true,
        ..opened(call, id)
    };
    let Ok(scene) = PuzzleScene::new(call, puzzled.clone(), open) else {
        return finished(call, puzzled);
    };
    let mut draft = scene.begun(call);
    text.append(&mut draft.text);
    draft.text = text;
    draft
}

/// The title of a puzzle in a race.
pub(super) fn title(call: &Call<'_>, race: &Race) -> Phrase {
    Phrase::new("race-title")
        .with("count", race.solved as usize)
        .with("left", race.left(call.context.now))
}

/// The end of the race that the author is in, if its time is up.
pub(super) fn over(call: &Call<'_>, puzzled: &Puzzled) -> Option<Draft> {
    let race = puzzled.races.running.as_ref()?;
    race.is_over(call.context.now)
        .then(|| finished(call, puzzled.clone()))
}

/// Ends the race.
fn finished(call: &Call<'_>, mut puzzled: Puzzled) -> Draft {
    let Some(race) = puzzled.races.running.take() else {
        return for_learner(call, Draft::say(no_race(), Show::Nothing));
    };
    puzzled.open = puzzled.open.filter(|open| !open.race);
    let id = match race.best {
        0 => "race-result-first",
        best if race.solved > best => "race-result-best",
        _ => "race-result",
    };
    let result = Phrase::new(id)
        .with("count", race.solved as usize)
        .with("best", race.best as usize);
    let mut draft = Draft::silent(Show::Nothing);
    if race.is_over(call.context.now) {
        draft.text.push(Phrase::new("race-time"));
    }
    draft.text.push(result);
    draft.choices = vec![start_choice("choice-race-again")];
    if call.context.server.is_some() {
        draft
            .choices
            .push(Choice::new(Phrase::new("choice-race-ranking"), RACE.word));
    }
    draft.setting = Some(setting(puzzled));
    for_learner(call, draft)
}

/// The command that goes on with a puzzle of the race.
pub(super) fn command(id: u32) -> String {
    format!("{} {id}", RACE.word)
}

/// The choice of the next puzzle.
pub(super) fn skip_choice() -> Choice {
    Choice::new(
        Phrase::new("choice-race-skip"),
        format!("{} skip", RACE.word),
    )
}

fn start_choice(label: &'static str) -> Choice {
    Choice::new(Phrase::new(label), format!("{} start", RACE.word))
}

fn start_command() -> Arg {
    Arg::command(format!("{} start", RACE.word))
}

fn no_race() -> Phrase {
    Phrase::new("race-none").with("race", start_command())
}
