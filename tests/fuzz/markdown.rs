//! What holds for every text on Discord: nothing that people wrote has an effect, and all of it is shown.
//! The reader of markup is written from Discord's description of it.

use ringleader::chat::discord::markdown::{LONGEST, SplitText, fit};
use ringleader::session::Person;
use ringleader::words::{Rich, Span};

use super::reply::lines;

/// Somebody's words in each way in which they can stand in a reply. True if they fit into messages.
pub(crate) fn markdown(text: &str) -> bool {
    check(&lines(text));
    let messages = fit(&lines(text), Some(text), |_| false);
    limits(&messages);
    if let SplitText::Messages(messages) = &messages {
        // A fence inside the block would end it.
        let fences: usize = messages.iter().map(|one| one.matches("```").count()).sum();
        assert_eq!(fences, 2, "{text:?}: {messages:?}");
    }
    matches!(messages, SplitText::Messages(_))
}

/// Checks a text, line by line.
pub(crate) fn check(text: &Rich) {
    limits(&fit(text, None, |_| false));
    for line in &text.lines {
        let rich = Rich {
            lines: vec![line.clone()],
        };
        let SplitText::Messages(messages) = fit(&rich, None, |_| false) else {
            continue;
        };
        let Some(message) = messages.first() else {
            continue;
        };
        if matches!(line.first(), Some(Span::Foreign(_) | Span::Mention(_))) {
            assert!(!begins_block(message), "{message:?}");
        }
        let expected: String = line.iter().map(expected).collect();
        // Markup in our own words is fine.
        let is_ours = |span: &Span| matches!(span, Span::Text(text) if text.contains(ACTIVE));
        if !line.iter().any(is_ours) {
            assert_eq!(shown(message), expected, "{message:?}");
        }
    }
}

fn limits(text: &SplitText) {
    if let SplitText::Messages(messages) = text {
        assert!(messages.len() <= 3);
        for message in messages {
            assert!(message.chars().count() <= LONGEST, "{message:?}");
            assert!(!message.trim().is_empty());
        }
    }
}

/// Characters that begin markup.
const ACTIVE: [char; 8] = ['*', '_', '~', '`', '|', '<', '[', '\\'];

/// What a reader sees of a span.
fn expected(span: &Span) -> String {
    let quiet = |text: &str| text.replace('@', "@\u{2060}");
    let number = |id: &str| id.parse::<u64>().ok();
    match span {
        Span::Text(text) => text.clone(),
        Span::Foreign(text) => quiet(text),
        Span::Code(code) => code.replace('`', "'"),
        Span::Time(time) => format!("<t:{}:f>", time.as_second()),
        Span::Until(time) => format!("<t:{}:R>", time.as_second()),
        Span::Mention(Person { id, .. }) if number(id).is_some() => format!("<@{id}>"),
        Span::Mention(person) => quiet(&person.shown_name()),
        Span::Place(table) => match number(&table.channel).filter(|id| *id > 0) {
            Some(id) => format!("<#{id}>"),
            None => quiet(&span.plain()),
        },
    }
}

/// What a reader sees of a line: without backslashes and the marks of code. Mentions and times stay as
/// they are; any other markup, link or mention is a failure.
fn shown(markdown: &str) -> String {
    let mut shown = String::new();
    let mut plain = String::new();
    let mut rest = markdown.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                let next = rest.next().filter(|next| !next.is_alphanumeric());
                shown.push(next.unwrap_or_else(|| panic!("{markdown:?} has a lone backslash")));
                plain.push('\\');
            }
            '`' => {
                let (code, behind) = rest.as_str().split_once('`').unwrap_or_else(|| {
                    panic!("{markdown:?} has code without an end");
                });
                shown.push_str(code);
                plain.push(' ');
                rest = behind.chars();
            }
            '<' => {
                let (inside, behind) = rest.as_str().split_once('>').unwrap_or_default();
                let digits = inside.trim_start_matches(['@', '#', '+']);
                let is_id = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                assert!(is_id || inside.starts_with("t:"), "{markdown:?}");
                shown.push_str(&format!("<{inside}>"));
                rest = behind.chars();
            }
            c if ACTIVE.contains(&c) => panic!("{markdown:?} has markup: {c}"),
            c => {
                shown.push(c);
                plain.push(c);
            }
        }
    }
    for effect in ["://", "@everyone", "@here"] {
        assert!(!plain.contains(effect), "{markdown:?} has {effect}");
    }
    shown
}

/// Whether a line is a heading, a list, a quotation or small print.
fn begins_block(line: &str) -> bool {
    let line = line.trim_start();
    let behind_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['#', '-', '*', '+', '>'])
        || (behind_number.len() < line.len() && behind_number.starts_with('.'))
}
