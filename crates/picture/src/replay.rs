//! A game as an animation: rings slide, markers are flipped, rows glow.
//!
//! It is a GIF. An APNG of the same frames is 5 % smaller, but Discord and many Matrix clients show only
//! its first frame.

mod delta;
mod gif_file;
mod moments;

use std::ops::ControlFlow;

use gif_file::GifFile;
use moments::moments;

use super::draw::{Format, Picture};
use super::error::DrawError;
use super::geometry::Layout;
use super::painter::Painter;
use super::palette::{Palette, Reduced};
use super::scene::Scene;
use super::theme::Theme;
use super::theme_palette::{everything, palette};
use yinsh::game::{Color, GameResult, Played, Position};

/// A turn of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayTurn {
    /// The caption while it is played.
    pub caption: String,
    /// Its actions, at least one, all of one player.
    pub played: Vec<Played>,
}

/// A game, or some of its turns.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The position before the first turn.
    pub start: Position,
    /// The turns, from that position on.
    pub turns: Vec<ReplayTurn>,
    /// The names of white and black, of any length and in any script.
    pub names: [String; 2],
    /// Names for white and black in case theirs cannot be drawn.
    pub colors: [String; 2],
    /// The caption of the initial board.
    pub title: String,
    /// The caption of the final board; by default that of the last turn.
    pub end: Option<String>,
    /// The result, if the end of the game is shown.
    pub result: Option<GameResult>,
    /// The theme.
    pub theme: Theme,
    /// The player at the bottom.
    pub view: Color,
}

/// How large the file may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayLimits {
    /// Maximum size in bytes.
    pub bytes: usize,
}

/// A replay that was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnReplay {
    /// The file.
    pub picture: Picture,
    /// Number of frames.
    pub frames: usize,
    /// Its duration in hundredths of a second.
    pub time: u64,
    /// How many of the first turns were left out to keep the file small enough.
    pub left_out: usize,
}

/// The widths to try in turn, in pixels. The first fills a phone's screen.
const WIDTHS: [u32; 3] = [600, 500, 400];

/// Number of colours: few enough for a small file, and more than anybody can tell apart.
const COLORS: usize = 63;

/// Draws a replay in the first width in which the file is small enough. If it is too large in all, the
/// first half of the turns is left out until it fits. `watch` is called after each frame with the
/// progress, 0 to 1; if it breaks, the result is `None`.
///
/// ```
/// use std::ops::ControlFlow;
/// use yinsh::game::{Played, Position, Variant};
/// use yinsh_picture::{Replay, ReplayLimits, ReplayTurn, draw_replay};
/// let start = Position::start(Variant::Normal);
/// let played = vec![Played::new(&start, "e4".parse()?)];
/// let replay = Replay {
///     turns: vec![ReplayTurn { caption: "1. alice: E4".to_owned(), played }],
///     names: ["alice".to_owned(), "bob".to_owned()],
///     title: "alice – bob".to_owned(),
///     ..Replay::new(start)
/// };
/// let limits = ReplayLimits { bytes: 1_000_000 };
/// let drawn = draw_replay(&replay, limits, &mut |_| ControlFlow::Continue(()))?;
/// assert!(drawn.is_some_and(|drawn| drawn.left_out == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`DrawError`]; no replay should cause one.
pub fn draw_replay(
    replay: &Replay,
    limits: ReplayLimits,
    watch: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> Result<Option<DrawnReplay>, DrawError> {
    for width in WIDTHS {
        match animate(replay, width, limits, watch)? {
            Attempt::Done(drawn) => return Ok(Some(drawn)),
            Attempt::BrokenOff => return Ok(None),
            Attempt::TooLarge => {}
        }
    }
    let mut shorter = replay.clone();
    let mut left_out = 0;
    loop {
        let half = shorter.turns.len() / 2;
        left_out += half;
        for turn in shorter.turns.drain(..half) {
            for played in &turn.played {
                shorter.start = shorter.start.play_unchecked(played.action);
            }
        }
        // A single turn may have any size.
        let limits = match half {
            0 => ReplayLimits { bytes: usize::MAX },
            _ => limits,
        };
        match animate(&shorter, WIDTHS[WIDTHS.len() - 1], limits, watch)? {
            Attempt::Done(drawn) => return Ok(Some(DrawnReplay { left_out, ..drawn })),
            Attempt::BrokenOff => return Ok(None),
            Attempt::TooLarge => {}
        }
    }
}

impl Replay {
    /// A replay without turns, names and captions, with white at the bottom.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            start,
            turns: Vec::new(),
            names: [String::new(), String::new()],
            colors: ["White", "Black"].map(str::to_owned),
            title: String::new(),
            end: None,
            result: None,
            theme: Theme::default(),
            view: Color::White,
        }
    }

    /// The final board, `width` pixels wide.
    #[must_use]
    pub fn last_scene(&self, width: u32) -> Scene {
        let mut scene = self.scene(width);
        for played in self.turns.iter().flat_map(|turn| &turn.played) {
            scene.position = scene.position.play_unchecked(played.action);
        }
        if let Some(turn) = self.turns.last() {
            scene.caption.clone_from(&turn.caption);
            scene.last.clone_from(&turn.played);
        }
        if let Some(end) = &self.end {
            scene.caption.clone_from(end);
        }
        scene.result = self.result;
        scene
    }

    /// The initial board.
    fn scene(&self, width: u32) -> Scene {
        Scene {
            names: self.names.clone(),
            colors: self.colors.clone(),
            caption: self.title.clone(),
            theme: self.theme,
            view: self.view,
            size: width,
            ..Scene::new(self.start)
        }
    }
}

/// The outcome of drawing a replay in one width.
enum Attempt {
    Done(DrawnReplay),
    TooLarge,
    BrokenOff,
}

/// Draws all moments of a replay.
fn animate(
    replay: &Replay,
    width: u32,
    limits: ReplayLimits,
    watch: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> Result<Attempt, DrawError> {
    let layout = Layout::new(width, replay.view);
    let moments = moments(replay, &layout);
    let all = palette(replay.theme)?;
    let few = few_colors(replay.theme, all)?;
    let mut file = GifFile::new((layout.width, layout.height), &few.colors)?;
    let mut scene = replay.scene(width);
    for (i, moment) in moments.iter().enumerate() {
        match moment.motion {
            Some(_) => {
                scene.position = moment.position;
                scene.caption.clone_from(&moment.caption);
                scene.last.clone_from(&moment.last);
            }
            None => scene = replay.last_scene(width),
        }
        let painter = Painter::new(&scene)?;
        let canvas = match &moment.motion {
            Some(motion) => painter.paint_motion(motion),
            None => painter.paint(),
        };
        let indices = painter.indices(&canvas, all);
        let pixels = indices.iter().map(|&index| few.index[usize::from(index)]);
        file.add(pixels.collect(), moment.time)?;
        if file.len() > limits.bytes {
            return Ok(Attempt::TooLarge);
        }
        if watch((i + 1) as f32 / moments.len() as f32).is_break() {
            return Ok(Attempt::BrokenOff);
        }
    }
    let (bytes, frames) = file.finish()?;
    if bytes.len() > limits.bytes {
        return Ok(Attempt::TooLarge);
    }
    Ok(Attempt::Done(DrawnReplay {
        picture: Picture {
            bytes,
            format: Format::Gif,
            width: layout.width,
            height: layout.height,
        },
        frames,
        time: moments.iter().map(|moment| u64::from(moment.time)).sum(),
        left_out: 0,
    }))
}

/// The palette of replays in a theme.
fn few_colors(theme: Theme, all: &Palette) -> Result<Reduced, DrawError> {
    let scene = everything(theme);
    let painter = Painter::new(&scene)?;
    let canvas = painter.paint();
    let indices = painter.indices(&canvas, all);
    Ok(all.reduce(&indices, canvas.width(), COLORS))
}

#[cfg(test)]
mod tests;
