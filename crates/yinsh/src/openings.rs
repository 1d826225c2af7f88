//! Openings: how often each placement was played, and how the games ended.
//!
//! Positions that differ only by a rotation or reflection of the board, or by the order of the
//! placements, count as one.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::game::{Action, Color, GameRecord, Point, PointSet, Position, Stage, Symmetry, Variant};

/// Placements in a game, by both players together.
const PLACEMENTS: usize = 10;

/// The results of some games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Number of games.
    pub games: u32,
    /// How many White won.
    pub white: u32,
    /// How many were drawn.
    pub draws: u32,
}

/// A placement that was played in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Where the ring went; one point stands for all equivalent ones.
    pub point: Point,
    /// The games in which it was played.
    pub tally: Tally,
}

/// A position: the rings of White and Black, in the image with the lowest bits.
type Key = (u128, u128);

/// The placements of many games.
///
/// Its text form has a line for each position, after comments that begin with `#`:
/// `WHITE;BLACK;POINT GAMES WHITE DRAWS,…` with the points of the rings of both players, and for
/// each point that was played next the number of games, of those that White won, and of draws.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Openings(BTreeMap<Key, BTreeMap<u128, Tally>>);

/// Why a text cannot be read as openings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningsError {
    /// The line number, from 1.
    line: usize,
    reason: &'static str,
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for OpeningsError {}

/// The images of the rings of White and Black, each with the symmetry that leads to it.
fn images(white: PointSet, black: PointSet) -> impl Iterator<Item = (Key, Symmetry)> {
    Symmetry::all().map(move |symmetry| {
        let [white, black] = [white, black].map(|rings| symmetry.of_all(rings).bits());
        ((white, black), symmetry)
    })
}

/// The key of the rings of White and Black: the least of their images.
fn least(white: PointSet, black: PointSet) -> Key {
    let keys = images(white, black).map(|(key, _)| key);
    keys.min().unwrap_or_default()
}

/// The key of a position, and the symmetries that lead to it.
fn key(position: &Position) -> (Key, Vec<Symmetry>) {
    let [white, black] = Color::ALL.map(|color| position.rings(color));
    let least = least(white, black);
    let leading = images(white, black).filter(|(key, _)| *key == least);
    (least, leading.map(|(_, symmetry)| symmetry).collect())
}

/// The image that stands for a point in a position with these symmetries.
fn image(point: Point, symmetries: &[Symmetry]) -> u128 {
    let images = symmetries
        .iter()
        .map(|symmetry| PointSet::of(symmetry.of(point)).bits());
    images.min().unwrap_or_default()
}

impl Tally {
    /// Adds one game; `winner` is `None` for a draw.
    fn add(&mut self, winner: Option<Color>) {
        self.games = self.games.saturating_add(1);
        match winner {
            Some(Color::White) => self.white = self.white.saturating_add(1),
            Some(Color::Black) => {}
            None => self.draws = self.draws.saturating_add(1),
        }
    }

    /// A player's average score, 0 to 1, where a draw counts half; 0.5 if there are no games.
    #[must_use]
    pub fn score(self, color: Color) -> f64 {
        if self.games == 0 {
            return 0.5;
        }
        let white = (f64::from(self.white) + f64::from(self.draws) / 2.0) / f64::from(self.games);
        match color {
            Color::White => white,
            Color::Black => 1.0 - white,
        }
    }
}

impl Openings {
    /// Counts the placements of a game. Unfinished games, games of other variants, and games from a
    /// set-up position are skipped. Returns whether the game was counted.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        let Some(result) = record.result else {
            return false;
        };
        if record.variant != Variant::Normal || record.start.is_some() {
            return false;
        }
        let decisions = record.positions().zip(&record.actions).take(PLACEMENTS);
        for (position, &action) in decisions {
            let Action::Place(point) = action else {
                break;
            };
            let (key, symmetries) = key(&position);
            let known = self.0.entry(key).or_default();
            let tally = known.entry(image(point, &symmetries)).or_default();
            tally.add(result.winner());
        }
        true
    }

    /// Drops placements that fewer games have.
    pub fn prune(&mut self, least: u32) {
        for known in self.0.values_mut() {
            known.retain(|_, tally| tally.games >= least);
        }
        self.0.retain(|_, known| !known.is_empty());
    }

    /// Number of known positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no position is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The placements known in a position, most frequent first. Of equivalent points only the first
    /// one is given.
    #[must_use]
    pub fn played(&self, position: &Position) -> Vec<Known> {
        if position.stage() != Stage::Place {
            return Vec::new();
        }
        let (key, symmetries) = key(position);
        let Some(tallies) = self.0.get(&key) else {
            return Vec::new();
        };
        let mut known: Vec<Known> = tallies
            .iter()
            .filter_map(|(&at, &tally)| {
                let mut points = position.empty().into_iter();
                let point = points.find(|&point| image(point, &symmetries) == at)?;
                Some(Known { point, tally })
            })
            .collect();
        known.sort_by_key(|known| (std::cmp::Reverse(known.tally.games), known.point));
        known
    }

    /// Number of known games that went on from a position.
    #[must_use]
    pub fn games(&self, position: &Position) -> u32 {
        let known = self.0.get(&key(position).0).into_iter().flatten();
        known.map(|(_, tally)| tally.games).sum()
    }

    /// The tally of a placement in a position; `None` if no known game has it.
    #[must_use]
    pub fn of(&self, position: &Position, point: Point) -> Option<Tally> {
        let (key, symmetries) = key(position);
        let at = image(point, &symmetries);
        self.0.get(&key)?.get(&at).copied()
    }
}

/// The points of a set, separated by spaces.
fn points(bits: u128) -> String {
    let set = Point::ALL.into_iter();
    let set = set.filter(|&point| PointSet::of(point).bits() & bits != 0);
    let points: Vec<String> = set.map(|point| point.to_string()).collect();
    points.join(" ")
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((white, black), known) in &self.0 {
            write!(f, "{};{};", points(*white), points(*black))?;
            for (index, (&at, tally)) in known.iter().enumerate() {
                let comma = if index > 0 { "," } else { "" };
                let Tally {
                    games,
                    white,
                    draws,
                } = tally;
                write!(f, "{comma}{} {games} {white} {draws}", points(at))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Reads the points of rings.
fn read_rings(text: &str) -> Result<PointSet, &'static str> {
    let points = text.split_whitespace().map(str::parse::<Point>);
    let points: Result<Vec<Point>, _> = points.collect();
    let points = points.map_err(|_| "there is no such point")?;
    let set: PointSet = points.iter().copied().collect();
    if set.len() != points.len() || set.len() > PLACEMENTS / 2 {
        return Err("a player has up to five rings on different points");
    }
    Ok(set)
}

/// Reads a placement and its tally.
fn read_known(text: &str) -> Result<(Point, Tally), &'static str> {
    let mut parts = text.split_whitespace();
    let point = parts.next().and_then(|point| point.parse().ok());
    let numbers: Vec<u32> = parts.filter_map(|number| number.parse().ok()).collect();
    let (Some(point), &[games, white, draws]) = (point, numbers.as_slice()) else {
        return Err("a placement is POINT GAMES WHITE DRAWS");
    };
    if u64::from(white) + u64::from(draws) > u64::from(games) {
        return Err("more games are won and drawn than were played");
    }
    let tally = Tally {
        games,
        white,
        draws,
    };
    Ok((point, tally))
}

/// Reads the line of a position.
fn read_line(line: &str) -> Result<(Key, BTreeMap<u128, Tally>), &'static str> {
    let parts: Vec<&str> = line.split(';').collect();
    let &[white, black, known] = parts.as_slice() else {
        return Err("a position has three parts, separated by semicolons");
    };
    let (white, black) = (read_rings(white)?, read_rings(black)?);
    let is_turn = white.len() == black.len() || white.len() == black.len() + 1;
    if !(white & black).is_empty() || !is_turn || white.len() + black.len() >= PLACEMENTS {
        return Err("these rings cannot be on the board");
    }
    if least(white, black) != (white.bits(), black.bits()) {
        return Err("the position is not the least of its images");
    }
    let mut tallies = BTreeMap::new();
    for known in known.split(',') {
        let (point, tally) = read_known(known)?;
        if (white | black).contains(point)
            || tallies.insert(PointSet::of(point).bits(), tally).is_some()
        {
            return Err("a point is taken, or there twice");
        }
    }
    Ok(((white.bits(), black.bits()), tallies))
}

impl FromStr for Openings {
    type Err = OpeningsError;

    fn from_str(text: &str) -> Result<Self, OpeningsError> {
        let mut all = BTreeMap::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let error = |reason| OpeningsError { line, reason };
            let (key, known) = read_line(text).map_err(error)?;
            if all.insert(key, known).is_some() {
                return Err(error("the position is there twice"));
            }
        }
        Ok(Self(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> GameRecord {
        GameRecord::parse(text).unwrap()
    }

    fn after(placements: &[&str]) -> Position {
        let start = Position::start(Variant::Normal);
        placements.iter().fold(start, |at, point| {
            at.play(Action::Place(point.parse().unwrap())).unwrap()
        })
    }

    fn openings() -> Openings {
        let mut openings = Openings::default();
        for text in [
            "1. f6 2. e5 3. a2 1-0",
            "1. f6 2. f7 3. a4 0-1",
            "1. f6 2. k10 1/2-1/2",
            "1. e4 2. f6 1-0",
        ] {
            let text = format!("[Termination \"adjudication\"]\n{text}");
            assert!(openings.add(&record(&text)), "{text}");
        }
        openings
    }

    #[test]
    fn equivalent_placements_are_counted_together() {
        let openings = openings();
        let first = openings.played(&after(&[]));
        assert_eq!(first.len(), 2);
        assert_eq!(first[0].point, "f6".parse().unwrap());
        let Tally {
            games,
            white,
            draws,
        } = first[0].tally;
        assert_eq!((games, white, draws), (3, 1, 1));
        // E5 and F7 are both beside F6.
        let second = openings.played(&after(&["f6"]));
        assert_eq!((second[0].tally.games, second[0].tally.white), (2, 1));
        for point in ["e5", "e6", "f5", "f7", "g6", "g7"] {
            let tally = openings.of(&after(&["f6"]), point.parse().unwrap());
            assert_eq!(tally, Some(second[0].tally), "{point}");
        }
        assert_eq!(openings.of(&after(&["f6"]), "e4".parse().unwrap()), None);
        assert_eq!(openings.games(&after(&["f6"])), 3);
        // With White on E4 and Black on F6 no game went on.
        assert_eq!(openings.played(&after(&["e4", "f6"])), []);
    }

    #[test]
    fn a_position_from_the_other_side_of_the_board_is_the_same() {
        let openings = openings();
        let tally = openings.of(&after(&["f6", "g7"]), "k10".parse().unwrap());
        assert_eq!(tally.map(|tally| tally.games), Some(1));
    }

    #[test]
    fn a_draw_is_half_a_point() {
        let tally = Tally {
            games: 4,
            white: 1,
            draws: 1,
        };
        assert!((tally.score(Color::White) - 0.375).abs() < 1e-9);
        assert!((tally.score(Color::Black) - 0.625).abs() < 1e-9);
    }

    #[test]
    fn rare_placements_are_dropped() {
        let mut openings = openings();
        openings.prune(2);
        assert_eq!(openings.played(&after(&[])).len(), 1);
        assert_eq!(openings.len(), 2);
    }

    #[test]
    fn unfinished_games_and_other_variants_are_skipped() {
        let mut openings = Openings::default();
        assert!(!openings.add(&record("1. f6 2. e5 *")));
        let blitz = "[Variant \"blitz\"]\n[Termination \"resignation\"]\n1. f6 2. e5 1-0";
        assert!(!openings.add(&record(blitz)));
        assert!(openings.is_empty());
    }

    #[test]
    fn texts_are_read_as_they_are_written() {
        let openings = openings();
        assert_eq!(openings.to_string().parse(), Ok(openings));
    }

    #[test]
    fn faults_are_refused_with_their_line() {
        for (text, line) in [
            ("# nothing\n\ne4;f6", 3),
            (";;f6 2 1", 1),
            (";;f6 2 2 1", 1),
            (";;z9 2 1 1", 1),
            (";;f6 2 1 1,f6 3 1 1", 1),
            (";;f6 2 1 1\n;;e4 1 1 0", 2),
            (";f6;e4 1 1 0", 1),
            ("f6;f6;e4 1 1 0", 1),
            ("f6 f6;e4;e5 1 1 0", 1),
        ] {
            let error = text.parse::<Openings>().unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
        }
    }
}
