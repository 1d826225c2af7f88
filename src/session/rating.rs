//! Ratings by Glicko-2: each rated game is a rating period of its own for its two players.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

use crate::game::{Color, GameResult};

/// Length of a rating period without games, in seconds: 30 days.
const IDLE_PERIOD: i64 = 30 * 24 * 60 * 60;

/// The largest deviation: that of somebody who has never played. Glickman's own bound.
const MOST_DEVIATION: f64 = 350.0;

/// Deviation below which a rating is certain enough to be ranked. Lichess ranks by the same bound.
const RANKED_BELOW: f64 = 110.0;

/// How well a person plays, and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// The end of the last rated game, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Timestamp>,
}

impl Default for Rating {
    fn default() -> Self {
        Self {
            rating: 1500.0,
            deviation: MOST_DEVIATION,
            volatility: 0.06,
            last: None,
        }
    }
}

impl Rating {
    /// The rating at a later moment: every full 30 days since the last rated game is a rating
    /// period without games.
    #[must_use]
    pub fn at(self, now: Timestamp) -> Self {
        let Some(last) = self.last else { return self };
        let periods = (now.as_second() - last.as_second()) / IDLE_PERIOD;
        let mut aged = Glicko2Rating::from(self);
        for _ in 0..periods {
            if aged.deviation >= MOST_DEVIATION {
                break;
            }
            aged = decay_deviation(&aged);
        }
        self.with(&aged)
    }

    /// Whether the rating is certain enough to be ranked.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.deviation < RANKED_BELOW
    }

    /// The rating without its fraction.
    #[must_use]
    pub fn rounded(&self) -> i64 {
        self.rating.round() as i64
    }

    /// The deviation without its fraction.
    #[must_use]
    pub fn rounded_deviation(&self) -> i64 {
        self.deviation.round() as i64
    }

    /// The same person's rating with new numbers, if they are numbers.
    fn with(self, new: &Glicko2Rating) -> Self {
        if ![new.rating, new.deviation, new.volatility]
            .into_iter()
            .all(f64::is_finite)
        {
            return self;
        }
        Self {
            rating: new.rating,
            deviation: new.deviation.min(MOST_DEVIATION),
            volatility: new.volatility,
            last: self.last,
        }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Self {
        Self {
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

/// What a rated game did to the ratings of white and black.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RatingChange {
    /// Before the game, with the time without games counted.
    pub before: [Rating; 2],
    /// After it.
    pub after: [Rating; 2],
}

impl RatingChange {
    /// The change by a game that ended at a moment.
    #[must_use]
    pub fn by_game(players: [Rating; 2], result: GameResult, ended: Timestamp) -> Self {
        let before = players.map(|player| player.at(ended));
        let outcome = match result.winner() {
            Some(Color::White) => Outcomes::WIN,
            Some(Color::Black) => Outcomes::LOSS,
            None => Outcomes::DRAW,
        };
        let [white, black] = before.map(Glicko2Rating::from);
        // The crate's default for tau is 0.5.
        let (white, black) = glicko2(&white, &black, &outcome, &Glicko2Config::new());
        let after = |before: Rating, new: &Glicko2Rating| Rating {
            // Games of a restart end in no particular order.
            last: before.last.max(Some(ended)),
            ..before.with(new)
        };
        Self {
            before,
            after: [after(before[0], &white), after(before[1], &black)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: i64) -> Timestamp {
        Timestamp::from_second(day * 24 * 60 * 60).unwrap()
    }

    #[test]
    fn two_newcomers() {
        let change = RatingChange::by_game([Rating::default(); 2], GameResult::White, day(1));
        let [white, black] = change.after;
        // Computed by hand from Glickman's paper.
        assert!((white.rating - 1662.3).abs() < 0.1, "{white:?}");
        assert!((black.rating - 1337.7).abs() < 0.1, "{black:?}");
        assert!((white.deviation - 290.3).abs() < 0.1, "{white:?}");
        assert_eq!(white.last, Some(day(1)));
        assert_eq!(change.before[0], Rating::default());
    }

    #[test]
    fn the_paper_s_first_opponent() {
        // Glickman's example, with one game a period: 1500/200 beats 1400/30.
        let player = Rating {
            deviation: 200.0,
            ..Rating::default()
        };
        let opponent = Rating {
            rating: 1400.0,
            deviation: 30.0,
            ..Rating::default()
        };
        let change = RatingChange::by_game([player, opponent], GameResult::White, day(1));
        assert!((change.after[0].rating - 1563.6).abs() < 0.1, "{change:?}");
        assert!(
            (change.after[0].deviation - 175.4).abs() < 0.1,
            "{change:?}"
        );
    }

    #[test]
    fn every_full_thirty_days_make_it_less_certain() {
        let rating = Rating {
            deviation: 50.0,
            last: Some(day(0)),
            ..Rating::default()
        };
        assert_eq!(rating.at(day(29)), rating);
        let one = 173.7178 * (50.0_f64 / 173.7178).hypot(0.06);
        assert!((rating.at(day(30)).deviation - one).abs() < 1e-9);
        assert!((rating.at(day(59)).deviation - one).abs() < 1e-9);
        assert!(rating.at(day(60)).deviation > one);
        assert_eq!(
            rating.at(day(400_000)).deviation.to_bits(),
            350_f64.to_bits()
        );
        assert_eq!(rating.at(day(-90)), rating);
        assert_eq!(Rating::default().at(day(90)), Rating::default());
    }
}
