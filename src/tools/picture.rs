//! `ringleader picture`: draws a position and describes it in words.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::game::{Color, Position};
use crate::host::scene;
use crate::picture::{Theme, draw};
use crate::session::Board;
use crate::tools::with_path;
use crate::words::Words;

/// What to draw, and how.
#[derive(Debug, Clone)]
pub struct PictureRequest {
    /// The position.
    pub position: Position,
    /// Names of white and black.
    pub names: [String; 2],
    /// The theme.
    pub theme: Theme,
    /// Width in pixels, 400 to 1600.
    pub size: u32,
    /// The colour at the bottom.
    pub view: Color,
}

/// Draws a position into a PNG file, and writes a description to `out`.
///
/// # Errors
///
/// The picture cannot be written.
pub fn write(request: &PictureRequest, file: &Path, out: &mut impl Write) -> io::Result<()> {
    let [white, black] = &request.names;
    let mut board = Board::bare(request.position, [white, black]);
    board.settings.view = Some(request.view);
    board.settings.theme = Some(request.theme.to_string());
    // A bare board names neither commands nor the bot.
    let words = Words::new("!", "");
    let picture = draw(&scene(&board, &words, None, &board.settings, request.size))
        .map_err(io::Error::other)?;
    fs::write(file, picture.bytes).map_err(|error| with_path(file, &error))?;
    writeln!(out, "{}", words.alt_text(&board, None))
}
