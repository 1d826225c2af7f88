//! The tags of a record.

use super::fault::RecordReason;
use super::game_record::GameRecord;
use super::limits::{LONGEST_VALUE, MOST_TAGS, cut_name, is_longer};
use super::result_text::{read_result, result_text};
use super::tag::MOST_OTHER_TAGS;
use super::termination::Termination;
use crate::game::excerpt::excerpt;
use crate::game::position::Position;
use crate::game::result::GameResult;
use crate::game::variant::Variant;

/// The tags of a record that is being parsed.
#[derive(Default)]
pub(in crate::game) struct Header {
    record: GameRecord,
    variant: Option<Variant>,
    result: Option<Option<GameResult>>,
}

impl Header {
    /// Adds a tag. A later one replaces an earlier one of the same name.
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

    /// Sets the variant.
    pub(in crate::game) fn set_variant(&mut self, variant: Variant) {
        self.variant = Some(variant);
    }

    /// Whether there is such a tag among the other tags.
    pub(in crate::game) fn has_other(&self, name: &str) -> bool {
        let mut tags = self.record.other_tags.iter();
        tags.any(|(other, _)| other.eq_ignore_ascii_case(name))
    }

    /// A record without actions, and the result given by the tags.
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
