//! The words for the themes of puzzles, and their names.

use yinsh::puzzle::Theme;

use crate::session::reply::Phrase;

/// The words by which themes are asked for, in the order of [`Theme::ALL`].
pub(super) const WORDS: [&str; Theme::ALL.len()] = [
    "win",
    "row",
    "double",
    "defence",
    "flip",
    "sacrifice",
    "trap",
    "endgame",
    "placement",
    "blitz",
];

/// The theme of a word.
pub(super) fn theme(word: &str) -> Option<Theme> {
    let index = WORDS.iter().position(|known| *known == word)?;
    Theme::ALL.get(index).copied()
}

/// The name of a theme.
pub(super) fn name(theme: Theme) -> Phrase {
    Phrase::new(match theme {
        Theme::Win => "puzzle-theme-win",
        Theme::Row => "puzzle-theme-row",
        Theme::DoubleRow => "puzzle-theme-double",
        Theme::Stop => "puzzle-theme-defence",
        Theme::Turn => "puzzle-theme-flip",
        Theme::Sacrifice => "puzzle-theme-sacrifice",
        Theme::RingTrap => "puzzle-theme-trap",
        Theme::Endgame => "puzzle-theme-endgame",
        Theme::Placement => "puzzle-theme-placement",
        Theme::Blitz => "puzzle-theme-blitz",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_its_word() {
        for (word, all) in WORDS.iter().zip(Theme::ALL) {
            assert_eq!(theme(word), Some(all));
            assert_eq!(name(all).id, format!("puzzle-theme-{word}"));
        }
        assert_eq!(theme("harder"), None);
    }
}
