//! Tournaments: who meets whom, who is ahead, and the bracket of a knockout.
//!
//! Pure: knows nothing of games, people, time or chance. Players are numbers from 0 in seeding order;
//! 0 is the strongest. The next round and the standings follow from the [`History`] alone, and
//! equal histories give equal answers.
//!
//! ```
//! use tournament::{History, Meeting, Round, System, next_round};
//!
//! let history = History { players: 4, rounds: &[], withdrawn: &[] };
//! let round = next_round(System::Swiss, 2, &history);
//! let meeting = |white, black| Meeting { white, black, outcome: None };
//! let expected = Round { meetings: vec![meeting(0, 2), meeting(3, 1)], byes: vec![] };
//! assert_eq!(round, Some(expected));
//! ```
//!
//! # Swiss
//!
//! Close to FIDE's Dutch system (FIDE Handbook C.04.3). Each round is the best of all possible ones
//! by these criteria; each criterion counts only among rounds that are equal in all above it:
//!
//! 1. As few rematches as possible. Only games that were played count.
//! 2. Nobody has a second bye.
//! 3. Nobody who won by forfeit has a bye.
//! 4. As few pairs as possible in which both must have the same colour. A player must have a
//!    colour after two games in a row with the other one, or with a difference of two games.
//! 5. Nobody meets an opponent again whose game with them was forfeited or called off.
//! 6. The bye goes to a player with as few points as possible, among these to the lowest seed.
//! 7. For each score, from the top: as few players as possible with this score or more meet one
//!    with less, and these come from scores as near as possible.
//! 8. As few colour preferences as possible are denied: first of any strength, then strong ones. A
//!    preference is strong with a difference of one game; it is mild when the colours are balanced,
//!    and then for the one that the last game was not played with.
//! 9. As few players as possible who met a lower score in the last round do so again; as few as
//!    possible who met a higher one; the same for the round before the last.
//! 10. Those who meet a lower score are the lowest seeds of theirs, and their opponents the highest
//!     seeds of their own: the sum of the distances in places is as small as possible.
//! 11. Opponents in a score group of n players are n/2 places apart: the sum of the squares of the
//!     deviations is as small as possible. In the first round 0 meets n/2, 1 meets n/2 + 1…
//!
//! A round always exists. What cannot be avoided is allowed: first colours, then byes, then
//! rematches.
//!
//! White goes to the player who prefers it. If both prefer the same colour, the first of these
//! decides: the stronger preference; between two who must have it, the larger difference; the
//! opposite of the last round in which the two had different colours, counted back from the last
//! game of each; the preference of the one with more points or the better seed. If neither has a
//! preference, that player has White if their number is even. A forfeited game gives no colour.
//!
//! Differences from the Dutch system:
//!
//! - Each criterion is applied to all score groups before the next criterion. The Dutch system
//!   completes a score group before the next lower one.
//! - The Dutch system tries transpositions and exchanges in a fixed order, where 10 and 11 take
//!   sums. Pairs within a group can differ when opponents are barred.
//! - The Dutch system has no counterpart to 5, and the bye goes to the lowest seed (6) only if that
//!   costs nothing else.
//! - Among players with the same score, it first avoids a bye for those with more unplayed games.
//! - There are no exceptions from the colour rules for the leaders in the last round.
//!
//! # Round robin
//!
//! Berger tables (FIDE Handbook C.05, annex 1). With an odd number of players one sits out each
//! round. The meetings of those who have withdrawn are left out; so are rounds without a meeting.
//!
//! # Knockout
//!
//! The usual seeded bracket: 0 and 1 can meet only in the final. When the number of players is no
//! power of two, the best seeds go on without a game at first. After a draw Black advances; if a
//! meeting was called off, neither player does. Who would meet a player who has withdrawn goes on
//! by a bye. A stage in which nobody would meet is skipped.
//!
//! White is found as in Swiss tournaments.
//!
//! # Simul
//!
//! One round, in which player 0 has White against everybody else.
//!
//! # Arena
//!
//! One round, to which [`next_games`] adds games for as long as the arena lasts: whenever a game has
//! ended or somebody has joined, those who are free are paired. Each pairing is the best of all
//! possible ones by these criteria, in the order of their priority:
//!
//! 1. As many games as possible. Two whose last game was against each other do not meet, unless they
//!    are the only players left.
//! 2. With an odd number, the one whose last game was paired last waits.
//! 3. As few as possible meet the opponent of their last game.
//! 4. The players have met as rarely as possible.
//! 5. As few pairs as possible in which both must have the same colour.
//! 6. The players are neighbours in the standings: the sum of the squares of their distances is as
//!    small as possible.
//! 7. As few colour preferences as possible are denied.
//! 8. The lowest in the standings waits.
//!
//! White is found as in Swiss tournaments.
//!
//! After two wins in a row, games count twice, up to and including the first that is not won. A
//! forfeit gives a point; neither a forfeit nor a game that was called off belongs to a streak or
//! ends one.
//!
//! # Standings
//!
//! See [`standings`].

mod arena;
mod bracket;
mod colors;
mod history;
mod knockout;
mod matching;
mod record;
mod round_robin;
mod simul;
mod standings;
mod swiss;
mod system;

pub use arena::next_games;
pub use bracket::{Tie, bracket};
pub use history::{History, Meeting, Outcome, Round};
pub use standings::{Standing, standings};
pub use system::{System, next_round, rounds};

#[cfg(test)]
mod tests;
