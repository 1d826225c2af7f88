//! Attachments: downloaded in the background, up to the size of a record.

use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use matrix_sdk::Client;
use matrix_sdk::ruma::api::Metadata;
use matrix_sdk::ruma::api::client::authenticated_media::get_content::v1::Request as Authenticated;
use matrix_sdk::ruma::events::room::message::FileMessageEventContent;
use matrix_sdk::ruma::events::room::{EncryptedFile, MediaSource};
use matrix_sdk::ruma::{OwnedUserId, UserId};
use matrix_sdk_crypto::AttachmentDecryptor;
use tokio::time::timeout;
use tokio_util::task::AbortOnDropHandle;

use super::error::plain;
use crate::chat::common::attachment::{MAX_BYTES, append, decode};
use crate::host::{Attachment, AttachmentError};
use crate::lock::lock;

/// How long a download may take. The table waits for it.
const TIMEOUT: Duration = Duration::from_secs(10);

/// How long the server may wait for a file that is not uploaded yet, in milliseconds: less than
/// [`TIMEOUT`], so that it answers itself.
const UPLOAD_TIMEOUT: &str = "8000";

/// Files of one person that are downloaded, or kept until their command is handled, at a time.
const MAX_OF_SENDER: usize = 2;

/// Files of all people.
const MAX_FILES: usize = 32;

/// Files that are downloaded or kept, by their senders.
#[derive(Debug, Default)]
pub(super) struct Downloads {
    by_sender: Arc<Mutex<HashMap<OwnedUserId, usize>>>,
}

/// The right to one of them, until it is dropped.
struct DownloadPermit {
    by_sender: Arc<Mutex<HashMap<OwnedUserId, usize>>>,
    sender: OwnedUserId,
}

impl Drop for DownloadPermit {
    fn drop(&mut self) {
        let mut by_sender = lock(&self.by_sender);
        if let Some(count) = by_sender.get_mut(&self.sender) {
            *count -= 1;
            if *count == 0 {
                by_sender.remove(&self.sender);
            }
        }
    }
}

impl Downloads {
    fn ticket(&self, sender: &UserId) -> Option<DownloadPermit> {
        let mut by_sender = lock(&self.by_sender);
        if by_sender.values().sum::<usize>() >= MAX_FILES {
            return None;
        }
        let count = by_sender.entry(sender.to_owned()).or_default();
        if *count >= MAX_OF_SENDER {
            return None;
        }
        *count += 1;
        Some(DownloadPermit {
            by_sender: Arc::clone(&self.by_sender),
            sender: sender.to_owned(),
        })
    }

    /// The text of a file. The download starts now, so that those for one table do not run one after
    /// the other.
    pub(super) fn begin(
        &self,
        client: Client,
        sender: &UserId,
        file: FileMessageEventContent,
    ) -> Attachment {
        let size = file.info.as_ref().and_then(|info| info.size);
        if size.is_some_and(|size| u64::from(size) > MAX_BYTES as u64) {
            return Attachment::fetch(async { Err(AttachmentError::TooLarge) });
        }
        let Some(ticket) = self.ticket(sender) else {
            return Attachment::fetch(async {
                Err(AttachmentError::Unavailable("too many at once".to_owned()))
            });
        };
        let fetching = AbortOnDropHandle::new(tokio::spawn(async move {
            match timeout(TIMEOUT, fetch(&client, &file.source)).await {
                Ok(content) => decode(content?),
                Err(_) => Err(AttachmentError::Unavailable("not in time".to_owned())),
            }
        }));
        Attachment::fetch(async move {
            let fetched = fetching.await;
            drop(ticket);
            fetched.unwrap_or_else(|error| Err(unavailable(&error)))
        })
    }
}

fn unavailable(error: &(dyn std::error::Error + 'static)) -> AttachmentError {
    AttachmentError::Unavailable(plain(error))
}

/// The content of a file, decrypted. The library would load a file of any size.
async fn fetch(client: &Client, source: &MediaSource) -> Result<Vec<u8>, AttachmentError> {
    let uri = match source {
        MediaSource::Plain(uri) => uri,
        MediaSource::Encrypted(file) => &file.url,
    };
    let (server, id) = uri.parts().map_err(|error| unavailable(&error))?;
    let versions = client
        .supported_versions()
        .await
        .map_err(|error| unavailable(&error))?;
    let with_token = Authenticated::PATH_BUILDER.is_supported(&versions);
    let path = if with_token {
        "_matrix/client/v1/media/download"
    } else {
        "_matrix/media/v3/download"
    };
    let mut url = client.homeserver();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty();
        segments
            .extend(path.split('/'))
            .push(server.as_str())
            .push(id);
    }
    url.query_pairs_mut()
        .append_pair("timeout_ms", UPLOAD_TIMEOUT);
    let mut request = client.http_client().get(url);
    if let (true, Some(token)) = (with_token, client.access_token()) {
        request = request.bearer_auth(token);
    }
    let answered = request.send().await;
    let mut answer = answered
        .and_then(matrix_sdk::reqwest::Response::error_for_status)
        .map_err(|error| unavailable(&error.without_url()))?;
    let mut content = Vec::new();
    while let Some(piece) = answer
        .chunk()
        .await
        .map_err(|error| unavailable(&error.without_url()))?
    {
        if !append(&mut content, &piece) {
            return Err(AttachmentError::TooLarge);
        }
    }
    match source {
        MediaSource::Plain(_) => Ok(content),
        MediaSource::Encrypted(file) => decrypt(&content, file),
    }
}

/// The content of an encrypted file, if it is the one that was sent.
fn decrypt(mut content: &[u8], file: &EncryptedFile) -> Result<Vec<u8>, AttachmentError> {
    let mut decrypted = Vec::with_capacity(content.len());
    AttachmentDecryptor::new(&mut content, file.clone().into())
        .map_err(|error| unavailable(&error))?
        .read_to_end(&mut decrypted)
        .map_err(|error| unavailable(&error))?;
    Ok(decrypted)
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::user_id;

    use super::*;

    #[test]
    fn nobody_has_more_than_their_share() {
        let downloads = Downloads::default();
        let alice = user_id!("@alice:example.org");
        let first = downloads.ticket(alice).unwrap();
        let second = downloads.ticket(alice).unwrap();
        assert!(downloads.ticket(alice).is_none());
        drop(first);
        let third = downloads.ticket(alice).unwrap();
        assert!(downloads.ticket(alice).is_none());
        let others: Vec<DownloadPermit> = (0..MAX_FILES)
            .filter_map(|number| {
                let id = UserId::parse(format!("@{number}:example.org")).unwrap();
                downloads.ticket(&id)
            })
            .collect();
        assert_eq!(others.len(), MAX_FILES - 2);
        drop((second, third, others));
        assert!(lock(&downloads.by_sender).is_empty());
    }

    #[test]
    fn an_encrypted_file_is_the_one_that_was_sent() {
        use matrix_sdk_crypto::AttachmentEncryptor;

        let mut clear: &[u8] = b"1. a2 2. b1 *";
        let mut encryptor = AttachmentEncryptor::new(&mut clear);
        let mut sent = Vec::new();
        encryptor.read_to_end(&mut sent).unwrap();
        let info = encryptor.finish();
        let file = EncryptedFile::new(
            "mxc://example.org/a".into(),
            info.encryption_info,
            info.hashes,
        );
        assert_eq!(decrypt(&sent, &file).unwrap(), b"1. a2 2. b1 *");
        sent[0] ^= 1;
        assert!(matches!(
            decrypt(&sent, &file),
            Err(AttachmentError::Unavailable(_))
        ));
    }
}
