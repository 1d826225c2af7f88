//! Who is meant: the members of a room by id and by name.

use std::collections::HashMap;
use std::ops::Range;

use matrix_sdk::HttpError;
use matrix_sdk::room::RoomMember;
use matrix_sdk::ruma::api::client::state::get_state_event_for_key;
use matrix_sdk::ruma::api::error::ErrorKind;
use matrix_sdk::ruma::events::StateEventType;
use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::{RoomId, UserId};
use serde::Deserialize;

use super::context::MatrixContext;
use super::error::plain;
use crate::session::{Namesakes, Person, TableKey};

/// Most names that are looked up in one message. A command has one or two.
pub(super) const MOST_NAMES: usize = 16;

/// Names are looked for in the first so many bytes of a message: behind them there is at most the
/// rest of a record.
const LOOKED_AT: usize = 4096;

/// Longest name that anybody is known by, in bytes. Servers allow no more than 256 characters.
const LONGEST_NAME: usize = 1024;

/// What may stand right behind a name.
pub(super) const BEHIND: [char; 8] = [',', ';', '.', '?', '!', ':', ')', '\''];

/// The members of a room.
#[derive(Debug, Default)]
pub(super) struct Roster {
    people: Vec<Person>,
    by_id: HashMap<String, usize>,
    /// By display name, folded. Who shares a name with another is found by none.
    by_name: HashMap<String, Option<usize>>,
    /// By the part of the id before the server, likewise.
    by_local_part: HashMap<String, Option<usize>>,
}

/// A piece of a text that names a person.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NameMatch {
    span: Range<usize>,
    person: Person,
}

/// A member as the session knows them. A name that several have, or that looks like another
/// member's, stands with the id.
pub(super) fn person(member: &RoomMember) -> Person {
    let id = member.user_id();
    let name = match member.display_name().map(cut) {
        // Nobody goes by the id of another.
        Some(name) if name != id.as_str() && <&UserId>::try_from(name).is_ok() => id.to_string(),
        Some(name) if member.name_ambiguous() => format!("{name} ({id})"),
        Some(name) => name.to_owned(),
        None => id.localpart().to_owned(),
    };
    Person::new(id.as_str(), name)
}

/// Whether somebody is in the room of a table, or is asked to come, as the server knows it.
///
/// # Errors
///
/// The server does not tell.
pub(super) async fn is_present(
    context: &MatrixContext,
    table: &TableKey,
    person: &Person,
) -> Result<bool, String> {
    #[derive(Deserialize)]
    struct Content {
        membership: MembershipState,
    }
    let room = <&RoomId>::try_from(&*table.channel).map_err(|error| error.to_string())?;
    if <&UserId>::try_from(person.id.as_str()).is_err() {
        return Ok(false);
    }
    let request = get_state_event_for_key::v3::Request::new(
        room.to_owned(),
        StateEventType::RoomMember,
        person.id.clone(),
    );
    let answer = match context.client().send(request).await {
        Ok(answer) => answer,
        // They never were here.
        Err(error) if is_unknown(&error) => return Ok(false),
        Err(error) => return Err(plain(&error)),
    };
    let content: Content =
        serde_json::from_str(answer.event_or_content.get()).map_err(|error| error.to_string())?;
    Ok(matches!(
        content.membership,
        MembershipState::Join | MembershipState::Invite
    ))
}

/// Whether the server knows of no such state.
fn is_unknown(error: &HttpError) -> bool {
    let kind = error
        .as_client_api_error()
        .and_then(|error| error.error_kind());
    matches!(kind, Some(ErrorKind::NotFound))
}

/// As much of a name as anybody needs.
fn cut(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST_NAME)]
}

/// Letters without regard to case, one by one: what follows a letter does not change it, as it
/// does in the whole string's lower case.
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
        // The bot is one of them.
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

    /// How many members it has.
    pub(super) fn len(&self) -> usize {
        self.people.len()
    }

    /// A person as the members of the room know them.
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

    /// The text with every member who is named behind an `@` put as their id, and the members
    /// that it names. `mentioned` are those whom the message mentions by its own account.
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
        // Single words that are somebody's name.
        let head = &resolved[..resolved.floor_char_boundary(LOOKED_AT)];
        for word in head.split_whitespace() {
            if people.len() >= MOST_NAMES {
                break;
            }
            if let Some(person) = self.find(&self.by_name, word.trim_end_matches(BEHIND))
                && !people.contains(person)
            {
                people.push(person.clone());
            }
        }
        (resolved, people)
    }

    /// The pieces of a text that name persons, in order and apart from each other.
    fn named(&self, text: &str, mentioned: &[&Person]) -> Vec<NameMatch> {
        let text = &text[..text.floor_char_boundary(LOOKED_AT)];
        let mut named: Vec<NameMatch> = Vec::new();
        // The first name that nobody has.
        let mut unknown: Option<Range<usize>> = None;
        let mut from = 0;
        for _ in 0..MOST_NAMES {
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
        // Whoever is mentioned by a name without an «@», or by one that nobody has.
        for person in mentioned.iter().take(MOST_NAMES) {
            if named.iter().any(|one| one.person == **person) {
                continue;
            }
            let free = |span: &Range<usize>| {
                let apart =
                    |other: &Range<usize>| span.end <= other.start || other.end <= span.start;
                named.iter().all(|one| apart(&one.span))
            };
            let found = find_name(text, &person.name, free).map(|mut span| {
                // What names somebody is no name that nobody has.
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
            let length = starts_with_name(&text[1..], &fold(known.bare_name()))?;
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

/// Where the next `@` stands, from a place on, that begins a word.
fn next_name(text: &str, from: usize) -> Option<usize> {
    text[from..]
        .match_indices('@')
        .map(|(at, _)| from + at)
        .find(|&at| begins_word(text, at))
}

/// Whether a word could begin at this place.
fn begins_word(text: &str, at: usize) -> bool {
    text[..at]
        .chars()
        .next_back()
        .is_none_or(|before| !before.is_alphanumeric())
}

/// The length of a folded name that a text begins with, as a whole.
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

/// Where a name stands as a whole, in a place that is free.
fn find_name(text: &str, name: &str, free: impl Fn(&Range<usize>) -> bool) -> Option<Range<usize>> {
    let name = fold(name);
    text.char_indices()
        .filter(|(at, _)| begins_word(text, *at))
        .filter_map(|(at, _)| Some(at..at + starts_with_name(&text[at..], &name)?))
        .find(|span| free(span))
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
    fn members_who_look_alike_are_told_apart() {
        for name in [
            "b\u{ad}ob",
            "bob\u{3164}",
            "b\u{e0041}ob",
            "BOB",
            "b\u{2060}ob",
        ] {
            let bob = Person::new("@bob:example.org", "bob");
            let other = Person::new("@other:example.org", name);
            let roster = Roster::new(vec![bob.clone(), other.clone()]);
            assert_eq!(
                roster.known(bob).shown_name(),
                "bob (@bob:example.org)",
                "{name:?}"
            );
            let shown = roster.known(other).shown_name();
            assert!(shown.ends_with(" (@other:example.org)"), "{shown}");
        }
        let stranger = Person::new("@x:example.org", "bob");
        assert_eq!(roster().known(stranger).name, "bob");
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

    #[test]
    fn a_name_longer_than_its_id_is_replaced_where_it_stands() {
        let ludwig = Person::new("@a:x.org", "Ludwig van Beethoven the Second");
        let other = Person::new("@b:x.org", "Other");
        let roster = Roster::new(vec![ludwig.clone(), other.clone()]);
        let (text, people) = roster.resolve(
            "!challenge Ludwig van Beethoven the Second @nobody",
            &[&ludwig, &other],
        );
        assert_eq!(text, "!challenge @a:x.org @b:x.org");
        assert_eq!(people, [ludwig.clone(), other]);
        // Somebody who is mentioned, and is not a member, by the end of a name that nobody has.
        let gone = Person::new("@gone:x.org", "van Beethoven");
        let (text, _) = Roster::new(vec![]).resolve("hi @Ludwig-van Beethoven!", &[&gone]);
        assert_eq!(text, "hi @gone:x.org!");
    }

    #[test]
    fn case_is_folded_letter_by_letter() {
        let people: Vec<Person> = ["ΟΔΥΣΣΕΥΣ", "İİ", "Straße ẞ", "ǅ"]
            .iter()
            .zip(1..)
            .map(|(name, number)| Person::new(format!("@p{number}:x.org"), *name))
            .collect();
        let roster = Roster::new(people.clone());
        for person in &people {
            let (text, named) = roster.resolve(&format!("!challenge @{} w", person.name), &[]);
            assert_eq!(text, format!("!challenge {} w", person.id));
            assert_eq!(named, std::slice::from_ref(person));
        }
    }

    #[test]
    fn long_texts_with_long_names_are_read_in_no_time() {
        let name = "- ".repeat(300);
        let people: Vec<Person> = (0..20)
            .map(|number| Person::new(format!("@p{number}:x.org"), format!("{name}{number}")))
            .collect();
        let roster = Roster::new(people.clone());
        let mentioned: Vec<&Person> = people.iter().collect();
        let text = format!("!challenge {}", "- ".repeat(30_000));
        let (resolved, named) = roster.resolve(&text, &mentioned);
        assert_eq!((resolved, named), (text, vec![]));
    }

    mod any {
        use proptest::prelude::*;

        use super::*;

        /// Pieces of names and texts that get in each other's way.
        fn piece() -> impl Strategy<Value = String> {
            prop_oneof![
                prop::sample::select(vec![
                    "@",
                    "@@",
                    "a",
                    "A",
                    "ab",
                    "Bob",
                    "bob",
                    "İ",
                    "i̇",
                    "ß",
                    "ẞ",
                    "ΟΣ",
                    "ος",
                    "👑",
                    " ",
                    "\u{2003}",
                    ":",
                    ",",
                    ")",
                    "'",
                    "x.org",
                    "@a:x.org",
                    "@ab:x.org",
                    "the Second",
                    "\u{301}",
                    "ﬁ",
                    "\n",
                ])
                .prop_map(str::to_owned),
                "\\PC{0,6}",
            ]
        }

        fn text(most: usize) -> impl Strategy<Value = String> {
            prop::collection::vec(piece(), 0..most).prop_map(|pieces| pieces.concat())
        }

        proptest! {
            #[test]
            fn names_are_replaced_where_they_stand(
                names in prop::collection::vec((text(6), "[a-c]{1,3}"), 0..8),
                beyond in prop::collection::vec(text(4), 0..3),
                words in prop::collection::vec((text(6), any::<prop::sample::Index>()), 0..6),
                mentions in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
            ) {
                let people: Vec<Person> = names
                    .iter()
                    .enumerate()
                    .map(|(number, (name, local))| {
                        Person::new(format!("@{local}{number}:x.org"), name.clone())
                    })
                    .collect();
                // Whoever is mentioned need not be here.
                let strangers = beyond
                    .iter()
                    .enumerate()
                    .map(|(number, name)| Person::new(format!("@z{number}:y.org"), name.clone()));
                let everybody: Vec<Person> = people.iter().cloned().chain(strangers).collect();
                let said: String = words
                    .iter()
                    .map(|(word, index)| match everybody.as_slice() {
                        [] => word.clone(),
                        everybody => format!("{word}@{} {}", index.get(everybody).name, word),
                    })
                    .collect();
                let mentioned: Vec<&Person> = match everybody.as_slice() {
                    [] => Vec::new(),
                    everybody => mentions.iter().map(|index| index.get(everybody)).collect(),
                };
                let roster = Roster::new(people);
                let (resolved, known) = roster.resolve(&said, &mentioned);
                let spans = roster.named(&said, &mentioned);
                // What names nobody stays as it is, and in order.
                let (mut end, mut left) = (0, resolved.as_str());
                for NameMatch { span, person } in &spans {
                    prop_assert!(end <= span.start && span.start < span.end);
                    let between = &said[end..span.start];
                    prop_assert!(left.starts_with(between));
                    left = &left[between.len()..];
                    prop_assert!(left.starts_with(&person.id));
                    left = &left[person.id.len()..];
                    prop_assert!(everybody.contains(person) && known.contains(person));
                    end = span.end;
                }
                prop_assert_eq!(left, &said[end..]);
            }
        }
    }
}
