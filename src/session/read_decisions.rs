//! Reads the decisions of a message: `E4 E10, row 1; ring C3`.

use super::decision::Decision;
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use super::spec::Commands;

/// Punctuation that is ignored after a word.
pub(super) const PUNCTUATION: [char; 6] = [',', ';', '.', '?', '!', ':'];

/// Most decisions in one message. A whole turn with rows for both sides has fewer than ten.
const MOST_DECISIONS: usize = 16;

/// The first line of a text.
pub(super) fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("").trim()
}

/// Reads the decisions of a message.
pub(super) fn read_decisions(
    commands: Commands,
    body: &str,
    prefix: &str,
) -> Result<Vec<Decision>, Refusal> {
    let parts: Vec<&str> = first_line(body)
        .split([',', ';'])
        .map(|part| {
            let part = part.trim().trim_end_matches(PUNCTUATION);
            match part.strip_prefix(prefix) {
                Some(rest) if !prefix.is_empty() => rest.trim_start(),
                _ => part,
            }
        })
        .filter(|part| !part.is_empty())
        .collect();
    let mut decisions = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let read = read_decision(commands, part).map_err(|refusal| match parts.len() {
            1 => refusal,
            _ => refusal.in_several(index, part),
        })?;
        decisions.extend(read);
        if decisions.len() > MOST_DECISIONS {
            return Err(Phrase::new("too-many-decisions")
                .with("most", MOST_DECISIONS)
                .into());
        }
    }
    Ok(decisions)
}

/// Reads one decision, or a row and its ring as the notation joins them (`xe5-e9xc3`).
fn read_decision(commands: Commands, part: &str) -> Result<Vec<Decision>, Refusal> {
    let word_end = part
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(part.len());
    let (word, rest) = part.split_at(word_end);
    // "E4 to E10" is common.
    let without_to = |text: &str| text.trim().replace(" to ", " ");
    // “B1” is a point, although “b” is short for a command.
    let is_point = rest.starts_with(|c: char| c.is_ascii_digit());
    if let Some(spec) = commands
        .find(word)
        .filter(|spec| spec.decision.is_some() || !is_point)
    {
        return match spec.decision {
            Some(read) => Ok(vec![read(spec, &without_to(rest))?]),
            None => Err(Phrase::new("not-in-several")
                .with("command", Arg::command(spec.word))
                .into()),
        };
    }
    // A single letter begins a point, perhaps behind an x; longer words are words.
    if word.chars().count() > 2 {
        return Err(commands.unknown(word));
    }
    Decision::read_notation(&without_to(part))
}
