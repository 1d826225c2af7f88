//! `ringleader check` and `ringleader healthcheck` from the outside, against servers that this test
//! plays itself.

#![cfg_attr(
    not(any(feature = "discord", feature = "matrix")),
    allow(
        dead_code,
        unused_imports,
        reason = "the tests of the platforms use them"
    )
)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;
use tempfile::TempDir;

/// A server that answers what it is told to, by path, and notes what it was asked.
struct Server {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

/// A path, and the status and body of its answer.
type Page = (&'static str, u16, &'static str);

impl Server {
    /// Its clock is ahead by so many seconds.
    fn new(pages: Vec<Page>, ahead: i64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let notes = Arc::clone(&asked);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                answer(stream.unwrap(), &pages, ahead, &notes);
            }
        });
        Self { address, asked }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

fn answer(mut stream: TcpStream, pages: &[Page], ahead: i64, notes: &Mutex<Vec<String>>) {
    let head = BufReader::new(stream.try_clone().unwrap());
    let lines: Vec<String> = head
        .lines()
        .map(|line| line.unwrap())
        .take_while(|line| !line.is_empty())
        .collect();
    let Some(path) = lines.first().and_then(|line| line.split(' ').nth(1)) else {
        return;
    };
    let authorized = lines
        .iter()
        .find(|line| line.to_lowercase().starts_with("authorization:"));
    let secret = authorized.map_or("", |line| line.rsplit(' ').next().unwrap());
    notes.lock().unwrap().push(format!("{} {secret}", lines[0]));
    let page = pages.iter().find(|page| page.0 == path);
    let (_, status, body) = page.unwrap_or(&("", 404, "nothing here"));
    let now = Timestamp::try_from(SystemTime::now()).unwrap();
    let date = now + jiff::SignedDuration::from_secs(ahead);
    let date = DateTimePrinter::new()
        .timestamp_to_rfc9110_string(&date)
        .unwrap();
    let _ = write!(
        stream,
        "HTTP/1.1 {status} Told\r\nDate: {date}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
}

fn folder(config: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("config.toml"), config).unwrap();
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringleader"));
    command.current_dir(folder.path()).args(arguments);
    for name in [
        "RUST_LOG",
        "RINGLEADER_DISCORD_TOKEN",
        "RINGLEADER_MATRIX_PASSWORD",
    ] {
        command.env_remove(name);
    }
    command.output().unwrap()
}

/// What `check` prints, and its exit status. Nothing changes by it, and no secret is printed.
fn check(folder: &TempDir) -> (String, i32) {
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let output = run(folder, &["check"]);
    assert_eq!(names(), before);
    let told = String::from_utf8(output.stdout).unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(!format!("{told}{log}").contains("S3CRET"), "{told}{log}");
    for line in told.lines() {
        let known = ["ok:      ", "warning: ", "failed:  "];
        assert!(known.iter().any(|word| line.starts_with(word)), "{line}");
    }
    assert!(log.is_empty(), "{log}");
    (told, output.status.code().unwrap())
}

/// Whether one line has this word and these parts.
fn has(told: &str, word: &str, parts: &[&str]) -> bool {
    let mut lines = told.lines().filter(|line| line.starts_with(word));
    lines.any(|line| parts.iter().all(|part| line.contains(part)))
}

#[test]
fn other_programs_are_started() {
    let twin = env!("CARGO_BIN_EXE_ringleader");
    let (told, _) = check(&folder(&format!(
        "[players.twin]\ncommand = [{twin:?}, 'ugi']\n\
         [players.silent]\ncommand = ['true']\n\
         [players.other]\ncommand = [{twin:?}, 'ugi']\noptions = {{ Nonsense = '1' }}"
    )));
    assert!(has(&told, "ok", &["players.twin: it starts"]), "{told}");
    assert!(has(&told, "failed", &["players.silent: "]), "{told}");
    let parts = ["players.other: ", "no option `Nonsense`"];
    assert!(has(&told, "failed", &parts), "{told}");
}

#[test]
fn what_cannot_be_read_fails() {
    let (told, status) = check(&folder("prefix = 'x'"));
    assert!(
        has(&told, "failed", &["config: config.toml: prefix"]),
        "{told}"
    );
    assert_eq!(status, 1);
    let (told, status) = check(&folder("database = 'none/games.db'"));
    assert!(has(&told, "failed", &["config: nothing to run"]), "{told}");
    assert!(
        has(&told, "failed", &["database: cannot open", "none/games.db"]),
        "{told}"
    );
    assert_eq!(status, 1);
}

#[test]
fn a_database_in_use_and_an_address_in_use_are_told_apart() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let folder = folder(&format!(
        "database = 'games.db'\n[http]\nlisten = '{address}'"
    ));
    let (told, _) = check(&folder);
    assert!(has(&told, "ok", &["games.db will be created"]), "{told}");
    assert!(
        has(&told, "failed", &["http.listen", "cannot be listened at"]),
        "{told}"
    );
    drop(taken);
    let played = run(
        &folder,
        &["console", "--database", "games.db", "--no-pictures"],
    );
    assert!(played.status.success());
    let (told, _) = check(&folder);
    assert!(
        has(&told, "ok", &["games.db, schema version", "undamaged"]),
        "{told}"
    );
    assert!(has(&told, "ok", &["http.listen"]), "{told}");
}

#[test]
fn a_running_bot_is_asked_how_it_is() {
    for (page, arguments, status) in [
        (("/healthz", 200, "alive\n"), &["healthcheck"][..], 0),
        (
            ("/healthz", 503, "the program hangs\n"),
            &["healthcheck"],
            1,
        ),
        (
            ("/readyz", 503, "matrix: not connected\n"),
            &["healthcheck", "--ready"],
            1,
        ),
    ] {
        let server = Server::new(vec![page], 0);
        // The secret is not there: it is not needed.
        let config = "[discord]\ntoken_file = 'none'\n[http]\nlisten = ";
        let folder = folder(&format!("{config}'{}'", server.address));
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), page.2);
    }
    let nobody = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let output = run(
        &folder(&format!("[http]\nlisten = '{nobody}'")),
        &["healthcheck"],
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(run(&folder(""), &["healthcheck"]).status.code(), Some(78));
}

#[cfg(feature = "discord")]
mod discord {
    use super::*;

    const PAGE: &str = "/api/v10/applications/@me";

    fn with(server: &Server, more: &str) -> TempDir {
        let url = server.url();
        folder(&format!(
            "[discord]\ntoken = 'S3CRET-1'\napi_base = '{url}'\n{more}"
        ))
    }

    #[test]
    fn token_and_intents_are_checked() {
        // The intent as a bot in few servers has it, and as one that Discord has verified.
        for flags in [1 << 19, 1 << 18] {
            let body = format!("{{\"id\": \"7\", \"name\": \"Yin\", \"flags\": {flags}}}");
            let server = Server::new(vec![(PAGE, 200, body.leak())], 0);
            let (told, status) = check(&with(&server, ""));
            assert_eq!(status, 0, "{told}");
            assert!(
                has(&told, "ok", &["discord.token: that of Yin", "client_id=7"]),
                "{told}"
            );
            assert!(
                has(&told, "ok", &["Message Content Intent is on"]),
                "{told}"
            );
            assert!(has(&told, "ok", &["clock: that of Discord"]), "{told}");
            assert_eq!(server.asked(), [format!("GET {PAGE} HTTP/1.1 S3CRET-1")]);
        }
        let off = (
            PAGE,
            200,
            "{\"id\": \"7\", \"name\": \"Yin\", \"flags\": 0}",
        );
        let server = Server::new(vec![off], 0);
        let (told, status) = check(&with(&server, ""));
        assert_eq!(status, 1, "{told}");
        assert!(has(
            &told,
            "failed",
            &["Message Content Intent is off", "developer portal"]
        ));
        // Without a prefix it is not needed.
        let (told, status) = check(&with(&server, "prefix = ''"));
        assert_eq!(status, 0, "{told}");
    }

    #[test]
    fn a_token_that_is_not_taken_and_a_server_that_is_away_fail() {
        let refused = Server::new(vec![(PAGE, 401, "{\"message\": \"401: Unauthorized\"}")], 0);
        let (told, status) = check(&with(&refused, ""));
        assert!(
            has(&told, "failed", &["discord.token: Discord rejects it"]),
            "{told}"
        );
        assert_eq!(status, 1);
        let down = Server::new(vec![(PAGE, 502, "<html>")], 0);
        let (told, status) = check(&with(&down, ""));
        assert!(
            has(&told, "failed", &["cannot be reached", "502"]),
            "{told}"
        );
        assert_eq!(status, 1);
    }

    /// A server that takes the connection and never says a word.
    #[test]
    fn nobody_is_waited_for_long() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = silent.local_addr().unwrap();
        let start = std::time::Instant::now();
        let config = format!("[discord]\ntoken = 'S3CRET-1'\napi_base = 'http://{address}'");
        let (told, status) = check(&folder(&config));
        assert!(has(&told, "failed", &["no answer within 10 s"]), "{told}");
        assert_eq!(status, 1);
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_clock_that_is_off_is_told() {
        let page = (
            PAGE,
            200,
            "{\"id\": \"7\", \"name\": \"Yin\", \"flags\": 524288}",
        );
        for (ahead, way) in [(-95, "s ahead of"), (95, "s behind")] {
            let (told, status) = check(&with(&Server::new(vec![page], ahead), ""));
            assert!(
                has(&told, "warning", &["clock: 9", way, "Discord"]),
                "{told}"
            );
            assert_eq!(status, 0);
        }
    }
}

#[cfg(feature = "matrix")]
mod matrix {
    use super::*;

    const VERSIONS: Page = (
        "/_matrix/client/versions",
        200,
        "{\"versions\": [\"v1.11\"]}",
    );
    const LOGIN: Page = (
        "/_matrix/client/v3/login",
        200,
        "{\"flows\": [{\"type\": \"m.login.password\"}]}",
    );
    const WHOAMI: &str = "/_matrix/client/v3/account/whoami";

    fn with(server: &Server, login: &str) -> TempDir {
        let url = server.url();
        folder(&format!(
            "[matrix]\nhomeserver = '{url}'\nuser = '@bot:example.org'\nstore = 'keys'\n\
             store_passphrase = 'S3CRET-2'\n{login}"
        ))
    }

    #[test]
    fn a_homeserver_is_asked_and_nobody_logs_in() {
        let server = Server::new(vec![VERSIONS, LOGIN], 0);
        let (told, status) = check(&with(&server, "password = 'S3CRET-3'"));
        assert_eq!(status, 0, "{told}");
        assert!(
            has(&told, "ok", &["matrix.homeserver", "answers"]),
            "{told}"
        );
        assert!(
            has(&told, "ok", &["matrix.store: keys will be created"]),
            "{told}"
        );
        assert!(
            has(&told, "ok", &["matrix.user: @bot:example.org"]),
            "{told}"
        );
        assert!(has(&told, "ok", &["clock"]), "{told}");
        let asked = server.asked();
        assert!(
            asked.iter().all(|line| line.starts_with("GET ")),
            "{asked:?}"
        );
        assert!(!asked.concat().contains("S3CRET"), "{asked:?}");

        let nobody = (
            "/_matrix/client/v3/profile/@bot:example.org",
            404,
            "{\"errcode\": \"M_NOT_FOUND\"}",
        );
        let server = Server::new(vec![VERSIONS, LOGIN, nobody], 0);
        let (told, _) = check(&with(&server, "password = 'S3CRET-3'"));
        assert!(
            has(&told, "warning", &["knows nobody called @bot"]),
            "{told}"
        );
        let tokens_only = (LOGIN.0, 200, "{\"flows\": [{\"type\": \"m.login.sso\"}]}");
        let server = Server::new(vec![VERSIONS, tokens_only], 0);
        let (told, status) = check(&with(&server, "password = 'S3CRET-3'"));
        assert!(has(&told, "failed", &["takes no passwords"]), "{told}");
        assert_eq!(status, 1);
    }

    #[test]
    fn an_access_token_is_that_of_the_user_and_the_device() {
        let login = "access_token = 'S3CRET-4'\ndevice_id = 'ABC'";
        for (page, word, part, expected) in [
            (
                (
                    WHOAMI,
                    200,
                    "{\"user_id\": \"@bot:example.org\", \"device_id\": \"ABC\"}",
                ),
                "ok",
                "that of @bot:example.org",
                0,
            ),
            (
                (
                    WHOAMI,
                    200,
                    "{\"user_id\": \"@eve:example.org\", \"device_id\": \"ABC\"}",
                ),
                "failed",
                "belongs to @eve:example.org",
                1,
            ),
            (
                (
                    WHOAMI,
                    200,
                    "{\"user_id\": \"@bot:example.org\", \"device_id\": \"XYZ\"}",
                ),
                "failed",
                "device_id",
                1,
            ),
            (
                (WHOAMI, 401, "{\"errcode\": \"M_UNKNOWN_TOKEN\"}"),
                "failed",
                "make a new access token",
                1,
            ),
        ] {
            let server = Server::new(vec![VERSIONS, LOGIN, page], 0);
            let (told, status) = check(&with(&server, login));
            assert!(has(&told, word, &["matrix.", part]), "{told}");
            assert_eq!(status, expected, "{told}");
        }
    }

    #[test]
    fn an_address_that_is_no_homeserver_fails() {
        let server = Server::new(vec![], 0);
        let (told, status) = check(&with(&server, "password = 'S3CRET-3'"));
        assert!(
            has(&told, "failed", &["no Matrix homeserver", "404"]),
            "{told}"
        );
        assert_eq!(status, 1);
        let delegating = (
            "/.well-known/matrix/client",
            200,
            "{\"m.homeserver\": {\"base_url\": \"https://matrix.example.org\"}}",
        );
        let server = Server::new(vec![delegating], 0);
        let (told, _) = check(&with(&server, "password = 'S3CRET-3'"));
        assert!(
            has(&told, "failed", &["https://matrix.example.org/: set that"]),
            "{told}"
        );
    }
}
