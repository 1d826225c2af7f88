//! Namesakes: people whose names do not tell them apart.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::name::look;
use super::person::Person;

/// The people among several whose names do not tell them apart.
#[derive(Debug, Default)]
pub struct Namesakes(HashSet<String>);

impl Namesakes {
    /// The namesakes among these people. A person with the bot's name is one as well.
    pub fn among<'a>(bot: &str, people: impl IntoIterator<Item = &'a Person>) -> Self {
        let bot = look(bot);
        let mut first: HashMap<String, &str> = HashMap::new();
        let mut namesakes = HashSet::new();
        for person in people.into_iter().filter(|one| !one.is_forgotten()) {
            let look = look(person.bare_name());
            if look == bot {
                namesakes.insert(person.id.clone());
            }
            let one = *first.entry(look).or_insert(&person.id);
            if one != person.id {
                namesakes.insert(one.to_owned());
                namesakes.insert(person.id.clone());
            }
        }
        Self(namesakes)
    }

    /// The person, with the id behind the name if the name is ambiguous.
    #[must_use]
    pub fn tell<'a>(&self, person: &'a Person) -> Cow<'a, Person> {
        if self.0.contains(&person.id) {
            Cow::Owned(person.told_apart())
        } else {
            Cow::Borrowed(person)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::name::LONGEST_KEPT;

    /// Names that look like "bob", by characters that are not seen or look like others.
    const LIKE_BOB: [&str; 16] = [
        "b\u{ad}ob",
        "bo\u{180e}b",
        "bob\u{3164}",
        "\u{115f}bob",
        "bob\u{e0041}",
        "b\u{2060}ob",
        "b\u{200d}ob",
        "b\u{200c}ob",
        "bob\u{fe0f}",
        "\u{2800}bob",
        " bob\u{a0}",
        "\u{202e}bob",
        "b\u{34f}ob",
        "b\u{43e}b",
        "\u{1d41b}ob",
        "b\u{3bf}b",
    ];

    #[test]
    fn names_that_look_alike_are_told_apart() {
        let bob = Person::new("@bob:example.org", "bob");
        for name in LIKE_BOB {
            let other = Person::new("@b2:example.org", name);
            let namesakes = Namesakes::among("Ringleader", [&bob, &other]);
            let shown = [&bob, &other].map(|one| namesakes.tell(one).shown_name());
            assert_eq!(shown[0], "bob (@bob:example.org)", "{name:?}");
            assert!(shown[1].ends_with(" (@b2:example.org)"), "{name:?}");
        }
        let ann = Person::new("@ann:example.org", "Ann");
        let namesakes = Namesakes::among("Ringleader", [&bob, &ann, &bob]);
        assert_eq!(namesakes.tell(&bob).shown_name(), "bob");
        let posing = Person::new("@x:example.org", "Ring\u{ad}leader");
        let namesakes = Namesakes::among("Ringleader", [&posing]);
        assert_eq!(
            namesakes.tell(&posing).shown_name(),
            "Ringleader (@x:example.org)"
        );
    }

    #[test]
    fn what_tells_apart_is_never_cut() {
        let long = "Ludwig van Beethoven, composer in Vienna, ";
        let [one, other] = ["first", "second"].map(|end| {
            let id = format!("@{}{end}:example.org", "x".repeat(200));
            Person::new(id, format!("{long}{end}"))
        });
        // Both are shown by the same beginning.
        let namesakes = Namesakes::among("Ringleader", [&one, &other]);
        for person in [&one, &other] {
            let shown = namesakes.tell(person).shown_name();
            assert!(
                shown.starts_with("Ludwig van Beethoven, composer"),
                "{shown}"
            );
            assert!(shown.ends_with(&format!("… ({})", person.id)), "{shown}");
        }
    }

    #[test]
    fn long_names_are_cut_where_they_are_kept() {
        let long = "王".repeat(50_000);
        assert_eq!(Person::new("1", &*long).name.chars().count(), LONGEST_KEPT);
        let told = Person::new("1", format!("{long} (1)"));
        assert_eq!(told.name.chars().count(), LONGEST_KEPT + 4);
        assert_eq!(told.told_apart().name, told.name);
        assert_eq!(told.bare_name().chars().count(), LONGEST_KEPT);
        assert_eq!(Person::new("bob", "bob").told_apart().name, "bob");
    }
}
