//! Lines of a bounded length, read from whatever comes in pieces.

use std::io::{self, BufRead};

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// A line that was read, without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its text. Bytes that are not UTF-8 are `U+FFFD`.
    Text(String),
    /// It is longer than is read.
    TooLong,
}

/// A line of which a part was read.
struct Part {
    bytes: Vec<u8>,
    longest: usize,
    any: bool,
}

impl Part {
    const fn new(longest: usize) -> Self {
        Self {
            bytes: Vec::new(),
            longest,
            any: false,
        }
    }

    /// Takes more in: how much of it belongs to the line, and whether the line ends there.
    fn add(&mut self, piece: &[u8]) -> (usize, bool) {
        self.any = true;
        let end = piece.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(piece.len());
        // One byte too many is kept, which says that there were some.
        let room = (self.longest + 1).saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&piece[..length.min(room)]);
        (length + usize::from(end.is_some()), end.is_some())
    }

    /// The line; `None` if there was not even its end.
    fn line(self) -> Option<Line> {
        self.any.then(|| {
            if self.bytes.len() > self.longest {
                Line::TooLong
            } else {
                Line::Text(String::from_utf8_lossy(&self.bytes).into_owned())
            }
        })
    }
}

/// Reads a line of at most so many bytes; `None` at the end.
pub(crate) fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut line = Part::new(longest);
    loop {
        let piece = match input.fill_buf() {
            Ok([]) => return Ok(line.line()),
            Ok(piece) => piece,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let (used, is_end) = line.add(piece);
        input.consume(used);
        if is_end {
            return Ok(line.line());
        }
    }
}

/// The same where to wait is to let others work.
pub(crate) async fn next_line(
    input: &mut (impl AsyncBufRead + Unpin),
    longest: usize,
) -> io::Result<Option<Line>> {
    let mut line = Part::new(longest);
    loop {
        let piece = input.fill_buf().await?;
        if piece.is_empty() {
            return Ok(line.line());
        }
        let (used, is_end) = line.add(piece);
        input.consume(used);
        if is_end {
            return Ok(line.line());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_are_read_as_far_as_they_may_be_long() {
        let text = b"one\n\n12345\n123456\nnine\xff\n6";
        let expected = ["one", "", "12345", "-", "nine\u{fffd}", "6"];
        for capacity in [1, 2, 100] {
            let mut input = BufReader::with_capacity(capacity, &text[..]);
            for expected in expected {
                let line = match read_line(&mut input, 5).unwrap() {
                    Some(Line::Text(text)) => text,
                    Some(Line::TooLong) => "-".to_owned(),
                    None => panic!("{expected}"),
                };
                assert_eq!(line, expected);
            }
            assert_eq!(read_line(&mut input, 5).unwrap(), None);
        }
    }
}
