//! `standin` and `seat`: a player leaves their seat to the bot, or offers it to another person.

use super::resign::{ANSWER, ask_if_sure, plays_on};
use crate::session::challenges::meant;
use crate::session::needs::{Seated, must_not_be_of_tournament, must_play_alone};
use crate::session::options::{Kind, OptionSpec};
use crate::session::person::Seat;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::seats::{hand_over, offer_seat};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec, WhenStale};

const LEVEL: OptionSpec = OptionSpec::optional("level", "option-level", Kind::Level);
const PLAYER: OptionSpec = OptionSpec::required("player", "option-substitute", Kind::Person);

pub(super) static STANDIN: Spec = Spec {
    aliases: &["substitute"],
    options: &[LEVEL, ANSWER],
    example: "standin 5",
    when_stale: WhenStale::Refuse,
    ..Spec::new("standin", Group::Settle, Handler::Seat(stand_in))
};

pub(super) static SEAT: Spec = Spec {
    aliases: &["handover"],
    options: &[PLAYER],
    example: "seat @friend",
    lookups: &[Lookup::NamedPresence, Lookup::Blocks],
    when_stale: WhenStale::Refuse,
    ..Spec::new("seat", Group::Settle, Handler::Seat(offer))
};

fn stand_in(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    must_play_alone(seated)?;
    must_not_be_of_tournament(game)?;
    if game.seat(!color).is_bot() {
        return Err(bot_plays_already());
    }
    let level = call.options.level().unwrap_or_default();
    match call.options.word(&ANSWER) {
        Some("yes") => {}
        Some(_) => return Ok(plays_on()),
        // It cannot be made rated again.
        None if game.is_rated() => {
            let question = Phrase::new("standin-sure");
            let yes = Phrase::new("choice-standin-yes");
            let command = format!("standin {}", level.number());
            return Ok(ask_if_sure(call, question, yes, &command));
        }
        None => {}
    }
    let seat = Seat::Bot(level);
    let told = Phrase::new("standin-done")
        .with("by", Arg::Name(call.person.clone()))
        .with("bot", Arg::seat_with_level(&seat))
        .with("color", color);
    Ok(hand_over(game, color, seat, told))
}

/// The bot does not play against itself.
fn bot_plays_already() -> Refusal {
    Phrase::new("standin-both")
        .with("seat", Arg::command("seat @friend"))
        .with("resign", Arg::command("resign"))
        .into()
}

fn offer(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    must_play_alone(seated)?;
    must_not_be_of_tournament(game)?;
    let context = call.context;
    let name = call.options.person(&PLAYER).unwrap_or_default();
    let known = context.people.iter().chain([context.bot]);
    let to = match meant(name, known)[..] {
        [to] => to,
        ref none_or_several => {
            let id = match none_or_several {
                [] => "player-unknown",
                _ => "player-several",
            };
            return Err(Phrase::new(id)
                .with("name", Arg::typed_name(name))
                .with("command", Arg::command("seat @friend"))
                .into());
        }
    };
    let refused = |id| -> Refusal {
        Phrase::new(id)
            .with("other", Arg::Name(to.clone()))
            .with("standin", Arg::command("standin 5"))
            .into()
    };
    if to == context.bot && game.seat(!color).is_bot() {
        return Err(bot_plays_already());
    }
    if to == context.bot {
        return Err(refused("seat-bot"));
    }
    if to == call.person {
        return Err(refused("seat-self"));
    }
    if game.seat(!color).holds(to) {
        return Err(refused("seat-opponent"));
    }
    if context.other_present == Some(false) || context.closed.contains(&to.id) {
        return Err(refused("seat-absent"));
    }
    if let Some((by, waiting)) = &game.seat_offer
        && *by == color
    {
        return Err(Phrase::new("seat-waits")
            .with("other", Arg::Name(waiting.clone()))
            .with("withdraw", Arg::command("withdraw"))
            .into());
    }
    if game.seat_offer.is_some() {
        return Err(refused("seat-first"));
    }
    Ok(offer_seat(call.person, call.table, seated, to, context.now))
}
