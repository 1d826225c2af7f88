//! What commands need: a game, a seat in it, the turn, a free table, a moderator. Each is a look-up that
//! refuses with what can be done instead.

use super::clock::Clock;
use super::context::Context;
use super::game::Game;
use super::person::{Person, Seat};
use super::present::{over_next, result_line};
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use super::spec::Spec;
use super::table::Table;
use super::terms::Terms;
use crate::game::Color;

/// A person's seat in the game in progress.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seated<'a> {
    pub(super) game: &'a Game,
    /// The colour that the person plays.
    pub(super) color: Color,
}

/// The game in progress, or the last one.
pub(super) fn any_game(table: &Table) -> Result<&Game, Refusal> {
    table.game().ok_or_else(no_game)
}

/// The game in progress.
pub(super) fn running(table: &Table) -> Result<&Game, Refusal> {
    if let Some(game) = table.running() {
        return Ok(game);
    }
    Err(match table.game() {
        Some(game) => over_next(game)
            .into_iter()
            .fold(Refusal::new(result_line(game)), Refusal::and),
        None => no_game(),
    })
}

fn no_game() -> Refusal {
    Phrase::new("no-game")
        .with("challenge", Arg::command("challenge @friend"))
        .with("play", Arg::command("play"))
        .into()
}

/// The seat of a person in the game in progress.
pub(super) fn seated<'a>(table: &'a Table, person: &Person) -> Result<Seated<'a>, Refusal> {
    let game = running(table)?;
    let crowd = game.crowd().map(|color| game.seat(color));
    let host = crowd.and_then(Seat::responsible);
    match (game.color_of(person), host) {
        (Some(color), _) => Ok(Seated { game, color }),
        (None, Some(host)) => Err(Phrase::new("vote-host")
            .with("host", Arg::Name(host.clone()))
            .into()),
        (None, None) => Err(Phrase::new("spectator")
            .with("white", Arg::seat(game.seat(Color::White)))
            .with("black", Arg::seat(game.seat(Color::Black)))
            .with(
                "commands",
                ["board", "moves", "history"]
                    .into_iter()
                    .map(Arg::command)
                    .collect::<Arg>(),
            )
            .into()),
    }
}

/// Refuses what makes sense only for a person who plays alone: not for whoever began a game in which
/// everyone votes.
pub(super) fn must_play_alone(seated: Seated<'_>) -> Result<(), Refusal> {
    match seated.game.seat(seated.color) {
        Seat::Crowd(_) => Err(Phrase::new("vote-not-here").into()),
        _ => Ok(()),
    }
}

/// Refuses to change who plays a game of a tournament.
pub(super) fn must_not_be_of_tournament(game: &Game) -> Result<(), Refusal> {
    match game.tournament {
        Some(_) => Err(Phrase::new("tournament-no-handover")
            .with("resign", Arg::command("resign"))
            .into()),
        None => Ok(()),
    }
}

/// The seat of a person who has to decide.
pub(super) fn deciding<'a>(table: &'a Table, person: &Person) -> Result<Seated<'a>, Refusal> {
    let game = running(table)?;
    let seated = match game.crowd() {
        // Everybody is part of it, except whoever plays the other colour.
        Some(color) if !game.seat(!color).holds(person) => Seated { game, color },
        _ => seated(table, person)?,
    };
    if let Some(until) = seated.game.clock().and_then(Clock::resumes) {
        return Err(Phrase::new("paused")
            .with("until", Arg::Time(until))
            .with("resume", Arg::command("resume"))
            .into());
    }
    let position = seated.game.position();
    let actor = position.actor();
    if actor == seated.color {
        return Ok(seated);
    }
    Err(Phrase::new("not-your-turn")
        .with("other", Arg::seat(seated.game.seat(actor)))
        .with("color", actor)
        .with("stage", Phrase::new(format!("stage-{}", position.stage())))
        .into())
}

/// The clocks of a game. Refuses if it is untimed.
pub(super) fn timed(game: &Game) -> Result<&Clock, Refusal> {
    game.clock().ok_or_else(|| {
        Phrase::new("untimed")
            .with("challenge", Arg::command("challenge @friend 3d"))
            .into()
    })
}

/// Refuses terms without a clock, for games that others wait for.
pub(super) fn timed_terms(spec: &Spec, terms: Terms) -> Result<Terms, Refusal> {
    match terms.time.is_untimed() {
        true => Err(Phrase::new("tournament-untimed")
            .with("example", Arg::command(spec.example()))
            .into()),
        false => Ok(terms),
    }
}

/// Refuses while a game is in progress.
pub(super) fn must_be_free(table: &Table, person: &Person) -> Result<(), Refusal> {
    match table.running() {
        None => Ok(()),
        Some(game) if game.color_of(person).is_some() => Err(Phrase::new("table-yours")
            .with("resign", Arg::command("resign"))
            .with("draw", Arg::command("draw"))
            .into()),
        Some(game) => Err(Phrase::new("table-taken")
            .with("white", Arg::seat(game.seat(Color::White)))
            .with("black", Arg::seat(game.seat(Color::Black)))
            .with("resign", Arg::command("resign"))
            .with("draw", Arg::command("draw"))
            .into()),
    }
}

/// Refuses if a person plays as many games as they may. `author` is told so as their own limit.
pub(super) fn must_have_room(
    person: &Person,
    author: &Person,
    context: &Context<'_>,
) -> Result<(), Refusal> {
    if !context.full.contains(&person.id) {
        return Ok(());
    }
    let most = usize::try_from(context.policy.most_games).unwrap_or(usize::MAX);
    let id = match author == person {
        true => "too-many-games",
        false => "too-many-games-other",
    };
    Err(Phrase::new(id)
        .with("player", Arg::Name(person.clone()))
        .with("most", most)
        .with("resign", Arg::command("resign"))
        .into())
}

/// Refuses whoever does not look after the channel or server.
pub(super) fn moderates(context: &Context<'_>) -> Result<(), Refusal> {
    match context.rights {
        Some(rights) if rights.channel || rights.server => Ok(()),
        Some(_) => Err(Phrase::new("moderators-only").into()),
        None => Err(Phrase::new("rights-unknown").into()),
    }
}

/// Refuses whoever may not change how the table looks: during a game, only its players may.
pub(super) fn may_arrange(table: &Table, person: &Person) -> Result<(), Refusal> {
    if table.running().is_some() {
        seated(table, person)?;
    }
    Ok(())
}
