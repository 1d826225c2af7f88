//! Phrases that several replies share: actions, rings, rows, claims.

use jiff::Timestamp;

use super::game::Game;
use super::person::{Person, Seat};
use super::reply::{Arg, Phrase};
use crate::engine::Claim;
use crate::game::{Action, Color, Played, Point, Position, Row};

/// The people who play, or have begun the game for a crowd, mentioned.
pub(super) fn mention_players(game: &Game) -> Arg {
    let people = game.seats().iter().filter_map(Seat::responsible);
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

/// A sentence with these claims, for the player whose action it is about.
pub(super) fn claims_phrase(id: &str, claims: &[Claim]) -> Phrase {
    with_reasons(id, claims.iter().map(claim_phrase).collect())
}

/// The same for everybody, where the player is named.
pub(super) fn claims_of_named(id: &str, claims: &[Claim]) -> Phrase {
    with_reasons(id, claims.iter().map(claim_of_named).collect())
}

fn with_reasons(id: &str, mut reasons: Vec<Phrase>) -> Phrase {
    let reasons = match (reasons.len(), reasons.pop()) {
        (2, Some(second)) => {
            let and = Phrase::new("reason-and").with("second", second);
            Arg::from(
                reasons
                    .into_iter()
                    .fold(and, |and, first| and.with("first", first)),
            )
        }
        (_, last) => reasons.into_iter().chain(last).collect(),
    };
    Phrase::new(id).with("reasons", reasons)
}

/// Claims in the words of [`claim_of_named`], as far as these differ from those for the player.
const NAMED: &[&str] = &[
    "reason-loses-in-named",
    "reason-keeps-row-named",
    "reason-blocks-named",
    "reason-gives-row-named",
    "reason-allows-row-named",
    "reason-forces-reply-named",
    "reason-avoids-row-alone-named",
    "reason-avoids-row-named",
    "reason-breaks-line-named",
    "reason-builds-line-named",
    "reason-guards-line-named",
    "reason-denies-line-named",
    "reason-safe-markers-named",
    "reason-threatens-turns-named",
    "reason-opens-ring-named",
    "reason-frees-ring-named",
    "reason-most-turned-named",
    "reason-most-moves-named",
    "reason-fewest-moves-named",
];

/// A claim about the action of a player who is named, in words that follow "it".
pub(super) fn claim_of_named(claim: &Claim) -> Phrase {
    let mut phrase = claim_phrase(claim);
    let named = format!("{}-named", phrase.id);
    if NAMED.contains(&&*named) {
        phrase.id = named;
    }
    phrase
}

/// A claim, in words that follow "it", for the player whose action it is about.
pub(super) fn claim_phrase(claim: &Claim) -> Phrase {
    let with_row = |id: &str, row: Row| Phrase::new(id).with("row", row);
    let counted = |id: &str, name: &str, count: u32| Phrase::new(id).with(name, count as usize);
    let changed = |id: &str, ring: Point, before: u32, after: u32| {
        counted(id, "before", before)
            .with("after", after as usize)
            .with("ring", ring)
    };
    match *claim {
        Claim::WinsNow => Phrase::new("reason-wins-now"),
        Claim::WinsIn { turns } => counted("reason-wins-in", "turns", turns),
        Claim::LosesIn { turns } => counted("reason-loses-in", "turns", turns),
        Claim::OnlyChoice => Phrase::new("reason-only-choice"),
        Claim::MakesRow { row } => with_row("reason-makes-row", row),
        Claim::KeepsRow { row } => with_row("reason-keeps-row", row),
        Claim::SureRow => Phrase::new("reason-sure-row"),
        Claim::DoubleThreat { rows: [row, other] } => {
            with_row("reason-double-threat", row).with("other", other)
        }
        Claim::ForcesReply { answers, .. } => counted("reason-forces-reply", "answers", answers),
        Claim::StopsRow { row } => with_row("reason-stops-row", row),
        Claim::AvoidsRow { count, of } if count == of => Phrase::new("reason-avoids-row-alone"),
        Claim::AvoidsRow { count, of } => {
            counted("reason-avoids-row", "count", count).with("of", of as usize)
        }
        Claim::PreparesRow { row } => with_row("reason-sets-up", row),
        Claim::KeepsThreat { row } => with_row("reason-keeps-threat", row),
        Claim::BreaksLine { row, count } => {
            counted("reason-breaks-line", "count", count).with("row", row)
        }
        Claim::BuildsLine { row, count } => {
            counted("reason-builds-line", "count", count).with("row", row)
        }
        Claim::GuardsLine { row, count } => {
            counted("reason-guards-line", "count", count).with("row", row)
        }
        Claim::PreparesLine { row, count } => {
            counted("reason-prepares-line", "count", count).with("row", row)
        }
        Claim::DeniesLine { row, count } => {
            counted("reason-denies-line", "count", count).with("row", row)
        }
        Claim::TurnsForGood { count } => counted("reason-turns-for-good", "count", count),
        Claim::SafeMarkers { count, of } => {
            counted("reason-safe-markers", "count", count).with("of", of as usize)
        }
        Claim::ThreatensTurns { count } => counted("reason-threatens-turns", "count", count),
        Claim::FreesRing {
            ring,
            before,
            after,
        } => changed("reason-frees-ring", ring, before, after),
        Claim::ShutsIn {
            ring,
            before,
            after,
        } => changed("reason-shuts-in", ring, before, after),
        Claim::OpensRing {
            ring,
            before,
            after,
        } => changed("reason-opens-ring", ring, before, after),
        Claim::HampersRing {
            ring,
            before,
            after,
        } => changed("reason-hampers-ring", ring, before, after),
        Claim::MovesOut {
            ring,
            before,
            after,
        } => changed("reason-moves-out", ring, before, after),
        Claim::MostTurned { count } => counted("reason-most-turned", "count", count),
        Claim::MostMoves { moves } => counted("reason-most-moves", "moves", moves),
        Claim::FewestMoves { moves } => counted("reason-fewest-moves", "moves", moves),
        Claim::Turns { count, of } => counted("reason-turns", "count", count).with("color", of),
        Claim::GainsMoves { moves } => counted("reason-frees", "moves", moves),
        Claim::TakesMoves { moves } => counted("reason-blocks", "moves", moves),
        Claim::Central => Phrase::new("reason-central"),
        Claim::Reaches { points } => counted("reason-reaches", "points", points),
        Claim::LeastUse { points } => counted("reason-least-use", "points", points),
        Claim::GivesRow { row } => with_row("reason-gives-row", row),
        Claim::AllowsRow { row } => with_row("reason-allows-row", row),
        Claim::LeavesRow { row } => with_row("reason-leaves-row", row),
        Claim::MissesRow { row } => with_row("reason-misses-row", row),
    }
}
