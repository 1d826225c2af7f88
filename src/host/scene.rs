//! What pictures of boards, charts and replays show.

use jiff::SignedDuration;

use crate::picture::{
    self, Chart, Hint, RatingChart, Replay, ReplayTurn, Scene, StandingsRow, StandingsTable, Theme,
};
use crate::session::{
    self, Board, Bracket, BracketSlot, Curve, Leaderboard, Person, Phrase, RatingCurve, Settings,
    Standings, short_span,
};
use crate::words::Words;

// The picture has a place for each match.
const _: () = assert!(session::MOST_MATCHES <= picture::Bracket::MOST_MATCHES);

/// What the chart of a curve shows. The table inherits the settings `inherited`.
#[must_use]
pub fn chart(
    curve: &Curve,
    words: &Words,
    language: Option<&str>,
    inherited: &Settings,
    size: u32,
) -> Chart {
    Chart {
        names: words.seats(&curve.seats, language),
        colors: words.colors(language),
        caption: words.sentence(&curve.caption, language),
        result: Some(curve.result),
        first_turn: curve.first_turn,
        chances: curve
            .chances
            .iter()
            .map(|&chance| f32::from(chance) / 1000.0)
            .collect(),
        rings: curve.rings.clone(),
        turning_points: curve.turning_points.clone(),
        theme: theme(&curve.settings.over(inherited)),
        size,
    }
}

/// What the chart of a person's ratings shows. The table inherits the settings `inherited`.
#[must_use]
pub fn rating_chart(
    curve: &RatingCurve,
    words: &Words,
    language: Option<&str>,
    inherited: &Settings,
    size: u32,
) -> RatingChart {
    let number = |(rating, deviation): &(i32, u16)| (*rating as f32, f32::from(*deviation));
    RatingChart {
        caption: words.sentence(&curve.caption, language),
        before: curve.before,
        ratings: curve.ratings.iter().map(number).collect(),
        theme: theme(&curve.settings.over(inherited)),
        size,
    }
}

/// What the table of the best ratings shows. The table at which it is asked for inherits the
/// settings `inherited`.
#[must_use]
pub fn rating_table(
    board: &Leaderboard,
    words: &Words,
    language: Option<&str>,
    inherited: &Settings,
    size: u32,
) -> StandingsTable {
    let rows = rows(words, &board.lines, |line| {
        let rating = format!("{} ± {}", line.rating, line.deviation);
        (line.place, &line.person, [rating, line.games.to_string()])
    });
    StandingsTable {
        caption: words.sentence(&board.caption, language),
        heads: ["top-head-player", "top-head-rating", "top-head-games"]
            .map(|head| words.sentence(&Phrase::new(head), language)),
        rows,
        theme: theme(&board.settings.over(inherited)),
        size,
    }
}

/// What the table of a tournament's standings shows. The tournament's table inherits the settings
/// `inherited`.
#[must_use]
pub fn standings_table(
    standings: &Standings,
    words: &Words,
    language: Option<&str>,
    inherited: &Settings,
    size: u32,
) -> StandingsTable {
    let has_tie_breaks = standings.lines.iter().any(|line| line.tie_break.is_some());
    let rows = rows(words, &standings.lines, |line| {
        let values = [line.points(), line.tie_break()];
        (line.place, &line.person, values)
    });
    StandingsTable {
        caption: words.sentence(&standings.caption, language),
        heads: [
            "top-head-player",
            "tournament-head-points",
            "tournament-head-tiebreak",
        ]
        .map(|head| match head {
            "tournament-head-tiebreak" if !has_tie_breaks => String::new(),
            _ => words.sentence(&Phrase::new(head), language),
        }),
        rows,
        theme: theme(&standings.settings.over(inherited)),
        size,
    }
}

/// What the picture of a bracket shows. The tournament's table inherits the settings `inherited`.
#[must_use]
pub(super) fn bracket(
    bracket: &Bracket,
    words: &Words,
    language: Option<&str>,
    inherited: &Settings,
    size: u32,
) -> picture::Bracket {
    // One person has the same name in all rounds.
    let names = words.people(bracket.slots().map(|slot| &slot.person));
    let mut names = names.into_iter();
    let mut slot = |slot: &Option<BracketSlot>| match slot {
        Some(slot) => picture::BracketSlot {
            name: names.next().unwrap_or_default(),
            id: slot.person.id.clone(),
            score: slot.score.clone(),
            advances: slot.advances,
        },
        None => picture::BracketSlot::default(),
    };
    let rounds = bracket.rounds.iter().map(|round| picture::BracketRound {
        title: words.sentence(&round.title, language),
        matches: round
            .matches
            .iter()
            .map(|one| picture::BracketMatch {
                players: [slot(&one.players[0]), slot(&one.players[1])],
            })
            .collect(),
    });
    picture::Bracket {
        rounds: rounds.collect(),
        byes: bracket.whole,
        caption: words.sentence(&bracket.caption, language),
        theme: theme(&bracket.settings.over(inherited)),
        size,
    }
}

/// The rows of a ranking: `row` gives the place, the person and the values of each line.
fn rows<L>(
    words: &Words,
    lines: &[L],
    row: impl Fn(&L) -> (usize, &Person, [String; 2]),
) -> Vec<StandingsRow> {
    let names = words.people(lines.iter().map(|line| row(line).1));
    let rows = lines.iter().zip(names).map(|(line, name)| {
        let (place, person, values) = row(line);
        let id = person.id.clone();
        StandingsRow {
            place,
            name,
            id,
            values,
        }
    });
    rows.collect()
}

/// What a board's picture shows. The table inherits the settings `inherited`.
#[must_use]
pub fn scene(
    board: &Board,
    words: &Words,
    language: Option<&str>,
    inherited: &Settings,
    size: u32,
) -> Scene {
    let settings = board.settings.over(inherited);
    Scene {
        position: board.position,
        names: words.names(board, language),
        colors: words.colors(language),
        caption: words.caption(board, language),
        result: board.result,
        clocks: board
            .clocks
            .map(|clocks| clocks.map(|left| short_span(SignedDuration::from_secs(left)))),
        stands: board.stands,
        last: board.last.clone(),
        targets: board.targets,
        numbers: board.numbers.clone(),
        areas: board.areas.clone(),
        nudge: board.nudge,
        glowing: board.glowing.clone(),
        hints: board.hints.iter().map(|&action| Hint { action }).collect(),
        theme: theme(&settings),
        view: settings.board_view(),
        size,
    }
}

/// What a replay shows. The table inherits the settings `inherited`.
#[must_use]
pub(super) fn replay(
    shown: &session::Replay,
    words: &Words,
    language: Option<&str>,
    inherited: &Settings,
) -> Replay {
    let settings = shown.settings.over(inherited);
    let game = &shown.game;
    let (start, turns) = game.shown();
    let sentence = |phrase: &Phrase| words.sentence_among(phrase, &game.seats, language);
    Replay {
        start,
        turns: turns
            .into_iter()
            .map(|turn| ReplayTurn {
                caption: sentence(&turn.caption),
                played: turn.played,
            })
            .collect(),
        names: words.seats(&game.seats, language),
        colors: words.colors(language),
        title: sentence(&game.title()),
        end: game.end.as_ref().map(sentence),
        result: game.result,
        theme: theme(&settings),
        view: settings.board_view(),
    }
}

/// The theme of the settings; the default one if it does not exist any more.
fn theme(settings: &Settings) -> Theme {
    let name = settings.theme.as_deref();
    name.and_then(|name| name.parse().ok()).unwrap_or_default()
}
