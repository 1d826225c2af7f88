//! Asking Discord: requests, what their answers mean, and waiting where Discord says so.
//!
//! At Discord itself the library minds the rate limits of each route. It cannot do that for
//! another address, and it takes all interactions for one route: there this waits as long as a
//! refused request is told to.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{
    Http, HttpBuilder, HttpError, LightMethod, Multipart, MultipartUpload, Request, Route,
};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, sleep_until};
use url::Url;

use super::error::{Error, Failure, Trouble};
use crate::config;

/// How long an answer may take. Pictures are about 100 kB, and nothing that is asked for is long.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long an attachment may take: those of a megabyte, the largest that are read, take less.
const FILE_PATIENCE: Duration = Duration::from_secs(5);

/// Where Discord keeps attachments.
const FILE_HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// The longest wait that a request sits out by itself. Who is told to wait longer comes back.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// At this failure in a row the operator is told, once, that Discord does not answer: one or two
/// are how long a connection may stumble.
const WORTH_TELLING: u32 = 3;

/// A file that goes along with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attached {
    pub(super) name: String,
    pub(super) content: Vec<u8>,
    /// What it shows, in words.
    pub(super) description: Option<String>,
}

/// Asks Discord.
pub(super) struct Rest {
    http: Http,
    client: Client,
    /// For attachments.
    files: Client,
    token: SecretString,
    base: Option<String>,
    /// How many requests in a row went without an answer.
    unanswered: AtomicU32,
    /// Whether the token was not good the last time.
    logged_out: AtomicBool,
    /// Until when nothing is asked, where a limit for everything was met.
    pause: Mutex<Instant>,
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

impl Rest {
    pub(super) fn new(settings: &config::Discord) -> Result<Self, Error> {
        Ok(Self {
            http: http(settings)?,
            client: client()?,
            files: files()?,
            token: format!("Bot {}", settings.token.expose_secret()).into(),
            base: settings.api_base.clone(),
            unanswered: AtomicU32::new(0),
            logged_out: AtomicBool::new(false),
            pause: Mutex::new(Instant::now()),
        })
    }

    /// Asks, and reads the answer. One without content is null.
    async fn ask(&self, request: Request<'_>) -> Result<Value, Failure> {
        let answered = match &self.base {
            Some(base) => self.ask_past(Some(base), request).await,
            None if goes_past(request.route_ref()) => self.ask_past(None, request).await,
            None => match self.http.request(request).await {
                Ok(answer) => body(answer).await,
                Err(error) => Err(failure(error)),
            },
        };
        self.note(answered.as_ref().err());
        answered
    }

    /// Tells the operator when Discord stops to answer, and when it answers again.
    fn note(&self, failure: Option<&Failure>) {
        let logged_out = failure.is_some_and(|failure| failure.trouble == Trouble::LoggedOut);
        if logged_out && !self.logged_out.swap(true, Ordering::Relaxed) {
            tracing::warn!("Discord does not know the bot's token; it is asked again");
        } else if failure.is_none() && self.logged_out.swap(false, Ordering::Relaxed) {
            tracing::info!("Discord knows the bot's token again");
        }
        match failure.filter(|failure| failure.trouble == Trouble::Passing(None)) {
            Some(failure) => {
                let before = self.unanswered.fetch_add(1, Ordering::Relaxed);
                if before + 1 == WORTH_TELLING {
                    tracing::warn!(%failure, "Discord does not answer; it is asked again");
                }
            }
            None => {
                if self.unanswered.swap(0, Ordering::Relaxed) >= WORTH_TELLING {
                    tracing::info!("Discord answers again");
                }
            }
        }
    }

    /// Asks past the library's limits, perhaps at another address than Discord's.
    async fn ask_past(&self, base: Option<&str>, request: Request<'_>) -> Result<Value, Failure> {
        let start = Instant::now();
        // An interaction has to be acknowledged at once, and no limit for everything holds there.
        let is_free = matches!(request.route_ref(), Route::InteractionResponse { .. });
        loop {
            if !is_free {
                let pause = *self.pause.lock().await;
                sleep_until(pause).await;
            }
            let answer = request
                .clone()
                .build(&self.client, self.token.expose_secret(), base)
                .map_err(failure)?
                .send()
                .await
                .map_err(unanswered)?;
            let status = answer.status();
            if status.is_success() {
                return body(answer).await;
            }
            let global = answer.headers().contains_key("x-ratelimit-global");
            let told = answer
                .headers()
                .get("retry-after")
                .and_then(|after| after.to_str().ok()?.parse().ok());
            let said = body(answer).await.unwrap_or_default();
            if status != StatusCode::TOO_MANY_REQUESTS {
                return Err(Failure::answered(
                    status.as_u16(),
                    said["code"].as_i64().unwrap_or_default(),
                    &explained(&said),
                ));
            }
            let after = said["retry_after"].as_f64().or(told).unwrap_or(1.0);
            let after = Duration::try_from_secs_f64(after).unwrap_or(LONGEST_WAIT);
            if global || said["global"] == true {
                let mut pause = self.pause.lock().await;
                *pause = (*pause).max(Instant::now() + after);
            }
            tracing::debug!(?after, "Discord asks to wait");
            if start.elapsed() + after > LONGEST_WAIT {
                return Err(Failure {
                    trouble: Trouble::Passing(Some(after)),
                    reason: "too many requests".to_owned(),
                });
            }
            sleep(after).await;
        }
    }

    pub(super) async fn get(
        &self,
        route: Route<'_>,
        params: Vec<(&'static str, String)>,
    ) -> Result<Value, Failure> {
        let params = Some(params).filter(|params| !params.is_empty());
        self.ask(Request::new(route, LightMethod::Get).params(params))
            .await
    }

    /// Sends something, with a file if there is one.
    pub(super) async fn send(
        &self,
        route: Route<'_>,
        method: LightMethod,
        mut content: Value,
        file: Option<&Attached>,
    ) -> Result<Value, Failure> {
        let request = Request::new(route, method);
        let Some(file) = file else {
            let bytes = content.to_string().into_bytes();
            return self.ask(request.body(Some(bytes))).await;
        };
        let mut told = json!({ "id": "0", "filename": file.name });
        if let Some(description) = &file.description {
            told["description"] = json!(description);
        }
        content["attachments"] = json!([told]);
        let upload = CreateAttachment::bytes(file.content.clone(), file.name.clone());
        let multipart = Multipart {
            upload: MultipartUpload::Attachments(vec![upload]),
            fields: Vec::new(),
            payload_json: Some(content.to_string()),
        };
        self.ask(request.multipart(Some(multipart))).await
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
        self.ask(Request::new(route, method)).await
    }

    /// The content of an attachment of at most `most` bytes; nothing if it is larger. It has to be
    /// where Discord keeps attachments.
    pub(super) async fn file(&self, url: &str, most: usize) -> Result<Option<Vec<u8>>, Failure> {
        let Some(url) = file_address(url, self.base.as_deref()) else {
            return Err(Failure {
                trouble: Trouble::Refused(0),
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

/// Whether a request goes past the library's limits. Each interaction has limits of its own, but
/// the library has all of an application wait for each other, and remembers every one for ever.
const fn goes_past(route: &Route<'_>) -> bool {
    matches!(
        route,
        Route::InteractionResponse { .. }
            | Route::WebhookOriginalInteractionResponse { .. }
            | Route::WebhookFollowupMessages { .. }
    )
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
            trouble: Trouble::Refused(0),
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
            assert!(goes_past(&route), "{route:?}");
        }
        let channel_id = ChannelId::new(3);
        assert!(!goes_past(&Route::ChannelMessages { channel_id }));
        assert!(!goes_past(&Route::UserMe));
    }
}
