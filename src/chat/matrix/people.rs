//! Who is meant: the members of a room by id and by name.

use std::collections::HashMap;

use matrix_sdk::room::RoomMember;
use matrix_sdk::ruma::UserId;

use crate::session::Person;

/// Most names that are looked up in one message. A command has one or two.
pub(super) const MOST_NAMES: usize = 16;

/// What may stand right behind a name.
const BEHIND: [char; 8] = [',', ';', '.', '?', '!', ':', ')', '\''];

/// The members of a room.
#[derive(Debug, Default)]
pub(super) struct Roster {
    people: Vec<Person>,
    /// By display name in lower case. Who shares a name with another is found by none.
    by_name: HashMap<String, Option<usize>>,
    /// By the part of the id before the server, likewise.
    by_local_part: HashMap<String, Option<usize>>,
}

/// A member as the session knows them. A name that several have, or that looks like another
/// member's, stands with the id.
pub(super) fn person(member: &RoomMember) -> Person {
    let id = member.user_id();
    let name = match member.display_name() {
        // Nobody goes by the id of another.
        Some(name) if name != id.as_str() && <&UserId>::try_from(name).is_ok() => id.to_string(),
        Some(name) if member.name_ambiguous() => format!("{name} ({id})"),
        Some(name) => name.to_owned(),
        None => id.localpart().to_owned(),
    };
    Person::new(id.as_str(), name)
}

impl Roster {
    pub(super) fn new(people: Vec<Person>) -> Self {
        fn enter(map: &mut HashMap<String, Option<usize>>, key: String, place: usize) {
            map.entry(key)
                .and_modify(|one| *one = None)
                .or_insert(Some(place));
        }
        let mut roster = Self::default();
        for (place, person) in people.iter().enumerate() {
            enter(&mut roster.by_name, person.name.to_lowercase(), place);
            if let Ok(id) = <&UserId>::try_from(person.id.as_str()) {
                enter(
                    &mut roster.by_local_part,
                    id.localpart().to_lowercase(),
                    place,
                );
            }
        }
        roster.people = people;
        roster
    }

    fn by_id(&self, id: &str) -> Option<&Person> {
        self.people.iter().find(|person| person.id == id)
    }

    fn find(&self, map: &HashMap<String, Option<usize>>, key: &str) -> Option<&Person> {
        let place = (*map.get(&key.to_lowercase())?)?;
        self.people.get(place)
    }

    /// The text with every member who is named behind an `@` put as their id, and the members
    /// that it names. `mentioned` are those whom the message mentions by its own account.
    pub(super) fn resolve(&self, text: &str, mentioned: &[&Person]) -> (String, Vec<Person>) {
        let mut named: Vec<Person> = Vec::new();
        let mut add = |person: &Person| {
            if !named.contains(person) {
                named.push(person.clone());
            }
        };
        let mut resolved = String::with_capacity(text.len());
        let mut rest = text;
        let mut unknown = None;
        for _ in 0..MOST_NAMES {
            let Some(at) = next_name(rest, resolved.is_empty()) else {
                break;
            };
            resolved.push_str(&rest[..at]);
            let name = &rest[at..];
            let (person, length) = self.named_at(name, mentioned);
            match person {
                Some(person) => {
                    resolved.push_str(&person.id);
                    add(person);
                }
                None => {
                    unknown.get_or_insert((resolved.len(), length));
                    resolved.push_str(&name[..length]);
                }
            }
            rest = &name[length..];
        }
        resolved.push_str(rest);
        // Whoever is mentioned by a name without an «@», or by one that nobody has.
        for person in mentioned {
            if named.contains(person) {
                continue;
            }
            if let Some((start, end)) = find_name(&resolved, &person.name) {
                resolved.replace_range(start..end, &person.id);
            } else if let Some((start, length)) = unknown.take() {
                resolved.replace_range(start..start + length, &person.id);
            } else {
                continue;
            }
            named.push((*person).clone());
        }
        // Single words that are somebody's name.
        for word in resolved.split_whitespace() {
            if let Some(person) = self.find(&self.by_name, word.trim_end_matches(BEHIND))
                && !named.contains(person)
            {
                named.push(person.clone());
            }
        }
        (resolved, named)
    }

    /// Who is named by a text that begins with `@`, and how long the name is.
    fn named_at(&self, text: &str, mentioned: &[&Person]) -> (Option<&Person>, usize) {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let mut word = &text[..end];
        // An id, perhaps with punctuation behind it.
        loop {
            if let Some(person) = self.by_id(word) {
                return (Some(person), word.len());
            }
            match word.strip_suffix(BEHIND) {
                Some(shorter) => word = shorter,
                None => break,
            }
        }
        // An id of somebody who is not here. Nobody else is meant, whatever they call themselves.
        if word.contains(':') {
            return (None, word.len());
        }
        // The message may say itself which of several namesakes it is.
        let one = mentioned.iter().find_map(|person| {
            let known = self.by_id(&person.id)?;
            let name = bare_name(known);
            let length = starts_with_name(&text[1..], &name.to_lowercase())?;
            Some((known, length + 1))
        });
        if let Some((person, length)) = one {
            return (Some(person), length);
        }
        // The longest display name, which may have blanks in it.
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

/// The name without the id that tells namesakes apart.
fn bare_name(person: &Person) -> &str {
    person
        .name
        .strip_suffix(&format!(" ({})", person.id))
        .unwrap_or(&person.name)
}

/// Where the next `@` stands that begins a word.
fn next_name(text: &str, at_start: bool) -> Option<usize> {
    text.match_indices('@')
        .map(|(at, _)| at)
        .find(|&at| match text[..at].chars().next_back() {
            Some(before) => !before.is_alphanumeric(),
            None => at_start,
        })
}

/// The length of a name in lower case that a text begins with, as a whole.
fn starts_with_name(text: &str, name: &str) -> Option<usize> {
    let mut name = name.chars();
    let mut length = 0;
    for c in text.chars() {
        if name.as_str().is_empty() {
            return (!c.is_alphanumeric()).then_some(length);
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

/// Where a name stands as a whole.
fn find_name(text: &str, name: &str) -> Option<(usize, usize)> {
    let name = name.to_lowercase();
    if name.is_empty() {
        return None;
    }
    text.char_indices()
        .filter(|(at, _)| {
            text[..*at]
                .chars()
                .next_back()
                .is_none_or(|before| !before.is_alphanumeric())
        })
        .find_map(|(at, _)| Some((at, at + starts_with_name(&text[at..], &name)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster() -> Roster {
        Roster::new(vec![
            Person::new("@alice:example.org", "Alice"),
            Person::new("@bob:example.org", "Bob Smith"),
            Person::new("@bob2:example.org", "Bob"),
            Person::new("@carol:example.org", "Carol"),
            Person::new("@carla:other.org", "carol"),
            Person::new("@dora:example.org", "İlse 👑"),
            Person::new("@mallory:example.org", "zoe:example.org"),
        ])
    }

    #[test]
    fn names_become_ids() {
        for (text, resolved, named) in [
            (
                "!challenge @alice:example.org",
                "!challenge @alice:example.org",
                "alice",
            ),
            (
                "!challenge @alice:example.org, blitz",
                "!challenge @alice:example.org, blitz",
                "alice",
            ),
            (
                "!challenge @ALICE blitz",
                "!challenge @alice:example.org blitz",
                "alice",
            ),
            (
                "!challenge @Bob Smith blitz",
                "!challenge @bob:example.org blitz",
                "bob",
            ),
            (
                "!challenge @bob blitz",
                "!challenge @bob2:example.org blitz",
                "bob2",
            ),
            ("!challenge @Bobby", "!challenge @Bobby", ""),
            ("!challenge Bob", "!challenge Bob", "bob2"),
            ("!challenge @bob2", "!challenge @bob2:example.org", "bob2"),
            // Two of that name: only the id, or the part that differs, says who.
            (
                "!challenge @Carol",
                "!challenge @carol:example.org",
                "carol",
            ),
            ("!challenge Carol", "!challenge Carol", ""),
            ("!challenge @carla", "!challenge @carla:other.org", "carla"),
            (
                "!challenge @İLSE 👑 w",
                "!challenge @dora:example.org w",
                "dora",
            ),
            (
                "!challenge @İlse 👑",
                "!challenge @dora:example.org",
                "dora",
            ),
            ("!challenge @", "!challenge @", ""),
            // Nobody poses as somebody who is not here.
            (
                "!challenge @zoe:example.org",
                "!challenge @zoe:example.org",
                "",
            ),
            ("a@alice", "a@alice", ""),
            ("@@alice", "@alice:example.org", "alice"),
            ("", "", ""),
        ] {
            let (text_now, people) = roster().resolve(text, &[]);
            assert_eq!(text_now, resolved, "{text}");
            let ids: Vec<&str> = people.iter().map(|person| person.id.as_str()).collect();
            let named: Vec<String> = named
                .split_whitespace()
                .map(|name| {
                    let server = if name == "carla" { "other" } else { "example" };
                    format!("@{name}:{server}.org")
                })
                .collect();
            assert_eq!(ids, named, "{text}");
        }
    }

    #[test]
    fn a_mention_says_who_is_meant() {
        let roster = roster();
        let bob = Person::new("@bob:example.org", "Bob Smith");
        let carla = Person::new("@carla:other.org", "carol");
        for (text, mentioned, resolved) in [
            ("!challenge Bob Smith", &bob, "!challenge @bob:example.org"),
            (
                "!challenge bob smith: blitz",
                &bob,
                "!challenge @bob:example.org: blitz",
            ),
            (
                "!challenge @friend blitz",
                &bob,
                "!challenge @bob:example.org blitz",
            ),
            ("!challenge Carol", &carla, "!challenge @carla:other.org"),
            ("!challenge @Carol", &carla, "!challenge @carla:other.org"),
            ("!board", &bob, "!board"),
        ] {
            let (text_now, people) = roster.resolve(text, &[mentioned]);
            assert_eq!(text_now, resolved, "{text}");
            assert_eq!(people.contains(mentioned), text != "!board", "{text}");
        }
    }
}
