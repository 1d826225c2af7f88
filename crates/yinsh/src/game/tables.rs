//! Compile-time tables for ring moves: each point's place on its three lines, and the targets of a
//! ring along a line.
//!
//! A line has at most ten points. With its markers and its rings extracted as ten bits each, the
//! targets of a ring at place `i` are the intersection of two table entries: [`REACH`], where the
//! markers let it land if there were no rings, and [`SIGHT`], how far it gets before the first
//! ring. They are independent: a ring beyond a target has no effect on it, and a ring on or before
//! it rules it out.

use super::point::{Axis, COLUMN_RANGES, POINT_COUNT, Point, SLOTS, STRIDE};

/// Maximum length of a line, in points.
const LINE: usize = 10;

/// Mask of a line's bits.
pub(super) const WINDOW: u16 = (1 << LINE) - 1;

/// The place of a point on one of its lines.
#[derive(Clone, Copy)]
pub(super) struct LinePlace {
    /// First bit of the line in the layout of its axis.
    pub(super) shift: u8,
    /// Index of the point on the line, 0 to 9.
    pub(super) at: u8,
    /// The bits beyond the line's end, which block like rings.
    pub(super) wall: u16,
}

/// Column and row (number - 1) of a slot.
const fn split(slot: usize) -> (usize, usize) {
    (slot / STRIDE as usize, slot % STRIDE as usize)
}

/// Index of a slot's line among those of an axis, 0 to 10.
const fn line_of(axis: Axis, slot: usize) -> usize {
    let (column, row) = split(slot);
    match axis {
        Axis::Letter => column,
        Axis::Number => row,
        Axis::Diagonal => column + 5 - row,
    }
}

/// Position of a slot along its line, counted from the grid's edge.
const fn along(axis: Axis, slot: usize) -> usize {
    let (column, row) = split(slot);
    match axis {
        Axis::Letter => row,
        Axis::Number | Axis::Diagonal => column,
    }
}

/// The places of all slots, by axis. Those of slots off the board are not used.
pub(super) static PLACES: [[LinePlace; SLOTS]; 3] = {
    let axes = Axis::ALL;
    let mut places = [[LinePlace {
        shift: 0,
        at: 0,
        wall: 0,
    }; SLOTS]; 3];
    let mut a = 0;
    while a < 3 {
        let axis = axes[a];
        let mut first = [usize::MAX; 11];
        let mut length = [0; 11];
        let mut i = 0;
        while i < POINT_COUNT {
            let slot = Point::ALL[i].slot();
            let line = line_of(axis, slot);
            if along(axis, slot) < first[line] {
                first[line] = along(axis, slot);
            }
            length[line] += 1;
            i += 1;
        }
        let mut i = 0;
        while i < POINT_COUNT {
            let slot = Point::ALL[i].slot();
            let line = line_of(axis, slot);
            let offset = match axis {
                // The layout of point sets.
                Axis::Letter => COLUMN_RANGES[line].0 as usize - 1,
                Axis::Number | Axis::Diagonal => 0,
            };
            places[a][slot] = LinePlace {
                shift: (line * STRIDE as usize + offset) as u8,
                at: (along(axis, slot) - first[line]) as u8,
                wall: WINDOW & !((1 << length[line]) - 1),
            };
            i += 1;
        }
        a += 1;
    }
    places
};

/// The bit of each slot in the layouts in which numbered and diagonal lines are contiguous.
pub(super) static ROTATED: [[u128; 2]; SLOTS] = {
    let mut rotated = [[0; 2]; SLOTS];
    let mut i = 0;
    while i < POINT_COUNT {
        let slot = Point::ALL[i].slot();
        let mut a = 0;
        while a < 2 {
            let place = PLACES[a + 1][slot];
            rotated[slot][a] = 1 << (place.shift + place.at);
            a += 1;
        }
        i += 1;
    }
    rotated
};

/// `REACH[i][markers]`: the targets of a ring at place `i` without other rings: every empty point
/// up to the first markers, and the first empty point behind those.
pub(super) static REACH: [[u16; 1 << LINE]; LINE] = {
    let mut table = [[0; 1 << LINE]; LINE];
    let mut at = 0;
    while at < LINE {
        let mut markers = 0;
        while markers < 1 << LINE {
            let mut reach = 0u16;
            let mut jumped = false;
            let mut to = at + 1;
            while to < LINE {
                if markers >> to & 1 == 1 {
                    jumped = true;
                } else {
                    reach |= 1 << to;
                    if jumped {
                        break;
                    }
                }
                to += 1;
            }
            jumped = false;
            to = at;
            while to > 0 {
                to -= 1;
                if markers >> to & 1 == 1 {
                    jumped = true;
                } else {
                    reach |= 1 << to;
                    if jumped {
                        break;
                    }
                }
            }
            table[at][markers] = reach;
            markers += 1;
        }
        at += 1;
    }
    table
};

/// `SIGHT[i][rings]`: the places between place `i` and the first ring on either side.
pub(super) static SIGHT: [[u16; 1 << LINE]; LINE] = {
    let mut table = [[0; 1 << LINE]; LINE];
    let mut at = 0;
    while at < LINE {
        let mut rings = 0;
        while rings < 1 << LINE {
            let mut sight = 0u16;
            let mut to = at + 1;
            while to < LINE && rings >> to & 1 == 0 {
                sight |= 1 << to;
                to += 1;
            }
            to = at;
            while to > 0 && rings >> (to - 1) & 1 == 0 {
                to -= 1;
                sight |= 1 << to;
            }
            table[at][rings] = sight;
            rings += 1;
        }
        at += 1;
    }
    table
};
