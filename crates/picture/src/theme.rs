//! The themes: every colour that a picture uses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::tint::{Tint, mix};

/// How a picture looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Ivory and black on warm wood.
    #[default]
    Classic,
    /// For dark rooms.
    Dark,
    /// Pieces and marks differ in shape, so that nobody has to tell colours apart.
    Contrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Dark, Self::Contrast];

    /// The colours of the theme.
    pub(super) const fn style(self) -> &'static Style {
        match self {
            Self::Classic => &CLASSIC,
            Self::Dark => &DARK,
            Self::Contrast => &CONTRAST,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Classic => "classic",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
        })
    }
}

/// A text that names no theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemeError;

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a theme is `classic`, `dark` or `contrast`")
    }
}

impl std::error::Error for ThemeError {}

impl FromStr for Theme {
    type Err = ThemeError;

    /// Reads a theme's name in any case.
    fn from_str(text: &str) -> Result<Self, ThemeError> {
        Self::ALL
            .into_iter()
            .find(|theme| text.trim().eq_ignore_ascii_case(&theme.to_string()))
            .ok_or(ThemeError)
    }
}

/// The colours of a set of pieces.
#[derive(Debug)]
pub(super) struct Pieces {
    /// Where the light falls.
    pub light: Tint,
    /// The colour itself.
    pub body: Tint,
    /// Away from the light.
    pub shade: Tint,
    /// The line around a piece, which parts it from the board.
    pub edge: Tint,
    /// A figure on a piece.
    pub figure: Tint,
}

/// The colours of a theme.
#[derive(Debug)]
pub(super) struct Style {
    /// Behind everything.
    pub page: Tint,
    /// The board.
    pub plate: Tint,
    /// The board's bevel, towards the light and away from it.
    pub bevel: [Tint; 2],
    /// The board's lines.
    pub line: Tint,
    /// Letters and numbers at the lines.
    pub label: Tint,
    /// Shadows, and how dark they are (0 to 1).
    pub shadow: (Tint, f32),
    /// White's and black's pieces.
    pub pieces: [Pieces; 2],
    /// Text on the page.
    pub text: Tint,
    /// The box behind a name or the caption.
    pub chip: Tint,
    /// The box behind the name of the player to act, and the text on it.
    pub lit: (Tint, Tint),
    /// The last action.
    pub last: Tint,
    /// Targets of a ring.
    pub target: Tint,
    /// Hints.
    pub hint: Tint,
    /// Rows, taken in turn: as many as can stand on one line.
    pub rows: [Tint; 6],
    /// Numbers on badges, and the line around a badge.
    pub badge: Tint,
    /// Whether pieces carry figures that tell white from black.
    pub figures: bool,
}

impl Style {
    /// The board in half a shadow.
    pub(super) fn half_shadow(&self) -> Tint {
        let (tint, alpha) = self.shadow;
        mix(self.plate, tint, 0.5 * alpha)
    }

    /// The colours of plain surfaces and of marks, which are kept exactly.
    pub(super) fn plain(&self) -> impl Iterator<Item = Tint> {
        let [white, black] = &self.pieces;
        [self.page, self.plate, self.chip, self.line, self.label]
            .into_iter()
            .chain([self.text, self.lit.0, self.lit.1, self.badge])
            .chain([white.body, black.body])
            .chain([self.last, self.target, self.hint])
            .chain(self.rows)
    }
}

/// A colour from its usual hexadecimal writing.
const fn tint(hex: u32) -> Tint {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
}

const CLASSIC: Style = Style {
    page: tint(0xF4ECDD),
    plate: tint(0xD9B989),
    bevel: [tint(0xEBD3AC), tint(0xB08C5A)],
    line: tint(0x8A6638),
    label: tint(0x6B4B24),
    shadow: (tint(0x3A2510), 0.45),
    pieces: [
        Pieces {
            light: tint(0xFFFDF6),
            body: tint(0xF3EBD9),
            shade: tint(0xBFAF92),
            edge: tint(0x7D6B4D),
            figure: tint(0x1F1B18),
        },
        Pieces {
            light: tint(0x77716B),
            body: tint(0x35312E),
            shade: tint(0x161412),
            edge: tint(0x12100E),
            figure: tint(0xF6EFE0),
        },
    ],
    text: tint(0x3B2A17),
    chip: tint(0xE6D8BF),
    lit: (tint(0x8C2F1B), tint(0xFFF7EA)),
    last: tint(0xC8371E),
    target: tint(0x1F7A4D),
    hint: tint(0x1E5FB3),
    rows: [
        tint(0x7A2DB0),
        tint(0x0E6E8C),
        tint(0xB8326B),
        tint(0x2F6B1E),
        tint(0x8A4B00),
        tint(0x3B3F9E),
    ],
    badge: tint(0xFFFFFF),
    figures: false,
};

const DARK: Style = Style {
    page: tint(0x14171C),
    plate: tint(0x39424F),
    bevel: [tint(0x566273), tint(0x222831)],
    line: tint(0x6F7D90),
    label: tint(0xA9B6C8),
    shadow: (tint(0x000000), 0.55),
    pieces: [
        Pieces {
            light: tint(0xFFFFFF),
            body: tint(0xE6EAF0),
            shade: tint(0x9AA6B6),
            edge: tint(0x2A313B),
            figure: tint(0x14171C),
        },
        Pieces {
            light: tint(0x5D6673),
            body: tint(0x0F1114),
            shade: tint(0x050607),
            edge: tint(0x8793A5),
            figure: tint(0xE6EAF0),
        },
    ],
    text: tint(0xDDE4EE),
    chip: tint(0x2B323C),
    lit: (tint(0xF2B84B), tint(0x14171C)),
    last: tint(0xFFB03B),
    target: tint(0x4BD69A),
    hint: tint(0x5AB0FF),
    rows: [
        tint(0xC78BFF),
        tint(0x45D0DD),
        tint(0xFF86B3),
        tint(0xA6DB5B),
        tint(0xFFB454),
        tint(0x8FA8FF),
    ],
    badge: tint(0x101318),
    figures: false,
};

const CONTRAST: Style = Style {
    page: tint(0xFFFFFF),
    plate: tint(0xE4E4E4),
    bevel: [tint(0xF6F6F6), tint(0x9A9A9A)],
    line: tint(0x6A6A6A),
    label: tint(0x000000),
    shadow: (tint(0x000000), 0.25),
    pieces: [
        Pieces {
            light: tint(0xFFFFFF),
            body: tint(0xFFFFFF),
            shade: tint(0xE9E9E9),
            edge: tint(0x000000),
            figure: tint(0x000000),
        },
        Pieces {
            light: tint(0x2E2E2E),
            body: tint(0x0A0A0A),
            shade: tint(0x000000),
            edge: tint(0x000000),
            figure: tint(0xFFFFFF),
        },
    ],
    text: tint(0x000000),
    chip: tint(0xEDEDED),
    lit: (tint(0x000000), tint(0xFFFFFF)),
    last: tint(0xC24E00),
    target: tint(0x00735C),
    hint: tint(0x0058A8),
    rows: [
        tint(0x7A2DB0),
        tint(0x0058A8),
        tint(0xA8005C),
        tint(0x00594A),
        tint(0x7A4A00),
        tint(0x3C3CB4),
    ],
    badge: tint(0xFFFFFF),
    figures: true,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
            assert_eq!(theme.to_string().to_uppercase().parse(), Ok(theme));
        }
        assert_eq!("blue".parse::<Theme>(), Err(ThemeError));
    }
}
