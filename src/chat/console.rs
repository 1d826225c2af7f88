//! The console: a chat for one terminal, in which one person speaks for everybody.
//!
//! ```text
//! alice: !challenge @bob      alice speaks; names are letters, digits, `_`, `.` and `-`
//! !board                      a line without a name is spoken by «you»
//! 1                           the first choice of the latest reply that has any
//! !import < game.txt          the text of the file comes with the line
//! ```
//!
//! Each reply begins with its number in the outbox, `#12 Ringleader:`. A reply that comes again
//! after a crash has the number that it had before.

mod inline;
mod line;
mod screen;

use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use thiserror::Error;
use tokio::io::{AsyncBufRead, BufReader};

use super::common::shutdown::ShutdownSignal;
use crate::config::Config;
use crate::host::{Attachment, Disposition, Host, HostOptions, Incoming, Input, Platform};
use crate::lines::{self, next_line};
use crate::session::{Arg, Parsed, Person, Phrase, Reply, TableKey, parse};
use crate::store::sqlite::{Location, SqliteStore};
use crate::store::{Store, StoreError};
use crate::words::Words;
pub use inline::Protocol;
use line::ConsoleLine;
use screen::Screen;

/// The console's name among the platforms.
const PLATFORM: &str = "console";

/// The bot's name.
const BOT: &str = "Ringleader";

/// Longest line, in bytes. A record of the longest game has a tenth of this.
const LONGEST_LINE: usize = 16 * 1024;

/// Longest file, in bytes.
const LONGEST_FILE: u64 = 1024 * 1024;

/// How the console runs.
#[derive(Debug, Clone)]
pub struct Options {
    /// The settings.
    pub config: Config,
    /// The database.
    pub database: Location,
    /// Where pictures and files go. It is made if it is not there.
    pub pictures: PathBuf,
    /// Whether somebody sits there and types: greet, and prompt for lines.
    pub interactive: bool,
    /// How pictures are shown in the terminal itself, beside being written to files.
    pub inline: Option<Protocol>,
}

/// Why the console ended badly.
#[derive(Debug, Error)]
pub enum Error {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder for pictures cannot be made.
    #[error("cannot make the folder {} for pictures: {reason}", path.display())]
    Pictures {
        /// The folder.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Input(io::Error),
    /// The machine gave us no threads, or no signals.
    #[error("cannot start: {0}")]
    Runtime(io::Error),
}

/// Runs the console at the program's own input and output until the input ends. Whether somebody
/// sits there is found out here.
///
/// # Errors
///
/// See [`enum@Error`].
pub fn start(config: Config, database: Location, pictures: PathBuf) -> Result<(), Error> {
    let output = io::stdout();
    let interactive = io::stdin().is_terminal() && output.is_terminal();
    let inline = Protocol::find(|name| std::env::var(name).ok()).filter(|_| interactive);
    let options = Options {
        config,
        database,
        pictures,
        interactive,
        inline,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Error::Runtime)?;
    let input = BufReader::new(tokio::io::stdin());
    let done = runtime.block_on(run(options, input, output));
    // A read of the terminal cannot be called off; nobody waits for it.
    runtime.shutdown_background();
    done
}

/// Runs the console until the input ends, nobody reads the output any more, or the program is
/// asked to stop.
///
/// # Errors
///
/// See [`enum@Error`].
pub async fn run(
    options: Options,
    input: impl AsyncBufRead + Unpin,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    let Options {
        config,
        database,
        pictures,
        interactive,
        inline,
    } = options;
    std::fs::create_dir_all(&pictures).map_err(|reason| Error::Pictures {
        path: pictures.clone(),
        reason,
    })?;
    let store = Arc::new(SqliteStore::open(&database).await?);
    let screen = Arc::new(Screen::new(output, pictures, inline));
    let platform = Platform {
        name: PLATFORM.to_owned(),
        bot: line::person(BOT),
        prefix: config.prefix.clone(),
        transport: screen.clone(),
        throttled: false,
    };
    let prefix = config.prefix.clone();
    let mut settings = HostOptions::new(&config);
    // Whoever waits here waits alone.
    settings.engine.pause = Duration::ZERO;
    let console = ConsoleSession {
        host: Host::start(store.clone(), vec![platform], settings).await?,
        words: Words::new(&prefix, BOT),
        screen,
        prefix,
        table: TableKey::channel(PLATFORM, "main"),
        bot: line::person(BOT),
        since: Timestamp::now().as_microsecond(),
        interactive,
    };
    // Before anything new, what was left from the last time.
    console.quiet().await;
    let done = tokio::select! {
        done = console.listen(input) => done,
        lost = store.lost() => Err(lost.into()),
    };
    console.screen.end();
    console.host.shutdown().await;
    done
}

struct ConsoleSession<W> {
    host: Host,
    words: Words,
    screen: Arc<Screen<W>>,
    prefix: String,
    table: TableKey,
    bot: Person,
    /// When the console started, in microseconds: the ids of its lines begin with it.
    since: i64,
    interactive: bool,
}

impl<W: Write + Send> ConsoleSession<W> {
    /// Answers line after line.
    async fn listen(&self, mut input: impl AsyncBufRead + Unpin) -> Result<(), Error> {
        if self.interactive {
            self.say(
                "",
                Phrase::new("console-greeting")
                    .with("play", Arg::command("play"))
                    .with("challenge", Arg::command("challenge @bob"))
                    .with("help", Arg::command("help")),
            );
        }
        let mut stop = ShutdownSignal::watch().map_err(Error::Runtime)?;
        for number in 1_u64.. {
            if self.interactive {
                self.screen.prompt();
            }
            let line = tokio::select! {
                () = stop.received() => return Ok(()),
                () = self.screen.closed.cancelled() => return Ok(()),
                line = next_line(&mut input, LONGEST_LINE) => line.map_err(Error::Input)?,
            };
            let Some(line) = line else {
                return Ok(());
            };
            self.screen.answered();
            match line {
                lines::InputLine::Text(line) => self.answer(&line, number).await,
                lines::InputLine::TooLong => {
                    let most = Phrase::new("console-too-long").with("most", LONGEST_LINE);
                    self.say_as_bot(most);
                }
            }
        }
        Ok(())
    }

    /// Answers one line, and returns once all is said.
    async fn answer(&self, line: &str, number: u64) {
        let Some(ConsoleLine {
            author,
            mut input,
            people,
            file,
        }) = ConsoleLine::read(line, BOT)
        else {
            return;
        };
        // The bot does not listen to itself.
        if author == self.bot {
            return;
        }
        let mut attachment = None;
        if let Input::Text { text, addressed } = &mut input
            && let Some((file, before)) = file
            && parse(&before, &self.prefix, *addressed) != Parsed::NotForUs
        {
            match read_file(&file) {
                Ok(content) => attachment = Some(Attachment::text(content)),
                Err(reason) => {
                    self.say_as_bot(
                        Phrase::new("console-unreadable")
                            .with("file", file)
                            .with("reason", reason),
                    );
                    return;
                }
            }
            *text = before;
        }
        let incoming = Incoming {
            table: self.table.clone(),
            author,
            event: format!("{:x}-{number}", self.since),
            reply_target: None,
            input,
            people,
            attachment,
            language: None,
            cursor: None,
        };
        match self.host.handle(incoming).await {
            Ok(Disposition::Done | Disposition::Duplicate) => self.quiet().await,
            Ok(Disposition::NotForUs | Disposition::Throttled) => {}
            Err(error) => {
                tracing::error!(%error, "a line was not heard");
                self.say_as_bot(Phrase::new("internal-error"));
            }
        }
    }

    /// Waits until all is said, or nobody listens.
    async fn quiet(&self) {
        tokio::select! {
            () = self.host.settle(&self.table) => {}
            () = self.screen.closed.cancelled() => {}
        }
    }

    fn say_as_bot(&self, phrase: Phrase) {
        self.say(&format!("{BOT}: "), phrase);
    }

    fn say(&self, head: &str, phrase: Phrase) {
        self.screen
            .say(head, &self.words.reply(&Reply::say(phrase), None));
    }
}

/// The text of a file, or why it cannot be had.
fn read_file(path: &str) -> Result<String, String> {
    let told = |error: io::Error| error.to_string();
    // A pipe or a device might keep us waiting for ever.
    if !std::fs::metadata(path).map_err(told)?.is_file() {
        return Err("it is not a file".to_owned());
    }
    let file = std::fs::File::open(path).map_err(told)?;
    let mut content = Vec::new();
    file.take(LONGEST_FILE + 1)
        .read_to_end(&mut content)
        .map_err(told)?;
    if content.len() as u64 > LONGEST_FILE {
        return Err(format!("it is longer than {LONGEST_FILE} bytes"));
    }
    Ok(String::from_utf8_lossy(&content).into_owned())
}

#[cfg(test)]
mod tests;
