//! A simulated year of a busy server, on a clock that stands still: games over time controls of all
//! kinds, with kills, restarts and a clock that is set back. See [README.md](README.md#a-year).

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; a long one tells how far it has come"
)]
#![cfg(unix)]

#[path = "year/audit.rs"]
mod audit;
#[path = "year/challenges.rs"]
mod challenges;
#[path = "year/clock.rs"]
mod clock;
#[path = "year/console.rs"]
mod console;
#[path = "year/downtime.rs"]
mod downtime;
#[path = "year/game.rs"]
mod game;
#[path = "year/hearing.rs"]
mod hearing;
#[path = "year/holidays.rs"]
mod holidays;
mod play;
#[path = "year/players.rs"]
mod players;
#[path = "year/results.rs"]
mod results;
#[path = "year/room.rs"]
mod room;
#[path = "year/upgrade.rs"]
mod upgrade;
#[path = "year/world.rs"]
mod world;

use std::path::Path;

use world::{Scale, World};

fn simulate(folder: &Path, scale: Scale) {
    let mut world = World::new(folder, scale);
    world.run();
    println!("{}", world.progress());
    assert!(
        world.known.done.across_years > 0,
        "no holiday was across years"
    );
    world.audit();
}

#[test]
fn a_slice_of_the_year() {
    let folder = tempfile::tempdir().unwrap();
    let scale = Scale {
        seed: 15,
        games: 220,
        players: 30,
        kill_every: 100,
        restart_every: 25,
        save_every: 150,
    };
    simulate(folder.path(), scale);
}

/// All of it. `RINGLEADER_YEAR` is the folder in which it goes on if it was stopped.
#[test]
#[ignore = "takes long; see README.md"]
fn the_whole_year() {
    let folder = std::env::var_os("RINGLEADER_YEAR").unwrap();
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).unwrap();
    let scale = Scale {
        seed: 2026,
        games: 20_000,
        players: 300,
        kill_every: 300,
        restart_every: 100,
        save_every: 1000,
    };
    simulate(folder, scale);
}
