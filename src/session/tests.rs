//! Tests by whole conversations. Here is the table at which they take place.

mod announcements;
mod arena;
mod better;
mod commands;
mod conditions;
mod elsewhere;
mod example;
mod featured;
mod follow_ups;
mod games;
mod hints;
mod holidays;
mod new_command;
mod pauses;
mod predictions;
mod puzzle;
mod quiet;
mod race;
mod replays;
mod results;
mod reviews;
mod schedule;
mod seats;
mod silence;
mod simul;
mod stored;
mod tap;
mod timed;
mod tournament;
mod training;
mod tutorial;
mod versus;
mod votes;
mod watching;

pub(crate) use example::with_example;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{
    Addressing, Answer, Context, Entry, Event, Outcome, Parsed, Person, PersonalSettings,
    PlaceSettings, Policy, PuzzleTry, Refusal, Reply, Rights, Scope, Settings, SettingsChange,
    Table, TableKey, Trained, Trigger, handle, parse,
};
use crate::session::COMMANDS;
use crate::words::Words;

/// Number of a game that is adjourned.
const ADJOURNED: i64 = 12;

/// A table with people at it.
struct Room {
    table: Table,
    choices_at_once: Option<usize>,
    policy: Policy,
    personal: PersonalSettings,
    place: PlaceSettings,
    inherited: Settings,
    rights: Option<Rights>,
    words: Words,
    now: Timestamp,
    bot: Person,
    log: Vec<Entry>,
    other_present: Option<bool>,
    answer: Option<Answer>,
    /// Whether commands are given where nobody else reads them.
    unseen: bool,
    /// Whether nobody else reads an answer for one person.
    alone: bool,
    /// Whether it is a private chat.
    private: bool,
    /// Whether the bot can open threads.
    threads: bool,
    full: Vec<String>,
    closed: Vec<String>,
    /// The first try of a puzzle that the last command was.
    tried: Option<PuzzleTry>,
    /// What the last command did to one of its author's mistakes.
    trained: Option<Trained>,
    /// What those were told who watch, since this was taken.
    watched: Vec<Reply>,
}

/// Settings over others, as the store merges them: as a JSON merge patch (RFC 7396).
fn merged(before: &Settings, set: &Settings) -> Settings {
    fn merge(into: &mut Value, patch: &Value) {
        let Value::Object(patch) = patch else {
            *into = patch.clone();
            return;
        };
        if !into.is_object() {
            *into = json!({});
        }
        for (key, value) in patch {
            match value {
                Value::Null => drop(into.as_object_mut().unwrap().remove(key)),
                _ => merge(&mut into[key], value),
            }
        }
    }
    let mut stored = json!(before);
    merge(&mut stored, &json!(set));
    serde_json::from_value(stored).unwrap()
}

impl Room {
    fn new() -> Self {
        Self {
            table: Table::new(TableKey::channel("test", "room")),
            choices_at_once: None,
            policy: Policy {
                challenge_lasts: SignedDuration::from_hours(24),
                languages: vec!["en".to_owned()],
                themes: vec!["classic".to_owned(), "dark".to_owned()],
                most_games: 3,
                programs: Vec::new(),
                openings: Arc::default(),
            },
            personal: PersonalSettings::default(),
            place: PlaceSettings::default(),
            inherited: Settings {
                theme: Some("classic".to_owned()),
                ..Settings::with_prefix("!")
            },
            rights: None,
            words: Words::new("!", "Ringleader"),
            now: "2026-01-02T03:04:05Z".parse().unwrap(),
            bot: Person::new("bot", "Ringleader"),
            log: Vec::new(),
            other_present: None,
            answer: None,
            unseen: false,
            alone: false,
            private: false,
            threads: false,
            full: Vec::new(),
            closed: Vec::new(),
            tried: None,
            trained: None,
            watched: Vec::new(),
        }
    }

    fn take(&mut self, outcome: Outcome) -> Vec<Reply> {
        let continued = outcome.continues.into_iter().flat_map(|one| one.entries);
        for entry in continued.chain(outcome.entries) {
            self.table.apply(&entry).unwrap();
            self.log.push(entry);
        }
        assert_eq!(self.table, outcome.table);
        self.watched.extend(outcome.watched);
        let replies = outcome.replies.into_iter();
        // As the store does.
        replies
            .map(|reply| reply.with_adjourned(ADJOURNED))
            .collect()
    }

    fn context<'a>(&'a self, people: &'a [Person]) -> Context<'a> {
        Context {
            now: self.now,
            random: 0,
            people,
            bot: &self.bot,
            attachment: None,
            other_present: self.other_present,
            server: Some("club"),
            answer: self.answer.as_ref(),
            private: self.private,
            unseen: self.unseen,
            alone: self.alone,
            named: false,
            own_games: &[],
            holidays: &[],
            full: &self.full,
            closed: &self.closed,
            version: None,
            choices_at_once: self.choices_at_once,
            policy: &self.policy,
            personal: &self.personal,
            place: &self.place,
            inherited: &self.inherited,
            community: Some("club"),
            vocabulary: None,
            threads: self.threads,
            rights: self.rights,
        }
    }

    /// The table as it is read from its last start on.
    fn read_from_last_start(&self) -> Table {
        let is_start = |entry: &Entry| matches!(entry.event, Event::Started { .. });
        let start = self.log.iter().rposition(is_start).unwrap();
        let key = self.table.key().clone();
        Table::replay(key, start as u64, &self.log[start..]).unwrap()
    }

    /// Checks that the log leads to the same table, also once it has been stored.
    fn check_log(&self) {
        let times = self.log.iter().map(|entry| entry.at);
        assert!(times.is_sorted());
        let log = serde_json::to_string(&self.log).unwrap();
        let log: Vec<Entry> = serde_json::from_str(&log).unwrap();
        let replayed = Table::replay(self.table.key().clone(), 0, &log).unwrap();
        assert_eq!(replayed, self.table);
    }

    fn try_say(&mut self, name: &str, text: &str) -> Result<Vec<Reply>, Refusal> {
        self.try_command(name, parse(COMMANDS, text, "!", Addressing::Open), None)
    }

    /// Somebody chooses what a reply offers, by its index.
    fn try_choose(&mut self, name: &str, of: &Reply, index: usize) -> Result<Vec<Reply>, Refusal> {
        let command = &of.choices[index].command;
        let parsed = parse(COMMANDS, command, "!", Addressing::Bot);
        self.try_command(name, parsed, Some(of.version))
    }

    fn try_command(
        &mut self,
        name: &str,
        parsed: Parsed,
        version: Option<u64>,
    ) -> Result<Vec<Reply>, Refusal> {
        let command = match parsed {
            Parsed::NotForUs => return Ok(Vec::new()),
            Parsed::Faulty(refusal) => return Err(refusal),
            Parsed::Command(command) => command,
        };
        let people: Vec<Person> = ["alice", "bob", "carol", name]
            .map(|name| Person::new(name, name))
            .into();
        let by = Person::new(name, name);
        let trigger = Trigger::Command { by, command };
        let before = self.table.clone();
        let context = Context {
            version,
            ..self.context(&people)
        };
        let outcome = handle(&self.table, &trigger, &context);
        assert_eq!(self.table, before);
        let outcome = outcome?;
        self.tried = outcome.puzzle;
        self.trained = outcome.trained;
        if let Some((Scope::Person, SettingsChange::Set(set))) = &outcome.setting {
            let own = people.iter().map(|person| {
                let before = self.personal.of(person);
                let own = if person.id == name {
                    merged(&before, set)
                } else {
                    before
                };
                (person.id.clone(), own)
            });
            self.personal = own.collect();
        }
        Ok(self.take(outcome))
    }

    /// Lets the timer fire, as late as it likes.
    fn fire(&mut self) -> Vec<Reply> {
        let outcome = handle(
            &self.table,
            &Trigger::Timer { now: self.now },
            &self.context(&[]),
        );
        self.take(outcome.unwrap())
    }

    /// Lets time pass. The timer fires whenever something falls due.
    fn wait(&mut self, seconds: i64) -> Vec<Reply> {
        let until = self.now + SignedDuration::from_secs(seconds);
        let mut replies = Vec::new();
        while let Some(at) = self.table.pending().wake_at.filter(|&at| at <= until) {
            self.now = at;
            replies.extend(self.fire());
        }
        self.now = until;
        replies
    }

    /// Says something, and returns the one reply.
    #[track_caller]
    fn say(&mut self, name: &str, text: &str) -> Reply {
        let mut replies = self
            .try_say(name, text)
            .unwrap_or_else(|refusal| panic!("{text}: {}", self.text(&refusal.into())));
        assert_eq!(replies.len(), 1, "{text}");
        let reply = replies.remove(0);
        self.text(&reply);
        reply
    }

    /// Says something that must be refused, and returns the refusal's text.
    #[track_caller]
    fn refused(&mut self, name: &str, text: &str) -> String {
        let before = self.table.clone();
        let said = self.try_say(name, text);
        assert_eq!(self.table, before, "{text}");
        self.refusal(said)
    }

    /// Chooses what a reply offers, and returns the one reply.
    #[track_caller]
    fn choose(&mut self, name: &str, of: &Reply, index: usize) -> Reply {
        let mut replies = self.try_choose(name, of, index).unwrap();
        assert_eq!(replies.len(), 1);
        let reply = replies.remove(0);
        self.text(&reply);
        reply
    }

    /// Alice picks the choice with this label.
    #[track_caller]
    fn pick(&mut self, of: &Reply, label: &str) -> Reply {
        self.pick_as("alice", of, label)
    }

    /// Somebody picks the choice with this label.
    #[track_caller]
    fn pick_as(&mut self, name: &str, of: &Reply, label: &str) -> Reply {
        let labels: Vec<String> = of
            .choices
            .iter()
            .map(|choice| self.words.sentence(&choice.label, None))
            .collect();
        let index = labels.iter().position(|one| one == label);
        let index = index.unwrap_or_else(|| panic!("no {label} among {labels:?}"));
        self.choose(name, of, index)
    }

    /// Chooses what must be refused, and returns the refusal's text.
    #[track_caller]
    fn refused_choice(&mut self, name: &str, of: &Reply, index: usize) -> String {
        let before = self.table.clone();
        let chosen = self.try_choose(name, of, index);
        assert_eq!(self.table, before);
        self.refusal(chosen)
    }

    /// The text of a refusal.
    #[track_caller]
    fn refusal(&self, said: Result<Vec<Reply>, Refusal>) -> String {
        let refusal = match said {
            Err(refusal) => refusal,
            Ok(replies) => panic!("it was not refused: {replies:?}"),
        };
        let reply = Reply::from(refusal);
        assert!(reply.board().is_none() && reply.file.is_none());
        self.text(&reply)
    }

    /// The text of a reply; every gap of every sentence has to be filled.
    #[track_caller]
    fn text(&self, reply: &Reply) -> String {
        let text = self.words.reply(reply, None).plain();
        assert!(!text.trim().is_empty(), "{reply:?}");
        assert!(!text.contains(['{', '}', '$']), "{text}");
        for phrase in &reply.text {
            assert!(!text.contains(&format!("{}\n", phrase.id)), "{text}");
        }
        text
    }

    fn begin(&mut self) {
        self.say("alice", "!challenge @bob white");
        self.say("bob", "!accept");
    }

    /// Places all rings, white's on lines that leave alice a quick row.
    fn place_rings(&mut self) {
        for (name, point) in [
            ("alice", "E1"),
            ("bob", "A2"),
            ("alice", "I8"),
            ("bob", "A5"),
            ("alice", "I9"),
            ("bob", "K7"),
            ("alice", "I10"),
            ("bob", "K10"),
            ("alice", "I11"),
            ("bob", "B1"),
        ] {
            self.say(name, &format!("!{point}"));
        }
    }

    /// Lets alice walk E1 to E6, and bob along A2 to A4 and back, until a row E1 to E5 stands.
    fn make_row(&mut self) {
        for (white, black) in [
            ("E1 E2", "B1 B2"),
            ("E2 E3", "B2 B3"),
            ("E3 E4", "B3 B4"),
            ("E4 E5", "K7 K8"),
        ] {
            self.say("alice", &format!("!move {white}"));
            self.say("bob", &format!("!move {black}"));
        }
        self.say("alice", "!move E5 E6");
    }
}
