//! SGF as such: games, nodes, properties, and how their values are escaped.
//!
//! Only the main line of a game is kept: where it branches, the first branch.

use crate::game::record::MOST_VALUES;

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

/// The main line of a game.
#[derive(Default)]
pub(super) struct Tree {
    /// Its nodes that hold anything.
    pub(super) nodes: Vec<Node>,
    /// How many values their properties have.
    values: usize,
}

impl Tree {
    /// Whether there is more in it than is kept.
    pub(super) const fn is_cut(&self) -> bool {
        self.values > MOST_VALUES
    }
}

/// The games of a text, each read when it is asked for. What stands between them is skipped.
///
/// A game whose closing bracket is missing ends where the next begins, which shows by its `GM`.
pub(super) fn read_games(text: &str) -> Games<'_> {
    Games {
        rest: text,
        branched: Vec::new(),
        skipped: None,
        tree: Tree::default(),
    }
}

/// Reads games.
pub(super) struct Games<'a> {
    rest: &'a str,
    /// For each open bracket, whether a branch of it has been read already.
    branched: Vec<bool>,
    /// How many brackets are open where a branch that is not the first began.
    skipped: Option<usize>,
    /// What was read of the next game.
    tree: Tree,
}

impl Games<'_> {
    /// What was read so far, if there is anything.
    fn take(&mut self) -> Option<Tree> {
        let tree = std::mem::take(&mut self.tree);
        (tree.values > 0).then_some(tree)
    }

    /// Reads a bracket that opens; the game that it ends.
    fn open(&mut self) -> Option<Tree> {
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

    /// Takes a node in; the game that it ends.
    fn node(&mut self, node: Node, values: usize) -> Option<Tree> {
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

impl Iterator for Games<'_> {
    type Item = Tree;

    fn next(&mut self) -> Option<Tree> {
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

/// Reads a node, of which the semicolon has been read: what is kept of it, how many values its
/// properties have, and what stands behind it.
fn read_node(text: &str) -> (Node, usize, &str) {
    let mut node = Node::new();
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
            // Old files write names in small letters in between, which mean nothing.
            let name = name.replace(|c: char| c.is_ascii_lowercase(), "");
            node.push(Property { name, values });
        }
        rest = behind;
    }
}
