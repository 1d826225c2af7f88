//! Plays in real rooms: a homeserver on loopback, players with a client that is not ours, and the
//! program as it is started by its owner. What is played stands in `tests/matrix`, a scenario a
//! test; here the server and the scenarios are started, and the games made that are played.
//!
//! Python with `venv` is needed, and on the first run the package index, from which server and
//! client are installed into the target folder. Where there is no Python the tests say so and
//! pass, unless `RINGLEADER_MATRIX_TESTS=required`.

#![cfg(all(feature = "matrix", unix))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "what a failed scenario tells is shown")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, LazyLock, Mutex, OnceLock};

use ringleader::engine;
use ringleader::game::{Action, Position, Stage, Variant};
use serde_json::{Value, json};

/// Scenarios that play at once: a bot, a server and their players keep a core busy, and the
/// smallest machines that test this have two.
const AT_ONCE: usize = 2;

/// Seeds that are tried for a game that suits.
const SEEDS: u64 = 500;

/// Most decisions of a game that is played in a room: each is a message, an answer and a picture.
const LONGEST: usize = 110;

/// Where environments, games and the shared server are.
fn home() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .unwrap()
        .join("matrix-test")
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/matrix")
        .join(name)
}

/// A whole game of the engine against itself that ends with a win and in which rows are chosen.
fn game(variant: Variant) -> Value {
    (0..SEEDS).find_map(|seed| play(variant, seed)).unwrap()
}

fn play(variant: Variant, seed: u64) -> Option<Value> {
    let mut position = Position::start(variant);
    let mut steps = Vec::new();
    while position.stage() != Stage::Over {
        let turn = engine::turn(&position, seed + steps.len() as u64);
        for action in turn {
            // The number of the choice that the bot offers for it.
            let choice = match action {
                Action::Row(row) => position
                    .rows(position.actor())
                    .position(|one| one == row)
                    .map(|place| place + 1),
                Action::Ring(point) => position
                    .rings(position.actor())
                    .into_iter()
                    .position(|one| one == point)
                    .map(|place| place + 1),
                _ => None,
            };
            let command = match action {
                Action::Place(point) => format!("!place {point}"),
                Action::Move { from, to } => format!("!move {from} {to}"),
                Action::Row(_) => format!("!row {}", choice?),
                Action::Ring(point) => format!("!ring {point}"),
                Action::Pass => "!pass".to_owned(),
            };
            let who = position.actor().to_string();
            position = position.play(action).unwrap();
            steps.push(json!({
                "who": who,
                "command": command,
                "choice": choice,
                "position": position.to_string(),
            }));
        }
    }
    let winner = position.result()?.winner()?;
    let suits = steps.len() <= LONGEST && position.removed(winner) == variant.goal();
    suits.then(
        || json!({ "variant": variant.to_string(), "winner": winner.to_string(), "steps": steps }),
    )
}

/// What all scenarios share.
struct Ground {
    /// Python with the players' client.
    python: PathBuf,
    /// Tells about the shared server.
    server: PathBuf,
    /// The server ends when this does, or rather when its standard input closes.
    _server: Child,
}

/// The shared ground, made by the first test that needs it; none where there is no Python.
fn ground() -> Option<&'static Ground> {
    static GROUND: OnceLock<Option<Ground>> = OnceLock::new();
    GROUND.get_or_init(make_ground).as_ref()
}

fn make_ground() -> Option<Ground> {
    let has_venv = Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_venv {
        assert!(
            std::env::var("RINGLEADER_MATRIX_TESTS").as_deref() != Ok("required"),
            "python3 with venv is missing, and RINGLEADER_MATRIX_TESTS asks for it"
        );
        return None;
    }
    let home = home();
    let installed = Command::new("python3")
        .arg(script("install.py"))
        .arg(&home)
        .status()
        .unwrap();
    assert!(installed.success(), "server and client cannot be installed");
    let games = home.join("games");
    std::fs::create_dir_all(&games).unwrap();
    for variant in [Variant::Normal, Variant::Blitz] {
        let text = serde_json::to_string_pretty(&game(variant)).unwrap();
        std::fs::write(games.join(format!("{variant}.json")), text).unwrap();
    }
    let folder = home.join(format!("shared-{}", std::process::id()));
    let mut server = Command::new(home.join("players/bin/python"))
        .arg(script("homeserver.py"))
        .arg("serve")
        .arg(&folder)
        .arg(home.join("server/bin/python"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut about = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut about)
        .unwrap();
    assert!(about.starts_with('{'), "the homeserver does not start");
    let path = folder.join("about.json");
    std::fs::write(&path, about).unwrap();
    Some(Ground {
        python: home.join("players/bin/python"),
        server: path,
        _server: server,
    })
}

/// Lets so many scenarios play at once.
struct Seats {
    free: Mutex<usize>,
    left: Condvar,
}

/// A place among those that play.
struct Seat;

static SEATS: LazyLock<Seats> = LazyLock::new(|| Seats {
    free: Mutex::new(AT_ONCE),
    left: Condvar::new(),
});

impl Seat {
    fn take() -> Self {
        let mut free = SEATS.free.lock().unwrap();
        while *free == 0 {
            free = SEATS.left.wait(free).unwrap();
        }
        *free -= 1;
        Self
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Ok(mut free) = SEATS.free.lock() {
            *free += 1;
        }
        SEATS.left.notify_one();
    }
}

/// Plays a scenario, and shows what there was to see if it does not come out as it must.
fn scenario(name: &str) {
    let _seat = Seat::take();
    let Some(ground) = ground() else {
        // Past the test harness, which shows nothing of a test that passes.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: {name}: python3 with venv is missing, so nothing was played"
        );
        return;
    };
    let work = tempfile::tempdir().unwrap();
    let mut child = Command::new(&ground.python)
        .arg(script("run.py"))
        .arg(name)
        .args(["--bot", env!("CARGO_BIN_EXE_ringleader"), "--leash"])
        .arg("--home")
        .arg(home())
        .arg("--server")
        .arg(&ground.server)
        .arg("--work")
        .arg(work.path().join("work"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Held until it has ended: it would end without.
    let leash = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(leash);
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{name}: {}", output.status);
}

/// A test for each scenario, and a test that none was forgotten.
macro_rules! scenarios {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                scenario(stringify!($name));
            }
        )*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

scenarios! {
    restart_keeps_device_verification_and_games
    a_lost_store_is_recovered
    a_lost_database_is_told_of
    an_identity_arrives_once_and_in_the_end
    settings_that_cannot_be_are_refused
    secrets_from_files_and_the_environment
    login_by_access_token
    an_ended_session_is_renewed
    a_late_key_opens_the_message
    what_cannot_be_read_is_said_once
    new_devices_hold_up_no_answer
    a_plain_answer_makes_way_for_no_sync
    whole_game_in_a_plain_room
    whole_game_in_an_encrypted_room
    friends_are_found_in_four_ways
    game_against_the_bot
    spectators_change_nothing
    the_quickest_reactions_count
    stale_and_foreign_choices_do_no_harm
    two_games_in_a_room_and_its_thread
    malformed_events_do_no_harm
    the_largest_messages_are_survived
    edits_and_notices_are_no_commands
    commands_by_mention
    names_cannot_break_a_message
    killed_bot_answers_all_in_a_plain_room
    killed_bot_answers_all_in_an_encrypted_room
    killed_server_is_found_again
    default_rate_limits_lose_nothing
    a_gap_in_the_timeline_is_filled
    the_same_events_again_change_nothing
    a_proxy_that_fails_loses_nothing
    empty_pieces_of_history_are_not_its_end
    a_gap_that_is_not_filled_holds_up_no_other_room
    a_server_that_falls_silent_is_not_waited_for_room_by_room
    nothing_is_said_before_the_rooms_are_known
    a_database_that_is_held_loses_nothing
    a_database_older_than_the_store_catches_up
    sigterm_finishes_what_is_in_hand
    invitations_wait_for_the_bot
    muted_bot_comes_back
    kicked_bot_is_invited_again
    encryption_begins_in_mid_game
    a_room_upgrade_takes_the_table_along
    strange_successors_throw_nobody_out
    leaving_a_room_leaves_no_other
    the_bot_leaves_when_it_is_alone
    invitations_follow_the_policy
}

#[test]
fn every_scenario_is_a_test() {
    let Some(ground) = ground() else {
        return;
    };
    let listed = Command::new(&ground.python)
        .arg(script("run.py"))
        .arg("--list")
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let mut listed: Vec<&str> = listed.lines().collect();
    let mut names = NAMES.to_vec();
    listed.sort_unstable();
    names.sort_unstable();
    assert_eq!(listed, names);
}
