//! The evaluation that was learned: a small network over the patterns of all fives of points.
//!
//! Each pattern of five points has a vector; the vectors of all fives on the board, and one for
//! what stands on each point by its place, are added up, once as white sees the board and once as
//! black does. Turning or mirroring the board changes nothing: the fives of all three axes share
//! their vectors, a pattern and its reverse too, and so do points that the board's symmetries
//! carry to each other. Sums are kept in step as actions are played (after Nasu, «Efficiently
//! Updatable Neural-Network-based Evaluation Functions for Computer Shogi», 2018; vectors of
//! line patterns as in Rapfi, a Gomoku engine). Two small layers then judge the sums. All of it
//! is whole numbers, so that every machine comes to the same value.

use std::array;
use std::sync::LazyLock;

use wide::{i16x16, i32x8};

use super::evaluate::Evaluate;
use super::score::Score;
use super::windows::{self, PATTERNS, Patterns, STATES, foreign, reversed, swapped};
use crate::game::{Color, Point, Position, Stage, Symmetry};

/// Numbers in a pattern's vector, for one player's view.
pub(crate) const WIDTH: usize = 32;

/// Inputs of the first layer: what the player who decides sees, then the other one.
pub(crate) const INPUTS: usize = 2 * WIDTH;

/// Outputs of the first layer.
pub(crate) const HIDDEN: usize = 16;

/// Kinds of positions that have biases of their own, see [`bucket`].
pub(crate) const BUCKETS: usize = 10;

/// What 1.0 is in sums and in the first layer's outputs.
pub(crate) const ONE: f32 = 128.0;

/// What 1.0 is in the weights of the layers.
pub(crate) const WEIGHT_ONE: f32 = (1 << WEIGHT_BITS) as f32;

/// The same, as a power of two.
const WEIGHT_BITS: i32 = 6;

/// How many kinds of points there are that no turn or mirror of the board exchanges.
pub(crate) const ORBITS: usize = 11;

/// Bytes before the numbers of a network file: what it is, and the sizes of its parts.
const HEAD: [u8; 8] = [
    b'R',
    b'L',
    b'N',
    b'1',
    WIDTH as u8,
    HIDDEN as u8,
    BUCKETS as u8,
    ORBITS as u8,
];

/// The orbit of every slot of the grid.
static ORBIT: LazyLock<[u8; 121]> = LazyLock::new(|| {
    // The first point of each orbit.
    let mut firsts: Vec<Option<Point>> = Vec::new();
    let mut orbits = [0; 121];
    for point in Point::ALL {
        let first = Symmetry::all().map(|symmetry| symmetry.of(point)).min();
        let orbit = firsts.iter().position(|&other| other == first);
        orbits[point.slot()] = orbit.unwrap_or_else(|| {
            firsts.push(first);
            firsts.len() - 1
        }) as u8;
    }
    orbits
});

/// The orbit of a point, below [`ORBITS`].
pub(crate) fn orbit(point: Point) -> usize {
    ORBIT[point.slot()] as usize
}

/// Which of a pattern and its reverse stands for both.
pub(crate) fn canonical(pattern: usize) -> usize {
    pattern.min(reversed(pattern))
}

/// The kind of a position: rings that either player has still to remove, 1 to 3 each; and
/// whether rings are still placed.
pub(crate) fn bucket(position: &Position) -> usize {
    if position.stage() == Stage::Place {
        return BUCKETS - 1;
    }
    let goal = position.variant().goal();
    let left = |color| usize::from(goal.saturating_sub(position.removed(color)).clamp(1, 3)) - 1;
    3 * left(position.actor()) + left(!position.actor())
}

/// Outputs of the first layer that are reckoned at once.
const LANES: usize = 8;

/// How often that is done.
const GROUPS: usize = HIDDEN / LANES;

const _: () = assert!(HIDDEN.is_multiple_of(LANES) && INPUTS.is_multiple_of(2));

/// Both players' sums: white's view, then black's.
type Sums = [i16; INPUTS];

/// A network, with its vectors spread out for quick use.
pub(crate) struct Network {
    patterns: Vec<Sums>,
    points: [[Sums; STATES]; ORBITS],
    /// What each two inputs weigh in each output: their weights stand side by side, as processors
    /// multiply numbers of 16 bits and add neighbours in one step.
    first: [[i16x16; GROUPS]; INPUTS / 2],
    first_bias: [[i32x8; GROUPS]; BUCKETS],
    second: [i32x8; GROUPS],
    second_bias: [i32; BUCKETS],
}

/// The numbers of a network as they are learned, 1.0 being 1.0.
pub(crate) struct Weights {
    /// A vector for each pattern; only those of [`canonical`] ones count.
    pub(crate) patterns: Vec<[f32; WIDTH]>,
    /// A vector for each orbit and what stands there.
    pub(crate) points: [[[f32; WIDTH]; STATES]; ORBITS],
    pub(crate) first: [[f32; INPUTS]; HIDDEN],
    pub(crate) first_bias: [[f32; HIDDEN]; BUCKETS],
    pub(crate) second: [f32; HIDDEN],
    pub(crate) second_bias: [f32; BUCKETS],
}

/// Largest absolute value that a number of a vector may have: sums of 123 of patterns and 85 of
/// points fit 16 bits.
pub(crate) const VECTOR_LIMIT: f32 = 1.2;

/// Largest absolute value of the layers' weights.
pub(crate) const LAYER_LIMIT: f32 = 60.0;

/// A number of a vector or a weight, made whole; `one` is what 1.0 is.
fn small(value: f32, one: f32) -> i16 {
    (value * one).round() as i16
}

/// A bias, made whole. None is beyond [`LAYER_LIMIT`], so that numbers of the file are told
/// exactly by the 24 bits of a floating-point number.
fn large(value: f32) -> i32 {
    (value * ONE * WEIGHT_ONE).round() as i32
}

impl Weights {
    /// The file of the network: numbers of 16 and 32 bits, lowest byte first.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        let mut smalls = |values: &[f32], one: f32| {
            bytes.extend(values.iter().flat_map(|&v| small(v, one).to_le_bytes()));
        };
        for (pattern, vector) in self.patterns.iter().enumerate() {
            if canonical(pattern) == pattern {
                smalls(vector, ONE);
            }
        }
        self.points.iter().flatten().for_each(|v| smalls(v, ONE));
        self.first.iter().for_each(|v| smalls(v, WEIGHT_ONE));
        smalls(&self.second, WEIGHT_ONE);
        let biases = self.first_bias.as_flattened().iter();
        let biases = biases.chain(&self.second_bias);
        bytes.extend(biases.flat_map(|&v| large(v).to_le_bytes()));
        bytes
    }

    /// The numbers of a file that [`Weights::encode`] wrote; `None` for any other.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes.strip_prefix(&HEAD)?);
        let mut patterns = vec![[0.0; WIDTH]; PATTERNS];
        for (pattern, vector) in patterns.iter_mut().enumerate() {
            if canonical(pattern) == pattern {
                *vector = reader.small(ONE)?;
            }
        }
        let mut points = [[[0.0; WIDTH]; STATES]; ORBITS];
        for vector in points.as_flattened_mut() {
            *vector = reader.small(ONE)?;
        }
        let mut first = [[0.0; INPUTS]; HIDDEN];
        for row in &mut first {
            *row = reader.small(WEIGHT_ONE)?;
        }
        let second = reader.small(WEIGHT_ONE)?;
        let mut first_bias = [[0.0; HIDDEN]; BUCKETS];
        for row in &mut first_bias {
            *row = reader.large()?;
        }
        let second_bias = reader.large()?;
        reader.0.is_empty().then_some(Self {
            patterns,
            points,
            first,
            first_bias,
            second,
            second_bias,
        })
    }
}

/// Reads numbers from a network file.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// `N` numbers of 16 bits; `one` is what 1.0 is.
    fn small<const N: usize>(&mut self, one: f32) -> Option<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            let (bytes, rest) = self.0.split_first_chunk()?;
            (*value, self.0) = (f32::from(i16::from_le_bytes(*bytes)) / one, rest);
        }
        Some(values)
    }

    /// `N` numbers of 32 bits, biases of a layer.
    fn large<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            let (bytes, rest) = self.0.split_first_chunk()?;
            let bias = i32::from_le_bytes(*bytes) as f32;
            (*value, self.0) = (bias / (ONE * WEIGHT_ONE), rest);
        }
        Some(values)
    }
}

impl Network {
    /// The network of a file that [`Weights::encode`] wrote; `None` for any other.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        Weights::decode(bytes).map(|weights| Self::new(&weights))
    }

    /// The network of these numbers, made whole.
    fn new(weights: &Weights) -> Self {
        let vector = |vector: &[f32; WIDTH]| vector.map(|value| small(value, ONE));
        let weight = |value: f32| small(value, WEIGHT_ONE);
        let both = |own: &[f32; WIDTH], other: &[f32; WIDTH]| {
            let mut sums = [0; INPUTS];
            sums[..WIDTH].copy_from_slice(&vector(own));
            sums[WIDTH..].copy_from_slice(&vector(other));
            sums
        };
        let view = |pattern: usize| &weights.patterns[canonical(pattern)];
        let grouped = |values: [i32; HIDDEN]| {
            array::from_fn(|group| i32x8::new(array::from_fn(|i| values[LANES * group + i])))
        };
        Self {
            patterns: (0..PATTERNS)
                .map(|pattern| both(view(pattern), view(swapped(pattern))))
                .collect(),
            points: weights
                .points
                .map(|views| array::from_fn(|state| both(&views[state], &views[foreign(state)]))),
            first: array::from_fn(|pair| {
                array::from_fn(|group| {
                    i16x16::new(array::from_fn(|i| {
                        weight(weights.first[LANES * group + i / 2][2 * pair + i % 2])
                    }))
                })
            }),
            first_bias: weights.first_bias.map(|row| grouped(row.map(large))),
            second: grouped(weights.second.map(|value| i32::from(weight(value)))),
            second_bias: weights.second_bias.map(large),
        }
    }
}

/// The patterns on the board, and both players' sums.
#[derive(Clone, Copy)]
pub(crate) struct State {
    patterns: Patterns,
    sums: Sums,
}

impl Evaluate for Network {
    type State = State;

    fn state(&self, position: &Position) -> State {
        let patterns = Patterns::of(position);
        let mut sums = [0; INPUTS];
        let mut add = |vector: &Sums| {
            for (sum, value) in sums.iter_mut().zip(vector) {
                *sum += value;
            }
        };
        for &pattern in patterns.all() {
            add(&self.patterns[pattern as usize]);
        }
        for point in Point::ALL {
            add(&self.points[orbit(point)][windows::state(position, point) as usize]);
        }
        State { patterns, sums }
    }

    #[inline]
    fn after(&self, state: &State, old: &Position, new: &Position) -> State {
        let mut sums = state.sums;
        let mut points = sums;
        points.fill(0);
        let patterns = state.patterns.after(
            old,
            new,
            |point, before, after| {
                let vectors = &self.points[ORBIT[point.slot()] as usize];
                let (new, old) = (&vectors[after], &vectors[before]);
                for i in 0..INPUTS {
                    points[i] += new[i] - old[i];
                }
            },
            |before, after| {
                let (new, old) = (&self.patterns[after], &self.patterns[before]);
                for i in 0..INPUTS {
                    sums[i] += new[i] - old[i];
                }
            },
        );
        for i in 0..INPUTS {
            sums[i] += points[i];
        }
        State { patterns, sums }
    }

    #[inline]
    fn judge(&self, state: &State, position: &Position) -> i32 {
        let one = ONE as i16;
        let mut inputs = state.sums.map(|sum| sum.clamp(0, one));
        if position.actor() == Color::Black {
            inputs.rotate_left(WIDTH);
        }
        let bucket = bucket(position);
        let mut hidden = self.first_bias[bucket];
        for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(&self.first) {
            let pair = i16x16::new(array::from_fn(|i| pair[i % 2]));
            for (sum, &weights) in hidden.iter_mut().zip(weights) {
                *sum += weights.dot(pair);
            }
        }
        let mut value = self.second_bias[bucket];
        for (&sum, &weights) in hidden.iter().zip(&self.second) {
            // A division would round what is below zero otherwise, but that is clipped.
            let output = (sum >> WEIGHT_BITS)
                .max(i32x8::ZERO)
                .min(i32x8::splat(i32::from(one)));
            value += (output * weights).reduce_add();
        }
        // With 16 outputs of at most 128, weights and biases within `LAYER_LIMIT`: below 2^31.
        value * Score::UNIT / (ONE * WEIGHT_ONE) as i32
    }
}

/// The network that the program carries.
pub(crate) fn built_in() -> &'static Network {
    static NETWORK: LazyLock<Network> = LazyLock::new(|| {
        #[expect(clippy::expect_used, reason = "tests read the file that is built in")]
        Network::decode(include_bytes!("../../assets/engine/network.bin"))
            .expect("the network that is built in is one")
    });
    &NETWORK
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn sums_kept_in_step_are_those_of_the_position() {
        let network = built_in();
        let mut seed = 1_u64;
        let mut position = Position::start(Variant::Normal);
        let mut state = network.state(&position);
        while position.stage() != Stage::Over {
            let actions = position.legal_actions();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let next = position.play_unchecked(actions[(seed >> 33) as usize % actions.len()]);
            state = network.after(&state, &position, &next);
            position = next;
            assert_eq!(state.sums, network.state(&position).sums, "{position}");
        }
    }

    const FILE: &[u8] = include_bytes!("../../assets/engine/network.bin");

    /// What the file says a position is worth, one number after the other.
    fn plainly(position: &Position) -> i32 {
        let weights = Weights::decode(FILE).unwrap();
        let one = ONE as i32;
        let mut sums = [[0; WIDTH]; 2];
        let mut add = |view: usize, vector: &[f32; WIDTH]| {
            for (sum, &value) in sums[view].iter_mut().zip(vector) {
                *sum += i32::from(small(value, ONE));
            }
        };
        let black = position.actor() == Color::Black;
        for &pattern in Patterns::of(position).all() {
            let (white, other) = (pattern as usize, swapped(pattern as usize));
            add(usize::from(black), &weights.patterns[canonical(white)]);
            add(usize::from(!black), &weights.patterns[canonical(other)]);
        }
        for point in Point::ALL {
            let (vectors, state) = (
                &weights.points[orbit(point)],
                windows::state(position, point) as usize,
            );
            add(usize::from(black), &vectors[state]);
            add(usize::from(!black), &vectors[foreign(state)]);
        }
        let bucket = bucket(position);
        let mut value = large(weights.second_bias[bucket]);
        for (output, row) in weights.first.iter().enumerate() {
            let mut sum = large(weights.first_bias[bucket][output]);
            for (&weight, &input) in row.iter().zip(sums.as_flattened()) {
                sum += i32::from(small(weight, WEIGHT_ONE)) * input.clamp(0, one);
            }
            let output_weight = i32::from(small(weights.second[output], WEIGHT_ONE));
            value += (sum / WEIGHT_ONE as i32).clamp(0, one) * output_weight;
        }
        value * Score::UNIT / (ONE * WEIGHT_ONE) as i32
    }

    #[test]
    fn what_is_reckoned_at_once_is_what_the_file_says() {
        let mut seed = 9_u64;
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..12 {
            let mut position = Position::start(Variant::Normal);
            while position.stage() != Stage::Over {
                let network = built_in();
                let value = network.judge(&network.state(&position), &position);
                assert_eq!(value, plainly(&position), "{position}");
                seen.insert((position.actor().index(), bucket(&position)));
                let actions = position.legal_actions();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position = position.play_unchecked(actions[(seed >> 33) as usize % actions.len()]);
            }
        }
        // Both players, and rings left in pairs of several kinds.
        assert!(seen.len() >= 12, "{seen:?}");
    }

    #[test]
    fn a_file_holds_all_of_a_network() {
        let weights = Weights::decode(FILE).unwrap();
        assert_eq!(weights.encode(), FILE);
        assert!(Weights::decode(&FILE[..FILE.len() - 1]).is_none());
        assert!(Weights::decode(&FILE[1..]).is_none());
        assert!(Weights::decode(&[FILE, &[0]].concat()).is_none());
    }

    #[test]
    fn a_kind_of_position_tells_whose_rings_are_left() {
        let start = Position::start(Variant::Normal);
        assert_eq!(bucket(&start), BUCKETS - 1);
        // White has one ring to remove yet, black two.
        let text = "1R2/1M1M3/2Mm4/1M1MRr1m1/1R1m1M4/2rMmMMm1/Mrm1mmMmm1/2MmrMMMm/5m2/m5m/4 b b \
                    move 2-1 normal";
        let position: Position = text.parse().unwrap();
        assert_eq!(bucket(&position), 3);
        let other: Position = text.replace("b b", "w w").parse().unwrap();
        assert_eq!(bucket(&other), 1);
    }

    #[test]
    fn every_orbit_is_numbered() {
        let mut counts = [0; ORBITS];
        for point in Point::ALL {
            counts[orbit(point)] += 1;
        }
        counts.sort_unstable();
        assert_eq!(counts, [1, 6, 6, 6, 6, 6, 6, 12, 12, 12, 12]);
    }
}
