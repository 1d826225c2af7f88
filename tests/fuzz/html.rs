//! What holds for every text on Matrix: nothing that people wrote has an effect, both bodies say the
//! same, and what comes back is read the same. The reader of HTML knows only what may be in a reply.

use ringleader::chat::matrix::Links;
use ringleader::chat::matrix::html::{MessageBodies, text_of};
use ringleader::words::{Line, Rich, Span};

use super::reply::lines;

/// Somebody's words in each way in which they can stand in a reply, and as HTML that they send. True if
/// the HTML can be read.
pub(crate) fn html(text: &str) -> bool {
    check(&lines(text));
    let Some(read) = text_of(text) else {
        return false;
    };
    // A carriage return is a line break where it is read.
    let read = read.replace("\r\n", "\n").replace('\r', "\n");
    let again = Rich {
        lines: vec![vec![Span::Text(read.clone())]],
    };
    let again = MessageBodies::of(&again, &Links::default());
    if let Some(again) = text_of(&again.html) {
        // A byte order mark at the beginning is none of the text.
        let kept = read.strip_prefix('\u{feff}').unwrap_or(&read);
        assert_eq!(again, kept, "{text:?}");
    }
    true
}

/// Checks the bodies of a text.
pub(crate) fn check(text: &Rich) {
    let MessageBodies { plain, html } = MessageBodies::of(text, &Links::default());
    assert_eq!(shown(&html), plain, "{html:?}");
    // The address of a room comes from a server, and nobody chose it.
    let is_address = |line: &Line| line.iter().any(|span| matches!(span, Span::Place(_)));
    let lines = text.lines.iter().filter(|line| !is_address(line));
    let chosen = Rich {
        lines: lines.cloned().collect(),
    };
    let MessageBodies { plain, .. } = MessageBodies::of(&chosen, &Links::default());
    assert!(!plain.to_lowercase().contains("@room"), "{plain:?}");
}

/// What a reader sees of the HTML of a reply. Any other tag or character reference is a failure.
fn shown(html: &str) -> String {
    let mut shown = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&', '>', '"', '\'']) {
        shown.push_str(&rest[..at]);
        let end = if rest[at..].starts_with('<') {
            '>'
        } else {
            ';'
        };
        let (mark, behind) = rest[at..].split_once(end).unwrap_or_default();
        match mark {
            "<br" => shown.push('\n'),
            "<code" => open.push("code"),
            "</code" => assert_eq!(open.pop(), Some("code"), "{html:?}"),
            "</a" => assert_eq!(open.pop(), Some("a"), "{html:?}"),
            "&amp" => shown.push('&'),
            "&lt" => shown.push('<'),
            "&gt" => shown.push('>'),
            "&quot" => shown.push('"'),
            "&#x27" => shown.push('\''),
            link => {
                let address = link.strip_prefix("<a href=\"https://matrix.to/#/");
                let address = address.and_then(|address| address.strip_suffix('"'));
                let is_plain = address.is_some_and(|address| !address.contains(['"', '<', ' ']));
                assert!(is_plain && open.is_empty(), "{link:?} in {html:?}");
                open.push("a");
            }
        }
        rest = behind;
    }
    assert!(open.is_empty(), "{html:?}");
    shown + rest
}
