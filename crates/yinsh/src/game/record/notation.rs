//! The text form of records: tags as in PGN, numbered turns, the result.
//!
//! It is parsed leniently (any case, white space anywhere, comments in `{}`, missing tags) and
//! written one way.

use std::fmt::Write as _;

use super::fault::{RecordError, RecordReason};
use super::game_record::GameRecord;
use super::header::{Header, plain_tags};
use super::limits::{MOST_TAGS, MOST_TURNS, MOST_WORDS};
use super::quoting::quote;
use super::result_text::{read_result, result_text};
use super::tokens::{Token, Tokens};
use super::turn::ActionSequence;
use crate::game::action::Action;
use crate::game::excerpt::excerpt_of_line;
use crate::game::result::GameResult;

/// Maximum length of a line of turns, as in PGN's export format.
const LINE_WIDTH: usize = 80;

/// A game that is being parsed.
#[derive(Default)]
struct ParsedGame<'a> {
    tags: Vec<(String, String)>,
    /// The turns: their number, if given, and their words.
    turns: Vec<(Option<usize>, Vec<&'a str>)>,
    /// Number of words of all turns.
    words: usize,
    /// The result behind the turns.
    result: Option<Option<GameResult>>,
    /// The first fault, and the number of turns before it.
    fault: Option<(usize, RecordReason)>,
}

impl<'a> ParsedGame<'a> {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_moves() && self.fault.is_none()
    }

    fn has_moves(&self) -> bool {
        !self.turns.is_empty() || self.result.is_some()
    }

    /// Takes what has been parsed, if it has moves.
    fn take_moved(&mut self) -> Option<Self> {
        self.has_moves().then(|| std::mem::take(self))
    }

    /// Records a fault. Only the first one counts, so only its text is made.
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

    /// Adds a word of the turns: `12.`, `12.e4-e10` or a part of a turn.
    fn word(&mut self, word: &'a str) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = word.split_at(digits);
        let rest = behind.trim_start_matches('.');
        let word = if digits > 0 && rest.len() < behind.len() {
            if self.turns.len() == MOST_TURNS {
                self.fault(|| RecordReason::TooMany("turns", MOST_TURNS));
                return;
            }
            // An overflow becomes a wrong number.
            self.turns
                .push((Some(number.parse().unwrap_or(usize::MAX)), Vec::new()));
            rest
        } else {
            word
        };
        // Annotations such as `!` and `$1` are ignored.
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

    /// The record, if it is valid.
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
        let mut line = ActionSequence::new(start);
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
                // The turn is inside the open comment.
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

/// Parses the actions of a turn, at least one.
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

/// The games of a text, parsed lazily.
pub(in crate::game) fn games(
    text: &str,
) -> impl Iterator<Item = Result<GameRecord, RecordError>> + '_ {
    TextGames {
        tokens: Tokens::new(text),
        game: ParsedGame::default(),
    }
}

struct TextGames<'a> {
    tokens: Tokens<'a>,
    /// The next game, as far as it is parsed.
    game: ParsedGame<'a>,
}

impl Iterator for TextGames<'_> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        for token in self.tokens.by_ref() {
            let mut done = None;
            match token {
                Token::Tag(name, value) => {
                    done = self.game.take_moved();
                    self.game.tag(name, value);
                }
                Token::Word(word) => match read_result(word) {
                    Some(result) => {
                        self.game.result = Some(result);
                        done = self.game.take_moved();
                    }
                    None => self.game.word(word),
                },
                Token::NoTag(text) => {
                    done = self.game.take_moved();
                    let reason = || RecordReason::Tag(format!("[{}", excerpt_of_line(text)));
                    self.game.fault(reason);
                }
                Token::OpenComment => self.game.fault(|| RecordReason::OpenComment),
            }
            if let Some(done) = done {
                return Some(done.finish());
            }
        }
        let last = std::mem::take(&mut self.game);
        (!last.is_empty()).then(|| last.finish())
    }
}

/// Writes a game, with comments behind the turns that have any.
pub(in crate::game) fn write(
    record: &GameRecord,
    comments: impl Fn(usize) -> Vec<String>,
) -> String {
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
        .enumerate()
        .flat_map(|(index, turn)| {
            let comments = comments(index).into_iter();
            let comments = comments.map(|text| format!("{{{text}}}"));
            [format!("{}. {turn}", turn.number)]
                .into_iter()
                .chain(comments)
        })
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
