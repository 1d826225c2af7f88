//! A command that exists in tests only, with options of nearly every kind.

use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Commands, Group, Handled, Handler, Spec, WhenStale};
use crate::session::{COMMANDS, draft};

const POINT: OptionSpec = OptionSpec::required(
    "point",
    "option-point",
    Kind::Point(|position, _| position.empty().into_iter().collect()),
);
const PLAYER: OptionSpec = OptionSpec::required("player", "option-opponent", Kind::Opponent);
const NUMBER: OptionSpec = OptionSpec::optional("number", "option-row-number", Kind::Number);
const FORM: OptionSpec = OptionSpec::optional(
    "form",
    "option-board-form",
    Kind::Choice(Choices {
        words: &["digital", "analogue"],
        also: &[("hands", "analogue")],
        has_default: true,
    }),
);

static CLOCK: Spec = Spec {
    aliases: &["hourglass"],
    options: &[
        POINT,
        PLAYER,
        NUMBER,
        FORM,
        OptionSpec::optional("other", "option-challenger", Kind::Person),
        OptionSpec::optional("game", "option-game", Kind::Game),
        OptionSpec::optional("level", "option-level", Kind::Level),
        OptionSpec::optional("variant", "option-variant", Kind::Variant),
        OptionSpec::optional("colour", "option-colour", Kind::Color),
        OptionSpec::optional("time", "option-time", Kind::Time),
        OptionSpec::optional("topic", "option-topic", Kind::Topic(&["hands", "numerals"])),
        OptionSpec::optional("theme", "option-theme", Kind::Theme),
        OptionSpec::optional("command", "option-command", Kind::Command),
        OptionSpec::optional("file", "option-file", Kind::Attachment),
    ],
    example: "clock E4 @friend",
    when_stale: WhenStale::Refuse,
    ..Spec::new("clock", Group::Look, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let options = call.options;
    let phrase = Phrase::new("theme-set").with(
        "theme",
        Arg::Text(format!(
            "{:?} {:?} {:?}",
            options.point(&POINT),
            options.opponent(),
            options.word(&FORM)
        )),
    );
    Ok(draft::Draft::say(phrase, draft::Show::Nothing))
}

/// All commands, and the example.
pub(crate) fn with_example() -> Commands {
    let specs: Vec<&'static Spec> = COMMANDS.iter().chain([&CLOCK]).collect();
    Commands::new(specs.leak())
}
