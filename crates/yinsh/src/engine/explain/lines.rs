//! Claims about open lines: five points on which a row may come about, with some of its markers.

use super::Deed;
use super::rows::overlap;
use crate::engine::claim::Claim;
use crate::game::{Action, Axis, Color, PointSet, Position, ROW_LENGTH, Row, Stage};

/// Smallest number of markers in a line that is mentioned: two more make it a row.
const NOTABLE: u32 = 3;

/// A line with the number of its markers.
type Counted = (Row, u32);

/// The lines that are open to a player and have a notable number of the player's markers.
fn open_lines(position: &Position, color: Color) -> Vec<Counted> {
    let foreign = position.markers(!color) | position.rings(!color);
    let own = position.markers(color);
    let mut lines = Vec::new();
    for axis in Axis::ALL {
        for start in (!foreign).row_starts(axis) {
            let row = Row::at(start, axis);
            let count = (row.points() & own).len() as u32;
            if count >= NOTABLE {
                lines.push((row, count));
            }
        }
    }
    lines
}

/// The line with most markers among those that no line of another list equals: none that overlaps
/// it has as many.
fn best_new(lines: &[Counted], others: &[Counted]) -> Option<Counted> {
    let is_new = |&&(row, count): &&Counted| {
        !others
            .iter()
            .any(|&(other, most)| most >= count && overlap(row, other))
    };
    let new = lines.iter().filter(is_new);
    new.copied()
        .reduce(|best, line| if line.1 > best.1 { line } else { best })
}

/// The lines with a notable number of markers that the player to move a ring could have after that
/// move.
fn in_reach(position: &Position) -> Vec<Counted> {
    let me = position.actor();
    let mut lines: Vec<Counted> = (position.legal_actions().iter())
        .flat_map(|&action| open_lines(&position.play_unchecked(action), me))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The lines without whole rows.
fn unfinished(lines: &[Counted]) -> Vec<Counted> {
    let lines = lines.iter().copied();
    lines
        .filter(|&(_, count)| count < ROW_LENGTH as u32)
        .collect()
}

/// The markers of the other player's that the player to move a ring could turn.
pub(super) fn turnable(position: &Position) -> PointSet {
    let theirs = position.markers(!position.actor());
    let mut turned = PointSet::EMPTY;
    for &action in &position.legal_actions() {
        if let Action::Move { from, to } = action {
            turned |= position.turned_by(from, to);
        }
    }
    turned & theirs
}

/// Claims about a move that is a turn by itself: lines that it builds, breaks and guards, or that
/// could be built next.
pub(super) fn moved(deed: &Deed<'_>, claims: &mut Vec<Claim>) {
    let Some(end) = deed.end.filter(|_| deed.is_turn) else {
        return;
    };
    let (me, before) = (deed.me, deed.before);
    debug_assert_eq!(before.stage(), Stage::Move);
    let (mine, mine_then) = (open_lines(before, me), open_lines(&end, me));
    let (theirs, theirs_then) = (open_lines(before, !me), open_lines(&end, !me));
    // Rows that are stopped or prepared are told as such.
    let told = claims.clone();
    let is_told = |line: Row| {
        told.iter().any(|claim| match *claim {
            Claim::StopsRow { row } | Claim::PreparesRow { row } => overlap(row, line),
            Claim::DoubleThreat { rows } => rows.iter().any(|&row| overlap(row, line)),
            _ => false,
        })
    };
    let broken = best_new(&theirs, &theirs_then).filter(|&(row, _)| !is_told(row));
    claims.extend(broken.map(|(row, count)| Claim::BreaksLine { row, count }));
    let built = best_new(&mine_then, &mine).filter(|&(row, _)| !is_told(row));
    claims.extend(built.map(|(row, count)| Claim::BuildsLine { row, count }));
    if let (Some(passed), Some(again)) = (before.passed(), end.passed()) {
        let (could, can) = (in_reach(&passed), in_reach(&end));
        let denied = best_new(&unfinished(&could), &can);
        let denied = denied.filter(|&(row, _)| {
            !is_told(row) && broken.is_none_or(|(other, _)| !overlap(row, other))
        });
        claims.extend(denied.map(|(row, count)| Claim::DeniesLine { row, count }));
        let (could, can) = (in_reach(before), in_reach(&again));
        let prepared = best_new(&unfinished(&can), &could).filter(|&(row, _)| !is_told(row));
        claims.extend(prepared.map(|(row, count)| Claim::PreparesLine { row, count }));
        guarded(deed, &passed, (&mine, &mine_then), claims);
    }
}

/// A line that the other player, to move in `passed`, could have turned a marker of.
fn guarded(
    deed: &Deed<'_>,
    passed: &Position,
    (lines, then): (&[Counted], &[Counted]),
    claims: &mut Vec<Claim>,
) {
    let Some(end) = deed.end.filter(|_| !lines.is_empty()) else {
        return;
    };
    let me = deed.me;
    let (could, can) = (turnable(passed), turnable(&end));
    let safe = lines.iter().find(|&&(row, count)| {
        let was = row.points() & deed.before.markers(me);
        let is = row.points() & end.markers(me);
        let stands = |&(other, most): &Counted| other == row && most >= count;
        !(was & could).is_empty() && (is & can).is_empty() && then.iter().any(stands)
    });
    claims.extend(safe.map(|&(row, count)| Claim::GuardsLine { row, count }));
}
