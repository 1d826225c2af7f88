//! Puts a pseudonym in the place of a person, in everything stored that names people.

use std::collections::BTreeSet;

use super::archive::{FinishedGame, Summary};
use super::event::{Entry, Event};
use super::person::{Person, Seat};
use super::replay::ReplayedGame;
use super::reply::{Arg, Phrase, Reply, Visual};
use super::tournament::Tournament;

/// A person, and who takes their place.
#[derive(Debug, Clone)]
pub struct Renaming {
    id: String,
    /// What they were called where they were renamed so far.
    names: BTreeSet<String>,
    becomes: Person,
}

impl Renaming {
    /// A person, by their name of today, becomes another.
    #[must_use]
    pub fn new(person: &Person, becomes: &Person) -> Self {
        let mut renaming = Self {
            id: person.id.clone(),
            names: BTreeSet::new(),
            becomes: becomes.clone(),
        };
        renaming.also_called(person.bare_name());
        renaming
    }

    /// The platform's id of the person.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Who takes their place.
    #[must_use]
    pub const fn becomes(&self) -> &Person {
        &self.becomes
    }

    /// The person has had this name, too.
    pub fn also_called(&mut self, name: &str) {
        let name = Person::new(self.id.clone(), name).bare_name().to_owned();
        if !name.trim().is_empty() {
            self.names.insert(name);
        }
    }

    /// What texts may call the person, the longest first.
    #[must_use]
    pub fn called(&self) -> Vec<&str> {
        let id = self.id.as_str();
        let names = self.names.iter().map(String::as_str);
        let mut all: Vec<&str> = names.chain([id, id.trim_start_matches('@')]).collect();
        all.sort_by_key(|name| std::cmp::Reverse(name.len()));
        all.dedup();
        all
    }

    /// Renames a person, if it is the one. Records name people without their ids.
    pub fn person(&mut self, person: &mut Person) {
        let is_in_record = person.id == person.name && self.names.contains(&person.name);
        if person.id != self.id && !is_in_record {
            return;
        }
        let name = person.bare_name().to_owned();
        self.also_called(&name);
        *person = self.becomes.clone();
    }

    /// Renames the person in a text from people, where a word is their name or id, in any case.
    pub fn text(&self, text: &mut String) {
        let called = self.called();
        let mut renamed = String::with_capacity(text.len());
        let mut rest = text.as_str();
        let mut before = None;
        while let Some(next) = rest.chars().next() {
            let found = match before.is_some_and(is_of_word) {
                true => None,
                false => called.iter().find_map(|name| word_at_start(rest, name)),
            };
            if let Some(length) = found {
                renamed.push_str(&self.becomes.name);
                before = rest[..length].chars().next_back();
                rest = &rest[length..];
            } else {
                renamed.push(next);
                before = Some(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        *text = renamed;
    }

    /// Renames the person if this is their id.
    fn its_id(&self, id: &mut String) {
        if *id == self.id {
            id.clone_from(&self.becomes.id);
        }
    }

    fn seat(&mut self, seat: &mut Seat) {
        match seat {
            Seat::Person(person) => self.person(person),
            Seat::Crowd(crowd) => self.person(&mut crowd.host),
            Seat::Bot(_) | Seat::Program(_) => {}
        }
    }

    /// Renames the person in an entry of a log.
    pub fn entry(&mut self, entry: &mut Entry) {
        match &mut entry.event {
            Event::Challenged(challenge) => {
                self.person(&mut challenge.by);
                challenge.to.iter_mut().for_each(|to| self.person(to));
                if let Some(crowd) = &mut challenge.crowd {
                    self.person(&mut crowd.host);
                }
            }
            Event::Accepted { challenger, by } | Event::Declined { challenger, by } => {
                self.its_id(challenger);
                self.person(by);
            }
            Event::Withdrawn { challenger } | Event::Expired { challenger } => {
                self.its_id(challenger);
            }
            Event::Started { white, black, .. } => {
                self.seat(white);
                self.seat(black);
            }
            Event::HintAsked { by, .. }
            | Event::Watched { by }
            | Event::Predicted { by, .. }
            | Event::Voted { by, .. } => {
                self.person(by);
            }
            Event::ReviewAsked { by, game, .. } => {
                self.person(by);
                game.seats.iter_mut().for_each(|seat| self.seat(seat));
            }
            Event::Reviewed {
                turning: Some(turning),
                ..
            } => {
                let seats = turning.seats.iter_mut();
                seats.for_each(|seat| self.seat(seat));
            }
            Event::ReplayAsked { by, game, .. } => {
                self.person(by);
                self.replayed(game);
            }
            Event::SeatOffered { to, .. } => self.person(to),
            Event::TournamentOpened { tournament } => self.tournament(tournament),
            Event::TournamentJoined { by, .. } => self.person(by),
            Event::TournamentScheduled { schedule } => self.person(&mut schedule.by),
            Event::TournamentStarted { players, .. } => {
                players.iter_mut().for_each(|one| self.person(one));
            }
            Event::Unwatched { by } | Event::TournamentLeft { by, .. } => self.its_id(by),
            Event::Reseated { seat, .. } => self.seat(seat),
            Event::Hinted { .. }
            | Event::Coached { .. }
            | Event::HintFailed
            | Event::Reviewed { turning: None, .. }
            | Event::Replayed { .. }
            | Event::Acted { .. }
            | Event::Offered { .. }
            | Event::Refused { .. }
            | Event::TookBack { .. }
            | Event::Drawn
            | Event::Resigned { .. }
            | Event::Aborted { .. }
            | Event::Left { .. }
            | Event::Adjudicated { .. }
            | Event::Outage { .. }
            | Event::TimedOut { .. }
            | Event::Reminded { .. }
            | Event::Rescheduled { .. }
            | Event::Planned { .. }
            | Event::PlanDropped { .. }
            | Event::TimeGiven { .. }
            | Event::SilenceBegan
            | Event::PlayersAsked
            | Event::Kept { .. }
            | Event::SeatRefused
            | Event::Adjourned
            | Event::RoundMoved { .. }
            | Event::VotesTold
            | Event::RoundPaired { .. }
            | Event::GamesPaired { .. }
            | Event::PairingEnded
            | Event::MeetingEnded { .. }
            | Event::TournamentFinished
            | Event::TournamentCalledOff
            | Event::Paired { .. }
            | Event::TournamentAnnounced
            | Event::ScheduleEnded
            | Event::WatchersTold
            | Event::Continued { .. }
            | Event::Paused
            | Event::Resumed
            | Event::HolidayBegan { .. }
            | Event::HolidayEnded { .. }
            | Event::Configured { .. }
            | Event::Themed { .. }
            | Event::Flipped => {}
        }
    }

    fn tournament(&mut self, tournament: &mut Tournament) {
        self.person(&mut tournament.organizer);
        for entrant in &mut tournament.entrants {
            self.person(&mut entrant.person);
        }
    }

    fn replayed(&mut self, game: &mut ReplayedGame) {
        game.seats.iter_mut().for_each(|seat| self.seat(seat));
        game.end.iter_mut().for_each(|end| self.phrase(end));
    }

    /// Renames the person in a finished game.
    pub fn finished(&mut self, game: &mut FinishedGame) {
        game.seats.iter_mut().for_each(|seat| self.seat(seat));
    }

    /// Renames the person in the summary of a finished game.
    pub fn summary(&mut self, summary: &mut Summary) {
        summary.seats.iter_mut().for_each(|seat| self.seat(seat));
    }

    /// Renames the person in a reply.
    pub fn reply(&mut self, reply: &mut Reply) {
        reply.text.iter_mut().for_each(|one| self.phrase(one));
        match &mut reply.visual {
            Some(Visual::Board(board)) => {
                board.seats.iter_mut().for_each(|seat| self.seat(seat));
                self.phrase(&mut board.caption);
            }
            Some(Visual::Curve(curve)) => {
                curve.seats.iter_mut().for_each(|seat| self.seat(seat));
                self.phrase(&mut curve.caption);
            }
            Some(Visual::Replay(replay)) => self.replayed(&mut replay.game),
            Some(Visual::Ratings(curve)) => {
                self.person(&mut curve.person);
                self.phrase(&mut curve.caption);
            }
            Some(Visual::Leaderboard(board)) => {
                let people = board.lines.iter_mut().map(|line| &mut line.person);
                people.for_each(|person| self.person(person));
                self.phrase(&mut board.caption);
            }
            Some(Visual::Standings(standings)) => {
                let people = standings.lines.iter_mut().map(|line| &mut line.person);
                people.for_each(|person| self.person(person));
                self.phrase(&mut standings.caption);
            }
            Some(Visual::Bracket(bracket)) => {
                let rounds = bracket.rounds.iter_mut();
                let matches = rounds.flat_map(|round| &mut round.matches);
                let slots = matches.flat_map(|one| one.players.iter_mut().flatten());
                slots.for_each(|slot| self.person(&mut slot.person));
                self.phrase(&mut bracket.caption);
            }
            None => {}
        }
        if let Some(begins) = &mut reply.begins {
            self.person(&mut begins.white);
            self.person(&mut begins.black);
        }
        if let Some(file) = &mut reply.file {
            self.text(&mut file.content);
        }
        for choice in &mut reply.choices {
            self.phrase(&mut choice.label);
            self.text(&mut choice.command);
            choice.only_for.iter_mut().for_each(|one| self.person(one));
        }
        reply.only_for.iter_mut().for_each(|one| self.person(one));
    }

    fn phrase(&mut self, phrase: &mut Phrase) {
        phrase.args.values_mut().for_each(|arg| self.arg(arg));
    }

    fn arg(&mut self, arg: &mut Arg) {
        match arg {
            Arg::Text(text) | Arg::Command(text) => self.text(text),
            Arg::Name(person) | Arg::Mention(person) => self.person(person),
            Arg::Place(table) => self.text(&mut table.channel),
            Arg::Phrase(phrase) => self.phrase(phrase),
            Arg::List(args) => args.iter_mut().for_each(|arg| self.arg(arg)),
            Arg::Number(_) | Arg::Bot | Arg::LocalCommand(_) | Arg::Time(_) | Arg::Until(_) => {}
        }
    }
}

/// Whether a character is part of a word, so that a name does not begin or end beside it.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How long a name is at the start of a text, in bytes; nothing if the text begins with anything
/// else, or the word goes on.
fn word_at_start(text: &str, name: &str) -> Option<usize> {
    let mut rest = text.chars();
    for wanted in name.chars() {
        let is_same = rest.next()?.to_lowercase().eq(wanted.to_lowercase());
        if !is_same {
            return None;
        }
    }
    let rest = rest.as_str();
    let ends = !name.ends_with(is_of_word) || !rest.starts_with(is_of_word);
    (!name.is_empty() && ends).then(|| text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::turning::TurningPoints;

    #[test]
    fn names_in_texts_are_whole_words_in_any_case() {
        let person = Person::new("@al:example.org", "Al");
        let renaming = Renaming::new(&person, &Person::forgotten(7));
        for (text, expected) in [
            ("al cheats, AL!", "someone cheats, someone!"),
            ("also Walt, al_b and al2", "also Walt, al_b and al2"),
            ("accept @al:example.org", "accept someone"),
            ("accept al:example.org", "accept someone"),
            ("(Al)", "(someone)"),
            ("", ""),
        ] {
            let mut renamed = text.to_owned();
            renaming.text(&mut renamed);
            assert_eq!(renamed, expected, "{text}");
        }
    }

    #[test]
    fn turning_points_that_are_kept_name_nobody_any_more() {
        let alice = Person::new("7", "Zoe");
        let mut renaming = Renaming::new(&alice, &Person::forgotten(7));
        let mut entry = Entry {
            at: jiff::Timestamp::UNIX_EPOCH,
            event: Event::Reviewed {
                number: 1,
                turning: Some(Box::new(TurningPoints {
                    seats: [Seat::Person(alice), Seat::Person(Person::new("8", "Bo"))],
                    points: Vec::new(),
                })),
            },
        };
        renaming.entry(&mut entry);
        let Event::Reviewed {
            turning: Some(turning),
            ..
        } = entry.event
        else {
            panic!("{entry:?}");
        };
        let names = turning.seats.iter().map(|seat| seat.person().unwrap());
        let forgotten: Vec<bool> = names.map(Person::is_forgotten).collect();
        assert_eq!(forgotten, [true, false]);
    }

    #[test]
    fn older_names_are_learnt() {
        let person = Person::new("7", "Zoë");
        let mut renaming = Renaming::new(&person, &Person::forgotten(7));
        let mut once = Person::new("7", "Zoe (7)");
        renaming.person(&mut once);
        assert!(once.is_forgotten());
        assert_eq!(renaming.called(), ["Zoë", "Zoe", "7"]);
        // Somebody else in a record, and somebody of that name with an id.
        let mut others = [Person::new("Jo", "Jo"), Person::new("8", "Zoe")];
        others.iter_mut().for_each(|one| renaming.person(one));
        assert!(!others.iter().any(Person::is_forgotten));
        let mut recorded = Person::new("Zoe", "Zoe");
        renaming.person(&mut recorded);
        assert!(recorded.is_forgotten());
    }
}
