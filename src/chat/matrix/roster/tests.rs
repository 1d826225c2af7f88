//! Tests of name resolution.

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
        // A display name cannot impersonate an id.
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
    // A mentioned person who is not a member, by the end of an unknown name.
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
            // Mentioned people need not be members.
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
            // The text between names is unchanged.
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
