//! People by strength.

use std::collections::HashMap;

use crate::game::{Action, Position};

/// Upper ends of the bands, as shares of all decisions, weakest first: the extremes are narrow, as
/// most people are alike.
const ENDS: [f64; 8] = [0.05, 0.15, 0.30, 0.50, 0.70, 0.85, 0.95, 1.0];

/// Decisions of average loss that are added to everybody's: few decisions say little.
const PRIOR: f64 = 30.0;

/// An account that anybody may use.
const GUEST: &str = "guest";

/// A decision of a person.
#[derive(Debug, Clone)]
pub(super) struct Decision {
    pub(super) person: String,
    pub(super) position: Position,
    pub(super) action: Action,
    /// What it lost of the chance to win.
    pub(super) loss: f64,
}

/// People of about the same strength.
#[derive(Debug)]
pub(super) struct Band<'a> {
    /// Number of people.
    pub(super) people: usize,
    /// All their decisions.
    pub(super) decisions: Vec<&'a Decision>,
}

/// Who plays under a name in a file: a guest is somebody else in each game.
pub(super) fn person(name: &str, file: &str) -> String {
    match name {
        GUEST => format!("{GUEST} {file}"),
        name => name.to_owned(),
    }
}

/// The people by what they lose a decision, weakest first.
pub(super) fn bands(decisions: &[Decision]) -> Vec<Band<'_>> {
    let mut people: HashMap<&str, Vec<&Decision>> = HashMap::new();
    for decision in decisions {
        people.entry(&decision.person).or_default().push(decision);
    }
    let count = decisions.len().max(1) as f64;
    let mean = decisions.iter().map(|decision| decision.loss).sum::<f64>() / count;
    let mut people: Vec<(f64, &str, Vec<&Decision>)> = people
        .into_iter()
        .map(|(name, decisions)| {
            let lost: f64 = decisions.iter().map(|decision| decision.loss).sum();
            let estimate = (lost + PRIOR * mean) / (decisions.len() as f64 + PRIOR);
            (estimate, name, decisions)
        })
        .collect();
    people.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    let mut bands: Vec<Band<'_>> = ENDS
        .iter()
        .map(|_| Band {
            people: 0,
            decisions: Vec::new(),
        })
        .collect();
    let mut before = 0.0;
    for (_, _, decisions) in people {
        let own = decisions.len() as f64;
        let middle = (before + own / 2.0) / count;
        before += own;
        let at = ENDS.iter().filter(|&&end| middle > end).count();
        let band = &mut bands[at.min(ENDS.len() - 1)];
        band.people += 1;
        band.decisions.extend(decisions);
    }
    bands
}

/// At most so many decisions, evenly spread over all.
pub(super) fn spread<'a>(
    decisions: &'a [&'a Decision],
    most: usize,
) -> impl Iterator<Item = &'a Decision> {
    let step = decisions.len().div_ceil(most.max(1)).max(1);
    decisions.iter().step_by(step).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn decision(person: &str, loss: f64) -> Decision {
        let position = Position::start(Variant::Normal);
        Decision {
            person: person.to_owned(),
            position,
            action: position.legal_actions()[0],
            loss,
        }
    }

    #[test]
    fn bands_go_from_the_weakest_to_the_strongest() {
        let mut decisions = Vec::new();
        for (number, name) in ["a", "b", "c", "d", "e", "f", "g", "h"]
            .into_iter()
            .enumerate()
        {
            decisions.extend((0..50).map(|_| decision(name, 0.01 * number as f64)));
        }
        let bands = bands(&decisions);
        let people: usize = bands.iter().map(|band| band.people).sum();
        assert_eq!(people, 8);
        let means: Vec<f64> = bands
            .iter()
            .filter(|band| band.people > 0)
            .map(|band| {
                let sum: f64 = band.decisions.iter().map(|decision| decision.loss).sum();
                sum / band.decisions.len() as f64
            })
            .collect();
        assert!(means.is_sorted_by(|one, other| one > other), "{means:?}");
        let half = spread(&bands[3].decisions, 10).count();
        assert!((1..=10).contains(&half), "{half}");
    }

    #[test]
    fn guests_are_somebody_else_in_each_game() {
        assert_ne!(person("guest", "one"), person("guest", "other"));
        assert_eq!(person("anna", "one"), person("anna", "other"));
    }
}
