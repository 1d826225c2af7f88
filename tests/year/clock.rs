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
    /// Actions of the game at its end.
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
    /// Spans in which its clock ran; the last has no end while it runs.
    ran: Vec<(i64, Option<i64>)>,
    /// When a pause ends by itself.
    pause: Option<i64>,
    /// Whether the reminders at half and at a tenth have been given.
    reminded: [bool; 2],
}

/// The clocks of a game.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Clock {
    pub(crate) control: Control,
    turns: Vec<Turn>,
    /// All that was given to both.
    given: [i64; 2],
    /// None once the game is over.
    current: Option<Current>,
}

impl Clock {
    pub(crate) fn start(control: Control, at: i64) -> Self {
        let mut clock = Self {
            control,
            turns: Vec::new(),
            given: [0; 2],
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
            ran: vec![(at, None)],
            pause: None,
            reminded: [false; 2],
        });
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
            true => (all - turn.used(now)).max(0),
            false => all,
        }
    }

    /// When the player to move runs out of time; none while the clock is paused.
    pub(crate) fn deadline(&self) -> Option<i64> {
        let turn = self.current.as_ref()?;
        let (since, None) = *turn.ran.last()? else {
            return None;
        };
        Some(since + self.budget()? - turn.used(since))
    }

    /// When the pause ends by itself.
    pub(crate) fn pause(&self) -> Option<i64> {
        self.current.as_ref()?.pause
    }

    /// The next reminder: when, what is left then, and which it is.
    pub(crate) fn reminder(&self) -> Option<(i64, i64, usize)> {
        let (deadline, budget) = (self.deadline()?, self.budget()?);
        let half = (budget / 2).max(LEAST_NOTICE);
        let tenth = (budget / 10).max(LEAST_NOTICE);
        let told = self.current.as_ref()?.reminded;
        if half < budget && !told[0] && !told[1] {
            return Some((deadline - half, half, 0));
        }
        (tenth < half && !told[1]).then_some((deadline - tenth, tenth, 1))
    }

    /// When the turn began.
    pub(crate) fn since(&self) -> Option<i64> {
        let (since, _) = self.current.as_ref()?.ran.first()?;
        Some(*since)
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
        let left = (both[turn.color] - turn.used(at)).max(0);
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
        let pause = self.pause();
        self.run(actor, first.before, first.given, at);
        if let (Some(until), Some(turn)) = (pause, &mut self.current) {
            turn.pause = Some(until);
            turn.stop(at);
        }
    }

    pub(crate) fn give(&mut self, to: Color, seconds: i64) {
        self.given[to.index()] += seconds;
    }

    pub(crate) fn stop_for_pause(&mut self, at: i64) {
        if let Some(turn) = &mut self.current {
            turn.stop(at);
            turn.pause = Some(at + LONGEST_PAUSE);
        }
    }

    pub(crate) fn resume(&mut self, at: i64) {
        if let Some(turn) = &mut self.current {
            turn.pause = None;
            turn.ran.push((at, None));
        }
    }

    /// The bot was down between two moments, or the wall clock was set back from one to the other:
    /// no clock ran.
    pub(crate) fn gap(&mut self, from: i64, to: i64) {
        let Some(turn) = &mut self.current else {
            return;
        };
        match &mut turn.pause {
            Some(until) => *until += to - from,
            None => {
                turn.stop(from);
                turn.ran.push((to, None));
            }
        }
    }

    /// What the player of each turn had left at its end, before the increment.
    pub(crate) fn lefts(&self) -> Vec<i64> {
        self.turns.iter().map(|turn| turn.left).collect()
    }
}

impl Current {
    fn used(&self, now: i64) -> i64 {
        let ended = |(from, to): &(i64, Option<i64>)| to.unwrap_or(now) - from;
        self.ran.iter().map(ended).sum()
    }

    fn stop(&mut self, at: i64) {
        if let Some((_, end @ None)) = self.ran.last_mut() {
            *end = Some(at);
        }
    }
}
