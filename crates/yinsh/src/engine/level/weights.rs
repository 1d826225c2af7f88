//! How much each habit and the engine's judgement count for people: weights of a conditional logit
//! model, fitted to games of people by `ringleader learn levels`.

use super::habits::HABITS;
use super::person::JUDGEMENT;

/// Weights of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// Of the habits.
    pub habits: [f32; HABITS],
    /// Of the engine's judgement.
    pub judgement: [f32; JUDGEMENT],
}

/// For ring moves.
pub const MOVE: Weights = Weights {
    habits: [
        0.024,  // own windows of two
        0.064,  // own windows of three
        0.063,  // own windows of four
        2.170,  // own rows
        -0.033, // their windows of two
        -0.113, // their windows of three
        -0.369, // their windows of four
        0.365,  // their rows
        0.033,  // own markers turned
        0.824,  // their markers turned
        0.366,  // one step
        -0.813, // distance
        0.348,  // jump
        -0.060, // target from the centre
        0.443,  // origin from the centre
        0.103,  // own mobility
        -0.372, // their mobility
        -0.326, // allows a row
        0.986,  // stops a row
        0.247,  // target beside own ring
        0.110,  // target beside their ring
        1.142,  // target beside own markers
        0.821,  // target beside their markers
        0.313,  // origin beside own markers
        -0.032, // origin beside their markers
        -0.225, // leaves the ring shut in
        1.199,  // own row in one
        -0.348, // turns none
        0.269,  // target on the edge
    ],
    judgement: [
        0.505,  // behind the best, up to three logits
        -0.208, // behind the best, in logits
        0.536,  // behind the best, in chances
        0.369,  // the best
    ],
};

/// For placements.
pub const PLACE: Weights = Weights {
    habits: [
        0.714,  // in the centre
        0.002,  // one from the centre
        -0.009, // two from the centre
        -0.035, // three from the centre
        -0.298, // four from the centre
        -0.357, // on the edge
        -0.188, // beside one own ring
        0.678,  // beside more own rings
        0.140,  // beside one of their rings
        0.132,  // beside more of their rings
        1.182,  // own rings in line
        0.554,  // their rings in line
        0.102,  // next but one to own ring
        -0.029, // next but one to their ring
        0.798,  // own mobility
        -0.357, // their mobility
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    ],
    judgement: [
        1.080, // behind the best, up to three logits
        1.080, // behind the best, in logits
        1.265, // behind the best, in chances
        0.413, // the best
    ],
};
