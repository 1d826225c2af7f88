//! `daily`: the puzzle of the day, the same for everybody, which everybody solves alone. On the next day
//! its solution is told, and who solved it.

use jiff::ToSpan as _;
use jiff::civil::Date;

use crate::engine::Level;

use super::puzzle_scene::{PuzzleScene, setting};
use super::reasons::turns;
use super::{opened, puzzled, rating};
use crate::session::archive::{Answer, Question};
use crate::session::commands::exercise::{self, for_learner};
use crate::session::context::Context;
use crate::session::draft::{Draft, Outcome, Show};
use crate::session::person::{Person, Seat};
use crate::session::puzzled::OpenPuzzle;
use crate::session::puzzles::{of_day, utc_day};
use crate::session::reply::{Arg, Board, Choice, Phrase, Reply, Visual};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};
use crate::session::table::Table;

/// People who are named at most.
const NAMED: usize = 20;

pub(in crate::session::commands) static DAILY: Spec = Spec {
    is_private: true,
    ask: Some(ask),
    ..Spec::new("daily", Group::Begin, Handler::Any(handle))
};

fn ask(_: &Asking<'_>) -> Option<Question> {
    Some(Question::Daily)
}

fn handle(call: &Call<'_>) -> Handled {
    let context = call.context;
    let today = utc_day(context.now);
    let mut puzzled = puzzled(call);
    let solvers = match context.answer {
        Some(Answer::Daily { solvers, .. }) => Some(solvers.as_slice()),
        _ => None,
    };
    if !context.alone {
        if context.version.is_none() {
            let mut draft = Draft::silent(Show::Nothing);
            draft.text = invitation(today, solvers);
            draft.visual = board(today);
            draft.apart = true;
            draft.choices = vec![choice()];
            return Ok(draft);
        }
        if let Some(server) = context.server {
            puzzled.daily.asked = Some((today, server.to_owned()));
        }
        let mut draft = exercise::elsewhere(call, "puzzle-private", "puzzle-here", DAILY.word);
        draft.setting = Some(setting(puzzled));
        return Ok(draft);
    }
    // Whoever was led to a private chat came from the server that is already noted.
    let asked = puzzled.daily.asked.as_ref();
    let was_led = context.private && asked.is_some_and(|(day, _)| *day == today);
    if let Some(server) = context.server.filter(|_| !was_led) {
        puzzled.daily.asked = Some((today, server.to_owned()));
    }
    let Some((id, puzzle)) = of_day(today) else {
        return Err(super::no_such_puzzle());
    };
    let mut text = yesterday(today, solvers);
    if puzzled.daily.has_solved(today) {
        text.push(Phrase::new("daily-done").with("count", puzzled.daily.streak as usize));
        let mut draft = Draft::silent(Show::Nothing);
        draft.text = text;
        return Ok(for_learner(call, draft));
    }
    let open = match puzzled.open.clone() {
        Some(left) if left.is(id) => OpenPuzzle {
            at: call.table.key().clone(),
            since: context.now,
            daily: Some(today),
            ..left
        },
        _ => {
            let is_new = puzzled.had.insert(id);
            OpenPuzzle {
                counts: is_new.then(|| rating(call, id, puzzle)),
                daily: Some(today),
                ..opened(call, id)
            }
        }
    };
    let scene = PuzzleScene::new(call, puzzled, open)?;
    let mut draft = scene.begun(call);
    // Yesterday comes first.
    text.append(&mut draft.text);
    draft.text = text;
    Ok(draft)
}

/// The public post of a day's puzzle.
pub(in crate::session) fn daily_post(
    table: &Table,
    today: Date,
    solvers: &[Person],
    context: &Context<'_>,
) -> Outcome {
    let mut outcome = Outcome::nothing(table);
    outcome.replies.push(Reply {
        text: invitation(today, Some(solvers)),
        visual: board(today),
        choices: vec![choice()],
        apart: true,
        silent: context.inherited.is_quiet(context.now),
        version: table.version(),
        ..Reply::default()
    });
    outcome
}

/// The public text about a day's puzzle.
fn invitation(today: Date, solvers: Option<&[Person]>) -> Vec<Phrase> {
    let mut text = vec![Phrase::new("daily-title").with("day", day(today))];
    text.extend(yesterday(today, solvers));
    text.push(Phrase::new("daily-invite").with("daily", Arg::command(DAILY.word)));
    text
}

/// The board of a day's puzzle, for no particular solver.
fn board(today: Date) -> Option<Visual> {
    let (_, puzzle) = of_day(today)?;
    let solver = puzzle.solver();
    let mut board = Board::bare(puzzle.start, ["?", "?"]);
    board.seats[(!solver).index()] = Seat::Bot(Level::new(1).unwrap_or_default());
    board.caption = Phrase::new("puzzle-caption").with("color", solver);
    Some(Visual::Board(Box::new(board)))
}

/// The choice that leads to the puzzle.
fn choice() -> Choice {
    Choice::new(Phrase::new("choice-daily"), DAILY.word)
}

/// A day, as it is written everywhere.
pub(super) fn day(day: Date) -> Arg {
    Arg::from(day.to_string())
}

/// The solution of yesterday's puzzle and its solvers; nothing if the solvers were not looked up.
fn yesterday(today: Date, solvers: Option<&[Person]>) -> Vec<Phrase> {
    let before = today.checked_sub(1.day()).ok().and_then(of_day);
    let Some((_, puzzle)) = before else {
        return Vec::new();
    };
    let Some(solvers) = solvers else {
        return Vec::new();
    };
    let mut text =
        vec![Phrase::new("daily-yesterday").with("turns", turns(&puzzle.start, &puzzle.line))];
    if solvers.is_empty() {
        return text;
    }
    let people = solvers.iter().take(NAMED);
    let people: Arg = people.map(|person| Arg::Name(person.clone())).collect();
    let more = solvers.len().saturating_sub(NAMED);
    let id = match more {
        0 => "daily-solvers",
        _ => "daily-solvers-more",
    };
    text.push(Phrase::new(id).with("people", people).with("more", more));
    text
}
