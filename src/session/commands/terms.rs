//! The terms of a game: options that several commands share.

use crate::session::options::{Kind, OptionSpec};

/// The variant.
pub(super) const VARIANT: OptionSpec =
    OptionSpec::optional("variant", "option-variant", Kind::Variant);

/// The author's own colour.
pub(super) const COLOR: OptionSpec = OptionSpec::optional("colour", "option-colour", Kind::Color);
