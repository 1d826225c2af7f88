//! Tells systemd how the bot is: that it is ready, that it ends, and that it does not hang.
//!
//! systemd says in the environment where it wants to be told, and how often.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::http::Status;

/// Polling interval until the bot is ready.
const STARTING_POLL: Duration = Duration::from_millis(200);

/// The same from then on.
const RUNNING_POLL: Duration = Duration::from_secs(1);

/// How often more time to start is asked for.
const EXTEND_EVERY: Duration = Duration::from_secs(20);

/// How much time is asked for at once. A platform that cannot be reached is waited for as long as it takes,
/// and systemd would end the bot after a minute and a half.
const EXTEND_BY: Duration = Duration::from_secs(60);

/// What a service manager is told.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Message {
    /// The bot starts, and needs this much more time.
    Starting(Duration),
    /// It is ready.
    Ready,
    /// It does not hang.
    Alive,
    /// It ends.
    Stopping,
    /// How it is, for people.
    Status(String),
}

/// A service manager that wants to be told how the bot is.
pub(super) struct ServiceManager {
    tell: Box<dyn Fn(&Message) + Send + Sync>,
    /// After how long without a sign of life it ends the bot, if it does.
    watchdog: Option<Duration>,
    stopping: AtomicBool,
}

impl ServiceManager {
    /// The service manager that has started this process, if there is one that wants to be told.
    #[cfg(target_os = "linux")]
    pub(super) fn find() -> Option<Self> {
        std::env::var_os("NOTIFY_SOCKET")?;
        Some(Self {
            tell: Box::new(systemd::tell),
            watchdog: sd_notify::watchdog_enabled().filter(|limit| !limit.is_zero()),
            stopping: AtomicBool::new(false),
        })
    }

    /// Elsewhere there is none.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn find() -> Option<Self> {
        None
    }

    /// The bot ends.
    pub(super) fn stopping(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        (self.tell)(&Message::Stopping);
    }

    /// Tells how the bot is, for as long as it runs.
    pub(super) async fn report(&self, bot: Arc<dyn Status>) {
        let mut told = Told::default();
        loop {
            for message in self.news(&*bot, &mut told, Instant::now()) {
                (self.tell)(&message);
            }
            let poll = match told.ready {
                true => RUNNING_POLL,
                false => STARTING_POLL,
            };
            sleep(self.watchdog.map_or(poll, |limit| poll.min(limit / 4))).await;
        }
    }

    /// What there is to tell now.
    fn news(&self, bot: &dyn Status, told: &mut Told, now: Instant) -> Vec<Message> {
        let is_due = |last: Option<Instant>, interval| {
            last.is_none_or(|last| now.duration_since(last) >= interval)
        };
        let mut news = Vec::new();
        let lacks = bot.lacks();
        let is_starting = !told.ready && !self.stopping.load(Ordering::Relaxed);
        if is_starting && lacks.is_empty() {
            told.ready = true;
            news.push(Message::Ready);
        } else if is_starting && is_due(told.extended, EXTEND_EVERY) {
            told.extended = Some(now);
            news.push(Message::Starting(EXTEND_BY));
        }
        let status = shown_status(&lacks);
        if told.status != status {
            told.status.clone_from(&status);
            news.push(Message::Status(status));
        }
        // Twice in that time, as systemd recommends.
        if let Some(limit) = self.watchdog
            && is_due(told.alive, limit / 2)
            && bot.is_alive()
        {
            told.alive = Some(now);
            news.push(Message::Alive);
        }
        news
    }
}

/// What a service manager was told, and when.
#[derive(Debug, Default)]
struct Told {
    ready: bool,
    status: String,
    /// When more time to start was asked for.
    extended: Option<Instant>,
    /// When it was told that the bot is alive.
    alive: Option<Instant>,
}

/// What `systemctl status` shows.
fn shown_status(lacks: &[(String, String)]) -> String {
    if lacks.is_empty() {
        return "ready".to_owned();
    }
    let parts: Vec<String> = lacks
        .iter()
        .map(|(what, why)| format!("{what}: {why}"))
        .collect();
    parts.join("; ")
}

#[cfg(target_os = "linux")]
mod systemd {
    //! The protocol: <https://www.freedesktop.org/software/systemd/man/sd_notify.html>.

    use sd_notify::{NotifyState, notify};

    use super::Message;

    pub(super) fn tell(message: &Message) {
        let told = match message {
            Message::Starting(more) => {
                let micros = u32::try_from(more.as_micros()).unwrap_or(u32::MAX);
                notify(&[NotifyState::ExtendTimeoutUsec(micros)])
            }
            Message::Ready => notify(&[NotifyState::Ready]),
            Message::Alive => notify(&[NotifyState::Watchdog]),
            Message::Stopping => notify(&[NotifyState::Stopping]),
            Message::Status(status) => notify(&[NotifyState::Status(status)]),
        };
        if let Err(error) = told {
            tracing::debug!(%error, ?message, "the service manager cannot be told");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A bot that is as the test says.
    struct Bot {
        is_alive: bool,
        lacks: Vec<(String, String)>,
    }

    impl Status for Bot {
        fn is_alive(&self) -> bool {
            self.is_alive
        }

        fn lacks(&self) -> Vec<(String, String)> {
            self.lacks.clone()
        }

        fn metrics(&self) -> String {
            String::new()
        }
    }

    fn bot(is_alive: bool, lacks: &[(&str, &str)]) -> Bot {
        let owned = |&(what, why): &(&str, &str)| (what.to_owned(), why.to_owned());
        Bot {
            is_alive,
            lacks: lacks.iter().map(owned).collect(),
        }
    }

    #[test]
    fn it_is_told_what_holds() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let notes = Arc::clone(&heard);
        let manager = ServiceManager {
            tell: Box::new(move |message: &Message| notes.lock().unwrap().push(message.clone())),
            watchdog: Some(Duration::from_secs(20)),
            stopping: AtomicBool::new(false),
        };
        let mut told = Told::default();
        let mut now = Instant::now();
        // What is told in so many seconds.
        let mut within = |seconds: u32, bot: &Bot| {
            let mut news = Vec::new();
            for _ in 0..seconds {
                news.extend(manager.news(bot, &mut told, now));
                now += Duration::from_secs(1);
            }
            news
        };
        let count = |news: &[Message], of: &Message| news.iter().filter(|one| *one == of).count();
        let waiting = [("matrix", "not connected")];
        let starting = within(45, &bot(true, &waiting));
        let status = Message::Status("matrix: not connected".to_owned());
        let more = Message::Starting(EXTEND_BY);
        assert_eq!(starting[..3], [more.clone(), status, Message::Alive]);
        assert_eq!(count(&starting, &more), 3);
        assert_eq!(count(&starting, &Message::Ready), 0);
        assert_eq!(count(&starting, &Message::Alive), 5);
        let ready = within(60, &bot(true, &[]));
        let status = Message::Status("ready".to_owned());
        assert_eq!(ready[..2], [Message::Ready, status]);
        assert_eq!(count(&ready, &Message::Ready), 1);
        assert_eq!(count(&ready, &Message::Alive), 6);
        // An outage is no reason to be restarted, a bot that hangs is.
        let lacks = [
            ("matrix", "not connected"),
            ("database", "cannot be written"),
        ];
        let lacking = within(60, &bot(true, &lacks));
        let status = "matrix: not connected; database: cannot be written";
        assert_eq!(lacking[0], Message::Status(status.to_owned()));
        assert_eq!(count(&lacking, &Message::Alive), 6);
        assert_eq!(lacking.len(), 7);
        let hanging = within(60, &bot(false, &[]));
        assert_eq!(hanging, [Message::Status("ready".to_owned())]);
        manager.stopping();
        assert_eq!(*heard.lock().unwrap(), [Message::Stopping]);
        // One that ends before it was ready asks for no more time.
        let news = manager.news(&bot(true, &waiting), &mut Told::default(), now);
        assert_eq!(count(&news, &more), 0);
    }
}
