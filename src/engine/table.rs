//! The transposition table: what the search found out about positions that it may meet again.
//!
//! Threads share it without locks. An entry is two words; the first is the position's key mixed
//! with the second, so that a pair of which another thread has written half is not found (Hyatt
//! and Mann, «A lock-less transposition-table implementation for parallel search», ICGA Journal
//! 25(1), 2002).

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::score::Score;

/// Entries that share a key's place: as many as fill a cache line.
const BUCKET: usize = 4;

/// What a score in the table says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least so high.
    Lower,
    /// The true one is at most so high.
    Upper,
}

impl Bound {
    /// What the best value that was found between two bounds says about the true one.
    pub(super) const fn of(best: i32, alpha: i32, beta: i32) -> Self {
        if best >= beta {
            Self::Lower
        } else if best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best action's code; 0 if none is known.
    pub(super) action: u16,
    /// The score, wins counted from this position.
    pub(super) score: i16,
    /// What the evaluation said.
    pub(super) evaluation: i16,
    /// How deep the search looked, in ring moves.
    pub(super) depth: u8,
    /// What the score says.
    pub(super) bound: Bound,
}

impl Entry {
    /// A value so many actions ahead, where wins are counted from the root, as an entry's score.
    pub(super) const fn score_of(value: i32, ply: usize) -> i16 {
        let seen = Score::BEST.units();
        (if value > seen {
            value + ply as i32
        } else if value < -seen {
            value - ply as i32
        } else {
            value
        }) as i16
    }

    /// The value of a node so many actions ahead, wins counted from the root.
    const fn value(self, ply: usize) -> i32 {
        let (score, seen) = (self.score as i32, Score::BEST.units());
        if score > seen {
            score - ply as i32
        } else if score < -seen {
            score + ply as i32
        } else {
            score
        }
    }

    /// The value of a node so many actions ahead, if what is known about it settles it.
    pub(super) fn settles(self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let value = self.value(ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settles.then_some(value)
    }

    const fn pack(self, age: u8) -> u64 {
        self.action as u64
            | (self.score as u16 as u64) << 16
            | (self.evaluation as u16 as u64) << 32
            | (self.depth as u64) << 48
            | (self.bound as u64) << 56
            | (age as u64) << 58
    }

    const fn unpack(word: u64) -> Self {
        Self {
            action: word as u16,
            score: (word >> 16) as i16,
            evaluation: (word >> 32) as i16,
            depth: (word >> 48) as u8,
            bound: match word >> 56 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }
}

/// Searches whose entries are told apart before the count starts anew.
const AGES: u8 = 64;

const fn age_of(word: u64) -> u8 {
    (word >> 58) as u8
}

/// An entry: the check word, then the data word. An array, as `bytemuck` can allocate zeroed
/// arrays of atomics without unsafe code here.
type Slot = [AtomicU64; 2];

/// Bytes of a cache line.
const CACHE_LINE: usize = 64;

const _: () = assert!(BUCKET * size_of::<Slot>() == CACHE_LINE);

/// The transposition table.
pub(super) struct Table {
    /// The slots of all buckets, behind up to [`BUCKET`] unused ones.
    slots: Vec<Slot>,
    /// Index of the first bucket: the first slot that begins a cache line.
    first: usize,
    /// Number of buckets, at least 1.
    buckets: usize,
    age: AtomicU8,
}

/// There is no memory for a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoMemory {
    bytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for {} MiB", self.bytes >> 20)
    }
}

impl std::error::Error for NoMemory {}

/// How many buckets fit into so many bytes; at least one.
fn count(bytes: usize) -> usize {
    (bytes / CACHE_LINE).max(1)
}

/// Bytes of an entry.
pub(super) const ENTRY: usize = size_of::<Slot>();

/// Buckets by which the fullness of a table is judged.
const SAMPLE: usize = 250;

/// Tables beyond this size are cleared by a new allocation, which the system zeroes page by page
/// when it is used; for smaller ones the page faults would cost more than writing zeros.
const CLEARED_IN_PLACE: usize = 256 << 20;

/// Checks that the system grants memory for so many tables of so many bytes each, all at once. It
/// may overcommit: then it kills the process that uses the memory, at some later time.
pub(super) fn have_room(tables: usize, bytes: usize) -> Result<(), NoMemory> {
    let rooms: Result<Vec<_>, NoMemory> = (0..tables).map(|_| Table::new(bytes)).collect();
    rooms.map(drop).map_err(|_| NoMemory {
        bytes: bytes.saturating_mul(tables),
    })
}

impl Table {
    /// An empty table of at most so many bytes, or of one bucket if that is more. No page of it is
    /// touched before it is used.
    pub(super) fn new(bytes: usize) -> Result<Self, NoMemory> {
        Self::of(count(bytes)).ok_or(NoMemory { bytes })
    }

    /// An empty table of so many buckets. The allocation is aligned by hand: an allocator zeroes
    /// lazily only at the alignment that it has anyway.
    fn of(buckets: usize) -> Option<Self> {
        let count = buckets.checked_mul(BUCKET)?.checked_add(BUCKET)?;
        let slots: Vec<Slot> = bytemuck::try_zeroed_vec(count).ok()?;
        // Unaligned if no slot begins a cache line: slower, and nothing worse.
        let first = slots.as_ptr().align_offset(CACHE_LINE);
        Some(Self {
            first: if first <= BUCKET { first } else { 0 },
            slots,
            buckets,
            age: AtomicU8::new(0),
        })
    }

    /// A table of one bucket.
    pub(super) fn smallest() -> Self {
        Self {
            slots: (0..BUCKET).map(|_| Slot::default()).collect(),
            first: 0,
            buckets: 1,
            age: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.slots.len() * ENTRY > CLEARED_IN_PLACE
            && let Some(fresh) = Self::of(self.buckets)
        {
            *self = fresh;
            return;
        }
        self.slots.fill_with(Slot::default);
        self.age = AtomicU8::new(0);
    }

    /// Begins another search: what earlier ones left is the first to make room.
    pub(super) fn next_age(&self) {
        let age = self.age.load(Relaxed);
        self.age.store((age + 1) % AGES, Relaxed);
    }

    /// Index of the bucket of a key: the key's upper bits, scaled to the number of buckets.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.first + bucket * BUCKET
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        &self.slots[self.place(key)..][..BUCKET]
    }

    /// Has the memory fetch what is known about a key, which will soon be asked for.
    #[inline]
    pub(super) fn prepare(&self, key: u64) {
        prefetch_index(&self.slots, self.place(key));
    }

    /// What is known about the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Writes down what was found out. An entry of the same position makes room for it, else the
    /// one that is worth least: of an earlier search, or looked least deep.
    pub(super) fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, [check, data]) in bucket.iter().enumerate() {
            let data = data.load(Relaxed);
            let same = check.load(Relaxed) ^ data == key && data != 0;
            let old = Entry::unpack(data);
            if same {
                if entry.action == 0 {
                    entry.action = old.action;
                }
                // A shallow bound must not drive out a deep one of this search.
                if entry.bound != Bound::Exact
                    && age_of(data) == age
                    && old.depth > entry.depth.saturating_add(2)
                {
                    return;
                }
                worst = (0, index);
                break;
            }
            let stale = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from(old.depth) - 8 * stale
            };
            if worth < worst.0 {
                worst = (worth, index);
            }
        }
        let data = entry.pack(age);
        let [check, word] = &bucket[worst.1];
        check.store(key ^ data, Relaxed);
        word.store(data, Relaxed);
    }

    /// How full it is with entries of this search, in thousandths, judged by a sample.
    pub(super) fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let slots = SAMPLE.min(self.buckets) * BUCKET;
        let used = self.slots[self.first..][..slots]
            .iter()
            .filter(|[_, data]| {
                let data = data.load(Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / slots) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry {
        action: 14_000,
        score: -29_997,
        evaluation: 312,
        depth: 9,
        bound: Bound::Upper,
    };

    #[test]
    fn an_entry_is_found_again_as_it_was() {
        let mut table = Table::new(1 << 16).unwrap();
        table.put(77, ENTRY);
        assert_eq!(table.get(77), Some(ENTRY));
        assert_eq!(table.get(78), None);
        table.clear();
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn wins_are_counted_from_where_they_are_read() {
        let best = Score::BEST.units();
        let stored = |value, ply| Entry {
            score: Entry::score_of(value, ply),
            ..ENTRY
        };
        // Seen six actions from the root, from the third: three more, wherever it is met again.
        let win = Score::win_in(6).units();
        assert_eq!(stored(win, 3).value(5), Score::win_in(8).units());
        assert_eq!(stored(-win, 3).value(5), -Score::win_in(8).units());
        for value in [best, -best, 0, 120] {
            assert_eq!(stored(value, 3).value(5), value);
        }
    }

    #[test]
    fn a_bound_settles_what_lies_beyond_it() {
        let settles = |bound, alpha, beta| {
            let entry = Entry {
                score: 50,
                bound,
                ..ENTRY
            };
            entry.settles(0, alpha, beta)
        };
        assert_eq!(settles(Bound::Exact, 0, 100), Some(50));
        assert_eq!(settles(Bound::Lower, 0, 50), Some(50));
        assert_eq!(settles(Bound::Lower, 0, 51), None);
        assert_eq!(settles(Bound::Upper, 50, 100), Some(50));
        assert_eq!(settles(Bound::Upper, 49, 100), None);
        let of = |best| Bound::of(best, 10, 20);
        let found = [of(10), of(11), of(19), of(20)];
        let expected = [Bound::Upper, Bound::Exact, Bound::Exact, Bound::Lower];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_table_that_is_too_large_is_none() {
        // No machine's memory has so many addresses.
        let bytes = usize::MAX >> 8;
        let error = Table::new(bytes).err().unwrap();
        assert_eq!(
            error.to_string(),
            format!("there is no memory for {} MiB", bytes >> 20)
        );
        assert!(Table::new(usize::MAX).is_err());
        assert_eq!(have_room(4, 1 << 20), Ok(()));
        assert!(have_room(2, bytes / 2).is_err());
    }

    #[test]
    fn the_shallowest_of_the_oldest_search_makes_room() {
        let table = Table::new(0).unwrap();
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.put(key, Entry { depth, ..ENTRY });
        }
        table.put(5, ENTRY);
        assert_eq!(table.get(2), None);
        table.next_age();
        table.put(6, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.get(4), None);
        assert!([1, 3, 5, 6].iter().all(|&key| table.get(key).is_some()));
        assert_eq!(table.fullness(), 250);
    }
}
