//! What holds for every message in the middle of a game, whatever its author is called: the log tells the
//! same as the outcome, a refusal changes nothing, and what people wrote is marked as theirs.

use ringleader::session::{Addressing, Parsed, Person, Reply, Trigger, clean_text, handle, parse};
use ringleader::words::{self, Span, Words};

use super::table::{MIDDLE, context, log, table};

/// A letter that stands in no locale file.
const THEIRS: char = '王';

/// The name of a player on the first line, and a message on the others. True if it is a command that is
/// not refused.
pub(crate) fn reply(text: &str) -> bool {
    let (name, message) = text.split_once('\n').unwrap_or((text, "board"));
    let log = log(name, "王 Bob", &MIDDLE);
    let before = table(&log);
    let people = [Person::new("bob", name), Person::new("black", "王 Bob")];
    let mut is_done = false;
    for by in ["white", "black", "carol"] {
        let replies = match parse(words::commands(), message, "!", Addressing::Bot) {
            Parsed::NotForUs => continue,
            Parsed::Faulty(refusal) => vec![Reply::from(refusal)],
            Parsed::Command(command) => {
                let by = Person::new(by, name);
                let trigger = Trigger::Command { by, command };
                match handle(&before, &trigger, &context(&people)) {
                    Err(refusal) => vec![Reply::from(refusal)],
                    Ok(outcome) => {
                        is_done = true;
                        let after = [log.as_slice(), &outcome.entries].concat();
                        assert_eq!(table(&after), outcome.table, "{text:?}");
                        outcome.replies
                    }
                }
            }
        };
        let words = Words::new("!", "Ringleader");
        for reply in &replies {
            for language in Words::languages() {
                check(reply, &words, &language);
            }
        }
    }
    is_done
}

/// Checks the words of a reply.
fn check(reply: &Reply, words: &Words, language: &str) {
    let rich = words.reply(reply, Some(language));
    for span in rich.lines.iter().flatten() {
        match span {
            Span::Text(text) => assert!(!text.contains(THEIRS), "{language}: {text:?}"),
            Span::Foreign(text) | Span::Code(text) => {
                assert_eq!(clean_text(text), *text, "{language}");
            }
            Span::Mention(person) => {
                let name = person.shown_name();
                assert_eq!(clean_text(&name), name, "{language}");
            }
            Span::Time(_) | Span::Until(_) | Span::Place(_) => {}
        }
    }
    let lines = rich.plain().split('\n').count();
    assert_eq!(lines, rich.lines.len().max(1), "{rich:?}");
    for choice in &reply.choices {
        let label = words.choice(choice, Some(language));
        assert!(!label.contains(char::is_control), "{language}: {label:?}");
    }
    if let Some(board) = reply.board() {
        let alt = words.alt_text(board, Some(language));
        assert!(!alt.contains('\u{202e}'), "{language}: {alt:?}");
    }
    #[cfg(feature = "discord")]
    super::markdown::check(&rich);
    #[cfg(feature = "matrix")]
    super::html::check(&rich);
}

/// Lines with somebody's words in each way in which they can stand there.
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) fn lines(text: &str) -> words::Rich {
    use ringleader::session::TableKey;

    let lines = text
        .split('\n')
        .map(clean_text)
        .filter(|line| !line.is_empty());
    let spans = lines.flat_map(|line| {
        let id = line.split(' ').next().unwrap_or_default().to_owned();
        [
            vec![Span::Foreign(line.clone())],
            vec![
                Span::Text("With ".to_owned()),
                Span::Foreign(line.clone()),
                Span::Foreign(line.clone()),
                Span::Text(".".to_owned()),
            ],
            vec![Span::Mention(Person::new(id.clone(), &line))],
            vec![Span::Code(line)],
            vec![Span::Place(TableKey::channel("chat", id))],
        ]
    });
    words::Rich {
        lines: spans.collect(),
    }
}
