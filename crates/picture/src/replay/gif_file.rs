//! Writes an animation as GIF.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::delta::{Delta, Deltas};
use crate::error::DrawError;
use crate::tint::Tint;

/// A GIF that is being written.
pub(super) struct GifFile {
    encoder: Encoder<Vec<u8>>,
    deltas: Deltas,
    /// The palette index of unchanged pixels.
    transparent: u8,
    frames: usize,
}

impl GifFile {
    /// An empty GIF with at most 255 colours.
    pub(super) fn new((width, height): (u32, u32), colors: &[Tint]) -> Result<Self, DrawError> {
        let mut palette = colors.concat();
        // For unchanged pixels.
        palette.extend([0; 3]);
        let (across, down) = (short(width as usize), short(height as usize));
        let mut encoder = Encoder::new(Vec::new(), across, down, &palette)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let transparent = colors.len().min(255) as u8;
        Ok(Self {
            encoder,
            deltas: Deltas::new(width as usize, transparent),
            transparent,
            frames: 0,
        })
    }

    /// Adds a picture in palette indices, to be shown for `time` hundredths of a second.
    pub(super) fn add(&mut self, pixels: Vec<u8>, time: u16) -> Result<(), DrawError> {
        match self.deltas.add(pixels, time) {
            Some(delta) => self.write(delta),
            None => Ok(()),
        }
    }

    fn write(&mut self, delta: Delta) -> Result<(), DrawError> {
        self.frames += 1;
        let frame = Frame {
            delay: delta.time,
            dispose: DisposalMethod::Keep,
            transparent: delta.is_partial.then_some(self.transparent),
            left: short(delta.left),
            top: short(delta.top),
            width: short(delta.width),
            height: short(delta.height),
            buffer: Cow::Owned(delta.pixels),
            ..Frame::default()
        };
        Ok(self.encoder.write_frame(&frame)?)
    }

    /// Bytes written so far.
    pub(super) fn len(&self) -> usize {
        self.encoder.get_ref().len()
    }

    /// The whole file, and the number of its frames.
    pub(super) fn finish(mut self) -> Result<(Vec<u8>, usize), DrawError> {
        let deltas = std::mem::replace(&mut self.deltas, Deltas::new(0, 0));
        if let Some(last) = deltas.finish() {
            self.write(last)?;
        }
        Ok((self.encoder.into_inner()?, self.frames))
    }
}

/// A width or height as GIF has it: pictures are no larger than a few thousand pixels.
fn short(pixels: usize) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}
