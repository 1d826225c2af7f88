//! Quoted texts: values of tags, and names.

/// Quotes and escapes a text. Line ends are escaped too: a tag is always one line.
pub(in crate::game) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Parses a quoted text behind its opening mark. Returns it and the rest. Without a closing mark,
/// the text ends with the line.
pub(in crate::game) fn read_quoted(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (value, &text[at + 1..]),
            '\n' => {
                let kept = value.trim_end().trim_end_matches(']').len();
                value.truncate(kept);
                return (value, &text[at..]);
            }
            '\\' => match characters.next() {
                Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                Some((_, 'n')) => value.push('\n'),
                Some((_, 'r')) => value.push('\r'),
                // Probably not meant as an escape.
                Some((_, other)) => value.extend(['\\', other]),
                None => value.push('\\'),
            },
            other => value.push(other),
        }
    }
    (value, "")
}
