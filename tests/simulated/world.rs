//! A simulated world: what happens in it, and what has to be true of it.

use std::ops::AddAssign;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::config::Config;
use ringleader::host::{
    Disposition, Host, HostError, HostOptions, Incoming, Input, ManualClock, Platform, Sources,
    WallClock,
};
use ringleader::session::{Addressing, Person, Settings, TableKey};
use ringleader::store::{DatabaseLocation, SqlStore, Store, StoreError};
use sqlx::{AnyConnection, Connection};

use super::crash::{self, Moment};
use super::desk::{Desk, Effect};
use super::disk::{self, Disk};
use super::network::Network;
use super::planted::Fault;
use super::play::random;

/// Who plays at which table.
const DESKS: [[&str; 2]; 3] = [["alice", "bob"], ["carol", "dave"], ["erin", "frank"]];

/// What the bot says when it has failed.
const SORRY: &str = "Something went wrong";

/// What the bot says when somebody has lost on time.
const TIME_IS_UP: &str = "time's up!";

/// The number of steps in one world.
const STEPS: usize = 50;

/// The upper bound of [`Moment::Round`].
const ROUNDS: usize = 2_000;

/// Attempts to open a database that the previous life still holds, 2 ms apart.
const OPENINGS: usize = 30_000;

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

/// Counts of what happened.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// Commands; those that were heard late, and those that were heard twice.
    pub(crate) said: u64,
    pub(crate) late: u64,
    pub(crate) doubled: u64,
    /// Crashes in all, by power failures, and where tasks happened to wait.
    pub(crate) crashes: u64,
    pub(crate) power_failures: u64,
    pub(crate) sudden: u64,
    pub(crate) restarts: u64,
    /// How often the clock was set back, and the disk was full.
    pub(crate) set_back: u64,
    pub(crate) full: u64,
    /// Games lost on time.
    pub(crate) timed_out: u64,
}

impl Counts {
    fn each(&mut self) -> [&mut u64; 10] {
        [
            &mut self.said,
            &mut self.late,
            &mut self.doubled,
            &mut self.crashes,
            &mut self.power_failures,
            &mut self.sudden,
            &mut self.restarts,
            &mut self.set_back,
            &mut self.full,
            &mut self.timed_out,
        ]
    }

    /// Whether each has happened.
    pub(crate) fn all_happened(mut self) -> bool {
        self.each().into_iter().all(|count| *count > 0)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, mut more: Self) {
        for (count, more) in self.each().into_iter().zip(more.each()) {
            *count += *more;
        }
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
    /// How often the power has failed. What is left of the files then is put into a new folder: the bot
    /// that was cut off may still be closing its own.
    failures: u32,
    fault: Option<&'static Fault>,
    clock: ManualClock,
    network: Arc<Network>,
    desks: Vec<Desk>,
    /// What was said and answered.
    answered: Vec<Said>,
    /// What was said, and the bot has not confirmed.
    open: Vec<Said>,
    /// Steps so far, of [`STEPS`].
    steps: usize,
    counts: Counts,
}

impl World {
    pub(crate) fn new(seed: u64, fault: Option<&'static Fault>) -> Self {
        let key = |number: usize| TableKey::channel("simulated", number.to_string());
        let desks = DESKS.into_iter().enumerate();
        Self {
            random: random(seed),
            together: seed.is_multiple_of(2),
            folder: tempfile::tempdir().unwrap(),
            failures: 0,
            fault,
            clock: ManualClock::new(Timestamp::from_second(START).unwrap()),
            network: Arc::new(Network::new(seed)),
            desks: desks
                .map(|(number, players)| Desk::new(key(number), players))
                .collect(),
            answered: Vec::new(),
            open: Vec::new(),
            steps: 0,
            counts: Counts::default(),
        }
    }

    pub(crate) fn network(&self) -> Arc<Network> {
        Arc::clone(&self.network)
    }

    /// Where the files of the bot are.
    fn home(&self) -> PathBuf {
        self.folder.path().join(self.failures.to_string())
    }

    fn location(&self) -> DatabaseLocation {
        DatabaseLocation::File(Disk::database(&self.home()))
    }

    /// Runs it to its end. Fails with what is wrong.
    pub(crate) fn run(mut self) -> Result<Counts, String> {
        std::fs::create_dir(self.home()).unwrap();
        crash::plan(None, &self.home());
        disk::make_room();
        if let Some(fault) = self.fault {
            in_a_runtime(self.plant(fault));
        }
        loop {
            match in_a_runtime(self.live())? {
                Ended::Crashed => {
                    self.counts.sudden += u64::from(crash::was_sudden());
                    self.network.crashed();
                    self.counts.crashes += 1;
                    self.tear();
                }
                Ended::Stopped if self.steps >= STEPS => {
                    let timed_out = self.desks.iter().map(|desk| desk.timed_out as u64);
                    self.counts.timed_out = timed_out.sum();
                    return Ok(self.counts);
                }
                Ended::Stopped => self.counts.restarts += 1,
            }
            let may_wait = !self.desks.iter().any(Desk::is_challenged);
            if may_wait && self.random.random_ratio(1, 3) {
                let down = SignedDuration::from_secs(self.random.random_range(1..200_000));
                self.clock.set(self.clock.now() + down);
                self.desks.iter_mut().for_each(|desk| desk.wait(down));
            }
        }
    }

    /// Leaves of the files what a power failure leaves, if there was one.
    fn tear(&mut self) {
        if let Some([before, after]) = crash::disks() {
            let torn = before.torn(&after, &mut random(self.random.random()));
            self.failures += 1;
            std::fs::create_dir(self.home()).unwrap();
            torn.write(&self.home());
            self.counts.power_failures += 1;
        }
    }

    /// Makes the database do something wrong.
    async fn plant(&self, fault: &Fault) {
        let store = SqlStore::open(&self.location()).await.unwrap();
        store.close().await;
        sqlx::any::install_default_drivers();
        let file = Disk::database(&self.home());
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
        let planned = self.next_crash();
        crash::plan(planned, &self.home());
        disk::make_room();
        let chance = self.random.random();
        let Some(host) = crash::run_until_crash(self.begin(store.clone(), chance)).await? else {
            return Ok(Ended::Crashed);
        };
        let host = host?;
        // What was not confirmed is heard again.
        let open = std::mem::take(&mut self.open);
        if !self.say(&host, &store, open).await? {
            return Ok(Ended::Crashed);
        }
        loop {
            if crash::run_until_crash(host.settle_all()).await?.is_none() {
                return Ok(Ended::Crashed);
            }
            self.network.settled();
            disk::make_room();
            self.check(&store).await?;
            if self.steps >= STEPS || self.random.random_ratio(1, 40) {
                break;
            }
            self.steps += 1;
            if !self.step(&host, &store).await? {
                return Ok(Ended::Crashed);
            }
        }
        crash::plan(None, &self.home());
        host.shutdown().await;
        Ok(Ended::Stopped)
    }

    fn next_crash(&mut self) -> Option<(Moment, usize)> {
        let kinds = if self.together { 10 } else { 7 };
        let moment = match self.random.random_range(0..kinds) {
            0 => Moment::BeforeCommit,
            1 => Moment::AfterCommit,
            2 => Moment::BeforeDelivery,
            3 => Moment::AfterDelivery,
            4 | 5 => Moment::PowerFailure,
            7..10 => Moment::Round(self.random.random_range(0..ROUNDS)),
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

    /// Starts the bot, whose own choices follow from `chance`.
    async fn begin(&self, store: Arc<SqlStore>, chance: u64) -> Result<Host, String> {
        let mut options = HostOptions::new(&Config::default());
        let chance = Mutex::new(random(chance));
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
    async fn step(&mut self, host: &Host, store: &SqlStore) -> Result<bool, String> {
        // A challenge would lapse, which is not simulated.
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
        self.counts.said += said.len() as u64;
        if may_pass && self.random.random_ratio(1, 12) {
            // The gateway is silent meanwhile.
            self.counts.late += said.len() as u64;
            if !self.pass(host).await? {
                self.open = said;
                return Ok(false);
            }
        }
        if self.random.random_ratio(1, 25) {
            disk::fill(self.random.random_range(1..4));
            self.counts.full += 1;
        }
        if !self.say(host, store, said).await? {
            return Ok(false);
        }
        if self.answered.is_empty() || !self.random.random_ratio(1, 3) {
            return Ok(true);
        }
        // The platform says something again that it has said before.
        let again = self.random.random_range(0..self.answered.len());
        let said = self.answered[again].clone();
        self.counts.doubled += 1;
        match crash::run_until_crash(host.handle(incoming(&self.desks[said.desk], &said))).await? {
            None => Ok(false),
            Some(Ok(Disposition::Duplicate)) => Ok(true),
            Some(other) => Err(format!("{} comes again: {other:?}", said.text)),
        }
    }

    async fn pass(&mut self, host: &Host) -> Result<bool, String> {
        let before = self.clock.now();
        if self.random.random_ratio(1, 6) {
            let back = SignedDuration::from_secs(self.random.random_range(1..7_200));
            return self.set_back(host, before - back).await;
        }
        let by = SignedDuration::from_secs(self.random.random_range(60..100_000));
        // To a deadline, or just before it, or by any time.
        let due = self.desks.iter().filter_map(Desk::due).min();
        let to = match (due, self.random.random_range(0..4)) {
            (Some(due), 0) => due.max(before),
            (Some(due), 1) => (due - SignedDuration::from_secs(1)).max(before),
            _ => before + by,
        };
        let moved = crash::run_until_crash(host.move_clock(to)).await?;
        let now = self.clock.now();
        for desk in &mut self.desks {
            if moved.is_none() {
                desk.crash(now.duration_since(before));
            }
            desk.pass(now);
        }
        match moved {
            Some(moved) => moved.map(|()| true).map_err(|error| error.to_string()),
            None => Ok(false),
        }
    }

    /// The clock is set back, which changes no time that is left. False if the bot crashes.
    async fn set_back(&mut self, host: &Host, to: Timestamp) -> Result<bool, String> {
        let back = to.duration_since(self.clock.now());
        let moved = crash::run_until_crash(host.move_clock(to)).await?;
        // A bot that crashed may not have got to it, and finds the clock set back after its restart.
        self.clock.set(to);
        self.counts.set_back += 1;
        for desk in &mut self.desks {
            desk.wait(back);
        }
        match moved {
            Some(moved) => moved.map(|()| true).map_err(|error| error.to_string()),
            None => Ok(false),
        }
    }

    /// Several people say something at once, and again if the bot could not store it. False if the bot
    /// crashes: it may have heard some of it.
    async fn say(
        &mut self,
        host: &Host,
        store: &SqlStore,
        said: Vec<Said>,
    ) -> Result<bool, String> {
        let mut open = said;
        while !open.is_empty() {
            let all = open
                .iter()
                .map(|one| host.handle(incoming(&self.desks[one.desk], one)));
            let together = self.together;
            let results = crash::run_until_crash(async {
                let results = join_all(all).await;
                if !together {
                    host.settle_all().await;
                }
                results
            });
            let Some(results) = results.await? else {
                self.open = open;
                return Ok(false);
            };
            for (said, result) in std::mem::take(&mut open).into_iter().zip(results) {
                match result {
                    Ok(Disposition::Done | Disposition::Duplicate) => {
                        self.carry_out(store, said).await?;
                    }
                    Err(HostError::Store(StoreError::Failed(_))) => open.push(said),
                    other => return Err(format!("{}: {other:?}", said.text)),
                }
            }
        }
        Ok(true)
    }

    /// The bot has confirmed what somebody said.
    async fn carry_out(&mut self, store: &SqlStore, mut said: Said) -> Result<(), String> {
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
