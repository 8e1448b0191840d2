//! A system without everything that its termination does not depend on.
//!
//! - locations that no run reaches, and those that lie on no cycle and lead to none;
//! - variables that no guard depends on, not even through other variables (paper 004, §4, figure 6: slicing);
//! - locations that few rules pass: the rules to it and those from it become chains of two.
//!
//! A run of the system is endless exactly if one of what is left is: each chain is two steps, and each cycle passes a location that is left. The proofs
//! are checked on the system itself ([`crate::check`]), so nothing here needs to be trusted for them.

use crate::graph::{cyclic_components, reachable};
use crate::its::{Location, Poly, Rule, System, Var};
use crate::limits::systems;
use std::collections::BTreeSet;

/// A system made smaller.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What is left: the same locations, fewer rules, fewer variables. Runs begin at one new location, the last one.
    pub system: System,
    /// The number that each variable had.
    pub variables: Vec<Var>,
    /// The new location from which all start locations are reached.
    pub start: Location,
    /// Of which rules of the whole system each rule that is left is the chain; none for those from the new location.
    pub chains: Vec<Vec<usize>>,
    /// The locations that are left, without the new one: each cycle passes one.
    pub cuts: BTreeSet<Location>,
}

/// Rules one after another, as one.
#[derive(Clone)]
struct Chain {
    rule: Rule,
    of: Vec<usize>,
}

/// Prepares a system whose variables are all mathematical integers.
#[must_use]
pub fn prepare(system: &System) -> Prepared {
    let count = system.variables.len();
    let start = system.locations.len();
    let mut all = system.clone();
    all.locations.push("(start)".to_owned());
    all.starts = vec![start];
    let mut chains: Vec<Chain> = Vec::new();
    for &to in &system.starts {
        let update = (0..count).map(Poly::var).collect();
        let rule = Rule { source: start, target: to, guard: Vec::new(), update, free: 0, line: 0 };
        chains.push(Chain { rule, of: Vec::new() });
    }
    for (number, rule) in all.rules.iter_mut().enumerate() {
        rule.solve(count);
        chains.push(Chain { rule: rule.clone(), of: vec![number] });
    }
    chains.retain(|chain| !chain.rule.never());
    cut(&all, &mut chains);
    let variables = slice(&mut all, &mut chains);
    let mut cuts: BTreeSet<Location> = chains.iter().flat_map(|c| [c.rule.source, c.rule.target]).collect();
    cuts.remove(&start);
    join(&all, &mut chains, &mut cuts);
    let (rules, chains) = chains.into_iter().map(|c| (c.rule, c.of)).unzip();
    all.rules = rules;
    Prepared { system: all, variables, start, chains, cuts }
}

/// Removes rules that no run takes, and those after the last cycle.
fn cut(system: &System, chains: &mut Vec<Chain>) {
    let edges: Vec<(usize, usize)> = chains.iter().map(|c| (c.rule.source, c.rule.target)).collect();
    let count = system.locations.len();
    let forward = reachable(count, &edges, &system.starts);
    let cyclic: Vec<Location> = cyclic_components(count, &edges).concat();
    let back: Vec<(usize, usize)> = edges.iter().map(|(a, b)| (*b, *a)).collect();
    let backward = reachable(count, &back, &cyclic);
    chains.retain(|chain| forward[chain.rule.source] && backward[chain.rule.target]);
}

/// Removes the variables that no guard depends on; returns those left.
fn slice(system: &mut System, chains: &mut [Chain]) -> Vec<Var> {
    let count = system.variables.len();
    let mut needed = vec![false; count];
    let mut left: Vec<Var> = Vec::new();
    // A rule's free values are not followed: they depend on nothing. What they must satisfy is in its guard.
    for Chain { rule, .. } in chains.iter() {
        left.extend(rule.guard.iter().flat_map(|atom| atom.poly.variables()));
    }
    while let Some(var) = left.pop() {
        if var < count && !std::mem::replace(&mut needed[var], true) {
            left.extend(chains.iter().flat_map(|chain| chain.rule.update[var].variables()));
        }
    }
    let kept: Vec<Var> = (0..count).filter(|v| needed[*v]).collect();
    let mut to = |v: Var| match kept.binary_search(&v) {
        Ok(at) => at,
        Err(_) => v - count + kept.len(),
    };
    for Chain { rule, .. } in chains {
        rule.update = kept.iter().map(|v| rule.update[*v].rename(&mut to)).collect();
        rule.guard.iter_mut().for_each(|atom| atom.poly = atom.poly.rename(&mut to));
        rule.solve(kept.len());
    }
    system.variables = kept.iter().map(|v| system.variables[*v].clone()).collect();
    system.kinds = kept.iter().map(|v| system.kinds[*v]).collect();
    kept
}

/// Two steps as one.
#[must_use]
pub fn compose(first: &Rule, second: &Rule, count: usize) -> Rule {
    let mut by = |v: Var| if v < count { first.update[v].clone() } else { Poly::var(v + first.free) };
    let mut guard = first.guard.clone();
    guard.extend(second.guard.iter().map(|atom| atom.map(|p| p.substitute(&mut by))));
    let update = second.update.iter().map(|p| p.substitute(&mut by)).collect();
    let mut rule = Rule {
        source: first.source,
        target: second.target,
        guard,
        update,
        free: first.free + second.free,
        line: first.line,
    };
    rule.solve(count);
    rule
}

/// Removes locations that are passed by few rules.
fn join(system: &System, chains: &mut Vec<Chain>, cuts: &mut BTreeSet<Location>) {
    let limit = chains.len() + systems::MORE_RULES;
    // Those that make fewer rules first.
    while let Some(location) = cheapest(system, chains) {
        let passes = |chain: &Chain| chain.rule.source == location || chain.rule.target == location;
        let (passing, mut rest): (Vec<Chain>, Vec<Chain>) = chains.iter().cloned().partition(passes);
        for first in passing.iter().filter(|c| c.rule.target == location) {
            for second in passing.iter().filter(|c| c.rule.source == location) {
                if size(&first.rule) * size(&second.rule) > systems::SIZE_OF_CHAIN {
                    return;
                }
                let rule = compose(&first.rule, &second.rule, system.variables.len());
                if size(&rule) > systems::SIZE_OF_CHAIN {
                    return;
                }
                if !rule.never() && !rest.iter().any(|other| other.rule == rule) {
                    rest.push(Chain { rule, of: [first.of.as_slice(), &second.of].concat() });
                }
            }
        }
        if rest.len() > limit {
            return;
        }
        *chains = rest;
        cuts.remove(&location);
    }
}

/// The location whose removal makes fewest rules, if one may be removed.
fn cheapest(system: &System, chains: &[Chain]) -> Option<Location> {
    let mut passes = vec![(0, 0, false); system.locations.len()];
    for Chain { rule, .. } in chains {
        passes[rule.target].0 += 1;
        passes[rule.source].1 += 1;
        passes[rule.source].2 |= rule.source == rule.target;
    }
    let may = |(into, out, own): (usize, usize, bool)| !own && into > 0 && into * out <= into + out + 2;
    let costs = passes.iter().enumerate().filter(|(l, p)| may(**p) && !system.starts.contains(l));
    costs.min_by_key(|(l, p)| (p.0 * p.1, *l)).map(|(l, _)| l)
}

/// How many terms there are, those of high degree counted more.
fn size(rule: &Rule) -> usize {
    let polys = rule.update.iter().chain(rule.guard.iter().map(|a| &a.poly)).filter(|p| !p.is_linear());
    polys.map(|p| p.len() * p.degree()).sum::<usize>().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::its::text::{Format, print, read};

    fn prepared(text: &str) -> String {
        let system = prepare(&read(text, Format::Koat).unwrap()).system;
        print(&system).lines().skip(2).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn chains_and_slices() {
        let text = "(STARTTERM (FUNCTIONSYMBOLS start)) (RULES
            start(x, y, z) -> a(x, 0, 1)
            a(x, y, z) -> b(x, y, z) :|: x > 0
            b(x, y, z) -> a(x - 1, y + z, z + 1)
            b(x, y, z) -> end(x, y, z)
            dead(x, y, z) -> a(x, y, z))";
        assert_eq!(
            prepared(text),
            "(VAR x)\n(RULES\n  l6(x) -> Com_1(l2(x))\n  l2(x) -> Com_1(l2(x - 1)) :|: x >= 1\n)"
        );
    }

    #[test]
    fn free_values_that_only_lost_variables_need_are_gone() {
        let text =
            "(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(x, y) -> f(x - z, w) :|: x > 0 && z > 0 && w > z)";
        assert_eq!(
            prepared(text),
            "(VAR x)\n(RULES\n  l2(x) -> Com_1(l1(x))\n  l1(x) -> Com_1(l1(x - free1)) :|: x >= 1 && free1 >= 1\n)"
        );
    }
}
