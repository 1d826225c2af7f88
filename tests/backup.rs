//! `ringleader backup`, `verify` and `restore` from the outside: beside a game that is being played,
//! killed half-way, and with planted faults.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use ringleader::session::{Event, Table, TableKey};
use ringleader::store::Store as _;
use ringleader::store::{DatabaseLocation, SqlStore};
use tempfile::TempDir;

const GAME: &str = include_str!("data/console/game.txt");

/// Lines of the game before the first action.
const BEFORE: usize = 2;

/// How long something that must happen is waited for.
const PATIENCE: Duration = Duration::from_secs(300);

/// A Matrix store's place, so that one can be planted.
const CONFIG: &str = "database = 'tables.db'\n[matrix]\nhomeserver = 'http://127.0.0.1:9'\n\
    user = 'bot'\npassword = 'S3CRET-1'\nstore = 'keys'\nstore_passphrase = 'S3CRET-2'\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.toml"), CONFIG).unwrap();
    folder
}

fn ringleader(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringleader"));
    command
        .current_dir(folder)
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn text(output: &Output) -> String {
    let told = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(told).unwrap()
}

/// Runs a subcommand that succeeds.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = ringleader(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output));
    text(&output)
}

/// Runs a subcommand that is refused.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = ringleader(folder, arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    text(&output)
}

/// The folder that `ringleader backup` printed.
fn made(printed: &str) -> PathBuf {
    PathBuf::from(printed.split_once(": ").unwrap().0)
}

fn backup(folder: &Path) -> PathBuf {
    folder.join(made(&done(folder, &["backup", "backups"])))
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// A terminal chat that keeps its games in the database of the configuration.
struct Console {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Console {
    fn open(folder: &Path) -> Self {
        let arguments = ["console", "--database", "tables.db", "--no-pictures"];
        let mut child = ringleader(folder, &arguments)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    /// Says a line and waits for what is answered.
    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        let mut heard = String::new();
        while !heard.starts_with('#') {
            heard.clear();
            assert_ne!(self.output.read_line(&mut heard).unwrap(), 0, "{line}");
        }
    }

    /// Ends the input, and waits until all that was said is answered.
    fn finish(mut self) {
        drop(self.input);
        std::io::copy(&mut self.output, &mut std::io::sink()).unwrap();
        assert!(self.child.wait().unwrap().success());
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A database as the Matrix library keeps them: with a write-ahead log.
async fn plant_matrix_store(folder: &Path) -> sqlx::SqlitePool {
    fs::create_dir(folder.join("keys")).unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(folder.join("keys/matrix-sdk-crypto.sqlite3"))
        .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
        .create_if_missing(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    sqlx::raw_sql("CREATE TABLE keys (id INTEGER); INSERT INTO keys VALUES (7)")
        .execute(&pool)
        .await
        .unwrap();
    pool
}

/// The table of a database, and the number of its actions.
async fn table(folder: &Path) -> (Table, usize) {
    let location = DatabaseLocation::File(folder.join("tables.db"));
    let store = SqlStore::open(&location).await.unwrap();
    let key = TableKey::channel("console", "main");
    let log = store.load(&key).await.unwrap();
    store.close().await;
    let acted = |event: &Event| matches!(event, Event::Acted { .. });
    let actions = log.entries.iter().filter(|entry| acted(&entry.event));
    let actions = actions.count();
    (log.fold(key).unwrap(), actions)
}

#[tokio::test]
async fn a_backup_beside_a_running_game_is_restored_and_goes_on() {
    let original = folder();
    let path = original.path();
    let keys = plant_matrix_store(path).await;
    let script: Vec<&str> = GAME.lines().collect();
    let mut console = Console::open(path);
    let mut backups = Vec::new();
    for (said, line) in script[..script.len() / 2].iter().enumerate() {
        console.say(line);
        if said % 8 == 4 {
            // It is made while the next lines are said.
            let child = ringleader(path, &["backup", "backups"]).spawn().unwrap();
            backups.push((said + 1, child));
        }
    }
    let said = script.len() / 2;
    let running = refused(path, &["restore", "--replace", "nowhere"]);
    assert!(running.contains("tables.db is in use"), "{running}");

    for (at_least, child) in backups {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output));
        let backup = path.join(made(&text(&output)));
        let checked = done(path, &["verify", backup.to_str().unwrap()]);
        assert!(!checked.contains("WRONG"), "{checked}");
        assert!(checked.contains("all games replay: 1 tables"), "{checked}");
        assert!(checked.contains("matrix-sdk-crypto.sqlite3: "), "{checked}");

        let restored = folder();
        let restored = restored.path();
        let told = done(restored, &["restore", backup.to_str().unwrap()]);
        assert!(told.contains("restored the Matrix store too"), "{told}");
        let (_, actions) = table(restored).await;
        assert!((at_least - BEFORE..=said - BEFORE).contains(&actions));
        let mut again = Console::open(restored);
        for line in &script[BEFORE + actions..] {
            again.say(line);
        }
        // An answer that was committed and not said when the backup was made has come first.
        again.finish();
        let (table, actions) = table(restored).await;
        assert_eq!(actions, script.len() - BEFORE);
        assert!(table.game().unwrap().is_over());
        let copied = restored.join("keys/matrix-sdk-crypto.sqlite3");
        let copied = sqlx::SqlitePool::connect(copied.to_str().unwrap())
            .await
            .unwrap();
        let key: i64 = sqlx::query_scalar("SELECT id FROM keys")
            .fetch_one(&copied)
            .await
            .unwrap();
        assert_eq!(key, 7);
        copied.close().await;
    }
    console.kill();
    keys.close().await;
}

#[test]
fn nobody_else_may_look_into_a_backup() {
    let original = folder();
    let path = original.path();
    let mut console = Console::open(path);
    console.say("alice: !challenge @bob");
    console.kill();
    let backup = backup(path);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path.join("backups")), 0o700);
    assert_eq!(mode(&backup), 0o700);
    let mut files = names(&backup);
    files.sort_unstable();
    assert_eq!(files, ["manifest.json", "ringleader.db"]);
    for file in files {
        assert_eq!(mode(&backup.join(&file)), 0o600, "{file}");
    }
}

#[test]
fn a_database_that_is_there_is_kept() {
    let original = folder();
    let path = original.path();
    assert!(refused(path, &["backup", "backups"]).contains("there is no database tables.db"));
    let mut console = Console::open(path);
    console.say("alice: !challenge @bob");
    let backup = backup(path);
    let backup = backup.to_str().unwrap();
    console.say("bob: 1");
    console.kill();
    let told = refused(path, &["restore", backup]);
    assert!(told.contains("with --replace it is kept aside"), "{told}");
    let told = done(path, &["restore", "--replace", backup]);
    assert!(told.contains("the database before is kept as "), "{told}");
    let kept: Vec<_> = names(path)
        .into_iter()
        .filter(|name| name.starts_with("tables.db.") && !name.ends_with(".lock"))
        .collect();
    assert!(!kept.is_empty(), "{:?}", names(path));

    // Both are whole: the challenge is open in the one, and taken in the other.
    let running = |name: &str| {
        let other = folder();
        for suffix in ["", "-wal"] {
            let from = path.join(format!("{name}{suffix}"));
            if from.exists() {
                fs::copy(&from, other.path().join(format!("tables.db{suffix}"))).unwrap();
            }
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let (table, _) = runtime.block_on(table(other.path()));
        table.running().is_some()
    };
    assert!(!running("tables.db"));
    let mut kept = kept;
    kept.retain(|name| !name.ends_with("-wal"));
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(running(&kept[0]));
}

#[test]
fn half_a_backup_is_none() {
    let original = folder();
    let path = original.path();
    let mut console = Console::open(path);
    console.say("alice: !challenge @bob");
    for (number, (point, file)) in [
        ("backup-database", "ringleader.db"),
        ("backup-matrix", "ringleader.db"),
        ("backup-manifest", "manifest.json"),
    ]
    .into_iter()
    .enumerate()
    {
        let backups = format!("backups-{number}");
        let mut child = ringleader(path, &["backup", &backups])
            .env("FAILPOINTS", format!("{point}=sleep(600000)"))
            .spawn()
            .unwrap();
        let folder = path.join(&backups);
        let began = Instant::now();
        let part = loop {
            assert!(began.elapsed() < PATIENCE);
            if let Some(name) = names(&folder).pop()
                && folder.join(&name).join(file).exists()
            {
                break folder.join(name);
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        std::thread::sleep(Duration::from_millis(200));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(names(&folder).len(), 1);
        let told = refused(path, &["verify", part.to_str().unwrap()]);
        assert!(told.contains("it was never finished"), "{told}");
        if file != "manifest.json" {
            // Not even under a better name.
            let renamed = folder.join("ringleader-20261126T110000Z");
            fs::rename(&part, &renamed).unwrap();
            let told = refused(path, &["verify", renamed.to_str().unwrap()]);
            assert!(told.contains("there is no manifest.json in it"), "{told}");
            let told = refused(path, &["restore", "--replace", renamed.to_str().unwrap()]);
            assert!(told.contains("in use"), "{told}");
        }
    }
    console.kill();
}

#[test]
fn planted_faults_are_found() {
    let original = folder();
    let path = original.path();
    let mut console = Console::open(path);
    for line in GAME.lines().take(20) {
        console.say(line);
    }
    console.kill();
    let backup = backup(path);
    let database = fs::read(backup.join("ringleader.db")).unwrap();
    let manifest = fs::read_to_string(backup.join("manifest.json")).unwrap();
    let check = |fault: &dyn Fn(&Path), told: &str| {
        fault(&backup);
        let found = refused(path, &["verify", backup.to_str().unwrap()]);
        assert!(found.contains(told), "{told}: {found}");
        let empty = folder();
        refused(empty.path(), &["restore", backup.to_str().unwrap()]);
        assert!(!empty.path().join("tables.db").exists(), "{told}");
        fs::write(backup.join("ringleader.db"), &database).unwrap();
        fs::write(backup.join("manifest.json"), &manifest).unwrap();
    };
    for at in [0, 30, database.len() / 2, database.len() - 1] {
        let flipped = |backup: &Path| {
            let mut bytes = database.clone();
            bytes[at] ^= 1;
            fs::write(backup.join("ringleader.db"), bytes).unwrap();
        };
        check(&flipped, "WRONG  ringleader.db: its SHA-256 is not that");
    }
    let truncated = |backup: &Path| {
        let half = &database[..database.len() / 2];
        fs::write(backup.join("ringleader.db"), half).unwrap();
    };
    check(&truncated, "WRONG  ringleader.db: has ");
    check(
        &|backup| fs::remove_file(backup.join("ringleader.db")).unwrap(),
        "WRONG  ringleader.db: No such file",
    );
    check(
        &|backup| fs::remove_file(backup.join("manifest.json")).unwrap(),
        "there is no manifest.json in it",
    );
    let changed = |from: &str, to: &str| {
        assert!(manifest.contains(from), "{manifest}");
        let text = manifest.replacen(from, to, 1);
        move |backup: &Path| fs::write(backup.join("manifest.json"), &text).unwrap()
    };
    check(
        &changed("\"format\": 1", "\"format\": 2, \"more\": true"),
        "was made by a newer version of this program",
    );
    check(
        &changed("\"version\": \"0", "\"version\": \"9"),
        "manifest.json has changed since it was written",
    );
    check(
        &changed("\"ringleader.db\"", "\"../../tables.db\""),
        "manifest.json has changed since it was written",
    );
    check(&changed("{", "["), "manifest.json cannot be read");
    check(
        &|backup| fs::write(backup.join("other.db"), "").unwrap(),
        "WRONG  other.db: is not in manifest.json",
    );
    fs::remove_file(backup.join("other.db")).unwrap();
    done(path, &["verify", backup.to_str().unwrap()]);
}
