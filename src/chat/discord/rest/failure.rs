//! What errors and rejections mean.

use serde_json::Value;
use serenity::http::HttpError;

use super::super::error::RequestFailure;

/// Discord's explanation of a refusal, with the parts of the request that it objects to.
pub(super) fn explained(said: &Value) -> String {
    let message = said["message"].as_str().unwrap_or("no reason given");
    match &said["errors"] {
        Value::Null => message.to_owned(),
        errors => format!("{message} {errors}"),
    }
}

/// A request without an answer. The address is left out: those of interactions hold a secret.
pub(super) fn unanswered(error: reqwest::Error) -> RequestFailure {
    let error = error.without_url();
    let mut reason = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        reason.push_str(": ");
        reason.push_str(&error.to_string());
        cause = error.source();
    }
    RequestFailure::transient(reason)
}

/// What an error of serenity means.
pub(in super::super) fn failure(error: serenity::Error) -> RequestFailure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            let code = i64::try_from(answer.error.code).unwrap_or_default();
            let mut message = answer.error.message;
            for error in answer.error.errors {
                message.push_str(&format!("; {}: {}", error.path, error.message));
            }
            RequestFailure::answered(answer.status_code.as_u16(), code, &message)
        }
        serenity::Error::Http(HttpError::Request(error)) => unanswered(error),
        serenity::Error::Http(error) => RequestFailure::rejected(error.to_string()),
        error => RequestFailure::transient(error.to_string()),
    }
}
