//! Renders replies: from stored data to words and pictures, at delivery.

use std::collections::VecDeque;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use fail::fail_point;
use futures_util::FutureExt;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use super::animator::Animator;
use super::platform::PlatformEntry;
use super::scene::{self, chart, rating_chart, rating_table, replay, scene, standings_table};
use super::transport::{RenderedBoard, RenderedChoice, RenderedReply};
use crate::lock::lock;
use crate::metrics;
use crate::picture::{self, DrawError, Picture, plain_board};
use crate::session::{Arg, Board, BoardForm, Phrase, Reply, TableKey, Visual};
use crate::store::{Outgoing, Store};

/// Cached pictures, of less than 100 kB each: one for each table that several people look at in
/// the same seconds.
const CACHED_PICTURES: usize = 32;

/// Bytes of an idempotency key: 24 hexadecimal characters, one less than Discord allows for a
/// nonce.
const KEY_BYTES: usize = 12;

/// Renders replies.
pub(super) struct Renderer {
    store: Arc<dyn Store>,
    /// Width of pictures in pixels.
    size: u32,
    /// As many pictures are drawn at once as there are processors.
    drawing: Semaphore,
    pictures: PictureCache,
    animator: Arc<Animator>,
    stopping: CancellationToken,
}

impl Renderer {
    pub(super) fn new(
        store: Arc<dyn Store>,
        size: u32,
        animator: Arc<Animator>,
        stopping: CancellationToken,
    ) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            store,
            size,
            drawing: Semaphore::new(processors),
            pictures: PictureCache::default(),
            animator,
            stopping,
        }
    }

    /// Renders a reply. If that panics, the reply says that something went wrong. `None` if a shutdown
    /// interrupts the drawing of a replay, without which the reply is of no use.
    pub(super) async fn render(
        &self,
        platform: &PlatformEntry,
        outgoing: Outgoing,
        board_replaced: Arc<AtomicBool>,
    ) -> Option<RenderedReply> {
        let is_replay = matches!(outgoing.reply.visual, Some(Visual::Replay(_)));
        let shows_replay = is_replay && platform.transport.shows_pictures();
        let apology = Outgoing {
            reply: Reply {
                only_for: outgoing.reply.only_for.clone(),
                version: outgoing.reply.version,
                prefix: outgoing.reply.prefix.clone(),
                ..Reply::say(Phrase::new("render-failed").with("status", Arg::command("status")))
            },
            ..outgoing.clone()
        };
        let rendered = AssertUnwindSafe(self.try_render(platform, outgoing))
            .catch_unwind()
            .await;
        let mut rendered = match rendered {
            Ok(rendered) => rendered,
            Err(_) => {
                tracing::error!(
                    reply = apology.id, table = %apology.table, event = apology.event,
                    "rendering a reply panicked"
                );
                self.try_render(platform, apology).await
            }
        };
        if shows_replay && rendered.board.is_none() && self.stopping.is_cancelled() {
            return None;
        }
        rendered.board_replaced = board_replaced;
        Some(rendered)
    }

    async fn try_render(&self, platform: &PlatformEntry, outgoing: Outgoing) -> RenderedReply {
        fail_point!("render");
        let own = outgoing.reply.language.clone();
        let language = own.or_else(|| outgoing.language.clone());
        let language = language.as_deref();
        let prefix = platform.transport.command_prefix(&outgoing.table);
        let prefix = prefix.filter(|_| !outgoing.reply.private);
        let prefix = prefix.or(outgoing.reply.prefix.as_deref());
        let words = platform.words.with_prefix(prefix);
        let draws = platform.transport.shows_pictures();
        let shown = outgoing
            .reply
            .visual
            .as_ref()
            .filter(|visual| draws || visual.is_text());
        let board = match shown {
            Some(visual) => self.visual(platform, visual, language).await,
            None => None,
        };
        let replaces = match self.store.choices_before(&outgoing).await {
            Ok(before) => before
                .filter(|before| outgoing.reply.outdates(&before.reply))
                .and_then(|before| before.message),
            Err(error) => {
                tracing::debug!(%error, "outdated choices stay on their message");
                None
            }
        };
        let edits = match outgoing.reply.tally {
            Some(tally) => {
                let table = &outgoing.table;
                self.store.message_of_tally(table, tally.round).await
            }
            None => Ok(None),
        };
        let edits = edits.unwrap_or_else(|error| {
            tracing::debug!(%error, "a tally becomes a message of its own");
            None
        });
        RenderedReply {
            id: outgoing.id,
            replaces,
            edits,
            begins: outgoing.reply.begins.clone(),
            acknowledges: outgoing.reply.acknowledges,
            key: idempotency_key(&outgoing),
            text: words.reply(&outgoing.reply, language),
            board,
            choices: outgoing
                .reply
                .signs()
                .into_iter()
                .zip(outgoing.reply.tones())
                .zip(&outgoing.reply.choices)
                .filter(|(_, choice)| !choice.aside || platform.transport.shows_asides())
                .map(|((sign, tone), choice)| RenderedChoice {
                    sign,
                    tone,
                    label: words.choice(choice, language),
                    is_drawn: choice.is_drawn,
                })
                .collect(),
            mentions: outgoing.reply.mentions().cloned().collect(),
            is_step: outgoing.reply.is_step,
            private: outgoing.reply.private && outgoing.reply.only_for.is_some(),
            silent: outgoing.reply.silent,
            watched: outgoing.reply.watched,
            reminds: outgoing.reply.reminder.is_some(),
            only_for: outgoing.reply.only_for,
            file: outgoing.reply.file,
            // The message that announces a game answers nobody.
            reply_to: (outgoing.author.is_some() && outgoing.reply.begins.is_none()).then(|| {
                let event = outgoing.event;
                outgoing.reply_target.unwrap_or_else(|| event.into())
            }),
            author: outgoing.author,
            table: outgoing.table,
            language: language.map(str::to_owned),
            board_replaced: Arc::default(),
        }
    }

    /// Renders a board. One that cannot be drawn is shown as text.
    async fn board(
        &self,
        platform: &PlatformEntry,
        board: &Board,
        language: Option<&str>,
    ) -> RenderedBoard {
        let as_text = || {
            let view = board.settings.over(&platform.settings).board_view();
            RenderedBoard::Text(plain_board(&board.position, view))
        };
        if board.form == BoardForm::Text {
            return as_text();
        }
        let words = &platform.words;
        let scene = scene(board, words, language, &platform.settings, self.size);
        let caption = scene.caption.clone();
        let drawn = |picture| RenderedBoard::Picture {
            picture,
            alt: words.alt_text(board, language),
            caption: caption.clone(),
        };
        // The semaphore is never closed.
        let _permit = self.drawing.acquire().await.ok();
        let key = format!("{scene:?}");
        let kept = self.pictures.get(&key);
        metrics::board_picture(kept.is_some());
        if let Some(picture) = kept {
            return drawn(picture);
        }
        let reason = match spawn_blocking(move || picture::draw(&scene)).await {
            Ok(Ok(picture)) => {
                self.pictures.put(key, picture.clone());
                return drawn(picture);
            }
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        tracing::error!(position = %board.position, reason, "cannot draw a board");
        as_text()
    }

    /// Renders a board or a chart. If a chart cannot be drawn, the reply goes without.
    async fn visual(
        &self,
        platform: &PlatformEntry,
        visual: &Visual,
        language: Option<&str>,
    ) -> Option<RenderedBoard> {
        let words = &platform.words;
        let (settings, size) = (&platform.settings, self.size);
        match visual {
            Visual::Board(board) => Some(self.board(platform, board, language).await),
            Visual::Curve(curve) => {
                let alt = words.curve_alt_text(curve, language);
                let chart = chart(curve, words, language, settings, size);
                let caption = chart.caption.clone();
                self.chart(alt, caption, move || picture::draw_chart(&chart))
                    .await
            }
            Visual::Replay(shown) => {
                let alt = words.replay_alt_text(shown, language);
                let replay = replay(shown, words, language, settings);
                let caption = replay.title.clone();
                let stopping = self.stopping.clone();
                let watch = move |_| match stopping.is_cancelled() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                let bytes = platform.transport.largest_picture().await;
                let drawn = self.animator.draw(replay, bytes, watch).await?;
                Some(RenderedBoard::Picture {
                    picture: drawn.picture.clone(),
                    alt,
                    caption,
                })
            }
            Visual::Ratings(curve) => {
                let alt = words.ratings_alt_text(curve, language);
                let chart = rating_chart(curve, words, language, settings, size);
                let caption = chart.caption.clone();
                self.chart(alt, caption, move || picture::draw_ratings(&chart))
                    .await
            }
            Visual::Leaderboard(board) => {
                let alt = words.leaderboard_alt_text(board, language);
                let table = rating_table(board, words, language, settings, size);
                let caption = table.caption.clone();
                self.chart(alt, caption, move || picture::draw_standings(&table))
                    .await
            }
            Visual::Standings(standings) => {
                let alt = words.standings_alt_text(standings, language);
                let table = standings_table(standings, words, language, settings, size);
                let caption = table.caption.clone();
                self.chart(alt, caption, move || picture::draw_standings(&table))
                    .await
            }
            Visual::Bracket(bracket) => {
                let alt = words.bracket_alt_text(bracket, language);
                let drawn = scene::bracket(bracket, words, language, settings, size);
                let caption = drawn.caption.clone();
                self.chart(alt, caption, move || picture::draw_bracket(&drawn))
                    .await
            }
        }
    }

    /// Draws a chart.
    async fn chart<F>(&self, alt: String, caption: String, draw: F) -> Option<RenderedBoard>
    where
        F: FnOnce() -> Result<Picture, DrawError> + Send + 'static,
    {
        // The semaphore is never closed.
        let _permit = self.drawing.acquire().await.ok();
        let reason = match spawn_blocking(draw).await {
            Ok(Ok(picture)) => {
                return Some(RenderedBoard::Picture {
                    picture,
                    alt,
                    caption,
                });
            }
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        tracing::error!(reason, "cannot draw a chart");
        None
    }
}

/// The pictures drawn last.
#[derive(Default)]
struct PictureCache(Mutex<VecDeque<(String, Picture)>>);

impl PictureCache {
    fn get(&self, scene: &str) -> Option<Picture> {
        let drawn = lock(&self.0);
        let found = drawn.iter().find(|(one, _)| one == scene);
        found.map(|(_, picture)| picture.clone())
    }

    fn put(&self, scene: String, picture: Picture) {
        let mut drawn = lock(&self.0);
        drawn.truncate(CACHED_PICTURES - 1);
        drawn.push_front((scene, picture));
    }
}

/// The idempotency key of a reply, made from the event that it answers.
fn idempotency_key(outgoing: &Outgoing) -> String {
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
        // Preceded by its length, so that no two lists of parts hash the same.
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
