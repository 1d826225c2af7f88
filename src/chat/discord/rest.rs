//! Requests to Discord: sending them, what their answers mean, and rate limits.
//!
//! The library's own rate limiter is not used: it takes all interactions of an application for one
//! route, remembers each of them for ever, and waits for as long as Discord says with the route
//! locked, so that nothing more important can go first.

mod failure;
mod files;
mod rate_limits;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{Http, HttpBuilder, LightMethod, Multipart, MultipartUpload, Request, Route};
use tokio::time::{Instant, sleep};

use super::error::{DiscordError, FailureKind, RequestFailure, code};
use crate::chat::common::platform::DISCORD;
use crate::config;
use crate::lock::lock;
use crate::metrics;
pub(super) use failure::failure;
use failure::{explained, unanswered};
use files::FileClient;
use rate_limits::{LimitKey, RateLimits, duration};

/// How long an answer may take. Pictures are about 100 kB, and no answer is long.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The longest rate limit that a request waits out by itself. A longer one is reported.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// The failure in a row at which the operator is told that Discord does not answer: one or two are
/// a connection that was interrupted.
const REPORTED_FAILURE: u32 = 3;

/// A file attached to a message.
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
    /// It waits, up to [`MAX_WAIT`].
    Wait,
    /// It fails at once, and says how long to wait.
    Fail,
}

/// Sends requests to Discord.
pub(super) struct RestClient {
    client: Client,
    files: FileClient,
    token: SecretString,
    base: Option<String>,
    /// How many requests in a row went without an answer.
    unanswered: AtomicU32,
    /// Whether the token was rejected the last time.
    logged_out: AtomicBool,
    limits: Mutex<RateLimits>,
}

/// A client whose requests may take so long.
pub(super) fn client(timeout: Duration) -> Result<Client, DiscordError> {
    Client::builder()
        .use_native_tls()
        .timeout(timeout)
        .build()
        .map_err(|error| DiscordError::Start(error.to_string()))
}

/// The library's HTTP client for Discord, or for the configured address.
pub(super) fn http(settings: &config::Discord) -> Result<Http, DiscordError> {
    let builder = HttpBuilder::new(settings.token.expose_secret()).client(client(TIMEOUT)?);
    Ok(match &settings.api_base {
        Some(base) => builder.proxy(base).ratelimiter_disabled(true).build(),
        None => builder.build(),
    })
}

impl RestClient {
    pub(super) fn new(settings: &config::Discord) -> Result<Self, DiscordError> {
        Ok(Self {
            client: client(TIMEOUT)?,
            files: FileClient::new(settings.api_base.clone())?,
            token: format!("Bot {}", settings.token.expose_secret()).into(),
            base: settings.api_base.clone(),
            unanswered: AtomicU32::new(0),
            logged_out: AtomicBool::new(false),
            limits: Mutex::default(),
        })
    }

    /// Sends a request, and returns the answer's JSON; null if it is empty.
    async fn request(
        &self,
        request: Request<'_>,
        on_limit: OnLimit,
    ) -> Result<Value, RequestFailure> {
        let answered = self.request_within_limits(request, on_limit).await;
        self.report(answered.as_ref().err());
        answered
    }

    /// Logs, once, that Discord stops answering or rejects the token, and that it answers again.
    fn report(&self, failure: Option<&RequestFailure>) {
        let logged_out = failure.is_some_and(|failure| failure.kind == FailureKind::LoggedOut);
        if logged_out && !self.logged_out.swap(true, Ordering::Relaxed) {
            tracing::warn!("Discord rejects the bot's token; trying again");
        } else if failure.is_none() && self.logged_out.swap(false, Ordering::Relaxed) {
            tracing::info!("Discord accepts the bot's token again");
        }
        match failure.map(|failure| (failure, failure.kind)) {
            Some((failure, FailureKind::Transient(None))) => {
                let before = self.unanswered.fetch_add(1, Ordering::Relaxed);
                if before + 1 == REPORTED_FAILURE {
                    tracing::warn!(%failure, "Discord does not answer; trying again");
                }
                return;
            }
            // The request may not have been sent.
            Some((_, FailureKind::Transient(Some(_)))) => return,
            _ => {}
        }
        if self.unanswered.swap(0, Ordering::Relaxed) >= REPORTED_FAILURE {
            tracing::info!("Discord answers again");
        }
    }

    async fn request_within_limits(
        &self,
        request: Request<'_>,
        on_limit: OnLimit,
    ) -> Result<Value, RequestFailure> {
        let start = Instant::now();
        // Neither the global limit nor that of another interaction applies to an interaction.
        let key = (!is_of_interaction(request.route_ref())).then(|| {
            let route = request.route_ref();
            (*request.method_ref(), route.ratelimiting_bucket())
        });
        loop {
            let left = key.as_ref().and_then(|key| lock(&self.limits).left(key));
            let left = match left {
                Some(left) => left,
                None => match self.send_once(&request, key).await? {
                    Ok(answer) => return Ok(answer),
                    Err(after) => after,
                },
            };
            if on_limit == OnLimit::Fail || start.elapsed() + left > MAX_WAIT {
                return Err(RequestFailure {
                    kind: FailureKind::Transient(Some(left)),
                    reason: "too many requests".to_owned(),
                });
            }
            sleep(left).await;
        }
    }

    /// Sends a request once: the answer, or how long to wait if it is one request too many.
    async fn send_once(
        &self,
        request: &Request<'_>,
        key: Option<LimitKey>,
    ) -> Result<Result<Value, Duration>, RequestFailure> {
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
            lock(&self.limits).limit(key, duration(after));
        }
        if status.is_success() {
            return body(answer).await.map(Ok);
        }
        let global = answer.headers().contains_key("x-ratelimit-global");
        let told = header(answer.headers(), "retry-after");
        let said = body(answer).await.unwrap_or_default();
        if status != StatusCode::TOO_MANY_REQUESTS {
            let code = match status {
                // It is the interaction's token that is rejected, not the bot's.
                StatusCode::UNAUTHORIZED if key.is_none() => code::INVALID_WEBHOOK_TOKEN,
                _ => said["code"].as_i64().unwrap_or_default(),
            };
            return Err(RequestFailure::answered(
                status.as_u16(),
                code,
                &explained(&said),
            ));
        }
        let after = duration(said["retry_after"].as_f64().or(told).unwrap_or(1.0));
        metrics::rate_limited(DISCORD);
        tracing::debug!(?after, "Discord asks to wait");
        let mut limits = lock(&self.limits);
        if global || said["global"] == true {
            limits.limit_all(after);
        } else if let Some(key) = key {
            limits.limit(key, after);
        }
        Ok(Err(after))
    }

    /// Gets what a route has.
    pub(super) async fn get(
        &self,
        route: Route<'_>,
        params: Vec<(&'static str, String)>,
    ) -> Result<Value, RequestFailure> {
        let params = Some(params).filter(|params| !params.is_empty());
        let request = Request::new(route, LightMethod::Get).params(params);
        self.request(request, OnLimit::Wait).await
    }

    /// Gets what a route has, as one of the library's types.
    pub(super) async fn get_as<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
    ) -> Result<T, RequestFailure> {
        let value = self.get(route, Vec::new()).await?;
        serde_json::from_value(value)
            .map_err(|error| RequestFailure::rejected(format!("an answer cannot be read: {error}")))
    }

    /// Sends a request with a content and perhaps a file. Waits out rate limits.
    pub(super) async fn send(
        &self,
        route: Route<'_>,
        method: LightMethod,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, RequestFailure> {
        let request = carrying(Request::new(route, method), content, file);
        self.request(request, OnLimit::Wait).await
    }

    /// Sends a request with a content and perhaps a file. Fails at once if it is rate limited, so
    /// that something more important may go first.
    pub(super) async fn send_now(
        &self,
        route: Route<'_>,
        method: LightMethod,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, RequestFailure> {
        let request = carrying(Request::new(route, method), content, file);
        self.request(request, OnLimit::Fail).await
    }

    /// Sends the first response to an interaction, and returns what it became.
    pub(super) async fn respond(
        &self,
        route: Route<'_>,
        content: Value,
        file: Option<&FileUpload>,
    ) -> Result<Value, RequestFailure> {
        let request = carrying(Request::new(route, LightMethod::Post), content, file);
        let params = vec![("with_response", "true".to_owned())];
        self.request(request.params(Some(params)), OnLimit::Fail)
            .await
    }

    /// Posts a content.
    pub(super) async fn post(
        &self,
        route: Route<'_>,
        content: Value,
    ) -> Result<Value, RequestFailure> {
        self.send(route, LightMethod::Post, content, None).await
    }

    /// Sends a request without a content.
    pub(super) async fn bare(
        &self,
        route: Route<'_>,
        method: LightMethod,
    ) -> Result<Value, RequestFailure> {
        self.request(Request::new(route, method), OnLimit::Wait)
            .await
    }

    /// Whether Discord answers within a time, whatever it says.
    pub(super) async fn is_reached(&self, within: Duration) -> bool {
        let request = Request::new(Route::Gateway, LightMethod::Get);
        let token = self.token.expose_secret();
        match request.build(&self.client, token, self.base.as_deref()) {
            Ok(request) => request.timeout(within).send().await.is_ok(),
            Err(_) => false,
        }
    }

    /// Whether Discord answers at all, and accepts the token.
    pub(super) async fn answers(&self) -> bool {
        self.get(Route::UserMe, Vec::new()).await.is_ok()
    }

    /// The content of an attachment; `None` if it is too large.
    pub(super) async fn file(&self, url: &str) -> Result<Option<Vec<u8>>, RequestFailure> {
        self.files.fetch(url).await
    }
}

/// Whether a request belongs to one interaction, which has limits of its own.
const fn is_of_interaction(route: &Route<'_>) -> bool {
    matches!(
        route,
        Route::InteractionResponse { .. }
            | Route::WebhookOriginalInteractionResponse { .. }
            | Route::WebhookFollowupMessages { .. }
            | Route::WebhookFollowupMessage { .. }
    )
}

/// A request with a content, and a file if there is one. The first response to an interaction has
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

/// The JSON of an answer.
async fn body(answer: reqwest::Response) -> Result<Value, RequestFailure> {
    let bytes = answer.bytes().await.map_err(unanswered)?;
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes).map_err(|error| RequestFailure::transient(error.to_string()))
}

#[cfg(test)]
mod tests {
    use serenity::all::{ApplicationId, ChannelId, InteractionId};

    use super::*;

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
}
