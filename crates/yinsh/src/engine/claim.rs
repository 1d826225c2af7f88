//! Claims: what a hint or a review says of an action, as data that can be checked by the rules.
//!
//! docs/command-line.md says exactly what each kind means; `tests/claims` checks them by rules of
//! its own.

use serde::{Deserialize, Serialize};

use crate::game::{Color, Point, Row};

/// Number of claims for an action that are told: a hint has two lines.
const TOLD_FOR: usize = 2;

/// Number of claims against it that are told.
const TOLD_AGAINST: usize = 1;

/// Something that is true of an action, and speaks for it or against it.
///
/// "The player" is the one who acts. A turn is all that a player does before the other player
/// decides again. A player can complete a row if one of the player's ring moves would make it. A
/// line is five adjacent points in a line, and open to a player if no ring and no marker of the
/// other player is on it. The moves of a ring are the points that it can move to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Claim {
    /// The player can win in this turn.
    WinsNow,
    /// The player can force a win.
    WinsIn {
        /// Maximum number of the player's own turns until then, this one included; 2 or more.
        turns: u32,
    },
    /// After this turn the other player can force a win.
    LosesIn {
        /// Maximum number of the other player's turns until then; 1 or more.
        turns: u32,
    },
    /// It is the only legal action.
    OnlyChoice,
    /// It completes a row of the player's.
    MakesRow {
        /// The row, or the first one of a longer run.
        row: Row,
    },
    /// Another of the player's rows still stands after this one is removed, which is not so with
    /// every choice.
    KeepsRow {
        /// The row that still stands.
        row: Row,
    },
    /// After this turn, whatever the other player does, the player has a row or can complete one
    /// with the next move.
    SureRow,
    /// After this turn the player threatens two rows in different lines, and not both before.
    DoubleThreat {
        /// The two rows; the first is new.
        rows: [Row; 2],
    },
    /// After this turn the player threatens a row, and few of the other player's replies stop
    /// every row.
    ForcesReply {
        /// Number of those replies; 1 or more.
        answers: u32,
        /// Number of all replies.
        of: u32,
    },
    /// The other player could have completed this row with one move, and cannot after this turn.
    StopsRow {
        /// The row.
        row: Row,
    },
    /// After this turn the other player cannot complete a row with one move, as could be done
    /// after most other moves.
    AvoidsRow {
        /// Number of those other moves.
        count: u32,
        /// Number of all other moves.
        of: u32,
    },
    /// After this turn the player threatens to complete this row with one move, and did not
    /// before. When a row or a ring is removed: threatens, whether it is new or not.
    PreparesRow {
        /// The row.
        row: Row,
    },
    /// The player could complete this row before, does something else, and still can after it.
    KeepsThreat {
        /// The row.
        row: Row,
    },
    /// The other player had many markers in an open line, and has them no more.
    BreaksLine {
        /// The line.
        row: Row,
        /// How many it had; 3 to 5.
        count: u32,
    },
    /// The player has many markers in an open line, and had not before.
    BuildsLine {
        /// The line.
        row: Row,
        /// How many it has; 3 to 5.
        count: u32,
    },
    /// The other player could have turned a marker of an open line, and cannot after this turn.
    GuardsLine {
        /// The line.
        row: Row,
        /// How many of the player's markers it has; 3 to 5.
        count: u32,
    },
    /// With the next move the player could have many markers in an open line, and could not
    /// before.
    PreparesLine {
        /// The line.
        row: Row,
        /// How many; 3 or 4.
        count: u32,
    },
    /// The other player could have had many markers in an open line with the next move, and cannot
    /// after this turn.
    DeniesLine {
        /// The line.
        row: Row,
        /// How many; 3 or 4.
        count: u32,
    },
    /// It turns markers to the player's colour, none of which the other player can turn back with
    /// the next move.
    TurnsForGood {
        /// How many.
        count: u32,
    },
    /// After this turn the other player can turn none of the player's markers with one move, as
    /// could be done after most other moves.
    SafeMarkers {
        /// Number of those other moves.
        count: u32,
        /// Number of all other moves.
        of: u32,
    },
    /// With the next move the player could turn more of the other player's markers than before.
    ThreatensTurns {
        /// How many; 2 or more.
        count: u32,
    },
    /// A ring of the player's that had few moves has more.
    FreesRing {
        /// The ring, which is not the one that moves.
        ring: Point,
        /// Its moves before.
        before: u32,
        /// Its moves after.
        after: u32,
    },
    /// A ring of the other player's is left with few moves.
    ShutsIn {
        /// The ring.
        ring: Point,
        /// Its moves before.
        before: u32,
        /// Its moves after.
        after: u32,
    },
    /// A ring of the player's that had not few moves has more.
    OpensRing {
        /// The ring, which is not the one that moves.
        ring: Point,
        /// Its moves before.
        before: u32,
        /// Its moves after.
        after: u32,
    },
    /// A ring of the other player's has fewer moves, if not few.
    HampersRing {
        /// The ring.
        ring: Point,
        /// Its moves before.
        before: u32,
        /// Its moves after.
        after: u32,
    },
    /// The moved ring has more moves where it goes.
    MovesOut {
        /// Where it stands after the move.
        ring: Point,
        /// Its moves before.
        before: u32,
        /// Its moves after.
        after: u32,
    },
    /// No other move turns so many markers to the player's colour, less those that it turns away.
    MostTurned {
        /// How many; 2 or more.
        count: u32,
    },
    /// After no other move do the player's rings have so many moves.
    MostMoves {
        /// How many.
        moves: u32,
    },
    /// After no other move do the other player's rings have so few moves.
    FewestMoves {
        /// How many.
        moves: u32,
    },
    /// It turns more markers of the other player's colour than of the player's.
    Turns {
        /// Number of markers of that colour.
        count: u32,
        /// The colour that they showed before.
        of: Color,
    },
    /// The player has more ring moves after this turn.
    GainsMoves {
        /// How many more.
        moves: u32,
    },
    /// The other player has fewer ring moves after this turn.
    TakesMoves {
        /// How many fewer.
        moves: u32,
    },
    /// The ring is placed near the centre of the board.
    Central,
    /// Number of points that the placed ring can move to.
    Reaches {
        /// 0 to 27.
        points: u32,
    },
    /// No other ring of the player's can move to fewer points than the removed one.
    LeastUse {
        /// Number of points that it can move to, 0 to 27.
        points: u32,
    },
    /// It completes a row of the other player's.
    GivesRow {
        /// The row, or the first one of a longer run.
        row: Row,
    },
    /// The other player can complete this row with one move after this turn, and could not before.
    AllowsRow {
        /// The row.
        row: Row,
    },
    /// The other player could complete this row with one move before, and still can after this
    /// turn.
    LeavesRow {
        /// The row.
        row: Row,
    },
    /// The player could have completed this row, completes none, and cannot with the next move.
    MissesRow {
        /// The row.
        row: Row,
    },
}

impl Claim {
    /// Whether it speaks against the action.
    #[must_use]
    pub const fn is_against(self) -> bool {
        matches!(
            self,
            Self::LosesIn { .. }
                | Self::GivesRow { .. }
                | Self::AllowsRow { .. }
                | Self::LeavesRow { .. }
                | Self::MissesRow { .. }
        )
    }

    /// Whether it names a concrete cause: an effect on rows, lines, markers or rings that matters by
    /// itself, or something that no other action does.
    #[must_use]
    pub const fn is_concrete(self) -> bool {
        !self.is_against()
            && !matches!(
                self,
                Self::KeepsRow { .. }
                    | Self::ThreatensTurns { .. }
                    | Self::Turns { .. }
                    | Self::GainsMoves { .. }
                    | Self::TakesMoves { .. }
                    | Self::Central
                    | Self::Reaches { .. }
                    | Self::LeastUse { .. }
            )
    }

    /// Its rank: claims with a lower one are told first.
    pub(super) const fn rank(self) -> u32 {
        match self {
            Self::LosesIn { .. } => 0,
            Self::WinsNow | Self::WinsIn { .. } => 1,
            Self::OnlyChoice => 2,
            Self::MakesRow { .. } | Self::KeepsRow { .. } => 3,
            Self::SureRow => 4,
            Self::DoubleThreat { .. } => 5,
            Self::StopsRow { .. } => 6,
            // All other moves give a row away.
            Self::AvoidsRow { count, of } if count == of => 7,
            Self::ForcesReply { .. } => 8,
            Self::PreparesRow { .. } => 9,
            Self::AvoidsRow { .. } => 10,
            Self::BreaksLine { count: 4.., .. } => 11,
            Self::DeniesLine { count: 4.., .. } => 12,
            Self::BuildsLine { count: 4.., .. } => 13,
            Self::GuardsLine { .. } => 14,
            Self::KeepsThreat { .. } => 15,
            Self::PreparesLine { count: 4.., .. } => 16,
            Self::FreesRing { .. } | Self::ShutsIn { .. } => 17,
            Self::BreaksLine { .. } => 18,
            Self::BuildsLine { .. } => 19,
            Self::TurnsForGood { .. } => 20,
            Self::SafeMarkers { .. } => 21,
            Self::MostTurned { .. } => 22,
            Self::DeniesLine { .. } => 23,
            Self::PreparesLine { .. } => 24,
            Self::MovesOut { .. } => 25,
            Self::HampersRing { .. } | Self::OpensRing { .. } => 26,
            Self::FewestMoves { .. } | Self::MostMoves { .. } => 27,
            Self::ThreatensTurns { .. } => 28,
            Self::Turns { .. } => 29,
            Self::Central => 30,
            Self::GainsMoves { .. } | Self::TakesMoves { .. } => 31,
            Self::Reaches { .. } => 32,
            Self::LeastUse { .. } => 33,
            Self::GivesRow { .. } => 40,
            Self::AllowsRow { .. } => 41,
            Self::MissesRow { .. } => 42,
            Self::LeavesRow { .. } => 43,
        }
    }

    /// The claims that are told of all those about an action, the most important first: those for
    /// it, and those against it.
    #[must_use]
    pub fn told(claims: &[Self]) -> (Vec<Self>, Vec<Self>) {
        let (mut against, mut good): (Vec<Self>, Vec<Self>) =
            claims.iter().partition(|claim| claim.is_against());
        good.truncate(TOLD_FOR);
        against.truncate(TOLD_AGAINST);
        (good, against)
    }
}
