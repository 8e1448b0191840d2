//! Machine integers in mathematical ones.
//!
//! What is assigned to a variable of `w` bits is `e - 2^w q` for the one integer `q` with which it is in range. So `q` is a free value, the range
//! a condition, and a system with machine integers is one of mathematical integers, exactly: the same runs. Each rule becomes up to
//! three for each assignment that could wrap, `q = 0`, `q >= 1` and `q <= -1`; that the last two cannot be taken is what a
//! proof that nothing wraps consists of.

use super::{Atom, Kind, Poly, Rule, System};
use num_bigint::BigInt;

/// The same runs, all variables mathematical integers.
#[must_use]
pub fn over_integers(system: &System) -> System {
    let mut rules = Vec::new();
    for rule in &system.rules {
        rules.extend(exact(system, rule));
    }
    System { kinds: vec![Kind::Integer; system.kinds.len()], rules, ..system.clone() }
}

/// A rule's cases.
fn exact(system: &System, rule: &Rule) -> Vec<Rule> {
    let count = system.variables.len();
    let mut first = rule.clone();
    for (var, kind) in system.kinds.iter().enumerate() {
        first.guard.extend(within(&Poly::var(var), *kind));
    }
    let mut cases = vec![first];
    for (var, kind) in system.kinds.iter().enumerate() {
        let Kind::Word { width, .. } = *kind else { continue };
        if stays(system, &rule.update[var], *kind) {
            continue;
        }
        let size = BigInt::from(1) << width;
        cases = cases
            .into_iter()
            .flat_map(|case| {
                let wraps = Poly::var(count + case.free);
                let (up, down) = (wraps.minus(&Poly::constant(1)), Poly::constant(-1).minus(&wraps));
                [None, Some(up), Some(down)].map(|which| {
                    let mut rule = case.clone();
                    if let Some(which) = which {
                        rule.update[var] = rule.update[var].minus(&wraps.times(&size));
                        rule.guard.push(Atom::at_least(which));
                        rule.free += 1;
                    }
                    let range = within(&rule.update[var], *kind);
                    rule.guard.extend(range);
                    rule
                })
            })
            .filter(|rule| !rule.never())
            .collect();
    }
    cases
}

/// Whether a value is in the range of its kind, plainly.
fn stays(system: &System, poly: &Poly, kind: Kind) -> bool {
    let constant = poly.as_constant().is_some_and(|number| kind.reduce(number.clone()) == number);
    constant || poly.as_var().is_some_and(|v| system.kinds.get(v) == Some(&kind))
}

/// That a value is in the range of a kind.
fn within(poly: &Poly, kind: Kind) -> Vec<Atom> {
    let Some((low, high)) = kind.range() else { return Vec::new() };
    vec![Atom::at_least(poly.minus(&Poly::constant(low))), Atom::at_least(Poly::constant(high).minus(poly))]
}
