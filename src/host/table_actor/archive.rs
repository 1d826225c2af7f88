//! Answers the questions that commands have for the archive.

use jiff::{SignedDuration, Timestamp};

use super::TableActor;
use crate::host::incoming::Incoming;
use crate::session::{Answer, ArchivedGame, PAGE, Question, Viewer};
use crate::store::StoreError;

impl TableActor {
    /// The archive's answer, as far as the author may know.
    pub(super) async fn answer_to(
        &self,
        question: Question,
        incoming: &Incoming,
    ) -> Result<Answer, StoreError> {
        let store = &self.services.store;
        let viewer = Viewer {
            table: &self.key,
            server: incoming.server.as_deref(),
            person: &incoming.author,
        };
        let place = viewer.place();
        let seen = |game: Option<ArchivedGame>| {
            let game = game.filter(|game| viewer.may_see(game));
            Answer::Game(game.map(Box::new))
        };
        Ok(match question {
            Question::Game(number) => seen(store.archived(number).await?),
            Question::LastGame => Answer::Game(store.last_archived(&self.key).await?.map(Box::new)),
            Question::Games { of, page } => {
                let shelf = viewer.shelf(of.as_ref());
                let skip = page.saturating_sub(1).saturating_mul(PAGE);
                let (games, total) = store.archive(&shelf, skip, PAGE).await?;
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
            Question::Standings(variant) => {
                let mut standings = store.standings(&place, variant).await?;
                standings.retain(|standing| viewer.may_see_results(&standing.person));
                Answer::Standings(standings)
            }
        })
    }
}
