//! Swiss rounds. The crate documentation lists the criteria.

use crate::colors::{self, Color, Strength};
use crate::history::{History, Meeting, Round};
use crate::matching;
use crate::record::{Float, Record, Records};

/// The next round of at least two players.
pub(crate) fn next_round(history: &History<'_>) -> Round {
    let records = Records::new(history);
    let field = Field::new(&records, history.active());
    let count = field.ranked.len();
    // With an odd number, whoever is paired with the dummy player gets the bye.
    let pairs = matching::best(count.next_multiple_of(2), |higher, lower| {
        if lower < count {
            field.meeting_costs(higher, lower)
        } else {
            field.bye_costs(higher)
        }
    });
    let (mut meetings, mut byes) = (Vec::new(), Vec::new());
    for (higher, lower) in pairs {
        let higher = field.ranked[higher].player;
        match field.ranked.get(lower) {
            Some(lower) => meetings.push(meeting(&records, higher, lower.player)),
            None => byes.push(higher),
        }
    }
    // The pairs are sorted by their higher-ranked player; of equal scores, the stronger pair first.
    let points = |player: usize| records.of(player).points;
    meetings.sort_by_key(|meeting| {
        let (white, black) = (points(meeting.white), points(meeting.black));
        std::cmp::Reverse((white.max(black), white + black))
    });
    Round { meetings, byes }
}

/// A meeting of two players, with the colours that suit them.
pub(crate) fn meeting(records: &Records, higher: usize, lower: usize) -> Meeting {
    let colors = |player: usize| records.of(player).colors.as_slice();
    match colors::of_higher(colors(higher), colors(lower), higher.is_multiple_of(2)) {
        Color::White => Meeting::new(higher, lower),
        Color::Black => Meeting::new(lower, higher),
    }
}

/// A player and the place among those with the same score.
struct Ranked<'a> {
    player: usize,
    record: &'a Record,
    /// Number of the score group, 0 the highest.
    group: usize,
    /// Place in the group, 0 the best seed.
    place: usize,
}

/// The players to pair.
struct Field<'a> {
    records: &'a Records,
    /// By points, then by seed.
    ranked: Vec<Ranked<'a>>,
    /// Sizes of the score groups.
    sizes: Vec<usize>,
}

impl<'a> Field<'a> {
    fn new(records: &'a Records, players: impl Iterator<Item = usize>) -> Self {
        let mut players: Vec<usize> = players.collect();
        // Stable: players come in seeding order.
        players.sort_by_key(|&player| std::cmp::Reverse(records.of(player).points));
        let mut ranked: Vec<Ranked<'a>> = Vec::with_capacity(players.len());
        let mut sizes: Vec<usize> = Vec::new();
        for player in players {
            let record = records.of(player);
            match (ranked.last(), sizes.last_mut()) {
                (Some(last), Some(size)) if last.record.points == record.points => *size += 1,
                _ => sizes.push(1),
            }
            let group = sizes.len() - 1;
            ranked.push(Ranked {
                player,
                record,
                group,
                place: sizes[group] - 1,
            });
        }
        Self {
            records,
            ranked,
            sizes,
        }
    }

    /// The costs of a meeting, by their priority.
    fn meeting_costs(&self, higher: usize, lower: usize) -> Vec<u32> {
        let (higher, lower) = (&self.ranked[higher], &self.ranked[lower]);
        let floats = higher.group != lower.group;
        let denied = colors::denied(higher.record.preference(), lower.record.preference());
        let mut costs = vec![
            self.records.games(higher.player, lower.player),
            // Second byes, byes after a win by forfeit.
            0,
            0,
            u32::from(denied == Some(Strength::Absolute)),
            self.records.unplayed(higher.player, lower.player),
            // Rank of the one with the bye.
            0,
        ];
        for boundary in 0..self.sizes.len() - 1 {
            let crosses = (higher.group..lower.group).contains(&boundary);
            costs.push(u32::from(crosses));
            costs.push(if crosses {
                number(boundary - higher.group)
            } else {
                0
            });
        }
        costs.push(u32::from(denied.is_some()));
        costs.push(u32::from(denied >= Some(Strength::Strong)));
        for ago in [1, 2] {
            costs.push(u32::from(
                floats && higher.record.float(ago) == Some(Float::Down),
            ));
            costs.push(u32::from(
                floats && lower.record.float(ago) == Some(Float::Up),
            ));
        }
        let size = self.sizes[higher.group];
        if floats {
            costs.push(number(size - 1 - higher.place + lower.place));
            costs.push(0);
        } else {
            costs.push(0);
            costs.push(number(
                (lower.place - higher.place).abs_diff(size / 2).pow(2),
            ));
        }
        costs
    }

    /// The costs of a bye, in the same order as those of a meeting.
    fn bye_costs(&self, place: usize) -> Vec<u32> {
        let record = self.ranked[place].record;
        let rank = number(self.ranked.len() - 1 - place);
        let mut costs = vec![0, record.byes, record.forfeit_wins, 0, 0, rank];
        costs.resize(costs.len() + 2 * (self.sizes.len() - 1) + 8, 0);
        costs
    }
}

/// A cost. All are below 2^32 with up to 65,000 players.
fn number(cost: usize) -> u32 {
    u32::try_from(cost).unwrap_or(u32::MAX)
}
