//! What is left of a system when all is taken away that its termination does not depend on.
//!
//! - locations that no run reaches, and those that lie on no cycle and lead to none;
//! - variables that no guard depends on, not even through other variables (paper 004, §4, figure 6: slicing);
//! - locations that few rules pass: the rules to it and those from it become chains of two.
//!
//! A run of the system is endless exactly if one of what is left is: each chain is two steps, and each cycle passes a location that is left. The proofs
//! are checked on the system itself ([`crate::check`]), so nothing here needs to be trusted for them.

use crate::graph::{cyclic_components, reachable};
use crate::its::{Location, Poly, Rule, System, Var};
use std::collections::BTreeSet;

/// How many rules there may be more than at first, for chains.
const GROWTH: usize = 60;

/// How large the polynomials of a chain may be.
const TERMS: usize = 60;

/// A system made smaller.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What is left: the same locations, fewer rules, fewer variables. Runs begin at one new location, the last one.
    pub system: System,
    /// The number that each variable had.
    pub variables: Vec<Var>,
    /// The new location from which all start locations are reached.
    pub start: Location,
    /// The locations that are left, without the new one: each cycle passes one.
    pub cuts: BTreeSet<Location>,
}

/// Prepares a system whose variables are all mathematical integers.
#[must_use]
pub fn prepare(system: &System) -> Prepared {
    let count = system.variables.len();
    let start = system.locations.len();
    let mut all = system.clone();
    all.locations.push("(start)".to_owned());
    for &to in &system.starts {
        let update = (0..count).map(Poly::var).collect();
        all.rules.push(Rule { source: start, target: to, guard: Vec::new(), update, free: 0, line: 0 });
    }
    all.starts = vec![start];
    for rule in &mut all.rules {
        rule.solve(count);
    }
    all.rules.retain(|rule| !rule.never());
    cut(&mut all);
    let variables = slice(&mut all);
    let mut cuts: BTreeSet<Location> = all.rules.iter().flat_map(|r| [r.source, r.target]).collect();
    cuts.remove(&start);
    chain(&mut all, &mut cuts);
    Prepared { system: all, variables, start, cuts }
}

/// Takes away rules that no run takes, and those behind the last cycle.
fn cut(system: &mut System) {
    let edges: Vec<(usize, usize)> = system.rules.iter().map(|r| (r.source, r.target)).collect();
    let count = system.locations.len();
    let forward = reachable(count, &edges, &system.starts);
    let cyclic: Vec<Location> = cyclic_components(count, &edges).concat();
    let back: Vec<(usize, usize)> = edges.iter().map(|(a, b)| (*b, *a)).collect();
    let backward = reachable(count, &back, &cyclic);
    system.rules.retain(|rule| forward[rule.source] && backward[rule.target]);
}

/// Takes away the variables that no guard depends on; which ones are left.
fn slice(system: &mut System) -> Vec<Var> {
    let count = system.variables.len();
    let mut needed = vec![false; count];
    let mut left: Vec<Var> = Vec::new();
    // A rule's free values are not followed: they depend on nothing. What they must satisfy is in its guard.
    for rule in &system.rules {
        left.extend(rule.guard.iter().flat_map(|atom| atom.poly.variables()));
    }
    while let Some(var) = left.pop() {
        if var < count && !std::mem::replace(&mut needed[var], true) {
            left.extend(system.rules.iter().flat_map(|rule| rule.update[var].variables()));
        }
    }
    let kept: Vec<Var> = (0..count).filter(|v| needed[*v]).collect();
    let mut to = |v: Var| match kept.binary_search(&v) {
        Ok(at) => at,
        Err(_) => v - count + kept.len(),
    };
    for rule in &mut system.rules {
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

/// Takes locations away that are passed by few rules.
fn chain(system: &mut System, cuts: &mut BTreeSet<Location>) {
    let limit = system.rules.len() + GROWTH;
    let count = system.variables.len();
    // Those that make fewer rules first; a location that cannot go is not tried again until others went.
    loop {
        let mut best: Option<(usize, Location)> = None;
        for location in 0..system.locations.len() {
            let into = system.rules.iter().filter(|r| r.target == location).count();
            let out = system.rules.iter().filter(|r| r.source == location).count();
            let own = system.rules.iter().any(|r| r.source == location && r.target == location);
            if own || into == 0 || into * out > into + out + 2 || system.starts.contains(&location) {
                continue;
            }
            if best.is_none_or(|(cost, _)| into * out < cost) {
                best = Some((into * out, location));
            }
        }
        let Some((_, location)) = best else { return };
        let (passing, mut rules): (Vec<Rule>, Vec<Rule>) =
            system.rules.iter().cloned().partition(|r| r.source == location || r.target == location);
        for first in passing.iter().filter(|r| r.target == location) {
            for second in passing.iter().filter(|r| r.source == location) {
                if size(first) * size(second) > TERMS * TERMS * 4 {
                    return;
                }
                let rule = compose(first, second, count);
                if size(&rule) > TERMS * 4 {
                    return;
                }
                if !rule.never() && !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        if rules.len() > limit {
            return;
        }
        system.rules = rules;
        cuts.remove(&location);
    }
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
        let text = "f(x, y) -> f(x - z, w) :|: x > 0 && z > 0 && w > z";
        assert_eq!(
            prepared(text),
            "(VAR x)\n(RULES\n  f(x) -> Com_1(f(x - free1)) :|: x >= 1 && free1 >= 1 && free2 >= free1 + 1\n  \
             l2(x) -> Com_1(l1(x))\n)"
        );
    }
}
