//! `games` and `next`: a person's own games at all tables, and the most urgent of them.

use jiff::Timestamp;

use crate::session::adjourned::AdjournedGame;
use crate::session::archive::{Answer, Question};
use crate::session::clock::Clock;
use crate::session::draft::{Draft, Show};
use crate::session::event::Challenge;
use crate::session::game::Game;
use crate::session::own_games::OwnGames;
use crate::session::person::{Person, TableKey};
use crate::session::present::{board, turn_lines};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, BoardForm, Phrase, Visual};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};
use crate::session::table::Table;
use crate::session::terms::Terms;
use crate::session::time_control::short_span;

/// Most games in progress that are listed: a list that is longer is read by nobody.
const MOST_GAMES: usize = 20;

pub(super) static GAMES: Spec = Spec {
    aliases: &["mygames"],
    is_private: true,
    ask: Some(|_| Some(Question::OwnGames)),
    ..Spec::new("games", Group::Look, Handler::Any(list))
};

pub(super) static NEXT: Spec = Spec {
    is_private: true,
    ask: Some(|_| Some(Question::OwnGames)),
    ..Spec::new("next", Group::Look, Handler::Any(next))
};

/// The games of the person who asks.
fn own<'a>(call: &Call<'a>) -> Result<&'a OwnGames, Refusal> {
    match call.context.answer {
        Some(Answer::OwnGames(own)) => Ok(own),
        _ => Err(Phrase::new("internal-error").into()),
    }
}

fn list(call: &Call<'_>) -> Handled {
    let own = own(call)?;
    let (person, now) = (call.person, call.context.now);
    let mut text = Vec::new();
    let mut section = |title: &str, lines: Vec<Phrase>, left_out: usize| {
        if lines.is_empty() {
            return;
        }
        text.push(Phrase::new(title));
        text.extend(lines);
        if left_out > 0 {
            text.push(Phrase::new("games-more").with("count", left_out));
        }
    };
    let running = own.running.iter().take(MOST_GAMES);
    let lines = running.filter_map(|(number, table)| line(*number, table, person, now));
    section(
        "games-running",
        lines.collect(),
        own.running.len().saturating_sub(MOST_GAMES),
    );
    let challenges = own.challenges.iter();
    section(
        "games-challenges",
        challenges
            .map(|(place, one)| open(place, one, person))
            .collect(),
        own.challenges_more,
    );
    let adjourned = &own.adjourned;
    let lines = adjourned.games.iter();
    let lines = lines.map(|(number, game)| adjourned_line(*number, game, person));
    section(
        "games-adjourned",
        lines.collect(),
        adjourned.total - adjourned.elsewhere - adjourned.games.len(),
    );
    let hidden = own.running_elsewhere + own.challenges_elsewhere + adjourned.elsewhere;
    match (text.is_empty(), hidden) {
        (true, 0) => return Err(none()),
        (true, _) => text.push(Phrase::new("games-none-here")),
        (false, _) => text.extend(elsewhere(hidden)),
    }
    let mut draft = Draft::silent(Show::Nothing);
    draft.text = text;
    draft.only_for = Some(person.clone());
    Ok(draft)
}

fn none() -> Refusal {
    Phrase::new("games-none")
        .with("challenge", Arg::command("challenge @friend"))
        .with("play", Arg::command("play"))
        .into()
}

/// A game in progress as one line.
fn line(number: usize, table: &Table, person: &Person, now: Timestamp) -> Option<Phrase> {
    let game = table.running()?;
    let other = game.seat(!game.color_of(person)?);
    Some(
        Phrase::new("games-game")
            .with("number", number)
            .with("place", Arg::Place(table.key().clone()))
            .with("other", Arg::seat_with_number(other))
            .with("terms", Terms::of_game(game).short_phrase())
            .with("turn", turn(game, person, now)),
    )
}

/// Whose turn it is, and until when.
fn turn(game: &Game, person: &Person, now: Timestamp) -> Phrase {
    if let Some(until) = game.clock().and_then(Clock::resumes) {
        return Phrase::new("games-paused").with("until", Arg::Time(until));
    }
    let [plain, timed, holiday] = match game.is_turn_of(person) {
        true => ["games-yours", "games-yours-timed", "games-yours-holiday"],
        false => ["games-theirs", "games-theirs-timed", "games-theirs-holiday"],
    };
    let Some(clock) = game.clock() else {
        return Phrase::new(plain);
    };
    let actor = game.position().actor();
    if let Some(until) = clock.on_holiday(actor) {
        return Phrase::new(holiday).with("until", Arg::Time(until));
    }
    let Some(deadline) = clock.deadline() else {
        return Phrase::new(plain);
    };
    Phrase::new(timed)
        .with("left", short_span(clock.left(actor, now)))
        .with("deadline", Arg::Until(deadline))
}

/// An open challenge to or by a person as one line.
fn open(place: &TableKey, challenge: &Challenge, person: &Person) -> Phrase {
    let phrase = match &challenge.to {
        _ if challenge.by != *person => {
            Phrase::new("games-challenge").with("by", Arg::Name(challenge.by.clone()))
        }
        Some(to) => Phrase::new("games-challenge-own").with("to", Arg::Name(to.clone())),
        None => Phrase::new("games-challenge-anyone"),
    };
    phrase
        .with("place", Arg::Place(place.clone()))
        .with("game", Terms::of(challenge).full_phrase())
        .with("expires", Arg::Until(challenge.expires))
}

/// An adjourned game as one line.
pub(super) fn adjourned_line(number: i64, game: &AdjournedGame, person: &Person) -> Phrase {
    let terms = Terms {
        variant: game.variant,
        rated: game.rated,
        time: game.time,
        ..Terms::default()
    };
    let phrase = match terms.time_phrase() {
        Some(time) => Phrase::new("adjourned-game-timed").with("time", time),
        None => Phrase::new("adjourned-game"),
    };
    phrase
        .with("resume", Arg::command(format!("resume {number}")))
        .with("other", Arg::seat_with_number(game.opponent_of(person)))
        .with("terms", terms.short_phrase())
        .with("adjourned", game.at.strftime("%Y-%m-%d").to_string())
}

/// That there are more games, which are not told here.
pub(super) fn elsewhere(count: usize) -> Option<Phrase> {
    (count > 0).then(|| Phrase::new("games-elsewhere").with("count", count))
}

fn next(call: &Call<'_>) -> Handled {
    let own = own(call)?;
    let mut tables = own.running.iter().map(|(_, table)| table);
    let Some((table, game)) = tables.find_map(|table| {
        let game = table.running()?;
        game.is_turn_of(call.person).then_some((table, game))
    }) else {
        let refusal = match own.running.is_empty() && own.running_elsewhere == 0 {
            true => none(),
            false => Refusal::new(Phrase::new("next-none").with("games", Arg::command("games"))),
        };
        return Err(match turns_elsewhere(own) {
            Some(phrase) => Refusal::new(Phrase::new("next-none-here")).and(phrase),
            None => refusal,
        });
    };
    let id = match own.turns_elsewhere {
        0 => "next-game",
        _ => "next-game-here",
    };
    let place = Phrase::new(id).with("place", Arg::Place(table.key().clone()));
    let mut draft = Draft::say(place, Show::Nothing);
    draft.text.extend(turn_lines(game));
    draft.text.extend(turns_elsewhere(own));
    let now = call.context.now;
    let board = board(table, game, BoardForm::Picture, None, now);
    draft.visual = Some(Visual::Board(Box::new(board)));
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}

/// In how many games it is the person's turn as well, which are not told here.
fn turns_elsewhere(own: &OwnGames) -> Option<Phrase> {
    let count = own.turns_elsewhere;
    (count > 0).then(|| Phrase::new("next-elsewhere").with("count", count))
}
