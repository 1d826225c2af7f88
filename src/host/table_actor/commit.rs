//! Commits what follows from an event, and puts the replies into the outbox.

use std::sync::Arc;

use super::TableActor;
use super::cause::Cause;
use super::requester::Requester;
use crate::host::activity::InFlight;
use crate::host::incoming::Incoming;
use crate::host::language::Language;
use crate::host::mailbox::Job;
use crate::host::outbox::Parcel;
use crate::host::scene::replay;
use crate::host::transport::Transport;
use crate::metrics;
use crate::picture;
use crate::session::{Event, Person, PlaceSettings, Reply, Scope, Settings, TableKey, Visual};
use crate::store::{Change, Committed, Progress, StoreError};

impl TableActor {
    /// Commits what follows from an event. Nothing is said before that.
    pub(super) async fn commit(
        &mut self,
        mut progress: Option<Progress>,
        mut replies: Vec<Reply>,
        cause: &Cause<'_>,
        in_flight: &InFlight,
    ) -> Result<Committed, StoreError> {
        let place = self.place().await?;
        let Cause {
            incoming,
            recipient,
            ..
        } = cause;
        let given_elsewhere = incoming.filter(|incoming| self.was_given_elsewhere(incoming));
        // Commands begin as they do where the answer is read.
        let read_at = given_elsewhere.and_then(|incoming| self.place_of(incoming));
        let read_at = read_at.as_ref().unwrap_or(&place);
        self.inherit(&mut replies, cause, (&place, read_at)).await?;
        if let Some(progress) = &mut progress {
            let watched = &mut progress.watched;
            self.inherit(watched, cause, (&place, &place)).await?;
        }
        let author: Option<Person> = match (incoming, recipient) {
            (Some(incoming), _) => Some(incoming.author.clone()),
            (None, Some(recipient)) => Some(recipient.person.clone()),
            (None, None) => None,
        };
        let given_at = given_elsewhere.map(|incoming| &incoming.table);
        let reply_target = match recipient {
            Some(recipient) => Some(recipient.reply_target.clone()),
            None => incoming.and_then(|incoming| incoming.reply_target.clone()),
        };
        let direct = incoming.is_some_and(Incoming::is_interaction);
        let changes = progress
            .as_ref()
            .is_some_and(|progress| !progress.entries.is_empty());
        let urgent = direct || changes || incoming.is_none();
        let parcels: Vec<Parcel> = replies
            .iter()
            .map(|reply| {
                let author = author.as_ref().map(|person| person.id.clone());
                let parcel = Parcel::new(0, reply).answering(&cause.event);
                parcel.to(author, urgent, direct)
            })
            .collect();
        if progress.as_ref().is_some_and(begins_something)
            && let Some(language) = incoming.and_then(|incoming| incoming.language.clone())
        {
            self.language = Language::Read(Some(language));
        }
        let language = self
            .language_of(cause, &replies, &place.inherited())
            .await?;
        let watched: Vec<Parcel> = progress
            .iter()
            .flat_map(|progress| &progress.watched)
            .map(|reply| {
                let parcel = Parcel::new(0, reply).answering(&cause.event);
                parcel.to(None, false, false)
            })
            .collect();
        let announced_at = progress
            .iter()
            .find_map(|progress| progress.announcement.as_ref())
            .map(|one| one.to.clone());
        let change = Change {
            table: self.key.clone(),
            community: self.community.clone().flatten(),
            given_at: given_at.cloned(),
            event: cause.event.clone(),
            at: self.services.sources.now(),
            progress,
            replies,
            urgent,
            author,
            reply_target,
            language,
            cursor: match cause.greeting {
                Some(greeting) => Some(greeting.mark.clone()),
                None => incoming.and_then(|incoming| incoming.cursor.clone()),
            },
            supersedes: Vec::new(),
            seen: self.seen,
        };
        let committed = self.services.store.commit(change).await?;
        if committed == Committed::Stale {
            self.language = Language::Unread;
            return Err(StoreError::Stale);
        }
        if let Committed::Done(ids) = &committed {
            let event = &cause.event;
            tracing::debug!(table = %self.key, event, replies = ?ids, "what follows from an event is written");
            if let Some(age) = in_flight.age() {
                metrics::committed(&self.key.platform, age);
            }
        }
        let before_watched = parcels.len() + announced_at.iter().len();
        if let Committed::Done(ids) = &committed {
            for (to, &id) in announced_at.iter().zip(ids.iter().skip(parcels.len())) {
                self.announce(to, id).await;
            }
        }
        if let (Committed::Done(ids), Some(table)) = (&committed, given_at) {
            for &id in ids.iter().take(parcels.len()) {
                self.put(table, Job::Deliver(id));
            }
            let watched = ids.iter().skip(before_watched).zip(watched);
            for (&id, parcel) in watched {
                self.say(parcel.numbered(id), in_flight);
            }
            return Ok(committed);
        }
        match &committed {
            Committed::Done(ids) => {
                if incoming.is_some()
                    && let Err(error) = self.say_parked(in_flight).await
                {
                    tracing::warn!(table = %self.key, %error, "parked replies wait on");
                }
                let watched = ids.iter().skip(before_watched).zip(watched);
                for (&id, parcel) in ids.iter().zip(parcels).chain(watched) {
                    self.say(parcel.numbered(id), in_flight);
                }
            }
            // Nothing was written, so the language set above may be wrong.
            Committed::Duplicate
            | Committed::Conflict
            | Committed::Stale
            | Committed::Gone
            | Committed::TooManyGames(_)
            | Committed::TooManyWatched => {
                self.language = Language::Unread;
            }
        }
        Ok(committed)
    }

    /// Applies to replies the settings of their place, of where they are read, and of their readers.
    async fn inherit(
        &self,
        replies: &mut [Reply],
        cause: &Cause<'_>,
        (place, read_at): (&PlaceSettings, &PlaceSettings),
    ) -> Result<(), StoreError> {
        for reply in replies {
            let reader = match self.reader_of(reply, cause) {
                // The table may be damaged, and is not needed for that.
                Some(person) => {
                    let (store, platform) = (&self.services.store, &self.key.platform);
                    store
                        .settings_of(platform, Scope::Person, &person.id)
                        .await?
                }
                None => Settings::default(),
            };
            reply.inherit(&reader, place, read_at);
        }
        Ok(())
    }

    /// What the pending replay shows to whoever asked for it, and the transport that delivers it; `None` if
    /// none is pending.
    pub(super) async fn pending_replay(
        &mut self,
        recipient: Option<Requester>,
    ) -> Result<Option<(picture::Replay, Arc<dyn Transport>)>, StoreError> {
        let table = self.table().await?;
        let Some(visual) = table.replay_request().map(|request| request.visual(table)) else {
            return Ok(None);
        };
        let cause = Cause {
            recipient,
            ..Cause::own(String::new())
        };
        let mut replies = [Reply {
            visual: Some(visual),
            ..Reply::default()
        }];
        let place = self.place().await?;
        self.inherit(&mut replies, &cause, (&place, &place)).await?;
        let language = self
            .language_of(&cause, &replies, &place.inherited())
            .await?;
        let [reply] = replies;
        let language = reply.language.or(language);
        let (Some(Visual::Replay(shown)), Some(platform)) = (&reply.visual, self.platform()) else {
            return Ok(None);
        };
        let (words, settings) = (&platform.words, &platform.settings);
        let shown = replay(shown, words, language.as_deref(), settings);
        Ok(Some((shown, Arc::clone(&platform.transport))))
    }

    /// Has an announcement told in its channel.
    async fn announce(&self, to: &TableKey, id: i64) {
        self.put(to, Job::Deliver(id));
        // Before the result at the table, so that the same input has the same outcome.
        if self.services.stepwise
            && let Some(activity) = self.registry.activity(to)
        {
            activity.quiet().await;
        }
    }

    /// Whether an answer that is for the author alone is seen by nobody else.
    pub(super) fn is_unseen(&self, incoming: &Incoming) -> bool {
        let hides = || {
            let platform = self.platform();
            platform.is_some_and(|platform| platform.transport.hides_answers())
        };
        incoming.private || incoming.is_interaction() && hides()
    }

    /// The one person who reads a reply, if nobody else does.
    fn reader_of<'a>(&'a self, reply: &'a Reply, cause: &'a Cause<'_>) -> Option<&'a Person> {
        let unseen = || match (cause.incoming, &cause.recipient) {
            (Some(incoming), _) => self.is_unseen(incoming),
            (None, Some(recipient)) => recipient.unseen,
            // What comes by itself, such as a coach's hint.
            (None, None) => self.alone_with == reply.only_for,
        };
        match &reply.only_for {
            Some(person) => (reply.private || unseen()).then_some(person),
            None => match cause.incoming {
                Some(incoming) => incoming.private.then_some(&incoming.author),
                // The bot's turn, a timer.
                None => self.alone_with.as_ref(),
            },
        }
    }

    /// The language of an answer, unless its one reader has set another. If it is for one person
    /// alone: the one in which they use the platform. Else the place's, or that of whoever began
    /// what is going on.
    async fn language_of(
        &mut self,
        cause: &Cause<'_>,
        replies: &[Reply],
        inherited: &Settings,
    ) -> Result<Option<String>, StoreError> {
        let own = match &cause.recipient {
            Some(recipient) => recipient.language.clone(),
            None => match cause.greeting {
                Some(greeting) => greeting.language.clone(),
                None => cause
                    .incoming
                    .and_then(|incoming| incoming.language.clone()),
            },
        };
        let private = replies
            .iter()
            .all(|reply| self.reader_of(reply, cause).is_some());
        if let Some(language) = &inherited.language
            && !(private && own.is_some())
        {
            return Ok(Some(language.clone()));
        }
        if let Language::Unread = self.language {
            self.language = Language::Read(self.services.store.language(&self.key).await?);
        }
        let Language::Read(table) = &mut self.language else {
            return Ok(own);
        };
        if private {
            return Ok(own.or_else(|| table.clone()));
        }
        if table.is_none() {
            *table = own;
        }
        Ok(table.clone())
    }
}

/// Whether a challenge begins, or a game that nobody had to accept.
fn begins_something(progress: &Progress) -> bool {
    let is = |test: fn(&Event) -> bool| progress.entries.iter().any(|entry| test(&entry.event));
    is(|event| matches!(event, Event::Challenged(_)))
        || is(|event| matches!(event, Event::Started { .. }))
            && !is(|event| matches!(event, Event::Accepted { .. }))
}
