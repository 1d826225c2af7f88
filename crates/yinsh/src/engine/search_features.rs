//! Parts of the search that can be switched off, to measure what each is worth.

use std::fmt;
use std::str::FromStr;

/// A part of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchFeature {
    /// The transposition table.
    Table,
    /// Move ordering by killers, countermoves, history scores and turned markers.
    History,
    /// Aspiration windows.
    Aspiration,
    /// Late move reductions.
    Reductions,
    /// Late move pruning near the leaves.
    LateMoves,
    /// Futility pruning and reverse futility pruning.
    Futility,
    /// Quiescence search: moves that complete a row are searched beyond the leaves.
    Quiescence,
    /// Beyond the leaves, only the two most promising rings to remove are searched.
    FewRings,
}

impl SearchFeature {
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

    /// Its name in options.
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

impl fmt::Display for SearchFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a search feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchFeatureError;

impl fmt::Display for SearchFeatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search features are ")?;
        for (index, feature) in SearchFeature::ALL.into_iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{feature}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SearchFeatureError {}

impl FromStr for SearchFeature {
    type Err = SearchFeatureError;

    fn from_str(text: &str) -> Result<Self, SearchFeatureError> {
        Self::ALL
            .into_iter()
            .find(|feature| feature.name().eq_ignore_ascii_case(text.trim()))
            .ok_or(SearchFeatureError)
    }
}

/// A set of search features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchFeatures(u16);

impl Default for SearchFeatures {
    /// All of them.
    fn default() -> Self {
        Self((1 << SearchFeature::ALL.len()) - 1)
    }
}

impl SearchFeatures {
    /// The set without a feature.
    #[must_use]
    pub const fn without(self, feature: SearchFeature) -> Self {
        Self(self.0 & !(1 << feature as u16))
    }

    /// Whether a feature is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, feature: SearchFeature) -> bool {
        self.0 >> feature as u16 & 1 == 1
    }
}
