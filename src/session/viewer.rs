//! What somebody may see of the archive and of games elsewhere: the one place that decides it.

use super::archive::{ArchivedGame, Place};
use super::person::{Person, TableKey};
use super::table::Table;

/// Somebody who asks for games, and where.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    /// The table at which it is asked.
    pub table: &'a TableKey,
    /// The server at which it is, if it is at one.
    pub server: Option<&'a str>,
    /// Who.
    pub person: &'a Person,
    /// Whether that is a private chat with the bot.
    pub private: bool,
    /// Whether nobody else sees the answer.
    pub unseen: bool,
}

impl Viewer<'_> {
    /// Whether a game may be seen: it was played in the same channel or room, or in a thread of it,
    /// or by that person. Other channels of the server may be closed to who is here.
    #[must_use]
    pub fn may_see(&self, game: &ArchivedGame) -> bool {
        let is_here = game.table.channel == self.table.channel;
        game.table.platform == self.table.platform
            && (is_here || game.game.color_of(self.person).is_some())
    }

    /// Whether the game in progress at a table may be seen: as [a finished one](Self::may_see), but the
    /// person's own one elsewhere only where nobody else reads along.
    #[must_use]
    pub fn may_see_running(&self, table: &Table) -> bool {
        let key = table.key();
        let is_here = key.channel == self.table.channel;
        let game = table.running();
        let is_own = game.is_some_and(|game| game.color_of(self.person).is_some());
        key.platform == self.table.platform && (is_here || is_own && self.may_hear_of(key))
    }

    /// The games that a list shows: those of the channel; and a person's own ones, from anywhere,
    /// if they are asked for or if nobody else is here.
    #[must_use]
    pub fn shelf(&self, of: Option<&Person>) -> Shelf {
        let own = of.map_or(self.private, |of| of == self.person);
        let of = if own { Some(self.person) } else { of };
        Shelf {
            platform: self.table.platform.clone(),
            channel: (!own).then(|| self.table.channel.clone()),
            of: of.map(|person| person.id.clone()),
        }
    }

    /// Whether results and ratings of a person may be seen: on a server everybody's, and elsewhere
    /// one's own.
    #[must_use]
    pub fn may_see_results(&self, of: &Person) -> bool {
        self.server.is_some() || of == self.person
    }

    /// Whether that person may be told here of a challenge or an unfinished game of theirs at a
    /// table. Where others read along, only of those in the channel and its threads.
    #[must_use]
    pub fn may_hear_of(&self, table: &TableKey) -> bool {
        self.unseen || table.channel == self.table.channel
    }

    /// Where the results are that may be seen.
    #[must_use]
    pub fn place(&self) -> Place {
        Place {
            platform: self.table.platform.clone(),
            server: self.server.unwrap_or_default().to_owned(),
        }
    }
}

/// Which finished games a list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    /// The platform.
    pub platform: String,
    /// The channel in which they were played, or in a thread of it; any if absent.
    pub channel: Option<String>,
    /// Id of a person who played them; anyone if absent.
    pub of: Option<String>,
}
