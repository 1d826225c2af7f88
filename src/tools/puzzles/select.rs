//! Which of the puzzles that were found are kept: as many of each theme as there are.

use std::io::{self, Write};

use yinsh::puzzle::{Puzzle, Theme};

/// The most puzzles that have no other theme than completing a row, in per cent: most are easy.
const PLAIN_ROWS: usize = 30;

/// Whether a puzzle has no other theme than completing a row, in one turn.
fn is_plain(puzzle: &Puzzle) -> bool {
    puzzle
        .themes
        .iter()
        .all(|theme| matches!(theme, Theme::Row | Theme::Blitz | Theme::Win))
        && puzzle.line.len() == 1
}

/// Whether enough were found.
pub(super) fn are_enough(puzzles: &[Puzzle], count: usize) -> bool {
    let plain = puzzles.iter().filter(|puzzle| is_plain(puzzle)).count();
    puzzles.len() - plain + plain.min(count * PLAIN_ROWS / 100) >= count
}

/// So many of the puzzles: each theme in turn gives one, the rarest first. They are named by their
/// place in the order of their ratings.
pub(super) fn select(puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let (plain, rest): (Vec<_>, Vec<_>) = puzzles.into_iter().partition(is_plain);
    let plain = plain.into_iter().take(count * PLAIN_ROWS / 100);
    let mut left: Vec<Option<Puzzle>> = rest.into_iter().chain(plain).map(Some).collect();
    let mut queues: Vec<std::vec::IntoIter<usize>> = Theme::ALL
        .iter()
        .map(|theme| {
            let has = |(_, puzzle): &(usize, &Option<Puzzle>)| {
                puzzle
                    .as_ref()
                    .is_some_and(|puzzle| puzzle.themes.contains(theme))
            };
            let indices: Vec<usize> = left
                .iter()
                .enumerate()
                .filter(has)
                .map(|(index, _)| index)
                .collect();
            indices.into_iter()
        })
        .collect();
    queues.sort_by_key(ExactSizeIterator::len);
    let mut chosen = Vec::new();
    loop {
        let before = chosen.len();
        for queue in &mut queues {
            if chosen.len() < count
                && let Some(puzzle) = queue.find_map(|index| left[index].take())
            {
                chosen.push(puzzle);
            }
        }
        if chosen.len() == before {
            break;
        }
    }
    name(&mut chosen);
    chosen
}

/// Orders puzzles by their ratings, and names them by their places.
pub(super) fn name(puzzles: &mut [Puzzle]) {
    puzzles.sort_by(|one, other| (one.rating, &one.name).cmp(&(other.rating, &other.name)));
    for (index, puzzle) in puzzles.iter_mut().enumerate() {
        puzzle.name = format!("p{:04}", index + 1);
    }
}

/// Prints how many puzzles there are, of each theme and of each length.
pub(super) fn summary(puzzles: &[Puzzle], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} puzzles", puzzles.len())?;
    for theme in Theme::ALL {
        let of_theme = puzzles
            .iter()
            .filter(|puzzle| puzzle.themes.contains(&theme));
        writeln!(out, "{theme:10} {}", of_theme.count())?;
    }
    for turns in 1..=yinsh::puzzle::MAX_TURNS {
        let long = puzzles
            .iter()
            .filter(|puzzle| yinsh::puzzle::turns(&puzzle.start, &puzzle.line) == turns);
        writeln!(out, "{turns} turns    {}", long.count())?;
    }
    Ok(())
}
