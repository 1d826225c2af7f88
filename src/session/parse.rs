//! From what somebody typed to a command.
//!
//! A message is for the bot when it begins with the prefix, or when it is addressed to the bot
//! otherwise (a mention, a private chat). Its first word names the command; a message that
//! begins with points (`!E4 E10`, `!xe5-e9`) is a decision without a word. Several decisions
//! stand in one message, separated by commas or semicolons. Only the first line counts, but for
//! `import`.

use super::command::{COMMANDS, Command, Decision, RULES_TOPICS, Reader, Spec};
use super::event::{ColorChoice, HintAmount};
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use crate::engine::Level;
use crate::game::{Action, ActionError, Color, Point, Row, Variant, read_points};

/// What a message turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Parsed {
    /// Nothing that the bot has to answer.
    NotForUs,
    /// A command.
    Command(Command),
    /// Meant for the bot, but not understood.
    Faulty(Refusal),
}

/// Longest word that is taken for a mistyped command. What is longer is no command at all.
const LONGEST_WORD: usize = 24;

/// Similarity (0 to 1, Damerau-Levenshtein, normalised by length) from which on a word is
/// offered as what was meant: one slip in a word of three letters still counts.
const SIMILAR: f64 = 0.6;

/// What may stand behind a word as people write.
const PUNCTUATION: [char; 6] = [',', ';', '.', '?', '!', ':'];

/// Most decisions in one message. A whole turn with rows for both sides has fewer than ten.
const MOST_DECISIONS: usize = 16;

/// Reads a message. `addressed` says that the platform knows it to be meant for the bot, so that
/// it needs no prefix.
#[must_use]
pub fn parse(text: &str, prefix: &str, addressed: bool) -> Parsed {
    let text = text.trim();
    let (body, prefixed) = match text.strip_prefix(prefix) {
        Some(body) if !prefix.is_empty() => (body, true),
        _ if addressed => (text, false),
        _ => return Parsed::NotForUs,
    };
    if body.is_empty() {
        return if prefixed {
            Parsed::NotForUs
        } else {
            Parsed::Command(Command::Help(None))
        };
    }
    // «! well» and «!!!» are how people talk, not commands.
    let spaced = body.starts_with(char::is_whitespace);
    if prefixed && !body.starts_with(|c: char| c.is_alphanumeric() || spaced) {
        return Parsed::NotForUs;
    }
    let body = body.trim_start();
    let (word, rest) = body
        .find(char::is_whitespace)
        .map_or((body, ""), |end| body.split_at(end));
    let word = word.trim_end_matches(PUNCTUATION);
    if let Some(spec) = Spec::find(word) {
        let read = if spec.reader == Reader::Act {
            read_decisions(body, prefix)
        } else {
            read(spec, rest.trim())
        };
        return read.map_or_else(Parsed::Faulty, Parsed::Command);
    }
    if looks_like_points(body) {
        return read_decisions(body, prefix).map_or_else(Parsed::Faulty, Parsed::Command);
    }
    if (prefixed && spaced)
        || !word.starts_with(char::is_alphabetic)
        || word.chars().count() > LONGEST_WORD
    {
        return Parsed::NotForUs;
    }
    Parsed::Faulty(unknown_word(word))
}

/// Whether a message without a command's word is a decision: `E4`, `e4-e10`, `xe5-e9`, `L4`.
fn looks_like_points(body: &str) -> bool {
    let first = first_line(body);
    let first = first.split([',', ';']).next().unwrap_or(first).trim();
    let points = first.strip_prefix(['x', 'X']).unwrap_or(first);
    let mut chars = points.chars();
    let coordinate = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next().is_some_and(|c| c.is_ascii_digit());
    coordinate
        && points
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .count()
            <= 6
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("").trim()
}

fn unknown_word(word: &str) -> Refusal {
    let word: String = word.chars().take(LONGEST_WORD).collect();
    let word = word.as_str();
    let phrase = match nearest(word, COMMANDS.iter().map(|spec| spec.word)) {
        Some(meant) => Phrase::new("unknown-command-meant").with("meant", Arg::command(meant)),
        None => Phrase::new("unknown-command"),
    };
    phrase
        .with("word", Arg::command(word))
        .with("help", Arg::command("help"))
        .into()
}

/// The known word that is most like a mistyped one, if any is like it at all.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().nth(LONGEST_WORD).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    known
        .map(|known| (strsim::normalized_damerau_levenshtein(&word, known), known))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

/// A word that the command does not take there.
fn unexpected(spec: &Spec, word: &str) -> Refusal {
    let shown: String = word.chars().take(LONGEST_WORD).collect();
    Refusal::new(
        Phrase::new("unexpected-word")
            .with("word", shown)
            .with("command", Arg::command(spec.word)),
    )
    .with_usage(spec)
}

fn missing(spec: &Spec) -> Refusal {
    Refusal::new(Phrase::new("missing-words").with("command", Arg::command(spec.word)))
        .with_usage(spec)
}

/// Reads what follows the word of a command that is not a decision.
fn read(spec: &'static Spec, rest: &str) -> Result<Command, Refusal> {
    match spec.reader {
        Reader::Import => return Ok(Command::Import(rest.to_owned())),
        Reader::Analyze => return Ok(Command::Analyze(rest.to_owned())),
        _ => {}
    }
    let mut words = first_line(rest)
        .split_whitespace()
        .map(|word| word.trim_end_matches(PUNCTUATION))
        .filter(|word| !word.is_empty());
    let command = match spec.reader {
        Reader::Challenge => {
            let (mut opponent, mut level) = (None, LevelWords::default());
            let (variant, color) = read_terms(spec, words.by_ref(), |word| {
                if opponent.is_some() {
                    return level.read(word);
                }
                opponent = Some(match word.to_lowercase().as_str() {
                    "anyone" | "anybody" | "someone" | "open" => None,
                    _ => match word.trim_start_matches('@') {
                        "" => return false,
                        name => Some(name.to_owned()),
                    },
                });
                true
            })?;
            Command::Challenge {
                opponent: opponent.ok_or_else(|| missing(spec))?,
                level: level.known(spec)?,
                variant,
                color,
            }
        }
        Reader::Play => {
            let mut level = LevelWords::default();
            let (variant, color) = read_terms(spec, words.by_ref(), |word| level.read(word))?;
            Command::Play {
                level: level.known(spec)?.unwrap_or_default(),
                variant,
                color,
            }
        }
        Reader::Hint => Command::Hint(match words.next() {
            None => HintAmount::default(),
            Some(word) => word
                .parse()
                .ok()
                .and_then(HintAmount::of_number)
                .ok_or_else(|| unexpected(spec, word))?,
        }),
        Reader::Accept => Command::Accept(words.next().map(name)),
        Reader::Decline => Command::Decline(words.next().map(name)),
        Reader::Board => Command::Board {
            text: option(spec, words.next(), &["text", "plain"])?,
        },
        Reader::Export => Command::Export {
            sgf: option(spec, words.next(), &["sgf"])?,
        },
        Reader::Moves => Command::Moves(words.next().map(|word| point(spec, word)).transpose()?),
        Reader::Resign => Command::Resign(match words.next().map(str::to_lowercase).as_deref() {
            None => None,
            Some("yes" | "y" | "confirm") => Some(true),
            Some("no" | "n") => Some(false),
            Some(other) => return Err(unexpected(spec, other)),
        }),
        Reader::Rules => Command::Rules(match words.next() {
            None => None,
            Some(word) => {
                let lower = word.to_lowercase();
                let topic = RULES_TOPICS
                    .into_iter()
                    .find(|topic| *topic == lower)
                    .or_else(|| nearest(word, RULES_TOPICS.into_iter()))
                    .ok_or_else(|| {
                        unexpected(spec, word).and(
                            Phrase::new("rules-topics")
                                .with("topics", RULES_TOPICS.into_iter().collect::<Arg>()),
                        )
                    })?;
                Some(topic.to_owned())
            }
        }),
        Reader::Help => Command::Help(match words.next() {
            None => None,
            Some(word) => {
                let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
                Some(Spec::find(word).ok_or_else(|| unknown_word(word))?)
            }
        }),
        Reader::Theme => Command::Theme(words.next().map(str::to_lowercase)),
        Reader::Bare(bare) => bare.into(),
        // Both are read before this is called.
        Reader::Act | Reader::Import | Reader::Analyze => return Err(missing(spec)),
    };
    match words.next() {
        Some(word) => Err(unexpected(spec, word)),
        None => Ok(command),
    }
}

fn name(word: &str) -> String {
    word.trim_start_matches('@').to_owned()
}

/// Whether the one optional word stands there.
fn option(spec: &Spec, word: Option<&str>, known: &[&str]) -> Result<bool, Refusal> {
    match word {
        None => Ok(false),
        Some(word) if known.contains(&word.to_lowercase().as_str()) => Ok(true),
        Some(word) => Err(unexpected(spec, word)),
    }
}

/// The words that tell a level: its number, perhaps behind «level», which is how one says it.
#[derive(Default)]
struct LevelWords {
    number: Option<u32>,
    announced: bool,
}

impl LevelWords {
    /// Takes a word; says whether it belongs here.
    fn read(&mut self, word: &str) -> bool {
        match word.parse() {
            Ok(number) => self.number.replace(number).is_none(),
            Err(_) if self.number.is_none() && word.eq_ignore_ascii_case("level") => {
                !std::mem::replace(&mut self.announced, true)
            }
            Err(_) => false,
        }
    }

    /// The level, if one was told.
    fn known(self, spec: &Spec) -> Result<Option<Level>, Refusal> {
        let Some(number) = self.number else {
            return if self.announced {
                Err(missing(spec))
            } else {
                Ok(None)
            };
        };
        let level = u8::try_from(number).ok().and_then(Level::new);
        level.map(Some).ok_or_else(|| {
            Refusal::new(
                Phrase::new("no-such-level")
                    .with("level", number as usize)
                    .with("last", Level::BEST.number()),
            )
            .with_usage(spec)
        })
    }
}

/// Variant and colour, in any order; other words go to `other`, which says whether it knows them.
fn read_terms<'a>(
    spec: &Spec,
    words: impl Iterator<Item = &'a str>,
    mut other: impl FnMut(&str) -> bool,
) -> Result<(Variant, ColorChoice), Refusal> {
    let mut variant = None;
    let mut color = None;
    for word in words {
        let fresh = match word.to_lowercase().as_str() {
            "blitz" => variant.replace(Variant::Blitz).is_none(),
            "normal" => variant.replace(Variant::Normal).is_none(),
            "white" | "w" => color.replace(ColorChoice::Is(Color::White)).is_none(),
            "black" | "b" => color.replace(ColorChoice::Is(Color::Black)).is_none(),
            "random" => color.replace(ColorChoice::Random).is_none(),
            _ => other(word),
        };
        if !fresh {
            return Err(unexpected(spec, word));
        }
    }
    Ok((variant.unwrap_or_default(), color.unwrap_or_default()))
}

fn point(spec: &Spec, word: &str) -> Result<Point, Refusal> {
    match read_points(word) {
        Ok(Some((point, None))) => Ok(point),
        Ok(_) => Err(unexpected(spec, word)),
        Err(error) => Err(bad_point(error).with_usage(spec)),
    }
}

fn bad_point(error: ActionError) -> Refusal {
    match error {
        ActionError::NoSuchPoint(point) => Phrase::new("no-such-point").with("point", point),
        ActionError::NotFive(start, end) => Phrase::new("not-five")
            .with("start", start)
            .with("end", end),
        ActionError::Unreadable(text) => Phrase::new("unreadable").with("text", text),
    }
    .into()
}

/// Reads the decisions of a message.
fn read_decisions(body: &str, prefix: &str) -> Result<Command, Refusal> {
    let line = first_line(body);
    let parts: Vec<&str> = line
        .split([',', ';'])
        .map(|part| {
            let part = part.trim().trim_end_matches(PUNCTUATION);
            match part.strip_prefix(prefix) {
                Some(rest) if !prefix.is_empty() => rest.trim_start(),
                _ => part,
            }
        })
        .filter(|part| !part.is_empty())
        .collect();
    let mut decisions = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        read_decision(part, &mut decisions).map_err(|refusal| match parts.len() {
            1 => refusal,
            _ => refusal.in_several(index, part),
        })?;
        if decisions.len() > MOST_DECISIONS {
            return Err(Phrase::new("too-many-decisions")
                .with("most", MOST_DECISIONS)
                .into());
        }
    }
    Ok(Command::Act(decisions))
}

/// Reads one decision, or a row and its ring as the notation joins them (`xe5-e9xc3`).
fn read_decision(part: &str, decisions: &mut Vec<Decision>) -> Result<(), Refusal> {
    let word_end = part
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(part.len());
    let (word, rest) = part.split_at(word_end);
    // «E4 to E10» is how one says it.
    let rest = rest.trim().replace(" to ", " ");
    let rest = rest.as_str();
    let spec = Spec::find(word).filter(|spec| spec.reader == Reader::Act);
    let Some(spec) = spec else {
        // A single letter begins a point, and an x may run into one; longer words are words.
        if word.chars().count() > 2 {
            return Err(unknown_word(word));
        }
        return read_wordless(&part.replace(" to ", " "), decisions);
    };
    if rest.is_empty() && spec.word != "pass" {
        return Err(missing(spec));
    }
    let points = || match read_points(rest) {
        Ok(Some(points)) => Ok(points),
        Ok(None) => Err(unexpected(spec, rest)),
        Err(error) => Err(bad_point(error).with_usage(spec)),
    };
    decisions.push(match spec.word {
        "place" => match points()? {
            (point, None) => Decision::Exact(Action::Place(point)),
            (_, Some(_)) => return Err(unexpected(spec, rest)),
        },
        "move" => match points()? {
            (from, Some(to)) => Decision::Exact(Action::Move { from, to }),
            (_, None) => return Err(missing(spec)),
        },
        "row" => {
            let number = rest.strip_prefix('#').unwrap_or(rest);
            match number.parse() {
                Ok(number) => Decision::RowNumber(number),
                Err(_) => match points()? {
                    (start, Some(end)) => match Row::new(start, end) {
                        Some(row) => Decision::Exact(Action::Row(row)),
                        None => {
                            return Err(
                                bad_point(ActionError::NotFive(start, end)).with_usage(spec)
                            );
                        }
                    },
                    (_, None) => return Err(missing(spec)),
                },
            }
        }
        "ring" => match points()? {
            (point, None) => Decision::Ring(point),
            (_, Some(_)) => return Err(unexpected(spec, rest)),
        },
        _ if rest.is_empty() => Decision::Exact(Action::Pass),
        _ => return Err(unexpected(spec, rest)),
    });
    Ok(())
}

fn read_wordless(part: &str, decisions: &mut Vec<Decision>) -> Result<(), Refusal> {
    if part.starts_with(['x', 'X']) {
        for removal in part
            .split(['x', 'X'])
            .filter(|text| !text.trim().is_empty())
        {
            let action = format!("x{removal}").parse().map_err(bad_point)?;
            decisions.push(match action {
                Action::Ring(point) => Decision::Ring(point),
                action => Decision::Exact(action),
            });
        }
        return Ok(());
    }
    decisions.push(match read_points(part) {
        Ok(Some((point, None))) => Decision::Point(point),
        Ok(Some((from, Some(to)))) => Decision::Points(from, to),
        Ok(None) => {
            return Err(bad_point(ActionError::Unreadable(
                part.chars().take(LONGEST_WORD).collect(),
            )));
        }
        Err(error) => return Err(bad_point(error)),
    });
    Ok(())
}
