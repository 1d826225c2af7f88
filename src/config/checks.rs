//! Checks that several sections share.

use std::path::PathBuf;
use std::time::Duration;

use jiff::SignedDuration;

use super::error::Fault;
use crate::session::check_prefix;

/// A command prefix: without blanks, and ending in a sign.
pub(super) fn checked_prefix(key: &str, prefix: String) -> Result<String, Fault> {
    match check_prefix(&prefix) {
        Ok(()) => Ok(prefix),
        Err(error) => Err(Fault::new(key, error.to_string())),
    }
}

/// A path that is not empty.
pub(super) fn checked_path(key: &str, path: PathBuf) -> Result<PathBuf, Fault> {
    if path.as_os_str().is_empty() {
        return Err(Fault::new(key, "must not be empty"));
    }
    Ok(path)
}

/// A time span such as `3s`.
pub(super) fn checked_span(key: &str, text: &str) -> Result<Duration, Fault> {
    let span: Option<SignedDuration> = text.parse().ok();
    span.and_then(|span| Duration::try_from(span).ok())
        .ok_or_else(|| {
            Fault::new(
                key,
                format!("\"{text}\" is not a time span such as \"3s\" or \"500ms\""),
            )
        })
}
