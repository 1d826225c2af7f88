//! `moves`: shows where a ring can go.

use crate::game::{Action, Color, Point, Stage};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::options::{Kind, OptionSpec};
use crate::session::phrases::{movable_rings, targets_phrase, typed_action};
use crate::session::reply::{Arg, BoardForm, Choice, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec, WhenStale};

const POINT: OptionSpec = OptionSpec::optional(
    "point",
    "option-ring",
    Kind::Point(|position, _| match position.stage() {
        Stage::Move => movable_rings(position),
        Stage::Place | Stage::Row | Stage::Ring | Stage::Over => Vec::new(),
    }),
);

pub(super) static MOVES: Spec = Spec {
    aliases: &["targets", "where"],
    options: &[POINT],
    example: "moves E4",
    when_stale: WhenStale::Refuse,
    in_exercises: true,
    ..Spec::new("moves", Group::Look, Handler::Running(handle))
};

fn handle(call: &Call<'_>, game: &Game) -> Handled {
    show_targets(game, call.options.point(&POINT))
}

/// Shows where the ring on a point can go; without a point, offers the rings that can move.
pub(super) fn show_targets(game: &Game, point: Option<Point>) -> Handled {
    let position = game.position();
    if position.stage() == Stage::Place {
        return Err(Phrase::new("moves-not-yet")
            .with("place", Arg::command("place <point>"))
            .into());
    }
    let Some(point) = point else {
        let mut draft = Draft::silent(Show::PICTURE);
        let rings = match position.stage() {
            Stage::Move => movable_rings(position),
            Stage::Place | Stage::Row | Stage::Ring | Stage::Over => Vec::new(),
        };
        if !rings.is_empty() {
            draft.choices = rings
                .iter()
                .map(|ring| {
                    Choice::new(
                        Phrase::new("choice-moves").with("point", *ring),
                        format!("moves {ring}"),
                    )
                })
                .collect();
            let rings = rings.into_iter().collect::<Arg>();
            draft
                .text
                .push(Phrase::new("moves-rings").with("rings", rings));
        }
        return Ok(draft);
    };
    let Some(owner) = Color::ALL
        .into_iter()
        .find(|&color| position.rings(color).contains(point))
    else {
        let rings = position.rings(position.actor());
        return Err(Phrase::new("moves-no-ring")
            .with("point", point)
            .with("rings", rings.into_iter().collect::<Arg>())
            .into());
    };
    let mut draft = Draft::say(
        targets_phrase(position, point),
        Show::Board(BoardForm::Picture, Some(point)),
    );
    if owner == position.actor() && position.stage() == Stage::Move {
        draft.choices = position
            .targets(point)
            .into_iter()
            .map(|to| {
                Choice::new(
                    Phrase::new("choice-move")
                        .with("from", point)
                        .with("to", to),
                    typed_action(Action::Move { from: point, to }),
                )
            })
            .collect();
    }
    Ok(draft)
}
