//! Votes: what the people of a channel want to play together.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::clock::later;
use super::game::Game;
use super::person::{Person, Seat};
use super::reply::Tally;
use crate::game::{Action, Color};

/// Maximum number of people whose votes count in a round.
pub(super) const MOST_VOTERS: usize = 1000;

/// How often a person may change their vote in a round: each time is an entry of the log.
pub(super) const MOST_CHANGES: u8 = 5;

/// Delay between a vote and the tally that includes it, which also covers votes cast meanwhile.
const TOLD_AFTER: SignedDuration = SignedDuration::from_secs(5);

/// Everybody where a table is, who plays by votes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crowd {
    /// Who began the game: they alone can take back turns and resign, and it counts as one of theirs.
    pub host: Person,
    /// How long a round of votes lasts, in seconds.
    pub seconds: u32,
    /// How many people have to vote, at least 1. A round goes on until there are as many.
    pub quorum: u32,
}

/// A vote that was cast.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Vote {
    by: Person,
    actions: Vec<Action>,
}

/// The votes of a round, in the order in which they were cast.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Votes {
    cast: Vec<Vote>,
    /// How often each person has changed their vote, by their ids.
    changes: Vec<(String, u8)>,
    /// When the round began.
    begun: Timestamp,
    /// The start of its time: later than that if there was an outage.
    since: Timestamp,
    /// When the round ends, if that was moved.
    moved: Option<Timestamp>,
    /// When the last vote was cast.
    latest: Timestamp,
    /// When the first vote was cast of which not everyone has been told.
    untold: Option<Timestamp>,
    /// How often everyone has been told.
    told: u32,
}

impl Votes {
    /// A round that begins now.
    pub(super) fn begin(at: Timestamp) -> Self {
        Self {
            begun: at,
            since: at,
            latest: at,
            ..Self::default()
        }
    }

    /// What a person has voted for.
    pub(super) fn of(&self, person: &Person) -> Option<&[Action]> {
        let vote = self.cast.iter().find(|vote| vote.by == *person)?;
        Some(&vote.actions)
    }

    /// Whether a person can no longer change their vote.
    pub(super) fn is_final(&self, person: &Person) -> bool {
        let mut changes = self.changes.iter();
        changes.any(|(id, changes)| *id == person.id && *changes >= MOST_CHANGES)
    }

    /// A person votes, whatever they have voted for before. Whoever has had their data deleted does
    /// not count.
    pub(super) fn add(&mut self, person: &Person, actions: &[Action], at: Timestamp) {
        if person.is_forgotten() {
            return;
        }
        self.untold.get_or_insert(at);
        self.latest = at;
        let before = self.cast.len();
        self.cast.retain(|vote| vote.by != *person);
        if self.cast.len() < before {
            let mut changes = self.changes.iter_mut();
            match changes.find(|(id, _)| *id == person.id) {
                Some((_, changes)) => *changes = changes.saturating_add(1),
                None => self.changes.push((person.id.clone(), 1)),
            }
        }
        self.cast.push(Vote {
            by: person.clone(),
            actions: actions.to_vec(),
        });
    }

    /// When everyone is told how it stands, if there is anything new.
    pub(super) fn told_at(&self) -> Option<Timestamp> {
        self.untold.map(|at| later(at, TOLD_AFTER))
    }

    /// Everyone is told how it stands.
    pub(super) const fn tell(&mut self) {
        self.untold = None;
        self.told = self.told.saturating_add(1);
    }

    /// The next tally that everyone is told.
    pub(super) const fn next_tally(&self) -> Tally {
        Tally {
            round: self.begun,
            number: self.told.saturating_add(1),
        }
    }

    /// How many people have voted.
    pub(super) const fn len(&self) -> usize {
        self.cast.len()
    }

    /// What was voted for, and by how many: the most votes first, and of equals what has the
    /// oldest vote.
    pub(super) fn tally(&self) -> Vec<(&[Action], usize)> {
        let mut tally: Vec<(&[Action], usize)> = Vec::new();
        for vote in &self.cast {
            match tally
                .iter_mut()
                .find(|(actions, _)| *actions == vote.actions)
            {
                Some((_, votes)) => *votes += 1,
                None => tally.push((&vote.actions, 1)),
            }
        }
        // The order of equals is kept.
        tally.sort_by_key(|(_, votes)| std::cmp::Reverse(*votes));
        tally
    }

    /// When the round would end if enough people voted.
    pub(super) fn end(&self, crowd: &Crowd) -> Timestamp {
        let natural = later(self.since, SignedDuration::from_secs(crowd.seconds.into()));
        // A round that waited for more people ends with the last vote.
        self.moved.unwrap_or(natural).max(self.latest)
    }

    /// The round ends at another moment.
    pub(super) const fn move_end(&mut self, to: Timestamp) {
        self.moved = Some(to);
    }

    /// Time has passed that does not count; or the wall clock was set back.
    pub(super) fn outage(&mut self, from: Timestamp, to: Timestamp) {
        let missed = match to < from {
            true => {
                let back = to.duration_since(from);
                self.latest = later(self.latest, back);
                self.untold = self.untold.map(|at| later(at, back));
                back
            }
            false => {
                let since = from.max(self.since);
                to.duration_since(since).max(SignedDuration::ZERO)
            }
        };
        self.since = later(self.since, missed);
        self.moved = None;
    }
}

impl Game {
    /// The colour that a crowd plays, if there is one.
    pub(super) fn crowd(&self) -> Option<Color> {
        let mut colors = Color::ALL.into_iter();
        colors.find(|&color| matches!(self.seat(color), Seat::Crowd(_)))
    }

    /// The crowd that has to decide now, if there is one.
    pub(super) fn voting(&self) -> Option<&Crowd> {
        match self.seat(self.position().actor()) {
            Seat::Crowd(crowd) if !self.is_over() => Some(crowd),
            _ => None,
        }
    }

    /// When the round of votes ends, if enough people have voted.
    pub(super) fn vote_ends(&self) -> Option<Timestamp> {
        let crowd = self.voting()?;
        let is_enough = self.votes.len() >= crowd.quorum as usize;
        is_enough.then(|| self.votes.end(crowd))
    }

    /// Whether a tally is the newest one of the round that goes on.
    pub(super) fn has_tally(&self, tally: Tally) -> bool {
        let Votes { begun, told, .. } = self.votes;
        self.voting().is_some() && tally.round == begun && tally.number == told
    }
}
