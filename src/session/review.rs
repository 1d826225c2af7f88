//! Reviews: somebody asks what was good and bad in a finished game, the engine goes through it,
//! and its findings are put into words and a curve.

use super::event::{Event, PlayedGame};
use super::handle::{Draft, Outcome, Show, any_game, finish};
use super::hint::{named, reasons_phrase};
use super::house::Context;
use super::likeness::tells_of;
use super::look::read_record;
use super::person::{Person, Seat};
use super::refusal::Refusal;
use super::reply::{Arg, Curve, Phrase};
use super::table::{ReviewRequest, Table};
use crate::engine::{Findings, Label, TurningPoint};
use crate::game::{Action, Color, Position};

/// Somebody asks for the review of the table's last game, or of one that they bring along.
pub(super) fn ask(
    table: &Table,
    person: &Person,
    text: &str,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    if table.review().is_some() {
        return Err(Phrase::new("review-under-way").into());
    }
    let game = if text.trim().is_empty() && context.attachment.is_none() {
        of_table(table)?
    } else {
        let game = of_record(text, context)?;
        if let Some(running) = table.running()
            && tells_of(game.start, &game.actions, running)
        {
            return Err(goes_on());
        }
        game
    };
    if game.actions.is_empty() {
        return Err(Phrase::new("review-empty").into());
    }
    let begins = Phrase::new("review-begins")
        .with("white", Arg::seat(&game.seats[0]))
        .with("black", Arg::seat(&game.seats[1]));
    Ok(Draft::say(begins, Show::Nothing).event(Event::ReviewAsked {
        number: table.next(),
        by: person.clone(),
        game: Box::new(game),
    }))
}

/// Refuses a review of the game that is being played: whoever plays may ask for hints, which the
/// record tells; nobody may ask behind their back.
///
/// A record that leads through its boards is refused as well, with the rings placed in another
/// order, the colours changed or the board turned as it may be. What is not found out: a board
/// with a piece in another place, and a record that is brought to another table, where nobody
/// knows of this game.
fn goes_on() -> Refusal {
    Phrase::new("review-goes-on")
        .with("analyze", Arg::command("analyze"))
        .into()
}

/// The game that was played last at the table.
fn of_table(table: &Table) -> Result<PlayedGame, Refusal> {
    let game = any_game(table)?;
    let Some(result) = game.result() else {
        return Err(match game.is_over() {
            true => Phrase::new("review-unfinished").into(),
            false => goes_on(),
        });
    };
    Ok(PlayedGame {
        seats: game.seats().clone(),
        start: Position::start(game.variant),
        actions: game.actions().to_vec(),
        result,
    })
}

/// A game that somebody brings along.
fn of_record(text: &str, context: &Context<'_>) -> Result<PlayedGame, Refusal> {
    let (record, _) = read_record("analyze", text, context)?;
    let Some(result) = record.result else {
        return Err(Phrase::new("review-unfinished").into());
    };
    let seat = |name: &str| Seat::Person(Person::new(name, name));
    Ok(PlayedGame {
        seats: [seat(&record.white), seat(&record.black)],
        start: record.first_position(),
        actions: record.actions,
        result,
    })
}

/// The engine has gone through the game, or has failed to.
pub(super) fn tell(
    table: &Table,
    number: u64,
    findings: Option<&Findings>,
    context: &Context<'_>,
) -> Result<Outcome, Refusal> {
    let Some(wish) = table.review().filter(|wish| wish.number == number) else {
        // Nobody waits for it any more.
        return Ok(Outcome::nothing(table));
    };
    let event = Event::Reviewed { number };
    let Some(findings) = findings else {
        let sorry = Phrase::new("review-failed").with("analyze", Arg::command("analyze"));
        return finish(
            table,
            Draft::say(sorry, Show::Nothing).event(event),
            context,
        );
    };
    let game = &wish.game;
    let mut draft = Draft::silent(Show::Nothing).event(event);
    draft.text.push(
        Phrase::new("review-done")
            .with("white", Arg::seat(&game.seats[0]))
            .with("black", Arg::seat(&game.seats[1]))
            .with("by", Arg::Name(wish.by.clone())),
    );
    for color in Color::ALL {
        draft.text.push(player(game, findings, color));
    }
    for (number, point) in (1..).zip(&findings.turning_points) {
        draft.text.extend(turning_point(game, number, point));
    }
    if findings.turning_points.is_empty() {
        draft.text.push(Phrase::new("review-no-points"));
    }
    draft.curve = Some(curve(table, wish, findings));
    finish(table, draft, context)
}

/// A part of one in whole per cent.
fn percent(part: f64) -> usize {
    (part * 100.0).round().clamp(0.0, 100.0) as usize
}

/// How well a player played.
fn player(game: &PlayedGame, findings: &Findings, color: Color) -> Phrase {
    let seat = Arg::seat(&game.seats[color.index()]);
    let Some(accuracy) = findings.accuracy[color.index()] else {
        return Phrase::new("review-player-idle").with("player", seat);
    };
    let count = |label: Label| {
        let decisions = findings.decisions.iter();
        decisions
            .filter(|decision| decision.by == color && decision.label == label)
            .count()
    };
    Phrase::new("review-player")
        .with("player", seat)
        .with("color", color)
        .with("accuracy", percent(accuracy / 100.0))
        .with("inaccuracies", count(Label::Inaccuracy))
        .with("mistakes", count(Label::Mistake))
        .with("blunders", count(Label::Blunder))
}

/// A turning point, why it was one, and what was better.
fn turning_point(game: &PlayedGame, number: usize, point: &TurningPoint) -> Vec<Phrase> {
    let decision = &point.decision;
    let mut text = vec![
        Phrase::new("review-point")
            .with("number", number)
            .with("turn", decision.turn)
            .with("player", Arg::seat(&game.seats[decision.by.index()]))
            .with("action", named(decision.action))
            .with("loss", percent(decision.loss))
            .with("before", percent(decision.before))
            .with("after", percent(decision.after)),
    ];
    if !point.against.is_empty() {
        text.push(reasons_phrase("review-against", &point.against));
    }
    if let Some(&action) = point.better.actions.first() {
        let because = reasons_phrase("review-better", &point.because);
        text.push(because.with("action", named(action)));
    }
    text
}

/// The chances over the game.
fn curve(table: &Table, wish: &ReviewRequest, findings: &Findings) -> Curve {
    let game = &wish.game;
    let accuracy = |color: Color| match findings.accuracy[color.index()] {
        Some(accuracy) => Phrase::new("percent").with("number", percent(accuracy / 100.0)),
        None => Phrase::new("percent-none"),
    };
    let caption = Phrase::new("review-caption")
        .with("white", Arg::seat(&game.seats[0]))
        .with("black", Arg::seat(&game.seats[1]))
        .with("whiteaccuracy", accuracy(Color::White))
        .with("blackaccuracy", accuracy(Color::Black));
    let rings = findings.decisions.iter();
    Curve {
        seats: game.seats.clone(),
        caption,
        result: game.result,
        first_turn: findings.first_turn,
        chances: findings
            .chances
            .iter()
            .map(|chance| (chance * 1000.0).round().clamp(0.0, 1000.0) as u16)
            .collect(),
        rings: rings
            .filter(|decision| matches!(decision.action, Action::Ring(_)))
            .map(|decision| (decision.turn, decision.by))
            .collect(),
        turning_points: findings
            .turning_points
            .iter()
            .map(|point| point.decision.turn)
            .collect(),
        theme: table.theme.clone(),
    }
}
