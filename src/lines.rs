//! Reading lines of bounded length.

use std::io::{self, BufRead};

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// A line without its terminator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum InputLine {
    /// Its text; invalid UTF-8 is `U+FFFD`.
    Text(String),
    /// It exceeds the maximum length.
    TooLong,
}

/// A line that is being read.
struct PartialLine {
    bytes: Vec<u8>,
    max: usize,
    any: bool,
}

impl PartialLine {
    const fn new(max: usize) -> Self {
        Self {
            bytes: Vec::new(),
            max,
            any: false,
        }
    }

    /// Adds a piece of input. Returns how much of it was used, and whether the line is complete.
    fn add(&mut self, piece: &[u8]) -> (usize, bool) {
        self.any = true;
        let end = piece.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(piece.len());
        // One byte beyond the maximum marks the line as too long.
        let room = (self.max + 1).saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&piece[..length.min(room)]);
        (length + usize::from(end.is_some()), end.is_some())
    }

    /// The line; `None` at the end of the input.
    fn finish(self) -> Option<InputLine> {
        self.any.then(|| {
            if self.bytes.len() > self.max {
                InputLine::TooLong
            } else {
                InputLine::Text(String::from_utf8_lossy(&self.bytes).into_owned())
            }
        })
    }
}

/// Reads a line of at most `max` bytes; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, max: usize) -> io::Result<Option<InputLine>> {
    let mut line = PartialLine::new(max);
    loop {
        let piece = match input.fill_buf() {
            Ok([]) => return Ok(line.finish()),
            Ok(piece) => piece,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let (used, is_end) = line.add(piece);
        input.consume(used);
        if is_end {
            return Ok(line.finish());
        }
    }
}

/// The asynchronous version of [`read_line`].
pub(crate) async fn next_line(
    input: &mut (impl AsyncBufRead + Unpin),
    max: usize,
) -> io::Result<Option<InputLine>> {
    let mut line = PartialLine::new(max);
    loop {
        let piece = input.fill_buf().await?;
        if piece.is_empty() {
            return Ok(line.finish());
        }
        let (used, is_end) = line.add(piece);
        input.consume(used);
        if is_end {
            return Ok(line.finish());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_beyond_the_maximum_are_too_long() {
        let text = b"one\n\n12345\n123456\nnine\xff\n6";
        let expected = ["one", "", "12345", "-", "nine\u{fffd}", "6"];
        for capacity in [1, 2, 100] {
            let mut input = BufReader::with_capacity(capacity, &text[..]);
            for expected in expected {
                let line = match read_line(&mut input, 5).unwrap() {
                    Some(InputLine::Text(text)) => text,
                    Some(InputLine::TooLong) => "-".to_owned(),
                    None => panic!("{expected}"),
                };
                assert_eq!(line, expected);
            }
            assert_eq!(read_line(&mut input, 5).unwrap(), None);
        }
    }
}
