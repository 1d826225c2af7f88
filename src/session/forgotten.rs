//! People who had their data deleted: what ends at a table that they leave behind.
//!
//! The store has put a pseudonym in their place by then. A game in progress ends: a rated one as if
//! they had resigned, any other without a result. What they asked or were asked is off.

use super::draft::{Draft, Show};
use super::event::Event;
use super::game::Game;
use super::person::{FORGOTTEN, Person};
use super::reply::{Arg, Phrase};
use super::table::{EngineTask, Table};
use crate::game::Color;

impl Table {
    /// Whether anything goes on in which somebody takes part who had their data deleted.
    #[must_use]
    pub fn has_left(&self) -> bool {
        self.running().is_some_and(|game| {
            leaver(game).is_some()
                || game
                    .seat_offer
                    .as_ref()
                    .is_some_and(|(_, to)| to.is_forgotten())
        }) || self
            .challenges
            .iter()
            .any(|one| one.by.is_forgotten() || one.to.as_ref().is_some_and(Person::is_forgotten))
            || !self.asked_by_forgotten().is_empty()
            || self.watchers().iter().any(|one| one.person.is_forgotten())
    }

    /// What people who had their data deleted wait for, with the numbers of the entries.
    #[must_use]
    pub fn asked_by_forgotten(&self) -> Vec<(EngineTask, u64)> {
        let hint = self.running().and_then(Game::hint);
        let hint = hint.filter(|hint| hint.by.is_forgotten());
        let review = self.review().filter(|review| review.by.is_forgotten());
        let hint = hint.map(|hint| (EngineTask::Hint, hint.number));
        let review = review.map(|review| (EngineTask::Review, review.number));
        let replay = self
            .replay_request()
            .filter(|replay| replay.by.is_forgotten());
        let replay = replay.map(|replay| (EngineTask::Replay, replay.number));
        hint.into_iter().chain(review).chain(replay).collect()
    }
}

/// The colour of a player, or of the crowd of a host, who had their data deleted.
fn leaver(game: &Game) -> Option<Color> {
    let gone = |color: &Color| {
        let person = game.seat(*color).responsible();
        person.is_some_and(Person::is_forgotten)
    };
    Color::ALL.into_iter().find(gone)
}

/// Ends what cannot go on, as somebody had their data deleted; nothing if nothing is going on.
pub(super) fn left(table: &Table) -> Option<Draft> {
    if !table.has_left() {
        return None;
    }
    let mut draft = Draft::silent(Show::Nothing);
    for challenge in &table.challenges {
        let to = challenge.to.as_ref();
        if challenge.by.is_forgotten() || to.is_some_and(Person::is_forgotten) {
            draft.events.push(Event::Withdrawn {
                challenger: challenge.by.id.clone(),
            });
            let others = [Some(&challenge.by), to].into_iter().flatten();
            let others = others.filter(|person| !person.is_forgotten());
            draft.text.extend(others.map(|other| {
                Phrase::new("left-challenge").with("other", Arg::Mention(other.clone()))
            }));
        }
    }
    for watcher in table.watchers() {
        if watcher.person.is_forgotten() {
            let by = watcher.person.id.clone();
            draft.events.push(Event::Unwatched { by });
        }
    }
    for (task, number) in table.asked_by_forgotten() {
        draft.events.push(match task {
            EngineTask::Hint => Event::HintFailed,
            EngineTask::Review => Event::Reviewed {
                number,
                turning: None,
            },
            EngineTask::Replay => Event::Replayed { number },
        });
    }
    if let Some(game) = table.running() {
        if let Some(by) = leaver(game) {
            let other = game.seat(!by).responsible();
            draft.events.push(match game.is_rated() && other.is_some() {
                true => Event::Resigned { by },
                false => Event::Left { by },
            });
            draft.text.extend(
                other.map(|other| {
                    Phrase::new("left-game").with("other", Arg::Mention(other.clone()))
                }),
            );
            draft.show = Show::PICTURE;
        } else if game
            .seat_offer
            .as_ref()
            .is_some_and(|(_, to)| to.is_forgotten())
        {
            draft.events.push(Event::SeatRefused);
            draft.text.extend(table.seat_offer().map(|(_, by, _)| {
                Phrase::new("left-seat").with("other", Arg::Mention(by.clone()))
            }));
        }
    }
    if table.key().channel.contains(FORGOTTEN) {
        // Nobody reads it in their private chat.
        (draft.text, draft.show) = (Vec::new(), Show::Nothing);
    }
    Some(draft)
}
