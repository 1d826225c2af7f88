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
    /// Whether a table is in another thread of the same channel: who is here sees it if that thread is
    /// open to all who read the channel, which the platform knows. In what follows, `open` is that; of other
    /// tables it is true.
    #[must_use]
    pub fn is_beside(&self, table: &TableKey) -> bool {
        table.thread.is_some() && table != self.table && self.is_here(table, true)
    }

    /// Whether all who read along see what goes on at a table: it is in the same channel or room, or in an
    /// open thread of it. Other channels of the server may be closed to who is here.
    #[must_use]
    pub fn is_here(&self, table: &TableKey, open: bool) -> bool {
        table.platform == self.table.platform && table.channel == self.table.channel && open
    }

    /// Whether a game may be seen: it was played [here](Self::is_here), or by that person.
    #[must_use]
    pub fn may_see(&self, game: &ArchivedGame, open: bool) -> bool {
        game.table.platform == self.table.platform
            && (self.is_here(&game.table, open) || game.game.color_of(self.person).is_some())
    }

    /// Whether the game in progress at a table may be seen: as [a finished one](Self::may_see), but the
    /// person's own one elsewhere only where nobody else reads along.
    #[must_use]
    pub fn may_see_running(&self, table: &Table, open: bool) -> bool {
        let key = table.key();
        let game = table.running();
        let is_own = game.is_some_and(|game| game.color_of(self.person).is_some());
        key.platform == self.table.platform && (self.is_here(key, open) || is_own && self.unseen)
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
    /// table. Where others read along, only of those in the channel and its open threads.
    #[must_use]
    pub fn may_hear_of(&self, table: &TableKey, open: bool) -> bool {
        self.unseen || self.is_here(table, open)
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
