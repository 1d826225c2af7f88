//! SGF as such: games, nodes, properties, and how their values are escaped.
//!
//! Only the main line of a game is kept: where it branches, the first branch.

/// Values of one property.
pub(super) struct Property {
    /// Its name: capital letters and digits.
    pub(super) name: String,
    /// Its values, without escapes; at least one.
    pub(super) values: Vec<String>,
}

/// One node: properties in order.
pub(super) type Node = Vec<Property>;

/// Escapes a value.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Reads a value, of which the opening bracket has been read, and gives what stands behind it.
fn read_value(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            ']' => return (value, &text[at + 1..]),
            '\\' => match characters.next() {
                // An escaped line end is no line end.
                Some((_, '\n')) | None => {}
                Some((_, '\r')) => {
                    characters.next_if(|&(_, next)| next == '\n');
                }
                Some((_, escaped)) => value.push(escaped),
            },
            other => value.push(other),
        }
    }
    (value, "")
}

/// Reads the games of a text, the nodes of each one's main line. What stands between them is
/// skipped.
///
/// A game whose closing bracket is missing ends where the next begins, which shows by its `GM`.
pub(super) fn read_games(text: &str) -> Vec<Vec<Node>> {
    let mut games: Vec<Vec<Node>> = Vec::new();
    // For each open bracket, whether a branch of it has been read already.
    let mut branched: Vec<bool> = Vec::new();
    // How many brackets are open where a branch that is not the first began.
    let mut skipped: Option<usize> = None;
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| {
            !matches!(c, '(' | ')' | ';') && !c.is_ascii_alphanumeric()
        });
        let Some(character) = rest.chars().next() else {
            return games;
        };
        match character {
            '(' => {
                rest = &rest[1..];
                if let Some(parent) = branched.last_mut() {
                    if std::mem::replace(parent, true) && skipped.is_none() {
                        skipped = Some(branched.len());
                    }
                } else {
                    games.push(Vec::new());
                }
                branched.push(false);
            }
            ')' => {
                rest = &rest[1..];
                branched.pop();
                if skipped.is_some_and(|depth| branched.len() <= depth) {
                    skipped = None;
                }
            }
            ';' => {
                let node;
                (node, rest) = read_node(&rest[1..]);
                if branched.is_empty() {
                    continue;
                }
                let begins = node.iter().any(|property| property.name == "GM");
                if begins && games.last().is_some_and(|game| !game.is_empty()) {
                    games.push(vec![node]);
                    branched = vec![false];
                    skipped = None;
                } else if let Some(game) = games.last_mut().filter(|_| skipped.is_none()) {
                    game.push(node);
                }
            }
            // A stray letter or digit.
            _ => rest = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()),
        }
    }
}

/// Reads a node, of which the semicolon has been read, and gives what stands behind it.
fn read_node(text: &str) -> (Node, &str) {
    let mut node = Node::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let mut behind = behind.trim_start();
        let mut values = Vec::new();
        while let Some(opened) = behind.strip_prefix('[') {
            let (value, left) = read_value(opened);
            values.push(value);
            behind = left.trim_start();
        }
        if values.is_empty() {
            return (node, rest);
        }
        // Old files write names in small letters in between, which mean nothing.
        let name = name.replace(|c: char| c.is_ascii_lowercase(), "");
        node.push(Property { name, values });
        rest = behind;
    }
}
