//! A simulated world in which several processes share a database: they are killed, declared dead while
//! they live, leave and come back, and their connections are cut.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::{join_all, try_join_all};
use jiff::SignedDuration;
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::host::{Disposition, Host};
use ringleader::store::{DatabaseLocation, ProcessOptions, SqlStore, Store};
use sqlx::{AnyConnection, Connection};
use tokio::runtime::{Handle, Runtime};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use url::Url;

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
    /// One in three connections to the database is cut.
    Cut(i32),
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
pub(crate) fn run(seed: u64, server: &str, fault: Option<&Fault>) -> Result<(), String> {
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
        }
    }

    async fn live(&mut self) -> Result<(), String> {
        let chances = NAMES.map(|_| self.random.random());
        for (place, chance) in self.places.iter().zip(chances) {
            self.start(place, chance).await?;
        }
        for step in 0..STEPS {
            // Rate limits are not simulated.
            let later = SignedDuration::from_secs(self.random.random_range(5..20));
            self.talk.clock.set(self.talk.clock.now() + later);
            self.step(step).await?;
        }
        Ok(())
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

    /// Some people speak, and something may go wrong meanwhile.
    async fn step(&mut self, step: usize) -> Result<(), String> {
        let random = &mut self.random;
        let count = random.random_range(1..=self.talk.desks.len());
        let first = random.random_range(0..self.talk.desks.len());
        let desks = (first..first + count).map(|number| number % self.talk.desks.len());
        let said: Vec<Said> = desks
            .map(|desk| self.talk.next(desk, step, random))
            .collect();
        let place = random.random_range(0..self.places.len());
        let trouble = match random.random_range(0..8) {
            0 | 1 => Some(Trouble::DeclaredDead(place)),
            2 => Some(Trouble::Killed(place)),
            3 => Some(Trouble::Left(place)),
            4 => Some(Trouble::Cut(random.random_range(0..3))),
            _ => None,
        };
        let when = Duration::from_millis(random.random_range(0..25));
        let seeds: Vec<u64> = said.iter().map(|_| random.random()).collect();
        let seed = random.random();
        if trouble.is_some() {
            self.talk.network.begin_trouble();
        }
        let speak = said
            .iter()
            .zip(seeds)
            .map(|(said, seed)| self.insist(said, seed));
        let disturb = async {
            sleep(when).await;
            match trouble {
                Some(trouble) => self.disturb(trouble, seed).await,
                None => Ok(()),
            }
        };
        let all = async { tokio::try_join!(try_join_all(speak), disturb) };
        let told = said.iter().map(|said| said.text.as_str());
        let told = told.collect::<Vec<_>>().join(", ");
        let all = timeout(self.patience, all).await;
        all.map_err(|_| format!("nobody hears {told} ({trouble:?})"))??;
        timeout(self.patience, self.settle(&said))
            .await
            .map_err(|_| format!("{told}: something is left to do ({trouble:?})"))?;
        self.talk.network.settled();
        for said in said {
            self.talk.carry_out(&self.observer, said).await?;
        }
        let checked = self.talk.check(&self.observer).await;
        checked.map_err(|wrong| format!("step {step}, {told} ({trouble:?}): {wrong}"))
    }

    /// Somebody says something, and again if the bot has not confirmed it. Each time another process may
    /// hear it.
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
        // Its connections may have been cut.
        while shared.end_expired().await.is_err() {
            sleep(DELAY).await;
        }
    }

    /// Waits until everything is done that was said.
    async fn settle(&self, said: &[Said]) {
        while !self.is_settled(said).await.unwrap_or(false) {
            sleep(DELAY).await;
        }
    }

    /// Whether all of it was handled, nothing is handed over, and nothing is to be delivered. None if the
    /// database cannot be asked.
    async fn is_settled(&self, said: &[Said]) -> Option<bool> {
        let handled = said.iter().map(|said| {
            let table = &self.talk.desks[said.desk].key;
            self.observer.is_handled(table, &said.event)
        });
        let handled = join_all(handled).await;
        let handled = handled.into_iter().collect::<Result<Vec<_>, _>>().ok()?;
        let mut control = self.control.lock().await;
        let handed = sqlx::query_scalar("SELECT count(*) FROM handovers");
        let handed: i64 = handed.fetch_one(&mut *control).await.ok()?;
        let backlog = self.observer.backlog().await.ok()?;
        Some(handled.into_iter().all(|one| one) && handed == 0 && backlog.replies == 0)
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
