//! The moments of a replay: what each shows, and for how long.

use super::Replay;
use crate::geometry::Layout;
use crate::painter::{Motion, MovingPiece};
use yinsh::game::{Action, Color, Played, Point, PointSet, Position, Row};

/// What is to be painted into a frame.
pub(super) struct Moment {
    /// How long it is shown, in hundredths of a second.
    pub time: u16,
    pub position: Position,
    pub caption: String,
    /// The actions that are marked.
    pub last: Vec<Played>,
    /// What moves. The last moment has none: it looks like any picture of the final board.
    pub motion: Option<Motion>,
}

// Times are in hundredths of a second.

/// The initial board.
const OPENING: u16 = 120;
/// The final board.
const END: u16 = 400;
/// The board after a turn: with the motion, a turn takes about a second.
const HOLD: u16 = 55;
/// The same after a placement, where there is less to see.
const HOLD_PLACED: u16 = 50;
/// A frame of a motion. Browsers slow down shorter ones.
const STEP: u16 = 5;
/// The new marker in its ring, before the ring leaves.
const BEFORE_MOVE: u16 = 12;
/// A glowing row, before its markers disappear.
const ROW_GLOWS: u16 = 40;

/// Frames in which a marker is flipped.
const TURNING: usize = 4;

/// The moments of a replay, from its first board to its last.
pub(super) fn moments(replay: &Replay, layout: &Layout) -> Vec<Moment> {
    let mut director = Director {
        layout,
        position: replay.start,
        caption: &replay.title,
        by: replay.start.actor(),
        moments: Vec::new(),
    };
    director.show(OPENING, &[], Motion::default());
    for turn in &replay.turns {
        let Some(first) = turn.played.first() else {
            continue;
        };
        director.caption = &turn.caption;
        director.by = first.by;
        for &played in &turn.played {
            director.play(played);
        }
        let hold = match first.action {
            Action::Place(_) => HOLD_PLACED,
            _ => HOLD,
        };
        director.show(hold, &turn.played, Motion::default());
    }
    let position = director.position;
    let mut moments = director.moments;
    // The final board stands for the one after the last turn.
    moments.pop();
    moments.push(Moment {
        time: END,
        position,
        caption: String::new(),
        last: Vec::new(),
        motion: None,
    });
    moments
}

/// Collects the moments.
struct Director<'a> {
    layout: &'a Layout,
    /// The position on the board.
    position: Position,
    caption: &'a str,
    /// Whose turn it is.
    by: Color,
    moments: Vec<Moment>,
}

impl Director<'_> {
    /// Adds a moment.
    fn show(&mut self, time: u16, last: &[Played], motion: Motion) {
        self.moments.push(Moment {
            time,
            position: self.position,
            caption: self.caption.to_owned(),
            last: last.to_vec(),
            motion: Some(Motion {
                by: Some(self.by),
                ..motion
            }),
        });
    }

    /// Adds a moment in which the ring of a point moves.
    fn show_ring(&mut self, point: Point, ring: MovingPiece) {
        let motion = Motion {
            moving_rings: PointSet::of(point),
            moving: vec![ring],
            ..Motion::default()
        };
        self.show(STEP, &[], motion);
    }

    /// Shows how an action is played, up to the position after it.
    fn play(&mut self, played: Played) {
        let after = self.position.play_unchecked(played.action);
        match played.action {
            Action::Place(point) => {
                self.position = after;
                self.placed(played.by, point);
            }
            Action::Move { from, to } => {
                self.position = after;
                self.moved(played, from, to);
            }
            Action::Row(row) => {
                self.row_removed(played.by, row, after);
                self.position = after;
            }
            Action::Ring(point) => {
                self.ring_removed(played.by, point, after);
                self.position = after;
            }
            Action::Pass => self.position = after,
        }
    }

    /// A ring appears.
    fn placed(&mut self, color: Color, point: Point) {
        for alpha in [0.35, 0.7] {
            let at = self.layout.at(point);
            self.show_ring(point, MovingPiece::Ring { color, at, alpha });
        }
    }

    /// A ring leaves its marker, and flips the markers that it passes.
    fn moved(&mut self, played: Played, from: Point, to: Point) {
        let (start, end) = (self.layout.at(from), self.layout.at(to));
        let way = end.minus(start);
        let steps = (way.length() / self.layout.unit).round() as usize;
        let slide = 4 + steps.min(5);
        let progress = |frame: usize| ease(frame as f32 / slide as f32);
        // The frame in which the ring passes a marker.
        let passed = |point: Point| {
            let part = self.layout.at(point).minus(start).length() / way.length();
            (0..slide)
                .find(|&frame| progress(frame) >= part)
                .unwrap_or(slide)
        };
        let turning: Vec<(Point, usize)> = played
            .turned
            .into_iter()
            .map(|point| (point, passed(point)))
            .collect();
        let ends = turning.iter().map(|(_, passed)| passed + TURNING);
        let frames = ends.max().unwrap_or(0).max(slide);
        for frame in 0..frames {
            let at = start.plus(way.times(progress(frame)));
            let mut motion = Motion {
                moving_rings: PointSet::of(to),
                moving: vec![MovingPiece::Ring {
                    color: played.by,
                    at,
                    alpha: 1.0,
                }],
                ..Motion::default()
            };
            for &(point, passed) in &turning {
                let phase = frame.saturating_sub(passed) as f32 / TURNING as f32;
                if phase >= 1.0 {
                    continue;
                }
                let is_turned = phase >= 0.5;
                let color = match self.position.markers(Color::White).contains(point) {
                    true => Color::White,
                    false => Color::Black,
                };
                motion.moving_markers.insert(point);
                motion.moving.push(MovingPiece::Marker {
                    color: if is_turned { color } else { !color },
                    at: point,
                    width: (phase * std::f32::consts::PI).cos().abs(),
                    alpha: 1.0,
                });
            }
            let time = if frame == 0 { BEFORE_MOVE } else { STEP };
            self.show(time, &[], motion);
        }
    }

    /// A row glows, and its markers fade.
    fn row_removed(&mut self, color: Color, row: Row, after: Position) {
        for (strength, time) in [(0.4, STEP), (0.7, STEP), (1.0, ROW_GLOWS)] {
            let glow = Some((row, strength));
            self.show(
                time,
                &[],
                Motion {
                    glow,
                    ..Motion::default()
                },
            );
        }
        self.position = after;
        for alpha in [0.66, 0.33] {
            let markers = row.points().into_iter().map(|at| MovingPiece::Marker {
                color,
                at,
                width: 1.0,
                alpha,
            });
            self.show(
                STEP,
                &[],
                Motion {
                    moving: markers.collect(),
                    glow: Some((row, alpha)),
                    ..Motion::default()
                },
            );
        }
    }

    /// A ring flies to its tray.
    fn ring_removed(&mut self, color: Color, point: Point, after: Position) {
        /// Frames of the flight.
        const FRAMES: usize = 6;
        let start = self.layout.at(point);
        let goal = after.variant().goal();
        let place = usize::from(after.removed(color)).saturating_sub(1);
        let end = self.layout.places(color, goal).nth(place).unwrap_or(start);
        for frame in 0..FRAMES {
            let part = ease(frame as f32 / FRAMES as f32);
            let at = start.plus(end.minus(start).times(part));
            let alpha = 1.0;
            self.show_ring(point, MovingPiece::Ring { color, at, alpha });
        }
    }
}

/// The progress of a motion after a fraction of its time: it starts and ends slowly.
fn ease(part: f32) -> f32 {
    part * part * (3.0 - 2.0 * part)
}
