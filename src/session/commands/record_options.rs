//! A record that comes with a command: options that several commands share.

use crate::session::options::{Kind, OptionSpec};

/// The text of the record.
pub(super) const RECORD: OptionSpec = OptionSpec::optional("record", "option-record", Kind::Text);

/// Or a file with it.
pub(super) const FILE: OptionSpec = OptionSpec::optional("file", "option-file", Kind::Attachment);
