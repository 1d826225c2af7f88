//! Responses to interactions, as requests to Discord:
//! <https://discord.com/developers/docs/interactions/receiving-and-responding>.

use serde_json::{Value, json};
use serenity::all::InteractionId;
use serenity::http::Route;

use crate::chat::discord::error::RequestFailure;
use crate::chat::discord::rest::{FileUpload, RestClient};

/// The flag of a message that only the person sees who acted.
pub(super) const EPHEMERAL: u64 = 1 << 6;

/// The flag of a placeholder that Discord shows for a deferred response.
pub(super) const LOADING: u64 = 1 << 7;

/// A message.
pub(super) const MESSAGE: u8 = 4;
/// A placeholder for a message.
pub(super) const DEFERRED_MESSAGE: u8 = 5;
/// Nothing yet: the message with the button may change later.
pub(super) const DEFERRED_UPDATE: u8 = 6;
/// A change of the message with the button.
pub(super) const UPDATE: u8 = 7;
/// Suggestions while somebody types.
const AUTOCOMPLETE: u8 = 8;

/// Sends the first response to an interaction.
pub(super) async fn respond(
    rest: &RestClient,
    id: u64,
    token: &str,
    content: Value,
    file: Option<&FileUpload>,
) -> Result<Value, RequestFailure> {
    let route = Route::InteractionResponse {
        interaction_id: InteractionId::new(id.max(1)),
        token,
    };
    rest.respond(route, content, file).await
}

/// Responds to an interaction at once with a sentence that only the person sees.
pub(in super::super) async fn decline(rest: &RestClient, id: u64, token: &str, sentence: &str) {
    let data =
        json!({ "content": sentence, "flags": EPHEMERAL, "allowed_mentions": { "parse": [] } });
    let content = json!({ "type": MESSAGE, "data": data });
    if let Err(failure) = respond(rest, id, token, content, None).await {
        tracing::debug!(%failure, "an interaction could not be declined");
    }
}

/// Suggests what could be typed.
pub(in super::super) async fn suggest(
    rest: &RestClient,
    id: u64,
    token: &str,
    choices: Vec<Value>,
) {
    let content = json!({ "type": AUTOCOMPLETE, "data": { "choices": choices } });
    if let Err(failure) = respond(rest, id, token, content, None).await {
        tracing::debug!(%failure, "no suggestions could be sent");
    }
}
