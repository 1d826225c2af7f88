//! `rows`: lists the rows of five on the board.

use crate::game::{Color, Stage};
use crate::session::draft::{Draft, Show};
use crate::session::game::Game;
use crate::session::phrases::numbered_rows;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

pub(super) static ROWS: Spec = Spec {
    in_exercises: true,
    ..Spec::new("rows", Group::Look, Handler::Running(handle))
};

fn handle(_: &Call<'_>, game: &Game) -> Handled {
    let position = game.position();
    let mut draft = Draft::silent(Show::PICTURE);
    let asked = position.stage() == Stage::Row;
    for color in Color::ALL {
        // The lines of the turn list the rows that have to be removed now.
        if asked && color == position.actor() {
            continue;
        }
        let rows = numbered_rows(position, color);
        if !rows.is_empty() {
            draft.text.push(
                Phrase::new("rows-of")
                    .with("player", Arg::seat(game.seat(color)))
                    .with("color", color)
                    .with("rows", rows.into_iter().collect::<Arg>()),
            );
        }
    }
    if draft.text.is_empty() && !asked {
        draft.text.push(Phrase::new("rows-none"));
    }
    Ok(draft)
}
