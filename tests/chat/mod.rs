//! Whole-program tests on chat servers: environments for Python, games that are known beforehand,
//! and scenarios that run as programs of their own and end when the test does.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, Mutex, OnceLock};

use ringleader::engine;
use ringleader::game::{Action, Position, Stage, Variant};
use serde_json::{Value, json};

/// A test for each scenario of a platform, and a test that none was forgotten.
macro_rules! scenarios {
    ($platform:ident: $($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                $platform.scenario(stringify!($name));
            }
        )*

        #[test]
        fn every_scenario_is_a_test() {
            $platform.check_names(&[$(stringify!($name)),*]);
        }
    };
}

/// Seeds that are tried for a game that suits.
const SEEDS: u64 = 500;

/// Most decisions of a game that is played in a chat: each is a message, an answer and a picture.
const LONGEST: usize = 110;

/// The tests on one platform.
pub(crate) struct Platform {
    /// Its name: that of the folder with its scripts.
    name: &'static str,
    /// The script that serves what all scenarios share: it gets a folder and the server's Python,
    /// says one line of JSON when it is ready, and runs until its standard input closes.
    server: &'static str,
    /// Scenarios that play at once.
    at_once: usize,
    ground: OnceLock<Option<Ground>>,
    playing: Mutex<usize>,
    left: Condvar,
}

/// What all scenarios of a platform share.
struct Ground {
    /// Python with the players' client.
    python: PathBuf,
    /// Tells about the shared server.
    server: PathBuf,
    /// The server ends when this does, or rather when its standard input closes.
    _server: Child,
}

/// A place among those that play.
struct Seat<'a>(&'a Platform);

impl Platform {
    /// The tests whose scripts are in the folder `name`, of which so many play at once. They may
    /// not be left out where `RINGLEADER_NAME_TESTS` is `required`.
    pub(crate) const fn new(name: &'static str, server: &'static str, at_once: usize) -> Self {
        Self {
            name,
            server,
            at_once,
            ground: OnceLock::new(),
            playing: Mutex::new(0),
            left: Condvar::new(),
        }
    }

    /// Where environments, games and the shared server are.
    fn home(&self) -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR"))
            .parent()
            .unwrap()
            .join(format!("{}-test", self.name))
    }

    fn script(&self, name: &str) -> PathBuf {
        tests().join(self.name).join(name)
    }

    /// The shared ground, made by the first test that needs it; none where there is no Python.
    fn ground(&self) -> Option<&Ground> {
        self.ground.get_or_init(|| self.make_ground()).as_ref()
    }

    fn make_ground(&self) -> Option<Ground> {
        let has_venv = Command::new("python3")
            .args(["-c", "import venv, ensurepip"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        if !has_venv {
            let required = format!("RINGLEADER_{}_TESTS", self.name.to_uppercase());
            assert!(
                std::env::var(&required).as_deref() != Ok("required"),
                "python3 with venv is missing, and {required} asks for it"
            );
            return None;
        }
        let home = self.home();
        let installed = Command::new("python3")
            .arg(tests().join("chat/install.py"))
            .arg(&home)
            .arg(tests().join(self.name))
            .status()
            .unwrap();
        assert!(
            installed.success(),
            "server and players cannot be installed"
        );
        let games = home.join("games");
        std::fs::create_dir_all(&games).unwrap();
        for variant in [Variant::Normal, Variant::Blitz] {
            let text = serde_json::to_string_pretty(&game(variant)).unwrap();
            std::fs::write(games.join(format!("{variant}.json")), text).unwrap();
        }
        let folder = home.join(format!("shared-{}", std::process::id()));
        let mut server = Command::new(home.join("players/bin/python"))
            .arg(self.script(self.server))
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
        assert!(about.starts_with('{'), "the shared server does not start");
        let path = folder.join("about.json");
        std::fs::write(&path, about).unwrap();
        Some(Ground {
            python: home.join("players/bin/python"),
            server: path,
            _server: server,
        })
    }

    fn take_seat(&self) -> Seat<'_> {
        let mut playing = self.playing.lock().unwrap();
        while *playing == self.at_once {
            playing = self.left.wait(playing).unwrap();
        }
        *playing += 1;
        Seat(self)
    }

    /// Plays a scenario as often as `RINGLEADER_ATTEMPTS` allows until it comes out as it must.
    /// An attempt that fails is told aloud.
    pub(crate) fn scenario(&self, name: &str) {
        let _seat = self.take_seat();
        let Some(ground) = self.ground() else {
            tell(
                name,
                "SKIPPED: python3 with venv is missing, nothing was tested",
            );
            return;
        };
        let attempts = attempts();
        let kept = |attempt| self.home().join(format!("failed/{name}-{attempt}"));
        for attempt in 1..=attempts {
            let _ = std::fs::remove_dir_all(kept(attempt));
        }
        for attempt in 1..=attempts {
            let kept = kept(attempt);
            let Err(wrong) = self.attempt(ground, name, &kept) else {
                return;
            };
            if attempts > 1 {
                let kept = kept.display();
                tell(
                    name,
                    &format!("FAILED at attempt {attempt} of {attempts}, see {kept}: {wrong}"),
                );
            }
            assert!(attempt < attempts, "{name}: {wrong}");
        }
    }

    /// Plays a scenario, and shows what there was to see. What is wrong, in one line, if it fails:
    /// then its folder is moved to `kept`.
    fn attempt(&self, ground: &Ground, name: &str, kept: &Path) -> Result<(), String> {
        let work = tempfile::tempdir().unwrap();
        let mut child = Command::new(&ground.python)
            .arg(self.script("run.py"))
            .arg(name)
            .args(["--bot", env!("CARGO_BIN_EXE_ringleader"), "--leash"])
            .arg("--home")
            .arg(self.home())
            .arg("--server")
            .arg(&ground.server)
            .arg("--work")
            .arg(work.path().join("work"))
            .arg("--failed")
            .arg(kept)
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
        for line in said.lines().filter(|line| line.starts_with("SKIPPED")) {
            tell(name, line);
        }
        if output.status.success() {
            Ok(())
        } else {
            let last = said.lines().rfind(|line| !line.trim().is_empty());
            Err(format!("{}: {}", output.status, last.unwrap_or_default()))
        }
    }

    /// Checks that every scenario that there is has a test of its own.
    pub(crate) fn check_names(&self, names: &[&str]) {
        let Some(ground) = self.ground() else {
            return;
        };
        let listed = Command::new(&ground.python)
            .arg(self.script("run.py"))
            .arg("--list")
            .output()
            .unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        let mut listed: Vec<&str> = listed.lines().collect();
        let mut names = names.to_vec();
        listed.sort_unstable();
        names.sort_unstable();
        assert_eq!(listed, names);
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if let Ok(mut playing) = self.0.playing.lock() {
            *playing -= 1;
        }
        self.0.left.notify_one();
    }
}

/// How often a scenario is played until it passes: `RINGLEADER_ATTEMPTS`, else once.
fn attempts() -> u32 {
    let Ok(number) = std::env::var("RINGLEADER_ATTEMPTS") else {
        return 1;
    };
    let number = number.parse().unwrap_or_default();
    assert!(number > 0, "RINGLEADER_ATTEMPTS is a number from 1");
    number
}

/// Tells what was left out or failed at first past the test harness, which shows nothing of a
/// test that passes.
fn tell(scenario: &str, what: &str) {
    let _ = writeln!(io::stderr(), "{scenario}: {what}");
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// A whole game of the engine against itself that ends with a win and in which rows are chosen.
/// One of the seeds gives a game that suits.
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
