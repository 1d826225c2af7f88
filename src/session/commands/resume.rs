//! `resume`: starts a paused clock again, or continues an adjourned game at a free table.

use super::games::{adjourned_line, elsewhere};
use crate::session::adjourned::{AdjournedGames, Continuation, PickedGame};
use crate::session::archive::{Answer, Question};
use crate::session::draft::{Draft, Show};
use crate::session::event::{Event, Offer};
use crate::session::needs::{Seated, must_have_room, seated, timed};
use crate::session::offers::resume;
use crate::session::options::{Kind, OptionSpec};
use crate::session::person::Seat;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::Settings;
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Lookup, Spec, WhenStale};
use crate::session::start::void;

const NUMBER: OptionSpec = OptionSpec::optional("number", "option-adjourned", Kind::Number);

pub(super) static RESUME: Spec = Spec {
    aliases: &["unpause"],
    options: &[NUMBER],
    example: "resume 12",
    ask: Some(ask),
    lookups: &[Lookup::Blocks],
    // A choice that names its game means that one, whatever has happened at the table.
    when_stale: WhenStale::RefuseIf(|_, options| options.number(&NUMBER).is_none()),
    ..Spec::new("resume", Group::Settle, Handler::Any(handle))
};

fn ask(asking: &Asking<'_>) -> Option<Question> {
    Some(Question::Adjourned(asking.options.number(&NUMBER)))
}

fn handle(call: &Call<'_>) -> Handled {
    let nothing = AdjournedGames::default();
    let adjourned = match call.context.answer {
        Some(Answer::Adjourned(adjourned)) => adjourned,
        _ => &nothing,
    };
    let number = call.options.number(&NUMBER);
    // A choice names its game to everybody who reads it.
    let is_choice = call.context.version.is_some();
    if is_choice && adjourned.picked == PickedGame::Others {
        return Err(Phrase::new("resume-not-yours").into());
    }
    if is_choice && adjourned.picked == PickedGame::Unknown {
        return Err(gone());
    }
    if let Some(game) = call.table.running() {
        let own = game.color_of(call.person);
        let paused = own.filter(|_| game.is_paused());
        return match (paused, number) {
            (Some(color), None) => resume(Seated { game, color }),
            _ if adjourned.total == 0 => Err(not_paused(call)?),
            // The choice was to end the pause.
            (None, None) if is_choice => Err(not_paused(call)?),
            _ => Err(Phrase::new("resume-taken")
                .with("white", Arg::seat(&game.seats[0]))
                .with("black", Arg::seat(&game.seats[1]))
                .with("resume", Arg::command("resume"))
                .into()),
        };
    }
    match (&adjourned.picked, number) {
        (PickedGame::Own(picked), _) => go_on(call, adjourned, picked),
        (PickedGame::Gone, _) => Err(gone()),
        _ if adjourned.total == 0 => Err(Phrase::new("resume-none")
            .with("challenge", Arg::command("challenge @friend"))
            .with("play", Arg::command("play"))
            .into()),
        (_, Some(number)) => {
            let id = match adjourned.total {
                1 => "resume-only",
                _ => "resume-no-such",
            };
            Err(Phrase::new(id)
                .with("number", number)
                .with("resume", Arg::command("resume"))
                .into())
        }
        (_, None) => Ok(list(call, adjourned)),
    }
}

/// The game was continued elsewhere.
fn gone() -> Refusal {
    Phrase::new("resume-gone")
        .with("games", Arg::command("games"))
        .into()
}

/// Why there is no pause to end.
fn not_paused(call: &Call<'_>) -> Result<Refusal, Refusal> {
    timed(seated(call.table, call.person)?.game)?;
    Ok(Phrase::new("not-paused").into())
}

/// The adjourned games, to choose one of them.
fn list(call: &Call<'_>, adjourned: &AdjournedGames) -> Draft {
    let mut draft = Draft::say(Phrase::new("resume-which"), Show::Nothing);
    let lines = adjourned.games.iter();
    draft
        .text
        .extend(lines.map(|(number, game)| adjourned_line(*number, game, call.person)));
    let left_out = adjourned.total - adjourned.games.len() - adjourned.elsewhere;
    if left_out > 0 {
        let more = Phrase::new("games-more").with("count", left_out);
        draft.text.push(more);
    }
    draft.text.extend(elsewhere(adjourned.elsewhere));
    draft.only_for = Some(call.person.clone());
    draft
}

/// Continues a game at this free table.
fn go_on(call: &Call<'_>, adjourned: &AdjournedGames, picked: &Continuation) -> Handled {
    let mut after = call.table.clone();
    for entry in &picked.entries {
        if after.apply(entry).is_err() {
            return Err(Phrase::new("internal-error").into());
        }
    }
    let running = after.running();
    let own = running.and_then(|game| Some((game, game.color_of(call.person)?)));
    let Some((game, color)) = own else {
        return Err(Phrase::new("internal-error").into());
    };
    for person in game.seats.iter().filter_map(Seat::responsible) {
        must_have_room(person, call.person, call.context)?;
    }
    let opponent = game.seat(!color).responsible();
    let closed = opponent.is_some_and(|other| call.context.closed.contains(&other.id));
    if let Some(other) = opponent
        && (closed || adjourned.opponent_present != Some(true))
    {
        // Nobody's clock may run where they cannot play.
        let id = match adjourned.opponent_present {
            // Nobody is told of a block.
            Some(_) => "resume-absent",
            None => "abort-unknown",
        };
        return Err(Phrase::new(id)
            .with("other", Arg::Name(other.clone()))
            .into());
    }
    let waits = game.needs_consent_to_run(color);
    let id = match waits {
        true => "continued-paused",
        false => "continued",
    };
    let phrase = Phrase::new(id)
        .with("by", Arg::Name(call.person.clone()))
        .with("other", Arg::mentioned_seat(game.seat(!color)))
        .with("adjourned", Arg::Time(picked.game.at));
    let mut draft = Draft::say(phrase, Show::PICTURE);
    draft.text.extend(void(call.table, None));
    // A review that was pending there is none of this table's.
    if let Some(review) = after.review() {
        draft.events.push(Event::Reviewed {
            number: review.number,
            turning: None,
        });
    }
    draft.events.push(Event::Continued {
        adjourned: picked.game.at,
        settings: Settings {
            view: after.settings().view,
            ..call.table.settings().clone()
        },
    });
    if waits {
        // The clock stands until the other player is back.
        draft.events.push(Event::Paused);
        draft.events.push(Event::Offered {
            by: color,
            offer: Offer::Resume,
        });
    }
    draft.continues = Some(picked.clone());
    Ok(draft)
}
