//! Finds out what would fail if the bot were run, without running it.
//!
//! It changes nothing: no database is created or brought up to date, and nobody logs in.

use std::fmt;
use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[cfg(any(feature = "discord", feature = "matrix"))]
use jiff::SignedDuration;
use tokio::task::spawn_blocking;

use super::run;
use crate::config::{Config, ProgramPlayer};
use crate::files::try_folder;
use crate::program::Program;
use crate::store::{DamageCheck, DatabaseLocation, Preflight, preflight};

/// Time limit for the damage check of the database. A gigabyte takes some seconds.
const DAMAGE_LIMIT: Duration = Duration::from_secs(10);

/// How far a clock may be off. Servers refuse what is minutes off.
#[cfg(any(feature = "discord", feature = "matrix"))]
const CLOCK_LIMIT: SignedDuration = SignedDuration::from_secs(30);

/// What a check found: one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// This is right.
    Fine(String),
    /// The bot would run, but something is not as it should be.
    Doubtful(String),
    /// This would fail.
    Failed(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, line) = match self {
            Self::Fine(line) => ("ok", line),
            Self::Doubtful(line) => ("warning", line),
            Self::Failed(line) => ("failed", line),
        };
        // What servers say may be anything.
        let line = line.replace(char::is_control, " ");
        match word {
            "failed" => write!(f, "{word}:  {line}"),
            "warning" => write!(f, "{word}: {line}"),
            _ => write!(f, "{word}:      {line}"),
        }
    }
}

/// Where findings go.
pub(super) type Report<'a> = &'a mut (dyn FnMut(Finding) + Send);

/// Checks what [`run::start`] would need, and tells each finding to `report`. `file` is the config's,
/// for errors.
///
/// # Errors
///
/// Nothing was checked.
pub fn start(config: &Config, file: &Path, report: Report<'_>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(check(config, file, report));
    // A database that is still being read is not waited for.
    runtime.shutdown_background();
    Ok(())
}

pub(super) async fn check(config: &Config, file: &Path, report: Report<'_>) {
    report(match run::refusal(config, file) {
        None => Finding::Fine(format!("config: {}", file.display())),
        Some(error) => Finding::Failed(format!("config: {error}")),
    });
    let is_running = database(&config.database, report).await;
    if let Some(backup) = &config.backup {
        report(folder("backup.directory", &backup.directory));
    }
    for player in &config.players {
        report(program(player.clone()).await);
    }
    if let Some(http) = &config.http {
        let name = format!("http.listen: {}", http.listen);
        report(match TcpListener::bind(http.listen) {
            Ok(_) => Finding::Fine(name),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && is_running => {
                Finding::Fine(format!("{name}, in use by the running bot"))
            }
            Err(error) => Finding::Failed(format!("{name} cannot be listened at: {error}")),
        });
    }
    #[cfg(feature = "discord")]
    if let Some(settings) = &config.discord {
        report_clock("Discord", discord(settings, report).await, report);
    }
    #[cfg(feature = "matrix")]
    if let Some(settings) = &config.matrix {
        report_clock("the homeserver", matrix(settings, report).await, report);
    }
}

/// Starts another program that plays, and ends it.
async fn program(player: ProgramPlayer) -> Finding {
    let key = format!("players.{}", player.name);
    let started = spawn_blocking(move || {
        let (command, options) = (&player.command, &player.options);
        // What it says about itself is for the operator to read.
        let errors = Stdio::inherit();
        Program::start(command, options, errors, &AtomicBool::new(false)).map(drop)
    });
    match started.await {
        Ok(Ok(())) => Finding::Fine(format!("{key}: it starts and speaks UGI")),
        Ok(Err(fault)) => Finding::Failed(format!("{key}: {fault}")),
        Err(error) => Finding::Failed(format!("{key}: {error}")),
    }
}

/// Checks the database. Returns whether a bot is using it.
async fn database(location: &DatabaseLocation, report: Report<'_>) -> bool {
    let found = preflight(location, DAMAGE_LIMIT).await;
    let name = format!("database: {location}");
    report(match &found {
        Ok(Preflight::Absent) => Finding::Fine(format!("{name} will be created")),
        Ok(Preflight::Empty) => {
            Finding::Fine(format!("{name} is empty: its tables will be created"))
        }
        Ok(Preflight::InUse) => Finding::Fine(format!("{name} is in use by a running bot")),
        Ok(Preflight::Present {
            schema,
            damage: DamageCheck::Done,
        }) => Finding::Fine(format!("{name}, schema version {schema}, undamaged")),
        Ok(Preflight::Present {
            schema,
            damage: DamageCheck::TooLong,
        }) => Finding::Doubtful(format!(
            "{name}, schema version {schema}, is too large to be checked for damage in {} s: \
             `ringleader backup` and `ringleader verify` check all of it",
            DAMAGE_LIMIT.as_secs()
        )),
        Ok(Preflight::Present {
            schema,
            damage: DamageCheck::LeftToServer,
        }) => Finding::Fine(format!("{name}, schema version {schema}, can be written")),
        Err(error) => Finding::Failed(format!("database: {error}")),
    });
    matches!(found, Ok(Preflight::InUse))
}

/// Whether files can be written in a folder, or whether it can be created.
fn folder(key: &str, path: &Path) -> Finding {
    let existing = path.ancestors().find(|path| path.exists());
    let existing = existing.unwrap_or(Path::new("."));
    let shown = path.display();
    match try_folder(existing) {
        Ok(()) if existing == path => Finding::Fine(format!("{key}: {shown}")),
        Ok(()) => Finding::Fine(format!("{key}: {shown} will be created")),
        Err(error) => Finding::Failed(format!(
            "{key}: {shown} cannot be written: {error}; make it the bot's own, or name another"
        )),
    }
}

/// Tells whether this machine's clock is that of a server; nothing if the server does not tell its
/// time.
#[cfg(any(feature = "discord", feature = "matrix"))]
fn report_clock(server: &str, ahead: Option<SignedDuration>, report: Report<'_>) {
    let Some(ahead) = ahead else {
        return;
    };
    let off = ahead.abs();
    if off <= CLOCK_LIMIT {
        return report(Finding::Fine(format!("clock: that of {server}")));
    }
    let way = match ahead.is_positive() {
        true => "ahead of",
        false => "behind",
    };
    let seconds = off.as_secs();
    report(Finding::Doubtful(format!(
        "clock: {seconds} s {way} that of {server}: have the system set it (`timedatectl set-ntp \
         true`), or deadlines are wrong"
    )));
}

/// Checks Discord. Returns how far the clock is ahead of it.
#[cfg(feature = "discord")]
async fn discord(settings: &crate::config::Discord, report: Report<'_>) -> Option<SignedDuration> {
    let found = super::discord::probe::application(&settings.token, settings.api_base.as_deref());
    let application = match found.await {
        Ok(application) => application,
        Err(error) => {
            report(Finding::Failed(error.to_string()));
            return None;
        }
    };
    report(Finding::Fine(format!(
        "discord.token: that of {}, which is invited with {}",
        application.name,
        application.invite()
    )));
    if !settings.prefix.is_empty() {
        report(match application.sees_messages {
            Some(true) => Finding::Fine("discord: the Message Content Intent is on".to_owned()),
            Some(false) => Finding::Failed(format!(
                "discord: the Message Content Intent is off, so that {}help is not read: turn it \
                 on in the developer portal, page \"Bot\", or set discord.prefix = \"\"",
                settings.prefix
            )),
            None => Finding::Doubtful(
                "discord: it is not told whether the Message Content Intent is on".to_owned(),
            ),
        });
    }
    application.ahead
}

/// Checks Matrix. Returns how far the clock is ahead of the homeserver's.
#[cfg(feature = "matrix")]
async fn matrix(settings: &crate::config::Matrix, report: Report<'_>) -> Option<SignedDuration> {
    use super::matrix::probe::Probe;

    report(folder("matrix.store", &settings.store));
    let found = async {
        let probe = Probe::new(&settings.homeserver)?;
        let homeserver = probe.homeserver().await?;
        Ok::<_, super::matrix::MatrixError>((probe, homeserver))
    };
    let (probe, homeserver) = match found.await {
        Ok(found) => found,
        Err(error) => {
            report(Finding::Failed(error.to_string()));
            return None;
        }
    };
    report(Finding::Fine(format!(
        "matrix.homeserver: {} answers",
        settings.homeserver
    )));
    report(login(settings, &probe, homeserver.takes_passwords).await);
    homeserver.ahead
}

/// Whether the bot could log in, as far as that can be known without a login.
#[cfg(feature = "matrix")]
async fn login(
    settings: &crate::config::Matrix,
    probe: &super::matrix::probe::Probe,
    takes_passwords: bool,
) -> Finding {
    use super::matrix::MatrixError;
    use crate::config::Login;

    let user = &settings.user;
    let (access_token, device_id, refresh) = match &settings.login {
        Login::Password(_) if !takes_passwords => {
            return Finding::Failed(
                "matrix.password: the homeserver takes no passwords: log in with access_token and \
                 device_id"
                    .to_owned(),
            );
        }
        Login::Password(_) if user.starts_with('@') && probe.is_unknown(user).await => {
            return Finding::Doubtful(format!(
                "matrix.user: the homeserver knows nobody called {user}: create the account"
            ));
        }
        Login::Password(_) => {
            return Finding::Fine(format!(
                "matrix.user: {user}; whether the password is right shows when the bot logs in"
            ));
        }
        Login::Token {
            access_token,
            device_id,
            refresh,
        } => (access_token, device_id, refresh),
    };
    match probe.owner(access_token).await {
        Err(error) => Finding::Failed(error.to_string()),
        Ok(None) if refresh.is_some() => Finding::Doubtful(
            "matrix.access_token: has expired. If the bot has run with it, it has newer ones in its \
             store; otherwise make a new pair of tokens"
                .to_owned(),
        ),
        Ok(None) => Finding::Failed(format!("matrix.access_token: {}", MatrixError::Ended)),
        Ok(Some(owner)) if !owner.is(user) => Finding::Failed(format!(
            "matrix.access_token: belongs to {}, not to {user}",
            owner.user
        )),
        Ok(Some(owner)) if owner.device.as_ref().is_some_and(|id| id != device_id) => {
            Finding::Failed("matrix.device_id: is not the device of the token".to_owned())
        }
        Ok(Some(owner)) => Finding::Fine(format!("matrix.access_token: that of {}", owner.user)),
    }
}
