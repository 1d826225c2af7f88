//! Checks that several sections share.

use std::path::PathBuf;
use std::time::Duration;

use jiff::SignedDuration;

use super::error::Fault;

/// Longest prefix, in characters.
const LONGEST_PREFIX: usize = 10;

/// A command prefix: without blanks, and ending in a sign.
pub(super) fn checked_prefix(key: &str, prefix: String) -> Result<String, Fault> {
    if prefix.is_empty()
        || prefix.chars().count() > LONGEST_PREFIX
        || prefix.contains(|c: char| c.is_whitespace() || c.is_control())
    {
        return Err(Fault::new(
            key,
            format!("has to be 1 to {LONGEST_PREFIX} characters without blanks"),
        ));
    }
    if prefix.ends_with(char::is_alphanumeric) {
        return Err(Fault::new(
            key,
            "has to end in a sign such as \"!\", or it would run into the command",
        ));
    }
    Ok(prefix)
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
