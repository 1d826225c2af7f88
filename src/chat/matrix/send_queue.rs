//! The pace of sending: one queue for the whole account.
//!
//! A homeserver allows an account so many events a second, whatever room they go to; Synapse by
//! default one in five seconds, after a burst of ten. As long as it has never refused one, nothing
//! waits here. Once it has, events go one at a time, when the server is said to have room: what is
//! said in words first, in turns between rooms and between the tables of a room, then boards, then
//! reactions. The latter two leave some room for the words that come next.

use std::collections::{BTreeMap, HashMap};
use std::pin::pin;
use std::sync::Mutex;
use std::time::Duration;

use matrix_sdk::ruma::OwnedUserId;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::lock::lock;
use crate::session::TableKey;

/// How long the server is left alone that does not say for how long it wants to be.
const UNSAID: Duration = Duration::from_secs(5);

/// The shortest wait after a refusal, whatever the server says.
const SHORTEST: Duration = Duration::from_millis(50);

/// The longest wait.
const LONGEST: Duration = Duration::from_hours(24);

/// The longest time that one event is thought to take up. A server that counts by the minute says
/// more, and means something else.
const SLOWEST: Duration = Duration::from_secs(10);

/// Events that are sent at once after a long silence.
const BURST: u32 = 10;

/// Room for so many events is as good as no limit: an answer with its board and its choices.
const CALM: u32 = 5;

/// Room that a board leaves for the words of the next answer, in events.
const BOARD_LEAVES: u32 = 1;

/// Room that a reaction leaves.
const REACTION_LEAVES: u32 = 3;

/// So many events that the server took without having room for them mean that it limits no more.
const LIFTED: u32 = 10;

/// An event that takes longer does not hold up the others: its room may be a slow one.
const STALLED: Duration = Duration::from_secs(1);

/// What an event is, in the order in which they go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SendPriority {
    /// An answer in words, or what takes their place.
    Text,
    /// A picture with words of its own elsewhere.
    Picture,
    /// A reaction: its choice stands in the words as well.
    Reaction,
}

/// The queue.
pub(super) struct SendQueue {
    user: OwnedUserId,
    line: Mutex<Schedule>,
    changed: Notify,
}

impl SendQueue {
    /// An empty queue of this account.
    pub(super) fn new(user: OwnedUserId) -> Self {
        Self {
            user,
            line: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Whether there is room for a whole answer, as far as is known, and nobody waits.
    pub(super) fn is_calm(&self) -> bool {
        lock(&self.line).is_calm(Instant::now())
    }

    /// Waits for the right to send one event.
    pub(super) async fn pass(&self, table: &TableKey, priority: SendPriority) -> SendPermit<'_> {
        let pass = self.enter(table, priority);
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let turn = lock(&self.line).admit(pass.ticket, Instant::now());
            match turn {
                Admission::Now => {
                    // Whoever waits for others knows from now on until when.
                    self.changed.notify_waiters();
                    return pass;
                }
                Admission::At(at) => tokio::select! {
                    () = changed => {}
                    () = sleep_until(at) => {}
                },
                Admission::AfterOthers => changed.await,
            }
        }
    }

    /// The right to send one event, if nobody has to wait for it.
    pub(super) fn pass_at_once(
        &self,
        table: &TableKey,
        priority: SendPriority,
    ) -> Option<SendPermit<'_>> {
        let pass = self.enter(table, priority);
        let turn = lock(&self.line).admit(pass.ticket, Instant::now());
        if !matches!(turn, Admission::Now) {
            return None;
        }
        self.changed.notify_waiters();
        Some(pass)
    }

    fn enter(&self, table: &TableKey, priority: SendPriority) -> SendPermit<'_> {
        let ticket = lock(&self.line).enter(table, priority);
        SendPermit {
            queue: self,
            ticket,
        }
    }
}

/// The right to send one event. It ends when it is dropped.
pub(super) struct SendPermit<'a> {
    queue: &'a SendQueue,
    ticket: u64,
}

impl SendPermit<'_> {
    /// The server took the event.
    pub(super) fn sent(self) {
        if lock(&self.queue.line).sent(self.ticket, Instant::now()) {
            tracing::info!("the homeserver no longer limits how often the bot speaks");
        }
    }

    /// The server refused it: not so often.
    pub(super) fn refused(self, after: Option<Duration>) {
        if lock(&self.queue.line).refused(Instant::now(), after) {
            let user = &self.queue.user;
            tracing::warn!(
                %user, ?after,
                "the homeserver limits how often the bot may speak: answers come late, boards are \
                 left out. To lift the limit on Synapse, an admin sends POST \
                 /_synapse/admin/v1/users/{user}/override_ratelimit with the body {{}} (README, \
                 «In a Matrix room», step 7)"
            );
        }
    }
}

impl Drop for SendPermit<'_> {
    fn drop(&mut self) {
        lock(&self.queue.line).leave(self.ticket);
        self.queue.changed.notify_waiters();
    }
}

/// When an event may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Admission {
    Now,
    /// Not before then.
    At(Instant),
    /// When others have gone.
    AfterOthers,
}

/// Who waits, and what is known of the server.
#[derive(Debug, Default)]
struct Schedule {
    /// The server's pace, once it has refused something.
    pace: Option<RateEstimate>,
    /// Whether the operator has been told.
    told: bool,
    waiting: BTreeMap<u64, (TableKey, SendPriority)>,
    /// Where each goes that is being sent, and since when.
    sending: BTreeMap<u64, (TableKey, Instant)>,
    /// When the server last took something for a room, and for a table, while others waited.
    served: HashMap<(String, Option<TableKey>), u64>,
    tickets: u64,
}

impl Schedule {
    fn enter(&mut self, table: &TableKey, priority: SendPriority) -> u64 {
        self.tickets += 1;
        self.waiting.insert(self.tickets, (table.clone(), priority));
        self.tickets
    }

    fn leave(&mut self, ticket: u64) {
        self.waiting.remove(&ticket);
        self.sending.remove(&ticket);
        if self.waiting.is_empty() && self.sending.is_empty() {
            self.served.clear();
        }
    }

    fn is_calm(&self, now: Instant) -> bool {
        self.pace
            .as_ref()
            .is_none_or(|pace| self.waiting.is_empty() && pace.has_room(CALM, now))
    }

    /// Whether it is the turn of one who waits. If so it counts as being sent from now on.
    fn admit(&mut self, ticket: u64, now: Instant) -> Admission {
        if let Some(pace) = &self.pace {
            let latest = self.sending.values().map(|(_, since)| *since).max();
            let stalled = latest.map(|since| since + STALLED);
            if let Some(stalled) = stalled.filter(|&at| now < at) {
                return Admission::At(stalled);
            }
            if self.first() != Some(ticket) {
                return Admission::AfterOthers;
            }
            let priority = self.waiting.get(&ticket).map(|(_, priority)| *priority);
            let at = pace.ready_at(priority.unwrap_or(SendPriority::Text));
            if now < at {
                return Admission::At(at);
            }
        }
        if let Some((table, _)) = self.waiting.remove(&ticket) {
            self.sending.insert(ticket, (table, now));
        }
        Admission::Now
    }

    /// Whose turn it is.
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

    /// The server took an event. True if it turns out that it limits no more.
    fn sent(&mut self, ticket: u64, now: Instant) -> bool {
        if let Some((table, _)) = self.sending.get(&ticket)
            && !self.waiting.is_empty()
        {
            self.tickets += 1;
            let room = table.channel.clone();
            self.served.insert((room.clone(), None), self.tickets);
            self.served
                .insert((room, Some(table.clone())), self.tickets);
        }
        let lifted = self.pace.as_mut().is_some_and(|pace| pace.sent(now));
        if lifted {
            self.pace = None;
        }
        lifted
    }

    /// The server refused an event. True if the operator is to be told.
    fn refused(&mut self, now: Instant, after: Option<Duration>) -> bool {
        let after = after.unwrap_or(UNSAID).clamp(SHORTEST, LONGEST);
        match &mut self.pace {
            Some(pace) => pace.refused(now, after),
            None => self.pace = Some(RateEstimate::new(now, after)),
        }
        !std::mem::replace(&mut self.told, true)
    }
}

/// What is known of a server that limits: a bucket that fills slowly, of which each event takes.
#[derive(Debug, Clone, Copy)]
struct RateEstimate {
    /// Until then it refuses, as it said.
    refuses_until: Instant,
    /// How long it takes to have room for one more event: the longest time that it named.
    interval: Duration,
    /// When it has room for one event.
    room_at: Instant,
    /// Events since the last refusal for which it should not have had room.
    surplus: u32,
}

impl RateEstimate {
    fn new(now: Instant, after: Duration) -> Self {
        Self {
            refuses_until: now + after,
            interval: after.min(SLOWEST),
            room_at: now + after,
            surplus: 0,
        }
    }

    fn refused(&mut self, now: Instant, after: Duration) {
        let interval = self.interval;
        *self = Self::new(now, after);
        self.interval = self.interval.max(interval);
    }

    /// Counts an event that it took. True if it seems to have no limit any more.
    fn sent(&mut self, now: Instant) -> bool {
        // What was sent at the very moment has used up what came in since.
        if now + self.interval / 4 < self.room_at {
            self.surplus += 1;
        }
        let full = now.checked_sub(self.interval * (BURST - 1)).unwrap_or(now);
        self.room_at = self.room_at.max(full) + self.interval;
        // Nothing is gained by knowing more than that it is empty.
        self.room_at = self.room_at.min(now + self.interval);
        self.surplus >= LIFTED
    }

    /// When an event may be sent. Words go as soon as the server may take them: how much room there
    /// is beyond what it said is a guess.
    fn ready_at(&self, priority: SendPriority) -> Instant {
        let leaves = match priority {
            SendPriority::Text => return self.refuses_until,
            SendPriority::Picture => BOARD_LEAVES,
            SendPriority::Reaction => REACTION_LEAVES,
        };
        self.refuses_until
            .max(self.room_at + self.interval * leaves)
    }

    fn has_room(&self, events: u32, now: Instant) -> bool {
        now >= self.refuses_until && now >= self.room_at + self.interval * (events - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server as Synapse is: a bucket of ten that fills by one in five seconds.
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

    /// Lets all that wait go until `end`, and says what went when, in seconds.
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
    fn nothing_waits_for_a_server_that_never_refused() {
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
        assert!(line.is_calm(now));
    }

    #[test]
    fn words_go_first_and_rooms_take_turns() {
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
        // Whoever is answered asks again at once, one of them twice.
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
    fn boards_and_reactions_leave_room_for_words() {
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
        // Whenever somebody speaks, the server has room for the answer.
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
        assert!(!line.refused(now, None), "the operator is told once");
        assert!(!line.is_calm(now));
        now += REFILL;
        let mut events = 0;
        while line.pace.is_some() {
            let ticket = line.enter(&table("a"), SendPriority::Text);
            assert_eq!(line.admit(ticket, now), Admission::Now);
            line.sent(ticket, now);
            line.leave(ticket);
            events += 1;
        }
        assert!(events <= LIFTED + 1, "{events}");
        assert!(line.is_calm(now) && line.served.is_empty() && line.sending.is_empty());
    }

    #[test]
    fn what_hangs_holds_up_the_others_for_a_moment_only() {
        let (mut line, now) = (Schedule::default(), Instant::now());
        line.refused(now, Some(SHORTEST));
        let now = now + SHORTEST;
        let hangs = line.enter(&table("a"), SendPriority::Text);
        assert_eq!(line.admit(hangs, now), Admission::Now);
        let other = line.enter(&table("b"), SendPriority::Text);
        assert_eq!(line.admit(other, now), Admission::At(now + STALLED));
        assert_eq!(line.admit(other, now + STALLED), Admission::Now);
    }
}
