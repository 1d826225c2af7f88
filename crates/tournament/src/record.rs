//! What each player has done so far.

use crate::colors::{self, Color, Preference};
use crate::history::{History, Meeting, Outcome};

/// How a player's score and an opponent's compared in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Float {
    /// The opponent had less, or the player scored without a game (FIDE Handbook C.04.3, A.4).
    Down,
    /// The opponent had more.
    Up,
}

/// A player's record.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    /// In half points.
    pub(crate) points: u32,
    /// The colours of the games played, the first one first.
    pub(crate) colors: Vec<Color>,
    /// Number of byes.
    pub(crate) byes: u32,
    /// Number of wins by forfeit.
    pub(crate) forfeit_wins: u32,
    /// By round.
    pub(crate) floats: Vec<Option<Float>>,
}

impl Record {
    /// Which colour the player prefers.
    pub(crate) fn preference(&self) -> Option<Preference> {
        colors::preference(&self.colors)
    }

    /// How the player floated, 1 round ago or more.
    pub(crate) fn float(&self, ago: usize) -> Option<Float> {
        self.floats.iter().rev().nth(ago - 1).copied().flatten()
    }

    /// Notes the float of the latest round.
    fn float_now(&mut self, float: Float) {
        if let Some(latest) = self.floats.last_mut() {
            *latest = Some(float);
        }
    }
}

/// The records of all players, and how often each two have met.
#[derive(Debug)]
pub(crate) struct Records {
    players: Vec<Record>,
    /// By player and opponent: games played, and meetings without one.
    met: Vec<Vec<(u32, u32)>>,
}

impl Records {
    /// The records after a history in which a bye gives a point.
    pub(crate) fn new(history: &History<'_>) -> Self {
        let n = history.players;
        let mut records = Self {
            players: vec![Record::default(); n],
            met: vec![vec![(0, 0); n]; n],
        };
        for round in history.rounds {
            for player in &mut records.players {
                player.floats.push(None);
            }
            // Floats compare the scores before the round.
            for meeting in history.meetings(round) {
                records.add_float(meeting);
            }
            for meeting in history.meetings(round) {
                records.add(meeting);
            }
            for bye in history.byes(round) {
                let player = &mut records.players[bye];
                player.points += 2;
                player.byes += 1;
                player.float_now(Float::Down);
            }
        }
        records
    }

    /// A player's record.
    pub(crate) fn of(&self, player: usize) -> &Record {
        &self.players[player]
    }

    /// How many games two players have played.
    pub(crate) fn games(&self, one: usize, other: usize) -> u32 {
        self.met[one][other].0
    }

    /// How many meetings of two players were forfeited or called off.
    pub(crate) fn unplayed(&self, one: usize, other: usize) -> u32 {
        self.met[one][other].1
    }

    fn add_float(
        &mut self,
        Meeting {
            white,
            black,
            outcome,
        }: Meeting,
    ) {
        match outcome {
            Some(Outcome::WhiteWinsByForfeit) => self.players[white].float_now(Float::Down),
            Some(Outcome::BlackWinsByForfeit) => self.players[black].float_now(Float::Down),
            Some(Outcome::NoPoints) => {}
            _ => {
                let points = |player: usize| self.players[player].points;
                if points(white) != points(black) {
                    let white_is_higher = points(white) > points(black);
                    let (higher, lower) = if white_is_higher {
                        (white, black)
                    } else {
                        (black, white)
                    };
                    self.players[higher].float_now(Float::Down);
                    self.players[lower].float_now(Float::Up);
                }
            }
        }
    }

    fn add(
        &mut self,
        Meeting {
            white,
            black,
            outcome,
        }: Meeting,
    ) {
        let (points_of_white, points_of_black) = outcome.map_or((0, 0), Outcome::half_points);
        self.players[white].points += points_of_white;
        self.players[black].points += points_of_black;
        match outcome {
            Some(Outcome::WhiteWinsByForfeit) => self.players[white].forfeit_wins += 1,
            Some(Outcome::BlackWinsByForfeit) => self.players[black].forfeit_wins += 1,
            _ => {}
        }
        let is_played = outcome.is_none_or(Outcome::is_played);
        if is_played {
            self.players[white].colors.push(Color::White);
            self.players[black].colors.push(Color::Black);
        }
        for (one, other) in [(white, black), (black, white)] {
            let (games, unplayed) = &mut self.met[one][other];
            *(if is_played { games } else { unplayed }) += 1;
        }
    }
}
