//! The section `[log]`: what the log of `ringleader run` looks like.

use serde::Deserialize;

use super::error::Fault;

/// What a line of the log is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// A text, for people.
    #[default]
    Text,
    /// A JSON object, for programs.
    Json,
}

/// The section, unchecked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [log]")]
pub(super) struct RawLog {
    format: Option<String>,
}

impl RawLog {
    pub(super) fn check(self) -> Result<LogFormat, Fault> {
        match self.format.as_deref() {
            None | Some("text") => Ok(LogFormat::Text),
            Some("json") => Ok(LogFormat::Json),
            Some(other) => Err(Fault::new(
                "log.format",
                format!("\"{other}\" is neither \"text\" nor \"json\""),
            )),
        }
    }
}
