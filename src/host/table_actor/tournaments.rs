//! Games of tournaments that begin at the table, and results for the tournament that goes on there.

use super::TableActor;
use super::cause::{Cause, Facts};
use crate::host::activity::InFlight;
use crate::host::language::Language;
use crate::host::mailbox::Job;
use crate::session::{PairedGame, TableKey, Tournament, TournamentGame, TournamentResult, Trigger};
use crate::store::{BegunGame, HostEvent, StoreError};

/// Identifies a tournament game in the ids of its events.
fn number(game: &TournamentGame) -> String {
    format!("{}-{}-{}", game.tournament, game.round, game.board)
}

impl TableActor {
    /// Begins the game of a tournament, once.
    pub(super) async fn begin_game(
        &mut self,
        game: PairedGame,
        language: Option<String>,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let now = self.heed(in_flight).await?;
        self.catch_up(now, in_flight).await?;
        if self.services.store.language(&self.key).await?.is_none() {
            self.language = Language::Read(language);
        }
        let running = self.table().await?.running();
        if running.is_some_and(|running| !running.is_of_tournament(&game.game)) {
            // Somebody was faster, with another game.
            let home = TableKey {
                thread: None,
                ..self.key.clone()
            };
            let number = i64::try_from(self.table().await?.next()).unwrap_or_default();
            self.put(&home, Job::NotBegun(game.game, number));
            return Ok(());
        }
        let cause = Cause::own_at(HostEvent::Paired.id(number(&game.game)), now);
        let trigger = Trigger::Paired(Box::new(game));
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        // A player may have had their data deleted since it was paired.
        self.catch_up(now, in_flight).await
    }

    /// Tells everybody that a game of the tournament cannot begin, once.
    pub(super) async fn not_begun(
        &mut self,
        game: TournamentGame,
        reply: i64,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let event = format!("{}-{reply}", number(&game));
        let cause = Cause::own(HostEvent::NotBegun.id(event));
        let trigger = Trigger::NotBegun(game);
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }

    /// Repeats the announcements of games that have not begun, since they may have been lost.
    pub(super) async fn announce_boards(&mut self, in_flight: &InFlight) -> Result<(), StoreError> {
        let tournament = self.table().await?.tournament();
        let open = tournament.map(Tournament::open_games).unwrap_or_default();
        let boards = self.boards_without_games(open).await?;
        if boards.is_empty() {
            return Ok(());
        }
        let now = self.heed(in_flight).await?;
        let cause = Cause::own_at(HostEvent::Boards.id(now.as_millisecond()), now);
        let trigger = Trigger::Boards(boards);
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        Ok(())
    }

    /// The boards of those of these games, all of one tournament, that have neither begun nor are about to.
    pub(super) async fn boards_without_games(
        &self,
        open: Vec<TournamentGame>,
    ) -> Result<Vec<usize>, StoreError> {
        let Some(first) = open.first() else {
            return Ok(Vec::new());
        };
        let store = &self.services.store;
        let begun = store.tournament_games(&first.tournament).await?;
        let mut begun: Vec<TournamentGame> = begun.into_iter().map(|one| one.game).collect();
        for undelivered in store.undelivered(&self.key.platform).await? {
            if undelivered.table != self.key {
                continue;
            }
            let outgoing = store.outgoing(undelivered.reply).await?;
            let begins = outgoing.and_then(|outgoing| outgoing.reply.begins);
            begun.extend(begins.map(|begins| begins.game));
        }
        let open = open.into_iter().filter(|game| !begun.contains(game));
        Ok(open.map(|game| game.board).collect())
    }

    /// Records the results that wait for the tournament.
    pub(super) async fn record_results(&mut self, in_flight: &InFlight) -> Result<(), StoreError> {
        let now = self.heed(in_flight).await?;
        self.catch_up(now, in_flight).await?;
        let table = self.table().await?;
        let next = table.next();
        let Some(id) = table.tournament_id().map(str::to_owned) else {
            return Ok(());
        };
        let games = self.services.store.tournament_games(&id).await?.into_iter();
        let results: Vec<TournamentResult> = games
            .filter_map(|BegunGame { game, outcome }| {
                let outcome = outcome?;
                Some(TournamentResult { game, outcome })
            })
            .collect();
        if results.is_empty() {
            return Ok(());
        }
        let mut games: Vec<_> = results.iter().map(|result| result.game.clone()).collect();
        let cause = Cause::own_at(HostEvent::Results.id(next), now);
        let trigger = Trigger::Results(results);
        self.follow(&trigger, &cause, Facts::default(), in_flight)
            .await?;
        // Results already recorded need not be reported again.
        let table = self.table().await?;
        games.retain(|game| table.knows_result(game));
        self.services.store.results_recorded(games).await
    }
}
