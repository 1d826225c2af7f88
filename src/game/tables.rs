//! Tables made at compile time: where each point lies on its three lines, and how far a ring
//! slides along a line.
//!
//! A line holds at most ten points. With the markers and the rings of a line each pulled out as
//! ten bits, what a ring at place `i` of the line can reach is one `and` of two table entries:
//! [`REACH`] knows where the markers let it land were there no rings, [`SIGHT`] how far it sees
//! before the first ring. A ring behind the landing point changes nothing and a ring on it or
//! before it forbids it, so the two are independent.

use super::point::{Axis, COLUMN_RANGES, POINT_COUNT, Point, SLOTS, STRIDE};

/// Longest line of the board, in points.
const LINE: usize = 10;

/// Bits of a line's window.
pub(super) const WINDOW: u16 = (1 << LINE) - 1;

/// Where a point lies on one of its lines.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// First bit of the line in the layout of its axis.
    pub(super) shift: u8,
    /// The point's place on the line, 0 to 9.
    pub(super) at: u8,
    /// The bits of the window behind the line's end, which stop a ring as another ring does.
    pub(super) wall: u16,
}

/// Column and number-1 of a slot.
const fn split(slot: usize) -> (usize, usize) {
    (slot / STRIDE as usize, slot % STRIDE as usize)
}

/// Which line of its axis a slot lies on, 0 to 10.
const fn line_of(axis: Axis, slot: usize) -> usize {
    let (column, row) = split(slot);
    match axis {
        Axis::Letter => column,
        Axis::Number => row,
        Axis::Diagonal => column + 5 - row,
    }
}

/// How far along its line a slot lies, counted from the grid's edge.
const fn along(axis: Axis, slot: usize) -> usize {
    let (column, row) = split(slot);
    match axis {
        Axis::Letter => row,
        Axis::Number | Axis::Diagonal => column,
    }
}

/// [`Place`] of every slot on each axis. Off-board slots hold a filler that nothing reads.
pub(super) static PLACES: [[Place; SLOTS]; 3] = {
    let axes = Axis::ALL;
    let mut places = [[Place {
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
                // The sets themselves are the layout of this axis.
                Axis::Letter => COLUMN_RANGES[line].0 as usize - 1,
                Axis::Number | Axis::Diagonal => 0,
            };
            places[a][slot] = Place {
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

/// The bit of every slot in the layouts in which numbered and diagonal lines are contiguous.
pub(super) static TURNED: [[u128; 2]; SLOTS] = {
    let mut turned = [[0; 2]; SLOTS];
    let mut i = 0;
    while i < POINT_COUNT {
        let slot = Point::ALL[i].slot();
        let mut a = 0;
        while a < 2 {
            let place = PLACES[a + 1][slot];
            turned[slot][a] = 1 << (place.shift + place.at);
            a += 1;
        }
        i += 1;
    }
    turned
};

/// `REACH[i][markers]`: where a ring at place `i` may land, other rings left out of account: on
/// every empty point up to the first markers, and on the first empty point behind those.
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

/// `SIGHT[i][rings]`: the places seen from place `i` before the first ring on either side.
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
