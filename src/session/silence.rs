//! Silence: the players of an untimed game in which nothing happens are asked whether it is still
//! on, and in the end it is adjourned.

use jiff::{SignedDuration, Timestamp};

use super::adjourned::resume_it;
use super::draft::{Draft, Show};
use super::due::Due;
use super::event::Event;
use super::game::Game;
use super::phrases::mention_players;
use super::reply::{Arg, Choice, Phrase};
use super::table::Table;

/// Silence after which the players are asked.
const ASKED_AFTER: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Silence after which the game is adjourned.
const ADJOURNED_AFTER: SignedDuration = SignedDuration::from_hours(28 * 24);

/// Since when no player has done anything in an untimed game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Silence {
    since: Timestamp,
    /// Whether the players were asked.
    asked: bool,
}

impl Silence {
    /// Silence that begins now.
    pub(super) const fn start(at: Timestamp) -> Self {
        Self {
            since: at,
            asked: false,
        }
    }

    /// The players were asked.
    pub(super) const fn asked(&mut self) {
        self.asked = true;
    }

    /// What falls due next, and when.
    pub(super) fn next_due(self) -> (Timestamp, Due) {
        match self.asked {
            false => (self.after(ASKED_AFTER), Due::Question),
            true => (self.after(ADJOURNED_AFTER), Due::Adjournment),
        }
    }

    /// The bot was down from one moment to another: that time does not count. If `to` is before
    /// `from`, the wall clock was set back instead.
    pub(super) fn outage(&mut self, from: Timestamp, to: Timestamp) {
        let missed = match to < from {
            true => to.duration_since(from),
            false => to
                .duration_since(from.max(self.since))
                .max(SignedDuration::ZERO),
        };
        self.since = self.after(missed);
    }

    /// So much after it began, at most the last moment that can be written down.
    fn after(self, span: SignedDuration) -> Timestamp {
        self.since.checked_add(span).unwrap_or(Timestamp::MAX)
    }
}

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
    let until = game.silence?.after(ADJOURNED_AFTER);
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
