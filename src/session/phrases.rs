//! Phrases that several replies share: actions, rings, rows, reasons.

use jiff::Timestamp;

use super::game::Game;
use super::person::{Person, Seat};
use super::reply::{Arg, Phrase};
use crate::engine::Reason;
use crate::game::{Action, Color, Played, Point, Position, Row};

/// Reasons that are told for each side of a line: the first ones tell most.
const TOLD_REASONS: usize = 3;

/// The people who play, mentioned.
pub(super) fn mention_players(game: &Game) -> Arg {
    let people = game.seats().iter().filter_map(Seat::person);
    people.map(|person| Arg::Mention(person.clone())).collect()
}

/// “alice is on holiday until tomorrow.”
pub(super) fn begun(game: &Game, color: Color, until: Timestamp) -> Phrase {
    Phrase::new("holiday-begun")
        .with("player", Arg::seat(game.seat(color)))
        .with("until", Arg::Time(until))
}

/// That a game is rated, and will not be once a person accepts a seat.
pub(super) fn offered_rated(to: &Person) -> Phrase {
    Phrase::new("seat-offered-rated").with("to", Arg::Name(to.clone()))
}

/// An action in a few words.
pub(super) fn action_phrase(action: Action) -> Phrase {
    match action {
        Action::Place(point) => Phrase::new("action-place").with("point", point),
        Action::Move { from, to } => Phrase::new("action-move").with("from", from).with("to", to),
        Action::Row(row) => Phrase::new("action-row").with("row", row),
        Action::Ring(point) => Phrase::new("action-ring").with("point", point),
        Action::Pass => Phrase::new("action-pass"),
    }
}

/// An action as it is typed, without the prefix.
pub(super) fn typed_action(action: Action) -> String {
    match action {
        Action::Place(point) => format!("place {point}"),
        Action::Move { from, to } => format!("move {from} {to}"),
        Action::Row(row) => {
            let (start, end) = row.ends();
            format!("row {start} {end}")
        }
        Action::Ring(point) => format!("ring {point}"),
        Action::Pass => "pass".to_owned(),
    }
}

/// What happened, as a sentence.
pub(super) fn told(seat: &Seat, position: &Position, played: Played) -> Phrase {
    let phrase = |id: &str| Phrase::new(id).with("player", Arg::seat(seat));
    match played.action {
        Action::Place(point) => phrase("told-place")
            .with("point", point)
            .with("color", played.by),
        Action::Move { from, to } => phrase("told-move")
            .with("from", from)
            .with("to", to)
            .with("turned", played.turned.len()),
        Action::Row(row) => phrase("told-row").with("row", row),
        Action::Ring(point) => phrase("told-ring")
            .with("point", point)
            .with("number", position.removed(played.by) + 1)
            .with("goal", position.variant().goal()),
        Action::Pass => phrase("told-pass"),
    }
}

/// The actor's rings that can move.
pub(super) fn movable_rings(position: &Position) -> Vec<Point> {
    position
        .rings(position.actor())
        .into_iter()
        .filter(|&ring| !position.targets(ring).is_empty())
        .collect()
}

/// The rows of a colour with their numbers: `1: E5–E9`.
pub(super) fn numbered_rows(position: &Position, color: Color) -> Vec<String> {
    (1..)
        .zip(position.rows(color))
        .map(|(number, row)| format!("{number}: {row}"))
        .collect()
}

/// Where a ring can go.
pub(super) fn targets_phrase(position: &Position, from: Point) -> Phrase {
    let targets = position.targets(from);
    if targets.is_empty() {
        return Phrase::new("moves-none").with("from", from).with(
            "rings",
            movable_rings(position).into_iter().collect::<Arg>(),
        );
    }
    Phrase::new("moves-list")
        .with("from", from)
        .with("targets", targets.into_iter().collect::<Arg>())
}

/// A sentence with the first few of these reasons.
pub(super) fn reasons_phrase(id: &str, reasons: &[Reason]) -> Phrase {
    let told = reasons.iter().take(TOLD_REASONS).copied();
    Phrase::new(id).with("reasons", told.map(reason_phrase).collect::<Arg>())
}

/// A reason, in words that follow "it".
pub(super) fn reason_phrase(reason: Reason) -> Phrase {
    let with_row = |id: &str, row: Row| Phrase::new(id).with("row", row);
    let counted = |id: &str, name: &str, count: u32| Phrase::new(id).with(name, count as usize);
    match reason {
        Reason::WinsNow => Phrase::new("reason-wins-now"),
        Reason::WinsIn { turns } => counted("reason-wins-in", "turns", turns),
        Reason::LosesIn { turns } => counted("reason-loses-in", "turns", turns),
        Reason::OnlyChoice => Phrase::new("reason-only-choice"),
        Reason::MakesRow { row } => with_row("reason-makes-row", row),
        Reason::KeepsRow { row } => with_row("reason-keeps-row", row),
        Reason::SureRow => Phrase::new("reason-sure-row"),
        Reason::StopsRow { row } => with_row("reason-stops-row", row),
        Reason::SetsUp { row } => with_row("reason-sets-up", row),
        Reason::Turns { count, of } => counted("reason-turns", "count", count).with("color", of),
        Reason::Central => Phrase::new("reason-central"),
        Reason::Reaches { points } => counted("reason-reaches", "points", points),
        Reason::Frees { moves } => counted("reason-frees", "moves", moves),
        Reason::Blocks { moves } => counted("reason-blocks", "moves", moves),
        Reason::LeastUse { points } => counted("reason-least-use", "points", points),
        Reason::GivesRow { row } => with_row("reason-gives-row", row),
        Reason::AllowsRow { row } => with_row("reason-allows-row", row),
        Reason::Quiet => Phrase::new("reason-quiet"),
    }
}
