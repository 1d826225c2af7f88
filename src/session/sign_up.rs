//! The sign-up of a tournament: opening it, saying who has joined and how others can, starting it in
//! time, calling it off.

use jiff::Timestamp;
use tournament::System;

use super::context::Context;
use super::draft::{Draft, Show};
use super::event::Event;
use super::person::Person;
use super::rating::Rating;
use super::reply::{Arg, Choice, Phrase};
use super::rounds::begin;
use super::table::Table;
use super::tournament::Tournament;
use crate::game::Color;

impl Context<'_> {
    /// The id of a tournament that is opened now.
    pub(super) fn tournament_id(&self) -> String {
        format!("{:016x}", self.random)
    }
}

/// Opens a tournament that people can join.
pub(super) fn open(tournament: Tournament) -> Draft {
    let mut draft = sign_up(&tournament);
    draft.text.push(match tournament.is_arena() {
        true => Phrase::new("arena-rules"),
        false => tournament.says("rules"),
    });
    let tournament = Box::new(tournament);
    draft.event(Event::TournamentOpened { tournament })
}

/// Says who has joined, and how others can.
pub(super) fn sign_up(tournament: &Tournament) -> Draft {
    let mut draft = Draft::silent(Show::Nothing);
    draft.text = tournament.sign_up_lines();
    let number = tournament.number();
    draft.choices.push(join_choice(tournament));
    if tournament.starts.is_none() {
        draft.choices.push(Choice {
            only_for: Some(tournament.organizer.clone()),
            ..Choice::new(
                Phrase::new("choice-tournament-start"),
                format!("tournament start {number}"),
            )
        });
    }
    draft.apart = true;
    draft
}

/// Joins a tournament.
pub(super) fn join_choice(tournament: &Tournament) -> Choice {
    Choice::new(
        Phrase::new("choice-tournament-join"),
        format!("tournament join {}", tournament.number()),
    )
}

/// Mentions those who have joined a tournament that starts soon, but not in quiet hours, nor once it
/// has started.
pub(super) fn announce(table: &Table, context: &Context<'_>, now: Timestamp) -> Option<Draft> {
    let tournament = table.tournament()?;
    let starts = tournament.starts?;
    let players = tournament.seeded();
    let announced = Event::TournamentAnnounced;
    if players.is_empty() || starts <= now || context.is_quiet_here() {
        return Some(Draft::silent(Show::Nothing).event(announced));
    }
    let players: Arg = players.into_iter().map(Arg::Mention).collect();
    let soon = Phrase::new("tournament-soon")
        .with("players", players)
        .with("starts", Arg::Until(starts));
    let mut draft = Draft::say(soon, Show::Nothing).event(announced);
    draft.apart = true;
    Some(draft)
}

/// The sign-up ends: a tournament that starts at a set time starts if enough people have joined. Any
/// other is called off.
pub(super) fn end_sign_up(table: &Table, now: Timestamp) -> Option<Draft> {
    let tournament = table.tournament()?;
    let is_set = tournament.starts.is_some();
    let players = tournament.seeded();
    if is_set && players.len() >= tournament.least_entrants() {
        return Some(begin(table, tournament, players, now));
    }
    let told = match is_set {
        true => Phrase::new("tournament-too-few").with("least", tournament.least_entrants()),
        false => tournament.says("lapsed"),
    };
    let mut draft = Draft::say(told, Show::Nothing).event(Event::TournamentCalledOff);
    draft.apart = true;
    Some(draft)
}

/// A system in words, with the length of an arena.
pub(super) fn system_phrase(system: System, minutes: Option<u8>) -> Phrase {
    let phrase = Phrase::new(match system {
        System::Swiss => "tournament-swiss",
        System::RoundRobin => "tournament-round-robin",
        System::Knockout => "tournament-knockout",
        System::Simul => "tournament-simul",
        System::Arena => "tournament-arena",
    });
    match minutes {
        Some(minutes) => phrase.with("minutes", minutes),
        None => phrase,
    }
}

impl Tournament {
    /// Who has joined and is still there, the strongest first. Equals are in the order in which they
    /// joined.
    pub(super) fn seeded(&self) -> Vec<Person> {
        let mut entrants: Vec<_> = self.entrants.iter().collect();
        entrants.retain(|one| !one.person.is_forgotten());
        let unrated = Rating::default().rounded();
        entrants.sort_by_key(|one| std::cmp::Reverse(one.rating.unwrap_or(unrated)));
        entrants.into_iter().map(|one| one.person.clone()).collect()
    }

    /// What is played, who has joined, and how others can.
    pub(super) fn sign_up_lines(&self) -> Vec<Phrase> {
        let open = match self.starts {
            Some(_) => Phrase::new("tournament-sign-up"),
            None => self.says("open"),
        };
        let open = open
            .with("by", Arg::Name(self.organizer.clone()))
            .with("system", system_phrase(self.system, self.minutes))
            .with("games", self.terms.full_phrase())
            .with("color", self.color.unwrap_or(Color::White));
        let players = self.entrants.iter().map(|one| one.person.clone());
        let players: Vec<Arg> = players.map(Arg::Name).collect();
        let joined = match players.is_empty() {
            true => Phrase::new("tournament-nobody"),
            false => Phrase::new("tournament-joined")
                .with("number", players.len())
                .with("players", Arg::List(players)),
        };
        let join = Arg::command("tournament join");
        let how = match self.starts {
            Some(starts) => Phrase::new("tournament-starts")
                .with("join", join)
                .with("starts", Arg::Time(starts)),
            None => Phrase::new("tournament-how")
                .with("join", join)
                .with("by", Arg::Name(self.organizer.clone()))
                .with("start", Arg::command("tournament start")),
        };
        vec![open, joined, how]
    }
}
