//! What is said when nothing happens in an untimed game: the players are asked whether it is still
//! on, and in the end it is adjourned.

use jiff::SignedDuration;

use super::adjourned::resume_it;
use super::draft::{Draft, Show};
use super::event::Event;
use super::game::Game;
use super::phrases::mention_players;
use super::reply::{Arg, Choice, Phrase};
use super::silence::{ADJOURNED_AFTER, ASKED_AFTER};
use super::table::Table;

impl Table {
    /// Whether the game in progress is from a log of a version that did not count silence. The host
    /// has it [count](super::Trigger::CountSilence) from now on.
    #[must_use]
    pub fn ignores_silence(&self) -> bool {
        self.running()
            .is_some_and(|game| game.clock.is_none() && game.silence.is_none())
    }
}

/// Silence counts from now on.
pub(super) fn count_silence() -> Draft {
    Draft::silent(Show::Nothing).event(Event::SilenceBegan)
}

/// Asks whether a game is still on.
pub(super) fn ask(game: &Game) -> Option<Draft> {
    let until = game.silence?.adjournment();
    let phrase = Phrase::new("silence-question")
        .with("players", mention_players(game))
        .with("days", days(ASKED_AFTER))
        .with("keep", Arg::command("keep"))
        .with("until", Arg::Time(until));
    let mut draft = Draft::say(phrase, Show::PICTURE).event(Event::PlayersAsked);
    draft.choices = vec![Choice::answer(Phrase::new("choice-keep"), "keep", true)];
    Some(draft)
}

/// Adjourns a game because of its silence.
pub(super) fn adjourn(game: &Game) -> Draft {
    let phrase = Phrase::new("silence-adjourned")
        .with("players", mention_players(game))
        .with("days", days(ADJOURNED_AFTER))
        .with("resume", Arg::command(resume_it()));
    let mut draft = Draft::say(phrase, Show::Nothing).event(Event::Adjourned);
    draft.choices = vec![Choice::new(Phrase::new("choice-resume"), resume_it())];
    draft
}

fn days(span: SignedDuration) -> usize {
    usize::try_from(span.as_hours() / 24).unwrap_or_default()
}
