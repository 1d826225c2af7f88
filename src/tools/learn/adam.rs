//! Steps of learning, by Adam (Kingma and Ba, 2015).

/// The part of the first steps that the last ones still have.
const LAST_STEP: f32 = 0.02;

/// What the running mean of slopes keeps of itself at each step.
const MEAN: f32 = 0.9;

/// What the running mean of squared slopes keeps of itself.
const SQUARE: f32 = 0.999;

/// The running means of Adam, and how far the work is.
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    done: i32,
    total: usize,
}

impl Adam {
    /// For so many weights, and so many steps in all.
    pub(super) fn new(weights: usize, total: usize) -> Self {
        Self {
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
            done: 0,
            total,
        }
    }

    /// Takes one step down the gradient. The size of the first steps, and how far from zero a
    /// weight may go, is each weight's own; steps shrink along half a cosine.
    pub(super) fn step(
        &mut self,
        weights: &mut [f32],
        gradient: &[f32],
        rule: impl Fn(usize) -> (f32, f32),
    ) {
        let done = self.done as f32 / self.total as f32;
        let shrink =
            LAST_STEP + (1.0 - LAST_STEP) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        self.done += 1;
        let (first, second) = (1.0 - MEAN.powi(self.done), 1.0 - SQUARE.powi(self.done));
        for (index, (weight, &slope)) in weights.iter_mut().zip(gradient).enumerate() {
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let (rate, limit) = rule(index);
            *weight -= shrink * rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
            *weight = weight.clamp(-limit, limit);
        }
    }
}
