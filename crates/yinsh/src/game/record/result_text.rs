//! The text form of results.

use crate::game::result::GameResult;

/// The text form of a result; `*` for none.
pub(in crate::game) fn result_text(result: Option<GameResult>) -> String {
    result.map_or_else(|| "*".to_owned(), |result| result.to_string())
}

/// Parses a result; `Some(None)` is `*`.
pub(in crate::game) fn read_result(text: &str) -> Option<Option<GameResult>> {
    Some(match text {
        "1-0" => Some(GameResult::White),
        "0-1" => Some(GameResult::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½" => Some(GameResult::Draw),
        "*" => None,
        _ => return None,
    })
}
