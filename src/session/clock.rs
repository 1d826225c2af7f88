//! The clocks of a game: a fold of the times at which the entries of its log were written.
//!
//! White's clock runs from the game's start, and every other from the moment at which the turn
//! passes to that player. It runs through all decisions of the turn and stops with the last. The
//! time that a turn took is charged in whole seconds, rounded down, so that both clocks can be
//! computed from a record, which tells the time of each turn.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::time_control::TimeControl;
use crate::game::Color;

/// Least time between a reminder and the end of the time: whoever is reminded can still act.
const LEAST_NOTICE: i64 = 120;

/// What parts of the time at a turn's start are left when its player is reminded.
const REMINDED_AT: [i64; 2] = [2, 10];

/// Time that the engine does not use, for what happens between its answer and the entry in the log.
const RESERVE: SignedDuration = SignedDuration::from_secs(1);

/// Turns for which what is left of a bank has to last. A game has about thirty for each player.
const TURNS_TO_COME: i32 = 20;

/// Longest time for which a clock may be paused.
pub(super) const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What both players have left, white first.
pub(super) type Left = [SignedDuration; 2];

/// A turn as the clock saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TimedTurn {
    /// Number of actions of the game at its end.
    pub(super) actions: usize,
    /// The time it took, in whole seconds.
    pub(super) used: SignedDuration,
    /// What was left at its start, and what was given during it.
    before: Left,
    /// All that had been given until its end.
    pub(super) given: Left,
}

/// The clock that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Running {
    color: Color,
    /// Since when it runs; if it is paused, when it was stopped.
    since: Timestamp,
    /// What of the turn's time was used before that.
    spent: SignedDuration,
    /// When it runs again by itself, if it is paused.
    resumes: Option<Timestamp>,
    /// How many times the player was reminded in this turn.
    reminded: usize,
}

/// The clocks of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: TimeControl,
    /// What was left at the start of the turn, and what was given since.
    left: Left,
    /// All that was given so far.
    given: Left,
    /// Nothing once the game is over.
    #[serde(skip)]
    running: Option<Running>,
    turns: Vec<TimedTurn>,
}

impl Clock {
    /// The clocks of a game that starts now; nothing if it is untimed.
    pub(super) fn start(control: TimeControl, at: Timestamp, first: Color) -> Option<Self> {
        let start = control.start()?;
        let mut clock = Self {
            control,
            left: [start; 2],
            given: [SignedDuration::ZERO; 2],
            running: None,
            turns: Vec::new(),
        };
        clock.run(first, at);
        Some(clock)
    }

    fn run(&mut self, color: Color, at: Timestamp) {
        self.running = Some(Running {
            color,
            since: at,
            spent: SignedDuration::ZERO,
            resumes: None,
            reminded: 0,
        });
    }

    /// What the players agreed on.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What a player has left at a moment, at least nothing. A second that has begun still counts.
    #[must_use]
    pub fn left(&self, color: Color, now: Timestamp) -> SignedDuration {
        let left = self.left[color.index()];
        let used = match &self.running {
            Some(running) if running.color == color => whole(running.used(now)),
            _ => SignedDuration::ZERO,
        };
        left.saturating_sub(used).max(SignedDuration::ZERO)
    }

    /// When the player whose clock runs has nothing left; nothing while no clock runs.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let running = self.running.as_ref().filter(|one| one.resumes.is_none())?;
        let left = self.left[running.color.index()].saturating_sub(running.spent);
        Some(later(running.since, left))
    }

    /// How long the player whose clock runs should think about this turn at most, so that time is
    /// left for the turns to come, and to write this one down; nothing while no clock runs. At most
    /// half of what is left.
    #[must_use]
    pub fn budget(&self, now: Timestamp) -> Option<SignedDuration> {
        let left = self.deadline()?.duration_since(now);
        let left = left.saturating_sub(RESERVE).max(SignedDuration::ZERO);
        Some(match self.control {
            TimeControl::Fischer { increment, .. } => {
                (left / TURNS_TO_COME + increment / 2).min(left / 2)
            }
            TimeControl::PerMove(_) | TimeControl::Untimed => left / 2,
        })
    }

    /// When the clock runs again by itself, if it is paused.
    #[must_use]
    pub fn resumes(&self) -> Option<Timestamp> {
        self.running.as_ref()?.resumes
    }

    /// The next moment at which the player whose clock runs is reminded, and the how manieth
    /// reminder of the turn it is.
    pub(super) fn next_reminder(&self) -> Option<(Timestamp, usize)> {
        let deadline = self.deadline()?;
        let running = self.running.as_ref()?;
        let left = self.left[running.color.index()].as_secs();
        let mut before = left;
        for (index, part) in REMINDED_AT.into_iter().enumerate() {
            let notice = (left / part).max(LEAST_NOTICE);
            if notice >= before {
                continue;
            }
            before = notice;
            if index >= running.reminded {
                let at = later(deadline, -SignedDuration::from_secs(notice));
                return Some((at, index + 1));
            }
        }
        None
    }

    /// How long the turns took, and how many actions had been played at the end of each.
    pub(super) fn turns(&self) -> &[TimedTurn] {
        &self.turns
    }

    /// All that was given to both players.
    pub(super) const fn given(&self) -> Left {
        self.given
    }

    /// The turn has ended and passes to the other player.
    pub(super) fn pass(&mut self, at: Timestamp, actions: usize, next: Color) {
        let Some(color) = self.end_turn(at, actions) else {
            return;
        };
        let left = &mut self.left[color.index()];
        *left = self.control.after_turn(*left);
        self.run(next, at);
    }

    /// The game is over: no clock runs any more.
    pub(super) fn stop(&mut self, at: Timestamp, actions: usize) {
        self.end_turn(at, actions);
    }

    /// Charges the turn, and stops its clock. Returns whose turn it was.
    fn end_turn(&mut self, at: Timestamp, actions: usize) -> Option<Color> {
        let running = self.running.take()?;
        let used = whole(running.used(at));
        // A turn without an action is none: the game ended before it was taken.
        if self.turns.last().map_or(0, |turn| turn.actions) < actions {
            self.turns.push(TimedTurn {
                actions,
                used,
                before: self.left,
                given: self.given,
            });
        }
        let left = &mut self.left[running.color.index()];
        *left = left.saturating_sub(used).max(SignedDuration::ZERO);
        Some(running.color)
    }

    /// The game goes back to where this many actions had been played. Turns that are taken back
    /// cost no time: both clocks show what they showed at the start of the first of them, and what
    /// was given since, and the clock of the player to decide starts now. If nobody had completed
    /// a turn meanwhile, it runs on. A pause goes on.
    pub(super) fn take_back(&mut self, at: Timestamp, remaining: usize, actor: Color) {
        let kept = self.turns.partition_point(|turn| turn.actions <= remaining);
        let Some(first) = self.turns.get(kept).copied() else {
            return;
        };
        self.turns.truncate(kept);
        for color in Color::ALL {
            let index = color.index();
            let since = self.given[index].saturating_sub(first.given[index]);
            self.left[index] = first.before[index].saturating_add(since);
        }
        let resumes = self.resumes();
        self.run(actor, at);
        if let Some(running) = &mut self.running {
            running.resumes = resumes;
        }
    }

    /// A player is given time.
    pub(super) fn give(&mut self, to: Color, span: SignedDuration) {
        for times in [&mut self.left, &mut self.given] {
            let time = &mut times[to.index()];
            *time = time.saturating_add(span);
        }
    }

    /// The player whose clock runs was reminded; `number` counts the reminders of the turn.
    pub(super) const fn reminded(&mut self, number: usize) {
        if let Some(running) = &mut self.running {
            running.reminded = number;
        }
    }

    /// The bot was down from one moment to another: that time does not count. If `to` is before
    /// `from`, the wall clock was set back instead.
    pub(super) fn outage(&mut self, from: Timestamp, to: Timestamp) {
        let Some(running) = &mut self.running else {
            return;
        };
        running.spent = running.used(from);
        if let Some(resumes) = &mut running.resumes {
            *resumes = later(*resumes, to.duration_since(from));
        }
        // A log of before outages were stored for each table may have begun the game meanwhile.
        running.since = if to < from { to } else { running.since.max(to) };
    }

    /// The clock stops until it is resumed, or until its pause has lasted as long as it may.
    pub(super) fn pause(&mut self, at: Timestamp) {
        if let Some(running) = &mut self.running
            && running.resumes.is_none()
        {
            running.spent = running.used(at);
            running.since = at;
            running.resumes = Some(later(at, LONGEST_PAUSE));
        }
    }

    /// The clock runs again.
    pub(super) const fn resume(&mut self, at: Timestamp) {
        if let Some(running) = &mut self.running
            && running.resumes.is_some()
        {
            running.since = at;
            running.resumes = None;
        }
    }
}

impl Running {
    /// Time used in this turn so far; never negative, even if the wall clock was set back.
    fn used(&self, now: Timestamp) -> SignedDuration {
        let since = match self.resumes {
            Some(_) => SignedDuration::ZERO,
            None => now.duration_since(self.since).max(SignedDuration::ZERO),
        };
        self.spent.saturating_add(since)
    }
}

/// The whole seconds of a span.
const fn whole(span: SignedDuration) -> SignedDuration {
    SignedDuration::from_secs(span.as_secs())
}

/// A moment that is so much later, at most the last that can be written down.
pub(super) fn later(at: Timestamp, by: SignedDuration) -> Timestamp {
    at.checked_add(by).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn secs(seconds: i64) -> SignedDuration {
        SignedDuration::from_secs(seconds)
    }

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millisecond(1_767_225_600_000 + milliseconds).unwrap()
    }

    fn clock(control: &str) -> Clock {
        Clock::start(control.parse().unwrap(), at(0), Color::White).unwrap()
    }

    /// When reminders come, in seconds before the end, if nobody acts.
    fn notices(mut clock: Clock) -> Vec<i64> {
        let end = clock.deadline().unwrap();
        let mut found = Vec::new();
        while let Some((at, number)) = clock.next_reminder() {
            found.push(end.duration_since(at).as_secs());
            clock.reminded(number);
        }
        found
    }

    #[test]
    fn reminders_come_at_half_and_at_a_tenth_but_two_minutes_before() {
        for (control, before) in [
            ("3d", vec![129_600, 25_920]),
            ("1h", vec![1800, 360]),
            ("20m", vec![600, 120]),
            ("15m+10s", vec![450, 120]),
            ("5m", vec![150, 120]),
            ("4m", vec![120]),
            ("3m", vec![120]),
            ("121s", vec![120]),
            ("2m", vec![]),
            ("1m", vec![]),
        ] {
            assert_eq!(notices(clock(control)), before, "{control}");
        }
        assert_eq!(
            Clock::start(TimeControl::Untimed, at(0), Color::White),
            None
        );
    }

    #[test]
    fn the_engine_leaves_time_for_the_turns_to_come() {
        for (control, used, budget) in [
            ("2m", 19_000, 50_000),
            ("1m+0s", 0, 2950),
            ("1m+0s", 58_500, 25),
            ("1m+0s", 70_000, 0),
            ("1m+10s", 0, 7950),
            ("1m+30s", 51_000, 4000),
        ] {
            let budget = Some(SignedDuration::from_millis(budget));
            assert_eq!(clock(control).budget(at(used)), budget, "{control}");
        }
        let mut paused = clock("1m");
        paused.pause(at(0));
        assert_eq!(paused.budget(at(0)), None);
    }

    #[test]
    fn a_pause_costs_no_time() {
        let mut clock = clock("10m");
        clock.pause(at(60_500));
        assert_eq!(clock.deadline(), None);
        assert_eq!(clock.next_reminder(), None);
        assert_eq!(clock.resumes(), Some(at(60_500) + LONGEST_PAUSE));
        assert_eq!(clock.left(Color::White, at(999_000)), secs(540));
        clock.resume(at(1_000_000));
        assert_eq!(clock.deadline(), Some(at(1_539_500)));
        clock.pass(at(1_001_000), 1, Color::Black);
        assert_eq!(clock.turns()[0].used, secs(61));
        // A clock set back gives no time.
        assert_eq!(clock.left(Color::Black, at(0)), secs(600));
    }

    #[test]
    fn a_clock_set_back_and_forward_again_changes_nothing() {
        for paused in [false, true] {
            let mut set = clock("10m");
            let mut untouched = set.clone();
            for clock in [&mut set, &mut untouched] {
                if paused {
                    clock.pause(at(1000));
                }
            }
            set.outage(at(100_000), at(50_000));
            set.outage(at(150_000), at(200_000));
            assert_eq!(set.resumes(), untouched.resumes());
            assert_eq!(set.deadline(), untouched.deadline());
            let left = |clock: &Clock| clock.left(Color::White, at(250_000));
            assert_eq!(left(&set), left(&untouched));
        }
    }

    /// What happens to a game's clock.
    #[derive(Debug, Clone)]
    enum Step {
        /// A decision that ends the turn, or does not.
        Act(bool),
        /// The player takes back the last turn, or the unfinished one.
        TakeBack(usize),
        Give(Color, i64),
        Pause,
        Resume,
    }

    fn steps() -> impl Strategy<Value = Vec<(i64, Step)>> {
        let step = prop_oneof![
            6 => any::<bool>().prop_map(Step::Act),
            1 => (0..4_usize).prop_map(Step::TakeBack),
            1 => (any::<bool>(), 1..5000_i64).prop_map(|(white, seconds)| {
                Step::Give(if white { Color::White } else { Color::Black }, seconds)
            }),
            1 => Just(Step::Pause),
            1 => Just(Step::Resume),
        ];
        proptest::collection::vec((0..400_000_i64, step), 0..60)
    }

    /// A turn that is over: whose it was, its time in seconds, actions so far, and what had been
    /// given to both before it ended.
    type Done = (Color, i64, usize);

    /// What is left, computed anew from the turns and the presents: the present counts from the
    /// turn in which it was made.
    fn naive(control: TimeControl, turns: &[Done], gifts: &[(usize, Color, i64)]) -> [i64; 2] {
        let start = control.start().unwrap().as_secs();
        let mut left = [start; 2];
        for turn in 0..=turns.len() {
            for (_, to, seconds) in gifts.iter().filter(|gift| gift.0 == turn) {
                left[to.index()] += seconds;
            }
            if let Some((by, used, _)) = turns.get(turn) {
                let own = &mut left[by.index()];
                *own = (*own - used).max(0);
                *own = match control {
                    TimeControl::PerMove(_) => start,
                    TimeControl::Fischer { increment, .. } => {
                        (*own + increment.as_secs()).min(2 * start).max(*own)
                    }
                    TimeControl::Untimed => unreachable!(),
                };
            }
        }
        left
    }

    proptest! {
        #[test]
        fn the_fold_agrees_with_a_naive_computation(
            control in prop_oneof![Just("3d"), Just("30m"), Just("15m+10s"), Just("1d+1h")],
            steps in steps(),
        ) {
            let control: TimeControl = control.parse().unwrap();
            let mut clock = Clock::start(control, at(0), Color::White).unwrap();
            let mut turns: Vec<Done> = Vec::new();
            let mut gifts: Vec<(usize, Color, i64)> = Vec::new();
            let (mut now, mut actions, mut actor) = (0, 0, Color::White);
            // Milliseconds of the turn, without pauses.
            let (mut thought, mut paused) = (0, false);
            for (wait, step) in steps {
                now += wait;
                if !paused {
                    thought += wait;
                }
                match step {
                    Step::Act(_) if paused => {}
                    Step::Act(false) => actions += 1,
                    Step::Act(true) => {
                        actions += 1;
                        turns.push((actor, thought / 1000, actions));
                        actor = !actor;
                        thought = 0;
                        clock.pass(at(now), actions, actor);
                    }
                    Step::TakeBack(0) => {
                        // The unfinished turn alone: its time is used all the same.
                        actions = turns.last().map_or(0, |turn| turn.2);
                        clock.take_back(at(now), actions, actor);
                    }
                    Step::TakeBack(back) => {
                        if back > turns.len() {
                            continue;
                        }
                        turns.truncate(turns.len() - back);
                        // Given time is kept, and counts for the turn that is replayed.
                        for gift in &mut gifts {
                            gift.0 = gift.0.min(turns.len());
                        }
                        actions = turns.last().map_or(0, |turn| turn.2);
                        actor = if turns.len().is_multiple_of(2) { Color::White } else { Color::Black };
                        thought = 0;
                        clock.take_back(at(now), actions, actor);
                    }
                    Step::Give(to, seconds) => {
                        gifts.push((turns.len(), to, seconds));
                        clock.give(to, secs(seconds));
                    }
                    Step::Pause => {
                        clock.pause(at(now));
                        paused = true;
                    }
                    Step::Resume => {
                        clock.resume(at(now));
                        paused = false;
                    }
                }
                let left = naive(control, &turns, &gifts);
                for color in Color::ALL {
                    let running = if color == actor { thought } else { 0 };
                    let shown = (left[color.index()] - running / 1000).max(0);
                    prop_assert_eq!(clock.left(color, at(now)), secs(shown), "{}", color);
                }
                let ends = now + left[actor.index()] * 1000 - thought;
                prop_assert_eq!(clock.deadline(), (!paused).then(|| at(ends)));
                let used: Vec<(i64, usize)> =
                    clock.turns().iter().map(|turn| (turn.used.as_secs(), turn.actions)).collect();
                let expected: Vec<(i64, usize)> =
                    turns.iter().map(|turn| (turn.1, turn.2)).collect();
                prop_assert_eq!(used, expected);
            }
        }
    }
}
