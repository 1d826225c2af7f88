//! The order of events that wait to be sent.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use tokio::time::Instant;

use super::rate::{RateEstimate, SendPriority};
use crate::session::TableKey;

/// The wait after a refusal if the server names none.
const DEFAULT_WAIT: Duration = Duration::from_secs(5);

/// The shortest wait after a refusal, whatever the server says.
const MIN_WAIT: Duration = Duration::from_millis(50);

/// The longest wait.
const MAX_WAIT: Duration = Duration::from_hours(24);

/// Room for this many events is enough for an answer with its board and its choices.
const ROOM_FOR_ANSWER: u32 = 5;

/// An event that takes longer does not hold up the others: its room may be slow.
const STALLED_AFTER: Duration = Duration::from_secs(1);

/// When an event may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Admission {
    Now,
    /// At this time at the earliest.
    At(Instant),
    /// After others.
    AfterOthers,
}

/// The events that wait or are being sent, and the server's rate.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    /// The server's rate, once it has refused an event.
    rate: Option<RateEstimate>,
    /// Whether the limit was logged.
    is_reported: bool,
    waiting: BTreeMap<u64, (TableKey, SendPriority)>,
    /// Events that are being sent, and since when.
    sending: BTreeMap<u64, (TableKey, Instant)>,
    /// When an event of a room, and of a table, was last sent while others waited.
    served: HashMap<(String, Option<TableKey>), u64>,
    tickets: u64,
}

impl Schedule {
    /// Adds an event.
    pub(super) fn enter(&mut self, table: &TableKey, priority: SendPriority) -> u64 {
        self.tickets += 1;
        self.waiting.insert(self.tickets, (table.clone(), priority));
        self.tickets
    }

    /// Removes an event.
    pub(super) fn leave(&mut self, ticket: u64) {
        self.waiting.remove(&ticket);
        self.sending.remove(&ticket);
        if self.waiting.is_empty() && self.sending.is_empty() {
            self.served.clear();
        }
    }

    /// Whether there should be room for a whole answer.
    pub(super) fn has_room(&self, now: Instant) -> bool {
        self.rate
            .as_ref()
            .is_none_or(|rate| self.waiting.is_empty() && rate.has_room(ROOM_FOR_ANSWER, now))
    }

    /// Whether it is the turn of an event. If so it counts as being sent from now on.
    pub(super) fn admit(&mut self, ticket: u64, now: Instant) -> Admission {
        if let Some(rate) = &self.rate {
            let latest = self.sending.values().map(|(_, since)| *since).max();
            let stalled = latest.map(|since| since + STALLED_AFTER);
            if let Some(stalled) = stalled.filter(|&at| now < at) {
                return Admission::At(stalled);
            }
            if self.first() != Some(ticket) {
                return Admission::AfterOthers;
            }
            let priority = self.waiting.get(&ticket).map(|(_, priority)| *priority);
            let at = rate.ready_at(priority.unwrap_or(SendPriority::Text));
            if now < at {
                return Admission::At(at);
            }
        }
        if let Some((table, _)) = self.waiting.remove(&ticket) {
            self.sending.insert(ticket, (table, now));
        }
        Admission::Now
    }

    /// The event whose turn it is.
    fn first(&self) -> Option<u64> {
        let served = |room: &str, table: Option<&TableKey>| {
            let key = (room.to_owned(), table.cloned());
            self.served.get(&key).copied().unwrap_or_default()
        };
        self.waiting
            .iter()
            .min_by_key(|(ticket, (table, priority))| {
                let room = &table.channel;
                (
                    *priority,
                    served(room, None),
                    served(room, Some(table)),
                    **ticket,
                )
            })
            .map(|(ticket, _)| *ticket)
    }

    /// The server accepted an event. True if it seems to limit no more.
    pub(super) fn sent(&mut self, ticket: u64, now: Instant) -> bool {
        if let Some((table, _)) = self.sending.get(&ticket)
            && !self.waiting.is_empty()
        {
            self.tickets += 1;
            let room = table.channel.clone();
            self.served.insert((room.clone(), None), self.tickets);
            self.served
                .insert((room, Some(table.clone())), self.tickets);
        }
        let lifted = self.rate.as_mut().is_some_and(|rate| rate.sent(now));
        if lifted {
            self.rate = None;
        }
        lifted
    }

    /// The server refused an event. True if that should be logged.
    pub(super) fn refused(&mut self, now: Instant, after: Option<Duration>) -> bool {
        let after = after.unwrap_or(DEFAULT_WAIT).clamp(MIN_WAIT, MAX_WAIT);
        match &mut self.rate {
            Some(rate) => rate.refused(now, after),
            None => self.rate = Some(RateEstimate::new(now, after)),
        }
        !std::mem::replace(&mut self.is_reported, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server like Synapse: a bucket of ten that fills by one in five seconds.
    struct Server {
        taken: f64,
        at: Instant,
        refusals: usize,
    }

    const REFILL: Duration = Duration::from_secs(5);

    impl Server {
        fn new(now: Instant) -> Self {
            Self {
                taken: 0.0,
                at: now,
                refusals: 0,
            }
        }

        fn take(&mut self, now: Instant) -> Result<(), Duration> {
            let refilled = (now - self.at).as_secs_f64() / REFILL.as_secs_f64();
            self.taken = (self.taken - refilled).max(0.0);
            self.at = now;
            if self.taken > 9.0 {
                self.refusals += 1;
                return Err(REFILL.mul_f64(self.taken - 9.0));
            }
            self.taken += 1.0;
            Ok(())
        }
    }

    fn table(room: &str) -> TableKey {
        TableKey::channel("matrix", room)
    }

    /// Sends all waiting events until `end`. Returns their rooms, in order.
    fn run(
        line: &mut Schedule,
        server: &mut Server,
        now: &mut Instant,
        end: Instant,
    ) -> Vec<(String, SendPriority)> {
        let mut sent = Vec::new();
        while *now < end {
            let tickets: Vec<u64> = line.waiting.keys().copied().collect();
            let mut next = end;
            for ticket in tickets {
                let (to, priority) = line.waiting[&ticket].clone();
                match line.admit(ticket, *now) {
                    Admission::AfterOthers => {}
                    Admission::At(at) => next = next.min(at),
                    Admission::Now => {
                        match server.take(*now) {
                            Ok(()) => {
                                line.sent(ticket, *now);
                                sent.push((to.channel.clone(), priority));
                            }
                            Err(after) => {
                                line.refused(*now, Some(after));
                                line.enter(&to, priority);
                            }
                        }
                        line.leave(ticket);
                        next = *now;
                        break;
                    }
                }
            }
            *now = next;
        }
        sent
    }

    #[test]
    fn nothing_waits_before_the_first_refusal() {
        let (mut line, now) = (Schedule::default(), Instant::now());
        for priority in [
            SendPriority::Reaction,
            SendPriority::Text,
            SendPriority::Picture,
        ] {
            for _ in 0..100 {
                let ticket = line.enter(&table("a"), priority);
                assert_eq!(line.admit(ticket, now), Admission::Now);
            }
        }
        assert!(line.has_room(now));
    }

    #[test]
    fn texts_go_first_and_rooms_take_turns() {
        let start = Instant::now();
        let (mut line, mut server, mut now) = (Schedule::default(), Server::new(start), start);
        // A burst that fills the bucket, so that the server's pace is known.
        for _ in 0..11 {
            line.enter(&table("z"), SendPriority::Text);
        }
        let sent = run(&mut line, &mut server, &mut now, start + REFILL / 2);
        assert_eq!(sent.len(), 10);
        for room in ["a", "a", "a", "b", "c"] {
            line.enter(&table(room), SendPriority::Reaction);
            line.enter(&table(room), SendPriority::Picture);
            line.enter(&table(room), SendPriority::Text);
        }
        let sent = run(&mut line, &mut server, &mut now, start + REFILL * 40);
        let classes: Vec<SendPriority> = sent.iter().map(|(_, priority)| *priority).collect();
        assert_eq!(classes.len(), 16, "{sent:?}");
        assert!(classes.is_sorted(), "{sent:?}");
        let words: Vec<&str> = sent[..6].iter().map(|(room, _)| room.as_str()).collect();
        let (once, again) = words.split_at(3);
        let mut once = once.to_vec();
        once.sort_unstable();
        // The last of the burst was refused, and waits as well.
        assert_eq!((once, again), (vec!["a", "b", "c"], &["z", "a", "a"][..]));
    }

    #[test]
    fn no_table_starves_and_few_requests_are_refused() {
        let start = Instant::now();
        let (mut line, mut server, mut now) = (Schedule::default(), Server::new(start), start);
        let rooms = ["a", "b", "c", "d", "e"];
        let mut counts = HashMap::<String, usize>::new();
        for room in rooms {
            line.enter(&table(room), SendPriority::Text);
        }
        // Everybody asks again at once, one of them twice.
        for second in 0..600 {
            let end = start + Duration::from_secs(second);
            for (room, priority) in run(&mut line, &mut server, &mut now, end) {
                if priority == SendPriority::Text {
                    *counts.entry(room.clone()).or_default() += 1;
                    line.enter(&table(&room), SendPriority::Text);
                    if room == "a" && line.waiting.len() < 20 {
                        line.enter(&table(&room), SendPriority::Text);
                    }
                }
                line.enter(&table(&room), SendPriority::Reaction);
            }
        }
        let (least, most) = (counts.values().min(), counts.values().max());
        let (least, most) = (*least.unwrap(), *most.unwrap());
        assert!(least >= 20 && most - least <= 3, "{counts:?}");
        let all: usize = counts.values().sum();
        assert!(all >= 120, "the server would have taken more than {all}");
        assert!(server.refusals <= all + 1, "{} refusals", server.refusals);
    }

    #[test]
    fn boards_and_reactions_leave_room_for_texts() {
        let start = Instant::now();
        let (mut line, mut server, mut now) = (Schedule::default(), Server::new(start), start);
        for _ in 0..11 {
            line.enter(&table("a"), SendPriority::Text);
        }
        run(
            &mut line,
            &mut server,
            &mut now,
            start + REFILL + REFILL / 2,
        );
        for _ in 0..20 {
            line.enter(&table("a"), SendPriority::Reaction);
            line.enter(&table("a"), SendPriority::Picture);
        }
        // There is always room for the next answer.
        let mut others = 0;
        for round in 3..20 {
            others += run(&mut line, &mut server, &mut now, start + REFILL * round * 3).len();
            let refusals = server.refusals;
            line.enter(&table("b"), SendPriority::Text);
            let soon = now + Duration::from_millis(1);
            let sent = run(&mut line, &mut server, &mut now, soon);
            assert!(
                sent.contains(&("b".to_owned(), SendPriority::Text)),
                "{sent:?}"
            );
            assert_eq!(server.refusals, refusals);
        }
        assert!(others >= 25, "{others}");
    }

    #[test]
    fn a_limit_that_is_lifted_is_forgotten() {
        let (mut line, mut now) = (Schedule::default(), Instant::now());
        assert!(line.refused(now, Some(REFILL)));
        assert!(!line.refused(now, None), "the limit is logged once");
        assert!(!line.has_room(now));
        now += REFILL;
        let mut events = 0;
        while line.rate.is_some() {
            let ticket = line.enter(&table("a"), SendPriority::Text);
            assert_eq!(line.admit(ticket, now), Admission::Now);
            line.sent(ticket, now);
            line.leave(ticket);
            events += 1;
        }
        assert!(events <= 11, "{events}");
        assert!(line.has_room(now) && line.served.is_empty() && line.sending.is_empty());
    }

    #[test]
    fn a_stalled_event_holds_up_the_others_for_a_moment_only() {
        let (mut line, now) = (Schedule::default(), Instant::now());
        line.refused(now, Some(MIN_WAIT));
        let now = now + MIN_WAIT;
        let hangs = line.enter(&table("a"), SendPriority::Text);
        assert_eq!(line.admit(hangs, now), Admission::Now);
        let other = line.enter(&table("b"), SendPriority::Text);
        assert_eq!(line.admit(other, now), Admission::At(now + STALLED_AFTER));
        assert_eq!(line.admit(other, now + STALLED_AFTER), Admission::Now);
    }
}
