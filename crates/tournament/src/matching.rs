//! Perfect matchings that are best by many criteria, each of which counts only among equals in all
//! before it.

use std::convert::Infallible;

use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

/// The largest weight of an edge. The matching doubles weights and adds up as many as there are
/// nodes, which leaves room for 16,000 nodes in an `i128`.
const LARGEST: u128 = 1 << 112;

/// Two nodes, the lower one first, and what it costs to pair them by each criterion.
struct Edge {
    nodes: (usize, usize),
    costs: Vec<u32>,
}

/// Pairs all of an even number of nodes such that the sums of the costs are lexicographically as
/// small as possible. `cost` gives the costs of two nodes, the lower one first, by at least one
/// criterion and always by as many. The pairs come in the order of their lower nodes.
///
/// The criteria are the digits of a number, and that number is minimised. All digits at once would
/// not fit, but a digit need only have room for its value in the best matching: one more in a digit
/// then outweighs whatever the digits after it can save. So the best values of the first digits are
/// found first, which makes room for more.
///
/// Criteria for which there is no room at the end are left out. It takes far more rematches, denied
/// colours and floaters than real tournaments have to come to that.
pub(crate) fn best(nodes: usize, cost: impl Fn(usize, usize) -> Vec<u32>) -> Vec<(usize, usize)> {
    let mut edges: Vec<Edge> = (0..nodes)
        .flat_map(|one| (one + 1..nodes).map(move |other| (one, other)))
        .map(|(one, other)| Edge {
            nodes: (one, other),
            costs: cost(one, other),
        })
        .collect();
    // Upper bounds of the digits of the best matching.
    let mut bounds = edges
        .iter()
        .fold(Vec::new(), |mut bounds: Vec<u128>, edge| {
            bounds.resize(edge.costs.len(), 0);
            for (bound, &cost) in bounds.iter_mut().zip(&edge.costs) {
                *bound = (*bound).max(u128::from(cost) * (nodes / 2) as u128);
            }
            bounds
        });
    let mut matched = Vec::new();
    let mut known = 0;
    while known < bounds.len() {
        let ends = (known + 1..=bounds.len()).rev();
        let Some(weights) = ends
            .map(|end| weights(&bounds[..end]))
            .find_map(|weights| weights)
        else {
            break;
        };
        known = weights.len();
        let best = lightest(nodes, &edges, &weights);
        for (criterion, bound) in bounds.iter_mut().enumerate().take(known) {
            *bound = best
                .iter()
                .map(|&edge| u128::from(edges[edge].costs[criterion]))
                .sum();
        }
        matched = best.iter().map(|&edge| edges[edge].nodes).collect();
        // An edge that alone costs more than the best matching is not part of one.
        edges.retain(|edge| {
            edge.costs[..known]
                .iter()
                .zip(&bounds)
                .all(|(&cost, &bound)| u128::from(cost) <= bound)
        });
    }
    matched.sort_unstable();
    matched
}

/// The weights of digits with these bounds: each is more than all after it can sum up to. `None` if
/// an edge may weigh more than [`LARGEST`].
fn weights(bounds: &[u128]) -> Option<Vec<u128>> {
    let mut sum = 0_u128;
    let mut weights = Vec::with_capacity(bounds.len());
    for &bound in bounds.iter().rev() {
        let weight = sum + 1;
        weights.push(weight);
        sum = bound.checked_mul(weight)?.checked_add(sum)?;
        if sum > LARGEST {
            return None;
        }
    }
    weights.reverse();
    Some(weights)
}

/// The edges of a perfect matching with the smallest sum of weighted costs, by their indices.
fn lightest(nodes: usize, edges: &[Edge], weights: &[u128]) -> Vec<usize> {
    let total = |edge: &Edge| -> u128 {
        edge.costs
            .iter()
            .zip(weights)
            .map(|(&cost, &weight)| u128::from(cost) * weight)
            .sum()
    };
    let mut graph = UnGraph::<(), i128>::with_capacity(nodes, edges.len());
    let ends: Vec<_> = (0..nodes).map(|_| graph.add_node(())).collect();
    for edge in edges {
        let weight = LARGEST.saturating_sub(total(edge));
        // LARGEST fits.
        let weight = i128::try_from(weight).unwrap_or(0);
        graph.add_edge(ends[edge.nodes.0], ends[edge.nodes.1], weight);
    }
    let weight = |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| {
        Ok::<_, Infallible>(*edge.weight())
    };
    let Ok(pairs) = max_weight_matching(&graph, true, weight, cfg!(test));
    let is_matched = |edge: &Edge| {
        let (one, other) = edge.nodes;
        pairs.contains(&(one, other)) || pairs.contains(&(other, one))
    };
    (0..edges.len())
        .filter(|&edge| is_matched(&edges[edge]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pair = (usize, usize);

    /// Calls `visit` with every perfect matching.
    fn all(nodes: &[usize], pairs: &mut Vec<Pair>, visit: &mut dyn FnMut(&[Pair])) {
        let Some((&first, rest)) = nodes.split_first() else {
            return visit(pairs);
        };
        for at in 0..rest.len() {
            let mut others = rest.to_vec();
            pairs.push((first, others.remove(at)));
            all(&others, pairs, visit);
            pairs.pop();
        }
    }

    fn sums(pairs: &[(usize, usize)], cost: impl Fn(usize, usize) -> Vec<u32>) -> Vec<u64> {
        let costs: Vec<Vec<u32>> = pairs.iter().map(|&(a, b)| cost(a, b)).collect();
        (0..costs[0].len())
            .map(|at| costs.iter().map(|costs| u64::from(costs[at])).sum())
            .collect()
    }

    /// At first there is only room for some criteria, as some edges cost much; none of those is in
    /// the best matching.
    #[test]
    fn many_criteria_in_several_passes() {
        for seed in 0..200_u64 {
            let cost = |one: usize, other: usize| -> Vec<u32> {
                let is_dear = (other - one).is_multiple_of(2);
                (0..20)
                    .map(|criterion| {
                        let mixed = (seed * 8 + one as u64) * 8 + other as u64;
                        let mixed = (mixed * 20 + criterion).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        ((mixed >> 40) % 4) as u32 + if is_dear { 1 << 20 } else { 0 }
                    })
                    .collect()
            };
            let mut least: Option<Vec<u64>> = None;
            all(&[0, 1, 2, 3, 4, 5, 6, 7], &mut Vec::new(), &mut |pairs| {
                let sums = sums(pairs, cost);
                if least.as_ref().is_none_or(|least| sums < *least) {
                    least = Some(sums);
                }
            });
            assert_eq!(Some(sums(&best(8, cost), cost)), least);
        }
    }

    #[test]
    fn pairs_are_in_order_and_complete() {
        assert_eq!(best(0, |_, _| vec![0]), []);
        assert_eq!(best(2, |_, _| vec![5]), [(0, 1)]);
        let far = |one: usize, other: usize| vec![u32::from(other - one != 3)];
        assert_eq!(best(6, far), [(0, 3), (1, 4), (2, 5)]);
    }
}
