//! `adjudicate`: a moderator ends the game with a result.

use crate::game::GameResult;
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::moderation::AuditNote;
use crate::session::needs::running;
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec, WhenStale};

const RESULT: OptionSpec = OptionSpec::required(
    "result",
    "option-adjudicate",
    Kind::Choice(Choices {
        words: &["white", "black", "draw"],
        also: &[],
        has_default: false,
    }),
);

pub(super) static ADJUDICATE: Spec = Spec {
    options: &[RESULT],
    example: "adjudicate draw",
    lookups: &[Lookup::Rights],
    when_stale: WhenStale::Refuse,
    ..Spec::new("adjudicate", Group::Moderate, Handler::Moderator(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let game = running(call.table)?;
    let word = call.options.word(&RESULT).unwrap_or_default();
    let result = match word {
        "white" => GameResult::White,
        "black" => GameResult::Black,
        "draw" => GameResult::Draw,
        _ => return Err(call.spec.missing()),
    };
    must_not_play(call, game)?;
    let action = format!("adjudicate {word}");
    Ok(end(call, game, Some(result), action))
}

/// Ends a game by a moderator's decision.
pub(super) fn end(
    call: &Call<'_>,
    game: &Game,
    result: Option<GameResult>,
    action: String,
) -> Draft {
    let players = game.seats().iter().map(Arg::mentioned_seat);
    let told = Phrase::new("adjudicated")
        .with("by", Arg::Name(call.person.clone()))
        .with("players", players.collect::<Arg>());
    let mut draft = Draft::say(told, Show::PICTURE).event(Event::Adjudicated { result });
    draft.moderation.audit = Some(AuditNote::new(call.person, action));
    draft
}

/// Refuses moderators their own games.
pub(super) fn must_not_play(call: &Call<'_>, game: &Game) -> Result<(), Refusal> {
    match game.color_of(call.person) {
        None => Ok(()),
        Some(_) => Err(Phrase::new("adjudicate-own")
            .with("resign", Arg::command("resign"))
            .with("draw", Arg::command("draw"))
            .into()),
    }
}
