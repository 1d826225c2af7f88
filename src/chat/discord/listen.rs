//! Listening: what happens on Discord goes to the host, one thing after another in each channel,
//! and nothing is missed or heard twice.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt;
use serenity::all::{
    ChannelId, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, GuildId,
    Interaction, Message, PartialChannel,
};
use serenity::http::Route;
use tokio::sync::Semaphore;
use tokio::time::{interval, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::answer::{Kind, decline, event_of, reference};
use super::error::{Error, Unheard, code};
use super::gateway::{Gateway, Happening};
use super::hear::{self, Way};
use super::link::{Link, id_of};
use super::register::register;
use super::send::plain_content;
use super::threads::{self, Wanted};
use super::{choices, slash, suggest};
use crate::host::{Heard, Host, Incoming, Input, Pick, Shown, Waits};
use crate::lock::lock;
use crate::session::{Arg, Command, Parsed, Phrase, Reply, TableKey, parse};

/// How often it is written down how far channels were read that said nothing to the bot.
const WRITE_MARKS: Duration = Duration::from_secs(60);

/// Channels whose history is read at once: all of them together would only meet Discord's limits.
const CATCHING_UP: usize = 8;

/// Most messages of one page of a channel's history.
const PAGE: usize = 100;

/// How long what was heard may take to be dealt with once the bot is to stop. What opens a thread
/// takes a few requests; what takes longer waits for Discord.
const FINISHING: Duration = Duration::from_secs(8);

/// Something to be dealt with in a channel.
enum Job {
    /// Read what was said while nobody listened.
    CatchUp,
    Message(Box<Message>),
    Command(Box<CommandInteraction>),
    Press(Box<ComponentInteraction>),
}

/// Who listens.
pub(super) struct Listener {
    link: Arc<Link>,
    host: Host,
    /// What is to be dealt with in each channel that has anything, by its id: older ids first,
    /// should they come out of order.
    queues: Mutex<HashMap<u64, BTreeMap<u64, Job>>>,
    catching_up: Semaphore,
    /// Those who deal with it.
    workers: TaskTracker,
    /// Cancelled when no more is to be heard.
    leaving: CancellationToken,
    /// Channels whose history was not read to its end before that. What was said there is read at
    /// the next start, in order.
    behind: Mutex<HashSet<u64>>,
}

/// A job's place in front of all messages.
const FIRST: u64 = 0;

impl Listener {
    pub(super) fn new(link: Arc<Link>, host: Host) -> Self {
        Self {
            link,
            host,
            queues: Mutex::default(),
            catching_up: Semaphore::new(CATCHING_UP),
            workers: TaskTracker::new(),
            leaving: CancellationToken::new(),
            behind: Mutex::default(),
        }
    }

    /// Listens until the connection ends for good, and tells why.
    pub(super) async fn listen(self: &Arc<Self>, gateway: &mut Gateway) -> Result<(), Error> {
        let mut writing = interval(WRITE_MARKS);
        loop {
            tokio::select! {
                Some(happening) = gateway.happenings.recv() => self.take(happening),
                ended = &mut gateway.ended => {
                    return ended.unwrap_or_else(|_| {
                        Err(Error::Start("the gateway's thread ended".to_owned()))
                    });
                }
                _ = writing.tick() => {
                    let (link, host) = (Arc::clone(&self.link), self.host.clone());
                    self.link.beside(async move { link.marks.write(&host).await });
                }
            }
        }
    }

    /// Deals with what was heard before the connection ended, as far as that can be done soon.
    pub(super) async fn finish(self: &Arc<Self>, gateway: &mut Gateway) {
        self.leaving.cancel();
        while let Ok(happening) = gateway.happenings.try_recv() {
            self.take(happening);
        }
        self.workers.close();
        if timeout(FINISHING, self.workers.wait()).await.is_err() {
            let channels = lock(&self.queues).len();
            tracing::warn!(channels, "something that was heard is not dealt with");
        }
    }

    /// Takes something in, without waiting for anything.
    fn take(self: &Arc<Self>, happening: Happening) {
        match happening {
            Happening::Ready { application, shard } => {
                tracing::info!(shard = shard.0, of = shard.1, "connected to Discord");
                if shard.0 == 0 {
                    let (link, host) = (Arc::clone(&self.link), self.host.clone());
                    self.link
                        .beside(async move { register(&link, &host, application).await });
                }
                for channel in self.link.marks.of_shard(shard) {
                    self.put(channel, FIRST, Job::CatchUp);
                }
            }
            Happening::Resumed => tracing::debug!("the connection to Discord goes on"),
            Happening::Message(message) => {
                if hear::is_from_person(&message)
                    && self.link.plays_in_guild(message.guild_id.map(GuildId::get))
                {
                    let (channel, id) = (message.channel_id.get(), message.id.get());
                    self.put(channel, id, Job::Message(message));
                }
            }
            Happening::Interaction(interaction) => self.interaction(*interaction),
        }
    }

    fn interaction(self: &Arc<Self>, interaction: Interaction) {
        match interaction {
            Interaction::Command(command) => {
                let kind = kind_of(&command);
                let id = command.id.get();
                if self.begin(id, &command.token, command.application_id.get(), kind, {
                    self.place(
                        command.channel_id,
                        command.channel.as_ref(),
                        command.guild_id,
                    )
                }) {
                    let channel = command.channel_id.get();
                    self.put(channel, id, Job::Command(Box::new(command)));
                }
            }
            Interaction::Component(press) => {
                let id = press.id.get();
                if self.begin(id, &press.token, press.application_id.get(), Kind::Press, {
                    self.place(press.channel_id, press.channel.as_ref(), press.guild_id)
                }) {
                    let channel = press.channel_id.get();
                    self.put(channel, id, Job::Press(Box::new(press)));
                }
            }
            Interaction::Autocomplete(typed) => {
                let (link, host) = (Arc::clone(&self.link), self.host.clone());
                // The place is noted for what follows.
                self.place(typed.channel_id, typed.channel.as_ref(), typed.guild_id);
                self.link
                    .beside(async move { suggest::answer(&link, &host, &typed).await });
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
            self.link.note_place(channel, parent);
        }
        let guild = guild.map(GuildId::get);
        self.link.plays_in_guild(guild)
            && (guild.is_none() || self.link.plays_at(&Link::table_in(channel, parent)))
    }

    /// Acknowledges an interaction. False if it came before, or from where the bot does not play.
    fn begin(&self, id: u64, token: &str, application: u64, kind: Kind, plays: bool) -> bool {
        let Some(answer) = self.link.answers.begin(id, application, token, kind) else {
            return false;
        };
        let link = Arc::clone(&self.link);
        if plays {
            // That ends by itself, and soon.
            self.workers
                .spawn(async move { answer.acknowledge(&link).await });
        } else {
            let token = token.to_owned();
            self.link.beside(async move {
                let sentence = link.words.sentence(&Phrase::new("discord-not-here"), None);
                decline(&link, id, &token, &sentence).await;
            });
        }
        plays
    }

    /// Puts a job into the queue of a channel.
    fn put(self: &Arc<Self>, channel: u64, id: u64, job: Job) {
        let mut queues = lock(&self.queues);
        match queues.entry(channel) {
            Entry::Occupied(mut queue) => {
                queue.get_mut().entry(id).or_insert(job);
            }
            Entry::Vacant(place) => {
                place.insert(BTreeMap::from([(id, job)]));
                let listener = Arc::clone(self);
                self.workers.spawn(async move {
                    tokio::select! {
                        () = listener.link.stop.cancelled() => {}
                        () = listener.work(channel) => {}
                    }
                });
            }
        }
    }

    /// Works through the queue of a channel, and leaves when it is empty.
    async fn work(&self, channel: u64) {
        loop {
            let job = {
                let mut queues = lock(&self.queues);
                let job = queues.get_mut(&channel).and_then(BTreeMap::pop_first);
                if job.is_none() {
                    queues.remove(&channel);
                }
                job
            };
            let Some((_, job)) = job else { return };
            if self.leaving.is_cancelled() && self.is_read_later(channel, &job) {
                continue;
            }
            let mut waits = Waits::new();
            loop {
                let dealt = AssertUnwindSafe(self.deal(channel, &job))
                    .catch_unwind()
                    .await;
                let Ok(dealt) = dealt else {
                    tracing::error!(channel, "something in a channel made us panic");
                    break;
                };
                match dealt {
                    Ok(()) => break,
                    Err(Unheard::Stopping) if self.is_read_later(channel, &job) => break,
                    Err(Unheard::Stopping) => return,
                    Err(Unheard::Server(failure)) if failure.is_final() => {
                        if failure.has_code(code::UNKNOWN_CHANNEL) {
                            self.link.marks.forget(&self.host, channel).await;
                        }
                        // The channel is gone, or closed to us. What it holds stays as it is.
                        tracing::info!(channel, %failure, "something in a channel goes unheard");
                        break;
                    }
                    Err(Unheard::Server(failure)) => {
                        tracing::debug!(channel, %failure, "a channel waits for Discord");
                    }
                    Err(Unheard::Store(error)) => {
                        tracing::warn!(channel, %error, "a channel waits for the database");
                    }
                }
                if self.leaving.is_cancelled() && self.is_read_later(channel, &job) {
                    break;
                }
                tokio::select! {
                    () = sleep(waits.next()) => {}
                    () = self.leaving.cancelled(), if !self.leaving.is_cancelled() => {}
                }
            }
        }
    }

    /// Whether a job is for the next start, when the bot is to stop: a channel's history, and
    /// messages behind what is left of it.
    fn is_read_later(&self, channel: u64, job: &Job) -> bool {
        let mut behind = lock(&self.behind);
        match job {
            Job::CatchUp => {
                behind.insert(channel);
                true
            }
            Job::Message(_) => behind.contains(&channel),
            Job::Command(_) | Job::Press(_) => false,
        }
    }

    async fn deal(&self, channel: u64, job: &Job) -> Result<(), Unheard> {
        match job {
            Job::CatchUp => self.catch_up(channel).await,
            Job::Message(message) => self.message(message).await,
            Job::Command(command) => self.command(command).await,
            Job::Press(press) => self.press(press).await,
        }
    }

    /// Hears what was said in a channel since it was last read.
    async fn catch_up(&self, channel: u64) -> Result<(), Unheard> {
        let _permit = tokio::select! {
            // The semaphore is never closed.
            permit = self.catching_up.acquire() => permit.ok(),
            () = self.leaving.cancelled() => return Err(Unheard::Stopping),
        };
        while let Some((last, guild)) = self.link.marks.last(channel) {
            let route = Route::ChannelMessages {
                channel_id: ChannelId::new(channel),
            };
            let params = vec![("after", last.to_string()), ("limit", PAGE.to_string())];
            let page = self.link.rest.get(route, params).await?;
            let page = page.as_array().cloned().unwrap_or_default();
            let full = page.len() >= PAGE;
            let mut messages = Vec::with_capacity(page.len());
            let mut newest = last;
            for message in page {
                newest = newest.max(id_of(&message["id"]).unwrap_or_default());
                match serde_json::from_value::<Message>(message) {
                    Ok(mut message) => {
                        // History does not tell the server.
                        message.guild_id = guild.map(GuildId::new);
                        messages.push(message);
                    }
                    Err(error) => tracing::debug!(%error, "a message makes no sense"),
                }
            }
            messages.sort_by_key(|message| message.id);
            for message in messages {
                if self.leaving.is_cancelled() {
                    return Err(Unheard::Stopping);
                }
                if hear::is_from_person(&message) && self.link.plays_in_guild(guild) {
                    self.message(&message).await?;
                }
            }
            self.link.marks.pass(channel, newest);
            if !full {
                break;
            }
        }
        Ok(())
    }

    /// A message that is a command, or might be one.
    async fn message(&self, message: &Message) -> Result<(), Unheard> {
        let link = &self.link;
        let (channel, id) = (message.channel_id.get(), message.id.get());
        let guild = message.guild_id.map(GuildId::get);
        let way = hear::way(message, link.me, guild.is_none());
        let Some(said) = hear::read(&message.content, link.me, &link.prefix, way) else {
            link.marks.pass(channel, id);
            return Ok(());
        };
        let table = match way {
            Way::Private => Link::table_in(channel, None),
            Way::Open | Way::Reply => link.table(channel).await?,
        };
        if guild.is_some() && !link.plays_at(&table) {
            return Ok(());
        }
        let challenge = challenge(&said.parsed);
        let mut incoming = hear::heard(link, table.clone(), message, said);
        incoming.mark = Some(link.marks.after(&table, guild, id));
        if let (Some(wanted), Some(_)) = (challenge, guild) {
            let from = threads::From::Message(id);
            if let Some(thread) = threads::open(link, &self.host, &incoming, &wanted, from).await? {
                incoming.table = thread;
            }
        }
        let heard_at = incoming.table.clone();
        // One mark goes with what is heard. A thread could not be found without; what is heard
        // again in the channel is known.
        let begins = if heard_at == table {
            None
        } else {
            link.marks.first(&heard_at, guild, id)
        };
        let begins_thread = begins.is_some();
        incoming.mark = begins.or(incoming.mark);
        let heard = self.host.hear(incoming).await?;
        let done = heard == Heard::Done;
        link.marks.note(&table, guild, id, done && !begins_thread);
        if begins_thread {
            link.marks.note(&heard_at, guild, id, done);
        }
        Ok(())
    }

    /// A slash command.
    async fn command(&self, command: &CommandInteraction) -> Result<(), Unheard> {
        let link = &self.link;
        let id = command.id.get();
        let guild = command.guild_id.map(GuildId::get);
        let kind = kind_of(command);
        let table = self.table_of(command.channel_id, guild).await?;
        let said = slash::said(&command.data);
        let attachment = said.file.as_deref().map(|url| hear::content_of(link, url));
        let challenge = challenge(&parse(&said.text, "", true));
        let mut incoming = Incoming {
            table: table.clone(),
            author: hear::member(&command.user, command.member.as_deref()),
            event: event_of(id),
            answers: Some(reference(
                id,
                command.application_id.get(),
                kind,
                &command.token,
            )),
            input: Input::Command(said.text),
            people: said.people,
            attachment,
            language: Some(command.locale.clone()).filter(|locale| !locale.is_empty()),
            mark: None,
        };
        if let (Some(wanted), Some(_)) = (challenge, guild) {
            let from = threads::From::Command(id);
            if let Some(thread) = threads::open(link, &self.host, &incoming, &wanted, from).await? {
                incoming.table = thread;
            }
        }
        let table = incoming.table.clone();
        incoming.mark = link.marks.first(&table, guild, id);
        match self.host.hear(incoming).await? {
            Heard::Done => self.begin_to_read(&table, guild, id),
            // What was said of it then is said, or will be.
            Heard::Known => {}
            Heard::NotForUs => {
                if let Some(answer) = link.answers.of_event(&event_of(id)) {
                    answer.withdraw(link).await?;
                }
            }
        }
        Ok(())
    }

    /// Notes that a channel has a table from now on, whose mark is written.
    fn begin_to_read(&self, table: &TableKey, guild: Option<u64>, after: u64) {
        let marks = &self.link.marks;
        if marks.first(table, guild, after).is_some() {
            marks.note(table, guild, after, true);
        }
    }

    /// A button, or something picked from a list.
    async fn press(&self, press: &ComponentInteraction) -> Result<(), Unheard> {
        let link = &self.link;
        let values: &[String] = match &press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values,
            _ => &[],
        };
        let Some((reply, index)) = choices::picked(&press.data.custom_id, values) else {
            return Ok(());
        };
        let id = press.id.get();
        let guild = press.guild_id.map(GuildId::get);
        let table = self.table_of(press.channel_id, guild).await?;
        let language = Some(press.locale.clone()).filter(|locale| !locale.is_empty());
        let application = press.application_id.get();
        let incoming = Incoming {
            mark: link.marks.first(&table, guild, id),
            table: table.clone(),
            author: hear::member(&press.user, press.member.as_ref()),
            event: event_of(id),
            answers: Some(reference(id, application, Kind::Press, &press.token)),
            input: Input::Choice {
                of: Shown::Reply(reply),
                pick: Pick::Index(index),
            },
            people: Vec::new(),
            attachment: None,
            language: language.clone(),
        };
        let heard = self.host.hear(incoming).await?;
        if heard == Heard::Done {
            self.begin_to_read(&table, guild, id);
        }
        if heard == Heard::NotForUs
            && let Some(answer) = link.answers.of_event(&event_of(id))
        {
            // The reply is so old that it was forgotten.
            let phrase = Phrase::new("stale-choice").with("board", Arg::command("board"));
            let text = link.words.reply(&Reply::say(phrase), language.as_deref());
            if let Err(failure) = answer.whisper(link, plain_content(&text), None).await {
                tracing::debug!(%failure, "an old press goes unanswered");
            }
        }
        Ok(())
    }

    async fn table_of(&self, channel: ChannelId, guild: Option<u64>) -> Result<TableKey, Unheard> {
        match guild {
            None => Ok(Link::table_in(channel.get(), None)),
            Some(_) => Ok(self.link.table(channel.get()).await?),
        }
    }
}

fn kind_of(command: &CommandInteraction) -> Kind {
    Kind::Command {
        private: slash::is_private(&command.data.name),
    }
}

/// What a challenge asks for, if it is one.
fn challenge(parsed: &Parsed) -> Option<Wanted> {
    match parsed {
        Parsed::Command(Command::Challenge {
            opponent, level, ..
        }) => Some(Wanted {
            opponent: opponent.clone(),
            has_level: level.is_some(),
        }),
        _ => None,
    }
}
