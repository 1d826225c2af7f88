//! From a stored reply to the platform: it is put into words and pictures when it is delivered.

use std::collections::VecDeque;
use std::fmt::Write;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fail::fail_point;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sha2::{Digest, Sha256};
use thiserror::Error;
use tokio::task::spawn_blocking;

use super::{Served, Shared};
use crate::lock::lock;
use crate::picture::{self, Chart, Hint, Picture, Scene, Theme, plain_board};
use crate::session::{Arg, Board, BoardForm, Curve, File, Person, Phrase, Reply, Sign, TableKey};
use crate::store::{Outgoing, ReplyTarget, StoreError};
use crate::words::{Rich, Words};

/// Pictures that are kept, of less than 100 kB each: as many as tables that are looked at by
/// several people in the same seconds.
const PICTURES_KEPT: usize = 32;

/// Bytes of the hash that make an idempotency key: in hexadecimal 24 characters, one less than
/// Discord allows for a nonce.
const KEY_BYTES: usize = 12;

/// A reply, ready to be shown.
#[derive(Debug, Clone)]
pub struct RenderedReply {
    /// Its number in the outbox.
    pub id: i64,
    /// Where it is said.
    pub table: TableKey,
    /// The platform's message that it answers: the event that caused it, or what that event
    /// names in its place. None if the engine or the clock caused it.
    pub reply_to: Option<ReplyTarget>,
    /// The person whom it answers.
    pub author: Option<Person>,
    /// A key that is the same each time this reply is delivered, and different for every other:
    /// 24 hexadecimal digits.
    pub key: String,
    /// The text.
    pub text: Rich,
    /// The board.
    pub board: Option<RenderedBoard>,
    /// A file.
    pub file: Option<File>,
    /// The choices, in order.
    pub choices: Vec<RenderedChoice>,
    /// The platform's message whose choices this reply makes out of date, if there is one.
    pub replaces: Option<String>,
    /// Whom it calls.
    pub mentions: Vec<Person>,
    /// The one person who needs to see it; everybody at the table if absent.
    pub only_for: Option<Person>,
    /// The language it is in, if one was asked for.
    pub language: Option<String>,
    /// Set once a later reply of the same table shows a board: an adapter that is behind may leave
    /// this one's out.
    pub board_replaced: Arc<AtomicBool>,
}

/// A choice, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedChoice {
    /// What it goes by; no two choices of a reply have the same.
    pub sign: Sign,
    /// What stands on it.
    pub label: String,
}

/// A board, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenderedBoard {
    /// As a picture.
    Picture {
        /// The picture.
        picture: Picture,
        /// The picture in words, at most 1,000 characters.
        alt: String,
        /// The sentence on the picture.
        caption: String,
    },
    /// As text, to be shown in letters of one width.
    Text(String),
}

/// Why a reply could not be delivered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DeliveryError {
    /// Not now. The platform may say how long to wait at least.
    #[error("not now: {reason}")]
    Retry {
        /// What the platform asked for.
        after: Option<Duration>,
        /// Why.
        reason: String,
    },
    /// The bot may not speak there at present: it was muted, lacks a permission, or was removed.
    /// Once it may speak again the table's present state is said in place of what was missed.
    #[error("silenced: {0}")]
    Silenced(String),
    /// Never: the room is gone for good, or the reply is not acceptable. It will not be tried
    /// again.
    #[error("never: {0}")]
    Gone(String),
}

/// Who delivers on a platform.
pub trait Transport: Send + Sync {
    /// Delivers a reply, and returns the platform's id of the message that it became. The same
    /// reply may come again if we stopped before it was noted that it had arrived.
    fn deliver<'a>(
        &'a self,
        delivery: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>>;

    /// Whether a person is still where the table is: false once they have left the room or the
    /// server, or were banned. Asked when the other player wants to call the game off.
    fn is_present<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        let _ = (table, person);
        async { Ok(true) }.boxed()
    }

    /// Whether choices that are offered by the way are shown: not where each is a message of its
    /// own to the platform.
    fn shows_asides(&self) -> bool {
        true
    }

    /// The bot has its turn at a table and begins to think about it, or waits for others for
    /// whom it is thinking first; or it ends. A typing notice, where the platform has one. Called
    /// in the host's own threads, so that it must not wait.
    fn thinking(&self, table: &TableKey, on: bool) {
        let _ = (table, on);
    }
}

/// Why an attempt failed that is worth another.
#[derive(Debug)]
pub(super) enum Failed {
    /// Not now.
    NotYet {
        /// How long to wait at least.
        after: Duration,
        reason: String,
    },
    /// The bot may not speak there at present.
    Silenced(String),
}

impl Failed {
    pub(super) fn reason(&self) -> &str {
        match self {
            Self::NotYet { reason, .. } | Self::Silenced(reason) => reason,
        }
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::NotYet {
            after: Duration::ZERO,
            reason: error.to_string(),
        }
    }
}

/// Where a reply is between two attempts.
enum Stage {
    Rendered(Box<RenderedReply>),
    /// It is settled, but that could not be noted yet.
    Settled(Settled),
}

enum Settled {
    /// It became this message.
    Arrived(Option<String>),
    GivenUp,
}

/// Attempts to deliver one reply: it is rendered once, and what is settled is only noted.
pub(super) struct Attempt {
    id: i64,
    board_replaced: Arc<AtomicBool>,
    stage: Option<Stage>,
}

impl Attempt {
    pub(super) const fn new(id: i64, board_replaced: Arc<AtomicBool>) -> Self {
        Self {
            id,
            board_replaced,
            stage: None,
        }
    }

    /// From now on it is only noted that the reply is given up.
    pub(super) fn give_up(&mut self) {
        self.stage = Some(Stage::Settled(Settled::GivenUp));
    }

    /// Tries once, and returns whether the reply has arrived; it is given up for good if not.
    pub(super) async fn make(&mut self, shared: &Shared) -> Result<bool, Failed> {
        let id = self.id;
        if self.stage.is_none() {
            self.stage = match shared.store.outgoing(id).await {
                Ok(Some(outgoing)) => {
                    let Some(served) = shared.platforms.get(&outgoing.table.platform) else {
                        return Ok(false);
                    };
                    let mut delivery = render_safely(shared, served, outgoing).await;
                    delivery.board_replaced = Arc::clone(&self.board_replaced);
                    Some(Stage::Rendered(Box::new(delivery)))
                }
                Ok(None) => return Ok(false),
                Err(error @ StoreError::DamagedReply(..)) => {
                    tracing::error!(%error, "a reply cannot be delivered");
                    Some(Stage::Settled(Settled::GivenUp))
                }
                Err(error) => return Err(error.into()),
            };
        }
        if let Some(Stage::Rendered(delivery)) = &self.stage {
            let Some(served) = shared.platforms.get(&delivery.table.platform) else {
                return Ok(false);
            };
            let delivered = AssertUnwindSafe(served.transport.deliver(delivery))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err(DeliveryError::Gone("the adapter panicked".to_owned())));
            let settled = match delivered {
                Ok(message) => Settled::Arrived(message),
                Err(DeliveryError::Retry { after, reason }) => {
                    return Err(Failed::NotYet {
                        after: after.unwrap_or_default(),
                        reason,
                    });
                }
                Err(DeliveryError::Silenced(reason)) => return Err(Failed::Silenced(reason)),
                Err(DeliveryError::Gone(reason)) => {
                    tracing::warn!(reply = id, table = %delivery.table, reason, "a reply is given up");
                    Settled::GivenUp
                }
            };
            self.stage = Some(Stage::Settled(settled));
        }
        let Some(Stage::Settled(settled)) = &self.stage else {
            return Ok(false);
        };
        let (arrived, message) = match settled {
            Settled::Arrived(message) => (true, message.clone()),
            Settled::GivenUp => (false, None),
        };
        let now = (shared.sources.now)();
        shared.store.delivered(id, message, now).await?;
        Ok(arrived)
    }
}

/// Renders a reply. Should that panic, the reply says that something went wrong.
async fn render_safely(shared: &Shared, served: &Served, outgoing: Outgoing) -> RenderedReply {
    let sorry = Outgoing {
        reply: Reply {
            only_for: outgoing.reply.only_for.clone(),
            version: outgoing.reply.version,
            ..Reply::say(Phrase::new("render-failed").with("status", Arg::command("status")))
        },
        ..outgoing.clone()
    };
    match AssertUnwindSafe(render(shared, served, outgoing))
        .catch_unwind()
        .await
    {
        Ok(delivery) => delivery,
        Err(_) => {
            tracing::error!(
                reply = sorry.id, table = %sorry.table, event = sorry.event,
                "rendering a reply panicked"
            );
            render(shared, served, sorry).await
        }
    }
}

/// Puts a reply into words and pictures.
async fn render(shared: &Shared, served: &Served, outgoing: Outgoing) -> RenderedReply {
    fail_point!("render");
    let language = outgoing.language.as_deref();
    let words = &served.words;
    let board = match (&outgoing.reply.board, &outgoing.reply.curve) {
        (Some(board), _) => Some(show(shared, served, board, language).await),
        (None, Some(curve)) => show_curve(shared, served, curve, language).await,
        (None, None) => None,
    };
    let replaces = match shared.store.choices_before(&outgoing).await {
        Ok(before) => before
            .filter(|before| outgoing.reply.outdates(&before.reply))
            .and_then(|before| before.message),
        Err(error) => {
            tracing::debug!(%error, "choices that are out of date stay where they are");
            None
        }
    };
    RenderedReply {
        id: outgoing.id,
        replaces,
        key: key(&outgoing),
        text: words.reply(&outgoing.reply, language),
        board,
        choices: outgoing
            .reply
            .signs()
            .into_iter()
            .zip(&outgoing.reply.choices)
            .filter(|(_, choice)| !choice.aside || served.transport.shows_asides())
            .map(|(sign, choice)| RenderedChoice {
                sign,
                label: words.choice(choice, language),
            })
            .collect(),
        mentions: outgoing.reply.mentions().cloned().collect(),
        only_for: outgoing.reply.only_for,
        file: outgoing.reply.file,
        reply_to: (outgoing.author.is_some()).then(|| {
            let event = outgoing.event;
            outgoing.reply_target.unwrap_or_else(|| event.into())
        }),
        author: outgoing.author,
        table: outgoing.table,
        language: outgoing.language,
        board_replaced: Arc::default(),
    }
}

/// Pictures that were drawn last, for those who ask for the same.
#[derive(Default)]
pub(super) struct Pictures(Mutex<VecDeque<(String, Picture)>>);

impl Pictures {
    fn get(&self, scene: &str) -> Option<Picture> {
        let drawn = lock(&self.0);
        let found = drawn.iter().find(|(one, _)| one == scene);
        found.map(|(_, picture)| picture.clone())
    }

    fn put(&self, scene: String, picture: Picture) {
        let mut drawn = lock(&self.0);
        drawn.truncate(PICTURES_KEPT - 1);
        drawn.push_front((scene, picture));
    }
}

/// Shows a board. One that cannot be drawn is shown as text.
async fn show(
    shared: &Shared,
    served: &Served,
    board: &Board,
    language: Option<&str>,
) -> RenderedBoard {
    let as_text = || RenderedBoard::Text(plain_board(&board.position, board.settings.board_view()));
    if board.form == BoardForm::Text {
        return as_text();
    }
    let theme = shared.house.themes.first().map(String::as_str);
    let scene = scene(board, &served.words, language, theme, shared.picture_size);
    let caption = scene.caption.clone();
    let drawn = |picture| RenderedBoard::Picture {
        picture,
        alt: served.words.alt_text(board, language),
        caption: caption.clone(),
    };
    // The semaphore is never closed.
    let _permit = shared.drawing.acquire().await.ok();
    let key = format!("{scene:?}");
    if let Some(picture) = shared.pictures.get(&key) {
        return drawn(picture);
    }
    let reason = match spawn_blocking(move || picture::draw(&scene)).await {
        Ok(Ok(picture)) => {
            shared.pictures.put(key, picture.clone());
            return drawn(picture);
        }
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    };
    tracing::error!(position = %board.position, reason, "a board could not be drawn");
    as_text()
}

/// Shows the chances over a game. Should the chart not be drawn, the words have to do.
async fn show_curve(
    shared: &Shared,
    served: &Served,
    curve: &Curve,
    language: Option<&str>,
) -> Option<RenderedBoard> {
    let theme = shared.house.themes.first().map(String::as_str);
    let chart = chart(curve, &served.words, language, theme, shared.picture_size);
    let caption = chart.caption.clone();
    // The semaphore is never closed.
    let _permit = shared.drawing.acquire().await.ok();
    let reason = match spawn_blocking(move || picture::draw_chart(&chart)).await {
        Ok(Ok(picture)) => {
            return Some(RenderedBoard::Picture {
                picture,
                alt: served.words.curve_alt_text(curve, language),
                caption,
            });
        }
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    };
    tracing::error!(reason, "a chart could not be drawn");
    None
}

/// What the chart of a curve shows. `theme` is the house's own, for tables that have not chosen.
#[must_use]
pub fn chart(
    curve: &Curve,
    words: &Words,
    language: Option<&str>,
    theme: Option<&str>,
    size: u32,
) -> Chart {
    Chart {
        names: words.seats(&curve.seats, language),
        colors: words.colors(language),
        caption: words.sentence(&curve.caption, language),
        result: Some(curve.result),
        first_turn: curve.first_turn,
        chances: curve
            .chances
            .iter()
            .map(|&chance| f32::from(chance) / 1000.0)
            .collect(),
        rings: curve.rings.clone(),
        turning_points: curve.turning_points.clone(),
        theme: theme_of(curve.settings.theme.as_deref(), theme),
        size,
    }
}

/// The theme that a table has chosen, else the house's own. One that went out of use is drawn as
/// the default one.
fn theme_of(table: Option<&str>, house: Option<&str>) -> Theme {
    let name = table.or(house);
    name.and_then(|name| name.parse().ok()).unwrap_or_default()
}

/// What a board's picture shows. `theme` is the house's own, for tables that have not chosen.
#[must_use]
pub fn scene(
    board: &Board,
    words: &Words,
    language: Option<&str>,
    theme: Option<&str>,
    size: u32,
) -> Scene {
    Scene {
        position: board.position,
        names: words.names(board, language),
        colors: words.colors(language),
        caption: words.caption(board, language),
        result: board.result,
        last: board.last.clone(),
        targets: board.targets,
        nudge: board.nudge,
        hints: board.hints.iter().map(|&action| Hint { action }).collect(),
        theme: theme_of(board.settings.theme.as_deref(), theme),
        view: board.settings.board_view(),
        size,
    }
}

/// The idempotency key of a reply, made from the event that it answers.
fn key(outgoing: &Outgoing) -> String {
    let TableKey {
        platform,
        channel,
        thread,
    } = &outgoing.table;
    let mut hash = Sha256::new();
    for part in [
        platform,
        channel,
        thread.as_ref().unwrap_or(&String::new()),
        &outgoing.event,
    ] {
        // With its length in front, so that no two lists of parts read the same.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.update(outgoing.part.to_be_bytes());
    let mut key = String::with_capacity(2 * KEY_BYTES);
    for byte in hash.finalize().iter().take(KEY_BYTES) {
        // Writing into a string cannot fail.
        let _ = write!(key, "{byte:02x}");
    }
    key
}
