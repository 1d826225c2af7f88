//! Records of games: written from a table's game, and read from what comes with a command.

use jiff::SignedDuration;

use super::archive::ArchivedGame;
use super::clock::Clock;
use super::context::Context;
use super::game::{Ending, Game};
use super::person::{Person, Seat};
use super::refusal::Refusal;
use super::reply::Phrase;
use super::spec::Spec;
use crate::game::{Color, GameRecord, Position, RecordError, Termination, Turn, cut_name};

/// Longest text of a record, in bytes. Adapters do not read longer files.
const LONGEST_RECORD: usize = 1 << 20;

/// Most characters of the site in a record. Names of servers are shorter.
const LONGEST_SITE: usize = 80;

/// The record of a table's game. The bot goes by its name on the platform.
pub(super) fn record_of(game: &Game, bot: &Person) -> GameRecord {
    let name = |color| match game.seat(color) {
        Seat::Person(person) => person.name.clone(),
        Seat::Bot(level) => format!("{}, level {level}", bot.name),
        Seat::Program(name) => name.clone(),
        Seat::Crowd(_) => Seat::CROWD.to_owned(),
    };
    let hints: Vec<String> = Color::ALL
        .into_iter()
        .filter(|&color| game.hints_of(color) > 0)
        .map(|color| format!("{color} {}", game.hints_of(color)))
        .collect();
    let handed_over: Vec<String> = Color::ALL
        .into_iter()
        .filter(|color| game.handed_over[color.index()])
        .map(|color| match game.handed_over_after[color.index()] {
            Some(actions) => format!("{color} {}", last_turn(game, actions)),
            None => color.to_string(),
        })
        .collect();
    let handed_over = (!handed_over.is_empty()).then(|| handed_over.join(", "));
    let time = game.clock().map(|clock| clock.control().to_string());
    let hints = (!hints.is_empty()).then(|| hints.join(", "));
    let weekends = game.clock().is_some_and(Clock::weekends_off);
    let weekends = weekends.then(|| "off".to_owned());
    let other_tags = [
        ("TimeControl", time),
        ("Weekends", weekends),
        ("Hints", hints),
        ("HandedOver", handed_over),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name.to_owned(), value?)))
    .collect();
    GameRecord {
        white: cut_name(&name(Color::White)),
        black: cut_name(&name(Color::Black)),
        variant: game.variant,
        date: Some(game.started().strftime("%Y.%m.%d").to_string()),
        actions: game.actions().to_vec(),
        result: game.result(),
        termination: game.ending().map(|ending| match ending {
            Ending::Resigned(_) => Termination::Resignation,
            Ending::Agreed => Termination::Agreement,
            Ending::Aborted(_)
            | Ending::CalledOff(_)
            | Ending::Left(_)
            | Ending::Adjudicated(None) => Termination::Aborted,
            Ending::Adjudicated(Some(_)) => Termination::Adjudication,
            Ending::TimedOut(_) => Termination::Time,
        }),
        other_tags,
        ..GameRecord::default()
    }
}

/// The number of the turn that was the last one, or was under way, after so many actions.
fn last_turn(game: &Game, actions: usize) -> usize {
    let start = Position::start(game.variant);
    let played = game.actions().get(..actions).unwrap_or(game.actions());
    let turns = Turn::group(&start, played);
    turns.last().map_or(0, |turn| turn.number)
}

/// The record of a finished game. A rated one says so, with both ratings before the game; it and a
/// timed one tell where and when it was played.
pub(super) fn archived_record(archived: &ArchivedGame, bot: &Person) -> GameRecord {
    let mut record = record_of(&Game::from(&archived.game), bot);
    let mut tag = |name: &str, value: String| record.other_tags.push((name.to_owned(), value));
    if let Some(ratings) = &archived.ratings {
        let [white, black] = ratings.before;
        tag("WhiteRating", white.rounded().to_string());
        tag("BlackRating", black.rounded().to_string());
        tag("Rated", "yes".to_owned());
    }
    if archived.ratings.is_some() || archived.game.clock.is_some() {
        tag("GameId", archived.number.to_string());
        let game = &archived.game;
        tag("UTCTime", game.started.strftime("%H:%M:%S").to_string());
        tag("EndDate", game.ended.strftime("%Y.%m.%d").to_string());
        tag("EndTime", game.ended.strftime("%H:%M:%S").to_string());
        let site = format!("{}/{}", archived.table.platform, archived.game.server);
        tag(
            "Site",
            site.chars()
                .filter(|c| !c.is_control())
                .take(LONGEST_SITE)
                .collect(),
        );
    }
    // The first version of the levels goes without saying.
    if archived.game.levels > 1 && archived.game.people().is_none() {
        tag("Levels", format!("version {}", archived.game.levels));
    }
    record
}

/// The text of the record of a game. In a timed game each turn is followed by the time that
/// it took, `{[%emt 0:01:30]}`, and by what was given to a player since the turn before,
/// `[%give b 24:00:00]`: both clocks can be computed from it. What was given since the last turn stands
/// in a comment of its own.
pub(super) fn record_text(record: &GameRecord, game: &Game) -> String {
    let Some(clock) = game.clock() else {
        return record.to_text();
    };
    let turns = clock.turns();
    record.to_text_with(|index| {
        let Some(turn) = turns.get(index) else {
            return Vec::new();
        };
        let before = match index {
            0 => [SignedDuration::ZERO; 2],
            _ => turns[index - 1].given,
        };
        let mut parts = vec![format!("[%emt {}]", clock_text(turn.used))];
        parts.extend(presents(before, turn.given));
        let mut comments = vec![parts.join(" ")];
        if index + 1 == turns.len() {
            comments.extend(presents(turn.given, clock.given()));
        }
        comments
    })
}

/// What was given to both players meanwhile.
fn presents(
    before: [SignedDuration; 2],
    after: [SignedDuration; 2],
) -> impl Iterator<Item = String> {
    [("w", 0), ("b", 1)]
        .into_iter()
        .filter_map(move |(to, index)| {
            let given = after[index].saturating_sub(before[index]);
            (!given.is_zero()).then(|| format!("[%give {to} {}]", clock_text(given)))
        })
}

/// A span of time as PGN writes it: `H:MM:SS`.
fn clock_text(span: SignedDuration) -> String {
    let seconds = span.as_secs();
    format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// The first game of the record that comes with a command, as text or as a file; and the other
/// games, which are read lazily.
pub(super) fn read_record<'a>(
    spec: &Spec,
    text: &'a str,
    context: &Context<'a>,
) -> Result<
    (
        GameRecord,
        impl Iterator<Item = Result<GameRecord, RecordError>> + use<'a>,
    ),
    Refusal,
> {
    let text = match context.attachment {
        Some(attached) if text.is_empty() => attached,
        _ => text,
    };
    if text.trim().is_empty() {
        return Err(Refusal::new(Phrase::new("import-nothing")).and(spec.usage_line()));
    }
    if text.len() > LONGEST_RECORD {
        return Err(Phrase::new("file-too-large").into());
    }
    let mut games = GameRecord::games(text);
    match games.next() {
        Some(Ok(record)) => Ok((record, games)),
        Some(Err(error)) => Err(Phrase::new("import-bad")
            .with("reason", error.to_string())
            .into()),
        None => Err(Phrase::new("import-nothing").into()),
    }
}
