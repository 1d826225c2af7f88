//! `stats`: a person's rating and results on this server.

use super::of_person::{PLAYER, is_bot, is_unknown, person_meant, unknown};
use super::terms::VARIANT;
use crate::engine::Level;
use crate::session::archive::{Answer, LEVELS_VERSION, Question, Summary};
use crate::session::draft::{Draft, Show};
use crate::session::options::Options;
use crate::session::person::Person;
use crate::session::reply::{Arg, Phrase, RatingCurve, Visual};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};
use crate::session::stats::{Score, Stats, Tally, level_rating, ratings_over_time};
use crate::session::terms::Terms;

pub(super) static STATS: Spec = Spec {
    aliases: &["rating", "profile"],
    options: &[PLAYER, VARIANT],
    example: "stats @friend",
    ask: Some(ask),
    ..Spec::new("stats", Group::More, Handler::Any(handle))
};

/// Whose statistics are meant.
fn whose(options: &Options, author: &Person, people: &[Person]) -> Person {
    person_meant(options, people).unwrap_or_else(|| author.clone())
}

fn ask(asking: &Asking<'_>) -> Option<Question> {
    Some(Question::Results {
        of: whose(asking.options, asking.person, asking.people),
        variant: asking.options.variant(&VARIANT).unwrap_or_default(),
    })
}

fn handle(call: &Call<'_>) -> Handled {
    let people = call.context.people;
    let person = whose(call.options, call.person, people);
    let variant = call.options.variant(&VARIANT).unwrap_or_default();
    let Some(Answer::Results { games, standing }) = call.context.answer else {
        return Err(Phrase::new("internal-error").into());
    };
    if is_bot(call, &person) {
        return Err(Phrase::new("stats-of-bot")
            .with("stats", Arg::command("stats"))
            .into());
    }
    let is_self = person == *call.person;
    if games.is_empty() && !is_self && is_unknown(&person, people) {
        return Err(unknown(call, &person));
    }
    // As the latest game calls them.
    let seats = games.iter().rev().flat_map(|one| &one.seats);
    let mut known = seats.filter_map(|seat| seat.person());
    let person = known.find(|one| **one == person).unwrap_or(&person);
    let against = (!is_self).then_some(call.person);
    let stats = Stats::of(person, against, games);
    let terms = Terms {
        variant,
        ..Terms::default()
    };
    let head = Phrase::new(match standing {
        Some(_) => "stats-rating",
        None => "stats-unrated",
    })
    .with("player", Arg::Name(person.clone()))
    .with("terms", terms.short_phrase());
    let head = match standing {
        Some(standing) => {
            let now = standing.rating.at(call.context.now);
            head.with("rating", Arg::Number(now.rounded()))
                .with("deviation", Arg::Number(now.rounded_deviation()))
                .with("games", standing.games as usize)
        }
        None => head,
    };
    let mut draft = Draft::say(head.clone(), Show::Nothing);
    if stats == Stats::default() {
        draft.text.push(Phrase::new("stats-none"));
    } else if stats.people.total() == 0 {
        draft.text.push(Phrase::new("stats-no-people"));
    }
    draft.text.extend(with_people(&stats, against));
    draft.text.extend(with_bot(&stats));
    draft.text.extend(with_programs(&stats));
    // Of others, what those who play here may know.
    if is_self || standing.is_some() || !games.is_empty() {
        draft.text.extend(puzzles(call, person));
    }
    draft.visual = curve(call, person, games, head).map(Visual::Ratings);
    Ok(draft)
}

/// The games against people.
fn with_people(stats: &Stats, against: Option<&Person>) -> Vec<Phrase> {
    let mut text = Vec::new();
    if stats.people.total() > 0 {
        text.push(stats.people.phrase("stats-people"));
        let [white, black] = stats.by_color;
        let score = |tally: Tally| Arg::from(tally.phrase("stats-score"));
        text.push(
            Phrase::new("stats-colors")
                .with("white", score(white))
                .with("black", score(black)),
        );
    }
    if stats.on_time.total() > 0 {
        text.push(stats.on_time.phrase("stats-on-time"));
    }
    if let Some((length, score)) = stats.streak {
        let id = match score {
            Score::Won => "stats-streak-won",
            Score::Drawn => "stats-streak-drawn",
            Score::Lost => "stats-streak-lost",
        };
        text.push(Phrase::new(id).with("length", length));
    }
    if let Some((point, times)) = stats.first_ring {
        text.push(
            Phrase::new("stats-first-ring")
                .with("point", point)
                .with("times", times),
        );
    }
    if let Some(against) = against
        && stats.against.total() > 0
    {
        text.push(
            Phrase::new("stats-against")
                .with("other", Arg::Name(against.clone()))
                .with("score", stats.against.phrase("stats-score")),
        );
    }
    text
}

/// The games against the bot, which count for no rating.
fn with_bot(stats: &Stats) -> Option<Phrase> {
    let levels: Vec<Phrase> = stats
        .bot
        .iter()
        .map(|(&(number, version), tally)| {
            let rating = match Level::new(number).and_then(level_rating) {
                Some(rating) => Arg::Number(i64::from(rating)),
                None => Arg::from("?"),
            };
            let id = match version {
                LEVELS_VERSION => "stats-level",
                _ => "stats-level-version",
            };
            Phrase::new(id)
                .with("level", number)
                .with("version", version as usize)
                .with("rating", rating)
                .with("score", tally.phrase("stats-score"))
        })
        .collect();
    (!levels.is_empty())
        .then(|| Phrase::new("stats-bot").with("levels", levels.into_iter().collect::<Arg>()))
}

/// The games against other programs, which count for no rating either.
fn with_programs(stats: &Stats) -> Option<Phrase> {
    let scores: Vec<Phrase> = stats
        .programs
        .iter()
        .map(|(name, tally)| {
            Phrase::new("stats-program")
                .with("program", name.as_str())
                .with("score", tally.phrase("stats-score"))
        })
        .collect();
    (!scores.is_empty())
        .then(|| Phrase::new("stats-programs").with("scores", scores.into_iter().collect::<Arg>()))
}

/// How the person does with puzzles.
fn puzzles(call: &Call<'_>, person: &Person) -> Option<Phrase> {
    let puzzled = call.context.personal.of(person).puzzles?;
    let now = puzzled.rating.at(call.context.now);
    (puzzled.tried > 0).then(|| {
        Phrase::new("stats-puzzles")
            .with("rating", Arg::Number(now.rounded()))
            .with("deviation", Arg::Number(now.rounded_deviation()))
            .with("solved", puzzled.solved as usize)
            .with("tried", puzzled.tried as usize)
            .with("best", puzzled.best as usize)
    })
}

/// The ratings over time, if there are any.
fn curve(
    call: &Call<'_>,
    person: &Person,
    games: &[Summary],
    caption: Phrase,
) -> Option<RatingCurve> {
    let (before, ratings) = ratings_over_time(person, games);
    (!ratings.is_empty()).then(|| RatingCurve {
        person: person.clone(),
        caption,
        before,
        ratings,
        settings: call.table.settings().clone(),
    })
}
