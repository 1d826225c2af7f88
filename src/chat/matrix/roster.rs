//! Name resolution: which members of a room a text names.

use std::collections::HashMap;
use std::ops::Range;

use matrix_sdk::ruma::UserId;

use crate::session::{Namesakes, Person};

/// Names that are resolved in one message. A command has one or two.
pub(super) const MAX_NAMES: usize = 16;

/// The part of a message that is searched for names, in bytes: the rest can only be a game record.
const SEARCHED: usize = 4096;

/// Punctuation that may follow a name.
pub(super) const PUNCTUATION: [char; 8] = [',', ';', '.', '?', '!', ':', ')', '\''];

/// The members of a room.
#[derive(Debug, Default)]
pub(super) struct Roster {
    people: Vec<Person>,
    by_id: HashMap<String, usize>,
    /// By folded display name; `None` for a name that several have.
    by_name: HashMap<String, Option<usize>>,
    /// By the id's local part, likewise.
    by_local_part: HashMap<String, Option<usize>>,
}

/// A part of a text that names a person.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NameMatch {
    span: Range<usize>,
    person: Person,
}

/// Folds case letter by letter. In the lower case of a whole string, a letter may depend on the next
/// one.
fn fold(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

impl Roster {
    pub(super) fn new(people: Vec<Person>) -> Self {
        fn enter(map: &mut HashMap<String, Option<usize>>, key: String, place: usize) {
            map.entry(key)
                .and_modify(|one| *one = None)
                .or_insert(Some(place));
        }
        let mut roster = Self::default();
        let namesakes = Namesakes::among("", &people);
        let people: Vec<Person> = people
            .into_iter()
            .map(|person| namesakes.tell(&person).into_owned())
            .collect();
        for (place, person) in people.iter().enumerate() {
            roster.by_id.insert(person.id.clone(), place);
            enter(&mut roster.by_name, fold(&person.name), place);
            if let Ok(id) = <&UserId>::try_from(person.id.as_str()) {
                enter(&mut roster.by_local_part, fold(id.localpart()), place);
            }
        }
        roster.people = people;
        roster
    }

    /// The number of members.
    pub(super) fn len(&self) -> usize {
        self.people.len()
    }

    /// A person, with the name by which the room's members tell them apart.
    pub(super) fn known(&self, person: Person) -> Person {
        self.by_id(&person.id).cloned().unwrap_or(person)
    }

    fn by_id(&self, id: &str) -> Option<&Person> {
        self.people.get(*self.by_id.get(id)?)
    }

    fn find(&self, map: &HashMap<String, Option<usize>>, key: &str) -> Option<&Person> {
        let place = (*map.get(&fold(key))?)?;
        self.people.get(place)
    }

    /// The text with the id in place of each member's name after an `@`, and the members whom it names.
    /// `mentioned` are those whom the message says that it mentions.
    pub(super) fn resolve(&self, text: &str, mentioned: &[&Person]) -> (String, Vec<Person>) {
        let mut resolved = String::with_capacity(text.len());
        let mut people: Vec<Person> = Vec::new();
        let mut end = 0;
        for NameMatch { span, person } in self.named(text, mentioned) {
            resolved.push_str(&text[end..span.start]);
            resolved.push_str(&person.id);
            end = span.end;
            if !people.contains(&person) {
                people.push(person);
            }
        }
        resolved.push_str(&text[end..]);
        // Single words that are a member's name.
        let head = &resolved[..resolved.floor_char_boundary(SEARCHED)];
        for word in head.split_whitespace() {
            if people.len() >= MAX_NAMES {
                break;
            }
            if let Some(person) = self.find(&self.by_name, word.trim_end_matches(PUNCTUATION))
                && !people.contains(person)
            {
                people.push(person.clone());
            }
        }
        (resolved, people)
    }

    /// The parts of a text that name people, in order and without overlap.
    fn named(&self, text: &str, mentioned: &[&Person]) -> Vec<NameMatch> {
        let text = &text[..text.floor_char_boundary(SEARCHED)];
        let mut named: Vec<NameMatch> = Vec::new();
        // The first name that no member has.
        let mut unknown: Option<Range<usize>> = None;
        let mut from = 0;
        for _ in 0..MAX_NAMES {
            let Some(at) = next_name(text, from) else {
                break;
            };
            let (person, length) = self.named_at(&text[at..], mentioned);
            let span = at..at + length;
            from = span.end;
            match person {
                Some(person) => named.push(NameMatch {
                    span,
                    person: person.clone(),
                }),
                None => {
                    unknown.get_or_insert(span);
                }
            }
        }
        // People who are mentioned by a name without an "@", or by one that no member has.
        for person in mentioned.iter().take(MAX_NAMES) {
            if named.iter().any(|one| one.person == **person) {
                continue;
            }
            let free = |span: &Range<usize>| {
                let apart =
                    |other: &Range<usize>| span.end <= other.start || other.end <= span.start;
                named.iter().all(|one| apart(&one.span))
            };
            let found = find_name(text, &person.name, free).map(|mut span| {
                // The unknown name is a part of this one.
                if let Some(nobody) = &unknown
                    && nobody.start < span.end
                    && span.start < nobody.end
                {
                    span = span.start.min(nobody.start)..span.end.max(nobody.end);
                    unknown = None;
                }
                span
            });
            if let Some(span) = found.or_else(|| unknown.take()) {
                named.push(NameMatch {
                    span,
                    person: (*person).clone(),
                });
            }
        }
        named.sort_by_key(|one| one.span.start);
        named
    }

    /// The member whom a text names that begins with `@`, and the length of the name.
    fn named_at(&self, text: &str, mentioned: &[&Person]) -> (Option<&Person>, usize) {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let mut word = &text[..end];
        // An id, perhaps followed by punctuation.
        loop {
            if let Some(person) = self.by_id(word) {
                return (Some(person), word.len());
            }
            match word.strip_suffix(PUNCTUATION) {
                Some(shorter) => word = shorter,
                None => break,
            }
        }
        // The id of somebody who is not a member. Members with such a display name are not meant.
        if word.contains(':') {
            return (None, word.len());
        }
        // The message may mention one of several namesakes.
        let one = mentioned.iter().find_map(|person| {
            let known = self.by_id(&person.id)?;
            let length = starts_with_name(&text[1..], &fold(known.bare_name()))?;
            Some((known, length + 1))
        });
        if let Some((person, length)) = one {
            return (Some(person), length);
        }
        // The longest display name, which may contain spaces.
        let longest = self
            .by_name
            .iter()
            .filter_map(|(name, place)| {
                let place = (*place)?;
                let length = starts_with_name(&text[1..], name)?;
                Some((length + 1, place))
            })
            .max_by_key(|(length, _)| *length);
        if let Some((length, place)) = longest {
            return (self.people.get(place), length);
        }
        let bare = word.trim_start_matches('@');
        if let Some(person) = self.find(&self.by_local_part, bare) {
            return (Some(person), word.len());
        }
        (None, word.len())
    }
}

/// The position of the next `@` that begins a word.
fn next_name(text: &str, from: usize) -> Option<usize> {
    text[from..]
        .match_indices('@')
        .map(|(at, _)| from + at)
        .find(|&at| begins_word(text, at))
}

/// Whether a word can begin at this position.
fn begins_word(text: &str, at: usize) -> bool {
    text[..at]
        .chars()
        .next_back()
        .is_none_or(|before| !before.is_alphanumeric())
}

/// The length of a folded name with which a text begins, as a whole word.
fn starts_with_name(text: &str, name: &str) -> Option<usize> {
    let mut name = name.chars();
    let mut length = 0;
    for c in text.chars() {
        if name.as_str().is_empty() {
            return (length > 0 && !c.is_alphanumeric()).then_some(length);
        }
        for lower in c.to_lowercase() {
            if name.next() != Some(lower) {
                return None;
            }
        }
        length += c.len_utf8();
    }
    (name.as_str().is_empty() && length > 0).then_some(length)
}

/// The first free place of a name, as a whole word.
fn find_name(text: &str, name: &str, free: impl Fn(&Range<usize>) -> bool) -> Option<Range<usize>> {
    let name = fold(name);
    text.char_indices()
        .filter(|(at, _)| begins_word(text, *at))
        .filter_map(|(at, _)| Some(at..at + starts_with_name(&text[at..], &name)?))
        .find(|span| free(span))
}

#[cfg(test)]
mod tests;
