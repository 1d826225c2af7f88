//! Tests of the clocks, against a naive computation.

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::*;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

const fn secs(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}

fn at(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(1_767_225_600_000 + milliseconds).unwrap()
}

fn clock(control: &str) -> Clock {
    Clock::start(control.parse().unwrap(), false, at(0), Color::White).unwrap()
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
        Clock::start(TimeControl::Untimed, false, at(0), Color::White),
        None
    );
}

#[test]
fn a_reminder_that_a_gift_makes_too_late_does_not_come() {
    let mut clock = clock("1m");
    clock.give(at(57_000), Color::White, secs(90));
    assert_eq!(clock.next_reminder(), None);
    clock.give(at(57_000), Color::White, secs(3600));
    assert_eq!(notices(clock), [375]);
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
    /// A player goes on holiday, or is back.
    Holiday(Color, bool),
    /// The bot is down for so many milliseconds.
    Outage(i64),
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
        2 => (any::<bool>(), any::<bool>()).prop_map(|(white, on)| {
            Step::Holiday(if white { Color::White } else { Color::Black }, on)
        }),
        1 => (0..100_000_000_i64).prop_map(Step::Outage),
    ];
    let wait = prop_oneof![0..400_000_i64, 0..200_000_000_i64];
    proptest::collection::vec((wait, step), 0..60)
}

/// The milliseconds between two moments that count, day by day.
fn counted(weekends_off: bool, mut from: i64, to: i64) -> i64 {
    let mut counted = 0;
    while from < to {
        let day = at(from).to_zoned(TimeZone::UTC);
        let end = to.min(from - from.rem_euclid(DAY) + DAY);
        if !weekends_off || !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) {
            counted += end - from;
        }
        from = end;
    }
    counted
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
        weekends_off: bool,
        steps in steps(),
    ) {
        let control: TimeControl = control.parse().unwrap();
        let mut clock = Clock::start(control, weekends_off, at(0), Color::White).unwrap();
        let mut turns: Vec<Done> = Vec::new();
        let mut gifts: Vec<(usize, Color, i64)> = Vec::new();
        let (mut now, mut actions, mut actor) = (0, 0, Color::White);
        // Milliseconds of the turn that count.
        let (mut thought, mut paused) = (0, false);
        let mut away = [false; 2];
        for (wait, step) in steps {
            if !paused && !away[actor.index()] {
                thought += counted(weekends_off, now, now + wait);
            }
            now += wait;
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
                    clock.give(at(now), to, secs(seconds));
                }
                Step::Pause => {
                    clock.pause(at(now));
                    paused = true;
                }
                Step::Resume => {
                    clock.resume(at(now));
                    paused = false;
                }
                Step::Holiday(color, on) => {
                    clock.holiday(at(now), color, on.then_some(at(i64::MAX >> 16)));
                    away[color.index()] = on;
                }
                Step::Outage(span) => {
                    clock.outage(at(now), at(now + span));
                    now += span;
                }
            }
            let left = naive(control, &turns, &gifts);
            for color in Color::ALL {
                let running = if color == actor { thought } else { 0 };
                let shown = (left[color.index()] - running / 1000).max(0);
                prop_assert_eq!(clock.left(color, at(now)), secs(shown), "{}", color);
            }
            let stands = paused || away[actor.index()];
            let rest = left[actor.index()] * 1000 - thought;
            let ends = clock.deadline().map(|end| end.as_millisecond() - at(0).as_millisecond());
            prop_assert_eq!(ends.is_none(), stands);
            if let Some(ends) = ends && rest > 0 {
                prop_assert_eq!(counted(weekends_off, now, ends), rest);
                prop_assert_eq!(counted(weekends_off, now, ends - 1), rest - 1);
            } else if let Some(ends) = ends {
                prop_assert!(ends <= now);
            }
            let used: Vec<(i64, usize)> =
                clock.turns().iter().map(|turn| (turn.used.as_secs(), turn.actions)).collect();
            let expected: Vec<(i64, usize)> =
                turns.iter().map(|turn| (turn.1, turn.2)).collect();
            prop_assert_eq!(used, expected);
        }
    }
}
