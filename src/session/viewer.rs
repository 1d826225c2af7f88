//! What of the archive somebody may see: the one place that decides it.

use super::archive::{ArchivedGame, Place};
use super::person::{Person, TableKey};

/// Somebody who looks into the archive, and where.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    /// The table at which the archive is asked.
    pub table: &'a TableKey,
    /// The server at which it is; none in a private chat.
    pub server: Option<&'a str>,
    /// Who.
    pub person: &'a Person,
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

    /// The games that a list shows: those of the channel; and a person's own ones, from anywhere,
    /// if they are asked for or if nobody else is here.
    #[must_use]
    pub fn shelf(&self, of: Option<&Person>) -> Shelf {
        let is_private = self.server.is_none();
        let own = of.map_or(is_private, |of| of == self.person);
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

    /// Whether a game of that person may be told that was begun at a server. Others hear only of
    /// games at their own.
    #[must_use]
    pub fn may_hear_of(&self, server: Option<&str>) -> bool {
        self.unseen || server.is_some() && server == self.server
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
