//! `coach`: whether hints come by themselves in the game against the bot.

use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::needs::{Seated, must_play_alone};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const SWITCH: OptionSpec = OptionSpec::optional(
    "switch",
    "option-coach",
    Kind::Choice(Choices {
        words: &["on", "off"],
        also: &[("yes", "on"), ("no", "off")],
        has_default: false,
    }),
);

pub(super) static COACH: Spec = Spec {
    options: &[SWITCH],
    example: "coach on",
    ..Spec::new("coach", Group::Play, Handler::Seat(handle))
};

fn handle(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    must_play_alone(seated)?;
    // Between people it would be a temptation.
    if !game.seat(!color).is_bot() {
        return Err(Phrase::new("coach-bot-only")
            .with("hint", Arg::command("hint"))
            .into());
    }
    let set = call.options.word(&SWITCH).map(|word| word == "on");
    if set == Some(true) && !call.context.inherited.gives_hints() {
        return Err(Phrase::new("hints-off").into());
    }
    let on = set.unwrap_or(game.coached);
    let id = match (on, set.is_some()) {
        (true, false) => "coach-is-on",
        (true, true) => "coach-set-on",
        (false, false) => "coach-is-off",
        (false, true) => "coach-set-off",
    };
    let other = if on { "coach off" } else { "coach on" };
    let phrase = Phrase::new(id).with("other", Arg::command(other));
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.events.extend(set.map(|on| Event::Coached { on }));
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}
