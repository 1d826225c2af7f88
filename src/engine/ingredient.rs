//! What the search is made of, each part of which can be left out to see what it is worth.

use std::fmt;
use std::str::FromStr;

/// A part of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ingredient {
    /// The transposition table.
    Table,
    /// Killers, countermoves, histories and the markers that are turned order what is tried first.
    History,
    /// A narrow window about the last iteration's value.
    Aspiration,
    /// Late moves are looked at less deeply.
    Reductions,
    /// Near the leaves, the last moves are not looked at.
    LateMoves,
    /// Near the leaves, and among late moves before, those of a player who is hopelessly off are not
    /// looked at, and who is far too well off is taken to stay so.
    Futility,
    /// At the leaves, moves that complete a row are looked at.
    Quiescence,
    /// At the leaves, only the rings that are most likely the best to remove are looked at.
    FewRings,
}

impl Ingredient {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Table,
        Self::History,
        Self::Aspiration,
        Self::Reductions,
        Self::LateMoves,
        Self::Futility,
        Self::Quiescence,
        Self::FewRings,
    ];

    /// Its name, as options have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::History => "history",
            Self::Aspiration => "aspiration",
            Self::Reductions => "reductions",
            Self::LateMoves => "late-moves",
            Self::Futility => "futility",
            Self::Quiescence => "quiescence",
            Self::FewRings => "few-rings",
        }
    }
}

impl fmt::Display for Ingredient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no ingredient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IngredientError;

impl fmt::Display for IngredientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ingredients are ")?;
        for (index, ingredient) in Ingredient::ALL.into_iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{ingredient}")?;
        }
        Ok(())
    }
}

impl std::error::Error for IngredientError {}

impl FromStr for Ingredient {
    type Err = IngredientError;

    fn from_str(text: &str) -> Result<Self, IngredientError> {
        Self::ALL
            .into_iter()
            .find(|ingredient| ingredient.name().eq_ignore_ascii_case(text.trim()))
            .ok_or(IngredientError)
    }
}

/// A choice of ingredients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ingredients(u16);

impl Default for Ingredients {
    /// All of them.
    fn default() -> Self {
        Self((1 << Ingredient::ALL.len()) - 1)
    }
}

impl Ingredients {
    /// The choice without one of them.
    #[must_use]
    pub const fn without(self, ingredient: Ingredient) -> Self {
        Self(self.0 & !(1 << ingredient as u16))
    }

    /// Whether one of them is chosen.
    #[must_use]
    #[inline]
    pub const fn has(self, ingredient: Ingredient) -> bool {
        self.0 >> ingredient as u16 & 1 == 1
    }
}
