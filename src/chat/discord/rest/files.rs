//! Attachments of messages, which Discord keeps on servers of their own.

use std::time::Duration;

use reqwest::Client;
use reqwest::redirect::Policy;
use url::Url;

use super::super::error::{DiscordError, RequestFailure};
use super::failure::unanswered;
use crate::chat::common::attachment::append;

/// How long an attachment may take: those of a megabyte, the largest that are read, take less.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The hosts on which Discord keeps attachments.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// Fetches attachments.
pub(super) struct FileClient {
    client: Client,
    /// The server that replaces Discord, if one is configured.
    base: Option<String>,
}

impl FileClient {
    pub(super) fn new(base: Option<String>) -> Result<Self, DiscordError> {
        let client = Client::builder()
            .use_native_tls()
            .redirect(Policy::none())
            .timeout(TIMEOUT)
            .build()
            .map_err(|error| DiscordError::Start(error.to_string()))?;
        Ok(Self { client, base })
    }

    /// The content of an attachment; `None` if it is too large.
    pub(super) async fn fetch(&self, url: &str) -> Result<Option<Vec<u8>>, RequestFailure> {
        let Some(url) = file_address(url, self.base.as_deref()) else {
            return Err(RequestFailure::rejected(
                "that is not where Discord keeps files",
            ));
        };
        let mut answer = self.client.get(url).send().await.map_err(unanswered)?;
        if !answer.status().is_success() {
            return Err(RequestFailure::answered(
                answer.status().as_u16(),
                0,
                "no file",
            ));
        }
        let mut content = Vec::new();
        while let Some(piece) = answer.chunk().await.map_err(unanswered)? {
            if !append(&mut content, &piece) {
                return Ok(None);
            }
        }
        Ok(Some(content))
    }
}

/// The address of an attachment, if it is Discord's or that of the server that replaces it.
fn file_address(url: &str, base: Option<&str>) -> Option<Url> {
    let url = Url::parse(url).ok()?;
    let has_no_login = url.username().is_empty() && url.password().is_none();
    let is_discords = url.scheme() == "https"
        && url.port().is_none()
        && url.host_str().is_some_and(|host| HOSTS.contains(&host));
    let is_of_base = base
        .and_then(|base| Url::parse(base).ok())
        .is_some_and(|base| base.origin() == url.origin());
    (has_no_login && (is_discords || is_of_base)).then_some(url)
}

#[cfg(test)]
mod tests {
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
}
