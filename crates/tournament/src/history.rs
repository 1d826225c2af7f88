//! What has happened in a tournament: rounds, meetings and their outcomes.

use serde::{Deserialize, Serialize};

/// How a meeting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// White won the game.
    WhiteWins,
    /// Black won the game.
    BlackWins,
    /// The game was drawn.
    Draw,
    /// White has the point without a game: Black did not show up.
    WhiteWinsByForfeit,
    /// Black has the point without a game: White did not show up.
    BlackWinsByForfeit,
    /// Called off: neither scores.
    NoPoints,
}

impl Outcome {
    /// Half points of White and of Black.
    pub const fn half_points(self) -> (u32, u32) {
        match self {
            Self::WhiteWins | Self::WhiteWinsByForfeit => (2, 0),
            Self::BlackWins | Self::BlackWinsByForfeit => (0, 2),
            Self::Draw => (1, 1),
            Self::NoPoints => (0, 0),
        }
    }

    /// Whether a game was played.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::WhiteWins | Self::BlackWins | Self::Draw)
    }
}

/// Two players who meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meeting {
    /// Who has White.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
    /// How it ended; `None` if it has not.
    pub outcome: Option<Outcome>,
}

impl Meeting {
    /// A meeting that has not ended.
    pub(crate) const fn new(white: usize, black: usize) -> Self {
        Self {
            white,
            black,
            outcome: None,
        }
    }
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Round {
    /// In the order of the boards: in Swiss tournaments the highest scores first, in round robins
    /// as in the Berger table, in knockouts the best seeds first, in simuls in seeding order, in
    /// arenas in the order in which they were paired.
    pub meetings: Vec<Meeting>,
    /// Who has no opponent, in seeding order. In Swiss tournaments and knockouts they have a full
    /// point; a Swiss round has at most one.
    pub byes: Vec<usize>,
}

/// A tournament so far. Numbers of players that do not exist are ignored.
#[derive(Debug, Clone, Copy)]
pub struct History<'a> {
    /// Number of players.
    pub players: usize,
    /// The rounds, the first one first.
    pub rounds: &'a [Round],
    /// By player: who does not play any more. Those beyond its end still play.
    pub withdrawn: &'a [bool],
}

impl History<'_> {
    /// Whether a player does not play any more.
    pub(crate) fn has_withdrawn(&self, player: usize) -> bool {
        self.withdrawn.get(player).copied().unwrap_or(false)
    }

    /// Who still plays.
    pub(crate) fn active(&self) -> impl Iterator<Item = usize> {
        (0..self.players).filter(|&player| !self.has_withdrawn(player))
    }

    /// The meetings of a round between players who exist.
    pub(crate) fn meetings(&self, round: &Round) -> impl Iterator<Item = Meeting> {
        let exists = |player| player < self.players;
        let meetings = round.meetings.iter().copied();
        meetings.filter(move |m| exists(m.white) && exists(m.black) && m.white != m.black)
    }

    /// Who had a bye in a round and exists.
    pub(crate) fn byes(&self, round: &Round) -> impl Iterator<Item = usize> {
        round
            .byes
            .iter()
            .copied()
            .filter(|&player| player < self.players)
    }
}
