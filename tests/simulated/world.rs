//! A simulated world: what happens in it, and what has to be true of it.

use std::collections::BTreeSet;
use std::ops::AddAssign;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::config::Config;
use ringleader::host::{
    Disposition, Host, HostOptions, Incoming, Input, ManualClock, Platform, Sources, WallClock,
};
use ringleader::session::{Addressing, Person, Settings, TableKey};
use ringleader::store::{DatabaseLocation, SqlStore, Store, StoreError};
use sqlx::{AnyConnection, Connection};

use super::crash::{self, Moment};
use super::desk::{Desk, Effect};
use super::network::Network;
use super::planted::Fault;
use super::play::random;

/// Who plays at which table.
const DESKS: [[&str; 2]; 3] = [["alice", "bob"], ["carol", "dave"], ["erin", "frank"]];

/// What happens in one world.
const STEPS: usize = 50;

/// After how many rounds of the runtime the bot crashes at most, while it does one thing.
const ROUNDS: usize = 2_000;

/// How often a database is tried that the process before has not let go of yet.
const OPENINGS: usize = 500;

/// The first moment: 2026-12-01.
const START: i64 = 1_796_083_200;

/// Something that somebody has said.
#[derive(Debug, Clone)]
struct Said {
    event: String,
    desk: usize,
    author: &'static str,
    text: String,
    effect: Effect,
}

/// How often what happened.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Done {
    pub(crate) said: u64,
    pub(crate) doubled: u64,
    pub(crate) crashes: u64,
    pub(crate) restarts: u64,
    pub(crate) timed_out: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, more: Self) {
        self.said += more.said;
        self.doubled += more.doubled;
        self.crashes += more.crashes;
        self.restarts += more.restarts;
        self.timed_out += more.timed_out;
    }
}

/// How a life of the bot ends.
enum Ended {
    Crashed,
    Stopped,
}

/// A simulated world.
pub(crate) struct World {
    random: TestRng,
    /// Whether things happen at the same time. Then the order in which the bot does them is chance;
    /// otherwise a run of the same seed is the same to the last word.
    together: bool,
    folder: tempfile::TempDir,
    fault: Option<&'static Fault>,
    clock: ManualClock,
    network: Arc<Network>,
    desks: Vec<Desk>,
    /// What was said and answered.
    answered: Vec<Said>,
    /// What was said, and the bot has not confirmed.
    open: Vec<Said>,
    steps: usize,
    done: Done,
}

impl World {
    pub(crate) fn new(seed: u64, fault: Option<&'static Fault>) -> Self {
        let key = |number: usize| TableKey::channel("simulated", number.to_string());
        let desks = DESKS.into_iter().enumerate();
        Self {
            random: random(seed),
            together: seed.is_multiple_of(2),
            folder: tempfile::tempdir().unwrap(),
            fault,
            clock: ManualClock::new(Timestamp::from_second(START).unwrap()),
            network: Arc::default(),
            desks: desks
                .map(|(number, players)| Desk::new(key(number), players))
                .collect(),
            answered: Vec::new(),
            open: Vec::new(),
            steps: 0,
            done: Done::default(),
        }
    }

    pub(crate) fn network(&self) -> Arc<Network> {
        Arc::clone(&self.network)
    }

    fn location(&self) -> DatabaseLocation {
        DatabaseLocation::File(self.folder.path().join("simulated.db"))
    }

    /// Runs it to its end. Fails with what is wrong.
    pub(crate) fn run(mut self) -> Result<Done, String> {
        if let Some(fault) = self.fault {
            in_a_runtime(self.plant(fault));
        }
        loop {
            match in_a_runtime(self.live())? {
                Ended::Crashed => {
                    self.network.crashed();
                    self.done.crashes += 1;
                }
                Ended::Stopped if self.steps >= STEPS => return Ok(self.done),
                Ended::Stopped => self.done.restarts += 1,
            }
            let may_wait = !self.desks.iter().any(Desk::is_challenged);
            if may_wait && self.random.random_ratio(1, 3) {
                let down = SignedDuration::from_secs(self.random.random_range(1..200_000));
                self.clock.set(self.clock.now() + down);
                self.desks.iter_mut().for_each(|desk| desk.wait(down));
            }
        }
    }

    /// Makes the database do something wrong.
    async fn plant(&self, fault: &Fault) {
        let store = SqlStore::open(&self.location()).await.unwrap();
        store.close().await;
        sqlx::any::install_default_drivers();
        let file = self.folder.path().join("simulated.db");
        let address = format!("sqlite://{}", file.display());
        let mut connection = AnyConnection::connect(&address).await.unwrap();
        sqlx::raw_sql(fault.sql)
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
    }

    /// One life of the bot: from its start to a crash, or to its end.
    async fn live(&mut self) -> Result<Ended, String> {
        let store = self.open_store().await?;
        crash::plan(self.next_crash());
        for desk in &self.desks {
            let log = store.load(&desk.key).await;
            let log = log.map_err(|error| error.to_string())?;
            log.fold(desk.key.clone())
                .map_err(|error| error.to_string())?;
        }
        let Some(host) = crash::unless(self.begin(store.clone())).await? else {
            return Ok(Ended::Crashed);
        };
        let host = host?;
        // What was not confirmed is heard again.
        let open = std::mem::take(&mut self.open);
        if !self.say(&host, open).await? {
            return Ok(Ended::Crashed);
        }
        loop {
            if crash::unless(host.settle_all()).await?.is_none() {
                return Ok(Ended::Crashed);
            }
            self.network.settled();
            self.check(&store).await?;
            if self.steps >= STEPS || self.random.random_ratio(1, 40) {
                break;
            }
            self.steps += 1;
            if !self.step(&host).await? {
                return Ok(Ended::Crashed);
            }
        }
        crash::plan(None);
        host.shutdown().await;
        Ok(Ended::Stopped)
    }

    fn next_crash(&mut self) -> Option<(Moment, usize)> {
        let kinds = if self.together { 8 } else { 5 };
        let moment = match self.random.random_range(0..kinds) {
            0 => Moment::BeforeCommit,
            1 => Moment::AfterCommit,
            2 => Moment::BeforeDelivery,
            3 => Moment::AfterDelivery,
            5..8 => Moment::Round(self.random.random_range(0..ROUNDS)),
            _ => return None,
        };
        Some((moment, self.random.random_range(0..25)))
    }

    async fn open_store(&self) -> Result<Arc<SqlStore>, String> {
        for _ in 0..OPENINGS {
            match SqlStore::open(&self.location()).await {
                Ok(store) => return Ok(Arc::new(store)),
                Err(StoreError::Locked(_)) => std::thread::sleep(Duration::from_millis(2)),
                Err(error) => return Err(error.to_string()),
            }
        }
        Err("the database stays locked".to_owned())
    }

    async fn begin(&self, store: Arc<SqlStore>) -> Result<Host, String> {
        let mut options = HostOptions::new(&Config::default());
        let chance = Mutex::new(random(self.done.crashes + self.done.restarts));
        options.sources = Sources {
            clock: WallClock::Manual(self.clock.clone()),
            random: Arc::new(move || chance.lock().unwrap().random()),
        };
        options.stepwise = true;
        options.picture_size = 100;
        options.engine.threads = 1;
        options.engine.hash = 1 << 20;
        let platform = Platform {
            name: "simulated".to_owned(),
            bot: Person::new("bot", "Ringleader"),
            settings: Settings::default(),
            transport: self.network.clone(),
            throttled: false,
        };
        let host = Host::start(store, vec![platform], options).await;
        let host = host.map_err(|error| error.to_string())?;
        host.catch_up().await.map_err(|error| error.to_string())?;
        Ok(host)
    }

    /// Something happens. False if the bot crashes.
    async fn step(&mut self, host: &Host) -> Result<bool, String> {
        let may_pass = !self.desks.iter().any(Desk::is_challenged);
        if may_pass && self.random.random_ratio(1, 8) {
            return self.pass(host).await;
        }
        let count = match self.together {
            true => self.random.random_range(1..=self.desks.len()),
            false => 1,
        };
        let first = self.random.random_range(0..self.desks.len());
        let mut said = Vec::new();
        for number in first..first + count {
            let desk = number % self.desks.len();
            let (author, text, effect) = self.desks[desk].command(&mut self.random);
            said.push(Said {
                event: format!("{}-{desk}", self.steps),
                desk,
                author,
                text,
                effect,
            });
        }
        self.done.said += said.len() as u64;
        if !self.say(host, said).await? {
            return Ok(false);
        }
        if self.answered.is_empty() || !self.random.random_ratio(1, 3) {
            return Ok(true);
        }
        // The platform says something again that it has said before.
        let again = self.random.random_range(0..self.answered.len());
        let said = self.answered[again].clone();
        self.done.doubled += 1;
        match crash::unless(host.handle(incoming(&self.desks[said.desk], &said))).await? {
            None => Ok(false),
            Some(Ok(Disposition::Duplicate)) => Ok(true),
            Some(other) => Err(format!("{} comes again: {other:?}", said.text)),
        }
    }

    async fn pass(&mut self, host: &Host) -> Result<bool, String> {
        let by = SignedDuration::from_secs(self.random.random_range(60..100_000));
        let to = self.clock.now() + by;
        let before = self.clock.now();
        let moved = crash::unless(host.move_clock(to)).await?;
        let now = self.clock.now();
        for desk in &mut self.desks {
            if moved.is_none() {
                desk.crash(now.duration_since(before));
            }
            self.done.timed_out += u64::from(desk.pass(now));
        }
        match moved {
            Some(moved) => moved.map(|()| true).map_err(|error| error.to_string()),
            None => Ok(false),
        }
    }

    /// Several people say something at once. False if the bot crashes: it may have heard some of it.
    async fn say(&mut self, host: &Host, said: Vec<Said>) -> Result<bool, String> {
        let all = said
            .iter()
            .map(|one| host.handle(incoming(&self.desks[one.desk], one)));
        let together = self.together;
        let results = crash::unless(async {
            let results = join_all(all).await;
            if !together {
                host.settle_all().await;
            }
            results
        });
        let Some(results) = results.await? else {
            self.open = said;
            return Ok(false);
        };
        for (said, result) in said.into_iter().zip(results) {
            match result {
                Ok(Disposition::Done | Disposition::Duplicate) => {
                    self.desks[said.desk].apply(said.effect, self.clock.now());
                    self.answered.push(said);
                }
                other => return Err(format!("{}: {other:?}", said.text)),
            }
        }
        Ok(true)
    }

    /// Compares what is stored and what has arrived with what has to be.
    async fn check(&mut self, store: &SqlStore) -> Result<(), String> {
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
            let answers: BTreeSet<i64> = arrived
                .iter()
                .filter(|one| one.answers.as_deref() == Some(&said.event))
                .map(|one| one.id)
                .collect();
            if answers.len() != 1 {
                return Err(format!("{}: {} answers", said.text, answers.len()));
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

fn incoming(desk: &Desk, said: &Said) -> Incoming {
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

/// Runs it in a runtime that ends with it, whatever is still at work there.
fn in_a_runtime<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().unwrap();
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}
