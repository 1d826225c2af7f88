//! How games begin: challenges, games against the bot, rematches.

use super::event::{Challenge, ColorChoice, Event};
use super::handle::{Draft, Outcome, Show, any_game, finish};
use super::house::{Author, Context};
use super::name::Namesakes;
use super::person::{Person, Seat};
use super::refusal::Refusal;
use super::reply::{Arg, Choice, Phrase};
use super::table::{Game, Table};
use crate::engine::Level;
use crate::game::{Color, Variant};

/// Most challenges that may wait at one table; more would only be noise.
const MOST_CHALLENGES: usize = 10;

/// Refuses while a game goes on.
fn must_be_free(table: &Table, person: &Person) -> Result<(), Refusal> {
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

/// Refuses if somebody plays as many games as they may.
fn must_have_room(person: &Person, context: &Context<'_>) -> Result<(), Refusal> {
    if !context.full.contains(&person.id) {
        return Ok(());
    }
    let most = usize::try_from(context.house.most_games).unwrap_or(usize::MAX);
    let id = match context.author {
        Author::Person(author) if author == person => "too-many-games",
        _ => "too-many-games-other",
    };
    Err(Phrase::new(id)
        .with("player", Arg::Name(person.clone()))
        .with("most", most)
        .with("resign", Arg::command("resign"))
        .into())
}

/// The start of a game.
fn started(table: &Table, white: Seat, black: Seat, variant: Variant) -> (Event, Phrase) {
    let phrase = Phrase::new(format!("started-{variant}"))
        .with("white", Arg::seat_with_level(&white))
        .with("black", Arg::seat_with_level(&black));
    let event = Event::Started {
        // Who plays alone sees the board from their own side.
        flipped: white.is_bot(),
        white,
        black,
        variant,
        theme: table.theme.clone(),
    };
    (event, phrase)
}

/// The colour that somebody gets who asked for `choice`.
fn decide(choice: ColorChoice, context: &Context<'_>) -> Color {
    match choice {
        ColorChoice::Is(color) => color,
        ColorChoice::Random => Color::ALL[(context.random & 1) as usize],
    }
}

/// Seats somebody who plays `color` and their opponent.
fn seats(one: Seat, color: Color, other: Seat) -> (Seat, Seat) {
    match color {
        Color::White => (one, other),
        Color::Black => (other, one),
    }
}

/// Whether this is the person's id, with or without its `@`. Two ids that differ only in their
/// capitals are two persons'.
fn has_id(person: &Person, id: &str) -> bool {
    person.id.trim_start_matches('@') == id.trim_start_matches('@')
}

/// Which of these persons are meant by an id or a name, once each. Whose id it is, is meant,
/// whatever others call themselves; a name that can only be an id, as of Matrix, means nobody
/// else.
fn meant<'a>(name: &str, persons: impl Iterator<Item = &'a Person> + Clone) -> Vec<&'a Person> {
    if let Some(person) = persons.clone().find(|person| has_id(person, name)) {
        return vec![person];
    }
    let mut found: Vec<&Person> = Vec::new();
    if name.contains(':') {
        return found;
    }
    let name = name.trim_start_matches('@').to_lowercase();
    for person in persons {
        if person.name.to_lowercase() == name && !found.contains(&person) {
            found.push(person);
        }
    }
    found
}

/// Whether a challenge of the person with this id waits.
pub(super) fn stands(table: &Table, by: &str) -> bool {
    table.challenges.iter().any(|one| has_id(&one.by, by))
}

pub(super) fn challenge(
    table: &Table,
    person: &Person,
    opponent: Option<&str>,
    level: Option<Level>,
    (variant, color): (Variant, ColorChoice),
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_be_free(table, person)?;
    let to = match opponent {
        None => None,
        Some(name) => {
            let known = context.people.iter().chain([context.bot]);
            match meant(name, known)[..] {
                [known] if known == context.bot => {
                    let chosen = level.unwrap_or_default();
                    let mut draft = play(table, person, chosen, variant, color, context)?;
                    if level.is_none() {
                        draft.text.push(
                            Phrase::new("challenge-bot-level")
                                .with("last", Level::BEST.number())
                                .with("play", Arg::command("play 7")),
                        );
                    }
                    return Ok(draft);
                }
                [known] if known == person => {
                    return Err(Phrase::new("challenge-self")
                        .with("play", Arg::command("play"))
                        .with("anyone", Arg::command("challenge anyone"))
                        .into());
                }
                [known] => Some(known.clone()),
                ref none_or_several => {
                    let id = match none_or_several {
                        [] => "challenge-unknown",
                        _ => "challenge-several",
                    };
                    return Err(Phrase::new(id)
                        .with("name", name.chars().take(40).collect::<String>())
                        .with("command", Arg::command("challenge @friend"))
                        .into());
                }
            }
        }
    };
    if level.is_some() {
        return Err(Phrase::new("challenge-level")
            .with("play", Arg::command("play 7"))
            .into());
    }
    make_challenge(table, person, to, variant, color, context)
}

fn make_challenge(
    table: &Table,
    person: &Person,
    to: Option<Person>,
    variant: Variant,
    color: ColorChoice,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_have_room(person, context)?;
    if table.challenges.iter().any(|one| one.by == *person) {
        return Err(Phrase::new("challenge-waits")
            .with("withdraw", Arg::command("withdraw"))
            .into());
    }
    if table.challenges.len() >= MOST_CHALLENGES {
        return Err(Phrase::new("challenges-full").into());
    }
    // A moment too far away to be written down: the challenge then lasts as long as it can.
    let expires = context
        .now
        .checked_add(context.house.challenge_lasts)
        .unwrap_or(jiff::Timestamp::MAX);
    let id = match &to {
        Some(_) => "challenged",
        None => "challenged-anyone",
    };
    let mut phrase = Phrase::new(id)
        .with("by", Arg::Name(person.clone()))
        .with("variant", Phrase::new(format!("variant-{variant}")))
        .with(
            "color",
            match color {
                ColorChoice::Is(color) => Phrase::new(format!("takes-{color}")),
                ColorChoice::Random => Phrase::new("takes-random"),
            },
        )
        .with("expires", Arg::Time(expires))
        .with("accept", Arg::command("accept"))
        .with("decline", Arg::command("decline"))
        .with("withdraw", Arg::command("withdraw"));
    if let Some(to) = &to {
        phrase = phrase.with("to", Arg::Mention(to.clone()));
    }
    let mut choices = vec![answer("accept", true, person)];
    if to.is_some() {
        choices.push(answer("decline", false, person));
    }
    let mut draft = Draft::say(phrase, Show::Nothing).event(Event::Challenged(Challenge {
        by: person.clone(),
        to,
        variant,
        color,
        expires,
    }));
    draft.choices = choices;
    Ok(draft)
}

/// The choice to accept or decline the challenge of a person, whatever else waits.
fn answer(command: &str, yes: bool, challenger: &Person) -> Choice {
    Choice::answer(
        Phrase::new(format!("choice-{command}")),
        format!("{command} @{}", challenger.id.trim_start_matches('@')),
        yes,
    )
}

/// The challenge that a person means to answer.
fn addressed<'a>(
    table: &'a Table,
    person: &Person,
    of: Option<&str>,
    open_too: bool,
    context: &Context<'_>,
) -> Result<&'a Challenge, Refusal> {
    // The clock may be late: what has lapsed cannot be answered.
    let mine = |one: &&Challenge| {
        one.expires > context.now
            && match &one.to {
                Some(to) => to == person,
                None => open_too && one.by != *person,
            }
    };
    let challengers = || table.challenges.iter().filter(mine).map(|one| &one.by);
    let meant = of.map(|name| meant(name, challengers()));
    let named = |one: &&Challenge| meant.as_ref().is_none_or(|meant| meant.contains(&&one.by));
    let mut found = table.challenges.iter().filter(mine).filter(named);
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (Some(one), Some(other)) => {
            let by: Arg = [one, other]
                .into_iter()
                .chain(found)
                .map(|one| Arg::Name(one.by.clone()))
                .collect();
            Err(Phrase::new("challenge-which")
                .with("by", by)
                .with("accept", Arg::command("accept @friend"))
                .into())
        }
        (None, _) => Err(none_addressed(table, person)),
    }
}

fn none_addressed(table: &Table, person: &Person) -> Refusal {
    if table.challenges.iter().any(|one| one.by == *person) {
        return Phrase::new("challenge-own")
            .with("withdraw", Arg::command("withdraw"))
            .into();
    }
    if let Some(one) = table.challenges.first()
        && let Some(to) = &one.to
    {
        return Phrase::new("challenge-not-yours")
            .with("by", Arg::Name(one.by.clone()))
            .with("to", Arg::Name(to.clone()))
            .into();
    }
    Phrase::new("challenge-none")
        .with("challenge", Arg::command("challenge @friend"))
        .with("play", Arg::command("play"))
        .into()
}

pub(super) fn accept(
    table: &Table,
    person: &Person,
    of: Option<&str>,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_be_free(table, person)?;
    let challenge = addressed(table, person, of, true, context)?;
    accepted(table, challenge, person, context)
}

fn accepted(
    table: &Table,
    challenge: &Challenge,
    person: &Person,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_have_room(person, context)?;
    must_have_room(&challenge.by, context)?;
    let color = decide(challenge.color, context);
    let (white, black) = seats(
        Seat::Person(challenge.by.clone()),
        color,
        Seat::Person(person.clone()),
    );
    let (start, phrase) = started(table, white, black, challenge.variant);
    let told = Phrase::new("accepted")
        .with("by", Arg::Name(person.clone()))
        .with("challenger", Arg::Name(challenge.by.clone()));
    let mut draft = Draft::say(told, Show::PICTURE)
        .event(Event::Accepted {
            challenger: challenge.by.id.clone(),
            by: person.clone(),
        })
        .event(start);
    draft.text.push(phrase);
    draft.text.extend(void(table, Some(&challenge.by)));
    Ok(draft)
}

/// Tells those whose challenges are void, because a game begins at the table.
fn void(table: &Table, but: Option<&Person>) -> Option<Phrase> {
    let others: Vec<Arg> = table
        .challenges
        .iter()
        .filter(|one| Some(&one.by) != but)
        .map(|one| Arg::Name(one.by.clone()))
        .collect();
    if others.is_empty() {
        return None;
    }
    Some(Phrase::new("challenges-void").with("by", Arg::List(others)))
}

pub(super) fn decline(
    table: &Table,
    person: &Person,
    of: Option<&str>,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    let challenge = addressed(table, person, of, false, context)?;
    let told = Phrase::new("declined")
        .with("by", Arg::Name(person.clone()))
        .with("challenger", Arg::Mention(challenge.by.clone()));
    Ok(Draft::say(told, Show::Nothing).event(Event::Declined {
        challenger: challenge.by.id.clone(),
        by: person.clone(),
    }))
}

pub(super) fn withdraw(table: &Table, person: &Person) -> Result<Draft, Refusal> {
    if !table.challenges.iter().any(|one| one.by == *person) {
        return Err(Phrase::new("withdraw-nothing").into());
    }
    let told = Phrase::new("withdrawn").with("by", Arg::Name(person.clone()));
    Ok(Draft::say(told, Show::Nothing).event(Event::Withdrawn {
        challenger: person.id.clone(),
    }))
}

pub(super) fn play(
    table: &Table,
    person: &Person,
    level: Level,
    variant: Variant,
    color: ColorChoice,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_be_free(table, person)?;
    must_have_room(person, context)?;
    let color = decide(color, context);
    let (white, black) = seats(Seat::Person(person.clone()), color, Seat::Bot(level));
    Ok(start_now(table, white, black, variant))
}

fn start_now(table: &Table, white: Seat, black: Seat, variant: Variant) -> Draft {
    let (start, phrase) = started(table, white, black, variant);
    let mut draft = Draft::say(phrase, Show::PICTURE).event(start);
    draft.text.extend(void(table, None));
    draft
}

pub(super) fn rematch(
    table: &Table,
    person: &Person,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    must_be_free(table, person)?;
    let game: &Game = any_game(table)?;
    let Some(color) = game.color_of(person) else {
        return Err(Phrase::new("rematch-spectator")
            .with("challenge", Arg::command("challenge @friend"))
            .into());
    };
    match game.seat(!color) {
        bot @ Seat::Bot(_) => {
            must_have_room(person, context)?;
            let (white, black) = seats(Seat::Person(person.clone()), !color, bot.clone());
            Ok(start_now(table, white, black, game.variant))
        }
        Seat::Person(other) => {
            // Who asks for a rematch that the other player has asked for already accepts it.
            let asked = table
                .challenges
                .iter()
                .find(|one| one.by == *other && one.to.as_ref() == Some(person));
            match asked {
                Some(challenge) => accepted(table, challenge, person, context),
                None => make_challenge(
                    table,
                    person,
                    Some(other.clone()),
                    game.variant,
                    ColorChoice::Is(!color),
                    context,
                ),
            }
        }
    }
}

/// The clock's bell: challenges whose time is up lapse.
pub(super) fn bell(table: &Table, context: &Context<'_>) -> Result<Outcome, Refusal> {
    let lapsed: Vec<&Challenge> = table
        .challenges
        .iter()
        .filter(|one| one.expires <= context.now)
        .collect();
    let Some(first) = lapsed.first() else {
        return Ok(Outcome::nothing(table));
    };
    let expired = |one: &Challenge| {
        Phrase::new("expired")
            .with("by", Arg::Mention(one.by.clone()))
            .with("challenge", Arg::command("challenge @friend"))
    };
    let mut draft = Draft::say(expired(first), Show::Nothing);
    draft
        .text
        .extend(lapsed[1..].iter().map(|one| expired(one)));
    draft.events.extend(lapsed.iter().map(|one| Event::Expired {
        challenger: one.by.id.clone(),
    }));
    finish(table, draft, context)
}

/// The challenges that wait, for `status`.
pub(super) fn waiting(table: &Table) -> (Vec<Phrase>, Vec<Choice>) {
    // A choice stands alone: what tells namesakes apart has to be on it.
    let namesakes = Namesakes::among("", table.challenges.iter().map(|one| &one.by));
    let lines: Vec<Phrase> = table
        .challenges
        .iter()
        .map(|one| {
            let phrase = Phrase::new(match &one.to {
                Some(_) => "status-challenge",
                None => "status-challenge-anyone",
            })
            .with("by", Arg::Name(one.by.clone()))
            .with("accept", Arg::command("accept"))
            .with("expires", Arg::Time(one.expires));
            match &one.to {
                Some(to) => phrase.with("to", Arg::Name(to.clone())),
                None => phrase,
            }
        })
        .collect();
    let choices = table
        .challenges
        .iter()
        .map(|one| Choice {
            label: Phrase::new("choice-accept-of")
                .with("by", Arg::Name(namesakes.tell(&one.by).into_owned())),
            ..answer("accept", true, &one.by)
        })
        .collect();
    (lines, choices)
}
