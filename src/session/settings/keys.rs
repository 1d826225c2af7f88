//! The settings' keys: what `set` and `settings` know of each setting.
//!
//! A key is the name of its field in [`Settings`](super::Settings); `default` in place of a value
//! resets it.

mod list;
mod spec;

pub(in crate::session) use list::{KEYS, WORDS};
pub use spec::WORDS_IN_TEXTS;
pub(in crate::session) use spec::{DEFAULT, Here, KeySpec, theme_name};

/// The key of this word.
pub(in crate::session) fn key(word: &str) -> Option<&'static KeySpec> {
    KEYS.iter().find(|key| key.word == word)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::session::person::TableKey;

    #[test]
    fn a_key_is_the_name_of_its_field() {
        let policy = crate::config::Config::default().policy;
        let here = Here {
            policy: &policy,
            table: &TableKey::channel("test", "room"),
        };
        let words: Vec<_> = KEYS.iter().map(|key| key.word).collect();
        assert_eq!(words, WORDS);
        for key in KEYS {
            for value in (key.values)(&policy) {
                let set = (key.read)(&value, &here).unwrap();
                assert!((key.value)(&set).is_some(), "{}", key.word);
                let Value::Object(stored) = serde_json::to_value(&set).unwrap() else {
                    panic!("not an object");
                };
                assert_eq!(stored.keys().collect::<Vec<_>>(), [key.word], "{value}");
            }
            for wrong in [
                "",
                "default",
                "purple",
                "9 9",
                "@here!",
                "\u{200b}",
                &"x".repeat(300),
            ] {
                assert!((key.read)(wrong, &here).is_none(), "{} {wrong}", key.word);
            }
        }
    }
}
