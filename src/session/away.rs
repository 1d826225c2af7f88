//! Players on holiday: a table is told when a holiday begins and ends.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::draft::{Draft, Show};
use super::event::Event;
use super::game::Game;
use super::holiday::Holiday;
use super::person::Person;
use super::phrases::begun;
use super::reply::{Arg, Phrase};
use super::table::Table;
use crate::game::Color;

/// Whether holidays may begin in a game: it is slow, and between two people.
fn may_begin_in(game: &Game) -> bool {
    game.time().is_slow() && game.seats().iter().all(|seat| !seat.is_bot())
}

impl Table {
    /// The player whose clock runs, if holidays may begin in the game, and the moment since which the
    /// table may not have been told of one.
    #[must_use]
    pub fn may_be_away(&self) -> Option<(&Person, Timestamp)> {
        let game = self.running().filter(|game| may_begin_in(game))?;
        let (clock, color) = (game.clock()?, game.position().actor());
        let since = clock.runs_since(color)?;
        // It is earlier if the wall clock was set back since.
        let since = clock
            .back_since(color)
            .map_or(since, |back| since.max(back));
        Some((game.seat(color).person()?, since))
    }
}

/// Tells a table of the holidays that players are on, if any, by their ids; nothing if it knows. The
/// clock of one that began before the table was told has stood since then: that is when it happens.
pub(super) fn tell(
    table: &Table,
    away: &BTreeMap<String, Option<Holiday>>,
    now: Timestamp,
) -> Option<(Timestamp, Draft)> {
    let game = table.running()?;
    let clock = game.clock()?;
    let mut draft = Draft::silent(Show::Nothing);
    let mut at = now;
    for color in Color::ALL {
        let person = game.seat(color).person();
        let Some(holiday) = person.and_then(|person| away.get(&person.id)) else {
            continue;
        };
        let known = clock.on_holiday(color);
        // One that has begun goes on if the bot takes the other seat over.
        let holds = |one: &Holiday| known == Some(one.until) || may_begin_in(game);
        match (holiday.filter(holds), known) {
            (Some(one), known) if known != Some(one.until) => {
                if let Some(since) = clock.runs_since(color) {
                    at = one.began.max(since).min(now);
                }
                draft.text.push(begun(game, color, one.until));
                draft.events.push(Event::HolidayBegan {
                    by: color,
                    until: one.until,
                });
            }
            (None, Some(_)) => {
                let ended = back(game, color);
                if ended.show != Show::Nothing {
                    draft.show = ended.show;
                }
                draft.text.extend(ended.text);
                draft.events.extend(ended.events);
            }
            _ => {}
        }
    }
    (!draft.events.is_empty()).then_some((at, draft))
}

/// A player's holiday is over.
pub(super) fn back(game: &Game, color: Color) -> Draft {
    let show = match game.position().actor() == color {
        true => Show::Turn,
        false => Show::Nothing,
    };
    let phrase = Phrase::new("holiday-over").with("player", Arg::seat(game.seat(color)));
    Draft::say(phrase, show).event(Event::HolidayEnded { by: color })
}
