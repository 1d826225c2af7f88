//! The text form of a record: tags as in PGN, numbered turns, the result.
//!
//! It is read leniently (any case, blanks and line ends anywhere, comments in `{}`, tags that are
//! missing) and written one way.

use std::fmt::Write as _;

use super::limits::{LONGEST_VALUE, MOST_TAGS, MOST_TURNS, MOST_WORDS, cut_name, is_longer};
use super::{GameRecord, Line, RecordError, RecordReason, Termination};
use crate::game::action::Action;
use crate::game::excerpt::{excerpt, excerpt_of_line};
use crate::game::position::Position;
use crate::game::result::GameResult;
use crate::game::variant::Variant;

/// Columns after which a line of turns is broken: what PGN's export form allows.
const LINE_WIDTH: usize = 80;

/// The written form of a result; `None` is a game without one.
pub(in crate::game) fn result_text(result: Option<GameResult>) -> String {
    result.map_or_else(|| "*".to_owned(), |result| result.to_string())
}

/// Reads a result; `Some(None)` is `*`.
pub(in crate::game) fn read_result(text: &str) -> Option<Option<GameResult>> {
    Some(match text {
        "1-0" => Some(GameResult::White),
        "0-1" => Some(GameResult::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½" => Some(GameResult::Draw),
        "*" => None,
        _ => return None,
    })
}

/// Tags that a record holds in fields of their own.
const KNOWN_TAGS: [&str; 7] = [
    "White",
    "Black",
    "Variant",
    "Date",
    "Result",
    "Termination",
    "Position",
];

/// Most tags other than the known ones.
pub(super) const MOST_OTHER_TAGS: usize = MOST_TAGS - KNOWN_TAGS.len();

/// Whether a tag can have this name.
pub(in crate::game) fn is_tag_name(name: &str) -> bool {
    (1..=LONGEST_VALUE).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a tag other than the known ones can have this name.
pub(super) fn is_other_tag(name: &str) -> bool {
    is_tag_name(name)
        && !KNOWN_TAGS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
}

/// A text in quotation marks. Line ends are escaped too, so that a tag is always one line.
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

/// Reads a text in quotation marks, of which the opening one has been read already, and gives
/// what stands behind it. A text whose closing mark is missing ends with its line.
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
                // Somebody did not know that a backslash means something.
                Some((_, other)) => value.extend(['\\', other]),
                None => value.push('\\'),
            },
            other => value.push(other),
        }
    }
    (value, "")
}

/// What a text of records consists of.
enum Token<'a> {
    Tag(String, String),
    Word(&'a str),
    /// A bracket that begins no tag; the text behind it.
    NoTag(&'a str),
    /// A comment that does not end.
    OpenComment,
}

/// Takes a text apart.
struct Tokens<'a> {
    rest: &'a str,
    /// Whether no comment ends any more, so that this is looked for only once.
    endless: bool,
}

impl<'a> Tokens<'a> {
    /// Skips a comment, of which the opening brace has been read.
    fn comment(&mut self) -> Option<Token<'a>> {
        if !self.endless
            && let Some(end) = self.rest.find('}')
        {
            self.rest = &self.rest[end + 1..];
            return None;
        }
        self.endless = true;
        // The games behind it are to be read all the same.
        let next_game = self.rest.find("\n[").unwrap_or(self.rest.len());
        self.rest = &self.rest[next_game..];
        Some(Token::OpenComment)
    }

    /// Reads a tag, of which the opening bracket has been read.
    fn tag(&mut self) -> Token<'a> {
        let text = self.rest;
        let named = text.trim_start_matches([' ', '\t']);
        let name_end = named
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(named.len());
        let (name, behind) = named.split_at(name_end);
        let behind = behind.trim_start_matches([' ', '\t']);
        let (value, rest) = if let Some(quoted) = behind.strip_prefix('"') {
            let (value, rest) = read_quoted(quoted);
            let closed = rest.trim_start_matches([' ', '\t']);
            (value, closed.strip_prefix(']').unwrap_or(rest))
        } else {
            let end = behind.find([']', '\n']).unwrap_or(behind.len());
            let rest = &behind[end..];
            let value = behind[..end].trim().to_owned();
            (value, rest.strip_prefix(']').unwrap_or(rest))
        };
        self.rest = rest;
        if is_tag_name(name) {
            Token::Tag(name.to_owned(), value)
        } else {
            Token::NoTag(text)
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.rest = self
                .rest
                .trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if let Some(rest) = self.rest.strip_prefix('{') {
                self.rest = rest;
                if let Some(fault) = self.comment() {
                    return Some(fault);
                }
            } else if let Some(rest) = self.rest.strip_prefix('[') {
                self.rest = rest;
                return Some(self.tag());
            } else if self.rest.is_empty() {
                return None;
            } else {
                let end = self
                    .rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '{' | '[' | '\u{feff}'))
                    .unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                return Some(Token::Word(word));
            }
        }
    }
}

/// A game as it is being read.
#[derive(Default)]
struct Draft<'a> {
    tags: Vec<(String, String)>,
    /// The number each turn carries, if any, and its words.
    turns: Vec<(Option<usize>, Vec<&'a str>)>,
    /// How many words the turns have.
    words: usize,
    /// The result behind the turns.
    result: Option<Option<GameResult>>,
    /// What cannot be read, and how many turns stand before it.
    fault: Option<(usize, RecordReason)>,
}

impl<'a> Draft<'a> {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_moves() && self.fault.is_none()
    }

    fn has_moves(&self) -> bool {
        !self.turns.is_empty() || self.result.is_some()
    }

    /// What was read so far, if there are moves in it.
    fn take_moved(&mut self) -> Option<Self> {
        self.has_moves().then(|| std::mem::take(self))
    }

    /// Records a fault. Only the first one counts, so only that one is put into words.
    fn fault(&mut self, reason: impl FnOnce() -> RecordReason) {
        let turns = self.turns.len();
        self.fault.get_or_insert_with(|| (turns, reason()));
    }

    fn tag(&mut self, name: String, value: String) {
        if self.tags.len() < MOST_TAGS {
            self.tags.push((name, value));
        } else {
            self.fault(|| RecordReason::TooMany("tags", MOST_TAGS));
        }
    }

    /// Takes a word of the turns in: `12.`, `12.e4-e10` or a part of a turn.
    fn word(&mut self, word: &'a str) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = word.split_at(digits);
        let rest = behind.trim_start_matches('.');
        let word = if digits > 0 && rest.len() < behind.len() {
            if self.turns.len() == MOST_TURNS {
                self.fault(|| RecordReason::TooMany("turns", MOST_TURNS));
                return;
            }
            // A number too large to be one is a wrong number all the more.
            self.turns
                .push((Some(number.parse().unwrap_or(usize::MAX)), Vec::new()));
            rest
        } else {
            word
        };
        // Marks such as `!` and `$1` say what somebody thought of a move.
        let word = word.trim_end_matches(['!', '?']);
        if word.is_empty() || word.starts_with('$') {
            return;
        }
        if self.words == MOST_WORDS {
            self.fault(|| RecordReason::TooMany("words", MOST_WORDS));
            return;
        }
        self.words += 1;
        match self.turns.last_mut() {
            Some((_, words)) => words.push(word),
            None => self.turns.push((None, vec![word])),
        }
    }

    /// The record, if all is well with it.
    fn finish(self) -> Result<GameRecord, RecordError> {
        let fault_behind = match self.fault {
            Some((0, reason)) => return Err(RecordError::overall(reason)),
            other => other,
        };
        let mut header = Header::default();
        for (name, value) in self.tags {
            header.set(name, value).map_err(RecordError::overall)?;
        }
        let (mut record, tag) = header.into_record().map_err(RecordError::overall)?;
        let start = record.first_position();
        let mut line = Line::new(start);
        let first = 1 + start.actor().index();
        for (number, (given, words)) in (first..).zip(&self.turns) {
            let fault = |reason| RecordError {
                turn: Some(number),
                reason,
            };
            if words.is_empty()
                && let Some((turns, reason)) = &fault_behind
                && first + turns == number + 1
            {
                // What the turn has to say stands in the comment.
                return Err(fault(reason.clone()));
            }
            if let Some(given) = given.filter(|&given| given != number) {
                return Err(fault(RecordReason::Numbered(given)));
            }
            if !line.at_turn_start() && line.position.result().is_none() {
                return Err(fault(RecordReason::NotTheirTurn(line.position.actor())));
            }
            let actor = line.position.actor();
            let actions = read_turn(&words.join(" ")).map_err(fault)?;
            for action in actions {
                if line.position.actor() != actor {
                    return Err(fault(RecordReason::NotTheirTurn(line.position.actor())));
                }
                line.push(action).map_err(|error| fault(error.reason))?;
            }
        }
        if let Some((_, reason)) = fault_behind {
            return Err(line.at_end(reason));
        }
        let given = match (tag, self.result) {
            (Some(tag), Some(end)) if tag != end => {
                return Err(line.at_end(RecordReason::TwoResults(tag, end)));
            }
            (tag, end) => end.or(tag),
        };
        record.result = given.unwrap_or_else(|| line.position.result());
        record.check_end(&line)?;
        record.actions = line.actions;
        Ok(record)
    }
}

/// The actions of one turn; at least one.
fn read_turn(text: &str) -> Result<Vec<Action>, RecordReason> {
    let mut actions = Vec::new();
    for decision in text.split(';') {
        let mut from = 0;
        let cuts = decision
            .match_indices(['x', 'X'])
            .map(|(at, _)| at)
            .chain([decision.len()]);
        for to in cuts {
            let piece = decision[from..to].trim();
            if !piece.is_empty() {
                actions.push(piece.parse().map_err(RecordReason::Action)?);
            }
            from = to;
        }
    }
    if actions.is_empty() {
        return Err(RecordReason::NoAction);
    }
    Ok(actions)
}

/// Tags as they are being read.
#[derive(Default)]
pub(in crate::game) struct Header {
    record: GameRecord,
    variant: Option<Variant>,
    result: Option<Option<GameResult>>,
}

impl Header {
    /// Takes a tag in. Of a tag given twice, the later one counts.
    pub(in crate::game) fn set(&mut self, name: String, value: String) -> Result<(), RecordReason> {
        let record = &mut self.record;
        let lower = name.to_ascii_lowercase();
        match lower.as_str() {
            "white" => record.white = cut_name(&value),
            "black" => record.black = cut_name(&value),
            _ if is_longer(&value, LONGEST_VALUE) => {
                return Err(RecordReason::TooLong(excerpt(&name), LONGEST_VALUE));
            }
            "date" => record.date = Some(value).filter(|date| !date.is_empty()),
            "variant" => {
                self.variant = match value.trim().to_lowercase().as_str() {
                    "" => None,
                    "normal" => Some(Variant::Normal),
                    "blitz" => Some(Variant::Blitz),
                    _ => return Err(RecordReason::NoSuchVariant(excerpt(&value))),
                };
            }
            "result" => {
                let value = value.trim();
                let result =
                    read_result(value).ok_or_else(|| RecordReason::NoSuchResult(excerpt(value)))?;
                self.result = Some(result);
            }
            "termination" => {
                record.termination = Some(Termination::read(&value)).filter(|_| !value.is_empty());
            }
            "position" => {
                let position: Position = value.parse().map_err(RecordReason::Position)?;
                record.start = Some(position);
            }
            _ => {
                let others = &mut record.other_tags;
                let known = others
                    .iter()
                    .position(|(other, _)| other.eq_ignore_ascii_case(&name));
                match known {
                    Some(known) => others[known] = (name, value),
                    None if others.len() == MOST_OTHER_TAGS => {
                        return Err(RecordReason::TooMany("tags", MOST_TAGS));
                    }
                    None => others.push((name, value)),
                }
            }
        }
        Ok(())
    }

    /// Takes in what is known of the variant from elsewhere.
    pub(in crate::game) fn set_variant(&mut self, variant: Variant) {
        self.variant = Some(variant);
    }

    /// Whether there is such a tag among the others.
    pub(in crate::game) fn has_other(&self, name: &str) -> bool {
        let mut tags = self.record.other_tags.iter();
        tags.any(|(other, _)| other.eq_ignore_ascii_case(name))
    }

    /// A record without actions, and the result that the tags give.
    pub(in crate::game) fn into_record(
        self,
    ) -> Result<(GameRecord, Option<Option<GameResult>>), RecordReason> {
        let mut record = self.record;
        match (record.start, self.variant) {
            (Some(start), Some(variant)) if start.variant() != variant => {
                return Err(RecordReason::OtherVariant(start.variant()));
            }
            (Some(start), _) => record.variant = start.variant(),
            (None, variant) => record.variant = variant.unwrap_or_default(),
        }
        Ok((record, self.result))
    }
}

/// The games of a text, each read when it is asked for.
pub(super) fn games(text: &str) -> impl Iterator<Item = Result<GameRecord, RecordError>> + '_ {
    Games {
        tokens: Tokens {
            rest: text,
            endless: false,
        },
        draft: Draft::default(),
    }
}

struct Games<'a> {
    tokens: Tokens<'a>,
    /// What was read of the next game.
    draft: Draft<'a>,
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        for token in self.tokens.by_ref() {
            let mut done = None;
            match token {
                Token::Tag(name, value) => {
                    done = self.draft.take_moved();
                    self.draft.tag(name, value);
                }
                Token::Word(word) => match read_result(word) {
                    Some(result) => {
                        self.draft.result = Some(result);
                        done = self.draft.take_moved();
                    }
                    None => self.draft.word(word),
                },
                Token::NoTag(text) => {
                    done = self.draft.take_moved();
                    let reason = || RecordReason::Tag(format!("[{}", excerpt_of_line(text)));
                    self.draft.fault(reason);
                }
                Token::OpenComment => self.draft.fault(|| RecordReason::OpenComment),
            }
            if let Some(done) = done {
                return Some(done.finish());
            }
        }
        let last = std::mem::take(&mut self.draft);
        (!last.is_empty()).then(|| last.finish())
    }
}

/// The tags of a record other than the players' names and the date, with their values.
pub(in crate::game) fn plain_tags(record: &GameRecord) -> Vec<(&str, String)> {
    let mut tags = vec![("Result", result_text(record.result))];
    if let Some(termination) = &record.termination {
        tags.push(("Termination", termination.to_string()));
    }
    if let Some(start) = &record.start {
        tags.push(("Position", start.to_string()));
    }
    for (name, value) in &record.other_tags {
        tags.push((name, value.clone()));
    }
    tags
}

/// Writes a game.
pub(super) fn write(record: &GameRecord) -> String {
    let mut tags = vec![
        ("White", record.white.clone()),
        ("Black", record.black.clone()),
        ("Variant", record.variant.to_string()),
    ];
    if let Some(date) = &record.date {
        tags.push(("Date", date.clone()));
    }
    tags.extend(plain_tags(record));
    let mut text = String::new();
    for (name, value) in tags {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} {}]", quote(&value));
    }
    text.push('\n');
    let turns = record.turns();
    let words = turns
        .iter()
        .map(|turn| format!("{}. {turn}", turn.number))
        .chain([result_text(record.result)]);
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > LINE_WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    text
}
