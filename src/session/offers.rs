//! Offers between players: a draw, a turn taken back, a pause and its end.

use super::draft::{Draft, Show};
use super::event::{Event, Offer};
use super::game::Game;
use super::needs::Seated;
use super::person::Person;
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use super::table::Table;
use crate::game::Color;

/// Makes an offer to the other player.
pub(super) fn make_offer(seated: Seated<'_>, offer: Offer) -> Result<Draft, Refusal> {
    let Seated { game, color } = seated;
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
        // The lines of the turn tell the offer.
        None => Ok(Draft::silent(Show::PICTURE).event(Event::Offered { by: color, offer })),
    }
}

/// A draw is agreed on by the player of this colour.
pub(super) fn agree_on_draw(game: &Game, color: Color) -> Draft {
    let phrase = Phrase::new("draw-accepted").with("player", Arg::seat(game.seat(color)));
    Draft::say(phrase, Show::PICTURE).event(Event::Drawn)
}

/// The last turn of a colour is taken back; this many actions remain.
pub(super) fn take_back(game: &Game, color: Color, remaining: usize) -> Draft {
    let phrase = Phrase::new("took-back")
        .with("player", Arg::seat(game.seat(color)))
        .with("actions", game.actions().len() - remaining);
    Draft::say(phrase, Show::PICTURE).event(Event::TookBack { remaining })
}

/// The clock is paused.
pub(super) fn pause() -> Draft {
    // The lines of the turn tell it.
    Draft::silent(Show::Turn).event(Event::Paused)
}

/// Ends a pause, or asks the other player to agree if it is their clock that would run.
pub(super) fn resume(seated: Seated<'_>) -> Result<Draft, Refusal> {
    let Seated { game, color } = seated;
    if game.needs_consent_to_run(color) {
        return make_offer(seated, Offer::Resume);
    }
    Ok(end_pause(game, color))
}

/// The pause is ended by the player of this colour.
fn end_pause(game: &Game, color: Color) -> Draft {
    let phrase = Phrase::new("resumed").with("player", Arg::seat(game.seat(color)));
    Draft::say(phrase, Show::PICTURE).event(Event::Resumed)
}

/// Answers the other player's offer; nothing if the person plays no game here.
pub(super) fn answer_offer(
    table: &Table,
    person: &Person,
    yes: bool,
) -> Option<Result<Draft, Refusal>> {
    let game = table.running()?;
    let color = game.color_of(person)?;
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
            Offer::Pause => "pause-declined",
            Offer::Resume => "resume-declined",
        };
        let phrase = Phrase::new(id).with("player", Arg::seat(game.seat(color)));
        return Some(Ok(
            Draft::say(phrase, Show::PICTURE).event(Event::Refused { offer })
        ));
    }
    Some(match offer {
        Offer::Draw => Ok(agree_on_draw(game, color)),
        Offer::Undo => game
            .before_last_turn_of(by)
            .map(|remaining| take_back(game, by, remaining))
            .ok_or_else(|| Phrase::new("undo-nothing").into()),
        Offer::Pause => Ok(pause()),
        Offer::Resume => Ok(end_pause(game, color)),
    })
}

/// Withdraws a person's own offer; nothing if there is none.
pub(super) fn withdraw_offer(table: &Table, person: &Person) -> Option<Draft> {
    let game = table.running()?;
    let color = game.color_of(person)?;
    let (by, offer) = game.offer?;
    if by != color {
        return None;
    }
    let phrase = Phrase::new("offer-withdrawn").with("player", Arg::seat(game.seat(color)));
    Some(Draft::say(phrase, Show::PICTURE).event(Event::Refused { offer }))
}
