//! Reviews: the engine's findings in a finished game, in words and as a chart.

use super::draft::{Draft, Show};
use super::event::{Event, PlayedGame};
use super::reply::{Arg, Choice, Curve, Phrase, Visual};
use super::table::{ReviewRequest, Table};
use super::turning::TurningPoints;
use crate::engine::{Findings, Label, percent};
use crate::game::{Action, Color, Turn};

/// The answer to the request with this number; nothing if it is not pending any more. The engine
/// has failed if there are no findings.
pub(super) fn give_review(
    table: &Table,
    number: u64,
    findings: Option<&Findings>,
) -> Option<Draft> {
    let request = table.review().filter(|request| request.number == number)?;
    let turning = findings.map(|findings| {
        let game = &request.game;
        let turns = Turn::group(&game.start, &game.actions);
        TurningPoints::of(&game.seats, &turns, findings)
    });
    let event = Event::Reviewed {
        number,
        turning: turning.clone().map(Box::new),
    };
    let (Some(findings), Some(turning)) = (findings, turning) else {
        let sorry = Phrase::new("review-failed").with("analyze", Arg::command("analyze"));
        return Some(Draft::say(sorry, Show::Nothing).event(event));
    };
    let game = &request.game;
    let mut draft = Draft::silent(Show::Nothing).event(event);
    draft.text.push(
        Phrase::new("review-done")
            .with("white", Arg::seat(&game.seats[0]))
            .with("black", Arg::seat(&game.seats[1]))
            .with("by", Arg::Name(request.by.clone())),
    );
    for color in Color::ALL {
        draft.text.push(player(game, findings, color));
    }
    for index in 0..turning.points.len() {
        draft.text.extend(turning.told(index));
    }
    draft.choices = turning.choices();
    draft.apart = true;
    if turning.points.is_empty() {
        draft.text.push(Phrase::new("review-no-points"));
    }
    draft.mistakes = game.mistakes(findings);
    if !draft.mistakes.is_empty() {
        draft
            .text
            .push(Phrase::new("review-train").with("train", Arg::command("train")));
        let train = Choice::new(Phrase::new("choice-train"), "train");
        draft.choices.push(train);
    }
    draft.visual = Some(Visual::Curve(curve(table, request, findings)));
    Some(draft)
}

/// An accuracy in whole per cent.
fn rounded(accuracy: f64) -> usize {
    percent(accuracy / 100.0) as usize
}

/// The accuracy of a player, and the number of bad decisions.
fn player(game: &PlayedGame, findings: &Findings, color: Color) -> Phrase {
    let seat = Arg::seat(&game.seats[color.index()]);
    let Some(accuracy) = findings.accuracy[color.index()] else {
        return Phrase::new("review-player-idle").with("player", seat);
    };
    let count = |label: Label| {
        let decisions = findings.decisions.iter();
        decisions
            .filter(|decision| decision.by == color && decision.label == label)
            .count()
    };
    Phrase::new("review-player")
        .with("player", seat)
        .with("color", color)
        .with("accuracy", rounded(accuracy))
        .with("inaccuracies", count(Label::Inaccuracy))
        .with("mistakes", count(Label::Mistake))
        .with("blunders", count(Label::Blunder))
}

/// The chart of the chances over the game.
fn curve(table: &Table, request: &ReviewRequest, findings: &Findings) -> Curve {
    let game = &request.game;
    let accuracy = |color: Color| match findings.accuracy[color.index()] {
        Some(accuracy) => Phrase::new("percent").with("number", rounded(accuracy)),
        None => Phrase::new("percent-none"),
    };
    let caption = Phrase::new("review-caption")
        .with("white", Arg::seat(&game.seats[0]))
        .with("black", Arg::seat(&game.seats[1]))
        .with("whiteaccuracy", accuracy(Color::White))
        .with("blackaccuracy", accuracy(Color::Black));
    let rings = findings.decisions.iter();
    Curve {
        seats: game.seats.clone(),
        caption,
        result: game.result,
        first_turn: findings.first_turn,
        chances: findings
            .chances
            .iter()
            .map(|chance| (chance * 10).min(1000) as u16)
            .collect(),
        rings: rings
            .filter(|decision| matches!(decision.action, Action::Ring(_)))
            .map(|decision| (decision.turn, decision.by))
            .collect(),
        turning_points: findings
            .turning_points
            .iter()
            .map(|point| point.decision.turn)
            .collect(),
        settings: table.settings.clone(),
    }
}
