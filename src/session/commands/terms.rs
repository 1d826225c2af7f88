//! The terms of a game: options that several commands share.

use crate::session::options::{Choices, Kind, OptionSpec, Options};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::Settings;
use crate::session::terms::Terms;
use crate::session::time_control::TimeControl;

/// The variant.
pub(super) const VARIANT: OptionSpec =
    OptionSpec::optional("variant", "option-variant", Kind::Variant);

/// How long the players may think.
pub(super) const TIME: OptionSpec = OptionSpec::optional("time", "option-time", Kind::Time);

/// Whether weekends do not count for that.
pub(super) const WEEKENDS: OptionSpec = OptionSpec::optional(
    "weekends",
    "option-weekends",
    Kind::Choice(Choices {
        words: &["weekends-off"],
        also: &[
            ("weekendsoff", "weekends-off"),
            ("no-weekends", "weekends-off"),
        ],
        has_default: false,
    }),
);

/// The author's own colour.
pub(super) const COLOR: OptionSpec = OptionSpec::optional("colour", "option-colour", Kind::Color);

/// Whether the game counts for the ratings.
pub(super) const RATED: OptionSpec = OptionSpec::optional(
    "rated",
    "option-rated",
    Kind::Choice(Choices {
        words: &["rated", "casual"],
        also: &[("unrated", "casual")],
        has_default: false,
    }),
);

/// The terms that a command's options name. What they leave open is as it is set at the table.
///
/// # Errors
///
/// Weekends cannot be left out without a clock.
pub(super) fn terms(options: &Options, inherited: &Settings) -> Result<Terms, Refusal> {
    with_defaults(
        options,
        inherited.default_clock(),
        inherited.rated_by_default(),
    )
}

/// The same for a game against the bot, which is casual, and untimed unless the options say so.
///
/// # Errors
///
/// Weekends cannot be left out without a clock.
pub(super) fn terms_against_bot(options: &Options) -> Result<Terms, Refusal> {
    with_defaults(options, TimeControl::Untimed, false).map(Terms::casual)
}

fn with_defaults(options: &Options, time: TimeControl, rated: bool) -> Result<Terms, Refusal> {
    let terms = Terms {
        variant: options.variant(&VARIANT).unwrap_or_default(),
        time: options.time(&TIME).unwrap_or(time),
        weekends_off: options.word(&WEEKENDS).is_some(),
        rated: match options.word(&RATED) {
            Some(word) => word == "rated",
            None => rated,
        },
    };
    if terms.weekends_off && terms.time.is_untimed() {
        return Err(Phrase::new("weekends-untimed")
            .with(
                "challenge",
                Arg::command("challenge @friend 3d weekends-off"),
            )
            .into());
    }
    Ok(terms)
}
