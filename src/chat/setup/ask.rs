//! Questions in the terminal.

use std::fmt::Display;
use std::io::{self, Write};

use inquire::{Confirm, InquireError, Password, PasswordDisplayMode, Select, Text};
use secrecy::SecretString;

/// Prints a line.
pub(super) fn say(line: &str) {
    // A terminal that has gone away ends the next question.
    let _ = writeln!(io::stdout(), "{line}");
}

/// Says why an answer is not accepted.
pub(super) fn problem(reason: &dyn Display) {
    // What servers say may be anything.
    say(&format!(
        "! {}",
        reason.to_string().replace(char::is_control, " ")
    ));
}

/// Asks for a text until it is accepted.
pub(super) fn text<T>(
    question: &str,
    proposed: &str,
    taken: impl Fn(&str) -> Result<T, String>,
) -> io::Result<T> {
    loop {
        let given = answer(|| match proposed {
            "" => Text::new(question).prompt(),
            _ => Text::new(question).with_default(proposed).prompt(),
        })?;
        match taken(&given) {
            Ok(value) => return Ok(value),
            Err(reason) => problem(&reason),
        }
    }
}

/// Asks for a secret, which is not shown.
pub(super) fn secret(question: &str) -> io::Result<SecretString> {
    let prompt = Password::new(question)
        .with_display_mode(PasswordDisplayMode::Masked)
        .without_confirmation();
    answer(|| prompt.clone().prompt()).map(SecretString::from)
}

/// Asks a yes-or-no question; Enter takes the proposal.
pub(super) fn yes(question: &str, proposed: bool) -> io::Result<bool> {
    answer(|| Confirm::new(question).with_default(proposed).prompt())
}

/// Asks for one of several choices; Enter takes the first. Returns its index.
pub(super) fn choose(question: &str, choices: &[&str]) -> io::Result<usize> {
    let select = || Select::new(question, choices.to_vec()).without_filtering();
    answer(|| select().raw_prompt()).map(|chosen| chosen.index)
}

/// Esc asks again; Ctrl-C ends the questions.
fn answer<T>(ask: impl Fn() -> Result<T, InquireError>) -> io::Result<T> {
    loop {
        match ask() {
            Ok(answer) => return Ok(answer),
            Err(InquireError::OperationCanceled) => {}
            Err(InquireError::OperationInterrupted) => {
                return Err(io::Error::other("interrupted; nothing was written"));
            }
            Err(error) => return Err(io::Error::other(error.to_string())),
        }
    }
}
