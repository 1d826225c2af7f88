//! The Adam optimiser (Kingma and Ba, 2015), with cosine decay of the learning rate.

/// Final learning rate, as a share of the initial one.
const FINAL_RATE: f32 = 0.02;

/// Decay of the mean of gradients (beta 1).
const MEAN: f32 = 0.9;

/// Decay of the mean of squared gradients (beta 2).
const SQUARE: f32 = 0.999;

/// The state of the optimiser.
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    done: i32,
    total: usize,
}

impl Adam {
    /// An optimiser for a number of weights, and of steps in total.
    pub(super) fn new(weights: usize, total: usize) -> Self {
        Self {
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
            done: 0,
            total,
        }
    }

    /// Takes a step. `rule` gives each weight's initial learning rate, and the limit of its
    /// absolute value.
    pub(super) fn step(
        &mut self,
        weights: &mut [f32],
        gradient: &[f32],
        rule: impl Fn(usize) -> (f32, f32),
    ) {
        let done = self.done as f32 / self.total as f32;
        let decay =
            FINAL_RATE + (1.0 - FINAL_RATE) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        self.done += 1;
        let (first, second) = (1.0 - MEAN.powi(self.done), 1.0 - SQUARE.powi(self.done));
        for (index, (weight, &slope)) in weights.iter_mut().zip(gradient).enumerate() {
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let (rate, limit) = rule(index);
            *weight -= decay * rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
            *weight = weight.clamp(-limit, limit);
        }
    }
}
