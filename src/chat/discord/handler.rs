//! Dealing with what was heard: what the host is to know of it, and what is left to do once it
//! has been written down.

use std::sync::Arc;

use serenity::all::{
    ChannelId, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, GuildId,
    Message,
};
use serenity::http::Route;

use super::components;
use super::context::{DiscordContext, id_of};
use super::cursors::channel_of;
use super::dispatcher::Dispatcher;
use super::error::InboundError;
use super::inbound::{self, MessageKind};
use super::interaction::{InteractionKind, event_id, reference};
use super::outbound::plain_content;
use super::queues::{ChannelJob, QueueKey, SortKey};
use super::slash;
use super::threads::{self, ChallengeRequest, Placement, ThreadAnchor, ThreadChallenge};
use crate::host::{ChoicesOf, Disposition, Incoming, Input, Pick, Receipt};
use crate::session::{Arg, COMMANDS, Opponent, Parsed, Phrase, Reply, TableKey, parse};

/// Most messages of one page of a channel's history.
const PAGE: usize = 100;

/// What the host was given to deal with.
pub(super) struct Submission {
    receipt: Receipt,
    /// The table that heard it.
    table: TableKey,
    origin: EventOrigin,
    /// Whether a mark of that table was given along that it had not had.
    begins: bool,
    /// How far the mark reaches that was given along, if one was.
    reached: u64,
}

/// Where something came from that the host is to hear.
#[derive(Debug, Clone)]
pub(super) struct EventOrigin {
    guild: Option<u64>,
    pub(super) id: u64,
    kind: OriginKind,
}

#[derive(Debug, Clone)]
enum OriginKind {
    /// A message, in the channel of this table.
    Message(TableKey),
    Command,
    Press {
        language: Option<String>,
    },
}

impl EventOrigin {
    /// The interaction that it is, if it is one.
    pub(super) fn interaction(&self) -> Option<u64> {
        match self.kind {
            OriginKind::Message(_) => None,
            OriginKind::Command | OriginKind::Press { .. } => Some(self.id),
        }
    }

    /// The channel in which it was said and its id, if it is a message.
    fn message(&self) -> Option<(u64, u64)> {
        match &self.kind {
            OriginKind::Message(table) => Some((channel_of(table)?, self.id)),
            OriginKind::Command | OriginKind::Press { .. } => None,
        }
    }
}

impl Dispatcher {
    /// Deals with a job as far as the host. Nothing if nothing is left to do.
    pub(super) async fn begin(
        self: &Arc<Self>,
        channel: u64,
        job: &ChannelJob,
    ) -> Result<Option<Submission>, InboundError> {
        if !matches!(job, ChannelJob::CatchUp { .. }) {
            fail::fail_point!("discord-event");
        }
        match job {
            ChannelJob::CatchUp { passed, more } => {
                if let Some(passed) = passed {
                    self.context.cursors.pass(channel, *passed);
                }
                if *more {
                    self.catch_up(channel).await?;
                }
                Ok(None)
            }
            ChannelJob::Message(message) => self.message(message).await,
            ChannelJob::Command(command) => self.command(command).await,
            ChannelJob::Press(press) => self.press(press).await,
            ChannelJob::Challenge(challenge) => {
                let mut incoming = challenge.incoming.clone();
                if let Some(thread) = threads::open(&self.context, &self.host, challenge).await? {
                    incoming.table = thread;
                }
                let submitted = self.submit(incoming, challenge.origin.clone())?;
                self.open_thread(challenge.origin.id);
                Ok(Some(submitted))
            }
        }
    }

    /// Tidies up behind a job that is dealt with, or never will be.
    pub(super) fn done_with(self: &Arc<Self>, job: &ChannelJob) {
        if let ChannelJob::Challenge(challenge) = job {
            self.open_thread(challenge.origin.id);
            if let Some((channel, id)) = challenge.origin.message() {
                self.context.cursors.release(channel, id);
                self.context.cursors.pass(channel, id);
            }
        }
    }

    /// Puts a page of what was said in a channel since it was last read into its lane.
    async fn catch_up(self: &Arc<Self>, channel: u64) -> Result<(), InboundError> {
        let _permit = tokio::select! {
            // The semaphore is never closed.
            permit = self.catching_up.acquire() => permit.ok(),
            () = self.leaving.cancelled() => return Err(InboundError::Stopping),
        };
        let Some((last, guild)) = self.context.cursors.last(channel) else {
            return Ok(());
        };
        let route = Route::ChannelMessages {
            channel_id: ChannelId::new(channel),
        };
        let params = vec![("after", last.to_string()), ("limit", PAGE.to_string())];
        let page = self.context.rest.get(route, params).await?;
        let page = page.as_array().cloned().unwrap_or_default();
        let more = page.len() >= PAGE;
        let mut newest = last;
        for message in page {
            let id = id_of(&message["id"]).unwrap_or_default();
            newest = newest.max(id);
            match serde_json::from_value::<Message>(message) {
                Ok(mut message) => {
                    // History does not tell the server.
                    message.guild_id = guild.map(GuildId::new);
                    if inbound::is_from_person(&message) && self.context.plays_in_guild(guild) {
                        let place = (message.id.get(), false);
                        let job = ChannelJob::Message(Box::new(message));
                        self.put_history(channel, place, job);
                    }
                }
                Err(error) => {
                    tracing::warn!(channel, event = id, %error, "a message makes no sense");
                }
            }
        }
        if newest > last {
            let job = ChannelJob::CatchUp {
                passed: Some(newest),
                more,
            };
            self.put_history(channel, (newest, true), job);
        }
        Ok(())
    }

    /// A message that is a command, or might be one.
    async fn message(
        self: &Arc<Self>,
        message: &Message,
    ) -> Result<Option<Submission>, InboundError> {
        let context = &self.context;
        let (channel, id) = (message.channel_id.get(), message.id.get());
        let guild = message.guild_id.map(GuildId::get);
        let way = inbound::way(message, context.me, guild.is_none());
        let Some(said) = inbound::read(&message.content, context.me, &context.prefix, way) else {
            context.cursors.pass(channel, id);
            return Ok(None);
        };
        let table = match way {
            MessageKind::Private => DiscordContext::table_in(channel, None),
            MessageKind::Open | MessageKind::Reply => context.table(channel).await?,
        };
        if guild.is_some() && !context.plays_at(&table) {
            return Ok(None);
        }
        let wanted = wanted(&said.parsed);
        let incoming = inbound::heard(context, table.clone(), message, said);
        let origin = EventOrigin {
            guild,
            id,
            kind: OriginKind::Message(table),
        };
        let wanted = wanted.filter(|_| guild.is_some());
        self.hand_on(incoming, origin, wanted, ThreadAnchor::Message(id))
            .await
    }

    /// A slash command.
    async fn command(
        self: &Arc<Self>,
        command: &CommandInteraction,
    ) -> Result<Option<Submission>, InboundError> {
        let context = &self.context;
        let id = command.id.get();
        let guild = command.guild_id.map(GuildId::get);
        let kind = interaction_kind(command);
        let table = self.table_of(command.channel_id, guild).await?;
        let said = slash::said(COMMANDS, &command.data);
        let attachment = said
            .file
            .as_deref()
            .map(|url| inbound::content_of(context, url));
        let wanted = wanted(&parse(&said.text, "", true)).filter(|_| guild.is_some());
        let incoming = Incoming {
            table,
            author: inbound::member(&command.user, command.member.as_deref()),
            event: event_id(id),
            reply_target: Some(reference(
                id,
                command.application_id.get(),
                kind,
                &command.token,
            )),
            input: Input::Command(said.text),
            people: said.people,
            attachment,
            language: Some(command.locale.clone()).filter(|locale| !locale.is_empty()),
            cursor: None,
        };
        let origin = EventOrigin {
            guild,
            id,
            kind: OriginKind::Command,
        };
        self.hand_on(incoming, origin, wanted, ThreadAnchor::Command(id))
            .await
    }

    /// A button, or something picked from a list.
    async fn press(
        self: &Arc<Self>,
        press: &ComponentInteraction,
    ) -> Result<Option<Submission>, InboundError> {
        let values: &[String] = match &press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values,
            _ => &[],
        };
        let Some((reply, index)) = components::picked(&press.data.custom_id, values) else {
            return Ok(None);
        };
        let id = press.id.get();
        let guild = press.guild_id.map(GuildId::get);
        let language = Some(press.locale.clone()).filter(|locale| !locale.is_empty());
        let application = press.application_id.get();
        let incoming = Incoming {
            table: self.table_of(press.channel_id, guild).await?,
            author: inbound::member(&press.user, press.member.as_ref()),
            event: event_id(id),
            reply_target: Some(reference(
                id,
                application,
                InteractionKind::Press,
                &press.token,
            )),
            input: Input::Choice {
                of: ChoicesOf::Reply(reply),
                pick: Pick::Index(index),
            },
            people: Vec::new(),
            attachment: None,
            language: language.clone(),
            cursor: None,
        };
        let origin = EventOrigin {
            guild,
            id,
            kind: OriginKind::Press { language },
        };
        self.submit(incoming, origin).map(Some)
    }

    async fn table_of(
        &self,
        channel: ChannelId,
        guild: Option<u64>,
    ) -> Result<TableKey, InboundError> {
        match guild {
            None => Ok(DiscordContext::table_in(channel.get(), None)),
            Some(_) => Ok(self.context.table(channel.get()).await?),
        }
    }

    /// Submits a command to the host. A challenge that needs a thread gets a queue of its own, since
    /// Discord may take its time.
    async fn hand_on(
        self: &Arc<Self>,
        mut incoming: Incoming,
        origin: EventOrigin,
        wanted: Option<ChallengeRequest>,
        from: ThreadAnchor,
    ) -> Result<Option<Submission>, InboundError> {
        let placed = match wanted {
            Some(wanted) => {
                threads::place(&self.context, &self.host, &incoming, &wanted, from).await?
            }
            None => Placement::Here,
        };
        match placed {
            Placement::Here => {}
            Placement::In(thread) => incoming.table = thread,
            Placement::New {
                channel,
                challenged,
            } => {
                let lane = QueueKey::Challenges {
                    channel,
                    person: incoming.author.id.clone(),
                };
                let place = (origin.id, false);
                if let Some((channel, id)) = origin.message() {
                    self.context.cursors.hold(channel, id);
                    self.close_thread(id);
                }
                let challenge = ThreadChallenge {
                    incoming,
                    origin,
                    from,
                    channel,
                    challenged,
                };
                self.put_challenge(lane, place, challenge);
                return Ok(None);
            }
        }
        self.submit(incoming, origin).map(Some)
    }

    fn put_challenge(self: &Arc<Self>, lane: QueueKey, place: SortKey, challenge: ThreadChallenge) {
        let origin = challenge.origin.clone();
        if self.put(lane, place, ChannelJob::Challenge(Box::new(challenge))) {
            return;
        }
        self.open_thread(origin.id);
        if let Some((channel, id)) = origin.message() {
            self.context.cursors.release(channel, id);
        }
        if let Some(interaction) = origin.interaction() {
            self.withdraw(interaction);
        }
    }

    /// Puts something into its table's queue, with the mark that is to be written along.
    fn submit(
        &self,
        mut incoming: Incoming,
        origin: EventOrigin,
    ) -> Result<Submission, InboundError> {
        let cursors = &self.context.cursors;
        let EventOrigin { guild, id, .. } = origin;
        let table = incoming.table.clone();
        let (begins, reached) = match &origin.kind {
            OriginKind::Message(said_in) => {
                // One mark goes with what is heard. A thread could not be found without; what is
                // heard again in the channel is known.
                let first = (table != *said_in)
                    .then(|| cursors.first(&table, guild, id))
                    .flatten();
                let begins = first.is_some();
                let (mark, reached) = match first {
                    Some(first) => (first, id),
                    None => cursors.after(said_in, guild, id),
                };
                incoming.cursor = Some(mark);
                (begins, reached)
            }
            OriginKind::Command | OriginKind::Press { .. } => {
                incoming.cursor = cursors.first(&table, guild, id);
                (incoming.cursor.is_some(), id)
            }
        };
        let receipt = self.host.submit(incoming)?;
        if let Some((channel, id)) = origin.message() {
            cursors.hold(channel, id);
        }
        Ok(Submission {
            receipt,
            table,
            origin,
            begins,
            reached,
        })
    }

    /// Does what is left once the host has written down what follows.
    pub(super) async fn settle(&self, submitted: Submission) -> Result<(), InboundError> {
        let context = &self.context;
        let Submission {
            receipt,
            table,
            origin,
            begins,
            reached,
        } = submitted;
        let heard = receipt.disposition().await;
        let message = origin.message();
        if let (Some((channel, id)), true) = (message, heard.is_ok()) {
            context.cursors.release(channel, id);
        }
        let heard = heard?;
        let EventOrigin { guild, id, kind } = origin;
        match kind {
            OriginKind::Message(said_in) => {
                let written = (heard == Disposition::Done).then_some(reached);
                if begins {
                    context.cursors.note(&said_in, guild, id, None);
                    context.cursors.note(&table, guild, id, written);
                } else {
                    context.cursors.note(&said_in, guild, id, written);
                }
            }
            OriginKind::Command | OriginKind::Press { .. } if heard == Disposition::Done => {
                // The channel has a table from now on, whose mark is written.
                if begins && context.cursors.first(&table, guild, id).is_some() {
                    context.cursors.note(&table, guild, id, Some(reached));
                }
            }
            // What was said of it then is said, or will be.
            _ if heard == Disposition::Duplicate => {}
            OriginKind::Command => {
                self.withdraw(id);
            }
            OriginKind::Press { .. } if heard == Disposition::Throttled => {}
            OriginKind::Press { language } => self.refuse_old_press(id, language.as_deref()),
        }
        Ok(())
    }

    /// Tells somebody that they pressed a button of a reply so old that it was forgotten.
    fn refuse_old_press(&self, id: u64, language: Option<&str>) {
        let context = &self.context;
        let Some(answer) = context.interactions.of_event(&event_id(id)) else {
            return;
        };
        let phrase = Phrase::new("stale-choice").with("board", Arg::command("board"));
        let text = context.words.reply(&Reply::say(phrase), language);
        let shared = Arc::clone(context);
        context.spawn_background(async move {
            let said = answer.whisper(&shared, plain_content(&text), None).await;
            if let Err(failure) = said {
                tracing::debug!(%failure, "an old press goes unanswered");
            }
        });
    }
}

pub(super) fn interaction_kind(command: &CommandInteraction) -> InteractionKind {
    InteractionKind::Command {
        private: COMMANDS
            .find(&command.data.name)
            .is_some_and(|spec| spec.is_private),
    }
}

/// What a challenge asks for, if it is one.
fn wanted(parsed: &Parsed) -> Option<ChallengeRequest> {
    let Parsed::Command(command) = parsed else {
        return None;
    };
    let options = &command.options;
    Some(ChallengeRequest {
        opponent: match options.opponent()? {
            Opponent::Anyone => None,
            Opponent::Named(name) => Some(name.clone()),
        },
        has_level: options.level().is_some(),
    })
}
