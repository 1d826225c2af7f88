//! Berger tables (FIDE Handbook C.05, annex 1).

use crate::history::{History, Meeting, Round};

/// The next round with a meeting of the first `total_rounds` of the table.
pub(crate) fn next_round(total_rounds: usize, history: &History<'_>) -> Option<Round> {
    let table: Vec<Vec<(usize, usize)>> = table(history.players).take(total_rounds).collect();
    // Rounds without a meeting are not in the history, so its length does not say how far the table
    // has been played; the last meeting does.
    let played = history.rounds.last().map_or(0, |last| {
        let has = |white, black| {
            history
                .meetings(last)
                .any(|m| (m.white, m.black) == (white, black))
        };
        let found = table
            .iter()
            .rposition(|round| round.iter().any(|&(w, b)| has(w, b)));
        found.map_or(history.rounds.len(), |round| round + 1)
    });
    table.iter().skip(played).find_map(|round| {
        let plays = |player| !history.has_withdrawn(player);
        let meetings: Vec<Meeting> = round
            .iter()
            .filter(|&&(white, black)| plays(white) && plays(black))
            .map(|&(white, black)| Meeting::new(white, black))
            .collect();
        let is_free = |&player: &usize| {
            !meetings
                .iter()
                .any(|meeting| meeting.white == player || meeting.black == player)
        };
        let byes = history.active().filter(is_free).collect();
        (!meetings.is_empty()).then_some(Round { meetings, byes })
    })
}

/// All rounds for a number of players that is at least 2: the meetings in the order of the boards,
/// White first.
pub(crate) fn table(players: usize) -> impl Iterator<Item = Vec<(usize, usize)>> {
    // The last player stays put, and the others go around; with an odd number it is nobody.
    let last = players.next_multiple_of(2) - 1;
    (0..last).map(move |round| {
        let half = last.div_ceil(2);
        let even = round.is_multiple_of(2);
        let opposite = if even { round / 2 } else { half + round / 2 };
        let first = if even {
            (opposite, last)
        } else {
            (last, opposite)
        };
        let others =
            (1..half).map(|step| ((opposite + step) % last, (opposite + last - step) % last));
        std::iter::once(first)
            .chain(others)
            .filter(|&(white, black)| white < players && black < players)
            .collect()
    })
}
