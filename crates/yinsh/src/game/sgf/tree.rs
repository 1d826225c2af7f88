//! SGF syntax: game trees, nodes, properties, escapes.
//!
//! Only the main line of a game is kept, that is, the first branches.

use crate::game::record::MOST_VALUES;

/// A property.
pub(super) struct Property {
    /// Its name: capital letters and digits.
    pub(super) name: String,
    /// Its unescaped values, at least one.
    pub(super) values: Vec<String>,
}

/// A node: properties in order.
pub(super) type SgfNode = Vec<Property>;

/// Escapes a value.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Parses a value behind its opening bracket. Returns it and the rest.
fn read_value(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            ']' => return (value, &text[at + 1..]),
            '\\' => match characters.next() {
                // A soft line break.
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

/// The main line of a game tree.
#[derive(Default)]
pub(super) struct GameTree {
    /// Its nodes that are not empty.
    pub(super) nodes: Vec<SgfNode>,
    /// Number of values of all properties.
    values: usize,
}

impl GameTree {
    /// Whether the game exceeds the limit of values.
    pub(super) const fn is_cut(&self) -> bool {
        self.values > MOST_VALUES
    }
}

/// The games of a text, parsed lazily. Text between them is skipped.
///
/// A game without its closing bracket ends where the next one's `GM` property begins.
pub(super) fn read_games(text: &str) -> SgfGames<'_> {
    SgfGames {
        rest: text,
        branched: Vec::new(),
        skipped: None,
        tree: GameTree::default(),
    }
}

/// An iterator of games.
pub(super) struct SgfGames<'a> {
    rest: &'a str,
    /// For each open bracket, whether it has had a branch.
    branched: Vec<bool>,
    /// Number of open brackets where a branch that is skipped began.
    skipped: Option<usize>,
    /// The next game, as far as it is parsed.
    tree: GameTree,
}

impl SgfGames<'_> {
    /// Takes the parsed game, if it is not empty.
    fn take(&mut self) -> Option<GameTree> {
        let tree = std::mem::take(&mut self.tree);
        (tree.values > 0).then_some(tree)
    }

    /// Handles an opening bracket. Returns the game that it ends.
    fn open(&mut self) -> Option<GameTree> {
        let mut done = None;
        if let Some(parent) = self.branched.last_mut() {
            if std::mem::replace(parent, true) && self.skipped.is_none() {
                self.skipped = Some(self.branched.len());
            }
        } else {
            done = self.take();
        }
        self.branched.push(false);
        done
    }

    fn close(&mut self) {
        self.branched.pop();
        if self
            .skipped
            .is_some_and(|depth| self.branched.len() <= depth)
        {
            self.skipped = None;
        }
    }

    /// Adds a node. Returns the game that it ends.
    fn node(&mut self, node: SgfNode, values: usize) -> Option<GameTree> {
        if self.branched.is_empty() || node.is_empty() {
            return None;
        }
        let mut done = None;
        if node.iter().any(|property| property.name == "GM") {
            done = self.take();
            if done.is_some() {
                self.branched = vec![false];
                self.skipped = None;
            }
        }
        if self.skipped.is_none() {
            self.tree.values += values;
            if !self.tree.is_cut() {
                self.tree.nodes.push(node);
            }
        }
        done
    }
}

impl Iterator for SgfGames<'_> {
    type Item = GameTree;

    fn next(&mut self) -> Option<GameTree> {
        loop {
            self.rest = self.rest.trim_start_matches(|c: char| {
                !matches!(c, '(' | ')' | ';') && !c.is_ascii_alphanumeric()
            });
            let Some(character) = self.rest.chars().next() else {
                return self.take();
            };
            let mut done = None;
            match character {
                '(' => {
                    self.rest = &self.rest[1..];
                    done = self.open();
                }
                ')' => {
                    self.rest = &self.rest[1..];
                    self.close();
                }
                ';' => {
                    let (node, values, rest) = read_node(&self.rest[1..]);
                    self.rest = rest;
                    done = self.node(node, values);
                }
                // A stray letter or digit.
                _ => {
                    self.rest = self
                        .rest
                        .trim_start_matches(|c: char| c.is_ascii_alphanumeric());
                }
            }
            if done.is_some() {
                return done;
            }
        }
    }
}

/// Parses a node behind its semicolon. Returns it, the number of its values, of which only the
/// first [`MOST_VALUES`] are kept, and the rest.
fn read_node(text: &str) -> (SgfNode, usize, &str) {
    let mut node = SgfNode::new();
    let mut count = 0;
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let mut behind = behind.trim_start();
        let before = count;
        let mut values = Vec::new();
        while let Some(opened) = behind.strip_prefix('[') {
            let (value, left) = read_value(opened);
            count += 1;
            if count <= MOST_VALUES {
                values.push(value);
            }
            behind = left.trim_start();
        }
        if count == before {
            return (node, count, rest);
        }
        if !values.is_empty() {
            // Old files have lower-case letters in names, which have no meaning.
            let name = name.replace(|c: char| c.is_ascii_lowercase(), "");
            node.push(Property { name, values });
        }
        rest = behind;
    }
}
