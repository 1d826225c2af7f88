//! The lessons of the tutorial, as data: where each begins, and what the learner, who has white, is
//! to do. Their words are in the locale files.

mod goal;
#[cfg(test)]
mod tests;

pub(super) use goal::Goal;

use crate::game::{Action, Played, Point, PointSet, Position};

/// A lesson.
#[derive(Debug)]
pub(super) struct Lesson {
    /// Names of its messages: what it is about, what it teaches, and what is said at its end.
    pub(super) title: &'static str,
    pub(super) text: &'static str,
    pub(super) done: &'static str,
    /// Where it begins.
    start: &'static str,
    /// The move that led there, if the picture shows it, and the markers that it turned.
    before: Option<(&'static str, &'static str)>,
    /// The points that the picture highlights at first.
    points: &'static str,
    /// What is to be done, one action after another.
    pub(super) steps: &'static [Step],
}

/// One action of a lesson.
#[derive(Debug)]
pub(super) struct Step {
    /// Name of the message that asks for it.
    pub(super) task: &'static str,
    /// What it has to achieve.
    pub(super) goal: Goal,
    /// An action that does, in notation.
    solution: &'static str,
    /// Name of the message that helps, if there is one.
    pub(super) hint: Option<&'static str>,
}

impl Step {
    /// An action that achieves the goal.
    pub(super) fn solution(&self) -> Option<Action> {
        self.solution.parse().ok()
    }
}

impl Lesson {
    /// The lesson with a number, from 1.
    pub(super) fn of_number(number: usize) -> Option<&'static Self> {
        LESSONS.get(number.checked_sub(1)?)
    }

    /// Where it begins. The tests see to it that there is nothing wrong with the text.
    pub(super) fn start(&self) -> Option<Position> {
        self.start.parse().ok()
    }

    /// The move that led there, if the picture shows it.
    pub(super) fn before(&self) -> Option<Played> {
        let (action, turned) = self.before?;
        Some(Played {
            by: self.start()?.mover(),
            action: action.parse().ok()?,
            turned: points(turned),
        })
    }

    /// The points that the picture highlights at first.
    pub(super) fn highlighted(&self) -> PointSet {
        points(self.points)
    }
}

/// A set of points, by their names.
fn points(names: &str) -> PointSet {
    let names = names.split_whitespace();
    names
        .filter_map(|name| name.parse::<Point>().ok())
        .collect()
}

/// To remove the only row that stands, and a ring for it.
const ROW: Step = Step {
    task: "lesson-task-row",
    goal: Goal::RemoveRow,
    solution: "",
    hint: None,
};

/// To remove a ring for a row.
const RING: Step = Step {
    task: "lesson-task-ring",
    goal: Goal::RemoveRing,
    solution: "",
    hint: None,
};

/// All lessons, in their order.
pub(super) static LESSONS: [Lesson; 10] = [
    Lesson {
        title: "lesson-placing-title",
        text: "lesson-placing-text",
        done: "lesson-placing-done",
        start: "4/4r2/2R5/8R/10/r8/8r1/1R7/1r6/4R2/4 w w place 0-0 normal",
        before: None,
        points: "D6 E6 E7 F7 F8 G8",
        steps: &[Step {
            task: "lesson-placing-task",
            goal: Goal::Reach(23),
            solution: "e6",
            hint: Some("lesson-placing-hint"),
        }],
    },
    Lesson {
        title: "lesson-moving-title",
        text: "lesson-moving-text",
        done: "lesson-moving-done",
        start: "4/4r2/2R5/8R/5R4/r8/4r3r1/1R7/1r6/4R2/4 w w move 0-0 normal",
        before: None,
        points: "J6",
        steps: &[Step {
            task: "lesson-moving-task",
            goal: Goal::MoveTo("J6"),
            solution: "j9-j6",
            hint: Some("lesson-moving-hint"),
        }],
    },
    Lesson {
        title: "lesson-jumping-title",
        text: "lesson-jumping-text",
        done: "lesson-jumping-done",
        start: "4/2R4/3m1M1r/4R2m1/2r1m5/3M1mMR1/3m3r2/R4M3/2r2R2/2m4/2r1 w w move 0-0 normal",
        before: None,
        points: "E5 F5 G5",
        steps: &[Step {
            task: "lesson-jumping-task",
            goal: Goal::Jump(3),
            solution: "d5-h5",
            hint: Some("lesson-jumping-hint"),
        }],
    },
    Lesson {
        title: "lesson-turning-title",
        text: "lesson-turning-text",
        done: "lesson-turning-done",
        start: "4/1R3r1/2m3R1/1r1m2M2/6m1MR/1r3M3/1Rmmm5/5mr2/4R1m1/3M3/1r2 w w move 0-0 normal",
        before: None,
        points: "G4 G5 G6",
        steps: &[Step {
            task: "lesson-turning-task",
            goal: Goal::Flip(3),
            solution: "g3-g7",
            hint: Some("lesson-turning-hint"),
        }],
    },
    Lesson {
        title: "lesson-row-title",
        text: "lesson-row-text",
        done: "lesson-row-done",
        start: "4/4r2/2R1M1m1/3m1r3/3MMMMR2/1r1m5/3mr2R2/4m1MR1/1R1m4/4r2/4 w w move 0-0 normal",
        before: None,
        points: "E4 E5 E6 E7 E8",
        steps: &[
            Step {
                task: "lesson-row-task",
                goal: Goal::MakeRow,
                solution: "e8-h8",
                hint: Some("lesson-row-hint"),
            },
            Step {
                solution: "xe4-e8",
                ..ROW
            },
            Step {
                solution: "xi5",
                ..RING
            },
        ],
    },
    Lesson {
        title: "lesson-gift-title",
        text: "lesson-gift-text",
        done: "lesson-gift-done",
        start: "4/3r3/2R1M3/3M1m1R1/1R2M1m3/3mMr3/1r3M4/3R1M3/1rMmmmm1/5R1/2r1 w b row 0-0 normal",
        before: Some(("f5-f7", "F6")),
        points: "",
        steps: &[
            Step {
                solution: "xd4-h8",
                ..ROW
            },
            Step {
                solution: "xc3",
                ..RING
            },
            Step {
                task: "lesson-gift-task",
                goal: Goal::GiveNothing,
                solution: "d8-d9",
                hint: Some("lesson-gift-hint"),
            },
        ],
    },
    Lesson {
        title: "lesson-crossing-title",
        text: "lesson-crossing-text",
        done: "lesson-crossing-done",
        start: "4/1r2m2/3R1mM1/4m1M1R/2MMMMM3/3rmM1m1/3R1Mrm2/3r2MR1/2m1R3/1r5/4 w w row 0-0 normal",
        before: Some(("e7-h10", "")),
        points: "E7",
        steps: &[
            Step {
                task: "lesson-crossing-task",
                goal: Goal::Keep("E3 E4 E5 E6"),
                solution: "xc7-g7",
                hint: Some("lesson-crossing-hint"),
            },
            Step {
                solution: "xc4",
                ..RING
            },
        ],
    },
    Lesson {
        title: "lesson-long-title",
        text: "lesson-long-text",
        done: "lesson-long-done",
        start: "4/2r4/3M1Rm1/3Mm1R2/3Mm2m2/r1MMMMMMR/3Rm1r3/4m2r1/2r5/3R3/4 w w row 0-0 normal",
        before: Some(("f9-f10", "")),
        points: "C4 D4 E4 F4",
        steps: &[
            Step {
                task: "lesson-long-task",
                goal: Goal::Keep("F4"),
                solution: "xf5-f9",
                hint: Some("lesson-long-hint"),
            },
            Step {
                solution: "xd7",
                ..RING
            },
        ],
    },
    Lesson {
        title: "lesson-blocking-title",
        text: "lesson-blocking-text",
        done: "lesson-blocking-done",
        start: "4/2m2R1/2R1m3/4m1rM1/3rM1m3/r2m5/3mM1R3/1R1mM1r2/2r1M3/4R2/4 w w move 0-0 normal",
        before: None,
        points: "E4 E5 E6",
        steps: &[Step {
            task: "lesson-blocking-task",
            goal: Goal::Stop,
            solution: "b6-e6",
            hint: Some("lesson-blocking-hint"),
        }],
    },
    Lesson {
        title: "lesson-end-title",
        text: "lesson-end-text",
        done: "lesson-end-done",
        start: "4/4m2/3R1M2/mmmmr4/5mM3/2M1m2R1/1r3R4/2MMmMM2/5m2/2r4/4 w w move 2-2 normal",
        before: None,
        points: "H5 H6 H7 H8 H9",
        steps: &[
            Step {
                task: "lesson-end-task",
                goal: Goal::MakeRow,
                solution: "g7-i7",
                hint: Some("lesson-end-hint"),
            },
            Step {
                solution: "xh5-h9",
                ..ROW
            },
            Step {
                solution: "xc4",
                ..RING
            },
        ],
    },
];
