//! The terms of a game: options that several commands share.

use crate::session::context::Policy;
use crate::session::options::{Choices, Kind, OptionSpec, Options};
use crate::session::terms::Terms;

/// The variant.
pub(super) const VARIANT: OptionSpec =
    OptionSpec::optional("variant", "option-variant", Kind::Variant);

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
        rated: match options.word(&RATED) {
            Some(word) => word == "rated",
            None => policy.rated,
        },
    }
}
