//! What players settle with each other: taking back, draws, resignation.

use super::event::{Event, Offer};
use super::handle::{Draft, Show, seated};
use super::house::Context;
use super::person::{Person, Seat};
use super::refusal::Refusal;
use super::reply::{Arg, Choice, Phrase};
use super::table::{Game, Table};
use crate::game::Color;

pub(super) fn undo(table: &Table, person: &Person) -> Result<Draft, Refusal> {
    let (game, color) = seated(table, person)?;
    let remaining = game
        .before_last_turn_of(color)
        .ok_or_else(|| Refusal::new(Phrase::new("undo-nothing")))?;
    if game.seat(!color).is_bot() {
        return Ok(took_back(game, color, remaining));
    }
    offer(game, color, Offer::Undo)
}

fn took_back(game: &Game, color: Color, remaining: usize) -> Draft {
    let told = Phrase::new("took-back")
        .with("player", Arg::seat(game.seat(color)))
        .with("actions", game.actions().len() - remaining);
    Draft::say(told, Show::PICTURE).event(Event::TookBack { remaining })
}

pub(super) fn draw(table: &Table, person: &Person) -> Result<Draft, Refusal> {
    let (game, color) = seated(table, person)?;
    if game.offer == Some((!color, Offer::Draw)) {
        return Ok(agreed(game, color));
    }
    if game.seat(!color).is_bot() {
        return Err(Phrase::new("bot-plays-on").into());
    }
    offer(game, color, Offer::Draw)
}

fn agreed(game: &Game, color: Color) -> Draft {
    let told = Phrase::new("draw-accepted").with("player", Arg::seat(game.seat(color)));
    Draft::say(told, Show::PICTURE).event(Event::Drawn)
}

/// Asks the other player.
fn offer(game: &Game, color: Color, offer: Offer) -> Result<Draft, Refusal> {
    match game.offer {
        Some((by, _)) if by == color => Err(Phrase::new("offer-waits")
            .with("other", Arg::seat(game.seat(!color)))
            .with("withdraw", Arg::command("withdraw"))
            .into()),
        Some((by, _)) => Err(Phrase::new("offer-first")
            .with("other", Arg::seat(game.seat(by)))
            .with("accept", Arg::command("accept"))
            .with("decline", Arg::command("decline"))
            .into()),
        None => {
            // The turn's lines tell what stands asked.
            Ok(Draft::silent(Show::PICTURE).event(Event::Offered { by: color, offer }))
        }
    }
}

/// Answers what the other player asked; `None` if nothing was asked of this person, or if a
/// challenge of somebody is meant.
pub(super) fn answer(
    table: &Table,
    person: &Person,
    of: Option<&str>,
    yes: bool,
) -> Option<Result<Draft, Refusal>> {
    let game = table.running()?;
    let color = game.color_of(person)?;
    if of.is_some() {
        return None;
    }
    let Some((by, offer)) = game.offer else {
        return Some(Err(Phrase::new("nothing-asked")
            .with("other", Arg::seat(game.seat(!color)))
            .into()));
    };
    if by == color {
        return Some(Err(Phrase::new("offer-own")
            .with("other", Arg::seat(game.seat(!color)))
            .with("withdraw", Arg::command("withdraw"))
            .into()));
    }
    if !yes {
        let id = match offer {
            Offer::Draw => "draw-declined",
            Offer::Undo => "undo-declined",
        };
        let told = Phrase::new(id).with("player", Arg::seat(game.seat(color)));
        return Some(Ok(
            Draft::say(told, Show::PICTURE).event(Event::Refused { offer })
        ));
    }
    Some(match offer {
        Offer::Draw => Ok(agreed(game, color)),
        Offer::Undo => game
            .before_last_turn_of(by)
            .map(|remaining| took_back(game, by, remaining))
            .ok_or_else(|| Phrase::new("undo-nothing").into()),
    })
}

/// Withdraws one's own question; `None` if there is none.
pub(super) fn withdraw(table: &Table, person: &Person) -> Option<Draft> {
    let game = table.running()?;
    let color = game.color_of(person)?;
    let (by, offer) = game.offer?;
    if by != color {
        return None;
    }
    let told = Phrase::new("offer-withdrawn").with("player", Arg::seat(game.seat(color)));
    Some(Draft::say(told, Show::PICTURE).event(Event::Refused { offer }))
}

/// Calls the game off, if the other player is gone: resigning would be all that is left otherwise.
pub(super) fn abort(
    table: &Table,
    person: &Person,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    let (game, color) = seated(table, person)?;
    let other = game.seat(!color);
    let refused = |id| {
        Phrase::new(id)
            .with("other", Arg::seat(other))
            .with("draw", Arg::command("draw"))
            .with("resign", Arg::command("resign"))
            .into()
    };
    match (other, context.opponent_present) {
        // Who is gone is told by the result.
        (Seat::Person(_), Some(false)) => {
            Ok(Draft::silent(Show::PICTURE).event(Event::Aborted { by: color }))
        }
        (Seat::Person(_), Some(true)) => Err(refused("abort-present")),
        (Seat::Person(_), None) => Err(refused("abort-unknown")),
        (Seat::Bot(_), _) => Err(refused("abort-bot")),
    }
}

pub(super) fn resign(
    table: &Table,
    person: &Person,
    confirmed: Option<bool>,
) -> Result<Draft, Refusal> {
    let (_, color) = seated(table, person)?;
    match confirmed {
        Some(true) => {
            // Who resigned is told by the result.
            Ok(Draft::silent(Show::PICTURE).event(Event::Resigned { by: color }))
        }
        Some(false) => Ok(Draft::say(Phrase::new("resign-not"), Show::PICTURE)),
        None => {
            let mut draft = Draft::say(
                Phrase::new("resign-sure")
                    .with("player", Arg::Name(person.clone()))
                    .with("yes", Arg::command("resign yes"))
                    .with("no", Arg::command("resign no")),
                Show::PICTURE,
            );
            draft.choices = [("yes", true), ("no", false)]
                .map(|(answer, yes)| Choice {
                    only_for: Some(person.clone()),
                    ..Choice::answer(
                        Phrase::new(format!("choice-resign-{answer}")),
                        format!("resign {answer}"),
                        yes,
                    )
                })
                .into();
            Ok(draft)
        }
    }
}
