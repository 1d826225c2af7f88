//! The words of commands and their options in other languages, beside the English ones.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Words in other languages, each with the English one that it stands for. They are read in any
/// case, and without their diacritics as well.
#[derive(Debug, Default)]
pub struct Vocabulary {
    commands: HashMap<String, String>,
    values: HashMap<String, String>,
}

impl Vocabulary {
    /// From pairs of a word and its English original. Of several that are the same without
    /// diacritics, the first one counts.
    pub fn new(
        commands: impl IntoIterator<Item = (String, String)>,
        values: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        fn collect(words: impl IntoIterator<Item = (String, String)>) -> HashMap<String, String> {
            let mut known = HashMap::new();
            for (word, english) in words {
                known.entry(plain(&word)).or_insert(english);
            }
            known
        }
        Self {
            commands: collect(commands),
            values: collect(values),
        }
    }

    /// The English word of a command.
    pub(super) fn command(&self, word: &str) -> Option<&str> {
        self.commands.get(&plain(word)).map(String::as_str)
    }

    /// The English word of an option's value, such as a colour.
    pub(super) fn value(&self, word: &str) -> Option<&str> {
        self.values.get(&plain(word)).map(String::as_str)
    }

    /// All words of commands, without their diacritics.
    pub(super) fn commands(&self) -> impl Iterator<Item = &str> {
        self.commands.keys().map(String::as_str)
    }
}

/// A word in lower case and without diacritics.
pub fn plain(word: &str) -> String {
    word.to_lowercase()
        .nfd()
        .filter(|c| !is_combining_mark(*c))
        .map(|c| match c {
            // It does not decompose.
            'ł' => 'l',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_case_and_without_diacritics() {
        let pair = |word: &str, english: &str| (word.to_owned(), english.to_owned());
        let vocabulary = Vocabulary::new(
            [
                pair("połóż", "place"),
                pair("défier", "challenge"),
                pair("ещё", "rematch"),
            ],
            [pair("biały", "white")],
        );
        for (word, english) in [
            ("połóż", Some("place")),
            ("POLOZ", Some("place")),
            ("Defier", Some("challenge")),
            ("еще", Some("rematch")),
            ("biały", None),
            ("", None),
        ] {
            assert_eq!(vocabulary.command(word), english, "{word}");
        }
        assert_eq!(vocabulary.value("bialy"), Some("white"));
    }
}
