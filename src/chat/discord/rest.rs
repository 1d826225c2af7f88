//! Asking Discord: requests, what their answers mean, and its rate limits.
//!
//! The library's own rate limiter is not used: it takes all interactions of an application for one
//! route, remembers every one for ever, and waits for as long as Discord says with the route
//! locked, so that nothing more important can go first.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{
    Http, HttpBuilder, HttpError, LightMethod, Multipart, MultipartUpload, RatelimitingBucket,
    Request, Route,
};
use tokio::time::{Instant, sleep};
use url::Url;

use super::error::{Error, Failure, FailureKind, code};
use crate::config;
use crate::lock::lock;

/// How long an answer may take. Pictures are about 100 kB, and nothing that is asked for is long.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long an attachment may take: those of a megabyte, the largest that are read, take less.
const FILE_PATIENCE: Duration = Duration::from_secs(5);

/// Where Discord keeps attachments.
const FILE_HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// The longest wait that a request sits out by itself. Who is told to wait longer comes back.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// No limit is believed to last longer.
const LONGEST_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// At this failure in a row the operator is told, once, that Discord does not answer: one or two
/// are how long a connection may stumble.
const WORTH_TELLING: u32 = 3;

/// A file that goes along with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileUpload {
    pub(super) name: String,
    pub(super) content: Vec<u8>,
    /// What it shows, in words.
    pub(super) description: Option<String>,
}

/// What a request does about a rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OnLimit {
    /// It waits, unless that takes too long.
    Wait,
    /// It fails at once, and tells how long to wait.
    Fail,
}

/// Asks Discord.
pub(super) struct RestClient {
    client: Client,
    /// For attachments.
    files: Client,
    token: SecretString,
    base: Option<String>,
    /// How many requests in a row went without an answer.
    unanswered: AtomicU32,
    /// Whether the token was not good the last time.
    logged_out: AtomicBool,
    limits: Mutex<RateLimits>,
}

/// Routes whose limits are remembered. Of one that is forgotten Discord tells again.
const MOST_LIMITS: usize = 10_000;

/// What has limits of its own: a kind of request, in a channel or a server.
type LimitKey = (LightMethod, RatelimitingBucket);

/// Until when Discord takes no more requests.
#[derive(Default)]
struct RateLimits {
    routes: HashMap<LimitKey, Instant>,
    everything: Option<Instant>,
}

impl RateLimits {
    /// How long a request has to wait.
    fn left(&self, key: &LimitKey) -> Option<Duration> {
        let until = self.routes.get(key).copied().max(self.everything)?;
        Some(until.saturating_duration_since(Instant::now())).filter(|left| !left.is_zero())
    }

    /// Notes that a route is used up.
    fn note(&mut self, key: LimitKey, after: Duration) {
        let now = Instant::now();
        if self.routes.len() >= MOST_LIMITS {
            self.routes.retain(|_, until| *until > now);
        }
        if self.routes.len() >= MOST_LIMITS {
            self.routes.clear();
        }
        self.routes.insert(key, now + after);
    }
}

/// A client that does not wait for ever.
fn client() -> Result<Client, Error> {
    Client::builder()
        .use_native_tls()
        .timeout(PATIENCE)
        .build()
        .map_err(|error| Error::Start(error.to_string()))
}

/// A client for attachments: they are where they are said to be, and come soon.
fn files() -> Result<Client, Error> {
    Client::builder()
        .use_native_tls()
        .redirect(Policy::none())
        .timeout(FILE_PATIENCE)
        .build()
        .map_err(|error| Error::Start(error.to_string()))
}

/// The address of an attachment if it is one of Discord's, or of the server that stands in for it.
fn file_address(url: &str, base: Option<&str>) -> Option<Url> {
    let url = Url::parse(url).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let is_discords = url.scheme() == "https"
        && url.port().is_none()
        && url
            .host_str()
            .is_some_and(|host| FILE_HOSTS.contains(&host));
    let is_of_base = base
        .and_then(|base| Url::parse(base).ok())
        .is_some_and(|base| base.origin() == url.origin());
    (is_plain && (is_discords || is_of_base)).then_some(url)
}

/// The library's way to Discord, or to the address that the settings name instead.
pub(super) fn http(settings: &config::Discord) -> Result<Http, Error> {
    let builder = HttpBuilder::new(settings.token.expose_secret()).client(client()?);
    Ok(match &settings.api_base {
        Some(base) => builder.proxy(base).ratelimiter_disabled(true).build(),
        None => builder.build(),
    })
}

impl RestClient {
    pub(super) fn new(settings: &config::Discord) -> Result<Self, Error> {
        Ok(Self {
            client: client()?,
            files: files()?,
            token: format!("Bot {}", settings.token.expose_secret()).into(),
            base: settings.api_base.clone(),
            unanswered: AtomicU32::new(0),
            logged_out: AtomicBool::new(false),
            limits: Mutex::default(),
        })
    }

    /// Asks, and reads the answer. One without content is null.
    async fn ask(&self, request: Request<'_>, on_limit: OnLimit) -> Result<Value, Failure> {
        let answered = self.ask_within_limits(request, on_limit).await;
        self.note(answered.as_ref().err());
        answered
    }

    /// Tells the operator, once, when Discord stops to answer or takes the token no longer, and
    /// when it answers again.
    fn note(&self, failure: Option<&Failure>) {
        let logged_out = failure.is_some_and(|failure| failure.kind == FailureKind::LoggedOut);
        if logged_out && !self.logged_out.swap(true, Ordering::Relaxed) {
            tracing::warn!("Discord does not know the bot's token; it is asked again");
        } else if failure.is_none() && self.logged_out.swap(false, Ordering::Relaxed) {
            tracing::info!("Discord knows the bot's token again");
        }
        match failure.map(|failure| (failure, failure.kind)) {
            Some((failure, FailureKind::Transient(None))) => {
                let before = self.unanswered.fetch_add(1, Ordering::Relaxed);
                if before + 1 == WORTH_TELLING {
                    tracing::warn!(%failure, "Discord does not answer; it is asked again");
                }
                return;
            }
            // Nothing may have been asked.
            Some((_, FailureKind::Transient(Some(_)))) => return,
            _ => {}
        }
        if self.unanswered.swap(0, Ordering::Relaxed) >= WORTH_TELLING {
            tracing::info!("Discord answers again");
        }
    }

    async fn ask_within_limits(
        &self,
        request: Request<'_>,
        on_limit: OnLimit,
    ) -> Result<Value, Failure> {
        let start = Instant::now();
        // Neither the limit for everything nor that of another interaction holds for one.
        let key = (!is_of_interaction(request.route_ref())).then(|| {
            let route = request.route_ref();
            (*request.method_ref(), route.ratelimiting_bucket())
        });
        loop {
            let left = key.as_ref().and_then(|key| lock(&self.limits).left(key));
            let left = match left {
                Some(left) => left,
                None => match self.ask_once(&request, key).await? {
                    Ok(answer) => return Ok(answer),
                    Err(after) => after,
                },
            };
            if on_limit == OnLimit::Fail || start.elapsed() + left > LONGEST_WAIT {
                return Err(Failure {
                    kind: FailureKind::Transient(Some(left)),
                    reason: "too many requests".to_owned(),
                });
            }
            sleep(left).await;
        }
    }

    /// Asks once: the answer, or how long to wait where it is one request too many.
    async fn ask_once(
        &self,
        request: &Request<'_>,
        key: Option<LimitKey>,
    ) -> Result<Result<Value, Duration>, Failure> {
        let answer = request
            .clone()
            .build(
                &self.client,
                self.token.expose_secret(),
                self.base.as_deref(),
            )
            .map_err(failure)?
            .send()
            .await
            .map_err(unanswered)?;
        let status = answer.status();
        if let Some(key) = key
            && header(answer.headers(), "x-ratelimit-remaining") == Some(0.0)
            && let Some(after) = header(answer.headers(), "x-ratelimit-reset-after")
        {
            lock(&self.limits).note(key, duration(after));
        }
        if status.is_success() {
            return body(answer).await.map(Ok);
        }
        let global = answer.headers().contains_key("x-ratelimit-global");
        let told = header(answer.headers(), "retry-after");
        let said = body(answer).await.unwrap_or_default();
        if status != StatusCode::TOO_MANY_REQUESTS {
            let code = match status {
                // What is not taken there is the interaction's token, not the bot's.
                StatusCode::UNAUTHORIZED if key.is_none() => code::INVALID_WEBHOOK_TOKEN,
                _ => said["code"].as_i64().unwrap_or_default(),
            };
            return Err(Failure::answered(status.as_u16(), code, &explained(&said)));
        }
        let after = duration(said["retry_after"].as_f64().or(told).unwrap_or(1.0));
        tracing::debug!(?after, "Discord asks to wait");
        let mut limits = lock(&self.limits);
        if global || said["global"] == true {
            limits.everything = limits.everything.max(Some(Instant::now() + after));
        } else if let Some(key) = key {
            limits.note(key, after);
        }
        Ok(Err(after))
    }

    pub(super) async fn get(
        &self,
        route: Route<'_>,
        params: Vec<(&'static str, String)>,
    ) -> Result<Value, Failure> {
        let params = Some(params).filter(|params| !params.is_empty());
        let request = Request::new(route, LightMethod::Get).params(params);
        self.ask(request, OnLimit::Wait).await
    }

    /// Sends something, with a file if there is one, and waits where Discord says so.
    pub(super) async fn send(
        &self,
        route: Route<'_>,
        method: LightMethod,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, Failure> {
        let request = carrying(Request::new(route, method), content, file);
        self.ask(request, OnLimit::Wait).await
    }

    /// Sends something unless Discord says to wait: then it fails at once and tells how long, so
    /// that something else may go first.
    pub(super) async fn send_now(
        &self,
        route: Route<'_>,
        method: LightMethod,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, Failure> {
        let request = carrying(Request::new(route, method), content, file);
        self.ask(request, OnLimit::Fail).await
    }

    /// Gives an interaction its first answer, and returns what became of it.
    pub(super) async fn respond(
        &self,
        route: Route<'_>,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, Failure> {
        let request = carrying(Request::new(route, LightMethod::Post), content, file);
        let params = vec![("with_response", "true".to_owned())];
        self.ask(request.params(Some(params)), OnLimit::Fail).await
    }

    pub(super) async fn post(&self, route: Route<'_>, content: Value) -> Result<Value, Failure> {
        self.send(route, LightMethod::Post, content, None).await
    }

    /// Asks for something that needs no more words.
    pub(super) async fn bare(
        &self,
        route: Route<'_>,
        method: LightMethod,
    ) -> Result<Value, Failure> {
        self.ask(Request::new(route, method), OnLimit::Wait).await
    }

    /// The content of an attachment of at most `most` bytes; nothing if it is larger. It has to be
    /// where Discord keeps attachments.
    pub(super) async fn file(&self, url: &str, most: usize) -> Result<Option<Vec<u8>>, Failure> {
        let Some(url) = file_address(url, self.base.as_deref()) else {
            return Err(Failure {
                kind: FailureKind::Rejected(0),
                reason: "that is not where Discord keeps files".to_owned(),
            });
        };
        let mut answer = self.files.get(url).send().await.map_err(unanswered)?;
        if !answer.status().is_success() {
            return Err(Failure::answered(answer.status().as_u16(), 0, "no file"));
        }
        let mut content = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(unanswered)? {
            content.extend_from_slice(&chunk);
            if content.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(content))
    }
}

/// Whether a request belongs to one interaction, which has limits of its own.
const fn is_of_interaction(route: &Route<'_>) -> bool {
    matches!(
        route,
        Route::InteractionResponse { .. }
            | Route::WebhookOriginalInteractionResponse { .. }
            | Route::WebhookFollowupMessages { .. }
    )
}

/// A request with a content, and a file if there is one. The first answer to an interaction holds
/// its message under `data`.
fn carrying<'a>(
    request: Request<'a>,
    mut content: Value,
    file: Option<&FileUpload>,
) -> Request<'a> {
    let Some(file) = file else {
        let bytes = (!content.is_null()).then(|| content.to_string().into_bytes());
        return request.body(bytes);
    };
    let mut told = json!({ "id": "0", "filename": file.name });
    if let Some(description) = &file.description {
        told["description"] = json!(description);
    }
    let message = match request.route_ref() {
        Route::InteractionResponse { .. } => &mut content["data"],
        _ => &mut content,
    };
    message["attachments"] = json!([told]);
    let upload = CreateAttachment::bytes(file.content.clone(), file.name.clone());
    request.multipart(Some(Multipart {
        upload: MultipartUpload::Attachments(vec![upload]),
        fields: Vec::new(),
        payload_json: Some(content.to_string()),
    }))
}

/// A header that is a number.
fn header(headers: &HeaderMap, name: &str) -> Option<f64> {
    headers.get(name)?.to_str().ok()?.parse().ok()
}

/// A number of seconds, which Discord may have told wrongly.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds)
        .unwrap_or(LONGEST_WAIT)
        .min(LONGEST_LIMIT)
}

async fn body(answer: reqwest::Response) -> Result<Value, Failure> {
    let bytes = answer.bytes().await.map_err(unanswered)?;
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes).map_err(|error| Failure::passing(error.to_string()))
}

/// What Discord says, with the parts of the request that it does not like.
fn explained(said: &Value) -> String {
    let message = said["message"].as_str().unwrap_or("no reason given");
    match &said["errors"] {
        Value::Null => message.to_owned(),
        errors => format!("{message} {errors}"),
    }
}

/// There was no answer. The address is left out: those of interactions hold a secret.
fn unanswered(error: reqwest::Error) -> Failure {
    let error = error.without_url();
    let mut reason = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        reason.push_str(": ");
        reason.push_str(&error.to_string());
        cause = error.source();
    }
    Failure::passing(reason)
}

/// What an error of the library means.
pub(super) fn failure(error: serenity::Error) -> Failure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            let code = i64::try_from(answer.error.code).unwrap_or_default();
            let mut message = answer.error.message;
            for error in answer.error.errors {
                message.push_str(&format!("; {}: {}", error.path, error.message));
            }
            Failure::answered(answer.status_code.as_u16(), code, &message)
        }
        serenity::Error::Http(HttpError::Request(error)) => unanswered(error),
        serenity::Error::Http(error) => Failure {
            kind: FailureKind::Rejected(0),
            reason: error.to_string(),
        },
        error => Failure::passing(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::{ApplicationId, ChannelId, InteractionId};

    use super::*;

    #[test]
    fn files_are_fetched_from_discord_alone() {
        let base = Some("http://127.0.0.1:3001");
        for (url, base, fetched) in [
            (
                "https://cdn.discordapp.com/attachments/1/2/a.txt?ex=1",
                None,
                true,
            ),
            (
                "https://media.discordapp.net/attachments/1/2/a.txt",
                None,
                true,
            ),
            (
                "https://cdn.discordapp.com/attachments/1/2/a.txt",
                base,
                true,
            ),
            ("http://127.0.0.1:3001/files/1/a.txt", base, true),
            ("http://127.0.0.1:3001/files/1/a.txt", None, false),
            ("http://127.0.0.1:3002/files/1/a.txt", base, false),
            ("https://127.0.0.1:3001/files/1/a.txt", base, false),
            (
                "http://cdn.discordapp.com/attachments/1/2/a.txt",
                None,
                false,
            ),
            ("https://cdn.discordapp.com:8443/a.txt", None, false),
            ("https://cdn.discordapp.com.example.org/a.txt", None, false),
            ("https://a@cdn.discordapp.com/a.txt", None, false),
            ("https://169.254.169.254/latest", None, false),
            ("file:///etc/passwd", base, false),
            ("nonsense", base, false),
        ] {
            assert_eq!(file_address(url, base).is_some(), fetched, "{url} {base:?}");
        }
    }

    #[test]
    fn interactions_do_not_wait_for_each_other() {
        let (application_id, token) = (ApplicationId::new(1), "t");
        let interaction_id = InteractionId::new(2);
        for route in [
            Route::InteractionResponse {
                interaction_id,
                token,
            },
            Route::WebhookOriginalInteractionResponse {
                application_id,
                token,
            },
            Route::WebhookFollowupMessages {
                application_id,
                token,
            },
        ] {
            assert!(is_of_interaction(&route), "{route:?}");
        }
        let channel_id = ChannelId::new(3);
        assert!(!is_of_interaction(&Route::ChannelMessages { channel_id }));
        assert!(!is_of_interaction(&Route::UserMe));
    }

    #[test]
    fn limits_hold_for_a_route_or_for_everything() {
        let key = |method, id| {
            let channel_id = ChannelId::new(id);
            (
                method,
                Route::ChannelMessages { channel_id }.ratelimiting_bucket(),
            )
        };
        let mut limits = RateLimits::default();
        let used_up = key(LightMethod::Post, 1);
        limits.note(used_up, Duration::from_secs(100));
        assert!(limits.left(&used_up).is_some());
        for other in [key(LightMethod::Get, 1), key(LightMethod::Post, 2)] {
            assert_eq!(limits.left(&other), None);
        }
        limits.everything = Some(Instant::now() + Duration::from_secs(100));
        assert!(limits.left(&key(LightMethod::Post, 2)).is_some());
        // What is over is forgotten, and never are there too many.
        for id in 1..=2 * MOST_LIMITS as u64 {
            limits.note(key(LightMethod::Post, id), Duration::ZERO);
        }
        assert!(limits.routes.len() <= MOST_LIMITS);
    }

    #[test]
    fn nonsense_limits_do_no_harm() {
        for seconds in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!(duration(seconds) <= LONGEST_LIMIT);
        }
        assert_eq!(duration(1.5), Duration::from_millis(1500));
    }
}
