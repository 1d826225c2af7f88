//! Boardspace's SGF (`GM[24]`).
//!
//! Each node is a step of a player, such as `P0[21 place w B 1]`. People move a ring in two steps
//! (`place w B 1` puts the marker into the ring, `drop board B 2` puts the ring down) and may
//! revise them before `Done`; robots move in one (`move B 1 B 2`). Old files have no `Done`: a
//! step is final as soon as the next does not revise it. The player who begins is white here.
//!
//! Tags without an SGF property are written in `XT`, a property of our own, as in the text form:
//! `XT[Termination "time"]`.

use std::fmt::Write as _;

use super::color::Color;
use super::excerpt::excerpt;
use super::record::{
    ActionSequence, GameRecord, Header, MOST_VALUES, RecordError, RecordReason, Termination,
    cut_name, is_tag_name, plain_tags, quote, read_quoted,
};
use super::result::GameResult;
use super::stage::Stage;
use super::variant::Variant;

mod replay;
mod tree;

use replay::{Replay, SgfStep};
use tree::{GameTree, escape, read_games};

/// The number of YINSH in SGF's `GM` property.
const GAME_NUMBER: &str = "24";

/// The error for another game.
const OTHER_GAME: &str = "it is not a game of YINSH (GM[24])";

/// The tag for the name of the game (`GN`).
const GAME_NAME: &str = "Game";

/// The games of a text, parsed lazily.
pub(super) fn games(text: &str) -> impl Iterator<Item = Result<GameRecord, RecordError>> + '_ {
    read_games(text).map(|tree| read_game(&tree))
}

fn fault(reason: impl Into<String>) -> RecordError {
    RecordError::overall(RecordReason::Sgf(reason.into()))
}

/// The properties of a game.
#[derive(Default)]
struct Properties {
    names: [String; 2],
    result: Option<String>,
    game_name: Option<String>,
    header: Header,
    steps: Vec<SgfStep>,
    /// The player who begins, if given.
    first: Option<usize>,
    /// Whether `GM` says that it is a game of YINSH.
    is_named: bool,
}

impl Properties {
    /// Parses all nodes of a game.
    fn read(tree: &GameTree) -> Result<Self, RecordError> {
        if tree.is_cut() {
            let reason = RecordReason::TooMany("properties", MOST_VALUES);
            return Err(RecordError::overall(reason));
        }
        let mut properties = Self::default();
        for property in tree.nodes.iter().flatten() {
            for value in &property.values {
                properties.property(&property.name, value)?;
            }
        }
        // Old files have no `GM`, but they have steps.
        if properties.is_named || !properties.steps.is_empty() {
            Ok(properties)
        } else {
            Err(fault(OTHER_GAME))
        }
    }

    fn property(&mut self, name: &str, value: &str) -> Result<(), RecordError> {
        let tag = |header: &mut Header, name: &str, value: &str| {
            header
                .set(name.to_owned(), value.to_owned())
                .map_err(RecordError::overall)
        };
        match name {
            "GM" if value.trim() == GAME_NUMBER => self.is_named = true,
            "GM" => return Err(fault(OTHER_GAME)),
            "SU" => {
                let setup = value.split_whitespace().next().unwrap_or_default();
                self.header
                    .set_variant(match setup.to_lowercase().as_str() {
                        "yinsh" => Variant::Normal,
                        "yinsh-blitz" => Variant::Blitz,
                        _ => {
                            let reason = RecordReason::NoSuchVariant(excerpt(setup));
                            return Err(RecordError::overall(reason));
                        }
                    });
            }
            "DT" => tag(&mut self.header, "Date", value)?,
            "RE" => self.result = Some(value.to_owned()),
            "GN" => self.game_name = Some(value.trim().to_owned()),
            "XT" => {
                let read = value
                    .split_once('"')
                    .map(|(name, quoted)| (name.trim(), read_quoted(quoted).0))
                    .filter(|(name, _)| is_tag_name(name));
                let (name, value) =
                    read.ok_or_else(|| RecordError::overall(RecordReason::Tag(excerpt(value))))?;
                tag(&mut self.header, name, &value)?;
            }
            "P0" => self.step(0, value),
            "P1" => self.step(1, value),
            _ => {}
        }
        Ok(())
    }

    /// Parses a property of a player: a name, a step, or something else, which is ignored.
    fn step(&mut self, player: usize, value: &str) {
        let value = value.trim();
        let (first, behind) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
        if value.is_empty() {
            return;
        }
        let is_numbered = first.bytes().all(|b| b.is_ascii_digit());
        let text = if is_numbered { behind.trim() } else { value };
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match verb.to_lowercase().as_str() {
            "id" => {
                let rest = rest.trim();
                self.names[player] = match rest.strip_prefix('"') {
                    Some(quoted) => cut_name(&read_quoted(quoted).0),
                    None => cut_name(rest),
                };
            }
            "start" => {
                let black = rest.trim().to_lowercase();
                self.first = Some(usize::from(matches!(black.as_str(), "black" | "p1")));
            }
            verb => {
                let step = SgfStep::read(player, verb, rest);
                if is_numbered || step.is_known() {
                    self.steps.push(step);
                }
            }
        }
    }
}

/// Whether a text contains a name as a whole word.
fn names(text: &str, name: &str) -> bool {
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let behind = text[at + name.len()..].chars().next();
            ![before, behind]
                .into_iter()
                .flatten()
                .any(char::is_alphanumeric)
        })
}

/// The winner by a sentence in any language, if it names one of the two players.
fn named_winner(sentence: &str, [white, black]: [&str; 2]) -> Option<Color> {
    match (names(sentence, white), names(sentence, black)) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        // "Game won by Big Bot" names "Bot", too.
        (true, true) if names(white, black) && white != black => Some(Color::White),
        (true, true) if names(black, white) && white != black => Some(Color::Black),
        _ => None,
    }
}

/// Parses a result in SGF's standard form: `W+R`, `B+Time`, `Draw`. Its white is the file's first
/// player, whose colour here is `first`.
fn standard_result(text: &str, first: Color) -> Option<(GameResult, Option<Termination>)> {
    let text = text.trim().to_lowercase();
    if let "draw" | "0" = text.as_str() {
        return Some((GameResult::Draw, None));
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner {
        "w" => first,
        "b" => !first,
        _ => return None,
    };
    let termination = match how {
        "r" | "resign" => Some(Termination::Resignation),
        "t" | "time" => Some(Termination::Time),
        _ => None,
    };
    Some((GameResult::win(winner), termination))
}

fn read_game(tree: &GameTree) -> Result<GameRecord, RecordError> {
    let mut properties = Properties::read(tree)?;
    if let Some(name) = properties.game_name.filter(|name| !name.is_empty())
        && !properties.header.has_other(GAME_NAME)
    {
        properties
            .header
            .set(GAME_NAME.to_owned(), name)
            .map_err(RecordError::overall)?;
    }
    let (mut record, given) = properties
        .header
        .into_record()
        .map_err(RecordError::overall)?;
    let first = match record.start {
        Some(_) => 0,
        None => properties
            .first
            .or(properties.steps.first().map(|step| step.player))
            .unwrap_or(0),
    };
    let [one, other] = properties.names;
    (record.white, record.black) = if first == 0 {
        (one, other)
    } else {
        (other, one)
    };
    let mut replay = Replay::new(ActionSequence::new(record.first_position()), first);
    for step in &properties.steps {
        replay.step(step)?;
    }
    let (line, ending) = replay.finish()?;

    let sentence = properties.result.unwrap_or_default();
    let by_name = named_winner(&sentence, [&record.white, &record.black]).map(GameResult::win);
    let first = if first == 0 {
        Color::White
    } else {
        Color::Black
    };
    let (named, reason) = match by_name {
        Some(result) => (Some(result), None),
        None => standard_result(&sentence, first).unzip(),
    };
    let actor = line.position.actor();
    let by_steps = match ending {
        Some((Termination::Resignation, loser)) => Some(GameResult::win(!loser)),
        Some((Termination::Agreement, _)) => Some(GameResult::Draw),
        // On Boardspace, the player to act claims the win on time.
        Some(_) => named.or_else(|| given.is_none().then(|| GameResult::win(actor))),
        None => None,
    };
    let mut sources = [given, by_steps.map(Some), named.map(Some)]
        .into_iter()
        .flatten();
    record.result = match sources.next() {
        Some(result) => {
            if let Some(other) = sources.find(|&other| other != result) {
                return Err(line.at_end(RecordReason::TwoResults(result, other)));
            }
            result
        }
        None => line.position.result(),
    };
    if record.termination.is_none() {
        // The reason in the result matters only if the moves do not end the game.
        let reason = reason
            .flatten()
            .filter(|_| line.position.result().is_none());
        record.termination = ending.map(|(termination, _)| termination).or(reason);
    }
    record.check_end(&line)?;
    record.actions = line.actions;
    Ok(record)
}

/// Writes a game, with a line end.
pub(super) fn write(record: &GameRecord) -> String {
    let start = record.first_position();
    let setup = match record.variant {
        Variant::Normal => "Yinsh",
        Variant::Blitz => "Yinsh-Blitz",
    };
    let mut text = format!("(;\nGM[{GAME_NUMBER}]VV[2]\nSU[{setup}]\n");
    let mut property = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}[{}]", escape(value));
    };
    if let Some(date) = &record.date {
        property("DT", date);
    }
    let mut others = record.other_tags.iter();
    if let Some((_, name)) = others.find(|(name, _)| name == GAME_NAME) {
        property("GN", name);
    }
    if let Some(winner) = record.result.and_then(GameResult::winner) {
        let names = [record.white.as_str(), record.black.as_str()];
        let sentence = format!("Game won by {}", names[winner.index()]);
        if named_winner(&sentence, names) == Some(winner) {
            property("RE", &sentence);
        }
    }
    for (name, value) in plain_tags(record) {
        property("XT", &format!("{name} {}", quote(&value)));
    }
    property("P0", &format!("id {}", quote(&record.white)));
    property("P1", &format!("id {}", quote(&record.black)));

    let mut number = 0;
    let mut step = |player: Color, words: &str| {
        let _ = writeln!(text, "; P{}[{number} {words}]", player.index());
        number += 1;
    };
    let begins = match start.actor() {
        Color::White => "Start White",
        Color::Black => "Start Black",
    };
    step(start.actor(), begins);
    for (position, &action) in record.positions().zip(&record.actions) {
        let actor = position.actor();
        step(actor, &replay::write_action(actor, action));
        step(actor, "Done ");
    }
    let end = record.final_position();
    let result = record.result;
    if end.stage() != Stage::Over {
        match (&record.termination, result.and_then(GameResult::winner)) {
            (Some(Termination::Resignation), Some(winner)) => {
                step(!winner, "Resign ");
                step(!winner, "Done ");
            }
            (Some(Termination::Time), Some(winner)) => step(winner, "GameOverOnTime "),
            (Some(Termination::Agreement), _) => {
                step(end.actor(), "OfferDraw ");
                step(!end.actor(), "AcceptDraw ");
            }
            _ => {}
        }
    }
    text.push_str(")\n");
    text
}
