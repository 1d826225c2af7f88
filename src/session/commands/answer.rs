//! `accept`, `decline` and `withdraw`: answers to challenges and to offers.

use crate::session::challenges::{addressed, is_open};
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::needs::must_be_free;
use crate::session::offers::{answer_offer, withdraw_offer};
use crate::session::options::{Kind, OptionSpec};
use crate::session::permissions::must_be_open;
use crate::session::reply::{Arg, Phrase};
use crate::session::seats::{answer_seat, withdraw_seat};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec, WhenStale};
use crate::session::start::accept_challenge;

/// Whose challenge; the offer of the other player, or the only challenge, if absent.
const PLAYER: OptionSpec = OptionSpec::optional("player", "option-challenger", Kind::Person);

pub(super) static ACCEPT: Spec = Spec {
    aliases: &["yes"],
    lookups: &[Lookup::RunningGames, Lookup::Blocks],
    ..answer("accept", Handler::Any(accept))
};

pub(super) static DECLINE: Spec = Spec {
    aliases: &["no"],
    ..answer("decline", Handler::Any(decline))
};

pub(super) static WITHDRAW: Spec = Spec {
    aliases: &["cancel"],
    ..Spec::new("withdraw", Group::Begin, Handler::Any(withdraw))
};

const fn answer(word: &'static str, handler: Handler) -> Spec {
    Spec {
        options: &[PLAYER],
        // A button that names a challenge is good as long as the challenge is open.
        when_stale: WhenStale::RefuseIf(|table, options| {
            let by = options.person(&PLAYER);
            by.is_none_or(|by| !is_open(table, by))
        }),
        ..Spec::new(word, Group::Begin, handler)
    }
}

/// The answer to an offer, if the call can be one: it names nobody.
fn offer_answer(call: &Call<'_>, yes: bool) -> Option<Handled> {
    match call.options.person(&PLAYER) {
        None => answer_offer(call.table, call.person, yes),
        Some(_) => None,
    }
}

/// The answer to the offer of a seat, if there is one for the author.
fn seat_answer(call: &Call<'_>, yes: bool) -> Option<Handled> {
    let of = call.options.person(&PLAYER);
    answer_seat(call.table, call.person, of, yes, call.context)
}

fn accept(call: &Call<'_>) -> Handled {
    if let Some(answer) = seat_answer(call, true) {
        return answer;
    }
    if let Some(answer) = offer_answer(call, true) {
        return answer;
    }
    let Call {
        table,
        person,
        context,
        ..
    } = *call;
    must_be_free(table, person)?;
    let of = call.options.person(&PLAYER);
    let challenge = addressed(table, person, of, true, context)?;
    // Whoever challenges is open to it, whatever they have set.
    if context.closed.contains(&challenge.by.id) {
        must_be_open(&challenge.by, context)?;
    }
    accept_challenge(table, challenge, person, context)
}

fn decline(call: &Call<'_>) -> Handled {
    if let Some(answer) = seat_answer(call, false) {
        return answer;
    }
    if let Some(answer) = offer_answer(call, false) {
        return answer;
    }
    let of = call.options.person(&PLAYER);
    let challenge = addressed(call.table, call.person, of, false, call.context)?;
    let phrase = Phrase::new("declined")
        .with("by", Arg::Name(call.person.clone()))
        .with("challenger", Arg::Mention(challenge.by.clone()));
    Ok(Draft::say(phrase, Show::Nothing).event(Event::Declined {
        challenger: challenge.by.id.clone(),
        by: call.person.clone(),
    }))
}

fn withdraw(call: &Call<'_>) -> Handled {
    let Call { table, person, .. } = *call;
    let offer = withdraw_offer(table, person).or_else(|| withdraw_seat(table, person));
    if let Some(draft) = offer {
        return Ok(draft);
    }
    if !table.challenges().iter().any(|one| one.by == *person) {
        return Err(Phrase::new("withdraw-nothing").into());
    }
    let phrase = Phrase::new("withdrawn").with("by", Arg::Name(person.clone()));
    Ok(Draft::say(phrase, Show::Nothing).event(Event::Withdrawn {
        challenger: person.id.clone(),
    }))
}
