//! Prefixes: what a command begins with where it is a plain message.

use thiserror::Error;
use yinsh::chars::is_invisible;

/// Longest prefix, in characters.
const LONGEST: usize = 10;

/// Why a text cannot be a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PrefixError {
    /// It is empty, too long, or has blanks.
    #[error("has to be 1 to {LONGEST} characters without blanks")]
    Malformed,
    /// It would run into the command.
    #[error("has to end in a sign such as \"!\", or it would run into the command")]
    NoSign,
}

/// Checks a prefix: 1 to 10 characters without blanks, of which the last is a sign.
///
/// # Errors
///
/// See [`PrefixError`].
pub fn check_prefix(prefix: &str) -> Result<(), PrefixError> {
    let unfit = |c: char| c.is_whitespace() || c.is_control() || is_invisible(c);
    if prefix.is_empty() || prefix.chars().count() > LONGEST || prefix.contains(unfit) {
        return Err(PrefixError::Malformed);
    }
    match prefix.ends_with(char::is_alphanumeric) {
        true => Err(PrefixError::NoSign),
        false => Ok(()),
    }
}
