//! What is said in a simulated world, what was answered, and what has to be true of it.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::config::Config;
use ringleader::host::{HostOptions, Incoming, Input, ManualClock, Sources, WallClock};
use ringleader::session::{Addressing, Person, TableKey};
use ringleader::store::{SqlStore, Store};

use super::desk::{Desk, Effect};
use super::network::Network;
use super::play::random;

/// Who plays at which table.
const DESKS: [[&str; 2]; 3] = [["alice", "bob"], ["carol", "dave"], ["erin", "frank"]];

/// What the bot says when it has failed.
const SORRY: &str = "Something went wrong";

/// What the bot says when somebody has lost on time.
const TIME_IS_UP: &str = "time's up!";

/// The first moment: 2026-12-01.
const START: i64 = 1_796_083_200;

/// Something that somebody has said.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) event: String,
    pub(crate) desk: usize,
    pub(crate) author: &'static str,
    pub(crate) text: String,
    pub(crate) effect: Effect,
}

/// The tables of a world, and what people say there.
pub(crate) struct Talk {
    pub(crate) clock: ManualClock,
    pub(crate) network: Arc<Network>,
    pub(crate) desks: Vec<Desk>,
    /// What was said and answered.
    answered: Vec<Said>,
}

impl Talk {
    pub(crate) fn new(seed: u64) -> Self {
        let key = |number: usize| TableKey::channel("simulated", number.to_string());
        let desks = DESKS.into_iter().enumerate();
        Self {
            clock: ManualClock::new(Timestamp::from_second(START).unwrap()),
            network: Arc::new(Network::new(seed)),
            desks: desks
                .map(|(number, players)| Desk::new(key(number), players))
                .collect(),
            answered: Vec::new(),
        }
    }

    /// How a bot is run there, whose own choices follow from `chance`.
    pub(crate) fn options(&self, chance: u64) -> HostOptions {
        let mut options = HostOptions::new(&Config::default());
        let chance = Mutex::new(random(chance));
        options.sources = Sources {
            clock: WallClock::Manual(self.clock.clone()),
            random: Arc::new(move || chance.lock().unwrap().random()),
        };
        options.picture_size = 100;
        options.engine.threads = 1;
        options.engine.hash = 1 << 20;
        options
    }

    /// What somebody says at a table. It is the only one of its name there.
    pub(crate) fn next(&self, desk: usize, name: usize, random: &mut TestRng) -> Said {
        let (author, text, effect) = self.desks[desk].command(random);
        Said {
            event: format!("{name}-{desk}"),
            desk,
            author,
            text,
            effect,
        }
    }

    /// The event by which the bot hears it.
    pub(crate) fn incoming(&self, said: &Said) -> Incoming {
        let desk = &self.desks[said.desk];
        let person = |name: &str| Person::new(name, name);
        Incoming {
            table: desk.key.clone(),
            private: false,
            server: None,
            community: None,
            author: person(said.author),
            event: said.event.clone(),
            reply_target: None,
            input: Input::Text {
                text: said.text.clone(),
                addressing: Addressing::Open,
            },
            people: desk.players.map(person).to_vec(),
            attachment: None,
            language: None,
            cursor: None,
        }
    }

    /// What was said and answered before.
    pub(crate) fn answered(&self) -> &[Said] {
        &self.answered
    }

    /// The bot has confirmed what somebody said.
    pub(crate) async fn carry_out(
        &mut self,
        store: &SqlStore,
        mut said: Said,
    ) -> Result<(), String> {
        let (desk, now) = (&mut self.desks[said.desk], self.clock.now());
        if desk.is_unsure(now) {
            let log = store.load(&desk.key).await;
            desk.learn(&log.map_err(|error| error.to_string())?, now);
        }
        if !desk.apply(said.effect, now) {
            said.effect = Effect::Nothing;
        }
        self.answered.push(said);
        Ok(())
    }

    /// Checks the stored logs and the messages that have arrived.
    pub(crate) async fn check(&mut self, store: &SqlStore) -> Result<(), String> {
        if let Some(wrong) = self.network.wrong() {
            return Err(wrong);
        }
        for desk in &mut self.desks {
            let log = store.load(&desk.key).await;
            let log = log.map_err(|error| error.to_string())?;
            let checked = desk.check(&log, self.clock.now());
            checked.map_err(|wrong| format!("table {}: {wrong}", desk.key.channel))?;
        }
        let arrived = self.network.arrived();
        for said in &self.answered {
            let mut answers = arrived
                .iter()
                .filter(|one| one.answers.as_deref() == Some(&said.event));
            let (Some(answer), None) = (answers.next(), answers.next()) else {
                return Err(format!("{} has no answer, or several", said.text));
            };
            let acted = matches!(said.effect, Effect::Act(_));
            if acted && !answer.text.contains(said.author) || answer.text.contains(SORRY) {
                return Err(format!("{} is answered by {}", said.text, answer.text));
            }
        }
        for desk in &self.desks {
            let told = arrived
                .iter()
                .filter(|one| one.table == desk.key && one.text.contains(TIME_IS_UP));
            let told = told.count();
            if told != desk.timed_out {
                return Err(format!("{told} ends are told, of {}", desk.timed_out));
            }
        }
        for one in &arrived {
            let answered = self.answered.iter();
            let mut answered = answered.filter(|said| one.answers.as_deref() == Some(&said.event));
            if answered.any(|said| self.desks[said.desk].key != one.table) {
                return Err(format!("at the wrong table: {}", one.text));
            }
        }
        let backlog = store.backlog().await.map_err(|error| error.to_string())?;
        match backlog.replies {
            0 => Ok(()),
            left => Err(format!("{left} replies are left")),
        }
    }
}
