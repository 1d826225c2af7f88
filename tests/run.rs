//! `ringleader run` from the outside: what it refuses to run with, and how it ends.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder with these settings.
fn folder(settings: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("config.toml"), settings).unwrap();
    folder
}

fn program(folder: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringleader"));
    command
        .current_dir(folder.path())
        .arg("run")
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What was told of settings that cannot be: a status of its own says that a start anew is of no
/// use.
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(78));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn what_cannot_be_run_is_refused() {
    let nothing = folder("prefix = '?'");
    assert_eq!(
        refused(&program(&nothing).output().unwrap()),
        "ringleader: nothing to run: config.toml has neither a [discord] nor a [matrix] section; see \
         config.example.toml\n"
    );
    let told = refused(
        &program(&nothing)
            .args(["--config", "none.toml"])
            .output()
            .unwrap(),
    );
    assert!(told.starts_with("ringleader: none.toml: "), "{told}");
    // Neither has made anything.
    assert_eq!(std::fs::read_dir(nothing.path()).unwrap().count(), 1);

    let tokenless = folder("[discord]\nguilds = [7]");
    let token = "RINGLEADER_DISCORD_TOKEN";
    assert_eq!(
        refused(&program(&tokenless).env_remove(token).output().unwrap()),
        "ringleader: config.toml: discord.token: is missing: give it, or token_file, or \
         RINGLEADER_DISCORD_TOKEN\n"
    );
    let faulty = folder("[matrix]\nhomeserver = 'https://example.org'\nuser = 'bot'\nstore = 's'");
    let password = "RINGLEADER_MATRIX_PASSWORD";
    assert_eq!(
        refused(&program(&faulty).env_remove(password).output().unwrap()),
        "ringleader: config.toml: matrix.password: is missing: give it, or password_file, or \
         RINGLEADER_MATRIX_PASSWORD; or log in with access_token and device_id\n"
    );
    let told = refused(&program(&faulty).env(password, "secret").output().unwrap());
    assert!(
        told.contains("matrix.store_passphrase: is missing"),
        "{told}"
    );
}

/// What the engine may take is looked for before anything begins.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_is_not_there_is_refused() {
    let greedy = folder("[engine]\nthreads = 2\nhash = 16384");
    let output = Command::new("sh")
        .current_dir(greedy.path())
        .args(["-c", "ulimit -v 4000000; exec \"$0\" run"])
        .arg(env!("CARGO_BIN_EXE_ringleader"))
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    assert_eq!(
        refused(&output),
        "ringleader: config.toml: engine.hash: not enough memory for 16384 MiB\n"
    );
}

/// The server takes the connection and never says a word.
#[cfg(all(unix, feature = "discord", feature = "matrix"))]
#[test]
fn a_signal_ends_it_even_while_the_server_is_silent() {
    use std::time::{Duration, Instant};

    /// How long the program may take to begin, and to end.
    const PATIENCE: Duration = Duration::from_secs(300);

    let until = |what: &mut dyn FnMut() -> bool| {
        let start = Instant::now();
        while !what() {
            assert!(start.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let matrix = format!(
        "[matrix]\nhomeserver = 'http://{address}'\nuser = 'bot'\npassword = 'S3CRET-1'\n\
         store = 'store'\nstore_passphrase = 'S3CRET-2'"
    );
    let discord = format!("[discord]\napi_base = 'http://{address}'\ntoken = 'S3CRET-3'");
    for (signal, settings) in [("-TERM", &matrix), ("-INT", &matrix), ("-TERM", &discord)] {
        let folder = folder(settings);
        let mut child = program(&folder).spawn().unwrap();
        // Signals are watched for before the database is opened, and it is closed at the end:
        // what SQLite keeps beside an open one tells that it is.
        let open = folder.path().join("ringleader.db-wal");
        until(&mut || open.exists());
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        until(&mut || child.try_wait().unwrap().is_some());
        let output = child.wait_with_output().unwrap();
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{log}");
        assert!(!log.contains("S3CRET"), "{log}");
        assert!(!open.exists(), "the database was not closed");
    }
}

/// Whatever ends the first, the next one starts.
#[cfg(all(unix, feature = "discord"))]
#[test]
fn a_second_run_on_the_same_database_is_refused() {
    use std::io::Read;

    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let folder = folder(&format!(
        "database = 'games.db'\n[discord]\napi_base = 'http://{address}'\ntoken = 'secret'"
    ));
    let mut first = program(&folder).spawn().unwrap();
    // It asks the server once it has the database.
    let mut asked = silent.accept().unwrap().0;
    asked.read_exact(&mut [0]).unwrap();
    let second = program(&folder).output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let told = String::from_utf8(second.stderr).unwrap();
    let expected = "the database games.db is in use by another program; stop that one first";
    assert!(
        told.ends_with(&format!("ringleader: {expected}\n")),
        "{told}"
    );
    // The lock ends with the process, however it ends.
    first.kill().unwrap();
    first.wait().unwrap();
    let mut next = program(&folder).spawn().unwrap();
    silent.accept().unwrap();
    next.kill().unwrap();
    next.wait().unwrap();
}

#[test]
fn an_address_in_use_is_refused() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let folder = folder(&format!(
        "[http]\nlisten = '{address}'\n[discord]\napi_base = 'http://{address}'\ntoken = 'secret'"
    ));
    let told = String::from_utf8(program(&folder).output().unwrap().stderr).unwrap();
    let expected = match cfg!(feature = "discord") {
        true => format!("ringleader: http.listen: cannot listen at {address}: "),
        false => "ringleader: config.toml has a section [discord]".to_owned(),
    };
    assert!(told.starts_with(&expected), "{told}");
    // Nothing else was begun.
    assert!(!folder.path().join("ringleader.db").exists());
}

/// It waits for a server that is silent, and is given the time; then it is stopped.
#[cfg(all(target_os = "linux", feature = "discord"))]
#[test]
fn systemd_is_told_how_the_bot_is() {
    use std::os::unix::net::UnixDatagram;
    use std::time::Duration;

    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let folder = folder(&format!(
        "[discord]\napi_base = 'http://{address}'\ntoken = 'secret'"
    ));
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(300)))
        .unwrap();
    let told = || {
        let mut message = [0; 1000];
        let length = socket.recv(&mut message).unwrap();
        String::from_utf8(message[..length].to_vec()).unwrap()
    };
    let mut child = program(&folder)
        .env("NOTIFY_SOCKET", &path)
        .env("WATCHDOG_USEC", "400000")
        .spawn()
        .unwrap();
    assert_eq!(told(), "EXTEND_TIMEOUT_USEC=60000000\n");
    // It may be looked at before it runs tables.
    let mut heard = vec![told()];
    while heard[heard.len() - 1] != "STATUS=discord: not connected\n" {
        heard.push(told());
    }
    heard.pop();
    let early = [
        "STATUS=bot: starting; discord: not connected\n",
        "WATCHDOG=1\n",
    ];
    assert!(
        heard.iter().all(|one| early.contains(&one.as_str())),
        "{heard:?}"
    );
    // Every 200 ms, and not faster than that.
    for _ in 0..5 {
        assert_eq!(told(), "WATCHDOG=1\n");
    }
    let sent = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    // The socket holds few messages, and the bot would wait.
    socket
        .set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    let mut message = [0; 1000];
    let mut rest = String::new();
    let status = loop {
        let ended = child.try_wait().unwrap();
        while let Ok(length) = socket.recv(&mut message) {
            rest.push_str(std::str::from_utf8(&message[..length]).unwrap());
        }
        if let Some(status) = ended {
            break status;
        }
    };
    assert!(status.success());
    assert!(rest.contains("STOPPING=1\n"), "{rest}");
    assert!(!rest.contains("READY=1"), "{rest}");
}
