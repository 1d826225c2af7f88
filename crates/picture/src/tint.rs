//! Colours, and what lies between them.

/// A colour: red, green, blue.
pub(super) type Tint = [u8; 3];

/// Interpolates between two colours: weight 0 is the first, 256 the second.
pub(super) fn blend(from: Tint, to: Tint, weight: u32) -> Tint {
    std::array::from_fn(|i| {
        let (from, to) = (u32::from(from[i]), u32::from(to[i]));
        ((from * (256 - weight) + to * weight + 128) >> 8) as u8
    })
}

/// Interpolates between two colours: part 0 is the first, 1 the second.
pub(super) fn mix(from: Tint, to: Tint, part: f32) -> Tint {
    blend(from, to, (part.clamp(0.0, 1.0) * 256.0) as u32)
}
