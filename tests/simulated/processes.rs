//! A simulated world in which several processes share a database: they are killed, declared dead
//! while they live, leave and come back, and their connections are cut.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::try_join_all;
use jiff::SignedDuration;
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::host::{Disposition, Host};
use ringleader::store::{DatabaseLocation, ProcessOptions, SqlStore, Store, SyncCursor};
use sqlx::{AnyConnection, Connection};
use tokio::runtime::{Handle, Runtime};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use url::Url;

use super::counts::counts;
use super::desk::Desk;
use super::planted::Fault;
use super::play::random;
use super::postgres;
use super::talk::{Said, Talk};
use super::world::in_a_runtime;

/// The names of the processes.
const NAMES: [&str; 3] = ["a", "b", "c"];

/// The number of steps in one world.
const STEPS: usize = 40;

/// No lease runs out by itself.
const LEASE: Duration = Duration::from_secs(3_600);

/// How long everything may take to come to rest, on a machine that is busy with something else.
const LONG: Duration = Duration::from_secs(300);

/// The same with a planted fault, by which it may never do so.
const SHORT: Duration = Duration::from_secs(20);

/// Delay before something is looked at again.
const DELAY: Duration = Duration::from_millis(2);

/// What goes wrong.
#[derive(Debug, Clone, Copy)]
enum Trouble {
    /// A process is declared dead, and learns of that when it wants to write.
    DeclaredDead(usize),
    /// It is killed, and starts again.
    Killed(usize),
    /// It stops and starts again.
    Left(usize),
    /// A third of the connections to the database are cut.
    Cut(i32),
}

counts! {
    /// Counts of what happened.
    Counts {
        /// Commands, and those that were heard by two processes.
        said,
        doubled,
        /// What went wrong, by kind.
        declared_dead,
        killed,
        left,
        cut,
        /// Games lost on time.
        timed_out,
    }
}

/// A process of the bot.
#[derive(Clone)]
struct Process {
    /// Where it runs.
    handle: Handle,
    host: Host,
}

/// A place of a process that may be killed.
struct Place {
    name: &'static str,
    running: Mutex<Option<(Runtime, Process)>>,
}

/// A world of several processes.
pub(crate) struct Processes {
    random: TestRng,
    location: DatabaseLocation,
    talk: Talk,
    places: [Place; NAMES.len()],
    /// A process without a host that looks at the database.
    observer: Arc<SqlStore>,
    control: tokio::sync::Mutex<AnyConnection>,
    patience: Duration,
    counts: Counts,
}

impl Place {
    /// The process, if one runs.
    fn process(&self) -> Option<Process> {
        let running = self.running.lock().unwrap();
        running.as_ref().map(|(_, process)| process.clone())
    }

    /// Ends it where it is.
    fn kill(&self) {
        if let Some((runtime, process)) = self.running.lock().unwrap().take() {
            // What is dropped closes its connections.
            drop(process);
            runtime.shutdown_background();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Runs a world with a seed to its end. Fails with what is wrong.
pub(crate) fn run(seed: u64, server: &str, fault: Option<&Fault>) -> Result<Counts, String> {
    in_a_runtime(async {
        let address = postgres::database(server).await;
        let location = DatabaseLocation::read(address.clone().into()).unwrap();
        let mut world = Processes::new(seed, location, &address, fault).await;
        let done = world.live().await;
        drop(world);
        remove(server, &address).await;
        done
    })
}

impl Processes {
    async fn new(
        seed: u64,
        location: DatabaseLocation,
        address: &str,
        fault: Option<&Fault>,
    ) -> Self {
        let observer = share(&location, "observer").await.unwrap();
        let mut control = AnyConnection::connect(address).await.unwrap();
        if let Some(fault) = fault {
            let planted = sqlx::raw_sql(fault.sql).execute(&mut control).await;
            planted.unwrap();
        }
        let places = NAMES.map(|name| Place {
            name,
            running: Mutex::default(),
        });
        Self {
            random: random(seed),
            location,
            talk: Talk::new(seed),
            places,
            observer,
            control: tokio::sync::Mutex::new(control),
            patience: if fault.is_some() { SHORT } else { LONG },
            counts: Counts::default(),
        }
    }

    async fn live(&mut self) -> Result<Counts, String> {
        let chances = NAMES.map(|_| self.random.random());
        for (place, chance) in self.places.iter().zip(chances) {
            self.start(place, chance).await?;
        }
        for step in 0..STEPS {
            self.step(step).await?;
        }
        let timed_out = self.talk.desks.iter().map(|desk| desk.timed_out as u64);
        self.counts.timed_out = timed_out.sum();
        Ok(self.counts)
    }

    /// Starts a process whose own choices follow from `chance`.
    async fn start(&self, place: &Place, chance: u64) -> Result<(), String> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let (location, name, patience) = (self.location.clone(), place.name, self.patience);
        let (options, network) = (self.talk.options(chance), Arc::clone(&self.talk.network));
        let begin = async move || {
            loop {
                let begun = match share(&location, name).await {
                    Ok(store) => {
                        Host::start(store, vec![network.platform()], options.clone()).await
                    }
                    Err(error) => Err(error),
                };
                match begun {
                    Ok(host) => return host,
                    // Its connections were cut.
                    Err(_) => sleep(DELAY).await,
                }
            }
        };
        let handle = runtime.handle().clone();
        let started = spawn_blocking(move || handle.block_on(timeout(patience, begin())));
        let host = started.await.unwrap();
        let host = host.map_err(|_| format!("{name} does not start"))?;
        let process = Process {
            handle: runtime.handle().clone(),
            host,
        };
        *place.running.lock().unwrap() = Some((runtime, process));
        Ok(())
    }

    /// Time passes or some people speak, and something may go wrong meanwhile.
    async fn step(&mut self, step: usize) -> Result<(), String> {
        let trouble = self.trouble();
        if trouble.is_some() {
            self.talk.network.begin_trouble();
        }
        // A challenge would lapse, which is not simulated.
        let may_pass = !self.talk.desks.iter().any(Desk::is_challenged);
        let said = match may_pass && self.random.random_ratio(1, 8) {
            true => {
                let together = timeout(self.patience, self.gather()).await;
                together.map_err(|_| "not all processes come back".to_owned())?;
                self.pass();
                Vec::new()
            }
            false => self.speak(step),
        };
        let done = timeout(self.patience, self.go_on(&said, trouble)).await;
        done.unwrap_or_else(|_| Err("the bot does not come to rest".to_owned()))
            .map_err(|wrong| {
                let said = said.iter().map(|said| said.text.as_str());
                let said = said.collect::<Vec<_>>().join(", ");
                format!("step {step}: {said} ({trouble:?}): {wrong}")
            })
    }

    fn trouble(&mut self) -> Option<Trouble> {
        let place = self.random.random_range(0..self.places.len());
        let (trouble, count) = match self.random.random_range(0..16) {
            0..4 => (Trouble::DeclaredDead(place), &mut self.counts.declared_dead),
            4 | 5 => (Trouble::Killed(place), &mut self.counts.killed),
            6 | 7 => (Trouble::Left(place), &mut self.counts.left),
            8 => {
                let third = self.random.random_range(0..3);
                (Trouble::Cut(third), &mut self.counts.cut)
            }
            _ => return None,
        };
        *count += 1;
        Some(trouble)
    }

    /// Waits until no process is left that was declared dead and does not know it. If all were, the
    /// time that passes would count as an outage.
    async fn gather(&self) {
        let count = "SELECT count(*) FROM process_platforms WHERE platform = 'simulated'";
        loop {
            for place in &self.places {
                let process = place.process().unwrap();
                let host = process.host;
                let cursor = SyncCursor {
                    name: "simulated".to_owned(),
                    value: place.name.to_owned(),
                };
                let write = async move { host.set_cursor(cursor).await };
                // It learns of it by that.
                let _ = process.handle.spawn(write).await;
            }
            let mut control = self.control.lock().await;
            let count = sqlx::query_scalar(count).fetch_one(&mut *control).await;
            if count.is_ok_and(|count: i64| count == NAMES.len() as i64) {
                return;
            }
            drop(control);
            sleep(DELAY).await;
        }
    }

    /// Time passes: to a deadline, or just before it, or by any time.
    fn pass(&mut self) {
        let now = self.talk.clock.now();
        let due = self.talk.desks.iter().filter_map(Desk::due).min();
        let to = match (due, self.random.random_range(0..4)) {
            (Some(due), 0) => due,
            (Some(due), 1) => due - SignedDuration::from_secs(1),
            _ => now + SignedDuration::from_secs(self.random.random_range(60..100_000)),
        };
        let to = to.max(now);
        self.talk.clock.set(to);
        for desk in &mut self.talk.desks {
            desk.pass(to);
        }
    }

    /// What people say, some seconds later, as there are rate limits.
    fn speak(&mut self, step: usize) -> Vec<Said> {
        let later = SignedDuration::from_secs(self.random.random_range(5..20));
        let (talk, random) = (&mut self.talk, &mut self.random);
        let now = talk.clock.now() + later;
        talk.clock.set(now);
        talk.desks.iter_mut().for_each(|desk| desk.pass(now));
        let count = random.random_range(1..=talk.desks.len());
        let first = random.random_range(0..talk.desks.len());
        (first..first + count)
            .map(|number| talk.next(number % talk.desks.len(), step, random))
            .collect()
    }

    /// What was said is answered, and what is due is done, whatever trouble there is meanwhile.
    async fn go_on(&mut self, said: &[Said], trouble: Option<Trouble>) -> Result<(), String> {
        let when = Duration::from_millis(self.random.random_range(0..25));
        let mut hearings = Vec::new();
        for said in said {
            self.counts.said += 1;
            hearings.push((said, self.random.random()));
            // The platform tells two processes.
            if self.random.random_ratio(1, 6) {
                self.counts.doubled += 1;
                hearings.push((said, self.random.random()));
            }
        }
        let seed = self.random.random();
        let speak = hearings.iter().map(|(said, seed)| self.insist(said, *seed));
        let disturb = async {
            sleep(when).await;
            match trouble {
                Some(trouble) => self.disturb(trouble, seed).await,
                None => Ok(()),
            }
        };
        tokio::try_join!(try_join_all(speak), disturb)?;
        while !self.is_settled(said).await.unwrap_or(false) {
            sleep(DELAY).await;
        }
        self.talk.network.settled();
        for said in said {
            self.talk.carry_out(&self.observer, said.clone()).await?;
        }
        self.talk.check(&self.observer).await
    }

    /// Somebody says something, and again if the bot has not confirmed it. Each time another process
    /// may hear it.
    async fn insist(&self, said: &Said, seed: u64) -> Result<(), String> {
        let mut random = random(seed);
        loop {
            let place = &self.places[random.random_range(0..self.places.len())];
            if let Some(process) = place.process() {
                let incoming = self.talk.incoming(said);
                let host = process.host;
                let handled = process
                    .handle
                    .spawn(async move { host.handle(incoming).await });
                match handled.await {
                    Ok(Ok(Disposition::Done | Disposition::Duplicate)) => return Ok(()),
                    Ok(Ok(other)) => return Err(format!("{}: {other:?}", said.text)),
                    Err(error) if error.is_panic() => {
                        return Err(format!("{}: {error}", said.text));
                    }
                    // It has failed, or the process was killed.
                    Ok(Err(_)) | Err(_) => {}
                }
            }
            sleep(DELAY).await;
        }
    }

    async fn disturb(&self, trouble: Trouble, seed: u64) -> Result<(), String> {
        let mut random = random(seed);
        match trouble {
            Trouble::DeclaredDead(number) => self.declare_dead(&self.places[number]).await,
            Trouble::Killed(number) => {
                let place = &self.places[number];
                place.kill();
                sleep(Duration::from_millis(random.random_range(0..25))).await;
                // Its lease would run out.
                self.declare_dead(place).await;
                self.start(place, random.random()).await?;
            }
            Trouble::Left(number) => {
                let place = &self.places[number];
                if let Some(process) = place.process() {
                    let left = process.handle.spawn(process.host.shutdown());
                    let _ = left.await;
                }
                place.kill();
                self.start(place, random.random()).await?;
            }
            Trouble::Cut(third) => {
                let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                     WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid % 3 = $1";
                let mut control = self.control.lock().await;
                let cut = sqlx::query(cut).bind(third).execute(&mut *control).await;
                cut.map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    /// A process counts as dead from now on.
    async fn declare_dead(&self, place: &Place) {
        let expire = "UPDATE processes SET expires = clock_timestamp() - interval '1 second'
             WHERE name = $1";
        let mut control = self.control.lock().await;
        let expire = sqlx::query(expire).bind(place.name);
        expire.execute(&mut *control).await.unwrap();
        let shared = self.observer.shared().unwrap();
        // One that is writing is left out, and the observer's connections may have been cut.
        let left = "SELECT count(*) FROM processes
             WHERE name = $1 AND expires < clock_timestamp()";
        loop {
            let _ = shared.end_expired().await;
            let left = sqlx::query_scalar(left).bind(place.name);
            let left: i64 = left.fetch_one(&mut *control).await.unwrap();
            if left == 0 {
                return;
            }
            sleep(DELAY).await;
        }
    }

    /// Whether all of it was handled, nothing is handed over or to be delivered, and no deadline
    /// has passed. None if the database cannot be asked.
    async fn is_settled(&self, said: &[Said]) -> Option<bool> {
        for said in said {
            let table = &self.talk.desks[said.desk].key;
            if !self.observer.is_handled(table, &said.event).await.ok()? {
                return Some(false);
            }
        }
        let left = "SELECT (SELECT count(*) FROM handovers)
             + (SELECT count(*) FROM tables WHERE wake_at <= $1)";
        let now = self.talk.clock.now().as_millisecond();
        let mut control = self.control.lock().await;
        let left = sqlx::query_scalar(left).bind(now).fetch_one(&mut *control);
        let left: i64 = left.await.ok()?;
        let backlog = self.observer.backlog().await.ok()?;
        Some(left == 0 && backlog.replies == 0)
    }
}

/// Removes a database, whoever is connected to it.
async fn remove(server: &str, address: &str) {
    let address = Url::parse(address).unwrap();
    let name = address.path().trim_start_matches('/');
    let mut connection = AnyConnection::connect(server).await.unwrap();
    let remove = sqlx::AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"));
    sqlx::query(remove).execute(&mut connection).await.unwrap();
}

async fn share(
    location: &DatabaseLocation,
    name: &str,
) -> Result<Arc<SqlStore>, ringleader::store::StoreError> {
    let options = ProcessOptions {
        lease: LEASE,
        name: Some(name.to_owned()),
    };
    Ok(Arc::new(SqlStore::share(location, options).await?))
}
