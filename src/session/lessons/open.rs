//! When commands of a game are for the lesson that a person is in.

use super::Lesson;
use crate::game::Position;
use crate::session::learned::{Learned, OpenLesson};
use crate::session::person::Person;
use crate::session::settings::Settings;
use crate::session::table::Table;

/// Whether what a person types, or enters as a command of the platform, is for the lesson that they
/// are in. `private` is a private chat with the bot. Where they play a game themselves it is for
/// the game, unless nobody else is there and the game began earlier.
pub(in crate::session) fn is_meant(
    table: &Table,
    person: &Person,
    open: &OpenLesson,
    private: bool,
) -> bool {
    let game = table.running();
    let plays = game.filter(|game| game.color_of(person).is_some());
    let is_older = plays.is_none_or(|game| private && game.started() <= open.since);
    open.at == *table.key() && is_older
}

impl Learned {
    /// The position of the lesson that they are in.
    pub(in crate::session) fn position(&self) -> Option<Position> {
        let start = Lesson::of_number(self.last)?.start()?;
        let mut played = self.open.as_ref()?.played.iter();
        let after = played.try_fold(start, |position, &action| position.play(action));
        after.ok()
    }
}

/// The position in which a person decides by commands of the platform at a table, by their own
/// settings: that of the lesson that they are in there, or of the game in progress.
#[must_use]
pub fn position_for(
    table: &Table,
    person: &Person,
    own: &Settings,
    private: bool,
) -> Option<Position> {
    let learned = own.tutorial.as_deref();
    let open = learned.and_then(|learned| Some((learned, learned.open.as_ref()?)));
    match open.filter(|(_, open)| is_meant(table, person, open, private)) {
        Some((learned, _)) => learned.position(),
        None => table.running().map(|game| *game.position()),
    }
}
