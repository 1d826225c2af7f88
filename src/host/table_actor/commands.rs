//! Handles what persons say and press, and works commands out.

use std::panic::resume_unwind;
use std::sync::Arc;

use fail::fail_point;
use tokio::task::spawn_blocking;

use super::TableActor;
use super::cause::{Cause, Facts, Followed};
use super::requester::Requester;
use super::requests::RequestId;
use crate::host::activity::InFlight;
use crate::host::incoming::{ChoicesOf, Disposition, Incoming, Input, Pick};
use crate::host::mailbox::Job;
use crate::host::preview;
use crate::metrics::{CommandResult, CountedCommand, FAULTY};
use crate::session::{
    Addressing, Answer, COMMANDS, Context, EngineTask, Event, MOST_WATCHED, Outcome, Parsed,
    Phrase, PickedGame, Refusal, Reply, Scope, Table, Trigger, handle, parse,
};
use crate::store::{Committed, Forgetting, Outgoing, Progress, StoreError};
use crate::words::vocabulary;

/// Attempts to work a command out because another writer was faster. Another process at the same
/// database would have to win each time.
const ATTEMPTS: usize = 8;

impl TableActor {
    /// Handles what a person said or pressed.
    pub(super) async fn handle(
        &mut self,
        incoming: &Incoming,
        in_flight: &InFlight,
    ) -> Result<Disposition, StoreError> {
        fail_point!("table-command");
        let Some((parsed, version)) = self.parse(incoming).await? else {
            return Ok(Disposition::NotForUs);
        };
        let kind = match &parsed {
            Parsed::NotForUs => return Ok(Disposition::NotForUs),
            Parsed::Faulty(_) => FAULTY,
            Parsed::Command(command) => command.spec.word,
        };
        tracing::debug!(table = %self.key, event = incoming.event, command = kind, "a command");
        let mut counted = CountedCommand::new(kind);
        let handled = self.carry_out(parsed, version, incoming, in_flight).await;
        counted.set(match &handled {
            Ok(Some(Followed::Done)) => Some(CommandResult::Done),
            Ok(Some(Followed::Refused)) => Some(CommandResult::Refused),
            Ok(Some(Followed::Duplicate)) => Some(CommandResult::Duplicate),
            // It is handled again.
            Ok(None) | Err(StoreError::Stale) => None,
            Err(_) => Some(CommandResult::Failed),
        });
        Ok(handled?.map_or(Disposition::NotForUs, Disposition::from))
    }

    /// Carries out what was read. `None` if its author gets no answer.
    async fn carry_out(
        &mut self,
        parsed: Parsed,
        version: Option<u64>,
        incoming: &Incoming,
        in_flight: &InFlight,
    ) -> Result<Option<Followed>, StoreError> {
        // A game of an old log does not know its server, and may end without a command.
        if !self.was_given_elsewhere(incoming) {
            self.server.clone_from(&incoming.server);
            self.community = Some(incoming.community.clone());
            self.alone_with = incoming.private.then(|| incoming.author.clone());
        }
        let mut cause = Cause::incoming(incoming, version);
        let handled = match parsed {
            Parsed::NotForUs => return Ok(None),
            Parsed::Faulty(refusal) => self.refuse(refusal, &cause, in_flight).await?,
            Parsed::Command(command) => {
                let now = self.heed(in_flight).await?;
                // The timer may be late. What it changes may be what the command asks for.
                self.catch_up(now, in_flight).await?;
                cause.at = Some(now);
                if let Some(refusal) = self.unwelcome(&command, incoming, now).await? {
                    // Where others read along, they are not answered at all.
                    if !incoming.is_unseen() {
                        return Ok(None);
                    }
                    return self.refuse(refusal, &cause, in_flight).await.map(Some);
                }
                match self.facts(&command, incoming).await? {
                    Ok(facts) => {
                        let by = incoming.author.clone();
                        let trigger = Trigger::Command { by, command };
                        self.follow(&trigger, &cause, facts, in_flight).await?
                    }
                    Err(refusal) => self.refuse(refusal, &cause, in_flight).await?,
                }
            }
        };
        Ok(Some(handled))
    }

    /// The command in an incoming event, and the version of the table that its author saw, if it
    /// is a choice. `None` if it is not for the bot.
    pub(super) async fn parse(
        &self,
        incoming: &Incoming,
    ) -> Result<Option<(Parsed, Option<u64>)>, StoreError> {
        let Some(settings) = self.place_of(incoming).map(|place| place.inherited()) else {
            return Ok(None);
        };
        let settings = &settings;
        let faulty = |phrase: Phrase| Some((Parsed::Faulty(phrase.into()), None));
        Ok(match &incoming.input {
            input @ (Input::Text { .. } | Input::Command(_)) => {
                preview::read(input, settings).map(|parsed| (parsed, None))
            }
            Input::Unreadable => faulty(Phrase::new("unreadable-message")),
            Input::Choice { of, pick } => {
                let Some(shown) = self.reply_with_choices(of).await? else {
                    return Ok(None);
                };
                let index = match pick {
                    Pick::Index(index) => *index,
                    Pick::Sign(sign) => {
                        match shown.reply.signs().iter().position(|one| one == sign) {
                            Some(index) => index,
                            None => return Ok(None),
                        }
                    }
                };
                match shown.reply.choices.get(index) {
                    Some(choice) if !choice.is_for(&incoming.author) => {
                        faulty(Phrase::new("choice-not-yours"))
                    }
                    Some(choice) => Some((
                        parse(
                            COMMANDS,
                            &choice.command,
                            settings.command_prefix(),
                            Addressing::Bot,
                        ),
                        Some(shown.reply.version),
                    )),
                    None => faulty(
                        Phrase::new("no-such-choice")
                            .with("number", index.saturating_add(1))
                            .with("last", shown.reply.choices.len()),
                    ),
                }
            }
        })
    }

    /// The reply whose choices are meant, if it was said at this table.
    async fn reply_with_choices(&self, of: &ChoicesOf) -> Result<Option<Outgoing>, StoreError> {
        let store = &self.services.store;
        let shown = match of {
            ChoicesOf::Latest => store.latest_choices(&self.key).await?,
            ChoicesOf::Reply(id) => store.outgoing(*id).await?,
            ChoicesOf::Message(message) => store.choices_of_message(&self.key, message).await?,
        };
        Ok(shown.filter(|shown| shown.table == self.key))
    }

    /// Works out what follows from a trigger, commits it, and asks for what is pending then.
    pub(super) async fn follow(
        &mut self,
        trigger: &Trigger,
        cause: &Cause<'_>,
        facts: Facts,
        in_flight: &InFlight,
    ) -> Result<Followed, StoreError> {
        // This future is by far the largest: it would be part of those of all callers, and theirs
        // of their callers, up to the limit of a thread's stack.
        Box::pin(self.follow_unboxed(trigger, cause, facts, in_flight)).await
    }

    async fn follow_unboxed(
        &mut self,
        trigger: &Trigger,
        cause: &Cause<'_>,
        mut facts: Facts,
        in_flight: &InFlight,
    ) -> Result<Followed, StoreError> {
        for _ in 0..ATTEMPTS {
            let outcome = match self.work_out(trigger, cause, &facts).await? {
                Ok(outcome) => outcome,
                Err(refusal) => return self.refuse(refusal, cause, in_flight).await,
            };
            let Outcome {
                continues,
                entries,
                replies,
                watched,
                table: after,
                report,
                setting,
                puzzle,
                mistakes,
                trained,
                holiday,
                moderation,
                forgotten,
            } = outcome;
            // That a table was told of an outage is stored even if nothing follows there: a game that
            // begins later must not be told.
            let told = matches!(trigger, Trigger::Outage { .. });
            let is_paired = matches!(trigger, Trigger::Paired(_));
            if entries.is_empty() && replies.is_empty() && !told {
                return Ok(Followed::Done);
            }
            let requesters = match self.requesters(&after, cause).await? {
                Ok(requesters) => requesters,
                Err(refusal) => return self.refuse(refusal, cause, in_flight).await,
            };
            let players = after.players();
            let changed = !entries.is_empty();
            let starts = continues.is_some()
                || entries.iter().any(|entry| {
                    matches!(entry.event, Event::Started { .. } | Event::Reseated { .. })
                });
            let adjourned = entries
                .iter()
                .find(|entry| entry.event == Event::Adjourned)
                .map(|entry| entry.at);
            let server = self.server.clone();
            let setting =
                setting.and_then(|(scope, change)| self.scoped(scope, change, cause.incoming));
            let announcement = match after.ended_since(self.table().await?) {
                Some(game) => self.announcement(&after, game).await?,
                None => None,
            };
            let before = self.table().await?;
            let other_players = !players.is_empty() && players != before.players();
            let ended = after.ended_since(before).filter(|game| game.is_kept());
            let reports = report.is_some();
            let author = cause.incoming.map(|incoming| incoming.author.id.clone());
            let forgets = forgotten.is_some();
            let result = after.tournament_result(before);
            let reports_result = result.is_some();
            let (was, is) = (before.tournament_id(), after.tournament_id());
            let begins = entries.iter().find_map(|entry| match &entry.event {
                Event::Paired { game } => Some(game.clone()),
                _ => None,
            });
            let progress = Progress {
                begins,
                result,
                tournament: (was != is).then(|| is.map(str::to_owned)),
                forgotten: cause
                    .incoming
                    .zip(forgotten)
                    .map(|(incoming, becomes)| Forgetting {
                        person: incoming.author.clone(),
                        becomes,
                        in_private: incoming.private,
                    }),
                announcement,
                report,
                setting: setting.clone(),
                puzzle,
                mistakes,
                trained: author.clone().zip(trained),
                holiday: author.zip(holiday),
                moderation,
                adjourned: adjourned.and_then(|at| before.adjourned(at)),
                challenged: (before.challenges() != after.challenges())
                    .then(|| after.in_challenges()),
                watched,
                watchers: Some(after.watching()).filter(|after| *after != before.watching()),
                continues: continues.map(|one| one.number),
                finished: ended.and_then(|game| game.finished(server.as_deref())),
                after: before.next(),
                entries,
                waiting: after.pending().waiting(),
                players: (self.players.as_ref() != Some(&players)).then(|| players.clone()),
                // Whoever joined a tournament plays its games.
                most_games: (starts && !is_paired)
                    .then_some(self.services.live.now().policy.most_games),
                most_watched: Some(MOST_WATCHED),
            };
            let commit = self.commit(Some(progress), replies, cause, in_flight);
            match commit.await? {
                Committed::Done(_) if forgets => {
                    self.forget();
                    self.settle_forgotten().await?;
                    return Ok(Followed::Done);
                }
                Committed::Done(_) => {
                    self.table = Some(after);
                    if reports {
                        // The note itself is for moderators, not for the log, and so is who left it.
                        tracing::info!(table = %self.key, "a note for moderators");
                    }
                    if changed {
                        self.players = Some(players);
                    }
                    for requester in requesters {
                        self.requests.add_requester(requester);
                    }
                    if let Some(recipient) = &cause.recipient {
                        self.requests.answered(recipient);
                    }
                    if let Some(set) = &setting
                        && set.scope != Scope::Person
                    {
                        let services = &self.services;
                        let (store, platform) = (services.store.as_ref(), &self.key.platform);
                        let places = &services.places;
                        places.reload(store, platform, set.scope, &set.id).await;
                    }
                    if holiday.is_some() {
                        self.services.holidays.notify();
                    }
                    if reports_result {
                        self.services.results.notify();
                    }
                    if other_players {
                        self.put(&self.key, Job::Holidays(None));
                    }
                    // The change is committed: what fails from here on is retried by itself.
                    if let Err(error) = self.reconcile(in_flight).await {
                        tracing::error!(table = %self.key, %error, "what follows a change failed");
                        self.retry_later();
                    }
                    return Ok(Followed::Done);
                }
                Committed::Duplicate => {
                    self.table = None;
                    return Ok(Followed::Duplicate);
                }
                Committed::Conflict | Committed::Stale => self.table = None,
                Committed::Gone => {
                    if let Some(Answer::Adjourned(games)) = &mut facts.answer {
                        games.picked = PickedGame::Gone;
                    }
                }
                // They began a game at another table meanwhile.
                Committed::TooManyGames(people) => facts.full = people,
                // They began to watch one there meanwhile.
                Committed::TooManyWatched => {
                    if let (Some(Answer::Watched(watched)), Some(incoming)) =
                        (&mut facts.answer, cause.incoming)
                    {
                        *watched = self.watched_games(&incoming.viewer()).await?;
                    }
                }
            }
        }
        Err(StoreError::Busy(self.key.clone()))
    }

    /// Works out what follows from a trigger: nothing if one of the host's own is refused.
    async fn work_out(
        &mut self,
        trigger: &Trigger,
        cause: &Cause<'_>,
        facts: &Facts,
    ) -> Result<Result<Outcome, Refusal>, StoreError> {
        let services = Arc::clone(&self.services);
        let personal = self.personal_settings(cause.incoming).await?;
        let holidays = self.holidays_for(trigger, cause.at).await?;
        let place = self.place().await?;
        let inherited = place.inherited();
        let community = self.community().await?;
        let has_one_reader = || {
            let platform = self.platform();
            platform.is_some_and(|platform| platform.transport.has_one_reader())
        };
        let alone = cause
            .incoming
            .is_some_and(|incoming| self.is_unseen(incoming) || has_one_reader());
        let table = self.table().await?;
        let Some(platform) = services.platforms.get(&table.key().platform) else {
            return Ok(Ok(Outcome::nothing(table)));
        };
        let live = services.live.now();
        let context = Context {
            now: cause.at.unwrap_or_else(|| services.sources.now()),
            random: (services.sources.random)(),
            people: cause.incoming.map_or(&[], |incoming| &incoming.people),
            bot: &platform.bot,
            attachment: facts.attached.as_deref(),
            other_present: facts.other_present,
            server: cause
                .incoming
                .and_then(|incoming| incoming.server.as_deref()),
            private: cause.incoming.is_some_and(|incoming| incoming.private),
            unseen: cause.incoming.is_some_and(Incoming::is_unseen),
            alone,
            named: facts.named,
            answer: facts.answer.as_ref(),
            own_games: &facts.own_games,
            holidays: &holidays,
            full: &facts.full,
            closed: &facts.closed,
            version: cause.version,
            choices_at_once: platform.transport.choices_at_once(),
            policy: &live.policy,
            personal: &personal,
            place: &place,
            inherited: &inherited,
            community: community.as_deref(),
            vocabulary: Some(vocabulary()),
            // Where the bot may only answer, it opens none.
            threads: platform.transport.tells_watchers(table.key())
                && platform
                    .transport
                    .opens_threads(cause.incoming.is_some_and(|incoming| incoming.private)),
            rights: facts.rights,
        };
        let outcome = match trigger {
            Trigger::Command { command, .. } if command.spec.takes_file() => {
                handle_in_background(table, trigger, &context).await
            }
            _ => handle(table, trigger, &context),
        };
        if let Err(refusal) = &outcome
            && cause.incoming.is_none()
        {
            tracing::error!(table = %table.key(), ?trigger, ?refusal, "a trigger of the host's own was refused");
            return Ok(Ok(Outcome::nothing(table)));
        }
        Ok(outcome)
    }

    /// The requesters of a hint, review or replay that this change makes pending. Refuses if the author
    /// already waits for one, at whatever table.
    async fn requesters(
        &mut self,
        after: &Table,
        cause: &Cause<'_>,
    ) -> Result<Result<Vec<Requester>, Refusal>, StoreError> {
        let Some(incoming) = cause.incoming else {
            return Ok(Ok(Vec::new()));
        };
        let before: Vec<_> = RequestId::pending(self.table().await?)
            .into_iter()
            .filter_map(RequestId::task)
            .collect();
        let unseen = self.is_unseen(incoming);
        // Nobody asked for a hint that comes by itself.
        let hint = after.pending().hint;
        let unasked = hint.filter(|hint| hint.by_itself).map(|hint| hint.number);
        let mut requesters = Vec::new();
        for (task, number) in RequestId::pending(after)
            .into_iter()
            .filter_map(RequestId::task)
            .filter(|one| !before.contains(one) && Some(one.1) != unasked)
        {
            let (platform, person) = (&self.key.platform, &incoming.author);
            let Some(slot) = self.services.one_each.take(task, platform, person) else {
                let phrase = Phrase::new(match task {
                    EngineTask::Hint => "hint-under-way",
                    EngineTask::Review => "review-yours-under-way",
                    EngineTask::Replay => "replay-yours-under-way",
                });
                return Ok(Err(phrase.into()));
            };
            requesters.push(Requester::new(task, number, incoming, unseen, slot));
        }
        Ok(Ok(requesters))
    }

    /// Says why a command is not followed.
    pub(super) async fn refuse(
        &mut self,
        refusal: Refusal,
        cause: &Cause<'_>,
        in_flight: &InFlight,
    ) -> Result<Followed, StoreError> {
        let mut reply = Reply::from(refusal);
        // A pressed button or a command that nobody else saw is refused in private.
        reply.only_for = cause
            .incoming
            .filter(|incoming| incoming.is_interaction())
            .map(|incoming| incoming.author.clone());
        let replies = vec![reply];
        Ok(match self.commit(None, replies, cause, in_flight).await? {
            Committed::Done(_) => Followed::Refused,
            _ => Followed::Duplicate,
        })
    }

    /// Tells a person that something went wrong that is not their fault, and the operator what.
    pub(super) async fn apologise(
        &mut self,
        incoming: &Incoming,
        reason: &str,
        phrase: &str,
        in_flight: &InFlight,
    ) -> Result<Disposition, StoreError> {
        tracing::error!(table = %self.key, event = incoming.event, reason, "a command failed");
        self.table = None;
        let cause = Cause::incoming(incoming, None);
        let apology = Refusal::new(Phrase::new(phrase));
        Ok(self.refuse(apology, &cause, in_flight).await?.into())
    }
}

/// Works out a command that reads a record, on a thread that may block.
async fn handle_in_background(
    table: &Table,
    trigger: &Trigger,
    context: &Context<'_>,
) -> Result<Outcome, Refusal> {
    let (table, trigger) = (table.clone(), trigger.clone());
    let people = context.people.to_vec();
    let (bot, policy) = (context.bot.clone(), context.policy.clone());
    let (personal, place) = (context.personal.clone(), context.place.clone());
    let (community, rights) = (context.community.map(str::to_owned), context.rights);
    let (vocabulary, threads) = (context.vocabulary, context.threads);
    let attachment = context.attachment.map(str::to_owned);
    let (server, answer) = (context.server.map(str::to_owned), context.answer.cloned());
    let own_games = context.own_games.to_vec();
    let (private, unseen, named) = (context.private, context.unseen, context.named);
    let alone = context.alone;
    let holidays = context.holidays.to_vec();
    let (now, random, version) = (context.now, context.random, context.version);
    let choices_at_once = context.choices_at_once;
    let (other_present, full) = (context.other_present, context.full.to_vec());
    let closed = context.closed.to_vec();
    let handled = spawn_blocking(move || {
        let inherited = place.inherited();
        let context = Context {
            now,
            random,
            people: &people,
            bot: &bot,
            attachment: attachment.as_deref(),
            other_present,
            server: server.as_deref(),
            private,
            unseen,
            alone,
            named,
            answer: answer.as_ref(),
            own_games: &own_games,
            holidays: &holidays,
            full: &full,
            closed: &closed,
            version,
            choices_at_once,
            policy: &policy,
            personal: &personal,
            place: &place,
            inherited: &inherited,
            community: community.as_deref(),
            vocabulary,
            threads,
            rights,
        };
        handle(&table, &trigger, &context)
    });
    // The job's caller deals with panics; nothing aborts the task.
    handled
        .await
        .unwrap_or_else(|error| resume_unwind(error.into_panic()))
}
