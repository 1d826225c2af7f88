//! `predict`: a spectator predicts which player wins.

use crate::game::Color;
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::predictions::{
    CLOSED_FROM_MARKERS, MOST_CHANGES, MOST_PREDICTIONS, Prediction, Predictions, is_open,
};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const WINNER: OptionSpec = OptionSpec::optional(
    "winner",
    "option-predict",
    Kind::Choice(Choices {
        words: &["white", "black"],
        also: &[],
        has_default: false,
    }),
);

pub(super) static PREDICT: Spec = Spec {
    aliases: &["guess"],
    options: &[WINNER],
    example: "predict white",
    ..Spec::new("predict", Group::Look, Handler::Running(handle))
};

fn handle(call: &Call<'_>, game: &Game) -> Handled {
    let predictions = &game.predictions;
    let Some(word) = call.options.word(&WINNER) else {
        let mut draft = Draft::silent(Show::Nothing);
        let is_open = is_open(game.position());
        match predictions.is_empty() {
            false => draft.text.push(so_far(game, predictions)),
            true if is_open => draft.text.push(Phrase::new("predict-none")),
            true => {}
        }
        match is_open {
            // Nobody else reads a private chat.
            true if call.context.private => {}
            true => offer(&mut draft, game),
            false => draft.text.push(too_late()),
        }
        draft.apart = true;
        return Ok(draft);
    };
    let winner = match word {
        "white" => Color::White,
        _ => Color::Black,
    };
    let before = check(call, game, winner)?;
    let mut counted = predictions.clone();
    counted.add(call.person, winner);
    // The answer to a button is for whoever pressed it.
    let is_pressed = call.context.version.is_some();
    let id = match before {
        _ if is_pressed => "predict-noted",
        Some(_) => "predict-changed",
        None => "predict-made",
    };
    let mut draft = Draft::say(of_winner(id, call, game, winner), Show::Nothing);
    draft.text.push(so_far(game, &counted));
    draft.only_for = is_pressed.then(|| call.person.clone());
    if predictions.is_empty() && !is_pressed {
        // Only once: everybody can press the same buttons.
        offer(&mut draft, game);
    }
    draft.apart = true;
    Ok(draft.event(Event::Predicted {
        by: call.person.clone(),
        winner,
    }))
}

/// Whether a person may predict this now. Returns what they have predicted before.
fn check<'a>(
    call: &Call<'_>,
    game: &'a Game,
    winner: Color,
) -> Result<Option<&'a Prediction>, Refusal> {
    let predictions = &game.predictions;
    if game.color_of(call.person).is_some() {
        return Err(Phrase::new("predict-own").into());
    }
    let is_stale = |version| !predictions.is_about(version);
    if call.context.version.is_some_and(is_stale) {
        let board = Arg::command("board");
        return Err(Phrase::new("stale-choice").with("board", board).into());
    }
    if !is_open(game.position()) {
        return Err(too_late().into());
    }
    let before = predictions.of(call.person);
    match before {
        Some(one) if one.winner == winner => {
            let already = of_winner("predict-already", call, game, winner);
            Err(Refusal::new(already).and(so_far(game, predictions)))
        }
        Some(one) if one.is_final() => {
            let last = of_winner("predict-final", call, game, one.winner);
            Err(last.with("most", usize::from(MOST_CHANGES)).into())
        }
        None if predictions.len() >= MOST_PREDICTIONS => Err(Phrase::new("predict-full")
            .with("most", MOST_PREDICTIONS)
            .into()),
        before => Ok(before),
    }
}

/// A sentence about the author's prediction.
fn of_winner(id: &str, call: &Call<'_>, game: &Game, color: Color) -> Phrase {
    Phrase::new(id)
        .with("person", Arg::Name(call.person.clone()))
        .with("player", Arg::seat(game.seat(color)))
        .with("color", color)
}

/// How many predict that white wins, and how many that black does.
fn so_far(game: &Game, predictions: &Predictions) -> Phrase {
    Phrase::new("predict-so-far")
        .with("white", Arg::seat(game.seat(Color::White)))
        .with("black", Arg::seat(game.seat(Color::Black)))
        .with("for-white", predictions.for_color(Color::White))
        .with("for-black", predictions.for_color(Color::Black))
}

fn too_late() -> Phrase {
    Phrase::new("predict-too-late").with("markers", usize::from(CLOSED_FROM_MARKERS))
}

/// Offers a prediction of each player's win.
fn offer(draft: &mut Draft, game: &Game) {
    draft.choices.extend(Color::ALL.map(|color| {
        let label = Phrase::new("choice-predict")
            .with("player", Arg::seat(game.seat(color)))
            .with("color", color);
        Choice::new(label, format!("predict {color}"))
    }));
}
