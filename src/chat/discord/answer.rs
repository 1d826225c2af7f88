//! Interactions that wait for an answer: each is acknowledged at once, and finished when the host
//! has something to say.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use serenity::all::{ApplicationId, InteractionId};
use serenity::http::{LightMethod, Route};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::error::{Failure, Trouble, code};
use super::link::Link;
use super::markdown::escape;
use super::rest::Attached;
use crate::lock::lock;
use crate::store::Answered;

/// How long an interaction's token is good, less what an answer may take to arrive:
/// <https://discord.com/developers/docs/interactions/receiving-and-responding>.
const GOOD_FOR: Duration = Duration::from_secs(14 * 60);

/// Within this an interaction has to be acknowledged.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_millis(2800);

/// The wait between two attempts to acknowledge.
const WAIT: Duration = Duration::from_millis(200);

/// How long an answer waits for the acknowledgement before it goes another way.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often old interactions are thrown away.
const TIDY: Duration = Duration::from_secs(60);

/// What an event's id begins with that is an interaction, and not a message.
const INTERACTION: &str = "interaction:";

/// Answers that only the person sees who asked.
pub(super) const EPHEMERAL: u64 = 1 << 6;

/// Kinds of answers:
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type>.
const MESSAGE: u8 = 4;
const MESSAGE_LATER: u8 = 5;
const UPDATE_LATER: u8 = 6;
const SUGGESTIONS: u8 = 8;

/// What somebody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Used a slash command. `private`: nobody else sees the answer.
    Command { private: bool },
    /// Pressed a button, or picked from a list.
    Press,
}

impl Kind {
    /// All kinds, and how each is written in a [`reference`].
    const WRITTEN: [(Self, &'static str); 3] = [
        (Self::Command { private: false }, "open"),
        (Self::Command { private: true }, "private"),
        (Self::Press, "press"),
    ];

    fn written(self) -> &'static str {
        let found = Self::WRITTEN.iter().find(|(kind, _)| *kind == self);
        found.map_or("", |(_, written)| written)
    }

    fn read(written: &str) -> Option<Self> {
        let found = Self::WRITTEN.iter().find(|(_, name)| *name == written);
        found.map(|(kind, _)| *kind)
    }
}

/// An interaction.
pub(super) struct Answer {
    id: u64,
    application: u64,
    token: String,
    pub(super) kind: Kind,
    since: Instant,
    /// Whether Discord has taken the acknowledgement, once that is known.
    taken: watch::Sender<Option<bool>>,
    /// Whether what stands for the answer was filled in.
    used: AtomicBool,
    /// The thread that was opened for it.
    thread: OnceLock<u64>,
    /// Whether an earlier run acknowledged it, so that nobody knows what stands for the answer.
    earlier: bool,
    /// Whether it was sent on to a thread that was there before.
    sent_on: AtomicBool,
}

/// The event's id of an interaction.
pub(super) fn event_of(interaction: u64) -> String {
    format!("{INTERACTION}{interaction}")
}

/// Whether an event is an interaction, and not a message.
pub(super) fn is_interaction(event: &str) -> bool {
    event.starts_with(INTERACTION)
}

/// What an answer needs to be finished, also by another run of the program. It is kept with the
/// reply, and good for no longer than the interaction's token.
pub(super) fn reference(interaction: u64, application: u64, kind: Kind, token: &str) -> Answered {
    let kind = kind.written();
    format!("{INTERACTION}{interaction}:{application}:{kind}:{token}").into()
}

/// How old an interaction is by its id:
/// <https://discord.com/developers/docs/reference#snowflakes>.
fn age(interaction: u64) -> Duration {
    /// The first second of 2015, in milliseconds since 1970.
    const EPOCH: u64 = 1_420_070_400_000;
    let made = (interaction >> 22) + EPOCH;
    let now = u64::try_from(Timestamp::now().as_millisecond()).unwrap_or_default();
    Duration::from_millis(now.saturating_sub(made))
}

/// The interactions of the last minutes.
#[derive(Default)]
pub(super) struct Answers(Mutex<Recent>);

#[derive(Default)]
struct Recent {
    answers: HashMap<u64, Arc<Answer>>,
    /// When those that are too old were thrown away last.
    tidied: Option<Instant>,
}

impl Recent {
    fn tidy(&mut self) {
        if self.tidied.is_none_or(|last| last.elapsed() >= TIDY) {
            self.answers.retain(|_, answer| answer.is_good());
            self.tidied = Some(Instant::now());
        }
    }
}

impl Answers {
    /// Takes an interaction in; nothing if it came before.
    pub(super) fn begin(
        &self,
        id: u64,
        application: u64,
        token: &str,
        kind: Kind,
    ) -> Option<Arc<Answer>> {
        let mut recent = lock(&self.0);
        recent.tidy();
        if recent.answers.contains_key(&id) {
            return None;
        }
        let answer = Arc::new(Answer {
            id,
            application,
            token: token.to_owned(),
            kind,
            since: Instant::now(),
            taken: watch::Sender::new(None),
            used: AtomicBool::new(false),
            thread: OnceLock::new(),
            earlier: false,
            sent_on: AtomicBool::new(false),
        });
        recent.answers.insert(id, Arc::clone(&answer));
        Some(answer)
    }

    /// The interaction with this event's id, if it is one that can still be answered.
    pub(super) fn of_event(&self, event: &str) -> Option<Arc<Answer>> {
        let mut parts = event.strip_prefix(INTERACTION)?.splitn(4, ':');
        let id: u64 = parts.next()?.parse().ok()?;
        let mut recent = lock(&self.0);
        if let Some(answer) = recent.answers.get(&id) {
            return Some(answer).filter(|answer| answer.is_good()).cloned();
        }
        // One of an earlier run, which had acknowledged it. Filled in twice it says the same.
        let application = parts.next()?.parse().ok()?;
        let kind = Kind::read(parts.next()?)?;
        let token = parts.next()?.to_owned();
        let since = Instant::now().checked_sub(age(id))?;
        let answer = Arc::new(Answer {
            id,
            application,
            token,
            kind,
            since,
            taken: watch::Sender::new(Some(true)),
            used: AtomicBool::new(false),
            thread: OnceLock::new(),
            earlier: true,
            sent_on: AtomicBool::new(false),
        });
        recent.answers.insert(id, Arc::clone(&answer));
        Some(answer).filter(|answer| answer.is_good())
    }
}

impl Answer {
    fn is_good(&self) -> bool {
        self.since.elapsed() < GOOD_FOR
    }

    /// Acknowledges it, so that whoever did it sees that it was heard.
    pub(super) async fn acknowledge(&self, link: &Link) {
        let content = match self.kind {
            Kind::Command { private: true } => {
                json!({ "type": MESSAGE_LATER, "data": { "flags": EPHEMERAL } })
            }
            Kind::Command { private: false } => json!({ "type": MESSAGE_LATER }),
            Kind::Press => json!({ "type": UPDATE_LATER }),
        };
        let taken = loop {
            let left = ACKNOWLEDGED_WITHIN.saturating_sub(self.since.elapsed());
            let asked = timeout(left, respond(link, self.id, &self.token, content.clone())).await;
            match asked {
                Ok(Ok(_)) => break true,
                // Another program, or we before a restart, was quicker.
                Ok(Err(failure)) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => break true,
                Ok(Err(failure)) if !failure.is_final() && !left.is_zero() => sleep(WAIT).await,
                Ok(Err(failure)) => {
                    tracing::debug!(%failure, "an interaction was not acknowledged");
                    break false;
                }
                Err(_) => {
                    tracing::debug!("an interaction was not acknowledged in time");
                    break false;
                }
            }
        };
        self.taken.send_replace(Some(taken));
    }

    /// Whether it was acknowledged, and what stands for its answer is free to be filled in.
    pub(super) async fn is_open(&self) -> bool {
        self.is_good() && !self.used.load(Ordering::Relaxed) && self.is_taken().await
    }

    async fn is_taken(&self) -> bool {
        let mut taken = self.taken.subscribe();
        let known = timeout(PATIENCE, taken.wait_for(Option::is_some)).await;
        matches!(known, Ok(Ok(taken)) if *taken == Some(true))
    }

    fn original(&self) -> Route<'_> {
        Route::WebhookOriginalInteractionResponse {
            application_id: ApplicationId::new(self.application.max(1)),
            token: &self.token,
        }
    }

    /// Fills in what stands for the answer.
    pub(super) async fn finish(
        &self,
        link: &Link,
        content: Value,
        file: Option<&Attached>,
    ) -> Result<Value, Failure> {
        let done = link
            .rest
            .send(self.original(), LightMethod::Patch, content, file)
            .await?;
        self.used.store(true, Ordering::Relaxed);
        Ok(done)
    }

    /// Shows a line where the answer is to stand, which can still be filled in otherwise.
    pub(super) async fn show(&self, link: &Link, line: &str) -> Result<Value, Failure> {
        let content = json!({ "content": escape(line), "allowed_mentions": { "parse": [] } });
        link.rest
            .send(self.original(), LightMethod::Patch, content, None)
            .await
    }

    /// Leaves what stands for the answer as it is: what follows is said elsewhere.
    pub(super) fn keep(&self) {
        self.used.store(true, Ordering::Relaxed);
    }

    /// Notes that a thread that was there before is where it goes on.
    pub(super) fn send_on(&self) {
        self.sent_on.store(true, Ordering::Relaxed);
    }

    /// Clears the way for an answer in a thread, which must not be filled in where the interaction
    /// took place; says whether it is to be an ordinary message.
    ///
    /// # Errors
    ///
    /// Discord cannot be reached, or is busy.
    pub(super) async fn is_said_in_thread(&self, link: &Link) -> Result<bool, Failure> {
        if self.sent_on.load(Ordering::Relaxed) {
            self.withdraw(link).await?;
            return Ok(true);
        }
        // Perhaps the line stands there that the thread was made of.
        Ok(self.earlier)
    }

    /// The thread that was opened for it, if one was.
    pub(super) fn thread(&self) -> Option<u64> {
        self.thread.get().copied()
    }

    /// Notes the thread that was opened for it: should it be dealt with again, that is the one.
    pub(super) fn note_thread(&self, thread: u64) {
        // There is one already only if it is the same.
        let _ = self.thread.set(thread);
    }

    /// Takes away what stands for the answer.
    pub(super) async fn withdraw(&self, link: &Link) -> Result<(), Failure> {
        if self.kind == Kind::Press || self.used.load(Ordering::Relaxed) {
            return Ok(());
        }
        match link.rest.bare(self.original(), LightMethod::Delete).await {
            Err(failure) if !failure.is_final() => return Err(failure),
            Err(failure) => tracing::debug!(%failure, "an answer could not be withdrawn"),
            Ok(_) => {}
        }
        self.used.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Says something to the person alone.
    pub(super) async fn whisper(
        &self,
        link: &Link,
        mut content: Value,
        file: Option<&Attached>,
    ) -> Result<Value, Failure> {
        if !self.is_good() || !self.is_taken().await {
            return Err(Failure {
                trouble: Trouble::Refused(0),
                reason: "the interaction has expired".to_owned(),
            });
        }
        if self.kind == (Kind::Command { private: true }) && !self.used.load(Ordering::Relaxed) {
            return self.finish(link, content, file).await;
        }
        // What stands there for everybody cannot become a whisper, but what is said next would
        // fill it in.
        self.withdraw(link).await?;
        content["flags"] = json!(EPHEMERAL);
        let route = Route::WebhookFollowupMessages {
            application_id: ApplicationId::new(self.application.max(1)),
            token: &self.token,
        };
        link.rest
            .send(route, LightMethod::Post, content, file)
            .await
    }
}

async fn respond(link: &Link, id: u64, token: &str, content: Value) -> Result<Value, Failure> {
    let route = Route::InteractionResponse {
        interaction_id: InteractionId::new(id.max(1)),
        token,
    };
    link.rest.post(route, content).await
}

/// Answers an interaction at once with a sentence that the person alone sees.
pub(super) async fn decline(link: &Link, id: u64, token: &str, sentence: &str) {
    let data =
        json!({ "content": sentence, "flags": EPHEMERAL, "allowed_mentions": { "parse": [] } });
    let content = json!({ "type": MESSAGE, "data": data });
    if let Err(failure) = respond(link, id, token, content).await {
        tracing::debug!(%failure, "an interaction could not be declined");
    }
}

/// Suggests what could be typed.
pub(super) async fn suggest(link: &Link, id: u64, token: &str, choices: Vec<Value>) {
    let content = json!({ "type": SUGGESTIONS, "data": { "choices": choices } });
    if let Err(failure) = respond(link, id, token, content).await {
        tracing::debug!(%failure, "nothing could be suggested");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interaction_is_taken_in_once() {
        let answers = Answers::default();
        assert!(answers.begin(5, 1, "t", Kind::Press).is_some());
        assert!(answers.begin(5, 1, "t", Kind::Press).is_none());
        assert!(answers.of_event(&event_of(5)).is_some());
        // One of an earlier run is found by what was kept with its reply, as long as it is good.
        let now = u64::try_from(Timestamp::now().as_millisecond()).unwrap();
        let fresh = (now - 1_420_070_400_000) << 22;
        for (place, (kind, _)) in (fresh..).zip(Kind::WRITTEN) {
            let found = answers.of_event(&reference(place, 1, kind, "a:b")).unwrap();
            assert_eq!((found.kind, &*found.token), (kind, "a:b"));
            assert!(answers.of_event(&event_of(place)).is_some());
        }
        assert!(
            answers
                .of_event(&reference(7, 1, Kind::Press, "t"))
                .is_none()
        );
        let strange = format!("interaction:{}:1:other:t", fresh + 9);
        for event in ["5", "interaction:6", "interaction:", "x", &strange] {
            assert!(answers.of_event(event).is_none(), "{event}");
        }
    }
}
