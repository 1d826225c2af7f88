//! Why an action is good or bad: what it does on the board, in facts that the rules bear out.

use super::think::Line;
use crate::game::{Action, Color, GameResult, Point, Position, Row, Stage};

/// How many more or fewer ring moves a player must have for it to be worth a word: about what one
/// ring alone has along one line.
const FELT: u32 = 6;

/// Steps from the middle of the board within which a ring stands near it: from there it overlooks
/// most of the lines.
const NEAR: u8 = 2;

/// What speaks for an action, or against it.
///
/// «The player» is the one who acts, «the other player» the opponent. A turn is all that a player
/// does before the other decides again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The player wins in this very turn.
    WinsNow,
    /// The player wins, whatever the other player does.
    WinsIn {
        /// After so many turns of the player's own at most, this one included; 2 or more.
        turns: u32,
    },
    /// The other player wins, whatever the player does.
    LosesIn {
        /// After so many turns of the other player at most; 1 or more.
        turns: u32,
    },
    /// Nothing else can be done.
    OnlyChoice,
    /// It completes a row of the player's.
    MakesRow {
        /// The row, or the first one of a longer run.
        row: Row,
    },
    /// Of the player's rows another one still stands once this one is removed, which not every
    /// choice would leave.
    KeepsRow {
        /// The row that stands.
        row: Row,
    },
    /// After this turn, whatever the other player answers, the player has a row or can complete
    /// one with the next move.
    SureRow,
    /// The other player could have completed this row with one move, and can no more after this
    /// turn.
    StopsRow {
        /// The row.
        row: Row,
    },
    /// After this turn the player could complete this row with one more move, and could not
    /// before: the other player has to stop it. Of a row or a ring to remove: could or can still.
    SetsUp {
        /// The row.
        row: Row,
    },
    /// It turns markers of a colour, and fewer of the other one.
    Turns {
        /// How many.
        count: u32,
        /// The colour that they show before.
        of: Color,
    },
    /// The player places the ring near the middle of the board.
    Central,
    /// The ring that is placed can go to so many points.
    Reaches {
        /// How many, 0 to 27.
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
    /// The player gives up the ring, or one of the rings, that can go to the fewest points.
    LeastUse {
        /// To how many points it can go, 0 to 27.
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
    /// It does nothing that a word could tell.
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

/// Why the first action of a line is what it is: the facts that tell most come first, those that
/// speak against it last (but that it loses comes first). Nothing for a line without a legal
/// action; else at least one.
///
/// ```
/// use ringleader::engine::{Line, Reason, Score, explain};
/// use ringleader::game::{Position, Variant};
/// let start = Position::start(Variant::Normal);
/// let line = Line { score: Score::EVEN, actions: vec!["f6".parse()?] };
/// assert_eq!(explain(&start, &line)[0], Reason::Central);
/// # Ok::<(), ringleader::game::ActionError>(())
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
            room(position, end, &mut reasons);
        }
        Action::Row(_) => {
            kept(position, &next, &mut reasons);
            still(position, end, &mut reasons);
        }
        Action::Ring(point) => {
            still(position, end, &mut reasons);
            let uses = |ring: Point| position.targets(ring).len() as u32;
            let points = uses(point);
            let rings = position.rings(position.actor());
            if rings.iter().all(|ring| uses(ring) >= points) {
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

/// The position in which the player's turn has ended, unless the line breaks off before.
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

/// Who wins, if that is known, and when.
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

/// How many turns the winner has at most in so many actions to come, the line among them.
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
        // The turn ends the game.
        (Stage::Row, 2) | (Stage::Ring, 1) if goes_on => turns,
        (_, 1) => turns + 1,
        // Turns are as short as can be, but that the last one ends with a row and a ring.
        (_, rest) => turns + rest as u32 / 2,
    }
}

/// Rows without those that are parts of the same run as one before.
fn apart(rows: impl IntoIterator<Item = Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        if !kept.iter().any(|&other| in_one_run(row, other)) {
            kept.push(row);
        }
    }
    kept
}

/// Whether two rows share points along their line.
fn in_one_run(one: Row, other: Row) -> bool {
    one.axis() == other.axis() && !(one.points() & other.points()).is_empty()
}

/// The rows that the one who is to move a ring could complete by that.
fn makeable(position: &Position) -> Vec<Row> {
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

/// The rows of one list that are in no run with any of another.
fn without(rows: &[Row], others: &[Row]) -> Vec<Row> {
    let alone = |row: &Row| !others.iter().any(|&other| in_one_run(*row, other));
    apart(rows.iter().copied().filter(alone))
}

/// Where the other player is to move a ring at the end of the player's turn: that position.
fn handed_over(me: Color, end: Option<Position>) -> Option<Position> {
    end.filter(|end| end.stage() == Stage::Move && end.actor() == !me)
}

/// What a placed ring is good for.
fn placed(position: &Position, next: &Position, point: Point, reasons: &mut Vec<Reason>) {
    if steps_from_middle(point) <= NEAR {
        reasons.push(Reason::Central);
    }
    let other = !position.actor();
    let moves = position
        .mobility(other)
        .saturating_sub(next.mobility(other));
    if moves >= FELT {
        reasons.push(Reason::Blocks { moves });
    }
    let points = next.targets(point).len() as u32;
    reasons.push(Reason::Reaches { points });
}

/// Steps from the middle of the board, F6, along its lines.
fn steps_from_middle(point: Point) -> u8 {
    let letters = point.column() as i8 - 5;
    let numbers = point.number() as i8 - 6;
    let most = letters.abs().max(numbers.abs());
    most.max((letters - numbers).abs()).unsigned_abs()
}

/// Rows that a move makes, stops, sets up, gives and allows.
fn moved(
    position: &Position,
    next: &Position,
    end: Option<Position>,
    reasons: &mut Vec<Reason>,
    against: &mut Vec<Reason>,
) {
    let me = position.actor();
    let rows = |color| apart(next.rows(color)).into_iter();
    reasons.extend(rows(me).map(|row| Reason::MakesRow { row }));
    against.extend(rows(!me).map(|row| Reason::GivesRow { row }));
    let Some(end) = handed_over(me, end) else {
        return;
    };
    // Whether the move makes a row or not: what comes after it is another one.
    if let Some(again) = end.passed() {
        let next_rows = makeable(&again);
        let mine = without(&next_rows, &makeable(position));
        if !next_rows.is_empty() && is_sure(&end, me) {
            reasons.push(Reason::SureRow);
        }
        let theirs = position
            .passed()
            .map_or_else(Vec::new, |passed| makeable(&passed));
        let then = makeable(&end);
        let stopped = without(&theirs, &then).into_iter();
        reasons.extend(stopped.map(|row| Reason::StopsRow { row }));
        reasons.extend(mine.into_iter().map(|row| Reason::SetsUp { row }));
        let allowed = without(&then, &theirs).into_iter();
        against.extend(allowed.map(|row| Reason::AllowsRow { row }));
    }
}

/// Whether the player has a row or completes one with the next move, whatever the other player
/// does first.
fn is_sure(position: &Position, me: Color) -> bool {
    match position.stage() {
        Stage::Over => false,
        Stage::Row | Stage::Ring if position.actor() == me => true,
        Stage::Move if position.actor() == me => !makeable(position).is_empty(),
        Stage::Place | Stage::Move | Stage::Row | Stage::Ring => position
            .legal_actions()
            .iter()
            .all(|&action| is_sure(&position.play_unchecked(action), me)),
    }
}

/// Markers that a move turns.
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

/// Ring moves that a turn gives and takes.
fn room(position: &Position, end: Option<Position>, reasons: &mut Vec<Reason>) {
    let me = position.actor();
    // With a ring removed there is less room for another reason.
    let Some(end) = handed_over(me, end).filter(|end| end.removed(me) == position.removed(me))
    else {
        return;
    };
    let moves = end.mobility(me).saturating_sub(position.mobility(me));
    if moves >= FELT {
        reasons.push(Reason::Frees { moves });
    }
    let moves = position.mobility(!me).saturating_sub(end.mobility(!me));
    if moves >= FELT {
        reasons.push(Reason::Blocks { moves });
    }
}

/// Rows that still stand once one is removed.
fn kept(position: &Position, next: &Position, reasons: &mut Vec<Reason>) {
    let me = position.actor();
    let others = position.legal_actions();
    let leaves_none = |&action: &Action| position.play_unchecked(action).rows(me).next().is_none();
    if others.iter().any(leaves_none) {
        let rows = apart(next.rows(me)).into_iter();
        reasons.extend(rows.map(|row| Reason::KeepsRow { row }));
    }
}

/// Rows that the player could complete next after rows and rings are removed.
fn still(position: &Position, end: Option<Position>, reasons: &mut Vec<Reason>) {
    let me = position.actor();
    let again = handed_over(me, end).and_then(|end| end.passed());
    if let Some(again) = again {
        let rows = apart(makeable(&again)).into_iter();
        reasons.extend(rows.map(|row| Reason::SetsUp { row }));
    }
}

#[cfg(test)]
mod tests;
