//! The console: a chat in the terminal, in which one person speaks for everybody.
//!
//! ```text
//! alice: !challenge @bob      alice speaks; names are letters, digits, `_`, `.` and `-`
//! !board                      a line without a name is spoken by "you"
//! 1                           the first choice of the latest reply that has any
//! !import < game.txt          the text of the file comes with the line
//! #lounge alice: !status      alice speaks in another channel
//! #club/lounge alice: !status alice speaks in a channel of another server
//! #@alice !remind             alice speaks to the bot alone
//! +2d 4h                      the clock goes on, if it is set by hand
//! @2026-03-05T08:00:00Z       the clock is set
//! ```
//!
//! Each reply begins with its number in the outbox, `#12 Ringleader:`, and the channel if it is
//! another one, `#12 #lounge Ringleader:`. A reply that is delivered again after a crash has the same
//! number.

mod clock;
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

use super::common::attachment::MAX_BYTES;
use super::common::shutdown::ShutdownSignal;
use crate::chat::common::platform::CONSOLE;
use crate::config::Config;
use crate::host::{
    Attachment, DatabaseLocation, Disposition, Host, HostOptions, Incoming, Input, ManualClock,
    Platform, StoreError, open_store,
};
use crate::lines::{self, next_line};
use crate::session::{Arg, Person, Phrase, Reply, Settings, TableKey};
use crate::words::Words;
pub use inline::Protocol;
use line::ConsoleLine;
use screen::Screen;

/// The bot's name.
const BOT: &str = "Ringleader";

/// The server of channels that name none.
const SERVER: &str = "console";

/// The channel of lines that name none.
const MAIN: &str = "main";

/// Length limit of a line, in bytes. A record of the longest game has a tenth of this.
const MAX_LINE: usize = 16 * 1024;

/// How the console runs.
#[derive(Debug, Clone)]
pub struct ConsoleOptions {
    /// The settings.
    pub config: Config,
    /// The database.
    pub database: DatabaseLocation,
    /// The folder for pictures and files. It is created if it does not exist.
    pub pictures: PathBuf,
    /// Whether boards and charts are drawn.
    pub draw: bool,
    /// Names of the persons who may set what holds for channels and servers.
    pub moderators: Vec<String>,
    /// Whether a person types: greet, and prompt for lines.
    pub interactive: bool,
    /// How pictures are shown in the terminal, besides being written to files.
    pub inline: Option<Protocol>,
    /// The time of a clock that stands still until a line moves it. What happens is the same on
    /// every run then.
    pub clock: Option<Timestamp>,
}

/// Why the console failed.
#[derive(Debug, Error)]
pub enum ConsoleError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder for pictures cannot be created.
    #[error("cannot create the folder {} for pictures: {reason}", path.display())]
    Pictures {
        /// The folder.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Input(io::Error),
    /// No threads, or no signals.
    #[error("cannot start: {0}")]
    Runtime(io::Error),
}

/// Runs the console on standard input and output until the input ends, interactively if both are a
/// terminal.
///
/// # Errors
///
/// See [`enum@ConsoleError`].
pub fn start(
    config: Config,
    database: DatabaseLocation,
    pictures: PathBuf,
    draw: bool,
    moderators: Vec<String>,
    clock: Option<Timestamp>,
) -> Result<(), ConsoleError> {
    let output = io::stdout();
    let interactive = io::stdin().is_terminal() && output.is_terminal();
    let inline = Protocol::find(|name| std::env::var(name).ok()).filter(|_| interactive);
    let options = ConsoleOptions {
        config,
        database,
        pictures,
        draw,
        moderators,
        interactive,
        inline,
        clock,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ConsoleError::Runtime)?;
    let input = BufReader::new(tokio::io::stdin());
    let done = runtime.block_on(run(options, input, output));
    // A read of the terminal cannot be cancelled, and is not waited for.
    runtime.shutdown_background();
    done
}

/// Runs the console until the input ends, the output is closed, or the program is asked to stop.
///
/// # Errors
///
/// See [`enum@ConsoleError`].
pub async fn run(
    options: ConsoleOptions,
    input: impl AsyncBufRead + Unpin,
    output: impl Write + Send + 'static,
) -> Result<(), ConsoleError> {
    let ConsoleOptions {
        config,
        database,
        pictures,
        draw,
        moderators,
        interactive,
        inline,
        clock,
    } = options;
    std::fs::create_dir_all(&pictures).map_err(|reason| ConsoleError::Pictures {
        path: pictures.clone(),
        reason,
    })?;
    let store = open_store(&database).await?;
    let screen = Arc::new(Screen::new(output, pictures, draw, inline).moderated_by(&moderators));
    let platform = Platform {
        name: CONSOLE.to_owned(),
        bot: line::person(BOT),
        settings: Settings::default(),
        transport: screen.clone(),
        throttled: false,
    };
    let mut settings = HostOptions::new(&config);
    // Only one person waits here.
    settings.engine.pause = Duration::ZERO;
    let clock = clock.map(ManualClock::new);
    let run = match &clock {
        Some(clock) => {
            let run = clock::count_run(&store).await?;
            clock::go_stepwise(&mut settings, clock, run);
            format!("run {run}")
        }
        None => format!("{:x}", Timestamp::now().as_microsecond()),
    };
    let console = ConsoleSession {
        host: Host::start(store.clone(), vec![platform], settings).await?,
        words: Words::new(config.settings.command_prefix(), BOT),
        screen,
        bot: line::person(BOT),
        clock,
        run,
        interactive,
    };
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
    bot: Person,
    /// The clock that lines set.
    clock: Option<ManualClock>,
    /// The ids of lines begin with this, which is another one for each run on a database.
    run: String,
    interactive: bool,
}

impl<W: Write + Send> ConsoleSession<W> {
    /// Answers line after line.
    async fn listen(&self, mut input: impl AsyncBufRead + Unpin) -> Result<(), ConsoleError> {
        // First, what was left from the last run.
        if self.clock.is_some() {
            self.while_open(self.host.catch_up()).await?;
        }
        self.quiet().await;
        if self.interactive {
            self.say(
                "",
                Phrase::new("console-greeting")
                    .with("tutorial", Arg::command("tutorial"))
                    .with("play", Arg::command("play"))
                    .with("challenge", Arg::command("challenge @bob"))
                    .with("help", Arg::command("help")),
            );
        }
        let mut stop = ShutdownSignal::watch().map_err(ConsoleError::Runtime)?;
        for number in 1_u64.. {
            if self.interactive {
                self.screen.prompt(&self.time());
            }
            let line = tokio::select! {
                () = stop.received() => return Ok(()),
                () = self.screen.closed.cancelled() => return Ok(()),
                line = next_line(&mut input, MAX_LINE) => line.map_err(ConsoleError::Input)?,
            };
            let Some(line) = line else {
                return Ok(());
            };
            self.screen.answered();
            match line {
                lines::InputLine::Text(line) => match self.set_clock(&line) {
                    Some(Some(time)) => self.while_open(self.host.move_clock(time)).await?,
                    Some(None) => self.say_as_bot(MAIN, Phrase::new("console-no-time")),
                    None => self.answer(&line, number).await,
                },
                lines::InputLine::TooLong => {
                    let most = Phrase::new("console-too-long").with("most", MAX_LINE);
                    self.say_as_bot(MAIN, most);
                }
            }
        }
        Ok(())
    }

    /// Whether an input is for the bot.
    async fn is_for_the_bot(&self, table: &TableKey, input: &Input) -> bool {
        match self
            .host
            .preview(table, line::server(&table.channel), input)
            .await
        {
            Ok(preview) => preview.is_some(),
            Err(error) => {
                tracing::error!(%error, "a line cannot be read");
                false
            }
        }
    }

    /// Handles one line, and returns once all replies are shown.
    async fn answer(&self, line: &str, number: u64) {
        if line::has_long_name(line) {
            let most = Phrase::new("console-name-too-long").with("most", line::MAX_NAME);
            return self.say_as_bot(MAIN, most);
        }
        let Some(ConsoleLine {
            channel,
            author,
            mut input,
            people,
            file,
        }) = ConsoleLine::read(line, BOT)
        else {
            return;
        };
        // The bot ignores its own lines.
        if author == self.bot {
            return;
        }
        let table = TableKey::channel(CONSOLE, channel.as_deref().unwrap_or(MAIN));
        let mut attachment = None;
        if let Some((file, bare)) = file
            && self.is_for_the_bot(&table, &bare).await
        {
            match read_file(&file) {
                Ok(content) => attachment = Some(Attachment::text(content)),
                Err(reason) => {
                    self.say_as_bot(
                        &table.channel,
                        Phrase::new("console-unreadable")
                            .with("file", file)
                            .with("reason", reason),
                    );
                    return;
                }
            }
            input = bare;
        }
        let incoming = Incoming {
            table: table.clone(),
            server: line::server(&table.channel).map(str::to_owned),
            community: line::server(&table.channel).map(str::to_owned),
            private: line::server(&table.channel).is_none(),
            author,
            event: format!("{}-{number}", self.run),
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
                tracing::error!(%error, "a line was not handled");
                self.say_as_bot(&table.channel, Phrase::new("internal-error"));
            }
        }
    }

    /// Waits until all replies are shown, or the output is closed.
    async fn quiet(&self) {
        tokio::select! {
            () = self.host.settle_all() => {}
            () = self.screen.closed.cancelled() => {}
        }
    }

    /// Waits for the host, unless the output is closed.
    async fn while_open(
        &self,
        work: impl Future<Output = Result<(), StoreError>>,
    ) -> Result<(), ConsoleError> {
        tokio::select! {
            done = work => Ok(done?),
            () = self.screen.closed.cancelled() => Ok(()),
        }
    }

    /// The time that a line sets the clock to, if it can be set and the line is about it.
    fn set_clock(&self, line: &str) -> Option<Option<Timestamp>> {
        clock::read(line, self.clock.as_ref()?.now())
    }

    /// The time before the prompt, if the clock is set by lines.
    fn time(&self) -> String {
        let clock = self.clock.as_ref();
        clock.map_or_else(String::new, |clock| format!("{} ", clock.now()))
    }

    fn say_as_bot(&self, channel: &str, phrase: Phrase) {
        self.say(&format!("{}{BOT}: ", screen::place(channel)), phrase);
    }

    fn say(&self, head: &str, phrase: Phrase) {
        self.screen
            .say(head, &self.words.reply(&Reply::say(phrase), None));
    }
}

/// The text of a file, or why it cannot be read.
fn read_file(path: &str) -> Result<String, String> {
    let told = |error: io::Error| error.to_string();
    // Reading a pipe or a device may never end.
    if !std::fs::metadata(path).map_err(told)?.is_file() {
        return Err("it is not a file".to_owned());
    }
    let file = std::fs::File::open(path).map_err(told)?;
    let mut content = Vec::new();
    file.take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut content)
        .map_err(told)?;
    if content.len() > MAX_BYTES {
        return Err(format!("it is longer than {MAX_BYTES} bytes"));
    }
    Ok(String::from_utf8_lossy(&content).into_owned())
}

#[cfg(test)]
mod tests;
