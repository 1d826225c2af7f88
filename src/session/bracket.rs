//! The bracket of a knockout, for a picture.

use tournament::{History, Tie, bracket};

use super::reply::{Bracket, BracketMatch, BracketRound, BracketSlot, Phrase, Visual};
use super::rounds::scores;
use super::table::Table;
use super::tournament::Tournament;

/// Maximum number of matches in the first round of a bracket that is drawn.
pub(crate) const MOST_MATCHES: usize = 16;

impl Tournament {
    /// The bracket of a knockout. Of a large one the first stage is left out.
    pub(super) fn bracket(&self, table: &Table) -> Visual {
        let withdrawn = self.withdrawn();
        let stages = bracket(&History {
            players: self.entrants.len(),
            rounds: &self.rounds,
            withdrawn: &withdrawn,
        });
        let whole = stages
            .first()
            .is_none_or(|stage| stage.len() <= MOST_MATCHES);
        let is_drawn = |stage: &Vec<Tie>| stage.len() <= MOST_MATCHES;
        let stages = stages.into_iter().filter(is_drawn);
        let rounds = stages.map(|ties| BracketRound {
            title: title(ties.len()),
            matches: ties.iter().map(|tie| self.matched(tie)).collect(),
        });
        Visual::Bracket(Bracket {
            caption: self.caption(),
            rounds: rounds.collect(),
            whole,
            settings: table.settings().clone(),
        })
    }

    fn matched(&self, tie: &Tie) -> BracketMatch {
        BracketMatch {
            players: tie.players.map(|player| {
                let player = player?;
                let outcome = tie.meeting.and_then(|one| Some((one, one.outcome?)));
                let score = outcome.map(|(meeting, outcome)| {
                    let [white, black] = scores(outcome);
                    match meeting.white == player {
                        true => white,
                        false => black,
                    }
                });
                Some(BracketSlot {
                    person: self.player(player)?.clone(),
                    score: score.unwrap_or_default().to_owned(),
                    advances: tie.winner == Some(player),
                })
            }),
        }
    }
}

/// What a round with this many matches is called, of which there are at most [`MOST_MATCHES`].
fn title(matches: usize) -> Phrase {
    Phrase::new(match matches {
        1 => "bracket-final",
        2 => "bracket-semi-finals",
        4 => "bracket-quarter-finals",
        8 => "bracket-round-of-16",
        _ => "bracket-round-of-32",
    })
}
