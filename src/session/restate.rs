//! A table restated: what is said where it has moved to, or where the bot could not speak.

use jiff::Timestamp;

use super::challenges::open_challenges;
use super::draft::{Draft, Show};
use super::reply::{Phrase, Reply};
use super::rounds::state_lines;
use super::table::Table;

/// What is said where a table has moved to; nothing if nothing is going on there.
#[must_use]
pub fn moved(table: &Table, now: Timestamp) -> Option<Reply> {
    state(table, "moved-along", false, now)
}

/// What is said where the bot could not speak for a while; nothing if nothing is going on there.
/// `ended`: the end of the last game has not been told.
#[must_use]
pub fn restated(table: &Table, ended: bool, now: Timestamp) -> Option<Reply> {
    state(table, "back-again", ended, now)
}

/// A sentence, and the state of a table.
fn state(table: &Table, sentence: &str, ended: bool, now: Timestamp) -> Option<Reply> {
    let (challenges, choices) = open_challenges(table);
    let tournament = table.tournament().filter(|one| one.goes_on());
    let show = match table.running() {
        Some(_) => Show::PICTURE,
        None if ended && table.game().is_some() => Show::PICTURE,
        None if challenges.is_empty() && tournament.is_none() => return None,
        None => Show::Nothing,
    };
    let mut draft = Draft::say(Phrase::new(sentence), show);
    draft.text.extend(challenges);
    draft
        .text
        .extend(tournament.map(state_lines).unwrap_or_default());
    draft.choices = choices;
    Some(draft.into_reply(table, now))
}
