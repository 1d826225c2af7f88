//! Explanations: reasons for and against an action, as facts that follow from the rules.

use super::search_result::Line;
use crate::game::{Action, Color, GameResult, Point, Position, Row, Stage};

/// Smallest change in mobility that is mentioned: about as many moves as a ring has along a line.
const NOTABLE_MOBILITY: u32 = 6;

/// Largest distance from the centre, in steps, at which a ring is central: most lines are in reach.
const CENTRAL_DISTANCE: u8 = 2;

/// A reason for an action, or against it.
///
/// "The player" is the one who acts. A turn is all that a player does before the other player
/// decides again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The player wins in this turn.
    WinsNow,
    /// The player can force a win.
    WinsIn {
        /// Maximum number of the player's own turns until then, this one included; 2 or more.
        turns: u32,
    },
    /// The other player can force a win.
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
    /// The other player could have completed this row with one move, and cannot after this turn.
    StopsRow {
        /// The row.
        row: Row,
    },
    /// After this turn the player threatens to complete this row with one move, and did not
    /// before. When a row or a ring is removed: threatens, whether it is new or not.
    SetsUp {
        /// The row.
        row: Row,
    },
    /// It turns more markers of the other player's colour than of the player's.
    Turns {
        /// Number of markers of that colour.
        count: u32,
        /// The colour that they showed before.
        of: Color,
    },
    /// The ring is placed near the centre of the board.
    Central,
    /// Number of points that the placed ring can move to.
    Reaches {
        /// 0 to 27.
        points: u32,
    },
    /// The player has more ring moves after this turn.
    Frees {
        /// How many more.
        moves: u32,
    },
    /// The other player has fewer ring moves after this turn.
    Blocks {
        /// How many fewer.
        moves: u32,
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
    /// None of the above.
    Quiet,
}

impl Reason {
    /// Whether it speaks against the action.
    #[must_use]
    pub const fn is_against(self) -> bool {
        matches!(
            self,
            Self::LosesIn { .. } | Self::GivesRow { .. } | Self::AllowsRow { .. }
        )
    }
}

/// Reasons for and against the first action of a line. The most important come first, those
/// against it last, except that a forced loss comes first. Empty for a line that does not begin
/// with a legal action; else at least one.
///
/// ```
/// use yinsh::engine::{Line, Reason, Score, explain};
/// use yinsh::game::{Position, Variant};
/// let start = Position::start(Variant::Normal);
/// let line = Line { score: Score::EVEN, actions: vec!["f6".parse()?] };
/// assert_eq!(explain(&start, &line)[0], Reason::Central);
/// # Ok::<(), yinsh::game::ActionError>(())
/// ```
#[must_use]
pub fn explain(position: &Position, line: &Line) -> Vec<Reason> {
    let Some(&action) = line.actions.first() else {
        return Vec::new();
    };
    let Ok(next) = position.play(action) else {
        return Vec::new();
    };
    let end = turn_end(position, line);
    let mut reasons: Vec<Reason> = outcome(position, line, end).into_iter().collect();
    if position.count_legal_actions() == 1 {
        reasons.push(Reason::OnlyChoice);
    }
    let mut against = Vec::new();
    match action {
        Action::Place(point) => placed(position, &next, point, &mut reasons),
        Action::Move { from, to } => {
            moved(position, &next, end, &mut reasons, &mut against);
            turned(position, (from, to), &mut reasons);
            mobility(position, end, &mut reasons);
        }
        Action::Row(_) => {
            kept(position, &next, &mut reasons);
            threatened(position, end, &mut reasons);
        }
        Action::Ring(point) => {
            threatened(position, end, &mut reasons);
            let target_count = |ring: Point| position.targets(ring).len() as u32;
            let points = target_count(point);
            let rings = position.rings(position.actor());
            if rings.iter().all(|ring| target_count(ring) >= points) {
                reasons.push(Reason::LeastUse { points });
            }
        }
        Action::Pass => {}
    }
    reasons.append(&mut against);
    if reasons.is_empty() {
        reasons.push(Reason::Quiet);
    }
    reasons
}

/// The position after the player's turn; `None` if the line ends before.
fn turn_end(position: &Position, line: &Line) -> Option<Position> {
    let me = position.actor();
    let mut position = *position;
    for &action in &line.actions {
        position = position.play(action).ok()?;
        if position.actor() != me || position.stage() == Stage::Over {
            return Some(position);
        }
    }
    None
}

/// The reason that tells who wins and when, if that is known.
fn outcome(position: &Position, line: &Line, end: Option<Position>) -> Option<Reason> {
    let me = position.actor();
    if end.and_then(|end| end.result()) == Some(GameResult::win(me)) {
        return Some(Reason::WinsNow);
    }
    let (wins, actions) = line.score.end_in()?;
    let winner = if wins { me } else { !me };
    let turns = turns_to_win(position, line, winner, actions as usize).max(1);
    Some(match (wins, turns) {
        (true, 1) => Reason::WinsNow,
        (true, turns) => Reason::WinsIn { turns },
        (false, turns) => Reason::LosesIn { turns },
    })
}

/// Maximum number of the winner's turns among the next `actions` actions, which begin with the
/// line's.
fn turns_to_win(position: &Position, line: &Line, winner: Color, actions: usize) -> u32 {
    let mut position = *position;
    let (mut turns, mut last, mut known) = (0, None, 0);
    for &action in &line.actions {
        let actor = position.actor();
        let Ok(next) = position.play(action) else {
            break;
        };
        turns += u32::from(actor == winner && last != Some(winner));
        (position, last, known) = (next, Some(actor), known + 1);
    }
    let goes_on = position.actor() == winner && last == Some(winner);
    match (position.stage(), actions.saturating_sub(known)) {
        (_, 0) => turns,
        // The rest of this turn ends the game.
        (Stage::Row, 2) | (Stage::Ring, 1) if goes_on => turns,
        (_, 1) => turns + 1,
        // Turns are as short as possible; the last one removes a row and a ring.
        (_, rest) => turns + rest as u32 / 2,
    }
}

/// The rows, without those in the same run as an earlier one.
fn one_per_run(rows: impl IntoIterator<Item = Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        if !kept.iter().any(|&other| in_one_run(row, other)) {
            kept.push(row);
        }
    }
    kept
}

/// Whether two rows overlap along the same line.
fn in_one_run(one: Row, other: Row) -> bool {
    one.axis() == other.axis() && !(one.points() & other.points()).is_empty()
}

/// The rows that the player to move a ring could complete with that move.
fn completable(position: &Position) -> Vec<Row> {
    let me = position.actor();
    let mut rows: Vec<Row> = position
        .legal_actions()
        .iter()
        .map(|&action| position.play_unchecked(action))
        .filter(|next| next.stage() == Stage::Row && next.actor() == me)
        .flat_map(|next| next.rows(me))
        .collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The rows of one list, one for each run, that share no run with any row of another list.
fn without(rows: &[Row], others: &[Row]) -> Vec<Row> {
    let alone = |row: &Row| !others.iter().any(|&other| in_one_run(*row, other));
    one_per_run(rows.iter().copied().filter(alone))
}

/// The position after the player's turn, if the other player is to move a ring there.
fn handed_over(me: Color, end: Option<Position>) -> Option<Position> {
    end.filter(|end| end.stage() == Stage::Move && end.actor() == !me)
}

/// Reasons for placing a ring.
fn placed(position: &Position, next: &Position, point: Point, reasons: &mut Vec<Reason>) {
    if distance_from_centre(point) <= CENTRAL_DISTANCE {
        reasons.push(Reason::Central);
    }
    let other = !position.actor();
    let moves = position
        .mobility(other)
        .saturating_sub(next.mobility(other));
    if moves >= NOTABLE_MOBILITY {
        reasons.push(Reason::Blocks { moves });
    }
    let points = next.targets(point).len() as u32;
    reasons.push(Reason::Reaches { points });
}

/// Distance from the centre of the board, F6, in steps along its lines.
fn distance_from_centre(point: Point) -> u8 {
    let letters = point.column() as i8 - 5;
    let numbers = point.number() as i8 - 6;
    let most = letters.abs().max(numbers.abs());
    most.max((letters - numbers).abs()).unsigned_abs()
}

/// Reasons for and against a move: rows that it makes, stops, sets up, gives and allows.
fn moved(
    position: &Position,
    next: &Position,
    end: Option<Position>,
    reasons: &mut Vec<Reason>,
    against: &mut Vec<Reason>,
) {
    let me = position.actor();
    let rows = |color| one_per_run(next.rows(color)).into_iter();
    reasons.extend(rows(me).map(|row| Reason::MakesRow { row }));
    against.extend(rows(!me).map(|row| Reason::GivesRow { row }));
    let Some(end) = handed_over(me, end) else {
        return;
    };
    if let Some(again) = end.passed() {
        let next_rows = completable(&again);
        let mine = without(&next_rows, &completable(position));
        if !next_rows.is_empty() && is_sure(&end, me) {
            reasons.push(Reason::SureRow);
        }
        let theirs = position
            .passed()
            .map_or_else(Vec::new, |passed| completable(&passed));
        let then = completable(&end);
        let stopped = without(&theirs, &then).into_iter();
        reasons.extend(stopped.map(|row| Reason::StopsRow { row }));
        reasons.extend(mine.into_iter().map(|row| Reason::SetsUp { row }));
        let allowed = without(&then, &theirs).into_iter();
        against.extend(allowed.map(|row| Reason::AllowsRow { row }));
    }
}

/// Whether the player has a row or can complete one with the next move, whatever the other player
/// does first.
fn is_sure(position: &Position, me: Color) -> bool {
    match position.stage() {
        Stage::Over => false,
        Stage::Row | Stage::Ring if position.actor() == me => true,
        Stage::Move if position.actor() == me => !completable(position).is_empty(),
        Stage::Place | Stage::Move | Stage::Row | Stage::Ring => position
            .legal_actions()
            .iter()
            .all(|&action| is_sure(&position.play_unchecked(action), me)),
    }
}

/// Reasons for a move: markers that it turns.
fn turned(position: &Position, (from, to): (Point, Point), reasons: &mut Vec<Reason>) {
    let turned = position.turned_by(from, to);
    let count = |color| (turned & position.markers(color)).len() as u32;
    let me = position.actor();
    if count(!me) > count(me) {
        reasons.push(Reason::Turns {
            count: count(!me),
            of: !me,
        });
    }
}

/// Reasons for a move: changes in mobility.
fn mobility(position: &Position, end: Option<Position>, reasons: &mut Vec<Reason>) {
    let me = position.actor();
    // A removed ring lowers mobility by itself.
    let Some(end) = handed_over(me, end).filter(|end| end.removed(me) == position.removed(me))
    else {
        return;
    };
    let moves = end.mobility(me).saturating_sub(position.mobility(me));
    if moves >= NOTABLE_MOBILITY {
        reasons.push(Reason::Frees { moves });
    }
    let moves = position.mobility(!me).saturating_sub(end.mobility(!me));
    if moves >= NOTABLE_MOBILITY {
        reasons.push(Reason::Blocks { moves });
    }
}

/// Reasons for removing a row: other rows still stand.
fn kept(position: &Position, next: &Position, reasons: &mut Vec<Reason>) {
    let me = position.actor();
    let others = position.legal_actions();
    let leaves_none = |&action: &Action| position.play_unchecked(action).rows(me).next().is_none();
    if others.iter().any(leaves_none) {
        let rows = one_per_run(next.rows(me)).into_iter();
        reasons.extend(rows.map(|row| Reason::KeepsRow { row }));
    }
}

/// Reasons for a removal: rows that the player threatens to complete after the turn.
fn threatened(position: &Position, end: Option<Position>, reasons: &mut Vec<Reason>) {
    let me = position.actor();
    let again = handed_over(me, end).and_then(|end| end.passed());
    if let Some(again) = again {
        let rows = one_per_run(completable(&again)).into_iter();
        reasons.extend(rows.map(|row| Reason::SetsUp { row }));
    }
}

#[cfg(test)]
mod tests;
