//! `rematch`: another game against the same opponent, with the colours changed.

use super::versus::must_play_here;
use crate::session::challenges::challenge;
use crate::session::event::ColorChoice;
use crate::session::game::Game;
use crate::session::needs::{must_be_free, must_have_room};
use crate::session::permissions::{may_challenge, must_be_open};
use crate::session::person::Seat;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec, WhenStale};
use crate::session::start::{accept_challenge, start};
use crate::session::terms::Terms;
use crate::session::votes::Crowd;

pub(super) static REMATCH: Spec = Spec {
    aliases: &["again"],
    lookups: &[Lookup::RunningGames, Lookup::Blocks],
    when_stale: WhenStale::Refuse,
    ..Spec::new("rematch", Group::Begin, Handler::Game(handle))
};

fn handle(call: &Call<'_>, game: &Game) -> Handled {
    let Call {
        table,
        person,
        context,
        ..
    } = *call;
    must_be_free(table, person)?;
    let Some(color) = game.color_of(person).or(game.crowd()) else {
        return Err(Phrase::new("rematch-spectator")
            .with("challenge", Arg::command("challenge @friend"))
            .into());
    };
    let terms = Terms::of_game(game);
    // Whoever asks answers for it.
    let crowd = match game.seat(color) {
        Seat::Crowd(crowd) => Some(Crowd {
            host: person.clone(),
            ..crowd.clone()
        }),
        _ => None,
    };
    match game.seat(!color) {
        Seat::Crowd(_) => {
            // One of the crowd has to ask, and answers for it. If somebody has, this accepts it.
            let mut challenges = table.challenges().iter();
            let asked = challenges
                .find(|one| one.to.as_ref() == Some(person) && one.crowd.is_some())
                .ok_or_else(|| {
                    Phrase::new("rematch-crowd").with("command", Arg::command("rematch"))
                })?;
            must_be_open(&asked.by, context)?;
            accept_challenge(table, asked, person, context)
        }
        bot @ (Seat::Bot(_) | Seat::Program(_)) => {
            if let Seat::Program(name) = bot {
                must_play_here(name, &context.policy.programs)?;
            }
            must_have_room(person, person, context)?;
            let seat = match crowd {
                Some(crowd) => Seat::Crowd(crowd),
                None => game.seat(color).clone(),
            };
            Ok(start(table, seat, !color, bot.clone(), terms, context))
        }
        Seat::Person(other) => {
            may_challenge(context)?;
            must_be_open(other, context)?;
            // If the other player has asked for a rematch already, this accepts it. A challenge to or
            // of a crowd is another game.
            let mut challenges = table.challenges().iter();
            let asked = challenges
                .find(|one| one.by == *other && one.to.as_ref() == Some(person))
                .filter(|one| one.crowd.is_none() && crowd.is_none());
            match asked {
                Some(challenge) => accept_challenge(table, challenge, person, context),
                None => challenge(
                    table,
                    person,
                    Some(other.clone()),
                    terms,
                    ColorChoice::Is(!color),
                    crowd,
                    context,
                ),
            }
        }
    }
}
