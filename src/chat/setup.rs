//! `ringleader setup`: asks for what the bot needs, tries each answer, and writes the config and the
//! files with secrets.
//!
//! - `ask`: questions in the terminal
//! - `discord`, `matrix`: a platform's questions, each tried on the platform
//! - `draft`: the text of the files. Pure
//! - `write`: writes them, all or none

mod ask;
#[cfg(feature = "discord")]
mod discord;
mod draft;
#[cfg(feature = "matrix")]
mod matrix;
mod write;

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf, absolute};

use url::Url;

use crate::chat::check::{self, Finding};
use crate::chat::common::shutdown::ShutdownSignal;
use crate::config::Config;
use crate::files::folder_of;
use crate::store::DatabaseLocation;
use ask::{choose, problem, say, text, yes};
use draft::Draft;

/// The config of the Debian package, and where its service keeps its data.
const SERVICE_CONFIG: &str = "/etc/ringleader/config.toml";
const SERVICE_DATA: &str = "/var/lib/ringleader";

/// The config file unless another is chosen.
const CONFIG: &str = "config.toml";

/// What is known before the first question.
#[derive(Debug, Default)]
pub struct SetupOptions {
    /// The config file to write, if it is not to be asked for.
    pub config: Option<PathBuf>,
    /// `discord.api_base`.
    pub discord_api_base: Option<String>,
}

/// What was answered.
struct Answers {
    config: PathBuf,
    /// A file, or the address of a database on a server.
    database: PathBuf,
    #[cfg(feature = "discord")]
    discord: Option<discord::DiscordAnswers>,
    #[cfg(feature = "matrix")]
    matrix: Option<matrix::MatrixAnswers>,
}

impl Answers {
    /// The files that hold them.
    fn draft(&self) -> Draft {
        let mut draft = Draft::new(&self.config);
        draft.blank();
        draft.comment("Games and ratings.");
        draft.path("database", &self.database);
        #[cfg(feature = "discord")]
        if let Some(discord) = &self.discord {
            discord.write(&mut draft);
        }
        #[cfg(feature = "matrix")]
        if let Some(matrix) = &self.matrix {
            matrix.write(&mut draft);
        }
        draft
    }

    /// How people bring the bot into their servers and rooms: a line for each platform.
    fn invitations(&self) -> Vec<String> {
        let mut lines = Vec::new();
        #[cfg(feature = "discord")]
        lines.extend(
            self.discord
                .as_ref()
                .map(discord::DiscordAnswers::invitation),
        );
        #[cfg(feature = "matrix")]
        lines.extend(self.matrix.as_ref().map(matrix::MatrixAnswers::invitation));
        lines
    }
}

/// Asks, writes the files, and checks them. Returns whether all checks passed.
///
/// # Errors
///
/// There is no terminal, the questions were interrupted, or a file cannot be written. Nothing was
/// written then.
pub fn start(options: &SetupOptions) -> io::Result<bool> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(io::Error::other(
            "setup asks questions: run it in a terminal, or copy config.example.toml to config.toml \
             and edit it",
        ));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // Nothing else runs while a question waits for its answer.
    let done = runtime.block_on(set_up(options));
    runtime.shutdown_background();
    done
}

async fn set_up(options: &SetupOptions) -> io::Result<bool> {
    say(
        "A few questions set Ringleader up. Enter takes the proposed answer; Ctrl-C quits without \
         changing anything.",
    );
    let config = config_file(options.config.as_deref())?;
    let answers = answers(config, options).await?;
    let draft = answers.draft();
    let others = write::replaced(draft.secrets());
    if !others.is_empty() {
        let names: Vec<String> = others.iter().map(|path| shown(path)).collect();
        say(&format!(
            "These files exist and say something else: {}.",
            names.join(", ")
        ));
        if !yes("Replace them? Copies of the old ones are kept", true)? {
            return Err(io::Error::other("nothing was written"));
        }
    }

    // From here on a signal does not interrupt the writing.
    let mut signal = ShutdownSignal::watch()?;
    if let Ok(DatabaseLocation::File(path)) = DatabaseLocation::read(answers.database.clone()) {
        write::make_folder(folder_of(&path))?;
    }
    let written = write::files(&draft.files())?;
    for path in &written.files {
        say(&format!("Written: {}", shown(path)));
    }
    for path in &written.copies {
        say(&format!("The old file is now {}", shown(path)));
    }
    say("");
    let is_good = tokio::select! {
        is_good = checked(&answers.config) => is_good,
        () = signal.received() => {
            return Err(io::Error::other("interrupted; the files were written, but not checked"));
        }
    };
    say("");
    say(&format!(
        "Start it:  {}",
        next_command(&answers.config, written.for_service)
    ));
    for line in answers.invitations() {
        say(&line);
    }
    Ok(is_good)
}

/// Asks everything but the path of the config.
async fn answers(config: PathBuf, options: &SetupOptions) -> io::Result<Answers> {
    let (on_discord, on_matrix) = platforms()?;
    #[cfg(feature = "discord")]
    let discord = match on_discord {
        true => Some(discord::ask(options.discord_api_base.clone()).await?),
        false => None,
    };
    #[cfg(not(feature = "discord"))]
    let _ = (on_discord, options);
    let folder = folder_of(&config).to_owned();
    let data = match config == Path::new(SERVICE_CONFIG) {
        true => PathBuf::from(SERVICE_DATA),
        false => folder.clone(),
    };
    #[cfg(feature = "matrix")]
    let matrix = match on_matrix {
        true => Some(matrix::ask(&data).await?),
        false => None,
    };
    #[cfg(not(feature = "matrix"))]
    let _ = on_matrix;
    let proposed = data.join("ringleader.db");
    let question = "Database (a file, or postgres://…)";
    let database = text(question, &shown(&proposed), |given| {
        database(given.trim(), &folder)
    })?;
    Ok(Answers {
        config,
        database,
        #[cfg(feature = "discord")]
        discord,
        #[cfg(feature = "matrix")]
        matrix,
    })
}

/// The database as the config names it: a file in this folder, unless its path is absolute, or an
/// address.
fn database(given: &str, folder: &Path) -> Result<PathBuf, String> {
    let location = DatabaseLocation::read(given.into()).map_err(|error| error.to_string())?;
    match location {
        DatabaseLocation::File(path) if given.is_empty() || folder.join(&path).is_dir() => {
            Err("that is a directory: name a file in it".to_owned())
        }
        DatabaseLocation::File(path) => Ok(folder.join(path)),
        DatabaseLocation::Memory => Err("games would be lost at the end: name a file".to_owned()),
        DatabaseLocation::Postgres(_) if has_password(given) => Err(
            "leave the password out of the address, and put it into ~/.pgpass of the bot's user"
                .to_owned(),
        ),
        DatabaseLocation::Postgres(_) => Ok(given.into()),
    }
}

fn has_password(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| {
        url.password().is_some() || url.query_pairs().any(|(key, _)| key == "password")
    })
}

/// Whether people play on Discord, and whether on Matrix.
fn platforms() -> io::Result<(bool, bool)> {
    let built = (cfg!(feature = "discord"), cfg!(feature = "matrix"));
    if built != (true, true) {
        return Ok(built);
    }
    let choices = ["Discord", "Matrix", "Discord and Matrix"];
    Ok(match choose("Where do people play?", &choices)? {
        0 => (true, false),
        1 => (false, true),
        _ => (true, true),
    })
}

/// Where the config goes. A file that is there is replaced only if that is wanted.
fn config_file(given: Option<&Path>) -> io::Result<PathBuf> {
    let mut given = given.map(Path::to_owned);
    loop {
        let path = match given.take() {
            Some(path) => config_path(&path),
            None => Ok(text("Config file", &shown(&proposed_config()), |given| {
                config_path(Path::new(given.trim()))
            })?),
        };
        match path {
            Err(reason) => problem(&reason),
            Ok(path) if !path.exists() || may_replace(&path)? => return Ok(path),
            Ok(_) => {}
        }
    }
}

/// The config that is proposed: the service's, if it can be written, or else one in this directory.
fn proposed_config() -> PathBuf {
    let service = Path::new(SERVICE_CONFIG);
    match std::fs::OpenOptions::new().write(true).open(service) {
        Ok(_) => service.to_owned(),
        Err(_) => PathBuf::from(CONFIG),
    }
}

/// Checks a path for the config and makes it absolute, so that the paths in the config hold wherever
/// the bot is started.
fn config_path(given: &Path) -> Result<PathBuf, String> {
    let path = absolute(given).map_err(|error| error.to_string())?;
    if path.to_str().is_none() {
        return Err(format!(
            "{} is not UTF-8: name another file",
            path.display()
        ));
    }
    if path.is_dir() {
        return Err(format!(
            "{} is a directory: name a file in it",
            path.display()
        ));
    }
    let folder = folder_of(&path);
    crate::files::try_folder(folder).map_err(|error| {
        format!(
            "nothing can be written in {}: {error}; name another file",
            folder.display()
        )
    })?;
    Ok(path)
}

fn may_replace(path: &Path) -> io::Result<bool> {
    // An example that was never edited is no loss.
    let is_empty = Config::read(path, &|_| None)
        .is_ok_and(|config| config.discord.is_none() && config.matrix.is_none());
    let about = match is_empty {
        true => "exists, without a platform",
        false => "exists",
    };
    let question = format!(
        "{} {about}. Replace it? A copy of the old one is kept",
        shown(path)
    );
    yes(&question, is_empty)
}

/// Runs the checks of `ringleader check`. Returns whether none has failed.
async fn checked(path: &Path) -> bool {
    let mut is_good = true;
    let mut report = |finding: Finding| {
        is_good &= !matches!(finding, Finding::Failed(_));
        say(&finding.to_string());
    };
    match Config::read(path, &|name| env::var_os(name)) {
        Ok(config) => check::check(&config, path, &mut report).await,
        Err(error) => report(Finding::Failed(format!("config: {error}"))),
    }
    is_good
}

/// The command that starts the bot.
fn next_command(config: &Path, for_service: bool) -> String {
    if config == Path::new(SERVICE_CONFIG) {
        return "systemctl enable --now ringleader".to_owned();
    }
    let name = shown(config);
    let name = match name.contains(|c: char| !(c.is_ascii_alphanumeric() || "/._-".contains(c))) {
        true => format!("'{}'", name.replace('\'', r"'\''")),
        false => name,
    };
    let run = format!("ringleader run --config {name}");
    match for_service {
        true => format!("runuser -u {} -- {run}", write::SERVICE_USER),
        false => run,
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests;
