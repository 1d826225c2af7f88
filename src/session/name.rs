//! Names: whatever a platform lets people call themselves, made fit for a sentence.

use unicode_security::confusable_detection::skeleton;

use yinsh::chars::is_invisible;

/// Most characters of a name in a sentence, so that the sentence fits a phone's screen.
const LONGEST_SHOWN: usize = 32;

/// Most characters of a name that are kept.
pub(super) const LONGEST_KEPT: usize = 1024;

/// A name as it is kept with an id: cut, except for the id in brackets that may follow it.
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

/// A name, and the id in brackets if it follows.
pub(super) fn split<'a>(id: &str, name: &'a str) -> (&'a str, Option<&'a str>) {
    let bare = name
        .strip_suffix(')')
        .and_then(|name| name.strip_suffix(id))
        .and_then(|name| name.strip_suffix(" ("));
    match bare {
        Some(bare) => (bare, Some(&name[bare.len() + 1..])),
        None => (name, None),
    }
}

/// A name fit for a sentence: one line, without invisible characters and direction marks, and not
/// too long.
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

/// Text from people on one line, without invisible characters.
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

/// A key that names share which look alike, by Unicode's table of confusable characters (UTS 39).
#[must_use]
pub fn look(name: &str) -> String {
    let shown: String = clean_name(name)
        .chars()
        .filter(|&c| !is_invisible(c))
        .collect();
    let look: String = skeleton(&shown).collect();
    look.to_lowercase()
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
}
