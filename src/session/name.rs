//! Names: how they are shown, and who is told apart from whom.
//!
//! Whatever a platform lets people call themselves is made fit for a sentence. Where two people
//! would then look the same, each stands with their id; that part is never cut.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use unicode_security::confusable_detection::skeleton;

use super::person::Person;
use crate::chars::is_invisible;

/// Most characters of a name in a sentence: longer ones would push the sentence off a phone.
const LONGEST_SHOWN: usize = 32;

/// Most characters of a name that are kept.
const LONGEST_KEPT: usize = 1024;

/// A name as it is kept of somebody with this id: not too long, but for the id that may stand
/// behind it.
pub(super) fn kept(id: &str, name: &str) -> String {
    let (bare, tell) = split(id, name);
    match bare.char_indices().nth(LONGEST_KEPT) {
        None => name.to_owned(),
        Some((end, _)) => match tell {
            Some(tell) => format!("{} {tell}", &bare[..end]),
            None => bare[..end].to_owned(),
        },
    }
}

/// A name, and the id in brackets if it stands behind it.
fn split<'a>(id: &str, name: &'a str) -> (&'a str, Option<&'a str>) {
    let bare = name
        .strip_suffix(')')
        .and_then(|name| name.strip_suffix(id))
        .and_then(|name| name.strip_suffix(" ("));
    match bare {
        Some(bare) => (bare, Some(&name[bare.len() + 1..])),
        None => (name, None),
    }
}

impl Person {
    /// The name without the id that tells namesakes apart.
    #[must_use]
    pub fn bare_name(&self) -> &str {
        split(&self.id, &self.name).0
    }

    /// The person with their id behind the name, because the name alone does not tell who it is.
    #[must_use]
    pub fn told_apart(&self) -> Self {
        let (bare, tell) = split(&self.id, &self.name);
        // Of some people nothing but the name is known, as in records.
        if tell.is_some() || bare == self.id {
            return self.clone();
        }
        Self::new(self.id.clone(), format!("{bare} ({})", self.id))
    }

    /// The name as it is shown: fit for a sentence, with all that tells namesakes apart.
    #[must_use]
    pub fn shown_name(&self) -> String {
        match split(&self.id, &self.name) {
            (bare, Some(tell)) => format!("{} {}", clean_name(bare), clean_text(tell)),
            (bare, None) => clean_name(bare),
        }
    }
}

/// A name fit to stand in a sentence: without line breaks, characters that are not seen and marks
/// that change the direction of writing, and not too long.
#[must_use]
pub fn clean_name(name: &str) -> String {
    let cleaned = clean_text(name);
    let words: Vec<&str> = cleaned.split_whitespace().collect();
    let name = words.join(" ");
    if name.chars().all(|c| c == ' ' || is_invisible(c)) {
        return "?".to_owned();
    }
    if name.chars().count() <= LONGEST_SHOWN {
        return name;
    }
    let mut short: String = name.chars().take(LONGEST_SHOWN - 1).collect();
    short.push('…');
    short
}

/// Text from people on one line, without characters that are not seen.
#[must_use]
pub fn clean_text(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| joins(c) || !is_invisible(c))
        .collect()
}

/// Joiners and variation selectors stay, for emoji and for scripts that need them.
const fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

/// What a name looks like: the same for names that people may take for each other when they see
/// them, by Unicode's table of confusable characters (UTS 39).
#[must_use]
pub fn look(name: &str) -> String {
    let shown: String = clean_name(name)
        .chars()
        .filter(|&c| !is_invisible(c))
        .collect();
    let look: String = skeleton(&shown).collect();
    look.to_lowercase()
}

/// Those among several people whose names do not tell them apart.
#[derive(Debug, Default)]
pub struct Namesakes(HashSet<String>);

impl Namesakes {
    /// Those among these people. Nobody goes by the name of the bot but the bot.
    pub fn among<'a>(bot: &str, people: impl IntoIterator<Item = &'a Person>) -> Self {
        let bot = look(bot);
        let mut first: HashMap<String, &str> = HashMap::new();
        let mut namesakes = HashSet::new();
        for person in people {
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

    /// The person, with their id if the name does not tell who it is.
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

    #[test]
    fn names_are_made_fit_for_a_sentence() {
        for (name, clean) in [
            ("alice", "alice"),
            ("  Bob \n Smith\t", "Bob Smith"),
            ("\u{202E}evil\u{202C}", "evil"),
            ("", "?"),
            ("\u{200B}\u{3164}", "?"),
            ("\u{200d} \u{200d}", "?"),
            ("Zoë Жук 王", "Zoë Жук 王"),
            ("👩‍🚀", "👩‍🚀"),
        ] {
            assert_eq!(clean_name(name), clean, "{name:?}");
        }
        assert_eq!(clean_name(&"x".repeat(100)).chars().count(), LONGEST_SHOWN);
    }

    /// Names that look like «bob», by characters that are not seen or look like others.
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
