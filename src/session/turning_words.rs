//! Turning points in words and on a board: what was lost, what was better, and what that would have led to.

use super::phrases::{action_phrase, claims_of_named};
use super::replay::brief;
use super::reply::{Arg, Board, Choice, Phrase};
use super::settings::Settings;
use super::turning::{Turning, TurningPoints};
use crate::engine::{Claim, Label};
use crate::game::{Color, Row};

impl TurningPoints {
    /// The phrases of a turning point, by its index: what was lost, why, what was better, and what that
    /// would have led to.
    pub(super) fn told(&self, index: usize) -> Vec<Phrase> {
        let Some(point) = self.points.get(index) else {
            return Vec::new();
        };
        let mut text = vec![
            Phrase::new("review-point")
                .with("number", index + 1)
                .with("turn", point.turn)
                .with("player", self.seat(point.by))
                .with("class", point.class())
                .with("action", action_phrase(point.played))
                .with("loss", point.loss() as usize)
                .with("before", point.before as usize)
                .with("after", point.after as usize),
        ];
        if !point.against.is_empty() {
            text.push(claims_of_named("review-against", &point.against));
        }
        text.push(
            Phrase::new("review-better")
                .with("action", action_phrase(point.better))
                .with("led", self.led(point)),
        );
        text
    }

    /// What else is true of the best action, which [`Self::told`] leaves out.
    pub(super) fn also(&self, index: usize) -> Option<Phrase> {
        let (_, others) = self.points.get(index)?.because.split_first()?;
        (!others.is_empty()).then(|| claims_of_named("review-also", others))
    }

    /// What the best action would have led to, as a sentence.
    fn led(&self, point: &Turning) -> Phrase {
        let first = point.because.first().copied();
        let phrase = match (first, point.stopped()) {
            (_, Some(row)) => Phrase::new("led-taken")
                .with("row", row)
                .with("turn", point.turn + 1),
            (None, None) => Phrase::new("led-chance"),
            (Some(first), None) => {
                led_by(first).unwrap_or_else(|| claims_of_named("led-reasons", &[first]))
            }
        };
        phrase
            .with("player", self.seat(point.by))
            .with("other", self.seat(!point.by))
            .with("before", point.before as usize)
    }

    fn seat(&self, color: Color) -> Arg {
        Arg::seat(&self.seats[color.index()])
    }

    /// The board before the decision with this index: the better action, the played one, and the rows
    /// that it is about.
    pub(super) fn board(&self, index: usize, settings: &Settings) -> Option<Board> {
        let point = self.points.get(index)?;
        let caption = Phrase::new("better-caption")
            .with("turn", point.turn)
            .with("better", brief(point.better))
            .with("played", brief(point.played));
        Some(Board {
            seats: self.seats.clone(),
            caption,
            hints: vec![point.better, point.played],
            glowing: point.rows(),
            settings: settings.clone(),
            ..Board::bare(point.position, ["", ""])
        })
    }

    /// The turning points of a turn, by their indices: a turn with a row has several decisions.
    pub(super) fn in_turn(&self, turn: usize) -> Vec<usize> {
        let points = self.points.iter().enumerate();
        let points = points.filter(|(_, point)| point.turn == turn);
        points.map(|(index, _)| index).collect()
    }

    /// A choice for each turning point.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let choice = |(index, point): (usize, &Turning)| {
            let turn = point.turn;
            let in_turn = self.in_turn(turn);
            let position = in_turn.iter().position(|&other| other == index);
            match position.filter(|_| in_turn.len() > 1) {
                None => Choice::new(
                    Phrase::new("choice-turning").with("turn", turn),
                    format!("better {turn}"),
                ),
                Some(before) => Choice::new(
                    Phrase::new("choice-turning-one")
                        .with("turn", turn)
                        .with("number", before + 1),
                    format!("better {turn} {}", before + 1),
                ),
            }
        };
        self.points.iter().enumerate().map(choice).collect()
    }
}

impl Turning {
    fn loss(&self) -> u32 {
        self.before.saturating_sub(self.after)
    }

    /// What the decision is called.
    fn class(&self) -> Phrase {
        Phrase::new(match Label::of(self.loss()) {
            Label::Blunder => "class-blunder",
            Label::Mistake => "class-mistake",
            Label::Inaccuracy | Label::Good | Label::Best => "class-inaccuracy",
        })
    }

    /// The row that the other player took in the next turn, if the best action would not have let that
    /// happen, and that is the most important thing about it.
    fn stopped(&self) -> Option<Row> {
        let taken = self.taken?;
        match *self.because.first()? {
            // Then no row that overlaps it can be completed either.
            Claim::StopsRow { row } if overlap(row, taken) => Some(taken),
            Claim::AvoidsRow { .. } => Some(taken),
            _ => None,
        }
    }

    /// The rows that the turning point is about.
    fn rows(&self) -> Vec<Row> {
        if let Some(row) = self.stopped() {
            return vec![row];
        }
        let claims = self.because.iter().chain(&self.against);
        let mut rows = claims.map(|claim| rows_of(*claim));
        rows.find(|rows| !rows.is_empty()).unwrap_or_default()
    }
}

/// Whether two rows share points of one line.
fn overlap(one: Row, other: Row) -> bool {
    one.axis() == other.axis() && !(one.points() & other.points()).is_empty()
}

/// What an action with this claim would have led to; nothing if the claim is told like a reason.
fn led_by(claim: Claim) -> Option<Phrase> {
    let phrase = match claim {
        Claim::WinsNow => Phrase::new("led-wins-now"),
        Claim::WinsIn { turns } => Phrase::new("led-wins-in").with("turns", turns as usize),
        Claim::MakesRow { row } => Phrase::new("led-makes-row").with("row", row),
        Claim::KeepsRow { row } => Phrase::new("led-keeps-row").with("row", row),
        Claim::SureRow => Phrase::new("led-sure-row"),
        Claim::DoubleThreat {
            rows: [row, second],
        } => Phrase::new("led-double-threat")
            .with("row", row)
            .with("second", second),
        Claim::ForcesReply { answers, of } => Phrase::new("led-forces-reply")
            .with("answers", answers as usize)
            .with("of", of as usize),
        Claim::PreparesRow { row } => Phrase::new("led-prepares-row").with("row", row),
        Claim::KeepsThreat { row } => Phrase::new("led-keeps-threat").with("row", row),
        Claim::StopsRow { row } => Phrase::new("led-stops-row").with("row", row),
        Claim::AvoidsRow { .. } => Phrase::new("led-avoids-row"),
        _ => return None,
    };
    Some(phrase)
}

/// The rows that a claim names.
fn rows_of(claim: Claim) -> Vec<Row> {
    match claim {
        Claim::DoubleThreat { rows } => rows.to_vec(),
        Claim::MakesRow { row }
        | Claim::KeepsRow { row }
        | Claim::StopsRow { row }
        | Claim::PreparesRow { row }
        | Claim::KeepsThreat { row }
        | Claim::BreaksLine { row, .. }
        | Claim::BuildsLine { row, .. }
        | Claim::GuardsLine { row, .. }
        | Claim::PreparesLine { row, .. }
        | Claim::DeniesLine { row, .. }
        | Claim::GivesRow { row }
        | Claim::AllowsRow { row }
        | Claim::LeavesRow { row }
        | Claim::MissesRow { row } => vec![row],
        _ => Vec::new(),
    }
}
