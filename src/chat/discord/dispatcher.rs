//! The dispatcher: sorts the gateway's events into the queues of their channels, without waiting
//! for anything.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    AuthorizingIntegrationOwners, ChannelId, ChannelType, CommandInteraction, ComponentInteraction,
    GuildId, Interaction, InteractionContext, PartialChannel,
};
use tokio::time::{Instant, interval};

use super::answer_places::may_only_answer;
use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::DiscordError;
use super::gateway::{Gateway, GatewayEvent};
use super::handler::{interaction_kind, press_kind};
use super::inbound;
use super::interaction::{InteractionKind, decline};
use super::job::{ChannelJob, FIRST, QueueKey};
use super::register::register;
use super::suggest;
use super::unseen::UnseenChannel;
use super::worker::Workers;
use crate::chat::common::platform::DISCORD;
use crate::host::Host;
use crate::session::Phrase;

/// How often the cursors of channels are written in which nothing was said to the bot.
const CURSOR_WRITE_INTERVAL: Duration = Duration::from_secs(60);

/// Dispatches the gateway's events.
pub(super) struct Dispatcher {
    context: Arc<DiscordContext>,
    host: Host,
    workers: Arc<Workers>,
}

impl Dispatcher {
    pub(super) fn new(context: Arc<DiscordContext>, host: Host) -> Self {
        Self {
            workers: Arc::new(Workers::new(Arc::clone(&context), host.clone())),
            context,
            host,
        }
    }

    /// Dispatches events until the connection ends for good, and says why.
    pub(super) async fn run(&self, gateway: &mut Gateway) -> Result<(), DiscordError> {
        let mut writing = interval(CURSOR_WRITE_INTERVAL);
        loop {
            tokio::select! {
                Some(event) = gateway.events.recv() => self.dispatch_guarded(event),
                ended = &mut gateway.ended => {
                    return ended.unwrap_or_else(|_| {
                        Err(DiscordError::Start("the gateway's thread ended".to_owned()))
                    });
                }
                _ = writing.tick() => {
                    let (context, host) = (Arc::clone(&self.context), self.host.clone());
                    let away = self.host.readiness().not_connected();
                    let connected = !away.iter().any(|platform| platform == DISCORD);
                    self.context.background.spawn(async move {
                        context.unseen.write(&host, connected).await;
                        context.write(&host).await;
                    });
                }
            }
        }
    }

    /// Handles the events from before the connection ended, as far as that can be done until the
    /// deadline.
    pub(super) async fn finish(&self, gateway: &mut Gateway, deadline: Instant) {
        self.workers.leave();
        while let Ok(event) = gateway.events.try_recv() {
            self.dispatch_guarded(event);
        }
        self.workers.finish(deadline).await;
    }

    /// Dispatches an event. If that panics, the event is skipped.
    fn dispatch_guarded(&self, event: GatewayEvent) {
        let id = event.id();
        if catch_unwind(AssertUnwindSafe(|| self.dispatch(event))).is_err() {
            tracing::error!(event = id, "an event caused a panic and is skipped");
        }
    }

    fn dispatch(&self, event: GatewayEvent) {
        match event {
            GatewayEvent::Ready {
                application,
                shard,
                guilds,
            } => self.ready(application, shard, &guilds),
            GatewayEvent::Resumed => tracing::debug!("the connection to Discord was resumed"),
            GatewayEvent::Message(message) => {
                self.context.unseen.note(message.id.get());
                if inbound::is_from_person(&message)
                    && self
                        .context
                        .plays_in_guild(message.guild_id.map(GuildId::get))
                {
                    let (channel, id) = (message.channel_id.get(), message.id.get());
                    // Elsewhere it would not be told of it.
                    self.note_access(channel);
                    let job = ChannelJob::Message(message);
                    self.workers
                        .put(QueueKey::Channel(channel), (id, false), job);
                }
            }
            GatewayEvent::Deleted { channel, parent } => {
                for thread in self.context.cursors.threads_of(channel) {
                    self.workers.put_gone(thread, true);
                }
                let place = DiscordContext::table_in(channel, parent);
                self.workers.put_gone(place, true);
            }
            GatewayEvent::Seen(guild) => self.context.greet(&self.host, *guild),
            GatewayEvent::Told { guild, unseen } => self.told(guild, &unseen),
            GatewayEvent::Removed(guild) => {
                tracing::info!(guild, "the bot was removed from a server");
                self.context.unseen.told(guild, &[]);
                for place in self.context.cursors.of_guild(guild) {
                    self.workers.put_gone(place, false);
                }
            }
            GatewayEvent::Interaction(interaction) => self.interaction(*interaction),
        }
    }

    /// A connection begins: what was said before is read from the channels' history. From a server that
    /// is not among `guilds` the bot was removed.
    fn ready(&self, application: u64, shard: (u64, u64), guilds: &HashSet<u64>) {
        tracing::info!(shard = shard.0, of = shard.1, "connected to Discord");
        let context = &self.context;
        context.set_application(application);
        if shard.0 == 0 {
            let (shared, host) = (Arc::clone(context), self.host.clone());
            context.background.spawn(async move {
                register(&shared, &host, application).await;
            });
        }
        context.unseen.begin(guilds);
        let idle = context.cursors.idle();
        for (place, guild) in context.cursors.of_shard(shard) {
            if guild.is_some_and(|guild| !guilds.contains(&guild)) {
                self.workers.put_gone(place, false);
            } else if let Some(channel) = channel_of(&place) {
                let job = ChannelJob::CatchUp {
                    passed: None,
                    more: true,
                    idle: idle.get(&channel).copied(),
                };
                self.workers.put_always(channel, FIRST, job);
            }
        }
    }

    /// Discord has described a server: reads what was said in these channels, if they have no table.
    fn told(&self, guild: u64, unseen: &[UnseenChannel]) {
        let context = &self.context;
        let plays = |one: &&UnseenChannel| {
            let table = DiscordContext::table_in(one.channel, one.parent);
            context.plays_in_guild(Some(guild))
                && context.plays_at(&table)
                && context.cursors.table(one.channel).is_none()
        };
        let channels: Vec<&UnseenChannel> = unseen.iter().filter(plays).collect();
        for channel in context.unseen.told(guild, &channels) {
            let job = ChannelJob::CatchUp {
                passed: None,
                more: true,
                idle: None,
            };
            self.workers.put_always(channel, FIRST, job);
        }
    }

    fn interaction(&self, interaction: Interaction) {
        self.context.unseen.note(interaction.id().get());
        match interaction {
            Interaction::Command(command) => {
                let plays = self.enter(&InteractionPlace::of_command(&command));
                let new = NewInteraction {
                    id: command.id.get(),
                    token: command.token.clone(),
                    application: command.application_id.get(),
                    kind: interaction_kind(&self.context, &command),
                    channel: command.channel_id.get(),
                };
                self.accept(new, plays, ChannelJob::Command(Box::new(command)));
            }
            Interaction::Component(press) => {
                let plays = self.enter(&InteractionPlace::of_press(&press));
                let new = NewInteraction {
                    id: press.id.get(),
                    token: press.token.clone(),
                    application: press.application_id.get(),
                    kind: press_kind(&self.context, &press),
                    channel: press.channel_id.get(),
                };
                self.accept(new, plays, ChannelJob::Press(Box::new(press)));
            }
            Interaction::Autocomplete(typed) => {
                let (context, host) = (Arc::clone(&self.context), self.host.clone());
                // What is known of the channel matters for what follows.
                self.enter(&InteractionPlace::of_command(&typed));
                self.context.background.spawn(async move {
                    suggest::answer(&context, &host, &typed).await;
                });
            }
            _ => {}
        }
    }

    /// Whether the bot plays where an interaction took place. What that tells of the channel is noted:
    /// its parent, and whether the bot may only answer there.
    fn enter(&self, place: &InteractionPlace<'_>) -> bool {
        let channel = place.channel.get();
        let parent = place
            .details
            .filter(|details| details.thread_metadata.is_some())
            .and_then(|details| details.parent_id)
            .map(ChannelId::get);
        if let Some(details) = place.details {
            self.context.cache_parent(channel, parent);
            if parent.is_some() {
                let private = details.kind == ChannelType::PrivateThread;
                self.context.cache_private(channel, private);
            }
        }
        let guild = place.guild.map(GuildId::get);
        let table = DiscordContext::table_in(channel, parent);
        if may_only_answer(guild, place.context, place.owners) {
            if self.context.plays_everywhere() {
                self.context.answer_places.enter(table, guild);
            }
            return self.context.plays_everywhere();
        }
        self.note_access(channel);
        self.context.plays_in_guild(guild) && (guild.is_none() || self.context.plays_at(&table))
    }

    /// Notes that the bot has access to a channel.
    fn note_access(&self, channel: u64) {
        if let Some(cursor) = self.context.answer_places.leave(channel) {
            tracing::info!(channel, "the bot has access to a channel where it had none");
            let host = self.host.clone();
            self.context.background.spawn(async move {
                if let Err(error) = host.forget_cursor(cursor).await {
                    tracing::debug!(%error, "a cursor is deleted later");
                }
            });
        }
    }

    /// Puts an interaction into its channel's queue and acknowledges it, unless it is known, or the
    /// queue is full, or it comes from where the bot does not play.
    fn accept(&self, new: NewInteraction, plays: bool, job: ChannelJob) {
        let NewInteraction {
            id,
            token,
            application,
            kind,
            channel,
        } = new;
        let context = Arc::clone(&self.context);
        let only_answers = context.answer_places.contains(channel).then_some(channel);
        let interactions = &context.interactions;
        let Some(pending) = interactions.begin(id, application, &token, kind, only_answers) else {
            return;
        };
        let key = QueueKey::Channel(channel);
        let refusal = if !plays {
            "discord-not-here"
        } else if !self.workers.put(key, (id, false), job) {
            "discord-too-much"
        } else {
            // That ends by itself, and soon.
            self.workers
                .spawn(async move { pending.acknowledge(&context.rest).await });
            return;
        };
        self.context.background.spawn(async move {
            let sentence = context.words.sentence(&Phrase::new(refusal), None);
            decline(&context.rest, id, &token, &sentence).await;
        });
    }
}

/// Where an interaction took place.
struct InteractionPlace<'a> {
    channel: ChannelId,
    details: Option<&'a PartialChannel>,
    guild: Option<GuildId>,
    context: Option<InteractionContext>,
    /// The server and the person who have installed the bot.
    owners: &'a AuthorizingIntegrationOwners,
}

impl<'a> InteractionPlace<'a> {
    fn of_command(command: &'a CommandInteraction) -> Self {
        Self {
            channel: command.channel_id,
            details: command.channel.as_ref(),
            guild: command.guild_id,
            context: command.context,
            owners: &command.authorizing_integration_owners,
        }
    }

    fn of_press(press: &'a ComponentInteraction) -> Self {
        Self {
            channel: press.channel_id,
            details: press.channel.as_ref(),
            guild: press.guild_id,
            context: press.context,
            owners: &press.authorizing_integration_owners,
        }
    }
}

/// An interaction that has just arrived.
struct NewInteraction {
    id: u64,
    token: String,
    application: u64,
    kind: InteractionKind,
    channel: u64,
}
