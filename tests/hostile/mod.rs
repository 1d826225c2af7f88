//! Records that are made to do harm, for the tests that read them.

/// Bytes of the longest record that adapters take.
pub(crate) const LONGEST: usize = 1_000_000;

/// Parts that a reader might stumble over when they come again and again.
const PARTS: [&str; 66] = [
    "*",
    "* ",
    "1-0 ",
    "1. ",
    "1. *\n",
    "1.",
    "2.",
    "1. f6 ",
    "1. f6 * ",
    "f6 ",
    "f6;",
    "x",
    "xa1",
    "X ",
    ";",
    "!",
    "$1 ",
    "9",
    "é",
    "\u{feff}",
    " ",
    "\n",
    "\r\n",
    "\t",
    "{",
    "}",
    "{}",
    "{\n[",
    "{} ",
    "}{",
    "[",
    "]",
    "[]",
    "[\n",
    "[]\n",
    "[a]",
    "[a]\n",
    "[a",
    "[\"\"]",
    "[a \"",
    "[a \"\"]",
    "[a \"\\\"",
    "\"",
    "\\",
    "(",
    ")",
    "()",
    ")(",
    "(;",
    ";A",
    "(;A[]",
    "(;GM[24]",
    "(;GM[24]P0[",
    "(;GM[24];P0[0 place wr F 6]",
    "(;P0[",
    "(;P0[Done])",
    "(a",
    "(\\",
    "(;C[\\]",
    "(;C[\\\\]",
    "(;GM[24]XT[",
    "(;GM[24]\n)",
    "(;GM[24](;P0[Undo](;P1[Undo]",
    "(;;;",
    "(x[]",
    "(;GM[24]a[]",
];

/// Beginnings, what comes again and again behind them (`#` is a number), and ends.
const FRAMES: [(&str, &str, &str); 46] = [
    ("", "[a#]", ""),
    ("", "[a# \"\"]\n", ""),
    ("", "[Round \"#\"]\n", ""),
    ("", "[#]", "\n1. f6 *"),
    ("[", "a", "]"),
    ("[", "a", " \"\"]"),
    ("[White \"", "a", "\"] 1. f6 *"),
    ("[White \"", "\u{1}", "\"] 1. f6 *"),
    ("[White \"", "\\n", "\"][Black \"b\"] 1. f6 *"),
    ("[Black \"", "王", "\"] 1. f6 *"),
    ("[Event \"", "a", "\"] 1. f6 *"),
    ("[Date \"", "a", "\"] 1. f6 *"),
    ("[Variant \"", "a", "\"] 1. f6 *"),
    ("[Result \"", "a", "\"] 1. f6 *"),
    ("[Position \"", "a", "\"] 1. f6 *"),
    ("[Position \"", "a ", "\"] 1. f6 *"),
    ("[Position \"", "/", " w w place 0-0 normal\"] 1. f6 *"),
    ("[Position \"", "1", " w w place 0-0 normal\"] 1. f6 *"),
    ("[Termination \"", "a", "\"] 1. f6 1-0"),
    ("1. ", "f6;", ""),
    ("1. f6 2. a5 3. ", "b", ""),
    ("1. ", "xa2", ""),
    ("1. ", "f6 ", ""),
    ("1. f", "6", ""),
    ("1. f6 ", "2. a5 ", ""),
    ("1. f6 {", "}{", ""),
    ("", "#. f6 ", ""),
    ("1. f6 * ", "1. f6 * ", ""),
    ("1. f6 *", "[a#]", ""),
    ("{", "{", "[White \"a\"] 1. f6 *"),
    ("(;GM[24]", ";", ")"),
    ("(;GM[24]", "A[]", ")"),
    ("(;GM[24]A", "[]", ")"),
    ("(;GM[24]", "XT[a# \"\"]", ")"),
    ("(;GM[24]P0[id \"", "a", "\"]P1[id \"b\"]RE[Game won by a])"),
    ("(;GM[24]P0[id \"a\"]P1[id \"b\"]RE[", "a", "])"),
    ("(;GM[24]P0[id \"a\"]P1[id \"b\"]RE[", "a b ", "])"),
    ("(;GM[24]GN[", "a", "])"),
    ("(;GM[24]DT[", "a", "])"),
    ("(;GM[24]SU[", "a", "])"),
    ("(;GM[24]XT[Event \"", "a", "\"])"),
    ("(;GM[24];P0[0 ", "a", "])"),
    ("(;GM[24];P0[0 place wr ", "F 6 ", "])"),
    ("(;GM[24]", ";P0[0 place wr F 6];P0[1 Undo]", ")"),
    ("(;GM[24]", "(;P0[0 place wr F 6]", ""),
    ("(;GM[24]", "(;P0[0 place wr F 6])", ")"),
];

/// Every hostile record, of about so many bytes, with a name.
pub(crate) fn records(bytes: usize) -> impl Iterator<Item = (String, String)> {
    let parts = PARTS.iter().map(|part| ("", *part, ""));
    parts
        .chain(FRAMES.iter().copied())
        .map(move |(begin, part, end)| {
            let mut text = begin.to_owned();
            let mut number = 0;
            while text.len() + part.len() < bytes {
                if part.contains('#') {
                    text.push_str(&part.replace('#', &number.to_string()));
                } else {
                    text.push_str(part);
                }
                number += 1;
            }
            text.push_str(end);
            (format!("{begin:?} {part:?} {end:?}"), text)
        })
}
