//! Votes: what the people of a channel want to play together.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::clock::{later, missed};
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

/// Everyone in a channel or room, who play one colour together by votes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crowd {
    /// Who began the game: they alone can take back turns, resign and answer offers, and it counts as one of theirs.
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
    /// How often its person has changed it.
    changes: u8,
}

/// The votes of a round, in the order in which they were cast.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Votes {
    cast: Vec<Vote>,
    /// When the round began.
    begun: Timestamp,
    /// The start of its time: later than that if there was an outage.
    since: Timestamp,
    /// When the round ends, if that was moved.
    moved: Option<Timestamp>,
    /// When the last vote was cast.
    latest: Timestamp,
    /// Time of the oldest vote that no tally includes yet.
    untold: Option<Timestamp>,
    /// Number of tallies so far.
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
        self.vote_of(person).map(|vote| &*vote.actions)
    }

    fn vote_of(&self, person: &Person) -> Option<&Vote> {
        self.cast.iter().find(|vote| vote.by == *person)
    }

    /// Whether a person can no longer change their vote.
    pub(super) fn is_final(&self, person: &Person) -> bool {
        let vote = self.vote_of(person);
        vote.is_some_and(|vote| vote.changes >= MOST_CHANGES)
    }

    /// A person votes, whatever they have voted for before. Whoever has had their data deleted does
    /// not count.
    pub(super) fn add(&mut self, person: &Person, actions: &[Action], at: Timestamp) {
        if person.is_forgotten() {
            return;
        }
        self.untold.get_or_insert(at);
        self.latest = at;
        let before = self.cast.iter().position(|vote| vote.by == *person);
        let before = before.map(|index| self.cast.remove(index));
        self.cast.push(Vote {
            by: person.clone(),
            actions: actions.to_vec(),
            changes: before.map_or(0, |vote| vote.changes.saturating_add(1)),
        });
    }

    /// A person has no vote any more.
    pub(super) fn remove(&mut self, person: &Person) {
        self.cast.retain(|vote| vote.by != *person);
    }

    /// When the next tally is due, if there are new votes.
    pub(super) fn told_at(&self) -> Option<Timestamp> {
        self.untold.map(|at| later(at, TOLD_AFTER))
    }

    /// A tally is told.
    pub(super) const fn tell(&mut self) {
        self.untold = None;
        self.told = self.told.saturating_add(1);
    }

    /// Which tally comes next.
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

    /// What was voted for, and by how many people: most votes first, ties to the oldest vote.
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

    /// The bot was down from one moment to another: that time does not count. If `to` is before
    /// `from`, the wall clock was set back instead.
    pub(super) fn outage(&mut self, from: Timestamp, to: Timestamp) {
        let missed = missed(self.since, from, to);
        if missed.is_negative() {
            self.latest = later(self.latest, missed);
            self.untold = self.untold.map(|at| later(at, missed));
        }
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
    pub(super) fn is_newest_tally(&self, tally: Tally) -> bool {
        let Votes { begun, told, .. } = self.votes;
        self.voting().is_some() && tally.round == begun && tally.number == told
    }
}
