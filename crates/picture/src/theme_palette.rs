//! The palette of each theme, chosen once from a picture that shows all there is.

use std::sync::OnceLock;

use super::error::DrawError;
use super::painter::Painter;
use super::palette::Palette;
use super::scene::{Hint, Scene};
use super::theme::Theme;
use yinsh::game::{Action, Color, Played, Position, Variant};

/// The palette of a theme.
///
/// # Errors
///
/// When the font cannot be read.
pub(super) fn palette(theme: Theme) -> Result<&'static Palette, DrawError> {
    static PALETTES: [OnceLock<Palette>; Theme::ALL.len()] =
        [const { OnceLock::new() }; Theme::ALL.len()];
    let place = &PALETTES[theme as usize];
    if let Some(palette) = place.get() {
        return Ok(palette);
    }
    let picture = Painter::new(&everything(theme))?.paint();
    Ok(place.get_or_init(|| Palette::of(&picture, theme.style())))
}

/// A scene with every kind of piece and mark.
pub(super) fn everything(theme: Theme) -> Scene {
    // A test proves that the position parses.
    let position = EVERYTHING.parse();
    let mut scene = Scene::new(position.unwrap_or(Position::start(Variant::Normal)));
    scene.theme = theme;
    scene.size = 800;
    scene.names = ["Wwg 0".to_owned(), "Bbg 8".to_owned()];
    scene.caption = "Aabcdefghijkl mnopqrstuvwxyz".to_owned();
    scene.targets = scene.position.rings(Color::Black).iter().next();
    let turned = scene.position.markers(Color::Black);
    scene.nudge = scene.position.rings(Color::White);
    let read = |action: &str| action.parse::<Action>().ok();
    for action in ["g10-g4", "xa3", "xb1-b5", "b2-d4"]
        .into_iter()
        .filter_map(read)
    {
        let by = Color::White;
        scene.last.push(Played { by, action, turned });
    }
    for action in ["j5-f5", "e1-b1", "d3"].into_iter().filter_map(read) {
        scene.hints.push(Hint { action });
    }
    scene
}

/// The position of [`everything`].
const EVERYTHING: &str = "M1M1/3R3/2mM3R/1m1m1m1MM/3rmM1MmM/1r1mm1Mm1/1mrMmmmmmm/4mmm2/\
                          1m1mrmmr/MmR1Mm1/1RMR b b row 0-0 normal";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_with_everything_reads() {
        let position: Position = EVERYTHING.parse().unwrap();
        assert!(position.rows(position.actor()).count() >= 4);
        let scene = everything(Theme::Classic);
        assert_eq!((scene.last.len(), scene.hints.len()), (4, 3));
    }
}
