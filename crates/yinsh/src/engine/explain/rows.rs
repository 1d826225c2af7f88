//! Claims about rows: made, stopped, prepared, given.

use super::Deed;
use crate::engine::claim::Claim;
use crate::engine::threats::Threats;
use crate::game::{Action, Color, Position, Row, Stage};

/// A threat forces a reply if at most one in so many replies stops it.
const FORCING: u32 = 4;

/// The rows, without those in the same run as an earlier one.
fn one_per_run(rows: impl IntoIterator<Item = Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        if !kept.iter().any(|&other| overlap(row, other)) {
            kept.push(row);
        }
    }
    kept
}

/// Whether two rows overlap along the same line.
pub(super) fn overlap(one: Row, other: Row) -> bool {
    one.axis() == other.axis() && !(one.points() & other.points()).is_empty()
}

/// The rows that the player to move a ring could complete with that move.
fn completable(position: &Position) -> Vec<Row> {
    let me = position.actor();
    if Threats::of(position, me).is_empty() {
        return Vec::new();
    }
    let mut rows: Vec<Row> = completing(position)
        .flat_map(|next| next.rows(me))
        .collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Whether the player to move a ring could complete a row with that move.
fn can_complete(position: &Position) -> bool {
    !Threats::of(position, position.actor()).is_empty() && completing(position).next().is_some()
}

/// The positions after the moves that complete a row.
fn completing(position: &Position) -> impl Iterator<Item = Position> {
    let (position, me) = (*position, position.actor());
    let actions = position.legal_actions().to_vec().into_iter();
    actions
        .map(move |action| position.play_unchecked(action))
        .filter(move |next| next.stage() == Stage::Row && next.actor() == me)
}

/// The rows of one list, one for each run, that share no run with any row of another list.
fn without(rows: &[Row], others: &[Row]) -> Vec<Row> {
    let alone = |row: &Row| !others.iter().any(|&other| overlap(*row, other));
    one_per_run(rows.iter().copied().filter(alone))
}

/// The rows of one list, one for each run, that are in another list too.
fn shared(rows: &[Row], others: &[Row]) -> Vec<Row> {
    one_per_run(rows.iter().copied().filter(|row| others.contains(row)))
}

/// Claims about a move: rows that it makes, stops, prepares, gives and allows.
pub(super) fn moved(deed: &Deed<'_>, claims: &mut Vec<Claim>) {
    let (me, before) = (deed.me, deed.before);
    let rows = |color| one_per_run(deed.next.rows(color)).into_iter();
    claims.extend(rows(me).map(|row| Claim::MakesRow { row }));
    claims.extend(rows(!me).map(|row| Claim::GivesRow { row }));
    let Some(end) = deed.end else {
        return;
    };
    let theirs = before
        .passed()
        .map_or_else(Vec::new, |passed| completable(&passed));
    let then = completable(&end);
    let stopped = without(&theirs, &then).into_iter();
    claims.extend(stopped.map(|row| Claim::StopsRow { row }));
    let allowed = without(&then, &theirs).into_iter();
    claims.extend(allowed.map(|row| Claim::AllowsRow { row }));
    let left = shared(&then, &theirs).into_iter();
    claims.extend(left.map(|row| Claim::LeavesRow { row }));
    if deed.is_turn && then.is_empty() {
        avoided(deed, claims);
    }
    if let Some(again) = end.passed() {
        let (mine, next) = (completable(before), completable(&again));
        threats(&end, me, (&mine, &next), claims);
        if deed.is_turn {
            let kept = shared(&mine, &next).into_iter();
            claims.extend(kept.map(|row| Claim::KeepsThreat { row }));
            let missed = without(&mine, &next).into_iter();
            claims.extend(missed.map(|row| Claim::MissesRow { row }));
        }
    }
}

/// Claims about the rows that the player threatens after the turn; `mine` could be completed
/// before.
fn threats(end: &Position, me: Color, (mine, next): (&[Row], &[Row]), claims: &mut Vec<Claim>) {
    let new = without(next, mine);
    let runs = one_per_run(next.iter().copied());
    match new.first() {
        Some(&first) if runs.len() > 1 => {
            let other = runs.iter().find(|&&row| !overlap(row, first));
            claims.extend(other.map(|&other| Claim::DoubleThreat {
                rows: [first, other],
            }));
        }
        _ => claims.extend(new.into_iter().map(|row| Claim::PreparesRow { row })),
    }
    if next.is_empty() {
        return;
    }
    let replies = end.legal_actions();
    let stops = |&&reply: &&Action| !sure_row(&end.play_unchecked(reply), me);
    let answers = replies.iter().filter(stops).count() as u32;
    let of = replies.len() as u32;
    if answers == 0 {
        claims.push(Claim::SureRow);
    } else if answers * FORCING <= of {
        claims.push(Claim::ForcesReply { answers, of });
    }
}

/// Whether the player has a row or can complete one with the next move, whatever the other player
/// does first.
pub(crate) fn sure_row(position: &Position, me: Color) -> bool {
    match position.stage() {
        Stage::Over => false,
        Stage::Row | Stage::Ring if position.actor() == me => true,
        Stage::Move if position.actor() == me => can_complete(position),
        Stage::Place | Stage::Move | Stage::Row | Stage::Ring => position
            .legal_actions()
            .iter()
            .all(|&action| sure_row(&position.play_unchecked(action), me)),
    }
}

/// That most other moves let the other player have a row.
fn avoided(deed: &Deed<'_>, claims: &mut Vec<Claim>) {
    let others = deed.before.legal_actions();
    let of = others.len() as u32 - 1;
    let gives = |&&action: &&Action| {
        let next = deed.before.play_unchecked(action);
        next.actor() == !deed.me
            && match next.stage() {
                Stage::Row => true,
                Stage::Move => can_complete(&next),
                Stage::Place | Stage::Ring | Stage::Over => false,
            }
    };
    let count = others.iter().filter(gives).count() as u32;
    if count > 0 && 2 * count >= of {
        claims.push(Claim::AvoidsRow { count, of });
    }
}

/// Claims about removing a row: other rows still stand.
pub(super) fn kept(deed: &Deed<'_>, claims: &mut Vec<Claim>) {
    let me = deed.me;
    let others = deed.before.legal_actions();
    let leaves_none =
        |&action: &Action| deed.before.play_unchecked(action).rows(me).next().is_none();
    if others.iter().any(leaves_none) {
        let rows = one_per_run(deed.next.rows(me)).into_iter();
        claims.extend(rows.map(|row| Claim::KeepsRow { row }));
    }
}

/// Claims about a removal: rows that the player threatens to complete after the turn.
pub(super) fn threatened(deed: &Deed<'_>, claims: &mut Vec<Claim>) {
    if let Some(again) = deed.end.and_then(|end| end.passed()) {
        let rows = one_per_run(completable(&again)).into_iter();
        claims.extend(rows.map(|row| Claim::PreparesRow { row }));
    }
}
