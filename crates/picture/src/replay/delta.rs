//! The differences between the frames of an animation.

/// The smallest rectangle that holds all changes of a frame.
pub(super) struct Delta {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
    /// Palette indices, with the transparent one for unchanged pixels.
    pub pixels: Vec<u8>,
    /// Whether pixels may be transparent.
    pub is_partial: bool,
    /// How long it is shown, in hundredths of a second.
    pub time: u16,
}

/// Turns pictures of one size into deltas.
pub(super) struct Deltas {
    width: usize,
    /// The palette index of unchanged pixels.
    transparent: u8,
    /// The picture before; empty at first.
    shown: Vec<u8>,
    /// The last delta, held back in case an equal picture prolongs it.
    last: Option<Delta>,
}

impl Deltas {
    pub(super) const fn new(width: usize, transparent: u8) -> Self {
        Self {
            width,
            transparent,
            shown: Vec::new(),
            last: None,
        }
    }

    /// Adds a picture in palette indices. Returns the delta before it, now that it is complete.
    pub(super) fn add(&mut self, pixels: Vec<u8>, time: u16) -> Option<Delta> {
        let Some(changed) = self.changed(&pixels) else {
            if let Some(last) = &mut self.last {
                last.time = last.time.saturating_add(time);
            }
            return None;
        };
        let (width, height) = (changed.right - changed.left, changed.bottom - changed.top);
        let is_partial = !self.shown.is_empty();
        let mut buffer = Vec::with_capacity(width * height);
        for y in changed.top..changed.bottom {
            let row = y * self.width + changed.left..y * self.width + changed.right;
            let new = &pixels[row.clone()];
            match self.shown.get(row) {
                Some(old) => {
                    let pairs = new.iter().zip(old);
                    buffer.extend(pairs.map(|(&new, &old)| match new == old {
                        true => self.transparent,
                        false => new,
                    }));
                }
                None => buffer.extend(new),
            }
        }
        self.shown = pixels;
        self.last.replace(Delta {
            left: changed.left,
            top: changed.top,
            width,
            height,
            pixels: buffer,
            is_partial,
            time,
        })
    }

    /// The last delta.
    pub(super) fn finish(self) -> Option<Delta> {
        self.last
    }

    /// The rectangle in which a picture differs from the one before; `None` if they are equal.
    fn changed(&self, pixels: &[u8]) -> Option<Changed> {
        if self.shown.is_empty() {
            return Some(Changed {
                left: 0,
                top: 0,
                right: self.width,
                bottom: pixels.len() / self.width.max(1),
            });
        }
        let mut changed: Option<Changed> = None;
        let rows = pixels
            .chunks_exact(self.width)
            .zip(self.shown.chunks_exact(self.width));
        for (y, (new, old)) in rows.enumerate() {
            if new == old {
                continue;
            }
            let differs = |i: &usize| new[*i] != old[*i];
            let left = (0..self.width).find(differs).unwrap_or(0);
            let right = 1 + (0..self.width).rfind(differs).unwrap_or(0);
            let before = changed.get_or_insert(Changed {
                left,
                top: y,
                right,
                bottom: y + 1,
            });
            before.left = before.left.min(left);
            before.right = before.right.max(right);
            before.bottom = y + 1;
        }
        changed
    }
}

/// A rectangle, without its right and bottom edges.
struct Changed {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}
