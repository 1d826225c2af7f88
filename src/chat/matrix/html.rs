//! Message bodies: a reply's text becomes a plain and an HTML body, and HTML from people becomes text
//! with user ids in place of pills.

use matrix_sdk::ruma::matrix_uri::MatrixId;
use matrix_sdk::ruma::{MatrixToUri, MatrixUri, OwnedUserId};
use ruma_html::{Children, Html, NodeData};

use super::links::Links;
use crate::words::{Rich, Span};

/// Size limit of HTML that is parsed, in bytes. A command with a pill has a tenth of this, and the
/// parser has no limit of nesting.
const MAX_BYTES: usize = 4096;

/// Nesting limit.
const MAX_DEPTH: usize = 50;

/// What mentions everybody in a room, behind an `@`.
const ROOM: &str = "room";

/// The two bodies of a message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MessageBodies {
    /// For clients without HTML, and for notifications.
    pub plain: String,
    /// The formatted body.
    pub html: String,
}

impl MessageBodies {
    /// The bodies of a text.
    #[must_use]
    pub fn of(text: &Rich, links: &Links) -> Self {
        Self {
            plain: text.write(|span| plain(span, links)),
            html: text.write(|span| html(span, links)).replace('\n', "<br>"),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.plain.is_empty()
    }

    /// Adds a line.
    pub(super) fn add_line(&mut self, line: &str) {
        if !self.is_empty() {
            self.plain.push('\n');
            self.html.push_str("<br>");
        }
        let line = harmless(line);
        self.plain.push_str(&line);
        self.html.push_str(&escape(&line));
    }

    /// Adds a block in a monospaced font.
    pub(super) fn add_block(&mut self, block: &str) {
        if !self.is_empty() {
            self.plain.push('\n');
        }
        let block = harmless(block);
        self.plain.push_str(&block);
        self.html.push_str("<pre><code>");
        self.html.push_str(&escape(&block));
        self.html.push_str("</code></pre>");
    }
}

fn plain(span: &Span, links: &Links) -> String {
    match span {
        // What somebody typed may be part of a command.
        Span::Foreign(_) | Span::Mention(_) | Span::Code(_) => harmless(&span.plain()),
        Span::Text(_) | Span::Time(_) | Span::Until(_) => span.plain(),
        Span::Place(table) => links.to(table).unwrap_or_else(|| harmless(&span.plain())),
    }
}

fn html(span: &Span, links: &Links) -> String {
    match span {
        Span::Text(text) => escape(text),
        Span::Foreign(_) => escape(&harmless(&span.plain())),
        Span::Code(code) => format!("<code>{}</code>", escape(&harmless(code))),
        Span::Time(_) | Span::Until(_) => escape(&span.plain()),
        Span::Place(table) => match links.to(table) {
            Some(link) => {
                let link = escape(&link);
                format!("<a href=\"{link}\">{link}</a>")
            }
            None => escape(&harmless(&span.plain())),
        },
        Span::Mention(person) => {
            let name = escape(&harmless(&person.shown_name()));
            match OwnedUserId::try_from(person.id.as_str()) {
                Ok(user) => format!(
                    "<a href=\"{}\">{name}</a>",
                    escape(&user.matrix_to_uri().to_string())
                ),
                Err(_) => name,
            }
        }
    }
}

fn escape(text: &str) -> String {
    html_escape::encode_quoted_attribute(text).into_owned()
}

/// Text from people in which no client finds a mention of the whole room: older servers and clients
/// search for it, in spite of `m.mentions` and in any case.
pub(super) fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('@') {
        harmless.push_str(before);
        harmless.push('@');
        let word = behind.get(..ROOM.len());
        if word.is_some_and(|word| word.eq_ignore_ascii_case(ROOM)) {
            // A word joiner is invisible, and ends the word.
            harmless.push('\u{2060}');
        }
        rest = behind;
    }
    harmless + rest
}

/// HTML from a person as text: pills and links become ids. Quotes, also of an answered message, are left
/// out; code stays marked, because a command in it is only an example.
///
/// `None` if it is longer or nested deeper than any command: that would only cost time.
#[must_use]
pub fn text_of(html: &str) -> Option<String> {
    if html.len() > MAX_BYTES {
        return None;
    }
    let html = Html::parse(html);
    let mut text = String::new();
    push_all(html.children(), 0, &mut text)?;
    Some(text)
}

fn push_all(nodes: Children, depth: usize, text: &mut String) -> Option<()> {
    if depth > MAX_DEPTH {
        return None;
    }
    let depth = depth + 1;
    for node in nodes {
        match node.data() {
            NodeData::Text(part) => text.push_str(&part.borrow()),
            NodeData::Element(element) => match &*element.name.local {
                "mx-reply" | "blockquote" => {}
                "br" => text.push('\n'),
                "code" | "pre" => {
                    text.push('`');
                    push_all(node.children(), depth, text)?;
                    text.push('`');
                }
                "p" | "div" | "li" => {
                    if !text.is_empty() && !text.ends_with('\n') {
                        text.push('\n');
                    }
                    push_all(node.children(), depth, text)?;
                }
                "a" => {
                    let linked = element
                        .attrs
                        .borrow()
                        .iter()
                        .find(|attribute| &*attribute.name.local == "href")
                        .and_then(|href| linked_id(&href.value));
                    match linked {
                        Some(id) => text.push_str(&id),
                        None => push_all(node.children(), depth, text)?,
                    }
                }
                _ => push_all(node.children(), depth, text)?,
            },
            _ => {}
        }
    }
    Some(())
}

/// The user or room to which a link points, or the message with which a thread may begin.
fn linked_id(href: &str) -> Option<String> {
    let (_, address) = href.split_once(':')?;
    let path = address.strip_prefix("//").unwrap_or(address);
    // ruma-common 0.19 panics at an empty part of an identifier.
    if path.contains("//") {
        return None;
    }
    let id = match MatrixToUri::parse(href) {
        Ok(uri) => uri.id().clone(),
        Err(_) => MatrixUri::parse(href).ok()?.id().clone(),
    };
    match id {
        MatrixId::User(user) => Some(user.to_string()),
        MatrixId::Room(room) => Some(room.to_string()),
        MatrixId::RoomAlias(alias) => Some(alias.to_string()),
        MatrixId::Event(_, message) => Some(message.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Person;

    #[test]
    fn names_cannot_break_a_message() {
        let evil = "</a><b>\"&'@room @Room\u{202E}";
        let text = Rich {
            lines: vec![
                vec![
                    Span::Mention(Person::new("@evil:example.org", evil)),
                    Span::Text(" < ".into()),
                    Span::Foreign(evil.into()),
                ],
                vec![Span::Code("!x-@room".into())],
                vec![Span::Code("!move E4 E10".into())],
            ],
        };
        let bodies = MessageBodies::of(&text, &Links::default());
        for body in [&bodies.plain, &bodies.html] {
            assert!(!body.to_lowercase().contains("@room"), "{body}");
        }
        assert_eq!(bodies.html.matches("<a ").count(), 1, "{}", bodies.html);
        assert_eq!(bodies.html.matches("</a>").count(), 1, "{}", bodies.html);
        assert!(!bodies.html.contains("<b>"), "{}", bodies.html);
        assert!(
            bodies.html.ends_with("<br><code>!move E4 E10</code>"),
            "{}",
            bodies.html
        );
        // A client shows the text, with the joiner.
        let read = text_of(&bodies.html).unwrap().replace('\u{2060}', "");
        assert!(
            read.starts_with("@evil:example.org < </a><b>\"&'@room"),
            "{read}"
        );
    }

    #[test]
    fn pills_are_read_as_ids() {
        for (html, text) in [
            (
                "!challenge <a href=\"https://matrix.to/#/@bob:example.org\">Bob Smith</a> blitz",
                "!challenge @bob:example.org blitz",
            ),
            (
                "!challenge <a href='https://matrix.to/#/%40bob%3Aexample.org'>Bob</a>",
                "!challenge @bob:example.org",
            ),
            (
                "!challenge <a href=\"matrix:u/bob:example.org\">B</a>",
                "!challenge @bob:example.org",
            ),
            (
                "!board <a href=\"https://matrix.to/#/#games:example.org\">Games</a>",
                "!board #games:example.org",
            ),
            (
                "!board <a href=\"https://matrix.to/#/!abc:example.org?via=example.org\">Games</a>",
                "!board !abc:example.org",
            ),
            ("<a href=\"https://matrix.to/#//x\">a</a>", "a"),
            ("<a href=\"https://matrix.to/#/!a:b.org///\">a</a>", "a"),
            ("<p>!help</p><p>or not</p>", "!help\nor not"),
            ("see <a href=\"https://example.org\">here</a>", "see here"),
            (
                "<mx-reply><blockquote>!resign</blockquote></mx-reply>!board",
                "!board",
            ),
            ("<blockquote>!resign</blockquote>", ""),
            ("<code>!resign</code>", "`!resign`"),
            ("&lt;b&gt; &amp; <b>bold", "<b> & bold"),
        ] {
            assert_eq!(text_of(html).as_deref(), Some(text), "{html}");
        }
    }

    #[test]
    fn what_nobody_writes_is_not_parsed() {
        assert_eq!(text_of(&"<b>".repeat(1000)), None);
        assert_eq!(text_of(&"<b>".repeat(100_000)), None);
        assert_eq!(
            text_of(&"a".repeat(MAX_BYTES)).map(|text| text.len()),
            Some(MAX_BYTES)
        );
    }

    #[test]
    fn text_boards_keep_their_lines() {
        let mut bodies = MessageBodies::default();
        bodies.add_line("a < b");
        bodies.add_block("1 2\n 3");
        assert_eq!(bodies.plain, "a < b\n1 2\n 3");
        assert_eq!(bodies.html, "a &lt; b<pre><code>1 2\n 3</code></pre>");
    }
}
