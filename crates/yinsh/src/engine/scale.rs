//! The scale of chances to win: in whole per cent, as players read them, and what they and their
//! losses are called. Hints, reviews and their charts all use this one.

/// A chance of 0.0 to 1.0 in whole per cent.
#[must_use]
pub fn percent(chance: f64) -> u32 {
    (chance * 100.0).round().clamp(0.0, 100.0) as u32
}

/// How good a decision was, by how much it lowered the player's chance of winning. The bounds are
/// those of chess.com's expected points (support.chess.com, "How are moves classified?").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// Lost nothing.
    Best,
    /// Lost less than 5 %.
    Good,
    /// Lost 5 % or more.
    Inaccuracy,
    /// Lost 10 % or more.
    Mistake,
    /// Lost 20 % or more.
    Blunder,
}

/// The smallest loss of each label, in per cent.
const LOSSES: [(u32, Label); 5] = [
    (20, Label::Blunder),
    (10, Label::Mistake),
    (5, Label::Inaccuracy),
    (1, Label::Good),
    (0, Label::Best),
];

impl Label {
    /// The label of a loss in per cent.
    ///
    /// ```
    /// use yinsh::engine::Label;
    /// assert_eq!(Label::of(19), Label::Mistake);
    /// assert_eq!(Label::of(20), Label::Blunder);
    /// ```
    #[must_use]
    pub fn of(loss: u32) -> Self {
        of(&LOSSES, loss).unwrap_or(Self::Best)
    }
}

/// What a chance to win means for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prospect {
    /// As good as lost.
    Lost,
    /// Hard to hold.
    Bad,
    /// A little behind.
    Worse,
    /// About even.
    Even,
    /// A little ahead.
    Better,
    /// Well ahead.
    Good,
    /// As good as won.
    Won,
}

/// The smallest chance of each prospect, in per cent.
const CHANCES: [(u32, Prospect); 7] = [
    (98, Prospect::Won),
    (76, Prospect::Good),
    (59, Prospect::Better),
    (42, Prospect::Even),
    (25, Prospect::Worse),
    (3, Prospect::Bad),
    (0, Prospect::Lost),
];

impl Prospect {
    /// The prospect of a chance in per cent.
    ///
    /// ```
    /// use yinsh::engine::Prospect;
    /// assert_eq!(Prospect::of(50), Prospect::Even);
    /// ```
    #[must_use]
    pub fn of(chance: u32) -> Self {
        of(&CHANCES, chance).unwrap_or(Self::Lost)
    }
}

/// The entry of a table with the highest bound that a number reaches.
fn of<T: Copy>(table: &[(u32, T)], number: u32) -> Option<T> {
    let reached = table.iter().find(|(least, _)| number >= *least);
    reached.map(|&(_, entry)| entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_descend_to_zero() {
        let losses: Vec<(u32, Label)> = (0..=100).map(|loss| (loss, Label::of(loss))).collect();
        assert!(losses.is_sorted_by_key(|&(_, label)| label));
        let chances: Vec<Prospect> = (0..=100).map(Prospect::of).collect();
        assert!(chances.is_sorted());
        // Seen from the other side, a prospect is its opposite.
        for chance in 0..=100 {
            let (own, other) = (Prospect::of(chance), Prospect::of(100 - chance));
            assert_eq!(own as u8, 6 - other as u8, "{chance}");
        }
    }
}
