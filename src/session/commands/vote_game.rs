//! `vote-game`: everybody where the table is plays the bot or a person together, by votes.

use jiff::SignedDuration;

use super::terms::{COLOR, VARIANT};
use crate::session::challenges::{challenge, the_one};
use crate::session::needs::{must_be_free, must_have_room};
use crate::session::options::{Kind, OptionSpec};
use crate::session::permissions::{may_challenge, must_be_open};
use crate::session::person::{Person, Seat};
use crate::session::refusal::Refusal;
use crate::session::reply::Phrase;
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec};
use crate::session::start::{decide, start, vote_how};
use crate::session::terms::Terms;
use crate::session::time_control::{SHORTEST, span_text};
use crate::session::votes::Crowd;

/// Who plays against everybody; the bot if absent.
const PLAYER: OptionSpec = OptionSpec::optional("player", "option-vote-player", Kind::Person);

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
    options: &[LEVEL, QUORUM, ROUND, VARIANT, COLOR, PLAYER],
    lookups: &[Lookup::RunningGames, Lookup::Blocks],
    example: "vote-game 4 10m",
    begins_game: Some(|options, _| options.person(&PLAYER).is_none()),
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
    let other = opponent(call)?;
    let level = options.level();
    let quorum = match (options.number(&QUORUM), level) {
        (Some(_), Some(_)) if other.is_some() => return Err(Phrase::new("vote-level").into()),
        // Against a person, a lone number is no level.
        (None, Some(level)) if other.is_some() => level.number() as usize,
        (quorum, _) => quorum.unwrap_or(1),
    };
    if !(1..=MOST_QUORUM).contains(&quorum) {
        let wrong = Phrase::new("vote-quorum-wrong").with("most", MOST_QUORUM);
        return Err(Refusal::new(wrong).and(call.spec.usage_line()));
    }
    must_be_free(table, person)?;
    let crowd = Crowd {
        host: person.clone(),
        seconds: u32::try_from(round.as_secs()).unwrap_or(u32::MAX),
        quorum: u32::try_from(quorum).unwrap_or(u32::MAX),
    };
    let terms = Terms {
        variant: options.variant(&VARIANT).unwrap_or_default(),
        ..Terms::default()
    };
    let color = options.color(&COLOR).unwrap_or_default();
    if let Some(other) = other {
        return challenge(
            table,
            person,
            Some(other),
            terms,
            color,
            Some(crowd),
            context,
        );
    }
    must_have_room(person, person, context)?;
    let color = decide(color, context);
    let bot = Seat::Bot(level.unwrap_or_default());
    let mut draft = start(table, Seat::Crowd(crowd), color, bot, terms, context);
    draft.text.insert(1, vote_how());
    Ok(draft)
}

/// The person whom everybody challenges; nothing if it is the bot.
fn opponent(call: &Call<'_>) -> Result<Option<Person>, Refusal> {
    let context = call.context;
    let Some(name) = call.options.person(&PLAYER) else {
        return Ok(None);
    };
    let known = context.people.iter().chain([context.bot]);
    let other = the_one(name, known, "vote-game @friend");
    let other = other.map_err(|unknown| unknown.and(call.spec.usage_line()))?;
    if other == context.bot {
        return Ok(None);
    }
    must_be_open(other, context)?;
    may_challenge(context)?;
    if other == call.person {
        return Err(Phrase::new("vote-self").into());
    }
    Ok(Some(other.clone()))
}
