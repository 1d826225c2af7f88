//! The terms of a game: options that several commands share.

use crate::session::context::Policy;
use crate::session::options::{Choices, Kind, OptionSpec, Options};
use crate::session::terms::Terms;

/// The variant.
pub(super) const VARIANT: OptionSpec =
    OptionSpec::optional("variant", "option-variant", Kind::Variant);

/// How long the players may think.
pub(super) const TIME: OptionSpec = OptionSpec::optional("time", "option-time", Kind::Time);

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

/// The terms that a command's options name. What they leave open is as the operator has it.
pub(super) fn terms(options: &Options, policy: &Policy) -> Terms {
    Terms {
        variant: options.variant(&VARIANT).unwrap_or_default(),
        time: options.time(&TIME).unwrap_or(policy.time),
        rated: match options.word(&RATED) {
            Some(word) => word == "rated",
            None => policy.rated,
        },
    }
}

/// The same for a game against the bot, which is casual, and untimed unless the options say so.
pub(super) fn terms_against_bot(options: &Options, policy: &Policy) -> Terms {
    Terms {
        time: options.time(&TIME).unwrap_or_default(),
        ..terms(options, policy).casual()
    }
}
