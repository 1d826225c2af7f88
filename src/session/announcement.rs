//! Announcements: the result of a game between people is told in another channel, where that is set.

use jiff::Timestamp;

use super::game::Game;
use super::person::{Seat, TableKey};
use super::present::result_line;
use super::reply::{Arg, Phrase, Reply};
use super::settings::{PlaceSettings, Settings};
use super::table::Table;
use super::terms::Terms;
use crate::game::Color;

/// Something that is told in another channel than that of its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// Where.
    pub to: TableKey,
    /// What is told. It mentions nobody.
    pub reply: Reply,
}

impl Table {
    /// Where results of the table are announced: nowhere if nothing is set, or if they are told there
    /// anyway.
    #[must_use]
    pub fn announces_at<'a>(&self, inherited: &'a Settings) -> Option<&'a TableKey> {
        let to = inherited.results_to()?;
        (to.platform == self.key().platform && to != self.key()).then_some(to)
    }

    /// The announcement of a game that has just ended at the table, for a channel with these
    /// settings. There is none of games against the bot, and of those that nobody has won or drawn.
    #[must_use]
    pub fn announcement(
        &self,
        game: &Game,
        to: &TableKey,
        there: &PlaceSettings,
        now: Timestamp,
    ) -> Option<Announcement> {
        if game.result().is_none() || game.seats().iter().any(Seat::is_bot) {
            return None;
        }
        let mut reply = Reply::say(
            Phrase::new("announced")
                .with("place", Arg::Place(self.key().clone()))
                .with("white", Arg::seat(game.seat(Color::White)))
                .with("black", Arg::seat(game.seat(Color::Black)))
                .with("terms", Terms::of_game(game).short_phrase())
                .with("result", result_line(game)),
        );
        reply.inherit(&Settings::default(), there, there);
        let there = there.inherited();
        // In quiet hours it comes without a sound.
        reply.silent = there.is_quiet(now);
        reply.language = there.language;
        Some(Announcement {
            to: to.clone(),
            reply,
        })
    }
}
