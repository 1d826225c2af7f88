//! The host in a simulated world: a clock that is set by hand, a platform that repeats messages and fails
//! now and then, a disk that may be full, and crashes, everything from one seed. What the bot says and
//! stores is compared with what follows from what was said. Planted faults show that a mistake would be
//! noticed.
//!
//! In worlds of odd seeds one thing happens after another, and a run is the same every time. In the others
//! things happen at the same time.
//!
//! `RINGLEADER_SEEDS=N` runs more worlds, `RINGLEADER_SEED=N` starts with another one: see README.md.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; it tells what was noticed"
)]

#[path = "simulated/counts.rs"]
mod counts;
#[path = "simulated/crash.rs"]
mod crash;
#[path = "simulated/desk.rs"]
mod desk;
#[path = "simulated/disk.rs"]
mod disk;
#[path = "simulated/network.rs"]
mod network;
#[path = "simulated/planted.rs"]
mod planted;
mod play;
mod postgres;
#[path = "simulated/processes.rs"]
mod processes;
#[path = "simulated/talk.rs"]
mod talk;
#[path = "simulated/world.rs"]
mod world;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use planted::{Fault, PLANTED, PLANTED_IN_PROCESSES};
use world::{Counts, World};

/// The number of worlds, by default.
const SEEDS: u64 = 30;

/// The number of worlds of several processes, by default.
const PROCESSES_SEEDS: u64 = 4;

/// A planted fault has to be noticed within this many worlds.
const NOTICED_WITHIN: u64 = 1_000;

/// Crashes are planted in the whole program: one world at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// A world that failed leaves nothing behind that the next one would meet.
fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

#[test]
fn nothing_is_lost_or_doubled_and_nobody_loses_wrongly() {
    let _alone = alone();
    crash::prepare();
    let first = number("RINGLEADER_SEED", 1);
    let seeds = number("RINGLEADER_SEEDS", SEEDS);
    let mut all = Counts::default();
    for seed in first..first + seeds {
        match World::new(seed, None).run() {
            Ok(done) => all += done,
            Err(wrong) => panic!("RINGLEADER_SEED={seed}: {wrong}"),
        }
    }
    println!("{all:?}");
    if seeds >= SEEDS {
        assert!(all.all_happened(), "{all:?}");
    }
}

#[test]
fn a_world_in_which_one_thing_happens_after_another_is_the_same_every_time() {
    let _alone = alone();
    crash::prepare();
    for seed in [1, 3, 5] {
        let [one, other] = [(); 2].map(|()| {
            let world = World::new(seed, None);
            let network = world.network();
            world.run().unwrap();
            network.arrived()
        });
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one, other, "RINGLEADER_SEED={seed}");
        }
        assert_eq!(one.len(), other.len(), "RINGLEADER_SEED={seed}");
    }
}

#[test]
fn processes_that_die_and_come_back_answer_once_and_in_order() {
    let _alone = alone();
    let Some(server) = postgres::server() else {
        return;
    };
    crash::plan(None, Path::new(""));
    let first = number("RINGLEADER_SEED", 1);
    let seeds = number("RINGLEADER_SEEDS", PROCESSES_SEEDS);
    let mut all = processes::Counts::default();
    for seed in first..first + seeds {
        match processes::run(seed, &server, None) {
            Ok(done) => all += done,
            Err(wrong) => panic!("RINGLEADER_SEED={seed}: {wrong}"),
        }
    }
    println!("{all:?}");
    if seeds >= SEEDS || first == 1 && seeds >= PROCESSES_SEEDS {
        assert!(all.all_happened(), "{all:?}");
    }
}

#[test]
fn planted_faults_are_noticed() {
    let _alone = alone();
    crash::prepare();
    check_noticed(PLANTED, 3, |seed, fault| {
        World::new(seed, fault).run().map(|_| ())
    });
}

#[test]
fn planted_faults_in_processes_are_noticed() {
    let _alone = alone();
    let Some(server) = postgres::server() else {
        return;
    };
    crash::plan(None, Path::new(""));
    check_noticed(PLANTED_IN_PROCESSES, 4, |seed, fault| {
        processes::run(seed, &server, fault).map(|_| ())
    });
}

/// In some world each fault has to be noticed: one in so many of them, or those that are asked
/// for.
fn check_noticed(
    faults: &'static [Fault],
    one_in: usize,
    run: impl Fn(u64, Option<&'static Fault>) -> Result<(), String>,
) {
    let wanted = std::env::var("RINGLEADER_FAULT").ok();
    let one_in = if wanted.is_some() { 1 } else { one_in };
    let wanted = wanted.unwrap_or_default();
    let mut all = PLANTED.iter().chain(PLANTED_IN_PROCESSES);
    let is_known = all.any(|one| one.name.contains(&wanted));
    assert!(is_known, "no fault is called {wanted}");
    let faults = faults.iter().step_by(one_in);
    for fault in faults.filter(|one| one.name.contains(&wanted)) {
        let noticed = (1..=NOTICED_WITHIN).find_map(|seed| {
            let wrong = run(seed, Some(fault)).err()?;
            Some((seed, wrong))
        });
        let Some((seed, wrong)) = noticed else {
            panic!("{} is not noticed", fault.name);
        };
        // It is the fault that was noticed.
        let without = run(seed, None);
        assert!(without.is_ok(), "world {seed}: {without:?}");
        let wrong = wrong.lines().next().unwrap_or_default();
        println!("{}: noticed in world {seed}: {wrong}", fault.name);
    }
}
