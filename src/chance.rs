//! Numbers that look random, the same on every machine and with every version: SplitMix64 (Steele,
//! Lea, Flood, «Fast splittable pseudorandom number generators», OOPSLA 2014).

/// What the generator's state grows by at each step.
pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number made from a state, or from anything else: its finaliser.
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_generator() {
        // The first three from the state 1234567, as the authors' own program gives them.
        let numbers: Vec<u64> = (1..=3_u64)
            .map(|step| mix(1_234_567_u64.wrapping_add(step.wrapping_mul(STEP))))
            .collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
