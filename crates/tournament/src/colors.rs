//! Which colour a player prefers, and who has White (FIDE Handbook C.04.3, A.6 and E).

use std::cmp::Ordering;

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Color {
    White,
    Black,
}

impl Color {
    const fn opposite(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// How strongly a player prefers a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// The colours are balanced, and this one was not the last.
    Mild,
    /// One game fewer with it than with the other.
    Strong,
    /// Two games fewer, or two games in a row with the other.
    Absolute,
}

/// A colour and how strongly it is preferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Preference {
    pub(crate) color: Color,
    pub(crate) strength: Strength,
}

/// Games with White less games with Black.
fn difference(colors: &[Color]) -> i64 {
    colors
        .iter()
        .map(|&color| if color == Color::White { 1 } else { -1 })
        .sum()
}

/// What a player prefers who had these colours; nothing before the first game.
pub(crate) fn preference(colors: &[Color]) -> Option<Preference> {
    let difference = difference(colors);
    let &last = colors.last()?;
    let repeated = colors.len() >= 2 && colors[colors.len() - 2] == last;
    let rarer = match difference.cmp(&0) {
        Ordering::Less => Some(Color::White),
        Ordering::Greater => Some(Color::Black),
        Ordering::Equal => None,
    };
    let other = last.opposite();
    let (color, strength) = match (difference.abs(), rarer) {
        (2.., Some(rarer)) => (rarer, Strength::Absolute),
        _ if repeated => (other, Strength::Absolute),
        (_, Some(rarer)) => (rarer, Strength::Strong),
        (_, None) => (other, Strength::Mild),
    };
    Some(Preference { color, strength })
}

/// The strength of the preference that is denied when these two meet.
pub(crate) fn denied(one: Option<Preference>, other: Option<Preference>) -> Option<Strength> {
    let (one, other) = (one?, other?);
    (one.color == other.color).then(|| one.strength.min(other.strength))
}

/// The colour of the higher-ranked of two players, by the colours that both had. `even` says
/// whether the number of the higher-ranked one is even.
pub(crate) fn of_higher(higher: &[Color], lower: &[Color], even: bool) -> Color {
    let (one, two) = match (preference(higher), preference(lower)) {
        (None, None) => return if even { Color::White } else { Color::Black },
        (Some(one), None) => return one.color,
        (None, Some(two)) => return two.color.opposite(),
        (Some(one), Some(two)) => (one, two),
    };
    if one.color != two.color {
        return one.color;
    }
    let mut order = one.strength.cmp(&two.strength);
    if order.is_eq() && one.strength == Strength::Absolute {
        order = difference(higher).abs().cmp(&difference(lower).abs());
    }
    match order {
        Ordering::Greater => one.color,
        Ordering::Less => two.color.opposite(),
        Ordering::Equal => {
            let latest = higher
                .iter()
                .rev()
                .zip(lower.iter().rev())
                .find(|(a, b)| a != b);
            latest.map_or(one.color, |(color, _)| color.opposite())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors(text: &str) -> Vec<Color> {
        text.chars()
            .map(|c| if c == 'w' { Color::White } else { Color::Black })
            .collect()
    }

    #[test]
    fn preferences() {
        use Color::{Black, White};
        use Strength::{Absolute, Mild, Strong};

        assert_eq!(preference(&[]), None);
        for (text, color, strength) in [
            ("w", Black, Strong),
            ("b", White, Strong),
            ("wb", White, Mild),
            ("bw", Black, Mild),
            ("ww", Black, Absolute),
            ("wbb", White, Absolute),
            ("wbw", Black, Strong),
            ("wbbw", Black, Mild),
            // Two in a row, though that colour is the rarer one.
            ("wwwbb", White, Absolute),
            // The difference comes before two in a row.
            ("wwwwbb", Black, Absolute),
        ] {
            assert_eq!(
                preference(&colors(text)),
                Some(Preference { color, strength }),
                "{text}"
            );
        }
    }

    #[test]
    fn who_has_white() {
        for (higher, lower, even, white) in [
            // Nobody prefers any.
            ("", "", true, true),
            ("", "", false, false),
            // One prefers a colour.
            ("w", "", true, false),
            ("", "w", true, true),
            // Both can have what they prefer.
            ("w", "b", true, false),
            ("bw", "wb", true, false),
            // The stronger preference.
            ("wb", "b", true, false),
            ("ww", "w", true, false),
            ("w", "ww", true, true),
            // The larger difference.
            ("ww", "wbww", true, false),
            ("bww", "ww", true, true),
            // As when they last had different colours, but the other way round.
            ("wbbw", "bwbw", true, true),
            ("bwbw", "wbbw", true, false),
            // Counted back from the last game.
            ("wbw", "w", true, false),
            // The higher-ranked one's preference.
            ("w", "w", false, false),
            ("b", "b", false, true),
        ] {
            let color = of_higher(&colors(higher), &colors(lower), even);
            assert_eq!(color == Color::White, white, "{higher} {lower}");
        }
    }
}
