//! A simulated world: what happens in it, and what has to be true of it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::host::{Disposition, Host, HostError};
use ringleader::store::{DatabaseLocation, SqlStore, Store, StoreError};
use sqlx::{AnyConnection, Connection};

use super::counts::counts;
use super::crash::{self, Moment};
use super::desk::Desk;
use super::disk::{self, Disk};
use super::network::Network;
use super::planted::Fault;
use super::play::random;
use super::talk::{Said, Talk};

/// The number of steps in one world.
const STEPS: usize = 50;

/// The upper bound of [`Moment::Round`].
const ROUNDS: usize = 2_000;

/// Attempts to open a database that the previous life still holds, 2 ms apart.
const OPENINGS: usize = 30_000;

counts! {
    /// Counts of what happened.
    Counts {
        /// Commands; those that were heard late, and those that were heard twice.
        said,
        late,
        doubled,
        /// Crashes in all, by power failures, and where tasks happened to wait.
        crashes,
        power_failures,
        sudden,
        restarts,
        /// How often the clock was set back, and the disk was full.
        set_back,
        full,
        /// Games lost on time.
        timed_out,
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
    talk: Talk,
    /// What was said, and the bot has not confirmed.
    open: Vec<Said>,
    /// Steps so far, of [`STEPS`].
    steps: usize,
    counts: Counts,
}

impl World {
    pub(crate) fn new(seed: u64, fault: Option<&'static Fault>) -> Self {
        Self {
            random: random(seed),
            together: seed.is_multiple_of(2),
            folder: tempfile::tempdir().unwrap(),
            failures: 0,
            fault,
            talk: Talk::new(seed),
            open: Vec::new(),
            steps: 0,
            counts: Counts::default(),
        }
    }

    pub(crate) fn network(&self) -> Arc<Network> {
        Arc::clone(&self.talk.network)
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
                    self.talk.network.crashed();
                    self.counts.crashes += 1;
                    self.tear();
                }
                Ended::Stopped if self.steps >= STEPS => {
                    let timed_out = self.talk.desks.iter().map(|desk| desk.timed_out as u64);
                    self.counts.timed_out = timed_out.sum();
                    return Ok(self.counts);
                }
                Ended::Stopped => self.counts.restarts += 1,
            }
            let may_wait = !self.talk.desks.iter().any(Desk::is_challenged);
            if may_wait && self.random.random_ratio(1, 3) {
                let down = SignedDuration::from_secs(self.random.random_range(1..200_000));
                self.talk.clock.set(self.talk.clock.now() + down);
                self.talk.desks.iter_mut().for_each(|desk| desk.wait(down));
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
            self.talk.network.settled();
            disk::make_room();
            self.talk.check(&store).await?;
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
        let mut options = self.talk.options(chance);
        options.stepwise = true;
        let platform = self.talk.network.platform();
        let host = Host::start(store, vec![platform], options).await;
        let host = host.map_err(|error| error.to_string())?;
        host.catch_up().await.map_err(|error| error.to_string())?;
        Ok(host)
    }

    /// Something happens. False if the bot crashes.
    async fn step(&mut self, host: &Host, store: &SqlStore) -> Result<bool, String> {
        // A challenge would lapse, which is not simulated.
        let may_pass = !self.talk.desks.iter().any(Desk::is_challenged);
        if may_pass && self.random.random_ratio(1, 8) {
            return self.pass(host).await;
        }
        let count = match self.together {
            true => self.random.random_range(1..=self.talk.desks.len()),
            false => 1,
        };
        let first = self.random.random_range(0..self.talk.desks.len());
        let mut said = Vec::new();
        for number in first..first + count {
            let desk = number % self.talk.desks.len();
            said.push(self.talk.next(desk, self.steps, &mut self.random));
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
        let answered = self.talk.answered();
        if answered.is_empty() || !self.random.random_ratio(1, 3) {
            return Ok(true);
        }
        // The platform says something again that it has said before.
        let said = answered[self.random.random_range(0..answered.len())].clone();
        self.counts.doubled += 1;
        match crash::run_until_crash(host.handle(self.talk.incoming(&said))).await? {
            None => Ok(false),
            Some(Ok(Disposition::Duplicate)) => Ok(true),
            Some(other) => Err(format!("{} comes again: {other:?}", said.text)),
        }
    }

    async fn pass(&mut self, host: &Host) -> Result<bool, String> {
        let before = self.talk.clock.now();
        if self.random.random_ratio(1, 6) {
            let back = SignedDuration::from_secs(self.random.random_range(1..7_200));
            return self.set_back(host, before - back).await;
        }
        let by = SignedDuration::from_secs(self.random.random_range(60..100_000));
        // To a deadline, or just before it, or by any time.
        let due = self.talk.desks.iter().filter_map(Desk::due).min();
        let to = match (due, self.random.random_range(0..4)) {
            (Some(due), 0) => due.max(before),
            (Some(due), 1) => (due - SignedDuration::from_secs(1)).max(before),
            _ => before + by,
        };
        let moved = crash::run_until_crash(host.move_clock(to)).await?;
        let now = self.talk.clock.now();
        for desk in &mut self.talk.desks {
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
        let back = to.duration_since(self.talk.clock.now());
        let moved = crash::run_until_crash(host.move_clock(to)).await?;
        // A bot that crashed may not have got to it, and finds the clock set back after its restart.
        self.talk.clock.set(to);
        self.counts.set_back += 1;
        for desk in &mut self.talk.desks {
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
            let all = open.iter().map(|one| host.handle(self.talk.incoming(one)));
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
                        self.talk.carry_out(store, said).await?;
                    }
                    Err(HostError::Store(StoreError::Failed(_))) => open.push(said),
                    other => return Err(format!("{}: {other:?}", said.text)),
                }
            }
        }
        Ok(true)
    }
}

/// Runs it in a runtime that ends with it, whatever is still at work there.
pub(crate) fn in_a_runtime<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().unwrap();
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}
