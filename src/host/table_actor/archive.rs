//! Answers the questions that commands have for the archive.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, timeout_at};

use super::TableActor;
use super::facts::PLATFORM_TIMEOUT;
use crate::game::Variant;
use crate::host::incoming::Incoming;
use crate::session::{
    AdjournedGames, Answer, Challenge, GameElsewhere, NamedGame, OwnGames, PAGE, Person,
    PickedGame, Question, RatedTable, Rating, Table, TableKey, Viewer, WatchedGames, by_strength,
    by_urgency, utc_day,
};
use crate::store::StoreError;

/// Tables that are read for one person at once.
pub(super) const MOST_READ: usize = 100;

/// Adjourned games of one person that are told at once.
const MOST_ADJOURNED: usize = 20;

/// Tables with challenges to or by one person that are told at once.
const MOST_CHALLENGED: usize = 10;

/// Entries on the pages before a page.
const fn skipped(page: usize) -> usize {
    page.saturating_sub(1).saturating_mul(PAGE)
}

impl TableActor {
    /// The archive's answer, as far as the author may know.
    pub(super) async fn answer_to(
        &self,
        question: Question,
        incoming: &Incoming,
    ) -> Result<Answer, StoreError> {
        let store = &self.services.store;
        let viewer = incoming.viewer();
        let place = viewer.place();
        Ok(match question {
            Question::Game(number) => self.archived_game(number, &viewer).await?,
            Question::LastGame => Answer::Game(store.last_archived(&self.key).await?.map(Box::new)),
            Question::Games { of, page } => {
                let shelf = viewer.shelf(of.as_ref());
                let (found, total) = store.archive(&shelf, skipped(page), PAGE).await?;
                let mut games = Vec::new();
                for game in found {
                    if viewer.may_see(&game, self.is_open(&game.table, &viewer).await) {
                        games.push(game);
                    }
                }
                Answer::Games { games, total }
            }
            Question::Results { of, .. } if !viewer.may_see_results(&of) => Answer::Results {
                games: Vec::new(),
                standing: None,
            },
            Question::Results { of, variant } => {
                let games = store.summaries(&place, &of.id, variant).await?;
                let standing = store.standing(&place, &of.id, variant).await?;
                Answer::Results { games, standing }
            }
            Question::Reports => {
                let since = self
                    .services
                    .sources
                    .now()
                    .checked_sub(SignedDuration::from_hours(24))
                    .unwrap_or(Timestamp::MIN);
                let person = &incoming.author.id;
                let (own, here) = store.reports_since(&self.key, person, since).await?;
                Answer::Reports { own, here }
            }
            Question::Notes { page } => {
                let (skip, community) = (skipped(page), incoming.community.as_deref());
                let found = store.reports(&self.key, community, skip, PAGE).await?;
                let (entries, total) = found;
                Answer::Notes { entries, total }
            }
            Question::Audit { page } => {
                let (skip, community) = (skipped(page), incoming.community.as_deref());
                let (entries, total) = store.audit(&self.key, community, skip, PAGE).await?;
                Answer::Audit { entries, total }
            }
            Question::Blocked => {
                let (platform, person) = (&self.key.platform, &incoming.author.id);
                Answer::Blocked(store.blocked(platform, person).await?)
            }
            Question::MyData { part } => {
                Answer::MyData(Box::new(self.my_data(incoming, part).await?))
            }
            Question::Running(named) => self.running_game(named, &viewer).await?,
            Question::Featured => Answer::Featured(self.featured(&viewer).await?.map(Box::new)),
            Question::Watched => Answer::Watched(self.watched_games(&viewer).await?),
            Question::OwnGames => Answer::OwnGames(self.own_games_for(&viewer).await?),
            Question::Adjourned(pick) => Answer::Adjourned(self.adjourned(&viewer, pick).await?),
            Question::Daily => Answer::Daily {
                ratings: store.puzzle_ratings().await?,
                solvers: match (
                    viewer.server,
                    utc_day(self.services.sources.now()).yesterday(),
                ) {
                    (Some(server), Ok(yesterday)) => {
                        let platform = &self.key.platform;
                        let mut all = store.solvers_of_day(platform, yesterday).await?;
                        all.remove(server).unwrap_or_default()
                    }
                    _ => Vec::new(),
                },
            },
            Question::Races => Answer::Races(match viewer.server {
                Some(server) => store.race_scores(&self.key.platform, server, PAGE).await?,
                None => Vec::new(),
            }),
            Question::Training { number } => {
                let (platform, person) = (&self.key.platform, &incoming.author.id);
                let now = self.services.sources.now();
                Answer::Training(store.training(platform, person, number, now).await?)
            }
            Question::Puzzles => Answer::Puzzles(store.puzzle_ratings().await?),
            Question::BoardsWithoutGames(games) => {
                Answer::BoardsWithoutGames(self.boards_without_games(games).await?)
            }
            Question::Standings(variant) => {
                let mut standings = store.standings(&place, variant).await?;
                standings.retain(|standing| viewer.may_see_results(&standing.person));
                Answer::Standings(standings)
            }
        })
    }

    /// The games that a person watches, as far as others may hear of them.
    pub(super) async fn watched_games(
        &self,
        viewer: &Viewer<'_>,
    ) -> Result<WatchedGames, StoreError> {
        let (platform, person) = (&viewer.table.platform, &viewer.person.id);
        let keys = self.services.store.watched_by(platform, person).await?;
        let mut watched = WatchedGames {
            tables: Vec::new(),
            total: keys.len(),
            untold: self
                .platform()
                .is_some_and(|platform| !platform.transport.tells_watchers(&self.key)),
        };
        for (number, key) in (1..).zip(keys) {
            if self.may_hear_of(&key, viewer).await
                && let Some(table) = self.readable(key).await?
            {
                watched.tables.push((number, table));
            }
        }
        Ok(watched)
    }

    /// The best game in progress among those that everybody here may see.
    async fn featured(&self, viewer: &Viewer<'_>) -> Result<Option<RatedTable>, StoreError> {
        let channel = TableKey {
            thread: None,
            ..self.key.clone()
        };
        let mut keys = self.services.store.played_in(&channel).await?;
        // The channel's own table, then the newest ones.
        keys.reverse();
        keys.sort_by_key(|key| key.thread.is_some());
        let mut games = Vec::new();
        let mut known = BTreeMap::new();
        for key in keys.into_iter().take(MOST_READ) {
            let table = self.readable(key).await?;
            if let Some(table) = table.filter(|table| table.running().is_some()) {
                let ratings = self.ratings_at(&table, viewer, &mut known).await?;
                games.push(RatedTable { table, ratings });
            }
        }
        by_strength(&mut games, self.services.sources.now());
        // The platform may have to be asked about each thread. One that is not known in time is skipped.
        let until = Instant::now() + PLATFORM_TIMEOUT;
        for one in games {
            let key = one.table.key();
            let open = timeout_at(until, self.is_open(key, viewer)).await;
            if viewer.is_here(key, open.unwrap_or_default()) {
                return Ok(Some(one));
            }
        }
        Ok(None)
    }

    /// The ratings of the players at a table, as far as they may be seen. `known` caches them.
    async fn ratings_at(
        &self,
        table: &Table,
        viewer: &Viewer<'_>,
        known: &mut BTreeMap<(String, Variant), Option<Rating>>,
    ) -> Result<[Option<Rating>; 2], StoreError> {
        let mut ratings = [None; 2];
        let Some(game) = table.running() else {
            return Ok(ratings);
        };
        let (place, variant) = (viewer.place(), game.position().variant());
        for (seat, rating) in game.seats().iter().zip(&mut ratings) {
            let Some(person) = seat.person().filter(|one| viewer.may_see_results(one)) else {
                continue;
            };
            *rating = match known.entry((person.id.clone(), variant)) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    let store = &self.services.store;
                    let standing = store.standing(&place, &person.id, variant).await?;
                    *entry.insert(standing.map(|standing| standing.rating))
                }
            };
        }
        Ok(ratings)
    }

    /// The game in progress that a command names, if the person may see it; or the finished one.
    pub(super) async fn running_game(
        &self,
        named: NamedGame,
        viewer: &Viewer<'_>,
    ) -> Result<Answer, StoreError> {
        let number = match named {
            NamedGame::Place(name) => {
                let game = self.running_at(&name, viewer).await?;
                return Ok(Answer::Running(game.map(Box::new)));
            }
            NamedGame::Number(number) => number,
        };
        let mut tables = self.played_by(viewer.person).await?;
        by_urgency(&mut tables, viewer.person);
        let index = number.checked_sub(1).filter(|&index| index < tables.len());
        if let Some(index) = index {
            let game = self.seen(tables.swap_remove(index), viewer).await;
            return Ok(Answer::Running(game.map(Box::new)));
        }
        let number = u64::try_from(number).unwrap_or(u64::MAX);
        self.archived_game(number, viewer).await
    }

    /// The finished game with this number, if the person may see it.
    async fn archived_game(&self, number: u64, viewer: &Viewer<'_>) -> Result<Answer, StoreError> {
        let mut game = self.services.store.archived(number).await?;
        if let Some(found) = &game
            && !viewer.may_see(found, self.is_open(&found.table, viewer).await)
        {
            game = None;
        }
        Ok(Answer::Game(game.map(Box::new)))
    }

    /// The game in progress at a table, if a person may see it.
    async fn seen(&self, table: Table, viewer: &Viewer<'_>) -> Option<GameElsewhere> {
        let open = self.is_open(table.key(), viewer).await;
        viewer.may_see_running(&table, open).then(|| GameElsewhere {
            for_all: viewer.is_here(table.key(), open),
            table,
        })
    }

    /// Whether a person may be told of something of theirs at a table.
    pub(super) async fn may_hear_of(&self, table: &TableKey, viewer: &Viewer<'_>) -> bool {
        viewer.unseen || viewer.may_hear_of(table, self.is_open(table, viewer).await)
    }

    /// Whether a table is open to whoever is in the same channel. A thread of which the platform does not
    /// tell it is not.
    async fn is_open(&self, table: &TableKey, viewer: &Viewer<'_>) -> bool {
        if !viewer.is_beside(table) {
            return true;
        }
        let Some(platform) = self.platform() else {
            return false;
        };
        let asked = platform.transport.is_open(table);
        let open = self.ask_platform(asked, "whether a thread is private");
        open.await.unwrap_or_default()
    }

    /// The game in progress at the table with this name that a person may see: the channel or room itself,
    /// or a thread.
    async fn running_at(
        &self,
        name: &str,
        viewer: &Viewer<'_>,
    ) -> Result<Option<GameElsewhere>, StoreError> {
        let entry = self.platform();
        let Some(name) = entry.and_then(|entry| entry.transport.place_named(name)) else {
            return Ok(None);
        };
        let store = &self.services.store;
        for key in store.played_at(&self.key.platform, &name).await? {
            let table = self.readable(key).await?;
            if let Some(table) = table.filter(|table| table.running().is_some())
                && let Some(game) = self.seen(table, viewer).await
            {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// A person's games that are not over, as far as others may hear of them.
    async fn own_games_for(&self, viewer: &Viewer<'_>) -> Result<OwnGames, StoreError> {
        let mut tables = self.played_by(viewer.person).await?;
        by_urgency(&mut tables, viewer.person);
        let (mut running, mut elsewhere) = (Vec::new(), Vec::new());
        for (number, table) in (1..).zip(tables) {
            match self.may_hear_of(table.key(), viewer).await {
                true => running.push((number, table)),
                false => elsewhere.push(table),
            }
        }
        let is_turn = |table: &Table| {
            let game = table.running();
            game.is_some_and(|game| game.is_turn_of(viewer.person))
        };
        let turns_elsewhere = elsewhere.iter().filter(|table| is_turn(table));
        let (platform, person) = (&self.key.platform, &viewer.person.id);
        let challenged = self
            .services
            .store
            .challenges_to(platform, person, MOST_READ);
        let (mut here, mut challenges_elsewhere) = (Vec::new(), 0);
        for table in challenged.await? {
            match self.may_hear_of(&table, viewer).await {
                true => here.push(table),
                false => challenges_elsewhere += 1,
            }
        }
        Ok(OwnGames {
            turns_elsewhere: turns_elsewhere.count(),
            running_elsewhere: elsewhere.len(),
            running,
            challenges_more: here.len().saturating_sub(MOST_CHALLENGED),
            challenges_elsewhere,
            challenges: self.challenges_at(here, viewer.person).await?,
            adjourned: self.adjourned(viewer, None).await?,
        })
    }

    /// Open challenges to and by a person at the first of these tables.
    async fn challenges_at(
        &self,
        tables: Vec<TableKey>,
        person: &Person,
    ) -> Result<Vec<(TableKey, Challenge)>, StoreError> {
        let now = self.services.sources.now();
        let mut found = Vec::new();
        for key in tables.into_iter().take(MOST_CHALLENGED) {
            let Some(table) = self.readable(key).await? else {
                continue;
            };
            let own = |one: &Challenge| one.by == *person || one.to.as_ref() == Some(person);
            let open = |one: &&Challenge| own(one) && one.expires > now;
            let challenges = table.challenges().iter().filter(open);
            found.extend(challenges.map(|one| (table.key().clone(), one.clone())));
        }
        Ok(found)
    }

    /// A person's adjourned games, as far as others may hear of them, and the one that is picked.
    async fn adjourned(
        &self,
        viewer: &Viewer<'_>,
        pick: Option<usize>,
    ) -> Result<AdjournedGames, StoreError> {
        let store = &self.services.store;
        let (platform, person) = (&self.key.platform, viewer.person);
        let (first, total) = store.adjourned(platform, &person.id, MOST_READ).await?;
        let number = match (pick, first.first()) {
            (Some(number), _) => Some(i64::try_from(number).unwrap_or(i64::MAX)),
            (None, Some((only, ..))) if total == 1 => Some(*only),
            (None, _) => None,
        };
        let picked = match number {
            Some(number) => self.pick(number, person).await?,
            None => PickedGame::None,
        };
        let mut games = Vec::new();
        for (number, table, game) in first {
            if self.may_hear_of(&table, viewer).await {
                games.push((number, game));
            }
        }
        let elsewhere = match viewer.unseen {
            true => 0,
            false => total - games.len(),
        };
        games.truncate(MOST_ADJOURNED);
        let mut adjourned = AdjournedGames {
            games,
            total,
            elsewhere,
            picked,
            opponent_present: None,
        };
        if let PickedGame::Own(picked) = &adjourned.picked
            && let Some(other) = picked.game.opponent_of(person).responsible()
        {
            adjourned.opponent_present = self.presence_of(other).await;
        }
        Ok(adjourned)
    }

    /// The adjourned game of this number, for a person who asks for it.
    async fn pick(&self, number: i64, person: &Person) -> Result<PickedGame, StoreError> {
        let store = &self.services.store;
        let found = store.continuation(&self.key.platform, number).await?;
        Ok(match found {
            None => PickedGame::Unknown,
            Some(one) if one.game.seats.iter().any(|seat| seat.holds(person)) => {
                PickedGame::Own(Box::new(one))
            }
            Some(_) => PickedGame::Others,
        })
    }
}
