//! Localisation: turns the session's phrases into text, through Fluent.
//!
//! The messages are in `assets/locales/<language>/*.ftl`; a folder more is a language more.

mod board;
mod rich;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, Loader, static_loader};

use crate::picture;
use crate::session::{
    Arg, COMMANDS, Choice, Commands, Namesakes, Person, Phrase, Reply, Seat, Vocabulary,
    WORDS_IN_TEXTS, clean_name, clean_text,
};
pub use rich::{Line, Rich, Span};

static_loader! {
    static LOCALES = {
        locales: "./assets/locales",
        fallback_language: "en",
        // Names are cleaned of direction marks, and chat clients isolate mentions.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// First of the private-use characters that stand for the arguments while Fluent formats a
/// message. They occur in no locale file, and text from people is inserted only afterwards.
const FIRST_PLACEHOLDER: u32 = 0xF_0000;

/// What follows the name of an argument that is a phrase without arguments, in the name of the
/// variable that holds the name of the phrase: `{ $color-id -> [white] … }`.
const ID_SUFFIX: &str = "-id";

/// The language if none is asked for.
const DEFAULT_LANGUAGE: &str = "en";

/// Turns phrases into text.
#[derive(Debug, Clone)]
pub struct Words {
    prefix: String,
    bot: String,
}

impl Words {
    /// For a platform on which commands begin with `prefix` and the bot is called `bot`.
    pub fn new(prefix: impl Into<String>, bot: impl Into<String>) -> Self {
        Self {
            prefix: prefix.into(),
            bot: bot.into(),
        }
    }

    /// The same, with another prefix if there is one.
    #[must_use]
    pub fn with_prefix(&self, prefix: Option<&str>) -> Cow<'_, Self> {
        match prefix {
            Some(prefix) if prefix != self.prefix => Cow::Owned(Self::new(prefix, &*self.bot)),
            _ => Cow::Borrowed(self),
        }
    }

    /// The text of a reply in a language, given by a BCP 47 tag such as `en` or `pt-BR`; in English
    /// if there is no tag or no translation.
    #[must_use]
    pub fn reply(&self, reply: &Reply, language: Option<&str>) -> Rich {
        let language = identifier(language);
        let namesakes = self.namesakes(&reply.text, &[]);
        Rich {
            lines: reply
                .text
                .iter()
                .flat_map(|phrase| split_lines(self.phrase(phrase, &language, &namesakes)))
                .filter(|line| !line.is_empty())
                .collect(),
        }
    }

    /// A phrase as plain text.
    #[must_use]
    pub fn sentence(&self, phrase: &Phrase, language: Option<&str>) -> String {
        let namesakes = self.namesakes([phrase], &[]);
        self.plain(phrase, &identifier(language), &namesakes)
    }

    /// The BCP 47 tags of the available languages, sorted.
    #[must_use]
    pub fn languages() -> Vec<String> {
        let mut languages: Vec<String> = LOCALES.locales().map(ToString::to_string).collect();
        languages.sort();
        languages
    }

    /// The label of a choice.
    #[must_use]
    pub fn choice(&self, choice: &Choice, language: Option<&str>) -> String {
        self.sentence(&choice.label, language)
    }

    /// The namesakes in these phrases and seats.
    fn namesakes<'a>(
        &self,
        phrases: impl IntoIterator<Item = &'a Phrase>,
        seats: &'a [Seat],
    ) -> Namesakes {
        let mut people: Vec<&Person> = seats.iter().filter_map(Seat::person).collect();
        for arg in phrases.into_iter().flat_map(|phrase| phrase.args.values()) {
            arg.people(&mut people);
        }
        Namesakes::among(&self.bot, people)
    }

    fn plain(
        &self,
        phrase: &Phrase,
        language: &LanguageIdentifier,
        namesakes: &Namesakes,
    ) -> String {
        self.phrase(phrase, language, namesakes)
            .iter()
            .map(Span::plain)
            .collect()
    }

    fn phrase(
        &self,
        phrase: &Phrase,
        language: &LanguageIdentifier,
        namesakes: &Namesakes,
    ) -> Line {
        let args: Vec<&Arg> = phrase.args.values().collect();
        let mut values: HashMap<Cow<'static, str>, FluentValue<'_>> = (FIRST_PLACEHOLDER..)
            .zip(&phrase.args)
            .map(|(placeholder, (name, arg))| {
                let value = match arg {
                    Arg::Number(number) => FluentValue::from(*number),
                    _ => FluentValue::from(
                        char::from_u32(placeholder)
                            .map(String::from)
                            .unwrap_or_default(),
                    ),
                };
                (Cow::Owned(name.clone()), value)
            })
            .collect();
        // A word such as a colour is inflected in many languages, so messages can select by it.
        for (name, arg) in &phrase.args {
            if let Arg::Phrase(word) = arg
                && word.args.is_empty()
            {
                let id = Cow::Owned(format!("{name}{ID_SUFFIX}"));
                values.insert(id, FluentValue::from(word.id.as_str()));
            }
        }
        let Some(text) = LOCALES.try_lookup_with_args(language, &phrase.id, &values) else {
            tracing::error!(id = phrase.id, "a message is missing in the locale files");
            return vec![Span::Text(phrase.id.clone())];
        };
        let mut line = Line::new();
        for c in text.chars() {
            let arg = u32::from(c)
                .checked_sub(FIRST_PLACEHOLDER)
                .and_then(|index| args.get(index as usize));
            match arg {
                Some(arg) => self.fill(arg, language, namesakes, &mut line),
                None => push_text(&mut line, c),
            }
        }
        line
    }

    fn fill(
        &self,
        arg: &Arg,
        language: &LanguageIdentifier,
        namesakes: &Namesakes,
        line: &mut Line,
    ) {
        match arg {
            Arg::Text(text) => line.push(Span::Foreign(clean_text(text))),
            Arg::Number(number) => number.to_string().chars().for_each(|c| push_text(line, c)),
            Arg::Name(person) | Arg::Mention(person) if person.is_forgotten() => {
                let someone = someone(language, is_at_start(line));
                someone.chars().for_each(|c| push_text(line, c));
            }
            Arg::Name(person) => {
                line.push(Span::Foreign(namesakes.tell(person).shown_name()));
            }
            Arg::Mention(person) => {
                line.push(Span::Mention(namesakes.tell(person).into_owned()));
            }
            Arg::Bot => line.push(Span::Foreign(clean_name(&self.bot))),
            Arg::Command(command) => {
                line.push(Span::Code(clean_text(&format!("{}{command}", self.prefix))));
            }
            Arg::LocalCommand(word) => {
                if let Some(local) = local(COMMAND, word, language) {
                    line.push(Span::Code(format!("{}{local}", self.prefix)));
                }
            }
            Arg::Time(time) => line.push(Span::Time(*time)),
            Arg::Until(time) => line.push(Span::Until(*time)),
            Arg::Place(table) => line.push(Span::Place(table.clone())),
            Arg::Phrase(phrase) => line.extend(self.phrase(phrase, language, namesakes)),
            Arg::List(args) => {
                for (index, arg) in args.iter().enumerate() {
                    if index > 0 {
                        ", ".chars().for_each(|c| push_text(line, c));
                    }
                    self.fill(arg, language, namesakes, line);
                }
            }
        }
    }
}

/// What the names of the messages with the commands' words begin with.
const COMMAND: &str = "command-";
/// What the names of the messages with the names of options begin with.
const OPTION: &str = "name-";
/// What the names of the messages with the values of options begin with.
const VALUE: &str = "value-";

/// Words of values that have a second word in every language, English included.
const ALSO: [&str; 2] = ["on", "off"];
/// What the names of the messages with such second words begin with.
const ALSO_ID: &str = "also-";

/// All commands, with their words in all languages.
#[must_use]
pub fn commands() -> Commands {
    COMMANDS.with_vocabulary(vocabulary())
}

/// Words of commands and values in all languages.
#[must_use]
pub fn vocabulary() -> &'static Vocabulary {
    static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
        let locals = |kind, word: &str| {
            let word = word.to_owned();
            LOCALES
                .locales()
                .filter_map(move |language| Some((local(kind, &word, language)?, word.clone())))
        };
        let words = COMMANDS.iter().flat_map(|spec| locals(COMMAND, spec.word));
        let values = value_words();
        let also = ALSO.iter().flat_map(|word| {
            let id = format!("{ALSO_ID}{word}");
            let locales = LOCALES.locales();
            locales
                .filter_map(move |language| LOCALES.try_lookup(language, &id))
                .map(|local| (local, (*word).to_owned()))
        });
        let values = values.iter().flat_map(|word| locals(VALUE, word));
        Vocabulary::new(words, values.chain(also))
    });
    &VOCABULARY
}

/// The English words of values, of options and within texts, that have words in other languages.
fn value_words() -> BTreeSet<String> {
    let options = COMMANDS.iter().flat_map(|spec| spec.options);
    // Nobody types what only choices give.
    let options = options.filter(|option| !option.is_internal);
    let options = options.flat_map(|option| option.kind.local_words());
    let words = options.chain(&WORDS_IN_TEXTS).map(ToString::to_string);
    let themes = picture::Theme::ALL.map(|theme| theme.to_string());
    words.chain(themes).chain(Words::languages()).collect()
}

/// A word of a command in a language; nothing if it is the English one.
fn local(kind: &str, word: &str, language: &LanguageIdentifier) -> Option<String> {
    let local = LOCALES.try_lookup(language, &format!("{kind}{word}"))?;
    (local != word).then_some(local)
}

/// A word as a platform shows it to a reader of a language.
fn localised(kind: &str, word: &str, language: &str) -> String {
    local(kind, word, &identifier(Some(language))).unwrap_or_else(|| word.to_owned())
}

/// The word of a command in a language.
#[must_use]
pub fn command_word(word: &str, language: &str) -> String {
    localised(COMMAND, word, language)
}

/// The name of an option in a language.
#[must_use]
pub fn option_name(name: &str, language: &str) -> String {
    localised(OPTION, name, language)
}

/// The value of an option in a language.
#[must_use]
pub fn option_value(word: &str, language: &str) -> String {
    localised(VALUE, word, language)
}

/// The identifier of a BCP 47 tag; the default's if it is malformed.
fn identifier(language: Option<&str>) -> LanguageIdentifier {
    let known = language.and_then(|tag| tag.parse().ok());
    // "en" is well-formed, so the identifier's own default is never used.
    known.unwrap_or_else(|| DEFAULT_LANGUAGE.parse().unwrap_or_default())
}

/// What somebody is called who had their data deleted.
fn someone(language: &LanguageIdentifier, capital: bool) -> String {
    let name = LOCALES
        .try_lookup(language, "forgotten-name")
        .unwrap_or_default();
    let mut chars = name.chars();
    match chars.next() {
        Some(first) if capital => first.to_uppercase().chain(chars).collect(),
        _ => name,
    }
}

/// Whether a sentence begins behind a line.
fn is_at_start(line: &Line) -> bool {
    let Some(last) = line.last() else {
        return true;
    };
    let text = last.plain();
    let text = text.trim_end_matches(' ');
    text.len() < last.plain().len() && text.ends_with(['.', '!', '?'])
}

fn push_text(line: &mut Line, c: char) {
    match line.last_mut() {
        Some(Span::Text(text)) => text.push(c),
        _ => line.push(Span::Text(c.to_string())),
    }
}

/// Splits at the line breaks of our own text.
fn split_lines(line: Line) -> Vec<Line> {
    let mut lines = vec![Line::new()];
    for span in line {
        let Span::Text(text) = span else {
            if let Some(last) = lines.last_mut() {
                last.push(span);
            }
            continue;
        };
        for (index, part) in text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Line::new());
            }
            if let (Some(last), false) = (lines.last_mut(), part.is_empty()) {
                last.push(Span::Text(part.to_owned()));
            }
        }
    }
    lines
}
