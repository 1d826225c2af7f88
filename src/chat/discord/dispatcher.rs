//! Listening: what happens on Discord goes to the lane of its channel, and nothing is missed or
//! heard twice.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serenity::all::{ChannelId, GuildId, Interaction, PartialChannel};
use tokio::sync::Semaphore;
use tokio::time::{interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::context::DiscordContext;
use super::error::Error;
use super::gateway::{Gateway, GatewayEvent};
use super::handler::interaction_kind;
use super::inbound;
use super::interaction::{InteractionKind, decline};
use super::queues::{ChannelJob, FIRST, JobQueues, QueueKey};
use super::register::register;
use super::suggest;
use crate::host::Host;
use crate::lock::lock;
use crate::session::Phrase;

/// How often it is written down how far channels were read that said nothing to the bot.
const CURSOR_WRITE_INTERVAL: Duration = Duration::from_secs(60);

/// Channels whose history is read at once: all of them together would only meet Discord's limits.
const CATCHING_UP: usize = 8;

/// How long what was heard may take to be dealt with once the bot is to stop. What opens a thread
/// takes a few requests; what takes longer waits for Discord.
const FINISHING: Duration = Duration::from_secs(8);

/// Who listens.
pub(super) struct Dispatcher {
    pub(super) context: Arc<DiscordContext>,
    pub(super) host: Host,
    pub(super) lanes: Mutex<JobQueues>,
    pub(super) catching_up: Semaphore,
    /// Those who work through the lanes.
    pub(super) workers: TaskTracker,
    /// Cancelled when no more is to be heard.
    pub(super) leaving: CancellationToken,
    /// Channels whose history was not read to its end before that. What was said there is read at
    /// the next start, in order.
    pub(super) behind: Mutex<HashSet<u64>>,
}

impl Dispatcher {
    pub(super) fn new(context: Arc<DiscordContext>, host: Host) -> Self {
        Self {
            context,
            host,
            lanes: Mutex::default(),
            catching_up: Semaphore::new(CATCHING_UP),
            workers: TaskTracker::new(),
            leaving: CancellationToken::new(),
            behind: Mutex::default(),
        }
    }

    /// Listens until the connection ends for good, and tells why.
    pub(super) async fn listen(self: &Arc<Self>, gateway: &mut Gateway) -> Result<(), Error> {
        let mut writing = interval(CURSOR_WRITE_INTERVAL);
        loop {
            tokio::select! {
                Some(event) = gateway.events.recv() => self.route_guarded(event),
                ended = &mut gateway.ended => {
                    return ended.unwrap_or_else(|_| {
                        Err(Error::Start("the gateway's thread ended".to_owned()))
                    });
                }
                _ = writing.tick() => {
                    let (context, host) = (Arc::clone(&self.context), self.host.clone());
                    self.context.spawn_background(async move { context.cursors.write(&host).await; });
                }
            }
        }
    }

    /// Deals with what was heard before the connection ended, as far as that can be done soon.
    pub(super) async fn finish(self: &Arc<Self>, gateway: &mut Gateway) {
        self.leaving.cancel();
        while let Ok(event) = gateway.events.try_recv() {
            self.route_guarded(event);
        }
        self.workers.close();
        if timeout(FINISHING, self.workers.wait()).await.is_err() {
            let channels = lock(&self.lanes).len();
            tracing::warn!(channels, "something that was heard is not dealt with");
        }
    }

    /// Takes something in. Should that panic, it is skipped.
    fn route_guarded(self: &Arc<Self>, event: GatewayEvent) {
        let id = event.id();
        if catch_unwind(AssertUnwindSafe(|| self.take(event))).is_err() {
            tracing::error!(event = id, "an event caused a panic; it is skipped");
        }
    }

    /// Takes something in, without waiting for anything.
    fn take(self: &Arc<Self>, event: GatewayEvent) {
        match event {
            GatewayEvent::Ready { application, shard } => {
                tracing::info!(shard = shard.0, of = shard.1, "connected to Discord");
                if shard.0 == 0 {
                    let (context, host) = (Arc::clone(&self.context), self.host.clone());
                    self.context.spawn_background(async move {
                        register(&context, &host, application).await;
                    });
                }
                let silent = self.context.cursors.silent();
                for channel in self.context.cursors.of_shard(shard) {
                    let job = ChannelJob::CatchUp {
                        passed: None,
                        more: true,
                    };
                    if !silent.contains(&channel) {
                        self.put_history(channel, FIRST, job);
                    }
                }
                let (context, host) = (Arc::clone(&self.context), self.host.clone());
                self.context.spawn_background(async move {
                    context.cursors.forget_all(&host, silent).await;
                });
            }
            GatewayEvent::Resumed => tracing::debug!("the connection to Discord goes on"),
            GatewayEvent::Message(message) => {
                if inbound::is_from_person(&message)
                    && self
                        .context
                        .plays_in_guild(message.guild_id.map(GuildId::get))
                {
                    let (channel, id) = (message.channel_id.get(), message.id.get());
                    self.put(
                        QueueKey::Channel(channel),
                        (id, false),
                        ChannelJob::Message(message),
                    );
                }
            }
            GatewayEvent::Interaction(interaction) => self.interaction(*interaction),
        }
    }

    fn interaction(self: &Arc<Self>, interaction: Interaction) {
        match interaction {
            Interaction::Command(command) => {
                let plays = self.place(
                    command.channel_id,
                    command.channel.as_ref(),
                    command.guild_id,
                );
                let begun = NewInteraction {
                    id: command.id.get(),
                    token: command.token.clone(),
                    application: command.application_id.get(),
                    kind: interaction_kind(&command),
                };
                let lane = QueueKey::Channel(command.channel_id.get());
                self.take_interaction(begun, plays, lane, ChannelJob::Command(Box::new(command)));
            }
            Interaction::Component(press) => {
                let plays = self.place(press.channel_id, press.channel.as_ref(), press.guild_id);
                let begun = NewInteraction {
                    id: press.id.get(),
                    token: press.token.clone(),
                    application: press.application_id.get(),
                    kind: InteractionKind::Press,
                };
                let lane = QueueKey::Channel(press.channel_id.get());
                self.take_interaction(begun, plays, lane, ChannelJob::Press(Box::new(press)));
            }
            Interaction::Autocomplete(typed) => {
                let (context, host) = (Arc::clone(&self.context), self.host.clone());
                // The place is noted for what follows.
                self.place(typed.channel_id, typed.channel.as_ref(), typed.guild_id);
                self.context.spawn_background(async move {
                    suggest::answer(&context, &host, &typed).await;
                });
            }
            _ => {}
        }
    }

    /// Whether the bot plays where an interaction happened. Whether that is a thread is noted.
    fn place(
        &self,
        channel: ChannelId,
        told: Option<&PartialChannel>,
        guild: Option<GuildId>,
    ) -> bool {
        let channel = channel.get();
        let parent = told
            .filter(|told| told.thread_metadata.is_some())
            .and_then(|told| told.parent_id)
            .map(ChannelId::get);
        if told.is_some() {
            self.context.note_place(channel, parent);
        }
        let guild = guild.map(GuildId::get);
        self.context.plays_in_guild(guild)
            && (guild.is_none()
                || self
                    .context
                    .plays_at(&DiscordContext::table_in(channel, parent)))
    }

    /// Puts an interaction into its lane and acknowledges it, unless it came before, or there is no
    /// room, or it comes from where the bot does not play.
    fn take_interaction(
        self: &Arc<Self>,
        begun: NewInteraction,
        plays: bool,
        lane: QueueKey,
        job: ChannelJob,
    ) {
        let NewInteraction {
            id,
            token,
            application,
            kind,
        } = begun;
        let Some(answer) = self
            .context
            .interactions
            .begin(id, application, &token, kind)
        else {
            return;
        };
        let refusal = if !plays {
            "discord-not-here"
        } else if !self.put(lane, (id, false), job) {
            "discord-too-much"
        } else {
            let context = Arc::clone(&self.context);
            // That ends by itself, and soon.
            self.workers
                .spawn(async move { answer.acknowledge(&context).await });
            return;
        };
        let context = Arc::clone(&self.context);
        self.context.spawn_background(async move {
            let sentence = context.words.sentence(&Phrase::new(refusal), None);
            decline(&context, id, &token, &sentence).await;
        });
    }
}

/// An interaction that has just come.
struct NewInteraction {
    id: u64,
    token: String,
    application: u64,
    kind: InteractionKind,
}
