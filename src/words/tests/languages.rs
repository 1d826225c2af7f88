//! Compares the languages with each other: messages, their arguments, plurals and lengths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser::parse;

use super::*;
use crate::session::Choice;

/// Numbers of every plural category of the languages we have, and those that are special in
/// messages.
const NUMBERS: [i64; 12] = [0, 1, 2, 3, 5, 11, 12, 21, 22, 25, 101, 1_000_000];

/// The plural categories that integers have, besides `other`, which is always there.
fn categories(language: &str) -> &'static [&'static str] {
    match language {
        "pl" | "ru" => &["one", "few", "many"],
        "en" | "fr" => &["one"],
        other => panic!("which plural categories has {other}?"),
    }
}

/// What a message of a locale file uses.
#[derive(Debug, Default)]
struct Uses {
    variables: BTreeSet<String>,
    /// The keys of its selectors, by the variable that they select on.
    selectors: BTreeMap<String, BTreeSet<String>>,
}

impl Uses {
    fn pattern(&mut self, pattern: &Pattern<String>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<String>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                let InlineExpression::VariableReference { id } = selector else {
                    panic!("only variables are selected on: {selector:?}");
                };
                let keys = self.selectors.entry(id.name.clone()).or_default();
                keys.extend(variants.iter().map(|variant| match &variant.key {
                    VariantKey::Identifier { name } => name.clone(),
                    VariantKey::NumberLiteral { value } => value.clone(),
                }));
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<String>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.clone());
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::StringLiteral { .. } => {}
            other => panic!("messages are made of text and variables alone: {other:?}"),
        }
    }
}

fn locales() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locales")
}

/// The messages of a language, and what they use.
fn uses(language: &str) -> BTreeMap<String, Uses> {
    let mut found = BTreeMap::new();
    for file in fs::read_dir(locales().join(language)).unwrap() {
        let path = file.unwrap().path();
        let resource = parse(fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        for entry in resource.body {
            if let Entry::Message(message) = entry {
                let mut uses = Uses::default();
                uses.pattern(message.value.as_ref().unwrap());
                found.insert(message.id.name, uses);
            }
        }
    }
    found
}

#[test]
fn translations_use_the_arguments_of_the_original() {
    let original = uses("en");
    for language in Words::languages() {
        for (id, Uses { variables, .. }) in uses(&language) {
            let has = &original[&id].variables;
            let known = |name: &String| {
                has.contains(name)
                    || name
                        .strip_suffix(ID_SUFFIX)
                        .is_some_and(|word| has.contains(word))
            };
            let unknown: Vec<&String> = variables.iter().filter(|name| !known(name)).collect();
            assert!(unknown.is_empty(), "{language}: {id} uses {unknown:?}");
            let is_used = |name: &String| {
                variables.contains(name) || variables.contains(&format!("{name}{ID_SUFFIX}"))
            };
            let unused: Vec<&String> = has.iter().filter(|name| !is_used(name)).collect();
            assert!(unused.is_empty(), "{language}: {id} lacks {unused:?}");
        }
    }
}

#[test]
fn plurals_have_every_category_of_their_language() {
    let is_plural = |keys: &BTreeSet<String>| {
        let mut categories = ["one", "few", "many"].into_iter();
        categories.any(|category| keys.contains(category))
    };
    let original = uses("en");
    for language in Words::languages() {
        for (id, Uses { selectors, .. }) in uses(&language) {
            for (variable, keys) in &selectors {
                let of_original = original[&id].selectors.get(variable);
                if !is_plural(keys) && !of_original.is_some_and(is_plural) {
                    continue;
                }
                for category in categories(&language) {
                    assert!(
                        keys.contains(*category),
                        "{language}: {id} has no “{category}” for {variable}"
                    );
                }
            }
        }
    }
}

/// Values for the arguments of a message: each number in turn for what is selected on as a number,
/// each word for what is selected on as a word, and long names for everything else.
fn with_arguments(id: &str, uses: &Uses) -> Vec<Phrase> {
    let mut phrases = vec![Phrase::new(id)];
    let base = |name: &'_ String| name.strip_suffix(ID_SUFFIX).unwrap_or(name).to_owned();
    for variable in &uses.variables.iter().map(base).collect::<BTreeSet<_>>() {
        let word = uses.selectors.get(&format!("{variable}{ID_SUFFIX}"));
        let values: Vec<Arg> = match (word, uses.selectors.get(variable)) {
            (Some(words), _) => words
                .iter()
                .map(|word| Arg::Phrase(Box::new(Phrase::new(word.clone()))))
                .collect(),
            (None, Some(_)) => NUMBERS.map(Arg::Number).to_vec(),
            (None, None) => {
                vec![Arg::Name(Person::new("@long:example.org", "Ż".repeat(32)))]
            }
        };
        phrases = phrases
            .iter()
            .flat_map(|phrase| {
                let with = |value: &Arg| phrase.clone().with(variable, value.clone());
                values.iter().map(with).collect::<Vec<_>>()
            })
            .collect();
    }
    phrases
}

/// Most characters of a message, by what it is for.
fn longest(id: &str) -> usize {
    match id.split_once('-') {
        // A button on Discord.
        Some(("choice", _)) => 80,
        // The description of an option on Discord.
        Some(("option", _)) => 100,
        Some(("alt", _)) => 1_024,
        // A message on Discord has 2,000 characters, and often more than one phrase.
        _ => 1_200,
    }
}

#[test]
fn every_message_renders_in_every_plural() {
    let words = Words::new("!", "Ringleader");
    for language in Words::languages() {
        for (id, uses) in uses(&language) {
            for phrase in with_arguments(&id, &uses) {
                let text = match id.starts_with("choice-") {
                    // The label of a button is cut if a name makes it too long.
                    true => {
                        let short = |(name, arg): (&String, &Arg)| match arg {
                            Arg::Name(_) => (name.clone(), Arg::from("E4")),
                            _ => (name.clone(), arg.clone()),
                        };
                        let mut label = phrase.clone();
                        label.args = phrase.args.iter().map(short).collect();
                        let choice = Choice::new(label, "help");
                        words.choice(&choice, Some(&language))
                    }
                    false => words.sentence(&phrase, Some(&language)),
                };
                let length = text.chars().count();
                assert!(
                    length <= longest(&id),
                    "{language}: {length} in {id}: {text}"
                );
                assert!(!text.contains(['{', '}', '\u{2068}']), "{language}: {text}");
                let is_word = ["white", "black"].contains(&id.as_str());
                assert!(is_word || text != id, "{language}: {id} is missing");
            }
        }
    }
}
