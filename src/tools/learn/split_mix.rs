//! A random number generator whose numbers are the same on every machine.

use crate::chance::{STEP, mix};

/// SplitMix64.
#[derive(Debug, Clone)]
pub(super) struct SplitMix(u64);

impl SplitMix {
    /// The generator with a seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number below a bound, which is at least 1.
    pub(super) const fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// A number between -1 and 1.
    pub(super) fn balanced(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }

    /// Shuffles items.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}
