//! What the clocks of a game should show, by the words of docs/commands.md: a list of the spans in
//! which the clock of the turn ran, added up anew for each question. Shares nothing with the bot.

use ringleader::game::Color;
use serde::{Deserialize, Serialize};

/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;

/// Longest pause, in seconds.
const LONGEST_PAUSE: i64 = 30 * DAY;

/// Least time between a reminder and the deadline, in seconds.
const LEAST_NOTICE: i64 = 120;

/// A time control, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Control {
    /// For each turn.
    PerMove(i64),
    /// For the game, and what a completed turn adds.
    Fischer(i64, i64),
}

impl Control {
    fn start(self) -> i64 {
        match self {
            Self::PerMove(time) | Self::Fischer(time, _) => time,
        }
    }

    /// Whether holidays hold: there is at least a day for a move.
    pub(crate) fn is_slow(self) -> bool {
        self.start() >= DAY
    }

    /// As it is typed, and as the record has it.
    pub(crate) fn text(self) -> String {
        match self {
            Self::PerMove(time) => span(time),
            Self::Fischer(bank, 0) => format!("{}+0s", span(bank)),
            Self::Fischer(bank, increment) => format!("{}+{}", span(bank), span(increment)),
        }
    }
}

/// A span of seconds as the bot writes it in full: `1d12h`.
pub(crate) fn span(seconds: i64) -> String {
    units(seconds).collect()
}

/// A span as a clock shows it: `2d 4h`.
pub(crate) fn short(seconds: i64) -> String {
    let shown: Vec<String> = units(seconds).take(2).collect();
    match shown.is_empty() {
        true => "0s".to_owned(),
        false => shown.join(" "),
    }
}

fn units(mut seconds: i64) -> impl Iterator<Item = String> {
    [(DAY, "d"), (3600, "h"), (60, "m"), (1, "s")]
        .into_iter()
        .filter_map(move |(length, unit)| {
            let number = seconds / length;
            seconds %= length;
            (number > 0).then(|| format!("{number}{unit}"))
        })
}

/// A time in words, as challenges tell it.
pub(crate) fn time_words(control: Option<Control>) -> String {
    match control {
        None => String::new(),
        Some(Control::PerMove(time)) => format!("{} a turn", span(time)),
        Some(Control::Fischer(bank, _)) => format!("{} each", span(bank)),
    }
}

/// A turn that is over.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Turn {
    /// Number of actions in the game at the end of the turn.
    actions: usize,
    /// What both had at its start.
    before: [i64; 2],
    /// All that had been given to both before it.
    given: [i64; 2],
    /// What its player had left at its end, before the increment.
    left: i64,
}

/// The turn that is being played.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Current {
    color: usize,
    /// What both had at its start.
    before: [i64; 2],
    /// All that had been given to both before it.
    given: [i64; 2],
    /// When it began.
    since: i64,
    /// Spans in which its clock ran; the last has no end while it runs.
    ran: Vec<(i64, Option<i64>)>,
    /// Whether the reminders at half and at a tenth have been given.
    reminded: [bool; 2],
}

/// The clocks of a game.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Clock {
    control: Control,
    weekends_off: bool,
    turns: Vec<Turn>,
    /// All that was given to both.
    given: [i64; 2],
    /// When a pause ends by itself.
    pause: Option<i64>,
    /// Until when both are on holiday.
    holidays: [Option<i64>; 2],
    /// None once the game is over.
    current: Option<Current>,
}

impl Clock {
    pub(crate) fn start(control: Control, weekends_off: bool, at: i64) -> Self {
        let mut clock = Self {
            control,
            weekends_off,
            turns: Vec::new(),
            given: [0; 2],
            pause: None,
            holidays: [None; 2],
            current: None,
        };
        clock.run(0, [control.start(); 2], [0; 2], at);
        clock
    }

    fn run(&mut self, color: usize, before: [i64; 2], given: [i64; 2], at: i64) {
        self.current = Some(Current {
            color,
            before,
            given,
            since: at,
            ran: Vec::new(),
            reminded: [false; 2],
        });
        self.go_on(at);
    }

    /// The clock of the turn runs from now on, unless there is a reason why it should not.
    fn go_on(&mut self, at: i64) {
        let (pause, holidays) = (self.pause, self.holidays);
        if let Some(turn) = &mut self.current {
            if let Some((_, end @ None)) = turn.ran.last_mut() {
                *end = Some(at);
            }
            if pause.is_none() && holidays[turn.color].is_none() {
                turn.ran.push((at, None));
            }
        }
    }

    /// What the player to move had for the turn, with what was given in it.
    fn budget(&self) -> Option<i64> {
        let turn = self.current.as_ref()?;
        let color = turn.color;
        Some(turn.before[color] + self.given[color] - turn.given[color])
    }

    /// What a player has left.
    pub(crate) fn left(&self, color: Color, now: i64) -> i64 {
        let color = color.index();
        let Some(turn) = &self.current else {
            return 0;
        };
        let all = turn.before[color] + self.given[color] - turn.given[color];
        match turn.color == color {
            true => (all - self.used(turn, now)).max(0),
            false => all,
        }
    }

    /// What of the turn's time has been used.
    fn used(&self, turn: &Current, now: i64) -> i64 {
        let counted = |(from, to): &(i64, Option<i64>)| {
            let to = to.unwrap_or(now);
            match self.weekends_off {
                true => weekdays(*from, to),
                false => to - from,
            }
        };
        turn.ran.iter().map(counted).sum()
    }

    /// When the player to move has only so much left; none while the clock does not run.
    fn when_left(&self, left: i64) -> Option<i64> {
        let turn = self.current.as_ref()?;
        let (mut at, None) = *turn.ran.last()? else {
            return None;
        };
        let mut rest = self.budget()? - self.used(turn, at) - left;
        while self.weekends_off && rest > 0 {
            let tomorrow = (at.div_euclid(DAY) + 1) * DAY;
            let counts = weekdays(at, tomorrow);
            if counts >= rest {
                break;
            }
            rest -= counts;
            at = tomorrow;
        }
        Some(at + rest)
    }

    /// When the player to move runs out of time; none while the clock does not run.
    pub(crate) fn deadline(&self) -> Option<i64> {
        self.when_left(0)
    }

    /// When the pause ends by itself.
    pub(crate) fn pause(&self) -> Option<i64> {
        self.current.as_ref()?;
        self.pause
    }

    /// Whose holiday ends first, and when.
    pub(crate) fn holiday(&self) -> Option<(i64, Color)> {
        self.current.as_ref()?;
        let ends = Color::ALL.into_iter().filter_map(|color| {
            let until = self.holidays[color.index()]?;
            Some((until, color))
        });
        ends.min()
    }

    /// The next reminder: when, what is left then, and which it is.
    pub(crate) fn reminder(&self) -> Option<(i64, i64, usize)> {
        let budget = self.budget()?;
        let half = (budget / 2).max(LEAST_NOTICE);
        let tenth = (budget / 10).max(LEAST_NOTICE);
        let told = self.current.as_ref()?.reminded;
        if half < budget && !told[0] && !told[1] {
            return Some((self.when_left(half)?, half, 0));
        }
        (tenth < half && !told[1]).then_some((self.when_left(tenth)?, tenth, 1))
    }

    /// When the turn began.
    pub(crate) fn since(&self) -> Option<i64> {
        Some(self.current.as_ref()?.since)
    }

    pub(crate) fn reminded(&mut self, which: usize) {
        if let Some(turn) = &mut self.current {
            turn.reminded[which] = true;
        }
    }

    /// The turn is over, and the other player's begins unless the game is over.
    pub(crate) fn end_turn(&mut self, at: i64, actions: usize, goes_on: bool) {
        let Some(turn) = self.current.take() else {
            return;
        };
        let both = [0, 1].map(|color| turn.before[color] + self.given[color] - turn.given[color]);
        let mut next = both;
        let left = (both[turn.color] - self.used(&turn, at)).max(0);
        if self.turns.last().map_or(0, |turn| turn.actions) < actions {
            self.turns.push(Turn {
                actions,
                before: turn.before,
                given: turn.given,
                left,
            });
        }
        if goes_on {
            next[turn.color] = match self.control {
                Control::PerMove(time) => time,
                Control::Fischer(bank, increment) => (left + increment).min(2 * bank).max(left),
            };
            self.run(1 - turn.color, next, self.given, at);
        }
    }

    /// The game goes back to this many actions.
    pub(crate) fn take_back(&mut self, at: i64, actions: usize, actor: usize) {
        let kept = self.turns.iter().take_while(|turn| turn.actions <= actions);
        let kept = kept.count();
        let Some(first) = self.turns.get(kept).cloned() else {
            return;
        };
        self.turns.truncate(kept);
        self.run(actor, first.before, first.given, at);
    }

    /// A reminder that would have come earlier does not come any more.
    pub(crate) fn give(&mut self, to: Color, seconds: i64, at: i64) {
        self.given[to.index()] += seconds;
        while let Some((_, _, which)) = self.reminder().filter(|(due, ..)| *due < at) {
            self.reminded(which);
        }
    }

    pub(crate) fn stop_for_pause(&mut self, at: i64) {
        self.pause = Some(at + LONGEST_PAUSE);
        self.go_on(at);
    }

    pub(crate) fn resume(&mut self, at: i64) {
        self.pause = None;
        self.go_on(at);
    }

    /// A player goes on holiday until a moment, or is back.
    pub(crate) fn take_holiday(&mut self, color: Color, until: Option<i64>, at: i64) {
        self.holidays[color.index()] = until;
        self.go_on(at);
    }

    /// The bot was down between two moments, or the wall clock was set back from one to the other:
    /// no clock ran. Holidays go by the calendar.
    pub(crate) fn gap(&mut self, from: i64, to: i64) {
        if let Some(until) = &mut self.pause {
            *until += to - from;
        }
        for until in self.holidays.iter_mut().flatten() {
            *until = (*until).max(to);
        }
        if let Some(turn) = &mut self.current
            && let Some((_, end @ None)) = turn.ran.last_mut()
        {
            *end = Some(from);
            turn.ran.push((to, None));
        }
    }

    /// What the player of each turn had left at its end, before the increment.
    pub(crate) fn lefts(&self) -> Vec<i64> {
        self.turns.iter().map(|turn| turn.left).collect()
    }
}

/// The seconds between two moments that are not on a Saturday or a Sunday.
fn weekdays(from: i64, to: i64) -> i64 {
    let days = from.div_euclid(DAY)..=to.div_euclid(DAY);
    // The first day of 1970 was a Thursday.
    let counts = days.filter(|day| (day + 3).rem_euclid(7) < 5);
    let parts = counts.map(|day| to.min((day + 1) * DAY) - from.max(day * DAY));
    parts.sum()
}
