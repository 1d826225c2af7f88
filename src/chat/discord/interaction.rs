//! Interactions: what is said within a second is the first response itself; what takes longer is
//! deferred, and filled in when the host has something to say.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use serenity::all::{ApplicationId, InteractionId};
use serenity::http::{LightMethod, Route};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use super::context::{DiscordContext, id_of};
use super::error::{Failure, FailureKind, code};
use super::markdown::escape;
use super::rest::FileUpload;
use crate::host::Backoff;
use crate::host::ReplyTarget;
use crate::lock::lock;

/// How long an interaction's token is good, less what an answer may take to arrive:
/// <https://discord.com/developers/docs/interactions/receiving-and-responding>.
const GOOD_FOR: Duration = Duration::from_secs(14 * 60);

/// Within this an interaction has to be acknowledged.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_millis(2800);

/// How long Discord waits for the first response.
const RESPONDED_WITHIN: Duration = Duration::from_secs(3);

/// After how long without an answer an interaction is deferred.
const DEFERRED_AFTER: Duration = Duration::from_secs(1);

/// The wait between two attempts to defer.
const WAIT: Duration = Duration::from_millis(200);

/// How long a first response with a picture may take to be sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is tried to withdraw what stands for an answer.
const WITHDRAWALS: usize = 5;

/// After so many attempts that failed, what is for one person alone is said another way.
const WHISPERS: u32 = 2;

/// Interactions that are remembered. Who presses more in a quarter of an hour is not answered by
/// way of the interaction.
const MOST_ANSWERS: usize = 20_000;

/// How often old interactions are thrown away.
const TIDY: Duration = Duration::from_secs(60);

/// What an event's id begins with that is an interaction, and not a message.
const INTERACTION: &str = "interaction:";

/// Interactions that only the person sees who asked.
pub(super) const EPHEMERAL: u64 = 1 << 6;

/// What stands for an answer that will come.
const LOADING: u64 = 1 << 7;

/// Kinds of responses:
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type>.
const MESSAGE: u8 = 4;
const MESSAGE_LATER: u8 = 5;
const UPDATE_LATER: u8 = 6;
const SUGGESTIONS: u8 = 8;

/// What somebody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InteractionKind {
    /// Used a slash command. `private`: nobody else sees the answer.
    Command { private: bool },
    /// Pressed a button, or picked from a list.
    Press,
}

impl InteractionKind {
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

/// What became of an interaction's first response. Whoever looks at it or changes it holds its
/// lock for as long as the request takes: an answer and a deferral never cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ResponseState {
    /// Nothing was said.
    Waiting,
    /// Something was said, perhaps, by an earlier run or in a request whose answer got lost.
    Unknown,
    /// Something stands for the answer, which can be filled in.
    Open,
    /// The response is made, or it is too late for one. What is said now is another message.
    Closed,
}

/// An interaction.
pub(super) struct PendingInteraction {
    id: u64,
    application: u64,
    token: String,
    pub(super) kind: InteractionKind,
    since: Instant,
    stage: tokio::sync::Mutex<ResponseState>,
    /// Notified once something was said, so that nothing has to be deferred.
    settled: Notify,
    /// Whether what stands for the answer is to stay as it is.
    kept: AtomicBool,
    /// The thread that was opened for it.
    thread: OnceLock<u64>,
    /// Whether an earlier run heard it, so that nobody knows what stands for the answer.
    earlier: bool,
    /// Whether it was sent on to a thread that was there before.
    sent_on: AtomicBool,
    /// How often what is for one person alone could not be said.
    failed_whispers: AtomicU32,
}

/// The event's id of an interaction.
pub(super) fn event_id(interaction: u64) -> String {
    format!("{INTERACTION}{interaction}")
}

/// Whether an event is an interaction, and not a message.
pub(super) fn is_interaction(event: &str) -> bool {
    event.starts_with(INTERACTION)
}

/// What an answer needs to be finished, also by another run of the program. It is kept with the
/// reply, and good for no longer than the interaction's token.
pub(super) fn reference(
    interaction: u64,
    application: u64,
    kind: InteractionKind,
    token: &str,
) -> ReplyTarget {
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
pub(super) struct Interactions(Mutex<RecentInteractions>);

#[derive(Default)]
struct RecentInteractions {
    /// By their ids: the oldest comes first.
    interactions: BTreeMap<u64, Arc<PendingInteraction>>,
    /// When those that are too old were thrown away last.
    tidied: Option<Instant>,
}

impl RecentInteractions {
    fn insert(&mut self, answer: PendingInteraction) -> Arc<PendingInteraction> {
        if self.tidied.is_none_or(|last| last.elapsed() >= TIDY) {
            self.interactions.retain(|_, answer| answer.is_good());
            self.tidied = Some(Instant::now());
        }
        if self.interactions.len() >= MOST_ANSWERS {
            self.interactions.pop_first();
        }
        let answer = Arc::new(answer);
        self.interactions.insert(answer.id, Arc::clone(&answer));
        answer
    }
}

impl Interactions {
    /// Takes an interaction in; nothing if it came before.
    pub(super) fn begin(
        &self,
        id: u64,
        application: u64,
        token: &str,
        kind: InteractionKind,
    ) -> Option<Arc<PendingInteraction>> {
        let mut recent = lock(&self.0);
        if recent.interactions.contains_key(&id) {
            return None;
        }
        Some(recent.insert(PendingInteraction::new(id, application, token, kind, None)?))
    }

    /// The interaction with this event's id, if it is one that can still be answered.
    pub(super) fn of_event(&self, event: &str) -> Option<Arc<PendingInteraction>> {
        let mut parts = event.strip_prefix(INTERACTION)?.splitn(4, ':');
        let id: u64 = parts.next()?.parse().ok()?;
        let mut recent = lock(&self.0);
        if let Some(answer) = recent.interactions.get(&id) {
            return Some(answer).filter(|answer| answer.is_good()).cloned();
        }
        let application = parts.next()?.parse().ok()?;
        let kind = InteractionKind::read(parts.next()?)?;
        let token = parts.next()?;
        let answer = PendingInteraction::new(id, application, token, kind, Some(age(id)))?;
        Some(recent.insert(answer)).filter(|answer| answer.is_good())
    }
}

impl PendingInteraction {
    /// An interaction that came just now, or that an earlier run heard so long ago.
    fn new(
        id: u64,
        application: u64,
        token: &str,
        kind: InteractionKind,
        earlier: Option<Duration>,
    ) -> Option<Self> {
        let now = Instant::now();
        let stage = match earlier {
            None => ResponseState::Waiting,
            Some(_) => ResponseState::Unknown,
        };
        Some(Self {
            id,
            application,
            token: token.to_owned(),
            kind,
            since: now.checked_sub(earlier.unwrap_or_default())?,
            stage: tokio::sync::Mutex::new(stage),
            settled: Notify::new(),
            kept: AtomicBool::new(false),
            thread: OnceLock::new(),
            earlier: earlier.is_some(),
            sent_on: AtomicBool::new(false),
            failed_whispers: AtomicU32::new(0),
        })
    }

    fn is_good(&self) -> bool {
        self.since.elapsed() < GOOD_FOR
    }

    /// Whether everything that is said of it is for the person alone.
    fn is_private(&self) -> bool {
        self.kind == (InteractionKind::Command { private: true })
    }

    /// Defers it if nothing was said after a second, so that whoever did it sees that it was heard.
    pub(super) async fn acknowledge(&self, context: &DiscordContext) {
        let wait = DEFERRED_AFTER.saturating_sub(self.since.elapsed());
        if timeout(wait, self.settled.notified()).await.is_ok() {
            return;
        }
        let content = match self.kind {
            InteractionKind::Command { private: true } => {
                json!({ "type": MESSAGE_LATER, "data": { "flags": EPHEMERAL } })
            }
            InteractionKind::Command { private: false } => json!({ "type": MESSAGE_LATER }),
            InteractionKind::Press => json!({ "type": UPDATE_LATER }),
        };
        loop {
            {
                let mut stage = self.stage.lock().await;
                if *stage != ResponseState::Waiting {
                    return;
                }
                let left = ACKNOWLEDGED_WITHIN.saturating_sub(self.since.elapsed());
                let asked = timeout(
                    left,
                    respond(context, self.id, &self.token, content.clone(), None),
                );
                match asked.await {
                    Ok(Ok(_)) if self.kind == InteractionKind::Press => {
                        *stage = ResponseState::Closed;
                    }
                    Ok(Ok(_)) => *stage = ResponseState::Open,
                    // Another program, or we in a request whose answer got lost, was quicker.
                    Ok(Err(failure)) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => {
                        *stage = ResponseState::Unknown;
                    }
                    Ok(Err(failure)) if failure.is_final() || left.is_zero() => {
                        tracing::debug!(%failure, "an interaction was not acknowledged");
                        *stage = ResponseState::Closed;
                    }
                    Ok(Err(failure)) => {
                        tracing::debug!(%failure, "an interaction is deferred again");
                    }
                    Err(_) => {
                        tracing::debug!("an interaction was not acknowledged in time");
                        *stage = ResponseState::Unknown;
                    }
                }
            }
            sleep(WAIT).await;
        }
    }

    /// Whether the first response can still be made, or filled in.
    pub(super) async fn is_open(&self) -> bool {
        self.is_good()
            && !self.kept.load(Ordering::Relaxed)
            && *self.stage.lock().await != ResponseState::Closed
    }

    fn original(&self) -> Route<'_> {
        Route::WebhookOriginalInteractionResponse {
            application_id: ApplicationId::new(self.application.max(1)),
            token: &self.token,
        }
    }

    /// Says something as the first response, or fills in what stands for it: for everybody, or
    /// for the person alone. Nothing if that is not possible any more, so that it has to be
    /// another message.
    pub(super) async fn say(
        &self,
        context: &DiscordContext,
        content: &Value,
        file: Option<&FileUpload>,
        private: bool,
    ) -> Result<Option<Value>, Failure> {
        let mut stage = self.stage.lock().await;
        if !self.is_good() || self.kept.load(Ordering::Relaxed) {
            *stage = ResponseState::Closed;
        }
        let mut asked = false;
        loop {
            match *stage {
                ResponseState::Waiting if self.since.elapsed() >= ACKNOWLEDGED_WITHIN => {
                    *stage = ResponseState::Closed;
                }
                ResponseState::Waiting => {
                    asked = true;
                    match self.respond(context, content, file, private).await {
                        Ok(message) => {
                            *stage = ResponseState::Closed;
                            self.settled.notify_one();
                            return Ok(Some(message));
                        }
                        Err(failure) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => {
                            *stage = ResponseState::Unknown;
                        }
                        // Perhaps it is but the attachment that is not welcome.
                        Err(failure) if !failure.is_final() || failure.is_forbidden() => {
                            return Err(failure);
                        }
                        Err(failure) => {
                            tracing::debug!(%failure, "an interaction is not answered");
                            *stage = ResponseState::Closed;
                            self.settled.notify_one();
                        }
                    }
                }
                ResponseState::Unknown => {
                    let seen = self.look(context, asked).await?;
                    *stage = match &seen {
                        OriginalResponse::Nothing => ResponseState::Waiting,
                        OriginalResponse::Placeholder => ResponseState::Open,
                        OriginalResponse::Gone | OriginalResponse::Response(_) => {
                            ResponseState::Closed
                        }
                    };
                    // Said before we stopped, or before the answer to that got lost.
                    if let OriginalResponse::Response(said) = seen
                        && says_the_same(&said, content, file)
                    {
                        return Ok(Some(said));
                    }
                }
                ResponseState::Open if private == self.is_private() => {
                    let mut content = content.clone();
                    if content["components"].is_null() {
                        content["components"] = json!([]);
                    }
                    let edited = context
                        .rest
                        .send_now(self.original(), LightMethod::Patch, content, file)
                        .await;
                    match edited {
                        Err(failure) if failure.is_final() && !failure.is_forbidden() => {
                            tracing::debug!(%failure, "an interaction is not answered");
                        }
                        Err(failure) => return Err(failure),
                        Ok(message) => {
                            *stage = ResponseState::Closed;
                            return Ok(Some(message));
                        }
                    }
                    *stage = ResponseState::Closed;
                }
                // What stands there for everybody cannot become a whisper, but what is said next
                // would fill it in.
                ResponseState::Open => {
                    self.delete(context).await?;
                    *stage = ResponseState::Closed;
                }
                ResponseState::Closed => return Ok(None),
            }
        }
    }

    /// Makes the first response, and returns the message that it became.
    async fn respond(
        &self,
        context: &DiscordContext,
        content: &Value,
        file: Option<&FileUpload>,
        private: bool,
    ) -> Result<Value, Failure> {
        let mut data = content.clone();
        if private {
            data["flags"] = json!(EPHEMERAL);
        }
        let response = json!({ "type": MESSAGE, "data": data });
        let asked = respond(context, self.id, &self.token, response, file);
        let Ok(asked) = timeout(PATIENCE, asked).await else {
            return Err(Failure::passing(
                "an interaction's answer was not taken in time",
            ));
        };
        let message = asked?["resource"]["message"].take();
        if message["id"].is_string() {
            return Ok(message);
        }
        // Its id is of use, but not at the cost of saying it twice.
        let original = self.fetch(context).await;
        Ok(original.unwrap_or_default())
    }

    async fn fetch(&self, context: &DiscordContext) -> Result<Value, Failure> {
        context.rest.get(self.original(), Vec::new()).await
    }

    /// Looks at what stands for the answer. `asked`: whether Discord says that there is something.
    async fn look(
        &self,
        context: &DiscordContext,
        asked: bool,
    ) -> Result<OriginalResponse, Failure> {
        Ok(match self.fetch(context).await {
            // What stands there is the message with the button.
            Ok(original)
                if self.kind == InteractionKind::Press
                    && id_of(&original["interaction_metadata"]["id"]) != Some(self.id) =>
            {
                OriginalResponse::Gone
            }
            Ok(original)
                if original["flags"]
                    .as_u64()
                    .is_some_and(|all| all & LOADING != 0) =>
            {
                OriginalResponse::Placeholder
            }
            Ok(original) => OriginalResponse::Response(original),
            Err(failure) if !failure.is_final() => return Err(failure),
            Err(_) if !asked && self.since.elapsed() < RESPONDED_WITHIN => {
                OriginalResponse::Nothing
            }
            Err(_) => OriginalResponse::Gone,
        })
    }

    /// Shows a line where the answer is to stand, which can still be filled in otherwise.
    pub(super) async fn show(
        &self,
        context: &DiscordContext,
        line: &str,
    ) -> Result<Value, Failure> {
        let content = json!({ "content": escape(line), "allowed_mentions": { "parse": [] } });
        let mut stage = self.stage.lock().await;
        if *stage == ResponseState::Waiting {
            match self.respond(context, &content, None, false).await {
                Ok(message) => {
                    *stage = ResponseState::Open;
                    self.settled.notify_one();
                    return Ok(message);
                }
                Err(failure) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => {
                    *stage = ResponseState::Open;
                }
                Err(failure) => return Err(failure),
            }
        }
        context
            .rest
            .send(self.original(), LightMethod::Patch, content, None)
            .await
    }

    /// Leaves what stands for the answer as it is: what follows is said elsewhere.
    pub(super) fn keep(&self) {
        self.kept.store(true, Ordering::Relaxed);
    }

    /// Notes that a thread that was there before is where it goes on.
    pub(super) fn send_on(&self) {
        self.sent_on.store(true, Ordering::Relaxed);
    }

    /// Whether an answer in a thread is to be an ordinary message there, and must not be filled in
    /// where the interaction took place.
    pub(super) fn is_said_in_thread(&self) -> bool {
        // One of an earlier run: perhaps the line stands there that the thread was made of.
        self.sent_on.load(Ordering::Relaxed) || self.earlier
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

    /// Takes away what stands for the answer, or says to the person alone in which channel the
    /// answer is, in the background.
    pub(super) fn withdraw(self: &Arc<Self>, context: &Arc<DiscordContext>, said_in: Option<u64>) {
        if self.kind == InteractionKind::Press || self.kept.load(Ordering::Relaxed) || self.earlier
        {
            return;
        }
        let (answer, shared) = (Arc::clone(self), Arc::clone(context));
        context.spawn_background(async move {
            let mut backoff = Backoff::new();
            for _ in 0..WITHDRAWALS {
                match answer.try_withdraw(&shared, said_in).await {
                    Ok(()) => return,
                    Err(failure) => tracing::debug!(%failure, "an answer is not withdrawn yet"),
                }
                sleep(backoff.next()).await;
            }
        });
    }

    async fn try_withdraw(
        &self,
        context: &DiscordContext,
        said_in: Option<u64>,
    ) -> Result<(), Failure> {
        let mut stage = self.stage.lock().await;
        if *stage == ResponseState::Waiting {
            // Something has to be said, or the person is told that nobody answers.
            let content = match said_in {
                Some(channel) => {
                    let there = format!("<#{channel}>");
                    json!({ "type": MESSAGE, "data": { "content": there, "flags": EPHEMERAL } })
                }
                None => json!({ "type": MESSAGE_LATER, "data": { "flags": EPHEMERAL } }),
            };
            match respond(context, self.id, &self.token, content, None).await {
                Err(failure) if !failure.is_final() => return Err(failure),
                Ok(_) if said_in.is_none() => *stage = ResponseState::Open,
                Err(failure) if failure.has_code(code::ALREADY_ACKNOWLEDGED) => {
                    *stage = ResponseState::Open;
                }
                Ok(_) | Err(_) => *stage = ResponseState::Closed,
            }
            self.settled.notify_one();
        }
        if *stage == ResponseState::Open {
            self.delete(context).await?;
            *stage = ResponseState::Closed;
        }
        Ok(())
    }

    /// Deletes what stands for the answer.
    async fn delete(&self, context: &DiscordContext) -> Result<(), Failure> {
        let (route, nothing) = (self.original(), Value::Null);
        match context
            .rest
            .send_now(route, LightMethod::Delete, nothing, None)
            .await
        {
            Err(failure) if !failure.is_final() => Err(failure),
            Err(failure) => {
                tracing::debug!(%failure, "an answer could not be withdrawn");
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    }

    /// Says something to the person alone. Fails for good where that has failed too often, or
    /// would take too long.
    pub(super) async fn whisper(
        self: &Arc<Self>,
        context: &Arc<DiscordContext>,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, Failure> {
        if !self.is_good() || self.failed_whispers.load(Ordering::Relaxed) >= WHISPERS {
            return Err(given_up("the interaction cannot be answered"));
        }
        let failure = match self.try_whisper(context, content, file).await {
            Err(failure) if !failure.is_final() => failure,
            said => return said,
        };
        let before = self.failed_whispers.fetch_add(1, Ordering::Relaxed);
        let takes_long =
            matches!(failure.kind, FailureKind::Transient(Some(after)) if after > PATIENCE);
        if before + 1 < WHISPERS && !takes_long {
            return Err(failure);
        }
        self.failed_whispers.store(WHISPERS, Ordering::Relaxed);
        // It is said another way, so that nobody has to wait here.
        let mut stage = self.stage.lock().await;
        match *stage {
            ResponseState::Open => self.withdraw(context, None),
            _ => *stage = ResponseState::Closed,
        }
        self.settled.notify_one();
        Err(given_up(&failure.reason))
    }

    async fn try_whisper(
        &self,
        context: &DiscordContext,
        mut content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, Failure> {
        if let Some(said) = self.say(context, &content, file, true).await? {
            return Ok(said);
        }
        content["flags"] = json!(EPHEMERAL);
        let route = Route::WebhookFollowupMessages {
            application_id: ApplicationId::new(self.application.max(1)),
            token: &self.token,
        };
        context
            .rest
            .send_now(route, LightMethod::Post, content, file)
            .await
    }
}

fn given_up(reason: &str) -> Failure {
    Failure {
        kind: FailureKind::Rejected(0),
        reason: reason.to_owned(),
    }
}

/// What stands for an answer.
enum OriginalResponse {
    /// Nothing, and something still may.
    Nothing,
    /// That there will be an answer.
    Placeholder,
    /// This answer.
    Response(Value),
    /// Nothing, and it is too late; or something else.
    Gone,
}

/// Whether a message is what these words and this file became.
fn says_the_same(message: &Value, content: &Value, file: Option<&FileUpload>) -> bool {
    let words = |value: &Value| {
        value["content"]
            .as_str()
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let has_file = message["attachments"]
        .as_array()
        .is_some_and(|all| !all.is_empty());
    words(message) == words(content) && has_file == file.is_some()
}

/// Makes the first response to an interaction.
async fn respond(
    context: &DiscordContext,
    id: u64,
    token: &str,
    content: Value,
    file: Option<&FileUpload>,
) -> Result<Value, Failure> {
    let route = Route::InteractionResponse {
        interaction_id: InteractionId::new(id.max(1)),
        token,
    };
    context.rest.respond(route, content, file).await
}

/// Interactions an interaction at once with a sentence that the person alone sees.
pub(super) async fn decline(context: &DiscordContext, id: u64, token: &str, sentence: &str) {
    let data =
        json!({ "content": sentence, "flags": EPHEMERAL, "allowed_mentions": { "parse": [] } });
    let content = json!({ "type": MESSAGE, "data": data });
    if let Err(failure) = respond(context, id, token, content, None).await {
        tracing::debug!(%failure, "an interaction could not be declined");
    }
}

/// Suggests what could be typed.
pub(super) async fn suggest(context: &DiscordContext, id: u64, token: &str, choices: Vec<Value>) {
    let content = json!({ "type": SUGGESTIONS, "data": { "choices": choices } });
    if let Err(failure) = respond(context, id, token, content, None).await {
        tracing::debug!(%failure, "nothing could be suggested");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_before_is_known_again() {
        let file = FileUpload {
            name: "yinsh.png".to_owned(),
            content: vec![1],
            description: None,
        };
        let told = json!({ "content": "E4. ", "attachments": [{}] });
        let said = json!({ "content": "E4." });
        assert!(says_the_same(&told, &said, Some(&file)));
        assert!(!says_the_same(&told, &said, None));
        assert!(!says_the_same(
            &told,
            &json!({ "content": "E5." }),
            Some(&file)
        ));
        assert!(says_the_same(&json!({ "content": "" }), &json!({}), None));
    }

    #[test]
    fn not_more_interactions_are_remembered_than_fit() {
        let interactions = Interactions::default();
        for id in 1..=MOST_ANSWERS as u64 + 5 {
            interactions
                .begin(id, 1, "t", InteractionKind::Press)
                .unwrap();
        }
        assert_eq!(lock(&interactions.0).interactions.len(), MOST_ANSWERS);
        assert!(interactions.of_event(&event_id(5)).is_none());
        assert!(interactions.of_event(&event_id(6)).is_some());
    }

    #[test]
    fn an_interaction_is_taken_in_once() {
        let interactions = Interactions::default();
        assert!(
            interactions
                .begin(5, 1, "t", InteractionKind::Press)
                .is_some()
        );
        assert!(
            interactions
                .begin(5, 1, "t", InteractionKind::Press)
                .is_none()
        );
        assert!(interactions.of_event(&event_id(5)).is_some());
        // One of an earlier run is found by what was kept with its reply, as long as it is good.
        let now = u64::try_from(Timestamp::now().as_millisecond()).unwrap();
        let fresh = (now - 1_420_070_400_000) << 22;
        for (place, (kind, _)) in (fresh..).zip(InteractionKind::WRITTEN) {
            let found = interactions
                .of_event(&reference(place, 1, kind, "a:b"))
                .unwrap();
            assert_eq!((found.kind, &*found.token), (kind, "a:b"));
            assert!(interactions.of_event(&event_id(place)).is_some());
        }
        assert!(
            interactions
                .of_event(&reference(7, 1, InteractionKind::Press, "t"))
                .is_none()
        );
        let strange = format!("interaction:{}:1:other:t", fresh + 9);
        for event in ["5", "interaction:6", "interaction:", "x", &strange] {
            assert!(interactions.of_event(event).is_none(), "{event}");
        }
    }
}
