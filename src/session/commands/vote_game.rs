//! `vote-game`: everybody where the table is plays the bot together, by votes.

use jiff::SignedDuration;

use super::terms::{COLOR, VARIANT};
use crate::session::needs::{must_be_free, must_have_room};
use crate::session::options::{Kind, OptionSpec};
use crate::session::person::Seat;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};
use crate::session::start::{decide, start};
use crate::session::terms::Terms;
use crate::session::time_control::{SHORTEST, span_text};
use crate::session::votes::Crowd;

const LEVEL: OptionSpec = OptionSpec::optional("level", "option-level", Kind::Level);

/// Length of a round of votes.
const ROUND: OptionSpec = OptionSpec::optional("span", "option-round", Kind::Span).written("[10m]");

/// Number of people who have to vote.
const QUORUM: OptionSpec = OptionSpec::optional("quorum", "option-quorum", Kind::Number);

/// Default length of a round.
const USUAL_ROUND: SignedDuration = SignedDuration::from_mins(10);

/// Maximum length of a round.
const LONGEST_ROUND: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Maximum quorum.
const MOST_QUORUM: usize = 100;

pub(super) static VOTE_GAME: Spec = Spec {
    aliases: &["votegame", "crowd"],
    options: &[LEVEL, QUORUM, ROUND, VARIANT, COLOR],
    example: "vote-game 4 10m",
    begins_game: Some(|_, _| true),
    ..Spec::new("vote-game", Group::Begin, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let Call {
        table,
        person,
        options,
        context,
        ..
    } = *call;
    let round = options.span(&ROUND).unwrap_or(USUAL_ROUND);
    if !(SHORTEST..=LONGEST_ROUND).contains(&round) {
        let wrong = Phrase::new("vote-round-wrong")
            .with("least", span_text(SHORTEST))
            .with("most", span_text(LONGEST_ROUND));
        return Err(Refusal::new(wrong).and(call.spec.usage_line()));
    }
    let quorum = options.number(&QUORUM).unwrap_or(1);
    if !(1..=MOST_QUORUM).contains(&quorum) {
        let wrong = Phrase::new("vote-quorum-wrong").with("most", MOST_QUORUM);
        return Err(Refusal::new(wrong).and(call.spec.usage_line()));
    }
    must_be_free(table, person)?;
    must_have_room(person, person, context)?;
    let crowd = Crowd {
        host: person.clone(),
        seconds: u32::try_from(round.as_secs()).unwrap_or(u32::MAX),
        quorum: u32::try_from(quorum).unwrap_or(u32::MAX),
    };
    let terms = Terms {
        variant: options.variant(&VARIANT).unwrap_or_default(),
        ..Terms::default()
    };
    let color = decide(options.color(&COLOR).unwrap_or_default(), context);
    let bot = Seat::Bot(options.level().unwrap_or_default());
    let mut draft = start(table, Seat::Crowd(crowd), color, bot, terms, context);
    draft.text.insert(
        1,
        Phrase::new("vote-how").with("votes", Arg::command("votes")),
    );
    Ok(draft)
}
