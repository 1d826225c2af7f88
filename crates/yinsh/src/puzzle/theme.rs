//! What a puzzle is about.

use std::fmt;
use std::str::FromStr;

use super::judge::Step;
use crate::engine::{Claim, explain};
use crate::game::{Action, Position, Stage, Variant};

/// What a puzzle is about. It may have several themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// The first decision wins the game by force, which is proved.
    Win,
    /// The first decision completes a row of the solver's.
    Row,
    /// A decision completes two rows, or threatens two in different lines.
    DoubleRow,
    /// A decision stops a row that the other player could have completed.
    Stop,
    /// A move turns many markers.
    Turn,
    /// A row is left to the other player, who takes it.
    Sacrifice,
    /// A ring of the other player's is left without a move, or nearly so.
    RingTrap,
    /// Few markers are left, so that they have to be counted.
    Endgame,
    /// A ring is placed.
    Placement,
    /// The first row wins.
    Blitz,
}

/// Number of markers that are many if a move turns them.
const MANY_TURNED: usize = 4;

/// Number of markers in the pool that are few.
const FEW_MARKERS: u8 = 8;

/// Number of moves with which a ring is trapped.
const TRAPPED: u32 = 1;

impl Theme {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Win,
        Self::Row,
        Self::DoubleRow,
        Self::Stop,
        Self::Turn,
        Self::Sacrifice,
        Self::RingTrap,
        Self::Endgame,
        Self::Placement,
        Self::Blitz,
    ];

    /// The themes of a solution, of which the solver's decisions are given.
    pub(super) fn of(start: &Position, line: &[Action], steps: &[Step]) -> Vec<Self> {
        let claims: Vec<Vec<Claim>> = steps
            .iter()
            .map(|step| explain(&step.position, &step.line))
            .collect();
        let first = claims.first().map_or(&[][..], Vec::as_slice);
        let any = |is: &dyn Fn(&Claim) -> bool| claims.iter().flatten().any(is);
        let is_of = |theme: &Self| match theme {
            Self::Win => first
                .iter()
                .any(|claim| matches!(claim, Claim::WinsNow | Claim::WinsIn { .. })),
            Self::Row => makes_row(first),
            Self::DoubleRow => {
                any(&|claim| matches!(claim, Claim::DoubleThreat { .. }))
                    || claims.iter().any(|claims| makes_two_rows(claims))
            }
            Self::Stop => claims.iter().any(|claims| stops(claims)),
            Self::Turn => steps.iter().any(|step| turned(step) >= MANY_TURNED),
            Self::Sacrifice => gives_row(start, line),
            Self::RingTrap => {
                any(&|claim| matches!(claim, Claim::ShutsIn { after, .. } if *after <= TRAPPED))
            }
            Self::Endgame => start.stage() != Stage::Place && start.pool() <= FEW_MARKERS,
            Self::Placement => start.stage() == Stage::Place,
            Self::Blitz => start.variant() == Variant::Blitz,
        };
        Self::ALL.into_iter().filter(is_of).collect()
    }

    /// Its word in the text form.
    const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Row => "row",
            Self::DoubleRow => "double",
            Self::Stop => "stop",
            Self::Turn => "turn",
            Self::Sacrifice => "sacrifice",
            Self::RingTrap => "trap",
            Self::Endgame => "endgame",
            Self::Placement => "placement",
            Self::Blitz => "blitz",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Theme {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut all = Self::ALL.into_iter();
        all.find(|theme| theme.word() == text).ok_or(())
    }
}

fn makes_row(claims: &[Claim]) -> bool {
    claims
        .iter()
        .any(|claim| matches!(claim, Claim::MakesRow { .. }))
}

/// Whether two rows are completed that can both be removed.
fn makes_two_rows(claims: &[Claim]) -> bool {
    let rows: Vec<_> = claims
        .iter()
        .filter_map(|claim| match claim {
            Claim::MakesRow { row } => Some(row.points()),
            _ => None,
        })
        .collect();
    rows.iter()
        .any(|&one| rows.iter().any(|&other| (one & other).is_empty()))
}

/// Whether every row that the other player could have completed is stopped.
fn stops(claims: &[Claim]) -> bool {
    let stops = |claim: &Claim| matches!(claim, Claim::StopsRow { .. });
    let fails = |claim: &Claim| {
        matches!(
            claim,
            Claim::AllowsRow { .. } | Claim::LeavesRow { .. } | Claim::GivesRow { .. }
        )
    };
    claims.iter().any(stops) && !claims.iter().any(fails)
}

/// Number of markers that a decision turns.
fn turned(step: &Step) -> usize {
    match step.line.actions.first() {
        Some(&Action::Move { from, to }) => step.position.turned_by(from, to).len(),
        _ => 0,
    }
}

/// Whether the other player takes a row on the way.
fn gives_row(start: &Position, line: &[Action]) -> bool {
    let mut at = *start;
    line.iter().any(|&action| {
        let is_theirs = at.actor() != start.actor();
        at = at.play(action).unwrap_or(at);
        is_theirs && matches!(action, Action::Row(_))
    })
}
