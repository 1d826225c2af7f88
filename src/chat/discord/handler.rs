//! Handling a job: makes the host's input, and updates the cursors once the host has written the
//! result.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    ChannelId, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, GuildId,
    Message, MessageFlags,
};
use serenity::http::Route;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::components;
use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::InboundError;
use super::gone;
use super::inbound::{self, MessageKind};
use super::interaction::{InteractionKind, event_id, reply_target};
use super::job::{ChannelJob, EventOrigin, OriginKind, SortKey, ThreadAnchor, ThreadChallenge};
use super::message_parts::plain_content;
use super::slash;
use super::snowflake::id_of;
use super::threads::{self, Placement};
use crate::host::{
    Attachment, ChallengeRequest, ChoicesOf, Disposition, Host, Incoming, Input, Pick, Receipt,
};
use crate::session::{Arg, COMMANDS, Phrase, Reply, TableKey};

/// Messages of one page of a channel's history.
const PAGE: usize = 100;

/// From a pressed button until its person is told how to install the bot: the press is answered by then.
const TIP_DELAY: Duration = Duration::from_secs(4);

/// Channels whose history is read at once: all of them together would only meet Discord's limits.
const MAX_CATCHING_UP: usize = 8;

/// The next step for a job.
pub(super) enum JobStep {
    /// Nothing.
    Done,
    /// It was submitted to the host: await the receipt.
    Submitted(Box<Submission>),
    /// A page of the channel's history was read: these jobs are next.
    History(Vec<(SortKey, ChannelJob)>),
    /// It is a challenge that needs a thread.
    Challenge(Box<ThreadChallenge>),
}

/// An input that the host was given.
pub(super) struct Submission {
    receipt: Receipt,
    /// The table of the input.
    table: TableKey,
    origin: EventOrigin,
    /// Whether the table's first cursor is written along.
    is_first: bool,
    /// How far the cursor reaches that is written along.
    reached: u64,
}

/// What the place of an interaction is for the host.
struct HostPlace {
    server: Option<String>,
    community: Option<String>,
    private: bool,
}

/// Handles jobs.
pub(super) struct JobHandler {
    context: Arc<DiscordContext>,
    host: Host,
    catching_up: Semaphore,
    /// Cancelled when the bot stops.
    leaving: CancellationToken,
}

impl JobHandler {
    pub(super) fn new(
        context: Arc<DiscordContext>,
        host: Host,
        leaving: CancellationToken,
    ) -> Self {
        Self {
            context,
            host,
            catching_up: Semaphore::new(MAX_CATCHING_UP),
            leaving,
        }
    }

    /// Handles a job up to the point where the host has it.
    pub(super) async fn start(
        &self,
        channel: u64,
        job: &ChannelJob,
    ) -> Result<JobStep, InboundError> {
        if !matches!(job, ChannelJob::CatchUp { .. }) {
            fail::fail_point!("discord-event");
        }
        match job {
            ChannelJob::CatchUp { passed, more, idle } => {
                if let Some(last) = idle
                    && self.forget_unplayed(channel, *last).await?
                {
                    return Ok(JobStep::Done);
                }
                if let Some(passed) = passed {
                    self.context.cursors.advance(channel, *passed);
                    self.context.unseen.advance(channel, *passed);
                }
                if *more {
                    return self.read_history(channel).await.map(JobStep::History);
                }
                self.context.unseen.done(channel);
                Ok(JobStep::Done)
            }
            ChannelJob::Message(message) => self.message(message).await,
            ChannelJob::Command(command) => self.command(command).await,
            ChannelJob::Press(press) => self.press(press).await,
            ChannelJob::Challenge(challenge) => {
                let mut incoming = challenge.incoming.clone();
                let thread = threads::open(&self.context, &self.host, challenge).await?;
                if let Some(thread) = thread {
                    incoming.table = thread;
                }
                self.submit(incoming, challenge.origin.clone())
            }
            ChannelJob::Gone { place, for_good } => {
                gone::adjourn(&self.context, &self.host, place, *for_good).await?;
                Ok(JobStep::Done)
            }
        }
    }

    /// Forgets an idle channel whose last message is this one, unless somebody plays there. Whether it
    /// is forgotten.
    async fn forget_unplayed(&self, channel: u64, last: u64) -> Result<bool, InboundError> {
        let cursors = &self.context.cursors;
        if let Some(place) = cursors.table(channel)
            && self.host.is_played_in(&place).await?
        {
            return Ok(false);
        }
        cursors.forget_idle(&self.host, channel, last).await;
        if cursors.table(channel).is_none() {
            self.context.upkeep.forget(&self.host, channel).await;
        }
        Ok(true)
    }

    /// Reads a page of what was said in a channel since it was last read.
    async fn read_history(&self, channel: u64) -> Result<Vec<(SortKey, ChannelJob)>, InboundError> {
        let _permit = tokio::select! {
            // The semaphore is never closed.
            permit = self.catching_up.acquire() => permit.ok(),
            () = self.leaving.cancelled() => return Err(InboundError::Stopping),
        };
        let unseen = self.context.unseen.last(channel);
        let Some((last, guild)) = unseen.or_else(|| self.context.cursors.last(channel)) else {
            return Ok(Vec::new());
        };
        let route = Route::ChannelMessages {
            channel_id: ChannelId::new(channel),
        };
        let params = vec![("after", last.to_string()), ("limit", PAGE.to_string())];
        let page = self.context.rest.get(route, params).await?;
        let page = page.as_array().cloned().unwrap_or_default();
        let more = page.len() >= PAGE;
        let mut newest = last;
        let mut jobs = Vec::new();
        for message in page {
            let id = id_of(&message["id"]).unwrap_or_default();
            newest = newest.max(id);
            match serde_json::from_value::<Message>(message) {
                Ok(mut message) => {
                    // History does not name the server.
                    message.guild_id = guild.map(GuildId::new);
                    if inbound::is_from_person(&message) && self.context.plays_in_guild(guild) {
                        let place = (message.id.get(), false);
                        jobs.push((place, ChannelJob::Message(Box::new(message))));
                    }
                }
                Err(error) => {
                    tracing::warn!(channel, event = id, %error, "a message is invalid");
                }
            }
        }
        if newest > last {
            let job = ChannelJob::CatchUp {
                passed: Some(newest),
                more,
                idle: None,
            };
            jobs.push(((newest, true), job));
        } else {
            self.context.unseen.done(channel);
        }
        Ok(jobs)
    }

    /// A message, which may be a command.
    async fn message(&self, message: &Message) -> Result<JobStep, InboundError> {
        let context = &self.context;
        let (channel, id) = (message.channel_id.get(), message.id.get());
        let guild = message.guild_id.map(GuildId::get);
        let kind = inbound::kind(message, context.me, guild.is_none());
        let here = DiscordContext::table_in(channel, None);
        let known = context.known_table(channel);
        let community = guild.map(|guild| guild.to_string());
        let read = match inbound::read(&message.content, context.me, kind) {
            Some(input) => {
                let preview = self
                    .host
                    .preview(
                        known.as_ref().unwrap_or(&here),
                        community.as_deref(),
                        &input,
                    )
                    .await?;
                preview.map(|preview| (input, preview))
            }
            None => None,
        };
        let Some((input, preview)) = read else {
            context.cursors.advance(channel, id);
            return Ok(JobStep::Done);
        };
        let table = match kind {
            MessageKind::Private => here,
            MessageKind::Open | MessageKind::Reply => context.table(channel).await?,
        };
        if guild.is_some() && !context.plays_at(&table) {
            return Ok(JobStep::Done);
        }
        let request = preview.challenge.filter(|_| guild.is_some());
        let incoming =
            inbound::incoming(context, table.clone(), message, input, preview.takes_file);
        let origin = EventOrigin {
            guild,
            id,
            kind: OriginKind::Message(table),
        };
        self.place(incoming, origin, request, ThreadAnchor::Message(id))
            .await
    }

    /// A slash command.
    async fn command(&self, command: &CommandInteraction) -> Result<JobStep, InboundError> {
        let context = &self.context;
        let id = command.id.get();
        let guild = command.guild_id.map(GuildId::get);
        let kind = interaction_kind(context, command);
        let language = Some(command.locale.clone()).filter(|locale| !locale.is_empty());
        let Some(said) = slash::said(COMMANDS, &context.words, &command.data) else {
            self.tell_alone(id, Phrase::new("menu-no-record"), language.as_deref());
            return Ok(JobStep::Done);
        };
        let table = self.table_of(command.channel_id, guild).await?;
        let attachment = match (said.file, said.about) {
            (Some(url), _) => Some(inbound::attachment(context, &url)),
            (None, Some(text)) => Some(Attachment::text(text)),
            (None, None) => None,
        };
        let input = Input::Command(said.text);
        let place = self.place_of(command.channel_id, guild);
        if context.answer_places.contains(command.channel_id.get()) {
            context.may_lack_the_bot(command.user.id.get());
        }
        let community = place.community.clone();
        let preview = self
            .host
            .preview(&table, community.as_deref(), &input)
            .await?;
        // Elsewhere the bot opens no threads.
        let request = preview
            .and_then(|preview| preview.challenge)
            .filter(|_| place.community.is_some());
        let application = command.application_id.get();
        let incoming = Incoming {
            table,
            server: place.server,
            community: place.community,
            private: place.private,
            author: inbound::member(&command.user, command.member.as_deref()),
            event: event_id(id),
            reply_target: Some(reply_target(id, application, kind, &command.token)),
            input,
            people: said.people,
            attachment,
            language,
            cursor: None,
        };
        let origin = EventOrigin {
            guild,
            id,
            kind: OriginKind::Command,
        };
        self.place(incoming, origin, request, ThreadAnchor::Command(id))
            .await
    }

    /// A button, or something picked from a list.
    async fn press(&self, press: &ComponentInteraction) -> Result<JobStep, InboundError> {
        let values: &[String] = match &press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values,
            _ => &[],
        };
        let Some((reply, index)) = components::picked(&press.data.custom_id, values) else {
            return Ok(JobStep::Done);
        };
        let id = press.id.get();
        let guild = press.guild_id.map(GuildId::get);
        let language = Some(press.locale.clone()).filter(|locale| !locale.is_empty());
        let application = press.application_id.get();
        let target = reply_target(
            id,
            application,
            press_kind(&self.context, press),
            &press.token,
        );
        let place = self.place_of(press.channel_id, guild);
        let only_answers = self.context.answer_places.contains(press.channel_id.get());
        if only_answers && self.context.may_lack_the_bot(press.user.id.get()) {
            self.tell_how_to_install(id, language.as_deref());
        }
        let incoming = Incoming {
            table: self.table_of(press.channel_id, guild).await?,
            server: place.server,
            community: place.community,
            private: place.private,
            author: inbound::member(&press.user, press.member.as_ref()),
            event: event_id(id),
            reply_target: Some(target),
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
        self.submit(incoming, origin)
    }

    /// What the place of an interaction is for the host. Where the bot may only answer, nobody looks
    /// after it, and a private chat of others has its own results.
    fn place_of(&self, channel: ChannelId, guild: Option<u64>) -> HostPlace {
        let only_answers = self.context.answer_places.contains(channel.get());
        let guild = guild.map(|guild| guild.to_string());
        let others = only_answers.then(|| channel.to_string());
        HostPlace {
            private: guild.is_none() && !only_answers,
            community: guild.clone().filter(|_| !only_answers),
            server: guild.or(others),
        }
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

    /// Submits a command to the host, unless it is a challenge that needs a thread.
    async fn place(
        &self,
        mut incoming: Incoming,
        origin: EventOrigin,
        request: Option<ChallengeRequest>,
        anchor: ThreadAnchor,
    ) -> Result<JobStep, InboundError> {
        let placement = match request {
            Some(request) => {
                threads::place(&self.context, &self.host, &incoming, &request, anchor).await?
            }
            None => Placement::Here,
        };
        match placement {
            Placement::Here => {}
            Placement::In(thread) => incoming.table = thread,
            Placement::New {
                channel,
                challenged,
            } => {
                return Ok(JobStep::Challenge(Box::new(ThreadChallenge {
                    incoming,
                    origin,
                    anchor,
                    channel,
                    challenged,
                })));
            }
        }
        self.submit(incoming, origin)
    }

    /// Submits an input to the host, with the cursor to write along.
    fn submit(&self, mut incoming: Incoming, origin: EventOrigin) -> Result<JobStep, InboundError> {
        let cursors = &self.context.cursors;
        let EventOrigin { guild, id, .. } = origin;
        let table = incoming.table.clone();
        let (is_first, reached) = match &origin.kind {
            OriginKind::Message(said_in) => {
                // Only one cursor can be written along. Without its own a thread would not be read after
                // a restart; in the channel, messages that are read twice are duplicates.
                let first = (table != *said_in)
                    .then(|| cursors.first(&table, guild, id))
                    .flatten();
                let is_first = first.is_some();
                let (cursor, reached) = match first {
                    Some(first) => (first, id),
                    None => cursors.after(said_in, guild, id),
                };
                incoming.cursor = Some(cursor);
                (is_first, reached)
            }
            OriginKind::Command | OriginKind::Press { .. } => {
                let places = &self.context.answer_places;
                let target = incoming.reply_target.as_ref();
                let place = target.zip(channel_of(&table));
                let answer = place.and_then(|(target, channel)| places.cursor(channel, target));
                let first = match answer {
                    Some(_) => None,
                    None => cursors.first(&table, guild, id),
                };
                let is_first = first.is_some();
                incoming.cursor = answer.or(first);
                (is_first, id)
            }
        };
        let receipt = self.host.submit(incoming)?;
        if let Some((channel, id)) = origin.message() {
            cursors.hold(channel, id);
        }
        Ok(JobStep::Submitted(Box::new(Submission {
            receipt,
            table,
            origin,
            is_first,
            reached,
        })))
    }

    /// Waits until the host has written the result of an input, and updates the cursors.
    pub(super) async fn settle(&self, submission: Submission) -> Result<(), InboundError> {
        let cursors = &self.context.cursors;
        let Submission {
            receipt,
            table,
            origin,
            is_first,
            reached,
        } = submission;
        let disposition = receipt.disposition().await;
        if let (Some((channel, id)), true) = (origin.message(), disposition.is_ok()) {
            cursors.release(channel, id);
        }
        let disposition = disposition?;
        let EventOrigin { guild, id, kind } = origin;
        match kind {
            OriginKind::Message(said_in) => {
                let written = (disposition == Disposition::Done).then_some(reached);
                if is_first {
                    cursors.record(&said_in, guild, id, None);
                    cursors.record(&table, guild, id, written);
                } else {
                    cursors.record(&said_in, guild, id, written);
                }
            }
            OriginKind::Command | OriginKind::Press { .. } if disposition == Disposition::Done => {
                // The channel has a table from now on, whose cursor is written.
                if is_first && cursors.first(&table, guild, id).is_some() {
                    cursors.record(&table, guild, id, Some(reached));
                }
            }
            // It was answered, or will be.
            _ if disposition == Disposition::Duplicate => {}
            OriginKind::Command => self.withdraw(id),
            OriginKind::Press { .. } if disposition == Disposition::Throttled => {}
            OriginKind::Press { language } => self.refuse_stale_press(id, language.as_deref()),
        }
        Ok(())
    }

    /// Removes the placeholder for the answer to a slash command.
    pub(super) fn withdraw(&self, interaction: u64) {
        let context = &self.context;
        if let Some(pending) = context.interactions.of_event(&event_id(interaction)) {
            pending.withdraw(&context.rest, &context.background, None);
        }
    }

    /// Tells somebody that they pressed a button of a reply that is too old to be known.
    fn refuse_stale_press(&self, id: u64, language: Option<&str>) {
        let phrase = Phrase::new("stale-choice").with("board", Arg::command("board"));
        self.tell_alone(id, phrase, language);
    }

    /// Tells somebody who pressed a button how to get the bot's commands, once the press is answered.
    fn tell_how_to_install(&self, id: u64, language: Option<&str>) {
        let context = &self.context;
        let Some(pending) = context.interactions.of_event(&event_id(id)) else {
            return;
        };
        let reply = Reply::say(Phrase::new("discord-add-app"));
        let content = plain_content(&context.words.reply(&reply, language));
        let shared = Arc::clone(context);
        context.background.spawn(async move {
            sleep(TIP_DELAY).await;
            let sent = pending.send_ephemeral(&shared.rest, &shared.background, content, None);
            if let Err(failure) = sent.await {
                tracing::debug!(%failure, "somebody was not told how to install the bot");
            }
        });
    }

    /// Answers an interaction with a sentence that only the person sees.
    fn tell_alone(&self, id: u64, phrase: Phrase, language: Option<&str>) {
        let context = &self.context;
        let Some(pending) = context.interactions.of_event(&event_id(id)) else {
            return;
        };
        let content = plain_content(&context.words.reply(&Reply::say(phrase), language));
        let shared = Arc::clone(context);
        context.background.spawn(async move {
            let sent = pending.send_ephemeral(&shared.rest, &shared.background, content, None);
            if let Err(failure) = sent.await {
                tracing::debug!(%failure, "an interaction was not answered");
            }
        });
    }
}

/// The kind of a slash command.
pub(super) fn interaction_kind(
    context: &DiscordContext,
    command: &CommandInteraction,
) -> InteractionKind {
    let spec = slash::spec_of(COMMANDS, &context.words, &command.data);
    InteractionKind::Command {
        private: spec.is_some_and(|spec| spec.is_private),
    }
}

/// The kind of a press. Where the bot may only answer, what all see has to be the answer, so that a
/// step cannot be taken away with it.
pub(super) fn press_kind(
    context: &DiscordContext,
    press: &ComponentInteraction,
) -> InteractionKind {
    let flags = press.message.flags.unwrap_or_default();
    let only_answers = context.answer_places.contains(press.channel_id.get());
    let is_step = components::is_of_step(&press.data.custom_id);
    match is_step && !only_answers && flags.contains(MessageFlags::EPHEMERAL) {
        true => InteractionKind::Step,
        false => InteractionKind::Press,
    }
}
