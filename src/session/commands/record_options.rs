//! A record that comes with a command: options that several commands share.

use crate::session::options::{Kind, OptionSpec};

/// The text of the record.
pub(super) const RECORD: OptionSpec =
    OptionSpec::optional("record", "option-record", Kind::Text).written("<record|file>");

/// Or a file with it, which is attached and not typed.
pub(super) const FILE: OptionSpec =
    OptionSpec::optional("file", "option-file", Kind::Attachment).written("");
