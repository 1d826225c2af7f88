//! `status`: who plays, the score, and open challenges.

use crate::game::Color;
use crate::session::challenges::open_challenges;
use crate::session::draft::{Draft, Show};
use crate::session::needs::any_game;
use crate::session::present::{clocks, holiday_lines, score};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};
use crate::session::terms::Terms;

pub(super) static STATUS: Spec = Spec {
    aliases: &["turn", "s"],
    ..Spec::new("status", Group::Look, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let (challenges, choices) = open_challenges(call.table);
    let mut draft = if call.table.game().is_none() && !challenges.is_empty() {
        Draft::silent(Show::Nothing)
    } else {
        let game = any_game(call.table)?;
        let status = Phrase::new("status")
            .with("white", Arg::seat_with_level(game.seat(Color::White)))
            .with("black", Arg::seat_with_level(game.seat(Color::Black)))
            .with("variant", Terms::of_game(game).phrase())
            .with("started", Arg::Time(game.started()))
            .with("actions", game.actions().len());
        let mut draft = Draft::say(status, Show::PICTURE);
        draft.text.push(score(game));
        draft.text.extend(clocks(game, call.context.now));
        draft.text.extend(holiday_lines(game));
        draft
    };
    draft.text.extend(challenges);
    draft.choices = choices;
    Ok(draft)
}
