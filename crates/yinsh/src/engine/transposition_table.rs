//! The transposition table.
//!
//! Threads share it without locks. An entry is two words: the position's key XORed with the data,
//! and the data. A half-written entry does not match its key (Hyatt and Mann, "A Lockless
//! Transposition-Table Implementation for Parallel Search", ICGA Journal 25(1), 2002).

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::score::Score;

/// Entries of a bucket: as many as fill a cache line.
const BUCKET: usize = 4;

/// How a stored score bounds the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true score.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// The bound that a search with this window has found.
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

/// An entry: what a search has found about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// Code of the best action; 0 if none is known.
    pub(super) action: u16,
    /// The score; a proven win or loss is counted from this position.
    pub(super) score: i16,
    /// The static evaluation.
    pub(super) evaluation: i16,
    /// Depth of the search, in ring moves.
    pub(super) depth: u8,
    /// How the score bounds the true one.
    pub(super) bound: Bound,
}

impl TableEntry {
    /// The score to store for a node at a ply, whose proven wins and losses are counted from the
    /// root.
    pub(super) const fn stored_score(score: i32, ply: usize) -> i16 {
        let max_unproven = Score::MAX_UNPROVEN.cp();
        (if score > max_unproven {
            score + ply as i32
        } else if score < -max_unproven {
            score - ply as i32
        } else {
            score
        }) as i16
    }

    /// The score for a node at a ply, proven wins and losses counted from the root.
    const fn score_at(self, ply: usize) -> i32 {
        let (score, max_unproven) = (self.score as i32, Score::MAX_UNPROVEN.cp());
        if score > max_unproven {
            score - ply as i32
        } else if score < -max_unproven {
            score + ply as i32
        } else {
            score
        }
    }

    /// The score for a node at a ply, if it makes a search with this window unnecessary.
    pub(super) fn cutoff(self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let score = self.score_at(ply);
        let cuts_off = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        cuts_off.then_some(score)
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

/// Number of ages, which are counted modulo this.
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
pub(super) struct TranspositionTable {
    /// The slots of all buckets, behind up to [`BUCKET`] unused ones.
    slots: Vec<Slot>,
    /// Index of the first bucket: the first slot that begins a cache line.
    first: usize,
    /// Number of buckets, at least 1.
    buckets: usize,
    age: AtomicU8,
}

/// There is not enough memory for a transposition table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfMemory {
    bytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not enough memory for {} MiB", self.bytes >> 20)
    }
}

impl std::error::Error for OutOfMemory {}

/// Number of buckets that fit into `bytes`, at least one.
fn bucket_count(bytes: usize) -> usize {
    (bytes / CACHE_LINE).max(1)
}

/// Bytes of an entry.
pub(super) const ENTRY_SIZE: usize = size_of::<Slot>();

/// Buckets from which the fullness of a table is estimated.
const SAMPLE: usize = 250;

/// Tables beyond this size are cleared by a new allocation, which the system zeroes page by page
/// when it is used; for smaller ones the page faults would cost more than writing zeros.
const CLEARED_IN_PLACE: usize = 256 << 20;

/// Checks that the system grants memory for a number of tables of `bytes` each at the same time.
/// A system that overcommits may still kill the process later, when the memory is used.
pub(super) fn check_memory(tables: usize, bytes: usize) -> Result<(), OutOfMemory> {
    let tables_made: Result<Vec<_>, OutOfMemory> = (0..tables)
        .map(|_| TranspositionTable::new(bytes))
        .collect();
    tables_made.map(drop).map_err(|_| OutOfMemory {
        bytes: bytes.saturating_mul(tables),
    })
}

impl TranspositionTable {
    /// An empty table of at most `bytes`, or of one bucket if that is more. Its memory is not
    /// touched before it is used.
    pub(super) fn new(bytes: usize) -> Result<Self, OutOfMemory> {
        Self::with_buckets(bucket_count(bytes)).ok_or(OutOfMemory { bytes })
    }

    /// An empty table. The first bucket is aligned by hand, because the system's allocator writes
    /// zeros to allocations with a larger alignment than its own.
    fn with_buckets(buckets: usize) -> Option<Self> {
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

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        if self.slots.len() * ENTRY_SIZE > CLEARED_IN_PLACE
            && let Some(fresh) = Self::with_buckets(self.buckets)
        {
            *self = fresh;
            return;
        }
        self.slots.fill_with(Slot::default);
        self.age = AtomicU8::new(0);
    }

    /// Begins another search: entries of earlier ones are replaced first.
    pub(super) fn next_age(&self) {
        let age = self.age.load(Relaxed);
        self.age.store((age + 1) % AGES, Relaxed);
    }

    /// Index of the first slot of a key's bucket: the key's upper bits, scaled to the number of buckets.
    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.first + bucket * BUCKET
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        &self.slots[self.bucket_index(key)..][..BUCKET]
    }

    /// Prefetches the bucket of a key that will soon be probed.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.slots, self.bucket_index(key));
    }

    /// The entry of the position with this key.
    pub(super) fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key && data != 0).then(|| TableEntry::unpack(data))
        })
    }

    /// Stores an entry. It replaces one of the same position, else the least valuable one of the
    /// bucket: of an earlier search, or of the least depth.
    pub(super) fn store(&self, key: u64, mut entry: TableEntry) {
        let age = self.age.load(Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, [check, data]) in bucket.iter().enumerate() {
            let data = data.load(Relaxed);
            let same = check.load(Relaxed) ^ data == key && data != 0;
            let old = TableEntry::unpack(data);
            if same {
                if entry.action == 0 {
                    entry.action = old.action;
                }
                // A shallow bound must not replace a deep one of this search.
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

    /// Share of entries of this search, in permille, estimated from a sample.
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

    const ENTRY: TableEntry = TableEntry {
        action: 14_000,
        score: -29_997,
        evaluation: 312,
        depth: 9,
        bound: Bound::Upper,
    };

    #[test]
    fn an_entry_is_read_back_as_it_was_stored() {
        let mut table = TranspositionTable::new(1 << 16).unwrap();
        table.store(77, ENTRY);
        assert_eq!(table.probe(77), Some(ENTRY));
        assert_eq!(table.probe(78), None);
        table.clear();
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn proven_wins_are_counted_from_the_probing_node() {
        let best = Score::MAX_UNPROVEN.cp();
        let stored = |value, ply| TableEntry {
            score: TableEntry::stored_score(value, ply),
            ..ENTRY
        };
        // A win six actions from the root, stored at ply 3, is three actions away.
        let win = Score::win_in(6).cp();
        assert_eq!(stored(win, 3).score_at(5), Score::win_in(8).cp());
        assert_eq!(stored(-win, 3).score_at(5), -Score::win_in(8).cp());
        for value in [best, -best, 0, 120] {
            assert_eq!(stored(value, 3).score_at(5), value);
        }
    }

    #[test]
    fn a_bound_cuts_off_scores_beyond_it() {
        let cutoff = |bound, alpha, beta| {
            let entry = TableEntry {
                score: 50,
                bound,
                ..ENTRY
            };
            entry.cutoff(0, alpha, beta)
        };
        assert_eq!(cutoff(Bound::Exact, 0, 100), Some(50));
        assert_eq!(cutoff(Bound::Lower, 0, 50), Some(50));
        assert_eq!(cutoff(Bound::Lower, 0, 51), None);
        assert_eq!(cutoff(Bound::Upper, 50, 100), Some(50));
        assert_eq!(cutoff(Bound::Upper, 49, 100), None);
        let of = |best| Bound::of(best, 10, 20);
        let found = [of(10), of(11), of(19), of(20)];
        let expected = [Bound::Upper, Bound::Exact, Bound::Exact, Bound::Lower];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_table_that_is_too_large_is_an_error() {
        // More than any address space.
        let bytes = usize::MAX >> 8;
        let error = TranspositionTable::new(bytes).err().unwrap();
        assert_eq!(
            error.to_string(),
            format!("not enough memory for {} MiB", bytes >> 20)
        );
        assert!(TranspositionTable::new(usize::MAX).is_err());
        assert_eq!(check_memory(4, 1 << 20), Ok(()));
        assert!(check_memory(2, bytes / 2).is_err());
    }

    #[test]
    fn the_shallowest_entry_of_the_oldest_search_is_replaced() {
        let table = TranspositionTable::new(0).unwrap();
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.store(key, TableEntry { depth, ..ENTRY });
        }
        table.store(5, ENTRY);
        assert_eq!(table.probe(2), None);
        table.next_age();
        table.store(6, TableEntry { depth: 1, ..ENTRY });
        assert_eq!(table.probe(4), None);
        assert!([1, 3, 5, 6].iter().all(|&key| table.probe(key).is_some()));
        assert_eq!(table.fullness(), 250);
    }
}
