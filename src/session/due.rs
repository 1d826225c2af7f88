//! What falls due at a table by itself: challenges lapse, players are reminded, time runs out, a
//! pause or a holiday ends, a game in which nothing happens is adjourned. Each happens at its own
//! time, however late the timer is.

use jiff::Timestamp;

use super::away::back;
use super::challenges::lapse;
use super::context::Context;
use super::draft::{Draft, Outcome, Show};
use super::event::Event;
use super::game::Game;
use super::person::TableKey;
use super::phrases::mention_players;
use super::quiet::Plan;
use super::refusal::Refusal;
use super::reply::{Arg, Phrase, Reply, Tally};
use super::rounds::end_pairing;
use super::schedule::open_next;
use super::settings::Remind;
use super::sign_up::{announce, end_sign_up};
use super::silence_notices::{adjourn, ask};
use super::table::Table;
use super::time_control::short_span;
use super::tournament::Tournament;
use super::voting::{play_vote, tell_votes};
use crate::game::Color;

/// What falls due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// Challenges lapse.
    Challenges,
    /// The player whose clock runs is reminded: which reminder of the turn it is, counted from 1.
    Reminder(usize),
    /// The player whose clock runs has no time left.
    Deadline,
    /// The clock has been paused as long as it may.
    PauseEnds,
    /// A player is back from holiday.
    HolidayEnds(Color),
    /// The players are asked whether the game is still on.
    Question,
    /// Nobody has said that the game is still on.
    Adjournment,
    /// What a crowd has voted for is played.
    Vote,
    /// Everyone is told how a vote stands.
    Tally,
    /// The sign-up of a tournament ends.
    SignUpEnds,
    /// The time of an arena is up.
    PairingEnds,
    /// Those who have joined a tournament are told that it starts soon.
    Announcement,
    /// The next one of the tournaments that are scheduled is opened.
    Schedule,
    /// Those who watch are told of turns that came fast.
    Watchers,
}

impl Table {
    /// What falls due next, and when.
    pub(super) fn next_due(&self) -> Option<(Timestamp, Due)> {
        let challenges = self.challenges.iter().map(|one| one.expires).min();
        let challenges = challenges.map(|at| (at, Due::Challenges));
        let game = self.running().and_then(of_game);
        let tournament = self.tournament();
        let sign_up = tournament.and_then(Tournament::sign_up_ends);
        let sign_up = sign_up.map(|at| (at, Due::SignUpEnds));
        let pairing = tournament.and_then(Tournament::pairing_ends);
        let pairing = pairing.map(|at| (at, Due::PairingEnds));
        let announcement = tournament.and_then(Tournament::next_announcement);
        let announcement = announcement.map(|at| (at, Due::Announcement));
        let schedule = self.schedule().map(|one| (one.opens, Due::Schedule));
        let watchers = self.next_told().map(|at| (at, Due::Watchers));
        // Of two at the same moment the first.
        let all = challenges
            .into_iter()
            .chain(game)
            .chain(sign_up)
            .chain(pairing)
            .chain(announcement)
            .chain(schedule)
            .chain(watchers);
        all.min_by_key(|(at, _)| *at)
    }

    /// Whether anything has fallen due. Nothing else may happen at the table before it.
    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.next_due().is_some_and(|(at, _)| at <= now)
    }
}

impl Table {
    /// Whether a tally is the newest one of a vote that goes on.
    #[must_use]
    pub fn is_newest_tally(&self, tally: Tally) -> bool {
        let game = self.running();
        game.is_some_and(|game| game.is_newest_tally(tally))
    }

    /// A reminder as it is told now: with the time that is left, and with the table's name if it is
    /// private. Nothing if its turn is over, the clock stands, or another reminder of the turn has
    /// followed or will.
    #[must_use]
    pub fn reminder_now(&self, reply: &Reply, now: Timestamp) -> Option<Reply> {
        let game = self.running().filter(|_| self.version() == reply.version)?;
        let clock = game.clock()?;
        if clock.deadline()? <= now || clock.reminders() != reply.reminder? {
            return None;
        }
        let phrase = reminder(self.key(), game, now, reply.private)?;
        Some(Reply {
            text: vec![phrase],
            ..reply.clone()
        })
    }
}

/// Reminds the player whose clock runs.
fn reminder(table: &TableKey, game: &Game, now: Timestamp, private: bool) -> Option<Phrase> {
    let by = game.position().actor();
    let (clock, person) = (game.clock()?, game.seat(by).person()?);
    let phrase = match private {
        true => Phrase::new("reminder-private").with("place", Arg::Place(table.clone())),
        false => Phrase::new("reminder"),
    };
    Some(
        phrase
            .with("player", Arg::Mention(person.clone()))
            .with("other", Arg::seat(game.seat(!by)))
            .with("left", short_span(clock.left(by, now)))
            .with("deadline", Arg::Until(clock.deadline()?)),
    )
}

/// What falls due next in a game in progress.
fn of_game(game: &Game) -> Option<(Timestamp, Due)> {
    if game.voting().is_some() {
        let end = game.vote_ends().map(|at| (at, Due::Vote));
        let tally = game.votes.told_at().map(|at| (at, Due::Tally));
        if let Some(next) = end.into_iter().chain(tally).min_by_key(|(at, _)| *at) {
            return Some(next);
        }
    }
    let Some(clock) = game.clock() else {
        let silence = game.silence?;
        return Some(match silence.question() {
            Some(at) => (at, Due::Question),
            None => (silence.adjournment(), Due::Adjournment),
        });
    };
    let reminder = clock
        .next_reminder()
        .filter(|_| !game.seat(game.position().actor()).is_bot())
        .map(|(at, number)| (at, Due::Reminder(number)));
    let deadline = clock.deadline().map(|at| (at, Due::Deadline));
    let pause = clock.resumes().map(|at| (at, Due::PauseEnds));
    let holiday = clock.next_return();
    let holiday = holiday.map(|(at, color)| (at, Due::HolidayEnds(color)));
    let own = reminder.or(deadline).or(pause);
    own.into_iter().chain(holiday).min_by_key(|(at, _)| *at)
}

/// Lets everything happen that has fallen due by the context's time, in order, each at its own time.
/// It is told at `now`, perhaps after an outage.
pub(super) fn fall_due(
    table: &Table,
    context: &Context<'_>,
    now: Timestamp,
) -> Result<Outcome, Refusal> {
    let mut all = Outcome::nothing(table);
    while let Some((at, due)) = all.table.next_due()
        && at <= context.now
    {
        let then = Context {
            now: at,
            ..*context
        };
        let Some(draft) = draft(&all.table, due, &then, now) else {
            break;
        };
        let Outcome {
            entries,
            replies,
            watched,
            table,
            ..
        } = draft.into_outcome(&all.table, &then)?;
        if entries.is_empty() {
            // It would be due again at once, for ever.
            break;
        }
        // If the timer is so late that the next thing has happened too, a reminder reminds of
        // nothing any more.
        if !replies.is_empty() && due != Due::Challenges {
            all.replies.retain(|reply| reply.reminder.is_none());
        }
        all.entries.extend(entries);
        all.replies.extend(replies);
        all.watched.extend(watched);
        all.table = table;
    }
    Ok(all)
}

/// What comes at another moment.
fn moved(to: Timestamp) -> Draft {
    Draft::silent(Show::Nothing).event(Event::Rescheduled { at: to })
}

/// What happens, and what is said about it. The context is that of the moment at which it fell due.
fn draft(table: &Table, due: Due, context: &Context<'_>, now: Timestamp) -> Option<Draft> {
    let at = context.now;
    match due {
        Due::Challenges => return lapse(table, context),
        Due::SignUpEnds => return end_sign_up(table, now),
        Due::PairingEnds => return end_pairing(table),
        Due::Announcement => return announce(table, context, now),
        Due::Schedule => return open_next(table, context, now),
        _ => {}
    }
    let game = table.running()?;
    let by = game.position().actor();
    Some(match due {
        Due::Challenges
        | Due::SignUpEnds
        | Due::PairingEnds
        | Due::Announcement
        | Due::Schedule => return None,
        // As after everything else.
        Due::Watchers => Draft::silent(Show::Nothing),
        Due::HolidayEnds(color) => back(game, color),
        Due::Question => match context.plan_question(game, at) {
            Plan::Move(to) => moved(to),
            Plan::Keep | Plan::Quietly => ask(game)?,
        },
        Due::Adjournment => adjourn(game),
        Due::Vote => match context.plan_question(game, at) {
            Plan::Move(to) if to > at => {
                Draft::silent(Show::Nothing).event(Event::RoundMoved { to })
            }
            Plan::Move(_) | Plan::Keep | Plan::Quietly => play_vote(game)?,
        },
        Due::Tally => tell_votes(game),
        Due::Deadline => {
            let phrase = Phrase::new("time-up").with("players", mention_players(game));
            Draft::say(phrase, Show::PICTURE).event(Event::TimedOut { by })
        }
        Due::Reminder(number) => {
            let person = game.seat(by).person()?;
            let remind = context.reminders_of(person);
            let plan = match remind {
                Remind::Off => Plan::Keep,
                Remind::Channel | Remind::Private => context.plan_reminder(game, at),
            };
            if let Plan::Move(to) = plan {
                return Some(moved(to));
            }
            // A place stays quiet for everybody.
            let is_kept =
                plan == Plan::Quietly && remind == Remind::Channel && context.is_quiet_here();
            if remind == Remind::Off || is_kept {
                return Some(Draft::silent(Show::Nothing).event(Event::Reminded { number }));
            }
            let private = remind == Remind::Private;
            let phrase = reminder(table.key(), game, at, private)?;
            let mut draft = Draft::say(phrase, Show::Nothing).event(Event::Reminded { number });
            draft.reminder = Some(number);
            draft.only_for = private.then(|| person.clone());
            draft.private = private;
            draft
        }
        Due::PauseEnds => {
            let phrase = Phrase::new("pause-over").with("players", mention_players(game));
            Draft::say(phrase, Show::PICTURE).event(Event::Resumed)
        }
    })
}
