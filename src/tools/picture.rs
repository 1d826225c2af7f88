//! `ringleader picture`: draws a position, and tells it in words.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::game::{Color, Position};
use crate::host::scene;
use crate::picture::{Theme, draw};
use crate::session::Board;
use crate::words::Words;

/// What is drawn, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// The position.
    pub position: Position,
    /// The names of white and black.
    pub names: [String; 2],
    /// The theme.
    pub theme: Theme,
    /// Width in pixels, 400 to 1600.
    pub size: u32,
    /// Whose side is at the bottom.
    pub view: Color,
}

/// Draws a position into a PNG file, and writes the same in words to `out`.
///
/// # Errors
///
/// The picture cannot be written.
pub fn write(options: &Options, file: &Path, out: &mut impl Write) -> io::Result<()> {
    let [white, black] = &options.names;
    let mut board = Board::bare(options.position, [white, black]);
    board.settings.view = Some(options.view);
    board.settings.theme = Some(options.theme.to_string());
    // Neither commands nor the bot are named on a bare board.
    let words = Words::new("!", "");
    let picture =
        draw(&scene(&board, &words, None, None, options.size)).map_err(io::Error::other)?;
    fs::write(file, picture.png)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    writeln!(out, "{}", words.alt_text(&board, None))
}
