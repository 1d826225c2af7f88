//! A slow and plain implementation of YINSH, written from the rulebook for the tests. It shares
//! nothing with the library but the notation.

use std::collections::{BTreeSet, HashMap};

/// A point by its letter and number.
pub(crate) type Spot = (char, i32);

/// The board: each letter with its lowest and highest number.
const LETTERS: [(char, i32, i32); 11] = [
    ('a', 2, 5),
    ('b', 1, 7),
    ('c', 1, 8),
    ('d', 1, 9),
    ('e', 1, 10),
    ('f', 2, 10),
    ('g', 2, 11),
    ('h', 3, 11),
    ('i', 4, 11),
    ('j', 5, 11),
    ('k', 7, 10),
];

/// One direction along each of the three lines through a point.
const LINES: [(i32, i32); 3] = [(0, 1), (1, 0), (1, 1)];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    Ring(Side),
    Marker(Side),
}

/// The kind of decision that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Waiting {
    PlaceRing,
    MoveRing,
    TakeRow,
    TakeRing,
    Nothing,
}

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Act {
    Place(Spot),
    Move(Spot, Spot),
    TakeRow(Spot, Spot),
    TakeRing(Spot),
    Pass,
}

impl Act {
    pub(crate) fn notation(self) -> String {
        let name = |(letter, number): Spot| format!("{letter}{number}");
        match self {
            Self::Place(spot) => name(spot),
            Self::Move(from, to) => format!("{}-{}", name(from), name(to)),
            Self::TakeRow(start, end) => format!("x{}-{}", name(start), name(end)),
            Self::TakeRing(spot) => format!("x{}", name(spot)),
            Self::Pass => "pass".to_owned(),
        }
    }
}

fn on_board((letter, number): Spot) -> bool {
    LETTERS
        .iter()
        .any(|&(column, low, high)| column == letter && (low..=high).contains(&number))
}

fn next(spot: Spot, (letters, numbers): (i32, i32)) -> Option<Spot> {
    let letter = char::from_u32((spot.0 as i32 + letters) as u32)?;
    let there = (letter, spot.1 + numbers);
    on_board(there).then_some(there)
}

/// A game in progress.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) pieces: HashMap<Spot, Piece>,
    pub(crate) waiting: Waiting,
    /// The side that decides.
    pub(crate) decides: Side,
    /// The side whose turn it is; the other one decides about rows that the turn made for it.
    pub(crate) turn: Side,
    pub(crate) pool: i32,
    pub(crate) white_taken: i32,
    pub(crate) black_taken: i32,
    goal: i32,
    /// Whether the last action was a pass.
    pub(crate) passed_before: bool,
}

impl Game {
    /// A new game that ends with so many removed rings.
    pub(crate) fn new(goal: i32) -> Self {
        Self {
            pieces: HashMap::new(),
            waiting: Waiting::PlaceRing,
            decides: Side::White,
            turn: Side::White,
            pool: 51,
            white_taken: 0,
            black_taken: 0,
            goal,
            passed_before: false,
        }
    }

    pub(crate) fn taken(&self, side: Side) -> i32 {
        match side {
            Side::White => self.white_taken,
            Side::Black => self.black_taken,
        }
    }

    pub(crate) fn spots() -> Vec<Spot> {
        LETTERS
            .iter()
            .flat_map(|&(letter, low, high)| (low..=high).map(move |number| (letter, number)))
            .collect()
    }

    fn rings(&self, side: Side) -> Vec<Spot> {
        let mut rings = Self::spots();
        rings.retain(|spot| self.pieces.get(spot) == Some(&Piece::Ring(side)));
        rings
    }

    /// All ring moves of a side: over any number of empty points; over adjacent markers to the
    /// point behind the last; never over a ring.
    fn moves(&self, side: Side) -> Vec<Act> {
        let mut moves = Vec::new();
        for from in self.rings(side) {
            for (letters, numbers) in LINES {
                for way in [(letters, numbers), (-letters, -numbers)] {
                    let mut jumping = false;
                    let mut at = from;
                    while let Some(spot) = next(at, way) {
                        at = spot;
                        match self.pieces.get(&spot) {
                            Some(Piece::Ring(_)) => break,
                            Some(Piece::Marker(_)) => jumping = true,
                            None => {
                                moves.push(Act::Move(from, spot));
                                if jumping {
                                    break;
                                }
                            }
                        }
                    }
                }
            }
        }
        moves
    }

    fn five_from(start: Spot, way: (i32, i32)) -> Option<Vec<Spot>> {
        let mut five = vec![start];
        while five.len() < 5 {
            five.push(next(five[five.len() - 1], way)?);
        }
        Some(five)
    }

    fn rows(&self, side: Side) -> Vec<Act> {
        let mut rows = Vec::new();
        for start in Self::spots() {
            for way in LINES {
                let Some(five) = Self::five_from(start, way) else {
                    continue;
                };
                if five
                    .iter()
                    .all(|spot| self.pieces.get(spot) == Some(&Piece::Marker(side)))
                {
                    rows.push(Act::TakeRow(start, five[4]));
                }
            }
        }
        rows
    }

    pub(crate) fn choices(&self) -> BTreeSet<Act> {
        let acts = match self.waiting {
            Waiting::PlaceRing => Self::spots()
                .into_iter()
                .filter(|spot| !self.pieces.contains_key(spot))
                .map(Act::Place)
                .collect(),
            Waiting::MoveRing => {
                let moves = self.moves(self.decides);
                if moves.is_empty() {
                    vec![Act::Pass]
                } else {
                    moves
                }
            }
            Waiting::TakeRow => self.rows(self.decides),
            Waiting::TakeRing => self
                .rings(self.decides)
                .into_iter()
                .map(Act::TakeRing)
                .collect(),
            Waiting::Nothing => Vec::new(),
        };
        acts.into_iter().collect()
    }

    fn next_turn(&mut self) {
        self.turn = self.turn.other();
        self.decides = self.turn;
        self.waiting = Waiting::MoveRing;
    }

    /// Finds the next decision after a ring has moved or has been removed.
    fn settle(&mut self) {
        for side in [self.turn, self.turn.other()] {
            if !self.rows(side).is_empty() {
                self.decides = side;
                self.waiting = Waiting::TakeRow;
                return;
            }
        }
        if self.pool == 0 {
            self.waiting = Waiting::Nothing;
        } else {
            self.next_turn();
        }
    }

    pub(crate) fn play(&mut self, act: Act) {
        let side = self.decides;
        let passed_before = std::mem::take(&mut self.passed_before);
        match act {
            Act::Place(spot) => {
                self.pieces.insert(spot, Piece::Ring(side));
                let placed = self.pieces.len();
                self.next_turn();
                if placed < 10 {
                    self.waiting = Waiting::PlaceRing;
                }
            }
            Act::Move(from, to) => {
                self.pool -= 1;
                self.pieces.insert(from, Piece::Marker(side));
                let way = (
                    (to.0 as i32 - from.0 as i32).signum(),
                    (to.1 - from.1).signum(),
                );
                let mut at = from;
                while let Some(spot) = next(at, way).filter(|&spot| spot != to) {
                    if let Some(Piece::Marker(shown)) = self.pieces.get_mut(&spot) {
                        *shown = shown.other();
                    }
                    at = spot;
                }
                self.pieces.insert(to, Piece::Ring(side));
                self.settle();
            }
            Act::TakeRow(start, end) => {
                let way = (
                    (end.0 as i32 - start.0 as i32).signum(),
                    (end.1 - start.1).signum(),
                );
                for spot in Self::five_from(start, way).expect("a row lies on the board") {
                    self.pieces.remove(&spot);
                }
                self.pool += 5;
                self.waiting = Waiting::TakeRing;
            }
            Act::TakeRing(spot) => {
                self.pieces.remove(&spot);
                match side {
                    Side::White => self.white_taken += 1,
                    Side::Black => self.black_taken += 1,
                }
                if self.taken(side) == self.goal {
                    self.waiting = Waiting::Nothing;
                } else {
                    self.settle();
                }
            }
            Act::Pass => {
                if passed_before {
                    self.waiting = Waiting::Nothing;
                } else {
                    self.passed_before = true;
                    self.next_turn();
                }
            }
        }
    }

    /// The winner of a finished game; `None` for a draw.
    pub(crate) fn winner(&self) -> Option<Side> {
        match self.white_taken - self.black_taken {
            0 => None,
            lead if lead > 0 => Some(Side::White),
            _ => Some(Side::Black),
        }
    }
}
