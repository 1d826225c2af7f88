//! What a reply shows: a board, a chart, a table, a replay.

use serde::{Deserialize, Serialize};

use super::phrase::{Arg, Phrase, result_phrase};
use crate::game::{Action, Color, GameResult, Played, Point, PointSet, Position, Row};
use crate::session::person::{Person, Seat};
use crate::session::replay::Replay;
use crate::session::settings::Settings;

/// How a board is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardForm {
    /// As a picture, with the position in words as its alternative text.
    Picture,
    /// As text in a fixed-width font.
    Text,
}

/// A board to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Picture or text.
    pub form: BoardForm,
    /// The position.
    pub position: Position,
    /// Who plays white and black.
    pub seats: [Seat; 2],
    /// How the game ended, if it is over.
    #[serde(default)]
    pub result: Option<GameResult>,
    /// The caption of the picture: whose turn it is and what is asked.
    pub caption: Phrase,
    /// The last turn.
    pub last: Vec<Played>,
    /// A ring whose targets are shown.
    pub targets: Option<Point>,
    /// Points with numbers, from 1: what can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Point>,
    /// Areas of the board that are shown: numbered, from 1, if no points are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<PointSet>,
    /// Points that are highlighted by a hint.
    #[serde(default)]
    pub nudge: PointSet,
    /// Actions that a hint suggests, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Action>,
    /// Rows that stand out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glowing: Vec<Row>,
    /// What white and black have left, in seconds, if the game is timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[i64; 2]>,
    /// Whether the clock of the player to decide stands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands: bool,
    /// Settings for the drawing, such as theme and view.
    #[serde(flatten)]
    pub settings: Settings,
}

impl Board {
    /// The board of a bare position, its players called by the names given.
    #[must_use]
    pub fn bare(position: Position, names: [&str; 2]) -> Self {
        let seats = names.map(|name| Seat::Person(Person::new(name, name)));
        let result = position.result();
        let caption = match result {
            Some(result) => result_phrase(Some(result)),
            None => Phrase::new(format!("caption-{}", position.asked()))
                .with("player", Arg::seat(&seats[position.actor().index()])),
        };
        Self {
            form: BoardForm::Picture,
            position,
            seats,
            result,
            caption,
            last: Vec::new(),
            targets: None,
            numbers: Vec::new(),
            areas: Vec::new(),
            nudge: PointSet::EMPTY,
            hints: Vec::new(),
            glowing: Vec::new(),
            clocks: None,
            stands: false,
            settings: Settings::default(),
        }
    }
}

/// The chances over a game, for a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Curve {
    /// Who played white and black.
    pub seats: [Seat; 2],
    /// The sentence below it.
    pub caption: Phrase,
    /// How the game ended.
    pub result: GameResult,
    /// Number of the first turn.
    pub first_turn: usize,
    /// The chance that white wins, in thousandths: before the first turn, and after each turn.
    pub chances: Vec<u16>,
    /// Rings that were removed, by the number of the turn, and by whom.
    pub rings: Vec<(usize, Color)>,
    /// Numbers of the turns in which the game turned.
    pub turning_points: Vec<usize>,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

/// A person's ratings over time, for a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingCurve {
    /// Whose.
    pub person: Person,
    /// The sentence below it.
    pub caption: Phrase,
    /// Number of the rated game before the first one shown: 0 if all are.
    pub before: usize,
    /// Rating and deviation before the first game shown, and after each.
    pub ratings: Vec<(i32, u16)>,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

/// The best ratings of a server, for a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaderboard {
    /// The sentence below it.
    pub caption: Phrase,
    /// Its lines, the best first.
    pub lines: Vec<LeaderboardLine>,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

/// A person on a [`Leaderboard`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderboardLine {
    /// The person's place, from 1.
    pub place: usize,
    /// Who.
    pub person: Person,
    /// The rating, rounded.
    pub rating: i64,
    /// Its deviation, rounded.
    pub deviation: i64,
    /// Number of rated games.
    pub games: u32,
}

impl LeaderboardLine {
    /// The line in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        Phrase::new("top-line")
            .with("place", self.place)
            .with("player", Arg::Name(self.person.clone()))
            .with("rating", Arg::Number(self.rating))
            .with("deviation", Arg::Number(self.deviation))
            .with("games", Arg::Number(i64::from(self.games)))
    }
}

/// The standings of a tournament, for a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standings {
    /// The sentence below it.
    pub caption: Phrase,
    /// Its lines, the best first.
    pub lines: Vec<StandingsLine>,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

/// A player in [`Standings`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingsLine {
    /// The player's place, from 1.
    pub place: usize,
    /// Who.
    pub person: Person,
    /// The score, in half points.
    pub half_points: u32,
    /// The tie-break, in quarter points; none in a knockout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_break: Option<u32>,
}

impl StandingsLine {
    /// The score, such as “4½”.
    #[must_use]
    pub fn points(&self) -> String {
        points(self.half_points * 2)
    }

    /// The tie-break, such as “12¼”; empty if there is none.
    #[must_use]
    pub fn tie_break(&self) -> String {
        self.tie_break.map(points).unwrap_or_default()
    }

    /// The line in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        let id = match self.tie_break {
            Some(_) => "tournament-line",
            None => "tournament-line-plain",
        };
        Phrase::new(id)
            .with("place", self.place)
            .with("player", Arg::Name(self.person.clone()))
            .with("points", self.points())
            .with("tiebreak", self.tie_break())
    }
}

/// A score from those of both players, as chess players write it.
pub(in crate::session) fn score(one: &str, other: &str) -> String {
    match one == "–" || other == "–" {
        true => format!("{one} {other}"),
        false => format!("{one}–{other}"),
    }
}

/// Points as chess players write them, such as “4½”.
pub(in crate::session) fn points(quarters: u32) -> String {
    let fraction = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match quarters / 4 {
        0 if !fraction.is_empty() => fraction.to_owned(),
        whole => format!("{whole}{fraction}"),
    }
}

/// The bracket of a knockout. See [`crate::picture::Bracket`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bracket {
    /// The sentence below it.
    pub caption: Phrase,
    /// Its rounds, from the first one that is shown to the final.
    pub rounds: Vec<BracketRound>,
    /// Whether the first one is that of the tournament. Who has no opponent in it has a bye.
    pub whole: bool,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

/// A round of a [`Bracket`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BracketRound {
    /// What it is called.
    pub title: Phrase,
    /// Its matches, from the top.
    pub matches: Vec<BracketMatch>,
}

/// A match of a [`BracketRound`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BracketMatch {
    /// Who plays: the upper and the lower. None who is not known, or where there is nobody.
    pub players: [Option<BracketSlot>; 2],
}

/// A player in a [`BracketMatch`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BracketSlot {
    /// Who.
    pub person: Person,
    /// Their score; empty while there is none.
    pub score: String,
    /// Whether they go on to the next round, or have won.
    pub advances: bool,
}

impl Bracket {
    /// Who is in it, once for each match.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &BracketSlot> + Clone {
        let matches = self.rounds.iter().flat_map(|round| &round.matches);
        matches.flat_map(|one| one.players.iter().flatten())
    }

    /// The matches between two known players in words, the final first.
    #[must_use]
    pub fn phrases(&self) -> Vec<Phrase> {
        let rounds = self.rounds.iter().rev();
        let matches = rounds.flat_map(|round| round.matches.iter().map(move |one| (round, one)));
        let known = matches.filter_map(|(round, one)| match &one.players {
            [Some(upper), Some(lower)] => Some((round, upper, lower)),
            _ => None,
        });
        known
            .map(|(round, upper, lower)| {
                let id = match upper.score.is_empty() {
                    true => "bracket-match",
                    false => "bracket-score",
                };
                Phrase::new(id)
                    .with("round", round.title.clone())
                    .with("upper", Arg::Name(upper.person.clone()))
                    .with("lower", Arg::Name(lower.person.clone()))
                    .with("score", score(&upper.score, &lower.score))
            })
            .collect()
    }
}

/// What a reply shows besides its words. The names of the variants are part of stored replies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visual {
    /// A board.
    Board(Box<Board>),
    /// A chart of the chances over a game.
    Curve(Curve),
    /// A chart of a person's ratings.
    Ratings(RatingCurve),
    /// A table of the best ratings.
    Leaderboard(Leaderboard),
    /// The standings of a tournament.
    Standings(Standings),
    /// The bracket of a knockout.
    Bracket(Bracket),
    /// A game as an animation.
    Replay(Box<Replay>),
}

impl Visual {
    /// The settings that it is drawn with.
    pub(super) const fn settings_mut(&mut self) -> &mut Settings {
        match self {
            Self::Board(board) => &mut board.settings,
            Self::Curve(curve) => &mut curve.settings,
            Self::Ratings(curve) => &mut curve.settings,
            Self::Leaderboard(board) => &mut board.settings,
            Self::Standings(standings) => &mut standings.settings,
            Self::Bracket(bracket) => &mut bracket.settings,
            Self::Replay(replay) => &mut replay.settings,
        }
    }

    /// Whether it is shown as text.
    #[must_use]
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Board(board) if board.form == BoardForm::Text)
    }
}
