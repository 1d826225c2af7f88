//! Finds out what a command needs to know beyond its table and its message.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use tokio::time::timeout;

use super::TableActor;
use super::archive::MOST_READ;
use super::cause::Facts;
use crate::host::incoming::{AttachmentError, Incoming};
use crate::session::{
    Challengers, Command, Game, Holiday, Lookup, Person, PersonalSettings, Phrase, Refusal, Seat,
    Table, TableKey, Trigger, muted, not_here,
};
use crate::store::StoreError;

/// How long a platform may take to answer a question.
pub(super) const PLATFORM_TIMEOUT: Duration = Duration::from_secs(10);

impl TableActor {
    /// Finds out what a command needs to know. Refuses if its file cannot be fetched.
    pub(super) async fn facts(
        &mut self,
        command: &Command,
        incoming: &Incoming,
    ) -> Result<Result<Facts, Refusal>, StoreError> {
        let mut facts = Facts::default();
        if command.spec.takes_file()
            && let Some(file) = &incoming.attachment
        {
            match file.content().await {
                Ok(text) => facts.attached = Some(text),
                Err(error) => {
                    tracing::info!(table = %self.key, event = incoming.event, %error, "no file");
                    return Ok(Err(no_file(&error)));
                }
            }
        }
        if command.spec.lookups.contains(&Lookup::RunningGames) {
            facts.full = self.full(&incoming.author).await?;
        }
        if command.spec.lookups.contains(&Lookup::OpponentPresence) {
            facts.other_present = self.opponent_present(&incoming.author).await?;
        }
        facts.named = self.is_named(command, incoming).await?;
        if command.spec.lookups.contains(&Lookup::NamedPresence)
            && let Some(person) = command.named(&incoming.people)
        {
            facts.other_present = self.presence_of(person).await;
        }
        if command.spec.lookups.contains(&Lookup::Blocks) {
            let store = &self.services.store;
            let (platform, author) = (&self.key.platform, &incoming.author.id);
            facts.closed = store.blockers(platform, author).await?;
        }
        let challengers = self.place().await?.inherited().challengers();
        let by_moderators = challengers == Challengers::Moderators
            && command.spec.lookups.contains(&Lookup::Blocks);
        if command.needs_rights() || by_moderators {
            facts.rights = self.rights(incoming).await;
        }
        if command.spec.lookups.contains(&Lookup::OwnGames) {
            facts.own_games = self.own_games(&incoming.author).await?;
        }
        let (author, people) = (&incoming.author, &incoming.people);
        if let Some(question) = command.question(self.table().await?, author, people) {
            facts.answer = Some(self.answer_to(question, incoming).await?);
        }
        Ok(Ok(facts))
    }

    /// Why a command is not followed where the bot does not play, or of a person who is muted.
    pub(super) async fn unwelcome(
        &mut self,
        command: &Command,
        incoming: &Incoming,
        now: Timestamp,
    ) -> Result<Option<Refusal>, StoreError> {
        let here = self.place().await?.inherited();
        if let Some(refusal) = not_here(self.table().await?, command, &here) {
            return Ok(Some(refusal));
        }
        let Self { services, key, .. } = &*self;
        let community = incoming.community.as_deref();
        let author = &incoming.author;
        let until = services.store.muted_until(key, community, &author.id, now);
        let Some(until) = until.await? else {
            return Ok(None);
        };
        let unseen = incoming.is_unseen();
        Ok(muted(self.table().await?, author, command, unseen, until))
    }

    /// What the players, the author and those whom they name have set for themselves.
    pub(super) async fn personal_settings(
        &mut self,
        incoming: Option<&Incoming>,
    ) -> Result<PersonalSettings, StoreError> {
        let table = self.table().await?;
        let mut persons = table.players();
        // They play once somebody accepts.
        persons.extend(table.in_challenges());
        if let Some(incoming) = incoming {
            let seats = table.game().into_iter().flat_map(Game::seats);
            let known = seats.filter_map(Seat::person).chain(&incoming.people);
            let all = known.chain([&incoming.author]);
            persons.extend(all.map(|person| person.id.clone()));
        }
        if persons.is_empty() {
            return Ok(PersonalSettings::default());
        }
        let store = &self.services.store;
        store.personal_settings(&self.key.platform, &persons).await
    }

    /// The author's holidays, if the command needs them: those of this calendar year and later.
    pub(super) async fn holidays_for(
        &self,
        trigger: &Trigger,
        at: Option<Timestamp>,
    ) -> Result<Vec<Holiday>, StoreError> {
        match trigger {
            Trigger::Command { by, command }
                if command.spec.lookups.contains(&Lookup::Holidays) =>
            {
                let services = &self.services;
                let now = at.unwrap_or_else(|| services.sources.now());
                let since = Holiday::counted_from(now);
                let store = &services.store;
                store.holidays_of(&self.key.platform, &by.id, since).await
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The tables at which a person plays. One that cannot be read is left out: its game cannot go on,
    /// either.
    pub(super) async fn played_by(&self, person: &Person) -> Result<Vec<Table>, StoreError> {
        let store = &self.services.store;
        let mut tables = Vec::new();
        let keys = store.tables_of(&self.key.platform, &person.id).await?;
        for key in keys.into_iter().take(MOST_READ) {
            let table = self.readable(key).await?;
            tables.extend(table.filter(|table| table.running().is_some()));
        }
        Ok(tables)
    }

    /// A table as it was last written, if it can be read.
    pub(super) async fn readable(&self, key: TableKey) -> Result<Option<Table>, StoreError> {
        match self.services.store.load(&key).await {
            Err(StoreError::Damaged { .. }) => Ok(None),
            log => Ok(log?.fold(key).ok()),
        }
    }

    /// A person's games in progress at other tables.
    async fn own_games(&self, person: &Person) -> Result<Vec<Game>, StoreError> {
        let tables = self.played_by(person).await?;
        let others = tables.iter().filter(|table| *table.key() != self.key);
        Ok(others.filter_map(Table::running).cloned().collect())
    }

    /// Ids of the author and the challengers here who play as many games as they may.
    async fn full(&mut self, author: &Person) -> Result<Vec<String>, StoreError> {
        let most = self.services.live.now().policy.most_games;
        let table = self.table().await?;
        let mut people: Vec<String> = vec![author.id.clone()];
        people.extend(table.challenges().iter().map(|one| one.by.id.clone()));
        let mut full = Vec::new();
        for person in people {
            let store = &self.services.store;
            let games = store.games_of(&self.key.platform, &person).await?;
            if games >= u64::from(most) {
                full.push(person);
            }
        }
        Ok(full)
    }

    /// Whether a person's opponent is still there. `None` if it is no person, or if it cannot be
    /// found out.
    async fn opponent_present(&mut self, author: &Person) -> Result<Option<bool>, StoreError> {
        let game = self.table().await?.running();
        let Some(opponent) = game.and_then(|game| {
            let color = game.color_of(author)?;
            game.seat(!color).person().cloned()
        }) else {
            return Ok(None);
        };
        Ok(self.presence_of(&opponent).await)
    }

    /// Whether a person can be at the table. `None` if it cannot be found out.
    pub(super) async fn presence_of(&self, person: &Person) -> Option<bool> {
        let platform = self.platform()?;
        let asked = platform.transport.is_present(&self.key, person);
        self.ask_platform(asked, "whether a player is present")
            .await
    }

    /// Asks a platform. `None` if it does not answer in time.
    pub(super) async fn ask_platform<T>(
        &self,
        asked: BoxFuture<'_, Result<T, String>>,
        what: &str,
    ) -> Option<T> {
        let asked = AssertUnwindSafe(asked).catch_unwind();
        let reason = match timeout(PLATFORM_TIMEOUT, asked).await {
            Ok(Ok(Ok(answer))) => return Some(answer),
            Ok(Ok(Err(reason))) => reason,
            Ok(Err(_)) => "the adapter panicked".to_owned(),
            Err(_) => "the platform does not answer".to_owned(),
        };
        tracing::warn!(table = %self.key, reason, "cannot find out {what}");
        None
    }
}

/// Why an attached file cannot be used.
fn no_file(error: &AttachmentError) -> Refusal {
    Refusal::new(Phrase::new(match error {
        AttachmentError::TooLarge => "file-too-large",
        AttachmentError::NotText => "file-not-text",
        AttachmentError::Unavailable(_) => "file-unavailable",
    }))
}
