//! Colours, and what lies between them.

/// A colour: red, green, blue.
pub(super) type Tint = [u8; 3];

/// A colour and its opacity, 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink {
    pub tint: Tint,
    pub alpha: f32,
}

impl Ink {
    /// An opaque colour.
    pub(super) const fn solid(tint: Tint) -> Self {
        Self { tint, alpha: 1.0 }
    }

    /// The same colour with its opacity multiplied.
    pub(super) fn faint(self, factor: f32) -> Self {
        Self {
            alpha: self.alpha * factor,
            ..self
        }
    }
}

/// Interpolates between two colours: weight 0 is the first, 256 the second.
pub(super) fn blend(from: Tint, to: Tint, weight: u32) -> Tint {
    std::array::from_fn(|i| {
        let (from, to) = (u32::from(from[i]), u32::from(to[i]));
        ((from * (256 - weight) + to * weight + 128) >> 8) as u8
    })
}

/// The same for several pixels at once, each with its weight.
pub(super) fn blend_each<const N: usize>(pixels: &mut [Tint; N], to: Tint, weights: [u16; N]) {
    for (pixel, weight) in pixels.iter_mut().zip(weights) {
        for (from, to) in pixel.iter_mut().zip(to) {
            // Sixteen bits are just enough, and twice as fast as thirty-two.
            let sum = u16::from(*from) * (256 - weight) + u16::from(to) * weight;
            *from = ((sum + 128) >> 8) as u8;
        }
    }
}

/// Interpolates between two colours: part 0 is the first, 1 the second.
pub(super) fn mix(from: Tint, to: Tint, part: f32) -> Tint {
    blend(from, to, (part.clamp(0.0, 1.0) * 256.0) as u32)
}
