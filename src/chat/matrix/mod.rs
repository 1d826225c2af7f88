//! Matrix: rooms, encrypted or not, through matrix-sdk.
//!
//! - `login`: gets a session and an identity for end-to-end encryption, and keeps both
//! - `sync`: listens, with a mark of its own so that nothing is missed and nothing heard twice
//! - `timeline`: what happened in a room, gaps filled
//! - `hear`: from an event to what the host hears; `people`: who is meant by a name
//! - `rooms`: invitations, rooms where nobody else is left, upgrades
//! - `send`: from a reply to events; `html`: the two bodies of a message
//! - `link`: what these share

mod error;
mod hear;
mod html;
mod link;
mod login;
mod people;
mod rooms;
mod send;
mod sync;
mod timeline;

use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::Client;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

pub use error::Error;
use link::Link;
use login::Previous;
use rooms::Rooms;
use send::Sender;
use sync::{Ended, Listener};

use crate::config;
use crate::host::{Host, Platform};
use crate::session::{Person, Sign};

/// Matrix's name among the platforms.
const PLATFORM: &str = "matrix";

/// Most choices that are offered as reactions: more would be a wall, and there are no more keys
/// with numbers on them.
const MOST_REACTIONS: usize = 10;

/// Yes and no.
const YES_NO: [(&str, Sign); 2] = [("✅", Sign::Yes), ("❌", Sign::No)];

/// The keys with numbers, from 1.
const NUMBERS: [&str; MOST_REACTIONS] =
    ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"];

/// Marks an emoji as a picture; some clients leave it out.
const AS_PICTURE: char = '\u{FE0F}';

/// The reaction that stands for a choice.
fn emoji(sign: Sign) -> Option<&'static str> {
    match sign {
        Sign::Number(number) => NUMBERS.get(number.checked_sub(1)?).copied(),
        sign => YES_NO
            .iter()
            .find(|(_, one)| *one == sign)
            .map(|(emoji, _)| *emoji),
    }
}

/// What a reaction stands for.
fn sign_of(key: &str) -> Option<Sign> {
    let bare = |text: &str| text.replace(AS_PICTURE, "");
    let key = bare(key);
    let number = (1..).zip(NUMBERS).find(|(_, emoji)| bare(emoji) == key);
    number.map(|(number, _)| Sign::Number(number)).or_else(|| {
        YES_NO
            .iter()
            .find(|(emoji, _)| bare(emoji) == key)
            .map(|(_, sign)| *sign)
    })
}

/// The bot on Matrix, logged in.
pub struct Matrix {
    settings: config::Matrix,
    link: Arc<Link>,
}

impl std::fmt::Debug for Matrix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Matrix")
            .field("me", &self.link.me())
            .finish_non_exhaustive()
    }
}

/// Logs in, or takes up the session of the last time.
///
/// # Errors
///
/// A setting is wrong, the store of keys cannot be used, or the server does not let the bot in.
pub async fn connect(settings: &config::Matrix) -> Result<Matrix, Error> {
    let client = login::enter(settings, Previous::Good).await?;
    let me = client.user_id().ok_or(Error::Ended)?.to_owned();
    let name = login::name(&client).await;
    let bot = Person::new(
        me.as_str(),
        name.unwrap_or_else(|| me.localpart().to_owned()),
    );
    Ok(Matrix {
        settings: settings.clone(),
        link: Arc::new(Link::new(client, me, bot, settings.prefix.clone())),
    })
}

impl Matrix {
    /// The platform, for the host.
    #[must_use]
    pub fn platform(&self) -> Platform {
        Platform {
            name: PLATFORM.to_owned(),
            bot: self.link.bot().clone(),
            prefix: self.settings.prefix.clone(),
            courier: Arc::new(Sender::new(Arc::clone(&self.link))),
        }
    }

    /// Listens to the rooms and tells the host, until it is to stop. Goes on through everything
    /// that may pass: a server that is away, a session that ended.
    ///
    /// # Errors
    ///
    /// The session ended and cannot be renewed, or the store of keys failed.
    pub async fn run(self, host: Host, stop: CancellationToken) -> Result<(), Error> {
        let Self { settings, link } = self;
        let rooms = Rooms::new(Arc::clone(&link), host.clone(), &settings.invite_from);
        let mut listener = Listener::new(Arc::clone(&link), host, Arc::clone(&rooms)).await?;
        let ending = link.stop.clone();
        let stopped = async {
            stop.cancelled().await;
            ending.cancel();
        };
        let listening = async {
            loop {
                let client = link.client();
                tokio::select! {
                    () = link.stop.cancelled() => return Ok(()),
                    identified = login::identify(&client, &settings) => match identified {
                        Err(Error::Away(reason)) => {
                            tracing::debug!(reason, "whether the bot is verified is seen later");
                            identify_later(&link, settings.clone());
                        }
                        identified => told(identified)?,
                    },
                }
                rooms.look_at_all();
                let soft = match listener.listen().await {
                    Ended::Stopped => return Ok(()),
                    Ended::LoggedOut { soft } => soft,
                };
                tracing::warn!(soft, "the homeserver has ended the session");
                let client = tokio::select! {
                    () = link.stop.cancelled() => return Ok(()),
                    client = renew(&settings, soft) => client?,
                };
                link.replace(client);
            }
        };
        tokio::pin!(listening);
        let done = tokio::select! {
            done = &mut listening => done,
            () = stopped => listening.await,
        };
        link.stop.cancel();
        link.tasks.close();
        link.tasks.wait().await;
        done
    }
}

/// How long to wait before something is asked for again that the server did not answer.
const AGAIN: Duration = Duration::from_secs(10);

/// Begins another session in place of the one that the server has ended.
async fn renew(settings: &config::Matrix, soft: bool) -> Result<Client, Error> {
    let mut previous = if soft {
        Previous::SoftlyEnded
    } else {
        Previous::Ended
    };
    loop {
        match login::enter(settings, previous).await {
            Err(Error::Away(reason)) => {
                tracing::debug!(reason, "no new session yet");
                if previous == Previous::Ended {
                    // The old store is out of the way already.
                    previous = Previous::Good;
                }
                sleep(AGAIN).await;
            }
            entered => return entered,
        }
    }
}

/// Sees to the bot's identity once the server answers.
fn identify_later(link: &Arc<Link>, settings: config::Matrix) {
    let beside = Arc::clone(link);
    link.beside(async move {
        loop {
            sleep(AGAIN).await;
            if !beside.is_online().await {
                return;
            }
            match login::identify(&beside.client(), &settings).await {
                Err(Error::Away(_)) => {}
                identified => {
                    if let Err(error) = told(identified) {
                        tracing::error!(%error, "the bot is not verified");
                    }
                    return;
                }
            }
        }
    });
}

/// Tells the operator what the server refused, without which the bot can play all the same.
fn told(identified: Result<(), Error>) -> Result<(), Error> {
    if let Err(error @ Error::Server { .. }) = identified {
        tracing::warn!(%error, "the bot is not verified");
        return Ok(());
    }
    identified
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reactions_are_read_as_they_are_put() {
        let signs = (1..=MOST_REACTIONS)
            .map(Sign::Number)
            .chain([Sign::Yes, Sign::No]);
        for sign in signs {
            let emoji = emoji(sign).unwrap();
            assert_eq!(sign_of(emoji), Some(sign));
            // Some clients leave the mark out that makes a picture of it.
            assert_eq!(sign_of(&emoji.replace(AS_PICTURE, "")), Some(sign));
        }
        assert_eq!(emoji(Sign::Number(0)), None);
        assert_eq!(emoji(Sign::Number(11)), None);
        for key in ["", "👍", "1", "❤️"] {
            assert_eq!(sign_of(key), None, "{key}");
        }
    }
}
